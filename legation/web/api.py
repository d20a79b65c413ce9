"""The JSON API: everything a page can do, for programs.

A key opens a chair of a table: it stands in the header `Authorization: Bearer`, for paths that begin with
`/api/v1/t/me/`.  An invitation is exchanged for a key at `/api/v1/chairs`, once.  A browser that has taken a chair uses
its cookie and the place, `/api/v1/t/<game>.<chair>/`.  No address has a key in it.

Errors are `{"error": {kind, message, rule, allowed}}`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from legation.books import all_books
from legation.books import book as find_book
from legation.core import acts, sight
from legation.core.acting import amendment_of, awaited
from legation.core.acts import Act
from legation.core.balance import balance_of
from legation.core.book import Book
from legation.core.dice import Committed
from legation.core.dispatch import dispatch_of, last_dispatch, told_since
from legation.core.errors import NotFound, NotYours, Refused
from legation.core.facts import World
from legation.core.game import Game
from legation.core.history import Vault
from legation.core.inquiries import (
    allowances_of,
    explanation_of,
    forecast_of,
    has_questions,
    odds_of,
    one_more_of,
    remarks_of,
    unreported_of,
    verdict_of,
)
from legation.core.joint import together
from legation.core.labels import rule_label
from legation.core.outlook import as_last_told, told_before
from legation.core.rehearsal import foretold
from legation.core.requests import TABLE, UMPIRE
from legation.core.requests import Request as Asked
from legation.core.takeback import takeback_of
from legation.core.to_json import plain, whole
from legation.core.tray import tray_of
from legation.play.luck import luck_rows
from legation.web import live, models
from legation.web import seen as looks
from legation.web.access import Entered, OfTheHouse, TheHall
from legation.web.errors import json_response
from legation.web.intents import held
from legation.web.seating import brought
from legation.web.seats import HOST, SPECTATOR, Access, new_token
from legation.web.sessions import Session, TableSummary

__all__ = ["may_copy", "open_book", "router", "stream"]

STATUSES = {400: "Refused", 403: "Not yours", 404: "Not found", 409: "Closed meanwhile", 422: "Malformed"}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorBody, "description": says} for status, says in STATUSES.items()
}
router = APIRouter(prefix="/api/v1", responses=ERRORS)

SeatQuery = Annotated[str | None, Query(max_length=120, description="At the host's device: through whose eyes.")]
Since = Annotated[models.Count, Query(ge=0, le=2**31, description="Only entries after this one.")]
NOTHING = models.Suppose(points={})
Subject = Annotated[str, Path(max_length=120, examples=["{country}"])]


# -- books
def book_line(book: Book) -> dict[str, Any]:
    return {"name": book.name, "title": book.title, "version": book.version, "scenarios": dict(book.scenarios)}


@router.get("/books", response_model=models.BookList, tags=["books"])
def books() -> Response:
    """The games that can be played, with their scenarios."""
    return json_response({"books": [book_line(find_book(name)) for name in all_books()]})


@router.get("/books/{book}", response_model=models.BookDetail, tags=["books"])
def one_book(book: str) -> Response:
    """Seats, options, events and countries of a game."""
    found = find_book(book)
    return json_response(
        {
            **book_line(found),
            "seats": {seat: found.seat_titles.get(seat, seat) for seat in found.seats},
            "options": [
                {"name": o.name, "default": o.default, "choices": o.choices, "says": o.says, "cite": o.cite}
                for o in found.options
            ],
            "events": {
                name: {
                    "says": e.says,
                    "takes": dict(e.takes),
                    "cite": e.cite,
                    "sentences": list(e.words.says) if e.words else [],
                }
                for name, e in found.events.items()
            },
            "subjects": dict(found.subjects()),
        }
    )


@router.get("/books/{book}/rules", response_model=models.RuleList, tags=["books"])
def rules(
    book: str,
    of: Annotated[str | None, Query(max_length=120, description="Only those declared for a country.")] = None,
    kind: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """The rules with their kind and label."""
    found = find_book(book)
    only = set(found.rules_of(found.resolve(of))) if of else None
    rows = [
        {
            "id": id,
            "ledger": ledger.name,
            "kind": ledger.kinds[id],
            "declared": id in found.registry.declared,
            "label": rule_label(found, id),
        }
        for ledger in found.registry.ledgers.ledgers
        for id in ledger.ids
        if (only is None or id in only) and kind in (None, ledger.kinds[id])
    ]
    return json_response({"rules": rows})


@router.get("/books/{book}/rules/{id}", response_model=models.Rule, tags=["books"])
def rule(book: str, id: str) -> Response:
    """One rule: what it says in our words, the ruling on what is open, its numbers, and how it is declared."""
    return json_response(plain(sight.rule_data(find_book(book), id)))


# -- tables
def game_line(table: TableSummary) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table.name,
        "book": table.book,
        "scenario": table.scenario,
        "phase": table.phase,
        "over": table.over,
        "seq": table.size,
        "begun": table.begun,
    }


def new_table(request: Request, table: Session) -> Response:
    """A table that was begun: the key of its host, and invitations to the other chairs."""
    from legation.web.api_chairs import chairs_of  # which has the shapes of this module

    key = new_token()
    table.hall.take(table.links()[HOST], key, begun=True)
    line = game_line(table.hall.store.summary(table.id))
    place = f"{table.id}.{HOST}"
    return json_response({**line, "key": key, "place": place, "links": chairs_of(request, table, told=True)}, 201)


@router.get("/games", response_model=models.GameList, tags=["games"], dependencies=[OfTheHouse])
def games(
    hall: TheHall,
    most: Annotated[models.Count, Query(ge=1, le=500, description="On one page.")] = 100,
    skip: Annotated[models.Count, Query(ge=0, le=2**31, description="As many as earlier pages had.")] = 0,
) -> Response:
    """The games on this server, the newest first; none is entered without a link.  It needs the house key."""
    found, total = hall.store.summaries(most, skip), hall.store.count()
    upto = skip + len(found)
    more = upto if found and upto < total else None
    return json_response({"games": [game_line(one) for one in found], "total": total, "next": more})


@router.post("/games", response_model=models.NewTable, status_code=201, tags=["games"], dependencies=[OfTheHouse])
def create_game(body: models.NewGameBody, hall: TheHall, request: Request) -> Response:
    """Begin a game: the key of its host, and an invitation to every other chair."""
    scenario = body.scenario or next(iter(find_book(body.book).scenarios))
    table = hall.create(
        body.book, scenario, name=body.name, dice=body.dice, options=body.options, plan=body.plan, nonce=body.nonce
    )
    return new_table(request, table)


@router.post(
    "/games/import", response_model=models.NewTable, status_code=201, tags=["games"], dependencies=[OfTheHouse]
)
def bring(body: models.BringBody, hall: TheHall, request: Request) -> Response:
    """Bring a game that was kept in a file, with its vault: it goes on here, at a table of its own with new links."""
    try:
        vault = msgspec.convert(body.vault or {}, Vault, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(f"that is no vault: {error}") from None
    return new_table(request, brought(hall, body.record.encode(), vault, body.name, body.plan))


# -- looking
def asked(game: Game, access: Access, seat: str | None = None) -> list[Asked]:
    """The requests that this link may answer; of the host, those of all seats at this device."""
    if access.seat == SPECTATOR:
        return []
    mine = {TABLE, *access.seats} if access.seat == HOST and seat is None else {TABLE, access.looking(seat)}
    who = access.who()
    return [r for r in game.requests() if (r.seat in mine or who.rolls_for(r)) and not who.is_others(r)]


def desk(game: Game, access: Access, seat: str | None = None) -> dict[str, Any]:
    """Where the game stands for a link: what is asked of it, and whom we wait for."""
    mine = asked(game, access, seat)
    ids = {r.id for r in mine}
    return {
        "seq": len(game.record),
        "phase": game.phase,
        "over": game.over,
        **game.pledge(),
        "requests": mine,
        "waiting": [{"seat": r.seat, "kind": r.kind} for r in game.requests() if r.id not in ids],
    }


def look(access: Access, f: Callable[[Game], Any]) -> Response:
    return json_response(access.table.look(access, f))


@router.get("/t/{token}/view", response_model=models.View, tags=["looking"])
def view(access: Entered, seat: SeatQuery = None, since: Since = 0) -> Response:
    """All that a seat may see: facts, requests, whom we wait for, and the record after an entry."""
    who = access.looking(seat)
    return look(
        access,
        lambda game: {
            **game.view(who, since),
            **desk(game, access, seat),
            "seat": access.seat if seat is None else who,
            "seats": list(access.seats),
        },
    )


@router.get("/t/{token}/dispatch", response_model=models.News, tags=["looking"])
def dispatch(
    access: Entered,
    seat: SeatQuery = None,
    since: Annotated[
        models.Count | None,
        Query(ge=0, le=2**31, description="After which entry; else since this chair last did or put away something."),
    ] = None,
) -> Response:
    """What has happened, in order of meaning: over several phases with a dispatch for each."""
    who = access.looking(seat)

    def found(game: Game) -> dict[str, Any]:
        seen = sight.Sight(game, who)
        mine = looks.look_of(access.table, access.seat)
        if since is None and mine is None:
            return {"seq": len(game.record), "since": None, "dispatch": last_dispatch(seen)}
        begin = since if since is not None else mine.since if mine else 0
        return {"seq": len(game.record), "since": begin, "dispatch": told_since(seen, begin)}

    return look(access, found)


@router.post("/t/{token}/told", response_model=models.Read, tags=["looking"])
def told(access: Entered, body: models.ReadBody) -> Response:
    """A dispatch was read up to an entry: this chair, on whatever device, is told only what comes after it."""
    looks.put_away(access.table, access.seat, body.upto)
    return json_response({"upto": body.upto})


@router.get("/t/{token}/requests", response_model=models.RequestList, tags=["looking"])
def requests(access: Entered, seat: SeatQuery = None) -> Response:
    """What is asked of this seat now, with the legal answers and odds."""
    access.looking(seat)
    return look(access, lambda game: desk(game, access, seat))


@router.get("/t/{token}/record", response_model=models.RecordPage, tags=["looking"])
def record(
    access: Entered,
    seat: SeatQuery = None,
    since: Since = 0,
    of: Annotated[str | None, Query(max_length=120, description="Only what touches this country.")] = None,
    by: Annotated[str | None, Query(max_length=120, description="Only what this seat did.")] = None,
    rule: Annotated[str | None, Query(max_length=120, description="Only what this rule changed.")] = None,
) -> Response:
    """The record as this seat may read it."""
    who = access.looking(seat)
    subject = access.table.look(access, lambda game: _place_named(game, of)) if of else None

    def fits(entry: dict[str, Any]) -> bool:
        touched = [c["fact"].split(".") for c in entry["effects"]]
        return (
            (subject is None or any(subject in names for names in touched))
            and (by is None or entry["by"] == by)
            and (rule is None or any(c["rule"] == rule for c in entry["effects"]) or entry["cause"].get("cite") == rule)
        )

    def found(game: Game) -> dict[str, Any]:
        return {"seq": len(game.record), "entries": [e for e in game.log(who, since) if fits(e)]}

    return look(access, found)


@router.get("/t/{token}/record/{seq}/why", response_model=models.EntryReasons, tags=["looking"])
def why(
    access: Entered, seq: Annotated[models.Count, Path(ge=1, le=2**31, examples=[17])], seat: SeatQuery = None
) -> Response:
    """Why an entry changed what it changed: by which rules, because of what, and which rules did not apply."""
    who = access.looking(seat)
    return look(access, lambda game: game.why(seq, who).plain())


def _place_named(game: Game, name: str) -> str:
    """A country that a person named, or any other place by its slug."""
    try:
        return game.book.resolve(name)
    except NotFound:
        if name not in game.world.schema.titles:
            raise
        return name


@router.get("/t/{token}/dossier/{subject}", response_model=models.Dossier, tags=["looking"])
def dossier(access: Entered, subject: Subject, seat: SeatQuery = None) -> Response:
    """A country: what is known of it, what can happen next, and its history."""
    who = access.looking(seat)

    def found(game: Game) -> dict[str, Any]:
        seen = sight.Sight(game, who)
        slug = seen.named(subject)
        ahead = seen.outlook(slug)
        return {
            "subject": slug,
            "dossier": seen.dossier(slug).plain(),
            "odds": ahead.odds,
            "lacking": ahead.needs,
            "as_last_told": ahead.told,
            "history": sight.history_of(game, slug, who),
        }

    return look(access, found)


Supposed = Callable[[Game, World, dict[str, Any]], dict[str, Any]]


def supposing(access: Access, seat: str | None, suppose: models.Suppose, f: Supposed) -> Response:
    """Answer a question on the world of a seat, with what it supposes."""
    who = access.looking(seat)

    def found(game: Game) -> dict[str, Any]:
        world = sight.world_for(game, who)
        if suppose.given:
            world = sight.supposed(game, world, suppose.given)
        return f(game, world, suppose.how())

    return look(access, found)


@router.get("/t/{token}/odds/{subject}", response_model=models.Odds, tags=["looking"])
def odds(access: Entered, subject: Subject, seat: SeatQuery = None) -> Response:
    """Exact chances of what can happen to a country."""
    return odds_supposing(access, subject, NOTHING, seat)


@router.post("/t/{token}/odds/{subject}", response_model=models.Odds, tags=["looking"])
def odds_supposing(access: Entered, subject: Subject, body: models.Suppose, seat: SeatQuery = None) -> Response:
    """The same, supposing money, points or facts."""
    slug = access.table.book.resolve(subject)

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        before, used = as_last_told(game.book, world, slug, how)
        return {
            "subject": slug,
            "odds": odds_of(game.book, before, slug, how),
            "one_more": one_more_of(game.book, before, slug, how),
            "lacking": unreported_of(game.book, before, slug),
            "as_last_told": told_before(world, used),
        }

    return supposing(access, seat, body, found)


@router.get("/t/{token}/explain/{subject}", response_model=models.Explanation, tags=["looking"])
def explain(access: Entered, subject: Subject, seat: SeatQuery = None) -> Response:
    """Why: every rule that bears on a country, what applies and what does not, and the facts behind it."""
    return explain_supposing(access, subject, NOTHING, seat)


@router.post("/t/{token}/explain/{subject}", response_model=models.Explanation, tags=["looking"])
def explain_supposing(access: Entered, subject: Subject, body: models.Suppose, seat: SeatQuery = None) -> Response:
    """The same, supposing money, points or facts."""
    slug = access.table.book.resolve(subject)

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        traces = explanation_of(game.book, world, slug, how)
        return {
            "subject": slug,
            "rules": [trace.plain() for trace in traces],
            "facts": sight.facts_behind(world, traces),
        }

    return supposing(access, seat, body, found)


@router.post("/t/{token}/together", response_model=models.Joint, tags=["looking"])
def several(access: Entered, body: models.Several, seat: SeatQuery = None) -> Response:
    """How many of several attempts succeed, each made once by this seat; refused where one could change another."""
    who = access.looking(seat)

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        if who not in game.book.seats:
            raise Refused("say which nation tries, as `seat`", allowed=list(game.book.seats))
        return together(game.book, world, who, body.countries, how).plain()

    return supposing(access, seat, body, found)


Turns = Annotated[models.Count, Query(ge=1, le=12)]


@router.get("/t/{token}/forecast/{subject}", response_model=models.Forecast, tags=["looking"])
def forecast(access: Entered, subject: Subject, turns: Turns = 4, seat: SeatQuery = None) -> Response:
    """Exact chances of where a country or track stands after one turn, two turns and so on."""
    return forecast_supposing(access, subject, NOTHING, turns, seat)


@router.post("/t/{token}/forecast/{subject}", response_model=models.Forecast, tags=["looking"])
def forecast_supposing(
    access: Entered, subject: Subject, body: models.Suppose, turns: Turns = 4, seat: SeatQuery = None
) -> Response:
    """The same, supposing that somebody spends money on it each turn, or facts."""
    slug = access.table.book.resolve(subject)

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        return {"subject": slug, "turns": forecast_of(game.book, world, slug, turns, how)}

    return supposing(access, seat, body, found)


def _number(text: str | None) -> str | int | None:
    """How many, or with what."""
    number = whole(text) if text is not None else None
    return text if number is None else number


@router.get("/t/{token}/may", response_model=models.VerdictBody, tags=["looking"])
def may(
    access: Entered,
    nation: Annotated[str, Query(max_length=120)],
    action: Annotated[str, Query(max_length=120)],
    place: Annotated[str, Query(max_length=120)],
    with_: Annotated[str | None, Query(alias="with", max_length=120)] = None,
    seat: SeatQuery = None,
) -> Response:
    """Whether a nation may do something on the board, and by which rule."""

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        return verdict_of(game.book, world, nation, action, place, _number(with_)).plain()

    return supposing(access, seat, NOTHING, found)


Word = Annotated[str | None, Query(max_length=120)]


@router.get("/t/{token}/room", response_model=models.Rooms, tags=["looking"])
def room(
    access: Entered,
    place: Annotated[str, Query(max_length=120)],
    limit: Word = None,
    nation: Word = None,
    with_: Annotated[str | None, Query(alias="with", max_length=120)] = None,
    seat: SeatQuery = None,
) -> Response:
    """How many more may enter a place, be supplied through it or be built there: by one limit, or by all in use."""

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        has_questions(game.book, "limits")
        allowed = allowances_of(game.book, world, place, limit, nation, _number(with_))
        return {"place": place, "limits": [one.plain() for one in allowed]}

    return supposing(access, seat, NOTHING, found)


@router.get("/t/{token}/tell", response_model=models.Remarks, tags=["looking"])
def tell(
    access: Entered,
    place: Annotated[str, Query(max_length=120)],
    topic: Word = None,
    nation: Word = None,
    seat: SeatQuery = None,
) -> Response:
    """What is to be remembered at a place: of one topic, or of all that bear on how it stands."""

    def found(game: Game, world: World, how: dict[str, Any]) -> dict[str, Any]:
        has_questions(game.book, "topics")
        remarks = remarks_of(game.book, world, place, topic, nation)
        return {"place": place, "remarks": [{"rule": one.rule, "says": one.says} for one in remarks]}

    return supposing(access, seat, NOTHING, found)


@router.get("/t/{token}/balance", response_model=models.Balance, tags=["looking"])
def balance(access: Entered, seat: SeatQuery = None) -> Response:
    """How the game has come out, or how it stands: standing, what changed hands, dice against the odds, luck, seals."""
    who = access.looking(seat)
    return look(access, lambda game: {"balance": balance_of(sight.Sight(game, who)), "luck": luck_rows(game)})


@router.get("/t/{token}/dice", response_model=models.Dice, tags=["looking"])
def dice(access: Entered) -> Response:
    """What the server's dice are committed to, and the tip of the record; the key is told when the game is closed."""

    def found(game: Game) -> dict[str, Any]:
        told: dict[str, Any] = {"key": game.vault.key, "retired": game.vault.retired} if game.closed else {}
        told |= {"verified": game.checked()[1], "agreed": list(game.agreed), "over": game.over}
        if isinstance(game.dice, Committed):
            told["chains"] = {seat: shown for seat, shown in game.dice.chains.items() if shown}
            told["awaits"] = {r.id: seat for r in game.requests() if (seat := awaited(game, r))}
            told["added"] = [seat for seat in game.dice.words if seat not in game.dice.drawn]
        pledge = {name: value for name, value in game.pledge().items() if value}
        return {"source": "server", **game.record.header.dice, **pledge, "closed": game.closed, **told}

    return look(access, found)


