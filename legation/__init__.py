"""Legation: the referee's desk for the diplomacy of two WWII board games.

>>> import legation
>>> game = legation.new_game("twg", scenario="1939", seed=7)
>>> [request.prompt for request in game.requests()]  # doctest: +SKIP

Nothing but this file is loaded by `import legation`; books and the rest come when they are first used.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from legation.books import all_books, book
    from legation.core.dice import Dice
    from legation.core.errors import BadRecord, BadRulebook, LegationError, NotFound, NotYours, Refused, Unknown
    from legation.core.game import Game

__all__ = [
    "__version__",
    "all_books",
    "book",
    "new_game",
    "open_game",
    "Game",
    "LegationError",
    "BadRecord",
    "BadRulebook",
    "NotFound",
    "NotYours",
    "Refused",
    "Unknown",
]

__version__ = "0.2.0"

_LATER = {
    **dict.fromkeys(("all_books", "book"), "legation.books"),
    "Game": "legation.core.game",
    **dict.fromkeys(
        ("LegationError", "BadRecord", "BadRulebook", "NotFound", "NotYours", "Refused", "Unknown"),
        "legation.core.errors",
    ),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'legation' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def new_game(
    book: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    dice: Dice | str | None = None,
    options: Mapping[str, str] | None = None,
    nonce: str = "",
    board: Mapping[str, Any] | None = None,
) -> Game:
    """Begin a game of a book; without a scenario, of its first one.

    `dice` is "server" (the default; `seed` makes them repeatable), "typed", or a source of faces.  `options` are the
    book's (`Book.options`), such as `{"rules-1939": "yes"}`; a group's own map is the option `map`, the text of its
    file.  `board` are facts of a board sheet; they are recorded with the set-up.
    """
    from legation.books import book as find
    from legation.core.game import Game

    found = find(book)
    scenario = scenario or next(iter(found.scenarios))
    return Game.new(found, scenario, options=options, seed=seed, dice=dice, nonce=nonce, given=board)


def open_game(path: str | Path, *, salvage: bool = False) -> Game:
    """Open a saved game; every later act is appended to its file.  `salvage` opens what precedes a damage."""
    from legation.books import all_books
    from legation.core.game import Game

    return Game.open(path, all_books(), salvage=salvage)
