"""Whole campaigns for the simulator: diplomacy and tensions, turn after turn; on the board happens what the policy
reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from legation.books.awaw import war_that_was
from legation.books.awaw.diplomacy.phase import PASS
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.diplomacy.targets import takes_dps
from legation.books.awaw.gathering_storm import BEFORE_THE_WAR
from legation.books.awaw.powers import AXIS, DP_POWERS, NOBODY, POWERS, TARGETS, TITLES, faction_of
from legation.books.awaw.scores import HISTORY
from legation.books.awaw.tensions import HISTORICAL
from legation.books.awaw.tensions import TRACKS as TENSIONS
from legation.books.awaw.vocabulary import war_key
from legation.books.awaw.war_that_was import THE_WAR_THAT_WAS, WAR_BY_TENSION
from legation.core.campaign import Campaign
from legation.core.expr import Expr, largest, lift, number, smallest, sum_of, when_else
from legation.core.facts import Choice, Domain, Flag, Schema
from legation.core.machine import Frame
from legation.core.policies import FIRST, Policy, Wish
from legation.core.span import Span

__all__ = ["POLICIES", "campaign"]

START = (Frame("awaw.new-allotment"), Frame("awaw.minors.open"), Frame("awaw.tension.open"))
ROUND = "awaw.turn"

# family -> what is assumed of those of its facts that the set-up does not tell; of all others nothing, or no
BOARD = {"brp-total": 100, "brp-value": 10, "year-of-war": 1939, "war-start-turn": 1}
# What rules set before anybody looks: in a simulation a fact is known in all worlds or in none.
NOT_YET = {"effective-tension": 0, "rolled": "3-4", "award": NOBODY, "modifiers": 0}
ASSUMES = (
    "nothing moves on the board but as the policy says: no war, no place that changes hands; no unit stands abroad",
    "every power counts 100 BRPs a year, and a country whose value the set-up does not tell is worth 10 BRPs",
    "where an earlier game would tell how the war begins, it begins as in 1939, with all tensions at 0",
    "no covert operations, no subversion, no pledge of a war; the United States grant no BRPs and build no ships",
)
NODS = {
    "awaw.axis-declares": True,
    "awaw.allied-declares": True,
    "awaw.axis-plays": True,
    "awaw.allied-board": True,
    "awaw.operations": PASS,
    "awaw.subverting": PASS,
    "awaw.pledges": False,
    "awaw.covert": 0,
    "awaw.subversion": 0,
    "awaw.pledge": False,
    "awaw.tension.mobilize": 0,
    "awaw.tension.grant": 0,
}

WELCOME = 8  # countries that a power has in mind for its DPs, those of its history first


def wanted(power: str) -> list[str]:
    """Where a power would put DPs, the dearest first."""
    courted = [country for country in TABLES if power in HISTORY.get(country, ())]
    return [*courted, *(country for country in TABLES if country not in courted)][:WELCOME]


def division(power: str, each: int) -> Mapping[str, Expr]:
    """So many DPs for each country that takes them, in order, until none are left."""
    points, before = number(f"allotment.{power}"), lift(0)
    found: dict[str, Expr] = {}
    for country in wanted(power):
        takes = takes_dps(faction_of(power) or AXIS, country)
        left = points - each * before
        found[country] = when_else(takes, largest(lift(0), smallest(lift(each), left)), 0)
        before = sum_of(before, takes)
    return found


def placing(each: int) -> tuple[Wish, ...]:
    return tuple(Wish("awaw.place", division(power, each), seats=(power,)) for power in DP_POWERS)


TAKE_IT = Wish("awaw.choose", FIRST)
NAME_FIRST = Wish("awaw.name", FIRST)
POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "spread",
            "one DP for each country in mind, and every target that is open is named",
            (*placing(1), NAME_FIRST, TAKE_IT),
            NODS,
        ),
        Policy(
            "massed",
            "up to three DPs for each country in mind, and every target that is open is named",
            (*placing(3), NAME_FIRST, TAKE_IT),
            NODS,
        ),
        Policy("idle", "no DPs are placed: only what comes about by itself", (TAKE_IT,), NODS),
        Policy(
            "historical",
            "the war comes on its dates; one DP for each country in mind, and every target that is open is named",
            (*THE_WAR_THAT_WAS, *placing(1), NAME_FIRST, TAKE_IT),
            NODS,
            war_that_was.HISTORICAL,
        ),
        Policy(
            "tense",
            "the war in Europe comes on its dates until 1941; the rest comes as tensions let it",
            (*WAR_BY_TENSION, *placing(1), NAME_FIRST, TAKE_IT),
            NODS,
            war_that_was.TENSE,
        ),
    )
}


def _nothing(domain: Domain) -> Any:
    """What nothing on the board would be reported as."""
    if isinstance(domain, Flag):
        return False
    return domain.options[0] if isinstance(domain, Choice) else max(0, getattr(domain, "lo", 0))


def campaign(schema: Schema, told: Iterable[str], rounds: int) -> Campaign:
    """`told` are the facts that the set-up tells."""
    told = frozenset(told)
    given: dict[str, Any] = {}
    begun = {**HISTORICAL, **dict.fromkeys(BEFORE_THE_WAR, AXIS)}
    for key in schema.keys():  # noqa: SIM118 - not a dict
        family = schema.spec(key).family
        if family.name in NOT_YET:
            given[key] = NOT_YET[family.name]
        if key in told or family.told_by.closed or not isinstance(schema.fallback(key), Span):
            continue
        given[key] = begun.get(key, BOARD.get(family.name, _nothing(family.domain)))
    counts = {f"result.{country}": f"result for {TITLES[country]}" for country in TARGETS}
    counts |= {f"status.{country}": f"status of {TITLES[country]}" for country in TARGETS}
    counts |= {war_key(a, b): f"{TITLES[a]} and {TITLES[b]} at war" for a, b in combinations(POWERS, 2)}
    counts |= {track.fact: f"{track.title} level" for track in TENSIONS.values()}
    numbers = {f"DPs of {TITLES[power]}": number(f"allotment.{power}") for power in DP_POWERS}
    numbers |= {f"BRPs booked by {TITLES[power]}": number(f"booked.{power}") for power in POWERS}
    return Campaign(START, ROUND, rounds, given, NODS, counts, numbers, ASSUMES)
