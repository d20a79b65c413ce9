"""A game turn by turn: what charts over time are made of, folded from the record as one seat may read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from legation.core.game import Game
from legation.core.sight import Sight

__all__ = ["START", "PastTurn", "turns_of"]

START = 0  # before the first turn


@dataclass
class PastTurn:
    """One turn as it ended, or as it stands."""

    number: int
    facts: dict[str, Any] = field(default_factory=dict)  # the facts that were followed, at its end
    peaks: dict[str, int] = field(default_factory=dict)  # the highest of each number
    acts: list[list[dict[str, Any]]] = field(default_factory=list)  # what each entry changed


class _Following:
    """The turns of a record so far; what it has gained is taken in, unless something was taken back."""

    def __init__(self) -> None:
        self.turn = PastTurn(START)
        self.found = [self.turn]
        self.now: dict[str, Any] = {}
        self.seen = 0

    def read(self, sight: Sight, families: Collection[str], peaks: Collection[str]) -> None:
        game = sight.game
        gained = game.log(sight.seat, self.seen) if self.seen < len(game.record) else []
        if any("undo" in entry["cause"] for entry in gained):
            self.__init__()  # type: ignore[misc]
            live = set(game.record.kept())
            gained = [entry for entry in game.log(sight.seat) if entry["seq"] in live]
        for entry in gained:
            self._take_in(entry, sight.world.schema.clock, families, peaks)
        self.seen = len(game.record)
        self.turn.facts = dict(self.now)

    def _take_in(
        self, entry: dict[str, Any], clock: str | None, families: Collection[str], peaks: Collection[str]
    ) -> None:
        effects = entry["effects"]
        self.turn.acts.append(effects)
        begins = 0
        for change in effects:
            key, new = change["fact"], change["new"]
            if key == clock:
                begins = int(new)
            if begins and "setup" not in entry["cause"]:
                self.turn = _closed(self.turn, self.now, begins, self.found)
                begins = 0
            family = key.partition(".")[0]
            if family in families or family in peaks:
                self.now[key] = new
            if family in peaks and isinstance(new, int):
                self.turn.peaks[key] = max(self.turn.peaks.get(key, 0), new)
        if begins:  # the first turn begins when all is set up
            self.turn = _closed(self.turn, self.now, begins, self.found)


_kept: WeakKeyDictionary[Game, dict[Any, _Following]] = WeakKeyDictionary()


def turns_of(sight: Sight, families: Collection[str], peaks: Collection[str] = ()) -> Sequence[PastTurn]:
    """The start, then every turn; `families` are the facts whose value at its end is wanted, `peaks` the highest."""
    wanted = (sight.seat, frozenset(families), frozenset(peaks))
    following = _kept.setdefault(sight.game, {}).setdefault(wanted, _Following())
    following.read(sight, families, peaks)
    return following.found


def _closed(turn: PastTurn, now: dict[str, Any], number: int, found: list[PastTurn]) -> PastTurn:
    turn.facts = dict(now)
    found.append(PastTurn(number))
    return found[-1]
