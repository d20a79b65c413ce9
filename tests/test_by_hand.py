"""In random games every effect finds its rule among those that applied, but for what a book still does by hand.

Such ids are listed in `by_hand.yaml`.  The list may only get shorter: bring `MOST` down with it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from legation.books import book
from legation.core.conformance import check_why, random_play

LISTED: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "by_hand.yaml").read_text(encoding="utf-8"))
MOST = {"twg": 0, "awaw": 44}
ACTS, GAMES = 160, 2  # of each scenario
SCENARIOS = [(name, scenario) for name in MOST for scenario in book(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_effect_finds_its_rule_or_is_listed(name: str, scenario: str, seed: int) -> None:
    game = random_play(book(name), scenario, seed, ACTS, shuns=("end",), events=0.1)
    found = check_why(game)
    print(f"{name} {scenario} {seed}: by hand {dict(found.most_common())}")
    assert not found.keys() - set(LISTED[name]), "these changes pass no door of the kernel"


@pytest.mark.parametrize("name", MOST)
def test_the_list_only_gets_shorter(name: str) -> None:
    assert len(LISTED[name]) == len(set(LISTED[name])) <= MOST[name]
    assert not set(LISTED[name]) - book(name).registry.declared.keys()
