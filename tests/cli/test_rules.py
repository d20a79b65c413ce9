"""rules and case."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

CASE = """
name: A raid is remembered
rules: [T-ATTACK]
book: tern
when: [{event: raid, island: brant, by: north}]
then: {raided.brant: north}
"""


def test_a_rule_is_shown_with_its_words_and_its_declaration(run: Run) -> None:
    said = run("rules", "show", "DG-ARG-U1").out
    assert "Ortiz governs Argentina" in said
    assert "d12" in said
    found = run("rules", "show", "DG-ARG-U1", "--json").json
    assert found["book"] == "twg"
    assert found["kind"] == "roll"
    assert found["params"]["at_most"] == 3
    assert found["declared"].startswith("Argentina")
    assert found["coverage"] is None


def test_a_rule_with_a_ruling_shows_it(run: Run) -> None:
    found = run("rules", "show", "T-END", "--json").json
    assert (found["ruling"] is None) == (found["unclear"] is None or "RULING" not in found["unclear"])


def test_near_misses_of_an_id(run: Run) -> None:
    assert "did you mean DG-ARG-U" in run("rules", "show", "DG-ARG-U11", code=2).err
    assert "DG-ARG-U1" in run("rules", "near", "DG-ARG-U", "--json").json["near"]
    assert "DG-ARG-U1" in run("rules", "near", "dg-arg-u").out


def test_rules_are_listed_by_ledger_kind_and_country(run: Run) -> None:
    rows = run("rules", "list", "--book", "twg", "--of", "argentina", "--kind", "roll", "--json").json["rules"]
    assert {"DG-ARG-U1", "DG-ARG-U8"} <= {row["id"] for row in rows}
    assert {row["kind"] for row in rows} == {"roll"}
    assert "rules" in run("rules", "list", "--book", "tern").out.splitlines()[-1]
    assert "did you mean" in run("rules", "list", "--ledger", "twg-1938", code=2).err
    assert "--book" in run("rules", "list", "--of", "argentina", code=2).err


def test_cases_that_pass(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "talks.yaml"
    file.write_text(CASE, encoding="utf-8")
    assert "none failed" in run("case", file).out
    (case,) = run("case", file, "--json").json["cases"]
    assert case["passed"]
    assert case["name"] in run("case", file, "--verbose").out


def test_a_case_that_fails_says_what_differs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "talks.yaml"
    file.write_text(CASE.replace("brant: north}", "brant: south}"), encoding="utf-8")
    said = run("case", file, code=1).out
    assert "FAIL" in said
    assert "1 failed" in said
    assert run("case", file, "--json", code=1).json["failed"] == 1


def test_coverage_counts_per_ledger_and_is_remembered(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "talks.yaml"
    file.write_text(CASE, encoding="utf-8")
    report = run("rules", "coverage", "--cases", file, "--ledger", "twg-1939", "--json").json
    assert list(report) == ["twg-1939"]
    assert set(report["twg-1939"]) == {"total", "declared", "shown", "held", "weight", "missing"}
    assert "not shown" in run("rules", "coverage", "--cases", file, "--missing").out
    assert run("rules", "show", "DG-ARG-U1", "--json").json["coverage"] == {
        "declared": True,
        "shown": False,
        "held": False,
    }
