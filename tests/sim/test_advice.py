"""Equilibria: against games whose answer is known, and against the same game multiplied out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from legation.books import book
from legation.core.abilities import Duelling
from legation.core.errors import NotYours, Refused
from legation.core.game import Game
from legation.core.machine import Frame
from legation.core.requests import Request
from legation.play.advice import counsel
from legation.play.bidding import contest, duel, payoffs, place, regret, spread


def test_matching_pennies_is_played_half_and_half() -> None:
    found = duel([1, 2], [1, 2], np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert found.value == pytest.approx(0)
    assert found.mine == pytest.approx({1: 0.5, 2: 0.5})
    assert found.exploitable == pytest.approx(0, abs=1e-9)


def test_a_bid_that_is_best_against_everything_is_bid_always() -> None:
    chances = {(a, b): Fraction(min(12, max(0, 4 + a - b)), 12) for a in (1, 2, 3) for b in (0, 1, 2, 3)}
    mine, theirs, worth = payoffs(chances, worth=60)
    found = duel(mine, theirs, worth)
    assert found.mine == {3: pytest.approx(1)}
    assert regret(1, mine, found.theirs, theirs, worth) == pytest.approx(8)


def test_several_targets_agree_with_the_game_multiplied_out() -> None:
    rng = np.random.default_rng(4)
    worths = [rng.integers(-5, 9, size=(3, 3)).astype(float) for _ in range(3)]
    ways = [way for way in product(range(3), repeat=3) if sum(way) <= 4]

    def total(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        return float(sum(worth[a, b] for worth, a, b in zip(worths, mine, theirs, strict=True)))

    whole = np.array([[total(mine, theirs) for theirs in ways] for mine in ways])
    slow = duel(range(len(ways)), range(len(ways)), whole)
    quick = spread(worths, 4, 4)
    assert quick.value == pytest.approx(slow.value)
    assert quick.exploitable == pytest.approx(0, abs=1e-7)
    assert sum(quick.mine.values()) == pytest.approx(1)
    assert all(sum(way) <= 4 for way in (*quick.mine, *quick.theirs))


def test_points_are_placed_as_trying_every_way_would_place_them() -> None:
    rng = np.random.default_rng(2)
    prospects = {name: [Fraction(int(n), 6) for n in np.cumsum(rng.integers(0, 4, size=5))] for name in "abcd"}
    ways = [way for way in product(range(5), repeat=4) if sum(way) <= 4]
    best = max(sum(prospects[name][n] for name, n in zip("abcd", way, strict=True)) for way in ways)
    found = place(prospects, 4)
    assert found.worth == best
    assert sum(prospects[name][found.points.get(name, 0)] for name in "abcd") == best
    assert sum(found.points.values()) <= 4
    assert place(prospects, 3).worth <= found.worth <= found.with_one_more


@pytest.mark.parametrize("most", range(4))
def test_of_some_targets_only_so_many_can_be_tried(most: int) -> None:
    """Those are worth nothing without points, whatever is said of them."""
    rng, few = np.random.default_rng(3), "bcd"
    prospects = {name: [Fraction(int(n), 6) for n in np.cumsum(rng.integers(0, 4, size=5))] for name in "abcd"}

    def worth(way: tuple[int, ...]) -> Fraction:
        named = zip("abcd", way, strict=True)
        return sum((prospects[name][n] for name, n in named if n or name not in few), Fraction(0))

    ways = [way for way in product(range(5), repeat=4) if sum(way) <= 4 and sum(n > 0 for n in way[1:]) <= most]
    found = place(prospects, 4, few, most)
    assert found.worth == max(map(worth, ways))
    assert worth(tuple(found.points.get(name, 0) for name in "abcd")) == found.worth
    assert sum(name in found.points for name in few) <= most


def test_points_that_win_nothing_are_held_back() -> None:
    assert place({"a": [Fraction(0), Fraction(1), Fraction(1)]}, 2).points == {"a": 1}


def test_where_no_money_is_put_nobody_pays_to_counter() -> None:
    chances = {(a, b): Fraction(1 + a - (b if a else 0), 12) for a in (0, 1) for b in (0, 1)}
    matrix = contest(Duelling("germany", "ussr", chances, 12))
    assert matrix.tolist() == [[1, 1], [1, 1]]


def at_the_bid() -> tuple[Game, Request, Request]:
    """Germany and the USSR are about to bid for Romania."""
    twg = book("twg")
    campaign = twg.campaign("1939", 1)
    frame = Frame("twg.influence.country", {"country": "romania", "nation": "germany"})
    game = Game.new(twg, "1939", seed=1, given=campaign.given, stack=(frame,))
    for wanted in ("romania", "money", True):
        asked = next(r for r in game.requests())
        game.answer(asked.id, wanted, seat=asked.seat)
    mine, theirs = game.requests()
    assert (mine.kind, mine.seat, theirs.seat) == ("sealed", "germany", "ussr")
    return game, mine, theirs


def test_counsel_on_a_bid_is_for_the_seat_that_bids() -> None:
    game, mine, theirs = at_the_bid()
    advice = counsel(game, "germany", bid=mine.legal[-1])
    assert advice.kind == "bid"
    assert sum(each["share"] for each in advice.mix) == pytest.approx(1)
    assert advice.regret is not None
    assert advice.regret >= 0
    assert advice.exploitable == pytest.approx(0, abs=1e-6)
    other = counsel(game, "ussr", theirs.id)
    assert advice.value == pytest.approx(-(other.value or 0))
    with pytest.raises(NotYours):
        counsel(game, "ussr", mine.id)
    with pytest.raises(Refused, match="no bid here"):
        counsel(game, "germany", bid=99)


def test_a_sealed_bid_does_not_change_the_counsel_of_the_other() -> None:
    advice = []
    for bid in (0, -1):
        game, mine, _ = at_the_bid()
        game.answer(mine.id, mine.legal[bid], seat="germany")
        advice.append(counsel(game, "ussr"))
    assert advice[0] == advice[1]


def test_counsel_spreads_money_over_targets() -> None:
    twg = book("twg")
    campaign = twg.campaign("1939", 1)
    game = Game.new(twg, "1939", seed=1, given=campaign.given, stack=(Frame("twg.influence"),))
    advice = counsel(game, "germany")
    assert advice.kind == "spread"
    purse = twg.purse(game.world, "germany")
    assert all(sum(each["answer"].values()) <= purse for each in advice.mix)
    assert advice.best in game.requests("germany")[0].legal


def test_counsel_places_points_and_states_its_aim() -> None:
    game = Game.new(book("awaw"), "older", seed=1)
    advice = counsel(game, "germany")
    assert advice.kind == "placement"
    assert "BRPs" in advice.aim
    assert sum(advice.best.values()) == 3
    asked = game.requests("germany")[0]
    assert "spain" in asked.among  # DPs may go there, but France has not fallen and nobody may name it
    assert "spain" not in advice.best
    assert "Spain may not be tried: France has not fallen" in advice.notes
    assert any("only 2 of Belgium/Luxembourg" in note for note in advice.notes)
    with pytest.raises(Refused, match="nothing is asked"):
        counsel(game, "japan")
