"""The rules on minor countries, 82 to 89, in the order in which they are looked at, put together for the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from legation.books.awaw.brps import accounts, captures, colonies, payments, worth
from legation.books.awaw.countries.arabia import ARABIA
from legation.books.awaw.countries.communist_china import COMMUNIST_CHINA
from legation.books.awaw.countries.denmark import DENMARK
from legation.books.awaw.countries.dutch_east_indies import DUTCH_EAST_INDIES
from legation.books.awaw.countries.egypt import EGYPT
from legation.books.awaw.countries.ethiopia import ETHIOPIA
from legation.books.awaw.countries.finland import FINLAND
from legation.books.awaw.countries.iraq import IRAQ
from legation.books.awaw.countries.norway import NORWAY
from legation.books.awaw.countries.persia import PERSIA
from legation.books.awaw.countries.philippines import PHILIPPINES
from legation.books.awaw.countries.portugal import PORTUGAL
from legation.books.awaw.countries.sweden import SWEDEN
from legation.books.awaw.countries.thailand import THAILAND
from legation.books.awaw.diplomacy.tables import COURTED
from legation.books.awaw.groups import scandinavia
from legation.books.awaw.minors import (
    activation,
    alliance,
    ally_construction,
    ally_units,
    associate_units,
    associates,
    association,
    attacks,
    commonwealth,
    conquest,
    control,
    deployment,
    entry,
    first_conquest,
    forces,
    lands,
    news,
    only_in_war,
    partners,
    profiles,
    reductions,
    spoils,
    standing,
    surrender,
    survival,
    unrest,
    war_price,
)
from legation.books.awaw.minors.inquiry import PARAMETERS, Action, Inquirer, Topic
from legation.books.awaw.minors.moments import moments
from legation.books.awaw.minors.schema import FAMILIES as SHARED
from legation.books.awaw.minors.schema import WORDS as SHARED_WORDS
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.war import endings
from legation.core.abilities import Remark
from legation.core.book import Procedure
from legation.core.facts import World

__all__ = [
    "CONTENTS",
    "DECLARED",
    "DESK",
    "EVENTS",
    "FAMILIES",
    "HEEDS",
    "OPTIONS",
    "PROCEDURES",
    "STEPS",
    "WORDS",
    "defaults",
    "of_its_own",
    "profile",
    "reminders",
]

BRPS = (
    Provisions("worth", declared=worth.DECLARED),
    Provisions("colonies", declared=colonies.DECLARED, topics=colonies.TOPICS),
    Provisions("captures", declared=captures.DECLARED, heeds=captures.HEEDS),
    Provisions("payments", steps=payments.STEPS, procedures=payments.PROCEDURES, heeds=payments.HEEDS),
    Provisions("accounts", declared=accounts.DECLARED, topics=accounts.TOPICS, reminders=accounts.reminders),
)
SURVIVAL = Provisions(
    "survival",
    steps=survival.STEPS,
    procedures=survival.PROCEDURES,
    declared=survival.DECLARED,
    topics=survival.TOPICS,
    heeds=survival.HEEDS,
)
SURRENDER = Provisions(
    "surrender",
    steps=surrender.STEPS,
    declared=surrender.DECLARED,
    heeds=surrender.HEEDS,
    options=surrender.OPTIONS,
    moments=surrender.MOMENTS,
    reminders=surrender.reminders,
)
ASSOCIATION = Provisions(
    "association",
    steps=association.STEPS,
    declared=association.DECLARED,
    topics=association.TOPICS,
    heeds=association.HEEDS,
    moments=association.MOMENTS,
    reminders=association.reminders,
    dossier=association.of_its_own,
)

NORTHERN = (FINLAND, NORWAY, SWEDEN)  # rule 86 comes before 87
CONTENTS: tuple[Provisions, ...] = (
    Provisions("endings", declared=(endings.STAYS_SO,)),
    only_in_war.PROVISIONS,
    conquest.PROVISIONS,
    partners.PROVISIONS,
    spoils.PROVISIONS,
    first_conquest.PROVISIONS,
    *BRPS,
    SURVIVAL,
    standing.PROVISIONS,
    control.PROVISIONS,
    attacks.PROVISIONS,
    deployment.PROVISIONS,
    forces.PROVISIONS,
    activation.PROVISIONS,
    SURRENDER,
    reductions.PROVISIONS,  # who has the capital is known by then
    ASSOCIATION,
    PHILIPPINES,
    THAILAND,
    DUTCH_EAST_INDIES,
    associates.PROVISIONS,
    associate_units.PROVISIONS,
    alliance.PROVISIONS,
    ally_units.PROVISIONS,
    ally_construction.PROVISIONS,
    COMMUNIST_CHINA,
    war_price.PROVISIONS,
    DENMARK,
    *NORTHERN,
    scandinavia.PROVISIONS,
    entry.PROVISIONS,
    profiles.PROVISIONS,
    PORTUGAL,
    *(country for country in COURTED if country not in NORTHERN),
    ARABIA,
    EGYPT,
    ETHIOPIA,
    IRAQ,
    PERSIA,
    unrest.PROVISIONS,
    commonwealth.PROVISIONS,
    news.PROVISIONS,
)
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

Of = TypeVar("Of")


def _all(named: Callable[[Provisions], Mapping[str, Of]]) -> dict[str, Of]:
    """What all provide under their names, each name once."""
    found: dict[str, Of] = {}
    for provisions in CONTENTS:
        for key, value in named(provisions).items():
            assert key not in found, f"two topics call something {key!r}"
            found[key] = value
    return found


def _actions() -> dict[str, Action]:
    """Questions of one topic, with the clauses that others put before its own."""
    found = _all(lambda one: one.actions)
    for provisions in CONTENTS:
        for name, first in provisions.clauses.items():
            found[name] = replace(found[name], clauses=(*first, *found[name].clauses))
    return found


def _topics() -> dict[str, Topic]:
    """What one topic tells, with what others add to it."""
    found = _all(lambda one: one.topics)
    for provisions in CONTENTS:
        for name, more in provisions.sayings.items():
            found[name] = replace(found[name], sayings=(*found[name].sayings, *more))
    return found


FAMILIES = (*SHARED, *(family for provisions in CONTENTS for family in provisions.families))
WORDS = {**SHARED_WORDS, **_all(lambda one: one.words)}
DESK = Inquirer(_actions(), _all(lambda one: one.rooms), _topics(), REMEMBERED)
STEPS = (*(provisions.steps for provisions in CONTENTS), DESK.steps(), moments(CONTENTS))
EVENTS = _all(lambda one: one.events)
HEEDS = tuple(rule for provisions in CONTENTS for rule in provisions.heeds)
OPTIONS = tuple(option for provisions in CONTENTS for option in provisions.options)
PROCEDURES = {
    **_all(lambda one: one.procedures),
    "may": Procedure("awaw.may", "May this be done?", {"act": "what", **PARAMETERS}),
    "room": Procedure("awaw.room", "How many more?", {"of": "what", **PARAMETERS}),
    "tell": Procedure("awaw.tell", "What is to be remembered?", {"about": "what", **PARAMETERS}),
}
DECLARED = {provisions.heading: provisions.declarations for provisions in CONTENTS}


def defaults(edition: str) -> dict[str, object]:
    """How lands stand before anything is reported."""
    found: dict[str, object] = lands.defaults(edition)
    for provisions in CONTENTS:
        if provisions.starts:
            found |= provisions.starts(edition)
    return found


def profile(world: World, land: str) -> list[Remark]:
    """What the land is: a line each, with its rule."""
    return profiles.profile(world, land, DESK.topics["profile"])


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What the rules on minor countries add to a dossier."""
    found: dict[str, object] = {}
    for provisions in CONTENTS:
        if provisions.dossier:
            found |= provisions.dossier(world, land)
    return found


def reminders(world: World, half: str) -> Iterator[str]:
    """What the table is told before a player turn, topic by topic."""
    for provisions in CONTENTS:
        if provisions.reminders:
            yield from provisions.reminders(world, half)
