"""Every fact knows where it comes from: rules and deeds set it, the board is asked for it, or the set-up gives it."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import yaml

from legation.books import all_books, book
from legation.books.twg.map.own_names import in_the_rules
from legation.core.book import Book
from legation.core.deeds import On
from legation.core.errors import Refused
from legation.core.facts import Teller
from legation.core.game import Game
from legation.core.machine import Machine
from legation.core.rules import Rule, cites_of
from legation.core.tables import Band
from legation.testing.audit import Audit, by_hand_file, by_hand_of, setters_file, setters_of
from legation.testing.cases.play import CasePlay
from legation.testing.cases.reading import cases_of, documents
from legation.testing.cases.understanding import Case
from legation.testing.conformance import random_play

NAMES = ("twg", "awaw")
SCENARIOS = [(name, scenario) for name in NAMES for scenario in book(name).scenarios]
ACTS = 160
BY_HAND = """\
# Rules of which steps work out what they bring, or part of it, and that are no functions of their own.
# Written by FACTS=write pytest tests/test_facts.py -m "soak or not soak"; `legation rules bespoke` reads it.
"""
HEAD = """\
# What steps set by hand, where no declaration says so: by step, with * for any name.
# Written by FACTS=write pytest tests/test_facts.py -m "soak or not soak"; `legation rules facts` reads it.
"""


@dataclass
class Heard:
    """What steps set by hand: facts by step, and the rules by which they did."""

    facts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    rules: set[str] = field(default_factory=set)


@contextmanager
def heard(book: Book) -> Iterator[Heard]:
    """By step, what it sets meanwhile that no declaration of its rule sets; and by which rules."""
    audit, act = Audit(book, next(iter(book.scenarios))), Machine.act
    # a row of a table or a track, and the like, says in a way of its class what it brings
    declared = book.registry.declared.items()
    rows = (cite for cite, one in declared if isinstance(one.rule, Band) or hasattr(one.rule, "tells"))
    found, told = Heard(), {"", *rows, *(cite for one in book.registry.bespoke for cite in cites_of(one))}

    def listening(self: Machine, state: Any, directive: Any, draft: Any, seq: int) -> Any:
        step, before = state.top.step, len(draft.effects)
        after = act(self, state, directive, draft, seq)
        for change in draft.effects[before:]:
            family, *names = change.fact.split(".")  # a part of a group's own board counts as its whole
            fact = ".".join([family, *(in_the_rules(state.world.schema, name) for name in names)])
            if not audit.declares(change.rule, fact):
                found.facts[step].add(audit.pattern(fact))
                found.rules |= {change.rule} - told
        return after

    Machine.act = listening  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Machine.act = act  # type: ignore[method-assign]


def played(name: str, rows: int | None) -> Heard:
    """What the cases of a book have its steps set by hand."""
    with heard(book(name)) as found:
        for document in (d for file in cases_of(book(name)) for d in documents(file)):
            case = Case.of(document, {name: book(name)})
            for trial in case.trials[:rows]:
                for setting in case.settings if rows is None else case.settings[-1:]:
                    CasePlay(case, trial, *setting).run(marks=False)
    return found


def undeclared(name: str, found: dict[str, set[str]]) -> dict[str, list[str]]:
    known = setters_of(book(name))
    return {step: sorted(new) for step, facts in found.items() if (new := facts - set(known.get(step, ())))}


# -- the audit
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_fact_that_is_read_is_set_or_asked_for_and_no_default_hides_what_may_have_happened(
    name: str, scenario: str
) -> None:
    assert Audit(book(name), scenario).faults() == []


@pytest.mark.parametrize("rows", [1, pytest.param(None, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", NAMES)
def test_what_steps_set_by_hand_is_listed(name: str, rows: int | None) -> None:
    found, known = played(name, rows), set(by_hand_of(book(name)))
    if rows is None and os.environ.get("FACTS") == "write":
        text = yaml.safe_dump({step: sorted(facts) for step, facts in sorted(found.facts.items())}, width=120)
        setters_file(book(name)).write_text(HEAD + text, encoding="utf-8")
        by_hand_file(book(name)).write_text(BY_HAND + yaml.safe_dump(sorted(found.rules)), encoding="utf-8")
        known = found.rules
    assert undeclared(name, found.facts) == {}
    assert found.rules - known == set()
    if rows is None:
        assert known - found.rules == set()
        gone = {step: set(facts) - found.facts.get(step, set()) for step, facts in setters_of(book(name)).items()}
        assert {step: facts for step, facts in gone.items() if facts} == {}


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_is_set_in_a_random_game_is_listed(name: str, scenario: str) -> None:
    """Under whichever step: chance leads to where no case has been, but there, too, no fact comes from nowhere."""
    with heard(book(name)) as found:
        random_play(book(name), scenario, 3, ACTS, shuns=("end",), events=0.2)
    listed = {fact for facts in setters_of(book(name)).values() for fact in facts}
    assert {fact for facts in found.facts.values() for fact in facts} - listed == set()
    assert found.rules - set(by_hand_of(book(name))) == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_a_module_names_is_registered(name: str) -> None:
    """Or the audit would not know what it sets."""
    import sys

    registry = book(name).registry
    walked = {id(one) for one in registry.walked}
    modules = [module for path, module in sys.modules.items() if path.startswith(f"legation.books.{name}.")]
    rules = [
        (module.__name__, one)
        for module in modules
        for value in vars(module).values()
        for one in (value if isinstance(value, tuple | list) else (value,))
        if isinstance(one, Rule | On) and one.sets
    ]
    assert [(path, one.cite, one.label) for path, one in rules if id(one) not in walked] == []


# -- passing facts
@pytest.mark.parametrize("name", NAMES)
def test_passing_facts_are_neither_reported_nor_ruled(name: str) -> None:
    game = Game.new(book(name), next(iter(book(name).scenarios)), seed=1)
    passing = [family for family in game.world.schema.families if family.told_by is Teller.PASSING]
    before = len(game.record)
    assert passing
    for family in passing:
        key = next(iter(family.keys()))
        value = {"Flag": True, "Count": 1}.get(type(family.domain).__name__) or family.domain.options[0]
        with pytest.raises(Refused):
            game.report({key: value})
        with pytest.raises(Refused):
            game.rule({key: value}, "because")
    assert len(game.record) == before


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_passing_facts_are_in_no_kept_world(name: str, scenario: str) -> None:
    world = random_play(book(name), scenario, 5, ACTS, shuns=("end",), events=0.2, rulings=0.1).world
    assert [k for k in world.set_facts() if world.schema.spec(k).family.told_by is Teller.PASSING] == []


# -- the set-up
def test_what_the_scenario_fixes_is_known() -> None:
    assert Game.new(book("twg"), "1942", seed=1).world["holder.france"] == "germany"
    assert all_books()
