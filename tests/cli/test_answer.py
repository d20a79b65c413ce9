"""answer, report, event, ruling, undo, amend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import legation
from legation.cli import kept
from legation.cli.typed import answer_of
from legation.core.game import Game
from tests.cli.conftest import Run, game_file


def test_answer_takes_words_numbers_and_pairs(tern: Run) -> None:
    found = tern("answer", 1, "auk=2", "--seat", "north", "--json").json
    assert [(e["seq"], e["by"], list(e["cause"])) for e in found["entries"]] == [(2, "north", ["sealed"])]
    tern("answer", 2, "0", "1")
    tern("answer", 3, 2)
    said = tern("answer", 4, 1, "--seat", "the South").out
    assert "Opened together: North: 2; South: 1" in said
    assert "Whom will you court?" in tern("answer", 5, "weather=calm", "harbour.auk=2").out
    assert "Gold for the courtship of Auk" in tern("answer", 6, "Auk").out


def test_a_report_changes_a_fact_of_the_board(courting: Run) -> None:
    said = courting("report", "ships.auk.north=2").out
    assert "The table reported: ships of the North at Auk: 2" in said
    assert "Bookkeeping: one line" in said
    found = courting("report", "ships.auk.north=3", "ships.auk.south=1", "--seat", "south", "--json").json
    assert {c["fact"]: c["new"] for c in found["entries"][0]["effects"]} == {"ships.auk.north": 3, "ships.auk.south": 1}


def test_an_event_has_consequences_at_once(courting: Run) -> None:
    found = courting("event", "raid", "island=brant", "by=north", "--json").json
    assert any(c["fact"].startswith("unrest.brant") or "brant" in c["fact"] for c in found["entries"][0]["effects"])
    courting("report", "--event", "raid", "island=crake", "by=south")
    assert "lacks “island”" in courting("event", "raid", code=2).err


def test_a_sentence_is_understood_first_and_sent_with_yes(courting: Run) -> None:
    said = courting("report", "the", "north", "raids", "brant").out
    assert "Understood: The North raids Brant." in said
    assert "add --yes" in said
    assert courting("report", "The North raids Brant", "--json").json["details"] == {"by": "north", "island": "brant"}
    found = courting("report", "The North raids Brant", "--yes", "--json").json
    assert found["entries"][0]["cause"] == {"event": "raid", "details": {"by": "north", "island": "brant"}}
    assert "The North raids Brant" in courting("history").out


def test_a_sentence_is_refused_with_what_would_do(courting: Run) -> None:
    assert "say which: The North raids …, such as “Auk”" in courting("report", "The North raids", code=2).err
    assert "did you mean: The North raids Brant?" in courting("report", "The North raids Brantt", "-y", code=2).err
    assert courting("report", "The North", "--next").out.split("\n")[0] == "The North raids"


def test_a_ruling_needs_a_reason_and_is_named_in_explanations(courting: Run) -> None:
    assert "needs a reason" in courting("ruling", "stance.auk.north=cool", code=2).err
    courting("ruling", "stance.auk.north=cool", "--reason", "we forgot the raid")
    assert "Ruling: the stance of Auk to the North: cool (we forgot the raid)" in courting("history").out
    assert "RULING by the umpire" in courting("explain", "auk", "--full").out


def test_undo_takes_back_the_last_act(courting: Run) -> None:
    courting("answer", 6, "auk")
    found = courting("undo", "--json").json
    assert [r["prompt"] for r in found["requests"]] == ["Whom will you court?"]


def test_undo_across_a_reveal_is_for_the_umpire(courting: Run) -> None:
    courting("undo")
    assert "only the umpire" in courting("undo", code=2).err
    words = ("undo", "--seat", "umpire", "--reason", "the South misread")
    assert "Bid for the first move" in courting(*words).out


def test_amend_shows_the_consequences_before_it_makes_them(courting: Run) -> None:
    courting("answer", 6, "auk")
    courting("answer", 7, 3)
    refused = courting("amend", 9, 1, code=2).err
    assert "needs a reason" in refused
    shown = courting("amend", 9, 1, "--reason", "one coin, not three", "--json").json
    assert shown["committed"] is False
    assert {"fact": "spent", "old": 3, "new": 1, "rule": ""} in shown["changes"]
    assert "add --yes" in courting("amend", 9, 1, "--reason", "one coin").out
    looks = courting("history", "--json").json["entries"][9:]
    assert [look["cause"]["preview"] for look in looks] == [9, 9]  # nothing has changed, but all see who looked
    assert "It is so now" in courting("amend", 9, 1, "--reason", "one coin", "--yes").out
    assert courting("verify", "--json").json["differences"] == []


def test_points_are_divided_among_names_as_people_write_them() -> None:
    game = legation.new_game("awaw", "current-classic")
    request = next(request for request in game.requests() if request.among)
    typed = "Vichy France=2, belgium-luxembourg=1 the United States = 3"
    given = answer_of(request, typed.split(), game.world.schema)
    assert given == {"vichy-france": 2, "belgium-luxembourg": 1, "usa": 3}


def test_two_commands_at_once_are_both_kept(tern: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second was there first: the first is done again after it, but takes back nothing that it did not see."""
    real = kept.load

    def load(given: str | None, **more: Any) -> tuple[Game, Path]:
        found, path = real(given, **more)
        other = legation.open_game(path)
        other.answer(2, {"brant": 1}, seat="south") if 2 in other.state.requests else other.report({"lighthouse": True})
        return found, path

    monkeypatch.setattr(kept, "load", load)
    made = tern("answer", 1, "auk=2", "--seat", "north", "--json").json["entries"]
    assert "was changed by somebody else" in tern("undo", code=2).err
    game = legation.open_game(game_file(home))
    assert made[0]["seq"] == 3
    assert [game.world[f"envoys.{fact}"] for fact in ("north.auk", "south.brant")] == [2, 1]
    assert game.lost == ()
