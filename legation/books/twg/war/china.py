"""China under the 1939 rules: at Full War from the start, and open to Lend/Lease only by its Defense Roll."""

from __future__ import annotations

from fractions import Fraction

from legation.books.twg.powers import CHINA, USA
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import at_full_war
from legation.books.twg.war.war_status import FACE, chinese_land, falls, in_force
from legation.core.book import Procedure
from legation.core.deeds import Deed, On, enacted, follows
from legation.core.dice import d12
from legation.core.expr import amount
from legation.core.facts import World
from legation.core.machine import Directive, Frame, do, done, go, roll
from legation.core.rules import Limit, Rule, booked, carry_out, sets

__all__ = ["PROCEDURES", "RULES"]

SHUT = Limit(
    "China receives no Lend/Lease but in a turn in which its Defense Roll succeeds",
    cite="R39-CHN-LL",
    when=~at_full_war(USA),  # an attack on a major nation, or turn 6, ends every gate
)
NO_GATE = Rule(
    "at Full War of the U.S.A. nothing shuts China off", SHUT.cite, sets=(sets("china-open", True),), again=True
)
ONE_TURN = Rule(
    "a success opens Lend/Lease for this Chinese turn only",
    cite="R39-CHN-ONE-TURN",
    sets=(sets("china-open", False),),
)


ROLL = "R39-CHN-ROLL"
DEFENSE = Deed("defense", "China makes its Defense Roll", ROLL)
OPENED = On(
    "the Chinese Defense Roll opens Lend/Lease to China",
    ROLL,
    on=DEFENSE,
    when=falls(FACE, chinese_land()),
    sets=(sets("china-open", True),),
)
RULES = (SHUT, ONE_TURN, OPENED)
PROCEDURES = {"china": Procedure("twg.china", "the Chinese Defense Roll")}


@steps.step("twg.china")
def begin(world: World, frame: Frame) -> Directive:
    """Last turn's success is over; then d12 against the Chinese land in Axis hands."""
    if not in_force(world) or not SHUT.forbids(world):
        return done(booked([NO_GATE], world))
    return do(carry_out([ONE_TURN], world)[1], then="twg.china.throw")


@steps.step("twg.china.throw")
def throw(world: World, frame: Frame) -> Directive:
    number = amount(chinese_land(), world)
    if number >= d12.sides:
        return go("twg.china.result", roll=1)
    if number < 1:
        return done()
    return roll(
        d12,
        label=f"turn {world.get('turn')}: the Chinese Defense Roll",
        cite=ROLL,
        seat=CHINA,
        then="twg.china.result",
        prompt=f"Roll d12 for China: Lend/Lease is open on {number} or less",
        odds=lambda: {"success": Fraction(number, d12.sides)},
    )


@steps.step("twg.china.result")
def result(world: World, frame: Frame) -> Directive:
    return done(enacted(follows((OPENED,), DEFENSE), world.scoped(moment__face=frame.roll)))
