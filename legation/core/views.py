"""Views: what a book presents of itself to one seat, as plain values that pages, JSON and the terminal print.

The shapes come first: a ladder of business, a purse, a gauge, a mark on the map, a right with its steps, a dossier with
its sections, series over time.  `Views` is what a book overrides where it has more than every book has.  An edge that
prints them knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from legation.core.facts import Family
from legation.core.intents import UNDECIDED, Blank, Intent
from legation.core.requests import Request
from legation.core.trace import Trace
from legation.core.voice import figure, show_value
from legation.core.words import capital, percent, signed

if TYPE_CHECKING:
    from legation.core.chronicle import Effect, RecordLine
    from legation.core.machine import Frame
    from legation.core.sight import Sight

__all__ = [
    "Bars",
    "Bid",
    "StoryChapter",
    "Column",
    "Dispatch",
    "Dossier",
    "Due",
    "Fact",
    "Facts",
    "Fell",
    "Forces",
    "Gauge",
    "StoryEvent",
    "Kin",
    "Lane",
    "Legend",
    "Letter",
    "Level",
    "Limits",
    "Mark",
    "Nation",
    "Odds",
    "Outlook",
    "Points",
    "Proposal",
    "Posting",
    "Purse",
    "PurseLine",
    "Reckoning",
    "OpenedLetters",
    "Right",
    "Rights",
    "RollDue",
    "Row",
    "Rung",
    "Sayings",
    "Section",
    "Sheet",
    "Squares",
    "Stacks",
    "Step",
    "Story",
    "TakeBack",
    "Tell",
    "Thrown",
    "Threshold",
    "Tip",
    "Tips",
    "Tray",
    "Views",
    "Way",
]


# -- where the game stands
@dataclass(frozen=True)
class Nation:
    """A nation in an order of play."""

    seat: str
    name: str
    bloc: str
    state: str  # done, at or to come


@dataclass(frozen=True)
class Rung:
    """A step of the order of business."""

    label: str
    state: str  # done, now or todo
    note: str = ""
    order: tuple[Nation, ...] = ()
    short: str = ""  # the label where there is little room


@dataclass(frozen=True)
class PurseLine:
    """One line of a purse: what, and how much."""

    label: str
    value: str
    why: str = ""  # the query of the page that explains it
    sum: bool = False


@dataclass(frozen=True)
class Purse:
    """What a seat has to spend."""

    title: str
    cells: tuple[str, ...]
    says: str
    lines: tuple[PurseLine, ...]
    note: str = ""
    cite: str = ""
    free: int | None = None  # what is left of it, where that is known


@dataclass(frozen=True)
class Gauge:
    """A level that everybody watches."""

    slug: str
    name: str
    level: str
    note: str
    fact: str
    says: str = ""  # the name in full
    share: float | None = None  # how far it is to the last threshold, where it is drawn as a bar
    next: float | None = None  # and where the next one stands


@dataclass(frozen=True)
class Mark:
    """How a place of the map is shown: tincture, class, words, and what stands at its mark."""

    bloc: str = ""
    cls: str = ""
    says: str = "Neutral to all"
    tag: str = ""  # a boxed word in place of a seal
    note: str = ""  # what falls due there
    to: tuple[str, ...] = ()  # the seats that it stands with
    keys: str = ""  # the places that count there


@dataclass(frozen=True)
class Legend:
    """What the signs of the map mean: each sign with its tincture and class, or a boxed word."""

    title: str
    signs: tuple[tuple[str, str, str, str], ...]  # tincture, class, boxed word, meaning
    seals: bool = False  # the class is also told by a seal


@dataclass(frozen=True)
class Way:
    """A choice of how to play that everybody should see before a game begins: one option, told in plain words."""

    option: str
    scenario: str  # where it can be chosen
    says: str
    ways: tuple[tuple[str, str, str], ...]  # value, name, what it means


@dataclass(frozen=True)
class Column:
    """A column of the table of all places: a family of facts, and how its values are read."""

    family: str
    name: str
    number: bool = False  # sorted as one
    counted: bool = False  # many facts of a place, added up by nation
    place: int = 0  # which of the names of a fact is the place


# -- what is asked
@dataclass(frozen=True)
class Bid:
    """The numbers to roll that a sealed sum can lead to, by what the other side may have sealed."""

    numbers: tuple[int, ...]
    before: int  # without the other side
    against: tuple[int, ...]


@dataclass(frozen=True)
class Reckoning:
    """A number that somebody would have to roll, or that is added to a die: its lines, and what it hangs on."""

    says: str  # what it is the number of
    trace: Trace
    gates: tuple[Trace, ...] = ()  # the conditions under which it is rolled for at all
    added: bool = False  # it is added to the die; else the die must not exceed it
    what_if: tuple[tuple[str, Mapping[str, Any], bool], ...] = ()  # a label, what is supposed, and whether it is so now
    supposing: str = ""  # what is supposed now, in words
    carried: tuple[Fact, ...] = ()  # facts that are used as they were last told


# -- reasons
@dataclass(frozen=True)
class Row:
    """One line of a reckoning."""

    text: str
    value: str
    rule: str
    applied: bool
    faces: tuple[str, ...] = ()
    parts: tuple[Row, ...] = ()
    ruling: int = 0  # the entry of a ruling it rests on
    open: bool = False  # nobody knows yet


@dataclass(frozen=True)
class Fact:
    """A fact with its source and its age."""

    key: str
    says: str
    value: str
    source: str
    kind: str  # of its origin: setup, rule, report, ruling, default, …
    entry: int
    rule: str
    old: str  # how old, where that matters
    icon: str


@dataclass(frozen=True)
class RollDue:
    """A roll that is open, reckoned as things lie now: what makes up its number, and what each face would bring."""

    number: str  # that the die must not exceed, or that is added to it
    applied: tuple[Row, ...] = ()
    held: tuple[Row, ...] = ()
    brings: tuple[tuple[int, str, str], ...] = ()  # by face: the result, and what that means
    more: tuple[str, ...] = ()  # by face: the result with one point more
    more_says: str = ""
    shown: tuple[str, ...] = ()  # what was opened for it
    success: str = ""
    failure: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)  # for the page that explains it


@dataclass(frozen=True)
class Posting:
    """One step of a number that is kept over the game: what moved it, by how much, and where it stood then."""

    seq: int
    when: str
    cause: str
    rule: str
    step: int
    after: int
    crossed: tuple[str, ...] = ()  # what it brought in sight or out of it


# -- what happened
@dataclass(frozen=True)
class Thrown:
    """What a book says of a die that fell: what for, what its sheet added to the face, and what it came to."""

    purpose: str
    added: int | None = None
    result: str = ""
    counts: bool = False  # by itself, though no fact that players talk about became different
    worth: int | None = None  # in money, where the dice of a throw are added up


@dataclass(frozen=True)
class Fell:
    """A die that fell: whose, what for, and the number that it must not exceed, where it succeeds or fails."""

    seq: int
    by: str
    by_name: str
    subject: str  # the country it is about, by name, or what it was thrown for
    purpose: str  # empty if something beside it says so
    roll: int
    die: str
    needed: int | None = None
    won: bool | None = None
    added: int | None = None  # by its sheet
    result: str = ""  # what it came to; empty if the headline says it
    by_chair: str = ""  # who typed it in, where that is another
    counts: bool = False  # though nothing that players talk about became different
    worth: int | None = None  # in money, where the dice of a throw are added up

    @property
    def says(self) -> str:
        """The face beside what it needed, or with what was added to it."""
        by = f", by {self.by_chair}," if self.by_chair else ""
        rolled = f"{self.by_name}{by} rolled {self.roll}"
        if self.needed is not None:
            return f"{rolled}, needed {self.needed} or less" if self.needed else f"{rolled}; no face would have done"
        if self.added is None:
            return rolled
        return f"{rolled}, {signed(self.added)} by the sheet: {figure(self.total)}"

    @property
    def told(self) -> str:
        """The same with what it came to, as a line of the record has it."""
        return f"{self.says}. {capital(self.result)}" if self.result else self.says

    @property
    def total(self) -> int:
        return self.roll + (self.added or 0)


@dataclass(frozen=True)
class Tell:
    """One thing that has come about, as a player would say it."""

    text: str
    rules: tuple[str, ...] = ()
    because: str = ""  # what the rule says of it
    place: str = ""  # whose dossier tells more
    mark: Mark | None = None  # how it is marked now
    seq: int = 0
    letter: str = ""  # under which the line stands on the map


@dataclass(frozen=True)
class Letter:
    """What one seat had sealed, now that it lies open."""

    seat: str
    name: str
    bloc: str
    holds: tuple[str, ...]  # a sum, or points by place


@dataclass(frozen=True)
class OpenedLetters:
    """Letters that were opened together, and the number to which they led."""

    seq: int
    letters: tuple[Letter, ...]
    needs: str = ""  # what the die must show, once that is known
    waits: str = ""  # who has to roll it, while it has not fallen
    about: str = ""  # what it was about, by name

    @property
    def says(self) -> str:
        told = "; ".join(f"{letter.name}: {', '.join(letter.holds) or 'nothing'}" for letter in self.letters)
        return f"{self.about}: {told}" if self.about else told


@dataclass(frozen=True)
class Dispatch:
    """What an act or a phase brought about, in order of meaning.  What the headline says is not said again."""

    headline: str  # the one thing that matters most, or how many there are
    first: int  # the entries that it tells of
    last: int
    phase: str
    lead: Tell | None = None  # what the headline tells, with its rules
    fell: tuple[Fell, ...] = ()
    tells: tuple[Tell, ...] = ()
    board: tuple[Tell, ...] = ()  # what is to be moved on the table's own board
    books: tuple[tuple[str, str, str, str], ...] = ()  # what was only written down: what, was, is, rule
    idle: tuple[Fell, ...] = ()  # dice that changed nothing
    reveals: tuple[OpenedLetters, ...] = ()  # what was opened, letter by letter
    phases: tuple[Dispatch, ...] = ()  # over a longer time, a dispatch for each phase; what they tell stands in them
    waits: tuple[Tell, ...] = ()  # what was settled and has not come about yet, with what it waits for
    earlier: tuple[Dispatch, ...] = ()  # over several turns, a dispatch for each before the last

    @property
    def lines(self) -> tuple[Tell, ...]:
        """All that has come about, in the order in which it is told."""
        own = (*((self.lead,) if self.lead else ()), *self.tells)
        return (*own, *(line for phase in self.phases for line in phase.lines))

    @property
    def all_waits(self) -> tuple[Tell, ...]:
        return (*self.waits, *(tell for phase in self.phases for tell in phase.waits))

    @property
    def says(self) -> str:
        """All of it in a breath: the headline, a die that stands alone, and at most three consequences."""
        told = [self.headline, *(die.says for die in self.fell[:1] if len(self.fell) == 1)]
        told += [line.text for line in self.lines if line is not self.lead][:3]
        return " ".join(text if text.endswith((".", "?", "!")) else f"{text}." for text in told)

    @property
    def by_cause(self) -> list[tuple[Fell | None, tuple[Tell, ...], tuple[Tell, ...]]]:
        """Each die with what it brought about and what is to be moved by it; what came of no die stands alone."""
        dice = {die.seq: die for die in self.fell}
        seqs = sorted({*dice, *(tell.seq for tell in (*self.tells, *self.board))})
        return [
            (
                dice.get(seq),
                tuple(tell for tell in self.tells if tell.seq == seq),
                tuple(tell for tell in self.board if tell.seq == seq),
            )
            for seq in seqs
        ]


@dataclass(frozen=True)
class Due:
    """A roll that is due, or comes up when another succeeds."""

    purpose: str  # under which its face is told
    seat: str
    by_name: str
    bloc: str
    subject: str  # the country it is about, by name, or what it is thrown for
    says: str  # what it would bring about
    sides: int
    needed: int | None = None  # the number that it must not exceed, where it succeeds or fails
    added: int | None = None  # to the die, where it is thrown on a table
    cite: str = ""
    country: str = ""  # whose dossier tells more
    hangs_on: str = ""  # the purpose of the roll that must succeed first

    @property
    def needs(self) -> str:
        if self.needed is None:
            return "" if self.added is None else f"{signed(self.added)} to the die"
        return f"{self.needed} or less" if self.needed != 1 else "1"


@dataclass(frozen=True)
class Tray:
    """All rolls that somebody has to make now, one after another, as far as can be foreseen."""

    phase: str
    request: int  # the first of them
    rolls: tuple[Due, ...]
    server: bool = False  # the server may make them

    @property
    def sure(self) -> int:
        """How many there are in any case."""
        return sum(not due.hangs_on for due in self.rolls)


@dataclass(frozen=True)
class Proposal:
    """What somebody has proposed: to take back an act across a die, or to end the game."""

    seq: int  # its entry
    what: str  # undo or end
    by: str
    by_name: str
    says: str  # what would be taken back
    reason: str
    asked: tuple[tuple[str, str, bool], ...]  # seat, name, whether it has said yes
    mine: bool = False  # this reader proposed it
    wanted: bool = False  # this reader is asked


@dataclass(frozen=True)
class TakeBack:
    """What a reader could take back: at once, by leave of others, or not at all, and why."""

    entry: int = 0
    says: str = ""
    free: bool = False
    asks: tuple[str, ...] = ()  # those who would be asked, by name
    why_not: str = ""
    proposal: Proposal | None = None


# -- dossiers
@dataclass(frozen=True)
class Step:
    """A step of a progression."""

    number: int
    says: str
    state: str  # hit, miss, next or empty
    note: str = ""


@dataclass(frozen=True)
class Right:
    """One nation's way into a country."""

    nation: str
    name: str
    bloc: str
    aim: str
    rule: str
    open: bool | None  # None: it hangs on what nobody has told yet
    steps: tuple[Step, ...]
    gate: tuple[Row, ...]
    why: str


