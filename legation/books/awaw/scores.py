"""How the powers stand, what a point of theirs is worth, and who had whom in the war that was."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from legation.books.awaw.brps.accounts import account
from legation.books.awaw.calendar import quarters_left
from legation.books.awaw.diplomacy.phase import look
from legation.books.awaw.diplomacy.results import favours, key_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.diplomacy.targets import closed, used_up
from legation.books.awaw.here import at
from legation.books.awaw.powers import (
    BRITAIN,
    DP_POWERS,
    FRANCE,
    GERMANY,
    ITALY,
    POWERS,
    RUSSIA,
    SEATS,
    USA,
    faction_of,
    side_of,
)
from legation.core.abilities import Prospect
from legation.core.errors import Unknown
from legation.core.facts import World

__all__ = ["HISTORY", "PROSPECT", "prospect", "rationed", "score", "success"]

# Who had a country on his side, or courted it in earnest, between 1939 and 1945.
HISTORY: dict[str, tuple[str, ...]] = {
    "belgium-luxembourg": (BRITAIN, FRANCE),
    "bulgaria": (GERMANY,),
    "finland": (GERMANY,),
    "greece": (BRITAIN,),
    "hungary": (GERMANY, ITALY),
    "ireland": (BRITAIN,),
    "norway": (BRITAIN,),
    "rumania": (GERMANY,),
    "spain": (GERMANY, ITALY, BRITAIN),
    "sweden": (GERMANY,),
    "turkey": (BRITAIN,),
    "ukraine": (GERMANY,),
    "usa": (BRITAIN,),
    "vichy-france": (GERMANY, USA),
    "yugoslavia": (BRITAIN, RUSSIA),
}

PROSPECT = (
    "the chance of a result on your side of the middle, times the BRPs of the country (at least 1), added up; "
    "of others only the DPs that you know, and what nobody has reported is taken as none"
)


def score(world: World) -> dict[str, int]:
    """The BRPs a year that minor countries and colonies bring each seat."""
    return {seat: int(account(world, seat).value) if seat in POWERS else 0 for seat in SEATS}


def prospect(world: World, seat: str, country: str, points: int | None, quiet: Mapping[str, Any]) -> Prospect | None:
    """What a roll for the country promises the seat with so many DPs of its own there (None: with those that lie)."""
    faction = faction_of(seat)
    if country not in TABLES or faction is None:
        return None
    worth = max(1, world.get(f"brp-value.{country}") or 0)
    supposed = {key: value for key, value in quiet.items() if not world.known(key)}
    dps = {f"dp.{power}.{country}": world.get(f"dp.{power}.{country}") or 0 for power in DP_POWERS}
    if points is not None:
        dps[f"dp.{seat}.{country}"] = points
    seen = world.scoped(**supposed, **dps)
    try:
        if limit := closed(seen, faction, country):
            return Prospect(Fraction(0), worth, shut=at(country, limit).label)
        table = TABLES[country]
        chances = table.odds(look(seen, country, by=faction))
    except Unknown:
        return None
    mine = side_of(faction)
    good = [band.title for band in table.bands if favours(key_of(band), country) == mine]
    return Prospect(sum((chances.get(title, Fraction(0)) for title in good), Fraction(0)), worth)


def rationed(world: World, seat: str) -> tuple[frozenset[str], int]:
    """A faction names one target a phase, those beside it left out; DPs lapse with the year."""
    faction = faction_of(seat)
    if faction is None:
        return frozenset(), 0
    counted = frozenset(country for country in TABLES if used_up(faction, [country]))
    return counted, quarters_left(str(world["season"]))


def success(by: str, cause: Mapping[str, Any]) -> tuple[Fraction, bool] | None:
    """Of a recorded diplomatic roll: the chance of a result on the roller's side of the middle, and whether it came."""
    what, _, country = cause.get("label", "").partition("/")
    side, odds = side_of(by), cause.get("odds")
    if what != "diplomacy" or country not in TABLES or side is None or not odds:
        return None
    keys = {band.title: key_of(band) for band in TABLES[country].bands}
    chance, below, came = Fraction(0), Fraction(0), False
    shown = Fraction(cause["roll"], int(cause["die"][1:]))
    for title, share in odds.items():  # from the lowest result to the highest
        mine = favours(keys[title], country) == side
        chance += Fraction(share) if mine else 0
        came |= mine and below < shown <= below + Fraction(share)
        below += Fraction(share)
    return chance, came
