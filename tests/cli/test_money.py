"""A nation's money page, and the board sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(name="war")
def _war(run: Any) -> Any:
    run("new", "twg", "--scenario", "1939", "--option", "rules-1939=yes", "--seed", 4, "--name", "war")
    return run


def test_money_shows_land_income_page_and_purses(war: Any) -> None:
    shown = war("money", "germany").out
    assert "The money of Germany" in shown
    assert "Finland, Economic: 5   [DG-AFF-14]" in shown
    page = war("money", "germany", "--json").json
    assert [part["text"] for part in page["page"]["parts"]][1:] == ["this turn", "in hand, less what is owed"]


def test_a_board_sheet_goes_out_is_filled_in_and_comes_back(war: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    war("board-sheet", "export", "--out", sheet)
    text = sheet.read_text()
    assert "value.germany: null" in text
    assert "value.argentina: 7" in text
    sheet.write_text(text.replace("value.germany: null", "value.germany: 37"))
    assert war("board-sheet", "import", sheet, "--json").json["facts"] == {"value.germany": 37}
    assert "own land: 37" in war("money", "germany").out
    assert war("board-sheet", "import", sheet, "--json").json["facts"] == {}


def test_a_board_sheet_holds_nothing_but_what_a_group_tells_once(war: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("turn: 5\n")
    assert "does not belong on a board sheet" in war("board-sheet", "import", sheet, code=2).err
    sheet.write_text("[1, 2]\n")
    assert "list of facts" in war("board-sheet", "import", sheet, code=2).err


def test_a_book_without_money_says_so(tern: Any) -> None:
    assert "keeps no money" in tern("money", "north", code=2).err
