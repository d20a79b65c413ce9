"""Every fact of the map as a table, and the tables of a printed turn sheet."""

from __future__ import annotations

from dataclasses import dataclass

from legation.core.overview import cells_of
from legation.core.sight import Sight
from legation.core.views import Mark
from legation.web.present.forms import map_places
from legation.web.present.plates import marks, plate_of

__all__ = ["PlaceRow", "columns", "places_of"]


@dataclass(frozen=True)
class PlaceRow:
    """A row of the table: where a place stands and what is in it."""

    slug: str
    name: str
    mark: Mark
    rank: int  # of its class, to sort by
    to: str
    cells: tuple[tuple[str, str], ...]  # text and the value it is sorted by
    due: int
    country: bool


CLASSES = ("", "neutral", "friendly", "economic", "sworn", "total", "own")  # of the stylesheet, as a column sorts them


def columns(sight: Sight) -> list[tuple[str, str]]:
    return [(column.name, "num" if column.number else "text") for column in sight.book.views.columns]


def places_of(sight: Sight, due: dict[str, int]) -> list[PlaceRow]:
    views, drawn, subjects = sight.book.views, marks(sight), sight.dossiers
    shown = {slug: name for slug, name in map_places(sight) if slug in subjects or plate_of(sight.book, slug)}
    cells, found = cells_of(sight, shown), []
    for slug, name in shown.items():
        own = views.mark(sight, slug)
        mark, row = drawn.get(slug) or own, cells[slug]
        if mark.says != own.says:  # it goes with its whole
            row = tuple(("", "") if c.of_wholes else cell for c, cell in zip(views.columns, row, strict=True))
        rank = CLASSES.index(mark.cls) if mark.cls in CLASSES else 0
        to = ", ".join(sight.name(seat) for seat in sight.book.seats if seat in mark.to)
        found.append(PlaceRow(slug, name, mark, rank, to, row, due.get(slug, 0), slug in subjects))
    return found
