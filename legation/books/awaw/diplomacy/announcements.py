"""What is told before the dice of a diplomatic phase, in the published order: DPs, subversion, covert operations.

The side that moves opens its DPs in all its targets, may trigger DPs for USAT, and then the other side opens its own;
Russia may turn subversion on one target; either side announces covert operations, the one that moves first, and the
other answers with counter-intelligence; Germany says whether it counts on a war that it is about to declare.
"""

from __future__ import annotations

from typing import Any

from legation.books.awaw.diplomacy.phase import PASS, WIDEST, secrets, subverted
from legation.books.awaw.diplomacy.pledges import PLEDGE_QUESTION, PLEDGED, PLEDGES, given, may_pledge
from legation.books.awaw.order_of_play import NAMING, PHASE, ROLLS, begins
from legation.books.awaw.powers import ALLIED, AXIS, DP_POWERS, GERMANY, RUSSIA, TITLES, side_of
from legation.books.awaw.tensions.rgt import RGT, SUBVERSION
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, go, reveal
from legation.core.requests import TABLE, amount, choose, confirm
from legation.core.words import signed

__all__ = ["STEPS"]

STEPS = Steps()
EFFECTS = tuple(number for number in range(-WIDEST, WIDEST + 1) if number)
OTHER = {AXIS: ALLIED, ALLIED: AXIS}


def _targets(frame: Frame) -> dict[str, str]:
    """The countries that are rolled for, with their names."""
    return {country: TITLES[country] for _, country, _ in frame.queue}


def _of(side: str) -> list[str]:
    return [power for power in DP_POWERS if side_of(power) == side]


def _after(step: str, **more: Any) -> Directive:
    return go(PHASE.after(step), **more)


# -- DPs
@STEPS.step("awaw.own-dps")
def own_dps(world: World, frame: Frame) -> Directive:
    """The side that moves opens its DPs in all targets that were named."""
    return reveal(secrets(world, _of(frame.side), _targets(frame)), then=PHASE.after("awaw.own-dps"))


@STEPS.step("awaw.usat-dps")
def usat_dps(world: World, frame: Frame) -> Directive:
    """Its DPs in the United States are triggered now, before any die, or not in this phase."""
    if not world.lasting:
        return _after("awaw.usat-dps")
    keep = dict(frame.vars)
    return call("awaw.tension.remind", then=PHASE.after("awaw.usat-dps"), keep=keep, side=frame.side)


@STEPS.step("awaw.their-dps")
def their_dps(world: World, frame: Frame) -> Directive:
    """The other side opens its DPs in these targets."""
    facts = secrets(world, _of(OTHER[frame.side]), _targets(frame))
    return reveal(facts, then="awaw.all-told")


@STEPS.step("awaw.all-told")
def all_told(world: World, frame: Frame) -> Directive:
    """From now on no DPs are triggered in this phase."""
    known = world["phase-of-turn"] == f"{frame.side}-{NAMING}"
    return do(begins(world, ROLLS, frame.side) if known else (), then=PHASE.after("awaw.their-dps"))


# -- subversion
@STEPS.step("awaw.subverting")
def subverting(world: World, frame: Frame) -> Directive:
    """Russia may turn subversion on one of the targets."""
    targets = _targets(frame)
    if not targets or not RGT.right(SUBVERSION.slug).allows(world):
        return _after("awaw.subverting")
    options = {**targets, PASS: "no subversion"}
    question = choose(
        RUSSIA,
        "On which of these rolls do you turn subversion?",
        options,
        cite="PROC-22",
        did="[turns subversion on the roll for {}|attempts no subversion]",
    )
    return ask(question, then="awaw.subverts", into="on")


@STEPS.step("awaw.subverts")
def subverts(world: World, frame: Frame) -> Directive:
    if frame.on == PASS:
        return _after("awaw.subverting")
    says = f"The effect of subversion on the roll for {TITLES[frame.on]}, up for the Axis"
    question = amount(RUSSIA, says, EFFECTS, cite="PROC-22", subject=frame.on)
    return ask(question, then="awaw.subverted", into="effect")


