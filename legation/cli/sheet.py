"""What goes on paper and on the table: the turn sheet, how a game has come out, and a group's own map."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.text import Text

import legation
from legation.cli import kept, render, viewing
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command
from legation.cli.remote import ServerLine as Connection
from legation.cli.remote import ServerOption, TokenOption
from legation.cli.typed import seat_named
from legation.core.abilities import OwnMaps
from legation.core.balance import balance_of
from legation.core.errors import NotFound
from legation.core.game import Game
from legation.core.inquiries import map_of, turn_sheet_of
from legation.core.requests import TABLE
from legation.core.words import capital
from legation.play.luck import luck_rows

__all__ = ["add_to", "balance_parts", "map_in", "sheet_parts"]


# -- the turn sheet
def sheet_of(game: Game, seat: str | None) -> dict[str, list[str]]:
    return turn_sheet_of(game, viewing.world_for(game, seat), seat)


def sheet_parts(game: Game, seat: str | None = None) -> Iterable[RenderableType]:
    """The sheet, for the screen."""
    yield Line(Text(f"Turn sheet: {game.phase}", style="bold"), align="left", style="blue")
    for heading, lines in sheet_of(game, seat).items():
        yield Text(heading, style="bold")
        yield from (Padding(Text(line), (0, 0, 0, 2), expand=False) for line in lines)


def markdown(game: Game, sheet: dict[str, list[str]]) -> str:
    parts = [f"# {game.book.title}: {game.phase}"]
    for heading, lines in sheet.items():
        parts += [f"## {heading}", "\n".join(f"- [ ] {line}" for line in lines)]
    return "\n\n".join(parts) + "\n"


def sheet(
    nation: Annotated[str | None, typer.Option("--nation", "-n", help="Only this nation; all if left out.")] = None,
    as_markdown: Annotated[bool, typer.Option("--markdown", "-m", help="As Markdown, with boxes to tick.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write Markdown into this file.")] = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """What is due this turn, for printing: rolls and rights with their odds, money owed, battles, alliances, reminders.

    JSON: phase, sheet (heading to lines).
    """
    found, _ = kept.load(game)
    seat = seat_named(found.book, nation) if nation else None
    lines = sheet_of(found, seat)
    if out is not None:
        out.write_text(markdown(found, lines), encoding="utf-8")

    def shown() -> Iterable[RenderableType]:
        if out is not None:
            yield Text(f"The sheet is in {out}.")
        elif as_markdown:
            typer.echo(markdown(found, lines), nl=False)
        else:
            yield from sheet_parts(found, seat)

    return Reply({"phase": found.phase, "sheet": lines}, shown)


# -- how it has come out
def balance_parts(game: Game, seat: str | None = None) -> Iterable[RenderableType]:
    """The end of a game, for the screen."""
    return render.balance_view(balance_of(viewing.Sight(game, seat or TABLE)), luck_rows(game))


def balance(
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """How a game has come out, or how it stands: who stands with whom, what changed hands, dice against the odds, luck,
    and whether dice and seals are what was promised.

    JSON: balance (over, closed, ended, lede, turns, entries, tip, classes, standing, levels, changed, struck, checked),
    luck (as `legation luck` has it).
    """
    if server:
        return Connection(server, token, seat).balance()
    found = kept.load(game)[0]
    viewer = seat_named(found.book, seat) if seat else TABLE
    data = {"balance": balance_of(viewing.Sight(found, viewer)), "luck": luck_rows(found)}
    return Reply(data, lambda: balance_parts(found, viewer))


# -- maps
def map_in(book: str, file: Path) -> str:
    """The text of a group's own map; a refusal says all that is wrong with it."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NotFound("file", str(file), [str(p) for p in sorted(file.parent.glob("*.yaml"))]) from None
    map_of(legation.book(book)).board_sheet(text.encode())
    return text


def check(
    file: Annotated[Path, typer.Argument(help="A map, or the territories that differ from the book's.")],
    book: Annotated[str, typer.Option("--book", help="Whose map it is; of the first book with one, if left out.")] = "",
    json: JsonOption = False,
) -> Reply:
    """Check a group's own map: what is wrong with it, or in what it differs from the reference map.

    JSON: book, facts (values and borders that a game begun with --map FILE takes from it), words (what is split,
    merged and renamed).
    """
    book = book or next(name for name, one in legation.all_books().items() if isinstance(one, OwnMaps))
    text = map_in(book, file)
    found = legation.book(book)
    facts, words = map_of(found).board_sheet(text.encode()), map_of(found).board_words(text.encode())
    schema = found.schema_of(next(iter(found.scenarios)), {"map": text})

    def shown() -> Iterable[RenderableType]:
        yield from (Text(f"{line}.") for line in words)
        told = {schema.spec(key).says: value for key, value in reversed(facts.items())}  # of one, once
        for says, value in reversed(told.items()):
            said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            yield Text.assemble(f"{capital(says)}: ", (str(said), "bold"))
        count = len(facts) + len(words)
        many = f"{count} difference{'s' * (count != 1)}" if count else "no differences"
        yield Text(f"The map is sound, with {many} from the reference map.")
        yield Text(f"A game with it: legation new {book} --map {file}", style="dim")

    return Reply({"book": book, "facts": facts, "words": words}, shown)


def export(
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file; standard output if left out.")] = None,
    book: Annotated[str | None, typer.Option("--book", help="The reference map of this book, not a game's.")] = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Write the map of a game, or the reference map of a book, as a file to share or to edit.

    JSON: book, map (the text of the file).
    """
    if book is None:
        found, _ = kept.load(game)
        name, options = found.book.name, found.record.header.options
    else:
        name, options = book, {}
    text = map_of(legation.book(name)).board_text(options)
    if out is not None:
        out.write_text(text, encoding="utf-8")

    def shown() -> Iterable[RenderableType]:
        if out is None:
            typer.echo(text, nl=False)
        else:
            yield Text(f"The map is in {out}.")

    return Reply({"book": name, "map": text}, shown)


def neighbours(
    place: Annotated[list[str], typer.Argument(help="A territory.")], game: GameOption = None, json: JsonOption = False
) -> Reply:
    """What a territory touches by land on the map of a game.

    JSON: place, trace (text, value, rule, parts).
    """
    found, _ = kept.load(game)
    trace = map_of(found.book).adjacent(viewing.world_for(found, None), " ".join(place))

    def shown() -> Iterable[RenderableType]:
        yield Text.assemble((trace.text, "bold"), "  ", render.cite(trace.rule))
        yield from (Text(f"  {line.text}") for line in trace.parts)

    return Reply({"place": " ".join(place), "trace": trace.plain()}, shown)


def add_to(app: typer.Typer) -> None:
    command(app)(sheet)
    command(app)(balance)
    maps = typer.Typer(help="A group's own map.", no_args_is_help=True)
    command(maps)(check)
    command(maps)(export)
    command(maps)(neighbours)
    maps.callback()(_maps)
    app.add_typer(maps, name="map")


def _maps() -> None:
    """A group's own map."""
