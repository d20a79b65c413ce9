"""The sheets that seats have filled in: kept in the store beside the game, each for its seat's eyes alone.

They are no part of the record, so neither its size nor its number of entries tells that one was written, and streams
are not told.  What a sheet answers goes through the one door like every act.  Those of seats other than the one that
has just acted wait for a moment, the same for everybody: that somebody had made up his mind beforehand shows as little
as it can.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from legation.core.acts import Report
from legation.core.errors import NotYours
from legation.core.game import Game
from legation.core.intents import Intent, blank_of, checked, in_force, now_of, told_by
from legation.core.record import Entry
from legation.core.sight import Sight

if TYPE_CHECKING:
    from legation.web.seats import Access
    from legation.web.sessions import Session

__all__ = ["fill_in", "forget", "held", "intents_of", "own_seat", "read_again", "take_out", "void"]

_kept: WeakKeyDictionary[Session, dict[str, tuple[Intent, ...]]] = WeakKeyDictionary()


def _all(table: Session, seat: str) -> tuple[Intent, ...]:
    mine = _kept.setdefault(table, {})
    if seat not in mine:
        kept = table.hall.store.intents(table.id, seat)
        sheets = kept.startswith(b"[")  # else it holds notes of an earlier version, which bound nobody
        mine[seat] = msgspec.json.decode(kept, type=tuple[Intent, ...]) if sheets else ()
    return mine[seat]


def intents_of(table: Session, game: Game, seat: str) -> tuple[Intent, ...]:
    """The sheets of a seat that hold now."""
    return in_force(game, _all(table, seat))


def _keep(table: Session, seat: str, intents: tuple[Intent, ...]) -> None:
    if intents != _all(table, seat):
        table.hall.store.keep_intents(table.id, seat, msgspec.json.encode(intents) if intents else b"")
        _kept[table][seat] = intents


def own_seat(access: Access, seat: str) -> str:
    """A seat whose sheets a link may read and fill in."""
    if seat not in access.seats or seat not in access.table.book.seats:
        raise NotYours("only whoever plays a seat fills in its sheets")
    return seat


def fill_in(
    access: Access, seat: str, sheet: str, rows: Mapping[str, Any], *, lasting: bool = False, rolls: bool = False
) -> list[Entry]:
    """Fill a sheet in, in place of what it held, and carry out what can be carried out."""
    table = access.table
    own_seat(access, seat)

    def write(game: Game) -> Report | None:
        sight = Sight(game, seat, (seat,))
        blank = blank_of(sight, sheet)
        lasts = blank.tells or (lasting and blank.lasting)
        written = Intent(sheet, checked(blank, rows), now_of(game), lasts, rolls and blank.rolls)
        others = tuple(i for i in intents_of(table, game, seat) if i.sheet != sheet)
        _keep(table, seat, (*others, written))
        return told_by(blank, written.rows, sight.world)

    told = table.look(access, write)
    return table.act(access, told, seat) if told else table.go_on(access)


def take_out(access: Access, seat: str, sheet: str) -> None:
    """A sheet decides nothing from now on."""
    own_seat(access, seat)
    table = access.table
    rest = tuple(i for i in _all(table, seat) if i.sheet != sheet)
    _keep(table, seat, rest)


def read_again(table: Session) -> None:
    """Another server may have changed what the store keeps."""
    _kept.pop(table, None)


def forget(table: Session, seat: str) -> None:
    """Whoever takes a seat over does not read what the last one wrote."""
    _keep(table, seat, ())


def void(table: Session) -> None:
    """Something was taken back: what was written for this turn is not carried out again by itself."""
    for seat in table.book.seats:
        _keep(table, seat, tuple(i for i in _all(table, seat) if i.lasting))


def held(table: Session, game: Game, seats: Collection[str] | None = None) -> dict[str, tuple[Intent, ...]]:
    """What holds now, of the seats that people play, or of some of these."""
    played = [seat for seat in table.book.seats if seat not in table.bots and (seats is None or seat in seats)]
    found = {seat: intents_of(table, game, seat) for seat in played}
    return {seat: intents for seat, intents in found.items() if intents}
