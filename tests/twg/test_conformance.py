"""The War Game stands the conformance suite: 200 random games of eight turns, with attacks and moves on the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from legation.core import conformance as suite
from legation.core.game import Game
from legation.sim import Batch
from legation.twg.book import BOOK

TURNS, GAMES, CHUNK = 8, 100, 10  # games of each scenario
THOROUGH, VERIFIED = 20, 4  # every so many games are also undone, amended and branched; or played again by the rules
CHANCES = {"shuns": ("end",), "events": 0.05, "reports": 0.04, "undos": 0.01}


def eight_turns(scenario: str) -> Callable[[Game], bool]:
    last = Game.new(BOOK, scenario, seed=0).world["turn"] + TURNS
    return lambda game: game.world["turn"] >= last


@pytest.mark.parametrize("scenario", BOOK.scenarios)
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_of_eight_turns_have_no_dead_end(scenario: str, first: int) -> None:
    until = eight_turns(scenario)
    for seed in range(first, first + CHUNK):
        dice = "typed" if seed % 3 == 0 else "server"
        check = 60 if seed % THOROUGH == 5 else 0
        game = suite.random_play(BOOK, scenario, seed, 3000, check_every=check, dice=dice, until=until, **CHANCES)
        assert until(game), game.phase
        suite.check_reopening(game)
        if seed % VERIFIED == 0:
            suite.check_verify(game)


REOPENED, RERUN = 2, 10  # of the longer games by the 1939 rules, one in so many


def with_1939_rules(first: int, count: int) -> list[int]:
    """Seeds, from the first on, whose games are begun with the 1939 rules (options are drawn from the seed)."""
    seeds: list[int] = []
    while len(seeds) < count:
        if suite.begin(BOOK, "1939", first, "server", **CHANCES).game.world["option.rules-1939"] == "yes":
            seeds.append(first)
        first += 1
    return seeds


@pytest.mark.parametrize("first", range(1_000, 11_000, 1_000))
def test_random_games_by_the_1939_rules_reach_full_war(first: int) -> None:
    for number, seed in enumerate(with_1939_rules(first, 20)):
        game = suite.random_play(BOOK, "1939", seed, 4000, until=lambda g: g.world["turn"] >= 7, **CHANCES)
        assert game.over or game.world["turn"] >= 7, game.phase
        if number % REOPENED == 0:
            suite.check_reopening(game)
        if number % RERUN == 0:
            suite.check_verify(game)


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_nothing_that_is_hidden_can_be_seen_by_others(scenario: str) -> None:
    assert sum(suite.check_leaks(BOOK, scenario, seed, 150, shuns=("end",)) for seed in (1, 2))


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_conditions_say_the_same_of_one_world_and_of_many(scenario: str) -> None:
    assert suite.check_batch(BOOK, scenario, 8, 1, Batch.from_worlds) > 300


def test_every_name_in_the_book_exists() -> None:
    suite.check_cites(BOOK)
