"""One door: who may is asked before anything is touched, and an entry keeps the chair beside the voice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legation.core import acts
from legation.core.acts import Act, Who
from legation.core.chronicle import chronicle
from legation.core.errors import Closed, LegationError, NotFound, NotYours
from legation.core.game import Game
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from tests.books.tern.book import BOOK as TERN
from tests.core.test_mixed_dice import to_a_roll

NORTH, SOUTH = Who.of("north"), Who.of("south")
SPECTATOR = Who("spectator", ())
HOST = Who("host", (TABLE, "north"), ("south",))
TOLD = {"weather": "calm", "harbour.auk": 2}


def game_at_the_report() -> Game:
    """Everybody has sealed; the table is asked for the weather."""
    game = Game.new(TERN, "archipelago", seed=1)
    for value in ({"auk": 2}, {"auk": 1}, 2, 1):
        request = game.requests()[0]
        game.perform(acts.Answer(request.id, value), Who.of(request.seat))
    assert [r.seat for r in game.requests()] == [TABLE]
    return game


def asked(game: Game) -> int:
    return game.requests()[0].id


@pytest.mark.parametrize(
    ("act", "who", "kind", "says"),
    [
        (acts.Answer(1, {}), SOUTH, NotYours, "request 1 is for north, not for south"),
        (acts.Answer(1, {}), replace(HOST, named="south"), NotYours, "request 1 is for north, not for south"),
        (acts.Answer(1, {}), Who.of(UMPIRE), NotYours, "request 1 is for north, not for umpire"),
        (acts.Answer(1, {}), SPECTATOR, NotYours, "a spectator looks on and does not act"),
        (acts.Answer(1, {}), replace(SOUTH, named="north"), NotYours, "this chair does not act for north"),
        (acts.Answer(1, {}), replace(NORTH, named="nroth"), NotFound, "there is no seat “nroth”"),
        (acts.Answer(99, {}), NORTH, NotFound, "there is no request “99”"),
        (acts.Roll(1), SOUTH, NotYours, "request 1 is for north, not for south"),
        (acts.Roll(1), replace(SOUTH, bots=("north",)), NotYours, "request 1 is for north"),  # it is no die
        (acts.Report({"weather": "calm"}), SPECTATOR, NotYours, "a spectator looks on"),
        (acts.Event("raid", {}), SPECTATOR, NotYours, "a spectator looks on"),
        (acts.Ruling({"turn": 3}, "because I say so"), NORTH, NotYours, "only the umpire does this"),
        (acts.Amend(2, 1, "because I say so"), NORTH, NotYours, "only the umpire does this"),
    ],
)
def test_who_may_not_is_refused_before_anything_is_touched(
    act: Act, who: Who, kind: type[LegationError], says: str
) -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    before = vars(game).copy()
    size, vault = len(game.record), game.vault.copy()
    with pytest.raises(kind, match=says):
        game.perform(act, who)
    assert all(now is before[name] for name, now in vars(game).items())
    assert (len(game.record), game.vault) == (size, vault)


def test_a_closed_request_is_refused_and_nothing_is_lost() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.perform(acts.Answer(1, {}), NORTH)
    state = game.state
    with pytest.raises(Closed, match="request 1 is no longer open"):
        game.perform(acts.Answer(1, {}), NORTH)
    assert game.state is state


def test_what_a_seat_does_from_its_own_chair_names_no_chair() -> None:
    game = game_at_the_report()
    (entry, *_) = game.perform(acts.Answer(asked(game), TOLD), SOUTH)
    assert (entry.by, entry.chair) == ("south", "")
    assert b'"chair"' not in game.record.dump()
    assert "chair" not in game.log("north")[-1]


def test_the_chair_stands_beside_the_voice() -> None:
    game = game_at_the_report()
    (entry, *_) = game.perform(acts.Answer(asked(game), TOLD), replace(SOUTH, named=TABLE))
    assert (entry.by, entry.chair) == (TABLE, "south")
    again, damage = Game.load(game.record.dump(), "again", {"tern": TERN})
    assert damage is None
    assert again.record[entry.seq].chair == "south"
    assert again.log("north")[entry.seq - 1]["chair"] == "south"
    assert game.branch().record[entry.seq].chair == "south"
    assert game.verify() == []
    line = chronicle(Sight(game, "north")).lines[entry.seq - 1]
    assert (line.by, line.chair) == (TABLE, "south")
    assert line.text.startswith("The table, by the South’s chair, told:")


def test_a_device_is_the_chair_of_those_who_play_there() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    assert game.perform(acts.Answer(1, {}), HOST)[0].chair == ""
    entry = game.perform(acts.Answer(2, {}), HOST)[0]  # nobody plays the South: the host acts where it must
    assert (entry.by, entry.chair) == ("south", "host")
    assert chronicle(Sight(game, "north")).lines[-1].text == "The South, by the host’s device, sealed an answer"


def test_a_person_rolls_for_a_bot() -> None:
    game = Game.new(TERN, "archipelago", dice="typed")
    number = to_a_roll(game)
    request = game.state.requests[number]
    other = NORTH if request.seat == "south" else SOUTH
    with pytest.raises(NotYours):
        game.perform(acts.Answer(request.id, 5), other)
    with pytest.raises(NotYours):
        game.perform(acts.Answer(request.id, 5), replace(SPECTATOR, bots=(request.seat,)))
    entry = game.perform(acts.Answer(request.id, 5), replace(other, bots=(request.seat,)))[0]
    assert (entry.by, entry.chair, entry.cause["source"]) == (request.seat, other.chair, "typed")


def test_an_act_is_taken_back_by_whoever_did_it_or_the_umpire() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.perform(acts.Report({"ships.auk.north": 2}), NORTH)
    state = game.state
    with pytest.raises(NotYours, match="entry 2 is north’s; only they or the umpire take it back"):
        game.perform(acts.Undo(), SOUTH)
    assert game.state is state
    assert game.perform(acts.Undo(2), NORTH)[0].by == "north"
    game.perform(acts.Report({"ships.auk.north": 2}), replace(NORTH, named=TABLE))
    assert game.perform(acts.Undo(), SOUTH)[0].by == "south"  # what is said for the table is everybody's
    game.perform(acts.Report({"ships.auk.north": 2}), SOUTH)
    assert game.perform(acts.Undo(reason="no"), Who.of(UMPIRE))[0].by == UMPIRE
    game.perform(acts.Answer(1, {}), NORTH)
    assert game.perform(acts.Undo(), HOST)[0].by == "north"


def test_an_old_record_reads_as_before() -> None:
    game = game_at_the_report()
    size = len(game.record.dump())
    game.perform(acts.Report({"ships.auk.north": 2}), replace(NORTH, named=TABLE))
    part = game.record.upto(len(game.record) - 1)
    assert len(part.dump()) == size
    assert all(entry.chair == "" for entry in part)
