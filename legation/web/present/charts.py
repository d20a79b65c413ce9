"""Charts over time, drawn as rectangles; each brings the table with the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legation.core.sight import Sight
from legation.core.views import Bars, Squares, Stacks
from legation.core.words import capital

__all__ = ["Figure", "Panel", "Rect", "charts_of"]


@dataclass(frozen=True)
class Rect:
    """A piece of a chart; `bloc` and `cls` give it colour and hatching, `kind` is for what is no power's."""

    x: float
    y: float
    w: float
    h: float
    bloc: str = ""
    cls: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Panel:
    """One drawing: rectangles, lines across with their numbers, and words below."""

    width: int
    height: int
    rects: tuple[Rect, ...]
    grid: tuple[tuple[float, str], ...]
    words: tuple[tuple[float, float, str, str], ...]  # x, y, text, class
    zero: float
    says: str
    name: str = ""
    bloc: str = ""


@dataclass(frozen=True)
class Figure:
    """A chart of one or more panels with its key and its table."""

    id: str
    title: str
    says: str
    panels: tuple[Panel, ...]
    key: tuple[tuple[str, str, str, str], ...]  # bloc, class, kind, name
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def charts_of(sight: Sight) -> list[Figure]:
    """What the book follows over time, drawn."""
    made = []
    for series in sight.book.views.series(sight):
        if isinstance(series, Stacks):
            made.append(_stacks(sight, series))
        elif isinstance(series, Bars):
            made.append(_bars(sight, series))
        else:
            made.append(_squares(sight, series))
    return made


def _turn_name(sight: Sight, turn: int) -> str:
    return "At the start" if turn == 0 else capital(sight.book.views.turn_says(turn))


def _turn_mark(turn: int) -> str:
    return "start" if turn == 0 else str(turn)


