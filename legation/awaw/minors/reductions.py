"""Rules 85.491 to 85.493: lost land lowers what a country is worth, for good."""

from __future__ import annotations

from legation.awaw.brps.worth import book, share, worth
from legation.awaw.minors.facts import VICHY_COLONIES
from legation.awaw.minors.words import holder_is
from legation.awaw.powers import NOBODY, RUSSIA, WESTERN_ALLIES
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import control_is, policy
from legation.core.expr import Expr, any_of, choice, count, largest, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Rule, carry_out, sets

__all__ = ["PROVISIONS"]

STEPS = Steps()
LOSS = 5  # BRPs a year, for each


def _taken(land: str) -> Expr:
    """All of a land is or was in Russian hands."""
    return holder_is(RUSSIA, country=land) | choice(f"conqueror.{land}", RUSSIA)


def _lost(country: str) -> Expr:
    return number(f"value-lost.{country}", "BRPs that it has lost for good")


def _gone(colony: str) -> Expr:
    """A Vichy colony is Free French, or conquered by the Allies."""
    free = truth(f"free-french.{colony}", "it is[ not] Free French") | policy("vichy-colonies-free-french")
    return free | choice(f"conqueror.{colony}", WESTERN_ALLIES, RUSSIA)


BESSARABIA = Rule(
    "Rumania is worth 5 BRPs less once Russia has had all of Bessarabia",
    "85.491",
    when=_taken("bessarabia") | control_is("bessarabia", RUSSIA),
    sets=(sets("value-lost.rumania", LOSS),),
    again=True,
)
BORDER = Rule(
    "Finland is worth 5 BRPs less once Russia has had all border hexes",
    "85.492",
    when=_taken("finnish-border-hexes"),
    sets=(sets("value-lost.finland", LOSS),),
    again=True,
)
COLONIES = Rule(
    "Vichy France is worth 5 BRPs less for each colony that the Allies have",
    "85.493",
    when=any_of(*map(_gone, VICHY_COLONIES)),
    sets=(sets("value-lost.vichy-france", largest(_lost("vichy-france"), count(*map(_gone, VICHY_COLONIES)) * LOSS)),),
    again=True,
)
LOSERS = {
    "rumania": (BESSARABIA, "bessarabia"),
    "finland": (BORDER, "finnish-border-hexes"),
    "vichy-france": (COLONIES, ""),
}


@STEPS.step("awaw.minors.revalued")
def revalued(world: World, frame: Frame) -> Directive:
    """A country that has lost land yields less to whoever draws its BRPs."""
    changes: list[Change] = []
    for country, (rule, land) in LOSERS.items():
        world, found = carry_out([rule], world)
        changes += found
        if found:
            more = _fewer(world, country, land, Rule(rule.label, rule.cite, again=True))
            world = world.with_changes(more, world.now)
            changes += more
    return done(changes)


def _fewer(world: World, country: str, land: str, rule: Rule) -> list[Change]:
    """Its friend loses the difference: of a land that can be won back, only after its next combat phase."""
    drawer, brps = world[f"beneficiary.{country}"], world[f"brp-grant.{country}"]
    if drawer == NOBODY or not brps:
        return []
    left = min(brps, worth(world, country))
    if left == brps:
        return []
    changes = rule.brings(world, {f"brp-grant.{country}": left})
    if land and drawer != RUSSIA and world[f"grace.{land}"] == NOBODY and world[f"beneficiary.{land}"] == NOBODY:
        return [*changes, *rule.brings(world, {f"grace.{land}": drawer, f"grace-brps.{land}": brps - left})]
    return [*changes, *book(world, rule, drawer, -share(world, brps - left))]


_REVALUED = ("awaw.minors.revalued",)
MOMENTS = {"taken": _REVALUED, "settled": _REVALUED, "turn-begins": _REVALUED}

PROVISIONS = Provisions(
    "reductions",
    steps=STEPS,
    declared=(BESSARABIA, BORDER, COLONIES),
    moments=MOMENTS,
)
