"""The guided game in the terminal: begins or opens a game and lets the guide lead through it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

import legation
from legation.cli import bots as opponents
from legation.cli import kept, viewing
from legation.cli.guide import Guide
from legation.cli.output import GameOption, JsonOption, Reply, command, console
from legation.cli.terminal import KeyboardClosed, Terminal
from legation.cli.typed import seat_named, seat_title
from legation.core.book import Book
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.to_json import whole
from legation.core.words import capital
from legation.play.bots import BOTS, Bot

__all__ = ["add_to"]

MEANS = {"no": "without them", "yes": "with them"}


def choose_new(terminal: Terminal) -> Game:
    """Ask for book, scenario, the rules that a group may leave out, dice and who plays, and begin."""
    books = list(legation.all_books())
    name = pick(terminal, "Which game?", {each: legation.book(each).title for each in books})
    book = legation.book(name)
    scenario = pick(terminal, "Which scenario?", dict(book.scenarios))
    options = {}
    for option in book.options:
        if scenario in option.asked_in:
            question = f"With {option.says}?" if option.is_switch else f"{option.says}:"
            options[option.name] = pick(terminal, question, {word: MEANS.get(word, "") for word in option.choices})
    dice = pick(terminal, "Whose dice?", {"server": "Legation rolls", "typed": "You roll and type what you see"})
    bots = choose_bots(terminal, book)
    game = legation.new_game(name, scenario, dice=dice, options=options)
    kept.add_nonce(game, bots)
    path = kept.free_name(None, f"{name}-{scenario}")
    kept.keep(game, path)
    if bots:
        opponents.keep(path, bots)
    terminal.console.print(Text(f"The game is kept in {path}.", style="dim"))
    return game


def choose_bots(terminal: Terminal, book: Book) -> dict[str, Bot]:
    """Ask which seats Legation plays, and how; at least one is left to a person."""
    some = pick(terminal, "Who plays?", {"people": "all seats", "bots": "Legation plays some of the seats"}) == "bots"
    found: dict[str, Bot] = {}
    for seat in book.seats if some else ():
        if len(found) == len(book.seats) - 1:
            break
        ways = {"person": "sits here", **{bot.name: f"Legation, {bot.says}" for bot in BOTS.values()}}
        chosen = pick(terminal, f"{capital(seat_title(book, seat))}:", ways)
        if chosen in BOTS:
            found[seat] = BOTS[chosen]
    return found


def pick(terminal: Terminal, question: str, options: dict[str, str]) -> str:
    """One of a few, by number or word; an empty line takes the first."""
    terminal.console.print(Text(question, style="bold"))
    words = list(options)
    for number, word in enumerate(words, 1):
        meaning = f": {options[word]}" if options[word] else ""
        terminal.console.print(Text.assemble((f"  {number}  ", "green"), word, meaning))
    while True:
        text = terminal.line("> ")
        if not text:
            return words[0]
        if text in options:
            return text
        if 1 <= (whole(text) or 0) <= len(words):
            return words[(whole(text) or 0) - 1]
        terminal.console.print(Text(f"Please type a number from 1 to {len(words)}.", style="bold red"))


def play(
    seat: Annotated[list[str] | None, typer.Option("--seat", "-s", help="Who sits here; may be repeated.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game, and be asked which.")] = False,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Play a game in the terminal, led from one question to the next; with no game yet, begin one.

    JSON (printed at the end): game, book, scenario, phase, over, requests, tip, commitment, entries (made in this
    sitting).
    """
    terminal = Terminal(console(errors=json))
    try:
        if new or (game is None and kept.recall("last") is None):
            found = choose_new(terminal)
        else:
            found, _ = kept.load(game)
    except KeyboardClosed:
        raise Refused("no game was begun") from None
    since = len(found.record)
    guide = Guide(
        found,
        terminal,
        {seat_named(found.book, s) for s in seat} if seat else None,
        opponents.at_table(found.record.path),
    )
    guide.run()
    return Reply(viewing.desk_data(guide.game, guide.game.record.path, since=since), lambda: ())


def add_to(app: typer.Typer) -> None:
    command(app)(play)
