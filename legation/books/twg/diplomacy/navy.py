"""The neutral navy: the destroyers off Greece and Brazil, friends of every nation until somebody attacks.

A neutral ship is `army.<place>.destroyer`.  Once a player has it, it is a ship of that navy like any other: the referee
only remembers whose it became (`ship-of.<place>`).  Sea zones are the board's affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from legation.books.twg.chart import has_ship, joins_navy
from legation.books.twg.charts import home_of, neutrals
from legation.books.twg.deeds import NOBODY, RAID, TARGET
from legation.books.twg.powers import ALL, AXIS, TITLES, enemies, title
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import BY, HERE, afloat, place_name, stance, totally_controlled
from legation.books.twg.war.attacks import defender
from legation.books.twg.war.reactions import box_against, reacts_with
from legation.books.twg.war.rights_of_war import is_players_land
from legation.core.deeds import Deed, On, Role, enacted, filled, follows
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, all_of, bound, holds, named
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, go
from legation.core.requests import TABLE, choose
from legation.core.rules import Duty, Limit, Permit, sets
from legation.core.turning import kept
from legation.core.voice import quoted

__all__ = ["ACTIONS", "RULES", "charter_of", "not_a_navy", "withdrawal"]

ACTIONS = {
    "sail": "sail through the waters of {0}",
    "sea-battle": "draw the ship of {0} into a battle between players' navies",
    "land": "land an attack from the sea where the ship of {0} lies",
    "withdraw": "order the ship of {0} to retreat",
}


def neutral_ship(place: str) -> Expr:
    """The ship is nobody's yet, and so everybody's friend."""
    return named(
        f"the ship of {place_name(place)} is[ not] neutral",
        all_of(afloat(place), ~totally_controlled(place)),
        cite="DG-NAV-1",
    )


@kept
def charter(place: str) -> Mapping[str, tuple[Limit | Permit, ...]]:
    """What a neutral ship means for the ships of the players, by action."""
    ship = neutral_ship(place)
    return {
        "sail": (Permit("ships of every nation may pass a neutral ship and stay beside it", "DG-NAV-2", ship),),
        "sea-battle": (Limit("a neutral ship keeps out of the players' sea battles", "DG-NAV-3", ship),),
        "land": (
            Limit(
                "nobody lands before the ship there is sunk or has retreated",
                "DG-NAV-8",
                all_of(afloat(place), ~stance(place, BY, "total")),
            ),
        ),
    }


DEFENDS, RETREAT = "DG-NAV-4", "DG-NAV-6"
IT_DEFENDS = "it defends its sea zone against every enemy unit that is there when the dice are rolled"
MAY_RETREAT = "who gains Total Control by the attack may order the ship to retreat"
INITIATIVE = Duty("ships that have passed through to fight elsewhere are not engaged", cite="DG-NAV-5")
FATES = {
    "afloat": "it is still there, or nobody was there to fight it",
    "sunk": "it was sunk",
    "retreated": "it has retreated",
}


FATE = Role("fate", "what became of the ship", tuple(FATES))
FLAG = Role("flag", "the nation that gains Total Control by the attack, if any does", (*ALL, NOBODY))
ENGAGED = Deed("engaged", "the ship of {here} fights, and this became of it: {fate}", DEFENDS, (TARGET, FATE, FLAG))
SUNK = filled(FATE, "sunk", says="it is[ not] sunk")
OFF = sets(f"army.{HERE}.destroyer", 0)
AFTER = (
    On(
        "a ship that is sunk is off the board, whosever it has just become",
        DEFENDS,
        on=ENGAGED,
        when=SUNK,
        sets=(OFF, sets(f"ship-of.{HERE}", "none")),
        again=True,
    ),
    On(
        "a ship that is left is at once a ship of the nation that gains Total Control; without one it is neutral again",
        "DG-NAV-7",
        on=ENGAGED,
        when=~SUNK & ~filled(FLAG, NOBODY, says="[nobody|somebody] gains Total Control"),
        sets=(sets(f"ship-of.{HERE}", str(FLAG)), OFF),
    ),
)


@cache
def stations() -> tuple[str, ...]:
    """The territories with a ship of their own."""
    lands = [land for neutral in neutrals() for land in (neutral.halves or (neutral,))]
    return tuple(land.slug for land in lands if has_ship(land))


def charter_of(place: str) -> Mapping[str, tuple[Limit | Permit, ...]]:
    """The charter of a place with a ship; nothing for all others."""
    return charter(place) if place in stations() else {}


def not_a_navy(name: str) -> None:
    """The ship of a neutral is no navy: whoever attacks it attacks its country, and that is what is reported."""
    for place in stations():
        if name in (place, home_of()[place].slug):
            country = place_name(place)
            message = f"an attack on the ship of {country} alone is an attack on {country}: report that, with the ship"
            how = f"attack with target {place}, outcome repelled, and ship sunk, afloat or retreated"
            raise Refused(message, rule=DEFENDS, allowed=[how])


def withdrawal(world: World, nation: str, place: str, attacker: str) -> bool:
    """Whether a nation may order the ship of a country away when this attacker comes."""
    if place not in stations():
        raise NotFound("territory with a ship", place, stations())
    if attacker not in ALL:
        raise NotFound("attacker (with)", attacker, ALL)
    box = None if holds(is_players_land(place), world) else box_against(world, attacker, place)
    gains = box.to.nations if box is not None and box.to.cls == "total" else ()
    return may_order_it_away(world, place, nation, gains)


GAINS = "{gains}"  # a slot: who gains Total Control by the attack
ORDERED_AWAY = Permit(
    MAY_RETREAT, RETREAT, afloat(HERE) & filled(GAINS, BY, says="the nation [gains|does not gain] Total Control by it")
)
ATTACKED = "{attacked}"  # a slot: whether the country has just reacted to an attack
FIGHTS = named(
    "the ship [defends|does not defend] its sea zone",
    afloat(HERE) & filled(ATTACKED, "yes", says="its country is[ not] attacked"),
    cite=DEFENDS,
)


def may_order_it_away(world: World, place: str, nation: str, gains: Iterable[str]) -> bool:
    order: Permit = bound(ORDERED_AWAY, here=place, Here=place_name(place), by=nation, gains=" ".join(gains))
    return order.allows(world)


def defends(world: World, place: str, attacked: bool) -> bool:
    return holds(bound(FIGHTS, here=place, Here=place_name(place), attacked="yes" if attacked else "no"), world)


# -- in an attack on its country
@steps.step("twg.attack.ship", aliases=("twg.raid.ship",))
def ship(world: World, frame: Frame) -> Directive:
    """The ship fights beside its country; the table tells what became of it.  Bombers alone fight no ship."""
    place, fate = _ship_of(world, frame), frame.get("ship")
    raid = frame.get("deed") == RAID.name
    then = "twg.attack.remembered" if raid else "twg.attack.outcome"
    if fate is not None and fate not in FATES:
        raise Refused(f"the battle of a ship does not end {quoted(fate)}", rule=DEFENDS, allowed=list(FATES))
    if place is None or not defends(world, place, bool(frame.get("reacted"))):
        if fate is None:
            return go(then)
        if place is None or world.get(f"ship-of.{place}") not in enemies(frame.attacker):
            raise Refused(f"no ship of its own defends {place_name(frame.target)}", rule=DEFENDS)
        # another attack of the same phase was told first, by which it has joined a navy
        became = follows(AFTER, ENGAGED, here=place, fate=fate, flag=NOBODY)
        return do(enacted(became, world), then=then)
    nation = defender(world, frame)
    may_leave = may_order_it_away(world, place, nation, (nation,) if nation else ())
    if fate is None and (raid or frame.get("outcome") is not None):
        fate = "afloat"  # a report that tells how it ended would have told of a battle at sea
    if fate is None:
        legal = {end: says for end, says in FATES.items() if may_leave or end != "retreated"}
        told = _how_it_fights(world, frame, place, nation if may_leave else "")
        did = f"tells what became of the ship of {place_name(place)}: {{}}"
        question = choose(TABLE, told, legal, cite=DEFENDS, subject=place, did=did)
        return ask(question, then="twg.attack.ship", into="ship")
    if fate == "retreated" and not may_leave:
        raise Refused(f"the ship of {place_name(place)} may not retreat: {MAY_RETREAT}", rule=RETREAT)
    became = follows(AFTER, ENGAGED, here=place, fate=fate, flag=nation or NOBODY)
    return do(enacted(became, world), then=then)


def _ship_of(world: World, frame: Frame) -> str | None:
    """Where the ship lies that the attacked country, or its home country, has."""
    home = reacts_with(world, frame.target)
    return next((land for land in (home.lands if home else ()) if land in stations()), None)


def _how_it_fights(world: World, frame: Frame, place: str, nation: str) -> str:
    """What the table must know to fight for the sea zone."""
    landing: Limit = bound(charter(place)["land"][0], by=frame.attacker, By=TITLES[frame.attacker])
    enemy = AXIS if frame.attacker in AXIS else (frame.attacker, *frame.joined)  # Allies are not answerable together
    says = [IT_DEFENDS, INITIATIVE.told(world), landing.label if landing.forbids(world) else ""]
    if nation:
        says.append(f"{TITLES[nation]} may order it to retreat")
    name = place_name(place)
    told = "; ".join(words for words in says if words)
    return f"The ship of {name} fights {title(*enemy)}: {told}. What became of the ship of {name}?"


RULES = (charter(HERE), FIGHTS, INITIATIVE, ORDERED_AWAY, AFTER, joins_navy(HERE))
