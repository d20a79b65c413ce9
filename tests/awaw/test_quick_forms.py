"""What is decided in a quick way is decided as by its plain form: the rows of tension tracks, in random campaigns, and
the band that a result is found in by its name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.diplomacy.phase import PASS
from legation.books.awaw.diplomacy.results import _as_rule, apply, key_of, on_top, total_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.powers import GERMANY
from legation.books.awaw.tensions import TRACKS
from legation.books.awaw.tensions.rows import Moment
from legation.books.awaw.tensions.track import Track
from legation.core.errors import Unknown
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.log import Log
from legation.core.rules import carry_out
from legation.testing import conformance as suite

ACTS, EVERY, GAMES = 120, 8, 2
TELLING = {"events": 0.15, "reports": 0.15, "undos": 0.01, "favours": {PASS: 0.8}}


def worlds(edition: str) -> Iterator[tuple[World, suite.RandomPlay]]:
    """Worlds of random campaigns, and the same with some facts that rows look at drawn anew."""
    rng = Random(edition)
    for seed in range(GAMES):
        play = suite.begin(BOOK, edition, seed, **TELLING)
        for number in range(ACTS):
            if play.game.over:
                break
            play.step()
            if number % EVERY == 0:
                yield play.game.world, play
                yield redrawn(play.game.world, rng), play


def redrawn(world: World, rng: Random) -> World:
    charges = [charge for track in TRACKS.values() for charge in track._by_reports]
    keys = sorted({key for charge in charges for key in charge.due.reads()} - {world.schema.clock})
    told = suite.random_world(world.schema, rng.sample(keys, 12), rng)
    return world.with_changes([world.change(key, value) for key, value in told.set_facts().items()], world.now)


def judged(track: Track, world: World, moment: Moment) -> Any:
    """What the track does, or what it asks for."""
    try:
        return track.judge(world, moment)
    except Unknown as unknown:
        return unknown.questions


@pytest.mark.parametrize("edition", BOOK.scenarios)
def test_rows_that_are_not_looked_at_have_nothing_to_charge(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passed_over = changed = 0
    for world, play in worlds(edition):
        for track in TRACKS.values():
            if not holds(track.played, world) or not world.known(track.fact):
                continue
            for moment in Moment:
                quick = judged(track, world, moment)
                with monkeypatch.context() as plain:
                    plain.setattr(Track, "_to_look_at", lambda track, world, moment: track._by_reports)
                    assert quick == judged(track, world, moment), (track.slug, moment, str(play))
                remembered, _ = carry_out(track.remembers, world)
                looked_at = list(track._to_look_at(remembered, moment))
                left = [charge for charge in track._by_reports if charge not in looked_at]
                rules = [rule for charge in left for rule in charge.judged(remembered, moment)]
                assert not [rule.label for rule in rules if rule.applies(remembered)], (track.slug, moment, str(play))
                passed_over += len(left)
                changed += bool(quick)
    assert passed_over > 5_000
    assert changed > 100


@pytest.mark.parametrize("country", TABLES)
def test_a_result_that_is_found_by_its_name_is_the_one_whose_condition_holds(country: str) -> None:
    table, world = TABLES[country], suite.begin(BOOK, "current-gs", 1).game.world
    told = BOOK.expand("quiet", country, world.schema) | {f"brp-value.{country}": 10, "control.prague": "axis"}
    told |= {"event.twelfth-german-armor": False}
    world = world.with_changes([world.change(fact, value) for fact, value in told.items()], world.now)
    for band in table.bands:
        log = Log(keeps=True)
        extra = on_top(world, table, total_of(band))
        after, changes = apply(world.heard_by(log), country, table, band, GERMANY, extra)
        assert after[f"rolled.{country}"] == key_of(band)
        holding = [other for other in table.bands if _as_rule(country, other).applies(after)]
        assert holding == [band]
        others = {other.cite for other in table.bands if other is not band}
        assert band.cite in log.applied
        assert not others & log.applied
        assert others <= log.held
        assert {change.rule for change in changes if change.real} <= log.applied
