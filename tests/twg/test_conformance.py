"""The War Game stands the conformance suite: random games with attacks and moves on the board, 200 in `make soak`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from legation.books.twg.book import BOOK
from legation.core.game import Game
from legation.sim.samples import SideBySide
from legation.testing import conformance as suite
from legation.testing.conformance.sameness import BRIEFLY
from tests.chunks import chunks

TURNS, GAMES, CHUNK = 8, 100, 10  # games of each scenario
THOROUGH, VERIFIED = 20, 4  # every so many games are also undone, amended and branched; or played again by the rules
CHANCES = {"shuns": ("end",), "events": 0.05, "reports": 0.04, "undos": 0.01}


def eight_turns(scenario: str) -> Callable[[Game], bool]:
    last = Game.new(BOOK, scenario, seed=0).world["turn"] + TURNS
    return lambda game: game.world["turn"] >= last


@pytest.mark.parametrize("scenario", BOOK.scenarios)
@pytest.mark.parametrize("first", chunks(range(0, GAMES, CHUNK), 2))
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


@pytest.mark.parametrize("first", chunks(range(1_000, 11_000, 1_000), 1))
def test_random_games_by_the_1939_rules_reach_full_war(first: int) -> None:
    for number, seed in enumerate(with_1939_rules(first, 20)):
        game = suite.random_play(BOOK, "1939", seed, 4000, until=lambda g: g.world["turn"] >= 7, **CHANCES)
        assert game.over or game.world["turn"] >= 7, game.phase
        if number % REOPENED == 0:
            suite.check_reopening(game)
        if number % RERUN == 0:
            suite.check_verify(game)


SECRETS = 3


def secrets_tried(scenario: str, **chances: Any) -> int:
    """How many secrets were hidden in two ways, in as many games as it takes: not each has one in its first acts."""
    tried = 0
    for seed in range(60):
        tried += suite.check_leaks(BOOK, scenario, seed, 150, most=SECRETS, shuns=("end",), **chances)
        if tried >= SECRETS:
            break
    return tried


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_nothing_that_is_hidden_can_be_seen_by_others(scenario: str) -> None:
    assert secrets_tried(scenario) >= SECRETS


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_the_why_of_an_entry_tells_nobody_what_another_hides(scenario: str) -> None:
    assert secrets_tried(scenario, look=suite.reasons) >= SECRETS


@pytest.mark.parametrize("scenario", BOOK.scenarios)
@pytest.mark.parametrize("unknown", [0.0, 0.2])
def test_quick_forms_say_what_plain_forms_say(scenario: str, unknown: float) -> None:
    compared = suite.check_forms(BOOK, scenario, 12, 1, SideBySide, unknown)
    assert compared.forms > 800
    assert compared.written > 600
    assert compared.left == ()


# -- no state outside the game
TELLING = {"shuns": ("end",), "events": 0.12, "reports": 0.12, "undos": 0.02}


def recorded(scenario: str, seeds: list[int], acts: int, midway: int) -> list[suite.Recorded]:
    found = []
    for seed in seeds:
        play = suite.begin(BOOK, scenario, seed, "typed" if seed % 3 == 0 else "server", **TELLING)
        found.append(suite.recorded(play, acts, midway))
    return found


def test_a_game_is_the_same_in_any_process_and_in_any_company() -> None:
    played = [*recorded("1939", [1, *with_1939_rules(3, 1)], 50, 4), *recorded("1942", [1, 3], 50, 4)]
    assert suite.check_sameness("legation.books.twg.book:BOOK", played, BRIEFLY) > 100


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_hundred_games_are_the_same_in_every_way(first: int) -> None:
    guide, rules = list(range(first, first + 3)), with_1939_rules(20_000 + 100 * first, 4)
    played = recorded("1939", guide, 150, 10) + recorded("1939", rules, 150, 10) + recorded("1942", guide, 150, 10)
    assert len(played) == 10
    suite.check_sameness("legation.books.twg.book:BOOK", played)


def test_every_name_in_the_book_exists() -> None:
    suite.check_cites(BOOK)
