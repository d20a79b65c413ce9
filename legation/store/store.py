"""The store: what is acknowledged is on disk.

On SQLite one writes at a time, and commits together whatever waits; on PostgreSQL every writer has its own connection
and the server groups commits itself.  Entries and vault of an act go into one transaction.

One server works on an SQLite file.  Any number of them share a PostgreSQL: what one has in memory is compared with the
database on every access, and each tells the others what it has changed.
"""

from __future__ import annotations

import logging
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, create_engine, delete, event, func, insert, make_url, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from legation.core.errors import LegationError, NotFound, Refused
from legation.store.beside import Beside
from legation.store.migrate import migrate
from legation.store.other_servers import News, tell
from legation.store.schema import entries, games, keys, looks, once, pencils, tokens, vaults
from legation.store.writer import Writer

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

__all__ = ["FILE", "Kept", "Moved", "Once", "ReadFailed", "Store", "Summary", "WriteFailed"]

FILE = "legation.db"
# A database that was cut off is noticed within seconds, not within the hours that TCP would wait.
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15000,
}
T = TypeVar("T")


class WriteFailed(LegationError):
    """The database could not keep it; nothing has changed."""


class ReadFailed(LegationError):
    """The database cannot be read just now."""


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
    revision: int = 0  # of what lies beside its record


@dataclass(frozen=True)
class Kept:
    """A whole game as the database has it: the record's bytes, and what is still secret."""

    summary: Summary
    record: bytes
    vault: bytes = field(repr=False)


class Once(NamedTuple):
    """The name that somebody gave an act, so that a repeat is known; and what was said with it.  Both are hashes."""

    name: str
    said: str


# Whoever needed a connection that is lost is told by an error of their own; the log needs no traceback of the pool.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


