"""The Dutch East Indies, rules 84.33 and 89.2."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.brps.worth import WORTH, paid
from legation.books.awaw.country import Country
from legation.books.awaw.minors.association import THIS_TURN, by_event
from legation.books.awaw.minors.inquiry import Action, RoomLeft, Topic, cap
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.news import Turned, turned
from legation.books.awaw.minors.profiles import DUTCH, brps, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, asked, site_is, status_is
from legation.books.awaw.powers import (
    ALLIED,
    BRITAIN,
    CURRENT_CLASSIC,
    CURRENT_GS,
    JAPAN,
    NOBODY,
    OLDER,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.vocabulary import BOARD, at_war, control_is, declared_war, edition
from legation.core.deeds import enacted
from legation.core.expr import Expr, all_of, any_of, bound, holds, named, number, truth
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, Steps, do, done
from legation.core.rules import Assign, Duty, Limit, Rule, carry_out, sets

__all__ = ["AREAS", "CAPITALS", "CLOSED", "DUTCH_EAST_INDIES", "HERE", "NOT_BEFORE"]

STEPS = Steps()
HERE = "dutch-east-indies"
AREAS = ("java", "sumatra", "south-borneo")
ISLANDS = (
    *("Java", "Sumatra", "South Borneo", "Celebes", "Netherlands New Guinea", "Timor", "Bali", "Flores"),
    *("Sumbawa", "Halmahera", "Ceram", "Buru", "Biak", "Aroe", "Tanimbar"),
)
CAPITALS = tuple(place for area in AREAS for place in LAND[area].keys)
FAMILIES = (
    Family(
        "indies-war",
        Flag(),
        "Japan and the Dutch East Indies are[ not] at war",
        told_by=BOARD,
        default=False,
        because="declarations of war are reported",
    ),
    Family(
        "overrun",
        Flag(),
        "[all|not all] hexes of {0} went to Japan at once",
        over=((HERE, "philippines"),),
        default=False,
    ),
)
_indies = site_is(HERE, *AREAS, *CAPITALS)
_fight = truth("indies-war", "Japan and the Dutch East Indies are[ not] at war")
_current = edition(CURRENT_CLASSIC, CURRENT_GS)
EASTERN_WAR = at_war(JAPAN, BRITAIN)

# -- 84.33: they associate
_indies_alone = status_is("independent", country="dutch-east-indies")
_turns = number("eastern-turns", "Allied player turns of the war between Japan and Britain")
ANOTHER_TURN = Rule(
    "an Allied player turn of the war with Japan begins",
    "84.33.associate",
    when=_indies_alone & EASTERN_WAR,
    sets=(sets("eastern-turns", _turns + 1),),
    again=True,
)
_second_turn = by_event(
    _indies_alone
    & EASTERN_WAR
    & named("it is[ not] the second Allied turn of that war", _turns >= 2, cite="89.24.associate")
)


def _free(area: str) -> Expr:
    """Japan has not taken the area."""
    return status_is("colony", country=area)


def _drawn_from_now_on(area: str) -> tuple[Assign, ...]:
    brps = bound(WORTH, country=area)
    return sets(f"beneficiary.{area}", BRITAIN, _free(area)), sets(f"brp-grant.{area}", brps, _free(area))


JOIN = Rule(
    "the Dutch East Indies join Britain in the second Allied player turn of its war with Japan",
    "84.33.associate",
    when=_second_turn,
    sets=(
        sets("status.dutch-east-indies", "associate"),
        sets("beneficiary.dutch-east-indies", BRITAIN),
        sets("deployed.dutch-east-indies", True),
        sets("joined-in.dutch-east-indies", number("turn")),
        *(assign for area in AREAS for assign in _drawn_from_now_on(area)),
    ),
)
PAID_AT_ONCE = tuple(  # each is rounded by itself
    Rule(
        f"the BRPs of {TITLES[area]} come in the same player turn",
        THIS_TURN,
        when=_second_turn & _free(area),
        sets=(paid(BRITAIN, bound(WORTH, country=area)),),
        again=True,
    )
    for area in AREAS
)


@STEPS.step("awaw.minors.dutch-turn")
def another_turn(world: World, frame: Frame) -> Directive:
    if frame.side != ALLIED:
        return done()
    return do(carry_out([ANOTHER_TURN], world)[1], then="awaw.minors.dutch-join")


@STEPS.step("awaw.minors.dutch-join")
def dutch_join(world: World, frame: Frame) -> Directive:
    """The second Allied player turn of the war with Japan begins: Britain has the areas that are not Japan's."""
    return done(enacted([JOIN, *PAID_AT_ONCE], world))


NO_WESTERN_ENTRY = Limit(
    "units of the Western Allies do not enter the Dutch East Indies before they associate",
    "84.33.entry",
    _indies & actor_is(WESTERN_ALLIES) & status_is("independent", country=HERE),
)

# -- 89.23A: war
WITH_BRITAIN = Rule(
    "war between Japan and Britain is war with the Dutch East Indies",
    "89.23A.war@older",
    when=edition(OLDER) & at_war(JAPAN, BRITAIN) & ~_fight,
    sets=(sets("indies-war", True),),
    again=True,
)
WITH_EITHER = Rule(
    "a Japanese declaration of war on Britain or the United States is one on the Dutch East Indies",
    "89.23A.war@current",
    when=_current & any_of(declared_war(JAPAN, BRITAIN), declared_war(JAPAN, USA)) & ~_fight,
    sets=(sets("indies-war", True),),
)
NOT_BEFORE = (
    Limit(
        "Japan may not attack the Dutch East Indies before it is at war with Britain",
        "89.23A.war@older",
        edition(OLDER) & actor_is(JAPAN) & _indies & ~_fight & ~at_war(JAPAN, BRITAIN),
    ),
    Limit(
        "Japan may not attack the Dutch East Indies before it declares war on Britain or the United States",
        "89.23A.no-attack@current",
        _current & actor_is(JAPAN) & _indies & ~_fight & ~at_war(JAPAN, BRITAIN) & ~at_war(JAPAN, USA),
    ),
)
CLOSED = Limit(
    "Western Allied units stay out until the Dutch East Indies associate",
    "89.24.entry",
    actor_is(WESTERN_ALLIES) & _indies & status_is("independent", country=HERE),
)
CLAUSES = {"enter": (*NOT_BEFORE, CLOSED), "attack": (*NOT_BEFORE, CLOSED)}

# -- 89.23B and 89.25: Japan takes them
_all_three = all_of(*(control_is(place, JAPAN) for place in CAPITALS))
_first_time = ~truth(f"overrun.{HERE}", "Japan [had|did not have] all of them before")
OVERRUN = Rule(
    "Japan has every hex of the Dutch East Indies but those in which Allied units stand",
    "89.23.all-three",
    when=_all_three & _first_time,
    sets=(sets(f"overrun.{HERE}", True),),
)
ELIMINATED = Rule(
    "the Dutch forces there are lost",
    "89.25.eliminated",
    when=_all_three & status_is("independent", "associate", country=HERE),
    sets=(
        sets(f"deployed.{HERE}", False),
        sets(f"status.{HERE}", "conquered"),
        sets(f"conqueror.{HERE}", JAPAN),
        sets(f"holder.{HERE}", JAPAN),
        sets(f"beneficiary.{HERE}", NOBODY),
    ),
)


@STEPS.step("awaw.minors.indies-war")
def war(world: World, frame: Frame) -> Directive:
    """War was declared, or reported since."""
    found = Turned(world)
    found.carry(WITH_BRITAIN, WITH_EITHER)
    return turned(found)


@STEPS.step("awaw.minors.indies-taken")
def taken(world: World, frame: Frame) -> Directive:
    """A place changed hands: has Japan all three areas now?"""
    found = Turned(world)
    found.carry(ELIMINATED, OVERRUN, tell=True)
    return turned(found)


TOPICS = {
    "indies-hexes": Topic(
        "which hexes of the Dutch East Indies Japan controls",
        (
            Duty(
                "until it has Java, Sumatra and South Borneo, Japan has only the hexes that its units entered",
                "89.23.partial",
                _indies & _first_time & ~_all_three,
            ),
        ),
    )
}
ROOMS = {
    "dutch-rebuilding": RoomLeft(
        "Dutch units that may be rebuilt",
        (cap("eliminated Dutch units of the Indies are not rebuilt", "89.25.no-rebuild", 0, 0, _indies),),
    )
}

# -- 89.21 to 89.26
PROFILE = (
    Duty("Dutch forces are always on the board from the start", "84.33.forces", site_is(HERE)),
    Duty(f"a Dutch colony of {len(ISLANDS)} islands: {', '.join(ISLANDS)}", "89.21", site_is(HERE, *AREAS)),
    Duty(f"worth {sum(map(brps, AREAS))} BRPs in three areas, each won by itself", "89.22", site_is(HERE, *AREAS)),
    profile_of("java", DUTCH, "89.22A"),
    profile_of("sumatra", DUTCH, "89.22B"),
    profile_of("south-borneo", DUTCH, "89.22C"),
    Duty("Dutch forces are on the board from the start", "89.25.start", site_is(HERE)),
)
OIL = Duty(
    "Palembang and Brunei decide whether Japan has oil enough",
    "89.26",
    site_is("dutch-east-indies", "sumatra", "palembang", "sarawak", "brunei"),
)


def reminders(world: World, half: str) -> Iterator[str]:
    """What an eastern war is about to bring."""
    if half == ALLIED and holds(EASTERN_WAR, world) and world[f"status.{HERE}"] == "independent":
        closed = asked(NO_WESTERN_ENTRY, HERE)
        yield f"{closed.label}; they do so next turn [{closed.cite}]"


def starts(edition: str) -> dict[str, object]:
    return {f"status.{HERE}": "independent", f"deployed.{HERE}": True}


DUTCH_EAST_INDIES = Country(
    HERE,
    steps=STEPS,
    declared=(ANOTHER_TURN, JOIN, PAID_AT_ONCE, WITH_BRITAIN, WITH_EITHER, OVERRUN, ELIMINATED),
    actions={
        "enter-asia": Action(
            "may units enter Thailand or the Dutch East Indies?",
            (NO_WESTERN_ENTRY,),
            True,
            NO_WESTERN_ENTRY.cite,
            "nothing keeps them out",
        ),
    },
    rooms=ROOMS,
    topics=TOPICS,
    clauses=CLAUSES,
    sayings={"profile": PROFILE, "oil": (OIL,)},
    families=FAMILIES,
    starts=starts,
    moments={
        "turn-begins": ("awaw.minors.dutch-turn", "awaw.minors.indies-war"),
        "declared": ("awaw.minors.indies-war",),
        "taken": ("awaw.minors.indies-taken",),
    },
    reminders=reminders,
)
