"""Who benefits from a result, and which lesser results the favoured side may take instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from legation.books.awaw.diplomacy.results import WITHOUT_A_MIDDLE, favours, key_of
from legation.books.awaw.diplomacy.targets import russia_may_act
from legation.books.awaw.here import at
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    RUSSIA,
    SIDES,
    TITLES,
    USA,
    WESTERN_ALLIES,
    side_of,
)
from legation.books.awaw.vocabulary import (
    HERE,
    JOINED,
    RESULTS,
    at_war,
    beneficiary,
    declared_war,
    dps_of,
    fallen,
    rolling,
    surrendered,
)
from legation.core.deeds import of
from legation.core.expr import Expr, amount, any_of, choice, holds, named, rank
from legation.core.facts import World
from legation.core.rules import Limit, Permit, bespoke
from legation.core.tables import Band, Table

__all__ = [
    "DECLARED",
    "LESSER",
    "NAMES",
    "TIE",
    "WESTERN_FACES",
    "attacked_by_side",
    "award_for",
    "choose_now",
    "chooser",
    "faction_for",
    "is_senior",
    "lesser_results",
    "senior_partner",
]

GERMANY_BENEFITS = Permit(
    "Germany benefits from every Axis result",
    "DT-GEN-2",
    choice("favoured", AXIS, says="it is [a|no] result for the Axis"),
)
BRITAIN_IN_VICHY = Permit(
    "Britain benefits from Vichy France, whoever is senior", "DT-GEN-4", choice("target", "vichy-france")
)
JUNIOR_KEEPS = Permit(
    "a junior partner keeps a country it already benefits from",
    "DT-GEN-3",
    (beneficiary(HERE, BRITAIN) & ~surrendered(BRITAIN))
    | (beneficiary(HERE, FRANCE) & ~fallen(FRANCE)),
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
TIE = Permit(
    "a tie is settled by agreement, else by a die: 1 to 3 Western Allies, 4 to 6 Russia",
    "DT-GEN-7",
    ~MORE_DPS.when & ((_western >= 1) | rolling(AXIS)),
)
WESTERN_FACES = 3

LESSER = "DT-GEN-12"
FAVOURED_CHOOSES = Permit(
    "the choice belongs to the favoured side, whoever rolled",
    "DT-GEN-13",
    rank("chooser", "the side that chooses")
    .is_number(rank("favoured", "the side that the result favours"))
    .worded("the side that chooses is[ not] the one that the result favours"),
)


def _costs(side: str, alliance: str, association: str, policy: str) -> Expr:
    """A lesser result of a side takes an ally or associate of its own from it: it names the results that do not."""
    ends = ~choice(
        "lesser", alliance, association, policy, says="by the lesser result it [stays|does not stay] with them"
    )
    demotes = choice(f"status.{HERE}", "ally", says="{Here} is [an|no] ally") & choice(
        "lesser", association, says="the lesser result would[ not] make it an associate"
    )
    favoured = choice("favoured", side, says=f"{TITLES[side]} would[ not] take it")
    return favoured & beneficiary(HERE, side) & (ends | demotes)


KEEPS_STATUS = Limit(
    "a lesser result may not cost an ally or associate its status",
    "DT-GEN-15",
    _costs(AXIS, "10", "9", "5-6") | _costs(ALLIED, "-3", "-2", "1-2"),
)

# Belgium and Luxembourg have one table, and war may be declared on either.
NAMES = {"belgium-luxembourg": ("belgium-luxembourg", "belgium", "luxembourg")}


def attacked_by_side(whose: Callable[[str], Expr]) -> Expr:
    """A power of the side in question has declared war on the country at some time."""

    def declared(side: str) -> Expr:
        return of(
            HERE,
            build=lambda here: any_of(*(declared_war(side, name) for name in NAMES.get(here, (here,)))),
            says=f"{TITLES[side]} [declared|did not declare] war on {{Here}}",
        )

    return any_of(*(whose(side) & declared(side) for side in SIDES))


@dataclass(frozen=True, eq=False)
class Never(Limit):
    """A limit under an id that stands with the minor countries, where results are chosen."""

    again: bool = True


def _would_join(side: str) -> Expr:
    joins = choice(
        "lesser",
        "9",
        "10",
        "-2",
        "-3",
        says="the result [makes it an associate or|makes it neither an associate nor an] ally",
    )
    return named(f"it would[ not] join {TITLES[side]}", choice("favoured", side) & joins)


NEVER_JOINS = Never(
    "a country never joins a power that declared war on it, nor an ally of that power",
    "82.351",
    attacked_by_side(_would_join),
)


def senior_partner(world: World) -> str:
    """The leading Western power: the United States once at war, else Britain, else France."""
    if AMERICA_LEADS.allows(world):
        return USA
    return BRITAIN if not holds(surrendered(BRITAIN), world) else FRANCE


def is_senior(power: str) -> Expr:
    """The same as a condition on one of the Western powers."""
    leads = {BRITAIN: ~surrendered(BRITAIN), FRANCE: surrendered(BRITAIN)}
    return AMERICA_LEADS.when if power == USA else ~AMERICA_LEADS.when & leads[power]


def faction_for(world: World, country: str, side: str, selector: str) -> str | None:
    """The faction that a favourable result goes to; None if both Allied factions must settle it."""
    if side == AXIS:
        return AXIS
    look = world.scoped(target=country, selector=selector)
    if country in WITHOUT_A_MIDDLE or not russia_may_act(world, country):  # a quiet Ireland is nobody's prize
        return WESTERN_ALLIES
    if at(country, TIE).allows(look):
        return None
    if at(country, MORE_DPS).allows(look):
        more_western = amount(at(country, _western), look) > amount(at(country, _russian), look)
        return WESTERN_ALLIES if more_western else RUSSIA
    return selector


def award_for(world: World, country: str, faction: str) -> str:
    """The power that benefits on behalf of its faction."""
    if GERMANY_BENEFITS.allows(world.scoped(favoured=side_of(faction))):
        return GERMANY
    if faction == RUSSIA:
        return RUSSIA
    if BRITAIN_IN_VICHY.allows(world.scoped(target=country)):
        return BRITAIN
    if at(country, JUNIOR_KEEPS).allows(world):
        return str(world[f"beneficiary.{country}"])
    return senior_partner(world)


def lesser_results(world: World, country: str, table: Table, hit: Band) -> list[Band]:
    """The result itself and the lesser ones that the favoured side may take, strongest first."""
    found = [hit, *lesser(world, country, table, hit)]
    side, never = favours(key_of(hit), country), at(country, NEVER_JOINS)
    if side is None:
        return found
    return [band for band in found if not never.forbids(world.scoped(favoured=side, lesser=key_of(band)))]


@bespoke(LESSER, reads=[choice(f"status.{HERE}", *JOINED), beneficiary(HERE, AXIS)])
def lesser(world: World, country: str, table: Table, hit: Band) -> list[Band]:
    """The favoured side may take any lesser result on its own side."""
    side = favours(key_of(hit), country)
    if side is None:
        return []
    own = [band for band in table.bands if favours(key_of(band), country) == side]
    own.sort(key=lambda band: RESULTS.index(key_of(band)), reverse=side == AXIS)
    found = own[own.index(hit) + 1 :]
    if world[f"status.{country}"] not in JOINED:
        return found
    limit = at(country, KEEPS_STATUS)
    found = [b for b in found if not limit.forbids(world.scoped(favoured=side, lesser=key_of(b)))]
    if side_of(world[f"beneficiary.{country}"]) != side:
        found += [band for band in table.bands if key_of(band) == "3-4"]  # to spare it the surrender
    return found


@bespoke("DT-GEN-14")
def choose_now(world: World, found: list[Band]) -> bool:
    """The choice is made as soon as the die has fallen, before the next one."""
    return len(found) > 1


def chooser(world: World, favoured: str | None) -> str:
    """The side that takes a result or a lesser one."""
    return next(side for side in SIDES if FAVOURED_CHOOSES.allows(world.scoped(favoured=favoured, chooser=side)))


DECLARED = (
    GERMANY_BENEFITS,
    BRITAIN_IN_VICHY,
    JUNIOR_KEEPS,
    AMERICA_LEADS,
    MORE_DPS,
    TIE,
    lesser,
    FAVOURED_CHOOSES,
    choose_now,
    KEEPS_STATUS,
)
