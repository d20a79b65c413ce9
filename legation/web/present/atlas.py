"""Every fact of the map as a table, and the tables of a printed turn sheet."""

from __future__ import annotations

from dataclasses import dataclass

from legation.core.sight import Sight
from legation.core.views import Mark
from legation.core.words import capital
from legation.web.present.forms import map_places
from legation.web.present.plates import has_dossier, marks, plate_of

__all__ = ["Place", "columns", "places_of"]


@dataclass(frozen=True)
class Place:
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


def places_of(sight: Sight, due: dict[str, int]) -> list[Place]:
    views, drawn = sight.book.views, marks(sight)
    subjects = has_dossier(sight)
    counted = {column.family: column.place for column in views.columns if column.counted}
    told: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for key, value in sight.world.set_facts().items():  # in one pass, since there are thousands of them
        family, *names = key.split(".")
        if family in counted and names and value:
            place = names.pop(counted[family])
            told.setdefault(family, {}).setdefault(place, []).append((".".join(names), int(value)))
    found = []
    for slug, name in map_places(sight):
        if slug not in subjects and not plate_of(sight.book, slug):
            continue
        mark = drawn.get(slug) or views.mark(sight, slug)
        cells = []
        for column in views.columns:
            if column.counted:
                rows = told.get(column.family, {}).get(slug, [])
                cells.append((_counted(sight, rows), str(sum(n for _, n in rows)) if rows else ""))
            else:
                value = sight.get(f"{column.family}.{slug}")
                text = "" if value in (None, "none") else capital(sight.say(value))
                cells.append((text, text))
        rank = CLASSES.index(mark.cls) if mark.cls in CLASSES else 0
        to = ", ".join(sight.name(seat) for seat in sight.book.seats if seat in mark.to)
        found.append(Place(slug, name, mark, rank, to, tuple(cells), due.get(slug, 0), slug in subjects))
    return found


def _counted(sight: Sight, rows: list[tuple[str, int]]) -> str:
    by: dict[str, list[str]] = {}
    for name, count in rows:
        nation, _, kind = name.partition(".")
        if kind or sight.bloc(nation) or nation in sight.book.seats:
            by.setdefault(nation, []).append(f"{count} {kind.replace('-', ' ')}".strip())
        else:
            by.setdefault("", []).append(f"{count} {nation.replace('-', ' ')}")
    parts = [f"{sight.name(n)} {', '.join(told)}" if n else ", ".join(told) for n, told in by.items()]
    return "; ".join(parts)
