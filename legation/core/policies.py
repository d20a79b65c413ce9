"""Policies: how a seat answers, as wishes in order with conditions over facts.

The same policy plays one game before the referee and a million at once: it reads the world through expressions only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

from legation.core.expr import YES, Expr, amount, holds
from legation.core.facts import World
from legation.core.machine import Later
from legation.core.requests import Question, allows, least_answer, options_of

__all__ = ["FIRST", "LAST", "Happening", "Policy", "Which", "Wish"]


class Which(Enum):
    """An answer by its place in the list."""

    FIRST = "the first that is allowed"
    LAST = "the last that is allowed"


FIRST, LAST = Which.FIRST, Which.LAST


@dataclass(frozen=True)
class Happening:
    """Something that happens on the board while the table is asked: an event of the book with its details, or facts.

    The step asks again when all that follows from it is done; so it must end the condition under which it is wished.
    """

    event: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Wish:
    """What a seat answers when a step asks, while the condition holds and the rules allow it."""

    step: str
    answer: Any  # plain, a number as an expression, a division into such numbers, a place in the list, or a happening
    when: Expr = YES
    seats: tuple[str, ...] = ()  # of all seats, if none is named
    subject: str = ""

    def concerns(self, asked: Question | Later) -> bool:
        return (not self.seats or asked.seat in self.seats) and self.subject in ("", asked.subject)


@dataclass(frozen=True)
class Policy:
    """The wishes of all seats, the first that can be granted counting; without one, the least answer."""

    name: str
    says: str
    wishes: tuple[Wish, ...] = ()
    nods: Mapping[str, Any] = field(default_factory=dict)  # step -> what the table says to it if there is no wish
    assumes: tuple[str, ...] = ()  # what it lets happen on the board, in words

    @cached_property
    def by_step(self) -> dict[str, list[Wish]]:
        found: dict[str, list[Wish]] = {}
        for wish in self.wishes:
            found.setdefault(wish.step, []).append(wish)
        return found

    def answer(self, step: str, asked: Question | Later, world: World) -> Any:
        for wish in self.by_step.get(step, ()):
            if wish.concerns(asked) and holds(wish.when, world):
                found = _granted(wish.answer, asked, world)
                if found is not None:
                    return found
        return self.nods[step] if step in self.nods else least_answer(asked)

    __call__ = answer


def _granted(wanted: Any, asked: Question | Later, world: World) -> Any:
    if isinstance(wanted, Happening):
        return wanted
    if isinstance(wanted, Which):
        if isinstance(asked, Later) and asked.ends is not None:
            return asked.ends[wanted is LAST]
        options = list(options_of(asked))
        return next((o for o in (options if wanted is FIRST else options[::-1]) if allows(asked, o)), None)
    if isinstance(wanted, Mapping):  # a division, which the referee checks as a whole
        parts = {name: amount(part, world) for name, part in wanted.items()}
        return {name: part for name, part in parts.items() if not isinstance(part, int) or part}
    value = int(amount(wanted, world)) if isinstance(wanted, Expr) else wanted
    return value if allows(asked, value) else None
