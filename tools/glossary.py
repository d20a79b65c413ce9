"""Write docs/glossary.md: every public class with what it is and where it stands.  `make docs` runs it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[1]
PAGE = TOP / "docs/glossary.md"
HEAD = """\
# Glossary

A word means one thing in the whole tree. These are the words of the program: every public class, what it is, and the
room in which it stands. The words of the games (stance, seat, tension, minor country) mean what the rulebooks mean by
them. `make docs` writes this page from the classes themselves, and a test compares both.
"""
# The same thing in two dresses: what a page or the API makes of a value of the kernel has that value's name.
DRESSES = ("legation/web/models.py", "legation/web/present/", "legation/core/acts.py")


class Word(NamedTuple):
    name: str
    file: str
    says: str


def words(top: Path = TOP) -> Iterator[Word]:
    """Every class at the top of a module whose name has no underscore before it."""
    for path in sorted((top / "legation").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                first = (ast.get_docstring(node) or "").split("\n\n")[0]
                yield Word(node.name, path.relative_to(top).as_posix(), " ".join(first.split()))


def is_dress(word: Word) -> bool:
    return word.file.startswith(DRESSES)


def page(top: Path = TOP) -> str:
    lines = [HEAD]
    for part in dict.fromkeys(_part(word.file) for word in words(top)):
        lines += [f"\n## {part}\n", "| word | what it is | where |", "|---|---|---|"]
        found = sorted(word for word in words(top) if _part(word.file) == part and not is_dress(word))
        lines += [f"| `{word.name}` | {word.says.replace('|', chr(92) + '|')} | `{word.file}` |" for word in found]
    return "\n".join(lines) + "\n"


def _part(file: str) -> str:
    parts = file.split("/")
    return "/".join(parts[: 3 if parts[1] == "books" and len(parts) > 3 else 2]).removesuffix(".py")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
