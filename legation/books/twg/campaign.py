"""Whole campaigns for the simulator, turn after turn: with the Guide alone the Diplomatic Phases; with the 1939 rules
also Military Commerce, declarations of war and income.  On the board happens what the policy reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legation.books.twg.charts import neutrals
from legation.books.twg.money.commerce import IN_ORDER
from legation.books.twg.money.influence_money import land_value, land_won
from legation.books.twg.powers import ALL, ALLIES, FRANCE, GERMANY, JAPAN, TITLES, UK, USA, USSR
from legation.books.twg.war_that_was import HISTORICAL, THE_WAR_THAT_WAS
from legation.core.campaign import Campaign
from legation.core.expr import number
from legation.core.facts import Schema
from legation.core.machine import Frame
from legation.core.policies import FIRST, LAST, Policy, Wish

__all__ = ["HISTORY", "POLICIES", "WON", "campaign"]

# family -> what is assumed of those of its facts that the set-up does not tell
BOARD = {"value": 4, "purse": 12, "threat": 0, "strength": 12, "french-ships": 0}
ASSUMES = (
    "no unit of a player moves: no attack, no occupation but those of the policy; armor and paratroops would count 12",
    "each territory of the players is worth $4, and no army threatens a neutral",
)
BY_THE_GUIDE = (
    "every nation has $12 to promise",
    "war status is as the scenario begins it and as the policy reports it, and full for all from turn 6",
)
BY_THE_RULES = (
    "of Military Commerce all dice are rolled, and up to two that show 6 or less are rolled again",
    "whatever money is left at the end of a nation's turn is spent on units; nobody gives Lend/Lease",
    "there are no French ships, no ship is attacked, and no Soviet force threatens Japan",
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
WANTED = (Wish("twg.unrest.roll", True), Wish("twg.war.rolls", True))
DEAL = tuple(Wish("twg.commerce.deal", deal) for deal in ("roll all", "roll", *(f"again {n}" for n in range(1, 7))))

WON = {nation: land_won(nation) for nation in ALL}

POLICIES = {
    policy.name: policy
    for policy in (
        Policy("frugal", "every attempt that is open is made, without money", (TRY_ALL, *WANTED, *DEAL), NODS),
        Policy("idle", "nobody tries anything: only unrest and conditions", DEAL, NODS),
        Policy(
            "lavish",
            "every attempt, with all the money for and against it",
            (TRY_ALL, *WANTED, *SPEND, *DEAL),
            NODS,
        ),
        Policy(
            "historical",
            "the attacks of the war come on their dates; every attempt is made, without money",
            (*THE_WAR_THAT_WAS, TRY_ALL, *WANTED, *DEAL),
            NODS,
            HISTORICAL,
        ),
    )
}


def campaign(schema: Schema, told: Iterable[str], rounds: int, options: Mapping[str, str]) -> Campaign:
    """`told` are the facts that the set-up tells; of the board it tells some land values only."""
    told = frozenset(told)
    open_facts = {key: value for name, value in BOARD.items() for key in schema.by_name[name].keys()}  # noqa: SIM118
    given: dict[str, Any] = {key: value for key, value in open_facts.items() if key not in told}
    names, governed = {n.slug: n.name for n in neutrals()}, set(schema.by_name["government"].keys())
    counts = {f"stance.{p}.{nation}": f"{name} towards {TITLES[nation]}" for p, name in names.items() for nation in ALL}
    counts |= {f"government.{p}": f"government of {name}" for p, name in names.items() if f"government.{p}" in governed}
    counts |= {f"war-status.{nation}": f"war status of {TITLES[nation]}" for nation in ALLIES}
    numbers = {f"land value of {TITLES[nation]}": land_value(nation) for nation in ALL}
    with_1939 = options.get("rules-1939") == "yes"
    if with_1939:
        numbers |= {f"land income of {TITLES[nation]}": number(f"collected.{nation}") for nation in ALL}
        numbers |= {f"Military Commerce of {TITLES[nation]}": number(f"commerce.{nation}") for nation in IN_ORDER.of}
    assumes = (*ASSUMES, *(BY_THE_RULES if with_1939 else BY_THE_GUIDE))
    return Campaign((Frame("twg.turn"),), "twg.turn", rounds, given, NODS, counts, numbers, assumes)
