"""The tension tracks: declared as the ledger says, exact forecasts, an account that always adds up, and no leaks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.books.awaw.book import BOOK
from legation.books.awaw.calendar import when
from legation.books.awaw.tensions import TRACKS, expected_turns, explain, forecast
from legation.books.awaw.tensions.rows import Keeps, TrackRow
from legation.books.awaw.tensions.schema import TRIGGERING
from legation.books.awaw.tensions.thresholds import turn_of
from legation.books.awaw.vocabulary import war_key
from legation.core.dice import Fixed
from legation.core.game import Game
from legation.core.machine import Frame
from legation.core.requests import least_answer
from legation.core.views import Level
from legation.testing.conformance import lawful_deed

USAT = TRACKS["usat"]
LEDGERS = BOOK.registry.ledgers
PEACE = {"at-war.germany.britain": False, "at-war.germany.france": False}  # three levels a turn


def begin(*steps: str, dice: list[int] | None = None, **given: object) -> Game:
    """A game that runs these steps; facts are given with underscores for dots and dashes as `a__b_c`."""
    facts = {key.replace("__", ".").replace("_", "-"): value for key, value in given.items()}
    stack = tuple(Frame(f"awaw.tension.{step}", {"track": "usat"}) for step in reversed(steps))
    return Game.new(BOOK, "older", dice=Fixed(dice or []), given={**PEACE, **facts}, stack=stack)


# -- declarations
def test_every_id_of_the_sheet_is_declared() -> None:
    wanted = [id for id in LEDGERS.ids if id.startswith("USAT-")] + ["PROC-31", "PROC-32"]
    assert [id for id in wanted if id not in BOOK.registry.declared] == []


@pytest.mark.parametrize("row", [USAT.automatic, *USAT.rows], ids=lambda row: row.cite)
def test_a_row_is_worth_what_the_ledger_says(row: TrackRow) -> None:
    assert row.amount == LEDGERS.entry(row.cite).params["value"]
    assert (row.keeps is Keeps.HELD) == bool(LEDGERS.entry(row.cite).params.get("reversible"))
    at_start = LEDGERS.entry("USAT-TIME-2").params["ids"]
    assert (row.keeps is Keeps.PICTURE) == (row.cite in at_start)


def test_the_rows_stand_in_the_order_of_the_sheet() -> None:
    cites = [row.cite for row in USAT.rows]
    assert cites == sorted(cites, key=LEDGERS.ids.index)


def test_thresholds_and_seasons_are_those_of_the_ledger() -> None:
    assert USAT.schedule is not None
    for result in USAT.results:
        assert result.level == LEDGERS.entry(result.cite).params["level"]
    for mobilization in USAT.first:
        for id in (mobilization.cite, *mobilization.also):
            params = LEDGERS.entry(id).params
            year, season = mobilization.latest
            assert (mobilization.level, f"{season.title()} {year}") == (params["level"], params["deadline"])
    assert USAT.schedule.brps == LEDGERS.entry("USAT-RES-10").params["mobilize_brp"]
    assert USAT.schedule.then.value == LEDGERS.entry("USAT-MOB-5").params["total"]
    assert len(USAT.first) + LEDGERS.entry("USAT-RES-30").params["then_turns"] == USAT.schedule.then.value
    table = LEDGERS.entry("USAT-DIE-1").params["table"]
    assert [table[str(face)] for face in range(1, 7)] == list(USAT.faces)


def test_turn_of_is_the_calendar_read_backwards() -> None:
    assert [turn_of(*when(turn)) for turn in range(1, 61)] == list(range(1, 61))
    assert turn_of(1940, "summer") == 4


# -- the account
PLACES = ("paris", "london", "malta", "gibraltar", "cairo", "suez", "moscow", "eastern-poland")
HOLDERS = ("axis", "western-allies", "russia", "none", "axis-partisans")
FIGHTERS = ("germany", "britain", "france", "russia", "japan")  # whoever takes a city is at war with whose it is
NO_TROOPS = {"present__axis__ground__russia": False}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(HOLDERS)), max_size=12))
def test_the_account_always_adds_up(moves: list[tuple[str, str]]) -> None:
    pairs = [war_key(one, other) for one, other in combinations(FIGHTERS, 2)]
    wars = {pair.replace("-", "_").replace(".", "__"): True for pair in (*pairs, war_key("germany", "poland"))}
    game = begin("start", turn=5, tension_begun__usat=4, tension__usat=17, **wars, **NO_TROOPS)
    for place, holder in moves:
        game.event("capture", place=place, by=holder)
    world = game.world
    log = world["tension-log.usat"]
    assert 17 + sum(line["amount"] for line in log) == world["tension.usat"] == log[-1]["level"]
    charged = sum(world[f"charged.{charge.slot}"] for charge in USAT.charges)
    assert world["tension.usat"] == 17 + USAT.automatic.amount + charged
    for charge in USAT.charges:
        if charge.row.keeps is Keeps.HELD:
            told = world.known("hexes.russia.central-poland") or charge.place != "central-poland"
            assert world[f"charged.{charge.slot}"] == (charge.due.value(world) if told else 0)
    (sheet, opens) = explain(USAT, world)
    assert sheet.parts[0].value + sum(part.value for part in sheet.parts[1:]) == sheet.value
    assert [part.applied for part in opens.parts] == [False] * len(USAT.thresholds)


def test_undo_takes_a_capture_back_and_verify_finds_nothing() -> None:
    at_war = {"at_war__germany__britain": True, "at_war__germany__france": True}
    game = begin("start", turn=5, tension_begun__usat=4, tension__usat=17, **at_war)
    before = game.world["tension.usat"]
    game.event("capture", place="paris", by="axis")
    game.event("capture", place="london", by="axis")
    game.undo(seat="umpire")
    assert game.world["tension.usat"] == before + 2
    game.undo(seat="umpire")
    assert game.world["tension.usat"] == before
    assert game.world["charged.usat-evt-5-paris"] == 0


def test_every_change_of_the_level_names_its_row() -> None:
    fights = {"at_war__germany__russia": True, **NO_TROOPS}
    game = begin("start", "dice", dice=[6], turn=5, tension_begun__usat=4, tension__usat=17, **fights)
    game.event("spend-offensive", power="germany", brps=40)
    game.event("capture", place="leningrad", by="axis")
    rules = [c.rule for entry in game.record for c in entry.effects if c.fact == "tension.usat" and c.rule]
    assert rules == [
        "USAT-GEN-1",
        "USAT-AUTO-1",
        "USAT-STAT-2",
        "USAT-EVT-1",
        "USAT-STAT-6",
        "USAT-EVT-8",
        "USAT-EVT-9",
    ]


# -- forecasts
def played(level: int, faces: tuple[int, ...], made: int, start: int) -> list[tuple[int, int, int]]:
    """Effective level, mobilizations and highest result after each turn, by the engine itself."""
    found = []
    game = waiting(level, made, start - 1, rolled=True)
    for turn, face in enumerate(faces, start):
        run(game, "end")
        game.rule({"turn": turn}, "the next turn")
        game = run(game, "start", "axis-end", "phase-begins", "phase-over", "dice", dice=[face])
        world = game.world
        reached = max((r.level for r in USAT.results if world[f"tension-result.{r.slug}"]), default=0)
        found.append((world["effective-tension.usat"], world["mobilizations.usat"], reached))
    return found


def waiting(level: int, made: int, turn: int, *, rolled: bool = False) -> Game:
    """A turn that has begun, with all that counts in it."""
    given = {"tension_begun__usat": turn - 1, "tension__usat": level, "mobilizations__usat": made}
    return begin("start", turn=turn, **given, **({"die_rolled_in__usat": turn} if rolled else {}))


def run(game: Game, *steps: str, dice: list[int] | None = None) -> Game:
    """The same world after these steps; whoever is asked says as little as he can, and nothing happens on the board."""
    facts = {k: v for k, v in game.world.set_facts().items() if not isinstance(v, list)}
    stack = tuple(Frame(f"awaw.tension.{step}", {"track": "usat", "side": "allied"}) for step in reversed(steps))
    after = Game.new(BOOK, "older", dice=Fixed(dice or []), given=facts, stack=stack)
    while asked := after.requests():
        facts = {fact: after.world.last(fact) or 0 for fact in asked[0].facts}
        after.answer(asked[0].id, facts or least_answer(asked[0]), seat=asked[0].seat)
    return after


@pytest.mark.parametrize(("level", "made", "start"), [(4, 0, 2), (19, 1, 4), (21, 2, 6)])
def test_a_forecast_is_what_all_dice_give(level: int, made: int, start: int) -> None:
    turns = 2
    runs = [played(level, faces, made, start) for faces in product(range(1, 7), repeat=turns)]
    ahead = forecast(BOOK, USAT, waiting(level, made, start - 1, rolled=True).world, turns)
    for n, turn in enumerate(ahead):
        assert turn.turn == start + n
        assert turn.effective == {k: Fraction(v, len(runs)) for k, v in Counter(r[n][0] for r in runs).items()}
        assert turn.mobilizations == {k: Fraction(v, len(runs)) for k, v in Counter(r[n][1] for r in runs).items()}
        for result in USAT.results:
            reached = sum(run[n][2] >= result.level for run in runs)
            assert turn.reached[result.slug] == Fraction(reached, len(runs))


def test_the_present_turn_is_in_the_forecast_until_its_die_is_rolled() -> None:
    waiting = begin("start", turn=3, tension_begun__usat=2, tension__usat=10)
    assert [(a.turn, a.level) for a in forecast(BOOK, USAT, waiting.world, 2)] == [(3, 14), (4, 18)]
    rolled = begin("start", "dice", dice=[3], turn=3, tension_begun__usat=2, tension__usat=1)
    assert [(a.turn, a.level) for a in forecast(BOOK, USAT, rolled.world, 2)] == [(4, 9), (5, 13)]


def test_expected_turns_are_exact() -> None:
    means = expected_turns(BOOK, USAT, waiting(42, 0, 3).world)
    # Level 46 now: never 50; 50 next turn with a 3 to 6; 54 the turn after, whatever falls.
    assert means["usat-res-50"] == 4 * Fraction(4, 6) + 5 * Fraction(2, 6)
    assert means["usat-res-25a"] == 3


def test_a_forecast_reaches_every_threshold_once_for_all() -> None:
    ahead = forecast(BOOK, USAT, begin(turn=1).world, 20)
    for result in USAT.results:
        chances = [turn.reached[result.slug] for turn in ahead]
        assert chances == sorted(chances)
        assert chances[-1] == 1
    assert all(sum(turn.effective.values()) == 1 for turn in ahead)
    assert ahead[-1].mobilizations == {12: 1}


def test_a_forecast_takes_troops_as_last_told() -> None:
    game = begin("start", turn=9, tension_begun__usat=8, tension__usat=10, present__axis__ground__britain=True)
    game.rule({"turn": 10}, "the next turn")
    assert not game.world.known("present.axis.ground.britain")
    assert [a.level for a in forecast(BOOK, USAT, game.world, 1)] == [20]  # 15, and once more 1 + 3 + 1


def level_of(game: Game, slug: str) -> Level:
    [level] = [part for part in game.dossier(slug).sections if isinstance(part, Level)]
    return level


def test_a_level_that_nobody_has_told_leaves_the_dossier_open() -> None:
    game = Game.new(BOOK, "current-gs", stack=())
    assert level_of(game, "usat").forecast == ()
    assert game.odds("usat") == {}
    assert len(game.explain("usat")) == 2


def test_random_events_are_taken_in() -> None:
    rng = Random(5)
    game = begin("start")
    for _ in range(60):
        if offered := lawful_deed(game, rng):
            game.event(offered.name, seat=BOOK.trials.teller(offered), **offered.details)
    assert sum(line["amount"] for line in game.world["tension-log.usat"]) == game.world["tension.usat"]


def test_the_turn_of_the_book_opens_the_phase_for_dps() -> None:
    game = Game.new(BOOK, "older", stack=(Frame("awaw.turn"),))
    assert game.world["tension-begun.usat"] == 1
    assert game.world["diplomatic-phase"] == "axis"


# -- secrets
def test_the_reminder_tells_nobody_who_has_dps() -> None:
    def seen(german: int, seat: str) -> object:
        game = begin("remind", dp__germany__usa=german)
        view = game.view(seat)
        return {key: value for key, value in view.items() if key not in ("record", "tip")}

    for seat in TRIGGERING:
        if seat not in ("germany", "italy"):  # partners know of each other's DPs
            assert seen(0, seat) == seen(3, seat)


def test_the_dossier_is_plain_and_complete() -> None:
    game = begin("start", turn=3, tension_begun__usat=2, tension__usat=10)
    level = level_of(game, "USAT")
    assert (level.level, level.each_turn) == (14, "+4")
    assert [t.level for t in level.thresholds] == [10, 20, 25, 25, 28, 30, 35, 35, 50]
    assert level.forecast[0][0] == "Spring 1940"


def test_a_threshold_is_told_with_the_season_by_which_it_is_likely() -> None:
    game = begin("start", turn=5, tension_begun__usat=4, tension__usat=17)
    by_rule = {step.rule: step.likely for step in level_of(game, "usat").thresholds}
    ahead = forecast(BOOK, USAT, game.world, 40)
    first = next(a for a in ahead if a.reached["usat-res-25a"] * 2 >= 1)
    assert by_rule["USAT-RES-25a"] == f"{first.season.title()} {first.year}"
    assert by_rule["USAT-MOB-2"] == f"{ahead[0].season.title()} {ahead[0].year}"
