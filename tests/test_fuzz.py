"""Whatever comes from outside ends in a sentence, whatever was changed in it at random: records, vaults, maps and more.

`make test` tries a few of each kind, always the same; `make fuzz` goes on for FUZZ_SECONDS with each.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
import yaml
from fastapi.routing import APIRoute
from typer.testing import CliRunner

import legation
from legation.books.twg.map.own_board import board_of
from legation.cli.app import app as commands
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.history import Vault
from legation.testing.cases.reading import documents
from legation.testing.conformance import begin
from legation.web.app import create_app
from legation.web.guard import House, RateAllowance
from legation.web.seats import COOKIE
from tests.web.client import WEB
from tests.web.conftest import DEVICE, Chair, Server, serving
from tests.web.crawling import Target, routes

SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**64,
    10**30,
    0.5,
    "",
    "x",
    "\0",
    "é\u202e",
    "a" * 5000,
    [],
    {},
    [[]],
)
ODD += ({"a": {}}, "undo", "umpire", "table", "germany", "../x", "%s{}{{7}}", "²", "9" * 5000, "[" * 100_000)
BOOK = Path(legation.__file__).parent / "books" / "twg"
CASES = BOOK / "cases"
RUN = CliRunner()


def tries(few: int) -> Iterator[random.Random]:
    """As many tries as there is time for, each with dice of its own that can be thrown again."""
    seed, end = 0, time.monotonic() + SECONDS
    while seed < few or time.monotonic() < end:
        seed += 1
        yield random.Random(seed)


def bent(value: Any, rng: random.Random) -> Any:
    """One small change somewhere."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value, key=str))
        rest = {k: v for k, v in value.items() if k != key}
        found = rng.random()
        if found < 0.1:
            return rest
        if found < 0.2:
            return {**value, rng.choice(["x", "undo", "amend", "roll", "reveal", "event"]): rng.choice(ODD)}
        return {**rest, key: rng.choice(ODD) if found < 0.4 else bent(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        return [*value[:at], *([bent(value[at], rng)] if rng.random() < 0.9 else []), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
        return value + rng.choice([-1, 1, 1000, 2**40])
    return rng.choice(ODD)


def torn(blob: bytes, rng: random.Random) -> bytes:
    """A few bytes lost, changed or put in."""
    found = bytearray(blob)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(found) or 1)
        put = rng.choice(
            [b"", b"\n", b"\0", b"{", b"[" * 2000, b"\xff", b"&a ", b"*a ", b"9" * 5000, b"!!int ", b"2001-99-99"]
        )
        found[at : at + rng.randint(0, 30)] = put
    return bytes(found)


def chained(lines: list[Any]) -> bytes:
    """A record whose hashes fit, whatever it holds."""
    made, prev = [], ""
    for number, line in enumerate(lines):
        plain = {k: v for k, v in line.items() if k != "hash"} if isinstance(line, dict) else line
        if number and isinstance(plain, dict):
            plain["prev"] = prev
        body = json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")[:-1]
        prev = hashlib.sha256(body).hexdigest()
        made.append(body + b',"hash":"' + prev.encode() + b'"}')
    return b"\n".join(made) + b"\n"


def told(f: Callable[[], object]) -> None:
    """Done, or refused in a sentence; anything else is a finding."""
    try:
        f()
    except LegationError as error:
        said = str(error)
    else:
        return
    assert said


@pytest.fixture(name="played", scope="module")
def _played() -> list[Game]:
    games = []
    for book, scenario in (("twg", "1939"), ("awaw", "older")):
        play = begin(
            legation.book(book), scenario, 3, shuns=("end",), reports=0.1, rulings=0.05, events=0.1, undos=0.05
        )
        for _ in range(25):
            play.step()
        games.append(play.game)
    return games


def used(game: Game) -> None:
    for seat in (*game.book.seats[:2], "table", "umpire"):
        msgspec.json.encode(game.view(seat))
    game.verify()


def test_records(played: list[Game]) -> None:
    for rng in tries(60):
        game = rng.choice(played)
        lines = [json.loads(line) for line in game.record.dump().splitlines()]
        at = rng.randrange(len(lines))
        lines[at] = bent(lines[at], rng)
        blob = torn(game.record.dump(), rng) if rng.random() < 0.3 else chained(lines)
        vault = msgspec.json.decode(msgspec.json.encode(game.vault), type=Vault)

        def run(blob: bytes = blob, vault: Vault = vault) -> None:
            found, damage = Game.load(blob, "it", legation.all_books(), vault)
            if damage is None:
                used(found)

        told(run)


def test_vaults(played: list[Game], tmp_path: Path) -> None:
    file = tmp_path / "game.legation"
    record, vault = played[1].record.dump(), json.loads(msgspec.json.encode(played[1].vault))
    for rng in tries(40):
        file.write_bytes(record)
        blob = torn(json.dumps(vault).encode(), rng) if rng.random() < 0.3 else json.dumps(bent(vault, rng)).encode()
        (tmp_path / "game.legation.vault").write_bytes(blob)
        told(lambda: used(legation.open_game(file)))


def test_maps_sheets_and_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path))
    reference = (BOOK / "map" / "map.yaml").read_bytes()
    rows = yaml.load(reference, yaml.CSafeLoader)
    legation.new_game("twg", scenario="1939").save(tmp_path / "g.legation")
    cases = sorted(p for p in CASES.rglob("*.yaml") if p.stat().st_size < 6000)
    for rng in tries(12):
        some = rows[: rng.randint(1, 20)]
        blob = torn(reference[:3000], rng) if rng.random() < 0.5 else yaml.safe_dump(bent(some, rng)).encode()
        told(lambda blob=blob: board_of.__wrapped__(blob))  # type: ignore[misc]
        (tmp_path / "it.yaml").write_bytes(torn(rng.choice(cases).read_bytes(), rng))
        told(lambda: documents(tmp_path / "it.yaml"))
        run("board-sheet", "import", str(tmp_path / "it.yaml"), "--game", str(tmp_path / "g.legation"))
    bombs = (b"[" * 100_000, b"- " * 20_000, b"- !!int x", b"- !!int ", b"? !!int\n: 1", b"- !!float ")
    for bomb in (*bombs, b"- {name: 2001-99-99}", b"&a [*a]", b"\xff"):
        told(lambda bomb=bomb: board_of.__wrapped__(bomb))  # type: ignore[misc]
        (tmp_path / "it.yaml").write_bytes(bomb)
        assert documents(tmp_path / "it.yaml")
        run("board-sheet", "import", str(tmp_path / "it.yaml"), "--game", str(tmp_path / "g.legation"))


