"""What is decided in a quick way is decided as its plain form would: rights and sweeps, on worlds of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from legation.core import conformance as suite
from legation.core.errors import Unknown
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.log import Log
from legation.twg import rights
from legation.twg.book import BOOK
from legation.twg.powers import ALL
from legation.twg.rights import Right

ACTS, EVERY, GAMES = 150, 6, 4
Form = Callable[[World, str, Iterable[str]], list[Right]]
TELLING = {"shuns": ("end",), "events": 0.1, "reports": 0.1, "undos": 0.01}


def plays(scenario: str) -> Iterator[suite.Play]:
    """Random games, again and again, a few acts further each time."""
    for seed in range(GAMES):
        play = suite.begin(BOOK, scenario, seed, **TELLING)
        for number in range(ACTS):
            if play.game.over:
                break
            play.step()
            if number % EVERY == 0:
                yield play


def one_by_one(world: World, nation: str, names: Iterable[str] = ()) -> list[Right]:
    """Every right of the charts by itself: not ended, its condition holds, and it can be paid for."""
    found = []
    for right, condition in rights._rights_by_nation()[nation]:
        if names and right.country.slug not in names:
            continue
        if world.get(f"ended.{right.country.slug}") or not holds(condition, world):
            continue
        if rights._can_pay(world, right, {}):
            found.append(right)
    return found


def decided(form: Form, world: World, nation: str, *names: str) -> tuple[list[Right], list[str]]:
    """What a form decides, or what it asks for."""
    try:
        return form(world, nation, names), []
    except Unknown as unknown:
        return [], unknown.questions


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_the_rights_of_a_nation_are_those_that_are_open_one_by_one(scenario: str) -> None:
    open_ = 0
    for play in plays(scenario):
        world = play.game.world
        for nation in ALL:
            found, asked = decided(rights.rights_of, world, nation)
            assert (found, asked) == decided(one_by_one, world, nation), (nation, str(play))
            open_ += len(found)
            for right in found[:3]:
                place = right.country.slug
                theirs = decided(rights.rights_of, world, nation, place)
                assert theirs == decided(one_by_one, world, nation, place)
                first = next(one for one in found if one.key == right.key)
                assert rights.right_by_key(world, nation, right.key) == first
    assert open_ > 200


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_the_log_holds_back_the_terms_of_those_rights_that_are_closed(scenario: str) -> None:
    seen = 0
    for play in plays(scenario):
        for nation in ALL:
            log = Log(keeps=True)
            try:
                found = rights.rights_of(play.game.world.heard_by(log), nation)
            except Unknown:
                continue
            every = [right for right, _ in rights._rights_by_nation()[nation]]
            here = [right for right in every if not play.game.world.get(f"ended.{right.country.slug}")]
            closed = {cite for right in here if right not in found for cite in rights._terms(right.influence)}
            terms = {cite for right in every for cite in rights._terms(right.influence)}
            assert log.held & terms == closed, (nation, str(play))
            seen += len(closed)
    assert seen > 200


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_a_sweep_over_what_is_new_does_what_a_sweep_over_all_does(scenario: str) -> None:
    due = sum(suite.check_sweeps(play.game, play) for play in plays(scenario) if any(play.game.state.rests.values()))
    assert due > 100