class Store:
    """The games of one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"  # other servers may work on it at the same time
        self.name = secrets.token_hex(6)  # of this server, among those
        self._writer = Writer(engine) if not self.shared else None
        self._news: News | None = None
        self._claim: int | None = None

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
        try:
            url = make_url(where)
        except (SQLAlchemyError, ValueError):
            raise Refused("that is no address of a database; say postgresql://user@host/name") from None
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise NotFound("kind of database", url.get_backend_name(), ["sqlite", "postgresql"])
        try:
            if url.get_backend_name() == "sqlite":
                engine = create_engine(url, hide_parameters=True)
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)
            else:  # the server may have restarted since a connection was used
                waits = {name: value for name, value in PATIENCE.items() if name not in url.query}
                pool: dict[str, Any] = {"pool_size": 8, "max_overflow": 16, "pool_timeout": 10, "pool_pre_ping": True}
                engine = create_engine(url, hide_parameters=True, connect_args=waits, **pool)
            migrate(engine)
        except CommandError:
            says = "was made by another Legation than this, a newer one if it is not damaged: please update"
            raise WriteFailed(f"the database {url.render_as_string()} {says}") from None
        except SQLAlchemyError as error:
            raise WriteFailed(f"the database {url.render_as_string()} cannot be used: {_first_line(error)}") from None
        return cls(engine)

    def close(self) -> None:
        if self._news is not None:
            self._news.close()
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    # -- servers
    def claim(self) -> None:
        """Be the only server on an SQLite file: a second one would show what is no longer so.

        Other programs may still read the file, and a folder that nobody can write to needs no claim.
        """
        file = self.engine.url.database
        if self.shared or fcntl is None or not file or self._claim is not None:
            return
        try:
            handle = os.open(f"{file}.served", os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise Refused(
                f"another server works on {file} already; stop it first, "
                "or keep the games in a PostgreSQL (--database), which several servers can share"
            ) from None
        self._claim = handle

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Be told which games other servers change; None says that it may be any."""
        if self.shared and self._news is None:
            self._news = News(self.engine, self.name, heard)

    def check(self) -> None:
        """Whether the database answers."""
        with self._reading() as connection:
            connection.execute(select(func.count()).select_from(games).where(games.c.id == ""))

    # -- reading and writing
    def _write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction and return when it is on disk."""
        try:
            if self._writer is not None:
                return self._writer.run(job)
            with self.engine.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            raise WriteFailed(f"the database could not keep it: {_first_line(error)}") from None

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """All that is read meanwhile is of one moment."""
        try:
            with self.engine.connect() as connection:
                yield connection.execution_options(isolation_level="REPEATABLE READ") if self.shared else connection
        except SQLAlchemyError as error:
            raise ReadFailed(f"the database cannot be read just now: {_first_line(error)}") from None

    def beside(self, game: str, job: Beside) -> None:
        """Change what lies beside a record; other servers read it again."""

        def changed(connection: Connection) -> None:
            job(connection)
            revised = update(games).where(games.c.id == game).values(revision=games.c.revision + 1)
            if connection.execute(revised).rowcount != 1:
                raise NotFound("game", game, [])
            tell(connection, self.name, game)

        self._write(changed)

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
        self,
        game: str,
        size: int,
        lines: Sequence[bytes],
        *,
        vault: bytes | None,
        phase: str,
        over: bool,
        last: bytes | None = None,
        named: Once | None = None,
        beside: Beside | None = None,
    ) -> None:
        """Add lines to a record of so many entries, of which this is the last, and the vault if it has changed, and do
        what belongs to it beside the record: all of it or nothing."""

        def job(connection: Connection) -> None:
            fits = (games.c.id == game) & (games.c.size == size)
            news = {"size": size + len(lines), "phase": phase, "over": int(over), "moved": time.time()}
            if connection.execute(update(games).where(fits).values(news)).rowcount != 1:
                raise Moved("the game has gone on elsewhere; look again and repeat what still fits")
            end = select(entries.c.line).where((entries.c.game == game) & (entries.c.seq == size))
            if last is not None and _bytes(connection.execute(end).scalar_one()) != last:
                raise Moved("another state of the game was put back; look again and repeat what still fits")
            _insert_lines(connection, game, size, lines)
            if vault is not None:
                connection.execute(update(vaults).where(vaults.c.game == game).values(content=vault))
            if beside is not None:
                beside(connection)
                connection.execute(update(games).where(games.c.id == game).values(revision=games.c.revision + 1))
            if named is not None:
                row = {"game": game, "name": named.name, "said": named.said, "at": time.time()}
                connection.execute(insert(once), {**row, "first": size + 1, "last": size + len(lines)})
            tell(connection, self.name, game)

        self._write(job)

    def done(self, game: str, named: Once) -> tuple[str, int, int] | None:
        """What an act of this name said, and the entries that answered it; None if there was none."""
        with self._reading() as connection:
            mine = (once.c.game == game) & (once.c.name == named.name)
            row = connection.execute(select(once.c.said, once.c.first, once.c.last).where(mine)).one_or_none()
        return (row.said, row.first, row.last) if row else None

    def load(self, game: str) -> Kept:
        with self._reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                raise NotFound("game", game, [])
            lines = connection.execute(select(entries.c.line).where(entries.c.game == game).order_by(entries.c.seq))
            record = b"".join(_bytes(line) + b"\n" for line in (row.header, *lines.scalars()))
            vault = connection.execute(select(vaults.c.content).where(vaults.c.game == game)).scalar_one()
        return Kept(_summary(row), record, _bytes(vault))

    def summary(self, game: str) -> Summary:
        with self._reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
        if row is None:
            raise NotFound("game", game, [])
        return _summary(row)

    def summaries(self, most: int | None = None, skip: int = 0) -> list[Summary]:
        """All games, the newest first; or so many of them, after the first ones."""
        wanted = select(games).order_by(games.c.begun.desc(), games.c.id).limit(most).offset(skip)
        with self._reading() as connection:
            return [_summary(row) for row in connection.execute(wanted)]

    def count(self) -> int:
        """How many games there are."""
        with self._reading() as connection:
            return connection.execute(select(func.count()).select_from(games)).scalar_one()

    def remove(self, game: str, *, as_it_was: Summary | None = None) -> None:
        """Forget a game and all that belongs to it; or only if nothing has been done to it since."""

        def job(connection: Connection) -> None:
            found = games.c.id == game
            if as_it_was is not None:
                found &= (games.c.size == as_it_was.size) & (games.c.revision == as_it_was.revision)
            if connection.execute(delete(games).where(found)).rowcount != 1:
                raise NotFound("game", game, []) if as_it_was is None else Moved("the game has gone on since")
            tell(connection, self.name, game)

        self._write(job)

    # -- invitations, and the keys that they were exchanged for
    def seat_of(self, digest: str) -> tuple[str, str] | None:
        """The game and the seat that a key opens."""
        return self._where(keys, digest)

    def invited(self, digest: str) -> tuple[str, str] | None:
        """The game and the seat to which an invitation leads that nobody has used yet."""
        return self._where(tokens, digest)

    def _where(self, table: Table, digest: str) -> tuple[str, str] | None:
        with self._reading() as connection:
            wanted = select(table.c.game, table.c.seat).where(table.c.digest == digest)
            row = connection.execute(wanted).one_or_none()
        return (row.game, row.seat) if row else None

    def invitations(self, game: str) -> dict[str, str]:
        """The digests of the invitations that nobody has used, by seat."""
        with self._reading() as connection:
            found = connection.execute(select(tokens.c.seat, tokens.c.digest).where(tokens.c.game == game))
            return {row.seat: row.digest for row in found}

    def taken_seats(self, game: str) -> list[str]:
        """The seats that somebody has taken."""
        with self._reading() as connection:
            return list(connection.execute(select(keys.c.seat).where(keys.c.game == game).distinct()).scalars())

    # -- what a seat notes for itself
    def intents(self, game: str, seat: str) -> bytes:
        """The sheets that a seat has filled in; empty if there are none."""
        with self._reading() as connection:
            mine = (pencils.c.game == game) & (pencils.c.seat == seat)
            found = connection.execute(select(pencils.c.content).where(mine)).scalar_one_or_none()
        return bytes(found) if found is not None else b""

    def keep_intents(self, game: str, seat: str, content: bytes) -> None:
        """Keep the sheets of a seat in place of those it had."""

        def job(connection: Connection) -> None:
            connection.execute(delete(pencils).where((pencils.c.game == game) & (pencils.c.seat == seat)))
            if content:
                connection.execute(insert(pencils), {"game": game, "seat": seat, "content": content})

        self.beside(game, job)

    # -- what a chair has been told
    def look(self, game: str, seat: str) -> tuple[int, int, float] | None:
        """Since which entry a chair is told, the last entry that it saw, and when; None if it never looked."""
        with self._reading() as connection:
            mine = (looks.c.game == game) & (looks.c.seat == seat)
            row = connection.execute(select(looks.c.since, looks.c.seen, looks.c.at).where(mine)).one_or_none()
        return (row.since, row.seen, row.at) if row else None

    def set_look(self, game: str, seat: str, since: int, seen: int, at: float) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(looks).where((looks.c.game == game) & (looks.c.seat == seat)))
            row = {"game": game, "seat": seat, "since": since, "seen": seen, "at": at}
            connection.execute(insert(looks), row)

        self._write(job)


def _bytes(kept: Any) -> bytes:
    """What a column of bytes holds; in an SQLite file that somebody else has edited it may be text."""
    return kept.encode() if isinstance(kept, str) else bytes(kept)


def _insert_lines(connection: Connection, game: str, size: int, lines: Sequence[bytes]) -> None:
    rows = [{"game": game, "seq": seq, "line": line} for seq, line in enumerate(lines, size + 1)]
    if rows:
        connection.execute(insert(entries), rows)


def _summary(row: Any) -> Summary:
    plan = msgspec.json.decode(row.plan, type=dict[str, str])
    return Summary(
        row.id,
        row.name,
        row.book,
        row.scenario,
        row.phase,
        bool(row.over),
        row.begun or time.time(),
        row.size,
        plan,
        row.moved or 0,
        row.revision,
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
