"""The money of the 1939 rules: purses by permitted use, the income ladder, and the value of a nation's land.

Without these rules (option `rules-1939`) the table reports what a nation can pay and nothing here is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_board import on_board
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, UK, USA, USSR, title
from legation.books.twg.vocabulary import with_1939_rules
from legation.books.twg.war.war_status import CLIMBERS, LADDER, share
from legation.core.expr import (
    Expr,
    Laborious,
    Look,
    any_of,
    choice,
    holds,
    named,
    node,
    number,
    per,
    smallest,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Change, Choice, Count, Family, Flag, Teller, World
from legation.core.rules import Rule, booked, sets
from legation.core.span import Span, exact, pick
from legation.core.voice import listed

__all__ = ["ANY", "COMMERCE", "COUNTED", "FAMILIES", "FULL", "GIVERS", "HARDWARE", "INFANTRY", "INFANTRY_USES"]
__all__ += ["PURSES", "USES", "can_pay", "holdings", "in_force", "in_hand", "land_income", "level", "levels"]
__all__ += ["own_land", "purse", "recounted", "released"]

ANY, COMMERCE, HARDWARE, INFANTRY = "any", "commerce", "hardware", "infantry"
PURSES = {
    ANY: "money for any use",
    COMMERCE: "Military Commerce money",
    HARDWARE: "hardware-only money",
    INFANTRY: "infantry-only money",
}
INFANTRY_USES = {
    "infantry": "infantry",
    "outpost": "outpost units",
    "infantry-upgrade": "infantry upgrades",
    "infantry-related": "anything else to do with infantry",
}
USES = {
    "influence": "influence and countering it",
    "hardware": "units other than infantry",
    "paratrooper-training": "the training of paratroopers",
    **INFANTRY_USES,
}
GIVERS = (UK, USSR, USA)  # of Lend/Lease among the Allies
FULL = 9999  # no purse holds more
COUNTED = "DG-INF-11"  # the land value is what is held at that moment

FAMILIES = (
    Family(
        "funds",
        Count(0, FULL, "money"),
        "money of {0}",
        over=(ALL, tuple(PURSES)),
        but=tuple((purse, f"{words} of {{0}}") for purse, words in PURSES.items()),
        told_by=Teller.BOARD,
        default=0,
        because="purses fill at Military Commerce, Collect Income and by Lend/Lease, all of them kept here",
    ),
    Family(
        "commerce", Count(0, 400, "money"), "the Military Commerce of {0} this turn", over=(ALL,), default=0, quiet=True
    ),
    Family(
        "commerce-guaranteed",
        Flag(),
        "{0} [keeps its Military Commerce come what may|may still lose its Military Commerce]",
        over=(AXIS,),
        default=False,
    ),
    Family(
        "commerce-free",
        Flag(),
        "{0} may [use its Military Commerce for anything|not use its Military Commerce for everything]",
        over=(AXIS,),
        default=False,
    ),
    Family(
        "commerce-missed",
        Flag(),
        "{0} has [lost its|not lost the] Military Commerce of [a|any] turn",
        over=(AXIS,),
        default=False,
    ),
    Family("land-at-start", Count(0, FULL), "the land value of {0} as its turn began", over=(ALL,), quiet=True),
    Family(
        "collected", Count(0, FULL, "money"), "the land income of {0} this turn", over=(ALL,), default=0, quiet=True
    ),
    Family(
        "given-up",
        Count(0, FULL, "money"),
        "what {0} gave up this turn of its {1} money, above the maximum",
        over=(ALLIES, ("land", COMMERCE)),
        default=0,
    ),
    Family(
        "paid", Count(0, FULL, "money"), "what {0} has paid for influence this turn", over=(ALL,), default=0, quiet=True
    ),
    Family(
        "lent",
        Count(0, FULL, "money"),
        "Lend/Lease from {0} to {1} since the last turn of {1}",
        over=(ALL, ALL),
        default=0,
    ),
    Family("given-away", Count(0, FULL, "money"), "Lend/Lease that {0} has given this turn", over=(ALL,), default=0),
    Family(
        "pledged",
        Count(0, FULL, "money"),
        "{1} money that {0} has pledged to China",
        over=(GIVERS, tuple(PURSES)),
        default=0,
    ),
    Family(
        "to-return",
        Count(0, FULL, "money"),
        "Lend/Lease that the USSR still has to return to {0}",
        over=(ALL,),
        default=0,
    ),
    Family(
        "lent-tied",
        Count(0, FULL, "money"),
        "hardware-only money in the Lend/Lease from {0} to the USSR since the last Soviet turn",
        over=(GIVERS,),
        default=0,
        quiet=True,
    ),
    Family(
        "tied-to-return",
        Count(0, FULL, "money"),
        "hardware-only money in what the USSR still has to return to {0}",
        over=(GIVERS,),
        default=0,
        quiet=True,
    ),
    Family("china-open", Flag(), "China may[ not] receive Lend/Lease in this turn", default=False),
    Family(
        "china-rolled",
        Count(0, 20, "turn"),
        "the turn in which China last rolled for Lend/Lease",
        default=0,
        quiet=True,
    ),
    Family(
        "saved",
        Count(0, 4 * FULL, "money"),
        "what {0} had saved when the turn began",
        over=(ALL,),
        default=0,
        quiet=True,
    ),
    Family(
        "bought",
        Count(0, 4 * FULL, "money"),
        "what {0} has spent on units this turn",
        over=(ALL,),
        default=0,
        quiet=True,
    ),
    # -- one deal of Military Commerce, and one payment
    Family(
        "deal",
        Count(0, 20),
        "dice {0} in this deal",
        over=(("unrolled", "rolled", "safe", "rerolls"),),
        default=0,
        told_by=Teller.PASSING,
    ),
    Family(
        "excess",
        Count(0, FULL, "money"),
        "what the income exceeds the land value by",
        default=0,
        told_by=Teller.PASSING,
    ),
    Family("lending", Count(0, FULL), "what is to be given as Lend/Lease", default=0, told_by=Teller.PASSING),
    Family("buying", Choice(tuple(USES)), "what is bought", told_by=Teller.PASSING),
    Family("paying-from", Choice(tuple(PURSES)), "the purse that pays", told_by=Teller.PASSING),
)


def in_force(world: World) -> bool:
    """The group plays with the 1939 rules; their money goes on after turn 6."""
    return holds(with_1939_rules(), world)


# -- land
@node
class OwnLand(Laborious):
    """A nation's land, neutrals apart: from the board sheet where it has every value, else as the table reports."""

    nation: str

    def work(self, look: Look) -> Any:
        total: Any = 0
        for land, held in _held(look, self.nation, on_board(getattr(look, "schema", None)).parts):
            total = total + pick(held, look.read(f"value.{land}"), 0)
            if isinstance(total, Span) and (total.lo == total.hi) is False:
                return look.read(f"own-land.{self.nation}")
        if exact(total):
            return total
        return pick(total.lo == total.hi, total, look.read(f"own-land.{self.nation}"))  # of many worlds, some know

    @property
    def english(self) -> str:
        return "own land"

    @property
    def facts(self) -> tuple[str, ...]:
        return (f"own-land.{self.nation}",)  # what is asked for if it is not known

    def may_read(self) -> Iterable[str]:
        return (*self.facts, *(f"{what}.{p}" for p in _players_land() for what in ("holder", "value")))


