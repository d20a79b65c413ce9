"""Words and values as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.text import Text

from legation.core.book import Book
from legation.core.facts import World
from legation.core.game import Game
from legation.core.voice import show_value
from legation.core.words import percent as share_of

__all__ = ["ago", "capital", "cell_text", "cite", "decimal", "percent", "titled", "value_text"]


def cite(rule: str | None) -> Text:
    return Text(f"[{rule}]" if rule else "", style="cyan")


def percent(chance: Fraction | str) -> str:
    found = Fraction(chance)
    return f"{found} ({share_of(found)})" if found not in (0, 1) else ("certain" if found else "no chance")


def decimal(number: Fraction | str) -> str:
    """A number with two places, if it is not whole; the exact fraction is in the JSON."""
    found = Fraction(number)
    return str(found.numerator) if found.denominator == 1 else f"{float(found):.2f}"


def titled(book: Book, world: World, word: Any) -> str:
    """A slug as people say it."""
    text = show_value(word) if isinstance(word, int) and not isinstance(word, bool) else str(word)
    return book.seat_titles.get(text) or world.schema.titles.get(text) or text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def ago(turns: int) -> str:
    return "this turn" if turns <= 0 else "last turn" if turns == 1 else f"{turns} turns ago"


def value_text(game: Game, value: Any) -> str:
    world = game.world
    if isinstance(value, Mapping):
        return _mapping_text(game, {k: v for k, v in value.items() if isinstance(v, bool | int) or v})
    if isinstance(value, list | tuple | set):
        return ", ".join(value_text(game, v) for v in value)
    if isinstance(value, Fraction):
        return percent(value)
    if isinstance(value, bool | int) or value is None:
        return "unknown" if value is None else show_value(value)
    return titled(game.book, world, value)


def _mapping_text(game: Game, told: Mapping[str, Any]) -> str:
    """Counts as "2 infantry", words as "friendly: Italy, Japan", all else as "name: value"."""
    names = {key: titled(game.book, game.world, key) for key in told}
    if told and all(isinstance(v, str) and v.isidentifier() for v in told.values()):
        by_word: dict[str, list[str]] = {}
        for key, word in told.items():
            by_word.setdefault(word, []).append(names[key])
        return "; ".join(f"{titled(game.book, game.world, word)}: {', '.join(keys)}" for word, keys in by_word.items())
    counts = [isinstance(v, int) and not isinstance(v, bool) and key not in game.book.seats for key, v in told.items()]
    if all(counts):
        return ", ".join(f"{v} {names[key]}" for key, v in told.items())
    return ", ".join(f"{names[key]}: {value_text(game, v)}" for key, v in told.items())


def cell_text(game: Game, value: Any) -> str:
    empty = value is None or value == "none" or (not isinstance(value, bool | int) and not value)
    if empty:
        return ""
    return capital(value_text(game, value)) if isinstance(value, str) else value_text(game, value)
