"""A batch: many worlds of one schema as columns of arrays, read by the very expressions that read one world.

A truth is a column of bools, a number a column of int64, a choice a column of small codes in the order of its
options. What is unknown in some worlds has the code -1 or a mask beside its column, and reads as a `Span` of two
arrays; a column in which all is known takes no such detour.  A fact without a column is the same in all worlds: its
default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from legation.core.errors import NotFound, Refused
from legation.core.facts import Change, Choice, Count, Data, Flag, Origin, Schema, World
from legation.core.span import Span, join

__all__ = ["UNKNOWN", "Batch", "Column"]

UNKNOWN = -1  # the code of a choice that nobody knows
PIECE = 32_768  # worlds whose columns of a calculation fit into the cache of a processor together
FEW = 4  # options that are sooner compared one by one than looked up
SMALL = 12  # random numbers stay near the low end of a wide range, where the rules make distinctions

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Column:
    """The values of one fact; `unknown` marks the worlds that lack it (of a choice, the code says so)."""

    values: Array
    unknown: Array | None = None


@dataclass(frozen=True, eq=False)
class Batch:
    """`size` worlds.  It is read like a world; `at` takes one world's share out of a result."""

    schema: Schema
    size: int
    columns: Mapping[str, Column]
    house: ClassVar[Mapping[str, int]] = {}
    _passing: Mapping[str, Any] = field(default_factory=dict)
    _read: dict[str, Any] = field(default_factory=dict, repr=False)  # what a column reads as, made once

    # -- reading, as expressions do it
    def read(self, key: str) -> Any:
        """A number or a truth in every world."""
        if key in self._passing:
            return self._passing[key]
        if key not in self._read:
            self._read[key] = self._plain(key)
        return self._read[key]

    def _plain(self, key: str) -> Any:
        column = self.columns.get(key)
        if column is None:
            return self.schema.fallback(key)
        values, unknown = column.values, column.unknown
        if unknown is None:
            return values
        domain = self.schema.spec(key).domain
        if isinstance(domain, Count):
            return Span(np.where(unknown, domain.lo, values), np.where(unknown, domain.hi, values))
        return Span(values & ~unknown, values | unknown)

    def among(self, key: str, options: frozenset[str]) -> Any:
        """Whether a choice is one of the options, in every world."""
        codes = self._codes(key)
        if isinstance(codes, Span | str):
            return codes if isinstance(codes, Span) else codes in options
        wanted = [i for i, option in enumerate(self._choice(key).options) if option in options]
        sure = _one_of(codes, wanted, len(self._choice(key).options))
        return Span(sure, sure | (codes == UNKNOWN)) if self._open(key) else sure

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        """Whether any of these choices is one of the options, in every world."""
        result: Any = False
        for key in keys:
            result = result | self.among(key, options)
        return result

    def present(self, keys: frozenset[str]) -> Any:
        """Whether any of these counts is 1 or more."""
        result: Any = False
        for key in keys:
            result = result | (self.read(key) >= 1)
        return result

    def rank(self, key: str) -> Any:
        """A choice as a number, counted from the weakest option."""
        codes, domain = self._codes(key), self._choice(key)
        if isinstance(codes, Span):
            return Span(0, len(domain.options) - 1)
        if isinstance(codes, str):
            return domain.rank[codes]
        codes = codes.astype(np.int64)
        if not self._open(key):
            return codes
        return Span(np.where(codes < 0, 0, codes), np.where(codes < 0, len(domain.options) - 1, codes))

    def _codes(self, key: str) -> Any:
        """The codes of a choice; one option, or a span, where all worlds share it."""
        if key in self._passing:
            passing = self._passing[key]
            return passing if isinstance(passing, str | Span) else np.asarray(passing)
        column = self.columns.get(key)
        return self.schema.fallback(key) if column is None else column.values

    def _open(self, key: str) -> bool:
        column = None if key in self._passing else self.columns.get(key)
        return column is not None and column.unknown is not None

    def _choice(self, key: str) -> Choice:
        domain = self.schema.spec(key).domain
        assert isinstance(domain, Choice), key
        return domain

    def note(self, cite: str, applied: bool, rule: Any = None) -> bool:
        """A batch has no log."""
        return applied

    def scoped(self, **facts: Any) -> Batch:
        """This batch with a few passing facts on top: a value, an array (codes for a choice) or a span of them."""
        named = {key.replace("__", "."): value for key, value in facts.items()}
        return Batch(self.schema, self.size, self.columns, {**self._passing, **named}, self._read)

    def in_pieces(self, calculate: Callable[[Batch], Any]) -> Any:
        """What a calculation gives for all worlds, done for a few thousand at a time."""
        if self.size <= PIECE:
            return calculate(self)
        return _joined([calculate(self._piece(i, i + PIECE)) for i in range(0, self.size, PIECE)])

    def _piece(self, start: int, stop: int) -> Batch:
        def cut(value: Any) -> Any:
            if isinstance(value, Span):
                return Span(cut(value.lo), cut(value.hi))
            return value[start:stop] if isinstance(value, np.ndarray) else value

        columns = {key: Column(cut(c.values), cut(c.unknown)) for key, c in self.columns.items()}
        passing = {key: cut(value) for key, value in self._passing.items()}
        return replace(self, size=min(stop, self.size) - start, columns=columns, _passing=passing, _read={})

    # -- results
    def at(self, value: Any, index: int) -> Any:
        """One world's share of a result, as a plain value or a span."""
        if isinstance(value, Span):
            return join(self.at(value.lo, index), self.at(value.hi, index))
        return value[index].item() if isinstance(value, np.ndarray) else value

    def whole(self, value: Any) -> Any:
        """A result as an array over all worlds, also where they share one value (a span gives two arrays)."""
        if isinstance(value, Span):
            return Span(self.whole(value.lo), self.whole(value.hi))
        return value if isinstance(value, np.ndarray) else np.full(self.size, value)

    def world(self, index: int) -> World:
        """One world of the batch."""
        clock = self.schema.clock
        keys = sorted(self.columns, key=lambda key: key != clock)  # the clock first, so that nothing grows old by it
        found = [Change(key, None, self._value(key, index)) for key in keys]
        return World(self.schema).with_changes([c for c in found if c.new is not None], Origin("given"))

    def _value(self, key: str, index: int) -> Any:
        column, domain = self.columns[key], self.schema.spec(key).domain
        if column.unknown is not None and column.unknown[index]:
            return None
        value = column.values[index].item()
        return domain.options[value] if isinstance(domain, Choice) else value

    # -- making
    @classmethod
    def from_worlds(cls, worlds: Sequence[World], keys: Iterable[str] | None = None) -> Batch:
        """The same worlds side by side; without `keys`, with a column for every fact that one of them has set."""
        if not worlds:
            raise Refused("a batch needs at least one world")
        schema = worlds[0].schema
        if keys is None:
            keys = dict.fromkeys(key for world in worlds for key in world.set_facts())
        columns = {
            key: column(schema, key, [world.get(key) for world in worlds])
            for key in keys
            if not isinstance(schema.spec(key).domain, Data)
        }
        return cls(schema, len(worlds), columns)

    @classmethod
    def random(
        cls, schema: Schema, keys: Iterable[str], n: int, rng: np.random.Generator, unknown_share: float = 0.0
    ) -> Batch:
        """Random values for these facts; those without a default are unknown in some of the worlds."""
        columns = {}
        for key in keys:
            domain = schema.spec(key).domain
            if isinstance(domain, Data):
                continue
            unknown = rng.random(n) < unknown_share if isinstance(schema.fallback(key), Span) else np.zeros(n, bool)
            if isinstance(domain, Flag):
                values: Array = rng.random(n) < 0.5
            elif isinstance(domain, Choice):
                values = rng.integers(len(domain.options), size=n, dtype=np.int64).astype(np.int16)
                values[unknown] = UNKNOWN
            else:
                wide = rng.integers(domain.lo, domain.hi, size=n, endpoint=True)
                small = rng.integers(domain.lo, min(domain.hi, max(domain.lo, 0) + SMALL), size=n, endpoint=True)
                values = np.where(rng.random(n) < 0.2, wide, small)
            columns[key] = Column(values, unknown if unknown.any() else None)
        return cls(schema, n, columns)

    def replace(self, **columns: Array) -> Batch:
        """The batch with other columns (`__` for the dots of a key); what is given is known in all worlds."""
        named = {key.replace("__", "."): Column(np.asarray(values)) for key, values in columns.items()}
        for key in named:
            self.schema.spec(key)
        return Batch(self.schema, self.size, {**self.columns, **named}, self._passing)


