"""A game turn by turn: the numbers behind the charts, folded from the record as one seat may read it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from legation.web.present.sight import Sight

__all__ = ["Turn", "turns_of"]

MONEY = ("collected", "commerce", "spent", "debt")  # of a nation; the highest of a turn counts
START = 0


@dataclass
class Turn:
    """One turn as it ended, or as it stands."""

    number: int
    facts: dict[str, Any] = field(default_factory=dict)  # the facts that were followed, at its end
    peaks: dict[str, int] = field(default_factory=dict)
    tries: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)

    def peak(self, family: str, nation: str) -> int:
        return self.peaks.get(f"{family}.{nation}", 0)

    def value(self, key: str) -> Any:
        return self.facts.get(key)


def turns_of(sight: Sight, *families: str) -> list[Turn]:
    """The start, then every turn; `families` are the facts whose value at its end is wanted."""
    followed = {*families, *MONEY}
    clock = sight.world.schema.clock
    live = {entry.seq for entry in sight.game.live()}
    now: dict[str, Any] = {}
    turn = Turn(START)
    found = [turn]
    for entry in sight.game.log(sight.seat):
        if entry["seq"] not in live:
            continue
        effects = entry["effects"]
        _count_tries(turn, effects)
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
            if family in MONEY and isinstance(new, int):
                turn.peaks[key] = max(turn.peaks.get(key, 0), new)
        if begins:  # the first turn begins when all is set up
            turn = _closed(turn, now, begins, found)
    turn.facts = dict(now)
    return found


def _closed(turn: Turn, now: dict[str, Any], number: int, found: list[Turn]) -> Turn:
    turn.facts = dict(now)
    found.append(Turn(number))
    return found[-1]


def _count_tries(turn: Turn, effects: list[dict[str, Any]]) -> None:
    """Attempts that were rolled for in one entry, and those of them that moved the country."""
    for change in effects:
        family, *names = change["fact"].split(".")
        if family != "attempts" or len(names) != 2 or (change["new"] or 0) <= (change["old"] or 0):
            continue
        country, nation = names
        turn.tries[nation] += 1
        moved = any(
            c["fact"].startswith(f"stance.{country}.") or c["fact"] == f"won.{country}.{nation}" for c in effects
        )
        turn.hits[nation] += moved
