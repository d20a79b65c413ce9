"""Declarations turned round, to see who notices.

While an id stands in `TURNED`, the kernel's doors do the opposite of what its declaration says: a condition is negated
or loses one part, a number is one higher, an effect is left out, a question is not put, a duty is not told.  Nothing
but the measuring of weight (`legation.testing.weight`) ever writes here, and while something is turned every
calculation runs in its plain form.  What follows from declarations alone is worked out once (`kept`); while one is
turned round it is worked out anew, kept for as long, and then forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from legation.core.dice import Die

__all__ = ["EFFECT", "NEGATED", "NUMBER", "OMITTED", "ORDER", "PART", "SILENCED", "TURNED", "VALUE", "Again", "Turning"]
__all__ += ["is_turned", "kept", "kept_of", "other", "turn_of", "turned"]

NEGATED, PART, NUMBER, EFFECT = "condition negated", "part left out", "number one higher", "effect left out"
VALUE, ORDER, SILENCED, OMITTED = "value changed", "order swapped", "not told", "left out"
WHEN_JUDGED = frozenset({PART, EFFECT, SILENCED, OMITTED})  # what no declaration looks different by


class Turning(NamedTuple):
    """One way to turn a declaration round; `path` leads to the part of its condition that is left out, and `of` are the
    paths of all its parts: another condition under the same id, which has not the same ones, stays as it is."""

    how: str
    path: tuple[int, ...] = ()
    of: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        return f"{self.how} ({'.'.join(str(n + 1) for n in self.path)})" if self.path else self.how


class Again(NamedTuple):
    """One of several declarations under an id, known by its words; slots for roles may be filled in."""

    cite: str
    label: str

    def __str__(self) -> str:
        return f"{self.cite} › {self.label}"

    def is_that(self, cite: str, label: str) -> bool:
        return cite == self.cite and re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(self.label)), label) is not None


TURNED: dict[str | Again, Turning] = {}  # by id, or of one under it; empty but while weight is measured


P = ParamSpec("P")
T = TypeVar("T")
_forget: list[Callable[[], None]] = []  # of every function that is kept: what it gave while something was turned


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function makes of declarations; what it makes of them as they are turned round is kept apart."""
    return kept_of(None)(function)


def kept_of(most: int | None, *, filling: bool = False) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same, for so many arguments at most.

    Who does no more than fill names into declarations (`filling`) makes the same of them whichever verdict is turned
    round: that is asked for when they are judged.
    """

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        plain, now = lru_cache(most)(function), lru_cache(most)(function)
        _forget.append(now.cache_clear)

        @wraps(function)
        def look(*args: P.args, **more: P.kwargs) -> T:
            apart = TURNED and not (filling and all(turn.how in WHEN_JUDGED for turn in TURNED.values()))
            return (now if apart else plain)(*args, **more)  # type: ignore[arg-type]

        return look

    return wrap


@contextmanager
def turned(cite: str | Again, turn: Turning) -> Iterator[None]:
    """Within, this id is turned round, or one declaration of it."""
    TURNED[cite] = turn
    try:
        yield
    finally:
        del TURNED[cite]
        for forget in _forget:
            forget()


def is_turned(cite: str, *hows: str) -> bool:
    """Whether an id is turned in one of these ways."""
    turn = TURNED.get(cite)
    return turn is not None and turn.how in hows


def turn_of(cite: str, label: str = "") -> Turning | None:
    """How an id is turned, or the declaration under it that has these words."""
    these = (turn for key, turn in TURNED.items() if isinstance(key, Again) and label and key.is_that(cite, label))
    return TURNED.get(cite) or next(these, None)


def other(value: Any) -> Any:
    """Another value of the same kind: what a datum, or what a function has found, becomes when it is turned round."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Fraction):
        return value + 1
    if isinstance(value, Die):
        return Die(value.sides + 1)
    if isinstance(value, dict):
        return {key: other(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return _others(value)
    return "" if isinstance(value, str) else value


def _others(values: Any) -> Any:
    if values and all(isinstance(v, int | Fraction | dict) and not isinstance(v, bool) for v in values):
        return _like(values, [other(v) for v in values])
    kept = list(values)[:-1] if len(values) > 1 else []
    return _like(values, kept)


def _like(values: Any, others: list[Any]) -> Any:
    """Other values in the same kind of collection."""
    kind = type(values)
    return kind(*others) if hasattr(values, "_fields") else kind(others)