def _held(look: Look, nation: str, parts: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, Any]]:
    """The players' land that a nation holds or may hold, with the truth of it; of what is split, the parts."""
    mine = frozenset({nation})
    for key, held in look.found_among(_holders(frozenset(parts)), mine):
        yield key.removeprefix("holder."), held
    for place in parts:
        if place in _players_land():
            yield from ((part, held) for part, held in _split(look, place, parts[place], mine) if held is not False)


def _split(look: Look, place: str, parts: tuple[str, ...], mine: frozenset[str]) -> list[tuple[str, Any]]:
    """The parts of a territory on the group's own board, each with whether the nation holds it."""
    whole = look.among(f"holder.{place}", mine)
    told: Any = False  # the whole goes with its parts, unless it has gone to somebody who held none of them
    for nation in ("none", *ALL):
        one = frozenset({nation})
        told = told | (look.among(f"holder.{place}", one) & look.any_among(tuple(f"holder.{p}" for p in parts), one))
    return [(part, pick(told, look.among(f"holder.{part}", mine), whole)) for part in parts]


@cache
def _players_land() -> tuple[str, ...]:
    return tuple(key for key, place in geography().places.items() if not place.neutral)


@cache
def _holders(split: frozenset[str]) -> tuple[str, ...]:
    """Who holds the players' land, where it is in one piece."""
    return tuple(f"holder.{place}" for place in _players_land() if place not in split)


