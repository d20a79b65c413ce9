"""A seat's pencil notes as its desk shows them: what is reserved, and what a request comes prefilled with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from legation.core.requests import Request
from legation.core.sight import Sight
from legation.core.views import Purse, PurseLine
from legation.web.pencils import COUNTER, PLACE, TRY, Note, Notes, points_go

__all__ = ["Pencil", "Row", "pencil_of", "purse_with"]


@dataclass(frozen=True)
class Row:
    """A note that may still come true this turn."""

    country: str
    name: str
    kind: str
    sum: int
    says: str
    money: str


@dataclass(frozen=True)
class Pencil:
    """What a seat has noted, for its own eyes."""

    rows: tuple[Row, ...] = ()
    sums: dict[str, int] = field(default_factory=dict)  # of attempts, by country
    filled: dict[int, str] = field(default_factory=dict)  # request -> the noted answer, as JSON
    places: tuple[tuple[str, str], ...] = ()  # that a note can be about
    coin: str = ""  # before a sum, where notes are of money
    targets: tuple[tuple[str, str], ...] = ()  # that points can go to in the next division
    points: dict[str, int] = field(default_factory=dict)  # noted for it

    @property
    def reserved(self) -> int:
        return sum(row.sum for row in self.rows if row.kind != PLACE)

    @property
    def placed(self) -> int:
        return sum(self.points.values())

    def division(self, request: int) -> dict[str, int]:
        """The noted answer to a division."""
        found: dict[str, int] = json.loads(self.filled.get(request, "{}"))
        return found

    @property
    def digest(self) -> str:
        return ".".join(f"{r.kind}-{r.country}-{r.sum}" for r in self.rows)


def pencil_of(sight: Sight, notes: Notes) -> Pencil:
    coin = sight.book.views.coin
    rows = [_row(sight, note, coin) for note in notes.notes if not _over(sight, note)]
    mine = [r for r in sight.requests if r.seat == sight.seat]
    filled = {r.id: json.dumps(value) for r in mine if (value := _noted(sight, r, rows)) is not None}
    named = sight.book.views.courts(sight)
    places = sorted(named.items(), key=lambda pair: pair[1].removeprefix("the "))
    sums = {row.country: row.sum for row in rows if row.kind == TRY}
    asked = any(r.among for r in mine)  # then its own sheet holds the pencil
    targets = () if asked else tuple((slug, sight.place(slug)) for slug in points_go(sight.game, sight.seat))
    points = {row.country: row.sum for row in rows if row.kind == PLACE}
    return Pencil(tuple(rows), sums, filled, tuple(places), coin, targets, points)


def _over(sight: Sight, note: Note) -> bool:
    """An attempt that was made this turn needs no note any more."""
    return note.kind == TRY and sight.book.views.tried(sight, note.country)


def _row(sight: Sight, note: Note, coin: str) -> Row:
    money = f"{coin}{note.sum}" if coin else ""
    if note.kind == PLACE:
        says = f"{note.sum} point{'s' * (note.sum != 1)} in the next division"
    elif note.kind == COUNTER:
        says = f"counter with {money}" if coin else "counter"
    else:
        says = f"try with {money}" if coin and note.sum else "try without money" if coin else "name it"
    return Row(note.country, sight.place(note.country), note.kind, note.sum, says, money)


def _noted(sight: Sight, request: Request, rows: Sequence[Row]) -> object:
    """The answer that the notes give to a request; None if they give none that is legal."""
    if request.among:
        return _division(request, rows)
    tries = [row for row in rows if row.kind == TRY]
    if request.kind == "choose" and not request.subject:
        wanted = [v for row in tries for v in request.legal if str(v).split(":")[0] == row.country]
        return wanted[0] if wanted else None
    who = sight.book.views.influencer(sight, request)
    kind = COUNTER if who and who != request.seat else TRY
    row = next((r for r in rows if r.kind == kind and r.country == request.subject), None)
    if row is None:
        return None
    if request.kind in ("amount", "sealed") and not request.among:
        return row.sum if row.sum in request.legal else None
    if request.kind == "choose" and {"money", "nothing"} <= set(map(str, request.legal)):
        return "money" if row.sum else "nothing"
    if request.kind == "confirm" and kind == COUNTER:
        return row.sum > 0
    return None


def _division(request: Request, rows: Sequence[Row]) -> dict[str, int] | None:
    """The noted points as far as there are so many, and as far as they may go there."""
    found, left = {}, request.total
    for row in rows:
        if row.kind == PLACE and row.country in request.among and left:
            found[row.country] = min(row.sum, left)
            left -= found[row.country]
    return found or None


def purse_with(purse: Purse | None, pencil: Pencil) -> Purse | None:
    """A purse with the pencilled sums set aside in it."""
    if purse is not None and pencil.points:
        lines = [*purse.lines, PurseLine("Pencilled", str(pencil.placed), sum=True, pencil=True)]
        lines += [PurseLine(row.name, str(row.sum), pencil=True) for row in pencil.rows if row.kind == PLACE]
        purse = replace(purse, lines=tuple(lines))
    if purse is None or not pencil.coin or not pencil.reserved:
        return purse
    free, coin = purse.free, pencil.coin
    lines = list(purse.lines)
    lines += [PurseLine(f"{row.name}, pencilled", row.money, pencil=True) for row in pencil.rows if row.sum]
    if free is not None:
        left = free - pencil.reserved
        said = f"{coin}{left}" if left >= 0 else f"−{coin}{-left}"
        lines.append(PurseLine("Left if you do so", said, sum=True, pencil=True))
    cells, drafts = [], pencil.reserved
    for cell in purse.cells:
        cells.append("draft" if cell == "" and drafts > 0 else cell)
        drafts -= cell == ""
    says = f"{purse.says}, of them {min(pencil.reserved, free or 0)} pencilled" if purse.says else ""
    return replace(purse, lines=tuple(lines), cells=tuple(cells), says=says)
