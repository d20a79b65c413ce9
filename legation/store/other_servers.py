"""What other servers on the same PostgreSQL have done: they tell the game, and whoever has it in memory looks again.

Nothing rests on the news alone.  Every access compares what it has in memory with the database; the news are for those
who only listen, such as streams.  After a break everything may have changed, so everything is looked at again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["News", "tell"]

CHANNEL = "legation"
WAIT = 0.25  # seconds between two looks at whether the server stops
log = logging.getLogger("legation.store")


def tell(connection: Connection, sender: str, game: str) -> None:
    """With the commit of this transaction all servers hear that a game has changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": f"{sender} {game}"})


class News:
    """Listens for what others do, in a thread of its own; `heard` gets a game, or None: whatever may have changed."""

    def __init__(self, engine: Engine, sender: str, heard: Callable[[str | None], None]) -> None:
        self._engine, self._sender, self._heard = engine, sender, heard
        self._stop = Event()
        self.listening = Event()
        self._thread = Thread(target=self._run, name="news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(2.0)

    def _run(self) -> None:
        while not self._stop.is_set():
            with suppress(SQLAlchemyError, OSError):
                self._listen()
            self.listening.clear()
            self._stop.wait(WAIT)

    def _listen(self) -> None:
        import psycopg  # only where there is a PostgreSQL

        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver = connection.connection.driver_connection
            connection.detach()  # it is ours alone, and closed with us
            assert isinstance(driver, psycopg.Connection)
            try:
                driver.execute(f"LISTEN {CHANNEL}")
                self._pass_on(None)
                self.listening.set()
                while not self._stop.is_set():
                    for note in driver.notifies(timeout=WAIT):
                        sender, _, game = note.payload.partition(" ")
                        if sender != self._sender:
                            self._pass_on(game)
                        if self._stop.is_set():
                            break
            except psycopg.Error:
                return  # the database is away; we come back when it does

    def _pass_on(self, game: str | None) -> None:
        try:
            self._heard(game)
        except Exception as error:  # one game that cannot be read must not make us deaf for the others
            log.warning("news of a game could not be followed: %s", type(error).__name__)
