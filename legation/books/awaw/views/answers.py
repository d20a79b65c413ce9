"""What a power did by an answer, as the record tells it: names a target, moves a roll, triggers DPs, takes a result."""

from __future__ import annotations

from typing import Any

from legation.books.awaw.diplomacy.beneficiary import LESSER
from legation.books.awaw.diplomacy.phase import PASS
from legation.books.awaw.diplomacy.results import key_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.core.requests import Request
from legation.core.sight import Sight
from legation.core.voice import how_many
from legation.core.words import signed

__all__ = ["answered"]

NAMING, COVERT, SUBVERSION = "PROC-8", "PROC-21", "PROC-22"
TRIGGERING = ("USAT-DIP-1", "USAT-DIP-2")


def answered(sight: Sight, request: Request, value: Any) -> str:
    """After the name of the power; nothing where the question tells it best."""
    cite, place = request.cite, sight.place(request.subject) if request.subject else ""
    said = request.labels.get(str(value), "")
    if cite == NAMING and PASS in request.legal:
        if value in TABLES:
            return f"names {sight.place(value)} as a diplomatic target"
        if value == PASS:
            return "names no further target"
        return f"names {said}" if value.startswith("reaction ") else f"decides to {said[:1].lower()}{said[1:]}"
    if request.kind == "amount" and cite in (COVERT, SUBVERSION):
        means = "subversion" if cite == SUBVERSION else "covert operations"
        return (
            f"moves the roll for {place} by {signed(value)}, by {means}" if value else f"leaves {place} without {means}"
        )
    if request.kind == "amount" and cite in TRIGGERING:
        return f"triggers {how_many(value, 'DP') if value else 'no DPs'} in the United States"
    if cite == LESSER and place:
        band = next(band for band in TABLES[request.subject].bands if key_of(band) == value)
        return f"takes result {band.called} in {place}: {band.label}"
    return ""