def run(*words: str) -> None:
    done = RUN.invoke(commands, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), (words, done.exception)


def test_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path))
    run("new", "twg", "--scenario", "1939", "--seed", "7", "--name", "t")
    words = (
        "show",
        "answer",
        "report",
        "odds",
        "explain",
        "verify",
        "undo",
        "why",
        "may",
        "forecast",
        "move",
        "backup",
    )
    more = (
        "1",
        "²",
        "x" * 300,
        "--json",
        "--seat",
        "uk",
        "spain",
        "{",
        "[" * 2000,
        "9" * 5000,
        "é\u202e",
        "a=b",
        "--to",
        "-1",
    )
    for rng in tries(15):
        run(rng.choice(words), *(rng.choice(more) for _ in range(rng.randint(0, 4))))


def test_the_server(tmp_path: Path) -> None:
    """Every route, page and form, by chairs of games that are still there."""
    free = RateAllowance(10**9, 10**9)
    served = create_app(data=tmp_path, house=House(guesses=free, games=free, own_games=free))
    ways = [
        (method, route)
        for route in routes(served)
        for method in sorted(route.methods or ())
        if method != "HEAD" and not route.path.endswith("/stream")
    ]
    with serving(served) as base:
        for n, rng in enumerate(tries(240)):
            if n % 80 == 0:
                chairs = begun(Server(base, served), rng)
            method, route = rng.choice(ways)
            target = Target("uk", "purse.uk", ("spain", "sweden"), rng.randint(1, 3), rng.randint(1, 12), ("germany",))
            path = re.sub(r"\{(\w+)[^}]*\}", lambda m: quote(said(m[1], target, rng), safe="{}"), route.path)  # noqa: B023
            names = ("seat", "as", "since", "turns", "place", "nation", "entry", "at", "before", "part", "bid", "open")
            query = {name: said(name, target, rng) for name in rng.sample(names, rng.randint(0, 2))}
            body, form = None, None
            if method != "GET" and route.path.startswith("/api/"):
                body = json.dumps(filled(route, target, rng) if rng.random() < 0.9 else rng.choice(ODD))
            elif method != "GET":
                fields = ("request", "value", "reason", "event", "text", "entry", "seat", "word", "sheet", "face")
                form = {name: said(name, target, rng) for name in rng.sample(fields, 4)}
            WEB.cookies.clear()
            reply = WEB.request(
                method,
                base + path.replace("{token}", rng.choice(chairs).place),
                params=query,
                content=body,
                data=form,
                headers={"cookie": f"{COOKIE}={DEVICE}"} | ({"content-type": "application/json"} if body else {}),
            )
            assert reply.status_code < 500, (method, path, query, body, form, reply.text[:500])


def begun(server: Server, rng: random.Random) -> list[Chair]:
    """The chairs of a fresh game in which a little has happened."""
    WEB.cookies.clear()
    WEB.cookies.set(COOKIE, DEVICE)
    book = rng.choice(["twg", "awaw"])
    chairs = server.begin(book, dice=rng.choice(["server", "mixed", "live", "typed"]))
    for chair in chairs.values():
        for request in chair.get("requests")["requests"][:1]:
            value = "quiet" if request["kind"] == "report" else request["legal"][0] if request["legal"] else {}
            WEB.post(f"{server.base}/api/v1/t/{chair.place}/answers", json={"request": request["id"], "value": value})
    return list(chairs.values())


def said(name: str, target: Target, rng: random.Random) -> str:
    """What fits a name, or anything."""
    if name == "token":
        return "{token}"
    return str(rng.choice([*(target.samples(name) or ("twg",)), rng.choice(ODD)]))[:300] or "x"


def filled(route: APIRoute, target: Target, rng: random.Random) -> Any:
    """A body of the right form, bent at random."""
    model = route.body_field.field_info.annotation if route.body_field else None
    if not hasattr(model, "model_fields"):
        return {}
    body = {name: rng.choice([*(target.samples(name) or ("x",)), rng.choice(ODD)]) for name in model.model_fields}
    kept = {name: value for name, value in body.items() if rng.random() < 0.8}
    return bent(kept, rng) if rng.random() < 0.4 else kept
