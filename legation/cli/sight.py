"""What commands look at: the desk, the record and the world as one seat may see them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from legation.core.errors import Unknown
from legation.core.facts import Change, Origin, World
from legation.core.game import Game
from legation.core.requests import TABLE, Request

__all__ = [
    "LACKING",
    "desk_data",
    "dossier_of",
    "entries_since",
    "history_of",
    "open_for",
    "outlook",
    "supposed",
    "world_for",
]

LACKING = "to be reported"


def world_for(game: Game, seat: str | None) -> World:
    """The world without what this seat may not know yet; without a seat, what lies open on the table."""
    hidden = [k for k in game.world.set_facts() if not game.may_see(seat or TABLE, k)]
    if not hidden:
        return game.world
    return game.world.with_changes([Change(k, None, None) for k in hidden], Origin("sealed"))


def supposed(game: Game, world: World, facts: dict[str, Any]) -> World:
    """The world with some facts supposed, for a question that changes nothing."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        plain |= game.book.expand(key, value, world.schema)
    for key, value in plain.items():
        world.schema.check(key, value)
    return world.with_changes([Change(key, None, value) for key, value in plain.items()], Origin("given"))


def open_for(game: Game, seat: str | None) -> list[Request]:
    return game.requests(seat)


def entries_since(game: Game, seq: int, seat: str | None = None) -> list[dict[str, Any]]:
    """The entries after one, as a seat may read them."""
    return [entry for entry in game.log(seat or TABLE) if entry["seq"] > seq]


def history_of(game: Game, subject: str, seat: str | None = None) -> list[dict[str, Any]]:
    """The entries that still count and touch a subject's facts, with only the effects on those."""
    kept = {entry.seq for entry in game.live()}
    found = []
    for entry in game.log(seat or TABLE):
        effects = [c for c in entry["effects"] if subject in c["fact"].split(".")]
        if effects and entry["seq"] in kept:
            found.append({**entry, "effects": effects})
    return found


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
        return game.book.odds(world, subject), []
    except Unknown as needed:
        return {}, needed.questions
    except NotImplementedError:
        return {}, []


def desk_data(game: Game, path: Path | None, seat: str | None = None, since: int | None = None) -> dict[str, Any]:
    """Where a game stands: the shape that all acting commands print.

    `game, book, scenario, phase, over, requests` (each `id, seat, kind, prompt, cite, legal, labels, odds, why,
    subject, facts`, empty ones left out) and, after an act, `entries` (`seq, cause, by, effects`).
    """
    found: dict[str, Any] = {
        "game": str(path) if path else None,
        "book": game.book.name,
        "scenario": game.scenario,
        "phase": game.phase,
        "over": game.over,
        "requests": open_for(game, seat),
    }
    if since is not None:
        found["entries"] = entries_since(game, since, seat)
    return found
