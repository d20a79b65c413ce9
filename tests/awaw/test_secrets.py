"""Who knows of whose DPs: partners of one faction do, unless a group plays it otherwise, and nobody else does."""

from __future__ import annotations

from typing import Any

import pytest

from legation.books.awaw.book import BOOK
from legation.core import sight
from legation.core.game import Game
from legation.core.requests import TABLE, UMPIRE
from legation.testing.conformance import unhashed

STRANGERS = {"germany": ("britain", "france", "usa", "russia", "japan", TABLE, UMPIRE)}


def placed(options: dict[str, str], target: str) -> Game:
    """Germany has put two DPs into a target; the others have not placed theirs yet."""
    game = Game.new(BOOK, "older", options=options, seed=3)
    while not (asked := [r for r in game.requests("germany") if r.kind == "sealed"]):
        (request,) = game.requests()
        game.answer(request.id, dict.fromkeys(request.facts, 0), seat="germany")
    game.answer(asked[0].id, {target: 2}, seat="germany")
    return game


def seen(game: Game, seat: str) -> Any:
    return game.view(seat)["facts"].get("dp.germany.spain")


@pytest.mark.parametrize(
    ("option", "shown"), [({}, 2), ({"dps-of-partners": "shown"}, 2), ({"dps-of-partners": "hidden"}, None)]
)
def test_partners_see_each_others_dps_as_the_group_plays_it(option: dict[str, str], shown: int | None) -> None:
    game = placed(option, "spain")
    assert seen(game, "germany") == 2
    assert seen(game, "italy") == shown
    assert all(seen(game, seat) is None for seat in STRANGERS["germany"])
    assert sight.world_for(game, "italy")["dp.germany.spain"] == (shown or 0)


@pytest.mark.parametrize("option", [{}, {"dps-of-partners": "hidden"}])
def test_others_see_the_same_wherever_the_dps_lie(option: dict[str, str]) -> None:
    one, two = placed(option, "spain"), placed(option, "turkey")
    strangers = (*STRANGERS["germany"], *(["italy"] if option else []))
    for seat in strangers:
        assert unhashed(one.view(seat)) == unhashed(two.view(seat)), seat
    assert (unhashed(one.view("italy")) == unhashed(two.view("italy"))) is bool(option)
