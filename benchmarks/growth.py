"""What answers and pages cost with many stored games and with long records; and several workers on one PostgreSQL."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

import legation
from benchmarks.harness import Result, percentile
from benchmarks.web import Client, Player, begin, seated, server
from legation.core.game import Game
from legation.core.history import draft_of
from legation.store import Store, Summary
from legation.web.sessions import Sessions

GAMES = (10, 1000, 10000)
ENTRIES = (100, 20000)
RATE, FOR = 50, 300  # answers in a second, and how many
POSTGRES = os.environ.get("LEGATION_BENCH_DATABASE", "")  # an empty one; left out without it


def long(entries: int) -> Game:
    """Two reports in turn, over and over."""
    game = legation.new_game("twg", scenario="1939")
    game.report({"threat.turkey": 1})
    game.report({"threat.turkey": 2})
    one, two = draft_of(game.record[2], {}), draft_of(game.record[3], {})
    one.effects = [msgspec.structs.replace(c, old=2, new=1) for c in two.effects]
    game.record.append([one if n % 2 == 0 else two for n in range(entries - len(game.record))])
    return Game.load(game.record.dump(), "long", legation.all_books(), game.vault)[0]


def stored(folder: Path, game: Game, number: int) -> list[str]:
    """So many copies of a game in a database; the places of host and umpire at one of them."""
    store = Store.open(folder)
    record, vault = game.record.dump(), msgspec.json.encode(game.vault)
    plan = dict.fromkeys(game.book.seats, "here")
    for n in range(number):
        more: dict[str, Any] = {"over": False, "begun": 1.0 + n, "size": len(game.record), "plan": plan}
        one = Summary(f"{n:016x}", f"game {n}", game.book.name, game.scenario, game.phase, **more)
        store.create(one, record, vault, {})
    hall = Sessions(store)
    table = hall.table(f"{number // 2:016x}")
    places = [seated(hall, table, chair) for chair in ("host", "umpire")]
    hall.close()
    return places


def steadily(f: Callable[[int], object], rate: int = RATE, times: int = FOR) -> list[float]:
    """Seconds until each was done, counted from when it was due."""
    took, first = [], time.perf_counter()
    for n in range(times):
        due = first + n / rate
        time.sleep(max(0.0, due - time.perf_counter()))
        f(n)
        took.append(time.perf_counter() - due)
    return took


def steps_of(took: list[float]) -> str:
    return f"half under {percentile(took, 50) * 1e3:.1f}, 95 % under {percentile(took, 95) * 1e3:.1f} ms"


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def answers(name: str, client: Client, place: str) -> Iterator[Result]:
    """Reports at a steady rate, and answers as fast as they are taken; beside a bare skeleton under the same load."""
    path = f"/api/v1/t/{place}"

    def report(n: int) -> None:
        client.call("POST", f"{path}/reports", {"facts": {"threat.turkey": n % 60 + 1}})

    steadily(report, times=50)
    took = steadily(report)
    with server("skeleton") as (port, _):
        bare = Client(port)
        steadily(lambda n: bare.call("POST", "/answers", {"request": 1, "value": 1}), times=50)
        least = steadily(lambda n: bare.call("POST", "/answers", {"request": 1, "value": 1}))
    where = f"twg 1939, {RATE} a second on one connection; {steps_of(took)}; {load()}"
    p99, peer = percentile(took, 99), percentile(least, 99)
    yield Result(f"report, {name}, 99th percentile", p99 * 1e3, "ms", where, "< 50 ms", "a skeleton", p99 / peer)


def many_games() -> Iterator[Result]:
    game = legation.new_game("twg", scenario="1939")
    for number in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            host, _ = stored(Path(folder), game, number)
            with server("app", Path(folder)) as (port, _):
                yield from answers(f"{number:,} stored games", Client(port), host)


PAGES = {
    "record": "record",
    "charts": "charts",
    "look back": "look?at={half}",
    "desk": "",
    "how it stands": "balance",
    "a country": "country/turkey",
}


def long_records() -> Iterator[Result]:
    for entries in ENTRIES:
        game = long(entries)
        with tempfile.TemporaryDirectory() as folder:
            host, umpire = stored(Path(folder), game, 1)
            with server("app", Path(folder)) as (port, _):
                client = Client(port)
                for name, page in PAGES.items():
                    path = f"/t/{host}/{page.format(half=entries // 2)}".rstrip("/")
                    client.call("GET", path)
                    took = [client.call("GET", path)[1] for _ in range(9)]
                    yield Result(
                        f"page {name}, {entries:,} entries, median", median(took) * 1e3, "ms", load(), "< 100 ms"
                    )
                for entry in (5, entries - 20):
                    body = {"entry": entry, "value": {"threat.turkey": 7}, "reason": "to see"}
                    took = [client.call("POST", f"/api/v1/t/{umpire}/amendments", body)[1] for _ in range(3)]
                    says = f"amendment preview of entry {entry:,} of {entries:,}, median"
                    yield Result(says, median(took) * 1e3, "ms", load())
                yield from answers(f"{entries:,} entries", client, host)


def verifying() -> Iterator[Result]:
    seconds = {}
    for entries in (5000, 20000):
        game = long(entries)
        begun = time.process_time()
        assert game.verify() == []
        seconds[entries] = time.process_time() - begun
    ratio = seconds[20000] / seconds[5000]
    yield Result("verify, 20,000 entries", seconds[20000], "s", "processor's time", "ratio 4", "5,000 entries", ratio)


# -- several processes on one PostgreSQL
@contextmanager
def workers(number: int) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    line = ["-m", "legation", "serve", "--quiet", "--port", str(port), "--database", POSTGRES, "--workers", str(number)]
    with subprocess.Popen([sys.executable, *line], stdout=subprocess.DEVNULL) as process:
        try:
            for _ in range(600):
                try:
                    Client(port).call("GET", "/readyz")
                    break
                except (OSError, AssertionError):
                    time.sleep(0.1)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)


def throughput(port: int, seconds: float = 12.0) -> float:
    """Answers a second of eight games, each played on a connection of its own as fast as it goes."""
    done, stop = [0] * 8, time.perf_counter() + seconds

    def play(n: int) -> None:
        client = Client(port)
        player = Player(client, begin(client), n)
        while time.perf_counter() < stop and player.now["requests"]:
            player.answer()
            done[n] += 1

    threads = [threading.Thread(target=play, args=(n,)) for n in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return sum(done) / seconds


def several_workers() -> Iterator[Result]:
    if not POSTGRES:
        return
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):  # in turns, so that the machine is equally busy for both
        for number, rates in found.items():
            with workers(number) as port:
                rates.append(throughput(port))
    one, two = median(found[1]), median(found[2])
    where = f"twg 1939, PostgreSQL on the same machine, eight games at once; {load()}"
    yield Result("answers with one worker", one, "/s", where)
    yield Result("answers with two workers", two, "/s", where, "", "one worker", two / one)


def results() -> list[Result]:
    return [*many_games(), *long_records(), *verifying(), *several_workers()]


if __name__ == "__main__":
    from benchmarks.harness import show

    parts = {"games": many_games, "entries": long_records, "verify": verifying, "workers": several_workers}
    for part in sys.argv[1:] or parts:
        print(re.sub(r"^.*\n-.*\n", "", show(list(parts[part]())), count=1), flush=True)
