"""Books are found by name, and loaded only when they are wanted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from legation import books
from legation.core.errors import BadRulebook, NotFound
from tests.books.tern.book import BOOK as TERN


@pytest.fixture(autouse=True)
def _paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "_PATHS", dict(books._PATHS))


def test_a_third_game_registers_itself() -> None:
    books.register("tern", "tests.books.tern.book:BOOK")
    assert books.book("tern") is TERN
    assert "tern" in books.all_books()
    assert books.all_books()["tern"] is TERN
    assert list(books.all_books()) == ["twg", "awaw", "tern"]
    assert len(books.all_books()) == 3


def test_an_unknown_book_is_answered_with_the_nearest() -> None:
    with pytest.raises(NotFound, match=r"there is no book 'awa'; did you mean awaw\?"):
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
    code = "import sys, legation.books as b; 'twg' in list(b.all_books()); print('legation.twg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
