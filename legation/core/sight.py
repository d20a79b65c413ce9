"""What one seat may look at: the world without what it may not know yet, and what follows from that.

Interfaces show odds, reasons and dossiers through these, never from the game's own world, which knows all secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from legation.core.book import Book
from legation.core.cases import cases_by_rule
from legation.core.errors import NotFound, Refused, Unknown
from legation.core.facts import Change, Origin, World
from legation.core.game import Game
from legation.core.labels import condition_of, effects_of, kind_of, rule_label, source_of
from legation.core.machine import Frame
from legation.core.record import Entry
from legation.core.requests import TABLE
from legation.core.sentences import Understood, completions, understand
from legation.core.trace import Trace

__all__ = [
    "LACKING",
    "continued",
    "dossier_of",
    "entries_since",
    "event",
    "fact_origin",
    "facts_behind",
    "forecast_of",
    "hidden_from",
    "history_of",
    "money_of",
    "odds_of",
    "outlook",
    "rule_data",
    "say",
    "supposed",
    "traces_of",
    "understood",
    "world_for",
]

LACKING = "to be reported"


def world_for(game: Game, seat: str | None) -> World:
    """The world without what this seat may not know yet; without a seat, what lies open on the table.

    It is the only one: whatever a seat is shown is worked out on it.
    """
    hidden = hidden_from(game, seat)
    if not hidden:
        return game.world
    return game.world.with_changes([Change(k, None, None) for k in hidden], Origin("sealed"))


def hidden_from(game: Game, seat: str | None) -> list[str]:
    """The facts that are set and that this seat may not know yet."""
    veiled = tuple(f"{family.name}." for family in game.world.schema.families if family.known_to != "all")
    told = (k for k in game.world.set_facts() if k.startswith(veiled)) if veiled else ()
    return [k for k in told if not game.may_see(seat or TABLE, k)]


def supposed(game: Game, world: World, facts: dict[str, Any]) -> World:
    """The world with some facts supposed, for a question that changes nothing."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        plain |= game.book.expand(key, value, world.schema)
    plain = game.book.told(world, plain)
    for key, value in plain.items():
        world.schema.check(key, value)
    return world.with_changes([Change(key, None, value) for key, value in plain.items()], Origin("given"))


# -- the record
def entries_since(game: Game, seq: int, seat: str | None = None) -> list[dict[str, Any]]:
    """The entries after one, as a seat may read them."""
    return game.log(seat or TABLE, seq)


def history_of(game: Game, subject: str, seat: str | None = None) -> list[dict[str, Any]]:
    """The entries that still count and touch a subject's facts, with only the effects on those."""
    kept = {entry.seq for entry in game.live()}
    found = []
    for entry in game.log(seat or TABLE):
        effects = [c for c in entry["effects"] if subject in c["fact"].split(".")]
        if effects and entry["seq"] in kept:
            found.append({**entry, "effects": effects})
    return found


# -- a subject
def dossier_of(game: Game, world: World, subject: str) -> dict[str, Any]:
    """A country's dossier; where a missing fact stands in the way, what is known of it, and what must be reported."""
    try:
        return game.book.dossier(world, subject)
    except Unknown as needed:
        found: dict[str, Any] = {"name": game.book.subjects()[subject]}
        for key, value in sorted(world.set_facts().items()):
            family, *names = key.split(".")
            if names == [subject]:
                found[family] = value
            elif names and names[0] == subject:
                found.setdefault(family, {})[".".join(names[1:])] = value
        return {**found, LACKING: [world.schema.spec(key).says for key in needed.questions]}


def outlook(game: Game, world: World, subject: str) -> tuple[dict[str, dict[str, Fraction]], list[str]]:
    """The odds of what can happen next, and the facts that must be reported before they can be told."""
    try:
        odds = game.book.odds(world, subject)
        return odds, list(dict.fromkeys(k for keys in game.book.unreported(world, subject).values() for k in keys))
    except Unknown as needed:
        return {}, needed.questions
    except NotImplementedError:
        return {}, []


@contextmanager
def _asking(game: Game, otherwise: str) -> Iterator[None]:
    """A book that has no answer says so; one that cannot suppose something names it."""
    try:
        yield
    except NotImplementedError:
        raise Refused(otherwise) from None
    except TypeError as strange:
        supposed = re.search(r"unexpected keyword argument '(\w+)'", str(strange))
        if supposed is None:
            raise
        raise Refused(f"in the book {game.book.name}, {supposed[1]!r} cannot be supposed here") from None


