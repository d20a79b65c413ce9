"""Thailand, rules 84.32 and 89.5: it joins Japan in either order of war and occupation."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import TAKEN, by, is_place
from legation.books.awaw.minors.association import by_an_event, by_event
from legation.books.awaw.minors.inquiry import Action, Besides, RoomLeft, Topic, cap
from legation.books.awaw.minors.news import Turned, turned
from legation.books.awaw.minors.vocabulary import actor_is, against, half_of, site_is, status_is, with_means
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CHINA,
    CURRENT_CLASSIC,
    CURRENT_GS,
    JAPAN,
    NOBODY,
    OLDER,
    WESTERN_ALLIES,
)
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import (
    SHEET,
    associated_with,
    at_war,
    conquered,
    control_is,
    declared_war,
    edition,
    turn,
    war_key,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, holds, named, number, truth, when_else
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, Steps, do, done, go
from legation.core.rules import Duty, Limit, Permit, Rule, sets
from legation.core.wording import Wording

__all__ = ["THAILAND"]

STEPS = Steps()
REPORTS = Reports(STEPS)
HERE = "thailand"
FAMILIES = (
    Family(
        "thailand-joins-japan",
        Flag(),
        "Storm Over Asia [lets Thailand|does not let Thailand] associate with Japan",
        told_by=SHEET,
        default=True,
        because="Storm Over Asia lets it unless its players found otherwise",
    ),
)
_war = at_war(JAPAN, BRITAIN)
_war_in = number("eastern-war-turn", "the turn in which Japan and Britain went to war")
_occupied = number("indochina-occupied-in", "the turn in which Japan had all of French Indochina")
_taken = (_occupied >= 1).worded("Japan has[ not] had all of French Indochina")
_earlier = (_occupied < _war_in).worded("that was [before|not before] war with Britain")
_before = _taken & _earlier
_after = _taken & ~_earlier & (turn() > _occupied).worded("that was [in an earlier|only in this] turn")
_storm = truth("thailand-joins-japan", "Storm Over Asia [lets it|does not let it] join")
_outcome = any_of(
    edition(OLDER),
    named("Storm Over Asia has no say in the classic game", edition(CURRENT_CLASSIC), cite="89.51D@current-classic"),
    named(
        "Storm Over Asia [lets|does not let] Thailand join Japan",
        edition(CURRENT_GS) & _storm,
        cite="89.51D@current-gs",
    ),
)


def joins_japan() -> Expr:
    """War with Britain, and all of French Indochina occupied on an earlier turn: in either order."""
    in_order = any_of(
        named("Indochina was[ not] occupied before war with Britain", _war & _before, cite="89.51A.dow-second"),
        named("Indochina was[ not] occupied a turn ago, in war with Britain", _war & _after, cite="89.51A.dow-first"),
    )
    return named("Thailand is[ not] about to join Japan", in_order & _outcome)


# -- 84.32: it associates
_may_join = status_is("neutral", "hex-control", country=HERE)
JOINS = Rule(
    "Thailand joins Japan in its war with Britain, once French Indochina was occupied on an earlier turn",
    "84.32.associate",
    when=by_event(_may_join & (turn() > _occupied) & joins_japan()),
    sets=(sets("status.thailand", "associate"),),
)


@STEPS.step("awaw.minors.thailand-joins", takes=("side",))
def thailand_joins(world: World, frame: Frame) -> Directive:
    """In a Japanese player turn its BRPs come at once."""
    return by_an_event(world, JOINS, HERE, JAPAN, now=frame.side == half_of(JAPAN))


@STEPS.step("awaw.minors.thailand-turn", aliases=("awaw.minors.asia-turn",))
def turn_begins(world: World, frame: Frame) -> Directive:
    """Thailand moves with Japan."""
    return go("awaw.minors.thailand-joins") if frame.side == AXIS else done()


@STEPS.step("awaw.minors.thailand-war", aliases=("awaw.minors.asia-war",))
def declared(world: World, frame: Frame) -> Directive:
    """War between Japan and Britain: its turn is noted, and Thailand may join."""
    first = world[war_key(JAPAN, BRITAIN)] and not world["eastern-war-turn"]
    began = [world.change("eastern-war-turn", world["turn"])] if first else []  # told, as the war itself
    return do(began, then="awaw.minors.thailand-joins", side=half_of(frame.makers[0]))


@REPORTS.event(
    "indochina-occupied",
    "awaw.minors.indochina-occupied",
    "Japan has occupied all of French Indochina",
    cite="84.32.associate",
    words=Wording(
        ("Japan occupies all of French Indochina", "Japan has occupied all of French Indochina"),
        at=("french-indochina",),
    ),
)
def indochina_occupied(world: World, frame: Frame) -> Directive:
    """All of the country is in Japanese hands, and with it Saigon."""
    return go("awaw.minors.conquered", country="french-indochina", by=JAPAN)


HEEDS = (
    On(
        "Japan has all of French Indochina",
        "84.32.associate",
        on=TAKEN,
        when=by(JAPAN) & is_place("french-indochina") & (_occupied < 1).worded("Japan had [not all|all] of it before"),
        sets=(sets("indochina-occupied-in", turn()),),
        again=True,
    ),
)


NO_ENTRY = Limit(
    "no unit of either side enters Thailand before it associates",
    "84.32.entry",
    site_is("thailand", "bangkok") & ~actor_is("thailand") & status_is("neutral", country="thailand"),
)

# -- 89.51B: its hexes
_joined = associated_with(JAPAN, HERE)
HEXES = Rule(
    "Japan has controlled and supplied all Thai hexes since this Japanese player turn began",
    "89.51B.hexes",
    when=_joined & control_is("bangkok", NOBODY),
    sets=(sets("control.bangkok", JAPAN),),
)


@STEPS.step("awaw.minors.thai-hexes")
def hexes(world: World, frame: Frame) -> Directive:
    found = Turned(world)
    found.carry(HEXES)
    return turned(found)


# -- 89.51: who goes where
_here, _neutral = site_is(HERE, "bangkok"), status_is("neutral", "hex-control", country=HERE)
_attacked = any_of(*(actor_is(side) & declared_war(side, HERE) for side in (AXIS, ALLIED, JAPAN, CHINA)))
_thai = actor_is(HERE)
_near = _here | site_is("next-to-thailand") | with_means("adjacent-hex")
_western = with_means("western-units") | against(WESTERN_ALLIES)
TOO_FAR = Limit("Thai units go no farther than the hexes next to Thailand", "89.51C.geo", _thai & ~_near)
NO_FARTHER = Besides(
    "Thai units attack enemies next to Thailand at most, and never Western Allied units",
    TOO_FAR.cite,
    _thai & (~_near | _western),
)
CLAUSES = {
    "enter": (
        TOO_FAR,
        Limit(
            "no unit of either side enters Thailand before it joins Japan",
            "89.51B.entry",
            _here & ~_thai & _neutral & ~_attacked,
        ),
    ),
    "attack": (NO_FARTHER,),
}
ACTIONS = {
    "use-thai-bases": Action(
        "may air units and airbases be used in Thailand?",
        (
            Permit(
                "Japan flies from Thailand, and builds and uses an airbase there, in the same turn",
                "89.51B.air",
                _here & actor_is(JAPAN) & _joined,
            ),
        ),
        False,
        "89.51B.air",
        "only Japan, once Thailand has joined it",
    )
}
ROOMS = {
    "thai-rebuilding": RoomLeft(
        "Thai 1-2s that may still be rebuilt this turn",
        (
            cap(
                "one 1-2 a turn, free, until the Allies conquer Thailand",
                "89.51C.rebuild",
                when_else(conquered(HERE, by=ALLIED), 0, 1),
                number(f"rebuilt.{HERE}", "rebuilt this turn"),
                site_is(HERE),
            ),
        ),
        only=("thailand",),
    )
}
TOPICS = {
    "thailand": Topic(
        "how Thailand stands",
        (
            Duty(
                "without war between Japan and Britain, or all of Indochina, it stays neutral unless attacked",
                "89.51A.never",
                _here & _neutral & (~_war | (_occupied < 1)),
            ),
        ),
    )
}
PROFILE = (
    Duty(
        "Thailand is neutral until it associates with Japan", "84.32.status", site_is("thailand") & status_is("neutral")
    ),
    Duty("Thai forces are on the board from the start", "84.32.forces", site_is("thailand")),
    Duty("neutral at the start", "89.51A.neutral", site_is("thailand")),
    Duty("two Thai 1-2s are on the board from the start", "89.51C.forces", site_is("thailand")),
)


def reminders(world: World, half: str) -> Iterator[str]:
    """What an eastern war is about to bring."""
    if half == AXIS and holds(_war, world) and holds(_may_join, world):
        when = "report it when Japan has all of French Indochina" if not world["indochina-occupied-in"] else "next turn"
        yield f"Thailand joins Japan the turn after French Indochina is occupied: {when} [{JOINS.cite}]"


def starts(edition: str) -> dict[str, object]:
    return {f"deployed.{HERE}": True}


THAILAND = Country(
    HERE,
    heeds=HEEDS,
    steps=STEPS,
    events=REPORTS.events,
    declared=(JOINS, HEXES, TOO_FAR),
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    clauses={**CLAUSES, "enter-asia": (NO_ENTRY,)},
    sayings={"profile": PROFILE},
    families=FAMILIES,
    starts=starts,
    moments={
        "declared": ("awaw.minors.thailand-war", "awaw.minors.thai-hexes"),
        "turn-begins": ("awaw.minors.thailand-turn", "awaw.minors.thai-hexes"),
    },
    reminders=reminders,
)
