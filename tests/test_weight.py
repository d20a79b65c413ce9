"""Every declared rule carries weight: turned round, a case that lists it fails by something that a player can see."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from legation.books import all_books
from legation.core.cases import case_files, documents
from legation.core.ledger import Ledgers
from legation.core.weight import weights

CASES = Path(__file__).resolve().parent.parent / "cases"
WEIGHTLESS: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("weightless.yaml").read_text()) or {}


@pytest.mark.parametrize("ledger", Ledgers.names())
def test_every_rule_of_a_finished_ledger_carries_weight(ledger: str) -> None:
    """What `weightless.yaml` names is still to do; it may only get shorter."""
    [book] = [b for b in all_books().values() if ledger in [known.name for known in b.registry.ledgers.ledgers]]
    found = [d for file in case_files(CASES) for d in documents(file) if d.data["book"] == book.name]
    [weighed] = weights(book, found, [ledger], parts=False)
    assert weighed.missing() == WEIGHTLESS.get(ledger, [])
