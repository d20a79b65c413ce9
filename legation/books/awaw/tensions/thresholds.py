"""What a track is made of besides its rows: where it begins, and what its levels open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from legation.books.awaw.calendar import when as calendar_of
from legation.books.awaw.tensions.rows import Moment, TrackRow
from legation.core.expr import YES, Expr, amount, named
from legation.core.facts import World
from legation.core.rules import Assign, Datum, Limit, Order, Permit, Rule

if TYPE_CHECKING:
    from legation.books.awaw.tensions.track import Track

__all__ = [
    "DIE_FIRST",
    "Basis",
    "Grants",
    "Jump",
    "Ladder",
    "Mobilization",
    "TrackResult",
    "Schedule",
    "TrackStart",
    "TakenOver",
    "Timing",
    "reached",
    "turn_of",
]


@dataclass(frozen=True, eq=False)
class Basis:
    """What the rows and results of a track rest on: it acts by the conditions, numbers and rules under its id."""

    label: str
    cite: str

    def tells(self) -> Iterator[str]:
        yield "rows and results of the track rest on this"

    def named(self, inner: Expr, says: str = "") -> Expr:
        return named(says or self.label, inner, cite=self.cite)

    def rule(self, when: Expr, sets: tuple[Assign, ...], label: str = "") -> Rule:
        return Rule(label or self.label, self.cite, when, sets, again=True)


@dataclass(frozen=True, eq=False)
class Timing:
    """How rows are judged and kept."""

    afresh: Basis
    at_start: Basis
    during: Basis
    once: Basis
    taken_back: Basis


@dataclass(frozen=True, eq=False)
class TrackStart:
    """A level to begin with; without a value the table tells what an earlier game has left."""

    label: str
    cite: str
    value: int | None = None
    when: Expr = YES

    def tells(self) -> Iterator[str]:
        yield "the table tells the level to begin with" if self.value is None else f"the level begins at {self.value}"


@dataclass(frozen=True, eq=False)
class Jump:
    """A rule that moves the level, or remembers that it moved, by no row; `at` is its moment, None for every look."""

    rule: Rule
    at: Moment | None = None


@dataclass(frozen=True, eq=False)
class TakenOver:
    """While this holds, one step a turn takes the place of all rows, to the end of a turn that began so."""

    automatic: TrackRow
    when: Expr
    of_rows: Expr


@dataclass(frozen=True, eq=False)
class TrackResult:
    """What a level opens; one that does not last closes again when the level falls."""

    level: int
    label: str
    cite: str
    lasts: bool = True
    sets: tuple[Assign, ...] = ()  # what comes about at once

    def tells_when(self) -> str:
        return f"the {_track(self)} level {'has reached' if self.lasts else 'is at least'} {self.level}"

    def tells(self) -> Iterator[str]:
        yield self.label
        yield "it stays, also if the level falls" if self.lasts else "it ends when the level falls below that"

    @property
    def slug(self) -> str:
        return self.cite.lower()

    @property
    def used(self) -> Rule:
        """That somebody has made use of it."""
        return Rule(self.label, self.cite, again=True)


@dataclass(frozen=True, eq=False)
class Mobilization:
    """A mobilization that comes with a level or a season, whichever is first; `also` is its id among the results."""

    level: int
    latest: tuple[int, str]
    label: str
    cite: str
    also: tuple[str, ...]

    def tells_when(self) -> str:
        year, season = self.latest
        return f"the {_track(self)} level has reached {self.level}, or it is {season.title()} {year}"

    def tells(self) -> Iterator[str]:
        yield f"{self.label} is made, at most one in a turn"

    @property
    def slug(self) -> str:
        return self.also[0].lower()


def _track(step: TrackResult | Mobilization) -> str:
    return step.cite.partition("-")[0]


DIE_FIRST = ("awaw.tension.die", "awaw.tension.mobilize")


@dataclass(frozen=True, eq=False)
class Schedule:
    """Mobilizations, at most one a turn: the first few by level or season, then every turn until all are made."""

    first: tuple[Mobilization, ...]
    then: Datum  # how many there are in all
    in_war: Permit
    order: Order  # the steps of the die and of the mobilization
    ships: Datum  # what a shipbuilding increase counts, in BRPs
    brps: int

    @property
    def steps(self) -> tuple[Mobilization | Datum | Permit, ...]:
        """All by which a mobilization may be due."""
        return (*self.first, self.then, self.in_war)


@dataclass(frozen=True, eq=False)
class Grants:
    """BRPs that may be given away each turn: one for each level above that of the result."""

    right: TrackResult
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

    rungs: tuple[TrackResult, ...]
    none: Limit
    entered: Expr
    closed: dict[str, Limit]
    to: tuple[str, ...]

    @property
    def right(self) -> TrackResult:
        return self.rungs[0]

    def most(self, track: Track, world: World) -> int:
        if self.none.forbids(world):
            return 0
        return sum(track.right(rung.slug).allows(world) for rung in self.rungs)


def turn_of(year: int, season: str) -> int:
    """The game turn of a season; the first turn is 1."""
    return next(n for n in range(1, 61) if calendar_of(n) == (year, season))


def reached(step: TrackResult | Mobilization) -> str:
    """The fact that a level has opened it."""
    return f"tension-result.{step.slug}"
