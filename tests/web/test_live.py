"""Live: a stream tells numbers and nothing else, forgets nobody, and catches up after a break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import httpx

from legation.web.seats import COOKIE
from tests.web.conftest import DEVICE, Chair, Server, in_a_thread

PATIENCE = 60  # seconds after which something hangs, however busy the machine is


async def events(client: httpx.AsyncClient, chair: Chair, last: int | None = None) -> AsyncIterator[dict[str, str]]:
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    async with client.stream("GET", f"{chair.base}/t/{chair.place}/stream", headers=headers) as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        found: dict[str, str] = {}
        async for line in reply.aiter_lines():
            if not line and found:
                yield found
                found = {}
            elif line and not line.startswith(":"):
                name, _, value = line.partition(": ")
                found[name] = value


async def answer(client: httpx.AsyncClient, chair: Chair, request: int, value: object) -> None:
    reply = await client.post(f"{chair.base}/api/v1/t/{chair.place}/answers", json={"request": request, "value": value})
    assert reply.status_code == 200, reply.text


def client() -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(cookies={COOKIE: DEVICE}, timeout=PATIENCE, limits=limits)


async def next_of(stream: AsyncIterator[dict[str, str]]) -> dict[str, str]:
    return await asyncio.wait_for(anext(stream), PATIENCE)


def test_a_stream_tells_where_we_are_and_then_every_change(server: Server) -> None:
    chairs = server.begin()

    async def play() -> None:
        async with client() as web:
            stream = events(web, chairs["spectator"])
            first = await next_of(stream)
            name, _, tip = first.pop("id").partition(" ")
            assert tip.count("-") == 2
            assert {**first, "id": name} == {"event": "seq", "data": "1", "id": "1", "retry": "1000"}
            await answer(web, chairs["north"], 1, {"auk": 1})
            assert (await next_of(stream))["data"] == "2"
            await stream.aclose()  # type: ignore[attr-defined]

    in_a_thread(play())


def test_who_comes_back_hears_only_what_is_new(server: Server) -> None:
    chairs = server.begin()

    async def play() -> None:
        async with client() as web:
            stream = events(web, chairs["south"])
            assert (await next_of(stream))["data"] == "1"
            await stream.aclose()  # type: ignore[attr-defined]
            await answer(web, chairs["north"], 1, {"auk": 1})
            stream = events(web, chairs["south"], last=1)
            assert (await next_of(stream))["data"] == "2"
            await stream.aclose()  # type: ignore[attr-defined]
            stream = events(web, chairs["south"], last=2)
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0.2)
            assert not waiting.done()
            await answer(web, chairs["south"], 2, {})
            assert int((await asyncio.wait_for(waiting, PATIENCE))["data"]) == 3
            await stream.aclose()  # type: ignore[attr-defined]

    in_a_thread(play())


def test_a_stream_ends_when_its_link_is_taken_back(server: Server) -> None:
    chairs = server.begin()

    async def play() -> None:
        async with client() as web:
            stream = events(web, chairs["north"])
            await next_of(stream)
            url = f"{server.base}/api/v1/t/{chairs['host'].place}/links/north"
            assert (await web.delete(url)).status_code == 200
            assert [e async for e in stream] == []
            mine = {"Authorization": f"Bearer {chairs['north'].token}"}
            gone = await web.get(f"{server.base}/api/v1/t/me/stream", headers=mine)
            assert gone.status_code == 404

    in_a_thread(play())


def test_nobody_listens_any_more_after_leaving(server: Server) -> None:
    chairs = server.begin()
    table = server.hall.enter(chairs["north"].token).table

    async def play() -> None:
        async with client() as web:
            streams = [events(web, chairs["north"]) for _ in range(5)]
            for stream in streams:
                await next_of(stream)
            assert len(table.bell) == 5
            for stream in streams:
                await stream.aclose()  # type: ignore[attr-defined]
            while len(table.bell):  # or else this hangs
                await asyncio.sleep(0.02)

    in_a_thread(play())


def test_every_viewer_of_many_tables_hears_of_its_own_table_only(server: Server) -> None:
    tables = [server.begin() for _ in range(12)]

    async def view(web: httpx.AsyncClient, chair: Chair, ready: asyncio.Event) -> list[int]:
        heard = []
        async for event in events(web, chair):
            heard.append(int(event["data"]))
            ready.set()
            if heard[-1] >= 3:
                return heard
        return heard

    async def play() -> None:
        async with client() as web:
            waiting, ready = [], []
            for chairs in tables:
                for seat in ("north", "south", "spectator", "umpire", "host", "spectator", "spectator"):
                    ready.append(asyncio.Event())
                    waiting.append(asyncio.ensure_future(view(web, chairs[seat], ready[-1])))
            await asyncio.wait_for(asyncio.gather(*(r.wait() for r in ready)), PATIENCE)
            for chairs in tables:
                await answer(web, chairs["north"], 1, {})
                await answer(web, chairs["south"], 2, {})
            for heard in await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE):
                assert heard == sorted(set(heard))
                assert heard[-1] == 3

    in_a_thread(play())


def test_the_number_is_all_that_is_sent(server: Server) -> None:
    chairs = server.begin()

    async def play() -> None:
        async with client() as web:
            stream = events(web, chairs["south"])
            await next_of(stream)
            await answer(web, chairs["north"], 1, {"crake": 2})
            event = await next_of(stream)
            assert set(event) == {"event", "data", "id", "retry"}
            assert isinstance(json.loads(event["data"]), int)
            await stream.aclose()  # type: ignore[attr-defined]

    in_a_thread(play())
