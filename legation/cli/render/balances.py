"""How a game has come out, in the terminal: standing, what changed hands, dice against the odds, luck, seals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from legation.core.balance import Balance
from legation.core.voice import how_many
from legation.core.words import capital, counted, signed

__all__ = ["balance_view", "luck_view"]

SIGNS = {True: "+", False: "!", None: "?"}  # what a check has found: it holds, it does not, nobody can tell


def balance_view(found: Balance, luck: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    names = {row.seat: row.name for row in found.standing}
    yield Text("The game is over" if found.over else "The game so far", style="bold")
    turns = f"{counted(found.turns, 'turn')}, " if found.turns else ""
    how_far = capital(f"{turns}{how_many(found.entries, 'entry')}, tip {found.tip}")
    yield Text(". ".join(filter(None, (found.ended, how_far))), style="dim")
    yield Text(found.lede)
    if found.classes:
        table = grid("Standing", *(name for _, name in found.classes), "since the start")
        for row in found.standing:
            table.add_row(row.name, *(str(n) if n else "–" for n in row.now), signed(row.gained))
        yield table
    yield from (Text(f"{name}: {now}, was {was}") for _, name, was, now in found.levels)
    if found.changed:
        yield Text("What changed hands", style="bold")
        for one in found.changed:
            yield _line(f"{one.name}: {one.was.says}; now {one.now.says}", f"{one.when}, entry {one.seq}")
    if found.struck:
        yield Text("Against the odds", style="bold")
        for die in found.struck:
            yield _line("; ".join((f"{die.says} ({die.chance})", *die.told)), f"{die.when}, entry {die.seq}")
    if luck:
        yield Text("Luck by seat", style="bold")
        yield from luck_view(luck, lambda seat: names.get(seat, seat))
    yield Text("Dice and seals", style="bold")
    for checked in found.checked:
        yield _line(f"{SIGNS[checked.sound]} {checked.what}, {checked.count}: {checked.says}")
    if found.over and not found.closed:
        yield Text("`legation close` closes it for good and tells the key of the dice.", style="dim")


def luck_view(rows: Sequence[Mapping[str, Any]], name: Callable[[str], str]) -> Iterator[RenderableType]:
    if not rows:
        yield Text("No roll with a chance of success has been made yet.", style="dim")
        return
    table = grid("seat", "successes", "of rolls", "expected", "95 games of 100", "")
    for row in rows:
        low, high = row["low"], row["high"]
        words = signed(float(row["gained"])) + ("" if low <= row["successes"] <= high else "  remarkable")
        expected = f"{float(Fraction(row['expected'])):.1f}"
        table.add_row(name(row["seat"]), str(row["successes"]), str(row["rolls"]), expected, f"{low} to {high}", words)
    yield table
    yield Text("Counted are rolls whose chance of success was told before they fell.", style="dim")


def grid(*headings: str) -> Table:
    """A table without lines: words, then numbers."""
    table = Table(box=None, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="right" if i else "left")
    return table


def _line(text: str, note: str = "") -> RenderableType:
    return Padding(Text.assemble(text, (f"  {note}", "dim") if note else ""), (0, 0, 0, 2), expand=False)
