"""Rules: a ledger id, a condition over facts and an effect, declared once.

An id is declared as what it is, and each kind has one door through which it acts, is logged, and can be turned round:

| kind | door | what it does |
|---|---|---|
| `Rule` | `applies`, by `carry_out` or `brings` | sets facts when its condition holds |
| `Limit`, `Permit` | `forbids`, `allows` | forbids; allows |
| `Modifier` | `amount`, `added`, `gain` | adds to a number while its condition holds |
| `Datum` | `value` | a value that named code reads |
| `Order` | `of` | a sequence that the machine goes through and the ladder prints |
| `Duty` | `told` | words for a seat at their moment |
| `bespoke` | a call | a function of its own: what the vocabulary cannot say |
| `Definition` | none | words only |

A book's own classes act through the same few doors: `judged` (a condition), `decided` (a verdict that is none: a die,
a comparison), `comes_up` (what is held back unless it is due, wanted or open) and `brought_by` (what one outcome brings
and the others do not); `booked` is `carry_out` for what a step only writes down.  Nothing but a door writes into the
log, and what a door returns is what is done.

A `Registry` checks every id against the ledgers and keeps where it was declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from legation.core.compiled import Compiled
from legation.core.errors import BadRulebook, Refused
from legation.core.expr import NO, YES, Expr, Look, WhenElse, amount, holds, lacking, lift, node, turned_part
from legation.core.facts import Change, World
from legation.core.ledger import Ledgers
from legation.core.span import Span, pick
from legation.core.trace import Trace
from legation.core.turning import EFFECT, NEGATED, NUMBER, OMITTED, PART, SILENCED, TURNED, is_turned, other, turn_of

if TYPE_CHECKING:
    from legation.core.deeds import Deed, Deeds

__all__ = [
    "Assign",
    "Bespoke",
    "Clause",
    "Copy",
    "Datum",
    "Definition",
    "Duty",
    "Limit",
    "Modifier",
    "Order",
    "Permit",
    "Registry",
    "Rule",
    "bespoke",
    "booked",
    "brought_by",
    "carry_out",
    "cites_of",
    "comes_up",
    "decided",
    "first_refusal",
    "judged",
    "laid_down",
    "sets",
    "turned_condition",
]


K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True)
class Copy:
    """The value that another fact has."""

    fact: str


@dataclass(frozen=True, eq=False)
class Assign:
    """A fact takes a value, if the condition holds; with None nobody can say it any more."""

    fact: str
    value: int | bool | str | Expr | Copy | None
    when: Expr = YES

    def new_value(self, world: World) -> Any:
        if isinstance(self.value, Expr):
            value = self.value.value(world)
            if isinstance(value, Span):
                raise lacking(self.value.english, world, self.value)
            return value if isinstance(value, bool) else int(value)
        return world.get(self.value.fact) if isinstance(self.value, Copy) else self.value

    def change(self, world: World, cite: str) -> Change | None:
        """What this does to a world, if anything."""
        old, new = world.get(self.fact), self.new_value(world)
        return None if old == new else Change(self.fact, old, new, cite)


def sets(fact: str, value: int | bool | str | Expr | Copy | None, when: Expr = YES) -> Assign:
    return Assign(fact, value, when)


@dataclass(frozen=True, eq=False)
class Rule:
    """When the condition holds, facts are set, and then the rules in `then` are looked at in their order.

    `again` marks the same rule at another moment, or for another nation; otherwise an id is declared once.
    """

    label: str
    cite: str
    when: Expr = YES
    sets: tuple[Assign, ...] = ()
    then: tuple[Rule | Bespoke, ...] = ()
    again: bool = False

    def applies(self, world: World) -> bool:
        if TURNED:
            return _judged(self, world)
        if self.when is YES or self.when is NO:
            value: Any = self.when is YES
        else:
            value = self._written(world) if world.__class__ is World else None
        found = value if value.__class__ is bool else holds(self.when, world)
        world.note(self.cite, found, self)
        return found

    def brings(self, world: World, facts: Mapping[str, Any]) -> list[Change]:
        """If it applies, what it sets, where code has worked out the values."""
        if not self.applies(world):
            return []
        changes = [world.change(fact, value, self.cite) for fact, value in facts.items()]
        return kept(changes) if TURNED else changes

    @cached_property
    def _written(self) -> Compiled[Any]:
        """The condition, for when it is asked for often."""
        return Compiled(self.when.value, (self.when,))

    def trace(self, world: World) -> Trace:
        value = self.when.value(world)
        return Trace(self.label, value, (self.when.trace(world),), rule=self.cite, applied=value is True)


def _judged(declared: Any, world: World) -> bool:
    """Whether the condition of a declaration holds, as it says or as it is turned round."""
    found = holds(turned_condition(declared.cite, declared.when, getattr(declared, "label", "")), world)
    world.note(declared.cite, found, declared)
    return found


def judged(declared: Any, world: World) -> bool:
    """The door for a book's own classes with a condition: whether it holds, as it says or as it is turned round."""
    if TURNED:
        return _judged(declared, world)
    found = holds(declared.when, world)
    world.note(declared.cite, found, declared)
    return found