def may_copy(access: Access, game: Game) -> bool:
    """The whole record also says what was asked of each seat, and that can rest on a secret."""
    alone = access.seat == HOST and set(access.seats) == set(game.book.seats)
    return access.seat == UMPIRE or game.closed or alone


def open_book(access: Access, game: Game) -> None:
    if not may_copy(access, game):
        raise NotYours("before the game is closed, only the umpire takes a copy of the whole game")


@router.get(
    "/t/{token}/export",
    tags=["looking"],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
def export(access: Entered) -> Response:
    """The record as a file, byte for byte, with its chain of hashes; what is sealed stays sealed."""

    def found(game: Game) -> tuple[bytes, str]:
        open_book(access, game)
        return game.record.dump(), game.record.tip

    blob, tip = access.table.look(access, found)
    named = {"Content-Disposition": f'attachment; filename="{access.table.id}.legation"', "Legation-Tip": tip}
    return Response(blob, media_type="application/x-ndjson", headers=named)


# -- acting
def act(access: Access, act: Act, seat: str | None = None) -> Response:
    """Do it; then tell what it set off and what is asked now, as this link may see it."""
    made = access.table.act(access, act, seat)
    first, last = made[0].seq, made[-1].seq
    who = access.looking(seat) if seat != TABLE else TABLE

    def told(game: Game) -> dict[str, Any]:
        return {
            **desk(game, access, seat if seat != TABLE else None),
            "entries": game.log(who, first - 1)[: last - first + 1],
            "dispatch": dispatch_of(sight.Sight(game, who), first, last),
        }

    return look(access, told)


@router.post("/t/{token}/answers", response_model=models.Acted, tags=["acting"])
def answer(access: Entered, body: models.AnswerBody) -> Response:
    """Answer an open request; it is on disk when this replies.  If somebody was faster: 409."""
    return act(access, acts.Answer(body.request, body.value), body.seat)


@router.post("/t/{token}/rolls", response_model=models.Acted, tags=["acting"])
def roll(access: Entered, body: models.RollBody) -> Response:
    """Let the server make a roll that is asked of this seat, in a game with mixed dice."""
    return act(access, acts.Roll(body.request), body.seat)


@router.get("/t/{token}/tray", response_model=models.Tray, tags=["looking"])
def tray(access: Entered, seat: SeatQuery = None) -> Response:
    """All rolls that this chair has to make now, one after another, as far as can be foreseen."""
    who, viewer = access.who(seat), access.looking(seat)

    def due(game: Game) -> dict[str, Any]:
        sheets = held(access.table, game, access.seats)
        return {"tray": tray_of(sight.Sight(game, viewer), who, sheets) if who.seats else None}

    return look(access, due)


@router.post("/t/{token}/tray", response_model=models.Acted, tags=["acting"])
def roll_in_a_row(access: Entered, body: models.TrayBody) -> Response:
    """Several rolls at once: faces in the order in which the rolls come up, or by purpose; `rest` rolls the others."""
    faces = tuple((one.purpose, one.face) for one in body.faces)
    return act(access, acts.Rolls(faces, body.rest), body.seat)


@router.post("/t/{token}/reports", response_model=models.Acted, tags=["acting"])
def report(access: Entered, body: models.ReportBody) -> Response:
    """Tell the referee what happened on the board."""
    return act(access, acts.Report(body.facts), body.seat)


@router.post("/t/{token}/events", response_model=models.Acted, tags=["acting"])
def event(access: Entered, body: models.EventBody) -> Response:
    """Report something that has consequences at once, such as an attack."""
    return act(access, acts.Event(body.name, dict(body.details)), body.seat)


@router.get("/t/{token}/understood", response_model=models.Heard, tags=["looking"])
def understood(
    access: Entered,
    text: Annotated[str, Query(max_length=2000, examples=["{sentence}"])],
    seat: SeatQuery = None,
) -> Response:
    """How a sentence about the board is understood, or why not, what it would bring, and how it could go on.

    Nothing is told by it."""
    who = access.looking(seat)

    def heard(game: Game) -> dict[str, Any]:
        goes_on = sight.continued(game, text, who)
        try:
            meant = sight.understood(game, text, who)
        except Refused as refused:
            return {"understood": None, "refused": str(refused), "completions": goes_on, "foretold": None}
        brings = foretold(sight.Sight(game, who), meant)
        told = brings.plain() if brings else None
        return {"understood": meant.plain(), "refused": "", "completions": goes_on, "foretold": told}

    return look(access, heard)


@router.post("/t/{token}/sentences", response_model=models.Acted, tags=["acting"])
def sentence(access: Entered, body: models.SentenceBody) -> Response:
    """Report what happened on the board in a sentence; a misspelt one is refused, with what it may have meant."""
    who = access.who(body.seat).voice
    return act(access, access.table.look(access, lambda game: sight.meant(game, body.text, who)), body.seat)


@router.post("/t/{token}/rulings", response_model=models.Acted, tags=["acting"])
def ruling(access: Entered, body: models.RulingBody) -> Response:
    """Set any fact as the umpire, with a reason that is shown to all."""
    return act(access, acts.Ruling(body.facts, body.reason))


@router.post("/t/{token}/undo", response_model=models.Acted, tags=["acting"])
def undo(access: Entered, body: models.UndoBody) -> Response:
    """Take back the last act: one's own, or as the umpire any."""
    return act(access, acts.Undo(body.entry, body.reason), body.seat)


@router.post("/t/{token}/nonce", response_model=models.Acted, tags=["acting"])
def nonce(access: Entered, body: models.NonceBody) -> Response:
    """Add a word of this seat to the dice, before the first is rolled: then no key can have been chosen to please."""
    return act(access, acts.Nonce(body.word), body.seat)


@router.post("/t/{token}/chains", response_model=models.Acted, tags=["acting"])
def chain(access: Entered, body: models.ChainBody) -> Response:
    """Commit to a chain of values for live dice; as the umpire, take one out of use, with a reason."""
    of = body.seat if access.seat == UMPIRE else None
    return act(access, acts.Anchor(body.value, of or "", body.reason), None if of else body.seat)


@router.post("/t/{token}/opened", response_model=models.Acted, tags=["acting"])
def opened(access: Entered, body: models.OpenBody) -> Response:
    """Open the next value of this seat's chain for a live die of another, which then falls."""
    return act(access, acts.Open(body.request, body.value), body.seat)


@router.post("/t/{token}/takeover", response_model=models.Acted, tags=["acting"])
def takeover(access: Entered, body: models.CloseBody) -> Response:
    """Go on with a game that an earlier version of the rules has begun, by the rules of today; all see it."""
    return act(access, acts.TakeOver(), body.seat)


@router.post("/t/{token}/close", response_model=models.Acted, tags=["acting"])
def close(access: Entered, body: models.CloseBody) -> Response:
    """Close a game that is over, for good: the umpire, or every seat in turn.  Then the key of the dice is told."""
    return act(access, acts.Close(), body.seat)


@router.get("/t/{token}/takeback", response_model=models.Back, tags=["looking"])
def takeback(access: Entered, seat: SeatQuery = None) -> Response:
    """What this chair could take back, at once or by leave of others, and what is proposed now."""
    viewer = access.looking(seat)
    return look(access, lambda game: {"takeback": takeback_of(sight.Sight(game, viewer), access.who(seat))})


@router.post("/t/{token}/proposals", response_model=models.Acted, tags=["acting"])
def propose(access: Entered, body: models.ProposalBody) -> Response:
    """Propose to take back one's last act across a die, or to end the game; the yes of those asked carries it out."""
    return act(access, acts.Propose(body.what, body.entry, body.reason), body.seat)


@router.post("/t/{token}/consents", response_model=models.Acted, tags=["acting"])
def consent(access: Entered, body: models.ConsentBody) -> Response:
    """Say yes or no to what is proposed."""
    return act(access, acts.Consent(body.proposal, body.yes), body.seat)


@router.post("/t/{token}/amendments", response_model=models.Amendment, tags=["acting"])
def amend(access: Entered, body: models.AmendmentBody) -> Response:
    """Show what would follow if an old answer had been another; with `commit`, make it so.

    Nothing sealed is looked at for it, and that the umpire has looked is entered for all to see.
    """
    wanted = acts.Amend(body.entry, body.value, body.reason, body.size)
    if body.commit:
        found = access.table.look(access, lambda game: amendment_of(game, wanted, access.who(), at_once=True))
        access.table.act(access, found.act)
    else:
        found = access.table.preview(access, wanted)
    told = {
        "entry": body.entry,
        "changes": found.changes,
        "dropped": found.dropped,
        "size": found.act.size,
        "committed": body.commit,
    }
    return json_response(plain(told))


@router.post("/t/{token}/branches", response_model=models.NewTable, status_code=201, tags=["acting"])
def branch(access: Entered, body: models.BranchBody, hall: TheHall, request: Request) -> Response:
    """A what-if at a table of its own: it goes on from an entry, with other dice, and knows no secrets."""

    def twin(game: Game) -> Game:
        open_book(access, game)
        return game.branch(body.entry)

    found = access.table.look(access, twin)
    name = body.name or f"What if: {access.table.name}"
    return new_table(request, hall.adopt(found, name=name, plan=dict.fromkeys(access.table.plan, "here")))


# -- live
@router.get("/t/{token}/stream", response_class=EventSourceResponse, tags=["live"])
async def stream(
    access: Entered,
    hall: TheHall,
    last_event_id: Annotated[str | None, Header(description="What the reader has seen already.")] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Events `seq` with the number of entries, whenever it grows; their ids add the tip of the record."""
    async for event in live.follow(hall, access, whole((last_event_id or "").partition(" ")[0])):
        yield event
