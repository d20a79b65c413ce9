"""Bots: they answer from their seat's view, say why, and are worth playing against."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest

from legation import books
from legation.books import book
from legation.core.errors import NotFound, Refused
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.play.bots import BOTS, Bot, Move, Sitting, bot_named, move_of, play_bots
from legation.play.tournament import play_out, standings, tournament

books.register("tern", "tests.books.tern.book:BOOK")


def tern(seed: int = 7) -> Game:
    return Game.new(book("tern"), "archipelago", seed=seed)


def seats(game: Game, name: str) -> dict[str, Bot]:
    return {seat: bot_named(name) for seat in game.book.seats}


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="ambitious"):
        bot_named("ambitous")


@pytest.mark.parametrize("name", BOTS)
def test_bots_answer_until_only_the_board_can_tell(name: str) -> None:
    game = tern()
    made = play_bots(game, seats(game, name))
    assert made
    assert {r.seat for r in game.requests()} <= {TABLE}
    assert not play_bots(game, seats(game, name))


def test_a_move_is_explained_but_not_while_it_is_secret() -> None:
    game = tern()
    made = play_bots(game, {"north": BOTS["ambitious"]})
    assert [e.cause.get("reason") for e in made if e.act == "sealed"] == [None]
    game.answer(game.requests("south")[0].id, {}, seat="south")
    play_bots(game, seats(game, "cautious"))
    game.answer(game.requests(TABLE)[0].id, {"weather": "calm", "harbour.auk": 2}, seat=TABLE)
    answers = [e for e in play_bots(game, seats(game, "cautious")) if e.act == "answer"]
    assert answers
    assert all(e.cause["reason"].startswith("cautious: ") for e in answers if e.by != TABLE)


def test_a_bot_sees_no_more_than_its_seat() -> None:
    game = tern()
    seen: list[Sitting] = []

    def watch(at: Sitting) -> Move:
        seen.append(at)
        return Move(at.passing, "watching")

    game.answer(game.requests("north")[0].id, {"auk": 2}, seat="north")
    play_bots(game, {"south": Bot("watcher", "", watch)})
    assert game.world["envoys.north.auk"] == 2
    assert seen[0].world.get("envoys.north.auk") != 2


def test_a_secret_bid_cannot_be_worked_out_from_what_lies_open() -> None:
    """The coin hangs on the key of the dice: two games with the same open header draw differently."""
    one, two = tern(1), tern(2)
    two.record.header = one.record.header
    ask = [g.requests("north")[0] for g in (one, two)]

    def draws(game: Game, request: Request) -> list[object]:
        return [move_of(game, _numbered(request, n), BOTS["random"]).value for n in range(8)]

    assert draws(one, ask[0]) != draws(two, ask[1])
    assert draws(one, ask[0]) == draws(one, ask[0])


def _numbered(request: Request, n: int) -> Request:
    return msgspec.structs.replace(request, id=1000 + n)


def test_of_signed_numbers_the_least_is_nothing() -> None:
    request = Request(id=1, seat="north", kind="amount", prompt="?", cite="", legal=list(range(-3, 4)))
    at = Sitting(book("tern"), "north", tern().world, request, None, random.Random(1))
    assert at.passing == 0
    assert BOTS["ambitious"].move(at).value == 0
    assert BOTS["ambitious"].move(replace(at, request=_with(request, [1, 2, 3]))).value == 3


def _with(request: Request, legal: list[int]) -> Request:
    return Request(id=request.id, seat=request.seat, kind=request.kind, prompt="?", cite="", legal=legal)


def test_where_answers_have_a_worth_the_best_is_taken() -> None:
    worth = {"stop": "1/2", "go": "3/4"}
    request = Request(id=1, seat="north", kind="choose", prompt="?", cite="", legal=["stop", "go"], worth=worth)
    at = Sitting(book("tern"), "north", tern().world, request, None, random.Random(1))
    assert {name: bot.move(at).value for name, bot in BOTS.items() if name != "random"} == dict.fromkeys(
        ("cautious", "ambitious", "historical"), "go"
    )


# -- whole games
def test_undo_goes_back_over_what_bots_did() -> None:
    game = tern()
    bots = {"south": BOTS["cautious"]}
    asked = game.requests("north")[0].id
    game.answer(asked, {"auk": 1}, seat="north")
    play_bots(game, bots)
    play_bots(game, bots)
    size = len(game.live())
    game.undo(seat="north", over=bots)
    assert [r.id for r in game.requests("north")] == [asked]
    assert len(game.live()) < size


def test_the_same_seed_gives_the_same_game() -> None:
    twg = book("twg")
    games = [play_out(twg, "1939", dict.fromkeys(twg.seats, "ambitious"), 1, seed=4) for _ in range(2)]
    assert games[0].world.set_facts() == games[1].world.set_facts()


def test_the_ambitious_win_more() -> None:
    twg = book("twg")
    names = ("ambitious", "cautious", "random")
    scores = [score for _, score in tournament(twg, "1939", names, games=7, rounds=2, seed=1)]
    table, pairs = standings(names, scores)
    assert table[0].bot == "ambitious"
    ahead = {(pair.first, pair.second): pair.mean for pair in pairs}
    assert ahead["ambitious", "cautious"] > 0
    assert ahead["ambitious", "random"] > 0


def test_a_tournament_needs_two_bots_that_exist() -> None:
    twg = book("twg")
    with pytest.raises(Refused, match="two different"):
        list(tournament(twg, "1939", ["random", "random"], 1, 1, 1))
    with pytest.raises(NotFound):
        list(tournament(twg, "1939", ["random", "clever"], 1, 1, 1))


def test_one_game_has_no_band() -> None:
    table, _ = standings(["a", "b"], [{"a": 1.0, "b": 2.0}])
    assert not table[0].known
    assert table[0].bot == "b"


@pytest.mark.parametrize("name", BOTS)
def test_bots_play_by_the_1939_rules(name: str) -> None:
    twg = book("twg")
    game = play_out(twg, "1939", dict.fromkeys(twg.seats, name), 1, 3, {"rules-1939": "yes"})
    assert any(e.by in twg.seats for e in game.record)


@pytest.mark.parametrize("seed", range(20))
def test_bots_play_a_world_at_war(seed: int) -> None:
    awaw, rng = book("awaw"), random.Random(seed)
    scenario = list(awaw.scenarios)[seed % len(awaw.scenarios)]
    game = play_out(awaw, scenario, {seat: rng.choice(list(BOTS)) for seat in awaw.seats}, 3, seed)
    assert game.world["turn"] == 4
    assert set(awaw.score(game.world)) == set(awaw.seats)


def test_the_ambitious_court_where_it_pays() -> None:
    """DPs go where the chance times the BRPs is highest, and nowhere that may not, or not in time, be named."""
    awaw = book("awaw")
    game = Game.new(awaw, "older", seed=1)
    request = next(r for r in game.requests() if r.seat == "germany")
    placed = move_of(game, request, BOTS["ambitious"]).value
    assert sum(placed.values()) == request.total
    assert placed == {"turkey": 2, "sweden": 1}  # of such targets the Axis name two before the year ends
    turkey = awaw.prospect(game.world, "germany", "turkey", 1)
    assert turkey is not None
    assert (turkey.chance, turkey.worth) == (Fraction(1, 3), 30)


def test_history_is_told_of_both_games() -> None:
    for name, seat, country in (("twg", "germany", "hungary"), ("awaw", "britain", "greece")):
        assert country in book(name).historical_side(seat)
        assert book(name).historical_side(seat) <= set(book(name).subjects()) | {"usa"}
