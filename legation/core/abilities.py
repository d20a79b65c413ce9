"""What some games have and others lack, each as a small protocol: a book names those it has beside `Book`.

`class Tern(Book, TellsOdds, HasTables)` tells odds and has tables, and keeps no money.  Whoever needs an ability asks
`isinstance(book, KeepsMoney)` and copes with a book that has none; `core/sight.py` says so in a sentence.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from legation.core.campaign import Campaign
from legation.core.facts import World
from legation.core.machine import Frame
from legation.core.policies import Policy
from legation.core.tables import RollSheet
from legation.core.trace import Trace

__all__ = [
    "Allowance",
    "AnswersQuestions",
    "Chances",
    "Duelling",
    "HasTables",
    "KeepsMoney",
    "LooksAhead",
    "NOTHING",
    "OwnMaps",
    "PrintsTurnSheet",
    "Prospect",
    "ReckonsWorth",
    "Remark",
    "RunsCampaigns",
    "Supposed",
    "TellsOdds",
    "Verdict",
    "WritesRulePages",
]

Supposed = Mapping[str, Any]  # what is supposed of a roll, by name: who makes it, with how many points
NOTHING: Supposed = MappingProxyType({})
Chances = dict[str, dict[str, Fraction]]  # roll -> outcome -> chance


# -- odds
@runtime_checkable
class TellsOdds(Protocol):
    """Exact chances of what can happen to a subject, by the very steps that would decide it."""

    supposes: Mapping[str, str] = {}  # what may be supposed of a roll (`how`), with the words for it

    @abstractmethod
    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        """The rolls that can be made for a subject, with their outcomes; what cannot be told yet is left out."""

    def outcomes(self, subject: str) -> Mapping[str, str]:
        """The outcomes that `odds` names by a number or a word, in full."""
        return {}

    def one_more(self, world: World, subject: str, how: Supposed = NOTHING) -> dict[str, Chances]:
        """What one point more of somebody would make of the odds, by whose point it is."""
        return {}

    def quiet(self, subject: str) -> dict[str, Any]:
        """Facts for a first estimate before anybody has reported: nothing on the board bears on the subject."""
        return {}

    def unreported(self, world: World, subject: str) -> dict[str, list[str]]:
        """What `odds` had to leave out: roll -> the facts that must be reported before its chances can be told."""
        return {}


@runtime_checkable
class LooksAhead(Protocol):
    """Exact chances beyond the next roll."""

    @abstractmethod
    def forecast(self, world: World, subject: str, turns: int, how: Supposed = NOTHING) -> list[dict[str, Fraction]]:
        """Where a subject stands after one turn, two turns, …, all else staying as it is."""


# -- tables of modifiers
@runtime_checkable
class HasTables(Protocol):
    """Rolls on tables of modifiers, whose sheets can be looked at."""

    @abstractmethod
    def tables(self) -> Sequence[str]:
        """The names under which `sheet` knows a table."""

    @abstractmethod
    def sheet(self, world: World, name: str, how: Supposed = NOTHING) -> RollSheet:
        """The modifiers of one roll on a table, applied and not applied; `how` says whose roll it is, and the like."""


# -- questions of the table
@dataclass(frozen=True)
class Verdict:
    """The answer to a question of the table: whether it is allowed, by which rule, and what that rests on."""

    allowed: bool
    rule: str
    reason: str
    trace: Trace

    def plain(self) -> dict[str, Any]:
        return {"allowed": self.allowed, "rule": self.rule, "reason": self.reason, "trace": self.trace.plain()}


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


@runtime_checkable
class AnswersQuestions(Protocol):
    """May we do this?  How many more?  What is to be remembered there?"""

    actions: Mapping[str, str] = {}  # what `may` can be asked about, with the words for it
    limits: Mapping[str, str] = {}  # what `allowances` can be asked about
    topics: Mapping[str, str] = {}  # what `tell` can be asked about

    @abstractmethod
    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        """Whether a nation may do something at a place, and by which rule."""

    def allowances(
        self,
        world: World,
        place: str,
        limit: str | None = None,
        nation: str | None = None,
        with_: str | int | None = None,
    ) -> list[Allowance]:
        """How many more may enter, be supplied or be built at a place: by one limit, or by all that are in use."""
        return []

    def tell(self, world: World, place: str, topic: str | None = None, nation: str | None = None) -> list[Remark]:
        """What is to be remembered at a place: of one topic, or of all that bear on how it stands."""
        return []


# -- money
@runtime_checkable
class KeepsMoney(Protocol):
    """Purses of the seats, and pages that show how they add up."""

    @abstractmethod
    def accounts(self, world: World, seat: str) -> list[Trace]:
        """The numbers a seat keeps an eye on, such as the money it may still spend, each with its reckoning."""

    def money_page(self, world: World, seat: str) -> Trace | None:
        """All of it on one page that adds up line by line, where the rules keep the whole purse of a seat."""
        return None


# -- paper
@runtime_checkable
class PrintsTurnSheet(Protocol):
    """A sheet of what is due this turn, for the table."""

    @abstractmethod
    def turn_sheet(self, world: World, seat: str | None = None, rolled: Collection[str] = ()) -> dict[str, list[str]]:
        """What is due this turn, for printing: heading -> lines; of one seat, or of all; `rolled` are the rules whose
        dice have fallen this turn."""


@runtime_checkable
class WritesRulePages(Protocol):
    """Pages of rules laid out otherwise than `core/rule_pages.py` would."""

    @abstractmethod
    def page(self, subject: str) -> str:
        """The rules of a subject as a page of Markdown, made from the declarations."""

    @abstractmethod
    def pages(self) -> dict[str, str]:
        """All pages by file name, with a README that lists them."""


@runtime_checkable
class OwnMaps(Protocol):
    """A map that a group may change to match its own board; a game begins with it by the option `map`."""

    @abstractmethod
    def board_sheet(self, text: bytes) -> dict[str, Any]:
        """A group's own board, read from a file, as the facts in which it differs from the book's."""

    @abstractmethod
    def board_words(self, text: bytes) -> list[str]:
        """What a group's own board splits, merges and renames, in sentences."""

    @abstractmethod
    def board_text(self, options: Mapping[str, str]) -> str:
        """The map of a game with these options, as a file that can be read in again."""

    @abstractmethod
    def adjacent(self, world: World, place: str) -> Trace:
        """What a place touches on the map of this game, with the rule that says what adjacent means."""


