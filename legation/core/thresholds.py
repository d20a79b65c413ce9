"""Thresholds: where a rule needs to know of a number only whether it is more than another, that is what is asked.

The number is found by trying: as long as nothing hangs on the fact while it is so much or less, and nothing while it is
more, one question settles it.  No rule says of itself that it has a threshold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from legation.core.errors import Unknown
from legation.core.expr import Compare, Const, Expr, Named
from legation.core.facts import Count, Schema
from legation.core.once import Supposed
from legation.core.span import Span, exact
from legation.core.voice import capital

Beside = tuple[Expr, int, Expr | None]  # another number, how much it is, and the nearest words for the comparison

__all__ = ["MoreThan", "all_asked", "asked_as", "bounds", "thresholds_of"]


class MoreThan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of a number only this matters: whether it is more than that."""

    than: int
    of: str = ""  # what the other number is
    means: str = ""  # what it is called if it is more

    def __str__(self) -> str:
        of = f" ({self.of})" if self.of else ""
        return f"more than {self.than}{of}" if self.than or of else "any"


def thresholds_of(needed: Unknown) -> dict[str, MoreThan]:
    """Those of the facts that are lacking of which one yes or no says enough."""
    if needed.look is None:
        return {}
    look = needed.look
    counts = [key for key in needed.questions if isinstance(look.schema.spec(key).domain, Count)]
    return {key: threshold for key in counts if (threshold := _threshold(needed.weighed, look, key))}


def _threshold(weighed: Sequence[Expr], look: Any, key: str) -> MoreThan | None:
    now = look.read(key)
    concerned = [expr for expr in weighed if _hangs(expr, look, key)]
    if not isinstance(now, Span) or not concerned:
        return None

    def settled(lo: int, hi: int) -> bool:
        within = Supposed(look, key, Span(lo, hi) if lo < hi else lo)
        return not any(_hangs(expr, within, key) for expr in concerned)

    low, high = now.lo, now.hi  # nothing hangs on it up to `low`, something does up to `high`
    middle = (low + high) // 2
    if not settled(low, middle) and not settled(middle + 1, high):  # as of a sum, where each one more counts
        return None
    beside = [found for expr in concerned for found in _compared(expr, look, key)]
    likely = [other + more for _, other, _ in beside for more in (0, -1, 1)]  # else it is halved
    while high - low > 1:
        middle = next((n for n in likely if low < n < high), (low + high) // 2)
        low, high = (middle, high) if settled(now.lo, middle) else (low, middle)
    if not settled(high, now.hi):
        return None
    return MoreThan(low, *(_said(*beside[0], look, key, high) if beside else ("", "")))


def _hangs(expr: Expr, look: Any, key: str) -> bool:
    """Whether a fact is among the unknown ones that can still change a value, as `Expr.unknowns` finds them."""
    if (isinstance(expr, Named) and key not in expr.rests_on) or exact(expr.value(look)):
        return False
    return key in expr.facts or any(_hangs(part, look, key) for part in expr.weighing(look))


def _compared(expr: Expr, look: Any, key: str, called: Expr | None = None) -> Iterator[Beside]:
    """What a fact is compared with, as far as that is known."""
    if isinstance(expr, Named) and key not in expr.rests_on:
        return
    if isinstance(expr, Compare):
        sides = [side for side in expr.parts if key not in side.reads()]
        if len(sides) == 1 and exact(other := sides[0].value(look)):
            yield sides[0], int(other), called
    for part in expr.parts:
        yield from _compared(part, look, key, expr if isinstance(expr, Named) else called)


def _said(side: Expr, other: int, called: Expr | None, look: Any, key: str, more: int) -> tuple[str, str]:
    """What the other number is, unless it is just a number, and what it means if the fact is more."""
    same = other in (more - 1, more)  # which it is not where the fact itself is reckoned with
    of = side.told(look, other) if same and not isinstance(side, Const) else ""
    beyond = Supposed(look, key, more)
    so = None if called is None else called.value(beyond)
    return of, called.told(beyond, so) if called is not None and isinstance(so, bool) else ""


def asked_as(says: str, threshold: MoreThan | None) -> str:
    """A fact as it is asked for."""
    return says if threshold is None else f"{says}: {threshold}?"


def all_asked(schema: Schema, keys: Sequence[str], thresholds: Mapping[str, MoreThan]) -> str:
    """Several facts as they are asked for, in one sentence."""
    said = ""
    for key in keys:
        one = asked_as(schema.spec(key).asked, thresholds.get(key))
        said += f" {capital(one)}" if said.endswith("?") else f"; {one}" if said else one
    return said


def bounds(threshold: MoreThan, more: bool, now: Any) -> dict[str, int]:
    """What a yes or a no tells of a number, together with what was known of it."""
    known = dict(getattr(now, "said", {}))
    return {**known, "from": threshold.than + 1} if more else {**known, "to": threshold.than}
