"""Rule 84.3: the Philippines, Thailand and the Dutch East Indies, which events make associates."""

from __future__ import annotations

from collections.abc import Iterator

from legation.awaw.deeds import TAKEN
from legation.awaw.minors.association import THIS_TURN, by_an_event, by_event
from legation.awaw.minors.brps import book, share, worth
from legation.awaw.minors.inquiry import Action
from legation.awaw.minors.thailand import joins_japan
from legation.awaw.minors.words import actor_is, asked, half_of, site_is, status_is
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CURRENT_CLASSIC,
    CURRENT_GS,
    JAPAN,
    USA,
    WESTERN_ALLIES,
)
from legation.awaw.provisions import Provisions
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import at_war, edition, turn, war_key
from legation.core.expr import holds, named, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done, go
from legation.core.rules import Duty, Limit, Rule, carry_out, sets
from legation.core.wording import Wording

__all__ = ["DUTCH_AREAS", "PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
DUTCH_AREAS = ("java", "south-borneo", "sumatra")
EASTERN_WAR = at_war(JAPAN, BRITAIN)

# -- 84.31
FILIPINOS = Duty(
    "the Philippines are associated with the United States from the start, their forces on the board",
    "84.31.status",
    site_is("philippines") & status_is("associate"),
)
PAID_IN_WAR = Rule(
    "the United States book the Philippines when their first player turn of the war with Japan begins",
    "84.31.brp@older",
    when=named(
        "war with Japan brings the BRPs of the Philippines",
        ~named(
            "the BRPs of the Philippines are in the American total of Fall 1939",
            edition(CURRENT_CLASSIC, CURRENT_GS),
            cite="84.31.brp@current",
        )
        & at_war(USA, JAPAN)
        & status_is("associate", country="philippines")
        & (number("brp-grant.philippines", "BRPs of the Philippines in the American total") < 1),
        cite="89.42@older",
    ),
)


def philippines_pay(world: World) -> list[Change]:
    """War with Japan brings the United States the BRPs of the Philippines, unless they had them from the start."""
    if not PAID_IN_WAR.applies(world):
        return []
    brps = worth(world, "philippines")
    paid = PAID_IN_WAR.brings(world, {"brp-grant.philippines": brps})
    return [*paid, *book(world, PAID_IN_WAR, USA, share(world, brps))]


# -- 84.32
_occupied = number("indochina-occupied-in", "the turn in which Japan had all of French Indochina")
_thailand = status_is("neutral", "hex-control", country="thailand")
THAILAND = Rule(
    "Thailand joins Japan in its war with Britain, once French Indochina was occupied on an earlier turn",
    "84.32.associate",
    when=by_event(_thailand & (turn() > _occupied) & joins_japan()),
    sets=(sets("status.thailand", "associate"),),
)


@STEPS.step("awaw.minors.thailand-joins", takes=("side",))
def thailand_joins(world: World, frame: Frame) -> Directive:
    """In a Japanese player turn its BRPs come at once."""
    return by_an_event(world, THAILAND, "thailand", JAPAN, now=frame.side == half_of(JAPAN))


@REPORTS.event(
    "indochina-occupied",
    "awaw.minors.indochina-occupied",
    "Japan has occupied all of French Indochina",
    cite="84.32.associate",
    words=Wording(("Japan occupies all of French Indochina", "Japan has occupied all of French Indochina")),
)
def indochina_occupied(world: World, frame: Frame) -> Directive:
    """All of the country is in Japanese hands, as of other places that are taken."""
    when = world["indochina-occupied-in"] or world["turn"]
    deed = {"deed": TAKEN.name, "power": JAPAN, "side": JAPAN, "place": "french-indochina"}
    return do([world.change("indochina-occupied-in", when)], then="awaw.tension.occupied", **deed)


# -- 84.33
_indies_alone = status_is("independent", country="dutch-east-indies")
_turns = number("eastern-turns", "Allied player turns of the war between Japan and Britain")
ANOTHER_TURN = Rule(
    "an Allied player turn of the war with Japan begins",
    "84.33.associate",
    when=_indies_alone & EASTERN_WAR,
    sets=(sets("eastern-turns", _turns + 1),),
    again=True,
)
DUTCH = Rule(
    "the Dutch East Indies join Britain in the second Allied player turn of its war with Japan",
    "84.33.associate",
    when=by_event(
        _indies_alone
        & EASTERN_WAR
        & named("it is the second Allied turn of that war", _turns >= 2, cite="89.24.associate")
    ),
    sets=(
        sets("status.dutch-east-indies", "associate"),
        sets("beneficiary.dutch-east-indies", BRITAIN),
        sets("deployed.dutch-east-indies", True),
        sets("joined-in.dutch-east-indies", number("turn")),
    ),
)


PAID_AT_ONCE = Rule("the BRPs of its areas come in the same player turn", THIS_TURN, again=True)


def dutch_join(world: World) -> list[Change]:
    """The second Allied player turn of the war with Japan begins: Britain has the areas that are not Japan's."""
    world, changes = carry_out([ANOTHER_TURN], world)
    joined = carry_out([DUTCH], world)[1]
    if not joined:
        return changes
    free = [area for area in DUTCH_AREAS if world[f"status.{area}"] == "colony"]
    for area in free:
        for fact, new in {f"beneficiary.{area}": BRITAIN, f"brp-grant.{area}": worth(world, area)}.items():
            joined += DUTCH.brings(world, {fact: new})
    for area in free:  # each is rounded by itself
        after = world.with_changes(joined, world.now)
        joined += book(after, PAID_AT_ONCE, BRITAIN, share(world, worth(world, area)))
    return [*changes, *joined]


# -- the moments
@STEPS.step("awaw.minors.asia-turn")
def turn_begins(world: World, frame: Frame) -> Directive:
    """Thailand moves with Japan, the Dutch East Indies and the Philippines with the Allies."""
    if frame.side == AXIS:
        return go("awaw.minors.thailand-joins")
    paid = philippines_pay(world)
    return done([*paid, *dutch_join(world.with_changes(paid, world.now))])


@STEPS.step("awaw.minors.asia-war")
def declared(world: World, frame: Frame) -> Directive:
    """War between Japan and Britain: its turn is noted, and Thailand may join."""
    first = world[war_key(JAPAN, BRITAIN)] and not world["eastern-war-turn"]
    began = [world.change("eastern-war-turn", world["turn"])] if first else []  # told, as the war itself
    return do(began, then="awaw.minors.thailand-joins", side=half_of(frame.makers[0]))


MOMENTS = {"turn-begins": ("awaw.minors.asia-turn",), "declared": ("awaw.minors.asia-war",)}

# -- what the table is told and may ask
THAI = Duty(
    "Thailand is neutral until it associates with Japan", "84.32.status", site_is("thailand") & status_is("neutral")
)
SAYINGS = {
    "profile": (
        FILIPINOS,
        THAI,
        Duty("Thai forces are on the board from the start", "84.32.forces", site_is("thailand")),
        Duty("Dutch forces are always on the board from the start", "84.33.forces", site_is("dutch-east-indies")),
    )
}
NO_ENTRY = Limit(
    "no unit of either side enters Thailand before it associates",
    "84.32.entry",
    site_is("thailand", "bangkok") & ~actor_is("thailand") & status_is("neutral", country="thailand"),
)
NO_WESTERN_ENTRY = Limit(
    "units of the Western Allies do not enter the Dutch East Indies before they associate",
    "84.33.entry",
    site_is("dutch-east-indies", *DUTCH_AREAS, "batavia", "palembang", "balikpapan")
    & actor_is(WESTERN_ALLIES)
    & status_is("independent", country="dutch-east-indies"),
)
ACTIONS = {
    "enter-asia": Action(
        "may units enter Thailand or the Dutch East Indies?",
        (NO_ENTRY, NO_WESTERN_ENTRY),
        True,
        NO_ENTRY.cite,
        "nothing keeps them out",
    )
}


def reminders(world: World, half: str) -> Iterator[str]:
    """What an eastern war is about to bring."""
    if not holds(EASTERN_WAR, world):
        return
    if half == AXIS and holds(_thailand, world):
        when = "report it when Japan has all of French Indochina" if not world["indochina-occupied-in"] else "next turn"
        yield f"Thailand joins Japan the turn after French Indochina is occupied: {when} [{THAILAND.cite}]"
    if half == ALLIED and world["status.dutch-east-indies"] == "independent":
        closed = asked(NO_WESTERN_ENTRY, "dutch-east-indies")
        yield f"{closed.label}; they do so next turn [{closed.cite}]"


PROVISIONS = Provisions(
    "asia",
    steps=STEPS,
    events=EVENTS,
    declared=(FILIPINOS, PAID_IN_WAR, THAILAND, ANOTHER_TURN, DUTCH),
    actions=ACTIONS,
    sayings=SAYINGS,
    moments=MOMENTS,
    reminders=reminders,
)
