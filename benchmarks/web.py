"""The server: a durable answer beside a bare skeleton, what a browser fetches for a desk, and fifty games with seven
viewers each."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Result, percentile
from legation.core.facts import Schema
from legation.core.game import Game
from legation.testing.conformance import random_value
from legation.web.seats import COOKIE, chair_key
from legation.web.sessions import Session, Sessions

ANSWERS = 300
TABLES, VIEWERS, ROUNDS = 50, 7, 4
PAUSE = 10  # seconds between two answers of one game


# -- the servers, each in a process of its own
def skeleton(folder: Path) -> Any:
    """The least that a durable answer can cost here: parse, commit, reply."""
    from fastapi import Body, FastAPI, Response

    from legation.store.store import _prepare_sqlite

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    database = sqlite3.connect(folder / "skeleton.db", check_same_thread=False)
    _prepare_sqlite(database, None)
    database.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY, body BLOB)")

    @app.post("/answers")
    def answers(body: dict[str, Any] = Body()) -> Response:  # noqa: B008
        database.execute("BEGIN")
        database.execute("INSERT INTO answers (body) VALUES (?)", (json.dumps(body).encode(),))
        database.execute("COMMIT")
        return Response(b"{}", media_type="application/json")

    return app


def main(kind: str, folder: Path) -> None:
    import socket

    import uvicorn

    from legation.web.app import create_app
    from legation.web.server import settle

    app = skeleton(folder) if kind == "skeleton" else create_app(data=folder)
    settle()
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, access_log=False, log_level="error", timeout_graceful_shutdown=1, server_header=False)
    uvicorn.Server(config).run([listening])


@contextmanager
def server(kind: str, folder: Path | None = None) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its number."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [sys.executable, "-m", "benchmarks.web", kind, str(folder or scratch)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                yield int(process.stdout.readline()), process.pid
            finally:
                process.terminate()


def seconds_of(process: int) -> float:
    """The processor's time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


DEVICE = "the-browser-of-the-benchmarks"
CARRIED = f"{COOKIE}={DEVICE}"


def seated(hall: Sessions, table: Session, chair: str) -> str:
    """A chair is taken by the browser of the benchmarks; its place, for addresses."""
    return hall.take(hall.invite(table, chair), chair_key(DEVICE, table.id, chair)).place


