"""Taking a chair: an invitation is opened, looked at, and used once; and a second device is let in."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import Path, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.core.requests import UMPIRE
from legation.core.words import seat_name
from legation.web.access import TheHall, device_of, keeps_device
from legation.web.api_chairs import invitation_at
from legation.web.pages.context import DeskRoom, goto, router, template
from legation.web.present import plates
from legation.web.seats import HOST, SPECTATOR, Access, chair_key, name_of, qr

Invitation = Annotated[str, Path(max_length=128)]
SAYS = {
    HOST: "You keep the table: all who play at one device sit here.",
    UMPIRE: "You rule, and amend what went wrong.",
}


@router.get("/i/{invitation}")
def invited(hall: TheHall, invitation: Invitation) -> HTMLResponse:
    """To what one is invited.  Only a press takes the chair: programs that look at links on their way spend none."""
    table, chair = hall.invited(invitation)
    seats = Access(table, chair).seats if chair in table.book.seats else ()
    page = template("invited.html").render(
        invitation=quote(invitation),
        table_name=table.name,
        title=table.book.title,
        chair=chair,
        name="a spectator" if chair == SPECTATOR else seat_name(table.book, chair),
        person=name_of(table.plan.get(chair, "")),
        seats=[{"name": seat_name(table.book, seat), "bloc": table.book.views.tincture(seat)} for seat in seats],
        says=SAYS.get(chair, ""),
        tinctures=Markup(plates.tinctures()),
        base="",
    )
    return HTMLResponse(page)


@router.post("/i/{invitation}")
def take(hall: TheHall, request: Request, invitation: Invitation) -> Response:
    """The chair is this browser's from now on."""
    table, chair = hall.invited(invitation)
    device = device_of(request)
    access = hall.take(invitation, chair_key(device, table.id, chair))
    return keeps_device(request, goto(f"/t/{access.place}"), device)


@router.post("/t/{token}/device")
def second_device(room: DeskRoom) -> Response:
    """A link that lets one more device sit on this chair, once."""
    access = room.access
    link = invitation_at(room.request, access.table.hall.invite(access.table, access.seat))
    room.look(lambda sight: None)
    return room.page("device.html", link=link, qr=Markup(qr(link)))
