"""Declarations that speak of `{here}`, bound to one country."""

from __future__ import annotations

from typing import TypeVar

from legation.books.awaw.powers import TITLES
from legation.core.expr import bound
from legation.core.turning import kept_of

__all__ = ["at"]

T = TypeVar("T")


@kept_of(4096, filling=True)
def at(country: str, declaration: T) -> T:
    """The same declaration (a rule, limit, permit or a tuple of them) for one country."""
    filled: T = bound(declaration, here=country, Here=TITLES[country])
    return filled
