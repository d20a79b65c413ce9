"""Bots at the keyboard, tournaments, luck, advice, and several chances at once."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run, game_file


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def against_a_bot(run: Run, bot: str = "cautious") -> Run:
    run("new", "tern", "--seed", 7, "--name", "evening", "--bot", f"south={bot}")
    return run


# -- bots
def test_bots_are_listed(run: Run) -> None:
    assert "cautious: tries what costs nothing" in run("bots").out
    assert set(run("bots", "--json").json["bots"]) == {"random", "cautious", "ambitious", "historical"}


def test_a_bot_answers_as_the_game_begins_and_after_every_answer(run: Run, home: Path) -> None:
    against_a_bot(run)
    assert json.loads((game_file(home).with_name("evening.legation.bots")).read_text()) == {"south": "cautious"}
    asked = run("answer", 1, "auk=1", "--json").json["requests"]
    assert [r["seat"] for r in asked] == ["north"]


def test_seats_and_bots_that_are_not_there_are_refused(run: Run) -> None:
    assert "seat=bot" in run("new", "tern", "--bot", "south", code=2).err
    assert "clever" in run("new", "tern", "--bot", "south=clever", code=2).err
    assert "west" in run("new", "tern", "--bot", "west=random", code=2).err
    assert "two bots" in run("new", "tern", "--bot", "south=random", "--bot", "south=cautious", code=2).err
    assert "cannot be umpire" in run("new", "tern", "--bot", "umpire=random", code=2).err


def test_alone_against_a_bot_nobody_passes_the_keyboard(run: Run) -> None:
    against_a_bot(run)
    said = run("play", typed=lines("auk=1", "2", "calm", "2", "1", "1", "q")).out
    assert "Pass the keyboard" not in said
    assert "South sealed an answer" in said
    assert "Opened together: South: 0; North: 2" in said
    assert "cautious: " in said


def test_undo_takes_back_what_a_person_did_with_what_bots_made_of_it(run: Run) -> None:
    against_a_bot(run)
    run("answer", 1, "auk=1")
    asked = run("undo", "--json").json["requests"]
    assert [(r["id"], r["seat"]) for r in asked] == [(1, "north")]


# -- tournaments
def test_a_tournament_prints_standings_and_pairs(run: Run) -> None:
    told = run("tournament", "twg", "--bots", "cautious,ambitious", "--games", 2, "--rounds", 1, "--json").json
    assert told["games"] == 2
    assert {row["bot"] for row in told["standings"]} == {"cautious", "ambitious"}
    assert told["pairs"][0]["first"] == "cautious"
    again = run("tournament", "twg", "--bots", "cautious,ambitious", "--games", 2, "--rounds", 1).out
    assert "cautious against ambitious" in again
    assert "two different" in run("tournament", "twg", "--bots", "cautious", code=2).err
    assert "clever" in run("tournament", "twg", "--bots", "cautious,clever", code=2).err


# -- luck
def test_luck_counts_what_was_told(run: Run) -> None:
    run("new", "twg", "--seed", 1)
    assert "No roll" in run("luck").out
    assert run("luck", "--json").json == {"seats": []}


# -- advice
def test_advice_is_for_the_seat_that_asks(run: Run) -> None:
    run("new", "awaw", "--seed", 1)
    said = run("advise", "--seat", "germany").out
    assert "Turkey" in said
    assert "Reckoned: the chance of a result on your side" in said
    data = run("advise", "--seat", "germany", "--json").json
    assert data["kind"] == "placement"
    assert sum(data["best"].values()) == 3
    assert "who asks" in run("advise", code=2).err
    assert "advice is for the seat" in run("advise", 1, "--seat", "italy", code=2).err
    assert "not for a bid" in run("advise", "--seat", "germany", "--bid", 2, code=2).err


# -- several at once
def test_the_chance_of_at_least_one(run: Run) -> None:
    data = run("odds", "--any-of", "twg", "romania", "finland", "hungary", "--seat", "germany", "--json").json
    chances = [found["chance"] for found in data["chances"].values()]
    assert chances == ["1/12"] * 3
    assert data["at_least_one"]["chance"] == "397/1728"
    assert data["number"]["3"]["chance"] == "1/1728"
    said = run("odds", "--any-of", "awaw", "rumania", "turkey", "--seat", "germany", "--dp", "germany=1").out
    assert "At least one: 7/9, 77.8 %" in said
    assert "--seat" in run("odds", "--any-of", "twg", "romania", code=2).err


def test_all_of_them_or_how_many(run: Run) -> None:
    said = run("odds", "--all-of", "twg", "romania", "finland", "--seat", "germany").out
    assert "All of them: 1/144, 0.7 %" in said
    assert "0 of 2" not in said
    said = run("odds", "--how-many", "awaw", "rumania", "turkey", "--seat", "germany", "--dp", "germany=1").out
    assert "How many: 1.00 on average" in said
    assert "1 of 2: 55.6 %" in said
    tied = run("odds", "--all-of", "awaw", "rumania", "bulgaria", "--seat", "germany", code=2).err
    assert "not independent" in " ".join(tied.split())