class Client:
    """One connection that is kept open, and as little else as possible."""

    def __init__(self, port: int, key: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/json", "Cookie": CARRIED}
        self.headers |= {"Authorization": f"Bearer {key}"} if key else {}

    def call(self, method: str, path: str, body: Any = None) -> tuple[bytes, float]:
        data = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self.connection.request(method, path, data, self.headers)
        reply = self.connection.getresponse()
        found = reply.read()
        taken = time.perf_counter() - begin
        assert reply.status < 400, found
        return found, taken

    def json(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self.call(method, path, body)[0])


def answer_to(request: dict[str, Any], rng: random.Random) -> Any:
    """A legal answer that keeps the game going."""
    if request["kind"] == "report":
        return dict.fromkeys(request["facts"], 20)
    legal = request["legal"]
    if "end" in legal:
        return "next" if "next" in legal else "end"
    return rng.choice(legal)


def begin(client: Client, who: str = "here") -> dict[str, str]:
    seats = client.json("GET", "/api/v1/books/twg")["seats"]
    body = {"book": "twg", "scenario": "1939", "plan": dict.fromkeys(seats, who)}
    made = client.json("POST", "/api/v1/games", body)
    for link in made["links"]:
        if link["token"]:
            client.call("POST", f"/i/{link['token']}")
    again = Client(client.connection.port, made["key"]).json("POST", "/api/v1/t/me/devices")
    client.call("POST", f"/i/{again['token']}")
    return {link["seat"]: f"{made['id']}.{link['seat']}" for link in made["links"]}


class Player:
    """Answers whatever is asked, at the host's device."""

    def __init__(self, client: Client, tokens: dict[str, str], seed: int) -> None:
        self.client, self.tokens, self.rng = client, tokens, random.Random(seed)
        self.path = f"/api/v1/t/{tokens['host']}"
        self.now = client.json("GET", f"{self.path}/requests")

    def next_body(self) -> dict[str, Any]:
        request = self.now["requests"][0]
        return {"request": request["id"], "value": answer_to(request, self.rng)}

    def answer(self) -> float:
        found, taken = self.client.call("POST", f"{self.path}/answers", self.next_body())
        self.now = json.loads(found)
        return taken


def durable() -> Iterator[Result]:
    with server("skeleton") as (bare, _), server("app") as (full, _):
        client, plain = Client(full), Client(bare)
        player = Player(client, begin(client), 1)
        for _ in range(30):  # both warm
            player.answer()
            plain.call("POST", "/answers", {"request": 1, "value": 1})
        ours: list[float] = []
        theirs: list[float] = []
        while len(ours) < ANSWERS:  # in turns, so that the machine is equally busy for both
            if player.now["over"]:
                player = Player(client, begin(client), len(ours))
            ours.append(player.answer())
            theirs.append(plain.call("POST", "/answers", {"request": 1, "value": 1})[1])
        ratio = percentile(ours, 50) / percentile(theirs, 50)
        where = "twg 1939, SQLite WAL with synchronous FULL, one client"
        peer = "a skeleton that parses, commits and replies"
        yield Result(
            "durable answer over HTTP, median", percentile(ours, 50) * 1e3, "ms", where, "ratio < 5, aim 2", peer, ratio
        )
        yield Result("durable answer over HTTP, 99th percentile", percentile(ours, 99) * 1e3, "ms", where)
        yield from pages(client, player)


def pages(client: Client, player: Player) -> Iterator[Result]:
    where = f"twg 1939, record of {player.now['seq']} entries"
    for name, path in (("desk page", f"/t/{player.tokens['umpire']}"), ("view over the API", f"{player.path}/view")):
        taken = [client.call("GET", path)[1] for _ in range(40)][5:]
        yield Result(f"{name}, median", percentile(taken, 50) * 1e3, "ms", where, "< 100 ms")


# -- the first visit of a browser to a desk
CHROMIUM = "/usr/bin/chromium"
FULL = {"twg": 230, "awaw": 600}  # acts after which a game is well into its last years


def full_game(name: str, scenario: str, options: dict[str, str], seed: int = 5) -> tuple[Game, str]:
    """A game that was played by chance until it is far on and a seat has several things to choose from; that seat."""
    from legation.books import book
    from legation.testing.conformance import begin as begin_play

    play = begin_play(book(name), scenario, seed, events=0, reports=0, undos=0, shuns=("end",))
    play.game = game = Game.new(book(name), scenario, options=options, seed=seed)
    for n in range(2 * FULL[name]):
        asked = [r for r in game.requests() if r.seat in book(name).seats and (r.among or len(r.legal) > 2)]
        if n >= FULL[name] and asked:
            return game, asked[0].seat
        play.step()
    raise AssertionError(f"{name} came to its end")


def fetched(browser: Any, address: str, device: str) -> dict[str, int]:
    """What a browser that was never here fetches to show a page: the bytes of each file as sent, with their headers."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.add_cookies([{"name": COOKIE, "value": device, "url": address}])
    try:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        asked: dict[str, str] = {}
        sizes: dict[str, int] = {}
        wire.on("Network.requestWillBeSent", lambda told: asked.update({told["requestId"]: told["request"]["url"]}))
        wire.on(
            "Network.loadingFinished",
            lambda told: sizes.update({asked[told["requestId"]]: int(told["encodedDataLength"])}),
        )
        page.goto(address)
        page.wait_for_selector("html[data-line=open]")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(500)  # the first word of the stream, and what is fetched after it
        return sizes
    finally:
        context.close()


def weight() -> Iterator[Result]:
    if not Path(CHROMIUM).exists():
        return
    from legation.books import book
    from legation.store import Store

    with tempfile.TemporaryDirectory() as folder:
        hall = Sessions(Store.open(Path(folder)))
        desks = []
        for name, scenario, options in GAMES:
            game, seat = full_game(name, scenario, options)
            table = hall.adopt(game, name=name, plan=dict.fromkeys(book(name).seats, "person"))
            desks.append((f"{name} {scenario}, record of {len(game.record)} entries", seated(hall, table, seat)))
        hall.close()
        with server("app", Path(folder)) as (port, _):
            sizes = [fetched_at(f"http://127.0.0.1:{port}/t/{token}") for _, token in desks]
            client = Client(port)
            for (where, token), found in zip(desks, sizes, strict=True):
                size = sum(found.values()) / 1e3
                yield Result("desk of a full game, all that is fetched", size, "kB", where, "< 150 kB")
                taken = [client.call("GET", f"/t/{token}")[1] for _ in range(20)]
                yield Result("desk of a full game, median", percentile(taken, 50) * 1e3, "ms", where, "< 100 ms")


def fetched_at(address: str) -> dict[str, int]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            return fetched(browser, address, DEVICE)
        finally:
            browser.close()


# -- many viewers
GAMES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("twg", "1939", {"rules-1939": "yes"}),
    ("twg", "1939", {}),
    ("awaw", "current-classic", {}),
)


@dataclass(frozen=True)
class Hosted:
    """A game that is on its way, and the links to its seats."""

    book: str
    scenario: str
    tokens: dict[str, str]


def under_way(folder: Path) -> list[Hosted]:
    """Many games, each played so far by chance, in the database of a server that is yet to start."""
    from legation.books import book
    from legation.store import Store
    from legation.testing.conformance import begin as begin_play

    hall = Sessions(Store.open(folder))
    found = []
    for n in range(TABLES):
        name, scenario, options = GAMES[n % len(GAMES)]
        play = begin_play(book(name), scenario, n, events=0, reports=0, undos=0, shuns=("end",))
        game = Game.new(book(name), scenario, options=options, seed=n)
        play.game = game
        for _ in range(10 * n % 150):
            if not game.over:
                play.step()
        table = hall.adopt(game, name=f"Table {n}", plan={})
        tokens = {seat: seated(hall, table, seat) for seat in (*book(name).seats, "umpire", "spectator")}
        found.append(Hosted(name, scenario, tokens))
    hall.close()
    return found


def value_for(request: dict[str, Any], schema: Schema, rng: random.Random) -> Any:
    """A legal answer that keeps the game going."""
    if request["kind"] == "report":
        return {key: random_value(schema.spec(key).family, rng) for key in request["facts"]}
    if request.get("among"):
        return {}
    return rng.choice([value for value in request["legal"] if value != "end"] or request["legal"])


async def stream(port: int, token: str) -> AsyncIterator[int]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /t/{token}/stream HTTP/1.1\r\nHost: x\r\nCookie: {CARRIED}\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                yield int(line[6:])
    finally:
        writer.close()


class Browser:
    """A connection that stays open, as a browser's does; pages come packed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        about = {
            "Host": "x",
            "Cookie": CARRIED,
            "Content-Type": "application/json",
            "Content-Length": str(len(data)),
            **headers,
        }
        head = "\r\n".join((f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in about.items()), "", ""))
        while True:
            if self.pipe is None:
                self.pipe = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.pipe
            try:
                writer.write(head.encode() + data)
                answered = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                break
            except (asyncio.IncompleteReadError, ConnectionError):  # a server closes what is idle
                self.close()
        size = int(answered.partition("content-length: ")[2].partition("\r\n")[0])
        found = await reader.readexactly(size)
        packed = "content-encoding: gzip" in answered
        return int(answered[9:12]), gzip.decompress(found) if packed else found

    def close(self) -> None:
        if self.pipe is not None:
            self.pipe[1].close()
            self.pipe = None


