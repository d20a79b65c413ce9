"""Who benefits from a result, and which lesser results the favoured side may take instead."""

from __future__ import annotations

from legation.awaw.here import at
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    FACTIONS,
    FRANCE,
    GERMANY,
    NOBODY,
    RUSSIA,
    USA,
    WESTERN_ALLIES,
    side_of,
)
from legation.awaw.results import WITHOUT_A_MIDDLE, favours, key_of
from legation.awaw.targets import russia_may_act
from legation.awaw.vocabulary import HERE, JOINED, RESULTS, at_war, beneficiary, dps_of, surrendered
from legation.core.expr import amount, choice, holds
from legation.core.facts import World
from legation.core.rules import Limit, Note, Permit
from legation.core.tables import Band, Table

__all__ = ["DECLARED", "TIE", "award_for", "faction_for", "lesser_results", "senior_partner"]

GERMANY_BENEFITS = Note("Germany benefits from every Axis result", "DT-GEN-2", GERMANY)
BRITAIN_IN_VICHY = Permit(
    "Britain benefits from Vichy France, whoever is senior", "DT-GEN-4", choice("target", "vichy-france")
)
JUNIOR_KEEPS = Permit(
    "a junior partner keeps a country it already benefits from",
    "DT-GEN-3",
    beneficiary(HERE, BRITAIN) | beneficiary(HERE, FRANCE),
)
AMERICA_LEADS = Permit(
    "the United States lead once they are at war", "DT-GEN-5", at_war(USA, AXIS) | at_war(USA, "japan")
)

_western, _russian = dps_of(WESTERN_ALLIES), dps_of(RUSSIA)
MORE_DPS = Permit(
    "the Allied faction with more DPs in the country benefits",
    "DT-GEN-6",
    (_western > _russian) | (_russian > _western),
)
TIE = Note("a tie is settled by agreement, else by a die: 1 to 3 Western Allies, 4 to 6 Russia", "DT-GEN-7", 3)

LESSER = Note("the favoured side may take any lesser result on its own side", "DT-GEN-12")
FAVOURED_CHOOSES = Note("the choice belongs to the favoured side, whoever rolled", "DT-GEN-13")
AT_ONCE = Note("the choice is made before the next die", "DT-GEN-14")
KEEPS_STATUS = Limit(
    "a lesser result may not cost an ally or associate its status",
    "DT-GEN-15",
    choice(f"status.{HERE}", *JOINED, says="{Here} is an ally or associate"),
)
DECLARED = (
    GERMANY_BENEFITS,
    BRITAIN_IN_VICHY,
    JUNIOR_KEEPS,
    AMERICA_LEADS,
    MORE_DPS,
    TIE,
    LESSER,
    FAVOURED_CHOOSES,
    AT_ONCE,
    KEEPS_STATUS,
)


def senior_partner(world: World) -> str:
    """The leading Western power: the United States once at war, else Britain, else France."""
    if AMERICA_LEADS.allows(world):
        return USA
    return BRITAIN if not holds(surrendered(BRITAIN), world) else FRANCE


def faction_for(world: World, country: str, side: str, selector: str) -> str | None:
    """The faction that a favourable result goes to; None if both Allied factions must settle it."""
    if side == AXIS:
        return AXIS
    look = world.scoped(target=country)
    if country in WITHOUT_A_MIDDLE or not russia_may_act(world, country):  # a quiet Ireland is nobody's prize
        return WESTERN_ALLIES
    if at(country, MORE_DPS).allows(look):
        more_western = amount(at(country, _western), look) > amount(at(country, _russian), look)
        return WESTERN_ALLIES if more_western else RUSSIA
    no_dps = amount(at(country, _western), look) == 0
    if no_dps and selector in FACTIONS and side_of(selector) == ALLIED:
        world.note(TIE.cite, False)
        return selector
    return None


def award_for(world: World, country: str, faction: str) -> str:
    """The power that benefits on behalf of its faction."""
    if faction == AXIS:
        return str(GERMANY_BENEFITS.used(world))
    world.note(GERMANY_BENEFITS.cite, False)
    if faction == RUSSIA:
        return RUSSIA
    if BRITAIN_IN_VICHY.allows(world.scoped(target=country)):
        return BRITAIN
    if at(country, JUNIOR_KEEPS).allows(world):
        return str(world[f"beneficiary.{country}"])
    return senior_partner(world)


def lesser_results(world: World, country: str, table: Table, hit: Band) -> list[Band]:
    """The result itself and the lesser ones that the favoured side may take, strongest first."""
    side = favours(key_of(hit), country)
    if side is None:
        world.note(LESSER.cite, False)
        return [hit]
    own = [band for band in table.bands if favours(key_of(band), country) == side]
    own.sort(key=lambda band: RESULTS.index(key_of(band)), reverse=side == AXIS)
    found = own[own.index(hit) :]
    joined = world[f"status.{country}"] in JOINED
    holder = side_of(world[f"beneficiary.{country}"]) if world[f"beneficiary.{country}"] != NOBODY else None
    if joined and holder == side:
        at(country, KEEPS_STATUS).forbids(world)
        keeps = _keeping(world[f"status.{country}"], side)
        found = [hit, *(band for band in found[1:] if key_of(band) in keeps)]
    elif joined:
        world.note(KEEPS_STATUS.cite, False)
        found += [band for band in table.bands if key_of(band) == "3-4"]  # to spare it the surrender
    else:
        at(country, KEEPS_STATUS).forbids(world)
    world.note(LESSER.cite, len(found) > 1)
    world.note(FAVOURED_CHOOSES.cite, len(found) > 1)
    world.note(AT_ONCE.cite, len(found) > 1)
    return found


def _keeping(status: str, side: str) -> tuple[str, ...]:
    """The results under which an ally or associate of that side stays what it is."""
    if side == AXIS:
        return ("10", "5-6") if status == "ally" else ("10", "9", "5-6")
    return ("-3", "1-2") if status == "ally" else ("-3", "-2", "1-2")
