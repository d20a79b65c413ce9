"""Simulations: campaigns by the thousand or the million, as tables, files and plots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

import legation
from legation.cli.output import JsonOption, Reply, command, console
from legation.cli.sheet import map_in
from legation.cli.typed import pairs
from legation.core.book import Book
from legation.core.errors import NotFound, Refused
from legation.core.inquiries import campaigns_of
from legation.core.voice import quoted
from legation.core.words import percent

if TYPE_CHECKING:
    from legation.sim.campaigns import CampaignResult, Plan

__all__ = ["add_to"]

MOST_SHOWN = 12


def simulate(
    book: Annotated[str, typer.Argument(help="The book.")],
    campaigns: Annotated[int, typer.Option("--campaigns", "-n", min=1, help="How many.")] = 10_000,
    scenario: Annotated[str | None, typer.Option(help="The book's first, if left out.")] = None,
    policy: Annotated[str | None, typer.Option(help="How the seats are played; `list` names the policies.")] = None,
    rounds: Annotated[int, typer.Option(min=1, max=40, help="Game turns of a campaign.")] = 6,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    show: Annotated[list[str] | None, typer.Option(help="Names to show: a part of them is enough.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="name=value; may be repeated.")] = None,
    own_map: Annotated[Path | None, typer.Option("--map", help="A group's own map: see `legation map check`.")] = None,
    given: Annotated[list[str] | None, typer.Option(help="Assume fact=value; may be repeated.")] = None,
    modifier: Annotated[list[str] | None, typer.Option(help="Another number: id=number; may be repeated.")] = None,
    sweep: Annotated[
        str | None, typer.Option(help="Each of: fact=1,2 or option.name=yes,no or modifier.id=1,2.")
    ] = None,
    share: Annotated[
        int | None, typer.Option(min=1, help="Campaigns played at once: smaller shares for more workers; other dice.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes on this machine.")] = 1,
    dask: Annotated[str, typer.Option(help="The address of a Dask cluster.")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="All rows, as .csv or .parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(help="What is shown, as .png or .svg.")] = None,
    json: JsonOption = False,
) -> Reply:
    """Play many campaigns by the declared rules and count what came of them.  Ctrl-C keeps what is done.

    JSON: runs (plan, campaigns, dice, whole, assumes, rows of name, round, value, worlds, share, low, high).
    """
    from legation.sim import export
    from legation.sim.campaigns import SHARE, Plan
    from legation.sim.campaigns import simulate as run

    found = legation.book(book)
    if policy == "list":
        return _policies(found)
    chosen = policy or next(iter(campaigns_of(found).policies()), "")
    where = found.check_scenario(scenario or next(iter(found.scenarios)))
    options = {name: str(value) for name, value in pairs(option or ()).items()}
    if own_map:
        options["map"] = map_in(book, own_map)
    assumed = pairs(given or (), found.schema_of(where, options))
    plan = Plan(
        book,
        where,
        chosen,
        campaigns,
        rounds,
        seed,
        tuple(options.items()),
        tuple(assumed.items()),
        _numbers(modifier or ()),
        share or SHARE,
    )
    for path, kinds in ((out, export.FORMATS), (plot, export.PICTURES)):
        if path is not None and path.suffix not in kinds:
            raise Refused(f"{path.name} can not be written", allowed=list(kinds))
    campaign = campaigns_of(found).campaign(where, rounds, options)
    wanted = _wanted(show or (), [*campaign.counts.values(), *campaign.numbers])  # a slip is told before the run
    results = []
    for each in _swept(plan, sweep, found):
        with _bar(each, hidden=json) as tick:
            results.append(run(each, workers=workers, dask=dask, progress=tick))
        whole = results[-1].whole
        if not whole:
            break
    results = [result for result in results if result.tally.campaigns]
    if not results:
        raise Refused("stopped before the first share of campaigns was played; try a smaller --share")
    names = wanted or _moved_most(results[-1])
    for i, result in enumerate(results):
        if out is not None:
            export.write(result, _numbered(out, i, len(results)))
        if plot is not None:
            export.plot(result, names, _numbered(plot, i, len(results)))
    data = {"runs": [_plain(result) for result in results]}
    return Reply(data, lambda: _shown(results, names), int(not whole))


def _policies(book: Book) -> Reply:
    known = {policy.name: policy.says for policy in campaigns_of(book).policies().values()}
    return Reply({"policies": known}, lambda: (Text(f"{name}: {says}") for name, says in known.items()))


def _swept(plan: Plan, sweep: str | None, book: Book) -> Iterator[Plan]:
    """The plan once for each value of an option, an assumed fact or a modifier."""
    from dataclasses import replace

    if sweep is None:
        yield plan
        return
    name, equals, values = sweep.partition("=")
    if not equals or not values:
        raise Refused(f"{quoted(sweep)} is not of the form name=value,value")
    for value in values.split(","):
        if name.startswith("option."):
            yield replace(plan, options=(*plan.options, (name.removeprefix("option."), value)))
        elif name.startswith("modifier."):
            yield replace(plan, house=(*plan.house, *_numbers([f"{name.removeprefix('modifier.')}={value}"])))
        else:
            fact = pairs([f"{name}={value}"], book.schema_of(plan.scenario, dict(plan.options)))
            yield replace(plan, given=(*plan.given, *fact.items()))


def _numbers(words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Modifiers with the numbers that are tried in their place."""
    found = pairs(words)
    for cite, value in found.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused(f"{cite} takes a whole number, not {value}")
    return tuple(found.items())


