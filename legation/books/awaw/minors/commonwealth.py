"""Rule 82.61, the Commonwealth: forces that come with time are announced when their turn has come."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.minors.forces import COMMONWEALTH_TABLE
from legation.books.awaw.minors.schema import FORCE_UNITS
from legation.books.awaw.powers import ALLIED, AXIS, CURRENT_GS, TITLES, WESTERN_ALLIES
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import at_war
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Rule
from legation.core.voice import how_many

__all__ = ["PROVISIONS"]

STEPS = Steps()
_war = at_war(AXIS, WESTERN_ALLIES)
COUNTED_FROM_THE_WAR = Rule(
    "reinforcements are counted from the outbreak of war",
    next(row.cite for row in COMMONWEALTH_TABLE if row.cite.endswith(CURRENT_GS)),
    again=True,
)


@STEPS.step("awaw.minors.war-begins")
def war_begins(world: World, frame: Frame) -> Directive:
    """After Gathering Storm the reinforcements are counted from the outbreak of war."""
    if world["edition"] != CURRENT_GS or world.known("war-start-turn") or _war.value(world) is not True:
        return done()
    return done(COUNTED_FROM_THE_WAR.brings(world, {"war-start-turn": world["turn"]}))


MOMENTS = {"declared": ("awaw.minors.war-begins",), "turn-begins": ("awaw.minors.war-begins",)}


def reminders(world: World, half: str) -> Iterator[str]:
    """Units that join the force pools in this very turn."""
    if half != ALLIED or world["turn"] < 1:
        return
    before = world.scoped(turn=world["turn"] - 1)
    for row in COMMONWEALTH_TABLE:
        # as long as nobody knows when war began, nothing is due
        if row.when.value(before) is False and (counts := row.counts(world)):
            units = ", ".join(_so_many(count, FORCE_UNITS[unit]) for unit, count in counts[0].items())
            yield f"{TITLES[row.country]} has new forces from this turn on: {units} [{row.cite}]"


def _so_many(count: int, unit: str) -> str:
    """Two 2-2, or two air factors."""
    return how_many(count, unit) if unit.replace(" ", "").isalpha() else f"{count} × {unit}"


PROVISIONS = Provisions(
    "commonwealth",
    steps=STEPS,
    moments=MOMENTS,
    reminders=reminders,
)
