"""new, games, branch, export, import, verify: games as files."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

import legation
from tests.cli.conftest import Run, game_file, spoil

DESK = {"tip", "commitment", "game", "book", "scenario", "phase", "over", "requests"}


def test_new_says_where_the_game_is_and_what_is_asked(run: Run, home: Path) -> None:
    said = run("new", "tern", "--seed", 7, "--name", "evening").out
    assert str(game_file(home)) in said
    assert "Send your envoys" in said
    assert game_file(home).exists()


def test_new_twg_with_options_and_typed_dice(run: Run, home: Path) -> None:
    words = ("--scenario", "1939", "--dice", "typed", "--option", "hungary-tie=uk", "--name", "a", "--json")
    desk = run("new", "twg", *words).json
    assert set(desk) == DESK
    assert (desk["book"], desk["scenario"], desk["over"]) == ("twg", "1939", False)
    header = json.loads(game_file(home, "a").read_text(encoding="utf-8").split("\n")[0])
    assert header["options"] == {"hungary-tie": "uk"}
    assert header["dice"] == {"source": "typed"}


def test_games_without_a_name_are_numbered(run: Run) -> None:
    run("new", "tern")
    run("new", "tern")
    found = run("games", "--json").json
    assert list(found["games"]) == ["tern-archipelago", "tern-archipelago-2"]
    assert found["last"] == found["games"]["tern-archipelago-2"]
    assert "tern-archipelago-2" in run("games").out


def test_a_taken_name_is_refused(tern: Run) -> None:
    assert "already" in tern("new", "tern", "--name", "evening", code=2).err


def test_the_last_game_is_used_unless_another_is_named(tern: Run, home: Path) -> None:
    tern("new", "twg", "--name", "other")
    assert tern("show", "--json").json["book"] == "twg"
    assert tern("show", "--json", "--game", "evening").json["book"] == "tern"
    assert tern("show", "--json", "--game", game_file(home, "other")).json["book"] == "twg"


def test_branch_goes_on_from_an_entry_and_leaves_the_game_alone(courting: Run) -> None:
    before = courting("show", "--json").json
    twin = courting("branch", "--at", 3, "--name", "what-if", "--json").json
    assert [r["prompt"].partition(":")[0] for r in twin["requests"]] == ["What you had hidden is not known here"] * 2
    assert courting("show", "--json").json == before
    assert courting("show", "--json", "--game", "what-if").json["phase"] == twin["phase"]
    said = courting("branch", "--use", "--game", "evening").out
    assert "evening-what-if" in said
    assert "what-if" in courting("show", "--json").json["game"]


def test_export_prints_the_record_and_import_takes_it_back(courting: Run, home: Path, tmp_path: Path) -> None:
    assert courting("export").out == game_file(home).read_text(encoding="utf-8")
    file = tmp_path / "sent.legation"
    assert "entries are in" in courting("export", "--out", file).out
    copy = courting("import", file, "--json").json
    assert "the key of its dice is not with it" in copy["warnings"][0]
    assert "what north, south had hidden" in copy["warnings"][1]
    assert [r["kind"] for r in copy["requests"]] == ["sealed", "sealed"]  # what nobody can tell is asked again
    assert "sent" in courting("show", "--json").json["game"]


def test_export_with_secrets_brings_the_dice_along(courting: Run, tmp_path: Path) -> None:
    courting("export", "--out", tmp_path / "sent.legation", "--secrets")
    assert courting("import", tmp_path / "sent.legation", "--json").json["warnings"] == []
    assert "--out" in courting("export", "--secrets", code=2).err


def test_export_for_a_seat_holds_no_frames_and_no_secrets_of_others(courting: Run) -> None:
    found = courting("export", "--seat", "the South", "--json").json
    assert set(found) == {"header", "entries"}
    assert {key for entry in found["entries"] for key in entry} == {"seq", "cause", "by", "effects"}
    assert not any("envoys.north" in change["fact"] for e in found["entries"] for change in e["effects"])
    lines = courting("export", "--seat", "south").out.splitlines()
    assert [json.loads(line) for line in lines[1:]] == found["entries"]


def test_verify_finds_nothing_to_complain_of(courting: Run) -> None:
    assert "sound" in courting("verify").out
    found = courting("verify", "--json").json
    assert found.pop("verifier").startswith("Chain and seals of 7 entries are sound")
    assert courting("verify", "--tip", tip := found.pop("tip")).out
    assert "never had the tip" in courting("verify", "--tip", f"x{tip}", code=1).out
    assert found | {"game": ""} == {
        "game": "",
        "entries": 7,
        "chain": "sound",
        "rules": {"begun": "1", "now": "1"},
        "differences": [],
        "untold": [],
    }


def test_verify_names_an_altered_entry_and_import_salvages_what_precedes_it(courting: Run, home: Path) -> None:
    spoil(game_file(home), '"reveal":{"north":2', '"reveal":{"north":1')
    found = courting("verify", "--json", code=1).json
    assert "entry 6" in found["chain"]
    assert "was altered" in found["chain"]
    refused = courting("show", code=2).err
    assert "was altered" in refused
    assert "--salvage" in refused
    copy = courting("import", game_file(home), "--salvage", "--name", "saved", "--json").json
    assert "ends after entry 4" in copy["warnings"][0]
    courting("verify", "--game", "saved")


def test_a_switch_of_the_book_is_named_alone(run: Run, home: Path) -> None:
    run("new", "twg", "--option", "rules-1939", "--name", "war")
    assert legation.open_game(game_file(home, "war")).world["option.rules-1939"] == "yes"
    assert "is given twice" in run("new", "twg", "--option", "rules-1939", "--option", "rules-1939=no", code=2).err
    assert "there is no option “rules-1939”" in run("new", "tern", "--option", "rules-1939=yes", code=2).err
    assert "not of the form name=value" in run("new", "twg", "--option", "hungary-tie", code=2).err


def test_options_are_listed_with_their_defaults(run: Run) -> None:
    shown = run("options", "twg").out
    assert "rules-1939" in shown
    assert "no (unless you say otherwise), yes" in shown
    (tie,) = [o for o in run("options", "twg", "--json").json["options"] if o["name"] == "hungary-tie"]
    assert tie["choices"] == ["nothing", "ussr", "uk"]


def test_on_a_full_disk_a_game_can_be_looked_at(tern: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (home / "state.json").read_bytes()

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "Friendly to the North" in tern("show").out
    assert "No space left" in tern("answer", 1, "auk=2", code=2).err
    assert (home / "state.json").read_bytes() == before
