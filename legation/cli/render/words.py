"""Words and values as people read them."""

from __future__ import annotations

from fractions import Fraction

from rich.text import Text

from legation.core.words import percent

__all__ = ["chance_text", "cite", "decimal"]


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
