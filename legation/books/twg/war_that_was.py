"""The war that was, as the table would report it: the policy `historical` lets it happen on the board, turn by turn.

An attack is reported once: what comes of it ends the condition under which it is made.
"""

from __future__ import annotations

from legation.books.twg.charts import home_of
from legation.books.twg.deeds import held_by
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import AXIS, FRANCE, GERMANY, ITALY, JAPAN, TITLES, UK, USA, USSR
from legation.books.twg.vocabulary import is_turn, place_name, with_1939_rules
from legation.books.twg.war.rights_of_war import is_players_land
from legation.books.twg.war.vichy import sworn_to
from legation.core.expr import Expr, all_of, any_of, choice, number, truth
from legation.core.policies import Happening, Wish

__all__ = ["HISTORICAL", "THE_WAR_THAT_WAS"]

HISTORICAL = (
    "Germany takes Poland on turn 1, Denmark, Norway, the Low Countries and France on 2, Yugoslavia and Greece on 4",
    "the USSR takes eastern Poland on turn 1 and Estonia on 2; Finland and, on turn 3, Greece hold out",
    "Germany attacks the USSR on turn 4 and Japan the U.S.A. and the U.K. on 5; from turn 7 on nothing more happens",
    "what is already on the attacker's side is not attacked",
)

AT_THE_TABLE = ("twg.nations.play", "twg.turn.nations")  # where a table reports, with the 1939 rules and without
WON, LOST = "conquered", "repelled"

# turn, who, what, how it ended: in the order of the dates
CALENDAR: tuple[tuple[int, str, str, str], ...] = (
    (1, GERMANY, "western-poland", WON),
    (1, USSR, "eastern-poland", WON),
    (1, USSR, "finland", LOST),
    (2, GERMANY, "denmark", WON),
    (2, GERMANY, "norway", WON),
    (2, GERMANY, "belgium-holland", WON),
    (2, GERMANY, "france", WON),
    (2, USSR, "estonia", WON),
    (3, ITALY, "greece", LOST),
    (4, GERMANY, "yugoslavia", WON),
    (4, GERMANY, "greece", WON),
    (4, GERMANY, "crete", WON),
    (4, UK, "syria", WON),
    (4, GERMANY, "belorussia", WON),
    (5, GERMANY, "ukraine", WON),
    (5, JAPAN, "hawaii", LOST),
    (5, JAPAN, "hong-kong", WON),
    (5, JAPAN, "philippines", WON),
    (6, JAPAN, "malaya", WON),
    (6, JAPAN, "burma", WON),
    (6, JAPAN, "borneo", WON),
    (6, JAPAN, "sumatra", WON),
    (6, JAPAN, "java", WON),
)
# With the Guide alone it is the table that reports who has come to Full War.
DECLARED: tuple[tuple[int, str], ...] = ((1, UK), (1, FRANCE), (4, USSR), (5, USA))


def in_its_turn(attacker: str) -> Expr:
    """With the 1939 rules a nation attacks after it has collected; Japan comes after Europe."""
    if attacker != JAPAN:
        return is_turn(1)
    return any_of(
        ~with_1939_rules(),
        (number(f"collected.{JAPAN}", "what Japan has collected") >= 1).worded("Japan has[ not] collected"),
    )


def still_to_come(attacker: str, target: str, end: str) -> Expr:
    """The attack has not been made yet, and makes sense as things stand."""
    place = geography().places[target]
    if attacker not in AXIS and not place.neutral:
        return sworn_to(target, *AXIS)
    if end == WON:
        friends = AXIS if attacker in AXIS else (attacker,)
        return ~held_by(target, *friends) & (~is_players_land(target) if attacker == USSR else number("turn") >= 1)
    if not place.neutral:
        owner = slug(place.original_owner)
        return ~truth(f"attacked.{attacker}.{owner}", f"{TITLES[attacker]} has[ not] attacked land of {TITLES[owner]}")
    unhurt = choice(
        f"last-attack.{home_of()[target].slug}", "none", says=f"[nobody|somebody] has attacked {place_name(target)}"
    )
    return unhurt & ~is_players_land(target)


def _attacks() -> tuple[Wish, ...]:
    found = []
    for turn, attacker, target, end in CALENDAR:
        told = Happening("attack", {"attacker": attacker, "target": target, "outcome": end})
        when = all_of(is_turn(turn), in_its_turn(attacker), still_to_come(attacker, target, end))
        found += [Wish(step, told, when) for step in AT_THE_TABLE]
    return tuple(found)


def _declarations() -> tuple[Wish, ...]:
    found = []
    for turn, nation in DECLARED:
        at_peace = ~choice(f"war-status.{nation}", "full", says=f"{TITLES[nation]} is[ not] at Full War")
        when = all_of(~with_1939_rules(), is_turn(turn), at_peace)
        found.append(Wish(AT_THE_TABLE[1], Happening(facts={f"war-status.{nation}": "full"}), when))
    return tuple(found)


THE_WAR_THAT_WAS = (*_declarations(), *_attacks())
