"""The desk of a seat: what is asked of it, live or passed around, and what it answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from legation.core import acts
from legation.core.acting import voice
from legation.core.acts import Act, Who
from legation.core.chronicle import chronicle
from legation.core.dispatch import last_dispatch, waits_of
from legation.core.errors import Closed, LegationError, NotFound, Refused
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight, hidden_from
from legation.core.takeback import takeback_of
from legation.core.to_json import whole
from legation.core.told_views import Tray
from legation.core.tray import tray_of
from legation.core.words import seat_name
from legation.web import seen
from legation.web.errors import status_of
from legation.web.intents import fill_in, held, intents_of, take_out
from legation.web.models import Count
from legation.web.pages.balance import balance_page
from legation.web.pages.context import DeskRoom, Form, PageContext, Refusal, goto, one, router
from legation.web.pages.dice import dice_work
from legation.web.pages.fragments import HAVE, SEQ, parts_of
from legation.web.pages.umpire import umpire_page
from legation.web.present import forms, plates
from legation.web.present.desk import Desk, ask_of, desk_of
from legation.web.present.forms import NOTHING_SAID
from legation.web.present.sheets import Sheet, on_sheets, read_value, sheets_of
from legation.web.present.told import DeskDispatch, lit, told_of

LATELY = 12  # entries in which a desk looks for who has answered what stood on it


@router.get("/t/{token}")
def desk(room: DeskRoom, last: str = "") -> Response:
    if room.access.table.look(room.access, lambda game: game.over):
        return balance_page(room)
    if room.host and not room.as_seat:
        asked = room.access.table.look(room.access, _waiting)
        mine = [seat for seat, _ in asked if seat in room.access.seats]
        if mine and not room.alone and not any(secret for seat, secret in asked if seat in mine):
            if room.look(lambda sight: _tray(room, sight)):
                return _desk(room)  # whose dice they are makes no difference to those who sit here
        if last in mine and TABLE not in dict(asked):
            return goto(f"{room.base}?{urlencode({'as': last})}")
        if mine and room.alone:
            return goto(f"{room.base}?{urlencode({'as': last if last in mine else mine[0]})}")
        if asked and room.alone and (owner := room.access.table.look(room.access, _owner) or last) in room.access.seats:
            return goto(f"{room.base}?{urlencode({'as': owner})}")  # who is asked for what the board shows has sheets
        if mine and TABLE not in dict(asked):
            if any(secret for seat, secret in asked if seat in mine):
                return _blank(room, mine)
            return goto(f"{room.base}?{urlencode({'as': mine[0]})}")
    if room.bench and not room.host and not room.as_seat:
        asked = room.access.table.look(room.access, lambda g: [(r.seat, False) for r in g.requests()])
        mine = [s for s in room.bench if s in dict(asked)]
        if mine and room.access.seat not in mine:  # the desk of whichever seat is asked
            return goto(f"{room.base}?{urlencode({'as': mine[0]})}")
    if room.host and room.as_seat and not room.alone:
        return _one(room)
    return _desk(room)


@router.get("/t/{token}/advice")
def advice(room: DeskRoom, request: Count) -> Response:
    """Counsel on a request of the reader's own, fetched when somebody wants it: it may take a moment."""
    from legation.play.advice import counsel  # with NumPy, which nothing else here needs

    def read(sight: Sight) -> dict[str, Any]:
        try:
            return {"advice": counsel(sight.game, sight.seat, request)}
        except LegationError as error:
            return {"advice": None, "refused": str(error)}

    return room.page("parts/advice.html", **room.look(read))


def _waiting(game: Game) -> list[tuple[str, bool]]:
    """The seats that are asked, and whether their screen would show what only they may know."""
    known = {seat: set(hidden_from(game, None)) - set(hidden_from(game, seat)) for seat in game.book.seats}
    open_to_all = ("roll", "report")

    def secret(r: Request) -> bool:
        if r.kind == "sealed" or r.seat == TABLE or r.kind in open_to_all:
            return r.kind == "sealed"
        return bool(known[r.seat]) or any(b.secret and r.id in b.answers for b in Sight(game, r.seat, (r.seat,)).blanks)

    return [(r.seat, secret(r)) for r in game.requests()]


def _owner(game: Game) -> str:
    """The seat that what is asked of the table is about."""
    return next((seat for r in game.requests() for seat in r.owners), "")