def odds_of(game: Game, world: World, subject: str, **how: Any) -> dict[str, dict[str, Fraction]]:
    """Exact chances of what can happen to a subject."""
    with _asking(game, f"the book {game.book.name} gives no odds for {subject}"):
        return game.book.odds(world, subject, **how)


def forecast_of(game: Game, world: World, subject: str, turns: int, **how: Any) -> list[dict[str, Fraction]]:
    """Exact chances of where a subject stands after each of the next turns."""
    with _asking(game, f"the book {game.book.name} looks no further than the next roll"):
        return game.book.forecast(world, subject, turns, **how)


# -- reasons
def traces_of(game: Game, world: World, subject: str, **how: Any) -> list[Trace]:
    """The rules that bear on a subject."""
    with _asking(game, f"the book {game.book.name} explains nothing of {subject}"):
        return game.book.explain(world, subject, **how)


def facts_behind(world: World, traces: list[Trace]) -> dict[str, dict[str, Any]]:
    """The facts that some explanations rest on, each with its source and age."""
    keys = dict.fromkeys(key for trace in traces for key in trace.read_facts())
    return {key: fact_origin(world, key) for key in keys if key.split(".")[0] in world.schema.by_name}


def fact_origin(world: World, key: str) -> dict[str, Any]:
    """Where a fact comes from, as plain data."""
    origin = world.origin(key)
    value = world.get(key)
    return {
        "says": world.schema.spec(key).says,
        "value": value,
        "known": value is not None,
        "source": origin.kind,
        "entry": origin.seq or None,
        "rule": origin.rule,
        "by": origin.by,
        "turn": origin.turn or None,
        "age": world.age(key) if origin.seq else None,
    }


def money_of(game: Game, seat: str, viewer: str | None = None) -> Trace:
    """The money page of a seat, as far as the viewer may know it; without a viewer, what lies open on the table."""
    if seat not in game.book.seats:
        raise NotFound("nation", seat, game.book.seats)
    with _asking(game, f"the book {game.book.name} keeps no money"):
        return game.book.ledger(world_for(game, viewer), seat)


# -- acting
def event(game: Game, name: str, details: dict[str, Any], seat: str = TABLE) -> list[Entry]:
    """Report an event; a detail that its step cannot do without is named."""
    if name not in game.book.events:
        raise NotFound("event", name, game.book.events)
    for detail in details:
        if detail not in game.book.events[name].takes:
            raise NotFound(f"detail of {name}:", detail, game.book.events[name].takes)
    try:
        return game.event(name, seat=seat, **details)
    except AttributeError as lacking:  # which details a step needs shows only when it runs
        if not isinstance(lacking.obj, Frame):
            raise
        takes = "; ".join(f"{detail}={meaning}" for detail, meaning in game.book.events[name].takes.items())
        raise Refused(f"{name} lacks {lacking.name!r}; it takes {takes}", rule=game.book.events[name].cite) from None


def understood(game: Game, text: str, seat: str | None = None) -> Understood:
    """How a sentence is understood, before anything is told."""
    return understand(game.book, world_for(game, seat), text)


def continued(game: Game, text: str, seat: str | None = None, most: int = 24) -> list[str]:
    """How a sentence that is half typed can go on, as far as this seat can know."""
    return completions(game.book, world_for(game, seat), text, most)


def say(game: Game, text: str, seat: str = TABLE) -> list[Entry]:
    """Report what a sentence tells; one that is not clear to the letter is refused, with the one that would be."""
    found = understood(game, text, seat)
    if found.doubt:
        refused = Refused(f"did you mean: {found.says}?")
        refused.allowed = [found.says]
        raise refused
    return event(game, found.event, found.details, seat)


# -- rules
def rule_data(book: Book, id: str) -> dict[str, Any]:
    """A rule: what the ledger says, and how it is declared."""
    if id not in book.registry.ledgers:
        raise NotFound("ledger id", id, book.registry.ledgers.ids)
    entry = book.registry.ledgers.entry(id)
    declared, source = book.registry.declared.get(id), source_of(book, id)
    return {
        "id": id,
        "book": book.name,
        "ledger": entry.ledger,
        "kind": entry.kind,
        "source": entry.source,
        "rule": entry.rule,
        "unclear": entry.unclear,
        "ruling": entry.ruling,
        "params": dict(entry.params),
        "editions": list(entry.editions),
        "declared": declared.where if declared else None,
        "as": kind_of(declared.rule) if declared else None,
        "file": f"{source.file}:{source.line}" if declared and source else None,
        "label": rule_label(book, id) or None,
        "when": condition_of(book, id) or None,
        "then": effects_of(book, id),
        "cases": [{"file": file, "name": name} for file, name in cases_by_rule().get(id, ())],
    }
