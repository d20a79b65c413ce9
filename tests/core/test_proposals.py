"""Taking back across a die, and ending a game: proposed by one, carried out by the yes of those whom it touches."""

from __future__ import annotations

import pytest

import legation
from legation.core.acts import Consent, End, Propose, Rolls, Undo, Who
from legation.core.chronicle import chronicle
from legation.core.errors import Closed, NotYours, Refused
from legation.core.game import Game
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.core.takeback import takeback_of
from tests.books.tern.book import BOOK

PEOPLE = ("germany", "uk", "ussr")


def person(seat: str) -> Who:
    return Who(seat, (seat,), (TABLE,), people=tuple(other for other in PEOPLE if other != seat))


def rolled(*faces: int) -> Game:
    """Dice of unrest that were typed: the first is Germany's, for Iraq."""
    game = legation.new_game("twg", scenario="1939", dice="typed")
    for _ in range(2):
        asked = game.requests()[0]
        game.answer(asked.id, True if asked.kind == "confirm" else dict.fromkeys(asked.facts, 0), seat=asked.seat)
    game.perform(Rolls(tuple(("", face) for face in faces)), person("germany"))
    return game


def test_a_die_is_taken_back_when_those_whom_it_touches_allow_it() -> None:
    game = rolled(3)
    assert game.world["stance.iraq.germany"] == "friendly"
    with pytest.raises(Refused, match="only the umpire"):
        game.perform(Undo(), person("germany"))
    found = takeback_of(Sight(game, "germany"), person("germany"))
    assert (found.free, found.asks) == (False, ("U.K.",))  # which has lost Iraq; the USSR has no part in it
    (note,) = game.perform(Propose("undo", reason="typed 3 for 13"), person("germany"))
    assert note.cause["asked"] == ["uk"]
    asked = takeback_of(Sight(game, "uk"), person("uk")).proposal
    assert asked is not None
    assert asked.wanted
    assert asked.says == "Unrest in Iraq: Germany rolled 3, needed 5 or less: a success"
    with pytest.raises(NotYours):
        game.perform(Consent(note.seq), person("ussr"))
    game.perform(Consent(note.seq), person("uk"))
    assert game.world["stance.iraq.germany"] == "neutral"
    assert game.requests()[0].prompt.startswith("Roll d12 for Iraq")
    assert chronicle(Sight(game, "ussr")).lines[-1].text.endswith("allowed by U.K.")
    assert game.verify() == []


def test_a_no_settles_it_and_nothing_has_changed() -> None:
    game = rolled(3)
    (note,) = game.perform(Propose("undo"), person("germany"))
    game.perform(Consent(note.seq, yes=False), person("uk"))
    assert game.world["stance.iraq.germany"] == "friendly"
    assert takeback_of(Sight(game, "uk"), person("uk")).proposal is None
    with pytest.raises(Closed):
        game.perform(Consent(note.seq), person("uk"))


def test_the_umpire_may_carry_it_out() -> None:
    game = rolled(3)
    (note,) = game.perform(Propose("undo"), person("germany"))
    game.perform(Consent(note.seq), Who.of(UMPIRE))
    assert game.world["stance.iraq.germany"] == "neutral"


def test_a_proposal_is_void_when_the_game_has_gone_on() -> None:
    game = rolled(3)
    (note,) = game.perform(Propose("undo"), person("germany"))
    game.perform(Rolls((("", 12),)), person("germany"))
    with pytest.raises(Closed):
        game.perform(Consent(note.seq), person("uk"))


def test_only_ones_own_act_is_proposed() -> None:
    game = rolled(3)
    with pytest.raises(NotYours):
        game.perform(Propose("undo"), person("uk"))
    with pytest.raises(NotYours):
        game.perform(Propose("undo"), Who("spectator", ()))


def test_alone_one_asks_nobody() -> None:
    game = rolled(3)
    game.perform(Propose("undo"), Who("host", (TABLE, *game.book.seats)))
    assert game.world["stance.iraq.germany"] == "neutral"


def test_a_game_is_ended_by_all_who_play_it() -> None:
    game = rolled(12)
    with pytest.raises(NotYours, match="propose it"):
        game.perform(End(), person("uk"))
    (note,) = game.perform(Propose("end", reason="it is late"), person("uk"))
    game.perform(Consent(note.seq), person("germany"))
    assert not game.over
    game.perform(Consent(note.seq), person("ussr"))
    assert game.over
    assert game.requests() == []
    again = Game.load(game.record.dump(), "the game", legation.books.all_books())[0]
    assert again.over
    assert game.verify() == []
    game.perform(Undo(reason="one turn more"), Who.of(UMPIRE))
    assert not game.over
    assert game.requests()


def test_the_umpire_ends_a_game() -> None:
    game = rolled(12)
    game.perform(End("the hall closes"), Who.of(UMPIRE))
    assert game.over


def test_what_was_opened_stays_open() -> None:
    game = Game.new(BOOK, "archipelago", seed=1)
    people = tuple(game.book.seats)
    for _ in range(40):
        asked = game.requests()[0]
        value = {} if asked.among else asked.legal[0] if asked.legal else {}
        made = game.answer(asked.id, value, seat=asked.seat if asked.seat != TABLE else people[0])
        if any("reveal" in e.cause or e.reveals for e in made):
            by = made[0].by
            who = Who(by, (by,), (TABLE,), people=tuple(p for p in people if p != by))
            with pytest.raises(Refused, match="stays open"):
                game.perform(Propose("undo"), who)
            assert "stays open" in takeback_of(Sight(game, by), who).why_not
            return
    raise AssertionError("nothing was opened")