# -- how many of each class
def _stacks(sight: Sight, series: Stacks) -> Figure:
    """Per turn a column for each camp, nation upon nation, the first class at the bottom."""
    nations = [n for _, camp in series.camps for n in camp]
    tallest = max(sum(sum(c.get(n, {}).values()) for n in camp) for c in series.counts for _, camp in series.camps)
    step = _step(tallest)
    top = max(step, -(-tallest // step) * step)
    width, left, ground, high = 760, 34, 244, 226
    wide = min(110.0, (width - left - 8) / max(len(series.turns), 4))
    bar = min(38.0, wide * 0.4)
    rects: list[Rect] = []
    words: list[tuple[float, float, str, str]] = []
    for i, (turn, count) in enumerate(zip(series.turns, series.counts, strict=True)):
        middle = left + wide * (i + 0.5)
        for j, (name, camp) in enumerate(series.camps):
            x, level = middle - bar - 1.5 + j * (bar + 3), 0
            for nation in camp:
                for cls in series.classes:
                    number = count.get(nation, {}).get(cls, 0)
                    if number:
                        level += number
                        y = ground - level * high / top
                        rects.append(_rect(x, y, bar, number * high / top, sight.bloc(nation), cls))
            words.append((round(x + bar / 2, 1), ground + 15, name if bar >= 30 else name[:2], "side"))
        words.append((round(middle, 1), ground + 34, _turn_mark(turn), "turn-no"))
    grid = tuple((round(ground - n * high / top, 1), str(n)) for n in range(0, top + 1, step))
    last = series.counts[-1]
    leaders = "; ".join(f"{name} {sum(sum(last.get(n, {}).values()) for n in camp)}" for name, camp in series.camps)
    says = f"{series.what}, {_turn_name(sight, series.turns[-1]).lower()}: {leaders}"
    rows = tuple(
        (_turn_name(sight, turn), *(_cell(count.get(n, {}), series.classes) for n in nations))
        for turn, count in zip(series.turns, series.counts, strict=True)
    )
    return Figure(
        series.id,
        series.title,
        series.says,
        (Panel(width, ground + 42, tuple(rects), grid, tuple(words), float(ground), says),),
        tuple((sight.bloc(n), "own", "", sight.name(n)) for n in nations),
        ("Turn", *(sight.name(n) for n in nations)),
        rows,
        series.note,
    )


def _cell(count: Mapping[str, int], classes: Sequence[str]) -> str:
    parts = [f"{count[c]} {c[0].upper()}" for c in classes if count.get(c)]
    return f"{sum(count.values())} ({', '.join(parts)})" if parts else "0"


def _step(tallest: int, lines: int = 5) -> int:
    """A round distance between the lines across."""
    return next((s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500) if s * lines >= tallest), 1000)


def _rect(x: float, y: float, w: float, h: float, bloc: str = "", cls: str = "", kind: str = "") -> Rect:
    return Rect(round(x, 1), round(y, 1), round(w, 1), round(h, 1), bloc, cls, kind)


# -- what came in, what went out
INS, OUTS = ("own", "friendly"), ("spent", "debt")  # how the bars look, the first at the line


def _bars(sight: Sight, series: Bars) -> Figure:
    """A panel a nation: what came in above the line, what went out below it."""
    coin = sight.book.views.coin
    every = [row for rows in series.values.values() for row in rows]
    above, below = max(sum(came) for came, _ in every), max(max(gone) for _, gone in every)
    panels = tuple(_bars_panel(sight, series, nation, above, below) for nation in series.nations)
    table = tuple(
        (_turn_name(sight, turn), sight.name(n), *(f"{coin}{v}" for v in (*came[: len(series.above)], *gone)))
        for i, turn in enumerate(series.turns)
        for n in series.nations
        for came, gone in [series.values[n][i]]
        if any(came) or any(gone)
    )
    first = sight.bloc(series.nations[0])
    return Figure(
        series.id,
        series.title,
        series.says,
        panels,
        (
            *((first, cls, "", name) for cls, name in zip(INS, series.above, strict=False)),
            *(("", "", kind, name) for kind, name in zip(OUTS, series.below, strict=True)),
        ),
        ("Turn", "Nation", *(capital(name) for name in (*series.above, *series.below))),
        table,
        series.note,
    )


def _bars_panel(sight: Sight, series: Bars, nation: str, above: int, below: int) -> Panel:
    rows, coin, tincture = series.values[nation], sight.book.views.coin, sight.bloc(nation)
    width, left, room = 240, 30, 118.0
    unit = room / max(above + below, 1)
    if below * unit < 16 and below:  # a small debt beside a great income is still to be seen
        unit = (room - 16) / max(above, 1)
    deep = max(16.0 / below if below else 0.0, unit)
    ground = 8 + above * unit
    wide = min(34.0, (width - left - 4) / max(len(rows), 4))
    bar = wide * 0.64
    rects, words = [], []
    for i, (turn, (came, gone)) in enumerate(zip(series.turns, rows, strict=True)):
        x, level = left + wide * (i + 0.18), 0
        for cls, value in zip(INS, came, strict=True):
            level += value
            rects += [_rect(x, ground - level * unit, bar, value * unit, tincture, cls)] if value else []
        for j, (kind, value) in enumerate(zip(OUTS, gone, strict=True)):
            rects += [_rect(x + j * bar / 2, ground, bar / 2, value * deep, kind=kind)] if value else []
        words.append((round(x + bar / 2, 1), round(ground + below * deep + 14, 1), _turn_mark(turn), "turn-no"))
    grid = [(round(ground, 1), "0")]
    if above:
        grid.insert(0, (round(ground - _step(above, 2) * unit, 1), f"{coin}{_step(above, 2)}"))
    if below:
        grid.append((round(ground + below * deep, 1), f"−{coin}{below}"))
    names, last = (*series.above, *series.below), (*rows[-1][0][: len(series.above)], *rows[-1][1])
    told = ", ".join(f"{name} {coin}{value}" for name, value in zip(names, last, strict=True))
    height = round(ground + below * deep + 20)
    says = f"{sight.name(nation)}, turn {series.turns[-1]}: {told}"
    return Panel(
        width, height, tuple(rects), tuple(grid), tuple(words), round(ground, 1), says, sight.name(nation), tincture
    )


# -- tries
def _squares(sight: Sight, series: Squares) -> Figure:
    """A panel a nation: a square for every try of a turn, filled where it succeeded."""
    most = max(tries for rows in series.values.values() for _, tries in rows)
    panels = tuple(_squares_panel(sight, series, nation, most) for nation in series.nations)
    by_turn = [[series.values[n][i] for n in series.nations] for i in range(len(series.turns))]
    rows = tuple(
        (_turn_name(sight, turn), *(_of(hits, tries) if tries else "–" for hits, tries in each))
        for turn, each in zip(series.turns, by_turn, strict=True)
    )
    total = ("In all", *(_of(*_sums(series.values[n])) for n in series.nations))
    good, bad, _ = series.words
    return Figure(
        series.id,
        series.title,
        series.says,
        panels,
        (("", "", "hit", good), ("", "", "miss", bad)),
        ("Turn", *(sight.name(n) for n in series.nations)),
        (*rows, total),
    )


def _of(hits: int, tries: int) -> str:
    return f"{hits} of {tries}"


def _sums(rows: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(hits for hits, _ in rows), sum(tries for _, tries in rows)


def _squares_panel(sight: Sight, series: Squares, nation: str, most: int) -> Panel:
    width, left, rows, tincture = 240, 30, series.values[nation], sight.bloc(nation)
    wide = min(34.0, (width - left - 4) / max(len(rows), 4))
    side = min(13.0, wide * 0.6, 110 / most)
    ground = 8 + most * (side + 2)
    rects, words = [], []
    for i, (turn, (hits, tries)) in enumerate(zip(series.turns, rows, strict=True)):
        x = left + wide * i + (wide - side) / 2
        for n in range(tries):
            hit, y = n < hits, ground - (n + 1) * (side + 2)
            filled = (tincture, "own", "hit") if hit else ("", "", "miss")
            rects.append(_rect(x, y, side, side, *filled))
        words.append((round(x + side / 2, 1), round(ground + 14, 1), _turn_mark(turn), "turn-no"))
    says = f"{sight.name(nation)}: {_of(*_sums(rows))} {series.words[2]} succeeded"
    return Panel(
        width,
        round(ground + 20),
        tuple(rects),
        ((round(ground, 1), "0"),),
        tuple(words),
        round(ground, 1),
        says,
        sight.name(nation),
        tincture,
    )
