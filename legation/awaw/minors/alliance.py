"""Rules 85.2, 85.41 to 85.45 and 85.47: who can become a minor ally of whom, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator

from legation.awaw.minors.associates import STACK, shared_wars
from legation.awaw.minors.inquiry import Action, Saying, Topic
from legation.awaw.minors.reach import ONLY_ALLIES
from legation.awaw.minors.words import (
    actor_benefits,
    actor_is,
    asked,
    garrisoned,
    half_of,
    liberated,
    site_is,
    status_is,
)
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    CLASSIC,
    CURRENT_CLASSIC,
    CURRENT_GS,
    GERMANY,
    ITALY,
    MINORS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.awaw.vocabulary import HERE, beneficiary, edition
from legation.core.expr import Expr, any_of, holds, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Limit, Note, Permit

__all__ = ["ACTIONS", "DECLARED", "GAIN", "MOMENTS", "STEPS", "TOPICS", "reminders"]

STEPS = Steps()

# -- 85.2: who may gain whom
BALKAN_FOUR = BALKANS[:4]
COMMON = ("finland", "sweden", *BALKAN_FOUR, "greece", "turkey")
WEST = ("norway", "belgium", "belgium-luxembourg", "spain", "vichy-france")
AFTER_STORM = ("albania", "austria", "czechoslovakia", "poland")
PACIFIC = ("australia", "india", "dutch-east-indies", "philippines", "thailand")
_storm = edition(CURRENT_GS)
_pro_russian = any_of(
    *(site_is(c) & truth(f"pro-russian.{c}", f"Gathering Storm left {TITLES[c]} pro-Russian") for c in TARGETS)
)


def _list(cite: str, who: str, countries: tuple[str, ...], when: Expr) -> Permit:
    return Permit(f"it is on the list of {TITLES[who]}", cite, when & actor_is(who) & site_is(*countries))


GAIN = Action(
    "may the power gain the country as a minor ally?",
    (
        Limit(
            "no other country of the Pacific than Communist China becomes a minor ally", "85.61.only", site_is(*PACIFIC)
        ),
        Limit(
            "Italy gains no minor allies, but for a country it frees from Russia",
            "85.212",
            actor_is(ITALY) & ~liberated(),
        ),
        Limit(
            "not in the classic game, where Russia has only its own list",
            "85.214.classic",
            edition(CURRENT_CLASSIC) & (site_is(*AFTER_STORM) | (actor_is(RUSSIA) & ~site_is(*COMMON))),
        ),
        _list("85.211@older", GERMANY, (*COMMON, *WEST, "ukraine"), edition(*CLASSIC)),
        _list("85.211@current-gs", GERMANY, (*COMMON, *WEST, "ukraine", *AFTER_STORM), _storm),
        _list("85.213@older", WESTERN_ALLIES, (*COMMON, *WEST), edition(*CLASSIC)),
        _list("85.213@current-gs", WESTERN_ALLIES, (*COMMON, *WEST, *AFTER_STORM), _storm),
        _list("85.214@older", RUSSIA, COMMON, edition(*CLASSIC)),
        Permit(
            "it is on the Russian list, or was left pro-Russian",
            "85.214@current-gs",
            _storm & actor_is(RUSSIA) & (site_is(*COMMON, "poland") | _pro_russian),
        ),
        Limit("a European country that is on no list never becomes a minor ally", "85.216", ~liberated()),
    ),
    True,
    "85.216",
    "the Axis freed it from Russia",
)

# -- 85.4: what goes with it
_ally = status_is("ally")
_enemy_inside = any_of(beneficiary(HERE, AXIS) & garrisoned(ALLIED), beneficiary(HERE, ALLIED) & garrisoned(AXIS))
HEXES = Saying("its hexes have been its friend's since the player turn of the activation began", "85.44.control", _ally)
DISPLACED = Saying(
    "enemy ground units in the capital are first moved next to it by their owner",
    "85.45A.capital",
    _ally & _enemy_inside,
)
PLACED = Saying("its units go on supplied hexes of their country, unless they are on the board", "85.45A", _ally)
POOL = Saying("all its ground and air units join the force pool, also those lost before", "85.47.pool", _ally)
SHIPS = Saying("its ships on the board stay; lost ones do not come back", "85.47.naval", _ally)
ON_ACTIVATION = (HEXES, DISPLACED, PLACED, POOL, SHIPS)
TOPICS = {
    "ally": Topic(
        "what goes with an alliance",
        (
            HEXES,
            Saying(
                "units of others are fully supplied there only if supply is traced into the country",
                "85.44.supply",
                _ally,
            ),
            DISPLACED,
            PLACED,
            Saying("the controlling power moves its units, together with its own", "85.45C", _ally),
            Saying("its offensives are paid for as those of the controlling power", "85.45D", _ally),
            POOL,
            SHIPS,
        ),
    )
}
_some_ally = any_of(*((actor_is(c) | site_is(c)) & status_is("ally", country=c) for c in MINORS))
ACTIONS = {
    "gain-ally": GAIN,
    "ally-stacks": Action(
        "may units of the minor ally stack with those of a country or power?",
        (
            Permit(
                "units of a power, its major allies, its minor allies and its associates stack",
                "85.45B",
                _some_ally & STACK.when,
            ),
        ),
        False,
        "85.45B",
        "they are of different sides, or no minor ally is among them",
    ),
    "redeploy-ally": Action(
        "may the power redeploy units of the country as its minor ally's?",
        (Permit("the controlling power redeploys them", "85.45E", _ally & actor_benefits()),),
        False,
        "85.45E",
        "it is not its minor ally",
    ),
}


def reminders(world: World, half: str) -> Iterator[str]:
    """What is to be done for a country that has become an ally in this turn."""
    for country in MINORS:
        if world[f"status.{country}"] != "ally" or world[f"joined-in.{country}"] != world["turn"]:
            continue
        if half_of(world[f"beneficiary.{country}"]) != half:
            continue
        for saying in asked(ON_ACTIVATION, country):
            applies = holds(saying.when, world)
            world.note(saying.cite, applies)
            if applies:
                yield f"{TITLES[country]} is now an ally: {saying.label} [{saying.cite}]"


# -- 85.42
ITS_WARS = Note("a minor ally fights every enemy of its controlling power", "85.42")


@STEPS.step("awaw.minors.allies-fight")
def allies_fight(world: World, frame: Frame) -> Directive:
    """Allies go to war with whomever their controlling power fights."""
    return done(shared_wars(world, "ally", ITS_WARS.cite))


_FIGHT = ("awaw.minors.allies-fight",)
MOMENTS = {"turn-begins": _FIGHT, "settled": _FIGHT, "declared": _FIGHT}
DECLARED = (ITS_WARS, ONLY_ALLIES)
