"""What is written out as Python says what the nodes say: in one world, in many, in words, and of the unknown."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.books import book
from legation.core.compiled import Compiled
from legation.core.expr import (
    NO,
    YES,
    Expr,
    Plain,
    all_of,
    any_choice,
    any_of,
    choice,
    count,
    largest,
    lift,
    named,
    node,
    number,
    per,
    present,
    rank,
    smallest,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Change, Origin, Schema, World
from legation.core.game import Game
from legation.core.log import Log
from legation.core.span import Span, certain
from legation.core.tables import Table
from legation.sim.arrays import Lens, at
from legation.sim.samples import random_columns, world_of
from legation.testing.conformance import random_world
from tests.core.tiny import SCHEMA

NUMBERS = ["gold.north", "gold.south", "ships.auk", "ships.brant", "berths", "debt", "roll.net"]
TRUTHS = ["pact", "light"]
WORDS = {"mood": ("cold", "cool", "warm"), "weather": ("calm", "storm")}
KEYS = [*NUMBERS, *TRUTHS, *WORDS]


# -- expressions and worlds at random
def options(words: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), min_size=1, max_size=2, unique=True)


def chosen() -> st.SearchStrategy[Expr]:
    return st.sampled_from(list(WORDS)).flatmap(lambda key: options(WORDS[key]).map(lambda found: choice(key, *found)))


LEAF_TRUTHS = st.one_of(
    st.sampled_from([YES, NO]),
    st.sampled_from(TRUTHS).map(truth),
    chosen(),
    st.just(any_choice(["mood", "weather"], "warm", "storm", says="warm or stormy")),
    st.lists(st.sampled_from(NUMBERS[:-1]), min_size=1, max_size=3, unique=True).map(lambda k: present(k, "some")),
)
LEAF_NUMBERS = st.one_of(
    st.integers(-3, 6).map(lift),
    st.sampled_from(NUMBERS).map(number),
    st.sampled_from(list(WORDS)).map(rank),
)


@node
class Sure(Plain):
    """What is certain of a truth or a number."""

    inner: Expr

    def value(self, look: Any) -> Any:
        return certain(self.inner.value(look))

    @property
    def english(self) -> str:
        return f"for certain {self.inner.english}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


@st.composite
def expressions(draw: st.DrawFn, depth: int, wants_truth: bool) -> Expr:
    def a_truth() -> Expr:
        return draw(expressions(depth - 1, True))

    def a_number() -> Expr:
        return draw(expressions(depth - 1, False))

    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return draw(LEAF_TRUTHS if wants_truth else LEAF_NUMBERS)
    how = draw(st.integers(0, 7))
    if wants_truth:
        if how == 0:
            return ~a_truth()
        if how in (1, 2):
            several = [a_truth() for _ in range(draw(st.integers(2, 4)))]
            return (all_of if how == 1 else any_of)(*several)
        if how == 3:
            return when_else(a_truth(), a_truth(), a_truth())
        if how == 4:
            return named("so", a_truth(), cite="T-M-GOLD") if draw(st.booleans()) else Sure(a_truth())
        a, b = a_number(), a_number()
        compared = [a >= b, a > b, a <= b, a < b, a.is_number(b), b.is_number(2)]
        return draw(st.sampled_from(compared))
    if how == 0:
        return sum_of(a_number(), a_number(), a_number())
    if how == 1:
        return count(a_truth(), a_truth())
    if how == 2:
        return per(draw(st.integers(1, 4)), a_number(), up=draw(st.booleans()))
    if how == 3:
        return draw(st.sampled_from([largest, smallest]))(a_number(), a_number())
    if how == 4:
        return when_else(a_truth(), a_number(), a_number())
    if how == 5:
        return a_number() - a_number() if draw(st.booleans()) else Sure(a_number())
    if how == 6:
        return a_truth() * a_number()
    return named("as many", a_number() * draw(st.integers(-2, 3)))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Some facts told, some before and some after a turn went by, and perhaps a few passing ones on top."""
    values = {
        **dict.fromkeys(NUMBERS, st.integers(0, 9)),
        **dict.fromkeys(TRUTHS, st.booleans()),
        **{key: st.sampled_from(words) for key, words in WORDS.items()},
    }
    world = World(SCHEMA)
    for turn in range(1, draw(st.integers(1, 3)) + 1):
        told = [Change(key, None, draw(values[key])) for key in KEYS if draw(st.booleans())]
        world = world.with_changes([*told, Change("turn", turn - 1, turn)], Origin("given"))
    passing: dict[str, Any] = {}
    if draw(st.booleans()):
        passing["roll__net"] = draw(st.sampled_from([0, 4, -4, Span(-2, 3), None]))
    if draw(st.integers(0, 3)) == 0:  # a fact with a default, for once unknown
        passing["gold__north"] = draw(st.sampled_from([3, Span(1, 4), None]))
    return world.scoped(**passing) if passing else world


