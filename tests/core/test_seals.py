"""Seals hold: what is shown is what was sealed, and what is lost is asked for again."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from legation.books import all_books
from legation.core import acts
from legation.core.acting import amendment_of
from legation.core.acts import Who
from legation.core.errors import BadRecord, Refused
from legation.core.game import UMPIRE, Game
from legation.core.history import Vault
from legation.core.record import Record, _seal
from legation.core.requests import Request
from legation.testing.conformance import begin, copy, unhashed
from tests.books.tern.book import BOOK as TERN

BOOKS = {**all_books(), "tern": TERN}


def placed(north: int = 2) -> Game:
    """Both leagues have sent their envoys, and the North has bid."""
    game = Game.new(TERN, "archipelago", seed=1)
    for request, value, seat in ((1, {"auk": north}, "north"), (2, {"brant": 1}, "south"), (3, 1, "north")):
        game.answer(request, value, seat=seat)
    return game


def opened(game: Game, vault: Vault | None = None, blob: bytes = b"") -> Game:
    found, damage = Game.load(blob or game.record.dump(), "a game", BOOKS, vault or Vault(key=game.vault.key))
    if damage:
        raise damage
    return found


def altered(game: Game, change: Any) -> bytes:
    """The record with something else in it, and every hash made anew."""
    lines, tail = [game.record._first], Record(game.record.header).tail
    for entry in game.record:
        plain = json.loads(msgspec.json.encode(entry))
        change(plain)
        line, tail = _seal(msgspec.structs.replace(msgspec.convert(plain, type(entry)), prev=tail))
        lines.append(line)
    return b"\n".join(lines) + b"\n"


# -- what is shown is what was sealed
def bid_in_full() -> Game:
    game = placed()
    game.answer(4, 2, seat="south")
    return game


@pytest.mark.parametrize("what", ["reveal", "salts", "commitment"])
def test_an_answer_other_than_the_sealed_one_is_damage(what: str) -> None:
    def change(entry: dict[str, Any]) -> None:
        cause = entry["cause"]
        if what in cause and what == "reveal":
            cause["reveal"]["north"] = 0
        elif what in cause and what == "salts":
            cause["salts"]["north"] = "0" * 32
        elif what in cause:
            cause["commitment"] = "0" * 64

    game = bid_in_full()
    with pytest.raises(BadRecord, match=r"shows another answer of (north|south) than was sealed in entry \d"):
        opened(game, game.vault, altered(game, change))


def test_a_reveal_that_nobody_sealed_is_damage() -> None:
    def change(entry: dict[str, Any]) -> None:
        entry["cause"].pop("commitment", None)

    game = bid_in_full()
    with pytest.raises(BadRecord, match="which nobody has sealed"):
        opened(game, game.vault, altered(game, change))


@pytest.mark.parametrize("seed", range(4))
def test_hidden_facts_are_checked_where_they_come_to_light(seed: int) -> None:
    play = begin(TERN, "archipelago", seed, undos=0.1)
    while not any(e.reveals and any(c.fact in e.reveals for c in e.effects) for e in play.game.record):
        play.step()
    game = play.game
    assert opened(game, game.vault).lost == ()

    def change(entry: dict[str, Any]) -> None:
        for effect in entry.get("effects", []):
            if effect["fact"] in entry.get("reveals", {}):
                effect["new"] = 2 - effect["new"] if effect["new"] != 1 else 0

    with pytest.raises(BadRecord, match="shows another envoys"):
        opened(game, None, altered(game, change))


def test_a_vault_that_does_not_fit_is_refused_without_its_values() -> None:
    game = placed()
    vault = game.vault.copy()
    vault.answers[3] = (2, vault.answers[3][1])
    with pytest.raises(BadRecord, match=r"the answer of north is not what was sealed in entry 4$"):
        opened(game, vault)
    vault = game.vault.copy()
    vault.hidden[2] = {fact: (1, salt) for fact, (_, salt) in vault.hidden[2].items()}
    with pytest.raises(BadRecord, match=r"hidden facts is not what was sealed in entry 2$"):
        opened(game, vault)


def test_what_was_exchanged_in_the_vault_is_not_shown() -> None:
    game = placed()
    game.vault.answers[3] = (0, game.vault.answers[3][1])
    with pytest.raises(BadRecord, match="another answer of north than was sealed in entry 4"):
        game.answer(4, 2, seat="south")
    assert len(game.record) == 4


def test_an_answer_to_nothing_is_a_difference_and_no_traceback() -> None:
    def change(entry: dict[str, Any]) -> None:
        entry["opens"] = [asked for asked in entry.get("opens", []) if asked["id"] != 2]

    game = placed()
    found = opened(game, game.vault, altered(game, change)).verify()
    assert found[0].problem == "what is asked here is another thing by the rules"
    [answered] = [one for one in found if one.seq == 3]
    assert answered.problem.startswith("sealed by south is no longer possible")


# -- what is lost
def test_a_hidden_fact_whose_value_is_lost_is_unknown_and_asked_for_again() -> None:
    game = opened(placed())
    size = len(game.record)
    assert game.world.get("envoys.north.auk") is None
    assert {r.seat: (r.kind, r.among) for r in game.requests()} == {
        "north": ("sealed", ["auk", "brant", "crake"]),
        "south": ("sealed", ["auk", "brant", "crake"]),
    }
    assert len(game.record) == size, "looking writes nothing"
    for asked in game.requests():
        game.answer(asked.id, {"auk": 1}, seat=asked.seat)
    assert game.record[size + 1].cause["lost"]
    assert game.world["envoys.north.auk"] == 1
    assert [r.kind for r in game.requests()] == ["sealed", "sealed"], "and it goes on where it was"
    assert copy(game).lost == ()
    assert game.verify() == []


@pytest.mark.parametrize("seed", range(6))
def test_a_game_whose_vault_is_lost_can_be_played_on_and_verified(seed: int) -> None:
    play = begin(TERN, "archipelago", seed, undos=0.05)
    for _ in range(25):
        play.step()
    play.game = opened(play.game)
    for _ in range(25):
        if not play.game.over:
            play.step()
    assert [d for d in play.game.verify() if not d.untold] == []
    assert [d for d in opened(play.game).verify() if not d.untold] == []


@pytest.mark.parametrize(("book", "scenario"), [("awaw", "older"), ("twg", "1939")])
def test_an_honest_export_in_the_middle_of_a_game_verifies(book: str, scenario: str) -> None:
    play = begin(all_books()[book], scenario, 3, shuns=("end",))
    for _ in range(60):
        play.step()
    export = opened(play.game)
    assert bool(export.lost) is bool(play.game.vault.facts)
    assert [str(d) for d in export.verify() if not d.untold] == []


# -- amendments know no secrets
def bidding() -> tuple[Game, Request]:
    """A game of The War Game in which a sealed bid is open, of which others do not depend, after money was told."""
    for seed in range(1, 40):
        play = begin(all_books()["twg"], "1939", seed, shuns=("end",), favours={"money": 0.9}, undos=0)
        for _ in range(120):
            play.step()
            asked = [r for r in play.game.requests() if r.kind == "sealed" and len(r.legal) > 1]
            if len(play.game.requests()) > 1 and asked and purses(play.game, asked[0].seat):
                return play.game, asked[0]
    raise AssertionError("nobody bids")


def purses(game: Game, seat: str) -> list[tuple[int, str]]:
    """Where somebody has told what a seat owns."""
    said = ((e.seq, e.cause.get("report") or e.cause.get("value")) for e in game.live())
    return [(seq, key) for seq, facts in said if isinstance(facts, dict) for key in facts if key == f"purse.{seat}"]


def test_a_preview_or_an_amendment_says_the_same_whatever_is_sealed_and_the_look_is_entered() -> None:
    game, asked = bidding()
    entry, purse = purses(game, asked.seat)[-1]
    shown: dict[Any, list[bytes]] = {}
    for bid in (asked.legal[0], asked.legal[-1]):
        for money in (0, 1, 2, 30):
            twin = copy(game)
            twin.answer(asked.id, bid, seat=asked.seat)
            size = len(twin.record)
            wanted = acts.Amend(entry, {purse: money}, "a look")
            try:
                found = amendment_of(twin, wanted, Who.of(UMPIRE))
                assert twin.record[size + 1].cause["preview"] == entry
                said = [found.changes, found.dropped, twin.log(UMPIRE), twin.requests()]
                found.commit()
                said += [twin.log(UMPIRE), twin.requests()]
            except Refused as refused:
                said = [str(refused)]
            shown.setdefault(money, []).append(unhashed(said))
    assert [money for money, (one, other) in shown.items() if one != other] == []
    assert any(b"what may be sealed is not the same" in one for one, _ in shown.values()), (
        "in one of them it was no longer possible"
    )
