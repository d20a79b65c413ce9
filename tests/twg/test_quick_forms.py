"""What is decided in a quick way is decided as its plain form would, on worlds of random games.

Every `world.weighed` of the book is here: the rights of a nation, the number to roll, and pauses that set nothing back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.charts import neutrals
from legation.books.twg.diplomacy import rights, unrest
from legation.books.twg.diplomacy.rights import OpenRight, rights_one_by_one
from legation.books.twg.powers import ALL
from legation.core.errors import Unknown
from legation.core.facts import World
from legation.core.log import Log
from legation.core.machine import Frame
from legation.core.rules import carry_out
from legation.testing import conformance as suite

ACTS, EVERY, GAMES = 150, 6, 4
BIDS = ((0, 0), (2, 1), (0, 3))
WEIGHED = re.compile(r"\.weighed\(")
Form = Callable[[World, str, Iterable[str]], list[OpenRight]]
TELLING = {"shuns": ("end",), "events": 0.1, "reports": 0.1, "undos": 0.01}


def plays(scenario: str) -> Iterator[suite.RandomPlay]:
    """Random games, again and again, a few acts further each time."""
    for seed in range(GAMES):
        play = suite.begin(BOOK, scenario, seed, **TELLING)
        for number in range(ACTS):
            if play.game.over:
                break
            play.step()
            if number % EVERY == 0:
                yield play


def decided(form: Form, world: World, nation: str, *names: str) -> tuple[list[OpenRight], list[str]]:
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
            assert (found, asked) == decided(rights_one_by_one, world, nation), (nation, str(play))
            open_ += len(found)
            for right in found[:3]:
                place = right.country.slug
                theirs = decided(rights.rights_of, world, nation, place)
                assert theirs == decided(rights_one_by_one, world, nation, place)
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
            every = [right for right, _ in rights.rights_by_nation()[nation]]
            here = [right for right in every if not play.game.world.get(f"ended.{right.country.slug}")]
            closed = {term.cite for right in here if right not in found for term in rights._terms(right.influence)}
            terms = {term.cite for right in every for term in rights._terms(right.influence)}
            assert log.held & terms == closed, (nation, str(play))
            seen += len(closed)
    assert seen > 200


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_the_number_to_roll_is_the_sum_of_its_lines(scenario: str) -> None:
    seen = set()
    for play in plays(scenario):
        for nation, (money, counter) in product(ALL, BIDS):
            world = play.game.world.scoped(roll__money=money, roll__counter=counter)
            for right in decided(rights.rights_of, play.game.world, nation)[0]:
                log, of = Log(keeps=True), (right.country, nation, right.influence)
                found = rights.number_to_roll(world.heard_by(log), *of)
                assert found == rights.number_line_by_line(world, *of), (right.label, str(play))
                added = {line.cite for line in rights.lines(*of) if line.amount(world)}
                assert log.applied >= added, (right.label, str(play))
                assert log.held.isdisjoint(added), (right.label, str(play))
                seen.add((right.key, nation, found))
    assert len(seen) > 50


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_a_pause_that_is_left_out_would_change_nothing(scenario: str) -> None:
    every = [rule for n in neutrals() for rule in (*map(n.bind, n.each_turn), *n.pauses())]
    idle, paused = unrest.idle_pauses(neutrals()), 0
    assert {*unrest.ends_by_itself(neutrals()), *idle} == {*every}
    tries = {key for rule in every for key in rule.when.reads() if key.startswith("attempts.")}
    for play in plays(scenario):
        world = play.game.world
        tried = world.with_changes([world.change(key, 2) for key in sorted(tries)], world.now)
        for given in (world, tried):
            quick = carry_out(unrest.ends_by_itself(neutrals()), given)[1]
            assert quick == carry_out(every, given)[1], str(play)
            log = Log(keeps=True)
            BOOK.steps["twg.unrest"](given.heard_by(log), Frame("twg.unrest"))
            applied = {rule.cite for rule in idle if rule.applies(given)}
            assert applied <= log.applied, str(play)
            assert {rule.cite for rule in idle} <= log.applied | log.held, str(play)
            paused += len(applied)
    assert paused > 10


def test_no_other_form_of_the_book_is_quick() -> None:
    """A new one wants a test here."""
    found = [p.stem for p in sorted(Path(rights.__file__).parent.rglob("*.py")) for _ in WEIGHED.findall(p.read_text())]
    assert found == ["rights", "rights", "rights", "unrest"]


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_a_sweep_over_what_is_new_does_what_a_sweep_over_all_does(scenario: str) -> None:
    due = sum(suite.check_sweeps(play.game, play) for play in plays(scenario) if any(play.game.state.rests.values()))
    assert due > 100
