"""What follows from declarations is worked out once, and anew while one of them is turned round: in one way, `kept`."""

from __future__ import annotations

import ast
from pathlib import Path

import legation
from legation.core.rules import Datum
from legation.core.turning import NEGATED, VALUE, Turning, kept, turned

BOOKS = Path(legation.__file__).parent / "books"
# What looks at no declaration: maps and the places on them, texts, schemas, charts as they are printed, plain sums.
PLAIN = {
    "twg/map/own_board.py": {"board_of"},
    "twg/book.py": {"_schema_on", "schema"},
    "twg/money/commerce_odds.py": {"_falls", "_play", "_roll", "_spread", "_with"},
    "twg/money/purses.py": {"_holders", "_players_land"},
    "twg/map/geography.py": {"geography"},
    "twg/diplomacy/navy.py": {"stations"},
    "twg/charts/__init__.py": {"home_of", "neutral_by_slug", "neutrals", "printed_values"},
    "twg/diplomacy/unrest.py": {"_one_by_one"},
    "twg/vocabulary.py": {"_forces"},
    "awaw/book.py": {"schema_of"},
}


def test_what_is_kept_is_worked_out_anew_while_something_is_turned_round() -> None:
    datum, worked_out = Datum("the limit", "X-1", 3), list[str]()

    @kept
    def limit(where: str) -> str:
        worked_out.append(where)
        return f"{where}: {datum.value}"

    assert [limit("here"), limit("here")] == ["here: 3", "here: 3"]
    for value in (4, 5):
        with turned("X-1", Turning(VALUE)):
            object.__setattr__(datum, "value", value)
            assert [limit("here"), limit("here")] == [f"here: {value}", f"here: {value}"]
            object.__setattr__(datum, "value", 3)
    with turned("X-2", Turning(NEGATED)):
        assert limit("here") == "here: 3"
    assert limit("here") == "here: 3"
    assert len(worked_out) == 4  # once as declared, and once for each time that something was turned round


def test_books_remember_what_follows_from_declarations_in_that_way_alone() -> None:
    found: dict[str, set[str]] = {}
    for file in sorted([*BOOKS.glob("twg/**/*.py"), *BOOKS.glob("awaw/**/*.py")]):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            for one in inside:
                if isinstance(one, ast.FunctionDef) and any(_plainly(d) for d in one.decorator_list):
                    found.setdefault(str(file.relative_to(BOOKS)), set()).add(one.name)
    assert found == PLAIN


def _plainly(decorator: ast.expr) -> bool:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id in ("cache", "lru_cache")
