"""Functions of the world, remembered by the facts that they look at.

What a step does, or what somebody answers, rests on the facts that are read for it and on nothing else.  Run on an
`Overheard` world it gives them away, and `Memo` answers at once for every world that agrees on them.  A `Tracked` is
a world told by what sets it apart from the one where all began: so little that worlds are compared in no time.

Nothing here refers back to who refers to it, so that all of it is gone with the question it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from legation.core.errors import LegationError
from legation.core.expr import Laborious
from legation.core.facts import Change, Origin, Schema, Scoped, Value, World
from legation.core.rules import Assign
from legation.core.span import Span

__all__ = ["Lineage", "Overheard", "Memo", "Tracked", "facts_read", "overheard"]

T = TypeVar("T")
GONE = object()  # the value of a fact that nobody knows
Apart = Mapping[str, Any]  # fact -> value, where a world differs from the first of its line
Name = frozenset[tuple[str, Any]]  # the same, to find it by
Memory = dict[Laborious, "_Worked"]  # what long calculations came to


# -- listening
class NotOverheard(Exception):
    """Somebody looks at more of the world than single facts."""


class FactsRead:
    """What was read of a world: facts, and such as were only compared with a value.

    Who only `lists` what is read, and remembers nothing by it, may look at more than single facts.
    """

    __slots__ = ("compared", "facts", "lists", "memory")

    def __init__(self, memory: Memory | None = None, *, lists: bool = False) -> None:
        self.lists = lists
        self.facts: set[str] = set()
        self.compared: set[tuple[str, Any]] = set()
        self.memory = {} if memory is None else memory

    @property
    def name(self) -> tuple[frozenset[str], frozenset[tuple[str, Any]]]:
        return frozenset(self.facts), frozenset([one for one in self.compared if one[0] not in self.facts])


NOTHING = FactsRead().name


class Becoming(Change, frozen=True):
    """A change of a fact that was only compared with its new value: what it was would be one more fact."""

    @property  # type: ignore[misc]
    def old(self) -> NoReturn:
        raise NotOverheard

    @property
    def real(self) -> bool:
        return True


class _Listening(World):
    """Notes every fact that is read.  What was changed on the way counts as read too, which is safe."""

    __slots__ = ()
    heard: FactsRead

    def read(self, key: str) -> Any:
        self.heard.facts.add(key)
        value = self._values.get(key)
        return self._missing(key) if value is None else value

    def known(self, key: str) -> bool:
        self.heard.facts.add(key)
        return World.known(self, key)

    def all_known(self, keys: frozenset[str]) -> bool:
        self.heard.facts.update(keys)
        return World.all_known(self, keys)

    def among(self, key: str, options: frozenset[str]) -> Any:
        self.heard.facts.add(key)
        value = self._values.get(key)
        if value is None:
            value = self._missing(key)
            if value.__class__ is Span:
                return value
        return value in options

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        self.heard.facts.update(keys)
        return World.any_among(self, keys, options)

    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]:
        self.heard.facts.update(keys)
        return World.found_among(self, keys, options)

    def present(self, keys: frozenset[str]) -> Any:
        self.heard.facts.update(keys)
        return World.present(self, keys)

    def ever_set(self, keys: frozenset[str]) -> frozenset[str]:
        self.heard.facts.update(keys)
        return World.ever_set(self, keys)

    def rank(self, key: str) -> Any:
        self.heard.facts.add(key)
        return World.rank(self, key)

    def recall(self, expression: Any) -> Any:
        """The value of an expression: what takes long is worked out once for all worlds that agree on what it reads."""
        if not isinstance(expression, Laborious):
            return expression.work(self)
        memory = self.heard.memory
        worked = memory.get(expression)
        if worked is None:
            worked = memory[expression] = _Worked()
        return worked(expression, self)

    def changed_by(self, assign: Assign, cite: str) -> Change | None:
        """What a fact was before matters only if it was the same."""
        if self.heard.lists:
            return World.changed_by(self, assign, cite)
        fact, value = assign.fact, assign.value
        plain = value.__class__
        new = value if plain is str or plain is bool or plain is int else assign.new_value(self)
        self.heard.compared.add((fact, frozen(new)))
        old = self._values.get(fact)
        if old is None:
            old = self._missing(fact)
        return None if old == new and not isinstance(old, Span) else Becoming(fact, None, new, cite)

    def _scope(self, passing: Mapping[str, Value]) -> Scoped:
        return _OverheardScoped(self, passing, self.heard)

    def heard_by(self, log: Any) -> World:
        """It writes into no log, and never stops listening."""
        return self

    def weighed(self, plain: Callable[[World], Any]) -> None:
        """Who lists what is read wants to know of the plain form too."""
        if self.heard.lists:
            with suppress(LegationError):
                plain(self)

    def origin(self, key: str) -> Origin:
        self._list(key)
        return World.origin(self, key)

    def last(self, key: str) -> Value | None:
        self._list(key)
        return World.last(self, key)

    def set_facts(self) -> Mapping[str, Value]:
        self._list(*self._values)
        return super().set_facts()

    def difference(self, other: World) -> list[Change]:
        self._list(*self._values, *other._values)
        return World.difference(self, other)

    def _list(self, *keys: str) -> None:
        if not self.heard.lists:
            raise NotOverheard
        self.heard.facts.update(keys)


class _Worked:
    """What one long calculation came to, by the facts that it read and what they were."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[frozenset[str], list[tuple[list[Any], Any]]] = {}

    def __call__(self, expression: Laborious, world: _Listening) -> Any:
        heard, get, aged = world.heard, world._values.get, world._aged.keys()
        for facts, found in self.known.items():
            now = list(map(get, facts))
            for values, value in found:
                if values == now and aged.isdisjoint(facts):
                    heard.facts.update(facts)
                    return value
        before, heard.facts = heard.facts, set()
        try:
            value = expression.work(world)
        finally:
            facts, heard.facts = frozenset(heard.facts), before
            before.update(facts)
        if aged.isdisjoint(facts):  # what has grown old is worked out anew
            self.known.setdefault(facts, []).append((list(map(get, facts)), value))
        return value


