"""Rule 82.41: what a declaration of war on minor countries costs; some are named together for one price."""

from __future__ import annotations

from legation.books.awaw.deeds import DECLARATION, HOW_MANY, POWER, PRICED, SPARED
from legation.books.awaw.minors.schema import WAR_PRICE
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import turn
from legation.core.deeds import On, told
from legation.core.expr import number, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, done
from legation.core.rules import sets

__all__ = ["PROVISIONS"]

STEPS = Steps()
_spent = number(f"declaration-brps.{POWER}", "BRPs that it has spent on declarations of war")
_this_turn = (
    number(f"declared-in.{POWER}", "the turn of its last declaration")
    .is_number(turn())
    .worded("it has[ not] declared war in this turn before")
)
HEEDS = (
    On(
        "a declaration of war on a minor country is paid for",
        "82.41.cost",
        on=DECLARATION,
        at=PRICED,
        sets=(
            sets(
                f"declaration-brps.{POWER}",
                when_else(_this_turn, _spent, 0) + told(HOW_MANY, "the number of countries") * WAR_PRICE,
            ),
            sets(f"declared-in.{POWER}", turn()),
        ),
        again=True,
    ),
)


@STEPS.step("awaw.minors.war-price")
def war_price(world: World, frame: Frame) -> Directive:
    """Who pays for which countries; where one declaration may name several, a price is spared."""
    bills = {power: [c for c in on if c in frame.targets] for power, on in frame.get("bills", {}).items()}
    players = [{"power": p, "country": " ".join(on), "number": str(len(on))} for p, on in bills.items() if on]
    at = frame.get("at", PRICED)
    if not players or at == "":
        return done()
    then = SPARED if at == PRICED else ""
    keep = {**frame.vars, "at": then}
    return call("awaw.follows", then="awaw.minors.war-price", keep=keep, deed=DECLARATION.name, at=at, players=players)


PROVISIONS = Provisions("war price", steps=STEPS, heeds=HEEDS, moments={"declared": ("awaw.minors.war-price",)})
