"""A deed tried on a copy: it says what the deed then does, changes nothing, and knows no more than the seat."""

from __future__ import annotations

import pytest

import legation
from legation.core import acts
from legation.core.dispatch import dispatch_of
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.rehearsal import foretold
from legation.core.sight import Sight, meant, understood
from legation.testing.conformance import begin

SENTENCES = {
    "twg": ("Germany attacks Denmark with 4 infantry and takes it", "Germany attacks Spain"),
    "awaw": ("Germany declares war on Poland", "The Axis conquers Poland"),
}


def tried(game: Game, text: str) -> tuple[tuple[str, ...], str]:
    found = foretold(Sight(game, "germany", ("germany",)), understood(game, text, "germany"))
    if found is None:
        return (), "unknown"
    return tuple(tell.text for tell in found.tells), str(found.refused or "")


@pytest.mark.parametrize(("book", "scenario"), [("twg", "1939"), ("awaw", "older")])
def test_what_was_foretold_comes_about_and_nothing_had_changed(book: str, scenario: str) -> None:
    play = begin(legation.book(book), scenario, 3, shuns=("end",))
    done = 0
    for _ in range(25):
        play.step()
        game = play.game
        for text in SENTENCES[book]:
            before = (game.record.tip, dict(game.world.set_facts()), tuple(game.state.requests))
            tells, refused = tried(game, text)
            assert before == (game.record.tip, dict(game.world.set_facts()), tuple(game.state.requests))
            twin = game.branch()
            size = len(twin.record)
            said = ""
            try:
                twin.perform(meant(twin, text, "germany"), acts.Who.of("germany"))
            except Refused as error:
                said = str(error)
            assert refused in (said, "unknown")
            if refused:
                continue
            came = dispatch_of(Sight(twin, "germany"), size + 1, size + 1)
            assert tells == tuple(tell.text for tell in (came.lines if came else ()))
            done += bool(tells)
    assert done


def test_what_is_foretold_does_not_hang_on_hidden_points() -> None:
    found = []
    for target in ("rumania", "spain"):
        game = legation.new_game("awaw", scenario="older", seed=5)
        request = next(r for r in game.requests() if r.among and r.seat == "britain")
        game.answer(request.id, {target: request.total}, seat="britain")
        found.append([tried(game, text) for text in SENTENCES["awaw"]])
    assert found[0] == found[1]
