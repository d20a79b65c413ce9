"""Pencil notes: what a seat means to answer when it is asked.  Nothing binds, and nobody else ever sees them.

They are kept in the store beside the game, not in its record, so that neither its size nor its number of entries tells
anybody that something was noted; streams are not told either.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

import msgspec

from legation.core.errors import NotFound, NotYours, Refused
from legation.core.game import Game
from legation.web.hall import Table
from legation.web.seats import Access

__all__ = ["COUNTER", "PLACE", "TRY", "Note", "Notes", "forget", "notes_of", "points_go", "rub_out", "write"]

TRY, COUNTER, PLACE = "try", "counter", "place"
MOST = 40


class Note(msgspec.Struct, frozen=True):
    """To try a country (with so much money), to counter somebody else's attempt on it, or to put points there.

    Points are for the next division, whenever it comes; `since` is the length of the record when they were noted.
    """

    country: str
    sum: int = 0
    kind: str = TRY
    since: int = 0


class Notes(msgspec.Struct, frozen=True):
    """The notes of a seat for one turn, in the order in which they were made."""

    turn: int = 0
    notes: tuple[Note, ...] = ()

    def of(self, country: str, kind: str = TRY) -> Note | None:
        return next((n for n in self.notes if n.country == country and n.kind == kind), None)


_kept: WeakKeyDictionary[Table, dict[str, Notes]] = WeakKeyDictionary()


def notes_of(table: Table, game: Game, seat: str) -> Notes:
    """What a seat has noted for this turn, and for the division of points to come; what is over is void."""
    mine = _kept.setdefault(table, {})
    if seat not in mine:
        kept = table.hall.store.pencil(table.id, seat)
        mine[seat] = msgspec.json.decode(kept, type=Notes) if kept else Notes()
    found, turn = mine[seat], int(game.world.get(game.world.schema.clock) or 0)
    if found.turn == turn and not any(note.kind == PLACE for note in found.notes):
        return found
    since = min((note.since for note in found.notes if note.kind == PLACE), default=len(game.record))
    divided = _last_division(game, seat, since)
    good = (n.since >= divided if n.kind == PLACE else found.turn == turn for n in found.notes)
    return Notes(turn, tuple(note for note, still in zip(found.notes, good, strict=True) if still))


def _last_division(game: Game, seat: str, since: int) -> int:
    """The entry in which a seat last divided its points in secret, if that was after an entry."""
    seq = len(game.record)
    while seq > since:
        entry = game.record[seq]
        if entry.by == seat and entry.seals and "sealed" in entry.cause:
            return seq
        seq = entry.cause["undo"] - 1 if "undo" in entry.cause else seq - 1
    return 0


def points_go(game: Game, seat: str) -> tuple[str, ...]:
    """Where the points may go that a seat divides in secret, whether it is asked just now or not."""
    for family in game.world.schema.families:
        if family.known_to != "all" and len(family.over) == 2 and seat in family.over[0]:
            return tuple(family.over[1])
    return ()


def write(access: Access, game: Game, seat: str, notes: Iterable[Note]) -> Notes:
    """Put these notes in the place of those that a seat had; a note that is there already keeps its place."""
    if seat not in access.seats or seat not in access.table.book.seats:
        raise NotYours("only whoever plays a seat pencils for it")
    wanted = {(note.kind, note.country): note for note in notes}
    for note in wanted.values():
        known = points_go(game, seat) if note.kind == PLACE else access.table.book.subjects()
        if note.country not in known:
            raise NotFound("place for points" if note.kind == PLACE else "country", note.country, known)
        if note.kind not in (TRY, COUNTER, PLACE) or not 0 <= note.sum <= 999:
            raise Refused("a note is to try, to counter or to place points, with a sum")
    if len(wanted) > MOST:
        raise Refused(f"{MOST} notes are enough for a turn")
    now = notes_of(access.table, game, seat)
    before = [(n.kind, n.country) for n in now.notes]
    order = [key for key in before if key in wanted] + [key for key in wanted if key not in before]
    found = Notes(now.turn, tuple(wanted[key] for key in order))
    access.table.hall.store.set_pencil(access.table.id, seat, msgspec.json.encode(found) if order else b"")
    _kept.setdefault(access.table, {})[seat] = found
    return found


def rub_out(access: Access, game: Game, seat: str, country: str, kind: str = TRY) -> Notes:
    """Take one note away."""
    rest = [n for n in notes_of(access.table, game, seat).notes if (n.country, n.kind) != (country, kind)]
    return write(access, game, seat, rest)


def forget(table: Table, seat: str) -> None:
    """Whoever takes a seat over does not read what the last one noted."""
    table.hall.store.set_pencil(table.id, seat, b"")
    _kept.setdefault(table, {}).pop(seat, None)
