"""Expressions: one declaration that is evaluated, explained, printed, and asked what it lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from legation.core.errors import BadRulebook, Unknown
from legation.core.expr import (
    NO,
    YES,
    Expr,
    all_of,
    amount,
    any_of,
    bound,
    choice,
    count,
    holds,
    largest,
    named,
    number,
    per,
    rank,
    smallest,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Change, Origin, World
from legation.core.log import Log
from legation.core.rules import Rule, sets
from legation.core.span import MAYBE, Span
from tests.core.tiny import SCHEMA

GOLD = number("gold.north", "the gold of the North")
STORM = choice("weather", "storm", says="there is [a|no] storm")
LIGHT = truth("light", "the light is[ not] lit")
SHIPS = number("ships.auk", "ships at Auk")
PACT = truth("pact", "there is [a|no] pact")


def world(**facts: Any) -> World:
    changes = [Change(key.replace("__", "."), None, value) for key, value in facts.items()]
    return World(SCHEMA).with_changes(changes, Origin("given"))


def same_span(value: Any, lo: Any, hi: Any) -> bool:
    return isinstance(value, Span) and (value.lo, value.hi) == (lo, hi)


# -- three values
def test_what_nobody_has_reported_is_neither_true_nor_false() -> None:
    assert STORM.value(world()) is MAYBE
    assert (~STORM).value(world()).hi is True
    assert STORM.value(world(weather="storm")) is True
    assert STORM.value(world(weather="calm")) is False


def test_a_default_is_known() -> None:
    assert GOLD.value(world()) == 5
    assert PACT.value(world()) is False


def test_unknown_is_settled_by_what_is_known() -> None:
    assert (STORM & PACT).value(world()) is False
    assert (STORM | ~PACT).value(world()) is True
    assert same_span((STORM & ~PACT).value(world()), False, True)


def test_an_unknown_number_is_all_it_could_be() -> None:
    assert same_span(SHIPS.value(world()), 0, 9)
    assert (SHIPS >= 0).value(world()) is True
    assert (SHIPS > 9).value(world()) is False
    assert same_span((SHIPS + GOLD).value(world()), 5, 14)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (GOLD + 2, 7),
        (2 + GOLD, 7),
        (GOLD - 2, 3),
        (9 - GOLD, 4),
        (3 * GOLD, 15),
        (per(2, GOLD), 2),
        (per(2, GOLD, up=True), 3),
        (largest(GOLD, SHIPS), 8),
        (smallest(GOLD, SHIPS), 5),
        (when_else(PACT, 1, -1), -1),
        (count(PACT, LIGHT, GOLD > 4), 2),
        (sum_of(GOLD, SHIPS, GOLD), 18),
        (rank("mood"), 1),
        (GOLD.is_number(5), True),
        (GOLD < 5, False),
        (YES, True),
        (NO, False),
        (all_of(), True),
        (any_of(), False),
    ],
)
def test_the_words_rules_are_written_in(expr: Expr, value: Any) -> None:
    assert expr.value(world(ships__auk=8, light=True)) == value


def test_twice_not_is_nothing() -> None:
    assert ~~PACT is PACT


# -- holding, and what is lacking
def test_holds_and_amount_name_the_facts_that_matter() -> None:
    with pytest.raises(Unknown) as lacking:
        holds(STORM & LIGHT, world())
    assert lacking.value.questions == ["weather", "light"]
    with pytest.raises(Unknown, match=r"ships at Auk: please report ships\.auk"):
        amount(SHIPS, world())
    assert holds(STORM & LIGHT, world(light=False)) is False
    assert amount(SHIPS, world(ships__auk=4)) == 4


def test_only_what_can_still_change_the_result_is_asked_for() -> None:
    condition = any_of(STORM & PACT, LIGHT, SHIPS >= 0)
    assert condition.unknowns(world()) == []  # there are never fewer than no ships
    assert ((STORM & PACT) | LIGHT).unknowns(world()) == ["light"]
    assert ((STORM & PACT) | LIGHT).unknowns(world(pact=True)) == ["weather", "light"]


def test_reads_lists_every_fact_that_could_be_looked_at() -> None:
    assert (STORM & (GOLD + SHIPS >= 3)).reads() == {"weather", "gold.north", "ships.auk"}


# -- words
@pytest.mark.parametrize(
    ("expr", "english"),
    [
        (STORM & ~PACT, "there is a storm and there is no pact"),
        ((STORM | PACT) & LIGHT, "there is a storm or a pact, and the light is lit"),
        (~(STORM & PACT), "there is no storm or there is no pact"),
        (~(STORM | PACT), "there is no storm or pact"),
        (~((STORM & PACT) | LIGHT), "there is no storm or there is no pact, and the light is not lit"),
        (~(GOLD >= 3), "the gold of the North is less than 3"),
        (2 * (GOLD + SHIPS), "(the gold of the North plus ships at Auk) times 2"),
        (GOLD >= 3, "the gold of the North is at least 3"),
        (GOLD + SHIPS < 3, "the gold of the North plus ships at Auk is less than 3"),
        (GOLD - 1, "the gold of the North less 1"),
        (2 * GOLD, "the gold of the North times 2"),
        (per(3, GOLD, up=True), "one for every 3, or part of 3, of the gold of the North"),
        (largest(GOLD, SHIPS), "the larger of the gold of the North and ships at Auk"),
        (when_else(PACT, GOLD, 0), "the gold of the North if there is a pact"),
        (choice("mood", "warm"), "mood"),
        ((GOLD > 9).worded("the North is [rich|poor]"), "the North is rich"),
        (~(GOLD > 9).worded("the North is [rich|poor]"), "the North is poor"),
        (~named("rich", GOLD > 9), "the gold of the North is no more than 9"),
        (~LIGHT.worded("ships [see|do not see] the way"), "ships do not see the way"),
        (named("rich", GOLD > 9), "rich"),
        (all_of(), "always"),
    ],
)
def test_an_expression_prints_in_english(expr: Expr, english: str) -> None:
    assert expr.english == str(expr) == english


def test_a_trace_holds_every_part_with_its_value_and_facts() -> None:
    trace = (named("a rich North in a storm", (GOLD > 4) & STORM, cite="T-M-GOLD")).trace(world())
    assert list(trace.lines()) == [
        "it is not known yet whether a rich North in a storm   [T-M-GOLD]",
        "  it is not known yet whether there is a storm",
        "    the gold of the North is 5 (more than 4)",
        "      the gold of the North: 5",
        "      4: 4",
        "    it is not known yet whether there is a storm",
    ]
    assert trace.read_facts() == ["gold.north", "weather"]
    assert trace.plain()["parts"][0]["parts"][1] == {
        "text": "it is not known yet whether there is a storm",
        "value": "not known yet",
        "facts": ["weather"],
    }


def test_a_trace_tells_what_is_so_whoever_asks() -> None:
    calm = world(weather="calm", pact=True)
    assert [(t.text, t.value) for t in (STORM.trace(calm), (~STORM).trace(calm))] == [
        ("there is no storm", False),
        ("there is no storm", True),
    ]
    both = (~(STORM & PACT)).trace(calm)
    assert (both.text, both.value) == ("there is no storm", True)
    assert [(part.text, part.value) for part in both.parts] == [("there is no storm", True), ("there is a pact", False)]


def test_a_count_says_how_many_of_how_many() -> None:
    two = (count(STORM, PACT, LIGHT) >= 2).worded("signs [agree|do not agree]")
    assert two.trace(world(weather="calm", pact=True, light=False)).text == "signs do not agree (1 of 3)"


def test_a_fact_without_words_of_its_own_is_called_what_its_family_calls_it() -> None:
    assert choice("weather", "calm", "storm").trace(world(weather="calm")).text == "the weather is calm or storm"


def test_a_cited_name_is_noted_when_it_can_be_said() -> None:
    log = Log(keeps=True)
    expr = named("a storm", STORM, cite="T-M-STORM")
    expr.value(world().heard_by(log))
    assert (log.applied, log.held) == (set(), set())
    expr.value(world(weather="storm").heard_by(log))
    assert log.applied == {"T-M-STORM"}
    expr.value(world(weather="calm").heard_by(log))
    assert log.held == {"T-M-STORM"}


# -- slots
def test_bind_fills_the_slots_everywhere() -> None:
    template = named("{Here} is guarded", number("ships.{here}", "ships at {Here}") >= per(2, number("gold.{us}")))
    filled = template.bind(here="auk", Here="Auk", us="north")
    assert filled.english == "Auk is guarded"
    assert filled.reads() == {"ships.auk", "gold.north"}
    assert template.reads() == {"ships.{here}", "gold.{us}"}
    assert filled.value(world(ships__auk=2)) is True


def test_an_expression_without_slots_stays_itself() -> None:
    assert (bound_to := (GOLD >= 3)).bind(here="auk") is bound_to


def test_bound_fills_whole_rules() -> None:
    rule = Rule("{Here} is rich", "T-INCOME", number("ships.{here}") > 1, (sets("ships.{here}", 1),))
    filled = bound(rule, here="auk", Here="Auk")
    assert (filled.label, filled.sets[0].fact, filled.when.reads()) == ("Auk is rich", "ships.auk", {"ships.auk"})


# -- what Python would do behind one's back
@pytest.mark.parametrize(
    "misuse",
    [
        lambda: PACT and LIGHT,
        lambda: PACT or LIGHT,
        lambda: not PACT,
        lambda: 1 if PACT else 2,
        lambda: 1 < GOLD < 5,
        lambda: PACT in [LIGHT, STORM] or bool(PACT),
    ],
)
def test_plain_python_logic_on_an_expression_raises_at_once(misuse: Callable[[], Any]) -> None:
    with pytest.raises(BadRulebook, match=r"“.*” was used as a plain truth; write & \| ~ instead"):
        misuse()


def test_the_complaint_names_the_condition_in_english() -> None:
    with pytest.raises(BadRulebook, match="“the gold of the North is more than 1” was used as a plain truth"):
        1 < GOLD < 5
