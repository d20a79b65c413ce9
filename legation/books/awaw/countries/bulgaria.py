"""Bulgaria."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.groups.balkans import BALKANS
from legation.books.awaw.groups.general import alignment

__all__ = ["BULGARIA"]

TABLE = BALKANS.country("Bulgaria", here="bulgaria", cite="DT-BULGARIA-E1", basic=alignment(+3, cite="DT-BULGARIA-A1"))

BULGARIA = Country("bulgaria", table=TABLE)
