"""The store: what is acknowledged is on disk.

On SQLite one writes at a time, and commits together whatever waits; on PostgreSQL every writer has its own connection
and the server groups commits itself.  Entries and vault of an act go into one transaction.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, make_url, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from legation.core.errors import LegationError, NotFound
from legation.store.migrate import migrate
from legation.store.tables import entries, games, looks, pencils, tokens, vaults
from legation.store.writer import Writer

__all__ = ["FILE", "Kept", "Moved", "Store", "Summary", "WriteFailed"]

FILE = "legation.db"
T = TypeVar("T")


class WriteFailed(LegationError):
    """The database could not keep it; nothing has changed."""


class Moved(LegationError):
    """The game has gone on elsewhere since this was worked out; nothing has changed."""


@dataclass(frozen=True)
class Summary:
    """A game as a list shows it."""

    id: str
    name: str
    book: str
    scenario: str
    phase: str
    over: bool
    begun: float
    size: int
    plan: Mapping[str, str]
    moved: float = 0  # when its last entry was kept; 0 if nobody knows


@dataclass(frozen=True)
class Kept:
    """A whole game as the database has it: the record's bytes, and what is still secret."""

    summary: Summary
    record: bytes
    vault: bytes = field(repr=False)


class Store:
    """The games of one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writer = Writer(engine) if engine.dialect.name == "sqlite" else None

    @classmethod
    def open(cls, where: str | Path) -> Store:
        """A store at a database URL, or in a folder (then it is an SQLite file); the schema is brought up to date."""
        if isinstance(where, Path):
            where.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = where / FILE
            if not file.exists():  # with its log, for its owner alone: keys and hidden values are in it
                with suppress(OSError):
                    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
            where = f"sqlite:///{file}"
        url = make_url(where)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise NotFound("kind of database", url.get_backend_name(), ["sqlite", "postgresql"])
        try:
            patient = url.get_backend_name() != "sqlite"  # a server may have restarted; a file has not
            engine = create_engine(url, pool_pre_ping=patient, hide_parameters=True)
            if engine.dialect.name == "sqlite":
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)
            migrate(engine)
        except SQLAlchemyError as error:
            raise WriteFailed(f"the database {url.render_as_string()} cannot be used: {_first_line(error)}") from None
        return cls(engine)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()

    def _write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction and return when it is on disk."""
        try:
            if self._writer is not None:
                return self._writer.run(job)
            with self.engine.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            raise WriteFailed(f"the database could not keep it: {_first_line(error)}") from None

    # -- games
    def create(self, summary: Summary, record: bytes, vault: bytes, digests: Mapping[str, str]) -> None:
        """Keep a new game; `digests` are the links that open it, by seat."""
        header, *lines = record.removesuffix(b"\n").split(b"\n")

        def job(connection: Connection) -> None:
            row = {
                "id": summary.id,
                "name": summary.name,
                "book": summary.book,
                "scenario": summary.scenario,
                "plan": msgspec.json.encode(summary.plan).decode(),
                "begun": summary.begun,
                "header": header,
                "size": len(lines),
                "phase": summary.phase,
                "over": int(summary.over),
                "moved": time.time(),
            }
            connection.execute(insert(games), row)
            connection.execute(insert(vaults), {"game": summary.id, "content": vault})
            _insert_lines(connection, summary.id, 0, lines)
            given = [{"digest": digest, "game": summary.id, "seat": seat} for seat, digest in digests.items()]
            if given:
                connection.execute(insert(tokens), given)

        self._write(job)

    def append(
        self, game: str, size: int, lines: Sequence[bytes], *, vault: bytes | None, phase: str, over: bool
    ) -> None:
        """Add lines to a record of so many entries, and the vault if it has changed: all of it or nothing."""

        def job(connection: Connection) -> None:
            fits = (games.c.id == game) & (games.c.size == size)
            news = {"size": size + len(lines), "phase": phase, "over": int(over), "moved": time.time()}
            if connection.execute(update(games).where(fits).values(news)).rowcount != 1:
                raise Moved("the game has gone on elsewhere; look again and repeat what still fits")
            _insert_lines(connection, game, size, lines)
            if vault is not None:
                connection.execute(update(vaults).where(vaults.c.game == game).values(content=vault))

        self._write(job)

    def load(self, game: str) -> Kept:
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise NotFound("game", game, [])
            lines = connection.execute(select(entries.c.line).where(entries.c.game == game).order_by(entries.c.seq))
            record = b"".join(bytes(line) + b"\n" for line in (row.header, *lines.scalars()))
            vault = connection.execute(select(vaults.c.content).where(vaults.c.game == game)).scalar_one()
        return Kept(_summary(row), record, bytes(vault))

    def summary(self, game: str) -> Summary:
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
        if row is None:
            raise NotFound("game", game, [])
        return _summary(row)

    def summaries(self) -> list[Summary]:
        """All games, the newest first."""
        with self.engine.connect() as connection:
            return [_summary(row) for row in connection.execute(select(games).order_by(games.c.begun.desc()))]

    # -- links
    def seat_of(self, digest: str) -> tuple[str, str] | None:
        """The game and the seat that a link opens."""
        with self.engine.connect() as connection:
            wanted = select(tokens.c.game, tokens.c.seat).where(tokens.c.digest == digest)
            row = connection.execute(wanted).one_or_none()
        return (row.game, row.seat) if row else None

    def give_link(self, game: str, seat: str, digest: str | None) -> None:
        """Make this the only link of a seat; with None, the seat has none any more."""

        def job(connection: Connection) -> None:
            connection.execute(delete(tokens).where((tokens.c.game == game) & (tokens.c.seat == seat)))
            if digest is not None:
                connection.execute(insert(tokens), {"digest": digest, "game": game, "seat": seat})

        self._write(job)

    def linked_seats(self, game: str) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(select(tokens.c.seat).where(tokens.c.game == game)).scalars())

    # -- who plays what, and what a seat notes for itself
    def set_plan(self, game: str, plan: Mapping[str, str]) -> None:
        """Who plays which seat from now on."""

        def job(connection: Connection) -> None:
            text = msgspec.json.encode(plan).decode()
            if connection.execute(update(games).where(games.c.id == game).values(plan=text)).rowcount != 1:
                raise NotFound("game", game, [])

        self._write(job)

    def intents(self, game: str, seat: str) -> bytes:
        """The sheets that a seat has filled in; empty if there are none."""
        with self.engine.connect() as connection:
            mine = (pencils.c.game == game) & (pencils.c.seat == seat)
            found = connection.execute(select(pencils.c.content).where(mine)).scalar_one_or_none()
        return bytes(found) if found is not None else b""

    def keep_intents(self, game: str, seat: str, content: bytes) -> None:
        """Keep the sheets of a seat in place of those it had."""

        def job(connection: Connection) -> None:
            connection.execute(delete(pencils).where((pencils.c.game == game) & (pencils.c.seat == seat)))
            if content:
                connection.execute(insert(pencils), {"game": game, "seat": seat, "content": content})

        self._write(job)

    # -- what a chair has been told
    def look(self, game: str, seat: str) -> tuple[int, int, float] | None:
        """Since which entry a chair is told, the last entry that it saw, and when; None if it never looked."""
        with self.engine.connect() as connection:
            mine = (looks.c.game == game) & (looks.c.seat == seat)
            row = connection.execute(select(looks.c.since, looks.c.seen, looks.c.at).where(mine)).one_or_none()
        return (row.since, row.seen, row.at) if row else None

    def set_look(self, game: str, seat: str, since: int, seen: int, at: float) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(looks).where((looks.c.game == game) & (looks.c.seat == seat)))
            row = {"game": game, "seat": seat, "since": since, "seen": seen, "at": at}
            connection.execute(insert(looks), row)

        self._write(job)


def _insert_lines(connection: Connection, game: str, size: int, lines: Sequence[bytes]) -> None:
    rows = [{"game": game, "seq": seq, "line": line} for seq, line in enumerate(lines, size + 1)]
    if rows:
        connection.execute(insert(entries), rows)


def _summary(row: Any) -> Summary:
    plan = msgspec.json.decode(row.plan, type=dict[str, str])
    begun = row.begun or time.time()
    return Summary(
        row.id, row.name, row.book, row.scenario, row.phase, bool(row.over), begun, row.size, plan, row.moved or 0
    )


def _prepare_sqlite(connection: Any, _: object) -> None:
    """A commit is on disk when it returns, and readers never wait for the writer."""
    connection.isolation_level = None  # transactions are begun below, not by the driver's guess
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _first_line(error: SQLAlchemyError) -> str:
    """What the driver says; never the statement with its values."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(error).__name__
