"""How a request reaches the hall, and a chair at a table by its key."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Path, Request, Response
from starlette.concurrency import run_in_threadpool

from legation.web.guard import LOCAL, House
from legation.web.seats import COOKIE, PLACE, Access, NoSuchLink, OldLink, chair_key
from legation.web.sessions import Sessions

__all__ = ["ME", "Entered", "OfTheHouse", "TheHall", "TheHouse", "base_of", "device_of", "keeps_device"]

ONCE = "idempotency-key"  # the header that names an act: a repeat finds its answer, and is not done again
ME = "me"  # in the place of a place: the key is in the header `Authorization: Bearer`


async def hall_of(request: Request) -> Sessions:
    found = request.app.state.hall
    assert isinstance(found, Sessions)
    return found


TheHall = Annotated[Sessions, Depends(hall_of)]


async def house_of(request: Request) -> House:
    found = request.app.state.house
    assert isinstance(found, House)
    return found


TheHouse = Annotated[House, Depends(house_of)]


async def of_the_house(request: Request, house: TheHouse) -> None:
    house.admit(request)


OfTheHouse = Depends(of_the_house)  # who lists games or begins them from elsewhere needs the key of the house


def device_of(request: Request) -> str:
    """The secret of a browser; a new one, if it has none yet."""
    return request.cookies.get(COOKIE) or secrets.token_urlsafe(32)


def keeps_device(request: Request, response: Response, device: str) -> Response:
    """The browser keeps its secret, where no script can read it and no other site has it sent."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, device, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
    return response


async def enter(
    request: Request,
    hall: TheHall,
    token: Annotated[
        str,
        Path(
            description="`me`, with a key in the header `Authorization: Bearer`; or table and chair of a browser.",
            examples=[ME],
            max_length=128,
        ),
    ],
) -> Access:
    if token == ME:
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            raise NoSuchLink
        # What memory knows needs no thread of its own; what only the store knows must not hold up everybody else.
        found = hall.known(key.strip())
        if found is None:
            found = await run_in_threadpool(hall.enter, key.strip())
        return _named(request, found)
    place = PLACE.fullmatch(token)
    if place is None:
        raise NoSuchLink if request.url.path.startswith("/api/") else OldLink(token)
    game, chair = place[1], place[2] or ""
    device = request.cookies.get(COOKIE, "")
    if not device:
        raise NoSuchLink
    found = hall.known(chair_key(device, game, chair))
    if found is None:  # who is sent the address of somebody else's page looks at it from a chair of their own
        found = await run_in_threadpool(hall.at, game, chair, device, exactly=request.method != "GET")
    return _named(request, found)


def _named(request: Request, found: Access) -> Access:
    """With the name of what is done, if it has one."""
    once = request.headers.get(ONCE, "")[:200]
    return replace(found, key=once) if once else found


Entered = Annotated[Access, Depends(enter)]


def base_of(request: Request) -> str:
    """The address others reach this server at, without the last slash; a phone cannot use the name localhost."""
    if public := request.app.state.house.public:
        return str(public).rstrip("/")
    reach = request.app.state.reach
    if reach and request.url.hostname in LOCAL:
        return str(reach)
    return str(request.base_url).rstrip("/")
