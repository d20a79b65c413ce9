"""Rule 89.5: Thailand, which joins Japan in either order of war and occupation."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Action, Besides, Room, Topic, cap
from legation.awaw.minors.news import Turned, turned
from legation.awaw.minors.words import actor_is, site_is, status_is, with_means
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CHINA,
    CURRENT_CLASSIC,
    CURRENT_GS,
    JAPAN,
    NOBODY,
    OLDER,
)
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import SHEET, associated_with, at_war, conquered, control_is, declared_war, edition, turn
from legation.core.expr import Expr, any_of, named, number, truth, when_else
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Duty, Limit, Permit, Rule, sets

__all__ = ["PROVISIONS", "joins_japan"]

STEPS = Steps()
HERE = "thailand"
FAMILIES = (
    Family(
        "thailand-joins-japan",
        Flag(),
        "Storm Over Asia lets Thailand associate with Japan",
        told_by=SHEET,
        default=True,
        because="Storm Over Asia lets it unless its players found otherwise",
    ),
)
_war = at_war(JAPAN, BRITAIN)
_war_in = number("eastern-war-turn", "the turn in which Japan and Britain went to war")
_occupied = number("indochina-occupied-in", "the turn in which Japan had all of French Indochina")
_before = (_occupied >= 1) & (_occupied < _war_in)
_after = (_occupied >= 1) & ~(_occupied < _war_in) & (turn() > _occupied)
_storm = truth("thailand-joins-japan", "Storm Over Asia lets it join")
_outcome = any_of(
    edition(OLDER),
    named("Storm Over Asia has no say in the classic game", edition(CURRENT_CLASSIC), cite="89.51D@current-classic"),
    named("Storm Over Asia lets Thailand join Japan", edition(CURRENT_GS) & _storm, cite="89.51D@current-gs"),
)


def joins_japan() -> Expr:
    """War with Britain, and all of French Indochina occupied on an earlier turn: in either order."""
    in_order = any_of(
        named("Indochina was occupied before war with Britain", _war & _before, cite="89.51A.dow-second"),
        named("Indochina was occupied a turn ago, in war with Britain", _war & _after, cite="89.51A.dow-first"),
    )
    return named("Thailand is about to join Japan", in_order & _outcome)


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


MOMENTS = {"declared": ("awaw.minors.thai-hexes",), "turn-begins": ("awaw.minors.thai-hexes",)}

_here, _neutral = site_is(HERE, "bangkok"), status_is("neutral", "hex-control", country=HERE)
_attacked = any_of(*(actor_is(side) & declared_war(side, HERE) for side in (AXIS, ALLIED, JAPAN, CHINA)))
_thai = actor_is(HERE)
TOO_FAR = Limit(
    "Thai units go no farther than the hexes next to Thailand, and never attack Western Allied units",
    "89.51C.geo",
    _thai & (~(_here | site_is("next-to-thailand")) | with_means("western-units")),
)
NO_FARTHER = Besides(
    "Thai units attack enemies next to Thailand at most, and never Western Allied units",
    TOO_FAR.cite,
    _thai & (~(_here | site_is("next-to-thailand") | with_means("adjacent-hex")) | with_means("western-units")),
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
    "thai-rebuilding": Room(
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

PROVISIONS = Provisions(
    "thailand",
    steps=STEPS,
    declared=(HEXES, TOO_FAR),
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    clauses=CLAUSES,
    families=FAMILIES,
    moments=MOMENTS,
)
