"""Charts over time, each with the table of its numbers."""

from __future__ import annotations

from typing import Any

from fastapi.responses import Response

from legation.web.pages.room import Tables, router
from legation.web.present import charts, dossier
from legation.web.present.manners import manners
from legation.web.present.sight import Sight


@router.get("/t/{token}/charts")
def charts_page(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        heads, lanes = charts.lanes_of(sight)
        tracks = [dossier.dossier_of(sight, gauge.slug) for gauge in manners(sight.book.name).gauges(sight)]
        return {"figures": charts.charts_of(sight), "heads": heads, "lanes": lanes, "tracks": tracks}

    return room.page("charts.html", **room.look(read))
