"""News from the table in the middle of an influence attempt."""

from __future__ import annotations

from legation.books.twg.book import BOOK
from legation.core.game import Game
from legation.core.machine import Frame

GIVEN = {"own-land.germany": 60, "purse.germany": 9, "own-land.ussr": 60, "purse.ussr": 9, "option.rules-1939": "no"}


def bidding(plan: str = "money") -> Game:
    frame = Frame("twg.influence.country", {"nation": "germany", "country": "bulgaria"})
    game = Game.new(BOOK, "1939", seed=1, given=GIVEN, stack=(frame,))
    for value in ("bulgaria", plan):
        game.answer(game.requests()[0].id, value, seat="germany")
    return game


def test_an_empty_purse_in_the_middle_of_an_attempt_is_no_dead_end() -> None:
    game = bidding("unasked")
    assert game.requests()[0].prompt == "How many dollars on Bulgaria?"
    game.report({"purse.germany": 0})
    assert game.over  # without money only one answer was left, and the die is rolled
    assert (game.world["attempts.bulgaria.germany"], game.world.get("debt.germany")) == (1, 0)


def test_a_report_does_not_take_away_the_right_to_counter() -> None:
    game = bidding()
    assert game.requests()[0].seat == "ussr"
    game.event("move", nation="germany", units="infantry", to="bulgaria")
    assert [(r.seat, r.kind) for r in game.requests()] == [("ussr", "confirm")]


def test_a_rival_without_money_left_is_not_asked_for_a_bid() -> None:
    game = bidding()
    game.answer(game.requests()[0].id, True, seat="ussr")
    assert {r.kind for r in game.requests()} == {"sealed"}
    game.report({"purse.ussr": 0})
    assert [(r.seat, r.kind) for r in game.requests()] == [("germany", "amount")]
