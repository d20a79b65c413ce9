"""The rules of Tern outside the table of talks, each under its id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeVar

from legation.core.expr import all_of, any_of, bound, count, lift, smallest, sum_of
from legation.core.facts import Change, World
from legation.core.rules import Copy, Datum, Definition, Limit, Rule, bespoke, sets
from legation.core.sweeps import Whenever
from tests.books.tern.vocabulary import (
    HERE,
    ISLANDS,
    LEAGUES,
    OBJECTION,
    THEM,
    TURN,
    US,
    berths,
    gold,
    ships,
    slots,
    stance,
    sworn,
    unrest,
    weather,
)

R = TypeVar("R", Limit, Rule)

TURNS = Datum("the last turn", "T-TURN", 4)
NEED = Definition("the keeper of the chart is asked", "T-NEED")
START = Datum("the gold at the outset", "T-START", 3)
ENVOYS = Datum("envoys that a league may send", "T-ENVOY", 2)
BID = Datum("the most that a league may bid", "T-BID", 2)
COURT = Definition("an island to court", "T-COURT")
SPEND = Datum("the most that a courtship may cost", "T-SPEND", 4)
RAID = Definition("a raid", "T-ATTACK")

CLOCK = Rule("the next turn", "T-TURN", sets=(sets("turn", TURN + 1),), again=True)
BID_TIE = Rule("equal bids are decided by custom", "T-BID-TIE", sets=(sets("first", Copy("option.bid_tie")),))
FAVOUR = Rule("a favour called in", "T-FAVOUR", sets=(sets("objection", True), sets(f"favour.{THEM}", False)))
NO_FAVOUR = Rule("no favour is called in", "T-FAVOUR", OBJECTION, (sets("objection", False),), again=True)


def highest_bid(bids: Mapping[str, int]) -> Rule:
    """The higher bid courts first."""
    return Rule(BID.label, BID.cite, sets=(sets("first", max(LEAGUES, key=lambda who: bids[who])),))


def paid(league: str, price: int, of: Datum) -> Rule:
    """A league pays a bid, or for a courtship."""
    return Rule(of.label, of.cite, sets=(sets(f"gold.{league}", gold(league) - price),))


@bespoke("T-ENVOY-SHOWN")
def shown(world: World, island: str) -> list[str]:
    """Envoys are shown on a courted island."""
    return [f"envoys.{who}.{island}" for who in LEAGUES]


NEW_TURN = Rule("a new turn", "T-CLEAR", sets=tuple(sets(f"raided.{i}", "nobody") for i in ISLANDS))

INCOME = Rule(
    "income",
    "T-INCOME",
    sets=tuple(
        sets(f"gold.{who}", smallest(gold(who) + 2 + count(*(sworn(i, who) for i in ISLANDS)), lift(12)))
        for who in LEAGUES
    ),
)

# Who may be courted.  The slots are filled with an island and the league that courts.
COURT_LIMITS = (
    Limit("{Here} is sworn already", "T-COURT-SWORN", any_of(sworn(HERE, US), sworn(HERE, THEM))),
    Limit("{Here} is hostile to {Us}", "T-COURT-HOSTILE", stance(HERE, US, "hostile")),
    Limit("{Here} has no harbour in this storm", "T-COURT-HARBOUR", weather("storm") & (berths(HERE) < 1)),
)

RISING = Rule(
    "{Here} rises",
    "T-UNREST",
    sets=(*(sets(f"stance.{HERE}.{who}", "cool") for who in LEAGUES), sets(f"unrest.{HERE}", 0)),
)
QUIET = Limit("ships keep {Here} quiet", "T-UNREST-SHIPS", sum_of(*(ships(HERE, who) for who in LEAGUES)) >= 3)

OWN_ISLAND = Limit("{Here} is sworn to {Us}", "T-ATTACK-OWN", sworn(HERE, US))
RAIDED = Rule(
    "{Here} turns on {Us}",
    "T-ATTACK-HOSTILE",
    sets=(
        sets(f"stance.{HERE}.{US}", "hostile"),
        sets(f"raided.{HERE}", US),
        sets(f"unrest.{HERE}", smallest(unrest(HERE) + 2, lift(9))),
    ),
)

# These hold at every moment, for every island and both leagues.
WHENEVER = (
    Rule(
        "{Here} seeks shelter with {Us}",
        "T-WHEN-RESCUE",
        when=stance(HERE, THEM, "hostile") & stance(HERE, US, "friendly"),
        sets=(sets(f"stance.{HERE}.{US}", "sworn"),),
    ),
    Rule(
        "{Here} keeps its oath to {Us}",
        "T-WHEN-TORN",
        when=sworn(HERE, US) & stance(HERE, THEM, "friendly", "sworn"),
        sets=(sets(f"stance.{HERE}.{THEM}", "cool"),),
    ),
)


@cache
def here(rule: R, island: str, league: str) -> R:
    """A declaration with its slots filled."""
    filled: R = bound(rule, **slots(island, league))
    return filled


@cache
def whenever() -> Whenever:
    return Whenever(here(rule, island, league) for rule in WHENEVER for island in ISLANDS for league in LEAGUES)


ALL = Rule(
    "all islands are sworn to {Us}",
    "T-END-ALL",
    when=all_of(*(sworn(i, US) for i in ISLANDS)),
    sets=(sets("winner", US),),
)


@bespoke("T-END", reads=[*(sworn(i, who) for i in ISLANDS for who in LEAGUES), *(gold(who) for who in LEAGUES)])
def the_end(world: World) -> Iterator[Change]:
    """More islands, then more gold, then nobody."""
    held = {who: (sum(world[f"stance.{i}.{who}"] == "sworn" for i in ISLANDS), world[f"gold.{who}"]) for who in LEAGUES}
    best = max(held.values())
    leaders = [who for who in LEAGUES if held[who] == best]
    yield Change("winner", world.get("winner"), leaders[0] if len(leaders) == 1 else "nobody", "T-END")


EVERYTHING = (
    TURNS, NEED, START, ENVOYS, shown, BID, BID_TIE, COURT, SPEND, FAVOUR, NO_FAVOUR, RAID,
    CLOCK, NEW_TURN, INCOME, COURT_LIMITS, RISING, QUIET, OWN_ISLAND, RAIDED, WHENEVER, ALL, the_end,
)  # fmt: skip
