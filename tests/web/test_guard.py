"""The door of the house: how much, how long, how often, under which name, and from which site."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from legation.web.app import create_app
from legation.web.guard import KEY, House, RateAllowance
from legation.web.server import HEAD, READING
from legation.web.server import Server as Serving
from tests.web.client import WEB
from tests.web.conftest import Chair, Server, serving

FAR = {"x-forwarded-for": "203.0.113.7"}  # as a proxy on this machine tells it


@pytest.fixture(name="house")
def _house() -> House:
    return House("sesame", guesses=RateAllowance(3, 1), games=RateAllowance(2, 1))


@pytest.fixture(name="guarded")
def _guarded(tmp_path: Path, house: House) -> Iterator[Server]:
    app = create_app(data=tmp_path, house=house)
    with serving(app) as base:
        yield Server(base, app)


def begin(server: Server, **headers: str) -> httpx.Response:
    return WEB.post(f"{server.base}/api/v1/games", json={"book": "tern"}, headers=headers)


def says(reply: httpx.Response) -> str:
    return str(reply.json()["error"]["message"])


def test_too_much_is_refused_before_it_is_read(guarded: Server) -> None:
    host, port = guarded.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:  # it says how much, and sends nothing of it
        head = f"POST /api/v1/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 209715200\r\n\r\n"
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")

    def endless() -> Iterator[bytes]:
        for _ in range(64):
            yield b"x" * 65536

    reply = WEB.post(f"{guarded.base}/new", content=endless())
    assert reply.status_code == 413
    assert "too much" in reply.text


def test_who_does_not_get_round_to_it_is_not_waited_for(guarded: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.web.guard.SENDING", 0.2)
    host, port = guarded.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(f"POST /api/v1/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 50\r\n\r\n{{".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 408 ")


class Clock(asyncio.SelectorEventLoop):
    """A loop on which no time passes but what it is told."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.call_soon_threadsafe(lambda: None)


def until(what: Callable[[], object]) -> None:
    while not what():
        time.sleep(0.005)


def hears(line: socket.socket) -> bytes:
    """All that is still said, to the end of it."""
    return b"".join(iter(lambda: line.recv(65536), b""))


@dataclass
class Timed:
    """A real server whose clock is in our hands."""

    server: Serving
    clock: Clock
    address: Any

    @contextmanager
    def line(self, **options: int) -> Iterator[socket.socket]:
        """A connection that the server has taken: its time runs from there."""
        assert not self.taken
        with socket.socket() as line:
            for name, value in options.items():
                line.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
            line.connect(self.address)
            until(lambda: self.taken)
            yield line
        until(lambda: not self.taken)

    @property
    def taken(self) -> set[Any]:
        return self.server.server_state.connections

    def unread(self) -> int:
        return sum(one.transport.get_write_buffer_size() for one in list(self.taken))


@pytest.fixture(name="timed")
def _timed(tmp_path: Path) -> Iterator[Timed]:
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # little of an answer is on its way unseen
    server, clock = Serving(create_app(data=tmp_path)), Clock()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: clock) as runner:
            runner.run(server.serve([listening]))

    thread = threading.Thread(target=run)
    thread.start()
    until(lambda: server.started)
    try:
        yield Timed(server, clock, listening.getsockname())
    finally:
        server.should_exit = True
        while thread.is_alive():
            clock.later(1)
            thread.join(0.02)


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: loc"])
def test_who_never_asks_anything_is_hung_up_on(timed: Timed, sent: bytes) -> None:
    with timed.line() as line:
        line.sendall(sent)
        timed.clock.later(HEAD + 1)
        assert hears(line) == b""


def test_who_asks_in_time_is_answered_and_may_go_on_asking(timed: Timed) -> None:
    with timed.line() as line:
        for _ in range(3):
            line.sendall(HEALTH[:9])
            timed.clock.later(HEAD - 1)
            line.sendall(HEALTH[9:])
            until(lambda: b"ok\n" in line.recv(1000))
        line.sendall(HEALTH[:9])  # drop by drop does not count
        for n in range(9, 14):
            timed.clock.later(HEAD / 4)
            with suppress(OSError):
                line.sendall(HEALTH[n : n + 1])
        with suppress(ConnectionResetError):
            assert hears(line) == b""


