"""A World at War stands the conformance suite: random campaigns from Fall 1939 to Winter 1945, 200 in `make soak`."""

from __future__ import annotations

import gc
from collections.abc import Iterable

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.diplomacy.phase import PASS
from legation.core.game import Game
from legation.sim.samples import SideBySide
from legation.testing import conformance as suite
from legation.testing.conformance.sameness import BRIEFLY
from tests.chunks import chunks

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


@pytest.mark.parametrize("first", chunks(range(0, CAMPAIGNS, CHUNK), 4))
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
def test_the_why_of_an_entry_tells_nobody_what_another_hides(edition: str) -> None:
    assert suite.check_leaks(BOOK, edition, 1, most=4, look=suite.reasons) == 4


@pytest.mark.parametrize(("edition", "unknown"), [*((edition, 0.2) for edition in EDITIONS), (EDITIONS[0], 0.0)])
def test_quick_forms_say_what_plain_forms_say(edition: str, unknown: float) -> None:
    compared = suite.check_forms(BOOK, edition, 8, 1, SideBySide, unknown)
    assert compared.forms > 2500
    assert compared.written > 2300
    assert compared.left == ()


# -- no state outside the game
TELLING = {"events": 0.12, "reports": 0.08, "undos": 0.01, "favours": {PASS: 0.7}}


def recorded(edition: str, seeds: Iterable[int], acts: int, midway: int) -> list[suite.Recorded]:
    found = []
    for seed in seeds:
        play = suite.begin(BOOK, edition, seed, "typed" if seed % 4 == 0 else "server", **TELLING)
        found.append(suite.recorded(play, acts, midway))
    return found


def test_a_campaign_is_the_same_in_any_process_and_in_any_company() -> None:
    played = [one for number, edition in enumerate(EDITIONS) for one in recorded(edition, [number, number + 5], 40, 3)]
    assert suite.check_sameness("legation.books.awaw.book:BOOK", played, BRIEFLY) > 100


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_hundred_campaigns_are_the_same_in_every_way(first: int) -> None:
    seeds = range(first, first + 10)
    played = [one for seed in seeds for one in recorded(EDITIONS[seed % len(EDITIONS)], [seed], 150, 10)]
    suite.check_sameness("legation.books.awaw.book:BOOK", played)


def test_every_name_in_the_book_exists() -> None:
    suite.check_cites(BOOK)
