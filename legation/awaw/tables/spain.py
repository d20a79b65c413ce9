"""Spain."""

from __future__ import annotations

from legation.awaw.powers import AXIS, GERMANY, WESTERN_ALLIES
from legation.awaw.results import lends
from legation.awaw.tables.general import (
    EVERY_ROLL,
    PRO_AXIS,
    additional,
    alignment,
    general_results,
    general_rows,
    inertia,
)
from legation.awaw.vocabulary import (
    allied_to,
    axis_in_africa,
    controls,
    controls_any,
    declared_war,
    event,
    hexes,
    level,
    reaction_roll,
    result_is,
)
from legation.core.expr import choice, named, truth
from legation.core.rules import Limit
from legation.core.tables import at, extras, span

__all__ = ["ASSOCIATION_STANDS", "SPAIN"]

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

SPAIN = EVERY_ROLL.country(
    "Spain",
    here="spain",
    cite="",
    basic=alignment(0, cite="DT-SPAIN-A1"),
    modifiers=(
        *general_rows(
            "DT-SPAIN",
            counts_as_axis=result_is("spain", "5-6", "7", "8"),
            standing=~named("the reaction roll leaves the new association out", reaction_roll(), cite="DT-SPAIN-E4"),
        ),
        additional(-1, "no Axis units in Africa", ~axis_in_africa(), cite="DT-SPAIN-M7"),
        additional(-1, "Vichy France is a German ally", allied_to(GERMANY, "vichy-france"), cite="DT-SPAIN-M8"),
        additional(
            +1, "the Axis hold Suez or Alexandria", controls_any(AXIS, "suez", "alexandria"), cite="DT-SPAIN-M9"
        ),
        additional(+2, "the Axis hold Gibraltar", controls(AXIS, "gibraltar"), cite="DT-SPAIN-M10"),
        additional(+1, "the Axis stand in Britain", hexes(AXIS, "britain") >= 1, cite="DT-SPAIN-M11"),
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
    results=general_results("DT-SPAIN", small=10, large=20, axis=("5-6", *PRO_AXIS)),
    supplements=extras(
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-SPAIN-R12"),
        at(7, "two units of volunteers", lends(2), cite="DT-SPAIN-R13"),
        at(8, "three units of volunteers", lends(3), cite="DT-SPAIN-R14"),
        at(9, "three units of volunteers", lends(3), cite="DT-SPAIN-R15"),
    ),
)
