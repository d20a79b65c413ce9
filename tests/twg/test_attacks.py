"""Attacks: what a refusal tells, and what only the whole set of charts can show."""

from __future__ import annotations

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.charts import neutrals
from legation.books.twg.war.rights_of_war import targets
from legation.core.errors import NotFound, Refused
from legation.core.game import Game


@pytest.fixture
def game() -> Game:
    return Game.new(BOOK, "1939", seed=1)


def test_a_refused_attack_lists_what_may_be_attacked_and_changes_nothing(game: Game) -> None:
    before = game.world
    with pytest.raises(Refused) as refusal:
        game.event("attack", attacker="uk", target="spain")
    assert refusal.value.rule == "DG-WAR-14"
    assert refusal.value.allowed == targets(game.world, "uk")
    assert "germany" in refusal.value.allowed
    assert "spain" not in refusal.value.allowed
    assert game.world == before


def test_the_axis_may_attack_every_neutral(game: Game) -> None:
    nations = {n.slug for n in neutrals() if n.halves}  # which are attacked in their halves
    lands = {member for n in neutrals() for member in n.members} - nations
    assert lands <= set(targets(game.world, "japan"))


def test_a_nation_of_the_other_side_cannot_join(game: Game) -> None:
    with pytest.raises(NotFound, match="on the attacker's side"):
        game.event("attack", attacker="germany", joined=["uk"], target="spain")


def test_the_charts_with_colonies_or_halves_are_those_that_the_guide_names() -> None:
    entry = BOOK.registry.ledgers.entry
    assert {n.name for n in neutrals() if n.colonies} == {*entry("DG-COL-3").params["empires"]}
    assert {n.name for n in neutrals() if n.halves} == {*entry("DG-COL-4").params["pairs"]}


def test_an_attack_in_the_middle_of_a_turn_comes_back_to_where_the_table_was(game: Game) -> None:
    asked = [r.prompt for r in game.requests()]
    game.event("attack", attacker="germany", target="portugal", outcome="repelled")
    assert [r.prompt for r in game.requests()] == asked
