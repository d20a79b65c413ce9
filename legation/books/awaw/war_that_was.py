"""The war that was, as the table would report it: the policy `historical` lets it happen on the board, turn by turn.

An event is reported once: what comes of it ends the condition under which it is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legation.books.awaw.calendar import when as date
from legation.books.awaw.order_of_play import IS_PUBLISHED
from legation.books.awaw.powers import (
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    LANDS,
    NOBODY,
    RUSSIA,
    TITLES,
    USA,
    faction_of,
)
from legation.books.awaw.tensions.rgt import RGT
from legation.books.awaw.tensions.usat import USAT
from legation.books.awaw.tensions.usjt import ENTRY, USJT
from legation.books.awaw.vocabulary import SEASONS, at_war, control_is, declared_war, fallen, turn
from legation.core.expr import Expr, all_of, choice
from legation.core.policies import Happening, Wish

__all__ = ["HISTORICAL", "TENSE", "THE_WAR_THAT_WAS", "WAR_BY_TENSION"]

AXIS_TURN, ALLIED_TURN = "awaw.axis-plays", "awaw.allied-board"
# In the published order wars are declared before the board is played.
DECLARING = {AXIS_TURN: "awaw.axis-declares", ALLIED_TURN: "awaw.allied-declares"}
OPEN = ("neutral", "hex-control", "independent")  # a country that is nobody's can be attacked

IN_EUROPE = (
    "Warsaw falls in Fall 1939, and Russia fights its border war with Finland until Spring 1940",
    "Germany takes Denmark, Norway and the Low Countries in Spring 1940; in Summer France falls and Italy goes to war",
    "Italy attacks Greece in Fall 1940; Germany takes Yugoslavia and Greece in Spring 1941",
    "a country that has taken a side or has a garrison of a power is left alone",
)
HISTORICAL = (
    *IN_EUROPE,
    "Germany attacks Russia in Summer 1941, Japan the United States and Britain in Winter; Germany and Italy join it",
)
TENSE = (*IN_EUROPE, "then Russia and the United States declare war as soon as a tension track lets them")


def in_season(season: str, year: int) -> Expr:
    number = next(n for n in range(1, 60) if date(n) == (year, season))
    return turn().is_number(number)


def war(when: Expr, by: str, *on: str, step: str = AXIS_TURN) -> Iterator[Wish]:
    """A power declares war, once: on whom it is not at war with, and on countries that are nobody's."""
    free = [choice(f"status.{c}", *OPEN, says=f"{TITLES[c]} is [nobody's|somebody's]") for c in on if c in LANDS]
    free += [choice(f"garrison.{c}", NOBODY, says=f"[nobody|somebody] garrisons {TITLES[c]}") for c in on if c in LANDS]
    new = [~(declared_war(by, other) | at_war(by, other)) for other in on]
    declares, now = Happening("declaration", {"by": by, "on": list(on)}), all_of(when, *new, *free)
    yield Wish(DECLARING[step], declares, now)
    yield Wish(step, declares, now & ~IS_PUBLISHED)


def falls(when: Expr, place: str, by: str, land: str, step: str = AXIS_TURN) -> Wish:
    """The place that decides a land is taken by a power that is at war with it."""
    taken = Happening("taken", {"place": place, "by": by})
    return Wish(step, taken, all_of(when, at_war(by, land), ~control_is(place, faction_of(by) or by)))


def told(when: Expr, fact: str, value: str, step: str) -> Wish:
    return Wish(step, Happening(facts={fact: value}), all_of(when, ~choice(fact, value)))


def _in_europe() -> Iterable[Wish]:
    fall_39, winter_39 = in_season("fall", 1939), in_season("winter", 1939)
    spring_40, summer_40, fall_40 = (in_season(season, 1940) for season in SEASONS[:3])
    spring_41 = in_season("spring", 1941)
    yield from war(fall_39, GERMANY, "poland")  # at war already, where the campaign begins so
    yield falls(fall_39, "warsaw", GERMANY, "poland")
    for power in (BRITAIN, FRANCE):
        yield from war(fall_39, power, GERMANY, step=ALLIED_TURN)
    yield told(winter_39, "border-war.finland", "now", ALLIED_TURN)
    yield from war(spring_40, GERMANY, "denmark", "norway")
    yield falls(spring_40, "copenhagen", GERMANY, "denmark")
    yield falls(spring_40, "oslo", GERMANY, "norway")
    yield from war(spring_40, GERMANY, "netherlands", "belgium", "luxembourg")
    yield falls(spring_40, "the-hague", GERMANY, "netherlands")
    yield falls(spring_40, "luxembourg", GERMANY, "luxembourg")
    yield falls(spring_40, "brussels", GERMANY, "belgium")
    yield told(spring_40, "border-war.finland", "over", ALLIED_TURN)
    yield from war(summer_40, ITALY, BRITAIN, FRANCE)
    yield falls(summer_40, "paris", GERMANY, FRANCE)
    yield Wish(AXIS_TURN, Happening("fall-of-france"), all_of(summer_40, ~fallen(FRANCE)))
    yield from war(fall_40, ITALY, "greece")
    yield from war(spring_41, GERMANY, "yugoslavia")
    yield falls(spring_41, "belgrade", GERMANY, "yugoslavia")
    yield from war(spring_41, GERMANY, "greece")
    yield falls(spring_41, "athens", GERMANY, "greece")


def _in_the_world() -> Iterable[Wish]:
    summer_41, winter_41 = in_season("summer", 1941), in_season("winter", 1941)
    yield from war(summer_41, GERMANY, RUSSIA)
    yield from war(summer_41, ITALY, RUSSIA)
    yield falls(in_season("fall", 1941), "kiev", GERMANY, RUSSIA)
    yield from war(winter_41, JAPAN, USA, BRITAIN)
    yield from war(winter_41, GERMANY, USA)
    yield from war(winter_41, ITALY, USA)


def _by_tension() -> Iterable[Wish]:
    """Whoever may declare war by its tension track does so."""
    for track, power, other in ((USAT, USA, GERMANY), (USAT, USA, ITALY), (USJT, USA, JAPAN), (RGT, RUSSIA, GERMANY)):
        yield from war(track.right(OPENS_WAR[track.slug]).when, power, other, step=ALLIED_TURN)


OPENS_WAR = {USAT.slug: "usat-res-50", USJT.slug: ENTRY.slug, RGT.slug: "rgt-res-50a"}
THE_WAR_THAT_WAS = (*_in_europe(), *_in_the_world())
WAR_BY_TENSION = (*_in_europe(), *_by_tension())
