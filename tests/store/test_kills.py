"""A program that is killed while it writes loses nothing that it has acknowledged: two kills a store here, a hundred
in `make soak`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import legation
from legation.core.game import Game
from legation.store import Store
from legation.web.sessions import Sessions

KILLS = [2, pytest.param(100, marks=pytest.mark.soak)]
GAME = """
import random, sys, legation
from legation.testing.conformance.play import random_answer
game, rng = legation.open_game(sys.argv[1]), random.Random(int(sys.argv[2]))
while game.requests():
    try:
        random_answer(game, rng.choice(game.requests()), rng, shuns=("end",)).on(game)
    except legation.LegationError:
        continue
    print(len(game.record), flush=True)
"""
SERVED = """
import sys
from pathlib import Path
from legation.core import acts
from legation.store import Store
from legation.web.seats import Access
from legation.web.sessions import Sessions
table = Sessions(Store.open(Path(sys.argv[1]))).table(sys.argv[3])
while True:
    made = table.act(Access(table, "umpire"), acts.Ruling({"threat.turkey": table.seq % 9 + 1}, "to see"))
    print(made[-1].seq, flush=True)
"""


def acknowledged(program: str, *words: object, rng: random.Random) -> int:
    """The last entry that a program has said is kept, before it was killed."""
    line = [sys.executable, "-c", program, *map(str, words)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        time.sleep(rng.uniform(0, 0.4))
        os.kill(running.pid, signal.SIGKILL)
        return int((first + running.stdout.read()).rpartition("\n")[0].split()[-1])


@pytest.mark.parametrize("kills", KILLS)
def test_a_file_keeps_what_was_acknowledged(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    for number in range(kills):
        if number % 10 == 0:
            file = tmp_path / f"{number}.legation"
            legation.new_game("awaw", scenario="older").save(file)
        said = acknowledged(GAME, file, number, rng=rng)
        game = legation.open_game(file)  # chain and seals are checked, and that the vault fits
        assert len(game.record) >= said
        assert game.lost == ()
        assert game.over or game.requests()


@pytest.mark.parametrize("kills", KILLS)
def test_a_store_keeps_what_was_acknowledged(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    hall = Sessions(Store.open(tmp_path))
    id = hall.create("twg", "1939").id
    hall.close()
    for _ in range(kills):
        said = acknowledged(SERVED, tmp_path, 0, id, rng=rng)
        store = Store.open(tmp_path)
        kept = store.load(id)
        game, damage = Game.load(kept.record, "it", legation.all_books())
        assert damage is None
        assert len(game.record) == store.summary(id).size >= said
        store.close()
    assert game.verify() == []
