"""What commands look at: the desk, the record and the world as one seat may see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legation.core.game import Game
from legation.core.requests import Request
from legation.core.sight import LACKING, dossier_of, entries_since, history_of, outlook, supposed, world_for

__all__ = [
    "LACKING",
    "desk_data",
    "dossier_of",
    "entries_since",
    "history_of",
    "open_for",
    "outlook",
    "supposed",
    "world_for",
]

def open_for(game: Game, seat: str | None) -> list[Request]:
    return game.requests(seat)


def desk_data(game: Game, path: Path | None, seat: str | None = None, since: int | None = None) -> dict[str, Any]:
    """Where a game stands: the shape that all acting commands print.

    `game, book, scenario, phase, over, requests` (each `id, seat, kind, prompt, cite, legal, labels, odds, why,
    subject, facts`, empty ones left out) and, after an act, `entries` (`seq, cause, by, effects`).
    """
    found: dict[str, Any] = {
        "game": str(path) if path else None,
        "book": game.book.name,
        "scenario": game.scenario,
        "phase": game.phase,
        "over": game.over,
        "requests": open_for(game, seat),
    }
    if since is not None:
        found["entries"] = entries_since(game, since, seat)
    return found