class Overheard(_Listening):
    """A world that notes in `heard` what is read of it, and of the worlds that are made from it."""

    __slots__ = ("heard",)

    def __init__(self, world: World, heard: FactsRead) -> None:
        self.schema, self._log, self.heard = world.schema, None, heard
        self._values, self._origins = world._values, world._origins
        self._aged, self._mortal = world._aged, world._mortal

    def _copy(self) -> Overheard:
        return Overheard(World._copy(self), self.heard)


class _OverheardScoped(_Listening, Scoped):
    __slots__ = ("heard",)

    def __init__(self, base: World, passing: Mapping[str, Value], heard: FactsRead) -> None:
        super().__init__(base, passing)
        self.heard = heard

    def _copy(self) -> _OverheardScoped:
        return _OverheardScoped(World._copy(self), self._passing, self.heard)


def _run(function: Callable[[World], T], world: World, memory: Memory | None = None) -> tuple[T, FactsRead | None]:
    """What a function returns, and what it reads for that; None if there is no end to it."""
    heard, ageing = FactsRead(memory), world.schema.ageing
    try:
        found = function(Overheard(world, heard))
    except NotOverheard:
        return function(world), None
    heard.facts.update([fact for fact, _ in heard.compared if fact in ageing])
    if not ageing.keys().isdisjoint(heard.facts):
        heard.facts.add(world.schema.clock)  # by which they grow old
    return found, heard


def overheard(function: Callable[[World], T], world: World) -> tuple[T, frozenset[str] | None]:
    """What a function returns, and the facts that it rests on; None if there is no end to them."""
    found, heard = _run(function, world)
    return found, None if heard is None else frozenset(heard.facts.union(fact for fact, _ in heard.compared))


def facts_read(function: Callable[[World], Any], world: World) -> frozenset[str]:
    """The facts that a function looks at, however it ends."""
    heard = FactsRead(lists=True)
    with suppress(LegationError):  # what it has read by then is why it was refused, or what it lacks
        function(Overheard(world, heard))
    return frozenset(heard.facts)


# -- worlds
class Tracked:
    """A world, as what sets it apart from the first of its line; in one line, equal ones are the same object."""

    __slots__ = ("_made", "_world", "apart", "name")

    def __init__(self, name: Name, world: World | None, made: tuple[Tracked, tuple[Change, ...]] | None) -> None:
        self.name, self.apart = name, dict(name)
        self._world, self._made = world, made

    @property
    def world(self) -> World:
        """The world itself, made when somebody needs it."""
        if self._world is None:
            assert self._made is not None
            before, changes = self._made
            self._world = before.world.with_changes(changes, before.world.now)
        return self._world


