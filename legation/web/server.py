"""The server that runs the application: one process, or several that share a port and a PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from legation.books import all_books
from legation.core.errors import Refused
from legation.core.record import write_atomically
from legation.web.app import create_app
from legation.web.guard import LOCAL, House
from legation.web.metrics import log_acts
from legation.web.seats import in_letters
from legation.web.sessions import Sessions

__all__ = ["Patient", "Server", "run", "settle"]

HEAD = 10.0  # seconds for the lines before the body of a request
READING = 30.0  # seconds in which somebody takes at least something of what is sent to them
KEY_FILE = "house.key"


class Patient(H11Protocol):
    """Hangs up on whoever does not get round to asking something, or to taking in the answer."""

    _hourglass: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        self._wait()
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._hourglass is None and (self.cycle is None or self.cycle.response_complete):
            self._hourglass = self.loop.call_later(HEAD, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._hourglass is not None:
            self._hourglass.cancel()
            self._hourglass = None

    def _hang_up(self) -> None:
        self._hourglass = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()  # what was sent may still be taken
            self._watch()

    def _watch(self) -> None:
        if self._reading is None and (left := self.transport.get_write_buffer_size()):
            self._reading = self.loop.call_later(READING, self._is_read, left)

    def _is_read(self, before: int) -> None:
        self._reading = None
        if self.transport.get_write_buffer_size() < before:
            self._watch()
        else:
            self.transport.abort()


class Server(uvicorn.Server):
    """Ends when it is told to, as something that went well: streams are closed first, and what runs is finished."""

    def __init__(self, app: FastAPI) -> None:
        self._hall: Sessions = app.state.hall
        # No access log: the address of an invitation opens a chair.
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                log_level="warning",
                timeout_graceful_shutdown=5,
                timeout_keep_alive=int(HEAD),  # longer than a proxy or a client keeps a line, which then closes first
                server_header=False,
                http=Patient,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._hall.stop()


def settle() -> None:
    """Load the books before anybody comes, and spare the collector from walking through them ever after.

    A full collection among all the rules holds everybody up for a tenth of a second.
    """
    for book in all_books().values():
        book.subjects()
    gc.collect()
    gc.freeze()


def run(
    host: str,
    port: int,
    *,
    data: Path | None = None,
    database: str | None = None,
    open_browser: bool = False,
    house: House | None = None,
    workers: int = 1,
    quiet: bool = False,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted."""
    if workers > 1 and (database is None or not database.startswith("postgres") or not hasattr(os, "fork")):
        raise Refused("several workers need a database that they can share: --database postgresql://…")
    house = house or House()
    with _listen(host, port) as listening:
        settle()
        elsewhere = host not in LOCAL or bool(house.public)
        drawn = elsewhere and not house.key
        if drawn:
            house = replace(house, key=_house_key(data))
        if not quiet:
            log_acts()
        here = f"http://localhost:{listening.getsockname()[1]}"
        reach = _reach(host, listening)
        # one that cannot start says why before anything is told
        app = create_app(database, data, house) if workers == 1 else None
        say(f"Legation is at {house.public or here}")
        if reach:
            say(f"Phones in the same network: {reach}")
            say(in_letters(reach))
        elif not house.public:
            say("Only this machine can open it; `legation serve --open --phones` lets others in the same network in.")
        if drawn:
            say(f"To begin or list games from elsewhere takes the key of the house: {house.key}")
        if open_browser:
            threading.Timer(0.5, webbrowser.open, (here,)).start()
        if app is not None:
            app.state.reach = reach
            Server(app).run(sockets=[listening])
        else:
            _several(workers, listening, lambda n: create_app(database, data, house, n), reach)


def _house_key(data: Path | None) -> str:
    """The key that was drawn when the house was first opened; with a database elsewhere, one for this time."""
    file = data / KEY_FILE if data is not None else None
    if file is not None and file.exists():
        try:
            if found := file.read_text(encoding="utf-8").strip():
                return found
        except (OSError, ValueError) as error:
            raise Refused(f"the key of the house in {file} cannot be read: {error}") from None
    key = "-".join(secrets.token_hex(2) for _ in range(6))
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, f"{key}\n".encode())
    return key


def _reach(host: str, listening: socket.socket) -> str | None:
    """The address that phones can use, if there is one."""
    if host in LOCAL:
        return None
    name = _own_address() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}"


# -- several
def _several(workers: int, listening: socket.socket, made: Callable[[int], FastAPI], reach: str | None) -> None:
    """Processes that take turns at one port.  One that dies is begun again; all end together, and well."""
    serving: dict[int, int] = {}
    stopping = False

    def stop(*_: Any) -> None:
        nonlocal stopping
        stopping = True
        for pid in list(serving):
            os.kill(pid, signal.SIGTERM)

    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, stop)
    waiting = list(range(1, workers + 1))
    quick_ends = 0
    while waiting or serving:
        while waiting and not stopping:
            number = waiting.pop(0)
            if (pid := os.fork()) == 0:
                _serve_as(number, listening, made, reach)
            serving[pid] = number
        if not serving:
            break
        pid, status = os.wait()
        number = serving.pop(pid, 0)
        if number and not stopping:
            quick_ends = quick_ends + 1 if os.waitstatus_to_exitcode(status) == NEVER_SERVED else 0
            if quick_ends >= workers:  # none of them can start: say so once, and end
                stop()
                raise Refused("no worker could start; the lines above say why")
            waiting.append(number)


NEVER_SERVED = 3


def _serve_as(number: int, listening: socket.socket, made: Callable[[int], FastAPI], reach: str | None) -> None:
    """What one worker does, and nothing after it."""
    code = NEVER_SERVED
    try:
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, signal.SIG_DFL)
        app = made(number)
        app.state.reach = reach
        code = 1
        Server(app).run(sockets=[listening])
        code = 0
    except Exception as error:
        print(f"worker {number}: {error}", flush=True)
    finally:
        os._exit(code)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once only on a socket that says it is TCP
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        why = error.strerror or error
        raise Refused(f"nothing can be served at {host}, port {port}: {why}; try another --port") from None
    listening.listen(512)
    return listening


def _own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