class Evening:
    """One game of many: its seats answer in turn; seven of them look on, each at its own screen."""

    def __init__(self, port: int, hosted: Hosted, seed: int) -> None:
        from legation.books import book

        self.port, self.tokens, self.rng = port, hosted.tokens, random.Random(seed)
        self.seats = list(book(hosted.book).seats)
        self.schema = book(hosted.book).schema(hosted.scenario)
        self.program = Browser(port)
        self.sent = 0.0
        self.heard: list[float] = []
        self.seen: list[float] = []
        self.bytes = 0
        self.waiting = 0
        self.all_saw = asyncio.Event()
        self.ready = [asyncio.Event() for _ in range(VIEWERS)]

    async def view(self, number: int) -> None:
        """What the page does: it shows the desk, listens, and fetches what it does not have."""
        token, browser = self.tokens[self.seats[number]], Browser(self.port)
        packed = {"Accept-Encoding": "gzip"}
        have = _have((await browser.call("GET", f"/t/{token}", **packed))[1])
        async for _ in stream(self.port, token):
            if not self.ready[number].is_set():
                self.ready[number].set()
                continue
            begun = self.sent
            self.heard.append(time.perf_counter() - begun)
            status, found = await browser.call("GET", f"/t/{token}/desk?part=live", **{"Legation-Have": have}, **packed)
            self.seen.append(time.perf_counter() - begun)
            assert status == 200, found[:400]
            have, self.bytes = _have(found), self.bytes + len(found)
            self.waiting -= 1
            if not self.waiting:
                self.all_saw.set()
        browser.close()

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        for seat in self.seats:
            path = f"/api/v1/t/{self.tokens[seat]}/"
            _, found = await self.program.call("GET", f"{path}requests")
            for request in json.loads(found)["requests"]:
                return f"{path}answers", request
        return None

    async def play(self) -> None:
        for _ in range(ROUNDS):
            await asyncio.sleep(self.rng.uniform(0, 2 * PAUSE))  # people think, and not in step
            found = await self.asked()
            if found is None:
                return
            path, request = found
            self.waiting = VIEWERS
            self.all_saw.clear()
            for _ in range(20):
                body = {"request": request["id"], "value": value_for(request, self.schema, self.rng)}
                self.sent = time.perf_counter()
                status, _said = await self.program.call("POST", path, body)
                if status == 200:
                    await asyncio.wait_for(self.all_saw.wait(), 60)
                    break


