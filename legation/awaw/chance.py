"""Board events by chance, for random play: wars, conquests and what the tension tracks hear of."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from legation.awaw import minors
from legation.awaw.powers import (
    ALLIED,
    AXIS_POWERS,
    CHINA,
    FACTIONS,
    FRANCE,
    ITALY,
    MEMBERS,
    PARTIES,
    POWERS,
    SIDES,
    TARGETS,
)
from legation.awaw.tensions import chance as tensions
from legation.core.book import Event
from legation.core.dice import Fixed
from legation.core.errors import LegationError
from legation.core.facts import World
from legation.core.machine import Ask, Draft, Frame, Machine, State, Steps
from legation.core.requests import TABLE

__all__ = ["random_event"]

TRIES = 4


def random_event(
    steps: Steps, events: Mapping[str, Event], world: World, rng: Random
) -> tuple[str, dict[str, Any]] | None:
    """Something that the rules allow at this moment; None if chance offers nothing of the kind."""
    for _ in range(TRIES):
        offered = rng.choice((_of_war, _of_diplomacy, tensions.random_event, minors.random_event))(world, rng)
        if offered and _taken_in(steps, events[offered[0]], world, offered[1]):
            return offered
    return None


def _taken_in(steps: Steps, event: Event, world: World, details: dict[str, Any]) -> bool:
    """Whether the event comes to a question, a die or its end without a refusal.

    What the table is asked for may still forbid it, so such an event is left out, but for declarations of war: they
    are withdrawn then.
    """
    frame = Frame(event.step, {**details, "reported_by": TABLE})
    machine = Machine(steps, Fixed({}), lambda fact: "")
    try:
        _, asked = machine.advance(State(world, (frame,)), Draft({}), 0)
    except LegationError:
        return False
    reports = isinstance(asked, Ask) and any(question.kind == "report" for question in asked.questions)
    return not reports or event.step == "awaw.declaration"


def _of_war(world: World, rng: Random) -> tuple[str, dict[str, Any]]:
    fighting = [power for power in POWERS if power != CHINA]
    return rng.choice(
        (
            ("declaration", {"by": rng.choice(fighting), "on": rng.choice(PARTIES)}),
            ("declaration", {"by": list(AXIS_POWERS), "on": rng.choice(TARGETS)}),
            ("conquest", {"country": rng.choice(TARGETS), "by": rng.choice(FACTIONS)}),
            ("fall-of-france", {}),
            ("colony-attack", {"by": rng.choice(MEMBERS[ALLIED])}),
        )
    )


def _of_diplomacy(world: World, rng: Random) -> tuple[str, dict[str, Any]]:
    country = rng.choice(TARGETS)
    return rng.choice(
        (
            ("association", {"country": country, "with": rng.choice(POWERS), "attacker": rng.choice(POWERS)}),
            ("foreign-factors", {"country": country, "side": rng.choice(SIDES), "factors": rng.randint(0, 12)}),
            ("surrender-dps", {"power": rng.choice((ITALY, FRANCE))}),
            ("mining", {}),
            ("irish-partisan", {"act": rng.choice(("build", "lose")), "in": rng.choice(("ireland", "ulster"))}),
            ("ulster", {"partisans": rng.randint(0, 2)}),
        )
    )
