"""What the documentation says of files is true: a module that it names is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", *(str(page.relative_to(TOP)) for page in sorted((TOP / "docs").glob("*.md"))))
ROOTS = ("", "legation", "legation/core", "legation/books", "legation/web", "legation/cli", "legation/testing", "docs")
ROOTS += ("legation/testing/conformance", "legation/testing/cases", "legation/store", "legation/sim", "legation/play")
ROOTS += ("legation/books/twg", "legation/books/awaw", "examples/five-valleys")
PATH = re.compile(r"(?<![\w./<>@:-])((?:[\w-]+/)*[\w-]+\.(?:py|yaml|html|js|css))(?![\w/-])")
# Examples of what somebody may write or make.
MADE_UP = {"our-board.yaml", "legation/books/twg/charts/uruguay.py", "legation/books/twg/cases/uruguay/uruguay.yaml"}


def named(page: str) -> Iterator[str]:
    yield from dict.fromkeys(PATH.findall((TOP / page).read_text(encoding="utf-8")))


def there(path: str) -> bool:
    names = [part for part in path.split("/") if part]
    if any((TOP / root / path).exists() for root in ROOTS):
        return True
    return len(names) == 1 and any(any((TOP / root).rglob(path)) for root in ("legation", "tests"))


@pytest.mark.parametrize("page", PAGES)
def test_a_file_that_is_named_is_there(page: str) -> None:
    assert [path for path in named(page) if not there(path) and path not in MADE_UP] == []
