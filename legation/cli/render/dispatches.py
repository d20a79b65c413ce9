"""Dispatches in the terminal: what an act or a phase brought about, meaning first, bookkeeping left to the record."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from legation.cli.render.citing import cite
from legation.core.chronicle import chronicle
from legation.core.dispatch import dispatch_of
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.views import Dispatch, Fell, OpenedLetters, Tell
from legation.core.words import counted, listed

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


def dispatch_parts(
    found: Dispatch, title: str = "", *, whole: bool = False, books: bool = False
) -> list[RenderableType]:
    """The lines of a dispatch; with `books`, also what was only written down, line by line."""
    if found.phases:
        parts = [dispatch_parts(phase, phase.phase, whole=whole, books=books) for phase in found.phases]
        before = [Text(f"{turn.phase}: {turn.headline}", style="dim") for turn in found.earlier]
        heads = [*before, Text(title or found.headline, style="bold")]
        return [*heads, *(_indented(line) for part in parts for line in part)]
    news = found.lead or found.reveals or found.fell or found.tells or found.board or found.idle or found.waits
    if not (whole or news):
        return []
    lines: list[RenderableType] = [_lead(found)]
    if title:
        lines = [Text(title, style="bold"), *(_indented(line) for line in lines)]
    lines += [_indented(Text(f"Opened together: {one.says}{_number(one)}")) for one in found.reveals]
    lines += [_indented(line) for line in _lines(found)]
    if found.idle:
        rolled = listed(f"{die.subject} ({die.roll})" for die in found.idle)
        alone = not (found.lead or found.tells or found.fell)  # the headline says so
        lines.append(_indented(Text(rolled if alone else f"No effect: {rolled}", style="dim")))
    lines += [_indented(Text.assemble(("Waits: ", "magenta"), _told(tell))) for tell in found.waits]
    if books:
        lines += [_indented(_written(*line)) for line in found.books]
    elif whole and found.books:
        written = f"Bookkeeping: {counted(len(found.books), 'line')}, told by: legation dispatch --all"
        lines.append(_indented(Text(written, style="dim")))
    return lines


def _written(says: str, was: str, now: str, rule: str) -> Text:
    line = Text(f"{says}: {was} → {now} " if now else f"{says} ", style="dim")
    return line.append_text(cite(rule))


def _number(found: OpenedLetters) -> str:
    if not found.needs:
        return ""
    return f". {found.needs} succeeds" + (f"; {found.waits} rolls" if found.waits else "")


def _indented(line: RenderableType) -> RenderableType:
    return Padding(line, (0, 0, 0, 2), expand=False)


def _lead(found: Dispatch) -> Text:
    return _told(found.lead, "bold") if found.lead else Text(found.headline, style="bold")


def _lines(found: Dispatch) -> Iterator[RenderableType]:
    """Each die with what came of it below; the dice of one throw in one line."""
    together: dict[tuple[str, ...], list[Fell]] = {}
    for one in found.fell:
        alike = (one.by, one.subject, one.result) if one.counts else (str(one.seq),)
        together.setdefault(alike, []).append(one)
    rows = {dice[-1].seq: dice for dice in together.values()}
    for die, tells, board in found.by_cause:
        below = [*map(_told, tells), *(Text.assemble(("On your board: ", "magenta"), _told(tell)) for tell in board)]
        if die is None:
            yield from below
            continue
        if die.seq in rows:
            yield _dice(rows[die.seq])
        yield from (_indented(line) for line in below)


def _dice(dice: list[Fell]) -> Text:
    first = dice[0]
    said = first.says if len(dice) == 1 else f"{first.by_name} rolled {listed(str(die.roll) for die in dice)}"
    return Text.assemble(f"{said}: {first.result}" if first.result else said, (f"  {first.purpose}", "dim"))


def _told(tell: Tell, style: str = "") -> Text:
    line = Text.assemble((tell.text, style), " ")
    for rule in tell.rules:
        line.append_text(cite(rule)).append(" ")
    return line.append(tell.because, style="dim") if tell.because else line
