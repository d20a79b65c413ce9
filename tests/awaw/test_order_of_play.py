"""Games begun before there was a choice of orders keep theirs, and campaigns run in either."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.order_of_play import IS_PUBLISHED, ORDER_OF_PLAY
from legation.core.expr import holds
from legation.core.game import Game
from legation.core.requests import least_answer
from legation.sim.campaigns import Plan, simulate

RECORDS = Path(__file__).resolve().parents[1] / "records"
ORDERS = ORDER_OF_PLAY.choices


def test_a_new_game_has_the_published_order() -> None:
    assert holds(IS_PUBLISHED, Game.new(BOOK, "older", seed=1).world)


def test_a_game_begun_without_the_option_keeps_the_order_of_before() -> None:
    game = Game.new(BOOK, "older", seed=1, without=[ORDER_OF_PLAY.name])
    while (request := game.requests()[0]).kind != "report":
        game.answer(request.id, least_answer(request), seat="umpire" if request.seat == "table" else request.seat)
    assert not holds(IS_PUBLISHED, game.world)
    assert game.verify() == []


@pytest.mark.parametrize("packed", sorted(RECORDS.rglob("awaw-*.legation.gz")), ids=lambda file: file.name)
def test_saved_games_keep_the_order_of_before(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / packed.name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    assert not holds(IS_PUBLISHED, Game.open(path, {BOOK.name: BOOK}).world)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("policy", ["historical", "spread"])
def test_campaigns_run_in_either_order(order: str, policy: str) -> None:
    options = ((ORDER_OF_PLAY.name, order),)
    result = simulate(Plan("awaw", "older", policy, campaigns=4, rounds=5, seed=3, options=options))
    assert result.whole
    assert result.tally.campaigns == 4