def _blank(room: PageContext, mine: list[str]) -> HTMLResponse:
    """The screen between two seats: nothing on it but a name, and what all may read."""
    table = room.access.table
    names = [(s, seat_name(table.book, s)) for s in dict.fromkeys(mine)]
    told = room.look(lambda sight: _told(room, sight))
    work = room.look(lambda sight: dice_work(room.access, sight.game))
    back = room.look(lambda sight: takeback_of(sight, room.access.who(None)))
    return room.page(
        "pass.html", seat=names[0][0], name=names[0][1], others=names[1:], told=told, dicework=work, back=back
    )


def _one(room: PageContext, refused: Refusal | None = None, status: int = 200) -> Response:
    """One request on one screen, or the sheet that answers it, for a device that is passed around."""

    def read(sight: Sight) -> dict[str, Any] | None:
        mine = [r for r in sight.requests if r.seat == sight.seat]
        if not mine:
            return None
        sheets = sheets_of(sight, intents_of(room.access.table, sight.game, sight.seat))
        sheet = next((s for s in sheets if mine[0].id in s.blank.answers), None)
        return {"ask": ask_of(sight, mine[0], 1), "sheet": sheet, **_around(room, sight)}

    found = room.look(read)
    return goto(room.base) if found is None else room.page("one.html", status, refused=refused, **found)


def _around(room: PageContext, sight: Sight) -> dict[str, Any]:
    """What stands with a request that has the screen to itself."""
    return {"told": _told(room, sight), "back": takeback_of(sight, room.access.who(room.as_seat or None))}


def desk_context(room: PageContext, with_plates: bool = True) -> dict[str, Any]:
    def read(sight: Sight) -> dict[str, Any]:
        mine = intents_of(room.access.table, sight.game, sight.seat) if sight.seat in room.acts else ()
        sheets = sheets_of(sight, mine)
        found, told = desk_of(sight), _told(room, sight)
        return {
            "desk": found,
            "sheets": sheets,
            "on_sheets": on_sheets(sheets),
            "heard": NOTHING_SAID,
            "plates": plates.painted(sight) if with_plates else [],
            "plate_state": Markup(plates.state_text(sight, found.due, room.base, lit(told))),
            "told": told,
            "waits": [
                tell
                for tell in waits_of(sight)
                if told.dispatch is None or told.filed or tell not in told.dispatch.all_waits
            ],
            "tray": _tray(room, sight) if room.acts else None,
            "title": _title(
                found, told, sheets, f"{sight.name(sight.seat)}: " if sight.seat in sight.book.seats else ""
            ),
            "asked": _first(found, sheets),
            "count": _count(found, sheets),
            "sealed_note": _sealed_note(sight),
            "back": takeback_of(sight, room.access.who(room.as_seat or None)),
            "switch": _switch(room, sight),
            "closed": json.dumps(_closed(sight), ensure_ascii=False),
            "dicework": dice_work(room.access, sight.game),
        }

    return room.look(read)


def _closed(sight: Sight) -> dict[str, str]:
    """How the last requests were answered, for a desk on which one of them still stands."""
    lines = chronicle(sight).lines[-LATELY:]
    asked = ((x.cause.get("answer") or x.cause.get("sealed"), x.text) for x in lines if not x.undone_by)
    return {str(number): text for number, text in asked if number}


def _switch(room: PageContext, sight: Sight) -> list[tuple[str, str, str, str, int]]:
    """Where one person plays several seats: those seats, and how much is asked of each."""
    asked = Counter(r.seat for r in sight.game.requests())
    return [(s, sight.name(s), _letters(sight.name(s)), sight.bloc(s), asked[s]) for s in room.bench]


def _letters(name: str) -> str:
    """A name where there is room for a few letters: U.S.A. is USA, Germany GE."""
    bare = name.replace(".", "")
    words = bare.split()
    return bare if bare.isupper() else "".join(w[0] for w in words) if len(words) > 1 else bare[:2].upper()


def _count(found: Desk, sheets: Iterable[Sheet]) -> tuple[str, str]:
    """How much is asked now, and how much may be written for later."""
    asked, later = len(found.asks), sum(sheet.blank.early for sheet in sheets)
    return f"{asked} asked" if asked else "", f"{later} to come" if later else ""


def _told(room: PageContext, sight: Sight) -> DeskDispatch:
    """What this reader is told; that its page shows it is kept."""
    return told_of(sight, seen.sees(room.access.table, room.access.seat, len(sight.game.record)))


