"""What a book keeps outside the game is found, in whichever way it shows."""

from __future__ import annotations

import re

import pytest

from legation.testing import conformance as suite
from legation.testing.conformance.sameness import PROCESSES, WAYS, Process, Recorded
from tests.books import broken

FRESH = {"fresh": "in a fresh process"}


def games(name: str, acts: int = 40, midway: int = 6) -> list[Recorded]:
    """Random games of a broken book, each recorded as if nothing had been kept yet."""
    book, found = getattr(broken, name), []
    for seed in (1, 2):
        broken.answers = broken.since_the_beginning = broken.looked_at = 0
        broken.at_rest.clear()
        found.append(suite.recorded(suite.begin(book, "one", seed, reports=0.4), acts, midway))
    return found


def difference(name: str, *processes: Process, acts: int = 40, midway: int = 0) -> str:
    """What the check says of a broken book; without `midway`, of games from their beginning alone."""
    with pytest.raises(AssertionError) as failure:
        suite.check_sameness(f"tests.books.broken:{name}", games(name, acts, midway), processes)
    return str(failure.value)


def test_a_sound_book_is_the_same_in_every_way() -> None:
    assert suite.check_sameness("tests.books.broken:SOUND", games("SOUND")) > 2 * len(WAYS)


@pytest.mark.parametrize(
    ("name", "way", "where"),
    [
        ("COUNTS", "used", "after other games in the same process"),
        ("COUNTS_ANEW", "in turns", "in turns with other games"),
        ("PAGES", "in turns", "in turns with other games"),
        ("PAIRS", "reopened", "saved and opened after every act"),
        ("RESTS", "moved", "opened by another process for every act"),
        ("LISTENS", "logged", "with a log that keeps all"),
    ],
)
def test_what_is_kept_outside_the_game_is_found(name: str, way: str, where: str) -> None:
    said = difference(name, Process({**FRESH, way: where}))
    assert f"the game is another one {where} than in a fresh process, from entry" in said


def test_a_sweep_that_rests_in_the_process_is_found_where_a_game_is_begun_in_the_middle() -> None:
    said = difference("RESTS", Process(FRESH), acts=80, midway=20)
    assert re.search(r"another one in a fresh process, begun after \d+ acts than in a fresh process", said)


def test_an_assertion_that_does_something_is_found() -> None:
    said = difference("ASSERTS", Process(FRESH), Process({"used": "under python -O"}, ("-O",)))
    assert "the game is another one under python -O than in a fresh process, from entry" in said


def test_the_order_of_a_set_is_found() -> None:
    orders = [Process({"fresh": f"with order {seed} of sets"}, sets=str(seed)) for seed in range(8)]
    said = difference("TAKES_ANY", *orders)
    assert re.search("the game is another one .* order . of sets", said)


def test_a_failure_is_what_came_of_a_game() -> None:
    said = difference("FAILS", Process({**FRESH, "used": "after others"}), acts=30)
    assert "in a fresh process:\n{" in said
    assert "after others:\nRuntimeError: too many answers\n" in said


def test_a_difference_is_told_with_both_entries_and_the_acts_that_led_there() -> None:
    said = difference("LISTENS", Process({**FRESH, "logged": "with a log"}))
    assert said.startswith("tiny, seed 1: the game is another one with a log than in a fresh process, from entry")
    seq = re.search(r"from entry (\d+) on", said)
    assert seq is not None
    for here in ("in a fresh process", "with a log"):
        assert f'\n\n{here}:\n{{"seq":{seq[1]},' in said
    assert "\n\ngame = Game.new(book, 'one', options={}, seed=1)\n" in said
    acts = said.partition("game = Game.new")[2].splitlines()[1:]
    assert len(acts) == int(seq[1]) - 1  # here every act is one entry, after that of the set-up
    assert acts[-1].startswith("game.answer(")


def test_a_book_that_cannot_be_loaded_is_an_error() -> None:
    with pytest.raises(AssertionError, match="has no attribute 'NOWHERE'"):
        suite.check_sameness("tests.books.broken:NOWHERE", games("SOUND")[:1])


def test_every_way_is_one_of_the_suite() -> None:
    from legation.testing.conformance.replay import WAYS as PLAYED

    assert {way for process in PROCESSES for way in process.ways} == set(PLAYED)