def decided(declared: Any, world: World, verdict: bool) -> bool:
    """The door for a verdict that is no condition, such as that of a die: as it was found, or turned round.

    Under several ids (`also`) it is that of each.  A class that says how it `turns` does so itself.
    """
    cites = cites_of(declared)
    if TURNED and NEGATED not in getattr(declared, "turns", ()):
        verdict = verdict is not any(is_turned(cite, NEGATED) for cite in cites)
    for cite in cites:
        world.note(cite, verdict, declared)
    return verdict


def comes_up(world: World, found: bool, *declared: Any) -> bool:
    """Whether something is due, wanted or open at all: if not, these are held back; if so, what follows decides."""
    if not found:
        for one in declared:
            world.note(one.cite, False)
    return found


def brought_by(outcomes: Mapping[K, Sequence[T]], which: K, world: World) -> Sequence[T]:
    """What this outcome brings; what only the others would have brought is held back."""
    for outcome, brought in outcomes.items():
        if outcome != which:
            comes_up(world, False, *brought)
    return outcomes[which]


def turned_condition(cite: str, when: Expr, label: str = "") -> Expr:
    """A condition under an id, as it says or as it is turned round."""
    turn = turn_of(cite, label)
    if turn is None:
        return when
    if turn.how == OMITTED:
        return NO
    return ~when if turn.how == NEGATED else turned_part(when, turn) if turn.how == PART else when


@dataclass(frozen=True, eq=False)
class Bespoke:
    """Rules written as a plain function under the same contract: declared reads, an id for each, returned values.

    As part of a rulebook it returns changes; a step may call it for anything: a verdict, a number, names, a directive.
    Several ids may share a function where each has effects, or a question, of its own.
    """

    label: str
    cite: str
    reads: tuple[Expr, ...]
    function: Callable[..., Any]
    when: Expr = YES
    also: tuple[str, ...] = ()

    def applies(self, world: World) -> bool:
        if TURNED:
            return _judged(self, world)
        found = holds(self.when, world)
        world.note(self.cite, found, self)
        return found

    def __call__(self, world: World, *rest: Any, **more: Any) -> Any:
        if TURNED and self.cite in TURNED and self.returns_nothing:
            return None  # it only refuses, which is left out
        found = self.function(world, *rest, **more)
        if TURNED:
            for cite in (self.cite, *self.also):
                if cite in TURNED:
                    found = left_out(found, cite, alone=not self.also)
        if not self.also:
            world.note(self.cite, found is None or bool(found), self)
            return found
        for cite in (self.cite, *self.also):
            world.note(cite, _carries(found, cite), self)
        return found

    @property
    def returns_nothing(self) -> bool:
        return self.function.__annotations__.get("return") in (None, "None")

    def __get__(self, one: Any, kind: Any = None) -> Any:
        return self if one is None else MethodType(self, one)


F = TypeVar("F", bound=Callable[..., Any])


