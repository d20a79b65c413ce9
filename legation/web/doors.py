"""How a request reaches the hall, and a table by its link."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.concurrency import run_in_threadpool

from legation.web.hall import Hall
from legation.web.seats import Access, NoSuchLink

__all__ = ["LOCAL", "ME", "Entered", "TheHall", "base_of"]

LOCAL = ("localhost", "127.0.0.1", "::1")  # names under which only this machine finds itself
ME = "me"  # in the place of a token: the token is in the header `Authorization: Bearer`


async def hall_of(request: Request) -> Hall:
    found = request.app.state.hall
    assert isinstance(found, Hall)
    return found


TheHall = Annotated[Hall, Depends(hall_of)]


async def enter(
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
    # What memory knows needs no thread of its own; what only the store knows must not hold up everybody else.
    found = hall.known(token.strip())
    return found if found is not None else await run_in_threadpool(hall.enter, token.strip())


Entered = Annotated[Access, Depends(enter)]


def base_of(request: Request) -> str:
    """The address others reach this server at, without the last slash; a phone cannot use the name localhost."""
    reach = request.app.state.reach
    if reach and request.url.hostname in LOCAL:
        return str(reach)
    return str(request.base_url).rstrip("/")
