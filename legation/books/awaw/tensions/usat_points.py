"""DPs in the United States and covert operations."""

from __future__ import annotations

from legation.books.awaw.powers import NOBODY, POWERS, USA, faction_of, side_of
from legation.books.awaw.reports import AMOUNT, ONE_POWER, ONE_TRACK, Reports
from legation.books.awaw.tensions.intake import UMPIRE, WHICH, brought, change, number_from, one_of, track_of
from legation.books.awaw.tensions.schema import TRIGGERING
from legation.books.awaw.tensions.usat import COVERT, DP_ROWS, NO_RUSSIAN_DPS, TRIGGER, USAT
from legation.books.awaw.vocabulary import SEASONS, dp
from legation.core.errors import NotYours, Refused
from legation.core.expr import holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, done, reveal
from legation.core.requests import amount
from legation.core.rules import Rule, bespoke
from legation.core.voice import how_many, quoted
from legation.core.wording import Number, Wording

__all__ = ["DECLARED", "EVENTS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
LAPSE = "USAT-DIP-2"
TRIGGERED = Rule("DPs in the United States are triggered", TRIGGER.cite, again=True)
TRIGGERED_OUT = Rule("DPs that were triggered are used up with the year", TRIGGER.cite, again=True)


def _left(world: World, power: str) -> int:
    """DPs of a power in the United States that it has not triggered yet."""
    return max(0, int(world[f"dp.{power}.usa"]) - int(world[f"dps-triggered.{power}"]))


def _triggered(world: World, dps: dict[str, int]) -> list[Change]:
    changes: list[Change] = []
    for power, number in dps.items():
        look = world.scoped(power=power)
        for row, each in ((row, row.added(look)) for row in DP_ROWS if number):
            if not each:
                continue
            fact = f"dps-triggered.{power}"
            used = brought(world, TRIGGERED, {fact: world[fact] + number})
            more = [*used, *USAT.add(world, number * each, row.cite, f"{row.label}: {number} of {power.title()}")]
            world = world.with_changes(more, world.now)
            changes += more
    return changes


@REPORTS.event(
    "trigger-dps",
    "awaw.tension.trigger",
    "DPs in the United States are triggered",
    {"power": "whose DPs", "dps": "how many"},
    cite="USAT-DIP-1",
    words=Wording(
        ("{power} trigger(s) {dps} DP(s) in the United States", "{power} trigger(s) {dps} DP(s) in the U.S."),
        {"power": ONE_POWER, "dps": AMOUNT},
    ),
)
def trigger(world: World, frame: Frame) -> Directive:
    """A power triggers DPs of its own in the United States."""
    power = one_of(frame.get("power"), POWERS, "power")
    if frame.get("reported_by", power) not in (power, UMPIRE):
        raise NotYours(f"only {power} triggers the DPs of {power}")
    if holds(NO_RUSSIAN_DPS, world.scoped(selector=faction_of(power) or NOBODY, target=USA)):
        raise Refused(NO_RUSSIAN_DPS.english, rule="USAT-DIP-3")
    one_of(power, TRIGGERING, "power with DPs in the United States")
    TRIGGER.demand(world.scoped(power=power))
    number, left = number_from(frame, "dps"), _left(world, power)
    if number > left:
        raise Refused(
            f"{how_many(left, 'DP') if left else 'no DPs'} {'is' if left == 1 else 'are'} left in the United States",
            rule=TRIGGER.cite,
            allowed=range(left + 1),
        )
    return done(_triggered(world, {power: number}))


@STEPS.step("awaw.tension.remind")
def remind(world: World, frame: Frame) -> Directive:
    """Every power (of a side) is asked at once, so that nobody learns who has DPs left; in the last phase of the year
    with a warning. Who was allotted none has none there."""
    side = frame.get("side")
    asked = [power for power in TRIGGERING if side is None or (side_of(power) == side and _may_have(world, power))]
    if not asked:
        return done()
    last = side is None or world["season"] == SEASONS[-1]
    questions = [
        amount(
            power,
            f"How many DPs in the United States do you trigger?{' The rest lapse with the year.' if last else ''}",
            range(_left(world, power) + 1),
            cite=LAPSE if last else TRIGGER.cite,
            why=f"you have {how_many(_left(world, power) or 'no', 'DP')} left there",
            subject=USAT.slug,
        )
        for power in asked
    ]
    alone = {"alone": asked[0]} if len(asked) == 1 else {}
    return ask(*questions, then="awaw.tension.reminded", into="dps", always=True, **alone)


def _may_have(world: World, power: str) -> bool:
    """As far as everybody knows, a power may have DPs in the United States."""
    return bool(world[f"allotment.{power}"]) or _left(world, power) > 0


@STEPS.step("awaw.tension.reminded")
def reminded(world: World, frame: Frame) -> Directive:
    return done(_triggered(world, {frame.alone: frame.dps} if frame.get("alone") else frame.dps))


@STEPS.step("awaw.tension.year-end")
def year_end(world: World, frame: Frame) -> Directive:
    """The year is over; what lapses need not stay hidden."""
    return reveal([f"dp.{power}.usa" for power in TRIGGERING], then="awaw.tension.lapse")


@STEPS.step("awaw.tension.lapse")
def lapse(world: World, frame: Frame) -> Directive:
    """What was triggered is over, and what was not lapses."""
    over = [power for power in TRIGGERING if not _left(world, power)]
    return done([*TRIGGERED_OUT.brings(world, dict.fromkeys(_placed(over), 0)), *lapsing(world)])


def _placed(powers: list[str]) -> list[str]:
    """The facts about the DPs that powers have put into the United States."""
    return [f"{family}.{power}{rest}" for family, rest in (("dp", ".usa"), ("dps-triggered", "")) for power in powers]


@bespoke(LAPSE, reads=[dp(power, USA) for power in TRIGGERING])
def lapsing(world: World) -> list[Change]:
    """DPs in the United States that are not triggered lapse with the year."""
    left = [power for power in TRIGGERING if _left(world, power)]
    return [change(world, fact, 0, LAPSE) for fact in _placed(left)]


@REPORTS.event(
    "covert-operation",
    "awaw.tension.covert",
    "Covert operations on a track",
    {"value": "the signed effect", **WHICH},
    cite="USAT-DIP-4",
    words=Wording(
        ("covert operations count {value}",), {"value": Number(signed=True), "track": ONE_TRACK}, adds=("on {track}",)
    ),
)
def covert(world: World, frame: Frame) -> Directive:
    """Covert operations: the signed number that the table enters."""
    track, value = track_of(frame), frame.get("value")
    COVERT.demand(world.scoped(target=track.slug), "covert operations are for the U.S.-Axis track only")
    if not isinstance(value, int) or isinstance(value, bool) or value == 0:
        raise Refused(f"the effect of covert operations is a signed number, not {quoted(value)}", rule=COVERT.cite)
    return done(track.add(world, value, COVERT.cite, COVERT.label))


DECLARED = (lapsing,)
