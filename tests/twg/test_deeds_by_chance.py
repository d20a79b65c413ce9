"""Campaigns of The War Game in which deeds of every kind are reported, each of them checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from legation.books.twg.book import BOOK
from legation.core.game import Game
from legation.testing import conformance as suite

# Scenario and whether the 1939 rules are in force: they belong to a game that begins in 1939.
WAYS = (("1939", "yes"), ("1939", "no"), ("1942", "no"))
# What a short sample may lack: both take a purse that has filled, or a ship of one of two countries.
SELDOM = {"lend", "spend from", "withdraw to", "attack ship", "attack retreat", "attack survivors", "attack toll"}
SELDOM |= {"attack retreated", "raid ship"}


def campaigns(scenario: str, rules: str, seeds: Iterable[int], turns: int) -> Counter[str]:
    first = {"1939": 1, "1942": 6}[scenario]

    def over(game: Game) -> bool:
        return bool(game.world["turn"] >= first + turns)

    options = {"rules-1939": rules}
    return suite.check_deeds(BOOK, scenario, seeds, 3000, over, shuns=("end",), options=options)


def test_chance_knows_every_kind_of_deed() -> None:
    assert set(BOOK.trials.offers) == set(BOOK.events)


def test_deeds_of_every_kind_do_what_they_should() -> None:
    done: Counter[str] = Counter()
    for scenario, rules in WAYS:
        done += campaigns(scenario, rules, range(2), 3)
    assert suite.not_done(BOOK, done) <= SELDOM


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "rules"), WAYS)
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_five_hundred_campaigns_do_what_they_should(scenario: str, rules: str, first: int) -> None:
    done = campaigns(scenario, rules, range(first, first + 50), 8)
    money = {kind for kind in ("lend", "spend") if rules == "no"}  # purses are kept under the 1939 rules alone
    # Two neutrals have a ship; and units of a player that is beaten in the open stand on few lands.
    assert suite.not_done(BOOK, done) - money <= {"attack survivors", "attack ship", "raid ship"}
