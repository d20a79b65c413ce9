"""What a book provides: a game's facts, rules and procedure, and how its words are read.

A book is a package beside the others and nothing else: the kernel, the case files, the conformance suite and every
interface work from this contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from legation.core.errors import BadRulebook, NotFound
from legation.core.facts import Change, Choice, Family, Schema, World
from legation.core.machine import Frame, Steps
from legation.core.rules import Registry
from legation.core.tables import Sheet
from legation.core.trace import Trace

__all__ = ["Book", "Event", "Option", "Procedure", "Remark", "Verdict"]


@dataclass(frozen=True)
class Option:
    """A point that the text leaves open, or a house rule: named, with a default."""

    name: str
    default: str
    choices: tuple[str, ...]
    says: str
    cite: str


@dataclass(frozen=True)
class Procedure:
    """A part of the game that can be run by itself: `legation case` and the odds do so."""

    step: str
    says: str
    takes: Mapping[str, str] = field(default_factory=dict)  # parameter -> what it means


@dataclass(frozen=True)
class Event:
    """Something that happens on the board and is reported as it happens."""

    step: str
    says: str
    takes: Mapping[str, str]
    cite: str


@dataclass(frozen=True)
class Verdict:
    """The answer to a question of the table: whether it is allowed, by which rule, and what that rests on."""

    allowed: bool
    rule: str
    reason: str
    trace: Trace


@dataclass(frozen=True)
class Remark:
    """What the referee has to say to a report that the rules do not allow: it is recorded beside the report."""

    rule: str
    says: str


class Book:
    """The contract.  A book sets the attributes and overrides what it can do better than these defaults."""

    name: str
    title: str
    version: str
    scenarios: Mapping[str, str]
    seats: Sequence[str]
    seat_titles: Mapping[str, str]
    steps: Steps
    registry: Registry
    procedures: Mapping[str, Procedure] = {}
    actions: Mapping[str, str] = {}  # what `may` can be asked about, with the words for it
    events: Mapping[str, Event] = {}
    options: tuple[Option, ...] = ()
    need_cite: str = ""  # the rule under which the table is asked for a missing fact

    # -- the world
    def schema(self, scenario: str) -> Schema:
        raise NotImplementedError

    def setup(self, scenario: str) -> list[Change]:
        """The facts a game starts with, each under the rule that sets it."""
        raise NotImplementedError

    def start(self, scenario: str) -> tuple[Frame, ...]:
        """Where the machine begins."""
        raise NotImplementedError

    # -- words
    def expand(self, key: str, value: Any, schema: Schema) -> dict[str, Any]:
        """A line of a case file or a report as plain facts; books add their shorthands."""
        return {key: value}

    def resolve(self, subject: str) -> str:
        """The slug of a country, track or power that a person named."""
        raise NotImplementedError

    def subjects(self) -> Mapping[str, str]:
        """Slug to name, of everything that has a dossier."""
        raise NotImplementedError

    def phase(self, world: World, stack: Sequence[Frame]) -> str:
        """Where the game stands, for a heading."""
        return stack[-1].step if stack else "The game is over"

    # -- answers
    def explain(self, world: World, subject: str, **how: Any) -> list[Trace]:
        """Every rule that bears on a subject, with what applies and what does not."""
        raise NotImplementedError

    def odds(self, world: World, subject: str, **how: Any) -> dict[str, dict[str, Fraction]]:
        """Exact chances of what can happen to a subject: roll -> outcome -> chance."""
        raise NotImplementedError

    def unreported(self, world: World, subject: str) -> dict[str, list[str]]:
        """What `odds` had to leave out: roll -> the facts that must be reported before its chances can be told."""
        return {}

    def dossier(self, world: World, subject: str) -> dict[str, Any]:
        """What a player wants to know of a subject, as plain data."""
        raise NotImplementedError

    def rules_of(self, subject: str) -> list[str]:
        """The ids declared for a subject."""
        raise NotImplementedError

    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        """Whether a nation may do something at a place, and by which rule; books with `actions` answer."""
        raise NotImplementedError

    def remarks(self, world: World, facts: Mapping[str, Any]) -> list[Remark]:
        """What the rules have against facts that are about to be reported.  The report counts all the same."""
        return []

    def board_sheet(self, text: bytes) -> dict[str, Any]:
        """A group's own board, read from a file, as the facts in which it differs from the book's."""
        raise NotImplementedError

    def turn_sheet(self, world: World, seat: str | None = None) -> dict[str, list[str]]:
        """What is due this turn, for printing: heading -> lines; of one seat, or of all."""
        raise NotImplementedError

    def page(self, subject: str) -> str:
        """The rules of a subject as a page of Markdown, made from the declarations."""
        raise NotImplementedError

    def pages(self) -> dict[str, str]:
        """All pages by file name, with a README that lists them."""
        raise NotImplementedError

    # -- looking ahead
    def forecast(self, world: World, subject: str, turns: int, **how: Any) -> list[dict[str, Fraction]]:
        """The exact chances of where a subject stands after one turn, two turns, …, all else staying as it is."""
        raise NotImplementedError

    def accounts(self, world: World, seat: str) -> list[Trace]:
        """The numbers a seat keeps an eye on, such as the money it may still spend, each with its reckoning."""
        return []

    # -- tables of modifiers, where a book has them
    def tables(self) -> Sequence[str]:
        """The names under which `sheet` knows a table."""
        return ()

    def sheet(self, world: World, name: str, **how: Any) -> Sheet:
        """The modifiers of one roll on a table, applied and not applied; `how` says whose roll it is, and the like."""
        raise NotImplementedError

    # -- shared by all books
    def check_scenario(self, scenario: str) -> str:
        if scenario not in self.scenarios:
            raise NotFound("scenario", scenario, self.scenarios)
        return scenario

    def option_family(self) -> Family:
        """The facts `option.<name>` that hold this book's options."""
        choices = tuple(dict.fromkeys(c for option in self.options for c in option.choices))
        return Family(
            "option", Choice(choices or ("none",)), "the option {0}", over=(tuple(o.name for o in self.options),)
        )

    def option_changes(self, chosen: Mapping[str, str]) -> list[Change]:
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise NotFound("option", name, known)
            if value not in known[name].choices:
                raise NotFound(f"choice of the option {name}:", value, known[name].choices)
        return [Change(f"option.{o.name}", None, chosen.get(o.name, o.default), o.cite) for o in self.options]

    def check(self) -> None:
        """Every fact that a declaration reads or sets exists in some scenario's schema."""
        schemas = [self.schema(scenario) for scenario in self.scenarios]
        for key, where in self.registry.reads():
            if "{" in key:
                continue  # a template, checked where it is bound
            problems = []
            for schema in schemas:
                try:
                    schema.spec(key)
                except NotFound as error:
                    problems.append(str(error))
            if len(problems) == len(schemas):
                raise BadRulebook(problems[0], where=where)
