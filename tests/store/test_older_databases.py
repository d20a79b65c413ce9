"""Databases that earlier versions have left open as they are: games, vaults and links go on in them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from legation.books import all_books
from legation.core import acts
from legation.core.history import vault_file
from legation.store import Store
from legation.store.migrate import SCRIPTS
from legation.web.seats import digest
from legation.web.sessions import Sessions

RECORDS = Path(__file__).resolve().parent.parent / "records"
KEPT = ("0.1/twg-1939-4", "0.1/awaw-current-gs-2")
SHAPES = [one.revision for one in ScriptDirectory(str(SCRIPTS)).walk_revisions()]
INVITATION = "A" * 32


def left_behind(folder: Path, shape: str) -> None:
    """A database of this shape, with two games in it, as the version that had it wrote them."""
    engine = create_engine(f"sqlite:///{folder / 'legation.db'}")
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, shape)
        for number, name in enumerate(KEPT):
            packed = RECORDS / f"{name}.legation.gz"
            header, *lines = gzip.decompress(packed.read_bytes()).splitlines()
            promised = json.loads(header)
            game = {"id": f"{number:016x}", "name": name, "book": promised["book"], "scenario": promised["scenario"]}
            plan = json.dumps(dict.fromkeys(all_books()[promised["book"]].seats, "person"))
            row = {
                **game,
                "plan": plan,
                "begun": 1.5,
                "header": header,
                "size": len(lines),
                "phase": "Turn 1",
                "over": 0,
            }
            vault = vault_file(packed.with_name(packed.name.removesuffix(".gz"))).read_bytes()
            link = {"digest": digest(f"{INVITATION}{number}"), "game": game["id"], "seat": "umpire"}
            for table, made in (
                ("games", [row]),
                ("entries", [{"game": game["id"], "seq": n, "line": line} for n, line in enumerate(lines, 1)]),
                ("vaults", [{"game": game["id"], "content": vault}]),
                ("tokens", [link]),
            ):
                places = ", ".join(f":{column}" for column in made[0])
                connection.execute(text(f"INSERT INTO {table} ({', '.join(made[0])}) VALUES ({places})"), made)
    engine.dispose()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_database_of_an_earlier_version_goes_on(tmp_path: Path, shape: str) -> None:
    left_behind(tmp_path, shape)
    hall = Sessions(Store.open(tmp_path))
    for number, name in enumerate(KEPT):
        umpire = hall.take(f"{INVITATION}{number}", f"a key of their own {number}")
        record = umpire.table.look(umpire, lambda game: game.record.dump())
        kept = gzip.decompress((RECORDS / f"{name}.legation.gz").read_bytes())
        assert record.startswith(kept)  # and after it, who has taken the chair
        assert umpire.table.look(umpire, lambda game: game.lost) == ()
        umpire.table.act(umpire, acts.TakeOver())
        assert umpire.table.look(umpire, lambda game: game.version == game.book.version)
    hall.close()


def test_there_is_a_shape_for_every_migration() -> None:
    assert SHAPES[-1] == "first"
    assert len(SHAPES) == len([file for file in (SCRIPTS / "versions").glob("*.py") if file.stem != "__init__"])
