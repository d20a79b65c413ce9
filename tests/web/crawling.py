"""Everything that the application answers, as a list of requests: its own routes, so a new one is crawled by itself."""

from __future__ import annotations

import asyncio
import json
import re
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx
from fastapi import FastAPI
from fastapi.routing import APIRoute

from legation.web.seats import COOKIE
from tests.web.client import WEB
from tests.web.conftest import DEVICE, Chair, in_a_thread

__all__ = ["Sent", "Target", "fetched", "forms_of", "heard", "routes", "tried"]


@dataclass(frozen=True)
class Target:
    """What somebody hides, and by which names one could ask for it."""

    owner: str
    fact: str
    subjects: tuple[str, ...]  # of which the first is the one that counts
    request: int  # what was sealed in answer to it, or is open
    entry: int  # in which it was sealed
    others: tuple[str, ...] = ()  # further nations
    words: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def samples(self, name: str) -> tuple[Any, ...] | None:
        """What a path, a query or a body is filled with where it takes this name."""
        numbers = (self.request, self.entry, self.entry + 1, 1)
        known: dict[str, tuple[Any, ...]] = {
            **dict.fromkeys(("seat", "as", "by", "owner"), (self.owner,)),
            **dict.fromkeys(("subject", "slug", "of", "place", "country", "countries", "find"), self.subjects),
            **dict.fromkeys(("number", "seq", "request", "entry", "at", "open", "proposal"), numbers),
            **dict.fromkeys(("since", "before", "upto", "skip", "last"), (1, self.entry)),
            "nation": (self.owner, *self.others),
            "chair": (self.owner, "umpire", "spectator"),
            "value": (1, {}, 10**6, "much", {self.subjects[0]: 10**6}),
            "facts": ({self.fact: 1}, {self.fact: "many"}, {}),
            "given": ({self.fact: 1},),
            "points": ({self.owner: 1},),
            "rows": ({self.subjects[0]: 1}, {}),
            "faces": ([{"face": 1}, {"face": 2}],),
            "plan": ({self.owner: "nobody at all"},),
            "fact": (self.fact,),
            "part": ("live", "all"),
            "what": ("undo", "end"),
            "invitation": ("nothing",),
            "record": ("{}\n",),
            "commit": (False,),  # what is made so is another game: see `acts`
            "name": ("app.css", "nothing", "attack"),
            "id": ("nothing",),
            "book": ("tern", "twg", "awaw"),
            "sheet": ("nothing", "board"),
        }
        return self.words.get(name) or known.get(name)


@dataclass(frozen=True)
class Sent:
    """A request: to what, and with what."""

    method: str
    path: str  # with {token} in it, where it takes a place at a table
    json: Any = None
    form: dict[str, Any] | None = None

    def to(self, base: str, place: str, device: str = DEVICE) -> httpx.Response:
        """The reply to a browser with this secret, whatever it was given before."""
        url = base + self.path.replace("{token}", place)
        WEB.cookies.clear()
        headers = {"accept-encoding": "identity", "host": "localhost", "cookie": f"{COOKIE}={device}"}
        return WEB.request(self.method, url, json=self.json, data=self.form, headers=headers)


def routes(app: FastAPI) -> list[APIRoute]:
    """Every route of the application, also of routers that were put into it."""

    def walk(found: Iterable[Any]) -> Iterator[APIRoute]:
        for route in found:
            if isinstance(route, APIRoute):
                yield route
            elif (inner := getattr(route, "original_router", None)) is not None:
                yield from walk(inner.routes)

    return list(walk(app.routes))


def _queries(dependant: Any) -> Iterator[tuple[str, Any, bool]]:
    for param in dependant.query_params:
        yield param.alias, param.field_info.annotation, param.field_info.is_required()
    for inner in dependant.dependencies:
        yield from _queries(inner)


def _paths(route: APIRoute, target: Target) -> list[str]:
    """A path with every name in it filled but that of the place; with each sample once."""
    names = [name.partition(":")[0] for name in re.findall(r"\{([^}]*)\}", route.path) if name != "token"]
    path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
    found = [path]
    for name in names:
        samples = target.samples(name)
        assert samples is not None, f"say what fills {{{name}}} in {route.path}, so that it is crawled"
        found = [one.replace(f"{{{name}}}", str(sample)) for one in found for sample in samples]
    return found


