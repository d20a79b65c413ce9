"""Every land of the board can be looked up, also those without a diplomatic table."""

from __future__ import annotations

import pytest

from legation.awaw.book import BOOK
from legation.awaw.powers import EDITIONS, LANDS
from legation.core.facts import Origin, World


def fresh(edition: str) -> World:
    return World(BOOK.schema(edition)).with_changes(BOOK.setup(edition), Origin("setup"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_land_has_a_dossier_that_needs_no_report(edition: str) -> None:
    world = fresh(edition)
    for land in LANDS:
        if land not in BOOK.tables():
            found = BOOK.dossier(world, land)
            assert found["standing"], land
            assert BOOK.explain(world, land)[0].parts, land


def test_a_land_is_found_by_its_name() -> None:
    assert BOOK.resolve("Dutch East Indies") == "dutch-east-indies"
    assert BOOK.resolve("the Philippines") == "philippines"
    assert BOOK.resolve("ethiopia") == "ethiopia"


def test_a_dossier_opens_with_what_the_land_is() -> None:
    lines = BOOK.dossier(fresh("older"), "egypt")["what it is"]
    assert "a British colony, worth 5 BRPs, capital Cairo [88.31]" in lines


def test_an_answer_leaves_out_clauses_about_other_places() -> None:
    verdict = BOOK.may(fresh("older"), "britain", "enter", "ethiopia", "by-transports")
    assert verdict.rule == "88.423D"
    assert not any((part.rule or "").startswith("89") for part in verdict.trace.parts)


def test_a_near_miss_is_named() -> None:
    verdict = BOOK.may(fresh("older"), "italy", "enter", "ethiopia", "by-south-edge")
    assert not verdict.allowed
    missed = next(part for part in verdict.trace.parts if part.rule == "88.421B")
    assert "NN27 to NN30" in " ".join(missed.lines())
