"""The JSON API of chairs: invitations, and the keys for which they are exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from legation.web import models
from legation.web.access import Entered, TheHall, base_of
from legation.web.api import ERRORS
from legation.web.errors import json_response
from legation.web.seats import HOST, SPECTATOR, NoSuchLink, new_token, qr
from legation.web.sessions import Session

__all__ = ["chairs_of", "invitation_at", "router"]

router = APIRouter(prefix="/api/v1", responses=ERRORS)
Chair = Annotated[str, Path(max_length=120, examples=["{seat}"])]


def invitation_at(request: Request, token: str) -> str:
    """The address of an invitation."""
    return f"{base_of(request)}/i/{token}"


def chairs_of(request: Request, table: Session, *, told: bool) -> list[dict[str, Any]]:
    """The chairs of a table: who is taken, and what invites to the others as far as that may be told."""
    invitations: Mapping[str, str] = table.links() if told else {}
    taken, invited = set(table.taken()), set(table.hall.store.invitations(table.id))
    return [
        {
            "seat": chair,
            "taken": chair in taken,
            "linked": chair in taken or chair in invited,
            "token": invitations.get(chair),
            "url": invitation_at(request, invitations[chair]) if chair in invitations else None,
        }
        for chair in table.chairs
    ]


@router.post("/chairs", response_model=models.TakenChair, status_code=201, tags=["links"])
def take(body: models.InvitationBody, hall: TheHall) -> Response:
    """Take the chair to which an invitation leads.  It is spent by that; the key is told to nobody else."""
    if not body.invitation.isascii():
        raise NoSuchLink
    key = new_token()
    access = hall.take(body.invitation.rstrip("/").rpartition("/")[2], key)
    found = {"game": access.table.id, "seat": access.seat, "key": key, "place": access.place}
    return json_response(found, 201)


@router.get("/t/{token}/links", response_model=models.LinkList, tags=["links"])
def links(access: Entered, request: Request) -> Response:
    """The chairs of the table.  The host is told the unused invitations, as far as this server has made them."""
    access.manages()
    return json_response({"links": chairs_of(request, access.table, told=access.seat == HOST)})


def _one(request: Request, chair: str, token: str | None, *, taken: bool) -> Response:
    url = invitation_at(request, token) if token else None
    return json_response(
        {"seat": chair, "taken": taken, "linked": taken or token is not None, "token": token, "url": url}
    )


@router.post("/t/{token}/links/{chair}", response_model=models.OneLink, tags=["links"])
def reissue(access: Entered, chair: Chair, request: Request) -> Response:
    """A new invitation to a chair.  Whoever has it leaves it by that, and all see in the record who did this."""
    token = access.table.reissue(access, chair)
    return _one(request, chair, token, taken=chair == access.seat)


@router.delete("/t/{token}/links/{chair}", response_model=models.OneLink, tags=["links"])
def revoke(access: Entered, chair: Chair, request: Request) -> Response:
    """Neither an invitation to a chair nor a key of it opens anything from now on."""
    access.table.revoke(access, chair)
    return _one(request, chair, None, taken=False)


@router.post("/t/{token}/devices", response_model=models.OneLink, tags=["links"])
def device(access: Entered, request: Request) -> Response:
    """An invitation to one's own chair, for a second device; it is good once, and the first one stays as it is."""
    return _one(
        request, access.seat, access.table.hall.invite(access.table, access.seat), taken=access.seat != SPECTATOR
    )


@router.get(
    "/t/{token}/qr",
    tags=["links"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def qr_code(access: Entered, request: Request) -> Response:
    """The address of this chair as a picture; it opens only for those who have taken a chair at the table."""
    return Response(qr(f"{base_of(request)}/t/{access.place}"), media_type="image/svg+xml")
