"""Coverage: which rules of a ledger are declared, shown by a case, and held back by a case.

Every id must be declared and shown.  An id of a kind in `NEED_HELD` also needs a case in which the engine looked at it
and it did not apply; `held` counts, and misses, only those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from legation.core.book import Book
from legation.core.errors import NotFound
from legation.core.ledger import Ledger, LedgerEntry
from legation.testing.cases import EXAMPLE, BadCase, Document, Outcome, documents, run_paths

__all__ = ["NEED_HELD", "coverage", "coverage_of", "edition_diff", "finished", "lost"]

NEED_HELD = frozenset({"roll", "trigger", "modifier", "limit", "permission", "cost"})
MARKS = ("declared", "shown", "held")

Report = dict[str, dict[str, Any]]


def coverage(books: Mapping[str, Book], case_paths: Iterable[Path], ledgers: Iterable[str] | None = None) -> Report:
    """Run the cases and say, for each ledger (or only the named ones), what is covered and what is missing."""
    return coverage_of(run_paths(case_paths, books), books, ledgers)


def coverage_of(outcomes: Iterable[Outcome], books: Mapping[str, Book], ledgers: Iterable[str] | None = None) -> Report:
    """The same, from cases that have been run; only those that passed count."""
    shown: set[str] = set()
    held: set[str] = set()
    for outcome in outcomes:
        if outcome.passed:
            shown |= outcome.shown
            held |= outcome.held
    wanted = None if ledgers is None else set(ledgers)
    return {
        ledger.name: _of_ledger(
            book, ledger, {"declared": _declared(book, ledger, shown), "shown": shown, "held": held}
        )
        for book in books.values()
        for ledger in book.registry.ledgers.ledgers
        if wanted is None or ledger.name in wanted
    }


def _declared(book: Book, ledger: Ledger, shown: set[str]) -> set[str]:
    """What the book declares; a worked example is declared by the case that plays it."""
    return {*book.registry.declared, *(id for id in ledger.ids if ledger.kinds[id] == EXAMPLE and id in shown)}


def _of_ledger(book: Book, ledger: Ledger, marked: Mapping[str, set[str]]) -> dict[str, Any]:
    needs = dict.fromkeys(MARKS, ledger.ids)
    needs["held"] = tuple(id for id in ledger.ids if ledger.kinds[id] in NEED_HELD | book.need_held)
    missing = {mark: [id for id in needs[mark] if id not in marked[mark]] for mark in MARKS}
    counts = {mark: len(needs[mark]) - len(missing[mark]) for mark in MARKS}
    return {"total": len(ledger.ids), **counts, "missing": missing}


def edition_diff(ledgers: Iterable[Ledger], one: str, other: str) -> dict[str, list[LedgerEntry]]:
    """The entries that belong to only one of two editions or scenarios, by the one they belong to."""
    found: dict[str, list[LedgerEntry]] = {one: [], other: []}
    for ledger in ledgers:
        for entry in map(ledger.entry, ledger.ids):
            if entry.editions and (one in entry.editions) != (other in entry.editions):
                found[one if one in entry.editions else other].append(entry)
    return found


def finished(path: Path, books: Mapping[str, Book]) -> tuple[str, ...]:
    """The ids that a file of finished ledgers, ids and beginnings of ids stands for; none if there is no file."""
    if not path.exists():
        return ()
    names = [name for document in documents(path) for name in _names(document)]
    ledgers = {ledger.name: ledger.ids for book in books.values() for ledger in book.registry.ledgers.ledgers}
    every = [id for ids in ledgers.values() for id in ids]
    found: dict[str, None] = {}
    for name in names:
        ids = ledgers.get(name) or [id for id in every if id.startswith(name)]
        if not ids:
            raise NotFound("ledger, id or beginning of an id", name, [*ledgers, *every])
        found |= dict.fromkeys(ids)
    return tuple(found)


def _names(document: Document) -> list[str]:
    if document.error or not isinstance(document.data, list):
        raise BadCase(document.error or "this is a list of ledgers, ids and beginnings of ids", document.place)
    return [str(name) for name in document.data]


def lost(report: Report, ids: Iterable[str]) -> list[str]:
    """What is missing of the finished ids, one sentence each."""
    missing = {mark: {id for ledger in report.values() for id in ledger["missing"][mark]} for mark in MARKS}
    return [f"{id} is no longer {mark}" for id in ids for mark in MARKS if id in missing[mark]]
