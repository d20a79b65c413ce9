"""The store: bytes come back as they went in, and an act is kept whole or not at all."""

from __future__ import annotations

import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, insert, inspect, text

from legation.core.errors import NotFound, Refused
from legation.store import Moved, Spent, Store, Summary, WriteFailed
from legation.store.beside import dropping_keys, exchanging, giving_link
from legation.store.schema import METADATA, entries
from legation.store.store import FILE

RECORD = b'{"legation":1}\n{"seq":1,"x":"\xc3\xa9"}\n'


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def summary(id: str = "a", size: int = 1) -> Summary:
    return Summary(id, "Évening", "tern", "archipelago", "Turn 1", False, time.time(), size, {"north": "person"})


def keep(store: Store, id: str = "a") -> None:
    store.create(summary(id), RECORD, b"vault", {"north": "1" * 64 if id == "a" else f"{id:0>64}"})


def append(store: Store, size: int, *lines: bytes, id: str = "a", vault: bytes | None = None) -> None:
    store.append(id, size, lines, vault=vault, phase="Turn 2", over=False)


def test_a_record_comes_back_byte_for_byte(store: Store) -> None:
    keep(store)
    append(store, 1, b'{"seq":2}', b'{"seq":3}', vault=b"other")
    found = store.load("a")
    assert found.record == RECORD + b'{"seq":2}\n{"seq":3}\n'
    assert found.vault == b"other"
    assert (found.summary.size, found.summary.phase, found.summary.plan) == (3, "Turn 2", {"north": "person"})


def test_a_writer_that_missed_an_entry_is_refused_and_nothing_changes(store: Store) -> None:
    keep(store)
    append(store, 1, b"2")
    with pytest.raises(Moved):
        append(store, 1, b"another 2", vault=b"new")
    assert store.load("a").record == RECORD + b"2\n"
    assert store.load("a").vault == b"vault"


def test_an_act_is_kept_whole_or_not_at_all(store: Store) -> None:
    keep(store)
    with store.engine.begin() as connection:  # an entry that should not be there: the second line collides with it
        connection.execute(insert(entries), {"game": "a", "seq": 3, "line": b"stray"})
    with pytest.raises(WriteFailed):
        append(store, 1, b"2", b"3", vault=b"new")
    with store.engine.connect() as connection:
        kept = connection.execute(text("SELECT seq FROM entries ORDER BY seq")).scalars().all()
    assert kept == [1, 3]
    assert store.summary("a").size == 1
    assert store.load("a").vault == b"vault"


def test_a_writer_that_knows_another_state_of_the_game_is_refused(store: Store) -> None:
    """As after a backup was put back, and the game went on from there."""
    keep(store)
    append(store, 1, b"2")
    with pytest.raises(Moved, match="put back"):
        store.append("a", 2, [b"3"], vault=None, phase="Turn 2", over=False, last=b"another 2")
    store.append("a", 2, [b"3"], vault=None, phase="Turn 2", over=False, last=b"2")
    assert store.load("a").record == RECORD + b"2\n3\n"


def test_what_belongs_to_an_entry_is_kept_with_it_or_neither_is(store: Store) -> None:
    keep(store)
    taking = exchanging("a", "north", "1" * 64, "key")
    store.append("a", 1, [b"2"], vault=None, phase="Turn 2", over=False, beside=taking)
    assert store.seat_of("key") == ("a", "north")
    with pytest.raises(Spent):
        store.append("a", 2, [b"3"], vault=b"new", phase="Turn 3", over=False, beside=taking)
    with pytest.raises(Moved):
        store.append("a", 1, [b"3"], vault=None, phase="Turn 3", over=False, beside=dropping_keys("a", "north"))
    kept = store.load("a")
    assert (kept.summary.size, kept.summary.phase, kept.vault) == (2, "Turn 2", b"vault")
    assert store.seat_of("key") == ("a", "north")


def test_a_game_is_taken_out_only_as_it_was(store: Store) -> None:
    keep(store)
    was = store.summary("a")
    append(store, 1, b"2")
    with pytest.raises(Moved):
        store.remove("a", as_it_was=was)
    was = store.summary("a")
    store.beside("a", giving_link("a", "north", None))
    with pytest.raises(Moved):
        store.remove("a", as_it_was=was)
    store.remove("a", as_it_was=store.summary("a"))
    assert store.count() == 0


