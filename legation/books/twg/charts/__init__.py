"""The charts of the neutrals.  A file names its countries; their colonies stand with them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from legation.books.twg.chart import Neutral

__all__ = ["home_of", "neutral_by_slug", "neutrals", "printed_values"]


@cache
def neutrals() -> tuple[Neutral, ...]:
    """Every chart of every module in this package, in alphabetical order."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Neutral)]
    return tuple(sorted(found, key=lambda n: n.name))


@cache
def neutral_by_slug() -> dict[str, Neutral]:
    return {n.slug: n for n in neutrals()}


@cache
def home_of() -> dict[str, Neutral]:
    """The chart that a territory belongs to: its own, or that of its home country."""
    return {member: n for n in neutrals() for member in n.members}


@cache
def printed_values() -> tuple[tuple[str, int, str], ...]:
    """The land values that charts print: (territory, value, id)."""
    lands = ((land.slug, land.value, land.cite) for n in neutrals() for land in (n.halves or (n,)))
    colonies = ((c.slug, c.value, c.cite) for n in neutrals() for c in n.colonies if c.value is not None)
    return (*lands, *colonies)
