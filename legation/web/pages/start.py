"""The first page, and the links of a new table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode, urlsplit

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.books import all_books, book
from legation.core.book import Book
from legation.core.errors import LegationError
from legation.core.requests import UMPIRE
from legation.core.words import capital, seat_name
from legation.play.bots import BOTS
from legation.web.access import OfTheHouse, TheHall, TheHouse, base_of, device_of, keeps_device
from legation.web.errors import status_of
from legation.web.guard import COOKIE, LOCAL, NotOfTheHouse
from legation.web.pages.context import Form, PageContext, Refusal, Umpires, goto, one, router, template
from legation.web.present import plates
from legation.web.seating import brought, replan
from legation.web.seats import (
    BOT,
    HOST,
    PERSON,
    PLANS,
    SPECTATOR,
    WITH,
    Access,
    bots_of,
    chair_key,
    is_person,
    name_of,
    qr,
)
from legation.web.sessions import Session, Sessions
from legation.web.static_files import plate_url

PRESETS = {"alone": "server", "table": "typed", "apart": "server"}  # how people play, and with whose dice


@router.get("/")
def start(request: Request, book_name: Annotated[str, Query(alias="book")] = "", begin: str = "") -> HTMLResponse:
    """The games of this browser, and the ways to begin one."""
    return _start(request, book_name, begin if begin in PRESETS else "apart" if book_name else "")


def _start(
    request: Request, book_name: str, begin: str, refused: Refusal | None = None, status: int = 200
) -> HTMLResponse:
    names = list(all_books())
    found = book(book_name if book_name in names else names[0])
    books = [
        {"name": n, "title": book(n).title, "says": book(n).views.pitch, "thumb": plate_url(n, f"thumb-{n}")}
        for n in names
    ]
    way = found.views.way
    page = template("start.html").render(
        begin=begin,
        books=books,
        chosen=found,
        seats=_seats(found, _preset(found, begin)),
        plans=[(k, PLANS[k]) for k in ("person", "here", "none")],
        bots=[(name, BOTS[name].says) for name in bots_of(found)],
        alone=begin == "alone",
        dice=PRESETS.get(begin, "server"),
        way=way,
        way_default=next((o.default for o in found.options if way and o.name == way.option), ""),
        options=[
            {
                "name": o.name,
                "says": o.says,
                "choices": [(c, _choice_says(found, c)) for c in o.choices],
                "default": o.default,
                "cite": o.cite,
                "text": found.registry.ledgers.entry(o.cite).rule if o.cite in found.registry.ledgers else "",
            }
            for o in found.options
            if way is None or o.name != way.option
        ],
        tinctures=Markup(plates.tinctures()),
        refused=refused,
        base="",
        capital=capital,
        stranger=not request.app.state.house.is_of_the_house(request),
    )
    return HTMLResponse(page, status)


def _choice_says(found: Book, choice: str) -> str:
    """A choice of an open point; one that is a seat is called by its name."""
    return capital(found.seat_titles.get(choice, choice.replace("-", " ")))


def _preset(found: Book, begin: str) -> dict[str, str]:
    """Who plays what if nothing else is said: alone one nation and bots, at one table all at the device."""
    if begin == "alone":
        return {s: "open" if s == found.seats[0] else f"{BOT}{bots_of(found)[0]}" for s in found.seats}
    return dict.fromkeys(found.seats, "here" if begin == "table" else PERSON)


def _seats(found: Book, plan: Mapping[str, str]) -> list[dict[str, str]]:
    """The seats as a form shows them."""
    rows = []
    for seat in found.seats:
        who = plan[seat]
        held = plan.get(who.removeprefix(WITH), "") if who.startswith(WITH) else who
        kind = "bot" if who.startswith(BOT) else PERSON if is_person(held) else "here" if who == "open" else who
        rows.append(
            {
                "seat": seat,
                "name": seat_name(found, seat),
                "bloc": found.views.tincture(seat),
                "who": kind,
                "bot": who.removeprefix(BOT),
                "person": name_of(held),
            }
        )
    return rows


@router.post("/new")
def new(hall: TheHall, house: TheHouse, request: Request, form: Form) -> Response:
    name = one(form, "book") or next(iter(all_books()))
    said = house.knows(one(form, "house"))
    try:
        if not said and not house.is_of_the_house(request):
            raise NotOfTheHouse
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
        begin = one(form, "begin")
        return _start(request, name, begin if begin in PRESETS else "apart", Refusal.of(error), status_of(error))
    reply = _hosted(hall, request, table, "" if one(form, "begin") in ("alone", "table") else "/links")
    if said:
        secure = base_of(request).startswith("https:")
        reply.set_cookie(COOKIE, house.pass_, max_age=90 * 86400, httponly=True, samesite="strict", secure=secure)
    return reply


def _hosted(hall: Sessions, request: Request, table: Session, room: str) -> Response:
    """To a new table, whose host is this browser."""
    device = device_of(request)
    access = hall.take(table.links()[HOST], chair_key(device, table.id, HOST), begun=True)
    return keeps_device(request, goto(f"/t/{access.place}{room}"), device)


@router.post("/import", dependencies=[OfTheHouse])
async def bring(hall: TheHall, request: Request) -> Response:
    """Take a game up that was kept in a file; who plays what is said next."""
    async with request.form() as form:
        sent = form.get("record")
        record = b"" if sent is None or isinstance(sent, str) else await sent.read()

    def bring_it() -> Response:
        try:
            return _hosted(hall, request, brought(hall, record), "/links")
        except LegationError as error:
            return _start(request, "", "", Refusal.of(error), status_of(error))

    return await run_in_threadpool(bring_it)


def _plan(form: dict[str, list[str]], found: Book) -> dict[str, str]:
    """Who plays what, as a form says it: one name is one person; alone at one device, nothing needs to go blank."""
    plan: dict[str, str] = {}
    people: dict[str, str] = {}
    for seat in found.seats:
        who, name = one(form, f"plan:{seat}"), one(form, f"name:{seat}")[:40].replace(":", "")
        if who == "bot":
            who = f"{BOT}{one(form, f'bot:{seat}')}"
        elif who == PERSON and name:
            first = people.setdefault(name.casefold(), seat)
            who = f"{PERSON}:{name}" if first == seat else f"{WITH}{first}"
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


def links_page(room: PageContext, changed: int = -1, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    room.access.manages()
    base = base_of(room.request)
    reachable = (urlsplit(base).hostname or "") not in LOCAL
    table = room.access.table
    room.look(lambda sight: None)
    here = [seat_name(table.book, s) for s, w in table.plan.items() if w in ("here", "open")]
    says = {HOST: "table mode", UMPIRE: "rulings and amendments", SPECTATOR: "looks on; any number"}
    icons = {HOST: "phone", UMPIRE: "scales", SPECTATOR: "eyes"}
    cards = []
    invitations, taken = table.links(), table.taken()
    for chair in table.chairs:
        if chair == room.access.seat or (chair == HOST and not here):
            continue
        link = f"{base}/i/{invitations[chair]}" if chair in invitations else ""
        seats = Access(table, chair).seats if chair in table.book.seats or (chair == HOST and here) else ()
        cards.append(
            {
                "chair": chair,
                "name": seat_name(table.book, chair),
                "person": name_of(table.plan.get(chair, "")),
                "says": says.get(chair, "holds one seat" if len(seats) == 1 else f"holds {len(seats)} seats, one link"),
                "icon": icons.get(chair, "person"),
                "seats": [{"name": seat_name(table.book, s), "bloc": table.book.views.tincture(s)} for s in seats],
                "taken": chair in taken and chair != SPECTATOR,
                "mine": chair not in (HOST, UMPIRE) or chair not in taken,
                "link": link,
                "qr": Markup(qr(link)) if reachable and link else "",
            }
        )
    return room.page(
        "links.html",
        status,
        cards=cards,
        plays_here=room.host and bool(here),
        reachable=reachable,
        address=base,
        seats=_seats(table.book, table.plan),
        plans=[(k, PLANS[k]) for k in ("person", "here", "none")],
        bots=[(name, BOTS[name].says) for name in bots_of(table.book)],
        alone="open" in table.plan.values(),
        changed=changed,
        refused=refused,
        capital=capital,
    )
