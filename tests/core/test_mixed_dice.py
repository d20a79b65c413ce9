"""Mixed dice: of each roll its player types a face or lets the server roll; both stand in one record."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.core.errors import NotFound, NotYours, Refused
from legation.core.game import Game
from legation.core.verifier import check
from tests.books.tern.book import BOOK


def to_a_roll(game: Game) -> int:
    """Answer what is asked until a die is."""
    for _ in range(60):
        request = game.requests()[0]
        if request.kind == "roll":
            return request.id
        facts = {f: {"weather": "calm", "lighthouse": True}.get(f, 1) for f in request.facts}
        courts = [v for v in request.legal if v in ("auk", "brant")]
        value = facts if request.kind == "report" else (courts or request.legal)[0]
        game.answer(request.id, value, seat=request.seat)
    raise AssertionError("nobody rolls in this game")


def test_each_roll_is_typed_or_left_to_the_server(tmp_path: Path) -> None:
    game = Game.new(BOOK, "archipelago", dice="mixed", seed=5)
    request = to_a_roll(game)
    seat = game.state.requests[request].seat
    with pytest.raises(NotYours):
        game.roll(request, seat="south" if seat == "north" else "north")
    rolled = game.roll(request, seat=seat)[0]
    assert rolled.cause["source"] == "server"
    assert rolled.cause["answer"] == request
    typed = to_a_roll(game)
    entry = game.answer(typed, 4, seat=game.state.requests[typed].seat)[0]
    assert entry.cause["source"] == "typed"
    game.save(tmp_path / "mixed.legation")
    again = Game.open(tmp_path / "mixed.legation", {"tern": BOOK})
    assert again.dice.used == game.dice.used  # type: ignore[attr-defined]
    assert [r.kind for r in again.requests()] == [r.kind for r in game.requests()]
    assert again.verify() == []
    assert check(game.record.dump(), bytes.fromhex(game.vault.key))[0] == 0


def test_a_roll_taken_back_falls_as_it_fell() -> None:
    game = Game.new(BOOK, "archipelago", dice="mixed", seed=6)
    request = to_a_roll(game)
    seat = game.state.requests[request].seat
    first = game.roll(request, seat=seat)[0].cause["roll"]
    game.undo(seat="umpire", reason="to see")
    assert game.roll(request, seat=seat)[0].cause["roll"] == first


def test_the_server_rolls_only_where_it_has_dice_and_is_asked() -> None:
    typed = Game.new(BOOK, "archipelago", dice="typed")
    request = to_a_roll(typed)
    with pytest.raises(Refused, match="no dice of the server"):
        typed.roll(request, seat=typed.state.requests[request].seat)
    mixed = Game.new(BOOK, "archipelago", dice="mixed")
    with pytest.raises(Refused, match="asks for no roll"):
        mixed.roll(1, seat=mixed.requests()[0].seat)
    with pytest.raises(NotFound, match="no request “99”"):
        mixed.roll(99, seat="north")
