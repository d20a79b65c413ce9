"""Charts over time, each with the table of its numbers."""

from __future__ import annotations

from typing import Any

from fastapi.responses import Response

from legation.core.sight import Sight
from legation.web.pages.context import Tables, router
from legation.web.present import charts, dossier


@router.get("/t/{token}/charts")
def charts_page(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        views = sight.book.views
        heads, lanes = views.lanes(sight)
        tracks = [views.dossier(sight, gauge.slug) for gauge in views.gauges(sight)]
        return {"figures": charts.charts_of(sight), "heads": heads, "lanes": lanes, "tracks": tracks}

    return room.page("charts.html", **room.look(read), drawn=dossier.drawn)
