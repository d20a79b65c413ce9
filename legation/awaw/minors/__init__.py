"""Minor countries, rules 82 to 89: one module per topic, gathered here for the book.

A topic module has any of `STEPS`, `EVENTS`, `PROCEDURES`, `DECLARED`, `ACTIONS` (may it?), `ROOMS` (how many more?),
`TOPICS` (what is to be remembered), `CLAUSES` and `SAYINGS` (what it adds to actions and topics of others), `HEEDS`
(what follows from deeds), `FAMILIES` and `WORDS` (facts of its own), `MOMENTS` (steps for moments of the turn), and the
functions `reminders` (what the table is told before a player turn) and `of_its_own` (what it adds to a dossier).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

from legation.awaw.brps import accounts, captures, colonies, payments, worth
from legation.awaw.brps.accounts import account
from legation.awaw.minors import (
    activation,
    alliance,
    ally_construction,
    ally_units,
    asia,
    associate_units,
    associates,
    association,
    commonwealth,
    communist_china,
    conquest,
    control,
    deployment,
    dutch_east_indies,
    entry,
    ethiopia,
    forces,
    iraq,
    ireland,
    iron_ore,
    news,
    persia,
    philippines,
    profiles,
    reductions,
    scandinavia,
    standing,
    suez,
    surrender,
    survival,
    thailand,
    unrest,
    western_europe,
    yugoslavia,
)
from legation.awaw.minors.facts import FAMILIES as SHARED
from legation.awaw.minors.facts import SITES
from legation.awaw.minors.facts import WORDS as SHARED_WORDS
from legation.awaw.minors.inquiry import PARAMETERS, Action, Desk, Topic
from legation.awaw.minors.lands import LAND, defaults
from legation.awaw.minors.moments import moments
from legation.awaw.minors.standing import explain
from legation.core.abilities import Remark
from legation.core.book import Procedure
from legation.core.facts import World

__all__ = [
    "DECLARED",
    "DESK",
    "EVENTS",
    "FAMILIES",
    "HEEDS",
    "PROCEDURES",
    "SITES",
    "STEPS",
    "WORDS",
    "account",
    "defaults",
    "explain",
    "key_places",
    "of_its_own",
    "profile",
    "reminders",
]

MODULES: tuple[ModuleType, ...] = (
    conquest,
    worth,
    colonies,
    captures,
    payments,
    accounts,
    survival,
    standing,
    control,
    deployment,
    forces,
    yugoslavia,
    reductions,
    activation,
    surrender,
    association,
    asia,
    associates,
    associate_units,
    alliance,
    ally_units,
    ally_construction,
    communist_china,
    scandinavia,
    iron_ore,
    entry,
    profiles,
    western_europe,
    ireland,
    suez,
    ethiopia,
    iraq,
    persia,
    unrest,
    dutch_east_indies,
    philippines,
    thailand,
    commonwealth,
    news,
)


def _all(name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in MODULES:
        for key, value in getattr(module, name, {}).items():
            assert key not in found, f"two topics call something {key!r}"
            found[key] = value
    return found


def _actions() -> dict[str, Action]:
    """Questions of one topic, with the clauses that others put before its own."""
    found: dict[str, Action] = _all("ACTIONS")
    for module in MODULES:
        for name, first in getattr(module, "CLAUSES", {}).items():
            found[name] = replace(found[name], clauses=(*first, *found[name].clauses))
    return found


def _topics() -> dict[str, Topic]:
    """What one topic tells, with what others add to it."""
    found: dict[str, Topic] = _all("TOPICS")
    for module in MODULES:
        for name, more in getattr(module, "SAYINGS", {}).items():
            found[name] = replace(found[name], sayings=(*found[name].sayings, *more))
    return found


FAMILIES = (*SHARED, *(family for module in MODULES for family in getattr(module, "FAMILIES", ())))
WORDS = {**SHARED_WORDS, **_all("WORDS")}
# What the table is reminded of unasked, by how a country stands and by what is peculiar to it.
REMEMBERED = {
    "neutral": ("entry", "result-brps", "reversal"),
    "colony": ("entry", "colony"),
    "commonwealth": ("entry",),
    "independent": ("independent",),
    "hex-control": ("hex-control", "result-brps", "reversal"),
    "associate": ("associate", "assistance", "reversal"),
    "ally": ("ally", "assistance", "reversal"),
    "conquered": ("conquest",),
    "communist-china": ("communist-china",),
    "dutch-east-indies": ("indies-hexes",),
    "egypt": ("suez-canal",),
    "thailand": ("thailand",),
}
DESK = Desk(_actions(), _all("ROOMS"), _topics(), REMEMBERED)
STEPS = (*(module.STEPS for module in MODULES if hasattr(module, "STEPS")), DESK.steps(), moments(MODULES))
EVENTS = _all("EVENTS")
HEEDS = tuple(rule for module in MODULES for rule in getattr(module, "HEEDS", ()))
PROCEDURES = {
    **_all("PROCEDURES"),
    "may": Procedure("awaw.may", "May this be done?", {"act": "what", **PARAMETERS}),
    "room": Procedure("awaw.room", "How many more?", {"of": "what", **PARAMETERS}),
    "tell": Procedure("awaw.tell", "What is to be remembered?", {"about": "what", **PARAMETERS}),
}
DECLARED = {
    module.__name__.rsplit(".", 1)[1]: tuple(
        getattr(module, part, ()) for part in ("DECLARED", "ACTIONS", "CLAUSES", "ROOMS", "TOPICS", "SAYINGS")
    )
    for module in MODULES
}


def profile(world: World, land: str) -> list[Remark]:
    """What the land is: a line each, with its rule."""
    return profiles.profile(world, land, DESK.topics["profile"])


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What the rules on minor countries add to a dossier."""
    found: dict[str, object] = {}
    for module in MODULES:
        if hasattr(module, "of_its_own"):
            found |= module.of_its_own(world, land)
    return found


def key_places(land: str) -> tuple[str, ...]:
    """The capital of a land, or the places that conquer it."""
    return LAND[land].keys if land in LAND else ()


def reminders(world: World, half: str) -> Iterator[str]:
    """What the table is told before a player turn, topic by topic."""
    for module in MODULES:
        if hasattr(module, "reminders"):
            yield from module.reminders(world, half)
