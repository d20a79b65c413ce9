"""The books by name, each loaded when it is first asked for.

A book is found by the entry point with which its distribution declares it, in the group `legation.books`:

    [project.entry-points."legation.books"]
    tern = "tern.book:BOOK"

A book that is not installed makes itself known to one process by `register`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from legation.core.book import Book
from legation.core.errors import BadRulebook, NotFound

__all__ = ["GROUP", "all_books", "book", "register"]

GROUP = "legation.books"
PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"

_registered: dict[str, str] = {}


def register(name: str, path: str) -> None:
    """Make a book known to this process: `path` is "package.module:ATTRIBUTE"."""
    known = _paths().get(name, path)
    if known != path:
        raise BadRulebook(f"there is a book {name!r} already", where=path, hint=f"it is {known}")
    _registered[name] = path


def _paths() -> dict[str, str]:
    """Where each book stands: short names first, then by the alphabet."""
    found = _declared() | _registered
    return {name: found[name] for name in sorted(found, key=lambda name: (len(name), name))}


@cache
def _declared() -> dict[str, str]:
    """What is installed, and in a checkout what it declares, which may be newer than the copy that was installed."""
    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        if found.setdefault(point.name, point.value) != point.value:
            raise BadRulebook(
                f"there is a book {point.name!r} already", where=point.value, hint=f"it is {found[point.name]}"
            )
    if PROJECT.exists():
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8")).get("project", {})
        found |= project.get("entry-points", {}).get(GROUP, {}) if project.get("name") == "legation" else {}
    return found


def book(name: str) -> Book:
    """The book with this name; a `NotFound` with the nearest names if there is none."""
    paths = _paths()
    if name not in paths:
        raise NotFound("book", name, paths)
    return _load(name, paths[name])


@cache
def _load(name: str, path: str) -> Book:
    module, _, attribute = path.partition(":")
    found = getattr(import_module(module), attribute or "BOOK", None)
    if not isinstance(found, Book):
        raise BadRulebook(f"the book {name!r} is not a Book", where=path)
    return found


class _Books(Mapping[str, Book]):
    """All books, as a mapping that loads only what is taken from it."""

    def __getitem__(self, name: str) -> Book:
        try:
            return book(name)
        except NotFound:
            raise KeyError(name) from None

    def __contains__(self, name: object) -> bool:
        return name in _paths()

    def __iter__(self) -> Iterator[str]:
        return iter(_paths())

    def __len__(self) -> int:
        return len(_paths())


def all_books() -> Mapping[str, Book]:
    return _Books()
