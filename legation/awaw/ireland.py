"""The Irish partisans on the map: how many Germany may have, where, and what they cost Britain."""

from __future__ import annotations

from legation.awaw.order_of_play import builds
from legation.awaw.powers import ALLIED, AXIS, GERMANY
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import declared_war, factions_of, policy, result_is
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, named, number
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Limit, Permit, Rule, carry_out, sets

__all__ = ["ALLIED_WAR", "BUILT", "CONQUESTS", "DECLARED", "EVENTS", "MOST", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
BUILT, LAST, MOST = "irish-partisans-built", "irish-partisan-turn", "irish-partisans"

NOT_IN_ULSTER = Limit(
    "no partisan is built in Ulster; it may go there afterwards",
    "DT-IRELAND-R5",
    named("Ulster is British", choice("built-in", "ulster", says="it would be built in Ulster"), cite="87.23.ulster"),
)
ALLIED_WAR = Permit(
    "two Irish partisans, one a turn, after an Allied declaration of war on Ireland",
    "87.23.dow",
    declared_war(ALLIED, "ireland") & ~policy("irish-partisans-gone"),
)
_granted = number(MOST, "Irish partisans that Germany may have by the result in force")
BY_RESULT = {
    1: Permit("one Irish partisan after a 7", "87.23.result7", _granted.is_number(1)),
    2: Permit("two Irish partisans, one a turn, after an 8 or more", "87.23.result8", _granted.is_number(2)),
}
SUCH_A_HEX = Permit(
    "in a vacant Irish hex outside Allied zones of control, whoever has it, conquered or not",
    "87.23.where",
    choice("means", "vacant-hex", says="the hex is vacant and in no Allied zone of control"),
)
RAID = Rule(
    "an Irish partisan in or next to Ulster costs Britain a BRP",
    "DT-IRELAND-R6",
    when=named(
        "Irish partisans threaten Ulster",
        number("raiders", "partisans in or next to Ulster") >= 1,
        cite="87.23.loss",
    ),
    sets=(sets("booked.britain", number("booked.britain") - number("raiders")),),
)
IRA_ACTIVE = Rule("one Irish partisan, to be built again if it is lost", "DT-IRELAND-R4", again=True)
IRA_HELPED = Rule("two Irish partisans, one a turn", "DT-IRELAND-R9", again=True)
BY_THE_ALLIES = Rule(
    "an Allied conquest ends the Irish help for U-boats, but makes two partisans",
    "DT-IRELAND-R8",
    when=choice("selector", *factions_of(ALLIED), says="the Allies conquer Ireland") & result_is("ireland", "7", "8"),
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


def _most(world: World) -> int:
    """How many Irish partisans Germany may have: by the result in force, or by an Allied declaration of war."""
    at_war = ALLIED_WAR.allows(world)
    by_result = [number for number, permit in BY_RESULT.items() if permit.allows(world)]
    return 2 if at_war else max(by_result, default=0)


@REPORTS.event(
    "irish-partisan",
    "awaw.irish-partisan",
    "An Irish partisan is built or lost",
    {"act": "build or lose", "in": "ireland or ulster", "hex": "vacant-hex, occupied-hex or enemy-zone"},
    cite="DT-IRELAND-R5",
)
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
        return done(IRA_ACTIVE.brings(world, {BUILT: built - 1}))
    builds(world, GERMANY)
    if NOT_IN_ULSTER.forbids(world.scoped(**{"built-in": place})):
        raise Refused(NOT_IN_ULSTER.label, rule=NOT_IN_ULSTER.cite, allowed=["ireland"])
    if not SUCH_A_HEX.allows(world.scoped(means=frame.get("hex", "vacant-hex"))):
        raise Refused(f"only {SUCH_A_HEX.label}", rule=SUCH_A_HEX.cite, allowed=["vacant-hex"])
    most = _most(world)
    rule = IRA_HELPED if most > 1 else IRA_ACTIVE
    if built >= most:
        raise Refused(f"Germany may have {most} Irish partisans at this time", rule=rule.cite)
    if most > 1 and world[LAST] == world["turn"]:
        raise Refused("one Irish partisan a turn", rule=rule.cite)
    return done(rule.brings(world, {BUILT: built + 1, LAST: world["turn"]}))


@REPORTS.event(
    "ulster",
    "awaw.ulster",
    "An Allied combat phase ends with Irish partisans in or next to Ulster",
    {"partisans": "how many of them"},
    cite="DT-IRELAND-R6",
)
def ulster(world: World, frame: Frame) -> Directive:
    """An Allied combat phase is over."""
    near, built = frame.get("partisans", 0), world[BUILT]
    if not isinstance(near, int) or isinstance(near, bool) or not 0 <= near <= built:
        raise Refused(f"{built} Irish partisans are in play", rule=RAID.cite, allowed=range(built + 1))
    told = world.change("ulster-counted-in", world["turn"])  # the table has counted them, whatever comes of it
    return done([*carry_out([RAID], world.scoped(raiders=near))[1], told])


DECLARED = (NOT_IN_ULSTER, ALLIED_WAR, BY_RESULT, SUCH_A_HEX, RAID, CONQUESTS)
