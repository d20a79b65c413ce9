"""What goes wrong: one clear sentence, exit code 2, and the game as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Run, game_file, spoil


def refused(run: Run, *words: object, kind: str) -> Ran:
    """Run twice, for people and as JSON, and check that both say the same and nothing else."""
    said = run(*words, code=2)
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    as_json = run(*words, "--json", code=2)
    error = as_json.json["error"]
    assert as_json.err == ""
    assert set(error) == {"kind", "message", "rule", "allowed"}
    assert error["kind"] == kind
    assert error["message"] == said.err.strip()
    return said


@pytest.fixture(name="unchanged")
def _unchanged(courting: Run, home: Path):  # type: ignore[no-untyped-def]
    """A game that must be the same, to the byte, after the test."""
    before = game_file(home).read_bytes()
    yield courting
    assert game_file(home).read_bytes() == before


def test_the_wrong_seat(unchanged: Run) -> None:
    assert "is for north" in refused(unchanged, "answer", 6, "auk", "--seat", "south", kind="NotYours").err


def test_a_seat_that_nobody_has(unchanged: Run) -> None:
    assert "did you mean north" in refused(unchanged, "answer", 6, "auk", "--seat", "norht", kind="NotFound").err


def test_a_closed_request(unchanged: Run) -> None:
    assert "no longer open" in refused(unchanged, "answer", 1, "auk=1", kind="Closed").err


def test_an_amount_over_the_cap(courting: Run, home: Path) -> None:
    courting("answer", 6, "auk")
    before = game_file(home).read_bytes()
    said = refused(courting, "answer", 7, 9, kind="Refused").err
    assert "3 gold at most" in said
    assert "[T-SPEND]" in said
    assert courting("answer", 7, 9, "--json", code=2).json["error"]["allowed"] == [0, 1, 2, 3]
    assert game_file(home).read_bytes() == before


def test_a_typed_die_of_thirteen(run: Run) -> None:
    run("new", "twg", "--dice", "typed")
    for _ in range(12):
        asked = run("show", "--json").json["requests"][0]
        if asked["kind"] == "roll":
            break
        value = [f"{f}=9" for f in asked["facts"]] if asked["kind"] == "report" else [json.dumps(asked["legal"][0])]
        run("answer", asked["id"], *value)
    assert "a d12 shows 1 to 12" in refused(run, "answer", asked["id"], 13, kind="Refused").err
    run("answer", asked["id"], 12)


def test_an_unknown_country(run: Run) -> None:
    run("new", "twg")
    for look in ("show", "odds", "explain"):
        assert "did you mean Argentina" in refused(run, look, "argentinia", kind="NotFound").err


def test_a_record_of_a_newer_version(unchanged: Run, home: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.legation"
    newer.write_bytes(game_file(home).read_bytes())
    spoil(newer, '"legation":2', '"legation":99')
    for words in (
        ("show", "--game", newer),
        ("import", newer),
        ("import", newer, "--salvage"),
        ("verify", "-g", newer),
    ):
        assert "newer Legation" in refused(unchanged, *words, kind="BadRecord").err


@pytest.mark.parametrize("command", ["show", "history", "undo", "export", "branch"])
def test_a_damaged_record(courting: Run, home: Path, command: str) -> None:
    path = game_file(home)
    path.write_bytes(path.read_bytes()[:-40])
    said = refused(courting, command, kind="BadRecord").err
    assert "cut off" in said
    assert "legation import" in said
    assert "--salvage" in said


def test_a_file_that_is_no_record(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello", encoding="utf-8")
    assert "not a Legation record" in refused(run, "import", tmp_path / "a.txt", kind="BadRecord").err
    assert "cannot be read" in refused(run, "import", tmp_path / "b.txt", kind="BadRecord").err


def test_a_case_with_an_unknown_key(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("name: odd\nrules: [T-BID]\nbook: tern\ngivven: {}\nthen: {nothing: yes}\n", encoding="utf-8")
    said = refused(run, "case", file, kind="BadCase").err
    assert "odd.yaml" in said
    assert "givven" in said
    assert "given" in said


def test_a_case_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    refused(run, "case", tmp_path / "gone.yaml", kind="NotFound")


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (("new", "twgg"), "NotFound", "did you mean twg"),
        (("new", "twg", "--scenario", "1938"), "NotFound", "did you mean 1939"),
        (("new", "twg", "--dice", "loaded"), "NotFound", "server, typed"),
        (("new", "twg", "--option", "hungary-tie"), "Refused", "name=value"),
        (("new", "twg", "--option", "hungary=uk"), "NotFound", "hungary-tie"),
        (("show",), "Refused", "legation new"),
        (("show", "--game", "nowhere"), "NotFound", "no game"),
    ],
)
def test_a_game_that_cannot_be_begun_or_found(run: Run, words: tuple[str, ...], kind: str, message: str) -> None:
    assert message in refused(run, *words, kind=kind).err


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (("report", "ships.auk.north"), "Refused", "name=value"),
        (("report",), "Refused", "fact=value"),
        (("report", "ships.auck.north=1"), "NotFound", "did you mean auk"),
        (("report", "ships.auk.north=many"), "Refused", "whole number"),
        (("report", "stance.auk.north=sworn"), "Refused", "follows from the rules"),
        (("event", "ride", "island=auk"), "NotFound", "did you mean raid"),
        (("event", "raid", "isle=auk"), "NotFound", "island"),
        (("event", "raid", "island=ork", "by=north"), "NotFound", "auk"),
        (("amend", "99", "1", "--reason", "x"), "NotFound", "99"),
        (("branch", "--at", "0"), "NotFound", "entry"),
    ],
)
def test_an_act_that_is_not_possible(unchanged: Run, words: tuple[str, ...], kind: str, message: str) -> None:
    assert message in refused(unchanged, *words, kind=kind).err
