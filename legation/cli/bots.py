"""The bots of a game that is kept here: who plays which seat, in a file beside the game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from legation.cli.typed import seat_named
from legation.core.book import Book
from legation.core.errors import BadRecord, Refused
from legation.core.game import Game
from legation.core.record import Entry, write_atomically
from legation.core.voice import quoted
from legation.play.bots import Bot, bot_named, play_bots

__all__ = ["at_table", "bots_file", "keep", "let_play", "named"]


def bots_file(path: Path) -> Path:
    return path.with_name(path.name + ".bots")


def named(book: Book, words: Iterable[str]) -> dict[str, Bot]:
    """`seat=bot` words as bots by seat."""
    found: dict[str, Bot] = {}
    for word in words:
        seat, equals, name = word.partition("=")
        if not equals:
            raise Refused(f"{quoted(word)} is not of the form seat=bot")
        who = seat_named(book, seat)
        if who not in book.seats:
            raise Refused(f"a bot cannot be {seat}", allowed=list(book.seats))
        if found.get(who, bot_named(name)) != bot_named(name):
            raise Refused(f"{who} is given to two bots, {found[who].name} and {name}")
        found[who] = bot_named(name)
    return found


def keep(path: Path, bots: dict[str, Bot]) -> None:
    write_atomically(bots_file(path), json.dumps({seat: bot.name for seat, bot in bots.items()}).encode())


def at_table(path: Path | None) -> dict[str, Bot]:
    """The bots that play in the game in this file, by seat."""
    if path is None or not bots_file(path).exists():
        return {}
    try:
        kept = json.loads(bots_file(path).read_text(encoding="utf-8"))
        return {seat: bot_named(name) for seat, name in kept.items()}
    except (ValueError, AttributeError, TypeError):
        raise BadRecord(f"{bots_file(path).name} cannot be read; take it away, and people play those seats") from None


def let_play(game: Game, path: Path | None) -> list[Entry]:
    """Whatever is asked of bots, they answer; what that made."""
    bots = at_table(path)
    return play_bots(game, bots) if bots else []
