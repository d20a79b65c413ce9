"""One store: a game goes from file to SQLite to PostgreSQL and back, and a backup is whole."""

from __future__ import annotations

import json
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import legation
from legation.cli.app import app
from legation.core import acts
from legation.core.errors import BadRecord, Refused
from legation.store import Store
from legation.store.copies import backup, restore
from legation.web.app import create_app
from legation.web.sessions import Sessions
from tests.store.postgres import cluster
from tests.web.client import WEB
from tests.web.conftest import Server, serving

RUN = CliRunner()


@pytest.fixture(name="home", autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*words: str, code: int = 0) -> dict[str, object]:
    done = RUN.invoke(app, [*words, "--json"])
    assert done.exit_code == code, done.output
    found: dict[str, object] = json.loads(done.output)
    return found


def begun(home: Path) -> tuple[Path, bytes]:
    """A game in a file, with something sealed."""
    path = home / "games" / "evening.legation"
    path.parent.mkdir(parents=True)
    game = legation.new_game("tern", scenario="archipelago")
    game.save(path)
    game.answer(1, {"auk": 1}, seat="north")
    return path, path.read_bytes()


def test_a_game_goes_round_and_keeps_its_secrets(home: Path, tmp_path: Path) -> None:
    path, record = begun(home)
    with cluster() as url:
        made = run("move", "evening", "--to", str(tmp_path / "db"))
        assert not path.exists()
        game, links = str(made["game"]), made["links"]
        assert isinstance(links, dict)
        run("move", game, "--from", str(tmp_path / "db"), "--to", url)
        hall = Sessions(Store.open(url))
        north = hall.take(links["north"], "a key of mine")  # its invitation is good there, too
        assert north.table.look(north, lambda g: g.world["envoys.north.auk"]) == 1
        hall.close()
        run("move", game, "--from", url, "--to", "files", "--name", "back")
        assert Store.open(tmp_path / "db").count() == 0
    back = home / "games" / "back.legation"
    assert back.read_bytes().startswith(record)  # and the entry of who sat down
    assert legation.open_game(back).world["envoys.north.auk"] == 1
    assert {stat.S_IMODE(f.stat().st_mode) for f in back.parent.glob("back*")} == {0o600}


def test_a_copy_leaves_the_game_where_it_was(home: Path, tmp_path: Path) -> None:
    path, record = begun(home)
    run("move", "evening", "--to", str(tmp_path / "db"), "--copy")
    assert path.read_bytes() == record


@pytest.mark.parametrize("to", ["files", "elsewhere"])
def test_a_game_that_goes_on_while_it_is_moved_stays(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    begun(home)
    game = str(run("move", "evening", "--to", str(tmp_path / "db"))["game"])
    remove = Store.remove

    def late(store: Store, id: str, **more: Any) -> None:
        if more:  # somebody acts just before the game is taken out
            kept = store.load(id)
            store.append(id, kept.summary.size, [b"1"], vault=None, phase="", over=False)
        remove(store, id, **more)

    monkeypatch.setattr(Store, "remove", late)
    place = to if to == "files" else str(tmp_path / to)
    told = run("move", game, "--from", str(tmp_path / "db"), "--to", place, "--name", "x", code=2)
    assert "left where it was" in json.dumps(told)
    assert not list((home / "games").glob("x*"))
    assert Store.open(tmp_path / "db").count() == 1
    if to != "files":
        assert Store.open(tmp_path / to).count() == 0


def test_a_game_is_brought_to_a_running_server_and_not_taken_from_one(home: Path, tmp_path: Path) -> None:
    _, record = begun(home)
    served = create_app(data=tmp_path / "db")
    with serving(served) as base:
        made = run("move", "evening", "--to", base)
        server = Server(base, served)
        assert server.hall.store.load(str(made["game"])).record == record
        links = made["links"]
        assert isinstance(links, dict)
        key = WEB.post(f"{base}/api/v1/chairs", json={"invitation": links["north"]}).json()["key"]
        assert "auk" in WEB.get(f"{base}/api/v1/t/me/view", headers={"Authorization": f"Bearer {key}"}).text
        told = run("move", str(made["game"]), "--from", str(tmp_path / "db"), "--to", "files", code=2)
        assert "another server works on" in json.dumps(told)
        torn = WEB.post(f"{base}/api/v1/games/import", json={"record": record.decode()[:-9]})
        assert torn.status_code == 400
        assert "cut off" in torn.text


@pytest.fixture(name="hall", params=["sqlite", "postgresql"])
def _hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sessions]:
    if request.param == "sqlite":
        hall = Sessions(Store.open(tmp_path / "served"))
        yield hall
        hall.close()
        return
    with cluster() as url:
        hall = Sessions(Store.open(url))
        yield hall
        hall.close()


def test_a_backup_under_load_is_whole_and_goes_back(hall: Sessions, tmp_path: Path) -> None:
    tables = [hall.create("tern", "archipelago") for _ in range(3)]
    umpires = [hall.take(table.links()["umpire"], f"the key to {table.id}") for table in tables]
    done = threading.Event()

    def load() -> None:
        while not done.is_set():
            for umpire in umpires:
                umpire.table.act(umpire, acts.Ruling({"turn": 3}, "because"))

    busy = threading.Thread(target=load)
    busy.start()
    try:
        while tables[2].seq < 5:
            done.wait(0.01)
        before = [table.seq for table in tables]
        assert backup(hall.store, tmp_path / "b.db") == 3
    finally:
        done.set()
        busy.join()
    file = tmp_path / "b.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("b.db?*"))
    with pytest.raises(Refused, match="there already"):
        backup(hall.store, file)
    with pytest.raises(Refused, match="--replace"):
        restore(file, hall.store)
    other = Store.open(tmp_path / "other")
    assert sorted(restore(file, other)) == sorted(table.id for table in tables)
    assert all(other.summary(t.id).size >= size for t, size in zip(tables, before, strict=True))
    again = Sessions(other)  # with its keys, and what is secret
    umpire = again.enter(umpires[0].token)
    umpire.table.act(umpire, acts.Ruling({"turn": 4}, "because"))
    again.close()


def test_a_damaged_backup_changes_nothing(hall: Sessions, tmp_path: Path) -> None:
    hall.create("tern", "archipelago")
    backup(hall.store, tmp_path / "b.db")
    spoilt = sqlite3.connect(tmp_path / "b.db")
    spoilt.execute("UPDATE entries SET line = CAST(replace(line, 'turn', 'tern') AS BLOB)")
    spoilt.commit()
    spoilt.close()
    other = Store.open(tmp_path / "other")
    with pytest.raises(BadRecord):
        restore(tmp_path / "b.db", other)
    (tmp_path / "no.db").write_text("no database")
    with pytest.raises(BadRecord, match="no SQLite file"):
        restore(tmp_path / "no.db", other)
    assert other.count() == 0
    other.close()


def test_the_doctor_says_what_is_amiss(home: Path, tmp_path: Path) -> None:
    path, record = begun(home)
    assert all(c["ok"] for c in run("doctor")["checks"])  # type: ignore[attr-defined]
    path.chmod(0o644)
    run("move", "evening", "--to", "server", "--copy")
    found = {c["what"]: c["says"] for c in run("doctor", code=1)["checks"] if not c["ok"]}  # type: ignore[attr-defined]
    assert "chmod 600" in found["game evening"]
    path.write_bytes(record[:-5])
    assert "cut off" in json.dumps(run("doctor", code=1))
