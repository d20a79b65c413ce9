"""Shapes of the desk: who is to move, purses, gauges, marks, what is asked, and what a number rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.core.trace import Trace

__all__ = [
    "Bid",
    "Column",
    "Fact",
    "Gauge",
    "Legend",
    "Mark",
    "Nation",
    "Posting",
    "Purse",
    "PurseLine",
    "Reckoning",
    "RollDue",
    "Row",
    "Rung",
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
    of_wholes: bool = False  # empty for a part that goes with its whole


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