def bespoke(cite: str, *also: str, reads: Iterable[Expr] = (), when: Expr = YES) -> Callable[[F], F]:
    """Declare odd rules as a function; its first docstring line is their label."""

    def wrap(function: F) -> F:
        label = re.sub(r"(?<![A-Z])\.$", "", (function.__doc__ or "").strip().split("\n")[0])
        if not label:
            raise BadRulebook(f"the bespoke rule {cite} has no docstring", where=function.__name__)
        return cast(F, Bespoke(label, cite, tuple(reads), function, when, also))

    return wrap


def _carries(found: Any, cite: str) -> bool:
    """Whether something that a function for several ids has found is by this one."""
    if isinstance(found, list | tuple):
        return any(getattr(change, "rule", cite) == cite for change in found)
    return found is None or bool(found)


def left_out(found: Any, cite: str, alone: bool) -> Any:
    """What a function has found, without what is by this id; if nothing in it is, and it is `alone`, the opposite."""
    if isinstance(found, list | tuple) and any(getattr(change, "rule", None) == cite for change in found):
        return [change for change in found if change.rule != cite]
    return other(found) if alone else found


def carry_out(rules: Iterable[Rule | Bespoke], world: World) -> tuple[World, list[Change]]:
    """Apply rules in order, each on the world the one before left; only real changes are returned."""
    done: list[Change] = []
    for rule in rules:
        if not rule.applies(world):
            continue
        if isinstance(rule, Bespoke):
            changes = [c for c in rule(world) if c.real]
        else:
            changes = []
            for assign in rule.sets:
                if assign.when is not YES and not holds(assign.when, world):
                    continue
                if change := world.changed_by(assign, rule.cite):
                    changes.append(change)
                elif changes:  # a later assignment of the old value takes back an earlier one of another
                    changes = [c for c in changes if c.fact != assign.fact]
        if TURNED:
            changes = kept(changes)
        world = _after(world, changes)
        done += changes
        if isinstance(rule, Rule) and rule.then:
            world, more = carry_out(rule.then, world)
            done += more
    return world, done


def booked(rules: Iterable[Rule], world: World) -> list[Change]:
    """What rules write down that all look at this world; what the facts were before is not asked about.

    So many worlds, which differ in that, keep their books in one go.
    """
    done: list[Change] = []
    for rule in rules:
        if rule.applies(world):
            due = (one for one in rule.sets if one.when is YES or holds(one.when, world))
            done += [world.change(one.fact, _booked(one, world), rule.cite) for one in due]
    return done


def _booked(assign: Assign, world: World) -> Any:
    value = assign.value
    return amount(value, world) if isinstance(value, Expr) else assign.new_value(world)


def laid_down(rule: Rule, old: Any = None) -> list[Change]:
    """What a rule sets as a game is set up, before there is a world to judge."""
    left_out = TURNED and turned_condition(rule.cite, rule.when, rule.label) is NO
    return [] if left_out else [Change(assign.fact, old, assign.value, rule.cite) for assign in rule.sets]


def kept(changes: Iterable[Change]) -> list[Change]:
    """The changes whose rule is not turned round so that its effect is left out."""
    return [change for change in changes if not is_turned(change.rule, EFFECT)]


def _after(world: World, changes: list[Change]) -> World:
    return world.with_changes(changes, world.now) if changes else world


@dataclass(frozen=True, eq=False)
class Modifier:
    """A number that is added while the condition holds.  `stage` says when in the order of application."""

    value: Expr
    label: str
    cite: str
    when: Expr = YES
    stage: str = "general"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", lift(self.value))

    def amount(self, look: Look) -> Any:
        when = (turned_condition(self.cite, self.when) if TURNED else self.when).value(look)
        if when is False:
            return 0
        value = look.house[self.cite] if self.cite in look.house else self.value.value(look)
        if TURNED and is_turned(self.cite, NUMBER):
            value = value + 1
        return value if when is True else pick(when, value, 0)

    def added(self, world: World) -> int:
        """What it adds in a world, outside of a table; `Unknown` if that cannot be said yet."""
        value = self.amount(world)
        if isinstance(value, Span):
            raise lacking(self.label, world, self.when, self.value)
        found = int(value)
        world.note(self.cite, found != 0, self)
        return found

    @cached_property
    def gain(self) -> Expr:
        """What it adds, as an expression."""
        return Gain(self.when, self.value, lift(0), self.cite)


