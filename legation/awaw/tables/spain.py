"""Spain."""

from __future__ import annotations

from legation.awaw.powers import ALLIED, AXIS, GERMANY, WESTERN_ALLIES
from legation.awaw.results import activates, associates, continues, goes_on, grants, lends, opens_hexes
from legation.awaw.tables.general import EVERY_ROLL, additional, alignment, general_rows, inertia
from legation.awaw.vocabulary import (
    allied_to,
    controls,
    controls_any,
    declared_war,
    event,
    hexes,
    level,
    present,
    reaction_roll,
    result_is,
)
from legation.core.expr import named
from legation.core.tables import at, bands, extras, span, upfrom, upto

__all__ = ["SPAIN"]

PRO_ALLIED, PRO_AXIS = ("-3", "-2", "-1", "0"), ("5-6", "7", "8", "9", "10")

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
        additional(-1, "no Axis units in Africa", ~present(AXIS, "any", "africa"), cite="DT-SPAIN-M7"),
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
    results=bands(
        upto(-3, "joins the Allies as an active ally", activates(ALLIED), cite="DT-SPAIN-R1"),
        at(-2, "associates with the Allies", associates(ALLIED), cite="DT-SPAIN-R2"),
        at(-1, "opens its hexes to the Allies, 20 BRPs", opens_hexes(ALLIED), grants(20, ALLIED), cite="DT-SPAIN-R3"),
        at(0, "10 BRPs for the Allies", grants(10, ALLIED), cite="DT-SPAIN-R4"),
        span(
            1,
            2,
            "keeps a pro-Allied policy, drops a pro-Axis one",
            continues(ALLIED, "1-2", keeps=PRO_ALLIED, ends=PRO_AXIS),
            cite="DT-SPAIN-R5",
        ),
        span(3, 4, "goes on as it is", goes_on(), cite="DT-SPAIN-R6"),
        span(
            5,
            6,
            "keeps a pro-Axis policy, drops a pro-Allied one",
            continues(AXIS, "5-6", keeps=PRO_AXIS, ends=PRO_ALLIED),
            cite="DT-SPAIN-R7",
        ),
        at(7, "10 BRPs for Germany", grants(10, AXIS), cite="DT-SPAIN-R8"),
        at(8, "opens its hexes to Germany, 20 BRPs", opens_hexes(AXIS), grants(20, AXIS), cite="DT-SPAIN-R9"),
        at(9, "associates with the Axis", associates(AXIS), cite="DT-SPAIN-R10"),
        upfrom(10, "joins the Axis as an active ally", activates(AXIS), cite="DT-SPAIN-R11"),
    ),
    supplements=extras(
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-SPAIN-R12"),
        at(7, "two units of volunteers", lends(2), cite="DT-SPAIN-R13"),
        at(8, "three units of volunteers", lends(3), cite="DT-SPAIN-R14"),
        at(9, "three units of volunteers", lends(3), cite="DT-SPAIN-R15"),
    ),
)
