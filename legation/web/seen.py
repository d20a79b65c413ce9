"""What each chair has been told.

A chair is told what has happened since it last did something, or put a dispatch away; after an absence, since it last
looked.  That is kept on the server, so that a second device does not tell it again.  Spectators share a link and have
no memory.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from legation.web.seats import SPECTATOR

if TYPE_CHECKING:
    from legation.web.sessions import Session

__all__ = ["SeenUpTo", "acted", "look_of", "put_away", "sees"]

ABSENCE = 600  # seconds without a look, after which one is told what has happened meanwhile
KEEP = 60  # seconds after which a look is written down again, if nothing else has changed


@dataclass(frozen=True)
class SeenUpTo:
    """Up to which entry a chair has been told, and since when."""

    since: int = 0  # what came after this entry is told
    seen: int = 0
    at: float = 0.0
    away: float = 0.0  # how long nobody looked, if that is what is told of
    kept: float = 0.0


_looks: WeakKeyDictionary[Session, dict[str, SeenUpTo]] = WeakKeyDictionary()


def look_of(table: Session, chair: str) -> SeenUpTo | None:
    """What a chair has been told; None for one that has no memory."""
    if chair == SPECTATOR:
        return None
    mine = _looks.setdefault(table, {})
    if chair not in mine or table.hall.store.shared:  # of another server the chair may have heard more
        kept = table.hall.store.look(table.id, chair) or (0, 0, 0.0)
        if chair not in mine or kept[2] > mine[chair].kept:
            mine[chair] = SeenUpTo(*kept, kept=kept[2])
    return mine[chair]


def sees(table: Session, chair: str, seq: int, now: float | None = None) -> SeenUpTo | None:
    """A page of this chair shows the record up to an entry."""
    look, now = look_of(table, chair), time.time() if now is None else now
    if look is None:
        return None
    gone = now - look.at if look.at else 0.0
    fresh = replace(look, seen=seq, at=now)
    if gone > ABSENCE and seq > look.seen:
        fresh = replace(fresh, since=max(look.since, look.seen), away=gone)
    _keep(table, chair, fresh, soon=fresh.since != look.since)
    return fresh


def acted(table: Session, chair: str, first: int) -> None:
    """A chair has done something: from that entry on it is told anew."""
    look = look_of(table, chair)
    if look is not None:
        _keep(table, chair, replace(look, since=first - 1, away=0.0))


def put_away(table: Session, chair: str, upto: int) -> None:
    """A chair has read what was told up to an entry; told again from an earlier one, it is opened again."""
    look = look_of(table, chair)
    if look is not None:
        _keep(table, chair, replace(look, since=max(0, min(upto, table.seq)), away=0.0), soon=True)


def _keep(table: Session, chair: str, look: SeenUpTo, soon: bool = False) -> None:
    if soon or look.at - look.kept > KEEP:
        look = replace(look, kept=look.at)
        table.hall.store.set_look(table.id, chair, look.since, look.seen, look.at)
    _looks.setdefault(table, {})[chair] = look