# -- bots, advice and simulations
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


@runtime_checkable
class ReckonsWorth(Protocol):
    """What attempts promise, and how well everybody stands: bots, advice and luck go by it."""

    prospects_say: str = ""  # what `prospect` reckons, in words

    @abstractmethod
    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        """What so many points of the seat in a subject promise it (None: as many as lie there), if it can be told."""

    @abstractmethod
    def score(self, world: World) -> Mapping[str, int]:
        """How well each seat stands, in the game's own money or points."""

    @abstractmethod
    def priced(self, worth: str) -> str:
        """A sum of the game's own money or points, as a player would write it."""

    def duel(self, world: World, frame: Frame) -> Duelling | None:
        """What is at stake where two seats bid in secret at this frame, if they do."""
        return None

    def contests(self, world: World, seat: str) -> Mapping[str, Duelling]:
        """What the seat could spend on now, by the answer that names it: one purse for all, against one rival's."""
        return {}

    def purse(self, world: World, seat: str) -> int:
        """What a seat can still spend on such things this turn."""
        return 0

    def rationed(self, world: World, seat: str) -> tuple[frozenset[str], int]:
        """The subjects of which a seat can try only so many before its points lapse, and how many of them."""
        return frozenset(), 0

    def historical_side(self, seat: str) -> frozenset[str]:
        """The subjects that were on this seat's side in the war that was."""
        return frozenset()

    def success(self, by: str, cause: Mapping[str, Any]) -> tuple[Fraction, bool] | None:
        """Of a recorded roll, the chance of success that was told before it, and whether it came; None without such."""
        odds = cause.get("odds") or {}
        if "success" not in odds:
            return None
        chance, sides = Fraction(odds["success"]), int(cause["die"][1:])
        return chance, cause["roll"] <= chance * sides  # such rolls succeed low


@runtime_checkable
class RunsCampaigns(Protocol):
    """Whole campaigns for the simulator, and ways to play them."""

    @abstractmethod
    def campaign(self, scenario: str, rounds: int, options: Mapping[str, str] | None = None) -> Campaign:
        """What a simulation of so many rounds, with these options, needs to know."""

    @abstractmethod
    def policies(self) -> Mapping[str, Policy]:
        """How the seats of a simulation can be played, by name."""
