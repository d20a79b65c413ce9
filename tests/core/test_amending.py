"""A look at an amendment begins where the game stood, and says what it would say if all were played from the start."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import legation
from legation import books
from legation.core import rewind
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.record import Entry
from legation.testing.conformance import begin

books.register("tern", "tests.books.tern.book:BOOK")


def otherwise(game: Game, entry: Entry, rng: Random) -> Any:
    """Something else that could have been said."""
    said = entry.cause.get(rewind.AMENDABLE[entry.act or ""])
    if isinstance(said, dict) and said:
        name = rng.choice(sorted(said))
        return {name: said[name] + 1 if type(said[name]) is int else None}
    asked = next((r for e in game.record for r in e.opens if r.id == entry.cause.get("answer")), None)
    return rng.choice(asked.legal) if asked is not None and asked.legal else said


def told(game: Game, entry: int, value: Any) -> Any:
    try:
        found = game.amend(entry, value, "to see")
    except LegationError as error:
        return str(error)
    asked = sorted((request.seat, request.prompt) for request in found.result.requests())
    return [str(change) for change in found.changes], found.dropped, found.result.phase, asked


@pytest.mark.parametrize(("book", "scenario"), [("twg", "1939"), ("awaw", "older"), ("tern", "archipelago")])
def test_a_look_from_where_it_stood_says_the_same(book: str, scenario: str) -> None:
    play = begin(legation.book(book), scenario, 2, shuns=("end",), reports=0.1, rulings=0.03, events=0.1, undos=0.1)
    for _ in range(50):
        if not play.game.over:
            play.step()
    game, rng = play.game, Random(book)
    said = [entry for entry in game.live() if entry.act in rewind.AMENDABLE]
    for entry in rng.sample(said, min(6, len(said))):
        value = otherwise(game, entry, rng)
        assert rewind._before(game, entry.seq) is not None
        quick = told(game, entry.seq, value)
        with patch.object(rewind, "_before", lambda *_: None):
            assert quick == told(game, entry.seq, value), entry
