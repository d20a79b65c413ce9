"""Copies of games between databases: a backup is an SQLite file like any other, which a server could work on.

Of an SQLite file the copy is made by SQLite itself, page by page, while others write; of a PostgreSQL in one
transaction that sees one moment.  Either way every game in it is whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from legation.core.errors import BadRecord, NotFound, Refused
from legation.core.record import Record
from legation.store.other_servers import tell
from legation.store.schema import METADATA, games
from legation.store.store import Store, WriteFailed

__all__ = ["backup", "copy_games", "find", "restore"]

ROWS = 500  # at once


def find(store: Store, named: str) -> str:
    """The id of a game, by its id or by a name that only one has."""
    known = store.summaries()
    if any(one.id == named for one in known):
        return named
    found = [one.id for one in known if one.name == named]
    if len(found) > 1:
        raise Refused(f"{len(found)} games are called {named!r}; say which by its id", allowed=found)
    if not found:
        raise NotFound("game", named, [*(one.name for one in known), *(one.id for one in known)])
    return found[0]


def copy_games(
    source: Store, target: Store, wanted: Sequence[str] | None = None, *, instead: bool = False
) -> list[str]:
    """Copy games, all of them if none is named, with all that belongs to them: links, secrets, sheets.

    With `instead` they take the place of those that are there; else one that is there already is refused.
    """
    try:
        with source.engine.connect() as reading:
            reading = reading.execution_options(isolation_level="REPEATABLE READ") if source.shared else reading
            found = list(reading.execute(select(games.c.id).order_by(games.c.id)).scalars())
            ids = found if wanted is None else [one for one in wanted if one in found]
            target._write(lambda writing: _copy(reading, writing, ids, instead))
    except SQLAlchemyError as error:
        raise WriteFailed(f"the games could not be copied: {str(error).splitlines()[0]}") from None
    return ids


def _copy(reading: Connection, writing: Connection, ids: Sequence[str], instead: bool) -> None:
    there = writing.execute(select(games.c.id, games.c.revision))
    taken = {row.id: row.revision for row in there if row.id in set(ids)}
    if taken and not instead:
        says = f"{len(taken)} of these games are there already, such as {min(taken)}"
        raise Refused(f"{says}; --replace puts these in their place")
    for one in taken:
        writing.execute(delete(games).where(games.c.id == one))
    for table in METADATA.sorted_tables:
        belongs = table.c.id if table is games else table.c.game
        for one in ids:
            rows = reading.execute(select(table).where(belongs == one).execution_options(yield_per=ROWS))
            for part in rows.mappings().partitions(ROWS):
                writing.execute(insert(table), [dict(row) for row in part])
    for one, revision in taken.items():  # so that servers who know it notice
        writing.execute(update(games).where(games.c.id == one).values(revision=revision + 1))
        tell(writing, "", one)


def backup(source: Store, to: Path) -> int:
    """All games in a new SQLite file, while servers go on; how many there are in it."""
    if to.exists():
        raise Refused(f"{to} is there already; a backup never takes the place of another")
    part = to.with_name(f"{to.name}.{os.getpid()}.part")
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if source.shared:
            copy = Store.open(f"sqlite:///{part}")
            try:
                copy_games(source, copy)
            finally:
                copy.close()
        else:
            place = str(source.engine.url.database)
            with closing(sqlite3.connect(place)) as live, closing(sqlite3.connect(part)) as copied:
                live.backup(copied)
        with closing(sqlite3.connect(part)) as copied:
            copied.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        number = _check(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    except (OSError, sqlite3.Error) as error:
        raise WriteFailed(f"the backup could not be written to {to}: {error}") from None
    finally:
        for left in (part, *part.parent.glob(f"{part.name}-*")):
            with suppress(OSError):
                left.unlink()
    return number


def _check(file: Path) -> int:
    """Whether a backup is whole: the file itself, and the chain of every record in it; how many games there are."""
    store = Store.open(f"sqlite:///{file}")
    try:
        with store.engine.connect() as connection:
            if (sound := connection.exec_driver_sql("PRAGMA integrity_check").scalar()) != "ok":
                raise BadRecord(f"{file.name} is damaged: {sound}")
        found = store.summaries()
        for one in found:
            kept = store.load(one.id)
            _, entries, damage = Record.read(kept.record, f"the game {one.name}")
            if damage is not None or len(entries) != one.size:
                raise damage or BadRecord(f"the game {one.name} has {len(entries)} entries, and should have {one.size}")
        return len(found)
    finally:
        store.close()


def restore(file: Path, target: Store, wanted: Sequence[str] | None = None, *, instead: bool = False) -> list[str]:
    """Put the games of a backup into a database; nothing is changed if one of them is damaged."""
    if not file.is_file():
        raise NotFound("backup", str(file), [str(p) for p in sorted(file.parent.glob("*.db"))])
    with file.open("rb") as begun:
        if begun.read(16) != b"SQLite format 3\0":
            raise BadRecord(f"{file.name} is no backup: it is no SQLite file")
    scratch = file.with_name(f"{file.name}.{os.getpid()}.part")  # it may be of an older version, and stays as it is
    try:
        scratch.write_bytes(file.read_bytes())
        scratch.chmod(0o600)
        _check(scratch)
        source = Store.open(f"sqlite:///{scratch}")
        try:
            ids = [find(source, one) for one in wanted] if wanted else None
            return copy_games(source, target, ids, instead=instead)
        finally:
            source.close()
    except OSError as error:
        raise WriteFailed(f"{file} cannot be read: {error.strerror}") from None
    finally:
        for left in (scratch, *scratch.parent.glob(f"{scratch.name}-*")):
            with suppress(OSError):
                left.unlink()
