"""What the referee reminds the table of when a player turn is played on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from legation.awaw import minors, tensions
from legation.awaw.powers import ALLIED, AXIS, MEMBERS, TARGETS, TITLES
from legation.awaw.results import UNITS_OUT
from legation.awaw.vocabulary import POLICIES, POOL_UNITS, policy
from legation.core.expr import Expr, any_of, holds, number
from legation.core.facts import World

__all__ = ["leaving", "reminders"]


@dataclass(frozen=True, eq=False)
class Reminder:
    """A sentence for one side's turn, while something is so."""

    side: str
    says: str
    cite: str
    when: Expr


def lasting(side: str, name: str, cite: str) -> Reminder:
    return Reminder(side, POLICIES[name], cite, policy(name))


REMINDERS = (
    Reminder(
        AXIS,
        "no Swedish iron ore: five BRPs less for Germany to build with",
        "DT-NORWAY-E6",
        any_of(policy("norwegian-ore-route-cut"), policy("swedish-iron-ore-stopped")),
    ),
    lasting(AXIS, "heavy-water-stopped", "DT-NORWAY-R13"),
    lasting(AXIS, "irish-help-for-u-boats", "DT-IRELAND-R7"),
    Reminder(
        ALLIED,
        "an Irish partisan in or next to Ulster at the end of the combat phase costs Britain a BRP",
        "DT-IRELAND-R6",
        number("irish-partisans-built", "Irish partisans in play") >= 1,
    ),
)

GAINED_BY = {"austria": "DT-AUSTRIA-R12", "czechoslovakia": "DT-CZECHOSLOVAKIA-R12", "poland": "DT-POLAND-R17"}


def leaving(world: World, side: str) -> dict[str, str]:
    """Countries that units of a side must leave by the end of its redeployment, and whose units."""
    return {c: power for c in TARGETS if (power := world[f"must-leave.{c}"]) in MEMBERS[side]}


def reminders(world: World, side: str) -> Iterator[str]:
    """Sentences, each with the rule behind it."""
    for country, power in leaving(world, side).items():
        yield f"units of {TITLES[power]} must leave {TITLES[country]} or be eliminated [{UNITS_OUT.cite}]"
    for reminder in REMINDERS:
        if reminder.side == side:
            due = holds(reminder.when, world)
            world.note(reminder.cite, due)
            if due:
                yield f"{reminder.says} [{reminder.cite}]"
    yield from minors.reminders(world, side)
    yield from tensions.reminders(world, side)
    if side == AXIS:
        yield from _new_units(world)


def _new_units(world: World) -> Iterator[str]:
    """Units from countries in the Reich that may be built from this turn on."""
    for country in GAINED_BY:
        for units, words in POOL_UNITS.items():
            if world[f"buildable-from.{units}.{country}"] == world["turn"]:
                number_of = world[f"pool-gain.{units}.{country}"]
                yield f"Germany may build {number_of} {words} from {TITLES[country]} [{GAINED_BY[country]}]"
