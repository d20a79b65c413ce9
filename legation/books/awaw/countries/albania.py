"""Albania."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment, general_results, general_rows
from legation.books.awaw.vocabulary import subversion_elsewhere

__all__ = ["ALBANIA"]

TABLE = EVERY_ROLL.country(
    "Albania",
    here="albania",
    cite="",
    basic=alignment(+2, cite="DT-ALBANIA-A1"),
    modifiers=(
        *general_rows(
            "DT-ALBANIA-M1 DT-ALBANIA-M2 DT-ALBANIA-M3 DT-ALBANIA-M4 DT-ALBANIA-M5 DT-ALBANIA-M6", units="infantry"
        ),
        additional(
            2 * subversion_elsewhere(),
            "Russia is known for subversion",
            subversion_elsewhere() >= 1,
            cite="DT-ALBANIA-M7",
        ),
    ),
    results=general_results(
        "DT-ALBANIA-R1 DT-ALBANIA-R2 DT-ALBANIA-R3 DT-ALBANIA-R4 DT-ALBANIA-R5 DT-ALBANIA-R6 "
        "DT-ALBANIA-R7 DT-ALBANIA-R8 DT-ALBANIA-R9 DT-ALBANIA-R10 DT-ALBANIA-R11",
        small=5,
        large=None,
    ),
)

ALBANIA = Country("albania", table=TABLE)
