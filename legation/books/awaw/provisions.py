"""What a module of the rules provides: one value, which `contents.py` puts together with all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from legation.books.awaw.minors.inquiry import Action, RoomLeft, Topic
from legation.core.book import Event, Option, Procedure
from legation.core.deeds import On
from legation.core.facts import Family, World
from legation.core.machine import Steps
from legation.core.rules import Duty, Limit, Permit

__all__ = ["Clauses", "Provisions"]

Clauses = tuple[Limit | Permit, ...]


@dataclass(frozen=True, eq=False)
class Provisions:
    """The steps of a module, what the table may report and ask, what follows from deeds, and what is told unasked.

    `clauses` and `sayings` come to actions and topics of others: clauses before those that stand there, sayings after.
    What is not declared by being an action, a limit, a topic or a consequence is `declared`.
    """

    name: str  # what it is about, in a word or two
    steps: Steps = field(default_factory=Steps)
    events: Mapping[str, Event] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    options: tuple[Option, ...] = ()  # points on which groups may differ
    declared: tuple[object, ...] = ()
    actions: Mapping[str, Action] = field(default_factory=dict)  # may it?
    rooms: Mapping[str, RoomLeft] = field(default_factory=dict)  # how many more?
    topics: Mapping[str, Topic] = field(default_factory=dict)  # what is to be remembered?
    clauses: Mapping[str, Clauses] = field(default_factory=dict)
    sayings: Mapping[str, tuple[Duty, ...]] = field(default_factory=dict)
    heeds: tuple[On, ...] = ()  # what follows from deeds
    families: tuple[Family, ...] = ()  # facts of its own
    words: Mapping[str, str] = field(default_factory=dict)  # and what their slugs mean
    starts: Callable[[str], Mapping[str, object]] | None = None  # facts that an edition begins with
    moments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # its steps for moments of the turn
    reminders: Callable[[World, str], Iterator[str]] | None = None  # what the table is told before a player turn
    dossier: Callable[[World, str], Mapping[str, object]] | None = None  # what it adds to a land's dossier

    @property
    def heading(self) -> str:
        """Over the page of its rules."""
        return f"minor countries: {self.name}"

    @property
    def declarations(self) -> tuple[object, ...]:
        """All that has ids, but for what follows from deeds."""
        return (self.declared, self.actions, self.clauses, self.rooms, self.topics, self.sayings)