def test_a_game_that_is_not_there_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        store.load("z")
    with pytest.raises(Moved):
        append(store, 0, b"1", id="z")


def test_sqlite_commits_are_on_disk_and_readers_do_not_wait(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_what_was_acknowledged_is_read_by_another_process(store: Store, tmp_path: Path) -> None:
    keep(store)
    append(store, 1, b"2")
    with sqlite3.connect(tmp_path / FILE) as other:
        assert other.execute("SELECT line FROM entries WHERE seq = 2").fetchone() == (b"2",)
    other.close()


def test_waiting_writers_share_a_commit(store: Store) -> None:
    games = [f"{n}" for n in range(20)]
    for game in games:
        keep(store, game)
    writer = store._writer
    assert writer is not None
    go, busy = Event(), Event()

    def block(_: Connection) -> None:
        busy.set()
        assert go.wait(60)

    with ThreadPoolExecutor(32) as pool:
        first = pool.submit(writer.run, block)
        assert busy.wait(60)
        before = writer.commits
        waiting = [pool.submit(append, store, 1, b"2", id=game) for game in games]
        waiting.append(pool.submit(append, store, 7, b"8", id="0"))  # this one does not fit, and takes nobody with it
        while writer._jobs.qsize() < len(waiting):  # the first has the turn, and all others are queued
            time.sleep(0.001)
        go.set()
        first.result()
        for done in waiting[:-1]:
            done.result()
        with pytest.raises(Moved):
            waiting[-1].result()
    assert writer.commits - before == 2  # the one that blocked, and one for all who waited
    assert all(store.load(game).record.endswith(b"\n2\n") for game in games)


def test_the_migrations_lead_to_the_tables_of_the_code(store: Store) -> None:
    found = inspect(store.engine)
    for table in METADATA.sorted_tables:
        assert {c["name"] for c in found.get_columns(table.name)} == {c.name for c in table.columns}
        assert set(found.get_pk_constraint(table.name)["constrained_columns"]) == {c.name for c in table.primary_key}


def test_opening_again_keeps_everything(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    keep(store)
    store.close()
    again = Store.open(tmp_path)
    assert [s.id for s in again.summaries()] == ["a"]
    assert again.invited("1" * 64) == ("a", "north")
    again.close()


def test_a_closed_store_refuses(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    keep(store)
    store.close()
    with pytest.raises(WriteFailed, match="closed"):
        append(store, 1, b"2")


def test_a_seat_has_one_link_at_a_time(store: Store) -> None:
    keep(store)
    store.beside("a", giving_link("a", "north", "2" * 64))
    assert store.invited("1" * 64) is None
    assert store.invited("2" * 64) == ("a", "north")
    store.beside("a", giving_link("a", "north", None))
    assert store.invited("2" * 64) is None
    assert store.invitations("a") == {}


@pytest.mark.parametrize(
    ("url", "says"), [("mysql://x/y", "kind of database"), ("sqlite:////no/such/place/x.db", "cannot")]
)
def test_a_database_that_cannot_be_used_is_named(url: str, says: str) -> None:
    with pytest.raises((NotFound, WriteFailed), match=says):
        Store.open(url)


def test_a_newer_database_gets_a_sentence(store: Store, tmp_path: Path) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'of-next-year'"))
    with pytest.raises(WriteFailed, match="please update"):
        Store.open(tmp_path)


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(WriteFailed) as refused:
        Store.open("postgresql://me:hush@127.0.0.1:1/none?connect_timeout=1")
    assert "hush" not in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_the_database_and_its_log_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "new")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new").iterdir()}
    store.close()
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_one_server_at_a_time_works_on_a_file(tmp_path: Path) -> None:
    first, second = Store.open(tmp_path), Store.open(tmp_path)
    first.claim()
    with pytest.raises(Refused, match="another server works on"):
        second.claim()
    keep(second)  # other programs may still use it
    first.close()
    second.claim()
    second.close()
