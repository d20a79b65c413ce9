"""The deeds of The War Game: what the table reports, who plays a part in it, and the words to speak of that.

What follows from a deed stands beside the rules that it belongs to, as chapters (`HEEDS`) or in the charts (`heeds`);
`consequences` gathers it.  One deed may bring another about: whoever takes part in an ATTACK, the land is STRUCK once.
"""

from __future__ import annotations

from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import ALL, CHINA, GROUPS, USSR, enemies, title
from legation.books.twg.schema import LAND
from legation.books.twg.vocabulary import HERE, place_name, under
from legation.core.deeds import Chapter, Deed, On, Role, adds, filled, of
from legation.core.expr import (
    NO,
    YES,
    Expr,
    all_of,
    any_of,
    bound,
    choice,
    named,
    number,
    smallest,
    sum_of,
    when_else,
)
from legation.core.rules import sets

__all__ = ["ATTACK", "ATTACKER", "BATTLE", "BOARD", "COASTS", "DEED", "DICE", "ENDED", "FORCE", "HANDS", "HEEDS"]
__all__ += ["HEIR", "HOMELAND", "LOSER", "LOSSES", "MARCH", "NAVIES", "NOBODY", "OWNER", "PLAYER_TURN", "RAID"]
__all__ += ["REACTED", "REACT_STATE", "REPELLED", "SEA_ATTACK"]
__all__ += ["SHOT", "SPLIT", "STRUCK", "TAKER", "TARGET", "UNDER", "VICTIM", "WHOLE"]
__all__ += ["another", "by", "ended", "held_by", "is_heir", "is_land", "opposed", "owned"]

NOBODY = "nobody"
BOARD = "DG-OCC-11"  # the table keeps the board

ATTACKER = Role("attacker", "the nation that attacks", ALL)
TARGET = Role("here", "the territory", geography().all)
OWNER = Role("owner", "the nation whose land it is", ALL)
HOMELAND = Role("home", "the nation whose original land it is", (*ALL, NOBODY))
DEED = Role("deed", "what is done", ("attack", "raid"))
FORCE = Role("force", "whether land units take part", ("land", "air"))
VICTIM = Role("victim", "the nation whose ships are attacked", ALL)
NAVIES = Role("navies", "all nations whose ships are attacked", ALL)
COASTS = Role("coasts", "the nations with original land beside the zone", ALL)
LOSSES = Role("losses", "the nations that have lost a unit", ALL)
SHOT = Role("shot", "whether it is the shot of a transport", ("yes", "no"))
TAKER = Role("taker", "the nation whose units take it", ALL)
HEIR = Role("to", "the nation that has it then", ALL)
LOSER = Role("loser", "a nation that has lost it", ALL)
UNDER = Role("under", "the rule that says whose it is")
WHOLE = Role("whole", "the territory that it is a part of on a group's own board, or itself", geography().all)
ENDED = Role("ended", "how a battle has ended")
SPLIT = Role("split", "whether the board splits it: what is told of its parts counts", ("yes", "part", "no"))

FOUGHT = (ATTACKER, TARGET, HOMELAND, DEED, FORCE)
ATTACK = Deed("attack", "{attacker} attacks {here}", "DG-ATK-1", FOUGHT)
RAID = Deed("raid", "{attacker} bombs {here}", "R39-WAR-ACT-SBR", FOUGHT)
STRUCK = Deed("struck", "{here} is attacked or bombed, and {attacker} leads", "DG-ATK-1", FOUGHT)
SEA_ATTACK = Deed(
    "sea-attack",
    "{attacker} attacks ships of {victim}",
    "R39-WAR-SEA-ACT",
    (ATTACKER, VICTIM, NAVIES, COASTS, LOSSES, SHOT),
)
MARCH = Deed("march", "units of {attacker} enter {here}", "DG-OCC-11", (ATTACKER, TARGET))
REPELLED = Deed("repelled", "{here} holds out against {attacker}", "DG-ATK-4", (ATTACKER, TARGET))
HANDS = Deed("hands", "{taker} takes {here} for {to}", "DG-AFF-6", (TAKER, HEIR, TARGET, WHOLE, SPLIT, UNDER))
DICE = "dice"  # the moment of a battle at which the attack dice are rolled; the other is its end
BATTLE = Deed("battle", "a battle that the chart of {here} orders is fought", BOARD, (TARGET, ENDED))


