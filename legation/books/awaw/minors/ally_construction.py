"""Rule 85.48: what a minor ally builds in a turn, where, and at whose cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.books.awaw.minors.ally_movement import IS_ALLY, ClosedTo, Open
from legation.books.awaw.minors.inquiry import Action, Cap, RoomLeft, Topic, cap, scope
from legation.books.awaw.minors.lands import stands_as
from legation.books.awaw.minors.schema import BUILT
from legation.books.awaw.minors.surrender import GONE
from legation.books.awaw.minors.vocabulary import (
    CHINESE_RATE,
    CHINESE_ROAD,
    at_home,
    half_of,
    how_many,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.order_of_play import builds as in_construction
from legation.books.awaw.powers import ALLIED, CURRENT_CLASSIC, CURRENT_GS, LANDS, MINORS, NOBODY, OLDER, RUSSIA, TITLES
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.reports import AMOUNT, Reports
from legation.books.awaw.vocabulary import HERE, edition
from legation.core.errors import NotFound, Refused
from legation.core.expr import lift, named, number, truth, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Duty, Limit, Permit, Rule
from legation.core.wording import Phrase, PlaceSlot, Wording

__all__ = ["PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
CHINA = "communist-china"


@dataclass(frozen=True, eq=False)
class OfAnotherKind(Cap):
    """The same limit on another kind of unit."""

    again: bool = True


# -- 85.481 and 85.482: how much a turn
_ally = status_is("ally")
_european = _ally & ~site_is(CHINA)
_chinese = site_is(CHINA) & (_ally | status_is("independent"))
_storm = edition(CURRENT_GS)


def built(kind: str) -> Any:
    return number(f"built.{kind}.{HERE}", f"{BUILT[kind]} of {{Here}} built this turn")


_saved = named(
    "with one factor a turn, a turn without building saves for a 2-2",
    CHINESE_RATE.is_number(1).worded("China builds [|not just ]one factor a turn")
    & truth("chinese-pause", "Communist China built [nothing|something] last turn")
    & how_many().is_number(2).worded("it is[ not] a 2-2"),
    cite="85.481B.defer@current-gs",
)
ROOMS = {
    "ally-infantry": RoomLeft(
        "infantry of the country that may still be built this turn, free of BRPs",
        (
            cap("one infantry unit of one or two factors", "85.481A", 1, built("infantry"), _european),
            cap("two infantry factors", "85.481B@older", 2, built("infantry"), edition(OLDER) & _chinese),
            cap(
                "two infantry factors",
                "85.481B@current-classic",
                2,
                built("infantry"),
                edition(CURRENT_CLASSIC) & _chinese,
            ),
            cap(
                "a factor for each region that it began with",
                "85.481B@current-gs",
                when_else(_saved, 2, CHINESE_RATE),
                built("infantry"),
                _storm & _chinese,
            ),
        ),
    ),
    "ally-partisans": RoomLeft(
        "partisans of Communist China that may still be built this turn",
        (
            cap(
                "one partisan with the Sinkiang Road, otherwise none",
                "85.481B.sinkiang@current-gs",
                when_else(CHINESE_ROAD, 1, 0),
                built("partisans"),
                _storm & _chinese,
            ),
        ),
    ),
    "ally-armor": RoomLeft(
        "armor units of the country that may still be built this turn",
        (cap("one armor unit a turn", "85.482", 1, built("armor"), _ally),),
    ),
    "ally-air": RoomLeft(
        "air factors of the country that may still be built this turn",
        (OfAnotherKind("one air factor a turn", "85.482", lift(1), built("air"), _ally),),
    ),
}
MOST_FACTORS = 2  # of the single infantry unit

# -- 85.48 and 85.483: where, and what not at all
NO_SHIPS = Limit("no ships of a minor ally are built", "85.483", IS_ALLY & with_means("naval"))
HOME_HEX = Permit(
    "in a supplied hex of its own country that it controls, in no enemy zone of control",
    "85.48",
    IS_ALLY & at_home() & with_means("supplied-hex"),
)
ACTIONS = {
    "ally-builds": Action(
        "may units of the minor ally be built there?",
        (NO_SHIPS, HOME_HEX),
        False,
        HOME_HEX.cite,
        "only in a supplied hex at home that no enemy has a zone of control in",
    ),
    "ally-repairs": Action(
        "may ships of the minor ally be repaired?",
        (
            Open("in any shipyard that its faction controls", NO_SHIPS.cite, IS_ALLY & with_means("repair")),
            ClosedTo("not in other shipyards", NO_SHIPS.cite, IS_ALLY & with_means("foreign-shipyard")),
        ),
        False,
        NO_SHIPS.cite,
        "it is no minor ally, or there is no shipyard",
    ),
}
TOPICS = {
    "ally-construction": Topic(
        "what the controlling power builds for its minor ally",
        (
            Duty("it pays for armor and air units, within its own construction limit", "85.482.cost", _ally),
            Duty("it may also build those that were lost before the activation", "85.482.earlier", _ally),
        ),
    )
}


# -- reported as it happens
BY_FACTORS = {CHINA: ("infantry",)}  # of others units are counted


@REPORTS.event(
    "ally-builds",
    "awaw.minors.ally-builds",
    "A minor ally builds a unit",
    {"country": "the country", "unit": "infantry, armor, air or partisans", "factors": "of infantry: 1 or 2"},
    cite="85.48",
    words=Wording(
        ("{country} build(s) {unit}",),
        {
            "country": PlaceSlot(tuple(LANDS)),
            "unit": Phrase({"infantry": "infantry", "armor": "armor", "air": "air units", "partisans": "partisans"}),
            "factors": AMOUNT,
        },
        adds=(("of {factors} factor(s)", "with {factors} factor(s)"),),
    ),
)
def builds(world: World, frame: Frame) -> Directive:
    """One unit, within the limits of the turn."""
    country, unit, factors = frame.get("country"), frame.get("unit"), int(frame.get("factors") or 1)
    if country not in LANDS:
        raise NotFound("country", country, LANDS)
    country = stands_as(world, country)
    friend = world[f"beneficiary.{country}"]
    in_construction(world, RUSSIA if friend == NOBODY else friend)  # who stands alone builds with the Allies
    if unit == "naval":
        NO_SHIPS.refuse(scope(world, {"by": country, "with": unit}))
    if unit not in BUILT:
        raise NotFound("kind of unit", unit, BUILT)
    if world[f"forces-gone.{country}"]:
        raise Refused(GONE.label, rule=GONE.cite)
    if factors > MOST_FACTORS:
        raise Refused("an ally builds one or two factors of a kind", rule="85.481A", allowed=[1, MOST_FACTORS])
    counts = factors if unit in BY_FACTORS.get(country, ()) else 1
    left = ROOMS[f"ally-{unit}"].left(scope(world, {"in": country, "number": counts}))
    if left is None:
        raise Refused(f"{TITLES[country]} is no minor ally that builds such units", rule=HOME_HEX.cite)
    if counts > left[0]:
        raise Refused(f"{left[1].label}: {left[0]} more", rule=left[1].cite)
    fact = f"built.{unit}.{country}"
    counted = Rule(left[1].label, left[1].cite, again=True)
    return done(counted.brings(world, {fact: world[fact] + counts}))


ANEW = Rule("what may be built is counted anew each turn", "85.481A", again=True)
PAUSE = Rule("whether Communist China has skipped a turn", "85.481B.defer@current-gs", again=True)


@STEPS.step("awaw.minors.building-anew")
def turn_begins(world: World, frame: Frame) -> Directive:
    """A new player turn: what was built in the last one no longer counts."""
    changes: list[Change] = []
    for country in (*MINORS, CHINA):
        built = [fact for kind in BUILT if world[fact := f"built.{kind}.{country}"]]
        if not built:
            continue
        power = world[f"beneficiary.{country}"]
        half = ALLIED if power == NOBODY else half_of(power)
        if half == frame.side:
            changes += ANEW.brings(world, dict.fromkeys(built, 0))
    if frame.side == ALLIED and world["edition"] == CURRENT_GS:
        pause = world[f"built.infantry.{CHINA}"] == 0
        if world["chinese-pause"] != pause:
            changes += PAUSE.brings(world, {"chinese-pause": pause})
    return done(changes)


MOMENTS = {"turn-begins": ("awaw.minors.building-anew",)}

PROVISIONS = Provisions(
    "ally construction",
    steps=STEPS,
    events=EVENTS,
    declared=(CHINESE_ROAD, _saved),
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    moments=MOMENTS,
)
