"""Turkey."""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.country import Country
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment, general_results, general_rows, inertia
from legation.books.awaw.powers import ALLIED, AXIS, RUSSIA
from legation.books.awaw.tensions.vocabulary import foothold
from legation.books.awaw.vocabulary import allied_to, associated_by_result, at_war, controls_any, every, number_of
from legation.core.expr import truth

__all__ = ["TURKEY"]

TABLE = EVERY_ROLL.country(
    "Turkey",
    here="turkey",
    cite="",
    basic=alignment(0, cite="DT-TURKEY-A1"),
    modifiers=(
        *general_rows("DT-TURKEY-M1 DT-TURKEY-M2 DT-TURKEY-M3 DT-TURKEY-M4 DT-TURKEY-M5 DT-TURKEY-M6"),
        additional(-2, "Greece is an Axis ally", allied_to(AXIS, "greece"), cite="DT-TURKEY-M7"),
        additional(
            -1, "Greece has associated with the Axis", associated_by_result(AXIS, "greece"), cite="DT-TURKEY-M8"
        ),
        additional(
            -1, "the Allies hold two cities in Libya", number_of("libyan-cities-allied") >= 2, cite="DT-TURKEY-M9"
        ),
        additional(
            -1,
            "the Axis fight Russia and hold none of its great cities",
            at_war(AXIS, RUSSIA) & ~controls_any(AXIS, "moscow", "leningrad", "sevastopol", "rostov"),
            cite="DT-TURKEY-M10",
        ),
        additional(
            +1, "the Axis hold Sevastopol and Rostov", every(AXIS, "sevastopol", "rostov"), cite="DT-TURKEY-M11"
        ),
        additional(
            +1,
            "the Axis hold every city in Egypt",
            AtLeast(every(AXIS, "alexandria", "cairo", "suez") & foothold("port-said"))
            | truth("all-cities.axis.egypt", "the Axis [hold|do not hold] every city in Egypt"),
            cite="DT-TURKEY-M12",
        ),
        additional(
            +1,
            "the Axis hold a city in Palestine or Transjordan",
            AtLeast(controls_any(AXIS, "jerusalem", "amman"))
            | (number_of("axis-cities-in-palestine-transjordan") >= 1),
            cite="DT-TURKEY-M13",
        ),
        additional(
            +1, "Greece has associated with the Allies", associated_by_result(ALLIED, "greece"), cite="DT-TURKEY-M14"
        ),
        additional(+2, "Greece is an Allied ally", allied_to(ALLIED, "greece"), cite="DT-TURKEY-M15"),
        *inertia(up="DT-TURKEY-M16", down="DT-TURKEY-M17"),
    ),
    results=general_results(
        "DT-TURKEY-R1 DT-TURKEY-R2 DT-TURKEY-R3 DT-TURKEY-R4 DT-TURKEY-R5 DT-TURKEY-R6 "
        "DT-TURKEY-R7 DT-TURKEY-R8 DT-TURKEY-R9 DT-TURKEY-R10 DT-TURKEY-R11",
        small=10,
        large=20,
    ),
)

TURKEY = Country("turkey", table=TABLE)
