"""The Irish partisans on the map: how many Germany may have, where, and what they cost Britain."""

from __future__ import annotations

from legation.awaw.powers import ALLIED, AXIS
from legation.awaw.vocabulary import factions_of, result_is
from legation.core.book import Event
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Limit, Rule, carry_out, sets

__all__ = ["CONQUESTS", "DECLARED", "EVENTS", "STEPS"]

STEPS = Steps()
BUILT, LAST, MOST = "irish-partisans-built", "irish-partisan-turn", "irish-partisans"

NOT_IN_ULSTER = Limit(
    "no partisan is built in Ulster; it may go there afterwards",
    "DT-IRELAND-R5",
    choice("built-in", "ulster", says="it would be built in Ulster"),
)
RAID = Rule(
    "an Irish partisan in or next to Ulster costs Britain a BRP",
    "DT-IRELAND-R6",
    when=number("raiders", "partisans in or next to Ulster") >= 1,
    sets=(sets("booked.britain", number("booked.britain") - number("raiders")),),
)
BY_THE_ALLIES = Rule(
    "an Allied conquest ends the Irish help for U-boats, but makes two partisans",
    "DT-IRELAND-R8",
    when=choice("selector", *factions_of(ALLIED), says="the Allies conquer Ireland")
    & truth("capital-lost", "its capital is in enemy hands")
    & result_is("ireland", "7", "8"),
    sets=(sets(MOST, 2), sets("policy.irish-help-for-u-boats", False)),
)
NO_RESULT_LEFT = Rule(
    "an Axis conquest leaves Germany no Irish partisans",
    "DT-GEN-35",
    when=choice("selector", AXIS, says="the Axis conquer Ireland"),
    sets=(sets(MOST, 0),),
    again=True,
)
CONQUESTS = (BY_THE_ALLIES, NO_RESULT_LEFT)


@STEPS.step("awaw.irish-partisan")
def partisan(world: World, frame: Frame) -> Directive:
    """Germany builds an Irish partisan, or loses one."""
    act, place = frame.get("act", "build"), frame.get("in", "ireland")
    if act not in ("build", "lose"):
        raise NotFound("act", act, ("build", "lose"))
    if place not in ("ireland", "ulster"):
        raise NotFound("place", place, ("ireland", "ulster"))
    built = world[BUILT]
    if act == "lose":
        if not built:
            raise Refused("there is no Irish partisan in play")
        return done([Change(BUILT, built, built - 1, "DT-IRELAND-R4")])
    if NOT_IN_ULSTER.forbids(world.scoped(**{"built-in": place})):
        raise Refused(NOT_IN_ULSTER.label, rule=NOT_IN_ULSTER.cite, allowed=["ireland"])
    most = world[MOST]
    rule = "DT-IRELAND-R9" if most > 1 else "DT-IRELAND-R4"
    if built >= most:
        raise Refused(f"Germany may have {most} Irish partisans at this time", rule=rule)
    if most > 1 and world[LAST] == world["turn"]:
        raise Refused("one Irish partisan a turn", rule=rule)
    return done([Change(BUILT, built, built + 1, rule), Change(LAST, world[LAST], world["turn"], rule)])


@STEPS.step("awaw.ulster")
def ulster(world: World, frame: Frame) -> Directive:
    """An Allied combat phase is over."""
    near, built = frame.get("partisans", 0), world[BUILT]
    if not isinstance(near, int) or isinstance(near, bool) or not 0 <= near <= built:
        raise Refused(f"{built} Irish partisans are in play", rule=RAID.cite, allowed=range(built + 1))
    return done(carry_out([RAID], world.scoped(raiders=near))[1])


EVENTS = {
    "irish-partisan": Event(
        "awaw.irish-partisan",
        "An Irish partisan is built or lost",
        {"act": "build or lose", "in": "ireland or ulster"},
        cite="DT-IRELAND-R5",
    ),
    "ulster": Event(
        "awaw.ulster",
        "An Allied combat phase ends with Irish partisans in or next to Ulster",
        {"partisans": "how many of them"},
        cite="DT-IRELAND-R6",
    ),
}
DECLARED = (NOT_IN_ULSTER, RAID, CONQUESTS)
