"""Every declared rule carries weight: turned round, a case that lists it fails by something that a player can see."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from legation.books import all_books
from legation.testing.cases import FINISHED, cases_of, documents
from legation.testing.weight import weights

LEDGERS = yaml.safe_load(Path(__file__).with_name(FINISHED).read_text(encoding="utf-8"))
LOOSE = Path(__file__).with_name("loose_parts.yaml")
SAMPLE = 3  # the parts of every third id are weighed each time, those of all in the long run


@pytest.mark.parametrize("of_all", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("ledger", LEDGERS)
def test_every_rule_of_a_finished_ledger_carries_weight(ledger: str, of_all: bool) -> None:
    """The parts of a condition do so as well, but for as many as `loose_parts.yaml` counts; it only gets shorter.

    Those of two ids in three, and of what is declared again under an id, are left to the long run.  Run with
    LOOSE_PARTS=write and -m soak to write the numbers anew, and read the difference.
    """
    [book] = [b for b in all_books().values() if ledger in [known.name for known in b.registry.ledgers.ledgers]]
    found = [d for file in cases_of(book) for d in documents(file)]
    [weighed] = weights(book, found, [ledger], of_all=of_all, every=1 if of_all else SAMPLE)
    assert weighed.missing() == []
    listed: dict[str, dict[str, int]] = yaml.safe_load(LOOSE.read_text(encoding="utf-8"))
    loose, known = weighed.loose(), listed.get(ledger, {})
    if not of_all:
        [ids] = [found.ids for found in book.registry.ledgers.ledgers if found.name == ledger]
        sample = set(ids[::SAMPLE])
        known = {name: count for name, count in known.items() if name in sample}
    if of_all and os.environ.get("LOOSE_PARTS") == "write":
        comments = [line for line in LOOSE.read_text(encoding="utf-8").split("\n") if line.startswith("#")]
        written = yaml.safe_dump({**listed, ledger: loose}, sort_keys=True, allow_unicode=True, width=200)
        LOOSE.write_text("\n".join([*comments, written]), encoding="utf-8")
    count = weighed.count()
    print(f"{ledger}: {count['parts held']} of {count['parts']} parts of conditions carry weight")
    more = {cite: f"{n} parts carry no weight, not {known.get(cite, 0)}" for cite, n in loose.items()}
    assert not {cite: words for cite, words in more.items() if loose[cite] > known.get(cite, 0)}
    fewer = {cite: loose.get(cite, 0) for cite, n in known.items() if loose.get(cite, 0) < n}
    assert not fewer, "bring these down in loose_parts.yaml"
