"""How a request reaches the hall, and a table by its link."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from legation.web.hall import Hall
from legation.web.seats import Access, NoSuchLink

__all__ = ["ME", "Entered", "TheHall", "base_of"]

ME = "me"  # in the place of a token: the token is in the header `Authorization: Bearer`


def hall_of(request: Request) -> Hall:
    found = request.app.state.hall
    assert isinstance(found, Hall)
    return found


TheHall = Annotated[Hall, Depends(hall_of)]


def enter(
    request: Request,
    hall: TheHall,
    token: Annotated[
        str,
        Path(
            description="The token of a link; or `me`, with the token in the header `Authorization: Bearer`.",
            examples=[ME],
            max_length=128,
        ),
    ],
) -> Access:
    if token == ME:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            raise NoSuchLink
    return hall.enter(token.strip())


Entered = Annotated[Access, Depends(enter)]


def base_of(request: Request) -> str:
    """The address people reach this server at, without the last slash."""
    return str(request.base_url).rstrip("/")
