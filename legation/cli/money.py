"""Money and the board sheet: a nation's page, and what a group tells the referee once about its board."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import RenderableType
from rich.text import Text

from legation.cli import kept
from legation.cli.answer import at_keyboard
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command
from legation.cli.typed import seat_named
from legation.core import acts
from legation.core.errors import NotFound, Refused
from legation.core.facts import Teller
from legation.core.game import Game
from legation.core.inquiries import money_page_of
from legation.core.sight import world_for
from legation.core.untrusted import from_yaml

__all__ = ["add_to", "sheet_facts"]


def money(
    nation: Annotated[list[str], typer.Argument(help="A nation.")],
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """A nation's money, line by line: its land and the share it may collect, this turn's page, and its purses.

    JSON: nation, page (text, value, rule, facts, parts).
    """
    found, _ = kept.load(game)
    who = seat_named(found.book, " ".join(nation))
    world = world_for(found, seat_named(found.book, seat) if seat else None)
    page = money_page_of(found.book, world, who)
    return Reply({"nation": who, "page": page.plain()}, lambda: (Text(line) for line in page.lines()))


# -- the board sheet
def sheet_facts(game: Game) -> dict[str, Any]:
    """Every fact that a group fills in once; None where nobody has told it yet.  What has a default is left out."""
    world = game.world
    families = [f for f in world.schema.families if f.told_by is Teller.SHEET]
    keys: list[str] = []
    for family in families:
        keys += family.keys() if family.default is None else ()
    keys += [key for key in world.set_facts() if world.schema.spec(key).family in families and key not in keys]
    return {key: world.get(key) for key in keys}


def export(
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file; standard output if left out.")] = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Write the board sheet of a game as YAML, to be filled in and shared: land values, unit strengths.

    JSON: facts (fact to value; null where nobody has told it yet).
    """
    found, _ = kept.load(game)
    facts = sheet_facts(found)
    text = msgspec.yaml.encode(facts, order="deterministic").decode()
    if out is not None:
        out.write_text(text, encoding="utf-8")

    def shown() -> Iterable[RenderableType]:
        if out is None:
            typer.echo(text, nl=False)
        else:
            yield Text(f"The board sheet is in {out}: {sum(v is None for v in facts.values())} values are still open.")

    return Reply({"facts": facts}, shown)


def import_(
    file: Annotated[Path, typer.Argument(help="A board sheet in YAML.")],
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Read a board sheet into a game; what it leaves open stays as it is.

    JSON: facts (what was taken from it).
    """
    found, _ = kept.load(game)
    try:
        told = from_yaml(file.read_bytes())
    except OSError:
        raise NotFound("file", str(file), [str(p) for p in sorted(file.parent.glob("*.yaml"))]) from None
    except ValueError as error:
        raise Refused(f"this is no board sheet: {error}") from None
    if not isinstance(told, dict):
        raise Refused("a board sheet is a list of facts with their values")
    schema = found.world.schema
    strange = [key for key in told if schema.spec(str(key)).family.told_by is not Teller.SHEET]
    if strange:
        raise Refused(f"{schema.spec(strange[0]).says} does not belong on a board sheet")
    new = {key: value for key, value in told.items() if value is not None and found.world.get(key) != value}
    if new:
        found.perform(acts.Report(new), at_keyboard(found))
    words = f"{len(new)} value{'' if len(new) == 1 else 's'} taken from {file}."
    return Reply({"facts": new}, lambda: [Text(words)])


def _sheets() -> None:
    """What a group tells the referee once: land values and unit strengths of its own board."""


def add_to(app: typer.Typer) -> None:
    command(app)(money)
    sheets = typer.Typer(help="A group's own land values and unit strengths.", no_args_is_help=True)
    command(sheets)(export)
    command(sheets, "import")(import_)
    sheets.callback()(_sheets)
    app.add_typer(sheets, name="board-sheet")
