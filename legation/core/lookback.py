"""Where a game stood after an entry: folded from the record, so that nothing is made up, and no die is thrown.

A look costs what lies between the entry and the last mark before it, not all that was ever played: the state after
every so many entries is kept, as far as somebody has looked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

from legation.core.errors import NotFound
from legation.core.facts import Origin, World
from legation.core.game import Game
from legation.core.history import live_entries
from legation.core.machine import Frame, take_effect
from legation.core.requests import Request

__all__ = ["StoodThen", "stood_after"]

APART = 500  # entries from mark to mark


@dataclass(frozen=True)
class StoodThen:
    """The open facts, the questions and the phase after an entry; what was sealed then is unknown here."""

    world: World
    stack: tuple[Frame, ...]
    requests: tuple[Request, ...]
    phase: str


class _Mark(NamedTuple):
    seq: int
    world: World
    opened: dict[int, int]  # request -> the entry that opened it


class _Marks:
    def __init__(self, game: Game) -> None:
        self.marks = [_Mark(0, World(game.world.schema), {})]
        self.undone: list[tuple[int, int]] = []  # an undo, and the entry from which on it takes back
        self.seen = 0

    def at(self, game: Game, seq: int) -> _Mark:
        for n in range(self.seen + 1, seq + 1):
            entry = game.record[n]
            if "undo" in entry.cause:
                self.undone.append((n, entry.cause["undo"]))
            self.seen = n
            if n % APART == 0:
                self.marks.append(self._fold(game, n))
        return self._fold(game, seq)

    def _fold(self, game: Game, seq: int) -> _Mark:
        """From the last mark that no undo between it and the entry reaches behind."""
        back = min((target for n, target in self.undone if n <= seq), default=seq + 1)
        before = [mark for mark in self.marks if mark.seq <= seq]
        fits = (m for m in reversed(before) if all(t > m.seq for n, t in self.undone if m.seq < n <= seq))
        mark = before[-1] if back > before[-1].seq else next(fits)
        world, opened = mark.world._copy(), dict(mark.opened)
        for entry in live_entries(game.record[n] for n in range(mark.seq + 1, seq + 1)):
            if entry.confirms:
                world._confirm(entry.confirms, Origin("report", entry.seq, by=entry.by))
            if entry.effects:
                take_effect(world, entry.effects, entry, entry.seq)
            for closed in entry.closes:
                opened.pop(closed, None)
            opened |= dict.fromkeys((request.id for request in entry.opens), entry.seq)
        return _Mark(seq, world, opened)


_kept: WeakKeyDictionary[Game, _Marks] = WeakKeyDictionary()


def stood_after(game: Game, seq: int) -> StoodThen:
    """Where the game stood after an entry."""
    if not 1 <= seq <= len(game.record):
        raise NotFound("entry", seq, [str(len(game.record))])
    found = _kept.setdefault(game, _Marks(game)).at(game, seq)
    stack = tuple(game.record[seq].stack)
    entries = {n: game.record[n] for n in set(found.opened.values())}
    requests = tuple(r for id, n in sorted(found.opened.items()) for r in entries[n].opens if r.id == id)
    return StoodThen(found.world, stack, requests, game.book.phase(found.world, stack))
