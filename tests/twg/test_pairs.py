"""Brazil is one nation in two territories."""

from __future__ import annotations

from legation.core.game import Game
from legation.twg.book import BOOK


def test_a_nation_in_two_halves_has_a_dossier_of_its_own() -> None:
    world = Game.new(BOOK, "1939", seed=1).world
    brazil, south = BOOK.dossier(world, BOOK.resolve("Brazil")), BOOK.dossier(world, "southern-brazil")
    assert brazil["value"] == 4 + 7
    assert brazil["army"] == {"infantry": 2, "artillery": 1, "destroyer": 1, "minor-factory": 1}
    assert south["value"] == 7
    assert south["home"] == "Brazil"
    assert brazil["government"] == south["government"] == "vargas"
    assert brazil["stance"] == south["stance"] == {"usa": "friendly"}


def test_odds_and_forecast_of_a_half_are_those_of_its_nation() -> None:
    world = Game.new(BOOK, "1939", seed=1).world
    assert BOOK.odds(world, "northern-brazil") == BOOK.odds(world, "brazil")
    assert BOOK.forecast(world, "northern-brazil", 3) == BOOK.forecast(world, "brazil", 3)


def test_all_halves_on_the_map_belong_to_one_chart() -> None:
    for neutral in {BOOK.subjects()[k]: k for k in ("brazil", "northern-brazil", "southern-brazil")}.values():
        assert BOOK.rules_of(neutral) == BOOK.rules_of("brazil")
