"""What goes on paper and on the table: the turn sheet and a group's own map."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.text import Text

import legation
from legation.cli import home, render, sight
from legation.cli.output import GameOption, JsonOption, Reply, command
from legation.cli.words import seat_named
from legation.core.errors import NotFound, Refused
from legation.core.game import Game

__all__ = ["add_to", "board_of", "sheet_parts"]


# -- the turn sheet
def sheet_of(game: Game, seat: str | None) -> dict[str, list[str]]:
    try:
        return game.book.turn_sheet(sight.world_for(game, seat), seat)
    except NotImplementedError:
        raise Refused(f"the book {game.book.name} has no turn sheet") from None


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
    found, _ = home.load(game)
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


# -- maps
def board_of(book: str, file: Path) -> dict[str, Any]:
    """The facts in which a group's own board differs from the book's; a refusal says all that is wrong with it."""
    try:
        text = file.read_bytes()
    except OSError:
        raise NotFound("file", str(file), [str(p) for p in sorted(file.parent.glob("*.yaml"))]) from None
    try:
        return legation.book(book).board_sheet(text)
    except NotImplementedError:
        raise Refused(f"the book {book} has no map to change") from None


def check(
    file: Annotated[Path, typer.Argument(help="A map, or the territories that differ from the book's.")],
    book: Annotated[str, typer.Option("--book", help="Whose map it is.")] = "twg",
    json: JsonOption = False,
) -> Reply:
    """Check a group's own map: what is wrong with it, or in what it differs from the reference map.

    JSON: book, facts (what a game begun with --map FILE would take from it).
    """
    facts = board_of(book, file)
    fresh = legation.book(book)
    schema = fresh.schema(next(iter(fresh.scenarios)))

    def shown() -> Iterable[RenderableType]:
        for key, value in facts.items():
            said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            yield Text.assemble(f"{render.capital(schema.spec(key).says)}: ", (str(said), "bold"))
        many = f"{len(facts)} difference{'s' * (len(facts) != 1)}" if facts else "no differences"
        yield Text(f"The map is sound, with {many} from the reference map.")
        yield Text(f"A game with it: legation new {book} --map {file}", style="dim")

    return Reply({"book": book, "facts": facts}, shown)


def add_to(app: typer.Typer) -> None:
    command(app)(sheet)
    maps = typer.Typer(help="A group's own map.", no_args_is_help=True)
    command(maps)(check)
    maps.callback()(_maps)
    app.add_typer(maps, name="map")


def _maps() -> None:
    """A group's own map."""
