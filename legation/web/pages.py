"""The pages: every room of the app, built for the seat that a link opens.

A page is read under the table's lock through a `Sight` and printed after it; what people answer goes through
`Table.act`.  Plain forms post and are redirected; htmx gets the parts of the desk that have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from legation.books import all_books, book
from legation.core.errors import LegationError, NotFound, NotYours, Refused
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import TABLE, UMPIRE
from legation.web.doors import Entered, TheHall, base_of
from legation.web.errors import Closed, status_of
from legation.web.hall import answering, rolling, taking_back
from legation.web.present import atlas, dossier, forms, plates, rules, why
from legation.web.present.desk import Ask, Desk, ask_of, desk_of, fields_of
from legation.web.present.manners import manners
from legation.web.present.record import chronicle
from legation.web.present.sight import Sight
from legation.web.present.words import TINCTURES, bloc, capital, seat_name
from legation.web.seats import HOST, PLANS, SPECTATOR, Access, NoSuchLink, qr
from legation.web.static_files import url as static

__all__ = ["error_page", "router"]

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
T = TypeVar("T")

ROOMS = (
    ("d", "", "Desk"),
    ("c", "/country", "Dossiers"),
    ("r", "/record", "Record"),
    ("u", "/rules", "Rules"),
    ("t", "/table", "Table"),
    ("b", "/report", "Board"),
)
HERALDRY = {
    "uk": "gules",
    "france": "azure",
    "usa": "or",
    "ussr": "sanguine",
    "china": "tenné",
    "germany": "sable",
    "italy": "vert",
    "japan": "purpure",
}
DICE = {"server": "Server dice", "typed": "Typed dice"}
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
_templates.globals.update(static=static, TINCTURES=TINCTURES)


# -- the reader
@dataclass(frozen=True)
class Me:
    name: str
    bloc: str
    icon: str


@dataclass
class Room:
    """A page in the making: the access, whose eyes it looks through, and what every page shows."""

    request: Request
    access: Access
    as_seat: str
    room: str
    context: dict[str, Any] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"/t/{quote(self.access.token)}"

    @property
    def seat(self) -> str:
        return self.access.looking(self.as_seat or None)

    @property
    def host(self) -> bool:
        return self.access.seat == HOST

    @property
    def acts(self) -> tuple[str, ...]:
        if self.access.seat == SPECTATOR:
            return ()
        return (self.seat,)

    def look(self, f: Callable[[Sight], T]) -> T:
        """Read the game through this reader's eyes, and what every page shows along with it."""

        def read(game: Game) -> T:
            sight = Sight(game, self.seat, self.acts)
            self.context |= self._frame(sight)
            return f(sight)

        return self.access.table.look(self.access, read)

    def _frame(self, sight: Sight) -> dict[str, Any]:
        known = {UMPIRE: ("The umpire", "scales"), TABLE: ("The table", "eyes")}
        name, icon = known.get(self.seat, (sight.name(self.seat), "person"))
        if self.access.seat == SPECTATOR:
            name, icon = "Spectator", "eyes"
        elif self.host and not self.as_seat:
            name, icon = "This device", "phone"
        rooms = [*ROOMS[:5], *(ROOMS[5:] if self.acts else ())]
        if self.access.seat == UMPIRE:
            rooms.append(("m", "/umpire", "Umpire"))
        return {
            "sight": sight,
            "seq": len(sight.game.record),
            "turn": manners(sight.book.name).turn(sight),
            "game_title": sight.book.title.split(":")[0] + f" · {sight.game.scenario}",
            "table_name": self.access.table.name,
            "dice": "Mixed dice" if _mixed(sight.game) else DICE.get(sight.game.dice.name, "Dice"),
            "mixed": _mixed(sight.game),
            "me": Me(name, bloc(self.seat), icon),
            "rooms": rooms,
            "book": sight.book.name,
            "powers": [
                {"bloc": bloc(p), "name": _power(sight, p), "tincture": HERALDRY[bloc(p)]}
                for p in manners(sight.book.name).powers
            ],
        }

    def page(self, template: str, status: int = 200, **more: Any) -> HTMLResponse:
        as_query = f"?{urlencode({'as': self.as_seat})}" if self.as_seat else ""
        context = {
            "base": self.base,
            "as_query": as_query,
            "as_amp": as_query.replace("?", "&"),
            "host": self.host,
            "acts": self.acts,
            "room": self.room,
            "tinctures": Markup(plates.tinctures()),
            "umpire": self.access.seat == UMPIRE,
            "oob": False,
            "refused": None,
            **self.context,
            **more,
        }
        return HTMLResponse(_templates.get_template(template).render(context), status)


