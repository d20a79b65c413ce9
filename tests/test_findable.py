"""Whoever searches the tree for an id finds its declaration.  Which line it is, tests/test_rule_pages.py asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.books import book

BOOKS = ("twg", "awaw")
WORD = re.compile(r"[\w.@-]+")


def words(folder: Path) -> Iterator[str]:
    """Every word of a book's sources and data, but not of its ledgers and cases."""
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".yaml") and not {"ledgers", "cases"} & set(path.parts):
            yield from (word.strip(".:") for word in WORD.findall(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", BOOKS)
def test_every_id_is_written_out(name: str) -> None:
    registry = book(name).registry
    there = set(words(book(name).folder))
    # an example is told and shown by its case alone
    wanted = [id for id in registry.ledgers.ids if registry.ledgers.kind(id) != "example"]
    assert [id for id in wanted if id not in there] == []
