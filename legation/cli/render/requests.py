"""The desk: where a game stands, and the open requests with their legal answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from legation.cli.render.citing import cite
from legation.cli.typed import seat_title
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight
from legation.core.thresholds import asked_as
from legation.core.voice import in_a_row, show_value
from legation.core.words import ago, capital, chance_says, decimal, value_says

__all__ = ["desk", "heading", "request_view"]

FEW = 24  # answers shown one below the other; of more, a few examples


def heading(game: Game) -> RenderableType:
    return Line(Text(game.phase, style="bold"), align="left", style="blue")


def desk(game: Game, requests: Sequence[Request]) -> Iterable[RenderableType]:
    """Where the game stands and what is asked."""
    yield heading(game)
    if game.over:
        yield Text("The game is over.")
    for tell in game.book.views.waits(Sight(game, TABLE)):
        yield Text(f"{tell.text}; {tell.because}.", style="dim")
    for request in requests:
        yield request_view(game, request)
    if not requests and not game.over:
        yield Text("Nothing is asked of this seat now.")


def request_view(game: Game, request: Request, *, numbered: bool = False) -> RenderableType:
    """One request: whose it is, what is asked, and every legal answer with its odds."""
    head = Text.assemble(
        (capital(seat_title(game.book, request.seat)), "bold yellow"), f"  request {request.id}", style="dim"
    )
    head.append("  ")
    head.append_text(cite(request.cite))
    guided_report = request.kind == "report" and numbered  # asks for the facts one by one
    prompt = "Please report what only the board can tell:" if guided_report else request.prompt
    parts: list[RenderableType] = [head, Text(prompt, style="bold")]
    if request.kind == "report":
        if not numbered:
            parts.append(_facts_asked(game, request))
    elif request.legal:
        parts.append(_answers(game, request, numbered))
        if outcomes := [f"{k}: {chance_says(v)}" for k, v in request.odds.items() if k not in map(str, request.legal)]:
            parts.append(Text("  " + "   ".join(outcomes)))
    if request.why and request.kind != "roll":
        parts.append(Text(capital(request.why) + ".", style="dim"))
    return Padding(Group(*parts), (0, 0, 1, 1), expand=False)


def _answers(game: Game, request: Request, numbered: bool) -> RenderableType:
    if request.among:
        names = [game.world.schema.title(name) for name in request.among]
        such = f"such as {names[0]}=1, or none; up to {request.total} in all"
        return Text(f"  name=number, {such}, among {', '.join(names)}")
    plain_numbers = all(isinstance(v, int) and not isinstance(v, bool) for v in request.legal)
    if plain_numbers and not any(str(v) in request.odds or str(v) in request.worth for v in request.legal):
        return Text("  " + _range(request.legal))
    if len(request.legal) > FEW:
        sample = ", ".join(_answer_text(game, v) for v in request.legal[:3])
        return Text(f"  {len(request.legal)} answers, such as {sample}")
    grid = Table.grid(padding=(0, 2))
    for number, value in enumerate(request.legal, 1):
        label = request.labels.get(str(value), "" if plain_numbers else _answer_text(game, value))
        key = str(value) if plain_numbers else _key(request, number, value, numbered)
        chance = request.odds.get(str(value))
        row = [Text(f"  {key}", style="green"), Text(label), Text(chance_says(chance) if chance else "")]
        grid.add_row(*row, *([_worth(request, value)] if request.worth else []))
    return grid


def _worth(request: Request, value: Any) -> Text:
    """What an answer is worth with the best play from there; the best is marked."""
    if (worth := request.worth.get(str(value))) is None:
        return Text("")
    best = Fraction(worth) == max(map(Fraction, request.worth.values()))
    return Text(f"worth {decimal(worth)}{', the best' if best else ''}", style="bold" if best else "dim")


def _key(request: Request, number: int, value: Any, numbered: bool) -> str:
    if request.kind == "confirm":
        return "yes" if value else "no"
    return str(number) if numbered else str(value)


def _answer_text(game: Game, value: Any) -> str:
    return value_says(game.book, game.world, value)


def _range(values: Sequence[int]) -> str:
    """Whole numbers, those in a row by their ends."""
    ends = in_a_row(values)
    return f"{'a whole number from ' if len(ends) < len(values) else ''}{' or '.join(ends)}"


def _facts_asked(game: Game, request: Request) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    schema = game.world.schema
    for key in request.facts:
        last = game.world.last(key)
        before = "" if last is None else f"last: {show_value(last)}, {ago(game.world.age(key))}"
        grid.add_row(
            Text(f"  {key}", style="green"),
            Text(asked_as(schema.spec(key).says, threshold := request.thresholds.get(key))),
            Text("yes, no, or the number" if threshold else str(schema.spec(key).domain)),
            Text(before),
        )
    return grid