def _some(annotation: Any, name: str, target: Target) -> tuple[Any, ...]:
    """Samples for a parameter; one whose name is not known gets something of its type."""
    known = target.samples(name)
    if known is not None:
        return known
    text = str(annotation)
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)
    if "bool" in text:
        return (True,)
    if "int" in text or "Whole" in text or "Count" in text:
        return (1, target.request)
    if "dict" in text:
        return ({},)
    if "list" in text:
        return ([],)
    return (target.subjects[0], "x")


def fetched(app: FastAPI, target: Target) -> Iterator[Sent]:
    """All that can be read: each path plainly, and with every query that it takes."""
    for route in routes(app):
        if "GET" not in (route.methods or ()) or route.path.endswith("/stream"):  # that does not end: see `heard`
            continue
        queries = {alias: (annotation, needed) for alias, annotation, needed in _queries(route.dependant)}
        needs = {name: _some(a, name, target)[0] for name, (a, needed) in queries.items() if needed}
        for path in _paths(route, target):
            asked = [needs]
            asked += [{**needs, name: one} for name, (a, _) in queries.items() for one in _some(a, name, target)]
            for query in asked:
                yield Sent("GET", path + (f"?{httpx.QueryParams(query)}" if query else ""))
    yield Sent("GET", "/t/{token}/nowhere")


def tried(app: FastAPI, target: Target) -> Iterator[Sent]:
    """All that can be sent: with what is hidden named, and mostly wrong; nothing that shows it by right."""
    for route in routes(app):
        for method in sorted((route.methods or set()) - {"GET", "HEAD"}):
            for path in _paths(route, target):
                for body in _bodies(route, target):
                    yield Sent(method, path, json=body)
                if route.body_field is None and not route.path.startswith("/api/"):
                    yield Sent(method, path, form={"as": target.owner, "request": target.request, "entry": 2})


def _bodies(route: APIRoute, target: Target) -> Iterator[dict[str, Any] | None]:
    if route.body_field is None:
        if route.path.startswith("/api/"):
            yield None
        return
    model = route.body_field.field_info.annotation
    assert model is not None
    if isinstance(model, types.UnionType):
        model = typing.get_args(model)[0]
    fields = model.model_fields
    base = {name: _some(f.annotation, name, target)[0] for name, f in fields.items() if f.is_required()}
    yield base
    for name, found in fields.items():
        for one in _some(found.annotation, name, target):
            yield {**base, name: one}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, Any]]] = []
        self._open: dict[str, Any] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = {}
            self.found.append((given.get("method", "get").upper(), given.get("action", ""), self._open))
        elif self._open is None or not (name := given.get("name") or self._select):
            return
        elif tag == "select":
            self._select = name
        elif tag in ("input", "textarea", "button", "option"):
            self._open.setdefault(name, given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""


def forms_of(page: str, place: str) -> Iterator[Sent]:
    """The forms of a page as they stand, but those that answer what the game asks: these get what is no answer."""
    reading = _Forms()
    reading.feed(page)
    for method, action, fields in reading.found:
        if method != "POST" or not action.startswith("/t/"):
            continue
        if action.partition("?")[0].rsplit("/", 1)[-1] in ("answer", "rolls", "fill", "open"):
            kept = ("request", "sheet", "as")
            fields = {name: value if name in kept else "10000000" for name, value in fields.items()}
        yield Sent("POST", action.replace(place, "{token}"), form=fields)


def heard(chair: Chair) -> bytes:
    """What both streams say within a moment."""
    return b"".join(in_a_thread(_listened(f"{chair.base}{path}/{chair.place}/stream")) for path in ("/t", "/api/v1/t"))


async def _listened(url: str) -> bytes:
    found = b""
    async with httpx.AsyncClient(cookies={COOKIE: DEVICE}) as web, web.stream("GET", url) as reply:
        try:
            async with asyncio.timeout(0.4):
                async for part in reply.aiter_bytes():
                    found += part
        except TimeoutError:
            pass
    return found


def plainly(told: Sent) -> str:
    return f"{told.method} {told.path} {json.dumps(told.json) if told.json is not None else told.form or ''}"
