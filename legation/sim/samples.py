"""Worlds side by side, to compare them with single ones: given worlds, or random ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from legation.core.errors import Refused
from legation.core.facts import Change, Choice, Count, Data, Flag, Origin, Schema, World
from legation.core.span import Between, Span, highest, lowest
from legation.sim.arrays import Array, Columns, Lens, at

__all__ = ["SideBySide", "random_columns", "side_by_side", "at_full_size", "world_of"]

SMALL = 12  # random numbers stay near the low end of a wide range, where the rules make distinctions


class SideBySide:
    """Given worlds as the simulator reads and writes them."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self.columns = side_by_side(worlds)

    def looks(self) -> list[tuple[Lens, Collection[int]]]:
        """The worlds as expressions see them, all and a few of them, each time with their numbers."""
        size = self.columns.size
        few = np.arange(0, size, 2)
        return [
            (Lens(self.columns, None, {}), range(size)),
            (Lens(self.columns, few, {}), few.tolist()),
        ]

    def at(self, value: Any, place: int) -> Any:
        """One world's share of a result."""
        return at(value, place)

    def write(self, fact: str, value: Any, numbers: Collection[int]) -> None:
        """Give a fact another value in some of the worlds."""
        mask = np.zeros(self.columns.size, bool)
        mask[list(numbers)] = True
        self.columns.write(fact, mask, value)


def side_by_side(worlds: Sequence[World], keys: Iterable[str] | None = None) -> Columns:
    """The same worlds as columns; without `keys`, all facts that one of them has set."""
    if not worlds:
        raise Refused("worlds side by side are one at least")
    schema = worlds[0].schema
    if keys is None:
        keys = dict.fromkeys(key for world in worlds for key in world.set_facts())
    columns = Columns(schema, len(worlds), {})
    for key in keys:
        if not isinstance(schema.spec(key).domain, Data):
            _put(columns, key, [_told(world, key) for world in worlds])
    return columns


def _told(world: World, key: str) -> Any:
    """What a world knows of a fact: its value, its bounds, or nothing."""
    value = world.read(key)
    return None if value.__class__ is Span else value


def _put(columns: Columns, key: str, values: list[Any]) -> None:
    """A column of plain values; None is unknown, and of some only bounds are known."""
    if any(isinstance(value, Between) for value in values):
        open_ = columns.domain(key).open
        now = [open_ if value is None else value for value in values]
        ends = ([end(value) for value in now] for end in (lowest, highest))
        columns.values[key] = Span(*(np.array(end, dtype=columns.dtype(key)) for end in ends))
    elif all(value is None for value in values):
        columns.values.pop(key, None)
    elif all(value == values[0] for value in values):
        columns.values[key] = values[0]
    else:
        unknown = np.array([value is None for value in values])
        some = next(value for value in values if value is not None)
        codes = [columns.code(key, some if value is None else value) for value in values]
        columns.values[key] = _half_known(columns, key, np.array(codes, dtype=columns.dtype(key)), unknown)


def _half_known(columns: Columns, key: str, values: Array, unknown: Array) -> Any:
    """The values, and where nobody knows them all that they could be."""
    if not unknown.any():
        return values
    domain = columns.domain(key)
    if isinstance(domain, Choice):
        low, high = 0, len(domain.options) - 1
    elif isinstance(domain, Count):
        low, high = domain.lo, domain.hi
    else:
        return Span(values & ~unknown, values | unknown)
    return Span(*(np.where(unknown, end, values).astype(values.dtype) for end in (low, high)))


def random_columns(
    schema: Schema, keys: Iterable[str], size: int, rng: np.random.Generator, unknown_share: float = 0.0
) -> Columns:
    """Random values for these facts; those without a default are unknown in some of the worlds."""
    columns = Columns(schema, size, {})
    for key in keys:
        domain = schema.spec(key).domain
        if isinstance(domain, Data):
            continue
        vague = isinstance(schema.fallback(key), Span)
        unknown = rng.random(size) < unknown_share if vague else np.zeros(size, bool)
        if isinstance(domain, Flag):
            values: Array = rng.random(size) < 0.5
        elif isinstance(domain, Choice):
            values = rng.integers(len(domain.options), size=size)
        else:
            wide = rng.integers(domain.lo, domain.hi, size=size, endpoint=True)
            small = rng.integers(domain.lo, min(domain.hi, max(domain.lo, 0) + SMALL), size=size, endpoint=True)
            values = np.where(rng.random(size) < 0.2, wide, small)
        columns.values[key] = _half_known(columns, key, values.astype(columns.dtype(key)), unknown)
    return columns


def world_of(columns: Columns, row: int) -> World:
    """One of the worlds by itself."""
    clock = columns.schema.clock
    facts = columns.world(row)
    keys = sorted(facts, key=lambda key: key != clock)  # the clock first, so that nothing grows old by it
    return World(columns.schema).with_changes([Change(key, None, facts[key]) for key in keys], Origin("given"))


def at_full_size(value: Any, size: int) -> Any:
    """A result as an array over all worlds, also where they share one value (a span gives two arrays)."""
    if isinstance(value, Span):
        return Span(at_full_size(value.lo, size), at_full_size(value.hi, size))
    return value if isinstance(value, np.ndarray) else np.full(size, value)
