"""Dossiers, odds, the turn sheet and the rule pages of every neutral."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from legation.books.twg.book import BOOK
from legation.cli.show import dossier_parts
from legation.core.facts import Change, Origin
from legation.core.game import Game
from legation.core.views import Tips
from legation.testing.conformance import random_play

PAGES = Path(__file__).resolve().parents[2] / "docs" / "reference" / "twg"


def printed(game: Game, subject: str) -> str:
    out = io.StringIO()
    console = Console(file=out, width=110, markup=False, highlight=False, emoji=False)
    for part in dossier_parts(game, subject):
        console.print(part)
    return out.getvalue()


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_every_dossier_reads_well_in_a_fresh_game(scenario: str) -> None:
    game = Game.new(BOOK, scenario, seed=1)
    for subject, name in BOOK.subjects().items():
        said = printed(game, subject)
        assert said.startswith(name)
        assert not [word for word in ("Span(", "{", "None", "<") if word in said], said


@pytest.mark.parametrize("seed", range(4))
def test_every_dossier_reads_well_in_the_middle_of_a_game(seed: int) -> None:
    game = random_play(BOOK, "1939", seed, 90, shuns=("end",), events=0.1, reports=0.1)
    for subject in BOOK.subjects():
        said = printed(game, subject)
        assert not [word for word in ("Span(", "{", "None") if word in said], said


def test_odds_leave_out_only_what_hangs_on_an_unreported_fact() -> None:
    game = Game.new(BOOK, "1939", seed=1)
    assert BOOK.odds(game.world, "norway") == {}
    assert set(map(tuple, BOOK.unreported(game.world, "norway").values())) == {("threat.norway",)}
    told = game.world.with_changes([Change("threat.norway", None, 0)], Origin("given"))
    assert list(BOOK.odds(told, "norway")) == ["the U.K.: Neutral Norway may be won as a friend"]
    assert BOOK.unreported(told, "norway") == {}


def test_a_dossier_tells_what_is_one_step_away() -> None:
    game = Game.new(BOOK, "1939", seed=1)
    [away] = [part for part in game.dossier("argentina").sections if part.title == "One step away"]
    assert isinstance(away, Tips)
    assert any(tip.text.startswith("If Germany occupies Argentina, Germany may try") for tip in away.tips)
    assert any("a military coup puts Ramirez in power" in tip.text and tip.note == "17 %" for tip in away.tips)


def test_the_turn_sheet_has_rolls_rights_money_and_alliances() -> None:
    game = Game.new(BOOK, "1939", seed=1, given={"debt.uk": 2})
    sheet = BOOK.turn_sheet(game.world, "uk")
    lines = sheet["The U.K."]
    assert "Germany" not in sheet
    assert any(line.startswith("Roll d12: Eire") and "7 or less, 58 %" in line for line in lines)
    assert any(line.startswith("Influence: Poland") for line in lines)
    assert any("$2 of influence to be paid" in line for line in lines)
    assert any(line.startswith("Friendly: Angola") for line in lines)
    assert any("Sweden" in line for line in sheet["For the table"])
    after = BOOK.turn_sheet(game.world, "uk", {"DG-EIR-U1"})["The U.K."]
    assert [line for line in lines if line not in after] == [next(line for line in lines if "Eire, tariffs" in line)]


def test_with_the_1939_rules_the_turn_sheet_has_commerce_income_lend_lease_status_and_duties() -> None:
    given = {
        "turn": 3,
        "own-land.uk": 90,
        "own-land.germany": 60,
        "war-status.uk": "20",
        "funds.uk.any": 5,
        "conflict.algeria.uk": True,
        "to-return.usa": 4,
    }
    game = Game.new(BOOK, "1939", seed=1, options={"rules-1939": "yes"}, given=given, stack=())
    sheet = BOOK.turn_sheet(game.world)
    british = "\n".join(sheet["The U.K."])
    for line in (
        "Military Commerce: 4 dice, about $32.36 with best play [R39-MC-DICE-UK]",
        "War status: 20 percent [R39-ALL-MACHINE]",
        "Income: 20 percent of the land, $18 of $90 [R39-ALL-LADDER]; with commerce at most $90 [R39-INC-CAP]",
        "Lend/Lease: $30 may still be given this turn [R39-MC-LL-MAX]",
        "Lend/Lease: may come from the USSR or the U.S.A. [R39-UKF-BOTH20-LL]",
        "In hand: $5 of money for any use",
        "Vichy: attack or leave Algeria",
        "Peace: the U.K. and France build and change no factory before Full War",
    ):
        assert line in british
    assert "Income: all land, $65 of $65 [R39-AXIS-INCOME]" in sheet["Germany"]
    assert any("$4 to be returned to the U.S.A." in line for line in sheet["The USSR"])
    assert any("once its own land is told" in line for line in sheet["China"])


def test_the_rule_pages_are_up_to_date() -> None:
    """`make docs` writes them."""
    found = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    wanted = BOOK.pages()
    assert sorted(found) == sorted(wanted)
    assert [name for name in wanted if found[name] != wanted[name]] == []


def test_a_rule_page_names_every_rule_of_its_chart() -> None:
    for subject in BOOK.subjects():
        page = BOOK.page(subject)
        assert [rule for rule in BOOK.rules_of(subject) if f"`{rule}`" not in page] == []
        assert "{" not in page
