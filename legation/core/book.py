"""What a book provides: a game's facts, rules and procedure, and how its words are read.

A book is a package beside the others and nothing else: the kernel, the case files, the conformance suite and every
interface work from this contract.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from legation.core.campaign import Campaign
from legation.core.errors import BadRulebook, NotFound, Unknown
from legation.core.facts import Change, Choice, Family, Origin, Schema, Teller, World
from legation.core.machine import Frame, Steps
from legation.core.policies import Policy
from legation.core.rules import Registry
from legation.core.sweeps import Whenever
from legation.core.tables import Sheet
from legation.core.trace import Trace
from legation.core.trials import Trials
from legation.core.views import Views
from legation.core.wording import Wording

__all__ = ["Allowance", "Book", "Duelling", "Event", "Option", "Procedure", "Prospect", "Remark", "Verdict"]


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


@dataclass(frozen=True)
class Verdict:
    """The answer to a question of the table: whether it is allowed, by which rule, and what that rests on."""

    allowed: bool
    rule: str
    reason: str
    trace: Trace


@dataclass(frozen=True)
class Allowance:
    """The answer to "how many more?": what a limit leaves to somebody at a place."""

    limit: str  # the name by which it is asked for
    says: str  # what is counted
    place: str
    nation: str = ""  # for whom; empty: whoever it is
    most: int | None = None  # None: nothing limits it, or it cannot be told yet
    used: int = 0
    rule: str = ""  # the tightest limit, and what it says
    reason: str = ""
    needs: tuple[str, ...] = ()  # the facts that must be told first

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(0, self.most - self.used)

    @property
    def words(self) -> str:
        """For a line on any page."""
        if self.needs:
            return f"{self.says}: not known yet"
        if self.most is None:
            return f"{self.says}: there is no limit"
        return f"{self.used} of {self.most} in use, {self.left} more: {self.reason}"

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "needs": list(self.needs), "left": self.left, "words": self.words}


@dataclass(frozen=True)
class Remark:
    """What the referee has to say, with its rule: to be remembered, or recorded beside a report that breaks it."""

    rule: str
    says: str


@dataclass(frozen=True)
class Duelling:
    """A sealed bid of two: the chance each pair of bids gives the first seat, and what a success is worth to it."""

    first: str
    second: str
    chances: Mapping[tuple[int, int], Fraction]
    worth: int


@dataclass(frozen=True)
class Prospect:
    """What an attempt promises a seat: its chance, and what a success is worth; or why it may not be made."""

    chance: Fraction
    worth: int
    shut: str = ""

    @property
    def value(self) -> Fraction:
        return self.chance * self.worth


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
    limits: Mapping[str, str] = {}  # what `room` can be asked about
    topics: Mapping[str, str] = {}  # what `tell` can be asked about
    events: Mapping[str, Event] = {}
    nicknames: Mapping[str, tuple[str, ...]] = {}  # slug -> what players call it besides its title
    example: str = ""  # a sentence that tells such an event
    options: tuple[Option, ...] = ()
    prospects_say: str = ""
    views: Views = Views()  # what it presents of itself
    need_held: frozenset[str] = frozenset()  # kinds of its ledgers that need a case in which they did not apply, too
    trials: Trials = Trials()  # what the conformance suite is told of its deeds
    need_cite: str = ""  # the rule under which the table is asked for a missing fact

    # -- the world
    def schema(self, scenario: str) -> Schema:
        raise NotImplementedError

    def schema_of(self, scenario: str, options: Mapping[str, str]) -> Schema:
        """The facts of a game with these options; a book whose groups bring boards of their own has more than one."""
        return self.schema(scenario)

    def setup(self, scenario: str) -> list[Change]:
        """The facts a game starts with, each under the rule that sets it."""
        raise NotImplementedError

    def start(self, scenario: str) -> tuple[Frame, ...]:
        """Where the machine begins."""
        raise NotImplementedError

    def sweeps(self) -> tuple[Whenever, ...]:
        """Sweeps that are worth looking at once for all games that are set up alike."""
        return ()

    @lru_cache(maxsize=64)  # noqa: B019 - a book stays as long as the process, and this follows from it alone
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

    def check_rest(self, stack: Sequence[Frame], event: str, details: Mapping[str, Any]) -> None:
        """Refuse an event for as long as something else is not over yet; the details are in the names of the rules."""

    def fits(self, world: World, event: str, told: Mapping[str, Any], detail: str, value: Any) -> bool:
        """Whether a detail of an event can be this, by the rules, with what was told before; for completion."""
        return True

    def resolve(self, subject: str) -> str:
        """The slug of a country, track or power that a person named."""
        raise NotImplementedError

    def subjects(self) -> Mapping[str, str]:
        """Slug to name, of everything that has a dossier."""
        return {}

    def phase(self, world: World, stack: Sequence[Frame]) -> str:
        """Where the game stands, for a heading."""
        return stack[-1].step if stack else "The game is over"

    def confidants(self, world: World, seat: str) -> Collection[str]:
        """The other seats whose hidden facts a seat may know, such as those of its partners."""
        return ()

    # -- answers
    def explain(self, world: World, subject: str, **how: Any) -> list[Trace]:
        """Every rule that bears on a subject, with what applies and what does not."""
        raise NotImplementedError

    def odds(self, world: World, subject: str, **how: Any) -> dict[str, dict[str, Fraction]]:
        """Exact chances of what can happen to a subject: roll -> outcome -> chance."""
        raise NotImplementedError

    def outcomes(self, subject: str) -> Mapping[str, str]:
        """The outcomes that `odds` names by a number or a word, in full."""
        return {}

    def one_more(self, world: World, subject: str, **how: Any) -> dict[str, dict[str, dict[str, Fraction]]]:
        """What one point more of somebody would make of the odds: whose point -> roll -> outcome -> chance."""
        return {}

    def quiet(self, subject: str) -> dict[str, Any]:
        """Facts for a first estimate before anybody has reported: nothing on the board bears on the subject."""
        return {}

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

    def room(
        self,
        world: World,
        place: str,
        limit: str | None = None,
        nation: str | None = None,
        with_: str | int | None = None,
    ) -> list[Allowance]:
        """How many more may enter, be supplied or be built at a place: by one limit, or by all that are in use."""
        raise NotImplementedError

    def tell(self, world: World, place: str, topic: str | None = None, nation: str | None = None) -> list[Remark]:
        """What is to be remembered at a place: of one topic, or of all that bear on how it stands."""
        raise NotImplementedError

    def key_places(self, place: str) -> Sequence[str]:
        """The places with which a country stands or falls: its capital, or several."""
        return ()

    def remarks(self, world: World, facts: Mapping[str, Any]) -> list[Remark]:
        """What the rules have against facts that are about to be reported.  The report counts all the same."""
        return []

    def board_sheet(self, text: bytes) -> dict[str, Any]:
        """A group's own board, read from a file, as the facts in which it differs from the book's."""
        raise NotImplementedError

    def board_words(self, text: bytes) -> list[str]:
        """What a group's own board splits, merges and renames, in sentences."""
        return []

    def board_text(self, options: Mapping[str, str]) -> str:
        """The map of a game with these options, as a file that can be read in again."""
        raise NotImplementedError

    def adjacent(self, world: World, place: str) -> Trace:
        """What a place touches on the map of this game, with the rule that says what adjacent means."""
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

    def campaign(self, scenario: str, rounds: int, options: Mapping[str, str] | None = None) -> Campaign:
        """What a simulation of so many rounds, with these options, needs to know."""
        raise NotImplementedError

    def duel(self, world: World, frame: Frame) -> Duelling | None:
        """What is at stake where two seats bid in secret at this frame, if they do."""
        return None

    def contests(self, world: World, seat: str) -> Mapping[str, Duelling]:
        """What the seat could spend on now, by the answer that names it: one purse for all, against one rival's."""
        return {}

    def purse(self, world: World, seat: str) -> int:
        """What a seat can still spend on such things this turn."""
        return 0

    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        """What so many points of the seat in a subject promise it (None: as many as lie there), if it can be told.

        `prospects_say` tells in words what is reckoned.
        """
        return None

    def rationed(self, world: World, seat: str) -> tuple[frozenset[str], int]:
        """The subjects of which a seat can try only so many before its points lapse, and how many of them."""
        return frozenset(), 0

    def priced(self, worth: str) -> str:
        """A sum of the game's own money or points, as a player would write it."""
        return worth

    def history(self, seat: str) -> frozenset[str]:
        """The subjects that were on this seat's side in the war that was."""
        return frozenset()

    def score(self, world: World) -> Mapping[str, int]:
        """How well each seat stands, in the game's own money or points; nothing if the book does not keep score."""
        return {}

    def success(self, by: str, cause: Mapping[str, Any]) -> tuple[Fraction, bool] | None:
        """Of a recorded roll, the chance of success that was told before it, and whether it came; None without such."""
        odds = cause.get("odds") or {}
        if "success" not in odds:
            return None
        chance, sides = Fraction(odds["success"]), int(cause["die"][1:])
        return chance, cause["roll"] <= chance * sides  # such rolls succeed low

    def policies(self) -> Mapping[str, Policy]:
        """How the seats of a simulation can be played, by name."""
        return {}

    def accounts(self, world: World, seat: str) -> list[Trace]:
        """The numbers a seat keeps an eye on, such as the money it may still spend, each with its reckoning."""
        return []

    def ledger(self, world: World, seat: str) -> Trace:
        """The money page of a seat, which adds up line by line: headings with their sums, each line with its rule."""
        raise NotImplementedError

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
            "option",
            Choice(choices or ("none",)),
            "the option {0}",
            over=(tuple(o.name for o in self.options),),
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
    except Unknown:
        return False
