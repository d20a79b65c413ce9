"""Every effect finds its rule among those that applied: no book makes a change beside the kernel's doors."""

from __future__ import annotations

from collections import Counter

import pytest

from legation.books import all_books, book
from legation.testing.cases.play import CasePlay
from legation.testing.cases.reading import cases_of, documents
from legation.testing.cases.understanding import Case
from legation.testing.conformance import check_why, random_play

ACTS, GAMES = 160, 2  # of each scenario
SCENARIOS = [(name, scenario) for name in all_books() for scenario in book(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_effect_in_a_random_game_finds_its_rule(name: str, scenario: str, seed: int) -> None:
    found = check_why(random_play(book(name), scenario, seed, ACTS, shuns=("end",), events=0.1))
    assert not found, "these changes pass no door of the kernel"


@pytest.mark.parametrize("rows", [1, pytest.param(None, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", [name for name in all_books() if cases_of(book(name))])
def test_every_effect_in_every_case_finds_its_rule(name: str, rows: int | None) -> None:
    found: Counter[str] = Counter()
    for document in (d for file in cases_of(book(name)) for d in documents(file)):
        case = Case.of(document, {name: book(name)})
        for trial in case.trials[:rows]:
            play = CasePlay(case, trial, *case.settings[-1])
            play.run()
            for entry in play.game.record:
                told = "setup" in entry.cause or "given" in entry.cause
                if by := {change.rule for change in entry.effects if change.rule and not told}:
                    found.update(by - play.log.of_entry(entry.seq).applied)
    assert not found, "these changes pass no door of the kernel"
