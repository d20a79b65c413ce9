"""Rules: applied in order, noted when consulted, and registered once under a real id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from legation.core.errors import BadRulebook, Refused, Unknown
from legation.core.expr import YES, choice, named, number, truth
from legation.core.facts import Change, Origin, World
from legation.core.log import Log
from legation.core.rules import (
    Copy,
    Definition,
    Limit,
    Modifier,
    Permit,
    Registry,
    Rule,
    bespoke,
    booked,
    brought_by,
    carry_out,
    comes_up,
    decided,
    first_refusal,
    sets,
)
from legation.core.sweeps import Whenever, sweep
from legation.core.turning import NEGATED, Turning, turned
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import SCHEMA

RICH = number("gold.north", "the gold of the North") >= 5
STORM = choice("weather", "storm", says="there is a storm")


def world(log: Log | None = None, **facts: Any) -> World:
    changes = [Change(key.replace("__", "."), None, value) for key, value in facts.items()]
    return World(SCHEMA).with_changes(changes, Origin("given")).heard_by(log)


def test_rules_apply_in_their_order_each_on_what_the_one_before_left() -> None:
    first = Rule("tax", "T-INCOME", RICH, (sets("gold.north", number("gold.north") - 1),))
    second = Rule("poor", "T-CLEAR", ~RICH, (sets("pact", True),))
    after, changes = carry_out((first, second), world())
    assert changes == [Change("gold.north", 5, 4, "T-INCOME"), Change("pact", False, True, "T-CLEAR")]
    assert (after["gold.north"], after["pact"]) == (4, True)


def test_one_rule_sets_all_its_facts_at_once() -> None:
    both = (sets("gold.north", Copy("gold.south")), sets("gold.south", Copy("gold.north")))
    swap = Rule("swap", "T-CLEAR", YES, both)
    after, _ = carry_out((swap,), world(gold__north=1, gold__south=9))
    assert (after["gold.north"], after["gold.south"]) == (9, 1)


def test_what_is_set_already_is_no_change() -> None:
    assert carry_out((Rule("again", "T-CLEAR", YES, (sets("pact", False),)),), world())[1] == []


def test_an_assignment_may_have_its_own_condition() -> None:
    rule = Rule("maybe", "T-CLEAR", YES, (sets("pact", True, RICH), sets("mood", "warm", ~RICH)))
    assert [c.fact for c in carry_out((rule,), world())[1]] == ["pact"]


def test_then_follows_only_if_the_rule_applies() -> None:
    inner = Rule("inner", "T-END", YES, (sets("mood", "warm"),))
    outer = Rule("outer", "T-CLEAR", RICH, (sets("pact", True),), then=(inner,))
    assert len(carry_out((outer,), world())[1]) == 2
    log = Log(keeps=True)
    assert carry_out((outer,), world(log, gold__north=1))[1] == []
    assert (log.applied, log.held) == (set(), {"T-CLEAR"})


def test_a_rule_that_lacks_a_fact_raises_unknown() -> None:
    with pytest.raises(Unknown) as lacking:
        carry_out((Rule("storm", "T-CLEAR", STORM, (sets("pact", True),)),), world())
    assert lacking.value.questions == ["weather"]


def test_a_bespoke_rule_works_under_the_same_contract() -> None:
    @bespoke("T-END", reads=[RICH], when=RICH)
    def reward(world: World) -> Iterator[Change]:
        """A reward."""
        yield Change("gold.north", world["gold.north"], 9, "T-END")
        yield Change("pact", False, False, "T-END")

    assert reward.label == "A reward"
    assert carry_out((reward,), world())[1] == [Change("gold.north", 5, 9, "T-END")]
    assert carry_out((reward,), world(gold__north=0))[1] == []


def test_a_bespoke_rule_needs_its_label() -> None:
    with pytest.raises(BadRulebook, match="the bespoke rule T-END has no docstring"):
        bespoke("T-END", reads=[])(lambda world: [])


def test_limits_and_permits_are_noted_when_they_are_consulted() -> None:
    log = Log(keeps=True)
    here = world(log)
    limit, permit = Limit("rich", "T-COURT", RICH), Permit("poor", "T-BID", ~RICH)
    assert limit.forbids(here)
    assert not permit.allows(here)
    assert first_refusal([Limit("no", "T-SPEND", ~RICH), limit], here) is limit
    with pytest.raises(Refused) as refusal:
        Limit("only four turns", "T-END").refuse(here, allowed=[1, 2])
    assert str(refusal.value) == "only four turns; allowed: 1, 2   [T-END]"
    assert log.applied == {"T-COURT", "T-END"}
    assert log.held == {"T-BID", "T-SPEND"}


# -- the doors for a book's own classes
@dataclass(frozen=True, eq=False)
class Trial:
    label: str
    cite: str
    also: tuple[str, ...] = ()


class TurnsItself(Trial):
    turns: ClassVar[tuple[str, ...]] = (NEGATED,)


@pytest.mark.parametrize("verdict", [True, False])
def test_a_verdict_is_logged_under_each_of_its_ids_as_it_is_returned(verdict: bool) -> None:
    trial, log = Trial("a die", "T-UNREST", also=("T-ATTACK",)), Log(keeps=True)
    assert decided(trial, world(log), verdict) is verdict
    assert (log.applied if verdict else log.held) == {"T-UNREST", "T-ATTACK"}
    assert [found.rule for found in log.verdicts()] == [trial, trial]
    assert decided(trial, world(), verdict) is verdict  # without a log


@pytest.mark.parametrize("cite", ["T-UNREST", "T-ATTACK"])
def test_a_verdict_is_turned_round_at_the_door_unless_its_class_does_that_itself(cite: str) -> None:
    log = Log(keeps=True)
    with turned(cite, Turning(NEGATED)):
        assert not decided(Trial("a die", "T-UNREST", also=("T-ATTACK",)), world(log), True)
        assert decided(TurnsItself("a die", cite), world(), True)
    assert log.held == {"T-UNREST", "T-ATTACK"}


def test_what_does_not_come_up_is_held_back_and_what_does_is_decided_later() -> None:
    log = Log(keeps=True)
    die, fee = Trial("a die", "T-UNREST"), Trial("a fee", "T-SPEND")
    assert comes_up(world(log), True, die, fee)
    assert not log.lines
    assert not comes_up(world(log), False, die, fee)
    assert (log.applied, log.held) == (set(), {"T-UNREST", "T-SPEND"})


def test_an_outcome_brings_its_own_rules_and_those_of_the_others_are_held_back() -> None:
    won, lost = Rule("won", "T-CLEAR", sets=(sets("pact", True),)), Rule("lost", "T-END", sets=(sets("debt", 1),))
    log = Log(keeps=True)
    found = carry_out(brought_by({"won": [won], "lost": [lost], "drawn": []}, "won", world(log)), world(log))[1]
    assert [change.fact for change in found] == ["pact"]
    assert (log.applied, log.held) == ({"T-CLEAR"}, {"T-END"})


def test_what_is_booked_looks_at_one_world_and_does_not_ask_what_was_there() -> None:
    paid = Rule("paid", "T-SPEND", RICH, (sets("gold.north", number("gold.north") - 5), sets("pact", False)))
    more = Rule("more", "T-BID", sets=(sets("debt", number("gold.north")), sets("mood", "warm", ~RICH)))
    gone = Rule("gone", "T-END", ~RICH, (sets("light", None),))
    log = Log(keeps=True)
    assert booked([paid, more, gone], world(log)) == [
        Change("gold.north", 5, 0, "T-SPEND"),
        Change("pact", False, False, "T-SPEND"),
        Change("debt", None, 5, "T-BID"),
    ]
    assert (log.applied, log.held) == ({"T-SPEND", "T-BID"}, {"T-END"})
    assert booked([gone], world(gold__north=1, light=True)) == [Change("light", True, None, "T-END")]


def test_a_modifier_outside_of_a_table_is_noted_or_asks_for_what_it_lacks() -> None:
    storm, log = Modifier(number("gold.north"), "gold in a storm", "T-M-GOLD", STORM), Log(keeps=True)
    assert (storm.added(world(log, weather="storm")), log.applied) == (5, {"T-M-GOLD"})
    with pytest.raises(Unknown) as lacking:
        storm.added(world())
    assert lacking.value.questions == ["weather"]


def test_a_modifier_is_nothing_while_its_condition_fails() -> None:
    two = Modifier(number("gold.north") - 3, "gold", "T-M-GOLD", truth("pact"))
    assert (two.amount(world()), two.amount(world(pact=True))) == (0, 2)


# -- sweeps
def test_a_sweep_runs_to_a_fixpoint() -> None:
    down = Rule("down", "T-CLEAR", number("gold.north") > 0, (sets("gold.north", number("gold.north") - 1),))
    found = sweep(world(), [down])
    assert found.world["gold.north"] == 0
    assert len(found.changes) == 5


def test_after_a_change_only_the_rules_it_touches_are_looked_at_and_the_log_knows_of_all() -> None:
    first = Rule("first", "T-WHEN-TORN", truth("pact"), (sets("mood", "warm"),))
    second = Rule("second", "T-WHEN-RESCUE", choice("mood", "warm"), (sets("debt", 1),))
    third = Rule("third", "T-CLEAR", number("gold.north") > 9, (sets("debt", 2),))
    fourth = Rule("fourth", "T-END", number("gold.south") > 9, (sets("light", True),))
    rules = Whenever([first, second, third, fourth])
    ids, all_of_it = Log(), Log(keeps=True)
    found = rules.run(world(ids, pact=True), since=["pact"])
    assert [c.fact for c in found.changes] == ["mood", "debt"]
    assert ids.held == {"T-CLEAR"}  # because the debt changed, which it sets
    rules.run(world(all_of_it, pact=True), since=["pact"])
    assert all_of_it.held == {"T-CLEAR", "T-END"}
    assert rules.run(world(), since=["light"]).changes == []


def test_a_cycle_is_an_error_that_lists_the_ids() -> None:
    on = Rule("on", "T-WHEN-TORN", ~truth("pact"), (sets("pact", True),))
    off = Rule("off", "T-WHEN-RESCUE", truth("pact"), (sets("pact", False),))
    with pytest.raises(BadRulebook, match=r"these rules chase one another without end: T-WHEN-RESCUE, T-WHEN-TORN$"):
        sweep(world(), [on, off])


# -- the registry
def registry() -> Registry:
    return Registry(TERN.registry.ledgers)


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadRulebook) as wrong:
        registry().declare("tern.rules", Definition("x", "T-TRUN"))
    near = "T-TURN or T-START or T-BRANT"
    assert str(wrong.value) == f"there is no ledger id 'T-TRUN' (in tern.rules › x); did you mean {near}?"


def test_a_repeated_id_names_both_places() -> None:
    with pytest.raises(BadRulebook) as wrong:
        registry().declare("tern.rules", Definition("one", "T-TURN"), (Definition("two", "T-TURN"),))
    assert str(wrong.value) == "the id T-TURN is declared twice (in tern.rules › two); first in tern.rules › one"


def test_one_object_may_be_declared_along_two_paths() -> None:
    one = Definition("one", "T-TURN")
    found = registry()
    found.declare("a", one, {"again": one})
    assert found.declared["T-TURN"].where == "a › one"


def test_a_cited_expression_may_be_used_in_many_places() -> None:
    storm = named("a storm", STORM, cite="T-M-STORM")
    other = named("a storm", STORM, cite="T-M-STORM")
    found = registry()
    found.declare("a", Rule("x", "T-CLEAR", storm), Rule("y", "T-END", other))
    assert set(found.declared) == {"T-CLEAR", "T-END", "T-M-STORM"}


def test_rules_of_which_a_step_works_out_the_effect_are_listed() -> None:
    found = registry()
    found.declare("a", Rule("x", "T-CLEAR", STORM), Rule("y", "T-END", STORM, (sets("debt", 0),)))
    assert [rule.cite for rule in found.brought] == ["T-CLEAR"]


def test_bespoke_rules_are_counted() -> None:
    assert [rule.cite for rule in TERN.registry.bespoke] == ["T-ENVOY-SHOWN", "T-END"]


def test_reads_lists_what_is_read_set_and_copied() -> None:
    found = registry()
    found.declare("a", Rule("x", "T-CLEAR", RICH, (sets("pact", Copy("light"), STORM), sets("debt", number("berths")))))
    assert {key for key, _ in found.reads()} == {"gold.north", "pact", "light", "weather", "debt", "berths"}
