"""Simulations at the keyboard: assumptions, policies, a map of one's own."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

OWN_MAP = """
- {name: Punjab, stands_for: India, value: 3, land_neighbours: [Afghanistan, Bengal, Iran, Sinkiang]}
- {name: Bengal, stands_for: India, land_neighbours: [Burma, Nepal, Punjab, Tibet]}
"""


def test_policies_are_listed_with_what_they_do(run: Run) -> None:
    assert "historical: the attacks of the war come on their dates" in run("simulate", "twg", "--policy", "list").out
    assert {"historical", "tense"} <= set(run("simulate", "awaw", "--policy", "list", "--json").json["policies"])


def test_a_map_of_ones_own_has_facts_of_its_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OWN_MAP)
    asked = ("simulate", "twg", "-n", 2, "--rounds", 1, "--policy", "idle", "--map", tmp_path / "ours.yaml")
    told = run(*asked, "--sweep", "value.bengal=2,9", "--show", "land value of the U.K.")
    assert "map=a map of its own, value.bengal=9" in told.out
    runs = run(*asked, "--sweep", "value.bengal=2,9", "--json").json["runs"]
    poor, rich = ([r["value"] for r in each["rows"] if r["name"] == "land value of the U.K."] for each in runs)
    assert [value + 7 for value in poor] == rich  # by the same dice


def test_what_the_policy_lets_happen_is_among_the_assumptions(run: Run) -> None:
    rules = ("--option", "rules-1939=yes")
    told = run("simulate", "twg", "-n", 2, "--rounds", 1, "--policy", "historical", *rules, "--json").json["runs"][0]
    assert any("Germany takes Poland on turn 1" in says for says in told["assumes"])
    assert any("Military Commerce" in says for says in told["assumes"])
