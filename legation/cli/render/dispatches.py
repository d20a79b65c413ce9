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
    if not (whole or found.opened or found.fell or found.tells or found.board or found.idle):
        return []
    lines: list[RenderableType] = [Text(title or found.headline, style="bold")]
    lines += [Padding(Text(text), (0, 0, 0, 2), expand=False) for _, text in found.opened]
    lines += [Padding(line, (0, 0, 0, 2), expand=False) for line in _lines(found.fell, found.tells, found.board)]
    if found.idle:
        rolls = "1 roll" if len(found.idle) == 1 else f"{len(found.idle)} rolls"
        lines.append(Padding(Text(f"{rolls} changed nothing", style="dim"), (0, 0, 0, 2), expand=False))
    if whole and found.books:
        written = f"Bookkeeping: {counted(len(found.books), 'line')} in the record"
        lines.append(Padding(Text(written, style="dim"), (0, 0, 0, 2), expand=False))
    return lines


def _lines(fell: tuple[Fell, ...], tells: tuple[Tell, ...], board: tuple[Tell, ...]) -> Iterator[Text]:
    for die in fell:
        about = f"{die.subject}: " if die.subject else ""
        shown = f"{about}{die.by_name} rolled {die.roll} on a {die.die}"
        if die.needed is not None:
            shown += f", needed {die.needed} or less: {'a success' if die.won else 'a failure'}"
        yield Text.assemble((shown, ""), (f"  {die.purpose}", "dim"))
    for tell in tells:
        yield _told(tell)
    for tell in board:
        yield Text.assemble(("On your board: ", "magenta"), _told(tell))


def _told(tell: Tell) -> Text:
    line = Text(f"{tell.text} ")
    for rule in tell.rules:
        line.append_text(cite(rule)).append(" ")
    return line.append(tell.because, style="dim") if tell.because else line