def test_who_does_not_take_in_the_answer_is_hung_up_on(timed: Timed) -> None:
    with timed.line(SO_RCVBUF=4096) as line:
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: timed.unread() > 100_000)
        left = timed.unread()
        timed.clock.later(READING + 1)
        until(lambda: timed.unread() < left or line.recv(4096))  # something is taken: it goes on
        for _ in range(2):
            timed.clock.later(READING + 1)
            time.sleep(0.02)
        until(lambda: not timed.taken)


def test_wrong_links_cannot_be_tried_for_ever(guarded: Server) -> None:
    north = guarded.begin()["north"]
    north.get("view")
    tries = [WEB.get(f"{guarded.base}/api/v1/t/{'x' * n}/view") for n in range(1, 6)]
    assert [t.status_code for t in tries] == [404, 404, 404, 429, 429]
    assert int(tries[-1].headers["retry-after"]) >= 1
    assert "too many wrong links" in says(tries[-1])
    north.get("view")  # who has been in stays in


def test_games_are_begun_and_listed_by_those_of_the_house(guarded: Server) -> None:
    assert begin(guarded).status_code == 201  # at the machine itself
    assert begin(guarded, **FAR).status_code == 403
    assert WEB.get(f"{guarded.base}/api/v1/games", headers=FAR).status_code == 403
    assert WEB.get(f"{guarded.base}/metrics", headers=FAR).status_code == 403
    key = {KEY: "sesame", **FAR}
    assert WEB.get(f"{guarded.base}/api/v1/games", headers=key).status_code == 200
    assert begin(guarded, **{KEY: "simsim"}, **FAR).status_code == 403
    assert [begin(guarded, **key).status_code for _ in range(3)] == [201, 201, 429]


def test_a_browser_from_elsewhere_says_the_key_once(guarded: Server, house: House) -> None:
    assert "key of the house" in WEB.get(f"{guarded.base}/?begin=alone&book=tern", headers=FAR).text
    form = {"book": "tern", "begin": "apart", "name": "Ours"}
    assert WEB.post(f"{guarded.base}/new", data=form, headers=FAR).status_code == 403
    reply = WEB.post(f"{guarded.base}/new", data={**form, "house": "sesame"}, headers=FAR)
    assert reply.status_code == 303
    assert "HttpOnly" in reply.headers["set-cookie"]
    assert "sesame" not in reply.headers["set-cookie"]
    WEB.cookies.clear()
    kept = {"cookie": f"house={house.pass_}", **FAR}
    assert WEB.post(f"{guarded.base}/new", data=form, headers=kept).status_code == 303


def test_behind_a_proxy_nobody_is_taken_for_the_machine_itself() -> None:
    scope: dict[str, Any] = {"type": "http", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "method": "GET"}
    scope |= {"path": "/", "headers": [(b"host", b"localhost")], "scheme": "http", "query_string": b""}
    assert House().is_of_the_house(Request(scope))
    assert not House(public="https://legation.example.org").is_of_the_house(Request(scope))


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8000", "localhost.evil.example", "a b", "6.6.6.6"])
def test_a_strange_name_is_not_answered(guarded: Server, name: str) -> None:
    assert WEB.get(f"{guarded.base}/api/v1/books", headers={"host": name}).status_code == 421


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:1", socket.gethostname(), "[::1]:8000"])
def test_its_own_names_are(guarded: Server, name: str) -> None:
    assert WEB.get(f"{guarded.base}/api/v1/books", headers={"host": name}).status_code == 200


