"""`import legation`: small, lazy, and what it promises."""

from __future__ import annotations

import subprocess
import sys

import legation

LOOK = """
import sys
import legation
heavy = {"numpy", "typer", "rich", "msgspec", "yaml", "legation.books.twg", "legation.books.awaw", "legation.core"}
print(sorted(heavy & sys.modules.keys()))
"""


def test_import_loads_nothing_else() -> None:
    found = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in legation.__all__:
        assert getattr(legation, name) is not None
    assert set(dir(legation)) == set(legation.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    assert not hasattr(legation, "nonsense")


def test_new_game_takes_the_first_scenario_and_open_game_goes_on(tmp_path) -> None:  # type: ignore[no-untyped-def]
    game = legation.new_game("tern", seed=1)
    assert game.scenario == "archipelago"
    game.save(tmp_path / "a.legation")
    assert [r.id for r in legation.open_game(tmp_path / "a.legation").requests()] == [r.id for r in game.requests()]


def test_the_module_is_the_command() -> None:
    words = [sys.executable, "-m", "legation", "--version"]
    assert (
        subprocess.run(words, capture_output=True, text=True, check=True).stdout == f"legation {legation.__version__}\n"
    )
