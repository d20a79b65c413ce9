"""Tension tracks: rising levels that bring neutral powers to mobilize and, in the end, to war."""

from __future__ import annotations

from legation.books.awaw.powers import ALLIED, CLASSIC, TARGETS
from legation.books.awaw.tensions import deeds, pacific, russian, russian_wars, steps, usat_points
from legation.books.awaw.tensions.explain import explain
from legation.books.awaw.tensions.forecast import STEPS as AHEAD
from legation.books.awaw.tensions.forecast import (
    chances,
    course,
    expected_turns,
    far_ahead,
    forecast,
    likely_turns,
    odds,
    season_of,
)
from legation.books.awaw.tensions.intake import TRACKS
from legation.books.awaw.tensions.russian_wars import ANSWER_SUPPORT
from legation.books.awaw.tensions.schema import FRONTS, UNITS_EAST, WATCHED, WORLD, account
from legation.books.awaw.tensions.steps import PROCEDURES
from legation.books.awaw.tensions.track import written_down
from legation.core.facts import Change, World
from legation.core.machine import Steps
from legation.core.voice import capital

__all__ = [
    "ANSWER_SUPPORT",
    "DECLARED",
    "EVENTS",
    "HEEDS",
    "FAMILIES",
    "HISTORICAL",
    "NO_PREQUEL",
    "PROCEDURES",
    "STEPS",
    "TRACKS",
    "WORDS",
    "chances",
    "course",
    "expected_turns",
    "explain",
    "far_ahead",
    "forecast",
    "likely_turns",
    "odds",
    "reminders",
    "season_of",
    "setup",
]

BESIDE = {"usat": usat_points.DECLARED, "rgt": (russian.DECLARED, russian_wars.DECLARED), "usjt": pacific.DECLARED}
DECLARED = {slug: (track, BESIDE[slug], written_down) for slug, track in TRACKS.items()}
PARTS = (steps, usat_points, deeds, russian, russian_wars, pacific)
HEEDS = deeds.HEEDS
EVENTS = {name: event for part in PARTS for name, event in part.EVENTS.items()}
STEPS = Steps()
for _steps in (*(part.STEPS for part in PARTS), AHEAD):
    for _name, _step in _steps.by_name.items():
        STEPS.step(_name, takes=_steps.takes.get(_name))(_step)

# The campaign of 1939 begins with the Pact in force and its line where it was.
HISTORICAL = {
    "pact-in-force": True,
    "pact-line-historical": True,
    **{f"pact-line.{country}": "german-side" for country in TARGETS},
    "pact-line.finland": "russian-side",
    "pact-line.baltic-states": "russian-side",
    "pact-line.poland": "through",
    "pact-line.rumania": "through",
}
# Nor does it follow upon anything that a prequel would have left.
NO_PREQUEL = {**{f"from-trade-pact.{country}": False for country in WATCHED}, "italian-aggression-in-prequel": False}
FAMILIES = (
    *WORLD,
    *account(
        tuple(TRACKS),
        tuple(charge.slot for track in TRACKS.values() for charge in track.charges),
        tuple(step.slug for track in TRACKS.values() for step in track.thresholds),
        tuple(dict.fromkeys(to for track in TRACKS.values() if track.grants for to in track.grants.to)),
    ),
)

# How what a level opens is read aloud, and the row behind a charge.
WORDS = {
    **{s.slug: f"{capital(s.label)} ({t.title} {s.level})" for t in TRACKS.values() for s in t.thresholds},
    **{unit: unit.replace("-", " ").title() for unit in UNITS_EAST},
    **{front: front.replace("-", " ").title() for front in FRONTS},
    "persian-border": "the Persian Border",
    "siberia": "Siberia",
    **{charge.slot: charge.label for track in TRACKS.values() for charge in track.charges},
}


def setup(edition: str) -> list[Change]:
    """The levels a campaign begins with; after a prequel the table is asked for them when the first turn begins."""
    if edition not in CLASSIC:
        return []
    return [Change(track.fact, None, 0, track.begins[-1].cite) for track in TRACKS.values()]


def reminders(world: World, side: str) -> list[str]:
    """What the tracks have the table keep in mind in a player turn."""
    duties = (duty for track in TRACKS.values() for duty in track.reminders.get(side, ()))
    found = [f"{says} [{duty.cite}]" for duty in duties if (says := duty.told(world))]
    return found + (russian.arrivals(world) if side == ALLIED else [])
