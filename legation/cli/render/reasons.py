"""Why: explanations as trees, and the facts they rest on with their source and age."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from legation.cli.render.citing import cite
from legation.cli.render.history import history_view
from legation.cli.typed import seat_title
from legation.core.facts import World
from legation.core.game import Game
from legation.core.shortened import TraceReason, brief, unshortened
from legation.core.sight import fact_origin
from legation.core.why import Consulted, Why
from legation.core.words import ago, capital, told

__all__ = ["fact_table", "trace_tree", "why_view"]


def trace_tree(game: Game, reason: TraceReason, world: World | None = None) -> RenderableType:
    """An explanation as a tree; + applied, - did not.  Of the past, `world` has the facts as they were."""
    world = game.world if world is None else world
    tree = Tree(_reason_line(world, reason), guide_style="dim")
    _grow(world, tree, reason)
    return tree


def _grow(world: World, tree: Tree, reason: TraceReason) -> None:
    for part in reason.parts:
        _grow(world, tree.add(_reason_line(world, part)), part)


def why_view(game: Game, found: Why, *, full: bool = False, seat: str | None = None) -> Iterable[RenderableType]:
    """Why an entry changed what it changed: the entry, what its effects rest on, and what did not apply."""
    effects = [msgspec.to_builtins(effect.change) for effect in found.effects]
    entry = {"seq": found.seq, "cause": found.cause, "by": found.by, "effects": effects}
    yield from history_view(game, [entry], labels=True, seat=seat)
    for sentence in (found.says, str(found.differs) if found.differs else ""):
        if sentence:
            yield Text(sentence, style="bold magenta" if found.differs and sentence != found.says else "")
    short = unshortened if full else brief
    reasons = [one for one in (*found.modifiers, *found.reasons) if one.trace]
    if found.sheets or reasons:
        yield Text("\nBecause", style="bold")
    for trace in (*found.sheets, *(one.trace for one in reasons if one.trace)):
        yield trace_tree(game, short(trace), found.before)
    told = {one.rule for one in reasons} | {line.rule for sheet in found.sheets for line in sheet.parts}
    also, held = ([one for one in part if one.rule not in told] for part in (found.applied, found.held))
    if full:
        yield from _rule_lines("Applied as well", also, "+")
        yield from _rule_lines("Looked at, and not applied", held, "-")
    elif also or held:
        counts = f"{len(also)} more rules applied, {len(held)} were looked at and did not"
        yield Text(f"\n{counts}; --full lists them.", style="dim")


def _rule_lines(title: str, consulted: Iterable[Consulted], mark: str) -> Iterable[RenderableType]:
    for number, one in enumerate(consulted):
        if not number:
            yield Text(f"\n{title}", style="bold")
        yield Text.assemble(f"{mark} {capital(one.label)} ").append_text(cite(one.rule))


def _reason_line(world: World, reason: TraceReason) -> Text:
    trace = reason.trace
    mark, style = {True: ("+ ", "green"), False: ("- ", "dim"), None: ("", "")}[trace.applied]
    line = Text(mark, style=style)
    line.append(capital(reason.text), style="bold" if trace.applied else style)
    line.append(f": {reason.said} " if reason.said else " ", style=style)
    line.append_text(cite(trace.rule))
    if any(world.origin(key).kind == "ruling" for key in reason.facts()):
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
        truth = isinstance(found["value"], bool)  # which its words tell
        value = "" if truth else told(game.book, world, key, found["value"])
        grid.add_row(
            Text(f"{capital(found['says'])}  ({key})"), Text(value, style="bold"), Text(origin_text(game, found))
        )
    return grid
