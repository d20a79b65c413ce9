"""The kernel: answers, opening and verifying, a table of modifiers, import and memory."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.harness import Result, best_of, each, percentile
from legation.books import all_books, book
from legation.core.compiled import OFTEN
from legation.core.facts import Change, Origin, World
from legation.core.game import Game
from legation.core.requests import Request
from legation.core.span import Span
from legation.core.tables import Table

ENTRIES = 5_000
WORLDS = 1_000_000


def some_answer(game: Game, request: Request, rng: random.Random) -> object:
    """A legal answer that keeps the game going."""
    if request.kind == "report":
        return dict.fromkeys(request.facts, 20)
    if "end" in request.legal:
        return "next" if "next" in request.legal else "end"
    return rng.choice(request.legal)


def long_game(path: Path, entries: int) -> Game:
    """A game of the 1939 scenario of at least so many entries, kept in a file."""
    game = Game.new(book("twg"), "1939", seed=1)
    game.save(path)
    rng = random.Random(1)
    while len(game.record) < entries:
        if game.over or game.world.get("turn") == 13:
            # a campaign has an end, but the record can be as long as a group likes: the umpire turns the clock back
            game.rule({"turn": 1}, "one more campaign in the same record")
        request = game.requests()[0]
        game.answer(request.id, some_answer(game, request, rng), seat=request.seat)
    return game


def answers(game: Game, count: int) -> list[float]:
    rng = random.Random(2)
    taken = []
    for _ in range(count):
        if game.world.get("turn") == 13:
            game.rule({"turn": 1}, "one more campaign in the same record")
        request = game.requests()[0]
        value = some_answer(game, request, rng)
        taken += each([lambda r=request, v=value: game.answer(r.id, v, seat=r.seat)])
    return taken


def chain_alone(path: Path) -> int:
    """The least that opening can cost: parse every line and check the chain."""
    lines = path.read_bytes().split(b"\n")[1:-1]
    decode = msgspec.json.Decoder().decode
    for line in lines:
        decode(line)
        hashlib.sha256(line[:-75]).hexdigest()
    return len(lines)


def memory_of_open_game(path: Path) -> float:
    """Bytes that one more open game takes."""
    Game.open(path, all_books())
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = Game.open(path, all_books())
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert game.record
    return after - before


def import_time() -> float:
    code = "import time; t = time.perf_counter(); import legation; print(time.perf_counter() - t)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout) for _ in range(5)
    )


def record_results() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.legation"
        game = long_game(path, ENTRIES)
        taken = answers(game, 500)
        where = f"twg 1939, record of {len(game.record):,} entries in a file"
        yield Result("answer applied, median", percentile(taken, 50) * 1e3, "ms", where, "< 2 ms")
        yield Result("answer applied, 99th percentile", percentile(taken, 99) * 1e3, "ms", where, "< 10 ms")
        entries = len(game.record)
        alone = best_of(3, lambda: chain_alone(path))
        opened = best_of(3, lambda: Game.open(path, all_books()))
        yield Result(
            "opening a game, chain checked",
            entries / opened,
            "entries/s",
            where,
            "> 100,000",
            "parse and chain alone",
            opened / alone,
        )
        yield Result("memory of an open game", memory_of_open_game(path) / 2**20, "MiB", where, "< 1 MiB")
        fresh = Game.new(book("twg"), "1939", seed=3)
        rng = random.Random(3)
        while not fresh.over:
            request = fresh.requests()[0]
            fresh.answer(request.id, some_answer(fresh, request, rng), seat=request.seat)
        verified = best_of(3, fresh.verify)
        yield Result(
            "verifying by the rules",
            len(fresh.record) / verified,
            "entries/s",
            f"one campaign, {len(fresh.record)} entries",
        )


TABLES = ("ukraine", "spain")  # 15 modifiers, as the aims say, and a table with many conditions
TOLD = {"first-held.kiev": 1}  # what a quiet board leaves open


def table_results() -> Iterator[Result]:
    awaw = book("awaw")
    begun = Game.new(awaw, next(iter(awaw.scenarios)), seed=1).world
    for country in TABLES:
        quiet = awaw.expand("quiet", country, begun.schema) | TOLD
        world = begun.with_changes([Change(k, None, v) for k, v in quiet.items()], Origin("report"))
        table = awaw.sheet(world, country, {"by": "axis"}).table
        rolled = {"roll-kind": "named", "roll.covert": 0, "roll.subversion": 0}
        yield from one_table(table, world.scoped(selector="axis", target=country, **rolled), world)


def one_table(table: Table, known: World, vague: World) -> Iterator[Result]:
    """A table on a world that knows all it reads, and on one that lacks what a roll would tell."""
    import numpy as np

    from legation.sim.arrays import Columns, Lens
    from legation.sim.samples import random_columns

    what = f"{table.name}, {len(table.effective)} modifiers"
    parts = sum(1 for _ in table.sheet(known).trace(known).walk())
    assert not isinstance(table.total(known), Span)
    assert isinstance(table.total(vague), Span)
    for _ in range(OFTEN):  # from now on it is written out
        table.total(known), table.sheet(known).trace(known)

    def unfolded(world: World) -> object:
        """The whole explanation, each part looked at."""
        return list(table.sheet(world).trace(world).walk())

    value = best_of(5, lambda: table.total(known), 2000) * 1e6
    nodes = best_of(5, lambda: table._total.calculate(known), 500) * 1e6
    yield Result("value of a table", value, "µs", what, "< 25 µs for 15", "node by node, as at first", value / nodes)
    value = best_of(5, lambda: table.total(vague), 2000) * 1e6
    nodes = best_of(5, lambda: table._total.calculate(vague), 500) * 1e6
    beside = ("node by node, as at first", value / nodes)
    yield Result("value of a table, some facts unknown", value, "µs", what, "< 25 µs for 15", *beside)
    explained = best_of(5, lambda: unfolded(known), 200) * 1e6
    lines = table.sheet(known)

    def by_nodes() -> object:
        reasons = table.reasons.calculate(known)
        return [list(line.trace(known, why).walk()) for line, why in zip(lines.lines, reasons, strict=True)]

    nodes = best_of(5, by_nodes, 20) * 1e6
    beside = ("node by node, as at first", explained / nodes)
    yield Result("explanation of a table", explained, "µs", f"{what}, all {parts} parts", "< 100 µs for 15", *beside)
    unknown = best_of(5, lambda: [m.when.unknowns(vague) for m in table.effective], 500) * 1e6
    yield Result("facts still unknown", unknown, "µs", what)
    keys = sorted({key for m in table.effective for key in m.when.reads() | m.value.reads()})
    for share, how in ((0.0, "all known"), (0.2, "a fifth of the board unknown")):
        columns = random_columns(known.schema, keys, WORLDS, np.random.default_rng(1), share)

        def summed(columns: Columns = columns) -> object:
            columns.memo.clear()
            return table.total(Lens(columns, None, {}))

        taken = best_of(3, summed)
        yield Result("the table on a million worlds", taken, "s", f"{what}, {how}", "< 0.4 s for 15")


def results() -> list[Result]:
    found = [*record_results(), *table_results()]
    found.append(Result("import legation", import_time() * 1e3, "ms", "a fresh interpreter, best of 5", "< 100 ms"))
    return found


if __name__ == "__main__":
    print(json.dumps([r.name for r in results()]))
