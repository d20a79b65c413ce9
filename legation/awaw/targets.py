"""Who may put DPs where, and who may name which target: limits, and the permissions that waive them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from legation.awaw.here import at
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    CLASSIC,
    CURRENT_GS,
    FACTIONS,
    FRANCE,
    GERMANY,
    ITALY,
    RUSSIA,
    TARGETS,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.awaw.tables import TABLES
from legation.awaw.tensions.rgt import NO_DPS as RGT_TAKES_NONE
from legation.awaw.tensions.usat import NO_RUSSIAN_DPS
from legation.awaw.tensions.usjt import NO_DPS as USJT_TAKES_NONE
from legation.awaw.vocabulary import (
    DP_TARGETS,
    HERE,
    NEW_COUNTRIES,
    allied_to,
    associated_with,
    at_war,
    attacked,
    beneficiary,
    conquered,
    controls,
    dps_of,
    edition,
    event,
    fallen,
    pact_line,
    present,
    reaction_roll,
    result_is,
    rolling,
    tension,
    year,
)
from legation.core.expr import Expr, all_of, any_of, choice, holds, named, number, supposing, truth
from legation.core.facts import World
from legation.core.rules import Clause, Limit, Permit

__all__ = [
    "DECLARED",
    "FREED",
    "GATES",
    "NO_DPS",
    "Gate",
    "closed",
    "closed_to_dps",
    "open_targets",
    "open_to",
    "open_to_dps",
    "russia_may_act",
    "russo_german_limits_lifted",
    "takes_dps",
    "used_up",
]


@dataclass(frozen=True, eq=False)
class Gate:
    """A limit on naming a target, or on putting DPs there, with the permissions that waive it.

    Whoever is `exempt` is outside of it from the first; what else may waive it is looked at when it forbids.
    """

    limit: Limit
    waived_by: tuple[Permit, ...] = ()
    exempt: tuple[Permit, ...] = ()

    def shut(self, world: World) -> bool:
        if any(permit.allows(world) for permit in self.exempt):
            return False
        return self.limit.forbids(world) and not any(permit.allows(world) for permit in self.waived_by)

    @property
    def closes(self) -> Expr:
        """That it is shut, as a condition."""
        outside, waived = (any_of(*(p.when for p in permits)) for permits in (self.exempt, self.waived_by))
        return ~outside & self.limit.when & ~waived


# -- words
def selected_this_year(*factions: str) -> Expr:
    """One of these factions has selected the country in the present year."""
    who = " or ".join(TITLES[faction] for faction in factions)
    return named(
        f"{who} [selected|did not select] {{Here}} this year",
        any_of(
            *(
                number(f"selected.{HERE}.{faction}", "the year of the last selection")
                .is_number(year())
                .worded(f"{TITLES[faction]} [selected|did not select] {{Here}} this year")
                for faction in factions
            )
        ),
    )


def ever_selected(country: str) -> Expr:
    return any_of(
        *(
            (number(f"selected.{country}.{faction}", "the year of the last selection") >= 1).worded(
                f"{TITLES[faction]} have [|never ]selected {TITLES[country]}"
            )
            for faction in FACTIONS
        )
    )


def leans_to(who: str) -> Expr:
    """Ally, associate, or a 0 or -1 in favour of that Allied faction."""
    return any_of(allied_to(who), associated_with(who), result_is(HERE, "0", "-1") & beneficiary(HERE, who))


def russo_german_limits_lifted() -> Expr:
    """Germany and Russia are or were at war, or Russo-German tension is or was 50."""
    return any_of(
        event("russo-german-limits-lifted"),
        at_war(GERMANY, RUSSIA),
        (tension("RGT") >= 50).worded("RGT has[ not] come to 50"),
    )


def here_is(*countries: str) -> Expr:
    """The target is one of these; known when the rule is bound to a country."""
    return choice("target", *countries, says=f"the target is[ not] {' or '.join(TITLES[c] for c in countries)}")


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

# -- waivers for the Axis, in the Balkans and in Finland
FREE_HAND = (*BALKANS, "finland")


def free_hand(where: str, *countries: str, cites: str, also: str | None = None) -> tuple[Permit, Permit, Permit]:
    """The Axis need no DPs, may name more than one target, and may follow an Allied selection made in peace."""
    there = rolling(AXIS) & here_is(*countries)
    without = named(f"the Axis [name|do not name] {where}", there, cite=also)
    in_peace = ~selected_this_year(AXIS) & ~truth(
        f"selected-in-war.{HERE}", "that selection [came|did not come] in the war"
    )
    return (
        Permit(f"the Axis may name {where} without DPs there", f"{cites}-E1", without),
        Permit(f"the Axis may name {where} beside their target", f"{cites}-E2", there),
        Permit(
            f"in {where} the Axis may follow an Allied selection made before the Russo-German war",
            f"{cites}-E3",
            there & in_peace,
        ),
    )


WITHOUT_DPS, BESIDE_OTHERS, AFTER_THE_ALLIES = zip(
    free_hand("a Balkan country", *BALKANS, cites="DT-BALKANS"),
    free_hand("Finland", "finland", cites="DT-FINLAND", also="86.22"),
    strict=True,
)

# -- reaction and automatic rolls stand outside the limits on naming
REACTION = Permit("a reaction roll needs no DPs and is no selection", "PROC-24", reaction_roll())
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
                    rolling(faction) & (dps_of(faction) < 1).worded(f"{TITLES[faction]} have [no|some] DPs in {{Here}}")
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


RUSSIA_WAITS = "Russia must wait for war with Germany, or RGT 50"


def the_west_need_not_wait(cite: str) -> Permit:
    return Permit("the Western Allies need not wait", cite, rolling(WESTERN_ALLIES))


def russia_waits(cite: str, exempt: Permit) -> Gate:
    """The Allies may not name the country before Russia fights Germany or RGT is 50; this binds Russia alone."""
    return Gate(Limit(RUSSIA_WAITS, cite, rolling(ALLIED) & ~russo_german_limits_lifted()), exempt=(exempt,))


_yugoslavia = the_west_need_not_wait("DT-YUGOSLAVIA-E3")
WAITS: Mapping[str, Gate] = {
    "croatia": russia_waits("DT-CROATIA-E1", _yugoslavia),
    "finland": russia_waits("DT-FINLAND-E4", the_west_need_not_wait("DT-FINLAND-E6")),
    "serbia": russia_waits("DT-SERBIA-E1", _yugoslavia),
    "sweden": russia_waits("DT-SWEDEN-E1", the_west_need_not_wait("DT-SWEDEN-E3")),
    "yugoslavia": russia_waits("DT-YUGOSLAVIA-E1", _yugoslavia),
}

_lifted = Permit(
    "war between Germany and Russia, or RGT 50, lifts the limits", "DT-RUMANIA-E3", russo_german_limits_lifted()
)
_no_limits = Permit(
    "no limits without a Pact, or on the Russian side of its line",
    "DT-RUMANIA-E4",
    pact_line("rumania", "no-pact", "russian-side"),
)
_demands = truth("making-demands.rumania", "Russia is making [|no ]demands of Rumania")

# -- country by country
HERE_ONLY: Mapping[str, tuple[Gate, ...]] = {
    "croatia": (WAITS["croatia"],),
    "finland": (
        WAITS["finland"],
        Gate(
            Limit(
                "Russian demands on Finland bring about no roll",
                "DT-FINLAND-E7",
                choice("roll-kind", "automatic", says="the roll would[ not] come of Russian demands"),
            )
        ),
    ),
    "norway": (Gate(Limit("somebody has declared war on Norway", "DT-NORWAY-E1", attacked("norway"))),),
    "rumania": (
        Gate(
            Limit(
                "Rumania lies on the German side of the Pact line",
                "DT-RUMANIA-E1",
                rolling(RUSSIA) & ~pact_line("rumania", "through"),
            ),
            (_lifted, _no_limits),
        ),
        Gate(
            Limit(
                "the Pact line runs through Rumania: Russia must make demands",
                "DT-RUMANIA-E2",
                rolling(RUSSIA) & ~_demands & ~pact_line("rumania", "german-side"),
            ),
            (_lifted, _no_limits),
        ),
    ),
    "spain": (Gate(Limit("France has not fallen", "DT-SPAIN-E1", ~fallen("france")), (REACTION,)),),
    "serbia": (WAITS["serbia"],),
    "sweden": (WAITS["sweden"],),
    "yugoslavia": (WAITS["yugoslavia"],),
    "belgium-luxembourg": (
        Gate(Limit("it may be named once in a game", "DT-BELGIUM-E1", ever_selected("belgium-luxembourg"))),
        Gate(Limit("both countries were attacked", "DT-BELGIUM-E2", attacked("belgium") & attacked("luxembourg"))),
    ),
    "ukraine": (Gate(Limit("the Axis do not hold Kiev", "DT-UKRAINE-E1", ~controls(AXIS, "kiev"))),),
    "vichy-france": (
        Gate(
            Limit(
                "not in the year in which France fell",
                "DT-VICHY-E2",
                any_of(
                    ~fallen("france"), number("year-of-fall.france", "the year of the fall of France").is_number(year())
                ),
            ),
            (REACTION,),
        ),
        Gate(
            Limit(
                "no American ground unit holds a port in France or North Africa",
                "DT-VICHY-E4",
                rolling(WESTERN_ALLIES) & ~present(USA, "ground", "french-and-north-african-ports"),
            ),
        ),
    ),
}


# Whoever names the country needs this.
NEEDED: Mapping[str, Permit] = {
    "vichy-france": Permit(
        "the Axis and the Western Allies may name it, also while it is a German ally",
        "DT-VICHY-E1",
        rolling(AXIS) | rolling(WESTERN_ALLIES),
    )
}

GATES: Mapping[str, tuple[Gate, ...]] = {
    country: (NOT_RUSSIAN, *EVERYWHERE[:6], FREED, *HERE_ONLY.get(country, ()), *EVERYWHERE[6:]) for country in TABLES
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


@cache
def open_to(faction: str, country: str, already: int = 0, kind: str = "named") -> Expr:
    """That no gate is shut, as one condition: what `closed` finds out gate by gate."""
    shut = any_of(*(gate.closes for gate in GATES[country]))
    may = NEEDED[country].when & ~shut if country in NEEDED else ~shut
    passing: dict[str, Any] = {"selector": faction, "target": country, "roll-kind": kind, "roll.named": already}
    return supposing(at(country, may), **passing)


def used_up(faction: str, named_so_far: Iterable[str]) -> int:
    """Targets that count against the one of the phase: those named under a waiver do not."""
    return sum(not (faction == AXIS and country in FREE_HAND) for country in named_so_far)


def open_targets(
    world: World, faction: str, named_so_far: Iterable[str] = (), among: Iterable[str] = TABLES
) -> list[str]:
    """The targets a faction may name now."""
    taken = list(named_so_far)
    used = used_up(faction, taken)
    return [c for c in among if c not in taken and closed(world, faction, c, already=used) is None]


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


def russia_may_prepare(cite: str) -> Permit:
    return Permit("Russia may put DPs there before it may select it", cite, rolling(RUSSIA))


RUSSIA_PREPARES: Mapping[str, Permit] = {
    "finland": russia_may_prepare("DT-FINLAND-E5"),
    "sweden": russia_may_prepare("DT-SWEDEN-E2"),
    **dict.fromkeys(("yugoslavia", *NEW_COUNTRIES), russia_may_prepare("DT-YUGOSLAVIA-E2")),
}
# What may not be named may not have DPs either, unless somebody may prepare himself.
DP_GATES: Mapping[str, tuple[Gate, ...]] = {
    country: (
        *map(Gate, (_NEVER_A_TARGET, _NEVER_RUSSIAN, NO_DPS)),
        *(
            replace(gate, exempt=(RUSSIA_PREPARES[country], *gate.exempt))
            for gate in (WAITS.get(country),)
            if gate is not None
        ),
    )
    for country in TABLES
}


def closed_to_dps(world: World, faction: str, target: str) -> Limit | None:
    """The limit that keeps a faction from putting DPs into a target, if there is one."""
    look = world.scoped(selector=faction, target=target)
    if target not in TARGETS:
        return _NO_DPS_BEYOND_COUNTRIES if _NO_DPS_BEYOND_COUNTRIES.forbids(look) else None
    return next((gate.limit for gate in at(target, DP_GATES[target]) if gate.shut(look)), None)


@cache
def takes_dps(faction: str, country: str) -> Expr:
    """That DPs may go into a country, as one condition: what `closed_to_dps` finds out limit by limit."""
    shut = any_of(*(gate.closes for gate in DP_GATES[country]))
    return supposing(at(country, ~shut), selector=faction, target=country)


def open_to_dps(world: World, faction: str) -> list[str]:
    """Where a faction may put DPs this year."""
    return [t for t in DP_TARGETS if closed_to_dps(world, faction, t) is None]


DECLARED = (EVERYWHERE, FREED, HERE_ONLY, NEEDED, NEVER_ROLLED, NO_DPS, RUSSIA_PREPARES)
