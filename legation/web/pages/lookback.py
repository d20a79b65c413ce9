"""A look back: map and tracks as they stood after an entry, and the steps from there to others."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response
from markupsafe import Markup

from legation.core.lookback import PastMoment, TurningPoint, moment_of
from legation.core.sight import Sight
from legation.web.access import base_of
from legation.web.api import may_copy
from legation.web.models import Count
from legation.web.pages.context import Records, router
from legation.web.present import plates

__all__: list[str] = []

NAMED_APART, TURNS_APART = 9, 7  # of a hundred along the slider, so that names do not meet


@router.get("/t/{token}/look")
def look_back(
    room: Records, at: Annotated[Count, Query(ge=0, le=2**31)] = 0, part: Annotated[bool, Query()] = False
) -> Response:
    """The moment after an entry; without one, the present.  A `part` leaves the plates out, which are there already."""

    def read(sight: Sight) -> dict[str, Any]:
        last = len(sight.game.record)
        found = moment_of(sight, at or last) if at <= last else moment_of(sight, last)
        lit = {place: "" for tell in found.tells for place in tell.place.split()}
        return {
            "m": found,
            "then_when": sight.book.views.when(found.then),
            "turnings": _named(found),
            "turns": _turns(found),
            "plates": () if part else plates.painted(found.then)[:2],
            "plate_state": Markup(plates.state_text(found.then, {}, room.base, lit)),
            "may_copy": may_copy(room.access, sight.game),
            "address": f"{base_of(room.request)}{room.base}/look?at={found.at}",
        }

    return room.page("look.html", **room.look(read))


def _share(m: PastMoment, seq: int) -> float:
    return round(100 * (seq - 1) / max(1, m.last - 1), 2)


def _named(m: PastMoment) -> list[tuple[float, TurningPoint, bool]]:
    """Where each turning stands on the slider, and whether there is room for its name."""
    found, free = [], -1.0
    for one in m.turnings:
        share = _share(m, one.seq)
        named = share >= free and 2 < share < 98
        free = share + NAMED_APART if named else free
        found.append((share, one, named))
    return found


def _turns(m: PastMoment) -> list[tuple[float, int, str]]:
    found: list[tuple[float, int, str]] = []
    for seq, name in m.turns:
        if not found or _share(m, seq) >= found[-1][0] + TURNS_APART:
            found.append((_share(m, seq), seq, name))
    return found
