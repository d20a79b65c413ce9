"""A quick form that says something else than its plain form is found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from legation.core.compiled import Term
from legation.core.deeds import filled, of, told
from legation.core.expr import Expr, Plain, node, number, truth
from legation.core.facts import Change, World
from legation.core.game import Game
from legation.core.machine import Frame, ask, done, settle
from legation.core.requests import confirm
from legation.core.rules import Bespoke, Rule
from legation.core.sweeps import Whenever
from legation.sim.samples import SideBySide
from legation.testing import conformance as suite
from tests.core.tiny import Tiny, play


def book_with(*expressions: Expr) -> Tiny:
    """A book that declares these expressions and nothing else."""

    def finish(world: World, frame: Frame) -> Any:
        return done()

    book = Tiny({"finish": finish})
    for cite, expr in zip(("T-CLEAR", "T-COURT"), expressions, strict=False):
        book.registry.declare("tiny", Rule("so", cite, expr))
    return book


def check(*expressions: Expr) -> tuple[int, int]:
    compared = suite.check_forms(book_with(*expressions), "one", 40, 1, SideBySide)
    return compared.forms, len(compared.left)


def test_sound_expressions_pass() -> None:
    assert check(number("gold.north") > number("ships.auk"), truth("pact") & truth("light")) == (2, 0)


def test_templates_are_filled_with_names_that_their_facts_know() -> None:
    assert check(number("gold.{who}") > number("plan.{who}.{here}")) == (1, 0)
    assert check(number("gold.{who}") > number("ships.{who}")) == (0, 1)  # nobody is both


def test_numbers_and_names_that_are_told_with_a_deed_are_filled_in_too() -> None:
    """Roles that stand in no fact, and what is built of them, are drawn as well."""
    told_more = told("{number}", "how many") > number("gold.north")
    by_name = of("{who}", build=lambda who: number(f"gold.{who}") > 1, says="it is rich")
    assert check(told_more & filled("{what}", "raid", says="it is a raid"), truth("pact")) == (2, 0)
    assert check(by_name & (number("gold.{who}") > 0), truth("pact")) == (2, 0)


@node
class Odd(Plain):
    """Says something else when it is written out."""

    def value(self, look: Any) -> Any:
        found = look.read("gold.north")
        return found + 1 if isinstance(found, Term) else found

    @property
    def english(self) -> str:
        return "odd"

    @property
    def facts(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("gold.north",)


@node
class Sly(Expr):
    """Reads a fact behind the back of whoever listens."""

    @property
    def english(self) -> str:
        return "sly"

    @property
    def facts(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("pact", "gold.north")

    def value(self, look: Any) -> Any:
        values = look._values if isinstance(look, World) else {}
        return values.get("gold.north", 0) if look.read("pact") else 0


@node
class Silent(Expr):
    """Does not say what it reads."""

    @property
    def english(self) -> str:
        return "silent"

    def value(self, look: Any) -> Any:
        return look.read("gold.south")


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (Odd() + 1, r"\n is \d+ in one world, \d+ written out: "),
        (Sly(), r"sly\n is \d+ in one world, \d+ remembered: "),
        (Silent(), r"silent\n looks at gold.south, and does not say so"),
    ],
    ids=["written out", "remembered", "silent"],
)
def test_a_form_that_says_something_else_is_found(expr: Expr, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check(expr)


# -- sweeps
def swept_by(rule: Bespoke) -> Game:
    """A game that has come to rest, and has then been told something."""
    whenever = Whenever([rule])

    def start(world: World, frame: Frame) -> Any:
        return settle(whenever, then="wait")

    def wait(world: World, frame: Frame) -> Any:
        return ask(confirm("north", "Go on?", cite="T-COURT"), then="start")

    game = play(start, wait)
    game.report({"light": True})
    return game


def lit(world: World) -> Iterable[Change]:
    return [Change("pact", world["pact"], bool(world.get("light")), "T-CLEAR")]


def test_a_sweep_whose_rules_say_what_they_read_passes() -> None:
    game = swept_by(Bespoke("light brings a pact", "T-CLEAR", (truth("light"),), lit))
    assert set().union(*game.state.rests.values()) == {"light"}
    assert suite.check_sweeps(game) == 1


def test_a_rule_that_looks_at_more_than_it_says_is_found() -> None:
    game = swept_by(Bespoke("light brings a pact", "T-CLEAR", (truth("pact"),), lit))
    with pytest.raises(AssertionError, match=r"over \['light'\] a sweep does \[\], over all of its rules \[Change"):
        suite.check_sweeps(game)
