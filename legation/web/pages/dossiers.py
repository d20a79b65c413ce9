"""Why a number is what it is, and a dossier per country, power and track."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response

from legation.core.sight import Sight
from legation.core.views import Outlook
from legation.web.models import Count
from legation.web.pages.context import DeskRoom, Dossiers, as_json, router
from legation.web.present import dossier, fact_table, plates, why
from legation.web.present.desk import desk_of

TURNS_AHEAD = 4


@router.get("/t/{token}/why")
def explain(
    room: DeskRoom,
    subject: str = "",
    by: str = "",
    money: Annotated[Count, Query(ge=0, le=99)] = 0,
    counter: Annotated[Count, Query(ge=0, le=99)] = 0,
    cite: Annotated[str, Query(max_length=60)] = "",
    entry: Annotated[Count, Query(ge=0, le=2**31)] = 0,
    fact: str = "",
    account: Annotated[int, Query(ge=-1, le=9)] = -1,
    seat: str = "",
) -> Response:
    terms: tuple[tuple[str, Any], ...] = (("money", money), ("counter", counter), ("cite", cite))
    supposed = {name: term for name, term in terms if term}

    def read(sight: Sight) -> why.Why:
        if fact:
            return why.why_fact(sight, fact)
        if entry:
            return why.why_entry(sight, entry)
        if account >= 0:
            return why.why_account(sight, account, seat or sight.seat)
        return why.why_subject(sight, sight.book.resolve(subject), by, **supposed)

    return room.page("why.html", why=room.look(read), find="")


@router.get("/t/{token}/country")
def countries(room: Dossiers) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        due, state = desk_of(sight).due, plates.state(sight, {}, room.base)
        rows = {row.slug: row for row in fact_table.places_of(sight, due)}
        columns = [
            (n, *of) for n, of in enumerate(fact_table.columns(sight)) if not sight.book.views.columns[n].counted
        ]
        return {
            "index": dossier.index(sight),
            "due": due,
            "rows": rows,
            "columns": columns,
            "plate_state": as_json(state),
        }

    return room.page("countries.html", **room.look(read))


@router.get("/t/{token}/country/{slug}")
def country(room: Dossiers, slug: str, by: str = "") -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        page = dossier.dossier_of(sight, slug, by=by)
        state = plates.state(sight, desk_of(sight).due, room.base) if page.plate else {}
        return {"page": page, "dos": page.dossier, "plate_state": as_json(state)}

    return room.page("dossier.html", **room.look(read), drawn=dossier.drawn)


@router.get("/t/{token}/country/{slug}/forecast")
def forecast(room: Dossiers, slug: str) -> Response:
    """The exact look ahead, which may take a moment, fetched after the page."""

    def read(sight: Sight) -> Outlook | None:
        return sight.book.views.outlook(sight, sight.book.resolve(slug), TURNS_AHEAD)

    return room.page("parts/forecast.html", outlook=room.look(read))
