"""Brazil is one nation in two territories."""

from __future__ import annotations

from legation.books.twg.book import BOOK
from legation.core.game import Game
from legation.core.views import Forces, Kin


def test_a_nation_in_two_halves_has_a_dossier_of_its_own() -> None:
    game = Game.new(BOOK, "1939", seed=1)
    brazil, south = game.dossier("Brazil"), game.dossier("southern-brazil")
    head, its = ({label: value for label, value, _ in dossier.facts} for dossier in (brazil, south))
    assert head["Value"] == str(4 + 7)
    assert its["Value"] == "7"
    [forces] = [part for part in brazil.sections if isinstance(part, Forces)]
    assert dict(forces.units) == {"infantry": 2, "artillery": 1, "destroyer": 1, "minor factory": 1}
    [kin] = [part for part in south.sections if isinstance(part, Kin)]
    assert "Brazil" in [name for _, name, _, _ in kin.places]
    assert head["Government"] == its["Government"] == "Vargas"
    assert brazil.mark.says == south.mark.says == "Friendly to the U.S.A."


def test_odds_and_forecast_of_a_half_are_those_of_its_nation() -> None:
    world = Game.new(BOOK, "1939", seed=1).world
    assert BOOK.odds(world, "northern-brazil") == BOOK.odds(world, "brazil")
    assert BOOK.forecast(world, "northern-brazil", 3) == BOOK.forecast(world, "brazil", 3)


def test_all_halves_on_the_map_belong_to_one_chart() -> None:
    for neutral in {BOOK.subjects()[k]: k for k in ("brazil", "northern-brazil", "southern-brazil")}.values():
        assert BOOK.rules_of(neutral) == BOOK.rules_of("brazil")