@node
class Gain(WhenElse):
    """The number of a modifier while its condition holds."""

    cite: str

    def value(self, look: Look) -> Any:
        if TURNED and self.cite in TURNED:
            return Modifier(self.yes, "", self.cite, self.truth).amount(look)
        if self.cite in look.house:
            return pick(self.truth.value(look), look.house[self.cite], 0)
        return super().value(look)


@dataclass(frozen=True, eq=False)
class Clause:
    """A condition under an id, with what it means in words: a `Limit` forbids, a `Permit` allows."""

    label: str
    cite: str
    when: Expr = YES
    on: Deed | Deeds | None = field(default=None, kw_only=True)  # the deed that it is about, if it speaks of its roles
    unnamed = ("on",)

    def holds(self, world: World) -> bool:
        if TURNED:
            return _judged(self, world)
        found = holds(self.when, world)
        world.note(self.cite, found, self)
        return found

    def trace(self, world: World) -> Trace:
        value = self.when.value(world)
        return Trace(self.label, value, (self.when.trace(world),), rule=self.cite, applied=value is True)


class Limit(Clause):
    """Something is forbidden while the condition holds."""

    def forbids(self, world: World) -> bool:
        return self.holds(world)

    def refuse(self, world: World, message: str = "", allowed: list[Any] | None = None) -> None:
        """Refuse, if it forbids."""
        if self.forbids(world):
            raise Refused(message or self.label, rule=self.cite, allowed=allowed)


class Permit(Clause):
    """Something is allowed while the condition holds."""

    def allows(self, world: World) -> bool:
        return self.holds(world)

    def demand(self, world: World, message: str = "", allowed: list[Any] | None = None) -> None:
        """Refuse, unless it allows."""
        if not self.allows(world):
            raise Refused(message or self.label, rule=self.cite, allowed=allowed)


def first_refusal(limits: Iterable[Limit], world: World) -> Limit | None:
    """The first limit that forbids, if any does."""
    return next((limit for limit in limits if limit.forbids(world)), None)


# -- what is no condition
@dataclass(frozen=True, eq=False)
class Definition:
    """A word of the book, explained.  Nothing is decided by it."""

    label: str
    cite: str


@dataclass(frozen=True, eq=False)
class Datum:
    """A value that named code reads."""

    label: str
    cite: str
    value: Any


@dataclass(frozen=True, eq=False)
class Order:
    """A sequence that the machine goes through and the ladder prints: the names of steps, nations or moments."""

    label: str
    cite: str
    of: tuple[Any, ...]
    again: bool = False  # another sequence under an id that is declared elsewhere
    says: str = ""  # the sequence in words, where its names are only handles

    def after(self, one: Any) -> Any:
        """What comes next; None after the last."""
        place = self.of.index(one) + 1
        return self.of[place] if place < len(self.of) else None

    def sorted(self, some: Iterable[Any]) -> list[Any]:
        """Some of them, in this order."""
        return sorted(some, key=self.of.index)


@dataclass(frozen=True, eq=False)
class Duty:
    """What only the table can carry out: words for a seat (or for all) at their moment, while the condition holds.

    `again` marks the words of an id that is declared as something else, or told at another moment as well.
    """

    label: str
    cite: str
    when: Expr = YES
    to: str = ""  # the seat it is told to; the table if empty
    again: bool = False  # the words of a rule that is declared elsewhere

    def told(self, world: World) -> str:
        """The words, if they are due now; otherwise nothing."""
        if TURNED and is_turned(self.cite, SILENCED):
            return ""
        due = _judged(self, world) if TURNED else holds(self.when, world)
        if not TURNED:
            world.note(self.cite, due, self)
        return self.label if due else ""

    def trace(self, world: World) -> Trace:
        value = self.when.value(world)
        return Trace(self.label, value, (self.when.trace(world),), rule=self.cite, applied=value is True)


