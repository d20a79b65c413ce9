"""The end of a game as one sheet, which is also its desk once it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.core.balance import balance_of
from legation.core.sight import Sight
from legation.play.luck import luck_rows
from legation.web.api import may_copy
from legation.web.pages.context import PageContext, Records, router
from legation.web.present import plates

__all__ = ["balance_page"]

LEFT, RIGHT, ROW, STEPS = 150, 530, 44, (1, 2, 4, 5, 10, 20, 50, 100)  # of the drawing of luck


@dataclass(frozen=True)
class LuckBand:
    """One seat in the drawing of luck: where 95 games of 100 lie, what was to be expected, and what came."""

    name: str
    bloc: str
    y: int
    low: float
    high: float
    expected: float
    got: float
    outside: bool
    row: dict[str, Any]


@router.get("/t/{token}/balance")
def balance(room: Records) -> Response:
    """How the game stands, or has come out."""
    return balance_page(room)


def balance_page(room: PageContext) -> HTMLResponse:
    def read(sight: Sight) -> dict[str, Any]:
        found, rows = balance_of(sight), luck_rows(sight.game)
        ringed = {one.place: "" for one in found.changed}
        return {
            "balance": found,
            "luck": _bands(sight, rows),
            "ticks": _ticks(rows),
            "plates": plates.painted(sight)[:1],
            "plate_state": Markup(plates.state_text(sight, {}, room.base, ringed)),
            "may_copy": may_copy(room.access, sight.game),
        }

    return room.page("balance.html", **room.look(read))


def _most(rows: list[dict[str, Any]]) -> int:
    return max((max(row["high"], row["successes"]) for row in rows), default=1) or 1


def _at(value: float, most: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * value / most, 1)


def _ticks(rows: list[dict[str, Any]]) -> list[tuple[float, int]]:
    """Where lines are drawn across, and their numbers: four or five of them."""
    most = _most(rows)
    step = next((n for n in STEPS if most / n <= 5), STEPS[-1])
    return [(_at(n, most), n) for n in range(0, most + 1, step)]


def _bands(sight: Sight, rows: list[dict[str, Any]]) -> list[LuckBand]:
    most = _most(rows)
    return [
        LuckBand(
            sight.name(row["seat"]),
            sight.bloc(row["seat"]),
            26 + ROW * n,
            _at(row["low"], most),
            _at(row["high"], most),
            _at(float(row["expected"]), most),
            _at(row["successes"], most),
            not row["low"] <= row["successes"] <= row["high"],
            row,
        )
        for n, row in enumerate(rows)
    ]
