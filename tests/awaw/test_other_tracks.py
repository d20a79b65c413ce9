"""Russo-German and U.S.-Japanese tensions: declared as the ledger says, sums that add up, forecasts that come true."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.books.awaw.book import BOOK
from legation.books.awaw.tensions import HISTORICAL, TRACKS, course, explain, forecast, russian_wars
from legation.books.awaw.tensions import russian as russia
from legation.books.awaw.tensions.rows import Keeps, TrackRow
from legation.books.awaw.tensions.schema import LOBBY, RUSSIAN_AREAS
from legation.books.awaw.tensions.thresholds import Ladder
from legation.books.awaw.tensions.track import Track
from legation.core.dice import Fixed
from legation.core.game import Game
from legation.core.machine import Frame
from legation.core.views import Facts, Level
from legation.testing.conformance import lawful_deed

RGT, USJT = TRACKS["rgt"], TRACKS["usjt"]
BOTH = (RGT, USJT)
LEDGERS = BOOK.registry.ledgers
AT_START = {"rgt": ("RGT-TIME-2", "ids"), "usjt": ("USJT-TIME-2", "start_of_turn_ids")}


def params(cite: str) -> dict[str, Any]:
    return dict(LEDGERS.entry(cite).params)


def begin(*steps: str, dice: list[int] | None = None, track: str = "", **given: object) -> Game:
    facts = {key.replace("__", ".").replace("_", "-"): value for key, value in given.items()}
    stack = tuple(Frame(f"awaw.tension.{step}", {"track": track} if track else {}) for step in reversed(steps))
    return Game.new(BOOK, "older", dice=Fixed(dice or []), given=facts, stack=stack)


# -- declarations
@pytest.mark.parametrize("prefix", ["RGT-", "USJT-"])
def test_every_id_of_the_sheet_is_declared(prefix: str) -> None:
    assert [id for id in LEDGERS.ids if id.startswith(prefix) and id not in BOOK.registry.declared] == []


@pytest.mark.parametrize(
    ("track", "row"), [(t, r) for t in BOTH for r in (t.automatic, *t.rows)], ids=lambda x: getattr(x, "cite", "")
)
def test_a_row_is_worth_what_the_ledger_says(track: Track, row: TrackRow) -> None:
    said = params(row.cite)
    worth = next(said[name] for name in ("value", "full_offensive", "any_offensive") if name in said)
    assert row.amount == worth
    assert (row.keeps is Keeps.HELD) == bool(said.get("reversible"))
    cite, name = AT_START[track.slug]
    assert (row.keeps is Keeps.PICTURE) == (row.cite in params(cite)[name])


def test_the_rows_stand_in_the_order_of_the_sheet() -> None:
    cites = [row.cite for row in RGT.rows]
    assert cites == sorted(cites, key=LEDGERS.ids.index)
    cites = [row.cite for row in USJT.rows if row.cite != "USJT-STAT-3"]  # looked at right after the automatic step
    assert cites == sorted(cites, key=LEDGERS.ids.index)


@pytest.mark.parametrize("track", BOTH, ids=lambda t: t.slug)
def test_thresholds_are_those_of_the_ledger(track: Track) -> None:
    for result in track.results:
        said = params(result.cite)
        assert (result.level, result.lasts) == (said["level"], said["latched"])
    for step in track.first:
        for id in (step.cite, *step.also):
            year, season = step.latest
            assert (step.level, f"{season.title()} {year}") == (params(id)["level"], params(id)["deadline"])


def test_american_figures_are_those_of_the_ledger() -> None:
    assert USJT.schedule is not None
    assert USJT.schedule.then.value == params("USJT-AMOB-5")["total"]
    assert USJT.schedule.brps == params("USJT-RES-10a")["mobilize_brp"]
    assert USJT.schedule.ships.value == params("USJT-AMOB-7")["shipbuilding_brp"]
    table = params("USJT-DIE-1")["table"]
    assert [table[str(face)] for face in range(1, 7)] == list(USJT.faces)
    assert USJT.taken_over is not None
    assert USJT.taken_over.automatic.amount == params("USJT-BRIT-3")["per_turn"]
    grants = params("USJT-BRP-1")["table"]
    assert isinstance(USJT.grants, Ladder)
    assert [r.level for r in USJT.grants.rungs] == [int(level) for level in grants]
    assert len(LOBBY) == len(params("USJT-OFF-1")["levels"])


def test_russian_figures_are_those_of_the_ledger() -> None:
    for n, stage in enumerate(russia.FIVE, 1):
        said = params(stage.cite)
        assert (n, stage.gap) == (said["n"], said.get("turns_after_previous", 0))
    assert params("RGT-MOB-17")["delay"] == russia.DELAY.value
    assert list(russia.HALVES.value) == params("RGT-MOB-13")["brp"]
    assert [russia.WHOLE.value] == params("RGT-MOB-14")["brp"]
    assert [city.title() for city in russia.SITES.of] == params("RGT-MOB-3")["order"]
    assert [city.title() for city in russia.STARTING_ICS.value] == params("RGT-MOB-1")["ics"]
    assert russia.MORE_ICS.value == params("RGT-MOB-2")["additional_ics"]
    assert params("RGT-WAR-6")["brp"] == russian_wars.PRICE_OF_WAR
    assert params("RGT-WAR-7")["brp"] == russian_wars.PRICE_OF_BACKING_DOWN
    assert [*params("RGT-GAR-1")["units"].values(), params("RGT-GAR-2")["aaf"]] == list(russia.FRONTIER.values())
    assert params("RGT-FP-1")["air_brp_per_year"] == russia.MOST_PRODUCED


# -- the line decides which rows count
FALLS = {f"foothold.{c}": True for c in ("finland", "hungary", "rumania", "bulgaria", "turkey", "persian-border")}
FALLS |= {f"russian-foothold.{c}": True for c in RUSSIAN_AREAS}
WORTH = {f"brp-value.{c}": 10 for c in RUSSIAN_AREAS}
WORTH |= {
    f"{side}-side-brps.{c}": 10 for side in ("german", "russian") for c in ("baltic-states", "finland", "rumania")
}
WORTH |= {f"german-side-brps.{c}": 10 for c in ("hungary", "bulgaria", "turkey")} | {"russian-side-brps.poland": 10}


@pytest.mark.parametrize("historical", [True, False])
def test_a_moved_line_takes_the_place_of_the_classic_rows(historical: bool) -> None:
    given = {**FALLS, **WORTH, "pact-line-historical": historical, "control.eastern-poland": "russia"}
    world = Game.new(BOOK, "older", given=given, stack=()).world
    for charge in RGT.charges:
        said = params(charge.row.cite)
        if said.get("superseded_when") == "pact_line_not_historical" and not historical:
            assert charge.due.value(world) == 0
        if said.get("requires") == "pact_line_not_historical" and historical:
            assert charge.due.value(world) == 0
    due = {charge.row.cite for charge in RGT.charges if charge.due.value(world)}
    assert {"RGT-EVT-4", "RGT-EVT-14", "RGT-EVT-18", "RGT-EVT-19"} <= due if historical else due
    assert historical or {"RGT-PACT-2", "RGT-PACT-5", "RGT-PACT-7", "RGT-PACT-8"} <= due


def test_the_classic_campaign_begins_with_the_historical_line() -> None:
    for edition in ("older", "current-classic"):
        world = Game.new(BOOK, edition, stack=()).world
        assert {fact: world.get(fact) for fact in HISTORICAL} == HISTORICAL
    assert not Game.new(BOOK, "current-gs", stack=()).world.known("pact-line-historical")


# -- the account
MOVES = (
    *(("paris", by) for by in ("axis", "western-allies")),
    *(("hungary", by) for by in ("axis", "russia", "none")),
    *(("turkey", by) for by in ("axis", "russia", "none")),
    *(("eastern-poland", by) for by in ("axis", "russia", "none")),
    *(("chungking", by) for by in ("japan", "none")),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(MOVES), max_size=12))
def test_the_accounts_always_add_up(moves: list[tuple[str, str]]) -> None:
    levels = {"rgt": 20, "usjt": 15}
    begun = {f"tension_begun__{t.slug}": 4 for t in TRACKS.values()}
    wars = {f"at_war__japan__{one}": True for one in ("china", "hungary", "poland", "turkey")}
    game = begin("start", turn=5, tension__rgt=20, tension__usjt=15, **begun, **wars, at_war__france__japan=True)
    for place, holder in moves:
        game.event("capture", place=place, by=holder)
    world = game.world
    for track in BOTH:
        log, level = world[f"tension-log.{track.slug}"], world[track.fact]
        assert levels[track.slug] + sum(line["amount"] for line in log) == level == log[-1]["level"]
        charged = sum(world[f"charged.{charge.slot}"] for charge in track.charges)
        assert level == levels[track.slug] + track.automatic.amount + charged
        for charge in track.charges:
            if charge.row.keeps is Keeps.HELD:
                assert world[f"charged.{charge.slot}"] == charge.due.value(world)
        sheet, opens = explain(track, world)
        assert sheet.parts[0].value + sum(part.value for part in sheet.parts[1:]) == sheet.value
        assert len(opens.parts) == len(track.thresholds)


def test_random_events_are_taken_in_by_every_track() -> None:
    rng = Random(11)
    game = begin("start")
    for _ in range(80):
        if offered := lawful_deed(game, rng):
            game.event(offered.name, seat=BOOK.trials.teller(offered), **offered.details)
    for track in TRACKS.values():
        assert sum(line["amount"] for line in game.world[f"tension-log.{track.slug}"]) == game.world[track.fact]


# -- forecasts
def test_russian_mobilizations_come_when_the_forecast_says() -> None:
    game = begin("start", turn=3, tension__rgt=6, tension_begun__rgt=2, control__warsaw="axis")
    ahead = forecast(BOOK, RGT, game.world, 9)
    # 2 a turn, and as each turn ends 1 for every factory that was mobilized (RGT-STAT-5)
    assert [a.level for a in ahead] == [8, 10, 13, 16, 20, 24, 29, 35, 42]
    made = {a.turn: a.mobilizations for a in ahead}
    assert [next(t for t in made if made[t] == {n: 1}) for n in range(1, 6)] == [4, 6, 8, 9, 10]
    assert ahead[1].reached["rgt-res-10"] == 1
    assert ahead[0].effective == {}  # there is no die


@pytest.mark.parametrize("level", [4, 9])
def test_a_forecast_of_the_pacific_is_what_all_dice_give(level: int) -> None:
    given: dict[str, object] = {"turn": 3, "tension_begun__usjt": 3, "tension__usjt": level}
    found: dict[int, Fraction] = {}
    opened: dict[str, Fraction] = {step.slug: Fraction(0) for step in USJT.thresholds}
    for face in range(1, 7):
        game = begin("dice", dice=[face], track="usjt", japanese_mobilizations=3, **given)
        world = game.world
        effective = world["effective-tension.usjt"]
        found[effective] = found.get(effective, Fraction(0)) + Fraction(1, 6)
        for slug in opened:
            opened[slug] += Fraction(int(world[f"tension-result.{slug}"]), 6)
    (ahead,) = forecast(BOOK, USJT, begin(**given).world, 1)
    assert ahead.effective == found
    assert ahead.reached == opened


def test_an_attack_on_britain_alone_gives_six_a_turn() -> None:
    game = begin(turn=9, tension__usjt=26, tension_begun__usjt=9, die_rolled_in__usjt=9, britain_alone_in=8)
    assert course(forecast(BOOK, USJT, game.world, 2)) == 6
    assert [a.level for a in forecast(BOOK, USJT, game.world, 2)] == [32, 38]


@pytest.mark.parametrize("track", BOTH, ids=lambda t: t.slug)
def test_the_dossier_is_plain_and_complete(track: Track) -> None:
    game = begin("start", turn=3, **{f"tension_begun__{track.slug}": 2, f"tension__{track.slug}": 9})
    dossier = game.dossier(track.slug)
    [page] = [part for part in dossier.sections if isinstance(part, Level)]
    assert page.level == game.world[track.fact]
    levels = [step.level for step in page.thresholds]
    assert levels == sorted(levels)
    assert page.log[0][1] == track.automatic.cite
    assert page.forecast[0][0] == "Spring 1940"
    [facts] = [part for part in dossier.aside if isinstance(part, Facts)]
    assert len(facts.facts) == len(track.page)


def test_a_page_lists_all_rules_of_its_sheet() -> None:
    for slug, prefix in (("rgt", "RGT-"), ("usjt", "USJT-"), ("usat", "USAT-")):
        listed = set(BOOK.rules_of(slug))
        assert {id for id in LEDGERS.ids if id.startswith(prefix) and "-BALK-" not in id} <= listed


def test_a_level_that_nobody_has_told_leaves_the_dossier_open() -> None:
    game = Game.new(BOOK, "current-gs", stack=())
    for slug in ("rgt", "usjt"):
        assert [part.forecast for part in game.dossier(slug).sections if isinstance(part, Level)] == [()]
        assert game.odds(slug) == {}
        assert len(game.explain(slug)) == 2


def test_undo_takes_a_declaration_back_with_all_it_did() -> None:
    game = begin(turn=8, tension__rgt=30, tension__usjt=10)
    game.event("declaration", by="japan", on="russia")
    assert (game.world["tension.rgt"], game.world["tension.usjt"]) == (29, 12)
    game.undo(seat="umpire")
    assert (game.world["tension.rgt"], game.world["tension.usjt"]) == (30, 10)
    assert game.world["russia-when-japan-struck"] == "none"
