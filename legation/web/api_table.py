"""The JSON API of what stands beside a record: ledgers, pencil notes, advice, and who plays which seat."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from legation.core import sight
from legation.core.errors import NotYours
from legation.core.game import Game
from legation.core.inquiries import money_page_of
from legation.web import models
from legation.web.api import ERRORS, SeatQuery
from legation.web.doors import Entered
from legation.web.errors import json_response
from legation.web.pencils import PLACE, Note, Notes, notes_of, write
from legation.web.plans import replan
from legation.web.seats import Access, bots_of

__all__ = ["router"]

router = APIRouter(prefix="/api/v1", responses=ERRORS)
Nation = Annotated[str, Path(max_length=120, examples=["{seat}"])]


@router.get("/t/{token}/money/{nation}", response_model=models.Ledger, tags=["looking"])
def money(access: Entered, nation: Nation, seat: SeatQuery = None) -> Response:
    """The ledger of a nation, line by line, as far as this link may know it."""
    viewer = access.looking(seat)

    def found(game: Game) -> dict[str, Any]:
        page = money_page_of(game.book, sight.world_for(game, viewer), nation)
        return {"nation": nation, "page": page.plain()}

    return json_response(access.table.look(access, found))


# -- the pencil
def _seat(access: Access, seat: str | None) -> str:
    """The seat whose notes a link may read and write."""
    who = access.who(seat).voice
    if who not in access.seats or who not in access.table.book.seats:
        raise NotYours("only whoever plays a seat has its pencil notes")
    return who


def _told(notes: Notes) -> dict[str, Any]:
    return {"turn": notes.turn, "notes": [{"country": n.country, "sum": n.sum, "kind": n.kind} for n in notes.notes]}


@router.get("/t/{token}/pencil", response_model=models.PencilNotes, tags=["looking"])
def pencil(access: Entered, seat: SeatQuery = None) -> Response:
    """What this seat has noted for the turn.  It binds nobody, and nobody else can read it."""
    who = _seat(access, seat)
    return json_response(access.table.look(access, lambda game: _told(notes_of(access.table, game, who))))


@router.put("/t/{token}/pencil", response_model=models.PencilNotes, tags=["acting"])
def note(access: Entered, body: models.PencilBody) -> Response:
    """Put these notes in the place of those that the seat had."""
    who = _seat(access, body.seat)

    def put(game: Game) -> Notes:
        notes = [Note(n.country, n.sum, n.kind, len(game.record) if n.kind == PLACE else 0) for n in body.notes]
        return write(access, game, who, notes)

    return json_response(_told(access.table.look(access, put)))


# -- advice
@router.get("/t/{token}/advice", response_model=models.Advice, tags=["looking"])
def advice(
    access: Entered,
    request: Annotated[int | None, Query(ge=0, le=2**31, description="The seat's first request, if left out.")] = None,
    bid: Annotated[int | None, Query(ge=0, le=999, description="A bid in secret that the seat intends.")] = None,
    seat: SeatQuery = None,
) -> Response:
    """What to answer to a request of one's own: how to bid in secret, spread money or place points."""
    from legation.sim.counsel import counsel  # with NumPy, which nothing else here needs

    who = access.who(seat).voice
    found = access.table.look(access, lambda game: counsel(game, who, request, bid=bid))
    return json_response(asdict(found))


# -- seats
def _plan(access: Access) -> dict[str, Any]:
    return {"plan": access.table.plan, "bots": bots_of(access.table.book)}


@router.get("/t/{token}/plan", response_model=models.Plan, tags=["links"])
def plan(access: Entered) -> Response:
    """Who plays which seat, for the host and the umpire."""
    access.manages()
    return json_response(_plan(access))


@router.patch("/t/{token}/plan", response_model=models.Plan, tags=["links"])
def seat_them(access: Entered, body: models.PlanBody) -> Response:
    """Fill seats otherwise: a seat that a person leaves loses its link, one that a person takes gets a new one."""
    replan(access, body.plan)
    return json_response(_plan(access))
