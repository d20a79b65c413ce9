"""Secrets: what is planted in the vault is in no byte that anybody else can fetch."""

from __future__ import annotations

import base64
import logging
import random
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import legation
from legation.books import book
from legation.core.facts import Change, Origin
from legation.core.game import Game
from legation.core.record import Entry
from legation.testing.conformance import begin
from legation.web.app import create_app
from legation.web.guard import House, RateAllowance
from tests.web.client import WEB
from tests.web.conftest import Chair, Server, serving
from tests.web.crawling import Sent, Target, fetched, forms_of, heard, plainly, tried

POINTS = 918273645  # planted as a hidden fact
BID = 564738291  # planted as a sealed bid
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


def crawl(server: Server, chair: Chair, sealed: int) -> Iterator[bytes]:
    target = Target("north", "envoys.north.auk", ("auk", "brant"), sealed, 2, ("south",))
    for sent in (*fetched(server.app, target), *tried(server.app, target)):
        reply = sent.to(server.base, chair.place)
        yield reply.content + repr(reply.headers).encode()
    yield heard(chair)


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


# -- two servers that differ only in what is hidden
class Luck(random.Random):
    """What is drawn in secret, the same for both."""

    def token_bytes(self, count: int) -> bytes:
        return self.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        return base64.urlsafe_b64encode(self.randbytes(count)).decode().rstrip("=")


Scene = tuple[dict[str, Chair], Target]
Told = tuple[str, bytes]  # who asked what, and the answer: status, headers and body
NOBODY = "nobody"  # with the address of the owner's page, and no key to it


def normal(sent: bytes) -> bytes:
    """Without what rests on a commitment alone: hashes and tips; and without what a server has done and needs."""
    found = re.sub(rb"\b[0-9a-f]{64}\b", b"#", sent)
    found = re.sub(rb"\b[a-z]{5}-[a-z]{5}-[A-Z]{4}\b", b"TIP", found)
    return re.sub(rb"(?m)^(legation_\w+)(\{.*\})? [0-9.e+]+$", rb"\1", found)


def answer(server: Server, scene: Scene, name: str, sent: Sent) -> Told:
    chairs, target = scene
    if name == NOBODY:
        reply = sent.to(server.base, chairs[target.owner].place, "the-browser-of-somebody-else")
    else:
        reply = sent.to(server.base, chairs[name].place)
    headers = {key: value for key, value in reply.headers.items() if sent.path != "/metrics" or key != "content-length"}
    told = f"{reply.status_code} {headers}\n".encode() + reply.content
    return f"{name}: {plainly(sent)}", normal(told)


def changing(sent: Sent) -> bool:
    """What may make another game of it comes last, so that there is still something hidden before."""
    committed = bool(sent.json and isinstance(sent.json, dict) and sent.json.get("commit"))
    shown = sent.path.endswith(("rulings", "/rule", "undo", "close", "plan", "seat"))
    return committed or shown or "/links" in sent.path


def answers(server: Server, scene: Scene, names: Iterable[str], *, acts: bool) -> Iterator[Told]:
    """All that these chairs are answered, page by page and form by form, and what their streams say."""
    chairs, target = scene
    names, asks, forms = list(names), list(fetched(server.app, target)), {}
    for name in names:
        for sent in asks:
            told = answer(server, scene, name, sent)
            yield told
            if name != NOBODY and acts:
                found = forms_of(told[1].decode("utf-8", "replace"), chairs[name].place)
                forms |= {(name, plainly(form)): form for form in found}
        yield f"{name}: streams", normal(heard(chairs[name])) if name in chairs else b""
    if acts:
        sends = [(name, sent) for name in names for sent in tried(server.app, target)]
        sends += [(name, form) for (name, _), form in forms.items()]
        for name, sent in sorted(sends, key=lambda pair: changing(pair[1])):
            yield answer(server, scene, name, sent)
        yield from (answer(server, scene, names[0], sent) for sent in asks)


