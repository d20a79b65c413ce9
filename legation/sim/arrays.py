"""Columns: the facts of many worlds that are played at once.

A fact that all worlds share is kept as one plain value; only what differs becomes an array: bools, small ints, or the
codes of a choice in the order of its options.  What only some of the worlds know is a `Span` of two such arrays, which
meet where it is known; it can be read and not written.  A `Lens` shows some of the worlds to expressions, as a world
does one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from legation.core.errors import LegationError
from legation.core.expr import Expr, Laborious, Named
from legation.core.facts import Choice, Count, Data, Domain, Flag, Schema
from legation.core.span import SMALL, Span, join

__all__ = [
    "Columns",
    "Held",
    "Lens",
    "NotSimulated",
    "Rows",
    "at",
    "count_of",
    "held",
    "is_few",
    "merged",
    "part_of",
    "picked",
]

Array = NDArray[Any]
# Some of the worlds: None for all; where they are many, a mask over all; where they are few, their places in order.
# What is worked out for a mask is worked out for all worlds, which is quicker than picking some out.
Rows = Array | None

SCRATCH = "@"  # what a frame remembers of its world, such as a die: columns under names that no fact has
MISSING = object()
NOBODY: frozenset[Hashable] = frozenset()
BYTE = 128  # options of a choice whose codes fit into eight bits
MANY = 4  # facts: what rests on fewer is worked out again as quickly as it is remembered
FEW = 16  # of so many worlds one is few: what they need is worked out for them alone, as picking them out costs more


class NotSimulated(LegationError):
    """A step does something that many worlds cannot do at once; it says what, so that it can be put otherwise."""


class Held(NamedTuple):
    """Plain data as an answer, which must be hashable."""

    json: bytes

    @property
    def value(self) -> Any:
        return msgspec.json.decode(self.json)


def held(value: Any) -> Any:
    return Held(msgspec.json.encode(value)) if isinstance(value, list | dict) else value


class Readers:
    """Which facts a calculation rests on, and the other way round: the same for all worlds."""

    def __init__(self) -> None:
        self.users: dict[str, set[Hashable]] = {}  # of what was ever remembered
        self.reads: dict[int, frozenset[str]] = {}
        self.kept: list[Expr] = []  # expressions go by their ids, which stay theirs while they are kept
        self.enrolled: set[Hashable] = set()

    def of(self, node: Expr) -> frozenset[str]:
        found = self.reads.get(id(node))
        if found is None:
            self.kept.append(node)
            found = self.reads[id(node)] = node.reads()
        return found

    def enrol(self, name: Hashable, reads: Iterable[str]) -> None:
        """What is remembered under this name rests on these facts."""
        if name not in self.enrolled:
            self.enrolled.add(name)
            for key in reads:
                self.users.setdefault(key, set()).add(name)


class Columns:
    """`size` worlds of one schema, changed in place."""

    def __init__(
        self,
        schema: Schema,
        size: int,
        facts: Mapping[str, Any],
        readers: Readers | None = None,
        house: Mapping[str, int] | None = None,
    ) -> None:
        self.schema = schema
        self.house = house or {}
        self.readers = readers or Readers()
        self.size = size
        # A plain value that all share, an array, or a span of two.
        self.values: dict[str, Any] = {**schema.all_defaults, **facts}
        self.memo: dict[Hashable, Any] = {}  # what was worked out for all worlds, until a fact it reads is written
        self.lens = Lens(self, None, {})  # the one through which somebody looked last, with what it has picked out
        self.words: dict[str, list[Any]] = {}  # of plain data: the values behind the codes
        self.domains: dict[str, Domain] = {}  # looked up so far

    def domain(self, key: str) -> Domain:
        found = self.domains.get(key)
        if found is None:
            found = Count(0, 255) if key.startswith(SCRATCH) else self.schema.spec(key).domain
            self.domains[key] = found
        return found

    def raw(self, key: str) -> Any:
        """One plain value or an array; `MISSING` if nobody has set the fact."""
        found = self.values.get(key, MISSING)
        if found.__class__ is Span:
            raise NotSimulated(f"{key} is known in some worlds only: give it at the start")
        return found

    def plain(self, key: str, rows: Rows) -> tuple[Any, list[Any] | None]:
        """What the fact is: one value; or codes, with the values that they stand for where these are not numbers."""
        found = self.raw(key)
        if found is MISSING:
            fallback = self.schema.fallback(key)
            return (None if isinstance(fallback, Span) else fallback), None
        if not isinstance(found, np.ndarray):
            return found, None
        domain, mine = self.domain(key), picked(found, rows)
        if isinstance(domain, Choice):
            return mine, list(domain.options)
        return mine, self.words[key] if isinstance(domain, Data) else None

    def seen_by(self, rows: Rows, passing: Mapping[str, Any]) -> Lens:
        """A lens for these worlds, which knows what the last one has picked out if that was for the same."""
        rows = rows if is_few(rows) else None
        if self.lens.rows is not rows:
            self.lens = Lens(self, rows, {})
        return Lens(self, rows, passing, self.lens.seen) if passing else self.lens

    def remembered(self, name: Hashable, reads: Iterable[str], lens: Lens, work: Callable[[Lens], Any]) -> Any:
        """Where the worlds are many, it is worked out for all, and remembered until a fact that it reads is written."""
        found = self.memo.get(name, MISSING)
        if found is not MISSING:
            return picked(found, lens.rows)
        found = work(lens)
        if not is_few(lens.rows):
            self.memo[name] = found
            self.readers.enrol(name, reads)
        return found

    def code(self, key: str, value: Any) -> Any:
        """A plain value as its column holds it."""
        domain = self.domain(key)
        if isinstance(domain, Choice):
            return domain.rank[value]
        if isinstance(domain, Data):
            words = self.words.setdefault(key, [])
            if value not in words:
                words.append(value)
            return words.index(value)
        return value

    def recoded(self, codes: Array, key: str, other: str) -> Array:
        """The values of one fact as the column of another would hold them: choices may have other options."""
        mine, theirs = self.domain(key), self.domain(other)
        if not isinstance(mine, Choice) or not isinstance(theirs, Choice) or mine.options == theirs.options:
            return codes.copy()
        found: Array = np.array([theirs.rank.get(o, 0) for o in mine.options], dtype=self.dtype(other))[codes]
        return found

    def array(self, key: str) -> Array:
        """The fact as an array that can be written to."""
        found = self.raw(key)
        if isinstance(found, np.ndarray):
            return found
        if found is MISSING:
            found = 0 if key.startswith(SCRATCH) else self.schema.fallback(key)
            if isinstance(found, Span):
                if not isinstance(self.domain(key), Data):
                    raise NotSimulated(f"{key} would be known in some worlds only: give it at the start")
                found = None  # plain data may be missing
        made = np.full(self.size, self.code(key, found), dtype=self.dtype(key))
        self.values[key] = made
        return made

    def dtype(self, key: str) -> Any:
        domain = self.domain(key)
        if isinstance(domain, Flag):
            return np.bool_
        if isinstance(domain, Choice):
            return np.int8 if len(domain.options) <= BYTE else np.int16
        if isinstance(domain, Count) and not key.startswith(SCRATCH):
            return np.int16 if domain.lo >= -SMALL and domain.hi <= SMALL else np.int32
        return np.int16

    def write(self, key: str, rows: Rows, value: Any, *, coded: bool = False) -> None:
        """Give a fact one value, or one for each of the rows, in these worlds."""
        if value is None and self.raw(key) is MISSING and isinstance(self.schema.fallback(key), Span):
            return  # what nobody knew is forgotten
        for name in self.readers.users.get(key, NOBODY) & self.memo.keys():
            del self.memo[name]
        self.lens.seen.pop(key, None)
        if rows is None:
            if isinstance(value, np.ndarray):
                self.values[key] = value.astype(self.dtype(key))
            else:
                self.values[key] = self.decode(key, value) if coded else value
            return
        found = self.values.get(key, MISSING)
        if not isinstance(value, np.ndarray):
            if not isinstance(found, np.ndarray) and found is not MISSING and found == value:
                return
            value = value if coded else self.code(key, value)
        if is_few(rows):
            self.array(key)[rows] = value
        else:
            blend(self.array(key), value, rows)

    def decode(self, key: str, code: Any) -> Any:
        domain = self.domain(key)
        if isinstance(domain, Choice):
            return domain.options[code]
        return self.words[key][code] if isinstance(domain, Data) else code

    def world(self, row: int) -> dict[str, Any]:
        """The facts of one world, as far as it knows them."""
        found = {}
        for key, value in self.values.items():
            if not key.startswith(SCRATCH):
                mine = at(value, row)
                if not isinstance(mine, Span):
                    found[key] = mine if mine is value else self.decode(key, mine)
                elif isinstance(domain := self.domain(key), Count) and (told := domain.told(mine.lo, mine.hi)):
                    found[key] = told
        return found


class Lens:
    """Some of the worlds, as expressions read them; `passing` facts lie on top."""

    __slots__ = ("columns", "passing", "rows", "seen")

    def __init__(
        self, columns: Columns, rows: Rows, passing: Mapping[str, Any], seen: dict[str, Any] | None = None
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.passing = passing
        self.seen: dict[str, Any] = {} if seen is None else seen  # columns of these worlds, whatever is passing

    @property
    def schema(self) -> Schema:
        return self.columns.schema

    @property
    def house(self) -> Mapping[str, int]:
        return self.columns.house

    def _column(self, key: str) -> Any:
        if key in self.passing:
            return self.passing[key]
        if key in self.seen:
            return self.seen[key]
        found = self.columns.values.get(key, MISSING)
        if found is MISSING:
            found = self.columns.schema.fallback(key)
        elif self.rows is not None:
            found = picked(found, self.rows)
        self.seen[key] = found
        return found

    read = _column

    def recall(self, node: Expr) -> Any:
        """What takes long to work out, remembered for all worlds unless a passing fact has to do with it."""
        columns, name = self.columns, id(node)
        reads = columns.readers.of(node)
        if len(reads) < MANY or (self.passing and not reads.isdisjoint(self.passing)):
            return _work(node)(self)
        if name in columns.memo:
            return picked(columns.memo[name], self.rows)
        return columns.remembered(name, reads, self._bare(), _work(node))

    def _bare(self) -> Lens:
        """The same without what is passing."""
        return Lens(self.columns, self.rows, {}, self.seen) if self.passing else self

    def among(self, key: str, options: frozenset[str]) -> Any:
        found = self._column(key)
        if isinstance(found, str):
            return found in options
        if isinstance(found, Span):
            return _may_be_one_of(found, self._choice(key), options)
        return _is_one_of(found, self._choice(key), options)

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        if len(keys) < MANY or not self.passing.keys().isdisjoint(keys):
            return self._any_among(keys, options)
        return self.columns.remembered((keys, options), keys, self._bare(), lambda lens: lens._any_among(keys, options))

    def _any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        result: Any = False
        for key in keys:
            result = result | self.among(key, options)
            if result is True:
                break
        return result

    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]:
        return [(key, found) for key in keys if (found := self.among(key, options)) is not False]

    def present(self, keys: frozenset[str]) -> Any:
        result: Any = False
        for key in keys:
            result = result | (self._column(key) >= 1)
            if result is True:
                break
        return result

    def rank(self, key: str) -> Any:
        found, domain = self._column(key), self._choice(key)
        if isinstance(found, Span) and not isinstance(found.lo, np.ndarray):
            return Span(0, len(domain.options) - 1)
        return domain.rank[found] if isinstance(found, str) else _counted(found)

    def _choice(self, key: str) -> Choice:
        domain = self.columns.domain(key)
        assert isinstance(domain, Choice), key
        return domain

    def note(self, cite: str, applied: bool, rule: Any = None) -> bool:
        """Many worlds have no log."""
        return applied

    def scoped(self, **facts: Any) -> Lens:
        named = {key.replace("__", "."): value for key, value in facts.items()}
        return Lens(self.columns, self.rows, {**self.passing, **named}, self.seen)


def _is_one_of(codes: Array, choice: Choice, options: frozenset[str]) -> Any:
    """By comparison, which is quicker than looking up."""
    result: Any = None
    for code, option in enumerate(choice.options):
        if option in options:
            result = codes == code if result is None else result | (codes == code)
    return False if result is None else result


def _may_be_one_of(codes: Span, choice: Choice, options: frozenset[str]) -> Span:
    """Where its ends are apart, nobody knows the choice."""
    if not isinstance(codes.lo, np.ndarray):
        return codes
    known = codes.lo == codes.hi
    sure = known & _is_one_of(codes.lo, choice, options)
    return Span(sure, sure | ~known)


def _work(expr: Expr) -> Callable[[Any], Any]:
    return expr.work if isinstance(expr, Laborious | Named) else expr.value


def is_few(rows: Rows) -> bool:
    return rows is not None and rows.dtype != np.bool_


def _counted(codes: Any) -> Any:
    """The codes of a choice as numbers to reckon with: in so few bits as they are kept a product would run over."""
    return Span(_counted(codes.lo), _counted(codes.hi)) if isinstance(codes, Span) else codes.astype(np.int32)


def picked(values: Any, rows: Rows) -> Any:
    """The values of these worlds: of few worlds theirs alone, else of all."""
    if rows is None or rows.dtype == np.bool_:
        return values
    if isinstance(values, Span):
        return Span(picked(values.lo, rows), picked(values.hi, rows))
    return values[rows] if isinstance(values, np.ndarray) else values


def at(values: Any, row: int) -> Any:
    """One world's share: a plain value, or a span of what it could be."""
    if isinstance(values, Span):
        return join(at(values.lo, row), at(values.hi, row))
    return values[row].item() if isinstance(values, np.ndarray) else values


