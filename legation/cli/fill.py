"""The command `fill`: sheets that a seat fills in at once, on a game kept here or on a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from legation.cli import bots as opponents
from legation.cli import kept, render, viewing
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command
from legation.cli.remote import ServerLine, ServerOption, TokenOption
from legation.cli.typed import pairs, seat_named
from legation.core.acts import Who
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.intents import Intent, blank_of, checked, now_of, plain_blank, read_rows, send_intents, told_by
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.words import chance_says, decimal

__all__ = ["add_to", "filled_in", "blank_parts"]

FEW = 4  # values of a row that are reckoned out on the screen; JSON has them all


def blank_parts(sheets: Sequence[dict[str, Any]]) -> Iterable[RenderableType]:
    """Sheets as the JSON API tells them, each row with what may be written and what stands there."""
    if not sheets:
        yield Text("There is no sheet to fill in now.")
    for sheet in sheets:
        yield Text.assemble((sheet["title"], "bold yellow"), (f"  fill {sheet['sheet']} row=value …", "dim"))
        yield Text(sheet["says"])
        grid = Table.grid(padding=(0, 2))
        for row in sheet["rows"]:
            now = (sheet["written"] or {}).get(row["key"], row["chosen"])
            may = [_pick(p, sheet["coin"]) for p in row["picks"] if not p["closed"]]
            may = may or [f"{row['least']} to {row['most']}"]
            shown = Text("–" if now is None else str(now))
            grid.add_row(Text(f"  {row['key']}", style="green"), Text(row["name"]), shown, Text(", ".join(may)))
            for number, says in enumerate(row["says"][:FEW], row["least"]):  # what each point would buy
                faces = " ".join(row["results"][number - row["least"]]) if row["results"] else ""
                grid.add_row(
                    "", Text(f"with {number}", style="dim"), "", Text(f"{says}; by face: {faces}", style="dim")
                )
        yield grid
        if sheet["free"] is not None:
            yield Text(f"  {sheet['coin']}{sheet['free']} to spend", style="dim")


def _pick(pick: dict[str, Any], coin: str) -> str:
    if pick["worth"] is not None:
        return f"{pick['value']} ({pick['label']}, worth {coin}{decimal(pick['worth'])})"
    if pick["sure"] is None:
        return str(pick["value"])
    sure, best = Fraction(pick["sure"]), Fraction(pick["best"] or pick["sure"])
    chances = chance_says(str(sure)) if sure == best else f"{chance_says(str(sure))} to {chance_says(str(best))}"
    return f"{pick['value']} ({chances})"


def told(game: Game, seat: str, intent: Intent | None = None) -> list[dict[str, Any]]:
    """The sheets of a seat, as JSON has them."""
    held = {intent.sheet: intent} if intent else {}
    return [plain_blank(blank, held.get(blank.sheet)) for blank in Sight(game, seat, (seat,)).blanks]


def filled_in(game: Game, seat: str, sheet: str, words: Sequence[str], *, rolls: bool = False) -> Intent:
    """A sheet with these rows, the others as proposed; what it tells at once is told."""
    look = Sight(game, seat, (seat,))
    blank = blank_of(look, sheet)
    rows = read_rows(blank, {name: str(value) for name, value in pairs(words).items()})
    intent = Intent(sheet, checked(blank, rows), now_of(game), blank.lasting, rolls and blank.rolls)
    if report := told_by(blank, intent.rows, look.world):
        game.perform(report, Who.of(seat))
    return intent


def fill(
    sheet: Annotated[str | None, typer.Argument(help="Which sheet; without one, those that can be filled in.")] = None,
    rows: Annotated[list[str] | None, typer.Argument(help="row=value; the other rows stay as proposed.")] = None,
    rolls: Annotated[bool, typer.Option("--rolls", help="Legation rolls the dice of what is carried out.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Fill in a sheet at once, such as a nation's whole influence: it is carried out as far as it decides.

    On a server it is kept for its turn (counters until they are withdrawn); on a game kept here it is carried out now.

    JSON: seat, sheets, entries.
    """
    if server:
        line = ServerLine(server, token, seat)
        told_now = line.fill(sheet, rows or (), rolls)
        return Reply(told_now, lambda: blank_parts(told_now["sheets"]))
    found, path = kept.load(game)
    bots = opponents.at_table(path)
    who = seat_named(found.book, seat) if seat else _asked(found, bots)
    since = len(found.record)
    if sheet:
        intent = filled_in(found, who, sheet, rows or (), rolls=rolls)
        while opponents.let_play(found, path) or send_intents(found, {who: (intent,)}):
            continue

    def shown() -> Iterable[RenderableType]:
        if sheet:
            yield from render.dispatch_view(found, since, whole=True)
            yield from render.desk(found, found.requests())
        else:
            yield from blank_parts(told(found, who))

    data = {"seat": who, "sheets": told(found, who), "entries": viewing.entries_since(found, since, who)}
    return Reply(data, shown)


def _asked(game: Game, bots: Iterable[str]) -> str:
    """The seat that has a sheet to fill in for what is asked now."""
    seats = [seat for seat in game.book.seats if seat not in set(bots)]
    for seat in seats:
        if any(blank.answers for blank in Sight(game, seat, (seat,)).blanks):
            return seat
    asked = [r.seat for r in game.requests() if r.seat in seats]
    if not asked:
        raise Refused("say whose sheet: --seat SEAT", allowed=seats if TABLE not in seats else None)
    return asked[0]


def add_to(app: typer.Typer) -> None:
    command(app)(fill)
