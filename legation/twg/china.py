"""China under the 1939 rules: at Full War from the start, and open to Lend/Lease only by its Defense Roll."""

from __future__ import annotations

from fractions import Fraction

from legation.core.book import Procedure
from legation.core.dice import d12
from legation.core.expr import amount
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, do, done, go, roll
from legation.core.rules import Limit, Note
from legation.twg.powers import CHINA, USA
from legation.twg.steps import steps
from legation.twg.vocabulary import at_full_war
from legation.twg.war_status import OR_LESS, chinese_land, in_force

__all__ = ["PROCEDURES", "RULES"]

SHUT = Limit(
    "China receives no Lend/Lease but in a turn in which its Defense Roll succeeds",
    cite="R39-CHN-LL",
    when=~at_full_war(USA),  # an attack on a major nation, or turn 6, ends every gate
)
ONE_TURN = Note("a success opens Lend/Lease for this Chinese turn only", cite="R39-CHN-ONE-TURN")
DEFENSE_ROLL = Note("the Chinese Defense Roll", cite="R39-CHN-ROLL")
RULES = (SHUT, ONE_TURN, DEFENSE_ROLL)
PROCEDURES = {"china": Procedure("twg.china", "the Chinese Defense Roll")}


def _opened(world: World, is_open: bool, cite: str) -> list[Change]:
    return [world.change("china-open", is_open, cite)]


@steps.step("twg.china")
def begin(world: World, frame: Frame) -> Directive:
    """Last turn's success is over; then d12 against the Chinese land in Axis hands."""
    if not in_force(world) or not SHUT.forbids(world):
        return done(_opened(world, True, SHUT.cite))
    ONE_TURN.used(world)
    return do(_opened(world, False, ONE_TURN.cite), then="twg.china.throw")


@steps.step("twg.china.throw")
def throw(world: World, frame: Frame) -> Directive:
    number = amount(chinese_land(), world)
    if number >= d12.sides:
        return go("twg.china.result", roll=1)
    if number < 1:
        world.note(DEFENSE_ROLL.cite, False)
        return done()
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {DEFENSE_ROLL.label}",
        cite=DEFENSE_ROLL.cite,
        seat=CHINA,
        then="twg.china.result",
        prompt=f"Roll d12 for China: Lend/Lease is open on {number} or less",
        odds=lambda: {"success": Fraction(number, d12.sides)},
    )


@steps.step("twg.china.result")
def result(world: World, frame: Frame) -> Directive:
    made = frame.roll <= amount(chinese_land(), world)
    OR_LESS.used(world)
    world.note(DEFENSE_ROLL.cite, made)
    return done(_opened(world, made, DEFENSE_ROLL.cite))
