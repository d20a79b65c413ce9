"""Every case of every book passes, and what is finished stays covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.books import all_books
from legation.core.cases_by_rule import CASES
from legation.testing.cases import FINISHED, Document, cases_of, documents, run_document, run_paths
from legation.testing.coverage import coverage_of, finished, lost

BOOKS = all_books()
FILES = [file for book in BOOKS.values() for file in cases_of(book)]
DOCUMENTS = [document for file in FILES for document in documents(file)]


def title(document: Document) -> str:
    """What pytest calls a case: its file, its place in it and its name."""
    book, _, *file = document.path.with_suffix("").parts[document.path.parts.index(CASES) - 1 :]
    return f"{'/'.join([book, *file])}#{document.number} {document.name}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=title)
def test_case(document: Document) -> None:
    outcome = run_document(document, BOOKS)
    if not outcome.passed:
        pytest.fail(str(outcome), pytrace=False)


def test_what_is_finished_stays_covered() -> None:
    """`finished.yaml` lists ledgers, ids and beginnings of ids; none of them may lose a mark."""
    ids = finished(Path(__file__).with_name(FINISHED), BOOKS)
    if ids:
        assert lost(coverage_of(run_paths(FILES, BOOKS), BOOKS), ids) == []
