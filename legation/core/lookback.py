"""Where a game stood after an entry: folded from the record, so that nothing is made up, and no die is thrown.

A look is a game of its own, read as any other and never played on; what was sealed then is unknown in it.  It costs
what lies between the entry and the last mark before it, not all that was ever played: the state after every so many
entries is kept, as far as somebody has looked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from legation.core.balance import Holdings, standing_of
from legation.core.chronicle import RecordLine, chronicle
from legation.core.dispatch import tells_of
from legation.core.errors import NotFound
from legation.core.facts import Origin, World
from legation.core.game import Game
from legation.core.history import Vault, live_entries
from legation.core.machine import State, take_effect
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.views import Gauge, Tell
from legation.core.words import capital

__all__ = ["PastMoment", "TurningPoint", "moment_of", "stood_after"]

APART = 500  # entries from mark to mark
AROUND = 3  # entries before the one that is looked at
MOST_TURNS, MOST_CHANGES = 60, 60


@dataclass(frozen=True)
class TurningPoint:
    """An entry at which something turned that players talk about, or that an umpire wrote."""

    seq: int
    says: str
    ruling: bool


@dataclass(frozen=True)
class PastMoment:
    """A game as it stood after an entry, with what lies around it and what has changed since."""

    at: int
    last: int
    then: Sight
    phase: str
    lines: tuple[RecordLine, ...]
    tells: tuple[Tell, ...]  # what the entry itself changed
    gauges: tuple[Gauge, ...]
    standing: Holdings  # beside what stood before the entry
    asked: tuple[tuple[str, str], ...]
    since: tuple[tuple[str, str, str], ...]  # what is not any more as it was: a fact, then, now
    more: int
    turnings: tuple[TurningPoint, ...]
    turns: tuple[tuple[int, str], ...]  # where each begins
    phases: tuple[int, int]  # where the phase before begins, and the one after
    turn_ends: int


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


def stood_after(game: Game, seq: int) -> Game:
    """The game as it stood after an entry, to be looked at."""
    if not 1 <= seq <= len(game.record):
        raise NotFound("entry", seq, [str(len(game.record))])
    found = _kept.setdefault(game, _Marks(game)).at(game, seq)
    entries = {n: game.record[n] for n in set(found.opened.values())}
    requests = {id: r for id, n in sorted(found.opened.items()) for r in entries[n].opens if r.id == id}
    then = type(game)(game.book, game.record.upto(seq), game.dice, Vault())
    then.state = State(found.world, tuple(game.record[seq].stack), requests)
    return then


def moment_of(sight: Sight, at: int) -> PastMoment:
    """A moment of a game for one seat, which sees no more of it than it may see now."""
    game, lines = sight.game, chronicle(sight).lines
    then = Sight(stood_after(game, at), sight.seat)
    before = Sight(stood_after(game, at - 1), sight.seat) if at > 1 else then
    line, schema = lines[at - 1], sight.world.schema
    found = then.world.difference(sight.world)  # of what was ever hidden the record tells nothing about that time
    changes = [c for c in found if schema.spec(c.fact).family.known_to == "all"]
    return PastMoment(
        at=at,
        last=len(lines),
        then=then,
        phase=line.phase,
        lines=tuple(lines[max(0, at - 1 - AROUND) : at + 1]),
        tells=tuple(tells_of(sight, line)),
        gauges=tuple(then.book.views.gauges(then)),
        standing=standing_of(then, before),
        asked=tuple((sight.name(r.seat), r.prompt) for r in then.game.requests() if r.seat in (sight.seat, TABLE)),
        since=tuple(
            (capital(schema.spec(c.fact).says), sight.told(c.fact, c.old), sight.told(c.fact, c.new))
            for c in changes[:MOST_CHANGES]
        ),
        more=max(0, len(changes) - MOST_CHANGES),
        turnings=_turnings(sight, lines),
        turns=tuple((one.seq, sight.turn_of(one.phase)) for one in _begins(sight, lines)),
        phases=_phases(lines, at),
        turn_ends=next((one.seq - 1 for one in _begins(sight, lines) if one.seq > at), len(lines)),
    )


def _turnings(sight: Sight, lines: Sequence[RecordLine]) -> tuple[TurningPoint, ...]:
    """Rulings, and the changes that players talk about most; of many, some from the whole length of the game."""
    talked = frozenset(sight.book.views.telling[:2])
    found = []
    for line in lines:
        if line.undone_by or line.kind == "setup":
            continue
        turned = next((e for e in line.effects if e.country and e.fact.split(".", 1)[0] in talked), None)
        if line.green or turned:
            says = "ruling" if line.green else sight.place(turned.country) if turned else ""
            found.append(TurningPoint(line.seq, says, line.green))
    each = -(-len(found) // MOST_TURNS) or 1
    return tuple(one for n, one in enumerate(found) if one.ruling or n % each == 0)


def _begins(sight: Sight, lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The first entry of each turn."""
    turns = [(line, sight.turn_of(line.phase)) for line in lines]
    return [line for (_, was), (line, turn) in pairwise([(lines[0], ""), *turns]) if turn != was]


def _phases(lines: Sequence[RecordLine], at: int) -> tuple[int, int]:
    """The entries to which one steps by phases: the start of this one, or of the one before, and of the next."""
    starts = [1, *(b.seq for a, b in pairwise(lines) if a.phase != b.phase)]
    earlier, later = [n for n in starts if n < at], [n for n in starts if n > at]
    return earlier[-1] if earlier else 1, later[0] if later else len(lines)
