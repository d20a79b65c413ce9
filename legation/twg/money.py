"""Influence money: the tenth of a nation's land value, what it can promise, and what it owes."""

from __future__ import annotations

from legation.core.expr import Expr, amount, named, number, per, smallest, sum_of, when_else
from legation.core.facts import World
from legation.core.rules import Note, Rule, sets
from legation.twg.geography import geography
from legation.twg.powers import ALL, title
from legation.twg.vocabulary import stance

__all__ = ["MOST", "PAYS", "RULES", "budget", "land_value", "owe", "purse", "settle", "tenth"]

MOST = 3  # dollars on one roll, for either side: DG-INF-10 and DG-INF-19
PAYS = ("total", "sworn", "economic")  # the classes that bring money: DG-AFF-3, -8 and -14

DEBT = Note("money promised is a debt until the nation's next Collect Income", cite="DG-INF-12")
ANY_MONEY = Note("the debt may be paid from any money the nation has", cite="DG-INF-13")
LOST = Note("the money is gone whatever the roll brings", cite="DG-INF-14")


def land_value(nation: str) -> Expr:
    """The value of all land that pays the nation, at full value."""
    paying = [
        when_else(stance(place, nation, *PAYS), number(f"value.{place}", f"the value of {p.name}"), 0)
        for place, p in geography().places.items()
        if p.neutral
    ]
    return named(f"the land value of {title(nation)}", sum_of(number(f"own-land.{nation}", "own land"), *paying))


def tenth(nation: str) -> Expr:
    """What is left of a tenth of the nation's land value, rounded up, this turn."""
    return named(
        f"what {title(nation)} may still spend on influence this turn",
        per(10, land_value(nation), up=True) - number(f"spent.{nation}", "spent already"),
        cite="DG-INF-11",
    )


def purse(nation: str) -> Expr:
    """What the nation can still promise."""
    return named(
        f"what {title(nation)} can still promise",
        number(f"purse.{nation}", "what it can pay") - number(f"debt.{nation}", "what it owes already"),
    )


LEFT = {nation: smallest(tenth(nation), purse(nation)) for nation in ALL}
RULES = (DEBT, ANY_MONEY, LOST, tuple(LEFT.values()))


def budget(world: World, nation: str, most: int = MOST) -> int:
    """The most a nation may put on one roll now."""
    return max(0, min(most, amount(LEFT[nation], world)))


def owe(world: World, nation: str, dollars: int) -> Rule:
    """The nation owes what it has put on a roll."""
    LOST.used(world)
    ANY_MONEY.used(world)
    owes = (
        sets(f"spent.{nation}", number(f"spent.{nation}") + dollars),
        sets(f"debt.{nation}", number(f"debt.{nation}") + dollars),
    )
    return Rule(DEBT.label, DEBT.cite, sets=owes)


def settle() -> Rule:
    """At Collect Income every debt is paid, and the tenth is whole again for the next turn."""
    return Rule(DEBT.label, DEBT.cite, sets=tuple(sets(f"{fact}.{n}", 0) for n in ALL for fact in ("debt", "spent")))
