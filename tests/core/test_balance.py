"""How a game has come out: what the sheet of the end says, and to whom."""

from __future__ import annotations

import pytest

import legation
from legation.core.acts import Close, End, Who
from legation.core.balance import balance_of
from legation.core.game import Game
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.play.luck import luck_rows
from tests.web.test_pages import usual


def played(book: str, answers: int, **how: object) -> Game:
    game = legation.new_game(book, seed=7, **how)  # type: ignore[arg-type]
    for _ in range(answers):
        asked = game.requests()[0]
        game.answer(asked.id, usual(game, asked), seat=asked.seat if asked.seat != TABLE else game.book.seats[0])
    return game


@pytest.fixture(name="game", scope="module")
def _game() -> Game:
    return played("twg", 60, scenario="1939")


def test_what_changed_hands_stands_beside_where_it_began(game: Game) -> None:
    found = balance_of(Sight(game, TABLE))
    iraq = next(one for one in found.changed if one.place == "iraq")
    assert (iraq.was.says, iraq.now.says) == ("Friendly to the U.K.", "Friendly to Germany")
    assert game.record[iraq.seq].cause["roll"] <= 5
    assert found.lede == "Seven countries changed hands; Iraq was the first."
    assert len(found.changed) == 7


def test_standing_counts_by_how_firmly_and_since_the_start(game: Game) -> None:
    sight = Sight(game, TABLE)
    found = balance_of(sight)
    row = next(one for one in found.standing if one.seat == "germany")
    marks = [sight.book.views.mark(sight, place) for place in sight.book.subjects()]
    assert sum(row.now) == sum("germany" in mark.to for mark in marks)
    assert row.gained == sum(row.now) - sum(row.was)
    assert len(row.now) == len(found.classes)


def test_dice_against_the_odds_are_few_and_unlikely(game: Game) -> None:
    found = balance_of(Sight(game, TABLE))
    assert 0 < len(found.struck) <= 5
    for die in found.struck:
        odds = game.record[die.seq].cause["odds"]
        assert "success" in odds
        assert int(die.chance.removesuffix(" %")) <= 50


def test_the_key_is_told_only_when_it_is_closed() -> None:
    game = played("twg", 12, scenario="1939")
    game.perform(End(reason="late"), Who.of(UMPIRE))
    before = {one.what: one.sound for one in balance_of(Sight(game, "uk")).checked}
    assert before["Dice of the referee"] is None
    assert before["Chain of the record"] is True
    game.perform(Close(), Who.of(UMPIRE))
    found = balance_of(Sight(game, "uk"))
    assert {one.what: one.sound for one in found.checked}["Dice of the referee"] is True
    assert "follow from the key" in found.checked[0].says
    assert found.closed
    assert found.ended


def test_a_broken_chain_is_said() -> None:
    game = played("twg", 6, scenario="1939")
    blob = game.record.dump().replace(b'"roll":', b'"roll": ', 1)
    game.record.dump = lambda: blob  # type: ignore[method-assign]
    assert balance_of(Sight(game, TABLE)).checked[0].sound is False


def test_tracks_stand_beside_where_they_began_and_any_book_has_a_balance() -> None:
    war = played("awaw", 12, scenario="current-classic")
    assert {fact for fact, *_ in balance_of(Sight(war, TABLE)).levels} >= {"tension.rgt", "tension.usat"}
    for game in (war, legation.new_game("twg", scenario="1942", seed=1)):
        assert balance_of(Sight(game, TABLE)).standing
        assert isinstance(luck_rows(game), list)


def test_points_that_are_hidden_make_no_difference_to_what_others_read() -> None:
    sheets = []
    for place in (0, 1):
        game = legation.new_game("awaw", scenario="current-classic", seed=3)
        while not (asked := game.requests()[0]).among:
            game.answer(asked.id, usual(game, asked), seat=asked.seat if asked.seat != TABLE else "germany")
        game.answer(asked.id, {asked.among[place]: asked.total}, seat=asked.seat)
        found = balance_of(Sight(game, next(seat for seat in game.book.seats if seat != asked.seat)))
        sheets.append((found.standing, found.levels, found.changed, found.struck))
    assert sheets[0] == sheets[1]
