"""Reading what people type: values, pairs, seats and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from legation.core.acts import Report
from legation.core.book import Book
from legation.core.errors import NotFound, Refused
from legation.core.facts import Choice, Flag, Schema
from legation.core.game import UMPIRE
from legation.core.requests import QUIET, TABLE, Request
from legation.core.to_json import from_json, whole
from legation.core.voice import quoted

__all__ = [
    "NO",
    "YES",
    "answer_of",
    "asked_value",
    "fact_value",
    "pairs",
    "reported",
    "seat_named",
    "seat_title",
    "value_of",
]

YES = ("yes", "y", "true")
NO = ("no", "n", "false")


def value_of(text: str) -> Any:
    """JSON if it can be read as such, else the words; commas make a list."""
    try:
        return from_json(text)
    except ValueError:
        return [value_of(part) for part in text.split(",")] if "," in text else text


def fact_value(schema: Schema, key: str, text: str) -> Any:
    """A value for a fact: words where the fact takes words, yes and no where it is a truth."""
    try:
        domain = schema.spec(key).domain
    except NotFound:
        return value_of(text)  # a shorthand of the book
    if isinstance(domain, Choice):
        return text
    if isinstance(domain, Flag) and text.lower() in (*YES, *NO):
        return text.lower() in YES
    return value_of(text)


def asked_value(request: Request, key: str, text: str, schema: Schema) -> Any:
    """A fact that was asked for; yes and no do for a number of which only matters whether it is more than another."""
    if key in request.thresholds and text.lower() in (*YES, *NO):
        return text.lower() in YES
    return fact_value(schema, key, text)


def pairs(given: Iterable[str], schema: Schema | None = None) -> dict[str, Any]:
    """`name=value` words as a mapping."""
    found: dict[str, Any] = {}
    for word in given:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise Refused(f"{quoted(word)} is not of the form name=value")
        found[name] = value_of(text) if schema is None else fact_value(schema, name, text)
    return found


def reported(words: Iterable[str], schema: Schema) -> Report:
    """`fact=value` words as a report."""
    facts = pairs(words, schema)
    if not facts:
        raise Refused("say what is to be reported, as fact=value")
    return Report(facts)


def seat_named(book: Book, text: str) -> str:
    """A seat by its slug or its title, in any case."""
    known = {s: s for s in (*book.seats, TABLE, UMPIRE)}
    known |= {title.lower().removeprefix("the "): seat for seat, title in book.seat_titles.items()}
    found = known.get(text.lower().removeprefix("the "))
    if found is None:
        raise NotFound("seat", text, [*book.seats, TABLE, UMPIRE])
    return found


def seat_title(book: Book, seat: str) -> str:
    return book.seat_titles.get(seat) or f"the {seat}"


def answer_of(request: Request | None, texts: list[str], schema: Schema) -> Any:
    """What a person typed as an answer to a request, if it is open; the engine then judges it."""
    if request is None:
        return value_of(" ".join(texts))
    if request.kind == "report":
        if [text.lower() for text in texts] == [QUIET]:
            return QUIET
        if len(texts) == 1 and texts[0].lstrip().startswith("{"):
            return value_of(texts[0])
        if len(texts) == 1 and "=" not in texts[0] and len(request.facts) == 1:
            return {request.facts[0]: asked_value(request, request.facts[0], texts[0], schema)}
        words = dict(word.partition("=")[::2] for word in texts)
        return {key: asked_value(request, key, words[key], schema) for key in pairs(texts, schema)}
    if request.among:
        return division(request, texts, schema)
    text = " ".join(texts).strip()
    if request.kind == "confirm" and text.lower() in (*YES, *NO):
        return text.lower() in YES
    for legal in request.legal:
        if not isinstance(legal, dict) and text.lower() == str(legal).lower():
            return legal
    by_label = [v for v in request.legal if request.labels.get(str(v), "").lower() == text.lower()]
    if len(by_label) == 1:
        return by_label[0]
    try:
        return from_json(text)
    except ValueError:
        return text


def division(request: Request, texts: list[str], schema: Schema) -> Any:
    """Points divided among names: `name=number` in any spelling, numbers in the order of the names, `none`, or JSON."""
    if [t.lower() for t in texts] == ["none"]:
        return {}
    if len(texts) == 1 and texts[0].lstrip().startswith("{"):
        return value_of(texts[0])
    numbers = [n for t in texts if (n := whole(t)) is not None]
    if len(numbers) == len(texts):
        if len(texts) > len(request.among):
            raise Refused(f"there are only {len(request.among)} names to divide among", rule=request.cite)
        return dict(zip(request.among, numbers, strict=False))
    called = {_spelt(name): slug for slug in request.among for name in (slug, schema.title(slug))}
    given = PAIR.findall(" ".join(texts))
    return {called.get(_spelt(name), name): value_of(text) for name, text in given} if given else pairs(texts)


PAIR = re.compile(r"([^=,;]+?)\s*=\s*([^\s,;]+)[,;]?\s*")


def _spelt(name: str) -> str:
    """A name without what people leave out or write otherwise."""
    return "".join(re.findall(r"[a-z0-9]+", name.lower().removeprefix("the ")))
