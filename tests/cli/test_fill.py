"""Sheets in the terminal: a whole influence at once, the values of a board, and nothing has changed."""

from __future__ import annotations

from typing import Any

from tests.cli.conftest import Run


def german_influence(run: Run) -> list[dict[str, Any]]:
    """A game in which Germany is asked what it tries to influence."""
    run("new", "twg", "--scenario", "1939", "--seed", 7)
    while True:
        asked: list[dict[str, Any]] = run("show", "--json").json["requests"]
        first = asked[0]
        if "Which country" in first["prompt"]:
            return asked
        run("answer", first["id"], "quiet" if first["kind"] == "report" else "no" if False in first["legal"] else "yes")


def test_a_sheet_is_shown_filled_in_and_carried_out(run: Run) -> None:
    german_influence(run)
    shown = run("fill").out
    assert "Influence of Germany" in shown
    assert "not now, 0 (" in shown
    found = run("fill", "influence", "finland=not now", "bulgaria=0", "--json").json
    assert found["seat"] == "germany"
    said = [e["cause"].get("value") for e in found["entries"] if e["by"] == "germany"]
    assert "finland" not in said
    assert said[-1] == "pass"


def test_a_row_that_may_not_be_so_is_refused(run: Run) -> None:
    german_influence(run)
    assert "finland" in run("fill", "influence", "atlantis=1", code=2).err
    assert "cannot be 9" in run("fill", "influence", "finland=9", code=2).err


def test_the_values_of_a_board_are_told_together(run: Run) -> None:
    german_influence(run)
    found = run("fill", "board", "own-land.germany=80", "purse.germany=40", "--seat", "germany", "--json").json
    assert found["entries"][0]["cause"] == {"report": {"own-land.germany": 80, "purse.germany": 40}}


def test_the_guide_fills_in_a_sheet_and_takes_quiet_for_a_report(run: Run) -> None:
    run("new", "twg", "--scenario", "1939", "--seed", 7)
    said = run("play", typed="\nquiet\nn\nf\nf influence\nq\n").out
    assert "Influence of Germany" in said
    assert "No (further) attempt" in said or "USSR" in said
