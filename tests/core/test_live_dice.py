"""Nonces of the seats, and live dice: neither the server nor a seat can choose, or know, a face beforehand."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import pytest

from legation.core import acts
from legation.core.acting import awaited
from legation.core.acts import Who
from legation.core.dice import Chain, Committed, hashes_of
from legation.core.errors import BadRecord, Closed, NotYours, Refused
from legation.core.game import Game
from legation.core.history import Vault
from legation.core.requests import TABLE, UMPIRE, Request
from legation.core.verifier import check
from legation.testing import conformance as suite
from tests.books.tern.book import BOOK as TERN

BOOKS = {"tern": TERN}


def verdict(game: Game) -> tuple[int, str]:
    return check(game.record.dump(), [bytes.fromhex(key) for key in (*game.vault.retired, game.vault.key)])


def rolled(game: Game) -> Game:
    """Played until a die has fallen."""
    play = suite.RandomPlay(game, 5, Random(5), undos=0)
    while not any("roll" in e.cause for e in game.record):
        play.step()
    return game


def forged(game: Game, **cause: object) -> bytes:
    """The record, chained anew, with the cause of its first die changed."""
    header, *lines = game.record.dump().removesuffix(b"\n").split(b"\n")
    out, prev = [header], json.loads(header)["hash"]
    done = False
    for line in lines:
        entry = json.loads(line)
        del entry["hash"]
        if "roll" in entry["cause"] and not done:
            entry["cause"] |= cause
            entry["cause"] = {k: v for k, v in entry["cause"].items() if v is not None}
            done = True
        entry["prev"] = prev
        body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        prev = hashlib.sha256(body).hexdigest()
        out.append(body + f',"hash":"{prev}"}}'.encode())
    return b"\n".join(out) + b"\n"


# -- nonces
def test_every_seat_has_a_nonce_sealed_before_the_first_die_tells_them() -> None:
    game = Game.new(TERN, "archipelago")
    assert game.record.header.dice["drawn"].keys() == {*TERN.seats}
    assert not any(word.encode() in game.record.dump() for word in game.vault.nonces.values())
    made = game.perform(acts.Nonce("heron"), Who.of("north"))
    assert made[0].cause["nonce"] == hashes_of({"north": "heron"})
    assert b"heron" not in game.record.dump()
    rolled(game)
    first, *rest = (e.cause for e in game.record if "roll" in e.cause)
    assert first["nonces"]["north"] == "heron"
    assert first["drawn"] == ["south"]  # absent: the server drew, had sealed it before, and the record says so
    assert not any("nonces" in cause for cause in rest)
    assert verdict(game)[0] == 0
    assert suite.copy(game).dice == game.dice
    with pytest.raises(Refused, match="the first die is rolled"):
        game.perform(acts.Nonce("late"), Who.of("south"))


def test_the_last_word_counts_and_a_keyboard_speaks_for_all() -> None:
    game = Game.new(TERN, "archipelago")
    game.perform(acts.Nonce("drawn by itself"), Who.of(TABLE))
    game.perform(acts.Nonce("heron"), Who.of("north"))
    assert isinstance(game.dice, Committed)
    assert game.dice.words == {"north": "heron", "south": "drawn by itself"}
    assert game.dice.drawn == frozenset()
    rolled(game)
    assert verdict(game)[0] == 0


@pytest.mark.parametrize("word", ["", "x" * 201])
def test_a_word_is_neither_empty_nor_a_novel(word: str) -> None:
    with pytest.raises(Refused, match="1 to 200"):
        Game.new(TERN, "archipelago").perform(acts.Nonce(word), Who.of("north"))


def test_the_umpire_adds_no_word_and_typed_dice_take_none() -> None:
    with pytest.raises(NotYours, match="only a seat"):
        Game.new(TERN, "archipelago").perform(acts.Nonce("heron"), Who.of(UMPIRE))
    with pytest.raises(Refused, match="no dice of the server"):
        Game.new(TERN, "archipelago", dice="typed").perform(acts.Nonce("heron"), Who.of("north"))


def test_other_words_than_were_sealed_are_forged() -> None:
    game = rolled(Game.new(TERN, "archipelago"))
    told = next(e.cause["nonces"] for e in game.record if "nonces" in e.cause)
    for other in ({**told, "north": "tuned"}, {"north": told["north"]}, None):
        assert "other words of the seats" in check(forged(game, nonces=other))[1]


def test_a_take_back_and_a_reload_roll_the_same_face(tmp_path: Path) -> None:
    game = rolled(Game.new(TERN, "archipelago"))
    game.save(tmp_path / "game.legation")
    fell = [(e.cause["label"], e.cause["roll"]) for e in game.live() if "roll" in e.cause]
    act = next(e for e in reversed(game.live()) if e.act)
    for _ in range(3):
        game.undo(seat=UMPIRE, reason="again")
        game = Game.open(tmp_path / "game.legation", BOOKS)
        game.perform(acts.act_of(act, act.cause.get("value"), act.cause.get("answer", 0)), Who.of(act.by))
        assert [(e.cause["label"], e.cause["roll"]) for e in game.live() if "roll" in e.cause] == fell
        assert verdict(game)[0] == 0


def test_a_vault_with_other_words_is_refused() -> None:
    game = Game.new(TERN, "archipelago")
    vault = game.vault.copy()
    vault.nonces["north"] = "tuned"
    with pytest.raises(BadRecord, match="other words for the dice"):
        Game.load(game.record.dump(), "game", BOOKS, vault)


def test_a_new_key_asks_for_new_nonces() -> None:
    play = suite.begin(TERN, "archipelago", 2)
    while not play.game.over:
        play.step()
    game = play.game
    made = game.undo(seat=UMPIRE, reason="not yet")[-1]
    assert made.cause["drawn"].keys() == {*TERN.seats}  # the new key was drawn when the old nonces were known
    game.perform(acts.Nonce("heron"), Who.of("north"))
    while not game.over:
        play.step()
    assert verdict(game)[0] == 0
    assert suite.copy(game).dice == game.dice


# -- live dice
CHAINS = {"north": Chain("n" * 64, 40), "south": Chain("s" * 64, 40)}


def live(*seats: str) -> Game:
    game = Game.new(TERN, "archipelago", dice="live")
    for seat in seats or CHAINS:
        game.perform(acts.Anchor(CHAINS[seat].anchor), Who.of(seat))
    return game


def asked_for_a_die(game: Game) -> Request:
    play = suite.RandomPlay(game, 5, Random(5), undos=0)
    for _ in range(400):
        found = next((r for r in game.requests() if r.kind == "roll"), None)
        if found is not None:
            return found
        play.step()
    raise AssertionError("no die is rolled")


def open_next(game: Game, request: Request) -> None:
    assert isinstance(game.dice, Committed)
    opener = awaited(game, request)
    value = CHAINS[opener].before(game.dice.chains[opener])
    assert value is not None
    game.perform(acts.Open(request.id, value), Who.of(opener))


def test_a_live_die_falls_when_another_seat_has_opened_its_value() -> None:
    game = live()
    for _ in range(2):
        due = asked_for_a_die(game)
        assert awaited(game, due) != due.seat
        open_next(game, due)
        assert verdict(game)[0] == 0
        assert suite.copy(game).dice == game.dice
        assert game.verify() == []
    entry = next(e for e in game.record if "opened" in e.cause)
    assert entry.cause["source"] == "server"
    assert entry.chair in entry.cause["opened"]


def test_the_face_depends_on_the_value_that_was_opened() -> None:
    """So the server, which knows its key, cannot tell it beforehand."""
    game = live()
    due = asked_for_a_die(game)
    assert isinstance(game.dice, Committed)
    faces = set()
    for secret in "0123456789abcdef":
        twin = suite.copy(game)
        opener = awaited(twin, due)
        chain = Chain(secret * 64, 5)
        twin.perform(acts.Anchor(chain.anchor), Who.of(opener))
        value = chain.before(chain.anchor)
        assert value is not None
        made = twin.perform(acts.Open(due.id, value), Who.of(opener))
        faces.add(made[0].cause["roll"])
        assert verdict(twin)[0] == 0
    assert len(faces) > 1


def test_nobody_types_a_live_die_or_opens_a_wrong_value_or_anothers() -> None:
    game = live()
    due = asked_for_a_die(game)
    opener = awaited(game, due)
    size = len(game.record)
    with pytest.raises(Refused, match="nobody types it"):
        game.answer(due.id, 1, seat=due.seat)
    with pytest.raises(Refused, match="opens a value"):
        game.roll(due.id, seat=due.seat)
    with pytest.raises(Refused, match="not the next value"):
        game.perform(acts.Open(due.id, "f" * 64), Who.of(opener))
    with pytest.raises(NotYours, match="to open"):
        game.perform(acts.Open(due.id, "f" * 64), Who.of(due.seat))
    with pytest.raises(Closed):
        game.perform(acts.Open(9999, "f" * 64), Who.of(opener))
    assert len(game.record) == size
    open_next(game, due)


def test_a_live_die_that_is_taken_back_falls_again_as_it_fell() -> None:
    game = live()
    due = asked_for_a_die(game)
    open_next(game, due)
    fell = next(e.cause for e in game.record if "opened" in e.cause)
    game.undo(seat=UMPIRE, reason="once more")
    for twin in (game, suite.copy(game)):
        assert any(r.purpose == due.purpose for r in twin.requests())
        made = twin.perform(acts.Roll(due.id), Who.of(due.seat))
        assert made[0].cause["roll"] == fell["roll"]
        assert verdict(twin)[0] == 0


def test_without_another_chain_a_press_rolls_and_the_umpire_takes_out_one_that_is_gone() -> None:
    game = live("north")
    due = asked_for_a_die(game)
    if awaited(game, due):
        with pytest.raises(Refused, match="why"):
            game.perform(acts.Anchor("", "north"), Who.of(UMPIRE))
        game.perform(acts.Anchor("", "north", "her telephone is at the bottom of a lake"), Who.of(UMPIRE))
    made = game.roll(due.id, seat=due.seat)
    assert "opened" not in made[0].cause
    assert verdict(game)[0] == 0
    assert suite.copy(game).dice == game.dice


def test_a_live_die_without_its_value_is_forged_and_needs_no_key_to_be_found() -> None:
    game = live()
    open_next(game, asked_for_a_die(game))
    for other in (None, {"north": "0" * 64}, {"south": "0" * 64}):
        assert check(forged(game, opened=other))[0] == 1


def test_two_people_with_two_files_find_the_same_face() -> None:
    """What passes between them are plain values: an anchor, a request, a value."""
    game = live()
    due = asked_for_a_die(game)
    sent = json.loads(json.dumps({"record": game.record.dump().decode(), "request": due.id}))
    there, _ = Game.load(sent["record"].encode(), "there", BOOKS, Vault(**json.loads("{}")))  # without the key
    opener = awaited(game, due)
    anchor = [e.cause["chain"][opener] for e in there.record if opener in e.cause.get("chain", {})][-1]
    value = CHAINS[opener].before(anchor)
    game.perform(acts.Open(sent["request"], str(value)), Who.of(opener))
    assert verdict(game)[0] == 0


def test_a_chain_is_opened_from_its_end_and_knows_when_it_is_over() -> None:
    chain = Chain(length=3)
    shown, values = chain.anchor, []
    while (value := chain.before(shown)) is not None:
        values.append(value)
        shown = value
    assert len(values) == 3
    assert values[-1] == chain.secret
    assert chain.before("0" * 64) is None


def test_live_games_can_be_played_to_the_end_and_verify() -> None:
    game = live()
    play = suite.RandomPlay(game, 9, Random(9), undos=0)
    for _ in range(300):
        if game.over:
            break
        due = next((r for r in game.requests() if r.kind == "roll"), None)
        if due is not None:
            open_next(game, due)
        else:
            play.step()
    assert sum("opened" in e.cause for e in game.record) > 3
    assert verdict(game)[0] == 0
    assert game.verify() == []