def _title(found: Desk, told: DeskDispatch, sheets: Iterable[Sheet] = (), chair: str = "") -> str:
    """What the tab says: how much is asked, or the news."""
    if first := _first(found, sheets):
        return f"({len(found.asks)}) {first} · Legation"
    if told.dispatch is not None and not told.filed:
        return f"{told.dispatch.headline} · Legation"
    return f"{chair}{found.turn} · Legation"


def _first(found: Desk, sheets: Iterable[Sheet]) -> str:
    """What is asked first: the sheet that answers it, or the request and whose it is."""
    ask = next((ask for ask in found.asks if ask.seat != TABLE), next(iter(found.asks), None))
    if ask is None:
        return ""
    return next((s.blank.title for s in sheets if ask.id in s.blank.answers), f"{ask.title}: {ask.state.lower()}")


@router.get("/t/{token}/dispatch")
def earlier(room: DeskRoom, before: Count) -> Response:
    """The dispatch before an entry, to be read again."""

    def read(sight: Sight) -> dict[str, Any]:
        found = last_dispatch(sight, before) if before > 1 else None
        return {"told": DeskDispatch(found, head="Read again")}

    return room.page("parts/dispatch.html", **room.look(read))


@router.post("/t/{token}/told")
def put_away(room: DeskRoom, form: Form) -> Response:
    """A dispatch was read up to an entry, or is opened again from an earlier one."""
    upto = whole(one(form, "upto"))
    if upto is None:
        raise Refused("say up to which entry it was read")
    if room.acts:
        seen.put_away(room.access.table, room.access.seat, upto)
    if room.request.headers.get("hx-request") == "true":
        return _live(room)
    return goto(f"{room.base}?{urlencode({'as': room.as_seat})}" if room.as_seat else room.base)


def _sealed_note(sight: Sight) -> str:
    """After sealing, what was sealed leaves the screen and this remains."""
    for line in reversed(chronicle(sight).lines[-12:]):
        if line.kind == "reveal":
            return ""
        if line.kind == "sealed" and line.by == sight.seat:
            return "Sealed. Your answer lies in the vault and opens with the others."
    return ""


