"""What can happen to a country now: the rolls that are due, the attempts that are open, and their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from legation.core.abilities import Chances
from legation.core.errors import Unknown
from legation.core.expr import amount, holds
from legation.core.facts import World
from legation.twg import rights
from legation.twg.chart import Influence, Neutral, Unrest, chance
from legation.twg.neutrals import home_of
from legation.twg.powers import TITLES

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
    """The chance of each roll that is due and of each attempt by its dollars; and what hangs on unreported facts."""
    neutral = home_of()[subject]
    unknown: dict[str, list[str]] = {}
    found: Chances = {}
    due = rolls_open(world, neutral, unknown)
    while due:
        roll = due.pop(0)
        if roll.bands:
            sides = roll.die.sides
            found[roll.label] = {b.label: Fraction(sum(f in b for f in roll.die.faces), sides) for b in roll.bands}
            continue
        try:
            share = chance(roll, world)
            more = [r for r in roll.at_once if holds(neutral.bind(r.when), world)] if share == 1 else []
        except Unknown as needed:
            unknown[roll.label] = needed.questions
            continue
        if share < 1:
            found[roll.label] = {"succeeds": share, "fails": 1 - share}
        due = [*more, *due]  # where no die is needed, what counts are the rolls it leads to
    for attempt in attempts_open(world, neutral, unknown):
        most = attempt.right.most if rights.may_pay(world, neutral, attempt.nation) else 0
        found[f"{TITLES[attempt.nation]}: {attempt.right.label}"] = {
            f"${d}": rights.odds_of(world, neutral, attempt.nation, attempt.right, d)
            for d in range(attempt.least, max(attempt.least, most) + 1)
        }
    return found, unknown
