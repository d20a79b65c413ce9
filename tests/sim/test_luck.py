"""Luck: what was told before a roll, counted against what fell."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from legation.books import book
from legation.core.requests import UMPIRE
from legation.play.luck import Luck, luck_of
from legation.play.tournament import play_out


def test_the_band_follows_from_the_chances_exactly() -> None:
    chances = (Fraction(1, 12), Fraction(1, 3), Fraction(1, 2), Fraction(1, 2), Fraction(3, 4))
    found = Luck("uk", chances, 4)
    slow = [Fraction(0)] * 6
    for way in product((0, 1), repeat=5):
        share = Fraction(1)
        for came, chance in zip(way, chances, strict=True):
            share *= chance if came else 1 - chance
        slow[sum(way)] += share
    assert found.at_most == pytest.approx([float(sum(slow[: n + 1])) for n in range(6)])
    assert found.expected == Fraction(13, 6)
    assert found.gained == pytest.approx(11 / 6)
    assert found.as_many == pytest.approx(float(slow[4] + slow[5]))
    assert found.band == (0, 4)
    assert not found.remarkable


def test_what_chance_alone_hardly_gives_is_remarkable() -> None:
    assert Luck("uk", (Fraction(1, 12),) * 6, 3).remarkable
    assert not Luck("uk", (Fraction(1, 12),) * 6, 0).remarkable
    assert Luck("uk", (), 0).band == (0, 0)


def test_a_game_tells_the_luck_of_its_seats() -> None:
    twg = book("twg")
    game = play_out(twg, "1939", dict.fromkeys(twg.seats, "cautious"), 1, seed=2)
    rows = {row.seat: row for row in luck_of(game)}
    rolls = [e for e in game.live() if "success" in (e.cause.get("odds") or {})]
    assert sum(row.rolls for row in rows.values()) == len(rolls)
    told = sum((Fraction(e.cause["odds"]["success"]) for e in rolls), Fraction(0))
    assert sum((row.expected for row in rows.values()), Fraction(0)) == told


def test_what_was_taken_back_does_not_count() -> None:
    twg = book("twg")
    game = play_out(twg, "1939", dict.fromkeys(twg.seats, "cautious"), 1, seed=2)
    before = sum(row.rolls for row in luck_of(game))
    while sum(row.rolls for row in luck_of(game)) == before:
        game.undo(seat=UMPIRE, reason="once more")
    assert sum(row.rolls for row in luck_of(game)) < before


def test_a_diplomatic_roll_succeeds_on_the_rollers_side_of_the_middle() -> None:
    awaw = book("awaw")
    odds = {"1 to 2": "1/6", "3 to 4": "1/3", "5 to 6": "1/3", "7": "1/6"}
    cause = {"roll": 6, "die": "d6", "label": "diplomacy/bulgaria", "odds": odds}
    assert awaw.success("germany", cause) == (Fraction(1, 2), True)
    assert awaw.success("germany", {**cause, "roll": 3}) == (Fraction(1, 2), False)
    assert awaw.success("britain", {**cause, "roll": 1}) == (Fraction(1, 6), True)
    assert awaw.success("germany", {**cause, "label": "tension/usat"}) is None
