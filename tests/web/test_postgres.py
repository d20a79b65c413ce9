"""The same on a real PostgreSQL: a throw-away cluster, run by an ordinary user."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import create_engine, inspect, text

from legation.core import acts
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.store import Store
from legation.store.copies import backup, restore
from legation.store.schema import METADATA
from legation.web.app import create_app
from legation.web.seats import Access, digest
from legation.web.sessions import Sessions
from tests.store.postgres import cluster
from tests.web.client import WEB
from tests.web.conftest import Chair, Server, seated, serving


@pytest.fixture(name="url", scope="module")
def _url() -> Iterator[str]:
    with cluster() as url:
        yield url


@pytest.fixture(name="hall")
def _hall(url: str) -> Iterator[Sessions]:
    hall = Sessions(Store.open(url))
    yield hall
    hall.close()


def seal(access: Access) -> None:
    request = access.table.look(access, lambda game: game.requests(access.seat)[0])
    access.table.act(access, acts.Answer(request.id, {"auk": 1}))


def begin(hall: Sessions) -> dict[str, Access]:
    table = hall.create("tern", "archipelago", name="Évening", plan={})
    return {chair: hall.enter(seated(table, chair)) for chair in table.chairs}


def test_the_migrations_lead_to_the_tables_of_the_code(hall: Sessions) -> None:
    found = inspect(hall.store.engine)
    for table in METADATA.sorted_tables:
        assert {c["name"] for c in found.get_columns(table.name)} == {c.name for c in table.columns}


def test_servers_that_start_together_migrate_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(Store.open, [url] * 4):
            store.close()


def test_a_game_is_kept_byte_for_byte_with_its_vault(hall: Sessions, url: str) -> None:
    chairs = begin(hall)
    seal(chairs["north"])
    table = chairs["north"].table
    record = table.look(chairs["north"], lambda game: game.record.dump())
    again = Sessions(Store.open(url))
    access = again.enter(chairs["north"].token)
    assert again.store.load(table.id).record == record
    assert access.table.name == "Évening"
    assert access.table.look(access, lambda game: game.world["envoys.north.auk"]) == 1
    again.close()


def test_only_hashes_of_links_are_kept(hall: Sessions) -> None:
    chairs = begin(hall)
    with hall.store.engine.connect() as connection:
        kept = set(connection.execute(text("SELECT digest FROM keys")).scalars())
    assert {digest(access.token) for access in chairs.values()} <= kept
    assert not kept & {access.token for access in chairs.values()}


def test_many_at_once_lose_nothing(hall: Sessions) -> None:
    games = [begin(hall) for _ in range(6)]
    start = Barrier(12)

    def run(access: Access) -> None:
        start.wait()
        seal(access)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(run, [chairs[seat] for chairs in games for seat in ("north", "south")]))
    for chairs in games:
        table = chairs["north"].table
        game, damage = Game.load(hall.store.load(table.id).record, "kept", {"tern": table.book})
        assert damage is None
        assert sum("sealed" in e.cause for e in game.record) == 2


def test_two_servers_never_write_over_each_other(hall: Sessions, url: str) -> None:
    chairs = begin(hall)
    other = Sessions(Store.open(url))
    there = other.enter(chairs["south"].token)
    there.table.look(there, lambda game: game.phase)
    start = Barrier(2)

    def run(access: Access) -> str:
        start.wait()
        seal(access)
        return "kept"

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(run, (chairs["north"], there))) == ["kept", "kept"]
    game, damage = Game.load(hall.store.load(there.table.id).record, "kept", {"tern": there.table.book})
    assert damage is None
    assert sum("sealed" in e.cause for e in game.record) == 2
    other.close()


def test_a_write_that_times_out_changes_nothing(hall: Sessions, url: str) -> None:
    chairs = begin(hall)
    table = chairs["north"].table
    before = table.look(chairs["north"], lambda game: game.record.dump())
    with hall.store.engine.connect() as other:
        other.execute(text("SELECT 1 FROM games WHERE id = :id FOR UPDATE"), {"id": table.id})
        quick = Store.open(f"{url}&options=-clock_timeout%3D200")
        with pytest.raises(LegationError):
            quick.append(table.id, table.seq, [b"x"], vault=None, phase="", over=False)
        quick.close()
    assert hall.store.load(table.id).record == before
    seal(chairs["north"])


def test_the_server_on_postgresql(url: str) -> None:
    app = create_app(database=url)
    with serving(app) as base:
        chairs = Server(base, app).begin()
        chairs["north"].post("answers", request=1, value={"auk": 1})
        chairs["south"].post("answers", request=1, value={}, status=409)
        assert chairs["south"].get("view")["seq"] == 2
        assert WEB.get(f"{base}/api/v1/games").json()["games"][0]["seq"] == 2


# -- several servers are one
@pytest.fixture(name="both")
def _both(url: str) -> Iterator[tuple[Server, Server]]:
    one, two = create_app(database=url), create_app(database=url)
    with serving(one) as here, serving(two) as there:
        yield Server(here, one), Server(there, two)


def test_what_one_server_did_the_other_shows_at_once(both: tuple[Server, Server]) -> None:
    here, there = both
    chairs = here.begin()
    elsewhere = {seat: Chair(there.base, chair.token) for seat, chair in chairs.items()}
    for turn in range(3):
        mine, other = (chairs, elsewhere) if turn % 2 else (elsewhere, chairs)
        mine["umpire"].post("rulings", facts={"turn": turn + 2}, reason="because")
        assert other["north"].get("view")["facts"]["turn"] == turn + 2
        assert other["north"].get("requests")["tip"] == mine["south"].get("requests")["tip"]


def test_a_link_that_is_taken_away_is_dead_on_every_server(both: tuple[Server, Server]) -> None:
    here, there = both
    chairs = here.begin()
    north = Chair(there.base, chairs["north"].token)
    north.get("view")
    chairs["host"].call("DELETE", "links/north")
    north.get("view", status=404)
    north.post("reports", facts={"weather": "calm"}, status=404)


def test_a_plan_and_a_sheet_hold_on_every_server(both: tuple[Server, Server]) -> None:
    here, there = both
    chairs = here.begin(plan={"north": "here", "south": "here"})
    host = Chair(there.base, chairs["host"].token)
    assert host.get("plan")["plan"]["south"] == "here"
    chairs["host"].call("PATCH", "plan", json={"plan": {"south": "none"}})
    assert host.get("plan")["plan"]["south"] == "none"


def test_a_stream_of_one_server_hears_what_the_other_did(both: tuple[Server, Server]) -> None:
    here, there = both
    chairs = here.begin()
    north = chairs["north"].token
    assert there.hall.store._news is not None
    assert there.hall.store._news.listening.wait(60)
    mine = {"Authorization": f"Bearer {north}"}
    with WEB.stream("GET", f"{there.base}/api/v1/t/me/stream", headers=mine) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        assert next(lines) == "data: 1"
        chairs["south"].post("answers", request=2, value={"auk": 1})
        assert next(lines) == "data: 2"
        chairs["host"].call("DELETE", "links/north")
        assert list(lines) == []


def test_a_game_that_is_gone_is_gone_on_every_server(both: tuple[Server, Server]) -> None:
    here, there = both
    chairs = here.begin()
    north = Chair(there.base, chairs["north"].token)
    game = here.hall.enter(chairs["north"].token).table.id
    north.get("view")
    here.hall.store.remove(game)
    north.get("view", status=404)
    chairs["north"].get("view", status=404)


def test_an_older_state_that_is_put_back_holds_on_every_server(both: tuple[Server, Server], tmp_path: Path) -> None:
    here, there = both
    chairs = here.begin()
    north = Chair(there.base, chairs["north"].token)
    id = here.hall.enter(chairs["north"].token).table.id
    chairs["umpire"].post("rulings", facts={"turn": 2}, reason="because")
    backup(here.hall.store, tmp_path / "b.db")
    for turn in (3, 4, 3):
        chairs["umpire"].post("rulings", facts={"turn": turn}, reason="because")
    assert north.get("view")["facts"]["turn"] == 3
    restore(tmp_path / "b.db", there.hall.store, [id], instead=True)
    assert north.get("view")["facts"]["turn"] == 2
    for turn in (4, 1, 4):  # as long as before, and something else
        chairs["umpire"].post("rulings", facts={"turn": turn}, reason="because")
        assert north.get("view")["facts"]["turn"] == turn
    _, damage = Game.load(here.hall.store.load(id).record, "kept", {"tern": here.hall.table(id).book})
    assert damage is None


def test_a_database_that_is_away_is_told_in_a_sentence_and_comes_back(url: str) -> None:
    app = create_app(database=url)
    with serving(app) as base:
        north = Server(base, app).begin()["north"]
        hall: Sessions = app.state.hall
        away = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none?connect_timeout=1")
        engine, hall.store.engine = hall.store.engine, away
        for told in (north.get("view", status=503), north.post("answers", request=1, value={}, status=503)):
            assert "the database cannot be read just now" in told["error"]["message"]
        hall.store.engine = engine
        engine.dispose()  # every connection that was open is gone, too
        north.post("answers", request=1, value={})


def test_a_connection_that_is_lost_leaves_no_traceback(hall: Sessions, caplog: pytest.LogCaptureFixture) -> None:
    lost = hall.store.engine.raw_connection()
    pid = lost.cursor().execute("SELECT pg_backend_pid()").fetchone()[0]  # type: ignore[attr-defined]
    with hall.store.engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": pid})
    lost.close()
    assert "Traceback" not in caplog.text
    assert begin(hall)["north"].table.seq == 1
