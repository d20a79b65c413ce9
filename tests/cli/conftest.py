"""A home of its own for every test, and the command line to run in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from legation import books
from legation.cli.app import app

books.register("tern", "tests.books.tern.book:BOOK")


@dataclass
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(name="home", autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("LEGATION_GAME", raising=False)
    return tmp_path / "home"


@pytest.fixture(name="run")
def _run() -> Run:
    def run(*words: object, code: int = 0, typed: str | None = None) -> Ran:
        result = CliRunner().invoke(app, [str(word) for word in words], input=typed, catch_exceptions=False)
        assert result.exit_code == code, result.output
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(name="tern")
def _tern(run: Run) -> Run:
    """A game of the small book, with two sealed requests open."""
    run("new", "tern", "--seed", 7, "--name", "evening")
    return run


@pytest.fixture(name="courting")
def _courting(tern: Run) -> Run:
    """The same, after envoys, bids and a report: request 6 asks the North whom it courts."""
    for request, *value in ((1, "auk=1"), (2, "none"), (3, 2), (4, 0), (5, "weather=calm", "harbour.auk=2")):
        tern("answer", request, *value)
    return tern


def game_file(home: Path, name: str = "evening") -> Path:
    return home / "games" / f"{name}.legation"


def spoil(path: Path, old: str, new: str) -> None:
    """Alter a record behind the referee's back."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
