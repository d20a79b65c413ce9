"""The one thread that writes to SQLite, and commits together what several games wait for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Writer"]

MOST = 64  # jobs in one commit: the first of them should not wait for ever
T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], "Future[Any]"]


class Writer:
    """Runs jobs in transactions, in their order; `run` returns when its job is on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._begin = Lock()
        self._thread: Thread | None = None
        self._closed = False
        self.commits = 0  # how many there were, for tests and benchmarks

    def run(self, job: Callable[[Connection], T]) -> T:
        with self._begin:
            if self._closed:
                raise SQLAlchemyError("the store is closed")
            if self._thread is None:
                self._thread = Thread(target=self._work, name="legation-writer", daemon=True)
                self._thread.start()
            future: Future[T] = Future()
            self._jobs.put((job, future))
        return future.result()

    def close(self) -> None:
        """Finish what waits, and stop."""
        with self._begin:
            self._closed = True
            self._jobs.put(None)
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        with self._engine.connect() as connection:
            while (first := self._jobs.get()) is not None:
                jobs, last = [first], False
                while len(jobs) < MOST and not last:
                    try:
                        more = self._jobs.get_nowait()
                    except Empty:
                        break
                    if more is None:
                        last = True
                    else:
                        jobs.append(more)
                self._commit(connection, jobs)
                if last:
                    return

    def _commit(self, connection: Connection, jobs: list[Job]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        try:
            with connection.begin():
                for job, future in jobs:
                    try:
                        with connection.begin_nested():  # one that fails takes no other with it
                            done.append((future, job(connection)))
                    except Exception as problem:
                        failed.append((future, problem))
        except Exception as problem:
            failed += [(future, problem) for future, _ in done]
            done = []
        self.commits += 1
        for future, result in done:
            future.set_result(result)
        for future, error in failed:
            future.set_exception(error)
