"""Worlds side by side read as they do one by one, also where something is unknown in some of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from legation.core.errors import Refused
from legation.core.expr import Expr, all_of, any_of, choice, count, largest, named, number, per, rank, truth, when_else
from legation.core.facts import Choice, Family, Schema, World
from legation.core.span import Span
from legation.sim.arrays import Columns, Lens, NotSimulated, at
from legation.sim.oracle import FactQuestion, Known, Put
from legation.sim.samples import SideBySide, at_full_size, random_columns, side_by_side, world_of
from legation.testing.conformance import check_forms, random_world
from tests.books.tern import talks
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import SCHEMA

KEYS = ["gold.north", "gold.south", "mood", "pact", "weather", "ships.auk", "ships.brant", "light", "berths"]
GOLD, SHIPS, BERTHS = number("gold.north"), number("ships.auk"), number("berths")
STORM, LIGHT, PACT = choice("weather", "storm"), truth("light"), truth("pact")

EXPRESSIONS: list[Expr] = [
    GOLD,
    STORM,
    ~STORM,
    rank("mood"),
    rank("weather"),
    rank("mood") * 100 - GOLD * 1000,
    GOLD + SHIPS - BERTHS,
    GOLD * SHIPS,
    per(3, SHIPS, up=True),
    all_of(STORM, LIGHT, PACT),
    any_of(STORM, LIGHT & ~PACT, SHIPS > GOLD),
    count(STORM, LIGHT, PACT, SHIPS >= 4),
    largest(SHIPS, GOLD, BERTHS),
    SHIPS.is_number(BERTHS),
    when_else(STORM, SHIPS, when_else(LIGHT, GOLD, -2)),
    when_else(LIGHT, STORM, PACT),
    (GOLD >= 3) & (SHIPS < 7) | choice("mood", "cold", "warm"),
]


def same(alone: Any, share: Any) -> bool:
    if isinstance(alone, Span):
        return isinstance(share, Span) and (alone.lo, alone.hi) == (share.lo, share.hi)
    return not isinstance(share, Span) and bool(alone == share)


def drawn(size: int, share: float = 0.0, keys: Sequence[str] = KEYS) -> Columns:
    return random_columns(SCHEMA, keys, size, np.random.default_rng(1), share)


def seen(columns: Columns, rows: Any = None, **passing: Any) -> Lens:
    return Lens(columns, rows, {key.replace("__", "."): value for key, value in passing.items()})


# -- reading
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_every_kind_of_expression_gives_the_same(expr: Expr, share: float) -> None:
    columns = drawn(200, share)
    few = np.arange(0, 200, 30)
    together, theirs = expr.value(seen(columns)), expr.value(seen(columns, few))
    for index in range(columns.size):
        alone = expr.value(world_of(columns, index))
        assert same(alone, at(together, index)), (index, columns.world(index))
        if index in few:
            assert same(alone, at(theirs, few.tolist().index(index)))


def test_worlds_come_back_as_they_were() -> None:
    rng = Random(3)
    worlds = [random_world(SCHEMA, KEYS, rng) for _ in range(30)]
    columns = side_by_side(worlds)
    assert all(world.difference(world_of(columns, i)) == [] for i, world in enumerate(worlds))


def test_what_is_known_everywhere_takes_no_detour() -> None:
    columns = drawn(50)
    for expr in EXPRESSIONS:
        assert isinstance(expr.value(seen(columns)), np.ndarray)


def test_a_fact_without_a_column_is_its_default_in_all_worlds() -> None:
    look = seen(drawn(10, keys=["ships.auk"]))
    assert GOLD.value(look) == 5
    assert (GOLD + SHIPS).value(look).shape == (10,)
    assert choice("mood", "cool").value(look) is True
    assert rank("mood").value(look) == 1
    assert same(BERTHS.value(look), Span(0, 9))
    assert same(rank("weather").value(look), Span(0, 1))
    assert list(at_full_size(GOLD.value(look), 10)) == [5] * 10


def test_what_all_worlds_share_is_kept_once() -> None:
    worlds = [random_world(SCHEMA, ["gold.north"], Random(7)) for _ in range(3)]
    assert side_by_side(worlds).values["gold.north"] == worlds[0]["gold.north"]


def test_passing_facts_may_be_values_or_arrays() -> None:
    columns = drawn(4)
    assert choice("mood", "warm").value(seen(columns, mood="warm")) is True
    codes = seen(columns, mood=np.array([0, 1, 2, 2]))
    assert list(choice("mood", "warm").value(codes)) == [False, False, True, True]
    assert list(rank("mood").value(codes)) == [0, 1, 2, 2]
    assert list(number("roll.net").value(seen(columns, roll__net=np.arange(4)))) == [0, 1, 2, 3]
    assert seen(columns, roll__net=1).scoped(mood="cold").read("roll.net") == 1


def test_a_table_adds_up_for_all_worlds_at_once() -> None:
    table = talks.talks("auk", "revised", "yes")
    keys = sorted({key for m in table.effective for key in m.when.reads() | m.value.reads()} - {"roll.net", "courting"})
    schema = TERN.schema("archipelago")
    for share in (0.0, 0.4):
        columns = random_columns(schema, keys, 300, np.random.default_rng(2), share)
        totals = table.total(seen(columns, courting="south"))
        assert isinstance(totals, Span) is bool(share)
        for index in range(columns.size):
            assert same(table.total(world_of(columns, index).scoped(courting="south")), at(totals, index))


def test_what_was_worked_out_for_all_is_picked_for_a_few_also_where_it_is_unknown() -> None:
    columns, few = drawn(200, 0.4), np.array([3, 50])
    laborious = named("much", SHIPS + BERTHS + GOLD + number("ships.brant"))
    for_all = laborious.value(seen(columns))
    for_few = laborious.value(seen(columns, few))
    assert [at(for_few, place).__repr__() for place in (0, 1)] == [at(for_all, row).__repr__() for row in (3, 50)]


def test_nothing_with_a_numpy_type_comes_out() -> None:
    columns = drawn(5, 0.5)
    values = [at(expr.value(seen(columns)), 0) for expr in EXPRESSIONS] + list(columns.world(0).values())
    flat = [end for v in values for end in ((v.lo, v.hi) if isinstance(v, Span) else (v,))]
    assert {type(v) for v in flat} <= {int, bool, str, list}


def test_worlds_side_by_side_are_one_at_least() -> None:
    with pytest.raises(Refused):
        side_by_side([])
    assert side_by_side([World(SCHEMA)]).size == 1


# -- writing
def test_what_only_some_worlds_know_can_be_read_and_not_written() -> None:
    columns = drawn(20, 0.5)
    half = np.arange(20) < 10
    for key in ("ships.auk", "weather", "light"):
        with pytest.raises(NotSimulated, match=f"{key} is known in some worlds only: give it at the start"):
            columns.write(key, half, columns.decode(key, 1))
        for op in (FactQuestion(key), Known(key), Put(key, columns.decode(key, 1), {})):
            with pytest.raises(NotSimulated):
                op.answer(columns, None, {})
    columns.write("ships.auk", None, 4)
    assert SHIPS.value(seen(columns)) == 4


def test_a_choice_may_have_more_options_than_a_byte_holds() -> None:
    words = tuple(f"place-{i}" for i in range(300))
    schema = Schema((Family("at", Choice(words), "where", default=words[0]),))
    columns = Columns(schema, 3, {})
    columns.write("at", np.array([1]), words[299])
    assert [columns.world(row)["at"] for row in range(3)] == [words[0], words[299], words[0]]
    assert list(choice("at", words[299]).value(seen(columns))) == [False, True, False]


# -- the conformance check
def test_the_conformance_check_covers_rules_and_tables() -> None:
    compared = check_forms(TERN, "archipelago", 40, 1, SideBySide)
    assert compared.forms > 80
    assert compared.written > 70


class Credulous(Lens):
    """Takes the unknown for false."""

    def among(self, key: str, options: frozenset[str]) -> Any:
        value = super().among(key, options)
        return value.lo if isinstance(value, Span) else value


class Forgetful(Columns):
    """Forgets to forget: what was worked out stays, whatever is written."""

    def write(self, key: str, rows: Any, value: Any, *, coded: bool = False) -> None:
        memo = dict(self.memo)
        super().write(key, rows, value, coded=coded)
        self.memo |= memo


def test_the_conformance_check_would_notice_a_wrong_reading() -> None:
    class Crooked(SideBySide):
        def looks(self) -> Any:
            return [(Credulous(self.columns, None, {}), range(self.columns.size))]

    with pytest.raises(AssertionError, match=r"is 7\.\.8 in one world, 7 among many"):
        check_forms(TERN, "archipelago", 40, 1, Crooked)


def test_the_conformance_check_would_notice_what_was_remembered_too_long() -> None:
    class Crooked(SideBySide):
        def __init__(self, worlds: Sequence[World]) -> None:
            super().__init__(worlds)
            self.columns.__class__ = Forgetful

    with pytest.raises(AssertionError, match="among many, when some facts were written"):
        check_forms(TERN, "archipelago", 40, 1, Crooked, unknown_share=0.0)