def test_links_are_told_with_the_public_address(tmp_path: Path) -> None:
    house = House("sesame", "https://legation.example.org")
    app = create_app(data=tmp_path, house=house)
    with serving(app) as base:
        reply = WEB.post(f"{base}/api/v1/games", json={"book": "tern"}, headers={KEY: "sesame"})
        assert {link["url"].partition("/i/")[0] for link in reply.json()["links"] if link["url"]} == {house.public}
        assert WEB.get(f"{base}/api/v1/books", headers={"host": "legation.example.org"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": "http://a.b"}, {"origin": "null"}],
)
def test_a_page_of_another_site_can_post_nothing(guarded: Server, headers: dict[str, str]) -> None:
    assert begin(guarded, **headers).status_code == 403
    assert WEB.post(f"{guarded.base}/new", data={"book": "tern"}, headers=headers).status_code == 403
    assert guarded.hall.store.count() == 0
    assert WEB.get(f"{guarded.base}/", headers=headers).status_code == 200


def test_its_own_pages_can(guarded: Server) -> None:
    assert begin(guarded, **{"sec-fetch-site": "same-origin"}).status_code == 201
    assert begin(guarded, origin=guarded.base).status_code == 201


def test_lists_have_pages(guarded: Server) -> None:
    for _ in range(5):
        guarded.begin()
    first = WEB.get(f"{guarded.base}/api/v1/games?most=3").json()
    assert (len(first["games"]), first["total"], first["next"]) == (3, 5, 3)
    rest = WEB.get(f"{guarded.base}/api/v1/games?most=3&skip=3").json()
    assert (len(rest["games"]), rest["next"]) == (2, None)
    assert len({g["id"] for page in (first, rest) for g in page["games"]}) == 5


@pytest.mark.parametrize("said", ["²", "1.0", "%2B1", "1_0", "9" * 5000, "-1", "true", "٣", "0x1", "%201"])
def test_a_number_in_an_address_is_written_in_plain_digits(guarded: Server, said: str) -> None:
    north = guarded.begin()["north"]
    for where in ("view?since=", "record?since=", "dispatch?since=", "forecast/auk?turns=", "advice?request="):
        north.get(f"{where}{said}", status=422)
    north.get(f"record/{said}/why", status=422)
    assert WEB.get(f"{guarded.base}/api/v1/games?skip={said}").status_code == 422


# -- for those who run it
def test_it_says_whether_it_lives_and_can_serve(guarded: Server) -> None:
    assert WEB.get(f"{guarded.base}/healthz").text == "ok\n"
    assert WEB.get(f"{guarded.base}/readyz").text == "ok\n"
    guarded.hall.store.engine.dispose()
    guarded.hall.store.engine = None  # type: ignore[assignment]
    assert WEB.get(f"{guarded.base}/healthz").status_code == 200


def test_it_counts_what_it_does(guarded: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "legation.acts"):
        chairs = guarded.begin()
        chairs["north"].post("answers", request=1, value={"auk": 1})
        chairs["north"].post("answers", request=1, value={"auk": 1}, status=409)
    text = WEB.get(f"{guarded.base}/metrics").text
    assert 'legation_acts_total{worker="0",kind="answer",outcome="kept"} 1' in text
    assert 'legation_acts_total{worker="0",kind="answer",outcome="refused"} 1' in text
    assert re.search(r'legation_act_seconds_count\{worker="0",kind="answer"\} 2', text)
    assert re.search(r"^legation_store_up\{.*\} 1$", text, re.M)
    for line in text.splitlines():
        assert re.fullmatch(r'# TYPE \w+ (counter|gauge|histogram)|\w+\{(\w+="[^"]*",?)+\} [0-9.e+-]+', line), line
    lines = [r.getMessage() for r in caplog.records if r.name == "legation.acts"]
    assert [re.sub("game=[0-9a-f]+", "game=…", line) for line in lines] == [
        "act game=… chair=north kind=answer outcome=kept entries=2-2",
        "act game=… chair=north kind=answer outcome=closed entries=-",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_well_with_streams_open(tmp_path: Path, sig: signal.Signals) -> None:
    line = [sys.executable, "-m", "legation", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    assert server.stderr is not None
    base = server.stdout.readline().strip().removeprefix("Legation is at ").replace("localhost", "127.0.0.1")
    made = WEB.post(f"{base}/api/v1/games", json={"book": "twg"}).json()
    north = Chair(base, made["key"])
    mine = {"Authorization": f"Bearer {north.token}"}
    url = f"{base}/api/v1/t/me/stream"
    with httpx.Client(timeout=60, headers=mine) as web, web.stream("GET", url) as stream:
        next(stream.iter_raw())
        server.send_signal(sig)
        assert server.wait(60) == 0
    assert server.stderr.read() == ""  # a stream that had to be cut off would be told here
    server.stdout.close()
    server.stderr.close()


def test_the_second_server_on_a_folder_says_why_it_does_not_start(tmp_path: Path) -> None:
    app = create_app(data=tmp_path)
    with serving(app):
        line = [sys.executable, "-m", "legation", "serve", "--port", "0", "--data", str(tmp_path)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "another server works on" in done.stderr
