"""Commands that make, copy and hand on games: new, games, branch, export, import."""

from __future__ import annotations

import json as json_lines
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import legation
from legation.cli import bots as opponents
from legation.cli import kept, render, viewing
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command, plain
from legation.cli.sheet import map_in
from legation.cli.typed import seat_named
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.history import vault_file
from legation.core.voice import quoted

__all__ = ["add_to"]


def begun(game: Game, path: Path, words: str = "") -> Reply:
    def shown() -> Iterable[RenderableType]:
        yield Text(words or f"The game is kept in {path}.", style="dim")
        yield from render.desk(game, game.requests())

    return Reply(viewing.desk_data(game, path), shown)


def new(
    book: Annotated[str, typer.Argument(help="The book.")],
    scenario: Annotated[str | None, typer.Option("--scenario", help="The book's first one if left out.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the server's dice repeatable.")] = None,
    dice: Annotated[str, typer.Option("--dice", help="server, or typed by the players")] = "server",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            help="name=value, or name alone for yes; repeatable. `legation options BOOK` lists them.",
        ),
    ] = None,
    own_map: Annotated[Path | None, typer.Option("--map", help="A group's own map: see `legation map check`.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", help="seat=bot, such as SEAT=cautious; may be repeated. `legation bots` lists them."),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="What the game is called, or its file.")] = None,
    json: JsonOption = False,
) -> Reply:
    """Begin a game and say what is asked first.

    JSON: game, book, scenario, phase, over, requests, tip, commitment.
    """
    options: dict[str, str] = {}
    switches = {known.name for known in legation.book(book).options if known.is_switch}
    for word in option or ():
        key, equals, value = word.partition("=")
        if not equals and key not in switches:
            raise Refused(f"{quoted(word)} is not of the form name=value")
        value = value if equals else "yes"
        if options.get(key, value) != value:
            raise Refused(f"the option {key} is given twice, as {options[key]} and as {value}")
        options[key] = value
    if own_map:
        options["map"] = map_in(book, own_map)
    bots = opponents.named(legation.book(book), bot or ())
    game = legation.new_game(book, scenario, seed=seed, dice=dice, options=options)
    kept.add_nonce(game, bots)
    path = kept.free_name(name, f"{book}-{game.scenario}")
    kept.keep(game, path)
    if bots:
        opponents.keep(path, bots)
        opponents.let_play(game, path)
    return begun(game, path)


def options(
    book: Annotated[str, typer.Argument(help="The book.")],
    json: JsonOption = False,
) -> Reply:
    """List what a group may settle before it begins: open points of the text, and house rules.

    JSON: book, options (each name, default, choices, says, rule).
    """
    found = legation.book(book).options
    data = [
        {"name": o.name, "default": o.default, "choices": list(o.choices), "says": o.says, "rule": o.cite}
        for o in found
    ]

    def shown() -> Iterable[RenderableType]:
        grid = Table.grid(padding=(0, 2))
        for o in found:
            choices = ", ".join(f"{c} (unless you say otherwise)" if c == o.default else c for c in o.choices)
            grid.add_row(Text(o.name, style="bold"), Text(choices), Text(o.says), render.cite(o.cite))
        yield grid if found else Text(f"The book {book} leaves nothing open.")
        if found:
            first = found[0]
            yield Text(f"For example: legation new {book} --option {first.name}={first.choices[-1]}", style="dim")

    return Reply({"book": book, "options": data}, shown)


def games(json: JsonOption = False) -> Reply:
    """List the games kept here.

    JSON: last, games (name to file).
    """
    found, last = kept.games(), kept.recall("last")

    def shown() -> Iterable[RenderableType]:
        grid = Table.grid(padding=(0, 2))
        for name, path in found.items():
            grid.add_row(Text("*" if str(path.resolve()) == last else ""), Text(name, style="bold"), Text(str(path)))
        yield grid if found else Text("There are no games yet; begin one with `legation new`.")

    return Reply({"last": last, "games": {name: str(path) for name, path in found.items()}}, shown)