@STEPS.step("awaw.subverted")
def has_subverted(world: World, frame: Frame) -> Directive:
    """A use of subversion is counted: it tells on all other rolls of the phase."""
    told = {"subversion": {frame.on: frame.effect}}
    return do(subverted(world, frame.on), then=PHASE.after("awaw.subverting"), **told)


# -- covert operations
@STEPS.step("awaw.operations")
def operations(world: World, frame: Frame) -> Directive:
    """The side that moves announces covert operations, on one roll after another, then the other side does."""
    left, acted = frame.get("acting", [frame.side, OTHER[frame.side]]), frame.get("acted", [])
    targets = {country: name for country, name in _targets(frame).items() if country not in acted}
    if not left or not frame.queue:
        return _after("awaw.operations")
    if not targets:
        return go("awaw.operations", acting=left[1:], acted=[])
    says = f"Covert operations of {TITLES[left[0]]}: on which of these rolls?"
    one, none = f"a covert operation of {TITLES[left[0]]} in {{}}", "no further" if acted else "no"
    question = choose(
        TABLE,
        says,
        {**targets, PASS: "No further operation" if acted else "No operation"},
        cite="PROC-21",
        did=f"announces [{one}|{none} covert operation of {TITLES[left[0]]}]",
    )
    return ask(question, then="awaw.operates", into="on", acting=left)


@STEPS.step("awaw.operates")
def operates(world: World, frame: Frame) -> Directive:
    if frame.on == PASS:
        return go("awaw.operations", acting=frame.acting[1:], acted=[])
    says = f"How far does this operation move the roll for {TITLES[frame.on]}? Up is for the Axis."
    question = amount(TABLE, says, EFFECTS, cite="PROC-21", subject=frame.on)
    return ask(question, then="awaw.answers", into="effect")


@STEPS.step("awaw.answers")
def answers(world: World, frame: Frame) -> Directive:
    """The other side answers with counter-intelligence, or lets it pass."""
    says = (
        f"{TITLES[frame.acting[0]][0].upper()}{TITLES[frame.acting[0]][1:]} would move the roll for {TITLES[frame.on]}"
        f" by {signed(frame.effect)}: does counter-intelligence of {TITLES[OTHER[frame.acting[0]]]} stop it?"
    )
    did = f"says that the operation in {TITLES[frame.on]} [is stopped|stands]"
    question = confirm(TABLE, says, cite="PROC-21", subject=frame.on, yes="It is stopped", no="It stands", did=did)
    return ask(question, then="awaw.operated", into="stopped")


@STEPS.step("awaw.operated")
def operated(world: World, frame: Frame) -> Directive:
    acted = [*frame.get("acted", []), frame.on]
    if frame.stopped:
        return go("awaw.operations", acted=acted)
    before = frame.get("covert", {})
    sum_ = max(-WIDEST, min(WIDEST, before.get(frame.on, 0) + frame.effect))
    return go("awaw.operations", acted=acted, covert={**before, frame.on: sum_})


# -- pledges
@STEPS.step("awaw.pledges")
def pledges(world: World, frame: Frame) -> Directive:
    """Germany may count on a war with Russia that it is about to declare, and is then bound to declare it."""
    told = frame.get("told", [])
    for by, country, _ in frame.queue:
        if country not in told and may_pledge(world, country, by):
            question = confirm(GERMANY, PLEDGE_QUESTION, cite=PLEDGED[country].cite, subject=country, did=PLEDGES)
            more = {"told": [*told, country], "on": country}
            return ask(question, then="awaw.gives-pledge", into="pledge", **more)
    return _after("awaw.pledges")


@STEPS.step("awaw.gives-pledge")
def gives_pledge(world: World, frame: Frame) -> Directive:
    return do(given(world, frame.on, frame.pledge), then="awaw.pledges")
