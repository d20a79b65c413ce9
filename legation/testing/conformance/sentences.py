"""Sentences: whatever is reported can be said, and what is said is understood as that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.sentences import sentence_for, understand

__all__ = ["misheard"]


def misheard(game: Game, event: str, details: Mapping[str, Any]) -> str:
    """How a report, put into words and read again, is another one; nothing if it is not."""
    words = game.book.events[event].words
    if words is None:
        return ""
    said = sentence_for(game.book, game.world.schema, event, details)
    try:
        heard = understand(game.book, game.world, said)
    except LegationError as error:
        return f"“{said}” is refused: {error}"
    # the same words, not the same slugs: two of them may be one place on a group's board
    same = heard.event == event and heard.says == said and set(heard.details) == set(words.normal(details))
    return "" if same else f"“{said}” is heard as {heard.event} {heard.details}"
