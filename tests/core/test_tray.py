"""Several rolls at one press: what is due is foreseen, and each die is still an entry of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

import legation
from legation.core.acts import Rolls, Who
from legation.core.dispatch import dispatch_of
from legation.core.errors import NotYours, Refused
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.tray import tray_of
from legation.core.views import Due


def unrest(dice: str) -> Game:
    game = legation.new_game("twg", scenario="1939", seed=7, dice=dice)
    for _ in range(2):
        asked = game.requests()[0]
        game.answer(asked.id, True if asked.kind == "confirm" else dict.fromkeys(asked.facts, 0), seat=asked.seat)
    return game


def everybody(game: Game) -> Who:
    return Who(TABLE, (TABLE, *game.book.seats))


def test_all_rolls_of_those_at_one_table_are_in_its_tray() -> None:
    game = unrest("typed")
    found = tray_of(Sight(game, TABLE), everybody(game))
    assert found is not None
    assert [(due.subject, due.needs) for due in found.rolls] == [
        ("Iraq", "5 or less"),
        ("Peru", "5 or less"),
        ("Yugoslavia", "5 or less"),
        ("Afghanistan", "2 or less"),
        ("Eire", "7 or less"),
    ]
    assert not found.server
    assert len(game.record) == 3  # looking ahead changes nothing


def test_a_seat_finds_its_own_rolls_only() -> None:
    game = unrest("typed")
    found = tray_of(Sight(game, "germany"), Who.of("germany"))
    assert found is not None
    assert {due.seat for due in found.rolls} == {"germany"}
    assert tray_of(Sight(game, "ussr"), Who.of("ussr")) is None


def test_what_follows_only_a_success_stands_under_it() -> None:
    game = unrest("typed")
    game.perform(Rolls(tuple(("", 12) for _ in range(5))), everybody(game))
    game.answer(game.requests()[0].id, False, seat="japan")
    found = tray_of(Sight(game, TABLE), everybody(game))
    assert found is not None
    under = {due.says: due.hangs_on for due in found.rolls if due.hangs_on}
    assert under
    assert set(under.values()) <= {due.purpose for due in found.rolls if not due.hangs_on}


def test_one_press_makes_an_entry_for_each_roll_and_one_dispatch() -> None:
    game = unrest("typed")
    made = game.perform(Rolls((("", 3), ("", 12), ("", 12))), everybody(game))
    assert [entry.cause["roll"] for entry in made if "roll" in entry.cause] == [3, 12, 12]
    assert [entry.by for entry in made] == ["germany", "germany", "ussr"]
    told = dispatch_of(Sight(game, "uk"), made[0].seq, made[-1].seq)
    assert told is not None
    assert [line.text for line in told.tells][:1] == ["Iraq leaves the U.K. and turns Friendly to Germany"]
    assert game.verify() == []


def test_a_face_is_used_for_what_it_was_rolled_for() -> None:
    game = unrest("mixed")
    tray = tray_of(Sight(game, TABLE), everybody(game))
    assert tray is not None
    assert tray.server
    made = game.perform(Rolls(((tray.rolls[3].purpose, 1),), rest=True), everybody(game))
    rolled = {entry.cause["label"]: entry.cause for entry in made if "roll" in entry.cause}
    assert rolled[tray.rolls[3].purpose]["roll"] == 1
    assert [cause["source"] for cause in rolled.values()] == ["server"] * 3 + ["typed", "server"]
    assert game.requests()[0].kind == "confirm"  # there it ends: Japan has to decide


def test_nothing_is_rolled_that_nobody_spoke_of() -> None:
    game = unrest("typed")
    before = len(game.record)
    with pytest.raises(Refused, match="say what the die shows"):
        game.perform(Rolls(), everybody(game))
    with pytest.raises(Refused, match="13"):
        game.perform(Rolls((("", 13),)), everybody(game))
    with pytest.raises(Refused, match="no roll is asked"):
        game.perform(Rolls((("", 1),)), Who.of("ussr"))
    with pytest.raises(NotYours):
        game.perform(Rolls((("", 1),)), Who("spectator", ()))
    assert len(game.record) == before
    made = game.perform(Rolls((("", 12), ("", 13), ("", 1))), everybody(game))
    assert len([entry for entry in made if "roll" in entry.cause]) == 1  # it ends at what is no face


def test_a_roll_on_a_table_says_what_is_added_to_it() -> None:
    due = Due("diplomacy/bulgaria", "germany", "Germany", "germany", "Bulgaria", "Result 3-4 in force", 6)
    assert due.needs == ""
    assert replace(due, added=-2).needs == "−2 to the die"
    assert replace(due, added=0).needs == "0 to the die"
