"""Rules 83.5 and 83.6: who gets what several have conquered together, and who keeps it."""

from __future__ import annotations

from collections.abc import Mapping

from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.vocabulary import (
    actor_holds,
    faction,
    with_means,
)
from legation.books.awaw.powers import (
    AXIS,
    GERMANY,
    ITALY,
    MEMBERS,
    NOBODY,
    WESTERN_ALLIES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.reports import ONE_POWER
from legation.core.facts import World
from legation.core.rules import Datum, Limit, Order, Permit, bespoke
from legation.core.wording import Each, Either, Number, Phrase

__all__ = ["HELP", "NO_TRANSFER", "ONE_TAKES_ALL", "PROVISIONS", "SENIORITY", "partners", "taker"]

# -- 83.5 who gets it
QUALIFIES = Permit(
    "BRPs for the attack, or attrition, in the turn of conquest", "83.52", with_means("offensive", "attrition")
)
ANY_BRP = Datum("however few the BRPs, they count", "83.53", 1)
DOES_NOT_COUNT = (
    Limit("counterair to clear the way for supply at sea does not count", "83.54A", with_means("counterair")),
    Limit("attacks outside the country do not count", "83.54B", with_means("outside")),
    Limit("a grant of BRPs does not count", "83.54C", with_means("grant")),
)
ONE_TAKES_ALL = "83.51"
SENIORITY = {
    AXIS: Order("Germany is senior to Italy", "83.51A", (GERMANY, ITALY)),
    WESTERN_ALLIES: Order("the United States, then Britain, then France", "83.51B", MEMBERS[WESTERN_ALLIES]),
}


def _took_part(world: World, means: str | int) -> bool:
    """Whether what a power did for a conquest counts; of BRPs spent on it, how many."""
    if isinstance(means, int):
        means = "offensive" if means >= ANY_BRP.value else NOBODY
    look = world.scoped(means=means)
    return not any(limit.forbids(look) for limit in DOES_NOT_COUNT) and QUALIFIES.allows(look)


@bespoke(ONE_TAKES_ALL, reads=[with_means("offensive", "attrition")])
def partners(world: World, by: str, helped: Mapping[str, str | int]) -> list[str]:
    """Of allies that conquer together the senior partner gets everything."""
    return [power for power, means in helped.items() if _took_part(world, means) and faction(power) == faction(by)]


def taker(by: str, beside: list[str]) -> str:
    """The power that gets the land: the most senior one that really took part."""
    order = SENIORITY.get(faction(by))
    return str(order.sorted([by, *beside])[0]) if order else by


# -- 83.6 who keeps it
NO_TRANSFER = Limit(
    "what a power has conquered it cannot hand to an ally",
    "83.61",
    actor_holds(),
)
ACTIONS = {
    "hand-over": Action(
        "may a power hand a country to an ally?", (NO_TRANSFER,), True, NO_TRANSFER.cite, "it has nothing to hand over"
    )
}

# -- words
MEANS = Phrase(
    {
        "offensive": "an offensive",
        "attrition": "attrition",
        "counterair": "counterair",
        "outside": "an attack outside the country",
        "grant": "a grant",
    }
)
HELP = Each(
    ("{power} by {means}", "{power} with {means}"),
    "power",
    {
        "power": ONE_POWER,
        "means": Either((MEANS, Number(noun="BRPs")), choose=lambda means: int(isinstance(means, int))),
    },
)

PROVISIONS = Provisions(
    "partners",
    declared=(QUALIFIES, ANY_BRP, DOES_NOT_COUNT, partners, SENIORITY),
    actions=ACTIONS,
)
