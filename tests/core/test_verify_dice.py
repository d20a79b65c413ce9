"""The dice verifier is one file, needs nothing but Python, and agrees with the game."""

from __future__ import annotations

import ast
import contextlib
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from legation.core import conformance as suite
from legation.core.dice import derive_face
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.record import Header, Record, _seal
from tests.books.tern.book import BOOK as TERN

TOOL = Path(__file__).resolve().parents[2] / "tools" / "verify_dice.py"
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
    text = f"The key is the one that was promised, and all {rolls(game)} rolls follow from it."
    assert verdict(game) == (0, text)


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
    assert verdict(played(1), "00" * 32) == (1, "The key is not the one that was promised.")


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
    assert text.startswith(f"Entry {wrong}: ")


def test_a_damaged_file_is_told_apart() -> None:
    game = played(1)
    blob = game.record.dump()
    key = bytes.fromhex(game.vault.key)
    assert tool["check"](blob.replace(b'"seq":3', b'"seq":4', 1), key)[0] == 1
    assert tool["check"](blob[:-40], key)[1].endswith("(the file is cut off in the middle of its last entry).")
    assert tool["check"](b"", key)[0] == 2


def test_a_game_with_typed_dice_promised_nothing() -> None:
    game = Game.new(TERN, "archipelago", dice="typed")
    assert tool["check"](game.record.dump(), b"")[0] == 2
    what_if = Record(Header(book="tern", version="1", scenario="x", dice={"source": "what-if"}))
    assert tool["check"](what_if.dump(), b"")[0] == 2


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
