"""Bulgaria."""

from __future__ import annotations

from legation.awaw.country import Country
from legation.awaw.groups.balkans import BALKANS
from legation.awaw.groups.general import alignment

__all__ = ["BULGARIA"]

TABLE = BALKANS.country("Bulgaria", here="bulgaria", cite="DT-BULGARIA-E1", basic=alignment(+3, cite="DT-BULGARIA-A1"))

BULGARIA = Country("bulgaria", table=TABLE)
