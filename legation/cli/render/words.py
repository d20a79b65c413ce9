"""Words and values as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.text import Text

from legation.core.game import Game
from legation.core.words import percent, told, value_says

__all__ = ["chance_text", "cite", "decimal", "said"]


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


def said(game: Game, value: Any, fact: str = "") -> str:
    """A value as every reader has it; with a fact, as its family calls it."""
    return told(game.book, game.world, fact, value) if fact else value_says(game.book, game.world, value)
