"""Words and values as people read them, on a page or in a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from legation.core.facts import Choice, Count, Flag, World
from legation.core.requests import TABLE, UMPIRE
from legation.core.span import Span
from legation.core.voice import capital, figure, how_many, listed, plural, show_value

if TYPE_CHECKING:
    from legation.core.book import Book

__all__ = [
    "ago",
    "capital",
    "chair_name",
    "chance",
    "chance_says",
    "counted",
    "decimal",
    "listed",
    "number_of",
    "ordinal",
    "percent",
    "person",
    "value_says",
    "seat_name",
    "signed",
    "speaker",
    "title",
    "told",
]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"{number}th"


def counted(number: int, what: str) -> str:
    """So many of something: no roll, one roll, two rolls."""
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {what if number == 1 else plural(what)}"


def percent(found: Fraction | float, places: int = 0) -> str:
    """A share, never rounded to certainty."""
    share, least = float(found) * 100, 10**-places
    if 0 < share < least:
        return f"under {least:.{places}f} %"
    if 100 - least < share < 100:
        return f"over {100 - least:.{places}f} %"
    return f"{share:.{places}f} %"


def chance(low: Fraction, high: Fraction) -> str:
    return percent(high) if low == high else f"{percent(low).removesuffix(' %')} to {percent(high)}"


def chance_says(share: Fraction | str) -> str:
    """A chance exactly, and in percent."""
    found = Fraction(share)
    return f"{found} ({percent(found)})" if found not in (0, 1) else ("certain" if found else "no chance")


def decimal(number: Fraction | str) -> str:
    """A number with two places, if it is not whole."""
    found = Fraction(number)
    if found.denominator == 1:
        return figure(found.numerator)
    return f"{'−' if found < 0 else ''}{abs(float(found)):.2f}"


def ago(turns: int) -> str:
    return "this turn" if turns <= 0 else "one turn old" if turns == 1 else f"{turns} turns old"


def signed(number: Any) -> str:
    """A modifier as it stands on a sheet: +2, −1, 0; of a number that is not whole, with one place."""
    if isinstance(number, Span):
        return f"{signed(number.lo)} to {signed(number.hi)}"
    if isinstance(number, float):
        return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number):.1f}"
    if not isinstance(number, int):  # many worlds at once have no sign of their own
        return str(number)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def seat_name(book: Book, seat: str) -> str:
    """A seat as a heading has it: without its article."""
    known = {TABLE: "The table", UMPIRE: "The umpire", "": "Legation", "host": "This device", "spectator": "Spectators"}
    return known.get(seat) or capital(book.seat_titles.get(seat, seat).removeprefix("the "))


def speaker(book: Book, seat: str) -> str:
    """A seat at the head of a sentence: with its article."""
    return capital(book.seat_titles[seat]) if seat in book.seat_titles else seat_name(book, seat)


def person(book: Book, seat: str) -> str:
    """A seat within a sentence: with its article, in small letters."""
    known = {TABLE: "the table", UMPIRE: "the umpire"}
    return known.get(seat) or book.seat_titles.get(seat) or seat_name(book, seat)


def chair_name(book: Book, chair: str) -> str:
    """The chair from which somebody spoke for another."""
    known = {TABLE: "whoever keeps the board", "host": "the host’s device"}
    return known.get(chair) or f"{person(book, chair)}’s chair"


def title(book: Book, world: World, word: str) -> str:
    """A slug as people say it."""
    found = book.seat_titles.get(word) or world.schema.titles.get(word)
    if found is None and re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", word):
        return word.replace("-", " ")
    return found or word


def value_says(book: Book, world: World, value: Any) -> str:
    """Any plain value in words."""
    if value is None:
        return "unknown"
    if isinstance(value, bool | Span):
        return show_value(value)
    if isinstance(value, Fraction):
        return percent(value)
    if isinstance(value, Mapping):
        told = {title(book, world, str(k)): v for k, v in value.items() if isinstance(v, bool) or v}
        return ", ".join(_named(book, world, name, v) for name, v in told.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(value_says(book, world, v) for v in value) or "nothing"
    return title(book, world, figure(value))


def _named(book: Book, world: World, name: str, value: Any) -> str:
    """A value under its name: 2 fighters, Finland 3, Iran: friendly."""
    if isinstance(value, int) and not isinstance(value, bool):
        return how_many(value, name) if name.islower() else f"{name} {figure(value)}"
    return f"{name}: {value_says(book, world, value)}"


def told(book: Book, world: World, key: str, value: Any) -> str:
    """The value of one fact; a truth that stands in a sentence is yes or no."""
    if value is None:
        return "not told yet"
    domain = world.schema.spec(key).domain
    if isinstance(domain, Flag):
        return "yes" if value else "no"
    if isinstance(domain, Count) and isinstance(value, dict):  # only its bounds were told
        return show_value(domain.between(value))
    if isinstance(domain, Choice) and str(value) in domain.called:
        return domain.called[str(value)]
    if isinstance(domain, Count) and domain.of:
        return number_of(book, domain.of, value)
    return value_says(book, world, value)


def number_of(book: Book, what: str, value: int) -> str:
    """A sum of money; the name of a turn; a year; of what has not been yet, that it has not."""
    if what == "money":
        return f"{book.views.coin}{figure(value)}"
    return "never" if not value else book.views.turn_says(value) if what == "turn" else str(value)
