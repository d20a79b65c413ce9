"""Every land of the board can be looked up, also those without a diplomatic table."""

from __future__ import annotations

from typing import Any

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.minors.conquest import conqueror
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.powers import EDITIONS, LANDS, TARGETS
from legation.core.errors import NotFound
from legation.core.facts import Change, Origin, World
from legation.core.game import Game
from legation.core.trials import ToldDeed
from legation.core.views import Sayings
from legation.testing.conformance.deeds import tried


def fresh(edition: str) -> World:
    return World(BOOK.schema(edition)).with_changes(BOOK.setup(edition), Origin("setup"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_land_has_a_dossier_that_needs_no_report(edition: str) -> None:
    world = fresh(edition)
    for land in LANDS:
        if land not in BOOK.tables():
            assert BOOK.explain(world, land)[0].parts, land


def test_a_land_is_found_by_its_name() -> None:
    assert BOOK.resolve("Dutch East Indies") == "dutch-east-indies"
    assert BOOK.resolve("the Philippines") == "philippines"
    assert BOOK.resolve("ethiopia") == "ethiopia"


def test_a_dossier_opens_with_what_the_land_is() -> None:
    [is_] = [part for part in Game.new(BOOK, "older", seed=1).dossier("egypt").sections if part.title == "What it is"]
    assert isinstance(is_, Sayings)
    assert ("A British colony, worth 5 BRPs, capital Cairo", "88.31") in is_.sayings


def test_an_answer_leaves_out_clauses_about_other_places() -> None:
    verdict = BOOK.may(fresh("older"), "britain", "enter", "ethiopia", "by-transports")
    assert verdict.rule == "88.423D"
    assert not any((part.rule or "").startswith("89") for part in verdict.trace.parts)


def test_a_near_miss_is_named() -> None:
    verdict = BOOK.may(fresh("older"), "italy", "enter", "ethiopia", "by-south-edge")
    assert not verdict.allowed
    missed = next(part for part in verdict.trace.parts if part.rule == "88.421B")
    assert "NN27 to NN30" in " ".join(missed.lines())


def opened(edition: str, **factors: int) -> World:
    """Sweden lets the Axis in; so many factors of each kind are there."""
    facts: dict[str, Any] = {"status.sweden": "hex-control", "beneficiary.sweden": "germany"}
    facts |= {"supplied-through.initial.sweden": 0} if factors else {}
    facts |= {f"factors.axis.{kind.replace('_', '-')}.sweden": n for kind, n in factors.items()}
    changes = [Change(fact, None, value) for fact, value in facts.items()]
    return fresh(edition).with_changes(changes, Origin("given"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_how_many_more_may_enter_is_told_with_what_is_there(edition: str) -> None:
    world = opened(edition, ground_air=6, naval=1)
    (found,) = BOOK.allowances(world, "sweden", "foreign-factors", "axis")
    assert (found.used, found.most, found.left, found.rule) == (7, 10, 3, "82.32")
    assert BOOK.allowances(world, "sweden", "foreign-factors", "germany")[0].left == 3
    assert found.plain()["words"] == "7 of 10 in use, 3 more: ten foreign factors at most"
    assert BOOK.allowances(fresh(edition), "sweden", "foreign-factors", "axis")[0].most is None


def test_a_limit_that_cannot_be_told_yet_says_what_is_lacking() -> None:
    later = opened("older").with_changes([Change("turn", 1, 2)], Origin("given"))  # the set-up is old by then
    later = later.with_changes([Change("supplied-through.initial.sweden", None, 0)], Origin("given"))
    found = BOOK.allowances(later, "Sweden")
    assert {one.nation for one in found} == {"axis"}  # nobody else has to do with it
    assert found[0].needs == ("factors.axis.ground-air.sweden", "factors.axis.naval.sweden")


def test_unasked_only_limits_that_are_about_the_place_are_told() -> None:
    world = fresh("older")
    assert [one.limit for one in BOOK.allowances(world, "thailand")] == ["thai-rebuilding"]
    assert BOOK.allowances(world, "greece") == []
    with pytest.raises(NotFound, match="did you mean foreign-factors"):
        BOOK.allowances(world, "greece", "foreign-factor")


def test_what_is_to_be_remembered_goes_by_how_a_country_stands() -> None:
    assert [one.rule for one in BOOK.tell(fresh("older"), "greece")] == ["82.12.others", "82.21"]
    assert "82.31.timing" in [one.rule for one in BOOK.tell(opened("older"), "sweden")]
    told = BOOK.tell(fresh("older"), "the Philippines", "profile")
    assert told
    assert all(one.rule in BOOK.registry.ledgers for one in told)


@pytest.mark.parametrize("edition", EDITIONS)
def test_limits_and_reminders_of_every_land_can_be_told(edition: str) -> None:
    world = fresh(edition)
    for land in LANDS:
        assert all(one.rule or one.needs for one in BOOK.allowances(world, land)), land
        assert all(one.rule for one in BOOK.tell(world, land)), land


@pytest.mark.parametrize("side", ["axis", "western-allies"])
def test_a_country_conquered_in_one_report_is_one_whose_key_places_are_all_taken(side: str) -> None:
    game = Game.new(BOOK, "older", seed=1)
    game.rule({"turn": 5, "year": 1940, "tension.rgt": 30, "tension.usat": 7, "tension.usjt": 7}, "for the test")
    power, compared = conqueror(game.world, side), 0
    for country in (target for target in TARGETS if target in LAND):
        war = [ToldDeed("declaration", {"by": power, "on": country})]
        before = war if tried(game, *war).over else []
        whole = tried(game, *before, ToldDeed("conquest", {"country": country, "by": side}))
        parts = tried(game, *before, *(ToldDeed("taken", {"place": key, "by": power}) for key in LAND[country].keys))
        if whole.over and parts.over:
            found = whole.world.difference(parts.world)
            assert [c for c in found if not c.fact.startswith("tension-log.")] == [], country
            compared += 1
    assert compared >= 10
