"""A batch reads as its worlds do, one by one, also where something is unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.core.conformance import check_batch, random_world
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, all_of, any_of, choice, count, largest, number, per, rank, truth, when_else
from legation.core.facts import World
from legation.core.span import Span
from legation.sim import Batch
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


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_every_kind_of_expression_gives_the_same(expr: Expr, share: float) -> None:
    batch = Batch.random(SCHEMA, KEYS, 200, np.random.default_rng(1), share)
    together = expr.value(batch)
    for index in range(batch.size):
        alone = expr.value(batch.world(index))
        assert same(alone, batch.at(together, index)), (index, batch.world(index).set_facts())


def test_worlds_come_back_as_they_were() -> None:
    from random import Random

    rng = Random(3)
    worlds = [random_world(SCHEMA, KEYS, rng) for _ in range(30)]
    batch = Batch.from_worlds(worlds)
    assert all(world.difference(batch.world(i)) == [] for i, world in enumerate(worlds))


def test_what_is_known_everywhere_takes_no_detour() -> None:
    batch = Batch.random(SCHEMA, KEYS, 50, np.random.default_rng(1))
    for expr in EXPRESSIONS:
        assert isinstance(expr.value(batch), np.ndarray)


def test_a_fact_without_a_column_is_its_default_in_all_worlds() -> None:
    batch = Batch.random(SCHEMA, ["ships.auk"], 10, np.random.default_rng(1))
    assert GOLD.value(batch) == 5
    assert (GOLD + SHIPS).value(batch).shape == (10,)
    assert choice("mood", "cool").value(batch) is True
    assert rank("mood").value(batch) == 1
    assert same(BERTHS.value(batch), Span(0, 9))
    assert same(rank("weather").value(batch), Span(0, 1))
    assert list(batch.whole(GOLD.value(batch))) == [5] * 10


def test_passing_facts_may_be_values_or_arrays() -> None:
    batch = Batch.random(SCHEMA, KEYS, 4, np.random.default_rng(1))
    assert choice("mood", "warm").value(batch.scoped(mood="warm")) is True
    codes = batch.scoped(mood=np.array([0, 1, 2, 2]))
    assert list(choice("mood", "warm").value(codes)) == [False, False, True, True]
    assert list(rank("mood").value(codes)) == [0, 1, 2, 2]
    assert list(number("roll.net").value(batch.scoped(roll__net=np.arange(4)))) == [0, 1, 2, 3]
    assert batch.scoped(roll__net=1).scoped(mood="cold").read("roll.net") == 1


def test_columns_can_be_replaced() -> None:
    batch = Batch.random(SCHEMA, KEYS, 3, np.random.default_rng(1), 0.5)
    assert list(SHIPS.value(batch.replace(ships__auk=np.array([1, 2, 3])))) == [1, 2, 3]
    with pytest.raises(NotFound):
        batch.replace(ships__ouk=np.array([1, 2, 3]))


def test_a_table_adds_up_for_all_worlds_at_once() -> None:
    table = talks.talks("auk", "revised", "yes")
    keys = sorted({key for m in table.effective for key in m.when.reads() | m.value.reads()} - {"roll.net", "courting"})
    schema = TERN.schema("archipelago")
    for share in (0.0, 0.4):
        batch = Batch.random(schema, keys, 300, np.random.default_rng(2), share)
        totals = table.total(batch.scoped(courting="south"))
        assert isinstance(totals, Span) is bool(share)
        for index in range(batch.size):
            assert same(table.total(batch.world(index).scoped(courting="south")), batch.at(totals, index))


def test_the_conformance_check_covers_rules_and_tables() -> None:
    assert check_batch(TERN, "archipelago", 40, 1, Batch.from_worlds) > 50


def test_the_conformance_check_would_notice() -> None:
    class Crooked(Batch):
        def among(self, key: str, options: frozenset[str]) -> Any:
            value = super().among(key, options)
            return value.lo if isinstance(value, Span) else value  # unknown taken for false

    with pytest.raises(AssertionError, match=r"is 6\.\.7 in one world, 6 in the batch"):
        check_batch(TERN, "archipelago", 40, 1, Crooked.from_worlds)


def test_nothing_with_a_numpy_type_comes_out() -> None:
    batch = Batch.random(SCHEMA, KEYS, 5, np.random.default_rng(1), 0.5)
    values = [batch.at(expr.value(batch), 0) for expr in EXPRESSIONS] + list(batch.world(0).set_facts().values())
    flat = [end for v in values for end in ((v.lo, v.hi) if isinstance(v, Span) else (v,))]
    assert {type(v) for v in flat} <= {int, bool, str}


def test_a_batch_needs_a_world() -> None:
    with pytest.raises(Refused):
        Batch.from_worlds([])
    assert Batch.from_worlds([World(SCHEMA)]).size == 1
