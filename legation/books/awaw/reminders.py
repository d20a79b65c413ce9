"""What the referee reminds the table of when a player turn is played on the board."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw import contents, tensions
from legation.books.awaw.diplomacy.results import UNITS_OUT
from legation.books.awaw.minors import activation
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.vocabulary import asked, attacked_this_turn, half_of, status_is
from legation.books.awaw.order_of_play import published
from legation.books.awaw.powers import ALLIED, AXIS, MEMBERS, MINORS, NOBODY, TARGETS, TITLES
from legation.books.awaw.vocabulary import HERE, POLICIES, POOL_UNITS, policy
from legation.core.expr import any_of, number, truth
from legation.core.facts import World
from legation.core.rules import Duty
from legation.core.voice import affirmed

__all__ = ["before_declaring", "leaving", "reminders"]


def lasting(name: str, cite: str) -> Duty:
    return Duty(affirmed(POLICIES[name]), cite, policy(name), again=True)


REMINDERS = {
    AXIS: (
        Duty(
            "no Swedish iron ore: five BRPs less for Germany to build with",
            "DT-NORWAY-E6",
            any_of(policy("norwegian-ore-route-cut"), policy("swedish-iron-ore-stopped")),
            again=True,
        ),
        lasting("heavy-water-stopped", "DT-NORWAY-R13"),
        lasting("irish-help-for-u-boats", "DT-IRELAND-R7"),
    ),
    ALLIED: (
        Duty(
            "an Irish partisan in or next to Ulster at the end of the combat phase costs Britain a BRP",
            "DT-IRELAND-R6",
            number("irish-partisans-built", "Irish partisans in play") >= 1,
            again=True,
        ),
    ),
}

SET_UP = Reminded(
    "set up the forces of {Here}, which was attacked, before anybody moves",
    "82.53",
    attacked_this_turn()
    & status_is("neutral", "hex-control", "independent")
    & ~truth(f"deployed.{HERE}", "its forces are[ not] on the board"),
)
GAINED_BY = {"austria": "DT-AUSTRIA-R12", "czechoslovakia": "DT-CZECHOSLOVAKIA-R12", "poland": "DT-POLAND-R17"}


def leaving(world: World, side: str) -> dict[str, str]:
    """Countries that units of a side must leave by the end of its redeployment, and whose units."""
    return {c: power for c in TARGETS if (power := world[f"must-leave.{c}"]) in MEMBERS[side]}


def before_declaring(world: World, side: str) -> Iterator[str]:
    """What must be done in the declaration of war phase."""
    yield from activation.reminders(world, side)


def _attacked(world: World, side: str) -> Iterator[str]:
    """Countries on which war was declared just now, and whose forces come on the board before anybody moves."""
    for country in MINORS if published(world) else ():
        by = world[f"attacked-by.{country}"]
        if by == NOBODY or half_of(by) != side or not world[f"declared-war.{by}.{country}"]:
            continue
        if says := asked(SET_UP, country).told(world):
            yield f"{says} [{SET_UP.cite}]"


def reminders(world: World, side: str) -> Iterator[str]:
    """Sentences, each once and with the rule behind it."""
    yield from dict.fromkeys(_every(world, side))


def _every(world: World, side: str) -> Iterator[str]:
    yield from _attacked(world, side)
    for country, power in leaving(world, side).items():
        yield f"units of {TITLES[power]} must leave {TITLES[country]} or be eliminated [{UNITS_OUT}]"
    for duty in REMINDERS[side]:
        if says := duty.told(world):
            yield f"{says} [{duty.cite}]"
    yield from contents.reminders(world, side)
    yield from tensions.reminders(world, side)
    if side == AXIS:
        yield from _new_units(world)


def _new_units(world: World) -> Iterator[str]:
    """Units from countries in the Reich that may be built from this turn on."""
    for country in GAINED_BY:
        for units, words in POOL_UNITS.items():
            if world[f"buildable-from.{units}.{country}"] == world["turn"]:
                number_of = world[f"pool-gain.{units}.{country}"]
                yield f"Germany may build {number_of} {words} from {TITLES[country]} [{GAINED_BY[country]}]"
