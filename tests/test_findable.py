"""Whoever searches the tree for an id finds its declaration.  Which line it is, tests/test_rule_pages.py asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.books import book

BOOKS = ("twg", "awaw")
WORD = re.compile(r"[\w.@-]+")


def words(top: Path) -> Iterator[str]:
    """Every word of a file, or of a book's sources and data, but not of its ledgers and cases."""
    for path in [top] if top.is_file() else top.rglob("*"):
        if path.suffix in (".py", ".yaml") and not {"ledgers", "cases"} & set(path.parts):
            yield from (word.strip(".:") for word in WORD.findall(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", BOOKS)
def test_every_id_is_written_out(name: str) -> None:
    registry = book(name).registry
    there = set(words(book(name).folder))
    # an example is told and shown by its case alone
    wanted = [id for id in registry.ledgers.ids if registry.ledgers.kind(id) != "example"]
    assert [id for id in wanted if id not in there] == []


def test_nine_ids_of_ten_stand_where_the_table_says() -> None:
    """docs/where-rules-stand.md: the file of a group of ids; the longest beginning counts."""
    page = Path(__file__).parents[1] / "docs/where-rules-stand.md"
    asked = right = 0
    for part in page.read_text(encoding="utf-8").split("\n## ")[1:]:
        name = re.findall(r"legation/books/(\w+)/", part)[0]
        rows = re.findall(r"^\| (.*) \| `([\w/]+\.py)` \|$", part, re.M)
        stands = {group: file for groups, file in rows for group in re.findall(r"`([^`]+)`", groups)}
        there = {file: set(words(book(name).folder / file)) for file in stands.values()}
        ledgers = book(name).registry.ledgers
        for id in ledgers.ids:
            if ledgers.kind(id) != "example":
                group = max((g for g in stands if id.startswith(g)), key=len, default="")
                asked, right = asked + 1, right + (group != "" and id in there[stands[group]])
    assert right >= 0.9 * asked
