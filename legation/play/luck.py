"""Luck: what the dice of a game gave each seat, beside what they promised.

Counted are the rolls whose chance of success was told before they were made.  How many successes a seat could expect,
and how far chance alone strays from that, follows from those very chances, without any simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from legation.core.abilities import ReckonsWorth
from legation.core.errors import Refused
from legation.core.game import Game

__all__ = ["Luck", "luck_of", "luck_rows"]

TAIL = 0.025  # on either side: 95 games of 100 lie between


@dataclass(frozen=True)
class Luck:
    """The rolls of one seat: the chance that each had, and how many succeeded."""

    seat: str
    chances: tuple[Fraction, ...]
    successes: int

    @property
    def rolls(self) -> int:
        return len(self.chances)

    @property
    def expected(self) -> Fraction:
        return sum(self.chances, Fraction(0))

    @property
    def gained(self) -> float:
        return self.successes - float(self.expected)

    @cached_property
    def at_most(self) -> list[float]:
        """The chance of no success, of at most one, of at most two, …"""
        return list(accumulate(_distribution(self.chances)))

    @property
    def band(self) -> tuple[int, int]:
        """Where at least 95 of 100 games would lie."""
        low = next(n for n, chance in enumerate(self.at_most) if chance > TAIL)
        high = next(n for n, chance in enumerate(self.at_most) if chance >= 1 - TAIL)
        return low, high

    @property
    def as_few(self) -> float:
        """The chance of so few successes or fewer."""
        return min(1.0, self.at_most[self.successes])

    @property
    def as_many(self) -> float:
        """The chance of so many successes or more."""
        return 1.0 if self.successes == 0 else max(0.0, 1 - self.at_most[self.successes - 1])

    @property
    def remarkable(self) -> bool:
        low, high = self.band
        return not low <= self.successes <= high

    def plain(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "rolls": self.rolls,
            "successes": self.successes,
            "expected": self.expected,
            "gained": self.gained,
            "low": self.band[0],
            "high": self.band[1],
            "chance_of_as_few": self.as_few,
            "chance_of_as_many": self.as_many,
        }


def _distribution(chances: Sequence[Fraction]) -> list[float]:
    """How likely each number of successes is: one roll after the other."""
    found = [1.0]
    for chance in map(float, chances):
        found = [a * (1 - chance) + b * chance for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found


def luck_of(game: Game) -> list[Luck]:
    """The luck of every seat that rolled, from dice that all may read; what was taken back does not count."""
    book = game.book
    if not isinstance(book, ReckonsWorth):
        raise Refused(f"{book.title} does not say which rolls are a success")
    found: dict[str, list[tuple[Fraction, bool]]] = {}
    for entry in game.record.naming("roll"):
        if "roll" in entry.cause and (told := book.success(entry.by, entry.cause)) is not None:
            found.setdefault(entry.by, []).append(told)
    return [
        Luck(seat, tuple(chance for chance, _ in rolls), sum(came for _, came in rolls))
        for seat, rolls in sorted(found.items())
    ]


def luck_rows(game: Game) -> list[dict[str, Any]]:
    """The same as plain data; nothing for a book that does not say which rolls are a success."""
    return [row.plain() for row in luck_of(game)] if isinstance(game.book, ReckonsWorth) else []