def branch(
    at: Annotated[int | None, typer.Option("--at", help="The entry to go on from; the last one if left out.")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    use: Annotated[bool, typer.Option("--use", help="Make the branch the game that is used from now on.")] = False,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Make a what-if: a game of its own that goes on from an entry, with dice of its own.

    JSON: game, book, scenario, phase, over, requests, tip, commitment.
    """
    old, path = kept.load(game)
    twin = old.branch(at)
    target = kept.free_name(name, f"{path.name.removesuffix(kept.ENDING)}-what-if")
    twin.save(target)
    if use:
        kept.remember(last=str(target.resolve()))
    words = f"{twin.record.header.note.capitalize()}; it is kept in {target}."
    return begun(twin, target, words if use else f"{words} Use it with --game {target.name.removesuffix(kept.ENDING)}.")


def export(
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file; standard output if left out.")] = None,
    seat: SeatOption = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Also write what is still sealed and the key of the dice, beside --out.")
    ] = False,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Write the record, or one seat's view of it, as lines of JSON.

    JSON: header, entries (as the record has them, or as the seat may read them).
    """
    found, path = kept.load(game)
    if secrets and (seat is not None or out is None):
        raise Refused("secrets are written only beside a whole record in a file: use --out and leave out --seat")
    header = plain(found.record.header)
    if seat is None:
        blob = found.record.dump()
        entries: list[Any] = [plain(entry) for entry in found.record]
    else:
        entries = found.log(seat_named(found.book, seat))
        lines = [{"header": header}, *entries]
        blob = b"".join(json_lines.dumps(plain(e), ensure_ascii=False).encode() + b"\n" for e in lines)
    if out is not None:
        out.write_bytes(blob)
        if secrets and vault_file(path).exists():
            shutil.copyfile(vault_file(path), vault_file(out))

    def shown() -> Iterable[RenderableType]:
        if out is not None:
            yield Text(f"{len(entries)} entries are in {out}.")
        else:
            typer.echo(blob.decode(), nl=False)

    return Reply({"header": header, "entries": entries}, shown)


def last_question(damaged: Game, file: Path) -> Game:
    """What is sound of a record, up to the last moment when somebody was asked something."""
    lines = file.read_bytes().split(b"\n")[: 1 + len(damaged.record)]
    while True:
        game, _ = Game.load(b"".join(line + b"\n" for line in lines), file.name, legation.all_books(), damaged.vault)
        if game.over or game.requests() or len(lines) <= 2:
            return game
        lines.pop()  # the rest of this act is lost


def import_(
    file: Annotated[Path, typer.Argument(help="A record of Legation.")],
    name: Annotated[str | None, typer.Option("--name")] = None,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Take the sound entries of a damaged record and go on from there.")
    ] = False,
    json: JsonOption = False,
) -> Reply:
    """Copy a record in, after its chain has been checked.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, warnings.
    """
    game = legation.open_game(file, salvage=salvage)
    warnings = []
    if game.damage:
        damage, game = game.damage, last_question(game, file)
        warnings.append(f"{damage}; the copy ends after entry {len(game.record)}")
    if game.record.header.dice.get("source") == "server" and not game.vault.key:
        warnings.append("the key of its dice is not with it: from here on people roll and type what they see")
    if game.lost:
        warnings.append(f"what {kept.whose(game)} had hidden is not with it, and is asked again")
    path = kept.free_name(name, file.name.removesuffix(kept.ENDING))
    kept.keep(game, path)
    reply = begun(game, path)

    def shown() -> Iterable[RenderableType]:
        yield from (Text(f"Note: {warning}.", style="bold magenta") for warning in warnings)
        yield from reply.shown()

    return Reply({**reply.data, "warnings": warnings}, shown)


def add_to(app: typer.Typer) -> None:
    command(app)(new)
    command(app)(options)
    command(app)(games)
    command(app)(branch)
    command(app)(export)
    command(app, "import")(import_)
