"""The JSON API of what stands beside a record: ledgers, sheets that are filled in, advice, and who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from legation.core import sight
from legation.core.game import Game
from legation.core.inquiries import money_page_of
from legation.core.intents import plain_blank
from legation.core.record import Entry
from legation.web import models
from legation.web.access import Entered
from legation.web.api import ERRORS, SeatQuery
from legation.web.errors import json_response
from legation.web.intents import fill_in, intents_of, own_seat, take_out
from legation.web.models import Count
from legation.web.seating import replan
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


# -- sheets
Sheet = Annotated[str, Path(max_length=60)]


def _sheets(access: Access, who: str, made: Sequence[Entry] = ()) -> Response:
    def told(game: Game) -> dict[str, Any]:
        held = {intent.sheet: intent for intent in intents_of(access.table, game, who)}
        blanks = sight.Sight(game, who, (who,)).blanks
        found = [plain_blank(blank, held.get(blank.sheet)) for blank in blanks]
        return {"seat": who, "sheets": found, "entries": [entry.seq for entry in made]}

    return json_response(access.table.look(access, told))


@router.get("/t/{token}/sheets", response_model=models.Sheets, tags=["looking"])
def sheets(access: Entered, seat: SeatQuery = None) -> Response:
    """The sheets that this seat may fill in now, and what stands in them.  Nobody else can read them."""
    return _sheets(access, own_seat(access, access.who(seat).voice))


@router.put("/t/{token}/sheets/{sheet}", response_model=models.Sheets, tags=["acting"])
def fill(access: Entered, sheet: Sheet, body: models.SheetBody) -> Response:
    """Fill a sheet in: the referee carries it out by the ordinary requests, as far as it decides."""
    who = own_seat(access, access.who(body.seat).voice)
    made = fill_in(access, who, sheet, body.rows, lasting=body.lasting, rolls=body.rolls)
    return _sheets(access, who, made)


@router.delete("/t/{token}/sheets/{sheet}", response_model=models.Sheets, tags=["acting"])
def withdrawn(access: Entered, sheet: Sheet, seat: SeatQuery = None) -> Response:
    """Withdraw a sheet: it decides nothing from now on."""
    who = own_seat(access, access.who(seat).voice)
    take_out(access, who, sheet)
    return _sheets(access, who)


# -- advice
@router.get("/t/{token}/advice", response_model=models.Advice, tags=["looking"])
def advice(
    access: Entered,
    request: Annotated[Count | None, Query(ge=0, le=2**31, description="The seat's first, if left out.")] = None,
    bid: Annotated[Count | None, Query(ge=0, le=999, description="A bid in secret that the seat intends.")] = None,
    seat: SeatQuery = None,
) -> Response:
    """What to answer to a request of one's own: how to bid in secret, spread money or place points."""
    from legation.play.advice import counsel  # with NumPy, which nothing else here needs

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
