"""What one reader sees: a game through the eyes of one seat.

Every page is built from a `Sight`.  Its world lacks what the seat may not know, so that nothing computed from it can
tell; the record is read through `Game.log` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from legation.core.book import Book
from legation.core.errors import LegationError, NotFound, Unknown
from legation.core.facts import World
from legation.core.game import Game
from legation.core.labels import rule_label
from legation.core.requests import TABLE, Request
from legation.core.sight import hidden_from, world_for
from legation.core.span import exact
from legation.core.trace import Trace
from legation.web.present.words import ago, capital, plain, seat_name, told

__all__ = ["Fact", "Sight"]

T = TypeVar("T")
# What follows from the facts of a game, by the seat it was worked out for; kept while the world is this one.
_kept: WeakKeyDictionary[Game, tuple[World, dict[tuple[str | None, Hashable], Any]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Fact:
    """A fact with its source and its age, as a page tells it."""

    key: str
    says: str
    value: str
    source: str
    kind: str  # of its origin: setup, rule, report, ruling, default, …
    entry: int
    rule: str
    old: str  # how old, where that matters
    icon: str


@dataclass
class Sight:
    """A game through the eyes of one seat.  `acts` are the seats it answers for; none for a spectator.

    `left` says which requests of others are left to whoever is at the table, such as the die of a bot.
    """

    game: Game
    seat: str
    acts: tuple[str, ...] = ()
    left: Callable[[Request], bool] | None = None

    @property
    def book(self) -> Book:
        return self.game.book

    @cached_property
    def world(self) -> World:
        return self._keep(self.seat, "world", lambda: world_for(self.game, self.seat))

    # -- what is worked out once
    def once(self, what: Hashable, f: Callable[[Sight], T]) -> T:
        """What follows from the facts alone for this seat, and is told to no other: kept until a fact changes."""
        return self._keep(self.seat, what, lambda: f(self))

    def once_for_all(self, what: Hashable, f: Callable[[Sight], T]) -> T:
        """What follows from the facts alone for everybody: worked out through a spectator's eyes."""
        return self._keep(None, what, lambda: f(Sight(self.game, TABLE)))

    def _keep(self, seat: str | None, what: Hashable, f: Callable[[], T]) -> T:
        world, kept = _kept.get(self.game, (None, {}))
        if world is not self.game.world:
            kept = {}
            _kept[self.game] = (self.game.world, kept)
        if (seat, what) not in kept:
            kept[seat, what] = f()
        found: T = kept[seat, what]
        return found

    @property
    def nothing_hidden(self) -> bool:
        """Whether a spectator knows every fact of this game just now, so that all seats reckon alike."""
        return self.once_for_all("nothing hidden", lambda open: not hidden_from(open.game, open.seat))

    # -- words
    def name(self, seat: str) -> str:
        return seat_name(self.book, seat)

    def place(self, slug: str) -> str:
        return capital(self.world.schema.titles.get(slug) or self.book.subjects().get(slug) or slug)

    def say(self, value: Any) -> str:
        return plain(self.book, self.world, value)

    def label(self, rule: str) -> str:
        return rule_label(self.book, rule)

    def told(self, key: str, value: Any) -> str:
        return told(self.book, self.world, key, value)

    # -- facts
    def get(self, key: str) -> Any:
        """A fact, or None where it is unknown or does not exist in this book."""
        return self.world.get(key) if key in self.world.schema else None

    def fact(self, key: str) -> Fact:
        world = self.world
        spec, origin, value = world.schema.spec(key), world.origin(key), world.get(key)
        last = world.last(key) if value is None else value
        age = world.age(key) if origin.seq and origin.kind in ("report", "ruling", "given") else 0
        by = f", told by {self.name(origin.by)}" if origin.by else ""
        where = f", entry {origin.seq}" if origin.seq and origin.kind != "setup" else ""
        source = {
            "default": "as it stands unless somebody says otherwise" if value is not None else "nobody has told it yet",
            "setup": "the set-up",
            "report": f"the board{by}{where}",
            "ruling": f"the umpire, ruling {origin.seq}",
            "revealed": f"the vault, opened in {origin.seq}",
            "sealed": "sealed",
            "given": "given at the start",
        }.get(origin.kind, f"the record{where}")
        icons = {"report": "map", "ruling": "scales", "setup": "page", "default": "page"}
        icons |= {"revealed": "envelope", "sealed": "eyes"}
        shown = self.told(key, value) if value is not None or last is None else f"{self.told(key, last)}?"
        old = ago(age) if origin.kind == "report" and (age or value is None) else ""
        return Fact(
            key,
            capital(spec.says),
            shown,
            source,
            origin.kind,
            origin.seq,
            origin.rule or "",
            old,
            icons.get(origin.kind, "clock"),
        )

    def facts(self, keys: Iterable[str]) -> list[Fact]:
        known = self.world.schema.by_name
        return [
            self.fact(key)
            for key in dict.fromkeys(keys)
            if key.split(".")[0] in known and self.game.may_see(self.seat, key)
        ]

    def unknown(self, trace: Trace) -> list[str]:
        """The facts that must be told, or told again, before a reckoning comes to one number."""
        known, found, waiting = self.world.schema.by_name, dict[str, None](), [trace]
        while waiting:
            part = waiting.pop()
            if not exact(part.value):  # what is certain hangs on nothing
                found |= dict.fromkeys(key for key in part.facts if key.split(".")[0] in known)
                waiting += part.parts[::-1]
        return [key for key in found if self.world.get(key) is None and self.game.may_see(self.seat, key)]

    # -- requests
    @property
    def requests(self) -> list[Request]:
        """What this reader is asked: the requests of its seat and, if it may act at all, of the table."""
        if not self.acts:
            return []
        return [r for r in self.game.requests() if r.seat in (self.seat, TABLE) or (self.left and self.left(r))]

    @property
    def others(self) -> list[tuple[str, str]]:
        """Seats that somebody waits for, and the kind of what they are asked; nothing else of it is told."""
        return [(r.seat, r.kind) for r in self.game.requests() if r not in self.requests]

    # -- what the book says of a subject
    def subject(self, slug: str) -> str:
        """A subject with a dossier, or empty."""
        return slug if slug in self.book.subjects() else ""

    def odds(self, subject: str, **how: Any) -> tuple[dict[str, dict[str, Fraction]], list[str]]:
        """The odds, or the facts that must be told before there are any."""
        try:
            return self.book.odds(self.world, subject, **how), []
        except Unknown as needed:
            return {}, needed.questions
        except (NotImplementedError, NotFound):
            return {}, []

    def explain(self, subject: str, **how: Any) -> list[Trace]:
        try:
            return self.book.explain(self.world, subject, **how)
        except (NotImplementedError, LegationError):
            return []

    def dossier(self, subject: str) -> Mapping[str, Any]:
        try:
            return self.book.dossier(self.world, subject)
        except Unknown as needed:
            return {"name": self.book.subjects()[subject], "to be told": needed.questions}
