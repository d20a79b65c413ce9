"""The first page, and the links of a new table."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.books import all_books, book
from legation.core.book import Book
from legation.core.errors import LegationError
from legation.core.requests import UMPIRE
from legation.core.words import capital, seat_name
from legation.web.doors import TheHall, base_of
from legation.web.errors import status_of
from legation.web.pages.room import Form, Refusal, Room, Umpires, goto, one, router, template
from legation.web.plans import replan
from legation.web.present import plates
from legation.web.seats import AT_THE_DEVICE, BOT, HOST, PLANS, bots_of, qr
from legation.web.static_files import url as static


@router.get("/")
def start(hall: TheHall, request: Request, book_name: Annotated[str, Query(alias="book")] = "") -> HTMLResponse:
    return _start(request, book_name)


def _start(request: Request, book_name: str, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    names = list(all_books())
    found = book(book_name if book_name in names else names[0])
    books = [
        {"name": n, "title": book(n).title, "says": _says(n), "thumb": static(f"map/thumb-{n}.svg")} for n in names
    ]
    way = found.views.way
    seats = [{"seat": s, "name": seat_name(found, s), "bloc": found.views.tincture(s)} for s in found.seats]
    page = template("start.html").render(
        books=books,
        chosen=found,
        seats=seats,
        plans=[(k, PLANS[k]) for k in ("person", "here", "none")],
        bots=bots_of(found),
        way=way,
        way_default=next((o.default for o in found.options if way and o.name == way.option), ""),
        options=[o for o in found.options if way is None or o.name != way.option],
        tinctures=Markup(plates.tinctures()),
        refused=refused,
        base="",
        capital=capital,
    )
    return HTMLResponse(page, status)


def _says(name: str) -> str:
    found = book(name)
    return f"{len(found.seats)} seats, {len(found.subjects())} dossiers, {len(found.registry.declared)} rules"


@router.post("/new")
def new(hall: TheHall, request: Request, form: Form) -> Response:
    name = one(form, "book") or next(iter(all_books()))
    try:
        found = book(name)
        scenario = one(form, "scenario") or next(iter(found.scenarios))
        way = found.views.way
        options = {
            o.name: one(form, f"option:{o.name}", o.default)
            for o in found.options
            if way is None or o.name != way.option or scenario == way.scenario
        }
        table = hall.create(
            name,
            scenario,
            name=one(form, "name") or "The long table",
            dice=one(form, "dice", "typed"),
            options=options,
            plan=_plan(form, found),
        )
    except LegationError as error:
        return _start(request, name, Refusal.of(error), status_of(error))
    return goto(f"/t/{quote(table.links()[UMPIRE])}/links")


def _plan(form: dict[str, list[str]], found: Book) -> dict[str, str]:
    """Who plays what, as a form says it; alone at one device, nothing needs to go blank."""
    plan = {}
    for seat in found.seats:
        who = one(form, f"plan:{seat}")
        if who == "bot":
            who = f"{BOT}{one(form, f'bot:{seat}')}"
        if who:
            plan[seat] = "open" if who == "here" and one(form, "alone") else who
    return plan


@router.post("/t/{token}/plan")
def seating(room: Umpires, form: Form) -> Response:
    """Who plays what from now on."""
    try:
        changed = replan(room.access, _plan(form, room.access.table.book))
    except LegationError as error:
        return links_page(room, refused=Refusal.of(error), status=status_of(error))
    return goto(f"{room.base}/links?{urlencode({'changed': len(changed)})}")


@router.get("/t/{token}/links")
def links(room: Umpires, changed: int = -1) -> HTMLResponse:
    """Every link with its QR code, for whoever set the table."""
    return links_page(room, changed)


def links_page(room: Room, changed: int = -1, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    room.access.manages()
    reach = getattr(room.request.app.state, "reach", None) or base_of(room.request)
    table = room.access.table
    room.look(lambda sight: None)
    cards = []
    for chair, token in table.links().items():
        if chair == HOST and not any(w in AT_THE_DEVICE for w in table.plan.values()):
            continue
        link = f"{reach}/t/{token}"
        cards.append(
            {
                "chair": chair,
                "name": seat_name(table.book, chair),
                "bloc": table.book.views.tincture(chair),
                "link": link,
                "path": f"/t/{token}",
                "qr": Markup(qr(link)),
            }
        )
    here = [seat_name(table.book, s) for s, w in table.plan.items() if w in ("here", "open")]
    chosen = {s: "bot" if w.startswith(BOT) else "here" if w == "open" else w for s, w in table.plan.items()}
    seats = [
        {
            "seat": s,
            "name": seat_name(table.book, s),
            "bloc": table.book.views.tincture(s),
            "who": chosen[s],
            "bot": table.plan[s][len(BOT) :],
        }
        for s in table.book.seats
    ]
    return room.page(
        "links.html",
        status,
        cards=cards,
        here=here,
        seats=seats,
        plans=[(k, PLANS[k]) for k in ("person", "here", "none")],
        bots=bots_of(table.book),
        alone="open" in table.plan.values(),
        changed=changed,
        refused=refused,
        capital=capital,
    )
