"""What can happen to a country now: the rolls that are due, the attempts that are open, and their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from legation.books.twg.chart import Influence, Neutral, Unrest
from legation.books.twg.charts import home_of
from legation.books.twg.diplomacy import rights
from legation.books.twg.diplomacy.unrest import find
from legation.books.twg.powers import TITLES
from legation.books.twg.steps import steps
from legation.core.abilities import Chances
from legation.core.errors import Unknown
from legation.core.expr import amount, holds
from legation.core.facts import World
from legation.core.machine import Frame
from legation.core.odds import announced

__all__ = ["Attempt", "attempts_open", "number_of", "outlook", "rolls_open"]


class Attempt(NamedTuple):
    """A right of Part II that a nation has now, with the number it would roll for without any extra dollar."""

    country: Neutral
    nation: str
    right: Influence
    least: int
    number: int

    @property
    def chance(self) -> Fraction:
        return Fraction(max(0, min(self.number, 12)), 12)


def rolls_open(world: World, neutral: Neutral, unknown: dict[str, list[str]] | None = None) -> list[Unrest]:
    """The unrest rolls that are due; those nobody can tell of yet go to `unknown`, with what must be reported."""
    if world.get(f"ended.{neutral.slug}"):
        return []
    found = []
    for roll in neutral.rolls_due:
        value = roll.when.value(world)
        if value is True:
            found.append(roll)
        elif value is not False and unknown is not None:
            unknown[roll.label] = roll.when.unknowns(world)
    return found


def attempts_open(world: World, neutral: Neutral, unknown: dict[str, list[str]] | None = None) -> list[Attempt]:
    """The influence rights that are open; a right that hangs on an unreported fact goes to `unknown`."""
    if world.get(f"ended.{neutral.slug}"):
        return []
    found = []
    for nation, right in neutral.rights:
        label = f"{TITLES[nation]}: {right.label}"
        condition = rights.open_now(neutral, nation, right)
        value = condition.value(world)
        try:
            if value is True and any(r.influence is right for r in rights.rights_of(world, nation, [neutral.slug])):
                least = amount(right.least, world)  # type: ignore[arg-type]
                found.append(Attempt(neutral, nation, right, least, number_of(world, neutral, nation, right, least)))
            elif value is not True and value is not False and unknown is not None:
                unknown[label] = condition.unknowns(world)
        except Unknown as needed:
            if unknown is not None:
                unknown[label] = needed.questions
    return found


def number_of(world: World, neutral: Neutral, nation: str, right: Influence, dollars: int = 0) -> int:
    """The number to roll, or less, with so many dollars."""
    return rights.number_to_roll(world.scoped(roll__money=dollars, roll__counter=0), neutral, nation, right)


def outlook(world: World, subject: str) -> tuple[Chances, dict[str, list[str]]]:
    """The chance of each roll that is due and of each attempt by its dollars; and what hangs on unreported facts.

    Each is what the very step that throws the die announces with it.
    """
    neutral = home_of()[subject]
    unknown: dict[str, list[str]] = {}
    found: Chances = {}
    ways: list[tuple[int, ...]] = [(neutral.rolls_due.index(roll),) for roll in rolls_open(world, neutral, unknown)]
    while ways:
        path = ways.pop(0)
        roll = find(neutral.slug, list(path))
        try:
            card = _card(world, "twg.unrest.roll", country=neutral.slug, path=list(path), wanted=True)
            if card is not None:
                won = card.get("success")
                found[roll.label] = card if won is None else {"succeeds": won, "fails": 1 - won}
                continue
            at_once = [i for i, more in enumerate(roll.at_once) if holds(neutral.bind(more.when), world)]
        except Unknown as needed:
            unknown[roll.label] = needed.questions
            continue
        ways = [*((*path, i) for i in at_once), *ways]  # where no die is needed, what counts are the rolls it leads to
    for attempt in attempts_open(world, neutral, unknown):
        most = attempt.right.most if rights.may_pay(world, neutral, attempt.nation) else 0
        sums = range(attempt.least, max(attempt.least, most) + 1)
        found[f"{TITLES[attempt.nation]}: {attempt.right.label}"] = {f"${d}": _success(world, attempt, d) for d in sums}
    return found, unknown


def _success(world: World, attempt: Attempt, dollars: int) -> Fraction:
    """With so many dollars and nobody against it."""
    made = {"country": attempt.country.slug, "nation": attempt.nation, "cite": attempt.right.cite}
    card = _card(world, "twg.influence.throw", **made, money=dollars, counter=0)
    if card is None:  # so sure, or so hopeless, that no die is thrown
        return Fraction(number_of(world, attempt.country, attempt.nation, attempt.right, dollars) > 0)
    return card["success"]


def _card(world: World, step: str, **frame: Any) -> dict[str, Fraction] | None:
    return announced(steps, Frame(step, frame), world)
