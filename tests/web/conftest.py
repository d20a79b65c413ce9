"""A hall over a fresh store; a real server on a port of its own; and clients for the chairs of a table."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from legation import books
from legation.core import acts
from legation.store import Store
from legation.store.beside import exchanging
from legation.web.app import create_app
from legation.web.guard import House, RateAllowance
from legation.web.seats import COOKIE, SPECTATOR, Access, chair_key, digest
from legation.web.sessions import Session, Sessions
from tests.web.client import WEB

T = TypeVar("T")

books.register("tern", "tests.books.tern.book:BOOK")


@pytest.fixture(scope="session", autouse=True)
def _close_the_client() -> Iterator[None]:
    yield
    WEB.close()


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The application on a real server."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(512)
    config = uvicorn.Config(app, access_log=False, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


DEVICE = "the-browser-of-the-tests"
WEB.cookies.set(COOKIE, DEVICE)


@pytest.fixture(autouse=True)
def _one_device() -> Iterator[None]:
    """Whatever cookie a test was given, the next one has the browser of the tests again."""
    yield
    WEB.cookies.clear()
    WEB.cookies.set(COOKIE, DEVICE)


def seated(table: Session, chair: str) -> str:
    """The key to a chair, taken by the browser of the tests without a word in the record, so that entries keep their
    numbers; how chairs are taken in earnest is in test_chairs.py."""
    key, store = chair_key(DEVICE, table.id, chair), table.hall.store
    if store.seat_of(digest(key)) is None:
        invitation = table.links().get(chair) or table.hall.invite(table, chair)
        store.beside(table.id, exchanging(table.id, chair, digest(invitation), digest(key), spent=chair != SPECTATOR))
        table.compare(store.summary(table.id))
    return key


def place(table: Session, chair: str) -> str:
    """The address of a chair, which is then open to the browser of the tests."""
    seated(table, chair)
    return f"{table.id}.{chair}"


def begun(server: Server, reply: httpx.Response) -> Session:
    """The table to which a browser is sent that has begun a game."""
    return server.hall.table(reply.headers["location"].split("/")[2].partition(".")[0])


@dataclass
class Chair:
    """Somebody who has taken a chair."""

    base: str
    token: str
    place: str = ""
    seen: list[bytes] = field(default_factory=list)  # everything that was ever sent to this chair

    def call(self, method: str, path: str, *, status: int = 200, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        reply = WEB.request(method, f"{self.base}/api/v1/t/me/{path}", headers=headers, **more)
        self.seen.append(reply.content + repr(reply.headers).encode())
        assert reply.status_code == status, reply.text
        return reply.json() if reply.headers["content-type"] == "application/json" else reply.text

    def get(self, path: str, *, status: int = 200, **more: Any) -> Any:
        return self.call("GET", path, status=status, **more)

    def post(self, path: str, *, status: int = 200, **body: Any) -> Any:
        return self.call("POST", path, status=status, json=body)


@dataclass
class Server:
    base: str
    app: FastAPI

    @property
    def hall(self) -> Sessions:
        found = self.app.state.hall
        assert isinstance(found, Sessions)
        return found

    def begin(self, book: str = "tern", **body: Any) -> dict[str, Chair]:
        """A new game; a client for every chair."""
        reply = WEB.post(f"{self.base}/api/v1/games", json={"book": book, **body})
        assert reply.status_code == 201, reply.text
        return self.chairs(reply.json())

    def chairs(self, made: dict[str, Any]) -> dict[str, Chair]:
        """A client for every chair of a game that was begun."""
        table = self.hall.table(made["id"])
        return {chair: Chair(self.base, seated(table, chair), place(table, chair)) for chair in table.chairs}


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Many tests share it, and more than one tries wrong links: how many are allowed is asked in test_guard.py."""
    app = create_app(data=tmp_path_factory.mktemp("data"), house=House(guesses=RateAllowance(10**6, 10**6)))
    with serving(app) as base:
        yield Server(base, app)


@pytest.fixture(name="hall")
def _hall(tmp_path: Path) -> Iterator[Sessions]:
    hall = Sessions(Store.open(tmp_path))
    yield hall
    hall.close()


def take_back(table: Session, access: Access, *, reason: str = "", entry: int | None = None) -> None:
    """The last act, taken back by whoever has this link."""
    table.act(access, acts.Undo(entry, reason))


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, aside of the loop that browser tests keep running in this thread."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, work).result()