def _mixed(game: Game) -> bool:
    """Whether whoever rolls decides each time."""
    return bool(getattr(game.dice, "asks", False))


def _power(sight: Sight, power: str) -> str:
    seats = {bloc(s): s for s in sight.book.seats}
    return sight.name(seats.get(bloc(power), power))


AsSeat = Annotated[str, Query(alias="as", max_length=60)]


def room(name: str) -> Callable[..., Room]:
    def enter(request: Request, access: Entered, as_seat: AsSeat = "") -> Room:
        return Room(request, access, as_seat, name)

    return enter


DeskRoom = Annotated[Room, Depends(room("Desk"))]
Dossiers = Annotated[Room, Depends(room("Dossiers"))]
Records = Annotated[Room, Depends(room("Record"))]
Rules = Annotated[Room, Depends(room("Rules"))]
Tables = Annotated[Room, Depends(room("Table"))]
Board = Annotated[Room, Depends(room("Board"))]
Umpires = Annotated[Room, Depends(room("Umpire"))]


async def form_of(request: Request) -> dict[str, list[str]]:
    """What a form sent, each field with all its values."""
    sent = await request.form()
    return {key: [str(v) for v in sent.getlist(key) if isinstance(v, str)] for key in sent}


Form = Annotated[dict[str, list[str]], Depends(form_of)]


def one(form: Mapping[str, list[str]], name: str, default: str = "") -> str:
    return form[name][-1].strip() if form.get(name) else default


def goto(where: str) -> RedirectResponse:
    return RedirectResponse(where, 303)


@dataclass(frozen=True)
class Refusal:
    """What the referee said to the last try, shown where it was made."""

    message: str
    rule: str
    allowed: str
    request: int = 0

    @classmethod
    def of(cls, error: LegationError, request: int = 0) -> Refusal:
        allowed = getattr(error, "allowed", None)
        text = str(error).split("; allowed: ")[0].split("   [")[0]
        shown = ", ".join(str(a) for a in allowed[:12]) if allowed else ""
        return cls(
            capital(text) + ("" if text.endswith((".", "?")) else "."),
            getattr(error, "rule", None) or "",
            shown,
            request,
        )


# -- start
@router.get("/")
def start(hall: TheHall, request: Request, book_name: Annotated[str, Query(alias="book")] = "twg") -> HTMLResponse:
    return _start(request, book_name)


