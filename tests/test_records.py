"""Games that earlier versions have saved open as they were, verify, and can be played on."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest
import yaml

from legation.books import all_books
from legation.core import acts
from legation.core.acts import Who
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.history import vault_file
from legation.core.requests import TABLE
from legation.testing.conformance import RandomPlay, check_reopening, seats

RECORDS = Path(__file__).resolve().parent / "records"
FILES = sorted(RECORDS.rglob("*.legation.gz"))
BOOKS = all_books()
DIFFERS: dict[str, dict[int, str]] = yaml.safe_load((RECORDS / "differs.yaml").read_text()) or {}


@pytest.fixture(params=FILES, ids=lambda file: f"{file.parent.name}/{file.name.removesuffix('.legation.gz')}")
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A saved game, laid out as its version left it."""
    packed: Path = request.param
    path = tmp_path / packed.parent.name / packed.name.removesuffix(".gz")
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    vault = vault_file(packed.with_name(path.name))
    if vault.exists():
        vault_file(path).write_bytes(vault.read_bytes())
    return path


def test_saved_game_opens_and_every_seat_sees_it(saved: Path) -> None:
    game = Game.open(saved, BOOKS)
    check_reopening(game)
    for seat in seats(game):
        assert game.view(seat)["record"], seat


def test_saved_game_verifies_but_where_the_rules_have_changed(saved: Path) -> None:
    game = Game.open(saved, BOOKS)
    found = {difference.seq: str(difference) for difference in game.verify()}
    known = DIFFERS.get(f"{saved.parent.name}/{saved.stem}", {})
    assert sorted(found) == sorted(known), [text for seq, text in found.items() if seq not in known]


def test_saved_game_plays_on(saved: Path) -> None:
    game = Game.open(saved, BOOKS)
    if game.over:
        return
    asked = game.requests()[0]
    with pytest.raises(Refused, match="take it over first"):
        game.perform(acts.Answer(asked.id, None), Who.of(asked.seat))
    assert game.outdated
    game.perform(acts.TakeOver(), Who.of(TABLE))
    assert Game.open(saved, BOOKS).version == game.book.version
    play = RandomPlay(game, 1, Random(saved.stem), shuns=("end",))
    for _ in range(25):
        if not play.game.over:
            play.step()
    check_reopening(play.game, play)
