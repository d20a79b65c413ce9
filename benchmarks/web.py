"""The server: a durable answer beside a bare skeleton, a desk page, and fifty games with seven viewers each."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.harness import Result, percentile

ANSWERS = 300
GAMES, VIEWERS, ROUNDS = 50, 7, 4
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

    app = skeleton(folder) if kind == "skeleton" else create_app(data=folder)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, access_log=False, log_level="error", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run([listening])


@contextmanager
def server(kind: str) -> Iterator[int]:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.web", kind, folder]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                yield int(process.stdout.readline())
            finally:
                process.terminate()


class Client:
    """One connection that is kept open, and as little else as possible."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def call(self, method: str, path: str, body: Any = None) -> tuple[bytes, float]:
        data = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self.connection.request(method, path, data, {"Content-Type": "application/json"})
        reply = self.connection.getresponse()
        found = reply.read()
        taken = time.perf_counter() - begin
        assert reply.status < 300, found
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
    return {link["seat"]: link["token"] for link in made["links"]}


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
    with server("skeleton") as bare, server("app") as full:
        client, plain = Client(full), Client(bare)
        player = Player(client, begin(client), 1)
        for _ in range(30):  # both warm
            player.answer()
            plain.call("POST", "/answers", {"request": 1, "value": 1})
        ours, theirs = [], []
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
        try:
            taken = [client.call("GET", path)[1] for _ in range(40)][5:]
        except AssertionError:
            continue  # no pages here
        yield Result(f"{name}, median", percentile(taken, 50) * 1e3, "ms", where, "< 100 ms")


# -- many viewers
async def stream(port: int, token: str) -> AsyncIterator[int]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /t/{token}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                yield int(line[6:])
    finally:
        writer.close()


async def call(port: int, method: str, path: str, body: Any = None) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = b"" if body is None else json.dumps(body).encode()
    about = ("Host: x", "Connection: close", "Content-Type: application/json", f"Content-Length: {len(data)}")
    head = "\r\n".join((f"{method} {path} HTTP/1.1", *about, "", ""))
    writer.write(head.encode() + data)
    found = await reader.read()
    writer.close()
    assert found[9:12] in (b"200", b"201", b"204"), found[:400]
    return found.partition(b"\r\n\r\n")[2]


class Evening:
    """One game of many: its seats answer in turn; seven of them look on, each at its own screen."""

    def __init__(self, port: int, tokens: dict[str, str], seed: int, screen: str) -> None:
        self.port, self.tokens, self.screen, self.rng = port, tokens, screen, random.Random(seed)
        self.seats = [seat for seat in tokens if seat not in ("host", "umpire", "spectator")]
        self.sent = 0.0
        self.heard: list[float] = []
        self.seen: list[float] = []
        self.waiting = 0
        self.all_saw = asyncio.Event()
        self.ready = [asyncio.Event() for _ in range(VIEWERS)]

    async def view(self, number: int) -> None:
        token = self.tokens[self.seats[number]]
        async for seq in stream(self.port, token):
            if not self.ready[number].is_set():
                self.ready[number].set()
                continue
            begun = self.sent
            self.heard.append(time.perf_counter() - begun)
            await call(self.port, "GET", self.screen.format(token=token, seq=seq))
            self.seen.append(time.perf_counter() - begun)
            self.waiting -= 1
            if not self.waiting:
                self.all_saw.set()

    async def asked(self) -> tuple[str, dict[str, Any]] | None:
        for seat in self.seats:
            path = f"/api/v1/t/{self.tokens[seat]}/"
            for request in json.loads(await call(self.port, "GET", f"{path}requests"))["requests"]:
                return f"{path}answers", {"request": request["id"], "value": answer_to(request, self.rng)}
        return None

    async def play(self) -> None:
        for _ in range(ROUNDS):
            await asyncio.sleep(self.rng.uniform(0, 2 * PAUSE))  # people think, and not in step
            found = await self.asked()
            if found is None:
                return
            self.waiting = VIEWERS
            self.all_saw.clear()
            self.sent = time.perf_counter()
            await call(self.port, "POST", *found)
            await asyncio.wait_for(self.all_saw.wait(), 60)


async def crowd(port: int, evenings: list[Evening]) -> tuple[list[float], list[float]]:
    viewers = [asyncio.ensure_future(e.view(n)) for e in evenings for n in range(VIEWERS)]
    await asyncio.gather(*(ready.wait() for e in evenings for ready in e.ready))
    await asyncio.gather(*(e.play() for e in evenings))
    for viewer in viewers:
        viewer.cancel()
    await asyncio.gather(*viewers, return_exceptions=True)
    return [t for e in evenings for t in e.heard], [t for e in evenings for t in e.seen]


def viewers() -> Iterator[Result]:
    with server("app") as port:
        client = Client(port)
        games = [begin(client, "person") for _ in range(GAMES)]
        screen = "/t/{token}/desk?part=live"
        try:
            client.call("GET", screen.format(token=games[0]["uk"]))
        except AssertionError:  # no pages here
            screen = "/api/v1/t/{token}/view?since={seq}"
        heard, seen = asyncio.run(crowd(port, [Evening(port, game, n, screen) for n, game in enumerate(games)]))
        where = f"{GAMES} games, {VIEWERS} viewers each, an answer every {PAUSE} s per game; {len(heard)} events"
        yield Result("answer to event, 95th percentile", percentile(heard, 95) * 1e3, "ms", where, "< 300 ms")
        yield Result("answer to screen, 95th percentile", percentile(seen, 95) * 1e3, "ms", where, "< 300 ms")


def results() -> list[Result]:
    return [*durable(), *viewers()]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
