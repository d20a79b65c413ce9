"""What a browser does for the dice by itself: it draws a nonce, commits to a chain, and opens its values."""

from __future__ import annotations

import time

from legation.core.dice import Committed

from .conftest import Rooms


def until(test: object, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not test():  # type: ignore[operator]
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.1)


def test_desks_that_are_open_draw_nonces_and_open_values_for_live_dice(rooms: Rooms) -> None:
    play = rooms.begin(dice="live")
    for seat in ("germany", "uk"):
        rooms.open(play.at(seat))
    dice = play.game.dice
    assert isinstance(dice, Committed)
    until(lambda: {"germany", "uk"} <= dice.chains.keys())
    assert not dice.drawn & {"germany", "uk"}
    due = play.until(lambda r: r.kind == "roll" and r.seat in ("germany", "uk"))
    until(lambda: due.id not in play.game.state.requests)
    told = next(e.cause for e in play.game.record if "opened" in e.cause)
    assert told["opened"].keys() <= {"germany", "uk"}
