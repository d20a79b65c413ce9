"""One writer at a time on SQLite, who commits together whatever the others wait for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Writer"]

MOST = 64  # jobs in one commit: the first of them should not wait for ever
T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], "Future[Any]"]


class Writer:
    """Runs jobs in transactions; `run` returns when its job is on disk.

    Everybody queues a job and then waits for the turn.  Who gets it commits all that is queued by then; the others find
    theirs done when their turn comes.  So a lone writer pays for no second thread, and a crowd shares the disk's time.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._turn = Lock()
        self._connection: Connection | None = None
        self._closed = False
        self.commits = 0  # how many there were, for tests and benchmarks

    def run(self, job: Callable[[Connection], T]) -> T:
        future: Future[T] = Future()
        self._jobs.put((job, future))
        while not future.done():
            with self._turn:
                if not future.done():
                    self._commit(self._waiting())
        return future.result()

    def close(self) -> None:
        """Finish what waits; whatever comes later fails."""
        with self._turn:
            while jobs := self._waiting():
                self._commit(jobs)
            self._closed = True
            if self._connection is not None:
                self._connection.close()

    def _waiting(self) -> list[Job]:
        jobs: list[Job] = []
        while len(jobs) < MOST:
            try:
                jobs.append(self._jobs.get_nowait())
            except Empty:
                break
        return jobs

    def _commit(self, jobs: list[Job]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], Exception]] = []
        try:
            connection = self._connected()
            with connection.begin():
                for job, future in jobs:
                    try:
                        if len(jobs) == 1:
                            done.append((future, job(connection)))
                        else:
                            with connection.begin_nested():  # one that fails takes no other with it
                                done.append((future, job(connection)))
                    except Exception as problem:
                        failed.append((future, problem))
                        if len(jobs) == 1:
                            raise
            self.commits += 1
        except Exception as problem:
            told = {future for future, _ in failed}
            failed += [(future, problem) for _, future in jobs if future not in told]
            done = []
        for future, result in done:
            future.set_result(result)
        for future, error in failed:
            future.set_exception(error)

    def _connected(self) -> Connection:
        if self._closed:
            raise SQLAlchemyError("the store is closed")
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection
