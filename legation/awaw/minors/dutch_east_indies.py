"""Rule 89.2: the Dutch East Indies and Japan."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Room, Topic, cap
from legation.awaw.minors.lands import LAND
from legation.awaw.minors.news import Turned, turned
from legation.awaw.minors.profiles import DUTCH_AREAS
from legation.awaw.minors.words import actor_is, site_is, status_is
from legation.awaw.powers import BRITAIN, CURRENT_CLASSIC, CURRENT_GS, JAPAN, NOBODY, OLDER, USA, WESTERN_ALLIES
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import BOARD, at_war, control_is, declared_war, edition
from legation.core.expr import all_of, any_of, truth
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Duty, Limit, Rule, sets

__all__ = ["PROVISIONS"]

STEPS = Steps()
LAND_SLUG = "dutch-east-indies"
CAPITALS = tuple(place for area in DUTCH_AREAS for place in LAND[area].keys)
FAMILIES = (
    Family(
        "indies-war",
        Flag(),
        "Japan and the Dutch East Indies are at war",
        told_by=BOARD,
        default=False,
        because="declarations of war are reported",
    ),
    Family(
        "overrun", Flag(), "all hexes of {0} went to Japan at once", over=((LAND_SLUG, "philippines"),), default=False
    ),
)
_indies = site_is(LAND_SLUG, *DUTCH_AREAS, *CAPITALS)
_fight = truth("indies-war", "Japan and the Dutch East Indies are at war")
_current = edition(CURRENT_CLASSIC, CURRENT_GS)

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
        _current & actor_is(JAPAN) & _indies & ~_fight,
    ),
)
CLOSED = Limit(
    "Western Allied units stay out until the Dutch East Indies associate",
    "89.24.entry",
    actor_is(WESTERN_ALLIES) & _indies & status_is("independent", country=LAND_SLUG),
)
CLAUSES = {"enter": (*NOT_BEFORE, CLOSED), "attack": NOT_BEFORE}

# -- 89.23B and 89.25: Japan takes them
_all_three = all_of(*(control_is(place, JAPAN) for place in CAPITALS))
_first_time = ~truth(f"overrun.{LAND_SLUG}", "Japan had all of them before")
OVERRUN = Rule(
    "Japan has every hex of the Dutch East Indies but those in which Allied units stand",
    "89.23.all-three",
    when=_all_three & _first_time,
    sets=(sets(f"overrun.{LAND_SLUG}", True),),
)
ELIMINATED = Rule(
    "the Dutch forces there are lost",
    "89.25.eliminated",
    when=_all_three & status_is("independent", "associate", country=LAND_SLUG),
    sets=(
        sets(f"deployed.{LAND_SLUG}", False),
        sets(f"status.{LAND_SLUG}", "conquered"),
        sets(f"conqueror.{LAND_SLUG}", JAPAN),
        sets(f"holder.{LAND_SLUG}", JAPAN),
        sets(f"beneficiary.{LAND_SLUG}", NOBODY),
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


MOMENTS = {
    "declared": ("awaw.minors.indies-war",),
    "turn-begins": ("awaw.minors.indies-war",),
    "taken": ("awaw.minors.indies-taken",),
}
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
    "dutch-rebuilding": Room(
        "Dutch units that may be rebuilt",
        (cap("eliminated Dutch units of the Indies are not rebuilt", "89.25.no-rebuild", 0, 0, _indies),),
    )
}

PROVISIONS = Provisions(
    "dutch east indies",
    steps=STEPS,
    declared=(WITH_BRITAIN, WITH_EITHER, OVERRUN, ELIMINATED),
    rooms=ROOMS,
    topics=TOPICS,
    clauses=CLAUSES,
    families=FAMILIES,
    moments=MOMENTS,
)