@dataclass(frozen=True)
class Tip:
    """Something that would move the country."""

    text: str
    rule: str
    icon: str
    note: str = ""
    faces: tuple[str, ...] = ()
    pct: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a dossier; `part` says how it is printed."""

    part: ClassVar[str] = ""
    title: str


@dataclass(frozen=True)
class Rights(Section):
    """The ways of all nations into a country."""

    part: ClassVar[str] = "rights"
    rights: tuple[Right, ...] = ()


@dataclass(frozen=True)
class Tips(Section):
    """What is one step away."""

    part: ClassVar[str] = "tips"
    tips: tuple[Tip, ...] = ()


@dataclass(frozen=True)
class Outlook(Section):
    """The exact chances of where it stands after each of the next turns; fetched apart, since it takes a moment."""

    part: ClassVar[str] = "outlook"
    says: str = ""
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()  # an outcome, its share by turn


@dataclass(frozen=True)
class Odds(Section):
    """What can happen next: each roll with its outcomes, what they mean and their chances."""

    part: ClassVar[str] = "odds"
    rolls: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = ()
    as_told: str = ""  # with which facts that are old


@dataclass(frozen=True)
class Forces(Section):
    """Who stands in a country, and its own army."""

    part: ClassVar[str] = "forces"
    units: tuple[tuple[str, int], ...] = ()
    guests: tuple[tuple[str, str, str], ...] = ()  # tincture, name, what it has there


@dataclass(frozen=True)
class Kin(Section):
    """The places that belong together, each with its mark and its worth."""

    part: ClassVar[str] = "kin"
    places: tuple[tuple[str, str, Mark, str], ...] = ()


@dataclass(frozen=True)
class Facts(Section):
    """Facts with their source and age, or such as are still wanted."""

    part: ClassVar[str] = "facts"
    facts: tuple[Fact, ...] = ()
    wanted: bool = False  # the table should tell them


@dataclass(frozen=True)
class Limits(Section):
    """How many more may come, and by which rule."""

    part: ClassVar[str] = "limits"
    limits: tuple[tuple[str, str, str], ...] = ()  # for whom, how many more, rule


@dataclass(frozen=True)
class Sayings(Section):
    """What the referee has to say of a place, with its rules."""

    part: ClassVar[str] = "sayings"
    sayings: tuple[tuple[str, str], ...] = ()  # what the referee says, and its rule


@dataclass(frozen=True)
class StoryEvent:
    """Something that happened to a land: what changed, by which rule, in which entry."""

    seq: int
    lead: str
    text: str
    changes: tuple[tuple[str, str, str, str], ...]  # what, was, is, rule


@dataclass(frozen=True)
class StoryChapter:
    """What happened in one season or turn."""

    when: str
    events: tuple[StoryEvent, ...]


@dataclass(frozen=True)
class Story(Section):
    """What has become of a land, oldest first."""

    part: ClassVar[str] = "story"
    chapters: tuple[StoryChapter, ...] = ()


@dataclass(frozen=True)
class Sheet(Section):
    """The sheet of a roll on a table."""

    part: ClassVar[str] = "sheet"
    by: str = ""
    by_name: str = ""
    choices: tuple[tuple[str, str, bool], ...] = ()  # a name, the query of the same page for it, whether it is chosen
    applied: tuple[Row, ...] = ()
    held: tuple[Row, ...] = ()
    total: str = ""
    bands: tuple[tuple[str, str, tuple[int, ...], str], ...] = ()  # key, label, faces, chance
    ends: tuple[str, str] = ("", "")  # whom a low and a high result favours
    points: tuple[tuple[str, str, tuple[str, ...], bool], ...] = ()  # of the reader's: count, total, chances, now
    points_head: tuple[str, ...] = ()
    needs: tuple[Fact, ...] = ()
    gates: tuple[Row, ...] = ()
    carried: tuple[Fact, ...] = ()  # facts that are used as they were last told
    as_told: str = ""  # the mark for it, in words


@dataclass(frozen=True)
class Threshold:
    """A level of a gauge at which something opens or closes."""

    level: int
    label: str
    reached: bool
    likely: str
    rule: str


@dataclass(frozen=True)
class Level(Section):
    """A level over time: as it was, its course, what it brings and what moved it this turn."""

    part: ClassVar[str] = "level"
    level: int = 0
    effective: str = ""
    each_turn: str = ""
    past: tuple[tuple[str, str, int], ...] = ()  # turn, how it is marked in a chart, level
    ahead: tuple[tuple[int, int], ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    log: tuple[tuple[str, str, str], ...] = ()  # what moved it, by which rule, by how much
    forecast: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()  # when, level, chances


@dataclass(frozen=True)
class Points(Section):
    """Lines that add up, each with its rule."""

    part: ClassVar[str] = "points"
    rows: tuple[tuple[str, str, str], ...] = ()  # label, rule, number
    total: tuple[str, str] = ("", "")
    private: bool = False  # for the reader's eyes alone


@dataclass
class Dossier:
    """All that is told of a country, a land, a power or a track."""

    slug: str
    name: str
    lede: str = ""
    mark: Mark = field(default_factory=lambda: Mark(says=""))
    facts: tuple[tuple[str, str, str], ...] = ()  # label, value, query of why
    wide: tuple[Section, ...] = ()
    main: tuple[Section, ...] = ()
    aside: tuple[Section, ...] = ()
    aside_says: str = "Facts and history"
    history: bool = True  # the entries that touched it are told

    @property
    def sections(self) -> tuple[Section, ...]:
        return (*self.wide, *self.main, *self.aside)

    def plain(self) -> dict[str, Any]:
        """As JSON has it: each section with the `part` that says what it is."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        for row in ROWS:
            sections = getattr(self, row)
            found[row] = [{"part": s.part, **told} for s, told in zip(sections, found[row], strict=True)]
        return found

    @classmethod
    def from_plain(cls, told: Mapping[str, Any]) -> Dossier:
        """What `plain` has written, as it came over a wire."""
        parts = {part.part: part for part in Section.__subclasses__()}
        wide, main, aside = (tuple(msgspec.convert(s, parts[s["part"]]) for s in told[row]) for row in ROWS)
        found = msgspec.convert({**told, **dict.fromkeys(ROWS, ())}, cls)
        return replace(found, wide=wide, main=main, aside=aside)


