"""Rule 82.41: what a declaration of war on minor countries costs; some are named together for one price."""

from __future__ import annotations

from legation.books.awaw.diplomacy.tables import COURTED
from legation.books.awaw.minors.facts import WAR_PRICE
from legation.books.awaw.minors.lands import TWINS
from legation.books.awaw.powers import LANDS, MEMBERS, WESTERN_ALLIES
from legation.books.awaw.provisions import Provisions
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Rule

__all__ = ["PROVISIONS"]

STEPS = Steps()
PAID = Rule("a declaration of war on a minor country is paid for", "82.41.cost", again=True)
SPARES = tuple(country.spares for country in COURTED if country.spares)


def price(world: World, makers: list[str], targets: list[str]) -> int:
    """What these declarations cost, without what is spared for those that count as one."""
    fresh = [
        country
        for country in dict.fromkeys(t for t in targets if t in LANDS and t not in TWINS)
        if world[f"attacked-in.{country}"] == world["turn"] and world[f"attacked-by.{country}"] in makers
    ]
    by = {t: (world[f"attacked-by.{t}"], world[f"attacked-by.{TWINS[t]}"]) for t in _new_twins(world, targets)}
    fresh += [t for t, attackers in by.items() if not {*attackers}.isdisjoint(makers)]
    return len(fresh) * WAR_PRICE - sum(spares(world, fresh) for spares in SPARES)


def _new_twins(world: World, targets: list[str]) -> list[str]:
    """Of a pair those on which war was not declared before."""
    return [t for t in dict.fromkeys(targets) if t in TWINS and not world[f"attacked-in.{t}"]]


@STEPS.step("awaw.minors.war-price")
def war_price(world: World, frame: Frame) -> Directive:
    """What the declaration costs; the Western Allies declare war as one, others each for itself."""
    brps = price(world, frame.makers, frame.targets)
    western = [maker for maker in frame.makers if maker in MEMBERS[WESTERN_ALLIES]]
    payers = [maker for maker in frame.makers if maker not in western[1:]]
    facts = {f"attacked-in.{t}": world["turn"] for t in _new_twins(world, frame.targets)}
    for power in payers if brps else ():
        fact, last = f"declaration-brps.{power}", f"declared-in.{power}"
        before = world[fact] if world[last] == world["turn"] else 0
        facts |= {fact: before + brps, last: world["turn"]}
    return done(PAID.brings(world, facts) if facts else ())


PROVISIONS = Provisions("war price", steps=STEPS, moments={"declared": ("awaw.minors.war-price",)})
