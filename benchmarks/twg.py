"""The War Game: whole Diplomatic Phases, beside the PyPI package `diplomacy` that processes random legal orders."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import gettempdir

from benchmarks.harness import Result
from legation.books import book
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import Request

CAMPAIGNS, TURNS = 6, 8
RUNS = 6  # the best of so many counts, on either side
PEER = """
import random, sys, time
from diplomacy import Game
best = 0.0
for seed in range(int(sys.argv[1])):
    game, rng, phases, taken = Game(), random.Random(seed), 0, 0.0
    while not game.is_game_done and phases < 60:
        begin = time.process_time()
        possible = game.get_all_possible_orders()
        for power in game.powers:
            where = game.get_orderable_locations(power)
            game.set_orders(power, [rng.choice(possible[loc]) for loc in where if possible[loc]])
        game.process()
        taken += time.process_time() - begin
        phases += 1
    best = max(best, phases / taken)
print(best)
"""


def answer(request: Request, rng: random.Random, use: float) -> object:
    """What a quick table would say; this share of the rights is used, without money."""
    if request.kind == "report":
        return dict.fromkeys(request.facts, 20)
    if "pass" in request.legal:
        return rng.choice(request.legal) if rng.random() < use else "pass"
    return "nothing" if "nothing" in request.legal else rng.choice(request.legal)


def reported(game: Game) -> dict[str, int]:
    """What the board would be asked for in the phase."""
    schema = game.world.schema
    return {key: 20 for name in ("threat", "own-land", "purse") for key in schema.by_name[name].keys()}  # noqa: SIM118 - a family


def touched_by(entry: Entry) -> Iterator[str]:
    """The countries whose standing an entry changes."""
    for change in entry.effects:
        family, *names = change.fact.split(".")
        if family in ("stance", "government", "attempts"):
            yield names[0]


def phases(scenario: str, use: float = 0.0, explain: bool = True) -> tuple[list[float], int, int]:
    """Seconds of each Diplomatic Phase of all neutrals: rolled, recorded, every country it touched explained."""
    taken, rolls, explained = [], 0, 0
    for seed in range(CAMPAIGNS):
        game, rng = Game.new(book("twg"), scenario, seed=seed), random.Random(seed)
        for _ in range(TURNS):
            game.report(reported(game))
            made, begin = list[Entry](), time.process_time()
            while "end" not in (request := game.requests()[0]).legal:
                made += game.answer(request.id, answer(request, rng, use), seat=request.seat)
            touched = {place for entry in made for place in touched_by(entry)} if explain else set()
            for subject in touched:
                game.explain(subject)
            taken.append(time.process_time() - begin)
            rolls += sum("roll" in entry.cause for entry in made)
            explained += len(touched)
            game.answer(game.requests()[0].id, "next", seat="uk")
    return taken, rolls, explained


def peer() -> float | None:
    """Phases a second of `diplomacy`, in an environment of its own outside the project; None if it cannot be had."""
    place = Path(gettempdir()) / "legation-bench-diplomacy"
    python = place / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", place], check=True, capture_output=True)
        has = subprocess.run([python, "-c", "import diplomacy"], capture_output=True).returncode == 0
        if not has:
            install = [python, "-m", "pip", "-q", "install", "diplomacy"]
            subprocess.run(install, check=True, capture_output=True, timeout=300)
        ran = subprocess.run([python, "-c", PEER, str(RUNS)], check=True, capture_output=True, timeout=120)
        return float(ran.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def results() -> Iterator[Result]:
    for scenario in ("1939", "1942"):
        phases(scenario)  # the first time, charts are bound
        taken, rolls, explained = phases(scenario)
        plain = min((phases(scenario, explain=False)[0] for _ in range(RUNS)), key=sum)
        theirs = peer()  # right afterwards, on a machine as busy as it was
        where = (
            f"twg {scenario}, {CAMPAIGNS} campaigns of {TURNS} turns, server dice, {rolls} rolls, {explained} explained"
        )
        yield Result(f"a Diplomatic Phase, all reported, {scenario}", median(taken) * 1e3, "ms", where, "< 20 ms")
        rate = len(plain) / sum(plain)
        where = where.removesuffix(f", {explained} explained") + ", recorded"
        told = "diplomacy could not be installed" if theirs is None else f"diplomacy, {theirs:,.0f} phases/s"
        ratio = rate / theirs if theirs else None
        yield Result(f"Diplomatic Phases a second, {scenario}", rate, "/s", where, "ahead of diplomacy", told, ratio)
        busy, rolls, explained = phases(scenario, use=0.5)
        where = f"the same with half of the rights used, {rolls} rolls, {explained} explained"
        yield Result(f"a busy Diplomatic Phase, {scenario}", median(busy) * 1e3, "ms", where, "< 20 ms")