ROWS = ("wide", "main", "aside")  # the parts of a page that sections stand in


# -- series over time
@dataclass(frozen=True)
class Stacks:
    """Per turn a column for each camp: so many of each class, nation by nation."""

    id: str
    title: str
    says: str
    turns: tuple[int, ...]  # 0 is the start
    camps: tuple[tuple[str, tuple[str, ...]], ...]
    classes: tuple[str, ...]  # from the ground up
    counts: tuple[Mapping[str, Mapping[str, int]], ...]  # by turn: nation -> class -> number
    what: str  # what is counted
    note: str = ""


@dataclass(frozen=True)
class Bars:
    """Per nation and turn: what came in above the line, what went out below it."""

    id: str
    title: str
    says: str
    turns: tuple[int, ...]
    nations: tuple[str, ...]
    above: tuple[str, ...]  # the names of what came in
    below: tuple[str, ...]
    values: Mapping[str, tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]]  # nation -> by turn (above, below)
    note: str = ""


@dataclass(frozen=True)
class Squares:
    """Per nation and turn a square for every try, filled if it succeeded."""

    id: str
    title: str
    says: str
    turns: tuple[int, ...]
    nations: tuple[str, ...]
    values: Mapping[str, tuple[tuple[int, int], ...]]  # nation -> by turn (hits, tries)
    words: tuple[str, str, str] = ("succeeded", "failed", "attempts")


