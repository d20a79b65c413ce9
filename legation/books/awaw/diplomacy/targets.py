"""Who may put DPs where, and who may name which target: limits, and the permissions that waive them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from legation.books.awaw.diplomacy.gates import REACTION, Gate, here_is, selected_this_year
from legation.books.awaw.diplomacy.tables import COURTED, TABLES
from legation.books.awaw.groups.balkans import IN_THE_BALKANS
from legation.books.awaw.here import at
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    CLASSIC,
    CURRENT_GS,
    FACTIONS,
    FRANCE,
    ITALY,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.books.awaw.tensions.rgt import NO_DPS as RGT_TAKES_NONE
from legation.books.awaw.tensions.usat import NO_RUSSIAN_DPS
from legation.books.awaw.tensions.usjt import NO_DPS as USJT_TAKES_NONE
from legation.books.awaw.vocabulary import (
    DP_TARGETS,
    HERE,
    NEW_COUNTRIES,
    allied_to,
    associated_with,
    beneficiary,
    conquered,
    controls,
    dps_of,
    edition,
    result_is,
    rolling,
)
from legation.core.expr import Expr, all_of, any_of, choice, holds, number, supposing, truth
from legation.core.facts import World
from legation.core.rules import Clause, Limit, Permit
from legation.core.turning import kept

__all__ = [
    "DECLARED",
    "FREED",
    "GATES",
    "NO_DPS",
    "closed",
    "closed_to_dps",
    "open_targets",
    "open_to",
    "open_to_dps",
    "russia_may_act",
    "takes_dps",
    "used_up",
]


def leans_to(who: str) -> Expr:
    """Ally, associate, or a 0 or -1 in favour of that Allied faction."""
    return any_of(allied_to(who), associated_with(who), result_is(HERE, "0", "-1") & beneficiary(HERE, who))


RUSSIAN_TARGETS = ("bulgaria", "finland", "greece", "hungary", "rumania", "sweden", "turkey", "yugoslavia")
ABSENT_IN_CLASSIC = ("albania", "austria", "croatia", "czechoslovakia", "poland", "serbia")

out_of_bounds = any_of(
    here_is(*ABSENT_IN_CLASSIC),
    all_of(rolling(RUSSIA), ~here_is(*RUSSIAN_TARGETS), ~(here_is("ukraine") & controls(AXIS, "kiev"))),
)
_does_not_exist = any_of(
    *(here_is(country) & ~truth(f"exists.{country}", f"there is [|no ]{TITLES[country]}") for country in NEW_COUNTRIES)
)
NO_TARGET = Limit(
    "{Here} is no target in this game, or not for Russia",
    "PROC-30",
    (edition(*CLASSIC) & out_of_bounds) | _does_not_exist,
)

# -- after a prequel Russia has a longer list
_listed = any_of(
    here_is(*RUSSIAN_TARGETS, "poland", *NEW_COUNTRIES),
    truth(f"pro-russian.{HERE}", "[an|no] earlier game has left {Here} pro-Russian"),
)
_not_russian = edition(CURRENT_GS) & rolling(RUSSIA) & ~_listed
NOT_RUSSIAN = Gate(
    Limit(
        "Russia has no say in {Here}: it is not on the Russian list",
        "85.214@current-gs",
        _not_russian & ~(here_is("ukraine") & controls(AXIS, "kiev")),
    )
)

# -- waivers for the Axis, in the Balkans and where a country says so
FREE_HAND = {**dict.fromkeys(BALKANS, IN_THE_BALKANS), **{c.name: c.free_hand for c in COURTED if c.free_hand}}
WITHOUT_DPS, BESIDE_OTHERS, AFTER_THE_ALLIES = zip(*dict.fromkeys(FREE_HAND.values()), strict=True)

# -- automatic rolls stand outside the limits on naming, as reaction rolls do
DEMANDED = Permit(
    "Russian demands bring about a roll outside the limits on naming",
    "PROC-25",
    choice("roll-kind", "automatic", says="this is [an|no] automatic roll"),
)

_per_side = choice("option.selection", "per-side", says="each side selects a target [once|more than once] a year")
_used_up = any_of(
    ~_per_side & selected_this_year(*FACTIONS),
    rolling(AXIS) & selected_this_year(AXIS),
    rolling(ALLIED) & selected_this_year(WESTERN_ALLIES, RUSSIA),
)


def _has(faction: str) -> str:
    return f"{TITLES[faction]} {'has' if faction in POWERS else 'have'}"


# -- on every country, in the order in which a player would ask
EVERYWHERE = (
    Gate(NO_TARGET),
    Gate(Limit("{Here} is conquered", "DT-GEN-36", conquered())),
    Gate(
        Limit(
            "the result for {Here} is permanent",
            "DT-GEN-11",
            truth(f"permanent.{HERE}", "its result is[ not] permanent"),
        )
    ),
    Gate(
        Limit(
            "whoever drove {Here} to the enemy by an attack may not court it",
            "DT-GEN-34",
            any_of(
                *(
                    rolling(f) & truth(f"barred.{HERE}.{f}", f"{TITLES[f]} [attacked|did not attack] it")
                    for f in FACTIONS
                )
            ),
        )
    ),
    Gate(Limit("{Here} belongs to Russia", "DT-GEN-8", rolling(WESTERN_ALLIES) & leans_to(RUSSIA))),
    Gate(Limit("{Here} belongs to the Western Allies", "DT-GEN-9", rolling(RUSSIA) & leans_to(WESTERN_ALLIES))),
    Gate(Limit("{Here} was selected this year", "PROC-11", _used_up), (REACTION, DEMANDED, *AFTER_THE_ALLIES)),
    Gate(
        Limit(
            "no DPs lie in {Here}",
            "PROC-10",
            any_of(
                *(
                    rolling(faction) & (dps_of(faction) < 1).worded(f"{_has(faction)} [no|some] DPs in {{Here}}")
                    for faction in FACTIONS
                )
            ),
        ),
        (REACTION, DEMANDED, *WITHOUT_DPS),
    ),
    Gate(
        Limit(
            "one target a phase",
            "PROC-9",
            (number("roll.named", "targets named so far") >= 1).worded("a target has [already|not yet] been named"),
        ),
        (REACTION, DEMANDED, *BESIDE_OTHERS),
    ),
)


FREED = Gate(
    Limit(
        "{Here} was freed by the Axis: no target of diplomacy any more, and it neither surrenders nor changes sides",
        "83.211.locked",
        truth(f"liberated.{HERE}", "the Axis [freed|did not free] {Here} from Russia"),
    )
)


WAITS = {country.name: country.waits for country in COURTED if country.waits}
# Whoever names the country needs this.
NEEDED = {country.name: country.needed for country in COURTED if country.needed}

GATES: Mapping[str, tuple[Gate, ...]] = {
    country.name: (NOT_RUSSIAN, *EVERYWHERE[:6], FREED, *country.all_gates, *EVERYWHERE[6:]) for country in COURTED
}

NEVER_ROLLED = Limit("nobody rolls for Italy or France", "DT-GEN-38", choice("target", ITALY, FRANCE))


def _look(world: World, faction: str, country: str, kind: str, already: int) -> World:
    return world.scoped(**{"selector": faction, "target": country, "roll-kind": kind, "roll.named": already})


def closed(world: World, faction: str, country: str, *, kind: str = "named", already: int = 0) -> Clause | None:
    """The rule that closes a target to a faction now, if any does."""
    look = _look(world, faction, country, kind, already)
    if NEVER_ROLLED.forbids(look):
        return NEVER_ROLLED
    shut = next((gate.limit for gate in at(country, GATES[country]) if gate.shut(look)), None)
    needed = NEEDED.get(country)
    if shut is None and needed and not needed.allows(look):
        return needed
    return shut


@kept
def open_to(faction: str, country: str, already: int = 0, kind: str = "named") -> Expr:
    """That no gate is shut, as one condition: what `closed` finds out gate by gate."""
    shut = any_of(*(gate.closes for gate in GATES[country]))
    may = NEEDED[country].when & ~shut if country in NEEDED else ~shut
    passing: dict[str, Any] = {"selector": faction, "target": country, "roll-kind": kind, "roll.named": already}
    return supposing(at(country, may), **passing)


def used_up(faction: str, named_so_far: Iterable[str]) -> int:
    """Targets that count against the one of the phase: those named under a waiver do not."""
    return sum(not (faction == AXIS and country in FREE_HAND) for country in named_so_far)


def open_targets(world: World, faction: str, used: int = 0, among: Iterable[str] = TABLES) -> list[str]:
    """The targets a faction may name now, when so many count against the one of the phase."""
    return [c for c in among if closed(world, faction, c, already=used) is None]


def russia_may_act(world: World, country: str) -> bool:
    """Whether the country is one of those in which Russia may act at all in this edition."""
    look = _look(world, RUSSIA, country, "named", 0)
    return not holds(edition(*CLASSIC) & out_of_bounds, look) and not at(country, NOT_RUSSIAN).shut(look)


# -- where DPs may go
_tracks_or_russia = any_of(RGT_TAKES_NONE, USJT_TAKES_NONE, NO_RUSSIAN_DPS)
NO_DPS = Limit(
    "no DPs into RGT or USJT, nor Russian ones into the United States, nor into what is conquered or permanent",
    "PROC-6",
    any_of(_tracks_or_russia, conquered(), truth(f"permanent.{HERE}", "its result is[ not] permanent")),
)
_NO_DPS_BEYOND_COUNTRIES = replace(NO_DPS, when=_tracks_or_russia)
_russia_never_acts = rolling(RUSSIA) & ~here_is(*RUSSIAN_TARGETS, "ukraine")  # in Kiev the Axis may still be
_NEVER_A_TARGET = replace(
    NO_TARGET, when=(edition(*CLASSIC) & (here_is(*ABSENT_IN_CLASSIC) | _russia_never_acts)) | _does_not_exist
)

_NEVER_RUSSIAN = replace(NOT_RUSSIAN.limit, when=_not_russian & ~here_is("ukraine"))


# What may not be named may not have DPs either, unless somebody may prepare himself.
DP_GATES: Mapping[str, tuple[Gate, ...]] = {
    country.name: (*map(Gate, (_NEVER_A_TARGET, _NEVER_RUSSIAN, NO_DPS)), *country.dp_gates) for country in COURTED
}


def closed_to_dps(world: World, faction: str, target: str) -> Limit | None:
    """The limit that keeps a faction from putting DPs into a target, if there is one."""
    look = world.scoped(selector=faction, target=target)
    if target not in TARGETS:
        return _NO_DPS_BEYOND_COUNTRIES if _NO_DPS_BEYOND_COUNTRIES.forbids(look) else None
    return next((gate.limit for gate in at(target, DP_GATES[target]) if gate.shut(look)), None)


@kept
def takes_dps(faction: str, country: str) -> Expr:
    """That DPs may go into a country, as one condition: what `closed_to_dps` finds out limit by limit."""
    shut = any_of(*(gate.closes for gate in DP_GATES[country]))
    return supposing(at(country, ~shut), selector=faction, target=country)


def open_to_dps(world: World, faction: str) -> list[str]:
    """Where a faction may put DPs this year."""
    return [t for t in DP_TARGETS if closed_to_dps(world, faction, t) is None]


DECLARED = (EVERYWHERE, FREED, NEVER_ROLLED, NO_DPS)
