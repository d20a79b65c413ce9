"""Words and values as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.text import Text

from legation.core.game import Game
from legation.core.voice import show_value
from legation.core.words import percent, title

__all__ = ["chance_text", "cite", "decimal", "value_text"]


def cite(rule: str | None) -> Text:
    return Text(f"[{rule}]" if rule else "", style="cyan")


def chance_text(chance: Fraction | str) -> str:
    """A chance exactly, and in percent."""
    found = Fraction(chance)
    return f"{found} ({percent(found)})" if found not in (0, 1) else ("certain" if found else "no chance")


def decimal(number: Fraction | str) -> str:
    """A number with two places, if it is not whole; the exact fraction is in the JSON."""
    found = Fraction(number)
    return str(found.numerator) if found.denominator == 1 else f"{float(found):.2f}"


def value_text(game: Game, value: Any) -> str:
    world = game.world
    if isinstance(value, Mapping):
        return _mapping_text(game, {k: v for k, v in value.items() if isinstance(v, bool | int) or v})
    if isinstance(value, list | tuple | set):
        return ", ".join(value_text(game, v) for v in value)
    if isinstance(value, Fraction):
        return chance_text(value)
    if isinstance(value, bool | int) or value is None:
        return "unknown" if value is None else show_value(value)
    return title(game.book, world, str(value))


def _mapping_text(game: Game, told: Mapping[str, Any]) -> str:
    """Counts as "2 infantry", words as "friendly: this one, that one", all else as "name: value"."""
    names = {key: title(game.book, game.world, str(key)) for key in told}
    if told and all(isinstance(v, str) and v.isidentifier() for v in told.values()):
        by_word: dict[str, list[str]] = {}
        for key, word in told.items():
            by_word.setdefault(word, []).append(names[key])
        return "; ".join(f"{title(game.book, game.world, word)}: {', '.join(keys)}" for word, keys in by_word.items())
    counts = [isinstance(v, int) and not isinstance(v, bool) and key not in game.book.seats for key, v in told.items()]
    if all(counts):
        return ", ".join(f"{v} {names[key]}" for key, v in told.items())
    return ", ".join(f"{names[key]}: {value_text(game, v)}" for key, v in told.items())
