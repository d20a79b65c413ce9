"""The web application, put together."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import legation
from legation.books import all_books
from legation.store import Store
from legation.web import api, api_chairs, api_table, ops, static_files
from legation.web.apidocs import docs_page
from legation.web.errors import fault, handle_errors
from legation.web.examples import filled
from legation.web.guard import Guard, House
from legation.web.metrics import Metrics
from legation.web.ops import Counted
from legation.web.sessions import Sessions

__all__ = ["create_app"]

PAGES = "legation.web.pages"
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ALWAYS = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",  # an invitation is told to nobody
    b"x-content-type-options": b"nosniff",
}
STATIC = {name: ALWAYS[name] for name in (b"x-content-type-options",)}  # a policy is for pages, not for a font
_log = logging.getLogger("legation.web")


class SecurityHeaders:
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


def create_app(
    database: str | None = None, data: Path | None = None, house: House | None = None, worker: int = 0
) -> FastAPI:
    """The application over a database URL or a data folder; with neither, over a folder that is gone at the end."""
    house = house or House()
    trial = None
    if database is None and data is None:
        trial = tempfile.TemporaryDirectory(prefix="legation-")
        data = Path(trial.name)
    store = Store.open(database if database is not None else data)  # type: ignore[arg-type]
    store.claim()
    hall = Sessions(store, metrics=Metrics(worker))

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
    app.state.house = house
    app.state.metrics = hall.metrics
    app.state.reach = None  # the address phones can use, if it is another than the one in the browser
    app.include_router(api.router)
    app.include_router(api_table.router)
    app.include_router(api_chairs.router)
    app.include_router(static_files.router)
    app.include_router(ops.router)
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

    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=9)
    app.add_middleware(Guard, house=house)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Counted, metrics=hall.metrics)
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
