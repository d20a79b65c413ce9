"""Every fact of the map as a table, and the turn sheet for the printer."""

from __future__ import annotations

from typing import Any

from fastapi.responses import Response

from legation.core.chronicle import chronicle
from legation.core.errors import LegationError
from legation.core.inquiries import turn_sheet_of
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.pages.context import Tables, router
from legation.web.present import fact_table
from legation.web.present.desk import desk_of


@router.get("/t/{token}/table")
def table(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        return {"rows": fact_table.places_of(sight, desk_of(sight).due), "columns": fact_table.columns(sight)}

    return room.page("table.html", **room.look(read))


@router.get("/t/{token}/sheet")
def sheet(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        found = desk_of(sight)
        lines = chronicle(sight).lines
        turn = sight.turn_of(lines[-1].phase) if lines else ""
        rows = [p for p in fact_table.places_of(sight, found.due) if p.country]
        return {
            "desk": found,
            "due": _due(sight),
            "rows": rows,
            "columns": fact_table.columns(sight),
            "log": [x for x in lines if x.phase.startswith(turn) and not x.undone_by and x.kind != "setup"][-60:],
        }

    return room.page("sheet.html", **room.look(read))


def _due(sight: Sight) -> list[tuple[str, list[str]]]:
    """What the book says is due this turn: of the reader's nation, or of all."""
    mine = sight.seat if sight.seat in sight.book.seats else None
    try:
        found = turn_sheet_of(sight.game, sight.world, mine)
    except LegationError:
        return []
    return [(capital(heading), [capital(line) for line in lines]) for heading, lines in found.items() if lines]
