"""The mark of a rule, as every line of the terminal has it."""

from __future__ import annotations

from rich.text import Text

__all__ = ["cite"]


def cite(rule: str | None) -> Text:
    return Text(f"[{rule}]" if rule else "", style="cyan")