def _desk(room: PageContext, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    context = {**desk_context(room), "refused": refused}
    parts = parts_of(room.filled(**context))
    return room.page("desk.html", status, **context, part=parts.in_place(), have=parts.have)


def _live(room: PageContext, refused: Refusal | None = None) -> HTMLResponse:
    """What has changed on a desk, and what was refused to it."""
    context = {**desk_context(room, with_plates=False), "refused": refused}
    parts = parts_of(room.filled(**context))
    changed = parts.changed(room.request.headers.get(HAVE, ""))
    reply = room.page(f"parts/{'refused' if refused else 'live'}.html", **context, changed=changed, have=parts.have)
    reply.headers[SEQ] = str(room.context["seq"])  # so that the browser need not fetch what it has
    return reply


@router.get("/t/{token}/desk")
async def parts(room: DeskRoom, part: str = "live") -> Response:
    """What a live desk fetches when the record has grown."""
    if part not in ("live", "asks"):
        raise NotFound("part of the desk", part, ["live", "asks"])
    return await room.access.table.at_hand(lambda: _live(room))


@router.get("/t/{token}/ask/{number}")
def single(room: DeskRoom, number: Count) -> Response:
    """One request by itself, thumb-sized."""

    def read(sight: Sight) -> dict[str, Any]:
        found = next((r for r in sight.requests if r.id == number), None)
        if found is None:
            raise Closed(f"request {number} is no longer open: it was answered, or the game has gone on")
        return {"ask": ask_of(sight, found, 1), **_around(room, sight)}

    return room.page("one.html", **room.look(read))


@router.post("/t/{token}/answer")
def answer(room: DeskRoom, form: Form) -> Response:
    number = whole(one(form, "request")) or 0

    def answered(sight: Sight) -> Act:
        voice(sight.game, acts.Answer(number, None), room.who)  # of what is asked of others nothing is told
        asked = sight.game.state.requests[number]
        return acts.Answer(number, forms.answer_value(asked, form, sight.world.schema))

    return _acted(room, acts.Roll(number) if one(form, "server") else answered, number)


def _roller(room: PageContext) -> Who:
    """Who rolls on this page: at the host's device, for all who sit there."""
    return room.access.who(None if room.host else room.as_seat or None)


def _tray(room: PageContext, sight: Sight) -> Tray | None:
    return tray_of(sight, _roller(room), held(room.access.table, sight.game, room.access.seats))


@router.post("/t/{token}/rolls")
def rolls(room: DeskRoom, form: Form) -> Response:
    """The dice tray: one press, an entry for each roll."""
    said = [(one(form, f"purpose:{n}"), one(form, f"face:{n}")) for n in range(len(form))]
    faces = tuple((purpose, face) for purpose, text in said if (face := whole(text)) is not None)
    act = acts.Rolls(faces, bool(one(form, "rest")))
    return _acted(room, act, whole(one(form, "request")) or 0)


def _acted(room: PageContext, act: Act | Callable[[Sight], Act], number: int = 0) -> Response:
    """Carry out an act, or what a form says; a refusal is shown where it was tried."""
    live = room.request.headers.get("hx-request") == "true"
    try:
        entries = room.act(room.read(act) if callable(act) else act)
    except (Refused, NotFound) as error:
        refused = Refusal.of(error, number)
        if live:
            return _live(room, refused)
        if room.host and room.as_seat and not room.alone:
            return _one(room, refused, status_of(error))
        if isinstance(error, Closed):
            refused = Refusal.of(error)
        return _desk(room, refused, status_of(error))
    if live:
        return _live(room)
    if room.host and room.as_seat:
        if (
            not room.alone
            and any("sealed" in e.cause for e in entries)
            and not any("reveal" in e.cause for e in entries)
        ):
            return goto(f"{room.base}/sealed")
        return goto(f"{room.base}?{urlencode({'last': room.as_seat})}")
    return goto(f"{room.base}?{urlencode({'as': room.as_seat})}" if room.as_seat else room.base)


@router.post("/t/{token}/fill")
def fill(room: DeskRoom, form: Form) -> Response:
    """Fill in a sheet: the referee carries it out as far as it decides."""
    seat, sheet = room.who.voice, one(form, "sheet")
    if one(form, "gone"):
        take_out(room.access, seat, sheet)
    else:
        rows = {name.removeprefix("row:"): read_value(one(form, name)) for name in form if name.startswith("row:")}
        rows = {name: value for name, value in rows.items() if value != ""}
        try:
            fill_in(room.access, seat, sheet, rows, lasting=bool(one(form, "lasting")), rolls=bool(one(form, "rolls")))
        except (Refused, NotFound) as error:
            return _refused(room, error)
    return _after(room)


def _refused(room: PageContext, error: LegationError) -> Response:
    if room.request.headers.get("hx-request") == "true":
        return _live(room, Refusal.of(error))
    passed = room.host and room.as_seat and not room.alone
    return (_one if passed else _desk)(room, Refusal.of(error), status_of(error))


def _after(room: PageContext) -> Response:
    if room.request.headers.get("hx-request") == "true":
        return _live(room)
    if room.host and room.as_seat:
        return goto(f"{room.base}?{urlencode({'last': room.as_seat})}")
    return goto(room.base)


@router.get("/t/{token}/sealed")
def sealed(room: DeskRoom) -> Response:
    """After sealing on a passed device: the sum is off the screen already."""
    return room.page("sealed.html")


@router.post("/t/{token}/propose")
def propose(room: DeskRoom, form: Form) -> Response:
    """To take back across a die, or to end the game: those whom it touches are asked."""
    entry, what = one(form, "entry"), one(form, "what", "undo")
    if what == "end" and not one(form, "sure"):
        return _acted(room, _unsure)
    return _acted(room, acts.Propose(what, whole(entry), one(form, "reason")))


def _unsure(sight: Sight) -> Act:
    raise Refused("tick that you mean it: a game that is over goes on only if the umpire says so")


@router.post("/t/{token}/consent")
def consent(room: DeskRoom, form: Form) -> Response:
    return _acted(room, acts.Consent(whole(one(form, "proposal")) or 0, one(form, "yes") == "1"))


@router.post("/t/{token}/undo")
def undo(room: DeskRoom, form: Form) -> Response:
    act = acts.Undo(whole(one(form, "entry")), one(form, "reason"))
    if one(form, "from") == "umpire":
        try:
            room.act(act)
        except LegationError as error:
            return umpire_page(room, refused=Refusal.of(error), status=status_of(error))
        return goto(f"{room.base}/umpire?done=undo")
    return _acted(room, act)
