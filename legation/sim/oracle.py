"""The oracle: a world that answers for many.

A step is a function of what it asks its world.  Run on an `Oracle`, each of its questions (does this hold? how much is
it? what is this fact? does this change anything?) is an `Op`, put to all worlds at once; where they answer differently,
the step is run once for each answer.  So every step that a book writes for one world plays a million, unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

from legation.core.expr import Expr, Plain, lift, node, number
from legation.core.facts import Change, Data, Origin, Schema, World
from legation.core.rules import Assign, Copy
from legation.core.span import Span
from legation.sim.arrays import MISSING, SCRATCH, Array, Columns, Held, Lens, NotSimulated, Rows, held, picked

__all__ = ["Amount", "Applied", "Op", "Oracle", "Pending", "Script", "column_of"]

Answers = tuple[Any, Array | None, list[Any] | None]  # one answer; or codes by row, and what the codes stand for
Pending = dict[str, Any]  # new values that are not yet written: one, or one for each row


class Applied(Change, frozen=True):
    """A change that the columns have already seen."""


class Op:
    """A question to all worlds."""

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        raise NotImplementedError


def _lens(columns: Columns, rows: Rows, passing: Mapping[str, Any]) -> Lens:
    plain = {key: value for key, value in passing.items() if not isinstance(value, Amount)}
    if len(plain) == len(passing):
        return columns.seen_by(rows, passing)
    late = {k: v.expr.value(_lens(columns, rows, v.passing)) for k, v in passing.items() if isinstance(v, Amount)}
    return columns.seen_by(rows, {**plain, **late})


def _sure(found: Any) -> Any:
    """A span whose ends meet in every world is a value."""
    if isinstance(found, Span) and isinstance(found.lo, np.ndarray) and bool(np.all(found.lo == found.hi)):
        return found.lo
    return found


@dataclass(frozen=True, eq=False)
class Value(Op):
    """How much is it; or, as a `truth`, does it hold?"""

    expr: Expr
    passing: Mapping[str, Any]
    truth: bool

    @cached_property
    def reads(self) -> frozenset[str]:
        """What it rests on besides what is passing."""
        return self.expr.reads() - self.passing.keys()

    @cached_property
    def lasts(self) -> bool:
        """Whether it is worth remembering: a die falls anew before it is asked again."""
        amounts = any(isinstance(value, Amount) for value in self.passing.values())
        return not amounts and not any(key.startswith(SCRATCH) for key in self.reads)

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        if not self.passing:  # what it weighs is remembered
            found = self.expr.value(columns.seen_by(rows, self.passing))
        elif self.lasts:
            found = columns.remembered(id(self), self.reads, columns.seen_by(rows, self.passing), self.expr.value)
        else:
            found = self.expr.value(_lens(columns, rows, self.passing))
        if isinstance(found := _sure(found), Span):
            lens = _lens(columns, rows, self.passing)
            unknown = sorted(key for key in self.expr.reads() if isinstance(lens.read(key), Span))
            raise NotSimulated(f"nobody has reported {', '.join(unknown)}: give it at the start")
        if isinstance(found, np.ndarray):
            return None, found.astype(np.bool_) if self.truth and found.dtype != np.bool_ else found, None
        return (bool(found) if self.truth else int(found)), None, None


@dataclass(frozen=True, eq=False)
class FactQuestion(Op):
    """What is this fact?"""

    key: str

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        found, words = columns.plain(self.key, rows)
        return (None, found, words) if isinstance(found, np.ndarray) else (held(found), None, None)


@dataclass(frozen=True, eq=False)
class Known(Op):
    """Does anybody know this fact?  That is the same in all worlds."""

    key: str

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        known = columns.raw(self.key) is not MISSING or not isinstance(columns.schema.fallback(self.key), Span)
        return known, None, None


@dataclass(frozen=True, eq=False)
class Put(Op):
    """Would this fact change?  The new values wait until they are written."""

    key: str
    value: Any  # a plain value, an expression, or a fact to be copied
    passing: Mapping[str, Any]
    asks: bool = True  # else it is written in any case

    @cached_property
    def is_plain(self) -> bool:
        return not isinstance(self.value, Copy | Expr)

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        new = pending[self.key] = self.new(columns, rows)
        if not self.asks:
            return None, None, None
        old = columns.raw(self.key)
        if old is MISSING:
            old = 0 if self.key.startswith(SCRATCH) else columns.schema.fallback(self.key)
        if isinstance(old, Span):
            return True, None, None
        if isinstance(old, np.ndarray):
            changed = new != picked(old, rows)
        elif self.is_plain:
            changed = self.value != old
        else:
            changed = new != columns.code(self.key, old)
        return (None, changed, None) if isinstance(changed, np.ndarray) else (bool(changed), None, None)

    def new(self, columns: Columns, rows: Rows) -> Any:
        """The new values, coded."""
        if self.is_plain:
            return columns.code(self.key, self.value)
        if isinstance(self.value, Copy):
            found = columns.raw(self.value.fact)
            if found is MISSING:
                found = columns.schema.fallback(self.value.fact)
            elif isinstance(found, np.ndarray):
                return columns.recoded(picked(found, rows), self.value.fact, self.key)
            return columns.code(self.key, found)
        found = self.value.value(_lens(columns, rows, self.passing))
        if isinstance(found := _sure(found), Span):
            raise NotSimulated(f"{self.key} would follow from what nobody has reported: give it at the start")
        itself = found is columns.values.get(column_of(self.value))  # it may be written to before this is
        return found.copy() if itself and isinstance(found, np.ndarray) else found


@dataclass(frozen=True, eq=False)
class Write(Op):
    """Write what was put."""

    keys: tuple[str, ...]

    def answer(self, columns: Columns, rows: Rows, pending: Pending) -> Answers:
        for key in self.keys:
            columns.write(key, rows, pending[key], coded=True)
        return None, None, None


class Script:
    """The answers that one run of a step gets, in the order of its questions; what comes after is asked of `live`."""

    def __init__(self, known: Iterable[Any], live: Callable[[Op], Any], house: Mapping[str, int]) -> None:
        self.known = list(known)
        self.live = live
        self.house = house
        self.at = 0
        self.version = 0  # of the world: what is older was overwritten
        self.wrote: dict[str, int] = {}  # fact -> the version that it was last written in
        self.put: set[str] = set()  # tried out, and not yet written
        self.done: dict[int, Change] = {}  # changes that stand already: a step may try them out and then return them

    def ask(self, op: Op) -> Any:
        if self.at < len(self.known):
            self.at += 1
            return self.known[self.at - 1]
        return self.live(op)


class Oracle(World):
    """A world whose facts are those of many.  Reading an old version after a change is an error, not a surprise."""

    __slots__ = ("passing", "script", "version")
    lasting = False

    def __init__(self, schema: Schema, script: Script, passing: Mapping[str, Any] | None = None) -> None:
        super().__init__(schema)
        self.script = script
        self.passing = passing or {}
        self.version = script.version

    def ask(self, op: Op, reads: Iterable[str] = ()) -> Any:
        """Put a question; what was written since this world can not be asked of it any more."""
        if self.version != self.script.version:
            wrote = self.script.wrote
            if gone := [key for key in reads if wrote.get(key, 0) > self.version]:
                raise NotSimulated(f"a step looks at {', '.join(sorted(gone))} as it was before its own changes")
        return self.script.ask(op)

    # -- reading
    @property
    def house(self) -> Mapping[str, int]:  # type: ignore[override]
        return self.script.house

    def weigh(self, expression: Any) -> Any:
        if all(key in self.passing and not isinstance(self.passing[key], Amount) for key in expression.reads()):
            return expression.value(self)  # the same in all worlds
        return Amount(self, expression)

    def read(self, key: str) -> Any:
        if key in self.passing:
            return self.passing[key]
        found = self.ask(FactQuestion(key), (key,))
        if isinstance(found, Held):
            return found.value
        return self.schema.spec(key).domain.open if found is None else found

    def among(self, key: str, options: frozenset[str]) -> Any:
        found = self.read(key)
        return found if isinstance(found, Span) else found in options

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        return any(self.among(key, options) for key in keys)

    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]:
        return [(key, found) for key in keys if (found := self.among(key, options)) is not False]

    def present(self, keys: frozenset[str]) -> Any:
        return any(self.read(key) >= 1 for key in sorted(keys))

    def rank(self, key: str) -> Any:
        found = self.read(key)
        return found if isinstance(found, Span) else self.schema.spec(key).domain.rank[found]  # type: ignore[union-attr]

    def known(self, key: str) -> bool:
        if key in self.passing or not isinstance(self.schema.fallback(key), Span):
            return True
        return bool(self.ask(Known(key)))

    def all_known(self, keys: frozenset[str]) -> bool:
        return all(self.known(key) for key in sorted(keys))

    def scoped(self, **facts: Any) -> Any:
        named = {key.replace("__", "."): value for key, value in facts.items()}
        return Oracle(self.schema, self.script, {**self.passing, **named})

    def heard_by(self, log: Any) -> Oracle:
        return self  # many worlds have no log

    def set_facts(self) -> NoReturn:
        raise NotSimulated("a step looks at all facts at once")

    def ever_set(self, keys: frozenset[str]) -> NoReturn:
        raise NotSimulated("a step looks at what was ever set")

    @property
    def now(self) -> Origin:
        return Origin("rule")

    # -- changing
    def change(self, fact: str, new: Any, rule: str = "") -> Change:
        return Change(fact, None, new, rule)  # what it was, nobody needs to know

    def changed_by(self, assign: Any, cite: str) -> Change | None:
        assert isinstance(assign, Assign)
        value, passing = _untied(assign.value, self.passing)
        reads = value.reads() if isinstance(value, Expr) else ()
        changes = self.ask(Put(assign.fact, value, passing), (assign.fact, *reads))
        if changes:
            self.script.put.add(assign.fact)
        return Applied(assign.fact, None, None, cite) if changes else None

    def with_changes(self, changes: Iterable[Change], origin: Origin) -> Oracle:
        script, new = self.script, []
        for change in changes:
            if isinstance(change, Applied):
                if change.fact in script.put:
                    new.append(change.fact)
            elif id(change) not in script.done:
                value, passing = _untied(change.new, self.passing)
                if value is None and not isinstance(self.schema.spec(change.fact).domain, Data):
                    raise NotSimulated(f"{change.rule or 'a step'} makes {change.fact} unknown again")
                put = Put(change.fact, value, passing, asks=False)
                self.ask(put, value.reads() if isinstance(value, Expr) else ())
                script.done[id(change)] = change
                new.append(change.fact)
        if new:
            script.ask(Write(tuple(dict.fromkeys(new))))
            script.version += 1
            script.wrote |= dict.fromkeys(new, script.version)
            script.put.difference_update(new)
        return Oracle(self.schema, script, self.passing)


@node
class Weighed(Plain):
    """An expression that is asked about more than once, in several ways."""

    inner: Expr

    def value(self, look: Any) -> Any:
        return look.recall(self.inner)

    @property
    def english(self) -> str:
        return self.inner.english

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


def _untied(value: Any, passing: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """A value as it can be put, with what it sees on top of the facts."""
    return (value.expr, value.passing) if isinstance(value, Amount) else (value, passing)


def column_of(expr: Expr) -> str:
    """The fact or column that an expression merely reads, if it does no more."""
    return str(getattr(expr.inner if isinstance(expr, Weighed) else expr, "key", ""))


class Amount:
    """A number that differs from world to world.  It is compared, added to and printed without asking what it is."""

    __slots__ = ("expr", "passing", "world")

    def __init__(self, world: Oracle, expr: Expr, passing: Mapping[str, Any] | None = None) -> None:
        self.world = world
        self.expr = expr if isinstance(expr, Weighed) else Weighed(expr)
        self.passing = world.passing if passing is None else passing

    def _and(self, other: Any) -> tuple[Expr, Mapping[str, Any]]:
        """The other number as an expression, and what both see on top of the facts."""
        if not isinstance(other, Amount):
            return lift(other), self.passing
        both = {**self.passing, **other.passing}
        if any(both[key] is not value for key, value in self.passing.items()):
            raise NotSimulated("a step compares numbers of two different rolls")
        return other.expr, both

    def _compared(self, how: Callable[[Expr, Expr], Expr], other: Any) -> bool:
        expr, passing = self._and(other)
        return bool(self._asked(how(self.expr, expr), passing, truth=True))

    def _asked(self, expr: Expr, passing: Mapping[str, Any], *, truth: bool) -> Any:
        reads = () if self.world.version == self.world.script.version else expr.reads() - passing.keys()
        return self.world.ask(Value(expr, passing, truth), reads)

    def __bool__(self) -> bool:
        return bool(self._asked(self.expr, self.passing, truth=True))

    def __int__(self) -> int:
        return int(self._asked(self.expr, self.passing, truth=False))

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return self._compared(Expr.is_number, other)

    def __hash__(self) -> int:
        return hash(int(self))

    def __le__(self, other: Any) -> bool:
        return self._compared(Expr.__le__, other)

    def __lt__(self, other: Any) -> bool:
        return self._compared(Expr.__lt__, other)

    def __ge__(self, other: Any) -> bool:
        return self._compared(Expr.__ge__, other)

    def __gt__(self, other: Any) -> bool:
        return self._compared(Expr.__gt__, other)

    def __add__(self, other: Any) -> Amount:
        expr, passing = self._and(other)
        return Amount(self.world, self.expr + expr, passing)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Amount:
        expr, passing = self._and(other)
        return Amount(self.world, self.expr - expr, passing)

    def __rsub__(self, other: Any) -> Amount:
        expr, passing = self._and(other)
        return Amount(self.world, expr - self.expr, passing)

    def __repr__(self) -> str:
        return "so many"

    def __format__(self, spec: str) -> str:
        return "so many"


def column(oracle: Oracle, name: str) -> Amount:
    """What a frame remembers of each world."""
    return Amount(oracle, number(name))