class Crawl:
    """Two servers with the same luck, on which the same was played but for what one seat hides."""

    def __init__(self, folder: Path, logs: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.logs, self.monkeypatch = folder, logs, monkeypatch

    def told(self, name: str, play: Callable[[Server], Scene], names: Iterable[str], *, acts: bool) -> list[Told]:
        luck, free = Luck(7), RateAllowance(10**9, 10**9)
        for kind in ("token_bytes", "token_hex", "token_urlsafe"):
            self.monkeypatch.setattr(f"secrets.{kind}", getattr(luck, kind))
        app = create_app(data=self.folder / name, house=House(guesses=free, games=free, own_games=free))
        self.monkeypatch.setattr("time.time", lambda: 1.8e9)
        self.logs.clear()
        with serving(app) as base:
            server = Server(base, app)
            found = list(answers(server, play(server), names, acts=acts))
        return [*found, ("the log", normal(self.logs.text.replace(base, "").encode()))]

    def assert_alike(
        self, one: Callable[[Server], Scene], two: Callable[[Server], Scene], names: Iterable[str], *, acts: bool = True
    ) -> None:
        names = list(names)
        first, second = (self.told(n, play, names, acts=acts) for n, play in (("one", one), ("two", two)))
        for (asked, was), (also, is_) in zip(first, second, strict=True):
            assert asked == also
            assert was == is_, asked


@pytest.fixture(name="both")
def _both(tmp_path: Path, logs: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Crawl:
    return Crawl(tmp_path, logs, monkeypatch)


def hide(server: Server, envoys: dict[str, int], bid: int, proposed: str = "") -> Scene:
    """The North hides its envoys and seals a bid; and proposes something, to which the others are asked to agree."""
    chairs = server.begin()
    chairs["north"].post("answers", request=1, value=envoys)
    chairs["south"].post("answers", request=2, value={"brant": 1})
    sealed = chairs["north"].get("requests")["requests"][0]["id"]
    chairs["north"].post("answers", request=sealed, value=bid)
    if proposed:
        chairs["north"].post("proposals", what=proposed)
        assert chairs["south"].get("takeback")["takeback"]["proposal"]
    return chairs, Target("north", "envoys.north.auk", ("auk", "brant"), sealed, 2, ("south",))


@pytest.mark.parametrize("proposed", ["", "undo", "end"])
def test_all_that_others_are_told_is_the_same_whatever_is_hidden(both: Crawl, proposed: str) -> None:
    one = partial(hide, envoys={"auk": 1}, bid=0, proposed=proposed)
    two = partial(hide, envoys={"auk": 0, "crake": 2}, bid=2, proposed=proposed)
    both.assert_alike(one, two, OTHERS[:1] if proposed else (*OTHERS, NOBODY), acts=not proposed)


def test_the_crawl_would_notice(both: Crawl) -> None:
    """The owner is told what it hides: there the two differ."""
    one, two = (partial(hide, envoys=envoys, bid=1) for envoys in ({"auk": 1}, {}))
    with pytest.raises(AssertionError):
        both.assert_alike(one, two, ("north",), acts=False)


def asked_of(chairs: dict[str, Chair]) -> Iterator[tuple[Chair, dict[str, Any]]]:
    for name, chair in chairs.items():
        if name not in ("spectator", "umpire", "host"):
            yield from ((chair, request) for request in chair.get("requests")["requests"])


def influence(server: Server, rows: dict[str, int]) -> Scene:
    """The War Game, when Germany is to influence: the U.K. has written a sheet for its own turn."""
    chairs = server.begin("twg", scenario="1939", dice="typed")
    while not any("Which country" in r["prompt"] for r in chairs["germany"].get("requests")["requests"]):
        for chair, r in asked_of(chairs):
            value: Any = "quiet" if r["kind"] == "report" else r["legal"][-1] if r["legal"] else 1
            chair.post("answers", request=r["id"], value=value)
    chairs["uk"].call("PUT", "sheets/influence", json={"rows": rows})
    size = chairs["uk"].get("view")["seq"]
    return chairs, Target("uk", "purse.uk", ("eire", "oman"), 1, size, ("germany",), {"sheet": ("influence",)})


def place(server: Server, points: dict[str, int]) -> Scene:
    """A World at War, after everybody has placed diplomatic points: Germany these, the others none."""
    chairs = server.begin("awaw", scenario="current-classic", dice="typed")
    chairs["germany"].post("answers", request=1, value=points)
    for chair, request in asked_of(chairs):
        if request["kind"] == "sealed":
            chair.post("answers", request=request["id"], value={})
    subjects = ("bulgaria", "rumania", "spain")
    return chairs, Target("germany", "dp.germany.bulgaria", subjects, 1, 2, ("britain",))


def bid(server: Server, most: bool) -> Scene:
    """The War Game, while another's bid is awaited: somebody has bid all there is, or as little as may be."""
    chairs = server.begin("twg", scenario="1939", dice="typed")
    rng = random.Random(5)
    while True:
        chair, request = next(asked_of(chairs))
        legal, value = request.get("legal", []), "quiet"
        if request["kind"] == "sealed":
            chair.post("answers", request=request["id"], value=max(legal) if most else min(legal))
            size = chair.get("view")["seq"]
            purse = next(f for f in chairs["umpire"].get("view")["facts"] if f.startswith("purse."))
            others = tuple(name for name in ("germany", "uk", "usa") if name != request["seat"])
            return chairs, Target(request["seat"], purse, ("romania", "mongolia"), request["id"], size, others)
        if request["kind"] == "report" and any(fact.startswith(("purse", "own-land")) for fact in request["facts"]):
            value = dict.fromkeys(request["facts"], 20)
        elif legal:
            value = next((v for v in ("money", "next") if v in legal), None) or rng.choice(legal)
        chair.post("answers", request=request["id"], value=value)


def late(server: Server, book: str, scenario: str, *, most: bool) -> Scene:
    """Years on, with all that has come to light since: somebody has sealed as much as may be, or nothing."""
    sealing, seed = False, 10
    while not sealing:
        seed += 1
        play = begin(legation.book(book), scenario, seed, shuns=("end",), undos=0.02, rulings=0.02, events=0.1)
        while not play.game.over and not sealing:
            play.step()
            game = play.game
            sealing = len(game.record) >= LATE and any(r.kind == "sealed" for r in game.requests())
    asked = next(r for r in game.requests() if r.kind == "sealed")
    if asked.among:
        value: Any = {asked.among[0]: asked.total} if most else {asked.among[-1]: 1}
    else:
        value = max(asked.legal) if most else min(asked.legal)
    game.answer(asked.id, value, seat=asked.seat)
    entry = len(game.record)
    for other in [r for r in game.requests() if r.kind == "sealed" and r.among]:
        game.answer(other.id, {}, seat=other.seat)
    table = server.hall.adopt(game, name="late", plan=dict.fromkeys(game.book.seats, "person"))
    fact = next((fact for fact in game.vault.hidden.get(entry, {})), f"purse.{asked.seat}")
    subjects = (asked.among or list(game.book.subjects()))[:3]
    others = tuple(seat for seat in game.book.seats if seat != asked.seat)[:3]
    return server.chairs({"id": table.id}), Target(asked.seat, fact, tuple(subjects), asked.id, entry, others)


LATE = 300  # entries
PLAYS: dict[str, tuple[Callable[[Server], Scene], Callable[[Server], Scene], tuple[str, ...]]] = {
    "sheets": (
        partial(influence, rows={"eire": 3}),
        partial(influence, rows={"oman": 1, "eire": 1}),
        ("germany", "umpire", "usa", "ussr", "italy", "japan", "china", "france", "host", "spectator", NOBODY),
    ),
    "points": (  # Italy is a partner, and may know
        partial(place, points={"bulgaria": 3}),
        partial(place, points={"rumania": 1, "spain": 1}),
        ("britain", "umpire", "russia", "france", "host", "spectator", NOBODY),
    ),
    "bid": (partial(bid, most=False), partial(bid, most=True), ("umpire", "host", "spectator", NOBODY)),
    **{
        f"late {book}": (
            partial(late, book=book, scenario=scenario, most=False),
            partial(late, book=book, scenario=scenario, most=True),
            ("umpire", "spectator", "host", NOBODY),
        )
        for book, scenario in (("twg", "1939"), ("awaw", "current-classic"))
    },
}


@pytest.mark.parametrize("name", list(PLAYS))
def test_what_two_may_fetch_is_the_same_whatever_is_hidden(both: Crawl, name: str) -> None:
    one, two, names = PLAYS[name]
    both.assert_alike(one, two, names[:2], acts=False)


@pytest.mark.soak
@pytest.mark.parametrize("name", list(PLAYS))
def test_what_all_are_told_is_the_same_whatever_is_hidden(both: Crawl, name: str) -> None:
    one, two, names = PLAYS[name]
    both.assert_alike(one, two, names)


def test_the_stored_vault_changes_at_every_act_alike(server: Server) -> None:
    """What is written, and how much of it, does not tell how much was bid."""
    sizes = []
    for envoys, bid in (({"auk": 1}, 0), ({"auk": 0, "crake": 2}, 2)):
        chairs, _ = hide(server, envoys, bid)
        access = server.hall.enter(chairs["umpire"].token)
        entries: list[Entry] = access.table.look(access, lambda game: list(game.record))
        sizes.append([len(str(entry.cause)) for entry in entries])
    assert sizes[0] == sizes[1]
