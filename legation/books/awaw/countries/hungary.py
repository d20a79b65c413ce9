"""Hungary."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.groups.balkans import BALKANS
from legation.books.awaw.groups.general import alignment

__all__ = ["HUNGARY"]

TABLE = BALKANS.country("Hungary", here="hungary", cite="DT-HUNGARY-E1", basic=alignment(+5, cite="DT-HUNGARY-A1"))

HUNGARY = Country("hungary", table=TABLE)
