"""Spain: its table, what it does for Portugal, and rule 87.5."""

from __future__ import annotations

from legation.books.awaw.calendar import rest_of_year
from legation.books.awaw.certain import axis_hold_british_hex
from legation.books.awaw.countries.portugal import AXIS_PORT
from legation.books.awaw.country import Country
from legation.books.awaw.deeds import DECLARATION, ENTERED, SURRENDER, by, is_place, remembers, upon
from legation.books.awaw.diplomacy.gates import REACTION, Gate
from legation.books.awaw.diplomacy.results import associates, lends
from legation.books.awaw.groups.general import (
    EVERY_ROLL,
    PRO_AXIS,
    additional,
    alignment,
    general_results,
    general_rows,
    inertia,
)
from legation.books.awaw.here import at as bound_to
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.vocabulary import site_is
from legation.books.awaw.powers import ALLIED_POWERS, AXIS, BRITAIN, GERMANY, WESTERN_ALLIES
from legation.books.awaw.vocabulary import (
    allied_to,
    axis_in_africa,
    beneficiary,
    controls,
    controls_any,
    declared_war,
    event,
    fallen,
    level,
    reaction_roll,
    result_is,
)
from legation.core.deeds import On
from legation.core.expr import choice, named, number, truth, when_else
from legation.core.rules import Duty, Limit, Rule, sets
from legation.core.tables import at, extras, span

__all__ = ["SPAIN"]

GATE = Gate(Limit("France has not fallen", "DT-SPAIN-E1", ~fallen("france")), (REACTION,))

# -- it answers for Portugal
_spain_is_neutral = choice("status.spain", "neutral", "hex-control", says="Spain is[ not] neutral")
_spain_is_due = (
    truth("association-due.spain", "[an|no] association of Spain is due")
    & _spain_is_neutral
    & ~declared_war(AXIS, "spain")  # it never joins its attacker
)
_german, _drawn = beneficiary("spain", GERMANY), number("brp-grant.spain", "BRPs that Spain yields")


SPAIN_ASSOCIATES = Rule(
    "a neutral Spain associates with Germany when Portugal is attacked",
    "DT-SPAIN-E3",
    when=named(
        "Portugal was[ not] attacked while Spain is neutral",
        named(
            "Spain [answers|does not answer] for Portugal",
            named("Spain is[ not] to associate", _spain_is_due, cite="87.53"),
            cite="87.43",
        ),
        cite="84.24",
    ),
    sets=(
        *bound_to("spain", associates(GERMANY)),
        sets("owed.spain", GERMANY),
        sets("owed-brps.spain", number("brp-value.spain") - when_else(_german, _drawn, 0)),
        *(
            sets(f"booked.{power}", number(f"booked.{power}") - rest_of_year(_drawn), beneficiary("spain", power))
            for power in ALLIED_POWERS
        ),
        sets("result.spain", "9"),
        sets("by-attack.spain", True),
        sets("association-due.spain", False),
    ),
)
ASSOCIATION_STANDS = Limit(
    "below a 10, a reaction roll leaves the new association of Spain as it is",
    "DT-SPAIN-E5",
    reaction_roll()
    & truth("by-attack.spain", "Spain has[ not] associated because Portugal was attacked")
    & ~named(
        "[a|no] 10 makes Spain an ally in place of its association",
        choice("rolled.spain", "10", says="the result is[ not] 10"),
        cite="84.24.exception",
    ),
)

