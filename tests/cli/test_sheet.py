"""The turn sheet, a group's own map, rule pages, and corrections of what was reported."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

OWN = """
- {name: Albania, value: 2}
- {name: Bulgaria, land_neighbours: [Greece, Romania, Turkey]}
- {name: Yugoslavia, land_neighbours: [Albania, Germany, Greece, Hungary, Italy, Romania]}
"""


def test_the_turn_sheet_of_one_nation_can_be_printed(run: Run, tmp_path: Path) -> None:
    run("new", "twg", "--seed", 1)
    said = run("sheet", "--nation", "uk").out
    assert "Roll d12: Eire" in said
    assert "Germany\n" not in said
    run("sheet", "--out", tmp_path / "sheet.md")
    text = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert "## The U.S.A." in text
    assert "- [ ] Roll d12: Argentina" in text
    assert list(run("sheet", "--nation", "china", "--json").json["sheet"]) == ["China", "For the table"]


def test_a_book_without_a_turn_sheet_says_so(tern: Run) -> None:
    assert "has no turn sheet" in tern("sheet", code=2).err


def test_a_map_is_checked_and_a_game_begun_with_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(OWN, encoding="utf-8")
    said = run("map", "check", file).out
    assert "Bulgaria and Yugoslavia touch by land: no" in said
    run("new", "twg", "--map", file)
    assert ["Value", "3"] in [fact[:2] for fact in run("show", "bulgaria", "--json").json["dossier"]["facts"]]
    assert "The land value of Albania: 2" in said
    assert "The rules give the same" in run("verify").out
    file.write_text("- {name: Bulgaria, land_neighbours: [Greece]}", encoding="utf-8")
    assert "not the other way round" in run("new", "twg", "--map", file, code=2).err
    file.write_text("- {name: Bulgaria, value: 5}", encoding="utf-8")
    assert "contradicts the chart of Bulgaria, which says 3" in run("map", "check", file, code=2).err
    assert "there is no file" in run("map", "check", tmp_path / "none.yaml", code=2).err


def test_rule_pages_and_functions_of_their_own(run: Run, tmp_path: Path) -> None:
    assert run("rules", "page", "argentina").out.startswith("# Argentina")
    run("rules", "page", "--out", tmp_path)
    assert (tmp_path / "README.md").exists()
    assert "say which country" in run("rules", "page", code=2).err
    functions = run("rules", "bespoke", "--book", "twg", "--json").json["twg"]["functions"]
    assert "d12" in {found["id"]: found["label"] for found in functions}["DG-UNR-6"]


def test_a_reported_attack_is_amended_in_one_detail(run: Run) -> None:
    run("new", "twg", "--seed", 1)
    run("event", "attack", "attacker=germany", "target=denmark", "outcome=conquered", "committed=2-infantry")
    told = run("amend", 2, "outcome=repelled", "--reason", "a die was misread").out
    assert "How Denmark stands towards Germany: Total → Neutral" in told
    run("amend", 2, "outcome=repelled", "committed=none", "--reason", "a die was misread", "--yes")
    assert run("show", "denmark", "--json").json["dossier"]["mark"]["says"] == "Sworn to the U.K."


def test_a_report_against_the_rules_is_kept_with_a_remark(run: Run) -> None:
    run("new", "twg", "--seed", 1)
    said = run("report", "units.spain.germany.infantry=1").out
    assert "But Germany may not move units" in said
    assert "[DG-AFF-18]" in said
    assert "may not move" in run("event", "move", "nation=germany", "units=infantry", "to=spain", code=2).err


def test_the_guide_leads_through_a_phase_and_answers_its_keys(run: Run) -> None:
    run("new", "twg", "--seed", 3)
    typed = ["w", "m germany enter bulgaria", "", "0", "0", "n", "r move nation=germany units=2-infantry to=bulgaria"]
    said = run("play", typed="\n".join([*typed, "pass", "a 2 nothing", "so", "q"]) + "\n").out
    for words in ("Roll d12: Eire", "Germany may move units", "What changed and why", "Turn 1, influence", "8 %"):
        assert words in said
    assert "Germany moves 2 infantry to Bulgaria" in said


SPLIT = """
- {name: Siam, stands_for: Thailand}
- {name: Punjab, stands_for: India, land_neighbours: [Afghanistan, Bengal, Iran, Sinkiang]}
- {name: Bengal, stands_for: India, land_neighbours: [Burma, Nepal, Punjab, Tibet]}
"""


def test_a_map_that_splits_and_renames_is_checked_played_shown_and_written_out(run: Run, tmp_path: Path) -> None:
    file, copy = tmp_path / "ours.yaml", tmp_path / "copy.yaml"
    file.write_text(SPLIT, encoding="utf-8")
    shown = run("map", "check", file).out
    assert "India is split into Punjab and Bengal." in shown
    assert "Thailand is called Siam." in shown
    run("new", "twg", "--map", file, "--name", "ours")
    assert "Bengal touches Nepal" in run("map", "neighbours", "bengal").out
    assert "on the group's own map  [DG-OCC-10]" in run("map", "neighbours", "nepal").out
    run("report", "units.bengal.japan.infantry=1")
    assert "Siam" in run("show", "thailand").out
    run("map", "export", "--out", copy)
    assert copy.read_text(encoding="utf-8") == SPLIT


def test_the_reference_map_can_be_written_out(run: Run) -> None:
    assert "name: Afghanistan" in run("map", "export", "--book", "twg").out
    assert "has no map to change" in run("map", "export", "--book", "tern", code=2).err


def test_what_is_wrong_with_a_split_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(SPLIT.replace("Burma, ", ""), encoding="utf-8")
    assert "Burma borders on India, but no part of it (Punjab or Bengal)" in run("map", "check", file, code=2).err
