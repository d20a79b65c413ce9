"""Moments at which something may fall due for minor countries; `Provisions.moments` names a topic's steps for them.

| moment | when | what the frame has |
|---|---|---|
| `turn-begins` | after the start of a player turn | `side` |
| `adjustments` | when BRPs are adjusted after the diplomatic phase, in the published order | `side` |
| `settled` | after the results of a diplomatic phase, or of a single roll | `side` (of a phase), `outcomes`: where |
| `declared` | after a declaration of war | `makers`, `targets` |
| `taken` | after a place, or the last hex of an area, changed hands | `place`, `to` |
| `combat-ends` | after the end of a combat phase | `side` |
| `year-ends` | after every power has counted its BRPs for the new year | |
"""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.awaw.provisions import Provisions
from legation.core.errors import BadRulebook
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Step, Steps, call, done

__all__ = ["MOMENTS", "moments"]

MOMENTS = ("turn-begins", "adjustments", "settled", "declared", "taken", "combat-ends", "year-ends")
PREFIX = "awaw.minors.after."
DUE = "due-next"  # how far a moment has come


def moments(contents: Iterable[Provisions]) -> Steps:
    """One step for each moment, which runs the steps of all topics in their order."""
    due: dict[str, list[str]] = {moment: [] for moment in MOMENTS}
    for provisions in contents:
        for moment, mine in provisions.moments.items():
            if moment not in due:
                raise BadRulebook(f"there is no moment {moment!r}", where=provisions.name, hint=", ".join(MOMENTS))
            due[moment] += mine
    steps = Steps()
    for moment, names in due.items():
        steps.step(PREFIX + moment)(_run(PREFIX + moment, tuple(names)))
    return steps


def _run(name: str, due: tuple[str, ...]) -> Step:
    def run(world: World, frame: Frame) -> Directive:
        """The next of the steps that are due."""
        place = frame.get(DUE, 0)
        if place >= len(due):
            return done()
        passed = {key: value for key, value in frame.vars.items() if key != DUE}
        return call(due[place], then=name, keep={DUE: place + 1}, **passed)

    return run
