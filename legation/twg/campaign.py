"""Whole campaigns for the simulator: the Diplomatic Phases, turn after turn, on a board that stands still."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from legation.core.campaign import Campaign
from legation.core.facts import Schema
from legation.core.machine import Frame
from legation.core.policies import FIRST, LAST, Policy, Wish
from legation.twg.money import land_value, land_won
from legation.twg.neutrals import neutrals
from legation.twg.powers import ALL, FRANCE, GERMANY, JAPAN, TITLES, UK, USA, USSR

__all__ = ["HISTORY", "POLICIES", "WON", "campaign"]

# family -> what is assumed of those of its facts that the set-up does not tell
BOARD = {"value": 4, "purse": 12, "threat": 0, "strength": 12}
ASSUMES = (
    "no unit of a player moves: no attack, no occupation; armor and paratroops would count 12",
    "each territory of the players is worth $4, every nation has $12 to promise, and no army threatens a neutral",
    "war status is as the scenario begins it, and full for all from turn 6",
)
NODS = {"twg.turn.board": True, "twg.turn.nations": "next"}

# Who had a country on his side, or courted it in earnest, between 1939 and 1945.
HISTORY: dict[str, tuple[str, ...]] = {
    "argentina": (GERMANY,),
    "belgium-holland": (UK, FRANCE),
    "bolivia": (USA,),
    "brazil": (USA,),
    "bulgaria": (GERMANY,),
    "central-america": (USA,),
    "chile": (USA,),
    "colombia": (USA,),
    "cuba": (USA,),
    "denmark": (UK,),
    "ecuador": (USA,),
    "finland": (GERMANY,),
    "greece": (UK,),
    "hungary": (GERMANY,),
    "iran": (UK, USSR),
    "iraq": (UK, GERMANY),
    "liberia": (USA,),
    "mexico": (USA,),
    "mongolia": (USSR,),
    "nepal": (UK,),
    "norway": (UK,),
    "panama": (USA,),
    "peru": (USA,),
    "poland": (UK, FRANCE),
    "portugal": (UK,),
    "romania": (GERMANY,),
    "saudi-arabia": (UK, USA),
    "spain": (GERMANY,),
    "sweden": (GERMANY,),
    "thailand": (JAPAN,),
    "turkey": (UK,),
    "yugoslavia": (UK,),
}

TRY_ALL = Wish("twg.influence.nation", FIRST)
SPEND = (
    Wish("twg.influence.money", "money"),
    Wish("twg.influence.open", LAST),
    Wish("twg.influence.announced", True),
    Wish("twg.influence.bid", LAST),
)
WANTED = Wish("twg.unrest.roll", True)

WON = {nation: land_won(nation) for nation in ALL}

POLICIES = {
    policy.name: policy
    for policy in (
        Policy("idle", "nobody tries anything: only unrest and conditions", nods=NODS),
        Policy("frugal", "every attempt that is open is made, without money", (TRY_ALL, WANTED), NODS),
        Policy("lavish", "every attempt, with all the money for and against it", (TRY_ALL, WANTED, *SPEND), NODS),
    )
}


def campaign(schema: Schema, told: Iterable[str], rounds: int) -> Campaign:
    """`told` are the facts that the set-up tells; of the board it tells some land values only."""
    told = frozenset(told)
    open_facts = {key: value for name, value in BOARD.items() for key in schema.by_name[name].keys()}  # noqa: SIM118
    given: dict[str, Any] = {key: value for key, value in open_facts.items() if key not in told}
    slugs, governed = [n.slug for n in neutrals()], set(schema.by_name["government"].keys())
    counts = {f"stance.{place}.{nation}": f"{place} towards {TITLES[nation]}" for place in slugs for nation in ALL}
    counts |= {f"government.{place}": f"government of {place}" for place in slugs if f"government.{place}" in governed}
    numbers = {f"land value of {TITLES[nation]}": land_value(nation) for nation in ALL}
    return Campaign((Frame("twg.turn"),), "twg.turn", rounds, given, NODS, counts, numbers, ASSUMES)