# -- the registry
@dataclass(frozen=True)
class Declared:
    """An id with its declaration, and the chapter that it stands in."""

    cite: str
    where: str
    rule: Any

    @property
    def chapter(self) -> str:
        """The part of the book in which it stands."""
        return self.where.split(" › ")[0].partition("[")[0]


@dataclass
class Registry:
    """Every declared id of a book, checked against its ledgers."""

    ledgers: Ledgers
    declared: dict[str, Declared] = field(default_factory=dict)
    bespoke: list[Bespoke] = field(default_factory=list)
    _seen: set[int] = field(default_factory=set)
    _keep: list[Any] = field(default_factory=list)  # keeps walked objects alive, so that their ids stay unique

    @property
    def walked(self) -> Sequence[Any]:
        """Everything that was met on the way, the same id at another moment included."""
        return self._keep

    @property
    def brought(self) -> list[Rule]:
        """Rules of which only the condition is declared: what they bring, a step works out (`Rule.brings`)."""
        plain = (found for found in self._keep if type(found) is Rule and not found.sets and not found.then)
        return list({(rule.cite, rule.label): rule for rule in plain}.values())

    def declare(self, where: str, *objects: Any) -> None:
        """Walk declarations (dataclasses, tuples, mappings) and register each `cite` found in them."""
        for found in objects:
            self._walk(found, where)

    def _walk(self, found: Any, where: str) -> None:
        if isinstance(found, str | int | bool | type(None)) or id(found) in self._seen:
            return
        if isinstance(found, Mapping):
            for key, value in found.items():
                self._walk(value, f"{where}[{key}]")
        elif isinstance(found, tuple | list | set | frozenset):
            for value in found:
                self._walk(value, where)
        elif is_dataclass(found) and not isinstance(found, type):
            self._seen.add(id(found))
            self._keep.append(found)
            name = getattr(found, "name", None) or getattr(found, "label", None)
            inner = where if isinstance(found, Expr) or not name else f"{where} › {name}"
            for cite in cites_of(found):
                self._register(cite, found, inner)
            if isinstance(found, Bespoke):
                self.bespoke.append(found)
            for f in fields(found):
                if not f.name.startswith("_"):
                    self._walk(getattr(found, f.name), inner)

    def _register(self, cite: str, rule: Any, where: str) -> None:
        self.ledgers.check(cite, where)
        before = self.declared.get(cite)
        if before is None:
            self.declared[cite] = Declared(cite, where, rule)
        elif getattr(rule, "again", False) or isinstance(rule, Expr):
            pass
        elif not isinstance(before.rule, Expr) and not getattr(before.rule, "again", False):
            raise BadRulebook(f"the id {cite} is declared twice", where=where, hint=f"first in {before.where}")
        else:
            self.declared[cite] = Declared(cite, where, rule)

    def reads(self) -> Iterator[tuple[str, str]]:
        """Every fact that a declaration reads or sets, with the place."""
        for entry in self.declared.values():
            for found in _expressions(entry.rule):
                for key in found.reads():
                    yield key, entry.where
            for assign in getattr(entry.rule, "sets", ()) or ():
                yield assign.fact, entry.where
                if isinstance(assign.value, Copy):
                    yield assign.value.fact, entry.where


def cites_of(found: Any) -> tuple[str, ...]:
    """The ids under which something is declared."""
    cite = getattr(found, "cite", None)
    also = getattr(found, "also", ())
    first = () if cite is None or cite == "" else (cite,) if isinstance(cite, str) else tuple(cite)
    return first + tuple(also)


def _expressions(found: Any) -> Iterator[Expr]:
    if isinstance(found, Expr):
        yield found
    elif isinstance(found, tuple):
        for value in found:
            yield from _expressions(value)
    elif is_dataclass(found) and not isinstance(found, type):
        for f in fields(found):
            yield from _expressions(getattr(found, f.name))
