"""What went wrong, for people."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.core.words import capital
from legation.web.pages.context import template
from legation.web.present import plates
from legation.web.seats import NoSuchLink, OldLink

__all__ = ["error_page"]


def error_page(request: Request, status: int, data: dict[str, Any]) -> Response:
    """What went wrong, for people."""
    error = data["error"]
    message = str(error["message"]).split("   [")[0]
    page = template("error.html").render(
        status=status,
        message=capital(message),
        rule=error.get("rule") or "",
        tinctures=Markup(plates.tinctures()),
        base="",
        back=request.url.path.rsplit("/", 1)[0] if status != 404 or request.url.path.count("/") > 2 else "/",
        gone=error["kind"] in (NoSuchLink.__name__, OldLink.__name__),
    )
    return HTMLResponse(page, status)
