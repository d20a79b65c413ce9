"""Minor countries: the questions, the BRP page and the difference of editions, beyond what the cases show."""

from __future__ import annotations

from time import perf_counter

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.brps.accounts import account
from legation.books.awaw.brps.journal import draws, overdrawn
from legation.books.awaw.diplomacy.results import prorated
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.standing import standing
from legation.books.awaw.powers import EDITIONS, LANDS, POWERS
from legation.books.awaw.vocabulary import SEASONS
from legation.core.facts import Change, Origin, World
from legation.core.game import Game
from legation.testing import conformance as suite
from legation.testing.coverage import edition_diff


def fresh(edition: str = "older") -> World:
    world = World(BOOK.schema(edition))
    return world.with_changes(BOOK.setup(edition), Origin("setup"))


def test_a_status_query_takes_less_than_a_millisecond() -> None:
    world = fresh()
    standing(world, "spain")  # binds the declarations once
    begun = perf_counter()
    for _ in range(200):
        standing(world, "spain")
    assert (perf_counter() - begun) / 200 < 0.001


def test_every_land_stands_somewhere_in_every_edition() -> None:
    for edition in EDITIONS:
        world = fresh(edition)
        assert all(standing(world, land) for land in LANDS)


def test_the_brp_page_adds_up() -> None:
    world = fresh()
    for power in POWERS:
        page = account(world, power)
        assert page.value == sum(part.value for part in page.parts)
        assert all(part.rule for part in page.parts)
    assert account(world, "britain").value == 50


def test_every_value_is_prorated_as_the_ledger_says() -> None:
    listed = BOOK.registry.ledgers.entry("00.prorating.table").params
    for value, shares in listed.items():
        assert [prorated(int(value), season) for season in SEASONS] == shares


def test_colonies_agree_with_the_ledger() -> None:
    for land in LAND.values():
        params = BOOK.registry.ledgers.entry(land.cite).params if land.owner else {}
        if "brp" in params:
            assert params["brp"] == land.brps, land.slug


def test_a_question_is_answered_with_its_rule() -> None:
    world = fresh().with_changes([Change("status.sweden", "neutral", "hex-control")], Origin("given"))
    verdict = BOOK.may(world, "germany", "attack", "sweden")
    assert not verdict.allowed
    assert verdict.rule == "82.41"


def test_what_changes_between_editions_is_listed_by_edition() -> None:
    changed = edition_diff(BOOK.registry.ledgers.ledgers, "older", "current-gs")
    assert "82.11@older" in [entry.id for entry in changed["older"]]
    assert "82.12@current-gs" in [entry.id for entry in changed["current-gs"]]
    assert not {e.id for e in changed["older"]} & {e.id for e in changed["current-gs"]}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_brps_of_a_country_are_counted_once_in_all(edition: str, seed: int) -> None:
    def over(game: Game) -> bool:
        assert overdrawn(game.world) == {}
        return bool(game.world["year"] > 1942)

    game = suite.random_play(BOOK, edition, seed, 1500, until=over, events=0.3, reports=0.0)
    assert any(draws(game.world, land) for land in LANDS)


def test_a_country_that_two_powers_draw_from_is_overdrawn() -> None:
    world = fresh().scoped(**{"beneficiary.norway": "germany", "brp-grant.norway": 10, "brp-value.norway": 10})
    assert overdrawn(world) == {}
    twice = world.scoped(**{"grace.norway": "britain", "grace-brps.norway": 1})
    assert overdrawn(twice) == {"norway": {"germany": 10, "britain": 1}}
