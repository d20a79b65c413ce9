"""What commands look at: the desk, the record and the world as one seat may see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legation.core.dispatch import dispatch_of
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight, entries_since, history_of, supposed, world_for

__all__ = [
    "Sight",
    "desk_data",
    "entries_since",
    "history_of",
    "open_for",
    "supposed",
    "world_for",
]


def open_for(game: Game, seat: str | None) -> list[Request]:
    return game.requests(seat)


def desk_data(game: Game, path: Path | None, seat: str | None = None, since: int | None = None) -> dict[str, Any]:
    """Where a game stands: the shape that all acting commands print.

    `game, book, scenario, phase, over, tip, commitment, requests` (each `id, seat, kind, prompt, cite, legal, labels,
    odds, why, subject, facts`, empty ones left out) and, after an act, `entries` (`seq, cause, by, effects`) and the
    `dispatch` that tells what they brought about (`headline, fell, tells, board, idle, books`), if there is any.
    """
    found: dict[str, Any] = {
        "game": str(path) if path else None,
        "book": game.book.name,
        "scenario": game.scenario,
        "phase": game.phase,
        "over": game.over,
        **game.pledge(),
        "requests": open_for(game, seat),
    }
    if since is not None:
        found["entries"] = entries_since(game, since, seat)
        found["dispatch"] = dispatch_of(Sight(game, seat or TABLE), since + 1) if since < len(game.record) else None
    return found
