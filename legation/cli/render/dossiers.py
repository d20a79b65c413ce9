"""Countries: odds, dossiers, and all of them in one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from legation.cli.render.words import capital, cell_text, value_text
from legation.cli.sight import LACKING
from legation.core.game import Game
from legation.core.together import Together
from legation.core.words import percent as share_of

__all__ = ["dossier_view", "forecast_table", "odds_view", "overview_table", "together_view"]

COLUMNS, SHORT = 6, 60


def odds_view(
    odds: Mapping[str, Mapping[str, Fraction]],
    words: Mapping[str, str] | None = None,
    one_more: Mapping[str, Mapping[str, Mapping[str, Fraction]]] | None = None,
) -> Iterable[RenderableType]:
    """Chances by roll and outcome; with what the outcomes mean, and what one point more would make of them."""
    if not odds:
        yield Text("No roll can be made for it now.", style="dim")
        return
    words, one_more = words or {}, one_more or {}
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("roll", "outcome"):
        table.add_column(name)
    for name in ("chance", "", *one_more):
        table.add_column(name, justify="right", max_width=12)
    if words:
        table.add_column("what it means")
    for roll, outcomes in odds.items():
        others = [supposed.get(roll, {}) for supposed in one_more.values()]
        keys = list(dict.fromkeys(key for chances in (outcomes, *others) for key in chances))
        order = list(words)
        for i, outcome in enumerate(sorted(keys, key=order.index) if set(keys) <= set(order) else keys):
            chance = outcomes.get(outcome, Fraction(0))
            shares = [share_of(c, 1) if c else "" for c in (chance, *(o.get(outcome) for o in others))]
            cells = [Text(outcome), Text(str(chance) if chance else ""), *map(Text, shares)]
            table.add_row(
                Text(roll if i == 0 else "", style="bold"), *cells, *([words.get(outcome, "")] if words else [])
            )
    yield table


def together_view(joint: Together, asked: Sequence[str]) -> Iterable[RenderableType]:
    """Several attempts: the chance of each, then what was asked (any, all, number)."""
    for subject, chance in joint.chances.items():
        yield Text(f"{subject}: {chance}, {share_of(chance, 1)}")
    average = f"{float(joint.expected):.2f} on average"
    if "any" in asked:
        yield Text(f"At least one: {joint.at_least_one}, {share_of(joint.at_least_one, 1)}; {average}", style="bold")
    if "all" in asked:
        yield Text(f"All of them: {joint.all}, {share_of(joint.all, 1)}", style="bold")
    if asked != ["all"]:
        if "any" not in asked:
            yield Text(f"How many: {average}", style="bold")
        yield from (Text(f"  {n} of {len(joint.chances)}: {share_of(share, 1)}") for n, share in joint.number.items())


def forecast_table(turns: Sequence[Mapping[str, Fraction]]) -> RenderableType:
    """Outcomes by turn, in percent; the exact fractions are in the JSON."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("after so many turns")
    for number in range(1, len(turns) + 1):
        table.add_column(str(number), justify="right")
    for outcome in dict.fromkeys(outcome for turn in turns for outcome in turn):
        shares = (turn.get(outcome) for turn in turns)
        table.add_row(Text(outcome), *(share_of(share, 1) if share else "" for share in shares))
    return table


def dossier_view(
    game: Game,
    dossier: Mapping[str, Any],
    outlook: Sequence[RenderableType],
    history: Sequence[RenderableType],
    rules: Sequence[str],
) -> Iterable[RenderableType]:
    """What a player wants to know of a country."""
    yield Line(Text(str(dossier.get("name") or dossier.get("title") or ""), style="bold"), align="left", style="blue")
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    for key, value in dossier.items():
        if (
            key in ("name", "title", "subject", "rules")
            or not cell_text(game, value)
            or (key == "home" and value == dossier.get("name"))
        ):
            continue
        grid.add_row(Text(capital(_heading(key))), _block(game, value))
    yield grid
    yield Text("\nWhat can happen next", style="bold")
    yield from outlook
    yield Text("\nHistory", style="bold")
    yield from history or [Text("Nothing has happened to it yet.", style="dim")]
    if rules:
        yield Text("\nRules", style="bold")
        yield Text(" ".join(rules), style="cyan")


def _block(game: Game, value: Any) -> RenderableType:
    """A value in a dossier: rows of plain data as a small table, a long mapping line by line, all else as text."""
    if isinstance(value, list | tuple) and value and all(isinstance(row, Mapping) for row in value):
        table = Table(box=None, pad_edge=False, header_style="dim")
        columns = list(dict.fromkeys(name for row in value for name in row))
        for name in columns:
            table.add_column(_heading(name))
        for row in value:
            table.add_row(*(Text(_table_cell(game, row.get(name))) for name in columns))
        return table
    text = cell_text(game, value)
    if isinstance(value, Mapping) and len(text) > SHORT:
        return Text("\n".join(value_text(game, {key: v}) for key, v in value.items()))
    if isinstance(value, list | tuple) and len(text) > SHORT:
        return Text("\n".join(value_text(game, v) for v in value))
    return Text(text)


def _heading(name: object) -> str:
    return str(name).replace("_", " ")


def _table_cell(game: Game, value: Any) -> str:
    if isinstance(value, Mapping):
        value = {key: v for key, v in value.items() if v not in (0, "0")}
    return "" if value is None else value_text(game, value)


def overview_table(game: Game, dossiers: Mapping[str, Mapping[str, Any]]) -> RenderableType:
    """All countries in one table: what most of their dossiers have, in a few words."""
    cells = {
        slug: {name: cell_text(game, value) for name, value in dossier.items() if not _is_aside(name)}
        for slug, dossier in dossiers.items()
    }
    names = list(dict.fromkeys(name for row in cells.values() for name in row))
    columns = {name: [row[name] for row in cells.values() if name in row] for name in names}
    wanted = [name for name in names if len(columns[name]) * 3 > len(cells) and _is_telling(columns[name])]
    leading = game.book.views.telling
    wanted.sort(key=lambda name: leading.index(name) if name in leading else len(leading))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("country", style="bold")
    for name in wanted[:COLUMNS]:
        table.add_column(name)
    for slug, row in cells.items():
        shown = [row.get(name, "") for name in wanted[:COLUMNS]]
        if any(shown):
            table.add_row(capital(game.book.subjects()[slug]), *map(Text, shown))
    return table


def _is_aside(name: str) -> bool:
    return name in ("name", "home", "rules", "subject", LACKING) or name.startswith("may ")


def _is_telling(column: Sequence[str]) -> bool:
    """Short, and more than noughts."""
    return any(column) and max(map(len, column)) <= SHORT and not set(column) <= {"", "0", "no"}
