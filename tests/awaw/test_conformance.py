"""A World at War stands the conformance suite: 200 random campaigns from Fall 1939 to Winter 1945."""

from __future__ import annotations

import gc

import pytest

from legation.awaw.book import BOOK
from legation.awaw.phases import PASS
from legation.core import conformance as suite
from legation.core.game import Game
from legation.sim import Batch

EDITIONS = tuple(BOOK.scenarios)
CAMPAIGNS, CHUNK = 200, 10
# Every so many campaigns are played again by the rules, reopened, also undone, amended and branched on the way.
VERIFIED, REOPENED, THOROUGH = 40, 25, 200
CHANCES = {"events": 0.05, "reports": 0.02, "undos": 0.002}
BUSY = 10  # in every so many campaigns powers name as many targets as chance will have; else they mostly pass
MOSTLY = {PASS: 0.9}

gc.freeze()  # the books stay: the collector need not look through them again and again


def war_is_over(game: Game) -> bool:
    return bool(game.world["year"] > 1945)


@pytest.mark.parametrize("first", range(0, CAMPAIGNS, CHUNK))
def test_random_campaigns_have_no_dead_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        edition = EDITIONS[seed % len(EDITIONS)]
        dice = "typed" if seed % 7 == 0 else "server"
        check = 250 if seed % THOROUGH == 1 else 0
        chances = {**CHANCES, "favours": {} if seed % BUSY == 0 else MOSTLY}
        game = suite.random_play(BOOK, edition, seed, 6000, check_every=check, dice=dice, until=war_is_over, **chances)
        assert war_is_over(game), game.phase
        if seed % REOPENED == 2:
            suite.check_reopening(game)
        if seed % VERIFIED == 3:
            suite.check_verify(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_that_is_hidden_can_be_seen_by_others(edition: str) -> None:
    assert suite.check_leaks(BOOK, edition, 1, most=4) == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_conditions_say_the_same_of_one_world_and_of_many(edition: str) -> None:
    assert suite.check_batch(BOOK, edition, 8, 1, Batch.from_worlds) > 300


def test_every_name_in_the_book_exists() -> None:
    suite.check_cites(BOOK)
