"""The table of talks: general, outer islands, single islands, the revised edition and a house rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from legation.core.expr import all_of, largest, lift, per, when_else
from legation.core.facts import World
from legation.core.tables import Layer, Table, bands, extras, modifier, span, upfrom, upto
from tests.books.tern.vocabulary import (
    HERE,
    ISLANDS,
    LIGHT,
    NET,
    OBJECTION,
    SPENT,
    TURN,
    berths,
    envoys,
    ours,
    raided,
    ships,
    stance,
    sworn,
    theirs,
    unrest,
    warmth,
    weather,
)


@dataclass(frozen=True)
class Shift:
    """The island grows warmer or colder by so many steps."""

    by: int


OUR_ENVOYS = ours(lambda league: envoys(league, HERE), "our envoys on the island")
THEIR_ENVOYS = theirs(lambda league: envoys(league, HERE), "their envoys on the island")
OUR_SHIPS = ours(lambda league: ships(HERE, league), "our ships at the island")
THEIR_SHIPS = theirs(lambda league: ships(HERE, league), "their ships at the island")
OUR_WARMTH = ours(lambda league: warmth(HERE, league), "the warmth to us")
THEIR_WARMTH = theirs(lambda league: warmth(HERE, league), "the warmth to them")
FRIENDLY = ours(lambda league: stance(HERE, league, "friendly"), "the island is friendly to us")
THEIR_RAID = theirs(lambda league: raided(HERE, league), "the others raided the island")
NO_ISLAND = ours(lambda league: all_of(*(~sworn(i, league) for i in ISLANDS)), "no island is sworn to us")

TALKS = Table(
    "Talks",
    cite="T-TALKS",
    stages=("general", "inertial"),
    looks_back="inertial",
    modifiers=(
        modifier(OUR_ENVOYS, "our envoys", cite="T-M-OURS"),
        modifier(0 - THEIR_ENVOYS, "their envoys", cite="T-M-THEIRS"),
        modifier(per(2, SPENT), "gold", cite="T-M-GOLD"),
        modifier(-2, "a favour called in", OBJECTION, cite="T-M-FAVOUR"),
        modifier(+1, "already friendly", FRIENDLY, cite="T-M-FRIEND"),
        modifier(-1, "warmer to the others", OUR_WARMTH < THEIR_WARMTH, cite="T-M-RIVAL"),
        modifier(-1, "storm", weather("storm"), cite="T-M-STORM"),
        modifier(+1, "our ships in the bay", (OUR_SHIPS >= 2) & (OUR_SHIPS > THEIR_SHIPS), cite="T-M-SHIPS"),
        modifier(+2, "the others raided {Here}", THEIR_RAID, cite="T-M-RAID"),
        modifier(-1, "talks drag on", NET >= 3, cite="T-M-LAST", stage="inertial"),
    ),
    results=bands(
        upto(0, "an insult", Shift(-1), cite="T-R-INSULT"),
        span(1, 4, "nothing comes of it", cite="T-R-NOTHING"),
        span(5, 7, "warmer", Shift(+1), cite="T-R-WARMER"),
        upfrom(8, "an oath in sight", Shift(+2), cite="T-R-OATH"),
    ),
)
OUTER = TALKS.country(
    "the outer islands",
    here="",
    cite="T-OUTER",
    modifiers=(
        modifier(+1, "the lighthouse is lit", LIGHT, cite="T-M-OUTER-LIGHT"),
        modifier(per(3, berths(HERE), up=True), "a large harbour", cite="T-M-OUTER-PORT"),
    ),
)
AUK = OUTER.country(
    "Auk",
    here="auk",
    cite="T-AUK",
    basic=modifier(-2, "a proud island", cite="T-AUK-BASIC"),
    modifiers=(modifier(+1, "late in the year", TURN >= 3, cite="T-AUK-LATE"),),
    supplements=extras(span(3, 4, "gossip", cite="T-AUK-GOSSIP")),
)
BRANT = OUTER.country("Brant", here="brant", cite="T-BRANT", basic=modifier(0, "Brant itself", cite="T-BRANT-BASIC"))
CRAKE = TALKS.country("Crake", here="crake", cite="T-CRAKE", basic=modifier(+1, "easy ears", cite="T-CRAKE-BASIC"))

REVISED = Layer(
    "revised edition",
    rank=1,
    adds=(modifier(0 - largest(unrest(HERE) - 2, lift(0)), "unrest", cite="T-M-REVISED"),),
    replaces={
        "T-M-STORM": modifier(
            when_else(weather("storm"), -2, -1), "rough weather", weather("squall", "storm"), cite="T-M-STORM-R"
        )
    },
)
KIND = Layer("house rule", rank=2, adds=(modifier(+1, "kindness to the weak", NO_ISLAND, cite="T-M-HOUSE"),))

BASIC = {table.here: table for table in (AUK, BRANT, CRAKE)}


@cache
def talks(island: str, edition: str, kind: str) -> Table:
    """The table of an island under the options of a game."""
    layers = (*((REVISED,) if edition == "revised" else ()), *((KIND,) if kind == "yes" else ()))
    return BASIC[island].with_layers(*layers)


def table_for(world: World, island: str) -> Table:
    return talks(island, world["option.edition"], world["option.kind"])
