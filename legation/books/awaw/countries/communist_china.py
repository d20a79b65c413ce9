"""Rule 85.6: Communist China, alone of all Pacific countries, becomes a minor ally, when Japan and Russia go to war."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.minors.ally_movement import ClosedTo, within
from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.vocabulary import actor_is, site_is, status_is
from legation.books.awaw.powers import CHINA, CURRENT_CLASSIC, CURRENT_GS, JAPAN, OLDER, RUSSIA
from legation.books.awaw.vocabulary import at_war, edition
from legation.core.expr import named, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, do, done
from legation.core.requests import TABLE, confirm
from legation.core.rules import Duty, Limit, Permit, Rule, carry_out, sets

__all__ = ["COMMUNIST_CHINA", "NO_RUSSIANS", "REDS"]

STEPS = Steps()
REDS = "communist-china"
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
_war = at_war(RUSSIA, JAPAN)
_alone = status_is("independent", country=REDS)
_stays = truth("china-stays-independent", "Communist China [chose|did not choose] to stay independent")
_no_choice = truth("full-restrictions", "the full restrictions on cooperation in China are[ not] in force")
_joins = (
    sets(f"status.{REDS}", "ally"),
    sets(f"beneficiary.{REDS}", RUSSIA),
    sets(f"joined-in.{REDS}", number("turn")),
)

_by_event = named("in the Pacific events make a country an ally", _war & _alone, cite="85.11B")
OLDER_WAY = Rule(
    "Communist China joins Russia when it and Japan go to war",
    "85.61@older",
    when=edition(OLDER) & _by_event,
    sets=_joins,
)
CURRENT_WAY = Rule(
    "Communist China joins Russia when it and Japan go to war, unless it may and does stay independent",
    "85.61@current",
    when=CURRENT & _by_event & ~_stays,
    sets=_joins,
)
MAY_CHOOSE = Permit("the choice falls due when war breaks out, and is final", "85.61.choice@current", ~_no_choice)


STAYS_ALONE = Rule(
    "it stays independent for good",
    MAY_CHOOSE.cite,
    sets=(sets("china-stays-independent", True),),
    again=True,
)


@STEPS.step("awaw.minors.china-joins")
def joins(world: World, frame: Frame) -> Directive:
    """War between Japan and Russia brings it in, at once or after its choice."""
    if CURRENT_WAY.applies(world) and MAY_CHOOSE.allows(world):
        question = confirm(
            TABLE,
            "Japan and Russia are at war: does Communist China stay independent? This is final.",
            cite=MAY_CHOOSE.cite,
            subject=REDS,
            yes="It stays independent",
            no="It joins Russia",
            did="says that Communist China [stays independent|joins Russia]",
        )
        return ask(question, then="awaw.minors.china-chose", into="stays")
    return done(carry_out([OLDER_WAY, CURRENT_WAY], world)[1])


@STEPS.step("awaw.minors.china-chose")
def chose(world: World, frame: Frame) -> Directive:
    if not frame.stays:
        return done(carry_out([CURRENT_WAY], world)[1])
    return do(carry_out([STAYS_ALONE], world)[1], then="awaw.told")


_there = site_is(REDS)
TOPICS = {
    "communist-china": Topic(
        "how Communist China stands",
        (Duty("it is at war with Japan by itself", "85.62.status", _there & ~_war & _alone),),
    )
}

NO_RUSSIANS = Limit("Russian units not before Russia and Japan are at war", "85.62.entry", actor_is(RUSSIA) & ~_war)
_red = actor_is(REDS)
_nationalist = site_is("nationalist-china")
ACTIONS = {
    "red-army-enters": Action(
        "may Communist Chinese units go there?",
        (
            Permit(
                "into Nationalist hexes at a Chinese resistance level of +2 or more",
                "85.63.nationalist",
                _red & _nationalist & (number("chinese-resistance", "the Chinese resistance level") >= 2),
            ),
            ClosedTo("not into Nationalist hexes below a resistance level of +2", "85.63.nationalist", _nationalist),
            Permit("they stay in China", "85.63.china", _red & within(CHINA, REDS)),
        ),
        False,
        "85.63.china",
        "not out of China, nor into Manchuria or Hong Kong",
    ),
    "enter-red-china": Action(
        "may units enter the hexes of Communist China?",
        (NO_RUSSIANS,),
        True,
        "85.62.entry",
        "nothing keeps them out",
    ),
}
_JOINS = ("awaw.minors.china-joins",)
MOMENTS = {"turn-begins": _JOINS, "declared": _JOINS}


def starts(edition: str) -> dict[str, object]:
    return {f"status.{REDS}": "independent"}


COMMUNIST_CHINA = Country(
    "communist-china",
    steps=STEPS,
    declared=(OLDER_WAY, CURRENT_WAY, MAY_CHOOSE, STAYS_ALONE),
    actions=ACTIONS,
    sayings={"profile": (Duty("it may join Russia, and fights Japan by itself", "89.11", site_is(REDS)),)},
    topics=TOPICS,
    starts=starts,
    moments=MOMENTS,
)