def part_of(mask: Array, count: int, rows: Rows, size: int) -> tuple[Rows, Array | None]:
    """So many worlds, those that a mask shows; and what takes their values out of values of the group, if anything."""
    if is_few(rows):
        assert rows is not None
        return rows[mask], mask
    if count == size:
        return None, None
    if count * FEW >= size:
        return mask, None
    places = np.flatnonzero(mask)
    return places, places


def blend(into: Array, value: Any, where: Array) -> None:
    """Write some of the values, by arithmetic: a choice world by world would cost twenty times as much."""
    if into.dtype == np.bool_:
        into ^= (into ^ value) & where
        return
    more = np.subtract(value, into, dtype=into.dtype, casting="unsafe")
    more *= where
    into += more


def count_of(rows: Rows, size: int) -> int:
    return size if rows is None else len(rows) if is_few(rows) else int(np.count_nonzero(rows))


def merged(groups: list[Rows], size: int) -> Rows:
    """Disjoint groups as one."""
    if len(groups) == 1:
        return groups[0]
    count = sum(count_of(rows, size) for rows in groups)
    if count == size:
        return None
    known = [rows for rows in groups if rows is not None]
    if count * FEW < size:
        places = np.concatenate(known)
        places.sort(kind="stable")  # groups are in order: this only merges them
        return places
    mask = np.zeros(size, bool)
    for rows in known:
        if is_few(rows):
            mask[rows] = True
        else:
            mask |= rows
    return mask
