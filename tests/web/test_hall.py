"""The hall: links open chairs, acts are kept or have not happened, and two at once never spoil anything."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from legation.core import acts
from legation.core.errors import LegationError, NotFound, NotYours, Refused
from legation.core.game import Game
from legation.core.record import Entry
from legation.store import Store, WriteFailed
from legation.web.errors import Closed
from legation.web.seats import Access, digest, qr
from legation.web.sessions import Session, Sessions
from tests.web.conftest import seated, take_back


def begin(hall: Sessions, **plan: str) -> tuple[Session, dict[str, Access]]:
    table = hall.create("tern", "archipelago", name="Evening", plan=plan)
    return table, {chair: hall.enter(seated(table, chair)) for chair in table.chairs}


def answer_next(access: Access, value: Any, seat: str | None = None) -> list[Entry]:
    request = access.table.look(access, lambda game: game.requests(seat or access.seat)[0])
    return access.table.act(access, acts.Answer(request.id, value), seat)


def dump(table: Session, access: Access) -> bytes:
    return table.look(access, lambda game: game.record.dump())


# -- links
def test_every_chair_has_a_link_of_its_own(hall: Sessions) -> None:
    table = hall.create("tern", "archipelago")
    invitations = table.links()
    assert list(invitations) == ["north", "south", "host", "umpire", "spectator"]
    assert len(set(invitations.values())) == 5
    assert all(len(token) >= 32 for token in invitations.values())
    chairs = {chair: hall.enter(seated(table, chair)) for chair in table.chairs}
    assert list(table.links()) == ["spectator"]  # the others are spent; any number may look on
    assert chairs["north"].seats == ("north",)
    assert chairs["host"].seats == ()


def test_the_host_plays_the_seats_at_this_device(hall: Sessions) -> None:
    _, chairs = begin(hall, north="here", south="none")
    assert list(chairs) == ["host", "umpire", "spectator"]
    assert chairs["host"].seats == ("north", "south")
    answer_next(chairs["host"], {}, "north")
    with pytest.raises(NotYours):
        chairs["host"].looking("umpire")


def test_only_hashes_of_links_are_kept(hall: Sessions, tmp_path: Path) -> None:
    table, chairs = begin(hall)
    tokens = [hall.invite(table, "north"), *(access.token for access in chairs.values())]
    hall.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in tokens:
        assert token.encode() not in kept
        assert digest(token).encode() in kept


def test_a_new_invitation_ends_the_keys_of_a_chair(hall: Sessions) -> None:
    table, chairs = begin(hall)
    new = table.reissue(chairs["umpire"], "north")
    with pytest.raises(NotFound) as gone:
        hall.enter(chairs["north"].token)
    assert chairs["north"].token not in str(gone.value)
    assert new not in str(gone.value)
    assert hall.take(new, "a key of mine").seat == "north"
    assert hall.enter("a key of mine").seat == "north"
    table.revoke(chairs["host"], "north")
    with pytest.raises(NotFound):
        hall.enter("a key of mine")
    assert "north" not in table.taken()
    assert "north" not in table.links()


def test_keys_work_after_a_restart_and_nobody_can_list_invitations(hall: Sessions, tmp_path: Path) -> None:
    table, chairs = begin(hall)
    waiting = hall.invite(table, "north")
    again = Sessions(Store.open(tmp_path))
    assert again.table(table.id).links() == {}
    access = again.enter(chairs["south"].token)
    assert access.seat == "south"
    assert set(access.table.taken()) == set(chairs)
    assert again.take(waiting, "a second device").seat == "north"
    again.close()


def test_a_link_opens_no_other_table(hall: Sessions) -> None:
    _, mine = begin(hall)
    other, _ = begin(hall)
    with pytest.raises(NotYours):
        other.look(mine["north"], lambda game: game.phase)


def test_a_link_fits_into_a_picture() -> None:
    picture = qr("http://192.168.1.20:8000/t/" + "x" * 32)
    assert picture.startswith("<svg")
    assert picture.rstrip().endswith("</svg>")


@pytest.mark.parametrize(("plan", "says"), [({"west": "person"}, "seat"), ({"north": "ghost"}, "way to fill")])
def test_a_plan_that_does_not_fit_is_refused(hall: Sessions, plan: dict[str, str], says: str) -> None:
    with pytest.raises(NotFound, match=says):
        begin(hall, **plan)
    with pytest.raises(Refused, match="which bot"):
        begin(hall, north="bot")
    with pytest.raises(NotFound, match="bot"):
        begin(hall, north="bot:clever")


# -- acting
def test_nobody_acts_in_anothers_name(hall: Sessions) -> None:
    table, chairs = begin(hall)
    before = dump(table, chairs["umpire"])
    request = table.look(chairs["south"], lambda game: game.requests("south")[0])
    with pytest.raises(NotYours):
        table.act(chairs["north"], acts.Answer(request.id, {}), "south")
    with pytest.raises(NotYours):
        table.act(chairs["north"], acts.Ruling({"turn": 3}, "because I say so"))
    with pytest.raises(NotYours):
        table.act(chairs["spectator"], acts.Report({"weather": "calm"}))
    assert dump(table, chairs["umpire"]) == before
    assert hall.store.load(table.id).record == before
    answer_next(chairs["south"], {})


def test_an_act_is_in_the_store_when_it_returns(hall: Sessions) -> None:
    table, chairs = begin(hall)
    answer_next(chairs["north"], {"auk": 1})
    kept = hall.store.load(table.id)
    assert kept.record == dump(table, chairs["north"])
    assert kept.summary.size == table.seq == 2
    assert b"auk" in kept.vault


def test_what_cannot_be_kept_has_not_happened(hall: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    table, chairs = begin(hall)
    answer_next(chairs["north"], {"auk": 1})
    before = table.look(chairs["north"], lambda game: (game.record.dump(), game.view("north"), dict(game.vault.hidden)))

    def full(*_: object, **__: object) -> None:
        raise WriteFailed("the database could not keep it: the disk is full")

    monkeypatch.setattr(hall.store, "append", full)
    with pytest.raises(WriteFailed):
        answer_next(chairs["south"], {"auk": 1})
    after = table.look(chairs["north"], lambda game: (game.record.dump(), game.view("north"), dict(game.vault.hidden)))
    assert after == before
    assert hall.store.load(table.id).record == before[0]
    monkeypatch.undo()
    answer_next(chairs["south"], {"auk": 1})
    assert hall.store.load(table.id).record.startswith(before[0])


def test_half_an_act_is_no_act(hall: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    table, chairs = begin(hall)
    before = dump(table, chairs["north"])
    perform = Game.perform

    def broken(game: Game, act: acts.Act, who: acts.Who) -> list[Entry]:
        perform(game, act, who)
        raise Refused("and then it went wrong")

    monkeypatch.setattr(Game, "perform", broken)
    with pytest.raises(Refused):
        answer_next(chairs["north"], {})
    assert dump(table, chairs["north"]) == before == hall.store.load(table.id).record


def test_an_act_that_comes_second_is_done_on_the_game_as_it_is_then(hall: Sessions, tmp_path: Path) -> None:
    table, chairs = begin(hall)
    other = Sessions(Store.open(tmp_path))
    there = other.enter(chairs["south"].token)
    there.table.look(there, lambda game: game.phase)
    answer_next(chairs["north"], {})
    answer_next(there, {})
    assert hall.store.load(table.id).record == dump(there.table, there)
    other.close()


# -- two at once
def test_of_two_answers_at_once_one_is_refused_and_none_is_lost(hall: Sessions) -> None:
    table, chairs = begin(hall, north="here")
    host, south = chairs["host"], chairs["south"]
    for access, seat, value in ((host, "north", {}), (south, None, {}), (host, "north", 1), (south, None, 0)):
        answer_next(access, value, seat)
    request = table.look(host, lambda game: game.requests()[0])  # a report: anybody at the table may give it
    assert request.seat == "table"
    start = Barrier(2)

    def tell(access: Access) -> str:
        start.wait()
        try:
            table.act(access, acts.Answer(request.id, {"weather": "calm", "harbour.auk": 2}), "table")
        except Closed as refused:
            return "refused" if "no longer open" in str(refused) else str(refused)
        return "kept"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(tell, (host, south))) == ["kept", "refused"]
    assert hall.store.load(table.id).record == dump(table, host)


def test_sealed_bids_at_once_are_both_kept(hall: Sessions) -> None:
    tables = [begin(hall) for _ in range(8)]
    start = Barrier(16)

    def seal(access: Access) -> None:
        start.wait()
        answer_next(access, {"auk": 1})

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(seal, [chairs[seat] for _, chairs in tables for seat in ("north", "south")]))
    for table, chairs in tables:
        game, damage = Game.load(hall.store.load(table.id).record, "kept", {"tern": table.book})
        assert damage is None
        assert sum("sealed" in entry.cause for entry in game.record) == 2
        assert game.record.dump() == dump(table, chairs["umpire"])


def test_many_threads_on_one_table_never_break_the_chain(hall: Sessions) -> None:
    table, chairs = begin(hall)

    def report(number: int) -> bool:
        access = chairs["north" if number % 2 else "south"]
        try:
            table.act(access, acts.Report({"harbour.auk": number % 5}), access.seat)
        except LegationError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(report, range(60)))
    kept = hall.store.load(table.id)
    game, damage = Game.load(kept.record, "kept", {"tern": table.book})
    assert damage is None
    assert len(game.record) == table.seq == 61


# -- taking back
def test_a_seat_takes_back_only_its_own_act(hall: Sessions) -> None:
    table, chairs = begin(hall)
    answer_next(chairs["north"], {"auk": 1})
    with pytest.raises(NotYours):
        take_back(table, chairs["south"])
    with pytest.raises(Refused, match="look again"):
        take_back(table, chairs["north"], entry=1)
    take_back(table, chairs["north"], entry=2)
    assert table.look(chairs["north"], lambda game: len(game.requests("north"))) == 1


def test_the_umpire_takes_back_any_act(hall: Sessions) -> None:
    table, chairs = begin(hall)
    answer_next(chairs["north"], {})
    take_back(table, chairs["umpire"], reason="the wrong turn")
    assert hall.store.load(table.id).record == dump(table, chairs["umpire"])


# -- memory
def test_unused_games_are_put_away_and_come_back(tmp_path: Path) -> None:
    hall = Sessions(Store.open(tmp_path), open_games=2)
    tables = [begin(hall) for _ in range(5)]
    for _, chairs in tables:
        answer_next(chairs["north"], {"auk": 1})
    assert sum(table._game is not None for table, _ in tables) == 2
    for table, chairs in tables:
        answer_next(chairs["south"], {})
        assert table.look(chairs["north"], lambda game: game.world["envoys.north.auk"]) == 1
    hall.close()


def test_a_dice_key_survives_being_put_away(tmp_path: Path) -> None:
    hall = Sessions(Store.open(tmp_path), open_games=1)
    table, chairs = begin(hall)
    key = table.look(chairs["host"], lambda game: game.vault.key)
    begin(hall)
    assert table._game is None
    assert table.look(chairs["host"], lambda game: game.vault.key) == key
    assert table.look(chairs["host"], lambda game: game.dice.name) == "server"
    hall.close()


def test_the_list_of_tables_tells_no_link(hall: Sessions) -> None:
    table, _ = begin(hall)
    (line,) = hall.store.summaries()
    assert (line.id, line.name, line.size) == (table.id, "Evening", 1)
    assert not any(token in repr(line) for token in table.links().values())
    with pytest.raises(NotFound):
        hall.table("nowhere")
