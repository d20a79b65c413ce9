"""Live: a bell per table.  It says only that the record has grown; a stream tells the number, the tip, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from threading import Lock
from typing import TYPE_CHECKING

from fastapi.sse import ServerSentEvent

from legation.core.errors import LegationError

if TYPE_CHECKING:
    from legation.web.seats import Access
    from legation.web.sessions import Sessions

__all__ = ["EVENT", "Bell", "follow"]

EVENT = "seq"
RETRY = 1000  # milliseconds before a browser tries again


async def follow(hall: Sessions, access: Access, last: int | None = None) -> AsyncIterator[ServerSentEvent]:
    """The number of entries, now (unless the reader has it already) and whenever it changes, while the link is good.

    The id of each event is the number and the tip of the record: who keeps them notices another history.
    """
    table = access.table
    ear = table.bell.listen()
    try:
        told = last if last == table.seq else None
        while True:
            if told != table.seq:
                told = table.seq
                name = f"{told} {table.tip}".strip()
                yield ServerSentEvent(raw_data=str(told), id=name, event=EVENT, retry=RETRY)
            await ear.wait()
            if hall.closed:
                return
            try:
                await hall.check(access)
            except LegationError:
                return  # the link was taken back; a browser that tries again is told so
    finally:
        ear.close()


class Bell:
    """Wakes those who listen, from whichever thread it is rung."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ears: set[Ear] = set()

    def ring(self) -> None:
        with self._lock:
            ears = list(self._ears)
        for ear in ears:
            ear.wake()

    def listen(self) -> Ear:
        """An ear on the running loop; close it when nobody listens any more."""
        ear = Ear(self)
        with self._lock:
            self._ears.add(ear)
        return ear

    def leave(self, ear: Ear) -> None:
        with self._lock:
            self._ears.discard(ear)

    def __len__(self) -> int:
        return len(self._ears)


class Ear:
    """One listener.  A ring between two waits is not lost."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def wake(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self) -> None:
        await self._rung.wait()
        self._rung.clear()

    def close(self) -> None:
        self._bell.leave(self)
