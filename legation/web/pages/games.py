"""The games of one browser: it remembers where it sits, and asks here how they stand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from legation.core.dispatch import last_dispatch
from legation.core.errors import NotFound
from legation.core.game import Game
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.core.voice import listed
from legation.core.words import seat_name
from legation.web.access import TheHall, device_of, keeps_device
from legation.web.pages.context import Form, router, template
from legation.web.present.desk import WHAT, ask_of
from legation.web.seats import HOST, PLACE, SPECTATOR, Access, chair_key
from legation.web.sessions import Sessions
from legation.web.static_files import plate_url

MOST = 24  # games on one list; of those that moved last
CHAIR_SAYS = {HOST: "this device", UMPIRE: "umpire", SPECTATOR: "looking on"}


@router.post("/games")
def own_games(hall: TheHall, request: Request, form: Form) -> Response:
    """The chairs of a browser, those that ask for somebody first.  One that it does not have any more is left out."""
    found: dict[str, list[Access]] = {}
    device = device_of(request)
    for place in dict.fromkeys(form.get("place", [])[:200]):
        try:
            access = _held(hall, place, device)
        except NotFound:
            continue
        found.setdefault(access.table.id, []).append(access)
    newest = sorted(found, key=lambda table: -hall.store.summary(table).moved)[:MOST]
    cards = [_card(hall, found[table]) for table in newest]
    cards.sort(key=lambda card: (card["over"], not card["asked"]))
    page = template("parts/owngames.html").render(cards=cards, base="", asked=sum(bool(c["asked"]) for c in cards))
    return keeps_device(request, HTMLResponse(page), device)


def _held(hall: Sessions, place: str, device: str) -> Access:
    """A chair that this browser has; an old link that it has kept is exchanged for one, once."""
    match = PLACE.fullmatch(place)
    if match:
        return hall.at(match[1], match[2] or "", device, exactly=True)
    table, chair = hall.invited(place)
    return hall.take(place, chair_key(device, table.id, chair))


def _card(hall: Sessions, chairs: list[Access]) -> dict[str, Any]:
    table = chairs[0].table
    kept = hall.store.summary(table.id)
    best, asked, waits, sight = table.look(chairs[0], lambda game: _stands(game, chairs))
    seats = list(dict.fromkeys(seat for access in chairs for seat in access.seats if seat in table.book.seats))
    views = table.book.views
    told = last_dispatch(sight)
    scenario = table.book.scenario_titles.get(table.scenario, table.scenario)
    return {
        "name": table.name,
        "title": f"{table.book.title.split(':')[0]}, {scenario.lower()}",
        "turn": views.turn(sight)[0],
        "thumb": plate_url(table.book.name, f"thumb-{table.book.name}"),
        "seats": [{"name": seat_name(table.book, s), "bloc": views.tincture(s)} for s in seats],
        "chairs": [CHAIR_SAYS[a.seat] for a in chairs if a.seat in CHAIR_SAYS],
        "bots": len(table.bots),
        "href": f"/t/{best.place}",
        "places": [a.place for a in chairs],
        "asked": asked,
        "waits": waits,
        "over": kept.over,
        "size": kept.size,
        "since": datetime.fromtimestamp(kept.moved, UTC).isoformat() if kept.moved else "",
        "told": told.headline if told else "",
    }


def _stands(game: Game, chairs: list[Access]) -> tuple[Access, str, str, Sight]:
    """The chair to go on with, what is asked of it, or else for whom the game waits; and the game as it sees it."""
    book = game.book
    sits = sorted(chairs, key=lambda a: (a.seat == SPECTATOR, a.seat == UMPIRE))
    for access in sits:
        for request in game.requests():
            if request.seat in access.seats and access.seat != UMPIRE:
                sight = Sight(game, access.looking(request.seat), (request.seat,))
                ask = ask_of(sight, request, 1)
                return access, f"{seat_name(book, request.seat)}: {ask.title}, {WHAT[request.kind][0]}", "", sight
    best = sits[0]
    if best.seat != SPECTATOR and any(r.seat == TABLE for r in game.requests()):
        waits = "the table"
    else:
        waits = listed(list(dict.fromkeys(seat_name(book, r.seat) for r in game.requests())))
    return best, "", waits, Sight(game, best.viewer, ())
