"""Where a track is going: the steps of its turns, run over every face on the present course, without events.

What nobody tells again is taken as it was last told, and what nobody has told as not so; the U.S. and Russia give the
least that they may.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from legation.books.awaw.calendar import next_turn, when
from legation.books.awaw.powers import ALLIED
from legation.books.awaw.tensions.track import Track
from legation.core.book import Book
from legation.core.facts import Change, Count, Flag, World
from legation.core.machine import Directive, Frame, Later, Steps, done, legal_answers
from legation.core.odds import Futures
from legation.core.requests import Question

__all__ = [
    "STEPS",
    "Ahead",
    "chances",
    "course",
    "expected_turns",
    "far_ahead",
    "forecast",
    "likely_turns",
    "odds",
    "season_of",
]

LAST_TURN = 60
HALF = Fraction(1, 2)
ALLIED_PHASE = ("phase-begins", "phase-over")
TURN = ["end", "ahead", "start", "axis-end", *ALLIED_PHASE, "dice"]  # from the dice of one turn to those of the next
STEPS = Steps()


@dataclass(frozen=True)
class Ahead:
    """One turn to come: the level, the chances of each effective level, and of what will have been reached by then."""

    turn: int
    year: int
    season: str
    level: int
    effective: dict[int, Fraction]
    reached: dict[str, Fraction]
    mobilizations: dict[int, Fraction]


def season_of(turn: int) -> str:
    """A turn as people name it: Fall 1941."""
    year, season = when(turn)
    return f"{season.title()} {year}"


# -- the course
@STEPS.step("awaw.tension.ahead", takes=("told",))
def next_in_a_forecast(world: World, frame: Frame) -> Directive:
    """The turn after this one, with all that bears on the track as it was."""
    moved = [*next_turn(world), world.change("axis-turn-over", False)]
    return done([*moved, *_told_again(world.with_changes(moved, world.now), frame.told)])


def _told_again(world: World, told: Mapping[str, Any]) -> list[Change]:
    return [Change(key, None, value) for key, value in told.items() if not world.known(key)]


def _as_told(world: World, track: Track) -> dict[str, Any]:
    """A situation that was told stays as it was; what nobody has told is not so, or as little as it can be."""
    found = {}
    for key in sorted(track.of_rows):
        spec = world.schema.spec(key) if key in world.schema else None
        if spec is not None and (spec.family.stale_after is not None or not world.known(key)):
            domain, last = spec.domain, world.last(key) if key in track.of_each_turn else None
            least = False if isinstance(domain, Flag) else domain.lo if isinstance(domain, Count) else None
            if (value := least if last is None else last) is not None:
                found[key] = value
    return found


def _least(step: str, asked: Question | Later, world: World) -> Any:
    return legal_answers(asked)[0]


def _turns(book: Book, track: Track, world: World) -> Iterator[dict[World, Fraction]]:
    """The worlds with which the next turns end, the present one first if its die is still to come."""
    told = _as_told(world, track)
    outlook = Futures(book, world.with_changes(_told_again(world, told), world.now), _least)
    left = ["start", "axis-end", *ALLIED_PHASE, "dice"]
    if world[f"tension-begun.{track.slug}"] >= world["turn"]:
        left.remove("start")
    if world["axis-turn-over"]:
        left.remove("axis-end")
    if world[f"die-rolled-in.{track.slug}"] == world["turn"]:
        left = TURN
    while True:
        ended = outlook.run(tuple(_frame(track, step, told) for step in reversed(left)))
        yield {standing.world: chance for standing, chance in ended.chances().items()}
        left = TURN


def _frame(track: Track, step: str, told: Mapping[str, Any]) -> Frame:
    more: dict[str, Any] = {"told": told} if step == "ahead" else {"side": ALLIED} if step == "phase-begins" else {}
    return Frame(f"awaw.tension.{step}", {"track": track.slug, **more})


def course(ahead: Sequence[Ahead]) -> int:
    """What a turn adds to the level on the present course."""
    return ahead[1].level - ahead[0].level if len(ahead) > 1 else 0


def forecast(book: Book, track: Track, world: World, turns: int) -> list[Ahead]:
    """The next turns, the present one first if its die is still to come."""
    left = LAST_TURN - int(world["turn"])
    return [_told(track, ended) for ended in islice(_turns(book, track, world), min(turns, left))]


def far_ahead(book: Book, track: Track, world: World, least: int, most: int) -> list[Ahead]:
    """So many turns at least, and further until every threshold is more likely reached than not."""
    found: list[Ahead] = []
    for ended in islice(_turns(book, track, world), min(most, LAST_TURN - int(world["turn"]))):
        found.append(_told(track, ended))
        if len(found) >= least and all(chance >= HALF for chance in found[-1].reached.values()):
            break
    return found


def _told(track: Track, ended: dict[World, Fraction]) -> Ahead:
    turn = next(iter(ended))["turn"]
    levels = _spread(ended, lambda world: int(world[track.fact]))
    rolled = {world: chance for world, chance in ended.items() if world[f"die-rolled-in.{track.slug}"] == turn}
    return Ahead(
        turn,
        *when(turn),
        max(levels, key=levels.__getitem__),
        _spread(rolled, lambda world: int(world[f"effective-tension.{track.slug}"])),
        {step.slug: _chance(ended, f"tension-result.{step.slug}") for step in track.thresholds},
        _spread(ended, lambda world: int(world[f"mobilizations.{track.slug}"])),
    )


def _chance(worlds: Mapping[World, Fraction], fact: str) -> Fraction:
    return sum((chance for world, chance in worlds.items() if world[fact]), Fraction(0))


def _spread(worlds: Mapping[World, Fraction], of: Callable[[World], int]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for world, chance in worlds.items():
        found[of(world)] += chance
    return dict(sorted(found.items()))


# -- what follows from it
def expected_turns(book: Book, track: Track, world: World) -> dict[str, Fraction | None]:
    """The mean turn in which each result is reached; None if it is behind us, or not certain to come."""
    ahead = forecast(book, track, world, LAST_TURN)
    found: dict[str, Fraction | None] = {}
    for result in track.results:
        found[result.slug] = None
        if world[f"tension-result.{result.slug}"] or not ahead or ahead[-1].reached[result.slug] < 1:
            continue
        before, mean = Fraction(0), Fraction(0)
        for turn in ahead:
            mean += turn.turn * (turn.reached[result.slug] - before)
            before = turn.reached[result.slug]
        found[result.slug] = mean
    return found


def likely_turns(ahead: Iterable[Ahead]) -> dict[str, int]:
    """The first turn by which each threshold is more likely reached than not."""
    found: dict[str, int] = {}
    for turn in ahead:
        for slug, chance in turn.reached.items():
            if chance >= HALF:
                found.setdefault(slug, turn.turn)
    return found


def chances(book: Book, track: Track, world: World, turns: int) -> list[dict[str, Fraction]]:
    """The effective level of each of the next turns, for the contract of a book."""
    return [{str(k): chance for k, chance in turn.effective.items()} for turn in forecast(book, track, world, turns)]


def odds(book: Book, track: Track, world: World) -> dict[str, dict[str, Fraction]]:
    """The chances of this turn's die: the effective level, and what it newly opens."""
    ahead = forecast(book, track, world, 1) if world.known(track.fact) else []
    if not ahead or not ahead[0].effective:
        return {}
    opens = {r.label: ahead[0].reached[r.slug] for r in track.results if not world[f"tension-result.{r.slug}"]}
    return {
        "effective level": {str(level): chance for level, chance in ahead[0].effective.items()},
        "reached": {label: chance for label, chance in opens.items() if chance},
    }
