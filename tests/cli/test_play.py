"""The guided game, with lines from a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import legation
from tests.cli.conftest import Run, game_file

ROOT = Path(__file__).resolve().parents[2]
ENVOYS = ["", "auk=1", "", "none"]  # an empty line takes the keyboard over
BIDS = ["", "2", "", "0"]
WEATHER = ["calm", "2"]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_with_no_game_it_asks_which_one_and_begins(run: Run, home: Path) -> None:
    said = run("play", typed=lines("tern", "9", "", "2", "1", "q")).out
    assert "Please type a number from 1 to 1." in said
    assert "Pass the keyboard to the North" in said
    assert "Saved." in said
    assert legation.open_game(game_file(home, "tern-archipelago")).record.header.dice == {"source": "typed"}


def test_a_sentence_at_the_prompt_is_told_when_it_is_meant(tern: Run, home: Path) -> None:
    told = ["The North raids Auk", "no", "The North raids Brant", "yes", "r The South raids Crake", "yes", "q"]
    said = tern("play", typed=lines(*ENVOYS, *BIDS, *WEATHER, *told)).out
    assert "Understood: The North raids Auk." in said
    causes = [e.cause.get("details") for e in legation.open_game(game_file(home)).record if "event" in e.cause]
    assert causes == [{"by": "north", "island": "brant"}, {"by": "south", "island": "crake"}]


def test_a_turn_is_led_from_question_to_question(tern: Run, home: Path) -> None:
    turn = ["1", "3", "no", "2", "1", "yes"]
    said = tern("play", typed=lines(*ENVOYS, *BIDS, *WEATHER, *turn)).out
    order = (
        "Pass the keyboard to the North",
        "The answer of the North is sealed.",
        "Pass the keyboard to the South",
        "Opened together: North: 2; South: 0",
        "The weather",
        "Whom will you court?",
        "Gold for the courtship of Auk",
        "Call in your favour against the courtship of Auk?",
        "Ships of the North at Auk",
        "Saved.",
    )
    places = [said.find(words) for words in order]
    assert -1 not in places
    assert places == sorted(places)
    game = legation.open_game(game_file(home))
    assert game.world["spent"] == 3


def test_sealed_answers_are_never_shown(tern: Run) -> None:
    said = tern("play", typed=lines("", "auk=2", "", "brant=1")).out
    assert "auk=2" not in said
    assert "brant=1" not in said


def test_every_answer_is_saved_at_once(tern: Run, home: Path) -> None:
    tern("play", typed=lines("", "auk=1"))
    assert [r.seat for r in legation.open_game(game_file(home)).requests()] == ["south"]
    tern("play", typed=lines("", "none", "q"))
    assert {r.prompt for r in legation.open_game(game_file(home)).requests()} == {"Bid for the first move"}


def test_a_seat_alone_at_its_keyboard_waits_for_the_others(tern: Run) -> None:
    said = tern("play", "--seat", "north", typed=lines("auk=1")).out
    assert "Pass the keyboard" not in said
    assert "Waiting for the South." in said


def test_keys_explain_and_change_nothing(courting: Run, home: Path) -> None:
    before = game_file(home).read_bytes()
    keys = ["k", "?", "? auk", "?auk", "? 1", "? 99", "o auk", "s", "s auk", "s ork", "x T-BID", "x", "h", "h 2", "o"]
    keys += ["", "77", "q"]
    said = courting("play", typed=lines(*keys)).out
    for words in (
        "undo the last act",
        "[T-M-FRIEND]",
        "please report",  # the odds lack a fact
        "Friendly to the North",
        "What can happen next",
        "there is no subject “ork”",
        "Opened together: North: 2",
        "say which rule",
        "The set-up of the scenario",
        "there is no entry “99”",
        "say which country",
        "Type an answer",
        "numbered 1 to 4",
    ):
        assert words in said
    assert game_file(home).read_bytes() == before


def test_undo_needs_a_reason_across_a_reveal(courting: Run, home: Path) -> None:
    said = courting("play", typed=lines("1", "u", "u", "u", "", "u", "the South misread", "", "q")).out
    assert said.count("Taken back.") == 3
    assert "only the umpire" in said
    assert "Bid for the first move" in said
    undone = legation.open_game(game_file(home)).record[len(legation.open_game(game_file(home)).record)]
    assert (undone.by, undone.cause["reason"]) == ("umpire", "the South misread")


def test_the_board_is_reported_from_within(courting: Run, home: Path) -> None:
    said = courting("play", typed=lines("r ships.auk.north=2", "r", "raid", "brant", "north", "r", "", "q")).out
    assert "A league raids an island" in said
    world = legation.open_game(game_file(home)).world
    assert (world["ships.auk.north"], world["raided.brant"]) == (2, "north")


def test_a_refused_answer_is_asked_again(courting: Run, home: Path) -> None:
    said = courting("play", typed=lines("auk", "9", "3", "q")).out
    assert "3 gold at most" in said
    assert "Call in your favour" in said


def test_what_a_phase_changed_is_summed_up_with_its_rules(run: Run) -> None:
    run("new", "twg", "--seed", 7)
    for typed in (lines(""), lines("0", "0", "n", "n", "n")):
        said = run("play", typed=typed).out
        if "What changed and why" in said:
            break
    assert "What changed and why" in said


def test_the_game_goes_on_elsewhere_meanwhile(courting: Run, home: Path) -> None:
    """Another command writes to the file while the guide waits."""
    from legation.cli.guide import Guide
    from legation.cli.output import console
    from legation.cli.terminal import KeyboardClosed, Terminal

    game = legation.open_game(game_file(home))
    terminal = Terminal(console())
    typed = iter(["auk", "0"])

    def line(prompt: str, *, hidden: bool = False) -> str:
        text = next(typed, None)
        if text is None:
            raise KeyboardClosed
        if text == "auk":
            courting("answer", 6, "brant")
        return text

    terminal.line = line  # type: ignore[method-assign]
    guide = Guide(game, terminal)
    guide.run()
    assert guide.game.world["spent"] == 0
    assert [e.cause["value"] for e in guide.game.record if "answer" in e.cause][-2:] == ["brant", 0]


def test_json_is_printed_at_the_end(courting: Run) -> None:
    found = courting("play", "--json", typed=lines("auk", "q"))
    assert found.json["entries"][0]["cause"] == {"answer": 6, "value": "auk"}


def test_it_runs_as_a_command_with_a_pipe(home: Path) -> None:
    """One whole turn of The War Game, answered by pressing on."""
    words = [sys.executable, "-m", "legation", "play", "--new"]
    typed = lines("twg", "1939", "server", *["", "0", "1", "pass", "no", "next"] * 60)
    done = subprocess.run(
        words,
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        env={"LEGATION_HOME": str(home), "PATH": "", "COLUMNS": "100"},
        timeout=60,
    )
    assert done.stderr == ""
    assert "Turn 2, looking over the board" in done.stdout


def test_the_guided_start_asks_for_the_1939_rules_and_shows_what_each_answer_is_worth(run: Run, home: Path) -> None:
    said = run("play", typed=lines("twg", "1939", "yes", "server", "people", "no", "q")).out
    assert "With the 1939 rules: Military Commerce, income and money, war status, the fall of France?" in said
    assert legation.open_game(game_file(home, "twg-1939")).world["option.rules-1939"] == "yes"
    assert ", the best" in said


def test_the_guided_start_of_1942_asks_for_no_1939_rules(run: Run) -> None:
    assert "With the 1939 rules" not in run("play", typed=lines("twg", "1942", "server", "", "q")).out


def test_the_guided_start_asks_which_seats_are_bots(run: Run, home: Path) -> None:
    said = run("play", "--new", typed=lines("tern", "", "typed", "bots", "clever", "cautious", "q")).out
    assert "Who plays?" in said
    assert "cautious: Legation, tries what costs nothing" in said
    assert "Please type a number from 1 to 5." in said
    kept = game_file(home, "tern-archipelago")
    assert json.loads(kept.with_name(f"{kept.name}.bots").read_text()) == {"north": "cautious"}
    assert legation.open_game(kept).record[2].by == "north"  # the bot has begun


def test_limits_and_reminders_are_a_key_away(run: Run) -> None:
    run("new", "awaw")
    said = run("play", typed=lines("", "l finland", "l nowhere", "q")).out
    assert "0 of 1 in use, 1 more: one Axis armor unit [82.322.armor]" in said
    assert "Only an invasion or diplomacy brings it in [82.12.others]" in said