class Lineage:
    """The worlds that come of a first one."""

    def __init__(self, first: World) -> None:
        self.first = Tracked(frozenset(), first, None)
        self._at_first: dict[str, Any] = {}
        self.differing: dict[str, None] = {}  # facts in which any of them differs from the first
        self.memory: Memory = {}
        self._known: dict[Name, Tracked] = {self.first.name: self.first}
        self._after: dict[tuple[Tracked, int], Tracked] = {}
        self._kept: list[tuple[Change, ...]] = []  # so that their ids stay theirs

    def after(self, standing: Tracked, changes: tuple[Change, ...]) -> Tracked:
        """Where some changes lead; the same tuple of them is looked at once."""
        found = self._after.get((standing, id(changes)))
        if found is None:
            found = self._after[standing, id(changes)] = self._changed(standing, changes)
            self._kept.append(changes)
        return found

    def _changed(self, standing: Tracked, changes: tuple[Change, ...]) -> Tracked:
        apart, schema, clock = standing.apart, self.first.world.schema, self.first.world.schema.clock
        new: dict[str, Any] = {}  # None where a fact is again as it was at first
        for change in changes:
            fact, value = change.fact, as_read(schema, change.fact, change.new)
            if fact in schema.ageing:
                new[fact] = value, new[clock] if clock in new else apart.get(clock)  # it grows old from now on
            else:
                new[fact] = None if value == self._before(fact) else value
        gone = [(fact, apart[fact]) for fact in new if fact in apart]
        come = [(fact, value) for fact, value in new.items() if value is not None]
        name = standing.name.difference(gone).union(come)
        known = self._known.get(name)
        if known is None:
            self.differing |= dict.fromkeys([fact for fact, _ in come])
            known = self._known[name] = Tracked(name, None, (standing, changes))
        return known

    def _before(self, fact: str) -> Any:
        """What a fact was at first."""
        if fact not in self._at_first:
            first = self.first.world
            self._at_first[fact] = as_read(first.schema, fact, first._values.get(fact))
        return self._at_first[fact]


def as_read(schema: Schema, fact: str, value: Any) -> Any:
    """What a fact with this value is to whoever reads it: if nobody has set it, its default."""
    if value is None:
        value = schema.fallback(fact)
    return GONE if value.__class__ is Span else frozen(value)


def frozen(value: Any) -> Any:
    return msgspec.json.encode(value) if value.__class__ in (list, dict) else value


# -- remembering
class _Reading(Generic[T]):
    """What a function looks at when it goes one certain way, and what it returned by what it saw."""

    def __init__(self, line: Lineage, heard: FactsRead | None) -> None:
        self.line, self.heard = line, heard
        self.returned: list[tuple[Apart, T]] = []
        self._learn()

    def _learn(self) -> None:
        """Of all facts only those have to be looked at in which the worlds differ."""
        differing, heard = self.line.differing, self.heard
        self.size = len(differing)
        first = self.line.first.world
        self.facts = tuple(fact for fact in differing if heard is None or fact in heard.facts)
        self.compared = [
            (fact, frozen(first.get(fact)), value)
            for fact, value in (heard.compared if heard else ())
            if fact in differing and fact not in self.facts
        ]
        self.known = {self._key(apart): found for apart, found in self.returned}

    def _key(self, apart: Apart) -> tuple[Any, ...]:
        key = tuple(map(apart.get, self.facts))
        if self.compared:
            return *key, *[apart.get(fact, at_first) == value for fact, at_first, value in self.compared]
        return key

    def add(self, apart: Apart, found: T) -> None:
        self.returned.append((apart, found))
        self.known[self._key(apart)] = found

    def get(self, apart: Apart) -> T | None:
        if self.size != len(self.line.differing):
            self._learn()
        return self.known.get(self._key(apart))


class Memo(Generic[T]):
    """A function of the worlds of one line, which never returns None: it runs once where it reads the same."""

    def __init__(self, line: Lineage, function: Callable[[World], T]) -> None:
        self.line, self.function = line, function
        self._readings: dict[Any, _Reading[T]] = {}

    def __call__(self, standing: Tracked) -> T:
        for reading in reversed(self._readings.values()):
            known = reading.get(standing.apart)
            if known is not None:
                return known
        found, heard = _run(self.function, standing.world, self.line.memory)
        name = None if heard is None else heard.name
        if name not in self._readings:
            self._readings[name] = _Reading(self.line, heard)
        self._readings[name].add(standing.apart, found)
        return found

    @property
    def always(self) -> T | None:
        """What it returned without reading anything: that holds in all worlds."""
        nothing = self._readings.get(NOTHING)
        return None if nothing is None else nothing.returned[0][1]
