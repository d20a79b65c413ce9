"""The verifier is one file, needs nothing but Python, and agrees with the game."""

from __future__ import annotations

import ast
import contextlib
import runpy
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from legation.core import acts, verifier
from legation.core.acts import Who
from legation.core.dice import Committed, Throw, d6, derive_face
from legation.core.errors import Refused
from legation.core.game import UMPIRE, Game
from legation.core.machine import Draft, roll_cause
from legation.core.record import Header, Record, _seal
from legation.testing import conformance as suite
from tests.books.tern.book import BOOK as TERN

TOOL = Path(verifier.__file__)
tool: dict[str, Any] = runpy.run_path(str(TOOL))


def played(seed: int, **chances: float) -> Game:
    play = suite.begin(TERN, "archipelago", seed, **chances)
    for _ in range(200):
        if not play.game.over:
            play.step()
    return play.game


def verdict(game: Game, key: str | None = None) -> tuple[int, str]:
    found: tuple[int, str] = tool["check"](game.record.dump(), bytes.fromhex(key or game.vault.key))
    return found


def rolls(game: Game) -> int:
    return sum(e.cause.get("source") == "server" for e in game.record)


@pytest.mark.parametrize("seed", range(6))
def test_an_honest_game_passes_also_with_undone_rolls(seed: int) -> None:
    game = played(seed, undos=0.1)
    code, text = verdict(game)
    assert code == 0
    assert f"all {rolls(game)} rolls follow from the key that was promised" in text
    assert game.record.tip in text


def test_rolls_of_an_amendment_are_checked_too() -> None:
    game = next(g for g in map(amended, range(20)) if any("amending" in e.cause for e in g.record))
    assert verdict(game)[0] == 0


def amended(seed: int) -> Game:
    """A game in which somebody courted another island after all."""
    game = played(seed)
    courts = [e for e in game.live() if e.cause.get("value") in ("auk", "brant", "crake")]
    for entry in courts[:1]:
        other = "brant" if entry.cause["value"] == "auk" else "auk"
        with contextlib.suppress(Refused):
            game.amend(entry.seq, other, "it was another island").commit()
    return game


def test_another_key_is_told_apart() -> None:
    assert verdict(played(1), "00" * 32) == (
        1,
        "The record is forged or damaged: the key is not the one that was promised.",
    )


def test_a_face_that_was_changed_is_found_even_in_a_well_made_chain() -> None:
    game = played(1)
    entries = list(game.record)
    forged = Record(game.record.header)
    lines, tail = [forged._first], forged.tail
    wrong = 0
    for entry in entries:
        cause = dict(entry.cause)
        if not wrong and cause.get("source") == "server":
            cause["roll"] = cause["roll"] % 6 + 1
            wrong = entry.seq
        line, tail = _seal(msgspec.structs.replace(entry, cause=cause, prev=tail))
        lines.append(line)
    code, text = tool["check"](b"\n".join(lines) + b"\n", bytes.fromhex(game.vault.key))
    assert code == 1
    assert f"entry {wrong}: " in text


def test_a_damaged_file_is_told_apart() -> None:
    game = played(1)
    blob = game.record.dump()
    key = bytes.fromhex(game.vault.key)
    assert tool["check"](blob.replace(b'"seq":3', b'"seq":4', 1), key)[0] == 1
    assert "cut off" in tool["check"](blob[:-40], key)[1]
    assert tool["check"](blob + b"xx", key)[0] == 1
    assert tool["check"](b"", key)[0] == 2
    assert tool["check"](b"{}\n", key)[0] == 1


def test_a_game_with_typed_dice_promised_nothing() -> None:
    game = Game.new(TERN, "archipelago", dice="typed")
    assert tool["check"](game.record.dump(), b"")[0] == 0
    what_if = Record(Header(book="tern", version="1", scenario="x", dice={"source": "what-if"}))
    assert tool["check"](what_if.dump(), b"")[0] == 0


def test_a_key_that_is_not_told_yet_is_no_forgery() -> None:
    game = played(1)
    code, text = tool["check"](game.record.dump())
    assert code == 0
    assert f"the key of {rolls(game)} rolls is not told yet" in text


class Cheat:
    """The committed dice, but for one roll, which is called typed."""

    def __init__(self, real: Committed) -> None:
        self.real, self.name, self.done = real, real.name, False

    def face(self, throw: Throw) -> int:
        self.name = "server"
        face = self.real.roll(throw)
        if self.done:
            return face
        self.done, self.name = True, "typed"
        self.real.used[throw.label] -= 1
        return face % throw.die.sides + 1


