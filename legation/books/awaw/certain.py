"""What is certain of the board, whatever else has not been reported, or was reported before."""

from __future__ import annotations

from typing import Any

from legation.core.expr import Expr, Look, Plain, node
from legation.core.span import certain

__all__ = ["AtLeast"]


@node
class AtLeast(Plain):
    """What is certain of a number: the least it can be while something is still unreported."""

    inner: Expr

    def value(self, look: Look) -> Any:
        return certain(self.inner.value(look))

    @property
    def english(self) -> str:
        return self.inner.english

    @property
    def denial(self) -> str:
        return self.inner.denial

    def told(self, look: Look, value: Any) -> str:
        return self.inner.told(look, self.inner.value(look))

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)
