"""Commands that look ahead and back: advise, bots, tournament, luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

import legation
from legation.cli import kept, render
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command, console
from legation.cli.typed import seat_named, seat_title
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.words import capital

__all__ = ["add_to"]


# -- advice
def advise(
    request: Annotated[int | None, typer.Argument(help="An open request; the seat's first, if left out.")] = None,
    seat: SeatOption = None,
    bid: Annotated[int | None, typer.Option("--bid", help="The bid that you intend: what it gives away.")] = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """What to answer to an open request, for the seat that is asked: bids in secret, money or points to spread.

    JSON: request, seat, kind (bid, spread, placement, choice), aim (what is reckoned), best, lines, mix and theirs
    (each answer, share or worth), value, exploitable, regret, notes.
    """
    from legation.play.advice import counsel

    found, _ = kept.load(game)
    who = seat_named(found.book, seat) if seat else _only_seat(found)
    advice = counsel(found, who, request, bid=bid)

    def shown() -> Iterable[RenderableType]:
        asked = found.state.requests[advice.request]
        yield Text(f"{capital(seat_title(found.book, who))}: {asked.prompt}", style="bold")
        yield from (Text(f"  {line}") for line in advice.lines)
        yield Text(f"Reckoned: {advice.aim}.", style="dim")
        yield from (Text(f"{capital(note)}.", style="dim") for note in advice.notes)

    return Reply(asdict(advice), shown)


def _only_seat(game: Game) -> str:
    asked = list(dict.fromkeys(r.seat for r in game.requests() if r.seat != TABLE))
    if len(asked) != 1:
        raise Refused("say who asks, with --seat", allowed=asked or list(game.book.seats))
    return asked[0]


# -- bots
def bots(json: JsonOption = False) -> Reply:
    """List the bots that can play a seat: `legation new BOOK --bot SEAT=NAME`.

    JSON: bots (name to what it does).
    """
    from legation.play.bots import BOTS

    known = {bot.name: bot.says for bot in BOTS.values()}
    return Reply({"bots": known}, lambda: (Text(f"{name}: {says}") for name, says in known.items()))


def tournament(
    book: Annotated[str, typer.Argument(help="The book.")],
    bots: Annotated[str, typer.Option("--bots", help="Names with commas between; `legation bots` lists them.")] = (
        "random,cautious,ambitious,historical"
    ),
    games: Annotated[int, typer.Option(min=1, help="Each is played once by every bot, with the same dice.")] = 50,
    rounds: Annotated[int, typer.Option(min=1, max=40, help="Game turns.")] = 3,
    scenario: Annotated[str | None, typer.Option(help="The book's first, if left out.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    json: JsonOption = False,
) -> Reply:
    """Let bots play the same seats with the same dice, and compare what they won.  Ctrl-C keeps what is done.

    JSON: book, scenario, games, rounds, seed, standings (bot, mean, low, high), pairs (first, second, mean, low, high,
    sure).
    """
    from legation.play.tournament import standings
    from legation.play.tournament import tournament as matches

    found = legation.book(book)
    where = found.check_scenario(scenario or next(iter(found.scenarios)))
    names = [name.strip() for name in bots.split(",") if name.strip()]
    scores: list[dict[str, float]] = []
    with _bar(games, hidden=json) as tick:
        try:
            for _, score in matches(found, where, names, games, rounds, seed):
                scores.append(score)
                tick()
        except KeyboardInterrupt:
            pass
    if not scores:
        raise Refused("no game was finished")
    table, pairs = standings(names, scores)
    data: dict[str, Any] = {
        "book": book,
        "scenario": where,
        "games": len(scores),
        "rounds": rounds,
        "seed": seed,
        "standings": [_row(each, bot=each.bot) for each in table],
        "pairs": [
            _row(each, first=each.first, second=each.second) | {"sure": not each.band[0] <= 0 <= each.band[1]}
            for each in pairs
        ],
    }

    def shown() -> Iterable[RenderableType]:
        yield Text(f"{len(scores)} games of {rounds} rounds, one seat after another, among cautious others")
        grid = _grid("bot", "score", "95 %")
        for row in data["standings"]:
            grid.add_row(row["bot"], f"{row['mean']:.2f}", _sides(row))
        yield grid
        grid = _grid("with the same dice", "ahead by", "95 %")
        for row in data["pairs"]:
            sure = "" if row["sure"] else "  could be chance"
            grid.add_row(f"{row['first']} against {row['second']}", f"{row['mean']:+.2f}", _sides(row) + sure)
        yield grid

    return Reply(data, shown, int(len(scores) < games))


def _row(each: Any, **names: str) -> dict[str, Any]:
    low, high = each.band if each.known else (None, None)
    return {**names, "mean": each.mean, "low": low, "high": high}


def _sides(row: dict[str, Any]) -> str:
    return "too few games" if row["low"] is None else f"{row['low']:.2f} to {row['high']:.2f}"


def _grid(*headings: str) -> Table:
    grid = Table(box=None, pad_edge=False)
    for i, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if i == 1 else "left")
    return grid


@contextmanager
def _bar(games: int, *, hidden: bool) -> Iterator[Any]:
    with Progress(console=console(errors=True), disable=hidden, transient=True) as progress:
        task = progress.add_task(f"{games} games", total=games)
        yield lambda: progress.advance(task)


# -- luck
def luck(game: GameOption = None, json: JsonOption = False) -> Reply:
    """What the dice of a game gave each seat, beside what they promised before they fell.

    JSON: seats (each seat, rolls, successes, expected, gained, low, high, chance_of_as_few, chance_of_as_many).
    """
    from legation.play.luck import luck_of

    found, _ = kept.load(game)
    rows = [row.plain() for row in luck_of(found)]

    def shown() -> Iterable[RenderableType]:
        yield from render.luck_view(rows, lambda seat: capital(seat_title(found.book, seat)))

    return Reply({"seats": rows}, shown)


def add_to(app: typer.Typer) -> None:
    for function in (advise, bots, tournament, luck):
        command(app)(function)
