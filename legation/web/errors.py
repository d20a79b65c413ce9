"""Errors over HTTP: one shape, and a status that says whose turn it is to do something about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from legation.core.errors import Closed, LegationError, NotFound, NotYours, Refused, Unknown
from legation.core.plain import error_data, plain
from legation.store import Moved, WriteFailed

__all__ = ["ErrorPage", "fault", "handle_errors", "json_response", "status_of"]

ErrorPage = Callable[[Request, int, dict[str, Any]], Response]


# The first that fits.  What nobody at the table can mend is the server's fault.
STATUS: tuple[tuple[type[LegationError], int], ...] = (
    (Closed, 409),
    (Moved, 409),
    (NotYours, 403),
    (NotFound, 404),
    (Refused, 400),
    (Unknown, 400),
    (WriteFailed, 503),
    (LegationError, 500),
)


def status_of(error: LegationError) -> int:
    return next(status for kind, status in STATUS if isinstance(error, kind))


_encode = msgspec.json.Encoder(enc_hook=plain).encode  # what JSON does not know, such as a chance, as plain data


def json_response(data: Any, status: int = 200) -> Response:
    return Response(_encode(data), status, media_type="application/json")


def handle_errors(app: FastAPI, page: ErrorPage | None) -> None:
    """Tell programs in JSON what went wrong, and people on a page if there is one."""
    app.state.page = page

    def tell(request: Request, status: int, data: dict[str, Any]) -> Response:
        if page is not None and not request.url.path.startswith("/api/"):
            return page(request, status, data)
        return json_response(data, status)

    def on_legation(request: Request, error: Exception) -> Response:
        assert isinstance(error, LegationError)
        return tell(request, status_of(error), error_data(error))

    def on_malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        # Where and what is wrong; never what was sent, which may be a secret.
        parts = [f"{'.'.join(str(p) for p in found['loc'])}: {found['msg']}" for found in error.errors()[:8]]
        return tell(request, 422, _say("Malformed", "; ".join(parts).encode("utf-8", "replace").decode()))

    def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind = "NotFound" if error.status_code == 404 else "Http"
        response = tell(request, error.status_code, _say(kind, error.detail))
        response.headers.update(error.headers or {})
        if error.status_code == 405:
            response.headers["allow"] = ", ".join(sorted(_methods(app, request)))
        return response

    app.add_exception_handler(LegationError, on_legation)
    app.add_exception_handler(RequestValidationError, on_malformed)
    app.add_exception_handler(HTTPException, on_http)


def _methods(app: FastAPI, request: Request) -> set[str]:
    """Every method at this address; a route knows only its own."""
    schema = app.openapi()["paths"]
    found = {m.upper() for p, o in schema.items() if compile_path(p)[0].match(request.url.path) for m in o}
    return found or {"GET"}


def fault(request: Request) -> Response:
    """What is told when Legation itself is at fault."""
    data, page = _say("Fault", "something is wrong with Legation itself; nothing has changed"), request.app.state.page
    if page is None or request.url.path.startswith("/api/"):
        return json_response(data, 500)
    return page(request, 500, data)  # type: ignore[no-any-return]


def _say(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message, "rule": None, "allowed": None}}
