"""A war that Germany counts on in a diplomatic roll before it has declared it: it is bound to declare it that turn."""

from __future__ import annotations

from collections.abc import Mapping

from legation.books.awaw.powers import AXIS, GERMANY, RUSSIA
from legation.books.awaw.vocabulary import PLEDGED_IN, at_war, surrendered
from legation.core.expr import any_of, holds, named, truth
from legation.core.facts import Change, World
from legation.core.rules import Limit, Rule, carry_out, sets

__all__ = ["DECLARED", "PLEDGED", "PLEDGES", "PLEDGE_QUESTION", "due", "forgotten", "given", "may_pledge"]

PLEDGE_QUESTION = "Will Germany declare war on Russia this turn? It counts for this roll, and it binds."
PLEDGES = "[counts|does not count] on a war with Russia that it declares this turn"


ONE_IS_OUT = any_of(surrendered(GERMANY), surrendered(RUSSIA))


def bound(country: str, cite: str) -> Limit:
    """The Axis turn may not end before the war is declared, while there can be one."""
    pledged = truth(f"war-pledge.{country}", "Germany [counted|did not count] on its war with Russia")
    can_be = ~named("[Germany or|neither Germany nor] Russia has surrendered", ONE_IS_OUT)
    return Limit("Germany must declare war on Russia this turn", cite, pledged & ~at_war(GERMANY, RUSSIA) & can_be)


PLEDGED: Mapping[str, Limit] = {
    "finland": bound("finland", "DT-FINLAND-E9"),
    "poland": bound("poland", "DT-POLAND-E1"),
}
GIVEN: Mapping[str, Rule] = {
    country: Rule(
        "Germany counts on its war with Russia",
        limit.cite,
        sets=(sets(f"war-pledge.{country}", True),),
        again=True,
    )
    for country, limit in PLEDGED.items()
}
KEPT = tuple(
    Rule(
        "a war that Germany counted on beforehand is declared in the same turn",
        cite,
        truth(f"war-pledge.{country}", "Germany [counted|did not count] on its war with Russia"),
        (sets(f"war-pledge.{country}", False),),
        again=True,
    )
    for country, cite in {"finland": "DT-FINLAND-M10", "poland": "DT-POLAND-M15"}.items()
)
DECLARED = (PLEDGED, GIVEN, KEPT)

_nothing_to_pledge = any_of(
    at_war(GERMANY, RUSSIA), ONE_IS_OUT, *(truth(f"war-pledge.{country}") for country in PLEDGED_IN)
)


def may_pledge(world: World, country: str, by: str) -> bool:
    """Whether Germany is asked: the Axis roll, and there is no such war or pledge yet."""
    return country in PLEDGED and by == AXIS and not holds(_nothing_to_pledge, world)


def due(world: World) -> Limit | None:
    """The pledge that keeps the Axis turn from ending, if there is one."""
    return next((limit for limit in PLEDGED.values() if limit.forbids(world)), None)


def forgotten(world: World) -> list[Change]:
    """Pledges that have been kept are of no more use."""
    return carry_out(KEPT, world)[1]


def given(world: World, country: str, pledge: bool) -> list[Change]:
    """Germany has said whether it counts on the war."""
    return carry_out((GIVEN[country],), world)[1] if pledge else []
