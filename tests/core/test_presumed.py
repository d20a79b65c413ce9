"""What cannot be otherwise is not asked; what was told is as it was told."""

from __future__ import annotations

import pytest

from legation.core.errors import Unknown
from legation.core.expr import holds, number, truth
from legation.core.facts import Change, Count, Family, Flag, Origin, Schema, Teller, World
from legation.core.presumed import unless_told
from legation.core.span import Span

SCHEMA = Schema(
    (
        Family("turn", Count(), "the turn"),
        Family("war", Flag(), "there is [a|no] war", default=False),
        Family("hexes", Count(0, 9), "hexes taken", told_by=Teller.BOARD),
    )
)
TAKEN = unless_told(number("hexes", "hexes taken"), 0, while_=~truth("war", "there is [a|no] war"))


def world(**facts: object) -> World:
    return World(SCHEMA).with_changes([Change(key, None, value) for key, value in facts.items()], Origin("given"))


def test_without_a_war_nothing_is_asked() -> None:
    assert not holds(TAKEN >= 2, world())
    assert TAKEN.unknowns(world()) == []


def test_in_a_war_the_board_is_asked() -> None:
    with pytest.raises(Unknown) as lacking:
        holds(TAKEN >= 2, world(war=True))
    assert lacking.value.questions == ["hexes"]


def test_what_was_told_is_as_it_was_told() -> None:
    assert TAKEN.value(world(hexes=3)) == 3
    assert TAKEN.value(world(war=True, hexes=3)) == 3


def test_the_trace_says_why_it_is_not_asked() -> None:
    found = TAKEN.trace(world())
    assert (found.text, found.value) == ("there is no war", 0)
    assert isinstance(TAKEN.trace(world(war=True)).value, Span)
