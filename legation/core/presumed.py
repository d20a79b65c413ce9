"""What need not be asked: a fact that nobody has told, while something makes any other value than none impossible.

What was told is always as it was told.  A condition here is no guess at what may have happened: it names what would
have to happen first, and whatever does is reported as a deed.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from legation.core.expr import Expr, Look, lift, node
from legation.core.span import Span, certain, exact, pick
from legation.core.trace import Trace

__all__ = ["unless_told"]


@node
class Presumed(Expr):
    """What a fact is taken for while something makes any other value impossible."""

    inner: Expr
    none: Expr
    impossible: Expr

    def value(self, look: Look) -> Any:
        found = self.inner.value(look)
        if not isinstance(found, Span):
            return found
        none = self.none.value(look)
        taken = certain(self.impossible.value(look)) & (found.lo != found.hi)
        if taken is True or taken is False:
            return none if taken else found
        return Span(pick(taken, none, found.lo), pick(taken, none, found.hi))

    @cached_property
    def english(self) -> str:
        return self.inner.english

    @cached_property
    def denial(self) -> str:
        return self.inner.denial

    def trace(self, look: Look) -> Trace:
        """What was told, or why it need not be."""
        inner = self.inner.trace(look)
        if exact(inner.value) or not exact(value := self.value(look)):
            return inner
        return Trace(self.impossible.told(look, True), value, (self.impossible.trace(look),))

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner, self.none, self.impossible)

    def weighing(self, look: Look) -> tuple[Expr, ...]:
        return (self.inner,)


def unless_told(what: Expr, none: int | bool, while_: Expr) -> Expr:
    """`what` as it was told; while nobody has, `none` as long as it cannot be anything else."""
    return Presumed(what, lift(none), while_)
