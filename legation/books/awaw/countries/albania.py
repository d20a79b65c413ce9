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
        *general_rows("DT-ALBANIA", units="infantry"),
        additional(
            2 * subversion_elsewhere(),
            "Russia is known for subversion",
            subversion_elsewhere() >= 1,
            cite="DT-ALBANIA-M7",
        ),
    ),
    results=general_results("DT-ALBANIA", small=5, large=None),
)

ALBANIA = Country("albania", table=TABLE)
