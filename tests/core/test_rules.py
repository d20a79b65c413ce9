"""Rules: applied in order, noted when consulted, and registered once under a real id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from legation.core.errors import BadRulebook, Refused, Unknown
from legation.core.expr import YES, choice, named, number, truth
from legation.core.facts import Change, Origin, World
from legation.core.log import Log
from legation.core.rules import (
    Copy,
    Limit,
    Modifier,
    Note,
    Permit,
    Registry,
    Rule,
    bespoke,
    carry_out,
    first_refusal,
    sets,
)
from legation.core.sweeps import Whenever, sweep
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

    assert reward.label == "A reward."
    assert carry_out((reward,), world())[1] == [Change("gold.north", 5, 9, "T-END")]
    assert carry_out((reward,), world(gold__north=0))[1] == []


def test_a_bespoke_rule_needs_its_label() -> None:
    with pytest.raises(BadRulebook, match="the bespoke rule T-END has no docstring"):
        bespoke("T-END", reads=[])(lambda world: [])


def test_limits_permits_and_notes_are_noted_when_they_are_consulted() -> None:
    log = Log(keeps=True)
    here = world(log)
    limit, permit = Limit("rich", "T-COURT", RICH), Permit("poor", "T-BID", ~RICH)
    assert limit.forbids(here)
    assert not permit.allows(here)
    assert first_refusal([Limit("no", "T-SPEND", ~RICH), limit], here) is limit
    assert Note("most", "T-TURN", 4).used(here) == 4
    refusal = Note("only four turns", "T-END").refuse(here, allowed=[1, 2])
    assert isinstance(refusal, Refused)
    assert str(refusal) == "only four turns; allowed: 1, 2   [T-END]"
    assert log.applied == {"T-COURT", "T-TURN"}
    assert log.held == {"T-BID", "T-SPEND", "T-END"}


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
        registry().declare("tern.rules", Note("x", "T-TRUN"))
    near = "T-TURN or T-START or T-BRANT"
    assert str(wrong.value) == f"there is no ledger id 'T-TRUN' (in tern.rules › x); did you mean {near}?"


def test_a_repeated_id_names_both_places() -> None:
    with pytest.raises(BadRulebook) as wrong:
        registry().declare("tern.rules", Note("one", "T-TURN"), (Note("two", "T-TURN"),))
    assert str(wrong.value) == "the id T-TURN is declared twice (in tern.rules › two); first in tern.rules › one"


def test_one_object_may_be_declared_along_two_paths() -> None:
    one = Note("one", "T-TURN")
    found = registry()
    found.declare("a", one, {"again": one})
    assert found.declared["T-TURN"].where == "a › one"


def test_a_cited_expression_may_be_used_in_many_places() -> None:
    storm = named("a storm", STORM, cite="T-M-STORM")
    other = named("a storm", STORM, cite="T-M-STORM")
    found = registry()
    found.declare("a", Rule("x", "T-CLEAR", storm), Rule("y", "T-END", other))
    assert set(found.declared) == {"T-CLEAR", "T-END", "T-M-STORM"}


def test_bespoke_rules_are_counted() -> None:
    assert [rule.cite for rule in TERN.registry.bespoke] == ["T-END"]


def test_reads_lists_what_is_read_set_and_copied() -> None:
    found = registry()
    found.declare("a", Rule("x", "T-CLEAR", RICH, (sets("pact", Copy("light"), STORM), sets("debt", number("berths")))))
    assert {key for key, _ in found.reads()} == {"gold.north", "pact", "light", "weather", "debt", "berths"}
