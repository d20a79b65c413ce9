"""Rule 89.4: the Philippines and Manila."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Room, cap
from legation.awaw.minors.news import Turned, turned
from legation.awaw.minors.words import site_is
from legation.awaw.powers import JAPAN, WESTERN_ALLIES
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import conquered, control_is
from legation.core.expr import number, truth, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Rule, sets

__all__ = ["PROVISIONS"]

STEPS = Steps()
HERE = "philippines"
_first = control_is("manila", JAPAN) & ~truth(f"overrun.{HERE}", "Japan had all of the Philippines before")
UNITS = Rule(
    "all Allied ground units left in the Philippines surrender and go back to their force pools",
    "89.43.units",
    when=_first,
    sets=(sets(f"factors.{WESTERN_ALLIES}.ground.{HERE}", 0), sets(f"present.{WESTERN_ALLIES}.ground.{HERE}", False)),
)
SHIPS = Rule(
    "American naval units in the Philippines are displaced",
    "89.43.naval",
    when=_first,
    sets=(sets(f"factors.{WESTERN_ALLIES}.naval.{HERE}", 0), sets(f"present.{WESTERN_ALLIES}.naval.{HERE}", False)),
)
HEXES = Rule(
    "Japan has every hex of the Philippines, also those in which Allied units stand",
    "89.43.hexes",
    when=_first,
    sets=(sets(f"overrun.{HERE}", True),),
)


@STEPS.step("awaw.minors.manila-taken")
def taken(world: World, frame: Frame) -> Directive:
    found = Turned(world)
    found.carry(UNITS, SHIPS, HEXES, tell=True)
    return turned(found)


MOMENTS = {"taken": ("awaw.minors.manila-taken",)}
ROOMS = {
    "filipino-rebuilding": Room(
        "Filipino 1-2s that may still be rebuilt this turn",
        (
            cap(
                "one 1-2 a turn, free, until the Philippines are conquered",
                "89.44.rebuild",
                when_else(conquered(HERE), 0, 1),
                number(f"rebuilt.{HERE}", "rebuilt this turn"),
                site_is(HERE),
            ),
        ),
        only=("philippines",),
    )
}

PROVISIONS = Provisions(
    "philippines",
    steps=STEPS,
    declared=(UNITS, SHIPS, HEXES),
    rooms=ROOMS,
    moments=MOMENTS,
)
