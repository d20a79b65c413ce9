"""A page costs what it shows, not what was ever played; and a look back makes nothing up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import legation
from legation.core.acts import Who
from legation.core.balance import balance_of
from legation.core.chronicle import chronicle
from legation.core.facts import World
from legation.core.game import Game
from legation.core.history import draft_of, fold
from legation.core.lookback import stood_after
from legation.core.series import _Following, turns_of
from legation.core.sight import Sight
from legation.core.takeback import takeback_of
from legation.store import Store
from legation.testing.conformance import begin
from legation.web.sessions import Sessions
from tests.web.client import WEB
from tests.web.conftest import Server, place


def long(entries: int) -> Game:
    """Two reports in turn, over and over."""
    game = legation.new_game("twg", scenario="1939")
    game.report({"threat.turkey": 1})
    game.report({"threat.turkey": 2})
    one, two = draft_of(game.record[2], {}), draft_of(game.record[3], {})
    one.effects = [msgspec.structs.replace(c, old=2, new=1) for c in two.effects]
    game.record.append([one if n % 2 == 0 else two for n in range(entries - len(game.record))])
    return Game.load(game.record.dump(), "long", legation.all_books(), game.vault)[0]


def cost(f: Callable[[], object]) -> float:
    f()
    times = []
    for _ in range(3):
        begun = time.process_time()
        f()
        times.append(time.process_time() - begun)
    return min(times)


@pytest.fixture(name="games", scope="module")
def _games() -> tuple[Game, Game]:
    return long(400), long(6400)


def looks(game: Game) -> dict[str, Callable[[], object]]:
    sight = Sight(game, "uk")
    return {
        "a report": lambda: game.report({"threat.turkey": 5}),
        "looking back": lambda: stood_after(game, len(game.record) - 20),
        "over time": lambda: turns_of(sight, ("stance",)),
        "the record": lambda: chronicle(sight).lines,
        "taking back": lambda: takeback_of(sight, Who.of("uk")),
        "how it stands": lambda: balance_of(sight),
        "what counts": lambda: next(game.backwards()),
        "a look at what was said just now": lambda: game.amend(len(game.record), {"threat.turkey": 7}, "to see"),
    }


def test_what_is_shown_again_does_not_grow_with_the_record(games: tuple[Game, Game]) -> None:
    short, tall = games
    for name, f in looks(tall).items():
        assert cost(f) < 8 * cost(looks(short)[name]) + 0.02, name  # sixteen times as long


@pytest.mark.parametrize("book", ["twg", "awaw", "tern"])
def test_what_counts_is_known_without_reading_all(book: str) -> None:
    play = begin(legation.book(book), next(iter(legation.book(book).scenarios)), 4, shuns=("end",), undos=0.3)
    for _ in range(40):
        play.step()
        game = play.game
        assert [e.seq for e in game.live()] == game.record.kept() == [e.seq for e in game.backwards()][::-1]
    assert any("undo" in entry.cause for entry in game.record)
    rolled = [e.seq for e in game.live() if "roll" in e.cause]
    assert [e.seq for e in game.record.naming("roll") if "roll" in e.cause] == rolled
    assert [e.seq for e in game.live_from(9)] == [e.seq for e in game.live() if e.seq >= 9]


def test_verifying_is_linear() -> None:
    half, whole = long(600), long(2400)
    assert cost(whole.verify) < 10 * cost(half.verify)


def test_a_page_of_a_long_record_is_short(server: Server, games: tuple[Game, Game]) -> None:
    table = server.hall.adopt(games[1], name="long", plan=dict.fromkeys(games[1].book.seats, "here"))
    link = f"{server.base}/t/{place(table, 'host')}"
    for page in ("record", "look?at=3000", "charts"):
        reply = WEB.get(f"{link}/{page}")
        assert reply.status_code == 200
        assert len(reply.text) < 700_000


@pytest.mark.parametrize(("book", "scenario"), [("twg", "1939"), ("awaw", "older"), ("tern", "archipelago")])
def test_looking_back_is_the_fold_of_what_was_there(book: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.core.lookback.APART", 7)  # undos reach behind marks
    play = begin(legation.book(book), scenario, 5, shuns=("end",), reports=0.1, rulings=0.05, undos=0.3)
    for _ in range(40):
        play.step()
    game = play.game
    assert any("undo" in entry.cause for entry in game.record)
    for seq in (*range(1, len(game.record) + 1), 3, 9):
        then = stood_after(game, seq)
        told = fold(World(game.world.schema), game.record.upto(seq))
        assert then.world.set_facts() == told.world.set_facts(), seq
        assert {r.id for r in then.requests()} == set(told.requests), seq
        assert stood_after(game, seq).phase == then.phase


def test_turns_are_taken_in_as_they_come() -> None:
    play = begin(legation.book("tern"), "archipelago", 3, shuns=("end",), undos=0.2)
    families = ("envoys", "weather")
    for _ in range(30):
        play.step()
        fresh = _Following()
        fresh.read(Sight(play.game, "table"), families, ())
        assert list(turns_of(Sight(play.game, "table"), families)) == fresh.found


def test_many_games_are_listed_page_by_page(tmp_path: Path) -> None:
    hall = Sessions(Store.open(tmp_path))
    for n in range(7):
        hall.create("tern", "archipelago", name=str(n))
    pages = [[one.name for one in hall.store.summaries(3, skip)] for skip in (0, 3, 6)]
    assert pages == [["6", "5", "4"], ["3", "2", "1"], ["0"]]
    hall.close()
