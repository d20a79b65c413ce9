"""Secrets: what is planted in the vault is in no byte that anybody else can fetch."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute

from legation.books import book
from legation.core.facts import Change, Origin
from legation.core.game import Game
from legation.core.record import Entry
from legation.web import api, api_table, pages
from legation.web.seats import COOKIE
from tests.web.client import WEB
from tests.web.conftest import DEVICE, Chair, Server, in_a_thread

POINTS = 918273645  # planted as a hidden fact
BID = 564738291  # planted as a sealed bid
RANDOM = ("/api/v1/games", "/qr", "/t/{token}/links")  # a list of all games, and pictures of the links themselves
OTHERS = ("south", "spectator", "umpire", "host")


@pytest.fixture(name="logs")
def _logs(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    for noisy in ("httpx", "httpcore"):  # the test's own client
        logging.getLogger(noisy).setLevel(logging.WARNING)
    return caplog


def plant(server: Server, chairs: dict[str, Chair]) -> tuple[int, list[str]]:
    """The North hides envoys and seals a bid; both are then given values that are found wherever they leak.

    Returns the number of the sealed request, and the salts and the key, which are secrets too.
    """
    chairs["north"].post("answers", request=1, value={"auk": 1})
    chairs["south"].post("answers", request=2, value={})
    sealed = chairs["north"].get("requests")["requests"][0]["id"]
    chairs["north"].post("answers", request=sealed, value=2)
    access = server.hall.enter(chairs["umpire"].token)

    def swap(game: Game) -> list[str]:
        fact = "envoys.north.auk"
        salt = game.vault.facts[fact][1]
        game.vault.facts[fact] = game.vault.hidden[2][fact] = (POINTS, salt)
        game.vault.answers[sealed] = (BID, game.vault.answers[sealed][1])
        world = game.world.with_changes([Change(fact, 1, POINTS)], Origin("sealed", 2, by="north"))
        game.state = game.state.but(world=world)
        south = [salt for fact, (_, salt) in game.vault.facts.items() if fact.startswith("envoys.south")]
        salts = [salt for hidden in game.vault.hidden.values() for _, salt in hidden.values()]
        return [game.vault.key, game.vault.answers[sealed][1], *(s for s in salts if s not in south)]

    return sealed, access.table.look(access, swap)


def fetched(*routers: APIRouter) -> Iterator[str]:
    """Every path of a link that can be read: what is added to the application is added here by itself."""
    for route in (route for router in routers for route in router.routes):
        if isinstance(route, APIRoute) and "/t/{token}" in route.path and "GET" in (route.methods or ()):
            if not route.path.endswith("/stream"):  # it does not end: see `heard`
                yield route.path


def looks(server: Server, subjects: tuple[str, ...] = ("auk", "brant")) -> Iterator[str]:
    """Everything that can be fetched at a link, pages included."""
    for path in fetched(api.router, api_table.router, pages.router):
        yield re.sub(r"\{(?!token)[^}]*\}", subjects[0], path)
    for path in ("view", "requests", "dispatch", "tray", "takeback", "sheets", "advice"):
        yield f"/api/v1/t/{{token}}/{path}?seat=north"
    yield "/api/v1/t/{token}/record?by=north"
    for entry in range(1, 5):  # what was hidden and sealed, and what followed
        yield f"/api/v1/t/{{token}}/record/{entry}/why"
        yield f"/t/{{token}}/why?entry={entry}"
    for subject in subjects:
        for path in ("dossier", "odds", "explain", "forecast"):
            yield f"/api/v1/t/{{token}}/{path}/{subject}"
    yield from ("/", "/api/v1/games", "/api/v1/books", "/t/{token}/nowhere")
    yield from (
        "/t/{token}/dispatch?before=4",
        "/api/v1/t/{token}/dispatch?since=1",
        "/api/v1/t/{token}/dispatch?since=3",
    )


def acts(sealed: int, fact: str = "envoys.north.auk", subject: str = "auk") -> Iterator[tuple[str, dict[str, Any]]]:
    """Attempts that are refused, for the errors they give."""
    yield "answers", {"request": sealed, "value": 1}
    yield "answers", {"request": 1, "value": {}}
    yield "answers", {"request": sealed + 1, "value": "much"}
    yield "undo", {}
    yield "undo", {"entry": 4}
    yield "rulings", {"facts": {fact: "many"}, "reason": "to see"}
    yield "reports", {"facts": {fact: 1}}
    yield "amendments", {"entry": 2, "value": {}, "reason": "to see"}
    yield "tray", {"faces": [{"face": 1}, {"face": 2}]}
    yield "tray", {"rest": True}
    yield "proposals", {"what": "undo", "entry": 4, "reason": "to see"}
    yield "proposals", {"what": "undo"}
    yield "proposals", {"what": "end"}
    yield "consents", {"proposal": 4}
    yield "consents", {"proposal": 5, "yes": False}
    yield "told", {"upto": 2}
    yield f"odds/{subject}", {"given": {fact: 1}}
    yield f"explain/{subject}", {"given": {fact: 1}}
    yield "answers", {"request": sealed, "value": 10**6}


def crawl(server: Server, chair: Chair, sealed: int) -> Iterator[bytes]:
    for path in looks(server):
        reply = WEB.get(server.base + path.replace("{token}", chair.place))
        yield reply.content + repr(reply.headers).encode()
    for path, body in acts(sealed):
        reply = WEB.post(f"{server.base}/api/v1/t/{chair.place}/{path}", json=body)
        yield reply.content + repr(reply.headers).encode()
    for method, body in (("PUT", {"rows": {"auk": 1}}), ("PUT", {"rows": {}, "seat": "north"}), ("DELETE", None)):
        reply = WEB.request(method, f"{server.base}/api/v1/t/{chair.place}/sheets/envoys", json=body)
        yield reply.content + repr(reply.headers).encode()


async def heard(chair: Chair) -> bytes:
    """What a stream says within a moment."""
    found = b""
    async with (
        httpx.AsyncClient(cookies={COOKIE: DEVICE}) as web,
        web.stream("GET", f"{chair.base}/t/{chair.place}/stream") as reply,
    ):
        async for part in reply.aiter_bytes():
            found += part
            break
    return found


def assert_clean(sent: bytes, secrets: list[str]) -> None:
    for secret in (str(POINTS), str(BID), *secrets):
        assert secret.encode() not in sent, f"{secret} is in {sent[:300]!r}"


def test_a_planted_secret_is_in_no_byte_sent_to_another(server: Server, logs: pytest.LogCaptureFixture) -> None:
    chairs = server.begin()
    sealed, secrets = plant(server, chairs)
    assert str(POINTS) in str(chairs["north"].get("view"))  # its owner sees it: the plant is in its place
    for name in OTHERS:
        for sent in crawl(server, chairs[name], sealed):
            assert_clean(sent, secrets)
        assert_clean(in_a_thread(heard(chairs[name])), secrets)
    assert_clean(logs.text.encode(), secrets)


def test_a_what_if_of_the_umpire_knows_no_secret(server: Server) -> None:
    chairs = server.begin()
    sealed, secrets = plant(server, chairs)
    made = chairs["umpire"].post("branches", status=201)
    for chair in server.chairs(made).values():
        for sent in crawl(server, chair, sealed):
            assert_clean(sent, secrets)


def test_a_fault_quotes_no_secret(
    server: Server, monkeypatch: pytest.MonkeyPatch, logs: pytest.LogCaptureFixture
) -> None:
    chairs = server.begin()
    _, secrets = plant(server, chairs)

    def broken(world: Any, subject: str, **_: Any) -> Any:
        raise RuntimeError(f"cannot work with {world['envoys.north.auk']} of {POINTS} and {BID}")

    monkeypatch.setattr(book("tern"), "odds", broken)
    for name in ("north", *OTHERS):
        told = chairs[name].get("odds/auk", status=500)
        assert told["error"]["kind"] == "Fault"
        assert_clean(str(told).encode(), secrets)
    assert "a fault" in logs.text
    assert_clean(logs.text.encode(), secrets)
    shown = WEB.get(f"{server.base}/t/{chairs['north'].place}/country/auk")
    assert shown.status_code == 500
    assert "Something is wrong with Legation itself" in shown.text
    assert "<h1>Legation</h1>" in shown.text
    assert_clean(shown.content, secrets)


def test_an_answer_that_fails_to_be_kept_is_not_logged(
    server: Server, monkeypatch: pytest.MonkeyPatch, logs: pytest.LogCaptureFixture
) -> None:
    chairs = server.begin()

    def broken(*_: object, **__: object) -> None:
        raise OSError(f"{POINTS}")

    monkeypatch.setattr(server.hall.store, "append", broken)
    told = chairs["north"].post("answers", request=1, value={"auk": 1}, status=500)
    assert_clean(str(told).encode(), [])
    monkeypatch.undo()
    assert_clean(logs.text.encode(), [])
    chairs["north"].post("answers", request=1, value={"auk": 1})


# -- two games that differ only in what is hidden
def hide(server: Server, envoys: dict[str, int], bid: int) -> tuple[dict[str, Chair], int]:
    chairs = server.begin(name="The same name")
    chairs["north"].post("answers", request=1, value=envoys)
    chairs["south"].post("answers", request=2, value={"brant": 1})
    sealed = chairs["north"].get("requests")["requests"][0]["id"]
    chairs["north"].post("answers", request=sealed, value=bid)
    return chairs, sealed


def normal(sent: bytes, chair: Chair) -> str:
    """Without what is random or a clock: commitments, hashes, tokens and table numbers."""
    text = sent.decode("utf-8", "replace").replace(chair.place, "PLACE")
    text = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b", "#", text)
    text = re.sub(r"\b[a-z]{5}-[a-z]{5}-[A-Z]{4}\b", "TIP", text)  # the end of the chain of hashes
    text = re.sub(r'"(begun)":[0-9.]+', r'"\1":0', text)
    text = re.sub(r"'(date|etag)', '[^']*'", r"'\1'", text)
    return re.sub(r"(token\":\"|/t/)[\w-]{32}", r"\1TOKEN", text)


def assert_alike(
    server: Server, one: dict[str, Chair], two: dict[str, Chair], names: Iterable[str], subjects: tuple[str, ...]
) -> None:
    """What these chairs can fetch of both games is the same, and so is what their streams say."""
    for name in names:
        for path in looks(server, subjects):
            if path.endswith(RANDOM) or path == "/":
                continue
            urls = [server.base + path.replace("{token}", chairs[name].place) for chairs in (one, two)]
            first, second = (WEB.get(url) for url in urls)
            assert first.status_code == second.status_code, (name, path)
            assert len(first.content) == len(second.content), (name, path)
            assert normal(first.content, one[name]) == normal(second.content, two[name]), (name, path)
        streams = [normal(in_a_thread(heard(chairs[name])), chairs[name]) for chairs in (one, two)]
        assert streams[0] == streams[1], name


def assert_refused_alike(
    server: Server,
    one: dict[str, Chair],
    two: dict[str, Chair],
    names: Iterable[str],
    tries: Iterable[tuple[str, dict[str, Any]]],
) -> None:
    """Whatever these chairs try in both games, one after the other, the replies are the same."""
    attempts = list(tries)
    for name in names:
        for path, body in attempts:
            replies = []
            for chairs in (one, two):
                reply = WEB.post(f"{server.base}/api/v1/t/{chairs[name].place}/{path}", json=body)
                replies.append((reply.status_code, len(reply.content), normal(reply.content, chairs[name])))
            assert replies[0] == replies[1], (name, path, body)


@pytest.mark.parametrize("proposed", [None, "undo", "end"])
def test_all_that_others_can_fetch_is_the_same_whatever_is_hidden(server: Server, proposed: str | None) -> None:
    """Also while the North, who hides it, proposes something that the others are asked to agree to."""
    one, sealed = hide(server, {"auk": 1}, 0)
    two, also = hide(server, {"auk": 0, "crake": 2}, 2)
    assert sealed == also
    for chairs in (one, two):
        if proposed:
            chairs["north"].post("proposals", what=proposed)
            assert chairs["south"].get("takeback")["takeback"]["proposal"]
    assert_alike(server, one, two, OTHERS, ("auk", "brant"))


def influence(server: Server, rows: dict[str, int]) -> dict[str, Chair]:
    """The World at War, when Germany is to influence: the U.K. has written a sheet for its own turn."""
    chairs = server.begin("twg", scenario="1939", dice="typed", name="The same name")
    while not any("Which country" in r["prompt"] for r in chairs["germany"].get("requests")["requests"]):
        for chair in [chair for name, chair in chairs.items() if name not in ("spectator", "umpire", "host")]:
            for r in chair.get("requests")["requests"]:
                value: Any = "quiet" if r["kind"] == "report" else r["legal"][-1] if r["legal"] else 1
                chair.post("answers", request=r["id"], value=value)
    chairs["uk"].call("PUT", "sheets/influence", json={"rows": rows})
    return chairs


def test_what_stands_in_a_sheet_changes_nothing_that_others_can_fetch(server: Server) -> None:
    one, two = influence(server, {"eire": 3}), influence(server, {"oman": 1, "eire": 1})
    assert one["uk"].get("sheets") != two["uk"].get("sheets")
    assert_alike(server, one, two, ("germany", "umpire"), ("eire", "oman"))


def test_the_stored_vault_changes_at_every_act_alike(server: Server) -> None:
    """What is written, and how much of it, does not tell how much was bid."""
    sizes = []
    for envoys, bid in (({"auk": 1}, 0), ({"auk": 0, "crake": 2}, 2)):
        chairs, _ = hide(server, envoys, bid)
        access = server.hall.enter(chairs["umpire"].token)
        entries: list[Entry] = access.table.look(access, lambda game: list(game.record))
        sizes.append([len(str(entry.cause)) for entry in entries])
    assert sizes[0] == sizes[1]


def place(server: Server, points: dict[str, int]) -> dict[str, Chair]:
    """A World at War, after everybody has placed diplomatic points: Germany these, the others none."""
    chairs = server.begin("awaw", scenario="current-classic", dice="typed", name="The same name")
    chairs["germany"].post("answers", request=1, value=points)
    for chair in chairs.values():
        for request in chair.get("requests")["requests"]:
            if request["kind"] == "sealed":
                chair.post("answers", request=request["id"], value={})
    return chairs


def test_hidden_diplomatic_points_change_nothing_that_others_can_fetch(server: Server) -> None:
    one, two = place(server, {"bulgaria": 3}), place(server, {"rumania": 1, "spain": 1})
    assert one["germany"].get("view")["facts"]["dp.germany.bulgaria"] == 3
    others = ("britain", "russia", "spectator", "umpire", "host")  # Italy is a partner, and may know
    assert_alike(server, one, two, others, ("rumania", "bulgaria", "spain"))
    assert_refused_alike(server, one, two, others, acts(1, "dp.germany.bulgaria", "bulgaria"))
    assert_alike(server, one, two, ("spectator", "umpire"), ("bulgaria",))  # as a look of the umpire's has left it


def bid(server: Server, most: bool) -> tuple[dict[str, Chair], str, int]:
    """The War Game, while another's bid is awaited: somebody has bid all there is, or as little as may be."""
    chairs = server.begin("twg", scenario="1939", dice="typed", name="The same name")
    people = [chair for name, chair in chairs.items() if name not in ("spectator", "umpire", "host")]
    rng = random.Random(5)
    while True:
        asked = next(((chair, r) for chair in people for r in chair.get("requests")["requests"]), None)
        assert asked
        chair, request = asked
        legal, value = request.get("legal", []), "quiet"
        if request["kind"] == "sealed":
            chair.post("answers", request=request["id"], value=max(legal) if most else min(legal))
            return chairs, request["seat"], request["id"]
        if request["kind"] == "report" and any(fact.startswith(("purse", "own-land")) for fact in request["facts"]):
            value = dict.fromkeys(request["facts"], 20)
        elif legal:
            value = next((v for v in ("money", "next") if v in legal), None) or rng.choice(legal)
        chair.post("answers", request=request["id"], value=value)


def test_a_sealed_bid_changes_nothing_that_others_can_fetch(server: Server, logs: pytest.LogCaptureFixture) -> None:
    told = []
    games = []
    for most in (False, True):
        logs.clear()
        games.append(bid(server, most))
        told.append(re.sub(r"\b[0-9a-f]{16}\b", "#", logs.text))
    (one, who, sealed), (two, *rest) = games
    assert rest == [who, sealed]
    assert told[0] == told[1]
    others = [name for name in one if name != who]
    purse = next(f for f in one["umpire"].get("view")["facts"] if f.startswith("purse."))
    assert_alike(server, one, two, [*others[:1], "umpire", "host"], ("romania", "mongolia"))
    assert_refused_alike(server, one, two, [*others[:1], "umpire", "host"], acts(sealed, purse, "romania"))
    assert_alike(server, one, two, ("spectator", "umpire"), ("romania",))
