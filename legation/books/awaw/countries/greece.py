"""Greece, which looks at Turkey and leans the other way."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment, general_results, general_rows
from legation.books.awaw.powers import ALLIED, AXIS
from legation.books.awaw.vocabulary import allied_to, associated_by_result, result_is, subversion_elsewhere

__all__ = ["GREECE"]

TABLE = EVERY_ROLL.country(
    "Greece",
    here="greece",
    cite="",
    basic=alignment(0, cite="DT-GREECE-A1"),
    modifiers=(
        *general_rows(
            "DT-GREECE-M1 DT-GREECE-M2 DT-GREECE-M3 DT-GREECE-M4 DT-GREECE-M5 DT-GREECE-M6", units="air or infantry"
        ),
        additional(-3, "Turkey is an Axis ally", allied_to(AXIS, "turkey"), cite="DT-GREECE-M7"),
        additional(
            -2, "Turkey has associated with the Axis", associated_by_result(AXIS, "turkey"), cite="DT-GREECE-M8"
        ),
        additional(-1, "Turkey has opened its hexes to the Axis", result_is("turkey", "8"), cite="DT-GREECE-M9"),
        additional(+1, "Turkey has opened its hexes to the Allies", result_is("turkey", "-1"), cite="DT-GREECE-M10"),
        additional(
            +2, "Turkey has associated with the Allies", associated_by_result(ALLIED, "turkey"), cite="DT-GREECE-M11"
        ),
        additional(+3, "Turkey is an Allied ally", allied_to(ALLIED, "turkey"), cite="DT-GREECE-M12"),
        additional(
            2 * subversion_elsewhere(),
            "Russia is known for subversion",
            subversion_elsewhere() >= 1,
            cite="DT-GREECE-M13",
        ),
    ),
    results=general_results(
        "DT-GREECE-R1 DT-GREECE-R2 DT-GREECE-R3 DT-GREECE-R4 DT-GREECE-R5 DT-GREECE-R6 "
        "DT-GREECE-R7 DT-GREECE-R8 DT-GREECE-R9 DT-GREECE-R10 DT-GREECE-R11",
        small=5,
        large=None,
    ),
)

GREECE = Country("greece", table=TABLE)
