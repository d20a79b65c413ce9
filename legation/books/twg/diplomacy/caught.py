"""Units caught in a country that has turned away from their nation: they must leave it, or attack it if they may."""

from __future__ import annotations

from itertools import product

from legation.books.twg.chart import Neutral
from legation.books.twg.diplomacy.affiliations import admits
from legation.books.twg.powers import ALL, TITLES
from legation.books.twg.vocabulary import occupied, place_name
from legation.books.twg.war.attacks import check_lawful
from legation.core.errors import Refused, Unknown
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.rules import Duty
from legation.core.turning import kept

__all__ = ["MUST_GO", "caught", "guests_of"]

MUST_GO = Duty("units that a country no longer suffers leave it, or attack it", "DG-AFF-18", again=True)


def caught(world: World, neutral: Neutral) -> list[str]:
    """What is laid upon the nations whose units a country, or a colony of it, does not suffer."""
    found = []
    for land, nation in product(_lands(neutral), ALL):
        try:
            if holds(occupied(land, nation), world) and not admits(world, nation, land) and MUST_GO.told(world):
                found.append(_told(world, nation, land))
        except Unknown:
            continue  # nobody knows yet; the rule will ask when it matters
    return found


@kept
def _lands(neutral: Neutral) -> tuple[str, ...]:
    return (*neutral.lands, *(colony.slug for colony in neutral.colonies))


@kept
def guests_of(neutral: Neutral) -> frozenset[str]:
    """Whatever tells that somebody's units are in the country or its colonies."""
    return frozenset(fact for land in _lands(neutral) for fact in occupied(land, ALL).reads())


def _told(world: World, nation: str, land: str) -> str:
    try:
        check_lawful(world, nation, land)
        attack = " or attack it"
    except Refused:
        attack = ""
    return f"the units of {TITLES[nation]} in {place_name(land)} must leave it{attack} in the next turn of their nation"
