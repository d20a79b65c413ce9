"""Where a track is going: exact chances on the present course, with status rows as they are now and no events."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from legation.awaw.calendar import when as calendar_of
from legation.awaw.tensions.opened import turn_of
from legation.awaw.tensions.rgt import AT_WAR, RGT
from legation.awaw.tensions.russian import FIVE
from legation.awaw.tensions.track import Track
from legation.core.expr import amount, holds
from legation.core.facts import Change, World

__all__ = ["Ahead", "chances", "course", "expected_turns", "forecast", "likely_turns", "odds", "season_of"]

LAST_TURN = 60
HALF = Fraction(1, 2)
State = tuple[int, int, int]


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
    year, season = calendar_of(turn)
    return f"{season.title()} {year}"


def course(track: Track, world: World) -> int:
    """What a turn adds as things stand; what nobody has told again is taken as last told, or as not so."""
    steady = [c for c in track.charges if c.row.of_each_turn]
    taken = [Change(f"at-start.{name}", None, value.value(world)) for name, value in track.pictures]
    told = [Change(key, None, world.last(key)) for c in steady for key in c.due.reads() if not world.known(key)]
    return track.each_turn(world.with_changes([*taken, *(c for c in told if c.new is not None)], world.now))


def forecast(track: Track, world: World, turns: int) -> list[Ahead]:
    """The next turns, the present one first if its die is still to come."""
    gain, level, now = course(track, world), amount(track.now, world), world["turn"]
    if world[f"tension-begun.{track.slug}"] < now:
        level += gain
    rolled = world[f"die-rolled-in.{track.slug}"] == now
    first = now + 1 if rolled else now
    level += gain if rolled else 0
    moot = track.die is None or not holds(track.die.when, world)
    shifts = (0,) if moot else track.faces
    made, last = world[f"mobilizations.{track.slug}"], world[f"mobilized-in.{track.slug}"]
    # A state is the highest effective level seen so far, the mobilizations made and the turn of the last.
    states: dict[State, Fraction] = {(level - LAST_TURN, made, last): Fraction(1)}
    found = []
    for turn in range(first, min(first + turns, LAST_TURN + 1)):
        effective: dict[int, Fraction] = defaultdict(Fraction)
        later: dict[State, Fraction] = defaultdict(Fraction)
        for (highest, count, latest), chance in states.items():
            for shift in shifts:
                part = chance / len(shifts)
                seen = highest if moot and track.die else max(highest, level + shift)
                effective[level + shift] += part
                due = latest < turn and _due(track, world, (seen, count, latest), turn)
                later[(seen, count + 1, turn) if due else (seen, count, latest)] += part
        states = dict(later)
        reached = {r.slug: _chance(track, world, states, r.slug, r.level) for r in track.results}
        mobilized: dict[int, Fraction] = defaultdict(Fraction)
        for (_, count, _), chance in states.items():
            mobilized[count] += chance
        year, season = calendar_of(turn)
        shown = {} if moot else dict(sorted(effective.items()))
        found.append(Ahead(turn, year, season, level, shown, reached, dict(sorted(mobilized.items()))))
        level += gain
    return found


def _due(track: Track, world: World, state: State, turn: int) -> bool:
    seen, made, _ = state
    if track.mobilizing:
        return _russia_due(world, state, turn)
    if track.schedule is None or made >= track.schedule.then.value:
        return False
    if holds(track.schedule.in_war.when, world) or made >= len(track.first):
        return True
    step = track.first[made]
    return bool(world[f"tension-result.{step.slug}"]) or seen >= step.level or turn >= turn_of(*step.latest)


def _russia_due(world: World, state: State, turn: int) -> bool:
    """The five Russian mobilizations, each so many turns after the one before."""
    seen, made, last = state
    war = holds(AT_WAR, world)
    if made >= len(FIVE):
        return False
    if made == 0:
        opens = RGT.results[0]
        return war or seen >= opens.level or bool(world[f"tension-result.{opens.slug}"])
    return turn >= last + (1 if war else FIVE[made].gap)


def _chance(track: Track, world: World, states: dict[State, Fraction], slug: str, level: int) -> Fraction:
    if world[f"tension-result.{slug}"]:
        return Fraction(1)
    return sum((chance for (seen, _, _), chance in states.items() if seen >= level), Fraction(0))


def expected_turns(track: Track, world: World) -> dict[str, Fraction | None]:
    """The mean turn in which each result is reached; None if it is behind us, or not certain to come."""
    ahead = forecast(track, world, LAST_TURN)
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


def likely_turns(track: Track, world: World) -> dict[str, int]:
    """The first turn by which each threshold is more likely reached than not, on the present course."""
    found: dict[str, int] = {}
    made = world[f"mobilizations.{track.slug}"]
    for ahead in forecast(track, world, LAST_TURN):
        likely = {slug for slug, chance in ahead.reached.items() if chance >= HALF}
        for number, step in enumerate(track.first, 1):
            if number > made and sum(c for n, c in ahead.mobilizations.items() if n >= number) >= HALF:
                likely.add(step.slug)
        for slug in likely:
            if not world[f"tension-result.{slug}"]:
                found.setdefault(slug, ahead.turn)
    return found


def chances(track: Track, world: World, turns: int) -> list[dict[str, Fraction]]:
    """The effective level of each of the next turns, for the contract of a book."""
    return [
        {str(level): chance for level, chance in ahead.effective.items()} for ahead in forecast(track, world, turns)
    ]


def odds(track: Track, world: World) -> dict[str, dict[str, Fraction]]:
    """The chances of this turn's die: the effective level, and what it newly opens."""
    ahead = forecast(track, world, 1) if world.known(track.fact) else []
    if not ahead or not ahead[0].effective:
        return {}
    opens = {r.label: ahead[0].reached[r.slug] for r in track.results if not world[f"tension-result.{r.slug}"]}
    return {
        "effective level": {str(level): chance for level, chance in ahead[0].effective.items()},
        "reached": {label: chance for label, chance in opens.items() if chance},
    }
