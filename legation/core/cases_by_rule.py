"""Which cases of a book name a rule, read from the files without running or checking them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from legation.core.book import Book

__all__ = ["CASES", "cases_by_rule"]

CASES = "cases"  # the folder in a book's package
_CASE = re.compile(r"^name:\s*(?P<name>.+)$", re.M)
_RULES = re.compile(r"^rules:\s*(\[[^\]]*\]|(?:\n\s*- .+)+)", re.M)
_SHOWN = re.compile(r"^head:\s*\[[^\]]*?->(?P<columns>[^\]]*)\]", re.M)  # of a table: a column for each id
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9.@-]*")


def cases_by_rule(book: Book) -> dict[str, tuple[tuple[str, str], ...]]:
    """The cases that name a rule: file and name; none for a book that ships no cases."""
    return _by_rule(book.folder / CASES)


@cache
def _by_rule(top: Path) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(top.rglob("*.yaml")):
        for part in path.read_text(encoding="utf-8").split("\n---"):
            if name := _CASE.search(part):
                case = (str(path.relative_to(top)), name["name"].strip(" \"'"))
                named = (_ID.findall(told[1]) for told in (_RULES.search(part), _SHOWN.search(part)) if told)
                for id in dict.fromkeys(id for ids in named for id in ids):
                    found.setdefault(id, []).append(case)
    return {id: tuple(cases) for id, cases in found.items()}
