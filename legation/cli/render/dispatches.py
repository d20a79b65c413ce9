"""Dispatches in the terminal: what an act or a phase brought about, meaning first, bookkeeping left to the record."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from legation.cli.render.words import cite
from legation.core.chronicle import chronicle
from legation.core.dispatch import dispatch_of
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.views import Dispatch, Fell, Tell
from legation.core.words import counted

__all__ = ["dispatch_parts", "dispatch_view"]


def dispatch_view(game: Game, since: int, title: str = "", *, whole: bool = False) -> list[RenderableType]:
    """What the entries after one brought about.

    Nothing if they tell nothing but what was just typed; the `whole` says that too, and what was only written down.
    """
    sight = Sight(game, TABLE)
    found = dispatch_of(sight, since + 1) if since < len(game.record) else None
    if found is None:
        return [Text(line.text, style="bold") for line in chronicle(sight).lines[since:]] if whole else []
    return dispatch_parts(found, title, whole=whole)


def dispatch_parts(found: Dispatch, title: str = "", *, whole: bool = False) -> list[RenderableType]:
    if not (whole or found.lead or found.opened or found.fell or found.tells or found.board or found.idle):
        return []
    lines: list[RenderableType] = [_lead(found)]
    if title:
        lines = [Text(title, style="bold"), *(_indented(line) for line in lines)]
    lines += [_indented(Text(text)) for _, text in found.opened]
    lines += [_indented(line) for line in _lines(found.fell, found.tells, found.board)]
    if found.idle:
        rolls = "1 roll" if len(found.idle) == 1 else f"{len(found.idle)} rolls"
        lines.append(_indented(Text(f"{rolls} changed nothing", style="dim")))
    if whole and found.books:
        written = f"Bookkeeping: {counted(len(found.books), 'line')} in the record"
        lines.append(_indented(Text(written, style="dim")))
    return lines


def _indented(line: RenderableType) -> RenderableType:
    return Padding(line, (0, 0, 0, 2), expand=False)


def _lead(found: Dispatch) -> Text:
    return _told(found.lead, "bold") if found.lead else Text(found.headline, style="bold")


def _lines(fell: tuple[Fell, ...], tells: tuple[Tell, ...], board: tuple[Tell, ...]) -> Iterator[Text]:
    for die in fell:
        shown = f"{die.says}: {die.result}" if die.result else die.says
        yield Text.assemble((shown, ""), (f"  {die.purpose}", "dim"))
    for tell in tells:
        yield _told(tell)
    for tell in board:
        yield Text.assemble(("On your board: ", "magenta"), _told(tell))


def _told(tell: Tell, style: str = "") -> Text:
    line = Text.assemble((tell.text, style), " ")
    for rule in tell.rules:
        line.append_text(cite(rule)).append(" ")
    return line.append(tell.because, style="dim") if tell.because else line
