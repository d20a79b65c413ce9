"""The web application, put together, and the server that runs it."""

from __future__ import annotations

import gc
import logging
import socket
import tempfile
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import legation
from legation.books import all_books
from legation.core.errors import Refused
from legation.store import Store
from legation.web import api, api_table, static_files
from legation.web.apidocs import docs_page
from legation.web.errors import fault, handle_errors
from legation.web.examples import filled
from legation.web.hall import Hall
from legation.web.seats import in_letters

__all__ = ["create_app", "run", "settle"]

PAGES = "legation.web.pages"
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ALWAYS = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",  # the address of a page is the key to a seat
    b"x-content-type-options": b"nosniff",
}
STATIC = {name: ALWAYS[name] for name in (b"x-content-type-options",)}  # a policy is for pages, not for a font
_log = logging.getLogger("legation.web")


class Manners:
    """Headers for every answer; and a fault of ours is told without the values that were on the way."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message["headers"]}
                always = STATIC if scope["path"].startswith("/static/") and message["status"] < 400 else ALWAYS
                more = always if b"cache-control" in given else {**always, b"cache-control": b"no-store"}
                message["headers"] = [*message["headers"], *((k, v) for k, v in more.items() if k not in given)]
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            # A message can quote a sealed bid, so only the kind of the fault and its place are written down.
            _log.error("a fault", exc_info=RuntimeError(type(error).__name__).with_traceback(error.__traceback__))
            if not begun:
                await fault(Request(scope))(scope, receive, send_with_headers)


def create_app(database: str | None = None, data: Path | None = None) -> FastAPI:
    """The application over a database URL or a data folder; with neither, over a folder that is gone at the end."""
    trial = None
    if database is None and data is None:
        trial = tempfile.TemporaryDirectory(prefix="legation-")
        data = Path(trial.name)
    hall = Hall(Store.open(database if database is not None else data))  # type: ignore[arg-type]

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        hall.close()
        if trial is not None:
            trial.cleanup()

    app = FastAPI(
        title="Legation",
        version=legation.__version__,
        description=(api.__doc__ or "").partition("\n")[2].strip(),
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.hall = hall
    app.state.reach = None  # the address phones can use, if it is another than the one in the browser
    app.include_router(api.router)
    app.include_router(api_table.router)
    app.include_router(static_files.router)
    app.include_router(_streams())
    pages = _pages()
    if pages is not None:
        app.include_router(pages.router)
    handle_errors(app, getattr(pages, "error_page", None))

    plain = app.openapi
    app.openapi = cache(lambda: filled(plain(), next(iter(all_books().values()))))  # type: ignore[method-assign]

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(Manners)
    return app


def _streams() -> APIRouter:
    """The pages' own stream, the same as the API's."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/t/{token}/stream", api.stream, response_class=EventSourceResponse)
    return router


def _pages() -> Any:
    if find_spec(PAGES) is None:
        return None
    from importlib import import_module

    return import_module(PAGES)


# -- the server
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
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted."""
    with _listen(host, port) as listening:
        settle()
        _serve_at(host, listening, create_app(database, data), open_browser, say)


def _serve_at(
    host: str, listening: socket.socket, app: FastAPI, open_browser: bool, say: Callable[[str], None]
) -> None:
    port = listening.getsockname()[1]
    here = f"http://localhost:{port}"
    say(f"Legation is at {here}")
    if host not in ("127.0.0.1", "localhost", "::1"):
        app.state.reach = f"http://{_own_address() if host in ('0.0.0.0', '::') else host}:{port}"
        say(f"Phones in the same network: {app.state.reach}")
        say(in_letters(app.state.reach))
    else:
        say("Only this machine can open it; `legation serve --open --phones` lets others in the same network in.")
    # No access log: the address of a page is the key to a seat.
    config = uvicorn.Config(
        app, access_log=False, log_level="warning", timeout_graceful_shutdown=1, server_header=False
    )
    server = uvicorn.Server(config)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (here,)).start()
    server.run(sockets=[listening])


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
