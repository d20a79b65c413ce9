"""Pencil notes: what a seat means to answer when it is asked.  Nothing binds, and nobody else ever sees them.

They are kept in the store beside the game, not in its record, so that neither its size nor its number of entries tells
anybody that something was noted; streams are not told either.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

import msgspec

from legation.core.errors import NotFound, NotYours, Refused
from legation.web.hall import Table
from legation.web.seats import Access

__all__ = ["COUNTER", "TRY", "Note", "Notes", "forget", "notes_of", "rub_out", "write"]

TRY, COUNTER = "try", "counter"
MOST = 40


class Note(msgspec.Struct, frozen=True):
    """To try a country (with so much money), or to counter somebody else's attempt on it."""

    country: str
    sum: int = 0
    kind: str = TRY


class Notes(msgspec.Struct, frozen=True):
    """The notes of a seat for one turn, in the order in which they were made."""

    turn: int = 0
    notes: tuple[Note, ...] = ()

    def of(self, country: str, kind: str = TRY) -> Note | None:
        return next((n for n in self.notes if n.country == country and n.kind == kind), None)


_kept: WeakKeyDictionary[Table, dict[str, Notes]] = WeakKeyDictionary()


def notes_of(table: Table, seat: str, turn: int) -> Notes:
    """What a seat has noted for this turn; what it noted for an earlier one is void."""
    mine = _kept.setdefault(table, {})
    if seat not in mine:
        kept = table.hall.store.pencil(table.id, seat)
        mine[seat] = msgspec.json.decode(kept, type=Notes) if kept else Notes()
    found = mine[seat]
    return found if found.turn == turn else Notes(turn)


def write(access: Access, seat: str, turn: int, notes: Iterable[Note]) -> Notes:
    """Put these notes in the place of those that a seat had; a note that is there already keeps its place."""
    if seat not in access.seats or seat not in access.table.book.seats:
        raise NotYours("only whoever plays a seat pencils for it")
    known = access.table.book.subjects()
    wanted = {(note.kind, note.country): note for note in notes}
    for note in wanted.values():
        if note.country not in known:
            raise NotFound("country", note.country, known)
        if note.kind not in (TRY, COUNTER) or not 0 <= note.sum <= 999:
            raise Refused("a note is to try or to counter, with a sum")
    if len(wanted) > MOST:
        raise Refused(f"{MOST} notes are enough for a turn")
    before = [(n.kind, n.country) for n in notes_of(access.table, seat, turn).notes]
    order = [key for key in before if key in wanted] + [key for key in wanted if key not in before]
    found = Notes(turn, tuple(wanted[key] for key in order))
    access.table.hall.store.set_pencil(access.table.id, seat, msgspec.json.encode(found) if order else b"")
    _kept.setdefault(access.table, {})[seat] = found
    return found


def rub_out(access: Access, seat: str, turn: int, country: str, kind: str = TRY) -> Notes:
    """Take one note away."""
    rest = [n for n in notes_of(access.table, seat, turn).notes if (n.country, n.kind) != (country, kind)]
    return write(access, seat, turn, rest)


def forget(table: Table, seat: str) -> None:
    """Whoever takes a seat over does not read what the last one noted."""
    table.hall.store.set_pencil(table.id, seat, b"")
    _kept.setdefault(table, {}).pop(seat, None)
