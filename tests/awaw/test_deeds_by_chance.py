"""Campaigns of A World at War in which deeds of every kind are reported, each of them checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.diplomacy.phase import PASS
from legation.core.game import Game
from legation.testing import conformance as suite

# What a short sample may lack: all of it waits for a level of tension, for a result of diplomacy or for a war.
SELDOM = {"ally-builds", "association", "ethiopia", "grant", "irish-partisan", "mining", "persian-route"}
SELDOM |= {"free-french", "volunteers-lost", "send-to-siberia", "subversion", "surrender", "trigger-dps", "use-result"}
SELDOM |= {"back-in-the-war"}

# What fifty campaigns may lack, though all three editions together have it: an Irish rising, DPs that are left in the
# United States, a Persia that is at war.
RARE = {"irish-partisan", "irish-partisan hex", "persian-route", "trigger-dps"}


def campaigns(edition: str, seeds: Iterable[int], until: int) -> Counter[str]:
    def over(game: Game) -> bool:
        return bool(game.world["year"] >= until)

    return suite.check_deeds(BOOK, edition, seeds, 6000, over, favours={PASS: 0.9})


def test_chance_knows_every_kind_of_deed() -> None:
    assert set(BOOK.trials.offers) == set(BOOK.events)


def test_deeds_of_every_kind_do_what_they_should() -> None:
    done: Counter[str] = Counter()
    for edition in BOOK.scenarios:
        done += campaigns(edition, range(2), 1942)
    missing = {kind for kind in suite.not_done(BOOK, done) if " " not in kind}
    assert missing <= SELDOM


@pytest.mark.soak
@pytest.mark.parametrize("edition", BOOK.scenarios)
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_five_hundred_campaigns_do_what_they_should(edition: str, first: int) -> None:
    done = campaigns(edition, range(first, first + 50), 1946)
    assert suite.not_done(BOOK, done) <= RARE
