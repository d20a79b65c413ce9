"""A game turn by turn: what charts over time are made of, folded from the record as one seat may read it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from legation.core.sight import Sight

__all__ = ["START", "Turn", "turns_of"]

START = 0  # before the first turn


@dataclass
class Turn:
    """One turn as it ended, or as it stands."""

    number: int
    facts: dict[str, Any] = field(default_factory=dict)  # the facts that were followed, at its end
    peaks: dict[str, int] = field(default_factory=dict)  # the highest of each number
    acts: list[list[dict[str, Any]]] = field(default_factory=list)  # what each entry changed


def turns_of(sight: Sight, families: Collection[str], peaks: Collection[str] = ()) -> list[Turn]:
    """The start, then every turn; `families` are the facts whose value at its end is wanted, `peaks` the highest."""
    followed = {*families, *peaks}
    clock = sight.world.schema.clock
    live = {entry.seq for entry in sight.game.live()}
    now: dict[str, Any] = {}
    turn = Turn(START)
    found = [turn]
    for entry in sight.game.log(sight.seat):
        if entry["seq"] not in live:
            continue
        effects = entry["effects"]
        turn.acts.append(effects)
        begins = 0
        for change in effects:
            key, new = change["fact"], change["new"]
            if key == clock:
                begins = int(new)
            if begins and "setup" not in entry["cause"]:
                turn = _closed(turn, now, begins, found)
                begins = 0
            family = key.partition(".")[0]
            if family in followed:
                now[key] = new
            if family in peaks and isinstance(new, int):
                turn.peaks[key] = max(turn.peaks.get(key, 0), new)
        if begins:  # the first turn begins when all is set up
            turn = _closed(turn, now, begins, found)
    turn.facts = dict(now)
    return found


def _closed(turn: Turn, now: dict[str, Any], number: int, found: list[Turn]) -> Turn:
    turn.facts = dict(now)
    found.append(Turn(number))
    return found[-1]
