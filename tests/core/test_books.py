"""Books are found by name, and loaded only when they are wanted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from legation import books
from legation.core.errors import BadRulebook, NotFound
from legation.web import api
from tests.books.tern.book import BOOK as TERN

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "_registered", {})


def declared(folder: Path, name: str = "tern", **points: str) -> Path:
    """A folder with a distribution that was installed there and declares books."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = (f"{name} = {path}\n" for name, path in points.items())
    (info / "entry_points.txt").write_text(f"[{books.GROUP}]\n{''.join(lines)}", encoding="utf-8")
    return folder


@pytest.fixture(name="install")
def _install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    def install(name: str = "tern", **points: str) -> None:
        monkeypatch.syspath_prepend(str(declared(tmp_path / name, name, **points)))
        books._declared.cache_clear()

    yield install
    monkeypatch.undo()
    books._declared.cache_clear()


def test_a_book_that_is_installed_is_found_by_its_entry_point(install: Callable[..., None]) -> None:
    assert "tern" not in books.all_books()
    install(tern="tests.books.tern.book:BOOK")
    assert list(books.all_books()) == ["twg", "awaw", "tern"]
    assert books.book("tern") is TERN
    told = json.loads(api.books().body)
    assert "tern" in [each["name"] for each in told["books"]]


def test_the_command_plays_a_book_that_is_installed(tmp_path: Path) -> None:
    site = declared(tmp_path / "site", tern="tests.books.tern.book:BOOK")
    home = {"LEGATION_HOME": str(tmp_path / "home"), "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "legation", *words]
        return subprocess.run(command, env=os.environ | home, capture_output=True, text=True, check=True).stdout

    assert "Send your envoys" in run("new", "tern", "--seed", "7")
    assert "Auk" in run("show", "auk")


def test_two_distributions_with_one_name_are_both_named(install: Callable[..., None]) -> None:
    install(tern="tests.books.tern.book:BOOK")
    install("other", tern="other.book:BOOK")
    with pytest.raises(BadRulebook, match="there is a book 'tern' already"):
        books.book("tern")


def test_a_third_game_registers_itself() -> None:
    books.register("tern", "tests.books.tern.book:BOOK")
    assert books.book("tern") is TERN
    assert "tern" in books.all_books()
    assert books.all_books()["tern"] is TERN
    assert list(books.all_books()) == ["twg", "awaw", "tern"]
    assert len(books.all_books()) == 3


def test_an_unknown_book_is_answered_with_the_nearest() -> None:
    with pytest.raises(NotFound, match=r"there is no book “awa”; did you mean awaw\?"):
        books.book("awa")
    assert "awa" not in books.all_books()
    assert books.all_books().get("awa") is None


def test_a_name_is_taken_once() -> None:
    books.register("tern", "tests.books.tern.book:BOOK")
    books.register("tern", "tests.books.tern.book:BOOK")
    with pytest.raises(BadRulebook, match=r"there is a book 'tern' already \(in other:BOOK\); it is tests\.books"):
        books.register("tern", "other:BOOK")


def test_what_is_no_book_is_told_apart() -> None:
    books.register("odd", "tests.books.tern.talks:AUK")
    with pytest.raises(BadRulebook, match=r"the book 'odd' is not a Book \(in tests\.books\.tern\.talks:AUK\)"):
        books.book("odd")


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, legation.books as b; 'twg' in list(b.all_books()); print('legation.books.twg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
