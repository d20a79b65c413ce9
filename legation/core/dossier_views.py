"""Shapes of a dossier, section by section, and of what is drawn over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import msgspec

from legation.core.desk_views import Fact, Mark, Row

__all__ = [
    "Bars",
    "Dossier",
    "Facts",
    "Forces",
    "Kin",
    "Lane",
    "Level",
    "Limits",
    "Odds",
    "Outlook",
    "Points",
    "ROWS",
    "Right",
    "Rights",
    "Sayings",
    "Section",
    "Series",
    "Sheet",
    "Squares",
    "Stacks",
    "Step",
    "Story",
    "StoryChapter",
    "StoryEvent",
    "Threshold",
    "Tip",
    "Tips",
]


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
