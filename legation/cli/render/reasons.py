"""Why: explanations as trees, and the facts they rest on with their source and age."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from legation.cli.brief import Reason
from legation.cli.render.words import ago, cite
from legation.cli.words import seat_title
from legation.core.facts import World
from legation.core.game import Game
from legation.core.sight import fact_origin
from legation.core.trace import show_value

__all__ = ["fact_table", "trace_tree"]


def trace_tree(game: Game, reason: Reason) -> RenderableType:
    """An explanation as a tree; + applied, - did not."""
    tree = Tree(_reason_line(game, reason), guide_style="dim")
    _grow(game, tree, reason)
    return tree


def _grow(game: Game, tree: Tree, reason: Reason) -> None:
    for part in reason.parts:
        _grow(game, tree.add(_reason_line(game, part)), part)


def _reason_line(game: Game, reason: Reason) -> Text:
    trace = reason.trace
    mark, style = {True: ("+ ", "green"), False: ("- ", "dim"), None: ("", "")}[trace.applied]
    line = Text(mark, style=style)
    line.append(reason.text, style="bold" if trace.applied else style)
    line.append(f": {reason.said} " if trace.value is not None else " ", style=style)
    line.append_text(cite(trace.rule))
    if any(game.world.origin(key).kind == "ruling" for key in reason.facts()):
        line.append(" by a ruling of the umpire", style="bold magenta")
    return line


def origin_text(game: Game, found: Mapping[str, Any]) -> str:
    by = f" by {seat_title(game.book, found['by'])}" if found["by"] else ""
    words = {
        "default": "so far nobody has said otherwise" if found["known"] else "nobody has reported it",
        "setup": "set-up",
        "report": f"reported{by}",
        "ruling": f"RULING{by}",
        "undo": "as it was before an undo",
        "sealed": "sealed",
        "given": "given",
    }.get(found["source"], "by a rule")
    rule = f" [{found['rule']}]" if found["rule"] else ""
    when = f", {ago(found['age'])} (entry {found['entry']})" if found["entry"] and found["source"] != "setup" else ""
    return words + rule + when


def fact_table(game: Game, world: World, keys: Iterable[str]) -> RenderableType:
    """Facts with their value, source and age, as the world of one seat has them."""
    grid = Table(box=None, pad_edge=False, show_header=True, header_style="dim", title_justify="left")
    for name in ("fact", "value", "source"):
        grid.add_column(name)
    for key in keys:
        found = fact_origin(world, key)
        value = "unknown" if found["value"] is None else show_value(found["value"])
        grid.add_row(Text(f"{found['says']}  ({key})"), Text(value, style="bold"), Text(origin_text(game, found)))
    return grid
