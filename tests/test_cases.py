"""Every case of every book passes, and what is finished stays covered."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from legation.books import all_books
from legation.core.cases_by_rule import CASES
from legation.testing.cases import FINISHED, Document, Outcome, cases_of, documents, run_document
from legation.testing.coverage import coverage_of, finished, lost

BOOKS = all_books()
FILES = [file for book in BOOKS.values() for file in cases_of(book)]
DOCUMENTS = [document for file in FILES for document in documents(file)]


def title(document: Document) -> str:
    """What pytest calls a case: its file, its place in it and its name."""
    book, _, *file = document.path.with_suffix("").parts[document.path.parts.index(CASES) - 1 :]
    return f"{'/'.join([book, *file])}#{document.number} {document.name}"


@pytest.fixture(name="run", scope="session")
def _run(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Document], Outcome]:
    """Run a case, once for all processes that test together."""
    base = tmp_path_factory.getbasetemp()
    kept = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "outcomes"
    kept.mkdir(exist_ok=True)

    def run(document: Document) -> Outcome:
        path = kept / f"{DOCUMENTS.index(document)}.pickle"
        if path.exists():
            return replace(pickle.loads(path.read_bytes()), document=document)
        outcome = run_document(document, BOOKS)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_bytes(pickle.dumps(replace(outcome, document=None)))  # type: ignore[arg-type]
        draft.rename(path)
        return outcome

    return run


@pytest.mark.parametrize("document", DOCUMENTS, ids=title)
def test_case(document: Document, run: Callable[[Document], Outcome]) -> None:
    outcome = run(document)
    if not outcome.passed:
        pytest.fail(str(outcome), pytrace=False)


def test_what_is_finished_stays_covered(run: Callable[[Document], Outcome]) -> None:
    """`finished.yaml` lists ledgers, ids and beginnings of ids; none of them may lose a mark."""
    ids = finished(Path(__file__).with_name(FINISHED), BOOKS)
    assert ids
    assert lost(coverage_of(map(run, DOCUMENTS), BOOKS), ids) == []
