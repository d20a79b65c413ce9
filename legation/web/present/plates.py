"""The map plates with the facts of a game on them.

A territory is coloured by two attributes, `data-b` (tincture) and `data-c` (class), so a plate needs no script to be
read.  The same facts go along as data, from which the script repaints a plate and fills its cards.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from legation.core.book import Book
from legation.core.overview import cells_of
from legation.core.sight import Sight
from legation.core.views import Mark
from legation.web.static_files import FOLDER, PLATES

__all__ = ["Plate", "painted", "places", "plate", "plate_of", "state", "state_text", "tinctures"]

_LAND = re.compile(r'<(?:path|g) class="t" data-place="(?P<place>[^"]+)"(?P<rest>[^>]*?)(?P<end>/?>)')
_FOR = re.compile(r'data-for="([^"]+)"')
_BOX = re.compile(r'viewBox="([^"]+)"')
_IN = re.compile(r'data-in="([^"]+)"')


@cache
def _text(book: Book, name: str) -> str:
    return _inline(book.folder / PLATES / f"{name}.svg")


def _inline(path: Path) -> str:
    return path.read_text(encoding="utf-8").replace(' xmlns="http://www.w3.org/2000/svg"', "")


@cache
def tinctures() -> str:
    """The hatchings, once a page."""
    return _inline(FOLDER / "tinctures.svg")


@cache
def _untitled(book: Book, name: str) -> str:
    """Without the names of the lands, which the state has."""
    return re.sub(r"<title>[^<]*</title>", "", _text(book, name))


@cache
def ratio(book: Book, name: str) -> float:
    """How much wider than high a plate is."""
    _, _, wide, high = _BOX.search(_text(book, name))[1].split()  # type: ignore[index]
    return round(float(wide) / float(high), 4)


@cache
def places(book: Book, name: str) -> dict[str, str]:
    """The territories of a plate, each with the whole it is part of."""
    found = {}
    for land in _LAND.finditer(_text(book, name)):
        whole = _IN.search(land["rest"])
        found[land["place"]] = whole[1] if whole else ""
    return found


@cache
def plate_of(book: Book, place: str) -> str:
    """The closest plate that shows a place; empty if none does."""
    return next((name for name in book.views.plates if place in places(book, name)), "")


def marks(sight: Sight) -> dict[str, Mark]:
    """How every place of the plates is shown, to everybody alike."""
    return sight.once_for_all("marks", _marks)


def _marks(sight: Sight) -> dict[str, Mark]:
    book, found = sight.book, sight.book.views
    wholes = {place: whole for name in found.plates for place, whole in places(book, name).items()}
    made = {place: found.mark(sight, place) for place in wholes}
    tagged: set[str] = set()
    written = {place for name in found.plates for place in _FOR.findall(_text(book, name))}
    for place, whole in sorted(wholes.items(), key=lambda pair: pair[0] not in written):
        # a part follows its whole, unless somebody has told otherwise
        if whole and not found.stands_out(made[place]):
            up = made.get(whole) or found.mark(sight, whole)
            first = whole not in made and whole not in tagged  # one that is not drawn is tagged on a part that is named
            tagged.add(whole)
            made[place] = replace(up, tag=up.tag if first else "")
    return made


HREF = "\x7f"  # where the address of a reader's own pages goes


def state(sight: Sight, due: dict[str, int] | None = None, href: str = "") -> dict[str, dict[str, Any]]:
    """What the script needs to paint the plates and fill the cards."""
    found: dict[str, dict[str, Any]] = json.loads(state_text(sight, due, href))
    return found


def state_text(
    sight: Sight, due: dict[str, int] | None = None, href: str = "", lit: dict[str, str] | None = None
) -> str:
    """The same as text that can stand in a page: what is everybody's is written once; one's own sheets, and the
    letters of what one was just told, are added."""
    found: dict[str, str] = sight.once_for_all("plate state", _state)
    if due:
        found = found | {p: f'{found[p][:-1]},"due":"now","n":"{n}"}}' for p, n in due.items() if p in found}
    if lit:
        found = found | {p: f'{found[p][:-1]},"lit":"{letter}"}}' for p, letter in lit.items() if p in found}
    return f"{{{','.join(found.values())}}}".replace(HREF, href)


def _state(sight: Sight) -> dict[str, str]:
    """Each place with its facts, as text."""
    made: dict[str, str] = {}
    subjects, columns = sight.dossiers, sight.book.views.columns
    cells = cells_of(sight, sight.book.subjects())
    for place, mark in marks(sight).items():
        one: dict[str, Any] = {"b": mark.bloc, "c": mark.cls or ("neutral" if place in subjects else "")}
        worth = [
            f"{column.name} {text}"
            for column, (text, _) in zip(columns, cells.get(place, ()), strict=False)
            if column.number and not column.counted and text
        ]
        note = "; ".join(filter(None, (*worth, mark.keys, mark.note)))
        one |= {"line": mark.says, "note": note, "tag": mark.tag, "name": sight.place(place)}
        if place in subjects:
            one["href"] = f"{HREF}/country/{place}"
        told = {key: value for key, value in one.items() if value}
        text = json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
        made[place] = f"{json.dumps(place)}:{text}"
    return made


class Plate:
    """A plate of the atlas, painted."""

    def __init__(self, book: Book, name: str, title: str, svg: str) -> None:
        self.name, self.title, self.svg = name, title, svg
        self.ratio = ratio(book, name)


def painted(sight: Sight) -> list[Plate]:
    """The plates of the book; they show nobody more than another."""
    return sight.once_for_all("plates", _painted)


def _painted(sight: Sight) -> list[Plate]:
    found, facts = sight.book.views, state(sight)
    return [plate(sight.book, name, title, facts) for name, title in zip(found.plates, found.plate_titles, strict=True)]


def plate(book: Book, name: str, title: str, facts: dict[str, dict[str, Any]]) -> Plate:
    def paint(land: re.Match[str]) -> str:
        one = facts.get(land["place"], {})
        attrs = "".join(f' data-{k}="{one[k]}"' for k in ("b", "c") if one.get(k))
        return f"{land[0][: -len(land['end'])]}{attrs}{land['end']}"

    return Plate(book, name, title, _LAND.sub(paint, _untitled(book, name)))
