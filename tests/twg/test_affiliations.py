"""What the table may ask, and what adjacency and occupation mean on the reference map."""

from __future__ import annotations

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.diplomacy import navy
from legation.books.twg.diplomacy.affiliations import ACTIONS, FREE_UNLESS_FORBIDDEN
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL, JAPAN, USSR
from legation.books.twg.schema import CLASSES
from legation.books.twg.vocabulary import occupied_next_to
from legation.core.errors import NotFound
from legation.core.expr import holds
from legation.core.facts import Change, World
from legation.core.game import Game


def world_with(**facts: object) -> World:
    """A fresh game of 1939 with some facts on top; `__` stands for a dot and `_` for a hyphen."""
    world = Game.new(BOOK, "1939", stack=()).world
    keys = {key.replace("__", ".").replace("_", "-"): value for key, value in facts.items()}
    return world.with_changes([Change(key, None, value) for key, value in keys.items()], world.now)


def test_a_verdict_says_why() -> None:
    verdict = BOOK.may(world_with(), "germany", "rail", "bulgaria")
    assert not verdict.allowed
    assert verdict.rule == "DG-OCC-4"
    assert verdict.reason.startswith("Germany may not use the railways of Bulgaria")
    assert "stance.bulgaria.germany" in verdict.trace.read_facts()
    assert any(part.rule == "DG-AFF-3" and part.applied is False for part in verdict.trace.parts)


ONLY_SOME = ("counter", "decide", "join", "leave", "influence", *navy.ACTIONS)  # asked of an attack, a chart or a ship


@pytest.mark.parametrize("action", [a for a in ACTIONS if a not in ONLY_SOME])
@pytest.mark.parametrize("cls", CLASSES)
def test_every_class_answers_every_question(action: str, cls: str) -> None:
    world = world_with(stance__bulgaria__germany=cls)
    for nation in ALL:
        verdict = BOOK.may(world, nation, action, "bulgaria")
        assert verdict.rule in BOOK.registry.declared
        assert verdict.reason


@pytest.mark.parametrize("action", ["collect", "enter", "build", "command", "march"])
def test_players_land_is_its_holders(action: str) -> None:
    world = world_with()
    for place in geography().original(*ALL):
        holder = world["holder." + place]
        assert BOOK.may(world, holder, action, place).allowed, place


def test_enemy_land_is_entered_by_attack_only() -> None:
    verdict = BOOK.may(world_with(), "germany", "enter", "great-britain")
    assert not verdict.allowed
    assert "attack" in verdict.reason


def test_what_no_rule_forbids_is_said_plainly() -> None:
    verdict = BOOK.may(world_with(bosphorus_open__turkey=True), "uk", "sail", "turkey")
    assert verdict.allowed
    assert "nothing forbids it" in verdict.reason
    assert "sail" in FREE_UNLESS_FORBIDDEN


def test_a_question_that_makes_no_sense_is_told_so() -> None:
    with pytest.raises(NotFound, match="enter"):
        BOOK.may(world_with(), "germany", "entr", "bulgaria")
    with pytest.raises(NotFound, match="action in Bulgaria"):
        BOOK.may(world_with(), "germany", "sail", "bulgaria")


def test_ones_own_land_next_door_is_not_occupied() -> None:
    """A nation's garrison at home threatens nobody; the same units abroad do."""
    assert not holds(occupied_next_to("mongolia", JAPAN), world_with(units__north_manchuria__japan__infantry=5))
    assert holds(occupied_next_to("mongolia", JAPAN), world_with(units__kansu__japan__infantry=1))
    assert holds(occupied_next_to("mongolia", USSR), world_with(units__north_manchuria__ussr__infantry=1))


def test_means_that_nobody_has_are_refused_with_those_there_are() -> None:
    world = Game.new(BOOK, "1939", seed=1).world
    with pytest.raises(NotFound, match=r"there is no means \(with\) “armour”; did you mean armor"):
        BOOK.may(world, "germany", "enter", "bulgaria", "armour")
