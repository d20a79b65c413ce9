"""DPs in the United States and covert operations."""

from __future__ import annotations

from legation.awaw.powers import AXIS_POWERS, POWERS, RUSSIA
from legation.awaw.reports import Reports
from legation.awaw.tensions.facts import TRIGGERING
from legation.awaw.tensions.tools import UMPIRE, WHICH, change, number_from, one_of, track_of
from legation.awaw.tensions.usat import ALLIED_DPS, AXIS_DPS, COVERT, LAPSE, NOT_RUSSIA, TRIGGER, USAT
from legation.core.errors import NotYours, Refused
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, done, reveal
from legation.core.requests import amount

__all__ = ["EVENTS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events


def _left(world: World, power: str) -> int:
    """DPs of a power in the United States that it has not triggered yet."""
    return max(0, int(world[f"dp.{power}.usa"]) - int(world[f"dps-triggered.{power}"]))


def _triggered(world: World, dps: dict[str, int]) -> list[Change]:
    changes: list[Change] = []
    for power, number in dps.items():
        row = AXIS_DPS if power in AXIS_POWERS else ALLIED_DPS
        world.note(row.cite, number > 0)
        if number:
            used = change(world, f"dps-triggered.{power}", world[f"dps-triggered.{power}"] + number, TRIGGER.cite)
            label = f"{row.label}: {number} of {power.title()}"
            more = [used, *USAT.add(world, number * row.value, row.cite, label)]
            world = world.with_changes(more, world.now)
            changes += more
    return changes


@REPORTS.event(
    "trigger-dps",
    "awaw.tension.trigger",
    "DPs in the United States are triggered",
    {"power": "whose DPs", "dps": "how many"},
    cite="USAT-DIP-1",
)
def trigger(world: World, frame: Frame) -> Directive:
    """A power triggers DPs of its own in the United States."""
    power = one_of(frame.get("power"), POWERS, "power")
    if frame.get("reported_by", power) not in (power, UMPIRE):
        raise NotYours(f"only {power} triggers the DPs of {power}")
    world.note(NOT_RUSSIA.cite, power == RUSSIA)
    if power == RUSSIA:
        raise Refused(NOT_RUSSIA.label, rule=NOT_RUSSIA.cite)
    one_of(power, TRIGGERING, "power with DPs in the United States")
    if not TRIGGER.allows(world):
        raise Refused(TRIGGER.label, rule=TRIGGER.cite)
    number, left = number_from(frame, "dps"), _left(world, power)
    if number > left:
        raise Refused(f"{left} DPs are left in the United States", rule=TRIGGER.cite, allowed=range(left + 1))
    return done(_triggered(world, {power: number}))


@STEPS.step("awaw.tension.remind")
def remind(world: World, frame: Frame) -> Directive:
    """The last diplomatic phase of the year: every power is asked at once, so that nobody learns who has DPs left."""
    LAPSE.used(world)
    questions = [
        amount(
            power,
            "Trigger DPs in the United States; the rest lapse with the year",
            range(_left(world, power) + 1),
            cite=LAPSE.cite,
            why=f"you have {_left(world, power)} DPs left there",
            subject=USAT.slug,
        )
        for power in TRIGGERING
    ]
    return ask(*questions, then="awaw.tension.reminded", into="dps")


@STEPS.step("awaw.tension.reminded")
def reminded(world: World, frame: Frame) -> Directive:
    TRIGGER.allows(world)
    return done(_triggered(world, frame.dps))


@STEPS.step("awaw.tension.year-end")
def year_end(world: World, frame: Frame) -> Directive:
    """The year is over; what lapses need not stay hidden."""
    return reveal([f"dp.{power}.usa" for power in TRIGGERING], then="awaw.tension.lapse")


@STEPS.step("awaw.tension.lapse")
def lapse(world: World, frame: Frame) -> Directive:
    lost = any(_left(world, power) for power in TRIGGERING)
    world.note(LAPSE.cite, lost)
    facts = [
        f"{family}.{power}{rest}" for family, rest in (("dp", ".usa"), ("dps-triggered", "")) for power in TRIGGERING
    ]
    return done(change(world, fact, 0, LAPSE.cite) for fact in facts)


@REPORTS.event(
    "covert-operation",
    "awaw.tension.covert",
    "Covert operations on a track",
    {"value": "the signed effect", **WHICH},
    cite="USAT-DIP-4",
)
def covert(world: World, frame: Frame) -> Directive:
    """Covert operations: the signed number that the table enters."""
    value = frame.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or value == 0:
        raise COVERT.refuse(world, f"the effect of covert operations is a signed number, not {value!r}")
    if track_of(frame) is not USAT:
        raise COVERT.refuse(world, "covert operations are for the U.S.-Axis track only")
    world.note(COVERT.cite, True)
    return done(track_of(frame).add(world, value, COVERT.cite, COVERT.label))