@dataclass(frozen=True)
class Lane:
    """Somebody who has changed sides, turn by turn."""

    slug: str
    name: str
    cells: tuple[Mark, ...]


Series = Stacks | Bars | Squares


class Views:
    """What a book presents of itself.  A book sets and overrides what it has more of than these defaults."""

    way: Way | None = None
    pitch: str = ""  # what the game is about, for somebody who is about to begin one
    plates: tuple[str, ...] = ()  # of the map, the large one of the desk first
    plate_titles: tuple[str, ...] = ()
    legends: tuple[Legend, ...] = ()
    sides: int = 6  # of the die on which most is decided
    low_wins: bool = False  # a roll succeeds with its low faces
    coin: str = ""  # before a sum of money
    gauges_title: str = "Levels"
    powers: tuple[str, ...] = ()
    tinctures: Mapping[str, str] = {}  # the colours of the powers, by the names of the stylesheet
    heraldry: Mapping[str, str] = {}  # what a herald calls the colours
    place_families: tuple[str, ...] = ()  # board facts that a place is asked for, in this order
    of_places: tuple[str, ...] = ()  # families with a place as their first name
    lands: str = ""  # the family of facts that every land has, with a dossier or without
    telling: tuple[str, ...] = ()  # families that players talk about, those that matter most first
    usual: tuple[str, ...] = ()  # events that are told in most turns, the most usual first
    on_board: tuple[str, ...] = ()  # families of pieces that the table moves on its own board
    columns: tuple[Column, ...] = ()
    story: Mapping[str, str] = {}  # facts that make the story of a land, and what to call them
    standing: str = ""  # the procedure that says how a land stands
    deadlines: tuple[str, ...] = ()  # facts of a land that say what is on its way
    example_rule: str = ""  # an id as a player would begin to type it

    # -- words
    def tincture(self, power: str) -> str:
        """The colour of a power; empty for what is no power."""
        return self.tinctures.get(power, "")

    def turn(self, sight: Sight) -> tuple[str, str]:
        """Where the game stands, for the masthead: the turn, and the part of it."""
        return self.heading(sight.game.phase)

    def heading(self, phase: str) -> tuple[str, str]:
        """A phase as the book calls it: the turn, and the part of it, if it has come to one."""
        turn, _, part = phase.partition(", " if ", " in phase else ": ")
        return turn, part

    def turn_short(self, sight: Sight) -> tuple[str, str]:
        """The same where there is little room."""
        return self.turn(sight)[0], ""

    def when(self, sight: Sight) -> str:
        """When the game stands, in a few words."""
        return self.turn(sight)[0]

    def turn_says(self, turn: int) -> str:
        """A turn by its number, in words."""
        return f"turn {turn}"

    # -- the desk
    def ladder(self, sight: Sight) -> list[Rung]:
        return [Rung(sight.game.phase, "now")]

    def purse(self, sight: Sight) -> Purse | None:
        return None

    def in_hand(self, sight: Sight) -> str:
        """What the total of a ledger is."""
        return "In all"

    def payees(self, sight: Sight, place: str) -> list[str]:
        """The seats in whose ledgers a place stands."""
        return []

    def gauges(self, sight: Sight) -> list[Gauge]:
        return []

    def blanks(self, sight: Sight) -> Sequence[Blank]:
        """The sheets that the seat may fill in now, each with all that it decides."""
        return ()

    def intended(self, sight: Sight, intent: Intent, request: Request) -> Any:
        """The answer that a sheet of the seat gives to a request, or `UNDECIDED`."""
        return UNDECIDED

    # -- the map
    def mark(self, sight: Sight, place: str) -> Mark:
        return Mark(says="")

    def mark_of(self, family: str, names: Sequence[str], value: Any) -> Mark:
        """How one fact that has become so is marked in the record."""
        return Mark(says="")

    def tells(self, sight: Sight, seq: int, effects: Sequence[Effect]) -> Sequence[Tell]:
        """What an entry changed that players talk about, as they would say it."""
        found = []
        for effect in effects:
            text = effect.text
            rules = (effect.rule,) if effect.rule else ()
            found.append(Tell(text, rules, sight.label(effect.rule), effect.country, seq=seq))
        return found

    def waits(self, sight: Sight) -> Sequence[Tell]:
        """What is settled and comes about later: because of what not yet, and the entry that settled it."""
        return ()

    def moved(self, sight: Sight, changes: Sequence[tuple[int, Effect]]) -> Sequence[Tell]:
        """What is to be moved on the table's own board, from the pieces that have changed, each with its entry."""
        return [Tell(effect.text, (effect.rule,), seq=seq) for seq, effect in changes]

    def just_told(self, line: RecordLine, effect: Effect) -> bool:
        """Whether the table has moved a piece by itself, and told so: no news to it."""
        return False

    def purpose(self, sight: Sight, label: str) -> str:
        """What a die is thrown for, in words; its label is a name under which it can be found again."""
        head, *names = label.split("/")
        named = ", ".join(sight.place(name) for name in names)
        return f"{head} ({named})" if named else head

    def thrown(self, sight: Sight, label: str, line: RecordLine) -> Thrown:
        """A die of the record: without more, that of a rule which succeeds or not."""
        return Thrown(sight.label(line.rule) or capital(self.purpose(sight, label)))

    def stands_out(self, mark: Mark) -> bool:
        """Whether a part of a whole is marked otherwise than the whole."""
        return bool(mark.bloc or mark.tag)

    # -- a request
    def about(self, sight: Sight, request: Request) -> str:
        """A line under the heading of a request."""
        return ""

    def answered(self, sight: Sight, request: Request, value: Any) -> str:
        """What a seat did by an answer, after its name: “tries Norway”; nothing where question and answer say it."""
        return ""

    def rival(self, sight: Sight, request: Request) -> str:
        """Who seals against this seat."""
        return ""

    def roll_due(self, sight: Sight, request: Request) -> RollDue | None:
        """What an open roll rests on, as its step reckons it."""
        return None

    def added(self, frame: Frame) -> int | None:
        """What is added to the die that a frame waits for, where it is thrown on a table."""
        return None

    def influencer(self, sight: Sight, request: Request) -> str:
        """Whose attempt a request is about."""
        return ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        return {}

    def money(self, request: Request) -> bool:
        """Whether a request is for a sum of money."""
        return bool(self.coin) and request.kind in ("amount", "sealed") and not request.among

    # -- a subject
    def dossier(self, sight: Sight, subject: str, by: str = "") -> Dossier:
        """What a player wants to know of a subject: of any book, what it tells, its odds and what is on record."""
        ahead = sight.outlook(subject)
        words = sight.outcomes(subject)
        rolls = tuple(
            (roll, tuple((outcome, words.get(outcome, ""), percent(share)) for outcome, share in chances.items()))
            for roll, chances in ahead.odds.items()
        )
        found = self.land(sight, subject)
        found.main = (Odds("What can happen next", rolls, ahead.says), *found.main)
        found.aside = (Facts("To be told first", tuple(sight.facts(ahead.needs)), wanted=True),)
        return found

    def nation(self, sight: Sight, seat: str) -> Dossier:
        """A power that somebody plays: how it stands, what it may do, what it has."""
        rows = tuple((capital(trace.text), trace.rule or "", show_value(trace.value)) for trace in sight.accounts(seat))
        sections = (Points("What it may spend", rows),) if rows else ()
        return Dossier(seat, capital(sight.name(seat)), mark=Mark(self.tincture(seat), "own", ""), main=sections)

    def land(self, sight: Sight, slug: str) -> Dossier:
        """A land that the book keeps no dossier of: what is on record."""
        keys = [key for key in sight.world.set_facts() if slug in key.split(".")[1:]]
        record = Facts("On record", tuple(sight.facts(keys)[:24]))
        return Dossier(slug, sight.place(slug), mark=self.mark(sight, slug), main=(record,))

    def outlook(self, sight: Sight, subject: str, turns: int) -> Outlook | None:
        """Where a subject is going, if that can be told."""
        return None

    def reckoning(self, sight: Sight, subject: str, by: str, **how: Any) -> Reckoning | None:
        """The number that matters for a subject, of one nation or side, with what is supposed."""
        return None

    def ledger(self, sight: Sight, key: str) -> Sequence[Posting]:
        """The steps of a number that is kept over the game, oldest first; nothing for what is no such number."""
        return ()

    def series(self, sight: Sight) -> Sequence[Series]:
        """What is drawn over time."""
        return ()

    def lanes(self, sight: Sight) -> tuple[Sequence[str], Sequence[Lane]]:
        """The turns, and who has changed sides in them."""
        return (), ()

    def family_of_places(self, sight: Sight) -> list[Family]:
        known = sight.world.schema.by_name
        return [known[name] for name in self.place_families if name in known]
