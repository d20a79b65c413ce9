"""The same on a real PostgreSQL: a throw-away cluster, run by an ordinary user."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import inspect, text

from legation.core import acts
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.store import Moved, Store
from legation.store.tables import METADATA
from legation.web.app import create_app
from legation.web.hall import Hall
from legation.web.seats import Access, digest
from tests.store.postgres import cluster
from tests.web.client import WEB
from tests.web.conftest import Server, serving


@pytest.fixture(name="url", scope="module")
def _url() -> Iterator[str]:
    with cluster() as url:
        yield url


@pytest.fixture(name="hall")
def _hall(url: str) -> Iterator[Hall]:
    hall = Hall(Store.open(url))
    yield hall
    hall.close()


def seal(access: Access) -> None:
    request = access.table.look(access, lambda game: game.requests(access.seat)[0])
    access.table.act(access, acts.Answer(request.id, {"auk": 1}))


def begin(hall: Hall) -> dict[str, Access]:
    table = hall.create("tern", "archipelago", name="Évening", plan={})
    return {chair: hall.enter(token) for chair, token in table.links().items()}


def test_the_migrations_lead_to_the_tables_of_the_code(hall: Hall) -> None:
    found = inspect(hall.store.engine)
    for table in METADATA.sorted_tables:
        assert {c["name"] for c in found.get_columns(table.name)} == {c.name for c in table.columns}


def test_servers_that_start_together_migrate_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(Store.open, [url] * 4):
            store.close()


def test_a_game_is_kept_byte_for_byte_with_its_vault(hall: Hall, url: str) -> None:
    chairs = begin(hall)
    seal(chairs["north"])
    table = chairs["north"].table
    record = table.look(chairs["north"], lambda game: game.record.dump())
    again = Hall(Store.open(url))
    access = again.enter(chairs["north"].token)
    assert again.store.load(table.id).record == record
    assert access.table.name == "Évening"
    assert access.table.look(access, lambda game: game.world["envoys.north.auk"]) == 1
    again.close()


def test_only_hashes_of_links_are_kept(hall: Hall) -> None:
    chairs = begin(hall)
    with hall.store.engine.connect() as connection:
        kept = set(connection.execute(text("SELECT digest FROM tokens")).scalars())
    assert {digest(access.token) for access in chairs.values()} <= kept
    assert not kept & {access.token for access in chairs.values()}


def test_many_at_once_lose_nothing(hall: Hall) -> None:
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


def test_two_servers_never_write_over_each_other(hall: Hall, url: str) -> None:
    chairs = begin(hall)
    other = Hall(Store.open(url))
    there = other.enter(chairs["south"].token)
    there.table.look(there, lambda game: game.phase)
    start = Barrier(2)

    def run(access: Access) -> str:
        start.wait()
        for _ in range(3):  # who was too late looks again
            try:
                seal(access)
            except Moved:
                continue
            return "kept"
        return "lost"

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(run, (chairs["north"], there))) == ["kept", "kept"]
    game, damage = Game.load(hall.store.load(there.table.id).record, "kept", {"tern": there.table.book})
    assert damage is None
    assert sum("sealed" in e.cause for e in game.record) == 2
    other.close()


def test_a_write_that_times_out_changes_nothing(hall: Hall, url: str) -> None:
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
