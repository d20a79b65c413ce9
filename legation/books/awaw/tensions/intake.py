"""How the tracks take in what changes, and how a report about them is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from legation.books.awaw.tensions.rgt import RGT
from legation.books.awaw.tensions.rows import Moment
from legation.books.awaw.tensions.track import Track
from legation.books.awaw.tensions.usat import USAT
from legation.books.awaw.tensions.usjt import USJT
from legation.core.errors import NotFound, Refused
from legation.core.expr import holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, done
from legation.core.rules import Rule
from legation.core.voice import quoted

__all__ = [
    "TRACKS",
    "UMPIRE",
    "WHICH",
    "brought",
    "change",
    "each_track",
    "judged",
    "more",
    "number_from",
    "on_all",
    "one_of",
    "several",
    "track_of",
    "tracks_of",
]

TRACKS: dict[str, Track] = {track.slug: track for track in (USAT, RGT, USJT)}
WHICH = {"track": "the track, usat if nothing is said"}
UMPIRE = "umpire"


def track_of(frame: Frame) -> Track:
    name = frame.get("track", USAT.slug)
    if name not in TRACKS:
        raise NotFound("track", name, TRACKS)
    return TRACKS[name]


def tracks_of(world: World) -> list[Track]:
    """The tracks of this game."""
    return [track for track in TRACKS.values() if holds(track.played, world)]


def each_track(
    world: World, changes: Iterable[Change], act: Callable[[Track, World], list[Change]], only: str = ""
) -> list[Change]:
    """What changed already, and what every track makes of it, or only one."""
    found = [c for c in changes if c.old != c.new]
    world = world.with_changes(found, world.now)
    for track in tracks_of(world):
        if only not in ("", track.slug):
            continue
        more = act(track, world)
        world = world.with_changes(more, world.now)
        found += more
    return found


def on_all(world: World, changes: Iterable[Change], moment: Moment = Moment.DURING, only: str = "") -> list[Change]:
    """What changed already, and what every track charges for it, or only one."""
    return each_track(world, changes, lambda track, after: track.judge(after, moment), only)


def judged(world: World, changes: Iterable[Change], moment: Moment = Moment.DURING, only: str = "") -> Directive:
    return done(on_all(world, changes, moment, only))


def change(world: World, fact: str, new: Any, rule: str = "") -> Change:
    """A fact takes a value that it may have."""
    world.schema.check(fact, new)
    return world.change(fact, new, rule)


def brought(world: World, rule: Rule, facts: Mapping[str, Any]) -> list[Change]:
    """What a rule sets, to values that these facts may have."""
    for fact, new in facts.items():
        world.schema.check(fact, new)
    return rule.brings(world, facts)


def more(world: World, fact: str, by: int) -> Change:
    return change(world, fact, (world.get(fact) or 0) + by)


def number_from(frame: Frame, name: str, lowest: int = 1, otherwise: int = 1) -> int:
    value = frame.get(name, otherwise)
    if not isinstance(value, int) or isinstance(value, bool) or value < lowest:
        raise Refused(f"{name} is a whole number from {lowest} on, not {quoted(value)}")
    return value


def one_of(value: Any, options: Iterable[str], what: str) -> str:
    options = tuple(options)
    if value not in options:
        raise NotFound(what, value, options)
    return str(value)


def several(value: Any, options: Iterable[str], what: str) -> list[str]:
    options = tuple(options)
    return [one_of(v, options, what) for v in (value if isinstance(value, list) else [value])]