def _numbered(path: Path, number: int, of: int) -> Path:
    return path if of == 1 else path.with_stem(f"{path.stem}-{number + 1}")


@contextmanager
def _bar(plan: Plan, *, hidden: bool) -> Iterator[Any]:
    with Progress(console=console(errors=True), disable=hidden, transient=True) as progress:
        task = progress.add_task(f"{plan.campaigns:,} campaigns", total=plan.campaigns)
        yield lambda done: progress.advance(task, done)


def _wanted(words: Iterable[str], names: list[str]) -> list[str]:
    """The names that were asked for, by a part of each."""
    words = list(words)
    found = [name for name in names if any(word.lower() in name.lower() for word in words)]
    if words and not found:
        raise NotFound("name of a count", words[0], names)
    return found[:MOST_SHOWN]


def _moved_most(result: CampaignResult) -> list[str]:
    def spread(name: str) -> float:
        last = result.tally.spread[name][-1]
        return max(last.values()) / result.tally.campaigns

    return sorted(result.moved(), key=spread)[:MOST_SHOWN]


def _plain(result: CampaignResult) -> dict[str, Any]:
    plan = {name: getattr(result.plan, name) for name in result.plan.__dataclass_fields__}
    tally = result.tally
    rows = list(result.rows()) if tally.campaigns else []
    return {
        "plan": plan,
        "campaigns": tally.campaigns,
        "dice": tally.dice,
        "whole": result.whole,
        "assumes": result.assumes,
        "rows": rows,
    }


def _shown(results: list[CampaignResult], names: list[str]) -> Iterable[RenderableType]:
    for result in results:
        tally, plan = result.tally, result.plan
        stopped = "" if result.whole else " (stopped before the end)"
        chosen = ((name, "a map of its own" if name == "map" else value) for name, value in plan.options)
        varied = ", ".join(f"{name}={value}" for name, value in (*chosen, *plan.given, *plan.house))
        yield Text(f"{tally.campaigns:,} campaigns{stopped}, {tally.dice:,} dice, policy {plan.policy}")
        if varied:
            yield Text(f"  with {varied}")
        for line in result.assumes:
            yield Text(f"  assumed: {line}")
        if tally.campaigns:
            yield _table(result, names)


def _table(result: CampaignResult, names: list[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("after the last round")
    table.add_column("value")
    table.add_column("share", justify="right")
    table.add_column("95 %", justify="right")
    wanted = set(names)
    rows = [row for row in result.rows() if row["name"] in wanted and row["round"] == result.plan.rounds]
    for name in names:
        mine = sorted((row for row in rows if row["name"] == name), key=lambda row: -row["worlds"])[:6]
        for i, row in enumerate(mine):
            sides = f"{percent(row['low'], 2)} to {percent(row['high'], 2)}"
            table.add_row(name if i == 0 else "", str(row["value"]), percent(row["share"], 2), sides)
    return table


def add_to(app: typer.Typer) -> None:
    command(app)(simulate)
