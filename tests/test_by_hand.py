"""In random games every effect finds its rule among those that applied, but for what a book still does by hand.

Such ids are listed in `by_hand.yaml`.  The list may only get shorter: bring `MOST` down with it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

import legation
from legation.books import book
from legation.core.cases.play import Play
from legation.core.cases.reading import case_files, documents
from legation.core.cases.understanding import Case
from legation.core.conformance import check_why, random_play

LISTED: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "by_hand.yaml").read_text(encoding="utf-8"))
MOST = {"twg": 6, "awaw": 0}
ACTS, GAMES = 160, 2  # of each scenario
SCENARIOS = [(name, scenario) for name in MOST for scenario in book(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_effect_finds_its_rule_or_is_listed(name: str, scenario: str, seed: int) -> None:
    game = random_play(book(name), scenario, seed, ACTS, shuns=("end",), events=0.1)
    found = check_why(game)
    print(f"{name} {scenario} {seed}: by hand {dict(found.most_common())}")
    assert not found.keys() - set(LISTED[name]), "these changes pass no door of the kernel"


THROUGHOUT = ("awaw",)  # books in which no case leaves anything by hand, and none of whose modules writes into a log
CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize("rows", [1, pytest.param(None, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", THROUGHOUT)
def test_every_effect_in_every_case_finds_its_rule(name: str, rows: int | None) -> None:
    found: Counter[str] = Counter()
    for document in (d for file in case_files(CASES / name) for d in documents(file)):
        case = Case.of(document, {name: book(name)})
        for trial in case.trials[:rows]:
            play = Play(case, trial, *case.settings[-1])
            play.run()
            for entry in play.game.record:
                told = "setup" in entry.cause or "given" in entry.cause
                if by := {change.rule for change in entry.effects if change.rule and not told}:
                    found.update(by - play.log.of_entry(entry.seq).applied)
    assert not found, "these changes pass no door of the kernel"


@pytest.mark.parametrize("name", THROUGHOUT)
def test_only_doors_of_the_kernel_write_into_a_log(name: str) -> None:
    modules = sorted((Path(legation.__file__).parent / name).rglob("*.py"))
    assert not [module.name for module in modules if ".note(" in module.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", MOST)
def test_the_list_only_gets_shorter(name: str) -> None:
    assert len(LISTED[name]) == len(set(LISTED[name])) <= MOST[name]
    assert not set(LISTED[name]) - book(name).registry.declared.keys()
