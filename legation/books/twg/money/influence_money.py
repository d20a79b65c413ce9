"""Influence money: the tenth of a nation's land value, what it can promise, and what it owes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from legation.books.twg.map.geography import geography
from legation.books.twg.money.purses import can_pay, own_land
from legation.books.twg.powers import ALL, AXIS, FRANCE, TITLES, sentence, title
from legation.books.twg.vocabulary import stance, with_1939_rules
from legation.core.expr import (
    Among,
    Expr,
    Laborious,
    Look,
    Read,
    amount,
    any_of,
    choice,
    largest,
    lift,
    named,
    node,
    number,
    per,
    smallest,
    sum_of,
    when_else,
)
from legation.core.facts import World
from legation.core.rules import Assign, Duty, Limit, Rule, sets
from legation.core.span import highest, pick
from legation.core.trace import Trace
from legation.core.turning import kept

__all__ = ["DEBT", "MOST", "PAYS", "RULES", "at_best", "bill", "binding", "budget", "land_value", "owe", "purse"]
__all__ += ["stakes", "tenth"]

DOLLARS = (1, 2, 3)  # on one roll, for either side: DG-INF-10 and DG-INF-19
MOST = max(DOLLARS)
PAYS = ("total", "sworn", "economic")  # the classes that bring money: DG-AFF-3, -8 and -14
TENTH = "DG-INF-11"


def _settled() -> tuple[Assign, ...]:
    """Debts are paid, but for what the table reports as unpaid; the tenth is whole again."""
    paid = []
    for n in ALL:
        rest = smallest(number(f"unpaid.{n}", "what was not paid"), number(f"debt.{n}", "what was owed"))
        paid += [sets(f"arrears.{n}", rest), sets(f"debt.{n}", rest), sets(f"spent.{n}", 0), sets(f"unpaid.{n}", 0)]
    return tuple(paid)


DEBT = Rule("money promised is a debt until the nation's next Collect Income", cite="DG-INF-12", sets=_settled())
ANY_MONEY = Duty(
    "influence to be paid at Collect Income, from any money",
    cite="DG-INF-13",
    when=sum_of(*(number(f"debt.{n}", f"what {title(n)} owes for influence") for n in ALL)) >= 1,
    again=True,
)
ONE_TO_THREE = Limit(
    "money on one roll is always $1 to $3, on either side",
    when=~any_of(*(number("roll.money", "dollars on the roll").is_number(n) for n in DOLLARS)),
    cite="R39-GEN-INFL-MONEY",
)
HANDFUL = 8  # terms of a long sum


@node
class Paying(Laborious):
    """The sum of the values whose conditions hold: dozens of terms, of which few count, in one node."""

    terms: tuple[tuple[Among, Read], ...]

    def work(self, look: Look) -> Any:
        total: Any = 0
        if look.recall and len(self.terms) > HANDFUL:  # a change in one place leaves the others as remembered
            for some in self.handfuls:
                total = total + some.value(look)
            return total
        for keys, options, worth in self.by_options:
            for key, pays in look.found_among(keys, options):
                total = total + pick(pays, look.read(worth[key]), 0)
        return total

    @cached_property
    def by_options(self) -> tuple[tuple[tuple[str, ...], frozenset[str], dict[str, str]], ...]:
        """What has to be read for the same options, each with the value that it brings."""
        found: dict[frozenset[str], dict[str, str]] = {}
        for when, worth in self.terms:
            found.setdefault(when.options, {})[when.key] = worth.key
        return tuple((tuple(worth), options, worth) for options, worth in found.items())

    @cached_property
    def handfuls(self) -> tuple[Paying, ...]:
        return tuple(Paying(self.terms[i : i + HANDFUL]) for i in range(0, len(self.terms), HANDFUL))

    @property
    def english(self) -> str:
        return "the land that pays it besides its own"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return tuple(part for term in self.terms for part in term)

    def weighing(self, look: Look) -> tuple[Expr, ...]:
        return tuple(part for when, worth in self.terms if when.value(look) is not False for part in (when, worth))

    def trace(self, look: Look) -> Trace:
        return Trace(self.english, self.value(look), tuple(part.trace(look) for part in self.weighing(look)))


def land_value(nation: str) -> Expr:
    """The value of all land that pays the nation, at full value."""
    return named(f"the land value of {title(nation)}", sum_of(own_land(nation), land_won(nation)))


def land_won(nation: str) -> Expr:
    """The value of the land that pays it besides its own."""
    paying = [(stance(place, nation, *PAYS), place) for place in geography().neutrals]
    if nation in AXIS:  # a Vichy territory is a Sworn ally
        paying += [(sworn_vichy(place, nation), place) for place in geography().original(FRANCE) if place != FRANCE]
    terms = [(when, number(f"value.{place}", f"the value of {geography().name(place)}")) for when, place in paying]
    return Paying(tuple(terms))  # type: ignore[arg-type]


def sworn_vichy(place: str, nation: str) -> Expr:
    return choice(f"vichy.{place}", nation, says=f"{geography().name(place)} has[ not] sworn to {title(nation)}")


def tenth(nation: str) -> Expr:
    """What is left of a tenth of the nation's land value, rounded up, this turn."""
    return named(
        f"what {title(nation)} may still spend on influence this turn",
        per(10, land_value(nation), up=True) - number(f"spent.{nation}", "spent already"),
        cite=TENTH,
    )


