"""Charts over time, drawn as rectangles; each brings the table with the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legation.web.present.manners import Manners, manners
from legation.web.present.past import START, Turn, turns_of
from legation.web.present.sight import Sight
from legation.web.present.words import CLASSES, bloc, capital

__all__ = ["Figure", "Lane", "Panel", "Rect", "charts_of", "lanes_of"]

STACK = ("total", "sworn", "economic", "friendly")  # from the ground up: the firmest ties below


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


@dataclass(frozen=True)
class Lane:
    """A country that has changed sides, turn by turn."""

    slug: str
    name: str
    cells: tuple[tuple[str, str, str], ...]  # bloc, class, words


def charts_of(sight: Sight) -> list[Figure]:
    found = manners(sight.book.name)
    if not found.camps:
        return []
    turns = turns_of(sight, "stance")
    made = [_affiliations(sight, found, turns), _money(sight, found, turns), _attempts(sight, found, turns)]
    return [figure for figure in made if figure is not None]


def _turn_name(found: Manners, turn: Turn) -> str:
    return "At the start" if turn.number == START else capital(found.turn_says(turn.number))


def _turn_mark(turn: Turn) -> str:
    return "start" if turn.number == START else str(turn.number)


# -- affiliations
def _affiliations(sight: Sight, found: Manners, turns: Sequence[Turn]) -> Figure:
    """Per turn two columns, one a side: countries stacked by nation, the firmest ties at the bottom."""
    nations = [n for _, camp in found.camps for n in camp]
    counts = [_by_nation(turn) for turn in turns]
    tallest = max((sum(sum(c.get(n, {}).values()) for n in camp) for c in counts for _, camp in found.camps), default=0)
    step = _step(tallest)
    top = max(step, -(-tallest // step) * step)
    width, left, ground, high = 760, 34, 244, 226
    wide = min(110.0, (width - left - 8) / max(len(turns), 4))
    bar = min(38.0, wide * 0.4)
    rects: list[Rect] = []
    words: list[tuple[float, float, str, str]] = []
    for i, (turn, count) in enumerate(zip(turns, counts, strict=True)):
        middle = left + wide * (i + 0.5)
        for j, (name, camp) in enumerate(found.camps):
            x, level = middle - bar - 1.5 + j * (bar + 3), 0
            for nation in camp:
                for cls in STACK:
                    number = count.get(nation, {}).get(cls, 0)
                    if number:
                        level += number
                        y = ground - level * high / top
                        rects.append(_rect(x, y, bar, number * high / top, bloc(nation), cls))
            words.append((round(x + bar / 2, 1), ground + 15, name if bar >= 30 else name[:2], "side"))
        words.append((round(middle, 1), ground + 34, _turn_mark(turn), "turn-no"))
    grid = tuple((round(ground - n * high / top, 1), str(n)) for n in range(0, top + 1, step))
    last = counts[-1]
    leaders = "; ".join(f"{name} {sum(sum(last.get(n, {}).values()) for n in camp)}" for name, camp in found.camps)
    says = f"Countries tied to a nation, {_turn_name(found, turns[-1]).lower()}: {leaders}"
    rows = tuple(
        (_turn_name(found, turn), *(_cell(count.get(n, {})) for n in nations))
        for turn, count in zip(turns, counts, strict=True)
    )
    return Figure(
        "affiliations",
        "Affiliations, turn by turn",
        "How many countries each nation has on its side when a turn ends; the denser the hatching, the firmer the tie.",
        (Panel(width, ground + 42, tuple(rects), grid, tuple(words), float(ground), says),),
        tuple((bloc(n), "own", "", sight.name(n)) for n in nations),
        ("Turn", *(sight.name(n) for n in nations)),
        rows,
        "F friendly, E economic, S sworn, T total control.",
    )


def _by_nation(turn: Turn) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for key, cls in turn.facts.items():
        family, *names = key.split(".")
        if family == "stance" and cls in STACK:
            mine = found.setdefault(names[1], {})
            mine[cls] = mine.get(cls, 0) + 1
    return found


def _cell(count: dict[str, int]) -> str:
    parts = [f"{count[c]} {c[0].upper()}" for c in STACK if count.get(c)]
    return f"{sum(count.values())} ({', '.join(parts)})" if parts else "0"


def _step(tallest: int, lines: int = 5) -> int:
    """A round distance between the lines across."""
    return next((s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500) if s * lines >= tallest), 1000)


def _rect(x: float, y: float, w: float, h: float, bloc: str = "", cls: str = "", kind: str = "") -> Rect:
    return Rect(round(x, 1), round(y, 1), round(w, 1), round(h, 1), bloc, cls, kind)


# -- money
def _money(sight: Sight, found: Manners, turns: Sequence[Turn]) -> Figure | None:
    """A panel a nation: what came in above the line, what went into influence and what is owed below it."""
    played = [t for t in turns if t.number != START]
    nations = [n for _, camp in found.camps for n in camp]
    rows = {n: [_purse(turn, n) for turn in played] for n in nations}
    if not any(any(row) for each in rows.values() for row in each):
        return None
    above = max(land + trade for each in rows.values() for land, trade, _, _ in each)
    below = max(max(spent, owed) for each in rows.values() for _, _, spent, owed in each)
    panels = tuple(_money_panel(sight, n, played, rows[n], above, below) for n in nations)
    table = tuple(
        (_turn_name(found, turn), sight.name(n), *(f"${v}" for v in rows[n][i]))
        for i, turn in enumerate(played)
        for n in nations
        if any(rows[n][i])
    )
    return Figure(
        "money",
        "Income and debts",
        "What came in each turn stands above the line; what went into influence, and what is still owed, below it.",
        panels,
        (
            *((("uk", "own", "", "land income"), ("uk", "friendly", "", "Military Commerce")) if above else ()),
            ("", "", "spent", "put into influence"),
            ("", "", "debt", "owed when the turn ended"),
        ),
        ("Turn", "Nation", "Land income", "Military Commerce", "Influence", "Owed"),
        table,
        "" if above else "With the Guide alone the referee sees no income, only what is promised and owed.",
    )


def _purse(turn: Turn, nation: str) -> tuple[int, int, int, int]:
    owed = turn.value(f"debt.{nation}") or 0
    return turn.peak("collected", nation), turn.peak("commerce", nation), turn.peak("spent", nation), int(owed)


def _money_panel(
    sight: Sight, nation: str, turns: Sequence[Turn], rows: Sequence[tuple[int, int, int, int]], above: int, below: int
) -> Panel:
    width, left, room = 240, 30, 118.0
    unit = room / max(above + below, 1)
    if below * unit < 16 and below:  # a small debt beside a great income is still to be seen
        unit = (room - 16) / max(above, 1)
    deep = max(16.0 / below if below else 0.0, unit)
    ground = 8 + above * unit
    wide = min(34.0, (width - left - 4) / max(len(turns), 4))
    bar = wide * 0.64
    rects, words = [], []
    for i, (turn, (land, trade, spent, owed)) in enumerate(zip(turns, rows, strict=True)):
        x = left + wide * (i + 0.18)
        rects += [_rect(x, ground - land * unit, bar, land * unit, bloc(nation), "own")] if land else []
        rects += (
            [_rect(x, ground - (land + trade) * unit, bar, trade * unit, bloc(nation), "friendly")] if trade else []
        )
        rects += [_rect(x, ground, bar / 2, spent * deep, kind="spent")] if spent else []
        rects += [_rect(x + bar / 2, ground, bar / 2, owed * deep, kind="debt")] if owed else []
        words.append((round(x + bar / 2, 1), round(ground + below * deep + 14, 1), _turn_mark(turn), "turn-no"))
    grid = [(round(ground, 1), "0")]
    if above:
        grid.insert(0, (round(ground - _step(above, 2) * unit, 1), f"${_step(above, 2)}"))
    if below:
        grid.append((round(ground + below * deep, 1), f"−${below}"))
    land, trade, spent, owed = rows[-1]
    parts = [f"land income ${land}", f"Military Commerce ${trade}"] if above else []
    says = ", ".join([*parts, f"influence ${spent}", f"owed ${owed}"])
    height = round(ground + below * deep + 20)
    says = f"{sight.name(nation)}, turn {turns[-1].number}: {says}"
    return Panel(
        width, height, tuple(rects), tuple(grid), tuple(words), round(ground, 1), says, sight.name(nation), bloc(nation)
    )


# -- attempts
def _attempts(sight: Sight, found: Manners, turns: Sequence[Turn]) -> Figure | None:
    """A panel a nation: a square for every attempt of a turn, filled where it succeeded."""
    nations = [n for _, camp in found.camps for n in camp]
    played = [t for t in turns if t.number != START]
    most = max((t.tries[n] for t in played for n in nations), default=0)
    if not most:
        return None
    panels = tuple(_tries_panel(sight, n, played, most) for n in nations)
    rows = tuple(
        (_turn_name(found, turn), *(f"{turn.hits[n]} of {turn.tries[n]}" if turn.tries[n] else "–" for n in nations))
        for turn in played
    )
    total = ("In all", *(f"{_sum(t.hits[n] for t in played)} of {_sum(t.tries[n] for t in played)}" for n in nations))
    return Figure(
        "attempts",
        "Attempts and successes",
        "A square for every attempt to influence a country; filled if the die moved it.",
        panels,
        (("", "", "hit", "moved the country"), ("", "", "miss", "failed")),
        ("Turn", *(sight.name(n) for n in nations)),
        (*rows, total),
    )


def _sum(numbers: Iterable[int]) -> int:
    return sum(numbers)


def _tries_panel(sight: Sight, nation: str, turns: Sequence[Turn], most: int) -> Panel:
    width, left = 240, 30
    wide = min(34.0, (width - left - 4) / max(len(turns), 4))
    side = min(13.0, wide * 0.6, 110 / most)
    ground = 8 + most * (side + 2)
    rects, words = [], []
    for i, turn in enumerate(turns):
        x = left + wide * i + (wide - side) / 2
        for n in range(turn.tries[nation]):
            hit = n < turn.hits[nation]
            y = ground - (n + 1) * (side + 2)
            rects.append(
                _rect(x, y, side, side, bloc(nation) if hit else "", "own" if hit else "", "hit" if hit else "miss")
            )
        words.append((round(x + side / 2, 1), round(ground + 14, 1), _turn_mark(turn), "turn-no"))
    tries, hits = _sum(t.tries[nation] for t in turns), _sum(t.hits[nation] for t in turns)
    says = f"{sight.name(nation)}: {hits} of {tries} attempts succeeded"
    grid = ((round(ground, 1), "0"),)
    return Panel(
        width,
        round(ground + 20),
        tuple(rects),
        grid,
        tuple(words),
        round(ground, 1),
        says,
        sight.name(nation),
        bloc(nation),
    )


# -- who changed sides
def lanes_of(sight: Sight) -> tuple[list[str], list[Lane]]:
    """The countries whose affiliation has changed, a cell a turn."""
    found = manners(sight.book.name)
    if not found.camps:
        return [], []
    turns = turns_of(sight, "stance")
    nations = [n for _, camp in found.camps for n in camp]
    lanes = []
    for slug, name in sight.book.subjects().items():
        past = [
            {n: c for n in nations if (c := t.value(f"stance.{slug}.{n}") or "neutral") != "neutral"} for t in turns
        ]
        if all(p == past[0] for p in past):
            continue
        lanes.append(Lane(slug, capital(name), tuple(_lane_cell(sight, p) for p in past)))
    lanes.sort(key=lambda lane: lane.name.removeprefix("The "))
    return [_turn_mark(t) for t in turns], lanes


def _lane_cell(sight: Sight, stances: dict[str, str]) -> tuple[str, str, str]:
    if not stances:
        return "", "neutral", "Neutral"
    best = min(stances.values(), key=STACK.index)
    to = [n for n, c in stances.items() if c == best]
    joint = len(to) > 1
    says = "; ".join(f"{CLASSES[c].split()[0]}: {sight.name(n)}" for n, c in stances.items())
    return "joint" if joint else bloc(to[0]), best, says
