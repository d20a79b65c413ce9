"""The same commands on a game that a server keeps: a thin client of its JSON API."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any
from urllib.parse import quote
from uuid import uuid4

import msgspec
import typer
from rich.console import RenderableType
from rich.text import Text

import legation
from legation.cli import kept, render
from legation.cli.output import Reply
from legation.cli.typed import answer_of, pairs, reported
from legation.core import acts
from legation.core.balance import Balance
from legation.core.errors import Closed, LegationError, NotFound, NotYours, Refused, Unknown
from legation.core.joint import Together
from legation.core.requests import Request
from legation.core.trace import Trace
from legation.core.views import Dispatch, Dossier, Tray

__all__ = ["NOT_SENT", "error_of", "ServerLine", "ServerOption", "TokenOption", "told_reply", "tray_reply"]

ServerOption = Annotated[
    str | None,
    typer.Option("--server", envvar="LEGATION_SERVER", help="The address of a server: use its game, not a file."),
]
TokenOption = Annotated[
    str | None,
    typer.Option("--token", envvar="LEGATION_TOKEN", help="With --server: an invitation, or a key."),
]
NOT_SENT = "Nothing has been told yet: add --yes to send it."
Sent = acts.Answer | acts.Event | acts.Report | acts.Undo | acts.Propose | acts.Consent
WHERE: dict[type, str] = {
    acts.Answer: "answers",
    acts.Report: "reports",
    acts.Event: "events",
    acts.Undo: "undo",
    acts.Propose: "proposals",
    acts.Consent: "consents",
}
KINDS: dict[str, type[LegationError]] = {kind.__name__: kind for kind in (Closed, NotFound, NotYours, Refused, Unknown)}


class NoChair(Refused):
    """What was shown opens no chair."""


KINDS["NoSuchLink"] = NoChair


class ServerLine:
    """A line to one chair of a table on a server."""

    def __init__(self, server: str, token: str | None, seat: str | None = None) -> None:
        if not token:
            raise Refused("--server needs --token: the link by which you are invited, or a key")
        self.server, said = server.rstrip("/"), token.rstrip("/").rpartition("/")[2]
        self.token = kept.key_of(self.server, said) or said
        self.invitation = said if self.token == said else ""  # unless it is a key: that shows when it is used
        self.seat: dict[str, Any] = {"seat": seat} if seat else {}

    def call(self, path: str, body: dict[str, Any] | None = None, method: str | None = None, **query: Any) -> Any:
        """Get a path, or post to it; what opens nothing may be an invitation, which is exchanged for a key, once."""
        url = f"t/me/{quote(path)}"
        try:
            return self._send(url, body, method, query)
        except NoChair:
            if not self.invitation:
                raise
            said, self.invitation = self.invitation, ""
            self.token = self._send("chairs", {"invitation": said}, "POST", {})["key"]
            kept.keep_key(self.server, said, self.token)
            return self._send(url, body, method, query)

    def _send(self, url: str, body: dict[str, Any] | None, method: str | None, query: dict[str, Any]) -> Any:
        """If the reply is lost it is asked again, and what was done is not done twice."""
        import httpx  # takes long to load, and most commands need no server

        headers = {"Authorization": f"Bearer {self.token}"} | ({} if body is None else {"Idempotency-Key": uuid4().hex})
        method, there = method or ("GET" if body is None else "POST"), f"{self.server}/api/v1/{url}"
        for again in (True, False):
            try:
                reply = httpx.request(method, there, params=query, json=body, headers=headers, timeout=30)
                if reply.is_error:
                    raise error_of(reply.content, self.server)
                return reply.json()
            except (httpx.HTTPError, httpx.InvalidURL, ValueError) as broken:
                if not again or isinstance(broken, httpx.ConnectError | httpx.InvalidURL | ValueError):
                    raise Refused(f"the server {self.server} does not answer: {broken}") from None
        raise AssertionError("unreachable")

    # -- the commands
    def show(self, country: list[str] | None) -> Reply:
        if not country:
            found = self.call("view", **self.seat)
            return Reply(found, lambda: desk(found))
        found = self.call("dossier/" + " ".join(country), **self.seat)

        def shown() -> Iterable[RenderableType]:
            yield from render.dossier_view(Dossier.from_plain(found["dossier"]))
            yield Text("\nWhat can happen next", style="bold")
            yield from render.odds_view(_chances(found["odds"]))

        return Reply(found, shown)

    def answer(self, request: int, words: list[str]) -> Reply:
        now = self.call("view", since=str(2**31), **self.seat)
        asked = next((msgspec.convert(r, Request) for r in now["requests"] if r["id"] == request), None)
        schema = legation.book(now["book"]).schema(now["scenario"])
        return self.act(acts.Answer(request, answer_of(asked, words, schema)))

    def report(self, words: list[str], event: str | None) -> Reply:
        if event:
            return self.act(acts.Event(event, pairs(words)))
        now = self.call("view", since=str(2**31), **self.seat)
        return self.act(reported(words, legation.book(now["book"]).schema(now["scenario"])))

    def act(self, act: Sent) -> Reply:
        """The same act as in a game that is kept here; the server carries it out."""
        said = {name: value for name, value in vars(act).items() if value not in ("", None)}
        return self._acted(self.call(WHERE[type(act)], {**said, **self.seat}))

    def say(self, text: str, *, yes: bool, goes_on: bool) -> Reply:
        """A sentence: how it could go on, how it is understood, or, with yes, sent."""
        heard = self.call("understood", text=text, **self.seat)
        if goes_on:
            return Reply({"next": heard["completions"]}, lambda: map(Text, heard["completions"]))
        if heard["understood"] is None:
            raise Refused(heard["refused"])
        meant = heard["understood"]
        if yes:
            return self._acted(self.call("sentences", {"text": text, **self.seat}))

        def shown() -> Iterable[RenderableType]:
            yield Text(f"Understood: {meant['says']}.", style="bold")
            yield from (Text(says) for says in (meant["doubt"], NOT_SENT) if says)

        return Reply({**meant, "sent": False}, shown)

    def odds(self, country: list[str], how: dict[str, Any], given: list[str] | None) -> Reply:
        found = self.call("odds/" + " ".join(country), {**how, "given": pairs(given or ())}, **self.seat)
        return Reply(found, lambda: render.odds_view(_chances(found["odds"])))

    def together(self, countries: list[str], how: dict[str, Any], given: list[str] | None, asked: list[str]) -> Reply:
        body = {**how, "given": pairs(given or ()), "countries": countries}
        found = self.call("together", body, **self.seat)
        chances = {country: Fraction(each["chance"]) for country, each in found["chances"].items()}
        return Reply(found, lambda: render.together_view(Together(found["seat"], chances), asked))

    def explain(self, country: list[str], how: dict[str, Any], given: list[str] | None) -> Reply:
        found = self.call("explain/" + " ".join(country), {**how, "given": pairs(given or ())}, **self.seat)
        return Reply(found, lambda: (Text(line) for rule in found["rules"] for line in _trace(rule).lines()))

    def dispatch(self, since: int | None, books: bool = False) -> Reply:
        begin: dict[str, Any] = {} if since is None else {"since": since}
        found = self.call("dispatch", **self.seat, **begin)
        return told_reply(found, msgspec.convert(found["dispatch"], Dispatch) if found["dispatch"] else None, books)

    def balance(self) -> Reply:
        found = self.call("balance", **self.seat)
        told = msgspec.convert(found["balance"], Balance)
        return Reply(found, lambda: render.balance_view(told, found["luck"]))

    def fill(self, sheet: str | None, words: Iterable[str], rolls: bool) -> dict[str, Any]:
        """The sheets of this seat, after one of them was filled in, if one is named."""
        now: dict[str, Any] = self.call("sheets", **self.seat)
        if not sheet:
            return now
        lasting = any(s["lasting"] for s in now["sheets"] if s["sheet"] == sheet)
        body = {"rows": pairs(words), "rolls": rolls, "lasting": lasting, **self.seat}
        found: dict[str, Any] = self.call(f"sheets/{sheet}", body, "PUT")
        return found

    def roll(self, thrown: acts.Rolls) -> Reply:
        if not (thrown.faces or thrown.rest):
            found = self.call("tray", **self.seat)["tray"]
            return tray_reply(msgspec.convert(found, Tray) if found else None)
        faces = [{"purpose": purpose, "face": face} for purpose, face in thrown.faces]
        return self._acted(self.call("tray", {"faces": faces, "rest": thrown.rest, **self.seat}))

    def why(self, entry: int) -> Reply:
        found = self.call(f"record/{entry}/why", **self.seat)

        def shown() -> Iterable[RenderableType]:
            yield from (Text(says) for says in (found["says"], found["differs"]) if says)
            for effect in found["effects"]:
                change = f"{effect['fact']}: {effect['old']} → {effect['new']}"
                yield Text(f"{change}   [{effect['rule']}] {effect['label']}" if effect["rule"] else change)
                if "trace" in effect:
                    yield from (Text(f"  {line}") for line in _trace(effect["trace"]).lines())
            yield from (Text(line) for sheet in found["sheets"] for line in _trace(sheet).lines())
            yield Text(f"Looked at, and not applied: {len(found['held'])} rules", style="dim")

        return Reply(found, shown)

    @staticmethod
    def _acted(found: dict[str, Any]) -> Reply:
        def shown() -> Iterable[RenderableType]:
            if found["dispatch"]:
                yield from render.dispatch_parts(msgspec.convert(found["dispatch"], Dispatch), whole=True)
            yield from desk(found)

        return Reply(found, shown)


def told_reply(data: dict[str, Any], told: Dispatch | None, books: bool = False) -> Reply:
    """A dispatch by itself; with `books`, all of it."""
    if told is None:
        return Reply(data, lambda: [Text("Nothing new has happened.")])
    return Reply(data, lambda: render.dispatch_parts(told, whole=True, books=books))


def tray_reply(tray: Tray | None) -> Reply:
    """The rolls that are due, a line each."""

    def shown() -> Iterable[RenderableType]:
        if tray is None:
            yield Text("There is no row of rolls to make now; legation show tells what is asked.")
            return
        for due in tray.rolls:
            only = "   only if the one above succeeds" if due.hangs_on else ""
            needs = f", {due.needs}" if due.needs else ""
            yield Text(f"{due.by_name}, {due.subject}{needs}: {due.says}   [{due.cite}]{only}")

    return Reply({"tray": tray}, shown)


def desk(found: dict[str, Any]) -> Iterable[RenderableType]:
    """Where the game stands, from what a server says."""
    yield Text(found["phase"], style="bold")
    for request in found["requests"]:
        yield Text(f"{request['seat']}, request {request['id']}: {request['prompt']}   [{request['cite']}]")
        for value in [] if request.get("among") else request.get("legal", [])[:24]:
            label, chance = (request.get(name, {}).get(str(value), "") for name in ("labels", "odds"))
            yield Text("  " + "  ".join(part for part in (str(value), label, chance) if part))
    if found["waiting"]:
        yield Text("Waiting for " + ", ".join(dict.fromkeys(w["seat"] for w in found["waiting"])), style="dim")


def _chances(odds: dict[str, Any]) -> dict[str, dict[str, Fraction]]:
    return {roll: {o: Fraction(found["chance"]) for o, found in outcomes.items()} for roll, outcomes in odds.items()}


def _trace(plain: dict[str, Any]) -> Trace:
    parts = tuple(_trace(part) for part in plain.get("parts", ()))
    return Trace(plain["text"], plain["value"], parts, rule=plain.get("rule"), applied=plain.get("applied"))


def error_of(reply: bytes, server: str) -> LegationError:
    """The error that the server tells, as if it had happened here."""
    try:
        told = json.loads(reply)["error"]
    except (ValueError, KeyError, TypeError):
        return Refused(f"the server {server} does not speak as a Legation does")
    error = Refused(told["message"])
    error.rule, error.allowed = told["rule"], told["allowed"]
    error.__class__ = KINDS.get(told["kind"], Refused)  # type: ignore[assignment]
    return error