# -- words
def by(*nations: str) -> Expr:
    """One of these nations makes the attack."""
    return filled(ATTACKER, *nations, says=f"the attack is[ not] made by {title(*nations)}")


def ended(*outcomes: str) -> Expr:
    """The battle has ended in one of these ways, as the table would say it."""
    return filled(ENDED, *map(slug, outcomes), says=f"it [ends|does not end] so: {' or '.join(outcomes)}")


def is_land(*places: str, of_: Role = TARGET, says: str = "") -> Expr:
    """It is one of these territories, or a part of one."""
    words = says or f"it is[ not] {' or '.join(map(place_name, places))}"
    return of(of_, build=lambda place: YES if place in places else NO, says=words)


def held_by(place: str, *nations: str) -> Expr:
    """One of the nations has full control of the place, be it a neutral or a player's."""
    if place not in geography().places:  # a part of a territory, on a group's own board
        return choice(f"holder.{place}", *nations, says=f"it is[ not] held by {title(*nations)}")
    if geography().places[place].neutral:
        return under(place, *nations)
    return choice(f"holder.{place}", *nations, says=f"{place_name(place)} is[ not] held by {title(*nations)}")


def is_heir(*nations: str) -> Expr:
    """One of these has the territory now."""
    return filled(HEIR, *nations, says=f"{title(*nations)} [has|does not have] it now")


def owned(owner: Role) -> Expr:
    """The nation in this role has full control of the territory."""
    return of(
        owner, TARGET, build=lambda nation, place: held_by(place, nation), says="that nation [holds|does not hold] it"
    )


def another(one: Role, other: Role) -> Expr:
    """Two roles are played by two nations."""
    return of(one, other, build=lambda a, b: NO if a == b else YES, says="it is [another|the same] nation")


def opposed(one: Role, other: Role) -> Expr:
    """Two roles are played by nations of the two sides."""
    return of(one, other, build=lambda a, b: YES if b in enemies(a) else NO, says="it is on the [other|same] side")


# -- one player turn
REACT_STATE = "R39-ALL-REACT-STATE"
PLAYER_TURN = named(
    "this player turn",
    number("turn", "the game turn") * len(GROUPS)
    + sum_of(*(when_else(by(*group), at, 0) for at, group in enumerate(GROUPS))),
)
REACTED = named(
    "it [came|did not come] to that Ally by an attack of this very player turn[, and what it was before counts|]",
    number(f"reacted-in.{HERE}", "the player turn in which it reacted")
    .is_number(PLAYER_TURN)
    .worded("it reacted [|not ]in this very player turn"),
    cite=REACT_STATE,
)


def _just_reacted(place: str, attacker: str) -> Expr:
    """Only a neutral comes to a nation by reacting."""
    found: Expr = bound(REACTED, here=place, attacker=attacker)
    return found if geography().places[place].neutral else NO


# -- what every attack, and every conquest, brings
STANDING = (*(("units", f".{kind}") for kind in LAND), ("garrison", ""))
REMEMBERED = On(
    "the attack is remembered",
    "DG-PH-7",
    on=ATTACK | RAID,
    each=(OWNER,),
    when=owned(OWNER)
    & ~of(TARGET, ATTACKER, build=_just_reacted, says="it [came|did not come] to that nation in this player turn"),
    sets=(sets(f"attacked.{ATTACKER}.{OWNER}", True),),
    again=True,
)
RIVALS = all_of(
    *(filled(role, USSR, CHINA, says="it is the USSR or China") for role in (TAKER, LOSER)),
)  # Allies who may attack one another: DG-WAR-5, DG-WAR-10
A_PART = filled(SPLIT, "part", says="it is a part of it on the group's board")
BEATEN = On(
    "who has lost a territory has no land unit there any more",
    "DG-AFF-6",
    on=HANDS,
    each=(LOSER,),
    when=any_of(opposed(TAKER, LOSER), another(TAKER, LOSER) & RIVALS)
    & ~filled(SPLIT, "yes", says="only a part of it is lost"),
    sets=(
        *(sets(f"{fact}.{HERE}.{LOSER}{kind}", 0) for fact, kind in STANDING),
        *(
            adds(whole, 0 - smallest(number(whole), number(f"{fact}.{HERE}.{LOSER}{kind}")), A_PART)
            for fact, kind in STANDING
            for whole in (f"{fact}.{WHOLE}.{LOSER}{kind}",)
        ),
    ),
    again=True,
)


HEEDS = (Chapter((REMEMBERED, BEATEN)),)