def _one_of(codes: Array, wanted: list[int], options: int) -> Array:
    """Where the code of a choice is one of these; the unknown, -1, is none of them."""
    if len(wanted) > FEW:
        table = np.zeros(options + 1, bool)  # one more place than there are options, into which -1 looks
        table[wanted] = True
        return table[codes]
    found: Array = np.zeros(codes.shape, bool) if not wanted else codes == wanted[0]
    for code in wanted[1:]:
        found |= codes == code
    return found


def _joined(pieces: list[Any]) -> Any:
    """The results of all pieces; they are of one kind, for that depends on the columns only."""
    first = pieces[0]
    if isinstance(first, Span):
        return Span(_joined([p.lo for p in pieces]), _joined([p.hi for p in pieces]))
    return np.concatenate(pieces) if isinstance(first, np.ndarray) else first


def column(schema: Schema, key: str, values: Sequence[Any]) -> Column:
    """A column of plain values; None is unknown."""
    domain = schema.spec(key).domain
    unknown = np.array([value is None for value in values])
    mask = unknown if unknown.any() else None
    if isinstance(domain, Choice):
        codes = [UNKNOWN if value is None else domain.rank[value] for value in values]
        return Column(np.array(codes, dtype=np.int16), mask)
    if isinstance(domain, Count):
        return Column(np.array([domain.lo if v is None else v for v in values], dtype=np.int64), mask)
    if isinstance(domain, Flag):
        return Column(np.array([bool(value) for value in values]), mask)
    raise NotFound("column for", key, [])
