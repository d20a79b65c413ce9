"""Rumania, between Russia and Germany."""

from __future__ import annotations

from legation.books.awaw.country import ANY_SIDE, Country
from legation.books.awaw.deeds import BORDER_WAR, remembers, upon
from legation.books.awaw.diplomacy.gates import Gate, lifts_russo_german_limits, russo_german_limits_lifted
from legation.books.awaw.diplomacy.results import Decision, annexes
from legation.books.awaw.groups.balkans import BALKANS
from legation.books.awaw.groups.general import additional, alignment
from legation.books.awaw.minors.reductions import taken_by_russia, worth_less
from legation.books.awaw.powers import GERMANY, RUSSIA
from legation.books.awaw.vocabulary import (
    at_war,
    border_war,
    control_is,
    event,
    factors,
    making_demands,
    pact_line,
    rolling,
    tension,
)
from legation.core.expr import per, truth
from legation.core.rules import Limit, Permit, Rule, sets
from legation.core.tables import extras, span, upfrom, upto

__all__ = ["RUMANIA"]

# -- who may name it
_lifted = Permit(
    "war between Germany and Russia, or RGT 50, lifts the limits", "DT-RUMANIA-E3", russo_german_limits_lifted()
)
_no_limits = Permit(
    "no limits without a Pact, or on the Russian side of its line",
    "DT-RUMANIA-E4",
    pact_line("rumania", "no-pact", "russian-side"),
)
GATES = (
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
            rolling(RUSSIA) & ~making_demands("rumania") & ~pact_line("rumania", "german-side"),
        ),
        (_lifted, _no_limits),
    ),
)
LIMITS_LIFTED = Rule(
    "war between Germany and Russia, or RGT 50, opens the East for good",
    "DT-RUMANIA-E3",
    when=lifts_russo_german_limits(),
    sets=(sets("event.russo-german-limits-lifted", True),),
    again=True,
)

# -- its table
_demanded = making_demands("rumania")
_resists = truth("resists.rumania", "Rumania [resists|does not resist]")

TABLE = BALKANS.country(
    "Rumania",
    here="rumania",
    cite="DT-RUMANIA-E5",
    basic=alignment(+4, cite="DT-RUMANIA-A1"),
    modifiers=(
        additional(
            -1 * per(10, factors(RUSSIA, "next-to-rumania", "ground")),
            "Russian troops on the frontier, while Russia makes demands",
            _demanded,
            cite="DT-RUMANIA-M1",
        ),
        additional(-1, "Russo-German tension is low", tension("RGT") <= 5, cite="DT-RUMANIA-M2"),
        additional(
            +1,
            "Russo-German tension is high, but there is peace",
            (tension("RGT") >= 10) & ~at_war(RUSSIA, GERMANY),
            cite="DT-RUMANIA-M3",
        ),
        additional(
            +2,
            "Russia demands or has demanded land",
            _demanded | event("russia-demanded-rumania"),
            cite="DT-RUMANIA-M4",
        ),
        additional(+1, "Russia has entered Bessarabia", event("russia-entered-bessarabia"), cite="DT-RUMANIA-M5"),
        additional(+1, "they are fighting for Bessarabia", border_war("rumania"), cite="DT-RUMANIA-M6"),
    ),
    supplements=extras(
        upto(
            2, "Bessarabia goes to Russia, if that was demanded", annexes("bessarabia", _demanded), cite="DT-RUMANIA-R1"
        ),
        span(
            3,
            7,
            "Rumania may resist the demands: then there is a border war, else Bessarabia goes to Russia",
            Decision(
                "resists.rumania",
                GERMANY,
                "Does Rumania resist the Russian demands?",
                _demanded,
                "has Rumania [resist|give in to] the Russian demands",
            ),
            annexes("bessarabia", _demanded & ~_resists),
            sets("border-war.rumania", "now", _demanded & _resists),
            sets("making-demands.rumania", False, _demanded & _resists),
            cite="DT-RUMANIA-R2",
        ),
        upfrom(
            8,
            "Russia must drop its demands",
            sets("making-demands.rumania", False, _demanded),
            cite="DT-RUMANIA-R3",
        ),
    ),
)

# -- what it remembers, and 85.491
HEEDS = (
    remembers(
        "Russia has made demands of Rumania",
        "DT-RUMANIA-M4",
        "event.russia-demanded-rumania",
        on=BORDER_WAR,  # which comes of demands alone
        when=upon("rumania"),
    ),
    *worth_less(
        "rumania",
        "85.491",
        "Rumania is worth 5 BRPs less once Russia has had all of Bessarabia",
        taken_by_russia("bessarabia") | control_is("bessarabia", RUSSIA),
        land="bessarabia",
    ),
)

RUMANIA = Country("rumania", table=TABLE, gates=GATES, phase_rules={ANY_SIDE: (LIMITS_LIFTED,)}, heeds=HEEDS)
