"""Exact odds: integers and fractions to the last line.

`explore` runs the machine itself over every face of every die and merges what comes out equal, so odds never need a
second copy of a rule.  `chain` does so turn by turn for one country.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from legation.core.book import Book
from legation.core.dice import Die, Typed
from legation.core.errors import LegationError
from legation.core.facts import World
from legation.core.machine import Ask, Draft, Frame, Machine, Roll, State
from legation.core.requests import Question

__all__ = ["Answers", "at_least_one", "chain", "convolve", "explore", "of_die", "percent"]

Answers = Callable[[Question, World], Any]
MOST_BRANCHES = 200_000


class TooManyBranches(LegationError):
    """The question has more outcomes than can be listed one by one."""


def explore(book: Book, world: World, stack: Sequence[Frame], answers: Answers) -> dict[World, Fraction]:
    """Every world in which a procedure can end, with its exact chance.

    `answers` stands in for the seats: given a question and the world, it returns a legal answer.
    """
    machine = Machine(book.steps, Typed(), lambda fact: "", book.need_cite)
    ended: dict[World, Fraction] = {}
    todo: list[tuple[State, Fraction]] = [(State(world, tuple(stack)), Fraction(1))]
    while todo:
        # run every branch to its next roll or question; branches that meet there go on as one
        meeting: dict[tuple[World, bytes], tuple[State, Ask | Roll, Fraction]] = {}
        for start, weight in todo:
            state, directive = machine.advance(start, Draft({}), 0)
            if directive is None:
                ended[state.world] = ended.get(state.world, Fraction(0)) + weight
                continue
            key = (state.world, msgspec.json.encode(state.stack))
            before = meeting.get(key)
            meeting[key] = (state, directive, weight + (before[2] if before else 0))
        todo = []
        for state, directive, weight in meeting.values():
            if isinstance(directive, Roll):
                share = weight / directive.throw.die.sides
                todo += [(machine.proceed(state, directive, face), share) for face in directive.throw.die.faces]
            else:
                todo.append((_answered(machine, state, directive, answers), weight))
        if len(todo) > MOST_BRANCHES:
            raise TooManyBranches(f"more than {MOST_BRANCHES} branches: ask for fewer turns or a narrower question")
    return ended


def _answered(machine: Machine, state: State, directive: Ask, answers: Answers) -> State:
    given = {q.seat: answers(q, state.world) for q in directive.questions}
    first = directive.questions[0]
    if first.kind == "report":
        raise LegationError(f"the odds need a fact that nobody has reported: {first.prompt}")
    value = given if first.kind == "sealed" or len(given) > 1 else given[first.seat]
    return machine.proceed(state, directive, value)


def chain(
    book: Book,
    world: World,
    stack: Sequence[Frame],
    turns: int,
    answers: Answers,
    outcome: Callable[[World], str],
) -> list[dict[str, Fraction]]:
    """The chances of each outcome after one turn, two turns, …: a country's chain, solved exactly."""
    now: dict[World, Fraction] = {world: Fraction(1)}
    found: list[dict[str, Fraction]] = []
    for _ in range(turns):
        later: dict[World, Fraction] = {}
        for state, weight in now.items():
            for after, share in explore(book, state, stack, answers).items():
                later[after] = later.get(after, Fraction(0)) + weight * share
        now = later
        row: dict[str, Fraction] = {}
        for state, weight in now.items():
            name = outcome(state)
            row[name] = row.get(name, Fraction(0)) + weight
        found.append(dict(sorted(row.items(), key=lambda kv: -kv[1])))
    return found


# -- small tools
def of_die(die: Die) -> dict[int, Fraction]:
    return {face: Fraction(1, die.sides) for face in die.faces}


def convolve(*parts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The distribution of a sum of independent numbers."""
    total: dict[int, Fraction] = {0: Fraction(1)}
    for part in parts:
        new: dict[int, Fraction] = {}
        for a, p in total.items():
            for b, q in part.items():
                new[a + b] = new.get(a + b, Fraction(0)) + p * q
        total = new
    return dict(sorted(total.items()))


def at_least_one(chances: Iterable[Fraction]) -> Fraction:
    """The chance that at least one of several independent things happens."""
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    return 1 - none


def percent(chance: Fraction) -> str:
    """A fraction as a person reads it; never 0 % for something possible."""
    if chance and chance < Fraction(1, 200):
        return "<1 %"
    if chance != 1 and chance > Fraction(199, 200):
        return ">99 %"
    return f"{round(float(chance) * 100)} %"
