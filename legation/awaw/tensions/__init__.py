"""Tension tracks: rising levels that bring neutral powers to mobilize and, in the end, to war."""

from __future__ import annotations

from legation.awaw.powers import CLASSIC
from legation.awaw.tensions.chance import random_event
from legation.awaw.tensions.facts import WORLD, account
from legation.awaw.tensions.forecast import chances, dossier, expected_turns, forecast, odds
from legation.awaw.tensions.steps import EVENTS, PROCEDURES, STEPS, TRACKS
from legation.core.facts import Change

__all__ = [
    "DECLARED",
    "EVENTS",
    "FAMILIES",
    "PROCEDURES",
    "STEPS",
    "TRACKS",
    "chances",
    "dossier",
    "expected_turns",
    "forecast",
    "odds",
    "random_event",
    "setup",
]

DECLARED = tuple(TRACKS.values())
FAMILIES = (
    *WORLD,
    *account(
        tuple(TRACKS),
        tuple(charge.slot for track in TRACKS.values() for charge in track.charges),
        tuple(step.slug for track in TRACKS.values() for step in track.thresholds),
        tuple(dict.fromkeys(to for track in TRACKS.values() if track.grants for to in track.grants.to)),
    ),
)


def setup(edition: str) -> list[Change]:
    """The levels a campaign begins with; after a prequel the table is asked for them when the first turn begins."""
    if edition not in CLASSIC:
        return []
    return [Change(track.fact, None, track.begins.value, track.begins.cite) for track in TRACKS.values()]
