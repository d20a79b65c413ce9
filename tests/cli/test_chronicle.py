"""What happened, on the screen."""

from __future__ import annotations

from rich.console import Console

import legation
from legation.cli import render, viewing

EMPTY = ("greece", "hungary", "norway", "poland", "rumania", "spain", "sweden", "turkey")


def told(facts: dict[str, object]) -> list[str]:
    """A ruling as the chronicle prints it."""
    game = legation.new_game("awaw", "older", seed=1)
    before = len(game.record)
    game.rule(facts, reason="to see it")
    console = Console(width=600)
    with console.capture() as shown:
        for part in render.history_view(game, viewing.entries_since(game, before)):
            console.print(part)
    return [line.strip() for line in shown.get().splitlines() if line.strip()]


def test_many_facts_that_come_to_nothing_are_one_line() -> None:
    lines = told({f"factors.axis.air.{country}": 0 for country in EMPTY} | {"factors.axis.air.finland": 2})
    assert len(lines) == 3
    assert "(8 of them): 0" in lines[1]
    assert "Finland" in lines[2]


def test_a_few_of_them_are_told_one_by_one_and_so_is_what_stays() -> None:
    assert len(told({f"factors.axis.air.{country}": 0 for country in EMPTY[:3]})) == 4
    assert len(told({f"factors.axis.air.{country}": 1 for country in EMPTY})) == 9
