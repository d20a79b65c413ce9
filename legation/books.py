"""The books by name, each loaded when it is first asked for; a third game registers itself here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from legation.core.book import Book
from legation.core.errors import BadRulebook, NotFound

__all__ = ["all_books", "book", "register"]

_PATHS = {"twg": "legation.twg.book:BOOK", "awaw": "legation.awaw.book:BOOK"}


def register(name: str, path: str) -> None:
    """Make a book known: `path` is "package.module:ATTRIBUTE"."""
    known = _PATHS.setdefault(name, path)
    if known != path:
        raise BadRulebook(f"there is a book {name!r} already", where=path, hint=f"it is {known}")


def book(name: str) -> Book:
    """The book with this name; a `NotFound` with the nearest names if there is none."""
    if name not in _PATHS:
        raise NotFound("book", name, _PATHS)
    return _load(name, _PATHS[name])


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
        return name in _PATHS

    def __iter__(self) -> Iterator[str]:
        return iter(_PATHS)

    def __len__(self) -> int:
        return len(_PATHS)


def all_books() -> Mapping[str, Book]:
    return _Books()
