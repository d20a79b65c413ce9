"""Every fact of the map as a table, and the tables of a printed turn sheet."""

from __future__ import annotations

from dataclasses import dataclass

from legation.web.present.forms import map_places
from legation.web.present.manners import Mark, manners
from legation.web.present.plates import has_dossier, marks, plate_of
from legation.web.present.sight import Sight
from legation.web.present.words import bloc, capital

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


CLASSES = ("", "neutral", "friendly", "economic", "sworn", "total", "own")
FAMILIES = {
    "twg": (
        ("value", "Value"),
        ("government", "Government"),
        ("army", "Army"),
        ("units", "Units"),
        ("attempts", "Attempts"),
    ),
    "awaw": (
        ("result", "Result"),
        ("status", "Status"),
        ("beneficiary", "For"),
        ("brp-grant", "BRPs"),
        ("factors", "Factors"),
    ),
}


def columns(sight: Sight) -> list[tuple[str, str]]:
    number = ("value", "army", "units", "attempts", "brp-grant", "factors")
    return [(name, "num" if family in number else "text") for family, name in FAMILIES.get(sight.book.name, ())]


def places_of(sight: Sight, due: dict[str, int]) -> list[Place]:
    show, drawn = manners(sight.book.name).mark, marks(sight)
    subjects = has_dossier(sight)
    told: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for key, value in sight.world.set_facts().items():  # in one pass, since there are thousands of them
        family, *names = key.split(".")
        if family in ("army", "units", "attempts") and names and value:
            told.setdefault(family, {}).setdefault(names[0], []).append((".".join(names[1:]), int(value)))
        elif family == "factors" and value:
            told.setdefault(family, {}).setdefault(names[-1], []).append((names[0], int(value)))
    found = []
    for slug, name in map_places(sight):
        if slug not in subjects and not plate_of(sight.book.name, slug):
            continue
        mark = drawn.get(slug) or show(sight, slug)
        cells = []
        for family, _ in FAMILIES.get(sight.book.name, ()):
            if family in ("army", "units", "attempts", "factors"):
                rows = told.get(family, {}).get(slug, [])
                cells.append((_counted(sight, rows), str(sum(n for _, n in rows)) if rows else ""))
            else:
                value = sight.get(f"{family}.{slug}")
                text = "" if value in (None, "none") else capital(sight.say(value))
                cells.append((text, text))
        rank = CLASSES.index(mark.cls) if mark.cls in CLASSES else 0
        to = ", ".join(sight.name(s) for s in sight.book.seats if bloc(s) in _courts(mark))
        found.append(Place(slug, name, mark, rank, to, tuple(cells), due.get(slug, 0), slug in subjects))
    return found


def _courts(mark: Mark) -> tuple[str, ...]:
    return ("uk", "france") if mark.bloc == "joint" else (mark.bloc,) if mark.bloc else ()


def _counted(sight: Sight, rows: list[tuple[str, int]]) -> str:
    by: dict[str, list[str]] = {}
    for name, count in rows:
        nation, _, kind = name.partition(".")
        if kind or bloc(nation) or nation in sight.book.seats:
            by.setdefault(nation, []).append(f"{count} {kind.replace('-', ' ')}".strip())
        else:
            by.setdefault("", []).append(f"{count} {nation.replace('-', ' ')}")
    parts = [f"{sight.name(n)} {', '.join(told)}" if n else ", ".join(told) for n, told in by.items()]
    return "; ".join(parts)