def _start(request: Request, book_name: str, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    names = list(all_books())
    found = book(book_name if book_name in names else names[0])
    books = [
        {"name": n, "title": book(n).title, "says": _says(n), "thumb": static(f"map/thumb-{n}.svg")} for n in names
    ]
    seats = [{"seat": s, "name": seat_name(found, s), "bloc": bloc(s)} for s in found.seats]
    page = _templates.get_template("start.html").render(
        books=books,
        chosen=found,
        seats=seats,
        plans=[(k, v) for k, v in PLANS.items() if k != "bot"],
        options=found.options,
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
    name = one(form, "book", "twg")
    try:
        found = book(name)
        options = {o.name: one(form, f"option:{o.name}", o.default) for o in found.options}
        plan = {s: one(form, f"plan:{s}", "person") for s in found.seats}
        table = hall.create(
            name,
            one(form, "scenario") or next(iter(found.scenarios)),
            name=one(form, "name") or "The long table",
            dice=one(form, "dice", "typed"),
            options=options,
            plan=plan,
        )
    except LegationError as error:
        return _start(request, name, Refusal.of(error), status_of(error))
    return goto(f"/t/{quote(table.links()[UMPIRE])}/links")


@router.get("/t/{token}/links")
def links(room: Umpires) -> HTMLResponse:
    """Every link with its QR code, for whoever set the table."""
    room.access.manages()
    reach = getattr(room.request.app.state, "reach", None) or base_of(room.request)
    table = room.access.table
    room.look(lambda sight: None)
    cards = []
    for chair, token in table.links().items():
        if chair == HOST and not any(w in ("here", "none") for w in table.plan.values()):
            continue
        link = f"{reach}/t/{token}"
        cards.append(
            {
                "chair": chair,
                "name": seat_name(table.book, chair),
                "bloc": bloc(chair),
                "link": link,
                "path": f"/t/{token}",
                "qr": Markup(qr(link)),
            }
        )
    here = [seat_name(table.book, s) for s, w in table.plan.items() if w == "here"]
    return room.page("links.html", cards=cards, here=here)


# -- the desk
@router.get("/t/{token}")
def desk(room: DeskRoom, last: str = "") -> Response:
    if room.host and not room.as_seat:
        waiting = room.access.table.look(room.access, lambda g: [r.seat for r in g.requests()])
        mine = [s for s in waiting if s in room.access.seats]
        if last and last in mine and TABLE not in waiting:
            return goto(f"{room.base}?{urlencode({'as': last})}")
        if mine and TABLE not in waiting:
            return _blank(room, mine)
    if room.host and room.as_seat:
        return _one(room)
    return _desk(room)


def _blank(room: Room, mine: list[str]) -> HTMLResponse:
    """The screen between two seats: nothing on it but a name."""
    table = room.access.table
    names = [(s, seat_name(table.book, s)) for s in dict.fromkeys(mine)]
    return room.page("pass.html", seat=names[0][0], name=names[0][1], others=names[1:])


def _one(room: Room, refused: Refusal | None = None, status: int = 200) -> Response:
    """One request on one screen, for a device that is passed around."""

    def read(sight: Sight) -> Ask | None:
        mine = [r for r in sight.requests if r.seat == sight.seat]
        return ask_of(sight, mine[0], 1) if mine else None

    ask = room.look(read)
    if ask is None:
        return goto(room.base)
    return room.page("one.html", status, ask=ask, refused=refused, desk_phase=room.context["turn"])


def _desk_context(room: Room, with_plates: bool = True) -> dict[str, Any]:
    def read(sight: Sight) -> dict[str, Any]:
        found = desk_of(sight)
        state = plates.state(sight, found.due, room.base)
        shown = manners(sight.book.name)
        drawn = (
            [plates.plate(n, t, state) for n, t in zip(shown.plates, shown.plate_titles, strict=True)]
            if with_plates
            else []
        )
        return {
            "desk": found,
            "plates": drawn,
            "plate_state": Markup(json.dumps(state, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")),
            "count": _count(found),
            "sealed_note": _sealed_note(sight),
            "undoable": _undoable(sight),
        }

    return room.look(read)


def _count(found: Desk) -> str:
    asked, later = len(found.asks), len(found.coming)
    words = [f"{asked} asked"] if asked else []
    words += [f"{later} to come"] if later else []
    return " · ".join(words)


def _sealed_note(sight: Sight) -> str:
    """After sealing, what was sealed leaves the screen and this remains."""
    for line in reversed(chronicle(sight).lines[-12:]):
        if line.kind == "reveal":
            return ""
        if line.kind == "sealed" and line.by == sight.seat:
            return "Sealed. Your answer lies in the vault and opens with the others."
    return ""


def _undoable(sight: Sight) -> int:
    """The last act, if it is the reader's own and nothing was rolled or revealed since."""
    if not sight.acts:
        return 0
    for line in reversed(chronicle(sight).lines):
        if line.undone_by or line.kind in ("undo", "roll", "reveal", "amend", "setup"):
            return 0
        if line.kind in ("answer", "sealed", "report", "event"):
            return line.seq if line.by == sight.seat and "roll" not in line.cause else 0
    return 0


def _desk(room: Room, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    return room.page("desk.html", status, **_desk_context(room), **({"refused": refused} if refused else {}))


@router.get("/t/{token}/desk")
def parts(room: DeskRoom, part: str = "live") -> Response:
    """What a live desk fetches when the record has grown."""
    if part not in ("live", "asks"):
        raise NotFound("part of the desk", part, ["live", "asks"])
    return room.page("parts/live.html", **_desk_context(room, with_plates=False))


@router.get("/t/{token}/ask/{number}")
def single(room: DeskRoom, number: int) -> Response:
    """One request by itself, thumb-sized."""

    def read(sight: Sight) -> Ask:
        found = next((r for r in sight.requests if r.id == number), None)
        if found is None:
            raise Closed(f"request {number} is no longer open: it was answered, or the game has gone on")
        return ask_of(sight, found, 1)

    return room.page("one.html", ask=room.look(read))


@router.post("/t/{token}/answer")
def answer(room: DeskRoom, form: Form) -> Response:
    number = int(one(form, "request", "0") or 0) if one(form, "request", "0").isdigit() else 0

    if one(form, "server"):
        return _acted(room, rolling(room.access, number, room.as_seat or None), number)

    def give(game: Game) -> list[Entry]:
        asked = game.state.requests.get(number)
        value: Any = None
        if asked is not None and asked.seat in (*room.access.seats, TABLE):
            value = forms.answer_value(asked, form, game.world.schema)
        return answering(room.access, number, value, room.as_seat or None)(game)

    return _acted(room, give, number)


def _acted(room: Room, act: Callable[[Game], list[Entry]], number: int = 0) -> Response:
    """Carry an act out; a refusal is shown where it was tried."""
    live = room.request.headers.get("hx-request") == "true"
    try:
        entries = room.access.table.act(room.access, act)
    except (Refused, NotFound) as error:
        refused = Refusal.of(error, number)
        if live:
            return room.page("parts/refused.html", refused=refused, **_desk_context(room, with_plates=False))
        if room.host and room.as_seat:
            return _one(room, refused, status_of(error))
        if isinstance(error, Closed):
            refused = Refusal.of(error)
        return _desk(room, refused, status_of(error))
    if live:
        return room.page("parts/live.html", **_desk_context(room, with_plates=False))
    if room.host and room.as_seat:
        if any("sealed" in e.cause for e in entries) and not any("reveal" in e.cause for e in entries):
            return goto(f"{room.base}/sealed")
        return goto(f"{room.base}?{urlencode({'last': room.as_seat})}")
    return goto(room.base)


@router.get("/t/{token}/sealed")
def sealed(room: DeskRoom) -> Response:
    """After sealing on a passed device: the sum is off the screen already."""
    return room.page("sealed.html")


@router.post("/t/{token}/undo")
def undo(room: DeskRoom, form: Form) -> Response:
    entry = one(form, "entry")
    reason = one(form, "reason")
    act = taking_back(
        room.access, reason=reason, seat=room.as_seat or None, entry=int(entry) if entry.isdigit() else None
    )
    if one(form, "from") == "umpire":
        try:
            room.access.table.act(room.access, act)
        except LegationError as error:
            return _umpire(room, refused=Refusal.of(error), status=status_of(error))
        return goto(f"{room.base}/umpire?done=undo")
    return _acted(room, act)


# -- why and dossiers
@router.get("/t/{token}/why")
def explain(
    room: DeskRoom,
    subject: str = "",
    by: str = "",
    money: Annotated[int, Query(ge=0, le=99)] = 0,
    counter: Annotated[int, Query(ge=0, le=99)] = 0,
    entry: Annotated[int, Query(ge=0, le=2**31)] = 0,
    fact: str = "",
    account: Annotated[int, Query(ge=-1, le=9)] = -1,
    seat: str = "",
) -> Response:
    def read(sight: Sight) -> why.Why:
        if fact:
            return why.why_fact(sight, fact)
        if entry:
            return why.why_entry(sight, entry)
        if account >= 0:
            return why.why_account(sight, account, seat or sight.seat)
        return why.why_subject(sight, sight.book.resolve(subject), by, money, counter)

    return room.page("why.html", why=room.look(read), find="")


@router.get("/t/{token}/country")
def countries(room: Dossiers) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        state = plates.state(sight, {}, room.base)
        return {"index": dossier.index(sight), "due": desk_of(sight).due, "plate_state": _json(state)}

    return room.page("countries.html", **room.look(read))


def _json(data: Any) -> Markup:
    return Markup(json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"))


@router.get("/t/{token}/country/{slug}")
def country(room: Dossiers, slug: str, by: str = "") -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        found = dossier.dossier_of(sight, sight.book.resolve(slug), by=by)
        state = plates.state(sight, desk_of(sight).due, room.base) if found.plate else {}
        return {"dos": found, "plate_state": _json(state)}

    found = room.look(read)
    template = {"country": "country.html" if room.context["book"] == "twg" else "table_country.html"}
    return room.page(template.get(found["dos"].kind, "track.html"), **found)


@router.get("/t/{token}/country/{slug}/forecast")
def forecast(room: Dossiers, slug: str) -> Response:
    """The exact look ahead, which may take a moment, fetched after the page."""

    def read(sight: Sight) -> dossier.Dossier:
        return dossier.forecast_of(sight, sight.book.resolve(slug))

    return room.page("parts/forecast.html", dos=room.look(read))


# -- the record
@router.get("/t/{token}/record")
def record(
    room: Records,
    country: str = "",
    nation: str = "",
    rule: str = "",
    phase: str = "",
    kind: str = "",
    open: Annotated[int, Query(ge=0, le=2**31)] = 0,
    at: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        lines = chronicle(sight).lines
        kinds = {"rolls": ("roll",), "board": ("report", "event"), "rulings": ("ruling",), "amended": ("amend", "undo")}
        wanted = kinds.get(kind, ())
        shown = [
            x
            for x in reversed(lines)
            if (not country or country in x.countries)
            and (not nation or x.by == nation)
            and (not rule or any(r.lower().startswith(rule.lower()) for r in x.rules))
            and (not phase or x.phase == phase)
            and (not wanted or x.kind in wanted or (kind == "amended" and x.amended_by))
        ]
        chosen = lines[open - 1] if 1 <= open <= len(lines) else None
        return {
            "lines": shown[:200],
            "more": max(0, len(shown) - 200),
            "all": lines,
            "chosen": chosen,
            "after": [x for x in lines[open : open + 8] if x.kind in ("roll", "reveal")] if chosen else [],
            "phases": list(dict.fromkeys(x.phase for x in reversed(lines))),
            "nations": [(s, sight.name(s)) for s in (*sight.book.seats, TABLE, UMPIRE)],
            "subjects": rules.countries(sight.book),
            "preview": _preview(sight, at) if at else None,
        }

    filters = {"country": country, "nation": nation, "rule": rule, "phase": phase, "kind": kind}
    kept = urlencode({k: v for k, v in filters.items() if v})
    return room.page("record.html", **room.look(read), filters=filters, kept=kept)


def _preview(sight: Sight, at: int) -> dict[str, Any]:
    """Where the game stood after an entry, and what has changed since: a look, nothing more."""
    if not 1 <= at <= len(sight.game.record):
        raise NotFound("entry", at, [str(len(sight.game.record))])
    then = sight.game.branch(at)
    past = Sight(then, sight.seat)
    changes = [c for c in past.world.difference(sight.world) if sight.game.may_see(sight.seat, c.fact)]
    shown = [
        (capital(sight.world.schema.spec(c.fact).says), sight.told(c.fact, c.old), sight.told(c.fact, c.new))
        for c in changes
    ]
    asked = [(sight.name(r.seat), r.prompt) for r in then.requests() if r.seat in (sight.seat, TABLE)]
    return {"at": at, "phase": then.phase, "changes": shown[:60], "more": max(0, len(shown) - 60), "asked": asked}


# -- rules
@router.get("/t/{token}/rules")
def rule_index(room: Rules, ledger: str = "", country: str = "", find: str = "") -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        asked = bool(ledger or country or find)
        chosen = sight.book.resolve(country) if country else ""
        cards = rules.listing(sight.book, ledger=ledger, country=chosen, find=find) if asked else []
        return {
            "cards": cards[:400],
            "total": len(cards),
            "ledgers": rules.ledgers(sight.book),
            "subjects": rules.countries(sight.book),
            "heading": sight.place(chosen) if chosen else ledger or (f"“{find}”" if find else ""),
        }

    return room.page("rules.html", **room.look(read), find=find, country=country, ledger=ledger)


@router.get("/t/{token}/rules/{id}")
def one_rule(room: Rules, id: str) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        used = [x for x in reversed(chronicle(sight).lines) if id in x.rules and x.kind != "setup"]
        return {"rule": rules.page_of(sight.book, id), "used": used[:8]}

    return room.page("rule.html", **room.look(read))


# -- the table, the turn sheet
@router.get("/t/{token}/table")
def table(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        return {"rows": atlas.places_of(sight, desk_of(sight).due), "columns": atlas.columns(sight)}

    return room.page("table.html", **room.look(read))


@router.get("/t/{token}/sheet")
def sheet(room: Tables) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        found = desk_of(sight)
        lines = chronicle(sight).lines
        turn = lines[-1].phase.split(", ")[0].split(": ")[0] if lines else ""
        rows = [p for p in atlas.places_of(sight, found.due) if p.country]
        return {
            "desk": found,
            "rows": rows,
            "columns": atlas.columns(sight),
            "log": [x for x in lines if x.phase.startswith(turn) and not x.undone_by and x.kind != "setup"][-60:],
        }

    return room.page("sheet.html", **room.look(read))


# -- the board
@router.get("/t/{token}/report")
def report(room: Board, place: str = "", family: str = "") -> Response:
    return _report(room, place, family)


def _report(
    room: Room, place: str, family: str, refused: Refusal | None = None, status: int = 200, done: str = ""
) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        groups = []
        if place:
            groups = forms.groups_of_place(sight, place)
        elif family:
            groups = forms.groups_of_family(sight, family)
        shown = manners(sight.book.name)
        state = plates.state(sight, {}, room.base)
        for slug, entry in state.items():
            entry["href"] = f"{room.base}/report?{urlencode({'place': slug})}"
        return {
            "groups": groups,
            "place_name": sight.place(place) if place else "",
            "places": forms.map_places(sight),
            "families": [(f.name, capital(f.name.replace("-", " "))) for f in forms.families(sight)],
            "events": forms.event_forms(sight),
            "plates": [plates.plate(n, t, state) for n, t in zip(shown.plates, shown.plate_titles, strict=True)][:1],
            "plate_state": _json(state),
        }

    if not room.acts:
        raise NotYours("a spectator looks on and does not act")
    found = room.look(read)
    return room.page("report.html", status, **found, place=place, family=family, refused=refused, done=done)


@router.post("/t/{token}/report")
def told(room: Board, form: Form) -> Response:
    place, family, event = one(form, "place"), one(form, "family"), one(form, "event")
    who = room.access.acting(room.as_seat or None)

    def tell(game: Game) -> list[Entry]:
        sight = Sight(game, room.seat, room.acts)
        if event:
            return game.event(event, seat=who, **forms.event_details(sight, event, form))
        facts = forms.changed(sight, forms.fact_values(form, game.world.schema))
        if not facts:
            raise Refused("nothing was told that is not known already")
        return game.report(facts, seat=who)

    try:
        room.access.table.act(room.access, tell)
    except LegationError as error:
        return _report(room, place, family, Refusal.of(error), status_of(error))
    except TypeError:
        return _report(room, place, family, Refusal("The event lacks a detail.", "", ""), 400)
    return goto(
        f"{room.base}/record" if event else f"{room.base}/report?{urlencode({'place': place, 'family': family})}"
    )


# -- the umpire
@router.get("/t/{token}/umpire")
def umpire(room: Umpires, family: str = "", place: str = "", entry: int = 0, done: str = "") -> Response:
    return _umpire(room, family=family, place=place, entry=entry, done=done)


def _umpire(
    room: Room,
    *,
    family: str = "",
    place: str = "",
    entry: int = 0,
    done: str = "",
    refused: Refusal | None = None,
    status: int = 200,
    diff: dict[str, Any] | None = None,
) -> Response:
    if room.access.seat != UMPIRE:
        raise NotYours("only the umpire’s link opens this room")

    def read(sight: Sight) -> dict[str, Any]:
        found = chronicle(sight)
        groups = []
        if family:
            groups = forms.groups_of_family(sight, family, any_teller=True)
        elif place:
            groups = forms.groups_of_place(sight, place)
            keys = [k for k in sight.world.set_facts() if place in k.split(".") and sight.game.may_see(sight.seat, k)]
            known = {f.key for g in groups for f in g.fields}
            groups.append(
                forms.Group("Set by rules", "", tuple(fields_of(sight, [k for k in keys if k not in known][:60])))
            )
        line = found.lines[entry - 1] if 1 <= entry <= len(found.lines) else None
        asked = found.asked.get(line.cause["answer"]) if line and "answer" in line.cause else None
        last = next(
            (
                x
                for x in reversed(found.lines)
                if x.kind in ("answer", "sealed", "report", "event", "ruling", "roll") and not x.undone_by
            ),
            None,
        )
        return {
            "groups": groups,
            "families": [(f.name, capital(f.name.replace("-", " "))) for f in forms.families(sight, any_teller=True)],
            "places": forms.map_places(sight),
            "answers": list(forms.amendable(sight))[:60],
            "line": line,
            "amend_options": _amend_options(sight, asked),
            "last": last,
            "chairs": [(c, seat_name(sight.book, c), bloc(c)) for c in room.access.table.chairs],
            "rulings": [x for x in reversed(found.lines) if x.green][:6],
        }

    return room.page(
        "umpire.html",
        status,
        **room.look(read),
        family=family,
        place=place,
        entry=entry,
        done=done,
        refused=refused,
        diff=diff,
    )


def _amend_options(sight: Sight, asked: Any) -> list[tuple[str, str]]:
    if asked is None or asked.kind == "report" or asked.among:
        return []
    return [(json.dumps(v), asked.labels.get(str(v)) or sight.say(v)) for v in asked.legal]


@router.post("/t/{token}/umpire/rule")
def ruling(room: Umpires, form: Form) -> Response:
    """Set facts, with a reason."""
    place, family = one(form, "place"), one(form, "family")

    def rule(game: Game) -> list[Entry]:
        sight = Sight(game, room.seat, room.acts)
        facts = forms.changed(sight, forms.fact_values(form, game.world.schema))
        if one(form, "key"):
            facts[one(form, "key")] = forms.typed(game.world.schema, one(form, "key"), one(form, "key_value"))
        if not facts:
            raise Refused("no fact was changed")
        return game.rule(facts, one(form, "reason"), seat=UMPIRE)

    try:
        room.access.table.act(room.access, rule)
    except LegationError as error:
        return _umpire(room, place=place, family=family, refused=Refusal.of(error), status=status_of(error))
    return goto(f"{room.base}/umpire?done=ruling")


@router.post("/t/{token}/umpire/amend")
def amend(room: Umpires, form: Form) -> Response:
    """First the diff; with `commit`, the amendment."""
    entry = int(one(form, "entry", "0")) if one(form, "entry", "0").isdigit() else 0
    text = one(form, "value")
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    reason = one(form, "reason")
    try:
        if one(form, "commit"):

            def carry_out(game: Game) -> list[Entry]:
                before = len(game.record)
                game.amend(entry, value, reason).commit()
                return [game.record[n] for n in range(before + 1, len(game.record) + 1)]

            room.access.table.act(room.access, carry_out)
            return goto(f"{room.base}/umpire?done=amend")
        if room.access.seat != UMPIRE:
            raise NotYours("only the umpire amends")

        def preview(sight: Sight) -> dict[str, Any]:
            found = sight.game.amend(entry, value, reason)
            return {"changes": forms.diff_of(sight, found), "dropped": found.dropped, "value": text, "reason": reason}

        diff = room.look(preview)
    except LegationError as error:
        return _umpire(room, entry=entry, refused=Refusal.of(error), status=status_of(error))
    return _umpire(room, entry=entry, diff=diff)


@router.post("/t/{token}/umpire/seat")
def reissue(room: Umpires, form: Form) -> Response:
    room.access.manages()
    seat = one(form, "seat")
    if one(form, "revoke"):
        room.access.table.revoke(seat)
        return goto(f"{room.base}/links")
    token = room.access.table.reissue(seat)
    mine = quote(token) if seat == room.access.seat else quote(room.access.token)
    return goto(f"/t/{mine}/links")


# -- errors
def error_page(request: Request, status: int, data: dict[str, Any]) -> Response:
    """What went wrong, for people."""
    error = data["error"]
    message = str(error["message"]).split("   [")[0]
    page = _templates.get_template("error.html").render(
        status=status,
        message=capital(message),
        rule=error.get("rule") or "",
        tinctures=Markup(plates.tinctures()),
        base="",
        back=request.url.path.rsplit("/", 1)[0] if status != 404 or request.url.path.count("/") > 2 else "/",
        gone=error["kind"] == NoSuchLink.__name__,
    )
    return HTMLResponse(page, status)
