"""The same act by page, JSON, terminal (over the line and on a file) and Python leaves the same entries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from legation.cli.app import app
from legation.core import acts
from legation.core.acts import Act, Who
from legation.core.game import Game
from legation.core.record import Entry
from legation.web.seats import Access
from legation.web.sessions import Session
from tests.books.tern.book import BOOK as TERN
from tests.web.conftest import Chair, Server, place, seated
from tests.web.test_pages import Play

ACTS: list[tuple[Act, dict[str, str], tuple[str, dict[str, Any]], list[str]]] = [
    # as a value, as a form, as JSON, as words
    (
        acts.Report({"ships.auk.north": 2}),
        {"": "/report", "fact__ships.auk.north": "2"},
        ("reports", {"facts": {"ships.auk.north": 2}}),
        ["report", "ships.auk.north=2"],
    ),
    (
        acts.Event("raid", {"island": "brant", "by": "north"}),
        {"": "/report", "event": "raid", "detail__island": "brant", "detail__by": "north"},
        ("events", {"name": "raid", "details": {"island": "brant", "by": "north"}}),
        ["report", "--event", "raid", "island=brant", "by=north"],
    ),
    (
        acts.Answer(1, {"auk": 1}),
        {"": "/answer", "request": "1", "among__auk": "1"},
        ("answers", {"request": 1, "value": {"auk": 1}}),
        ["answer", "1", "auk=1"],
    ),
]


def told(entries: list[Entry]) -> list[Any]:
    """Entries but for what is random: salts and what is hashed from them."""
    return [
        (e.seq, e.by, e.chair, {**e.cause, "commitment": ""}, e.effects, e.opens, e.closes, e.stack) for e in entries
    ]


@pytest.mark.parametrize("number", range(len(ACTS)))
def test_every_edge_builds_the_same_act(server: Server, tmp_path: Path, number: int) -> None:
    act, form, (path, body), words = ACTS[number]
    plan = dict.fromkeys(TERN.seats, "person")

    def table() -> Session:
        return server.hall.adopt(Game.new(TERN, "archipelago", seed=7), name="one door", plan=plan)

    def typed(*more: str) -> None:
        result = CliRunner().invoke(app, [*words, *more], catch_exceptions=False)
        assert result.exit_code == 0, result.output

    def by_page() -> Game:
        play = Play(server.base, table())
        play.post("north", form[""], **{name: value for name, value in form.items() if name})
        return play.game

    def by_json() -> Game:
        play = Play(server.base, table())
        Chair(server.base, seated(play.table, "north"), place(play.table, "north")).post(path, **body)
        return play.game

    def by_line() -> Game:
        play = Play(server.base, table())
        typed("--server", server.base, "--token", seated(play.table, "north"))
        return play.game

    def by_file() -> Game:
        file = tmp_path / "one.legation"
        Game.new(TERN, "archipelago", seed=7).save(file)
        typed("--game", str(file), "--seat", "north")
        return Game.open(file, {"tern": TERN})

    def by_hall() -> Game:
        found = table()
        found.act(Access(found, "north"), act)
        return found.look(Access(found, "umpire"), lambda game: game)

    plain = Game.new(TERN, "archipelago", seed=7)
    plain.perform(act, Who.of("north"))
    ways: tuple[Callable[[], Game], ...] = (by_page, by_json, by_line, by_file, by_hall)
    for way in ways:
        assert told(list(way().record)) == told(list(plain.record)), way.__name__
