"""Every subject in one table: how it stands, and what a book shows of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from legation.core.sight import Sight
from legation.core.views import Mark
from legation.core.words import capital

__all__ = ["Overview", "cells_of", "overview_of"]

Cells = tuple[tuple[str, str], ...]  # text, and the value it is sorted by


@dataclass(frozen=True)
class Overview:
    """A row of the table: where a subject stands, and its cells in the order of `Views.columns`."""

    slug: str
    name: str
    mark: Mark
    cells: Cells


def overview_of(sight: Sight) -> list[Overview]:
    """Every subject of the book, as a seat may see it."""
    subjects, views = sight.book.subjects(), sight.book.views
    cells = cells_of(sight, subjects)
    return [Overview(slug, capital(name), views.mark(sight, slug), cells[slug]) for slug, name in subjects.items()]


def cells_of(sight: Sight, places: Iterable[str]) -> Mapping[str, Cells]:
    """What the columns of the book say of each place."""
    columns = sight.book.views.columns
    counted = {column.family: column.place for column in columns if column.counted}
    told: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for key, value in sight.world.set_facts().items():  # in one pass, since there are thousands of them
        family, *names = key.split(".")
        if family in counted and names and value:
            place = names.pop(counted[family])
            told.setdefault(family, {}).setdefault(place, []).append((".".join(names), int(value)))
    found = {}
    for place in places:
        cells = []
        for column in columns:
            if column.counted:
                rows = told.get(column.family, {}).get(place, [])
                cells.append((_counted(sight, rows), str(sum(n for _, n in rows)) if rows else ""))
            else:
                value = sight.get(f"{column.family}.{place}")
                text = "" if value in (None, "none") else capital(sight.say(value))
                cells.append((text, text))
        found[place] = tuple(cells)
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
