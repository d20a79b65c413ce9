"""Errors over HTTP: one shape, and a status that says whose turn it is to do something about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from legation.core.errors import Closed, LegationError, NotFound, NotYours, Refused, Unknown
from legation.core.to_json import error_data, plain
from legation.store import Moved, ReadFailed, WriteFailed
from legation.web.seats import NoSuchLink, OldLink

__all__ = ["ErrorPage", "fault", "handle_errors", "json_response", "refusal", "status_of"]

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
    (ReadFailed, 503),
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

    def on_legation(request: Request, error: Exception) -> Response:
        assert isinstance(error, LegationError)
        if isinstance(error, OldLink) and request.method == "GET" and not request.url.path.startswith("/api/"):
            return RedirectResponse(f"/i/{quote(error.token)}", 303)
        request.state.wrong_link = isinstance(error, NoSuchLink)  # whoever tries many is made to wait
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


def tell(request: Request, status: int, data: dict[str, Any]) -> Response:
    page = request.app.state.page
    if page is None or request.url.path.startswith("/api/"):
        return json_response(data, status)
    return page(request, status, data)  # type: ignore[no-any-return]


def refusal(request: Request, status: int, error: LegationError, headers: Mapping[str, str]) -> Response:
    """What the door says to those whom it does not let in."""
    response = tell(request, status, error_data(error))
    response.headers.update(headers)
    return response


def _methods(app: FastAPI, request: Request) -> set[str]:
    """Every method at this address; a route knows only its own."""
    schema = app.openapi()["paths"]
    found = {m.upper() for p, o in schema.items() if compile_path(p)[0].match(request.url.path) for m in o}
    return found or {"GET"}


def fault(request: Request) -> Response:
    """What is told when Legation itself is at fault."""
    return tell(request, 500, _say("Fault", "something is wrong with Legation itself; nothing has changed"))


def _say(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message, "rule": None, "allowed": None}}