def test_a_die_from_elsewhere_is_found_also_if_the_game_went_on_by_the_rules() -> None:
    play = suite.begin(TERN, "archipelago", 3)
    assert isinstance(play.game.dice, Committed)
    key, play.game.dice = play.game.dice.key, Cheat(play.game.dice)
    while not any("roll" in e.cause for e in play.game.record):
        play.step()
    assert "called 'typed' in a game of server dice" in tool["check"](play.game.record.dump(), key)[1]
    assert any("typed" in d.problem for d in suite.copy(play.game).verify())


def test_a_tip_that_somebody_saw_shows_another_history() -> None:
    game = played(1)
    seen, blob = game.record.tip, game.record.dump()
    assert tool["check"](blob, b"", seen)[0] == 0
    assert tool["check"](blob, b"", seen.lower())[0] == 0
    rolled_back = game.record.upto(len(game.record) - 1).dump()
    assert tool["check"](rolled_back, b"")[0] == 0
    assert "never had the tip" in tool["check"](rolled_back, b"", seen)[1]


def test_words_of_the_seats_are_mixed_in_before_the_first_roll_and_never_after() -> None:
    faces = set()
    for word in ("heron", "otter", "plover", "shrike"):
        game = Game.new(TERN, "archipelago", seed=5)
        game.perform(acts.Nonce(word), Who.of("north"))
        play = suite.RandomPlay(game, 5, Random(5), undos=0.1)
        while not any("roll" in e.cause for e in game.record):
            play.step()
        faces.add(next(e.cause["roll"] for e in game.record if "roll" in e.cause))
        assert verdict(game)[0] == 0
        again = suite.copy(game)
        assert again.dice.words == {"north": word}  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="the first die is rolled"):
            game.perform(acts.Nonce("late"), Who.of("south"))
    assert len(faces) > 1
    assert "seeded" in verdict(game)[1]


def test_an_end_that_is_taken_back_retires_the_key_and_a_closing_is_for_good() -> None:
    play = suite.begin(TERN, "archipelago", 2)
    while not play.game.over:
        play.step()
    game = play.game
    before = game.vault.key
    game.undo(seat=UMPIRE, reason="not yet")
    assert game.vault.retired == [before]
    assert game.vault.key != before
    while not game.over:
        play.step()
    keys = [bytes.fromhex(key) for key in (*game.vault.retired, game.vault.key)]
    assert tool["check"](game.record.dump(), keys)[0] == 0
    for seat, left in (("north", True), ("south", False)):
        game.perform(acts.Close(), Who.of(seat))
        assert game.closed is not left
    for shut in (game, suite.copy(game)):
        with pytest.raises(Refused, match="the game is closed"):
            shut.undo(seat=UMPIRE, reason="once more")
    assert tool["check"](game.record.dump(), keys)[0] == 0
    game.record.append([Draft({"report": {}})])
    assert "follows on the closing" in tool["check"](game.record.dump(), keys)[1]


def test_four_times_the_rolls_take_about_four_times_as_long() -> None:
    def took(rolls: int) -> float:
        dice = Committed()
        record = Record(
            Header(book="tern", version="1", scenario="x", dice={"source": "server", "commitment": dice.commitment})
        )
        throw = Throw("unrest", d6, "T", "north")
        record.append(Draft(roll_cause(throw, dice.roll(throw), dice)) for _ in range(rolls))
        begun = time.process_time()
        assert tool["check"](record.dump(), dice.key)[0] == 0
        return time.process_time() - begun

    assert took(8000) < 10 * took(2000)
    assert len(TOOL.read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.parametrize("sides", [6, 12, 20])
def test_the_tool_and_the_game_derive_the_same_faces(sides: int) -> None:
    for n in range(300):
        assert tool["face"](b"key", "word", f"x#{n}", sides) == derive_face(b"key", "word", f"x#{n}", sides)


def test_it_runs_alone_from_the_command_line(tmp_path: Path) -> None:
    game = played(1)
    game.save(tmp_path / "game.legation")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-I", "-S", str(TOOL), *arguments], capture_output=True, text=True)

    good = run(str(tmp_path / "game.legation"), game.vault.key)
    assert (good.returncode, good.stderr) == (0, "")
    assert "all" in good.stdout
    assert run(str(tmp_path / "game.legation"), "ff" * 32).returncode == 1
    assert run(str(tmp_path / "none"), "ff").returncode == 2
    assert run().returncode == 2


def test_it_imports_only_the_standard_library() -> None:
    tree = ast.parse(TOOL.read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
