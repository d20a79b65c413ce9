"""What is certain of the board, whatever else has not been reported, or was reported before."""

from __future__ import annotations

from typing import Any

from legation.books.awaw.powers import AXIS, BRITAIN
from legation.books.awaw.vocabulary import controls_any, hexes
from legation.core.expr import Expr, Look, Plain, node
from legation.core.span import certain

__all__ = ["BRITISH_CITIES", "AtLeast", "axis_hold_british_hex"]

BRITISH_CITIES = ("london", "birmingham", "manchester")


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


def axis_hold_british_hex() -> Expr:
    """The Axis have a city of Britain, or as many hexes as the table says."""
    return AtLeast(controls_any(AXIS, *BRITISH_CITIES)) | (hexes(AXIS, BRITAIN) >= 1)
