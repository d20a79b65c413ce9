"""A World at War stands the conformance suite in every edition."""

from __future__ import annotations

import pytest

from legation.awaw.book import BOOK
from legation.core import conformance as suite
from legation.sim import Batch


@pytest.mark.parametrize("edition", BOOK.scenarios)
def test_the_book_stands_random_legal_play(edition: str) -> None:
    suite.run_all(BOOK, edition, games=1, seed=7, max_acts=60, batch=Batch.from_worlds, worlds=8)


def test_every_fact_that_a_declaration_names_exists() -> None:
    BOOK.check()
