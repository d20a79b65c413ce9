"""Whatever a seat is shown is worked out on one world, the one that it may see."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.books import book
from legation.core.book import Book
from legation.core.sight import Sight, hidden_from, world_for
from legation.testing.conformance import RandomPlay, begin, seats
from tests.books.tern.book import BOOK as TERN

TOP = Path(__file__).resolve().parent.parent / "legation"
# Who may look at a game's own world, and why; every other module of an edge asks `world_for`.
ENTITLED = {
    "cli/money.py": "the sheet of a group's board, which hides nothing",
    "cli/show.py": "the words of facts that are to be reported",
    "cli/guide.py": "what was last reported, of what the seat is asked",
    "cli/render/requests.py": "what was last reported, of what the seat is asked",
    "cli/render/reasons.py": "whether a fact was ruled by the umpire",
    "play/tournament.py": "plays all seats",
}


def of_a_game(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id in ("game", "found")) or (
        isinstance(node, ast.Attribute) and node.attr == "game"
    )


def worlds_of_games(tree: ast.AST) -> Iterator[int]:
    """The lines that look at the world of a game, and not only at its schema."""
    schemas = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "schema"}
    looks = (n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "world")
    return (look.lineno for look in looks if of_a_game(look.value) and id(look) not in schemas)


def test_one_function_says_what_a_seat_may_see() -> None:
    defined = [
        f"{path.relative_to(TOP)}:{node.lineno}"
        for path in sorted(TOP.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name in ("world_for", "hidden_from")
    ]
    assert [place.partition(":")[0] for place in defined] == ["core/sight.py"] * 2, defined


def test_edges_look_at_no_other_world() -> None:
    found: dict[str, list[int]] = {}
    for part in ("web", "cli", "sim", "play"):
        for path in sorted((TOP / part).rglob("*.py")):
            if lines := list(worlds_of_games(ast.parse(path.read_text(encoding="utf-8")))):
                found[path.relative_to(TOP).as_posix()] = lines
    assert found.keys() == ENTITLED.keys(), {name: found[name] for name in found.keys() - ENTITLED.keys()}


def something_hidden(of: Book, scenario: str) -> RandomPlay:
    """A random game in which facts are hidden."""
    play = begin(of, scenario, 3, undos=0.0)
    for _ in range(200):
        if len(play.game.vault.facts) > 2:
            break
        play.step()
    assert play.game.vault.facts
    return play


@pytest.mark.parametrize(("name", "scenario"), [("tern", "archipelago"), ("awaw", "older"), ("awaw", "current-gs")])
def test_every_view_has_the_facts_of_that_world(name: str, scenario: str) -> None:
    game = something_hidden(TERN if name == "tern" else book(name), scenario).game
    for seat in seats(game):
        world = world_for(game, seat)
        by_fact = [key for key in game.world.set_facts() if not game.may_see(seat, key)]
        assert hidden_from(game, seat) == by_fact
        assert world.set_facts() == game.view(seat)["facts"]
        assert Sight(game, seat).world.set_facts() == world.set_facts()
    assert hidden_from(game, None) == hidden_from(game, "table") != []
