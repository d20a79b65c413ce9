"""Words and values as people read them on a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from legation.core.book import Book
from legation.core.facts import Flag, World
from legation.core.requests import TABLE, UMPIRE
from legation.core.span import Span
from legation.core.trace import show_value

__all__ = [
    "CLASSES",
    "TINCTURES",
    "ago",
    "bloc",
    "capital",
    "chance",
    "listed",
    "ordinal",
    "percent",
    "plain",
    "seat_name",
    "signed",
    "title",
    "told",
]

# The tincture of a power, where it is not called by its own name (see the head of legation.css).
TINCTURES = {"britain": "uk", "russia": "ussr", "western-allies": "uk", "axis": "germany"}
POWERS = ("uk", "france", "usa", "ussr", "china", "germany", "italy", "japan")
CLASSES = {  # how a class of affiliation is said; the keys are the classes of the stylesheet
    "neutral": "Neutral",
    "friendly": "Friendly to",
    "economic": "Economic ally of",
    "sworn": "Sworn to",
    "total": "Total control of",
    "own": "Land of",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def bloc(power: str) -> str:
    """The tincture of a power; empty for what is no power."""
    found = TINCTURES.get(power, power)
    return found if found in POWERS else ""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"{number}th"


def listed(names: list[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""


def percent(found: Fraction | float) -> str:
    """A share, never rounded to certainty."""
    share = float(found) * 100
    if 0 < share < 1:
        return "under 1 %"
    if 99 < share < 100:
        return "over 99 %"
    return f"{share:.0f} %"


def chance(low: Fraction, high: Fraction) -> str:
    return percent(high) if low == high else f"{percent(low).removesuffix(' %')} to {percent(high)}"


def ago(turns: int) -> str:
    return "this turn" if turns <= 0 else "one turn old" if turns == 1 else f"{turns} turns old"


def signed(number: Any) -> str:
    """A modifier as it stands on a sheet: +2, −1, 0."""
    if isinstance(number, Span):
        return f"{signed(number.lo)} to {signed(number.hi)}"
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def seat_name(book: Book, seat: str) -> str:
    """A seat as a heading has it: without its article."""
    known = {TABLE: "The table", UMPIRE: "The umpire", "": "Legation", "host": "This device", "spectator": "Spectators"}
    return known.get(seat) or capital(book.seat_titles.get(seat, seat).removeprefix("the "))


def title(book: Book, world: World, word: str) -> str:
    """A slug as people say it."""
    found = book.seat_titles.get(word) or world.schema.titles.get(word)
    if found is None and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", word):
        return word.replace("-", " ")
    return found or word


def plain(book: Book, world: World, value: Any) -> str:
    """Any plain value in words."""
    if value is None:
        return "unknown"
    if isinstance(value, bool | Span):
        return show_value(value)
    if isinstance(value, Fraction):
        return percent(value)
    if isinstance(value, Mapping):
        told = {k: v for k, v in value.items() if isinstance(v, bool) or v}
        return ", ".join(f"{title(book, world, str(k))} {plain(book, world, v)}" for k, v in told.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(plain(book, world, v) for v in value) or "nothing"
    return title(book, world, str(value))


def told(book: Book, world: World, key: str, value: Any) -> str:
    """The value of one fact; a truth that stands in a sentence is yes or no."""
    if value is None:
        return "not told yet"
    if isinstance(world.schema.spec(key).domain, Flag):
        return "yes" if value else "no"
    if key.startswith("stance."):
        return CLASSES.get(str(value), str(value)).split()[0]
    return plain(book, world, value)