def purse(nation: str) -> Expr:
    """What the nation can still promise: nothing at all while an earlier debt is unpaid.

    With the 1939 rules the referee knows what a nation can pay; with the Guide alone the table reports it.
    """
    reported = number(f"purse.{nation}", "what it can pay")
    able = when_else(with_1939_rules(), can_pay(nation, land_value(nation)), reported)
    return named(
        f"what {title(nation)} can still promise",
        when_else(
            (number(f"arrears.{nation}", "what it failed to pay") >= 1).worded(
                f"{title(nation)} [still owes|owes nothing] from earlier turns"
            ),
            0,
            able - number(f"debt.{nation}", "what it owes already"),
        ),
        cite=DEBT.cite,
    )


TENTHS = {nation: tenth(nation) for nation in ALL}
PURSES = {nation: purse(nation) for nation in ALL}
LEFT = {nation: smallest(TENTHS[nation], PURSES[nation]) for nation in ALL}
RULES = (DEBT, ANY_MONEY, ONE_TO_THREE, tuple(LEFT.values()))


@kept
def capped(nation: str, most: int) -> Expr:
    """What a nation may put on a roll that takes no more than `most`."""
    return largest(lift(0), smallest(lift(most), LEFT[nation]))


def budget(world: World, nation: str, most: int = MOST) -> int:
    """The most a nation may put on one roll now."""
    return amount(capped(nation, most), world)


def at_best(world: World, nation: str, most: int = MOST) -> int:
    """The same while purse or land are not known yet: what it could be at best, without asking the table."""
    best: int = highest(world.weigh(capped(nation, most)))
    return best


def binding(world: World, nation: str, cite: str, most: int = MOST) -> tuple[str, str]:
    """The rule that sets the limit of one roll, and why: the tenth, the purse, or the rule of the roll itself."""
    by_land, by_purse = amount(TENTHS[nation], world), amount(PURSES[nation], world)
    if by_land < most and by_land <= by_purse:
        return TENTH, f"${max(0, by_land)} is left of a tenth of the land value"
    if by_purse < most:
        return DEBT.cite, f"{TITLES[nation]} can promise no more than ${max(0, by_purse)}"
    return cite, f"at most ${most} on one roll"


def stakes(world: World, least: int, most: int) -> list[int]:
    """What may be put on one roll, of so much at least and so much at most."""
    return [n for n in range(least, most + 1) if not ONE_TO_THREE.forbids(world.scoped(roll__money=n))]


def owe(nation: str, dollars: int) -> Rule:
    """The nation owes what it has put on a roll."""
    owes = (
        sets(f"spent.{nation}", number(f"spent.{nation}") + dollars),
        sets(f"debt.{nation}", number(f"debt.{nation}") + dollars),
    )
    return Rule(DEBT.label, DEBT.cite, sets=owes)


def bill(world: World) -> str:
    """What is to be paid at Collect Income, as a sentence; nothing if nobody owes anything."""
    told = ANY_MONEY.told(world)
    owed = ", ".join(f"{TITLES[n]} ${world.get(f'debt.{n}')}" for n in ALL if world.get(f"debt.{n}"))
    return f"{sentence(told)}: {owed}." if told else ""