def _have(page: bytes) -> str:
    return page.partition(b'data-have="')[2].partition(b'"')[0].decode()


async def crowd(evenings: list[Evening], spent: Callable[[], float]) -> tuple[float, float]:
    """Let them play; the server's seconds of work, and of the clock."""
    viewers = [asyncio.ensure_future(e.view(n)) for e in evenings for n in range(VIEWERS)]
    await asyncio.gather(*(ready.wait() for e in evenings for ready in e.ready))
    before, begun = spent(), time.perf_counter()
    await asyncio.gather(*(e.play() for e in evenings))
    worked, passed = spent() - before, time.perf_counter() - begun
    for viewer in viewers:
        viewer.cancel()
    await asyncio.gather(*viewers, return_exceptions=True)
    return worked, passed


def viewers() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as folder:
        hosted = under_way(Path(folder))
        with server("app", Path(folder)) as (port, process):
            evenings = [Evening(port, game, n) for n, game in enumerate(hosted)]
            worked, passed = asyncio.run(crowd(evenings, lambda: seconds_of(process)))
    heard, seen = [t for e in evenings for t in e.heard], [t for e in evenings for t in e.seen]
    answers = len(seen) / VIEWERS
    where = (
        f"{TABLES} games under way, {VIEWERS} viewers each, an answer every {PAUSE} s per game; "
        f"{answers:.0f} answers, {len(seen)} screens, the server busy {worked / passed:.0%} of the time"
    )
    yield Result("answer to event, 95th percentile", percentile(heard, 95) * 1e3, "ms", where, "< 300 ms")
    yield Result("answer to screen, median", percentile(seen, 50) * 1e3, "ms", where)
    yield Result("answer to screen, 95th percentile", percentile(seen, 95) * 1e3, "ms", where, "< 300 ms")
    yield Result(f"work of the server per answer with {VIEWERS} screens", worked / answers * 1e3, "ms", where)
    yield Result("sent per screen, unpacked", sum(e.bytes for e in evenings) / len(seen) / 1e3, "KB", where)


def results() -> list[Result]:
    return [*durable(), *weight(), *viewers()]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
