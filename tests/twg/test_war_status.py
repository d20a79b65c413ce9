"""The war status of the 1939 rules, as those see it who look on: outlook, turn sheet and accounts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.powers import AXIS
from legation.books.twg.schema import STATUS
from legation.books.twg.war import war_status
from legation.books.twg.war.war_status import CLIMBERS
from legation.core.game import Game
from legation.core.machine import Frame

IN_1939 = {"rules-1939": "yes"}


def game(given: dict[str, Any], *stack: Frame, dice: str = "typed") -> Game:
    return Game.new(BOOK, "1939", options=IN_1939, given=given, stack=stack, dice=dice)


@pytest.mark.parametrize("nation", CLIMBERS)
def test_the_outlook_tells_the_odds_of_the_roll_that_is_asked_for(nation: str) -> None:
    played = game({"stance.yugoslavia.germany": "total"}, Frame("twg.war.declare", {"nation": nation}))
    (request,) = played.requests()
    declaration, number = war_status.outlook(played.world, nation)[0]
    assert request.cite == declaration.cite
    assert Fraction(request.odds["success"]) == Fraction(number.value(played.world), 12)


def test_the_accounts_name_only_the_lands_that_count() -> None:
    world = game({"stance.yugoslavia.germany": "total", "stance.norway.germany": "sworn"}).world
    lines = [line for trace in BOOK.accounts(world, "uk") for line in trace.lines(limit=9)]
    assert any("Yugoslavia: 5" in line for line in lines)
    assert not any("Norway" in line and "Total Control" in line for line in lines)


def test_the_turn_sheet_tells_status_declarations_and_duties() -> None:
    world = game({"stance.romania.italy": "total", "war-status.uk": "10", "conflict.syria.uk": True}).world
    (lines,) = [lines for heading, lines in BOOK.turn_sheet(world).items() if heading == "The U.K."]
    war = [line for line in lines if line.startswith(("War", "Vichy"))]
    assert war[0].startswith("War status: 10 percent")
    assert any("Phony War, 8 or less brings 10 percent" in line for line in war)
    assert war[-1].startswith("Vichy: attack or leave Syria")


def test_nothing_is_said_of_it_without_the_1939_rules() -> None:
    world = Game.new(BOOK, "1939", seed=1, stack=()).world
    assert not war_status.outlook(world, "uk")
    assert not any(line.startswith("War") for lines in BOOK.turn_sheet(world).values() for line in lines)


def test_no_status_ever_falls_in_a_game_of_provocations() -> None:
    played = game({}, dice="server")
    levels = dict.fromkeys(CLIMBERS, 0)
    acts: list[tuple[str, dict[str, Any]]]
    acts = [("sea-attack", {"attacker": a, "navies": [n], "coasts": []}) for a in AXIS for n in CLIMBERS]
    acts += [
        ("raid", {"attacker": "germany", "target": "corsica"}),
        ("raid", {"attacker": "japan", "target": "hawaii"}),
    ]
    for name, details in acts:
        played.event(name, **details)
        for nation in CLIMBERS:
            level = STATUS.index(played.world[f"war-status.{nation}"])
            assert level >= levels[nation]
            levels[nation] = level
    assert set(levels.values()) == {len(STATUS) - 1}