def plain(value: Any) -> Any:
    """A value with its kind, for 1 is not True."""
    return (plain(value.lo), plain(value.hi)) if isinstance(value, Span) else (type(value), value)


def is_written(compiled: Compiled[Any], schema: Schema) -> bool:
    return compiled.is_written(schema)


def at_once(expr: Expr) -> Compiled[Any]:
    return Compiled(expr.value, (expr,), often=1)


ANY = st.booleans().flatmap(lambda wants_truth: expressions(4, wants_truth))


@settings(max_examples=200)
@given(ANY, st.lists(worlds(), min_size=1, max_size=4))
def test_written_out_an_expression_says_the_same(expr: Expr, some: list[World]) -> None:
    written = at_once(expr)
    for world in some:
        assert plain(written(world)) == plain(expr.value(world)), world.set_facts()
    assert is_written(written, SCHEMA)


@settings(max_examples=60)
@given(ANY, st.integers(0, 2**20), st.sampled_from([0.0, 0.3]))
def test_written_out_for_one_world_it_says_the_same_as_among_many(expr: Expr, seed: int, share: float) -> None:
    columns, written = random_columns(SCHEMA, KEYS, 20, np.random.default_rng(seed), share), at_once(expr)
    together = written(Lens(columns, None, {}))
    for index in range(columns.size):
        found = plain(at(together, index))
        alone = plain(written(world_of(columns, index)))
        assert [v for _, v in _ends(found)] == [v for _, v in _ends(alone)]


def _ends(value: Any) -> list[Any]:
    return list(value) if isinstance(value[0], tuple) else [value]


# -- when it is written out
def test_it_is_written_out_once_it_is_asked_for_often() -> None:
    written = Compiled(number("debt").value, (number("debt"),), often=3)
    for turn in range(3):
        assert not is_written(written, SCHEMA), turn
        written(World(SCHEMA))
    assert is_written(written, SCHEMA)


def test_only_the_calculation_is_pickled() -> None:
    written = Compiled(_debt, (), often=1)
    written(World(SCHEMA))
    again = pickle.loads(pickle.dumps(written))
    assert (is_written(written, SCHEMA), is_written(again, SCHEMA)) == (True, False)


def _debt(look: Any) -> Any:
    return look.read("debt")


def test_the_log_knows_every_rule_in_the_order_of_the_nodes() -> None:
    expr = named("a storm", choice("weather", "storm"), cite="T-M-STORM") & truth("pact")
    written = at_once(expr)
    written(World(SCHEMA))
    log = Log(keeps=True)
    world = World(SCHEMA).with_changes([Change("weather", None, "storm")], Origin("given")).heard_by(log)
    assert written(world) is False
    assert log.applied == {"T-M-STORM"}


@node
class Odd(Expr):
    """A node that looks at its value in Python."""

    def value(self, look: Any) -> Any:
        return 1 if look.read("debt") else 0

    @property
    def english(self) -> str:
        return "odd"


@pytest.mark.parametrize(
    "expr", [Odd() + 1, number("notes"), number("mood"), choice("debt", "x"), number("nowhere")], ids=str
)
def test_what_cannot_be_written_out_is_asked_node_by_node(expr: Expr) -> None:
    def value(look: Any) -> Any:
        return "node by node" if isinstance(look, World) else expr.value(look)

    written = Compiled(value, (expr,), often=1)
    assert [written(World(SCHEMA)) for _ in range(3)] == ["node by node"] * 3
    assert not is_written(written, SCHEMA)


# -- the books
def test_every_table_of_the_books_says_the_same() -> None:
    awaw = book("awaw")
    for scenario in awaw.scenarios:
        begun = Game.new(awaw, scenario, seed=1).world
        for name in awaw.tables():
            the_table_says_the_same(awaw.sheet(begun, name).table, begun.schema)


def the_table_says_the_same(table: Table, schema: Schema) -> None:
    reads = sorted({key for m in table.effective for key in m.when.reads() | m.value.reads()})
    rng = Random(table.name)
    exprs = [expr for m in table.effective for expr in (m.when, m.value)]
    amounts = Compiled(table._amounts.calculate, exprs, often=1)
    for share in (0.0, 0.9, 0.5, 0.1):
        world = random_world(schema, reads, rng, share)
        each, total = amounts(world)
        again, sum_ = amounts.calculate(world)
        assert [plain(a) for a in (*each, total)] == [plain(a) for a in (*again, sum_)], table.name
        assert plain(table.total(world)) == plain(total)
    assert is_written(amounts, schema), table.name