def own_land(nation: str) -> Expr:
    """The value of the nation's own land; Vichy land is no part of it, but pays like any Sworn ally."""
    return OwnLand(nation)


def holdings(world: World, nation: str) -> tuple[str, ...]:
    """The players' land that a nation holds."""
    return tuple(land for land, held in _held(world, nation, on_board(world.schema).parts) if held is True)


def recounted(world: World, changes: list[Change]) -> list[Change]:
    """Land has changed hands: the sums that were told are put right, or told anew where its value is not known."""
    told = {n: world.get(f"own-land.{n}") for n in ALL}
    if not any(sum_ is not None for sum_ in told.values()):
        return []
    now = dict(told)
    board = on_board(world.schema)
    for change in changes:
        family, _, place = change.fact.partition(".")
        if place in board.parts:
            continue  # its parts are counted one by one
        worth = world.get(f"value.{place}") if family == "holder" else 0
        for nation, sign in ((change.old, -1), (change.new, 1)) if family == "holder" else ():
            if nation in ALL and (sum_ := now[nation]) is not None:
                now[nation] = None if worth is None else max(0, sum_ + sign * worth)
    right = tuple(sets(f"own-land.{n}", now[n]) for n in ALL if now[n] != told[n])
    rule = Rule("the land value is that of the land held at the moment", COUNTED, sets=right)
    return booked([rule], world) if right else []


# -- income
def _percent(statuses: tuple[str, ...]) -> str:
    steps = [status for status in statuses if status.isdigit()]
    words = [{"full": "Full War", "peace": "peace"}[status] for status in statuses if not status.isdigit()]
    return listed([*([f"{listed(steps, 'or')} percent"] if steps else []), *words], "or")


def level(nation: str, *statuses: str) -> Expr:
    return choice(f"war-status.{nation}", *statuses, says=f"{title(nation)} is[ not] at {_percent(statuses)}")


def levels(*statuses: str) -> Expr:
    """Some nation on the income ladder stands at one of these."""
    return any_of(*(level(nation, *statuses) for nation in CLIMBERS))


AXIS_INCOME = "R39-AXIS-INCOME"
BASIS = {USSR: "R39-SOV-10-BASIS", UK: "R39-UKF-10-BASIS", FRANCE: "R39-UKF-10-BASIS", USA: "R39-USA-10-BASIS"}


def land_income(nation: str, land: Expr) -> Expr:
    """The share of the land value that the nation's state of war lets it collect, rounded up once."""
    if nation in AXIS:
        return named("all that the land of an Axis nation is worth", land, cite=AXIS_INCOME)
    if nation not in CLIMBERS:
        return land
    together = named("own land and paying neutrals, added up first", land, cite="R39-INC-FRACTION")
    paying = named(f"all land that pays {title(nation)}, of which the share is taken", together, cite=BASIS[nation])
    income: Expr = when_else(level(nation, "full"), land, 0)
    for status, percent in LADDER.value.items():
        if 0 < percent < 100:
            part = per(100, paying * share(status), up=True)
            rounded = named("the share, rounded up once on the total", part, cite="R39-INC-ROUND")
            income = when_else(level(nation, status), rounded, income)
    peace = named(
        "[in peace there is no land income|it is at peace no longer]",
        level(nation, "peace"),
        cite="R39-ALL-PEACE-INCOME",
    )
    return named(f"the land income of {title(nation)}", when_else(peace, 0, income))


def purse(nation: str, which: str) -> Expr:
    return number(f"funds.{nation}.{which}", PURSES[which])


def in_hand(nation: str, *purses: str) -> Expr:
    return sum_of(*(purse(nation, p) for p in purses or PURSES))


def can_pay(nation: str, land: Expr) -> Expr:
    """Savings, Military Commerce of this turn and the income at the present state of war, within the Allied maximum."""
    income = land_income(nation, land)
    influence_money = in_hand(nation, ANY, COMMERCE, HARDWARE)
    if nation in AXIS:
        return influence_money + income
    commerce = number(f"commerce.{nation}", "Military Commerce of this turn")
    return influence_money - commerce + smallest(commerce + income, land)


def released(nation: str) -> Expr:
    """The restriction on this nation's Military Commerce money has ended."""
    return truth(
        f"commerce-free.{nation}",
        f"{title(nation)} may [use its Military Commerce for anything|not use its Military Commerce for everything]",
    )
