"""Every case under `cases/` passes, and what is finished stays covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.books import all_books
from legation.core.cases import FINISHED, Document, case_files, documents, run_document, run_paths
from legation.core.coverage import coverage_of, finished, lost

CASES = Path(__file__).resolve().parent.parent / "cases"
FILES = case_files(CASES) if CASES.exists() else []
DOCUMENTS = [document for file in FILES for document in documents(file)]
BOOKS = all_books()  # each is loaded by its first case


def title(document: Document) -> str:
    """What pytest calls a case: its file, its place in it and its name."""
    file = document.path.relative_to(CASES).with_suffix("").as_posix()
    return f"{file}#{document.number} {document.name}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=title)
def test_case(document: Document) -> None:
    outcome = run_document(document, BOOKS)
    if not outcome.passed:
        pytest.fail(str(outcome), pytrace=False)


def test_what_is_finished_stays_covered() -> None:
    """`cases/finished.yaml` lists ledgers, ids and beginnings of ids; none of them may lose a mark."""
    ids = finished(CASES / FINISHED, BOOKS)
    if ids:
        assert lost(coverage_of(run_paths(FILES, BOOKS), BOOKS), ids) == []