# -- its table
TABLE = EVERY_ROLL.country(
    "Spain",
    here="spain",
    cite="",
    basic=alignment(0, cite="DT-SPAIN-A1"),
    modifiers=(
        *general_rows(
            "DT-SPAIN-M1 DT-SPAIN-M2 DT-SPAIN-M3 DT-SPAIN-M4 DT-SPAIN-M5 DT-SPAIN-M6",
            counts_as_axis=result_is("spain", "5-6", "7", "8"),
            standing=~named("the reaction roll leaves the new association out", reaction_roll(), cite="DT-SPAIN-E4"),
        ),
        additional(-1, "no Axis units in Africa", ~axis_in_africa(), cite="DT-SPAIN-M7"),
        additional(-1, "Vichy France is a German ally", allied_to(GERMANY, "vichy-france"), cite="DT-SPAIN-M8"),
        additional(
            +1, "the Axis hold Suez or Alexandria", controls_any(AXIS, "suez", "alexandria"), cite="DT-SPAIN-M9"
        ),
        additional(+2, "the Axis hold Gibraltar", controls(AXIS, "gibraltar"), cite="DT-SPAIN-M10"),
        additional(+1, "the Axis stand in Britain", axis_hold_british_hex(), cite="DT-SPAIN-M11"),
        additional(
            +1, "the Western Allies attacked Portugal", declared_war(WESTERN_ALLIES, "portugal"), cite="DT-SPAIN-M12"
        ),
        additional(
            +3,
            "British resistance is broken after a surrender",
            event("british-surrender-accepted") & (level("british-resistance") < 0),
            cite="DT-SPAIN-M13",
        ),
        *inertia(up="DT-SPAIN-M14", down="DT-SPAIN-M15"),
    ),
    results=general_results(
        "DT-SPAIN-R1 DT-SPAIN-R2 DT-SPAIN-R3 DT-SPAIN-R4 DT-SPAIN-R5 DT-SPAIN-R6 "
        "DT-SPAIN-R7 DT-SPAIN-R8 DT-SPAIN-R9 DT-SPAIN-R10 DT-SPAIN-R11",
        small=10,
        large=20,
        axis=("5-6", *PRO_AXIS),
    ),
    supplements=extras(
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-SPAIN-R12"),
        at(7, "two units of volunteers", lends(2), cite="DT-SPAIN-R13"),
        at(8, "three units of volunteers", lends(3), cite="DT-SPAIN-R14"),
        at(9, "three units of volunteers", lends(3), cite="DT-SPAIN-R15"),
    ),
)

# -- what follows from deeds
AFRICA = (
    *("egypt", "libya", "algeria", "morocco", "tunisia"),
    *("alexandria", "cairo", "suez", "tripoli", "algiers", "rabat", "tunis"),
)
HEEDS = (
    On(
        "the Axis may roll for Spain after an attack on Portugal",
        "DT-SPAIN-E2",
        on=DECLARATION,
        when=by(WESTERN_ALLIES) & upon("portugal"),
        sets=(sets("reaction.spain", True), sets("association-due.spain", True, _spain_is_neutral)),
    ),
    remembers(
        "the Axis come to Africa",
        "DT-SPAIN-M7",
        "present.axis.any.africa",
        on=ENTERED,
        when=by(AXIS) & is_place(*AFRICA),
    ),
    remembers(
        "Germany has accepted a British surrender",
        "DT-SPAIN-M13",
        "event.british-surrender-accepted",
        on=SURRENDER,
        when=by(BRITAIN),
    ),
)

# -- 87.51 and 87.52
PROFILE = (
    profile_of("spain", f"{NEUTRAL}, conquered by both", "87.51"),
    Duty(
        "for supply, the unit set up in the capital and the BRPs, Madrid alone is the capital",
        "87.51.madrid",
        site_is("spain", "madrid"),
    ),
)
TANGIER = Duty(
    "Tangier, a colonial capital, is a limited source of supply",
    "87.51.tangier",
    site_is("tangier", "spain", "spanish-morocco"),
)

SPAIN = Country(
    "spain",
    sayings={
        "profile": PROFILE,
        "supply": (TANGIER,),
        "atlantic-submarines": (Duty("the ports of Spain count like Lisbon", "87.52", AXIS_PORT),),
    },
    heeds=HEEDS,
    table=TABLE,
    gates=(GATE,),
    void=(ASSOCIATION_STANDS,),
    phase_rules={AXIS: (SPAIN_ASSOCIATES,)},
)
