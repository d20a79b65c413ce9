"""What a track is made of besides its rows: where it begins, and what its levels open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from legation.awaw.calendar import when as calendar_of
from legation.awaw.tensions.rows import Moment, Row
from legation.core.expr import YES, Expr, amount
from legation.core.facts import World
from legation.core.rules import Assign, Limit, Note, Permit, Rule

if TYPE_CHECKING:
    from legation.awaw.tensions.track import Track

__all__ = [
    "Grants",
    "Jump",
    "Ladder",
    "Mobilization",
    "Reminder",
    "Result",
    "Schedule",
    "Start",
    "TakenOver",
    "Timing",
    "reached",
    "turn_of",
]


@dataclass(frozen=True, eq=False)
class Timing:
    """The ids under which rows are judged and kept."""

    afresh: Note
    at_start: Note
    during: Note
    once: Note
    taken_back: Note


@dataclass(frozen=True, eq=False)
class Start:
    """A level to begin with; without a value the table tells what an earlier game has left."""

    label: str
    cite: str
    value: int | None = None
    when: Expr = YES


@dataclass(frozen=True, eq=False)
class Jump:
    """A rule that moves the level, or remembers that it moved, by no row; `at` is its moment, None for every look."""

    rule: Rule
    at: Moment | None = None


@dataclass(frozen=True, eq=False)
class TakenOver:
    """While this holds, one step a turn takes the place of all rows."""

    automatic: Row
    when: Expr


@dataclass(frozen=True, eq=False)
class Reminder:
    """What the table must keep in mind in a player turn of a side, while something holds."""

    side: str
    label: str
    cite: str
    when: Expr
    again: bool = False  # the id of a result that the table is reminded of


@dataclass(frozen=True, eq=False)
class Result:
    """What a level opens; one that does not last closes again when the level falls."""

    level: int
    label: str
    cite: str
    lasts: bool = True
    sets: tuple[Assign, ...] = ()  # what comes about at once

    @property
    def slug(self) -> str:
        return self.cite.lower()


@dataclass(frozen=True, eq=False)
class Mobilization:
    """A mobilization that comes with a level or a season, whichever is first; `also` is its id among the results."""

    level: int
    latest: tuple[int, str]
    label: str
    cite: str
    also: tuple[str, ...]

    @property
    def slug(self) -> str:
        return self.also[0].lower()


@dataclass(frozen=True, eq=False)
class Schedule:
    """Mobilizations, at most one a turn: the first few by level or season, then every turn until all are made."""

    first: tuple[Mobilization, ...]
    then: Note  # its value is how many there are in all
    in_war: Permit
    moment: Note
    ships: Note  # its value is what a shipbuilding increase counts, in BRPs
    brps: int
    pace: Limit | None = None  # what might be thought to hurry it, and does not


@dataclass(frozen=True, eq=False)
class Grants:
    """BRPs that may be given away each turn: one for each level above that of the result."""

    right: Result
    none: Limit
    entered: Expr  # in war the track no longer limits what is granted
    closed: dict[str, Limit]  # who may not receive any, and until when
    to: tuple[str, ...]

    def most(self, track: Track, world: World) -> int:
        """BRPs that a turn allows in all."""
        if not track.right(self.right.slug).allows(world) or self.none.forbids(world):
            return 0
        return amount(track.tested, world) - self.right.level


@dataclass(frozen=True, eq=False)
class Ladder:
    """BRPs that may be given away each turn: one more for each result reached; what was reached stays."""

    rungs: tuple[Result, ...]
    none: Limit
    entered: Expr
    closed: dict[str, Limit]
    to: tuple[str, ...]

    @property
    def right(self) -> Result:
        return self.rungs[0]

    def most(self, track: Track, world: World) -> int:
        self.none.forbids(world)
        return sum(track.right(rung.slug).allows(world) for rung in self.rungs)


def turn_of(year: int, season: str) -> int:
    """The game turn of a season; the first turn is 1."""
    return next(n for n in range(1, 61) if calendar_of(n) == (year, season))


def reached(step: Result | Mobilization) -> str:
    """The fact that a level has opened it."""
    return f"tension-result.{step.slug}"
