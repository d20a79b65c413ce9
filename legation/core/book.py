"""What every book has: a game's facts, set-up, steps and declarations, how its words are read, and its views.

A book is a package beside the others and nothing else: the kernel, the case files, the conformance suite and every
interface work from this contract.  What only some games have (odds, money, bots, maps …) is in `core/abilities.py`.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from legation.core.abilities import NOTHING, Remark, Supposed
from legation.core.errors import BadRulebook, NotFound, Unknown
from legation.core.facts import Change, Choice, Family, Origin, Schema, Teller, World
from legation.core.machine import Frame, Steps
from legation.core.rules import Registry
from legation.core.sweeps import Whenever
from legation.core.trace import Trace
from legation.core.trials import Trials
from legation.core.turning import kept_of
from legation.core.views import Views
from legation.core.voice import capital
from legation.core.wording import Wording

__all__ = ["Book", "Event", "Option", "Procedure"]


@dataclass(frozen=True)
class Option:
    """A point that the text leaves open, or a house rule: named, with a default."""

    name: str
    default: str
    choices: tuple[str, ...]
    says: str
    cite: str
    asked_in: tuple[str, ...] = ()  # the scenarios whose players are asked for it as they begin; else it is for the few
    before: str = ""  # how games are played that were begun before there was this choice; "" if there are none

    @property
    def is_switch(self) -> bool:
        """Off unless somebody says yes."""
        return self.default == "no" and set(self.choices) == {"no", "yes"}


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
    words: Wording | None = None  # how a player tells it


class Book(ABC):
    """The contract.  A book sets the attributes and overrides what it can do better than these defaults."""

    name: str
    title: str
    version: str
    changes: Mapping[str, Sequence[str]] = {}  # what each version of the rules changed, the first of them first
    scenarios: Mapping[str, str]
    scenario_titles: Mapping[str, str] = {}  # what a scenario is called where its name alone would say nothing
    seats: Sequence[str]
    seat_titles: Mapping[str, str]
    steps: Steps
    registry: Registry
    procedures: Mapping[str, Procedure] = {}
    events: Mapping[str, Event] = {}
    nicknames: Mapping[str, tuple[str, ...]] = {}  # slug -> what players call it besides its title
    example: str = ""  # a sentence that tells such an event
    options: tuple[Option, ...] = ()
    views: Views = Views()  # what it presents of itself
    need_held: frozenset[str] = frozenset()  # kinds of its ledgers that need a case in which they did not apply, too
    trials: Trials = Trials()  # what the conformance suite is told of its deeds
    need_cite: str = ""  # the rule under which the table is asked for a missing fact

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of the rules that there have been, this one last."""
        return tuple(dict.fromkeys((*self.changes, self.version)))

    def changed_since(self, version: str) -> list[str]:
        """What has changed in the rules since a version, in words."""
        later = self.versions[self.versions.index(version) + 1 :] if version in self.versions else ()
        return [says for each in later for says in self.changes.get(each, ())]

    @cached_property
    def folder(self) -> Path:
        """Its package: ledgers, cases and plates lie beside the code."""
        return Path(str(sys.modules[type(self).__module__].__file__)).resolve().parent

    # -- the world
    @abstractmethod
    def schema(self, scenario: str) -> Schema:
        """The facts of a scenario: their families, defaults and names."""

    def schema_of(self, scenario: str, options: Mapping[str, str]) -> Schema:
        """The facts of a game with these options; a book whose groups bring boards of their own has more than one."""
        return self.schema(scenario)

    @abstractmethod
    def setup(self, scenario: str) -> list[Change]:
        """The facts a game starts with, each under the rule that sets it."""

    @abstractmethod
    def start(self, scenario: str) -> tuple[Frame, ...]:
        """Where the machine begins."""

    def sweeps(self) -> tuple[Whenever, ...]:
        """Sweeps that are worth looking at once for all games that are set up alike."""
        return ()

    @kept_of(64)
    def at_rest(self, scenario: str, options: tuple[tuple[str, str], ...]) -> frozenset[Whenever]:
        """Those of the sweeps that have nothing to do in a game just set up."""
        given = dict(options)
        changes = [*self.option_changes(given), *self.setup(scenario), *self.board_changes(given)]
        world = World(self.schema_of(scenario, given)).with_changes(changes, Origin("setup"))
        return frozenset(sweep for sweep in self.sweeps() if _rests(sweep, world))

    # -- words
    def expand(self, key: str, value: Any, schema: Schema) -> dict[str, Any]:
        """A line of a case file or a report as plain facts; books add their shorthands."""
        return {key: value}

    def told(self, world: World, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts that a person told, in the names of the rules, with what they mean besides."""
        return dict(facts)

    def located(self, world: World, details: Mapping[str, Any]) -> tuple[dict[str, Any], list[Change]]:
        """The details of an event in the names of the rules, and what changes before it."""
        return dict(details), []

    def ground(self, place: str) -> str:
        """What a place belongs to, where two deeds would be in each other's way; mostly the place itself."""
        return place

    def grounds(self, event: str, details: Mapping[str, Any]) -> set[str]:
        """Where an event goes on; one that names no place is a matter of its own."""
        words = self.events[event].words
        return {self.ground(place) for place in words.places(details)} if words else set()

    def fits(self, world: World, event: str, told: Mapping[str, Any], detail: str, value: Any) -> bool:
        """Whether a detail of an event can be this, by the rules, with what was told before; for completion."""
        return True

    def subjects(self) -> Mapping[str, str]:
        """Slug to name, of everything that has a dossier."""
        return {}

    def resolve(self, subject: str) -> str:
        """The slug of a country, track or power that a person named."""
        known = {name.lower(): slug for slug, name in self.subjects().items()} | {
            slug: slug for slug in self.subjects()
        }
        found = known.get(subject.strip().lower())
        if found is None:
            raise NotFound("subject", subject, self.subjects().values())
        return found

    def phase(self, world: World, stack: Sequence[Frame]) -> str:
        """Where the game stands, for a heading."""
        return capital(stack[-1].step.rpartition(".")[2].replace("-", " ")) if stack else "The game is over"

    def confidants(self, world: World, seat: str) -> Collection[str]:
        """The other seats whose hidden facts a seat may know, such as those of its partners."""
        return ()

    # -- reasons
    def explain(self, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        """Every rule that bears on a subject, with what applies and what does not."""
        return []

    def rules_of(self, subject: str) -> list[str]:
        """The ids declared for a subject: those that stand under its name."""
        name = self.subjects()[subject]
        return [one.cite for one in self.registry.declared.values() if one.chapter == name]

    def remarks(self, world: World, facts: Mapping[str, Any]) -> list[Remark]:
        """What the rules have against facts that are about to be reported.  The report counts all the same."""
        return []

    # -- shared by all books
    def check_scenario(self, scenario: str) -> str:
        if scenario not in self.scenarios:
            raise NotFound("scenario", scenario, self.scenarios)
        return scenario

    def option_family(self) -> Family:
        """The facts `option.<name>` that hold this book's options."""
        choices = tuple(dict.fromkeys(c for option in self.options for c in option.choices))
        return Family(
            "option",
            Choice(choices or ("none",)),
            "the option {0}",
            over=(tuple(o.name for o in self.options),),
            but=tuple((o.name, o.says) for o in self.options),
            told_by=Teller.SETUP,
        )

    def option_defaults(self) -> dict[str, str]:
        """What holds in games whose record does not tell of an option, because they are older than it."""
        return {f"option.{option.name}": option.before for option in self.options if option.before}

    def option_changes(self, chosen: Mapping[str, str], without: Collection[str] = ()) -> list[Change]:
        """The options of a new game, all but those `without` which an older game was begun."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise NotFound("option", name, known)
            if value not in known[name].choices:
                raise NotFound(f"choice of the option {name}:", value, known[name].choices)
        asked = [option for option in self.options if option.name not in without]
        return [Change(f"option.{o.name}", None, chosen.get(o.name, o.default), o.cite) for o in asked]

    def board_changes(self, chosen: Mapping[str, str]) -> list[Change]:
        """What a board of a group's own, given as an option, changes in the set-up."""
        return []

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


def _rests(sweep: Whenever, world: World) -> bool:
    try:
        return not sweep.run(world).changes
    except (Unknown, BadRulebook):  # of rules that never come to rest it is told when they are run
        return False
