"""Simulations at the keyboard: assumptions, policies, a map of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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


def _runs(run: Run, *asked: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(*asked, "--json").json["runs"]
    return found


def test_a_modifier_is_swept(run: Run) -> None:
    first = ("simulate", "twg", "-n", 50, "--rounds", 1, "--policy", "frugal", "--sweep", "modifier.DG-INF-2=0,12")
    rows = [[r for r in each["rows"] if r["name"] == "Finland towards Germany"] for each in _runs(run, *first)]
    never, always = ({r["value"]: r["share"] for r in each} for each in rows)
    assert never["economic"] > 0.9  # the rest by unrest
    assert always == {"sworn": 1}


def test_what_is_no_modifier_is_refused(run: Run) -> None:
    asked = ("simulate", "twg", "-n", 2, "--rounds", 1, "--modifier")
    assert "there is no modifier “DG-INF-99”; did you mean" in run(*asked, "DG-INF-99=1", code=2).err
    assert "DG-INF-9 is no modifier with a plain number" in run(*asked, "DG-INF-9=1", code=2).err
    assert "DG-INF-2 takes a whole number, not many" in run(*asked, "DG-INF-2=many", code=2).err


def test_shares_are_part_of_the_plan(run: Run) -> None:
    asked = ("simulate", "twg", "-n", 40, "--rounds", 1, "--policy", "frugal", "--share", 20)
    alone, together = (_runs(run, *asked, "--workers", workers) for workers in (1, 2))
    assert alone == together
    assert alone[0]["plan"]["share"] == 20


def test_a_slip_in_a_name_is_told_before_the_run(run: Run) -> None:
    assert "there is no name of a count “spaim”" in run("simulate", "twg", "-n", 10**9, "--show", "spaim", code=2).err


def test_who_stops_before_anything_is_counted_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("legation.sim.campaigns.share_of", stopped)
    assert "stopped before the first share" in run("simulate", "twg", "-n", 10, "--show", "Spain", code=2).err
