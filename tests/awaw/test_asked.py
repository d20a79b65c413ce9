"""How little the board is asked for."""

from __future__ import annotations

import legation
from legation.core.game import Game
from legation.core.requests import QUIET, Request, as_carried, least_answer


def quiet_until(game: Game, family: str) -> Request:
    """Play on, quietly, until such a fact is asked for."""
    for _ in range(300):
        request = game.requests()[0]
        if any(key.startswith(family) for key in request.facts):
            return request
        value = QUIET if request.kind == "report" else least_answer(request)
        game.answer(request.id, value, seat="germany" if request.seat == "table" else request.seat)
    raise AssertionError(f"{family} is not asked for")


def test_a_year_begins_with_what_can_be_true_by_then() -> None:
    game = legation.new_game("awaw", scenario="current-classic", seed=7)
    asked = quiet_until(game, "brp-total")
    told = [key for key in asked.facts if not key.startswith("brp-total")]
    assert told == [  # neither America, Russia, Japan nor Italy is at war with anybody it could have lost or won from
        "supplied-hexes.axis.britain",
        "number-of.german-firestorms-last-year",
        "supplied-hexes.allied.germany",
        "number-of.german-objectives-western",
        "number-of.british-firestorms-last-year",
        "hexes.axis.britain",
        "supplied-hexes.axis.france",
    ]
    assert asked.thresholds["supplied-hexes.axis.britain"].than == 1
    assert all(key in as_carried(asked, game.world) for key in told)


def test_a_war_makes_the_board_worth_a_look() -> None:
    game = legation.new_game("awaw", scenario="current-classic", seed=7)
    game.rule({"at-war.britain.italy": True}, "as if it were 1940")
    asked = quiet_until(game, "brp-total")
    assert "all-hexes.allied.sicily" in asked.facts
    assert "present.usa.armor-infantry.france" not in asked.facts
