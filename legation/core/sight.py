"""What one seat may look at: the world without what it may not know yet, and what follows from that.

Interfaces show odds, reasons and dossiers through these, never from the game's own world, which knows all secrets.  A
`Sight` is a game through the eyes of one seat: every view is built from one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from legation.core import acts
from legation.core.abilities import NOTHING, Chances, Supposed
from legation.core.book import Book
from legation.core.cases_by_rule import cases_by_rule
from legation.core.errors import LegationError, NotFound, Refused
from legation.core.facts import Change, Flag, Origin, Teller, World
from legation.core.game import Game
from legation.core.inquiries import accounts_of, explanation_of, outcomes_of
from legation.core.intents import Blank
from legation.core.labels import condition_of, effects_of, kind_of, rule_label, source_of
from legation.core.outlook import OddsAsTold, as_last_told, odds_in, told_before
from legation.core.record import Entry
from legation.core.requests import TABLE, Request
from legation.core.rules import Definition
from legation.core.sentences import Understood, completions, understand
from legation.core.span import exact
from legation.core.trace import Trace
from legation.core.views import Dossier, Fact
from legation.core.voice import NOT_TOLD, as_name
from legation.core.words import ago, capital, person, seat_name, speaker, told, value_says

__all__ = [
    "Sight",
    "continued",
    "entries_since",
    "fact_origin",
    "facts_behind",
    "hidden_from",
    "history_of",
    "lasts",
    "meant",
    "rule_data",
    "say",
    "supposed",
    "understood",
    "world_for",
]


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
    kept = set(game.record.kept())
    found = []
    for entry in game.log(seat or TABLE):
        effects = [c for c in entry["effects"] if subject in c["fact"].split(".")]
        if effects and entry["seq"] in kept:
            found.append({**entry, "effects": effects})
    return found


# -- reasons
def facts_behind(world: World, traces: list[Trace]) -> dict[str, dict[str, Any]]:
    """The facts that some explanations rest on, each with its source and age."""
    keys = dict.fromkeys(key for trace in traces for key in trace.read_facts())
    return {key: fact_origin(world, key) for key in keys if lasts(world, key)}


def lasts(world: World, key: str) -> bool:
    """Whether a fact lasts, and is not only laid over the world while something is worked out."""
    family = world.schema.by_name.get(key.partition(".")[0])
    return family is not None and family.told_by is not Teller.PASSING


def fact_origin(world: World, key: str) -> dict[str, Any]:
    """Where a fact comes from, as plain data."""
    origin = world.origin(key)
    value = world.stated(key)
    return {
        "says": world.schema.spec(key).told(value) if isinstance(value, bool) else world.schema.spec(key).says,
        "value": value,
        "known": world.known(key),
        "source": origin.kind,
        "entry": origin.seq or None,
        "rule": origin.rule,
        "by": origin.by,
        "turn": origin.turn or None,
        "age": world.age(key) if origin.seq else None,
    }


# -- acting
def understood(game: Game, text: str, seat: str | None = None) -> Understood:
    """How a sentence is understood, before anything is told."""
    return understand(game.book, world_for(game, seat), text)


def continued(game: Game, text: str, seat: str | None = None, most: int = 24) -> list[str]:
    """How a sentence that is half typed can go on, as far as this seat can know."""
    return completions(game.book, world_for(game, seat), text, most)


def meant(game: Game, text: str, seat: str = TABLE) -> acts.Event:
    """What a sentence tells; one that is not clear to the letter is refused, with the one that would be."""
    found = understood(game, text, seat)
    if found.doubt:
        refused = Refused(f"did you mean: {found.says}?")
        refused.allowed = [found.says]
        raise refused
    return acts.Event(found.event, found.details)


def say(game: Game, text: str, seat: str = TABLE) -> list[Entry]:
    """Report what a sentence tells."""
    return game.perform(meant(game, text, seat), acts.Who.of(seat))


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
        "cases": [{"file": file, "name": name} for file, name in cases_by_rule(book).get(id, ())],
    }


# -- through the eyes of one seat
T = TypeVar("T")
# What follows from the facts of a game, by the seat it was worked out for; kept while the world is this one.
_kept: WeakKeyDictionary[Game, tuple[World, dict[tuple[str | None, Hashable], Any]]] = WeakKeyDictionary()


@dataclass
class Sight:
    """A game through the eyes of one seat.  `acts` are the seats it answers for; none for a spectator.

    `left` says which requests of others are left to whoever is at the table, such as the die of a bot.
    """

    game: Game
    seat: str
    acts: tuple[str, ...] = ()
    left: Callable[[Request], bool] | None = None
    not_mine: Callable[[Request], bool] | None = None  # of the table, but the affair of others

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

    def who(self, seat: str) -> str:
        """A seat at the head of a sentence."""
        return speaker(self.book, seat)

    def whom(self, seat: str) -> str:
        """A seat within a sentence."""
        return person(self.book, seat)

    def turn_of(self, phase: str) -> str:
        return self.book.views.heading(phase)[0]

    def part_of(self, phase: str) -> str:
        """A phase without its turn, at the head of a line."""
        turn, part = self.book.views.heading(phase)
        return capital(part or turn)

    def bloc(self, power: str) -> str:
        """The colour of a power; empty for what is no power."""
        return self.book.views.tincture(power)

    def place(self, slug: str) -> str:
        return capital(self.world.schema.titles.get(slug) or self.book.subjects().get(slug) or as_name(slug))

    def say(self, value: Any) -> str:
        return value_says(self.book, self.world, value)

    def label(self, rule: str) -> str:
        return rule_label(self.book, rule)

    def because(self, rule: str) -> str:
        """What a rule says of its effect: nothing, where it is only a word of the rules."""
        declared = self.book.registry.declared.get(rule)
        return "" if declared and isinstance(declared.rule, Definition) else self.label(rule)

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
        says = spec.says
        if isinstance(spec.domain, Flag):  # a sentence says by itself whether it is so
            says, shown = (spec.told(value), "") if value is not None else (f"{NOT_TOLD} {spec.says}", "")
        old = ago(age) if origin.kind == "report" and (age or value is None) else ""
        return Fact(
            key,
            capital(says),
            shown,
            source,
            origin.kind,
            origin.seq,
            origin.rule or "",
            old,
            icons.get(origin.kind, "clock"),
        )

    def facts(self, keys: Iterable[str]) -> list[Fact]:
        known = self.world.schema
        return [self.fact(key) for key in dict.fromkeys(keys) if key in known and self.game.may_see(self.seat, key)]

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
        theirs = self.not_mine or (lambda request: False)
        asked = (r for r in self.game.requests() if not theirs(r))
        return [r for r in asked if r.seat in (self.seat, TABLE) or (self.left and self.left(r))]

    @property
    def others(self) -> list[tuple[str, str]]:
        """Seats that somebody waits for, and the kind of what they are asked; nothing else of it is told."""
        asked = [r for r in self.game.requests() if r not in self.requests]
        return [(seat, r.kind) for r in asked for seat in (r.owners if r.seat == TABLE and r.owners else [r.seat])]

    @property
    def blanks(self) -> Sequence[Blank]:
        """The sheets that this reader may fill in now; whoever cannot act for its seat has none."""
        if self.seat not in self.acts or self.seat not in self.book.seats or self.game.over:
            return ()
        return self.once(("blanks", len(self.game.record)), self.book.views.blanks)

    # -- what the book says of a subject
    def subject(self, slug: str) -> str:
        """A subject with a dossier, or empty."""
        return slug if slug in self.book.subjects() else ""

    def outlook(self, subject: str, how: Supposed = NOTHING) -> OddsAsTold:
        """What can happen next; what the board has told before holds as it was told, with a mark."""
        if not self.subject(subject):
            return OddsAsTold({}, [], self.world)
        world, used = as_last_told(self.book, self.world, subject, how)
        carried = tuple(self._as_told(key, used[key]) for key in used)
        return OddsAsTold(*odds_in(self.book, world, subject, how), world, carried, told_before(self.world, used))

    def _as_told(self, key: str, value: Any) -> Fact:
        """A fact that is used as it was last told, or as if nothing had happened, with how old that is."""
        spec, told = self.world.schema.spec(key), self.world.last(key) is not None
        says = capital(spec.told(value)) if isinstance(value, bool) else capital(spec.says)
        shown = "" if isinstance(value, bool) else self.say(value)
        old = ago(self.world.age(key)) if told else "if nothing has happened there"
        return replace(self.fact(key), says=says, value=shown, kind="report" if told else "default", old=old)

    def odds(self, subject: str, how: Supposed = NOTHING) -> tuple[Chances, list[str]]:
        """The same, without marks: the odds, and the facts to be told before all can be."""
        found = self.outlook(subject, how)
        return found.odds, found.needs

    def outcomes(self, subject: str) -> dict[str, str]:
        """What the outcomes of the odds mean."""
        return outcomes_of(self.book, subject)

    def explain(self, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        try:
            return explanation_of(self.book, self.world, subject, how)
        except LegationError:
            return []

    def accounts(self, seat: str) -> Sequence[Trace]:
        return accounts_of(self.book, self.world, seat)

    def dossier(self, subject: str, by: str = "") -> Dossier:
        """What the book presents of a subject, or of another land; what waits there comes first."""
        found = self._dossier(subject, by)
        waits = [
            ("Settled", f"{tell.text}; {tell.because}", f"entry={tell.seq}")
            for tell in self.book.views.waits(self)
            if tell.place == found.slug
        ]
        found.facts = (*waits, *found.facts)
        return found

    def named(self, text: str) -> str:
        """What a person means: a subject of the book, a power, or another land."""
        places = {slug: self.place(slug) for slug in self.lands}
        every = {**places, **{seat: self.name(seat) for seat in self.book.seats}, **self.dossiers}
        known = {name.lower().removeprefix("the "): slug for slug, name in every.items()}
        asked = text.strip().lower()
        return asked if asked in every else known.get(asked.removeprefix("the ")) or self.book.resolve(text)

    def _dossier(self, subject: str, by: str) -> Dossier:
        if subject in self.book.seats and not self.subject(subject):
            return self.book.views.nation(self, subject)
        if subject in self.lands and not self.subject(subject):
            return self.book.views.land(self, subject)
        return self.book.views.dossier(self, self.book.resolve(subject), by)

    @property
    def lands(self) -> frozenset[str]:
        """Every place, with a dossier in the list or without."""
        known = self.world.schema.by_name
        families = [known[name] for name in (self.book.views.lands, *self.book.views.of_places) if name in known]
        return frozenset(slug for family in families if family.over for slug in family.over[0])

    @property
    def dossiers(self) -> dict[str, str]:
        """Everything that has a dossier, by name: the subjects of the book, and every other land."""
        family = self.world.schema.by_name.get(self.book.views.lands)
        lands = {slug: self.place(slug) for slug in family.over[0]} if family is not None else {}
        return {**lands, **self.book.subjects()}
