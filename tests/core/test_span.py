"""A span encloses every value it stands for, whatever is done with it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.core.span import (
    MAYBE,
    Span,
    certain,
    exact,
    greatest,
    highest,
    join,
    least,
    lowest,
    pick,
    possible,
    same,
)

SMALL = st.integers(-6, 6)
numbers = st.tuples(SMALL, SMALL).map(lambda ends: join(min(ends), max(ends)))
truths = st.sampled_from([True, False, MAYBE])


def values(span: Any) -> list[Any]:
    """All that a span of numbers or truths can be."""
    if isinstance(span, Span) and isinstance(span.lo, bool):
        return [False, True]
    return list(range(lowest(span), highest(span) + 1)) if isinstance(span, Span) else [span]


def encloses(span: Any, value: Any) -> bool:
    return bool(lowest(span) <= value <= highest(span))


NUMERIC: list[Callable[[Any, Any], Any]] = [operator.add, operator.sub, operator.mul, least, greatest]
COMPARING: list[Callable[[Any, Any], Any]] = [operator.ge, operator.gt, operator.le, operator.lt, same]


@pytest.mark.parametrize("operation", NUMERIC + COMPARING)
@given(a=numbers, b=numbers)
def test_an_operation_encloses_all_concrete_results(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> None:
    found = operation(a, b)
    assert all(encloses(found, operation(x, y)) for x, y in product(values(a), values(b)))


@pytest.mark.parametrize("operation", [operator.add, operator.sub, least, greatest, operator.ge, operator.lt])
@given(a=numbers, b=numbers)
def test_simple_operations_say_no_more_than_they_must(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> None:
    concrete = [operation(x, y) for x, y in product(values(a), values(b))]
    found = operation(a, b)
    assert (lowest(found), highest(found)) == (min(concrete), max(concrete))


@given(a=numbers, step=st.integers(1, 5))
def test_whole_division_encloses(a: Any, step: int) -> None:
    assert all(encloses(a // step, x // step) for x in values(a))


@pytest.mark.parametrize("operation", [operator.and_, operator.or_])
@given(a=truths, b=truths)
def test_truths_follow_kleene(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> None:
    concrete = {operation(x, y) for x, y in product(values(a), values(b))}
    found = operation(a, b)
    assert set(values(found)) == concrete
    assert exact(found) is (len(concrete) == 1)


@given(a=truths)
def test_not_maybe_is_maybe(a: Any) -> None:
    assert set(values(a ^ True)) == {not x for x in values(a)}


@given(truth=truths, yes=numbers, no=numbers)
def test_pick_encloses_what_each_truth_would_give(truth: Any, yes: Any, no: Any) -> None:
    found = pick(truth, yes, no)
    concrete = [x if t else y for t in values(truth) for x, y in product(values(yes), values(no))]
    assert (lowest(found), highest(found)) == (min(concrete), max(concrete))


def test_ends_that_meet_are_a_plain_value() -> None:
    assert join(3, 3) == 3
    assert exact(Span(2, 3) - Span(2, 3)) is False  # nobody says that both are the same unknown
    assert exact(Span(2, 5) * 0)
    assert (Span(0, 3) >= 0) is True
    assert (Span(0, 3) > 3) is False


def test_certain_and_possible_are_the_two_ends() -> None:
    assert certain(MAYBE) is False
    assert possible(MAYBE) is True
    assert certain(True) is possible(True) is True


def test_only_the_negation_is_an_exclusive_or() -> None:
    with pytest.raises(TypeError, match="the negation"):
        MAYBE ^ MAYBE


def test_a_span_prints_as_people_say_it() -> None:
    assert repr(MAYBE) == "maybe"
    assert repr(Span(1, 4)) == "1..4"
