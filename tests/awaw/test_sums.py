"""The sum on the screen is the sum that is applied, on 100,000 random worlds; and every sum has its result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from legation.books.awaw.book import BOOK
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.powers import FACTIONS
from legation.books.awaw.tensions import TRACKS, explain
from legation.books.awaw.tensions.rows import Moment
from legation.books.awaw.tensions.track import Track
from legation.core.expr import lift
from legation.core.facts import Data, World
from legation.core.span import Span
from legation.core.tables import Table
from legation.sim.arrays import Columns, Lens, at
from legation.sim.samples import at_full_size, random_columns, world_of

WORLDS = 100_000  # of every table and every track, over the editions
SAMPLED = 12  # of these, so many in each edition are also laid out as sheets
EDITIONS = tuple(BOOK.scenarios)
EACH = -(-WORLDS // len(EDITIONS))


def worlds_of(reads: set[str], edition: str, seed: str, unknown_share: float) -> Columns:
    schema = BOOK.schema(edition)
    keys = sorted(key for key in reads if not isinstance(schema.spec(key).domain, Data))
    rng = np.random.default_rng(list(seed.encode()))
    return random_columns(schema, ["turn", *(k for k in keys if k != "turn")], EACH, rng, unknown_share)


def same(a: Any, b: Any) -> bool:
    """Equal in every world, also in what nobody can say yet."""
    if isinstance(a, Span) or isinstance(b, Span):
        return isinstance(a, Span) and isinstance(b, Span) and same(a.lo, b.lo) and same(a.hi, b.hi)
    return bool(np.all(a == b))


# -- diplomatic tables
def displayed(table: Table, look: Lens) -> Any:
    """The lines of the sheet added up; the inertial ones look at the sum of those above them."""
    first = [m for m in table.effective if m.stage != "inertial"]
    total: Any = 0
    for modifier in first:
        total = total + modifier.amount(look)
    look = look.scoped(roll__net=total)
    for modifier in table.effective[len(first) :]:
        total = total + modifier.amount(look)
    return total


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("country", TABLES)
def test_the_sum_of_a_sheet_is_what_is_added_to_the_die(country: str, edition: str) -> None:
    table = TABLES[country]
    reads = {key for m in table.effective for expr in (m.when, m.value) for key in expr.reads()}
    worlds = worlds_of({*reads, "edition", "selector", "target"} - {"roll.net"}, edition, f"{country} {edition}", 0.05)
    look = Lens(worlds, None, {})
    applied = table.total(look)
    assert same(at_full_size(displayed(table, look), EACH), at_full_size(applied, EACH))
    for index in range(SAMPLED):
        world = world_of(worlds, index)
        sheet, total = table.sheet(world), at(applied, index)
        shown: Any = 0
        for line in sheet.lines:
            shown = shown + line.amount
        assert same(shown, total)
        assert same(sheet.total, total)
        assert same(table.total(world), total)


@pytest.mark.parametrize("country", TABLES)
def test_every_sum_falls_into_exactly_one_band(country: str) -> None:
    bands = TABLES[country].bands
    assert bands[0].lo is None
    assert bands[-1].hi is None
    for total in range(-200, 201):
        assert [total in band for band in bands].count(True) == 1, total


def test_the_explanation_on_every_screen_has_the_same_sum() -> None:
    world = World(BOOK.schema("older")).with_changes(BOOK.setup("older"), World(BOOK.schema("older")).now)
    for country in TABLES:
        facts = dict(BOOK.expand("quiet", country, world.schema))
        quiet = world.scoped(**{"option.selection": "any-side", "fallen.france": True, **facts})
        for faction in FACTIONS:
            trace = BOOK.explain(quiet, country, {"by": faction})[0]
            lines: Any = sum(part.value for part in trace.parts)
            assert same(trace.value, lines)
            assert same(trace.value, BOOK.sheet(quiet, country, {"by": faction}).total)


# -- tension levels
def reads_of(track: Track) -> set[str]:
    rules = [*(rule for charge in track.charges for rule in charge.rules), *track.remembers, *track.lifts]
    rules += [jump.rule for jump in track.jumps]
    found = {key for rule in rules for key in rule.when.reads()}
    found |= {key for rule in rules for a in rule.sets for key in (a.fact, *lift_reads(a.value))}
    found |= {key for expr in (track.played, track.begun, track.tested) for key in expr.reads()}
    taken_over = track.taken_over.when.reads() if track.taken_over else ()
    return found | {*taken_over, *(key for rule in track._openings for key in rule.when.reads())}


def lift_reads(value: Any) -> frozenset[str]:
    return lift(value).reads() if not isinstance(value, str) and not hasattr(value, "fact") else frozenset()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("slug", TRACKS)
def test_a_row_moves_the_level_by_what_its_line_shows(slug: str, edition: str) -> None:
    track = TRACKS[slug]
    look = Lens(worlds_of(reads_of(track), edition, f"{slug} {edition}", 0.0), None, {})
    level = look.read(track.fact)
    for charge in track.charges:
        so_far, due = look.read(f"charged.{charge.slot}"), charge.due.value(look)
        assert same(due, charge.steps.value(look) * charge.row.amount)
        for rule in charge.rules:
            put, moved = (lift(assign.value).value(look) for assign in rule.sets)
            assert same(put, due)
            assert same(moved - level, due - so_far)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("slug", TRACKS)
def test_the_level_is_the_sum_line_by_line(slug: str, edition: str) -> None:
    track = TRACKS[slug]
    worlds = worlds_of(reads_of(track), edition, f"{slug} {edition}", 0.0)
    for index in range(SAMPLED):
        world = world_of(worlds, index)
        before = world[track.fact]
        after = world.with_changes(track.judge(world, Moment.DURING), world.now)
        lines = after[f"tension-log.{slug}"]
        assert before + sum(line["amount"] for line in lines) == after[track.fact]
        page = explain(track, after)[0]
        assert page.value == sum(part.value for part in page.parts) == after[track.fact]
