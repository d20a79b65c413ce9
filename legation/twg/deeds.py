"""The deeds of The War Game: what the table reports, who plays a part in it, and the words to speak of that.

What follows from a deed stands beside the rules that it belongs to: in the charts (`heeds`), in `aggression`, in
`battles`; `attacked` and `changes_hands` gather it, each for one moment.
"""

from __future__ import annotations

from legation.core.deeds import Deed, On, Role, filled, of
from legation.core.expr import NO, YES, Expr, any_of, choice
from legation.core.rules import sets
from legation.twg.facts import LAND
from legation.twg.geography import geography
from legation.twg.powers import ALL, enemies, title
from legation.twg.vocabulary import HERE, place_name, under

__all__ = ["ATTACK", "ATTACKER", "BEATEN", "HANDS", "LOSER", "MARCH", "OWNER", "RAID", "TAKER", "TARGET"]
__all__ += ["another", "by", "held_by", "opposed", "owned"]

ATTACKER = Role("attacker", "the nation that attacks", ALL)
TARGET = Role("here", "the territory", geography().all)
OWNER = Role("owner", "the nation whose land it is", ALL)
TAKER = Role("taker", "the nation whose units take it", ALL)
LOSER = Role("loser", "a nation that has lost it", ALL)

ATTACK = Deed("attack", "{attacker} attacks {here}", "DG-ATK-1", (ATTACKER, TARGET))
RAID = Deed("raid", "{attacker} bombs {here}", "R39-WAR-ACT-SBR", (ATTACKER, TARGET))
MARCH = Deed("march", "land units of {attacker} enter {here}", "DG-OCC-11", (ATTACKER, TARGET))
HANDS = Deed("hands", "{here} comes into the hands of {taker}", "DG-AFF-6", (TAKER, TARGET))


# -- words
def by(*nations: str) -> Expr:
    """One of these nations makes the attack."""
    return filled(ATTACKER, *nations, says=f"the attack is made by {title(*nations)}")


def held_by(place: str, *nations: str) -> Expr:
    """One of the nations has full control of the place, be it a neutral or a player's."""
    if place not in geography().places:  # a part of a territory, on a group's own board
        return choice(f"holder.{place}", *nations, says=f"it is held by {title(*nations)}")
    if geography().places[place].neutral:
        return under(place, *nations)
    return choice(f"holder.{place}", *nations, says=f"{place_name(place)} is held by {title(*nations)}")


def owned(owner: Role) -> Expr:
    """The nation in this role has full control of the territory."""
    return of(owner, TARGET, build=lambda nation, place: held_by(place, nation), says="that nation holds it")


def another(one: Role, other: Role) -> Expr:
    """Two roles are played by two nations."""
    return of(one, other, build=lambda a, b: NO if a == b else YES, says="it is another nation")


def opposed(one: Role, other: Role) -> Expr:
    """Two roles are played by nations of the two sides."""
    return of(one, other, build=lambda a, b: YES if b in enemies(a) else NO, says="it is on the other side")


# -- a place that changes hands
BEATEN = On(
    "who has lost a territory has no land unit there any more",
    "DG-AFF-6",
    on=HANDS,
    each=(LOSER,),
    when=any_of(opposed(TAKER, LOSER), another(TAKER, LOSER) & owned(LOSER)),
    sets=(*(sets(f"units.{HERE}.{LOSER}.{kind}", 0) for kind in LAND), sets(f"garrison.{HERE}.{LOSER}", 0)),
    again=True,
)
