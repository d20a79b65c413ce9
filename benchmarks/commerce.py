"""Military Commerce: the exact distribution under best play, beside icepool on a simpler question in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from benchmarks.harness import Result, best_of
from legation.books.twg.money import commerce_odds
from legation.books.twg.money.commerce import BEST_PLAY

DICE, REROLLS = 11, 2

# All eleven dice are rolled, and icepool is told when to roll again; it need not find that out, and knows no safe bids.
SIMPLER = """
import time
import icepool
from icepool import d

class Lowest(icepool.MultisetEvaluator):
    def next_state(self, state, order, outcome, count):
        total, low = state or (0, ())
        return total + outcome * count, tuple(sorted(low + (outcome,) * count))[:2]

def first(state):
    total, low = state
    return d(12).map(lambda new: (total - low[0] + new, min(low[1], new))) if low[0] <= 7 else (total, low[0])

def second(state):
    total, low = state
    return d(12) + (total - low) if low <= 6 else total

begin = time.perf_counter()
result = Lowest()(d(12).pool(11)).map(first).map(second)
taken = time.perf_counter() - begin
mean = result.mean()
print(taken, f"{mean.numerator}/{mean.denominator}")
"""


def afresh(function: Callable[[], object]) -> Callable[[], object]:
    """The same with nothing remembered from an earlier call."""

    def call() -> object:
        for known in (*vars(commerce_odds).values(), *vars(commerce_odds.BestPlay).values()):
            if hasattr(known, "cache_clear"):
                known.cache_clear()
        return function()

    return call


def icepool() -> tuple[float, Fraction] | None:
    """Seconds and mean, in a Python that has icepool: $ICEPOOL_PYTHON, or a throw-away one; None if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        python = os.environ.get("ICEPOOL_PYTHON") or str(Path(folder) / "bin" / "python")
        try:
            if "ICEPOOL_PYTHON" not in os.environ:
                subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
                install = [python, "-m", "pip", "install", "-q", "icepool"]
                subprocess.run(install, check=True, capture_output=True, timeout=120)
            ran = subprocess.run([python, "-c", SIMPLER], check=True, capture_output=True, text=True, timeout=120)
        except (OSError, subprocess.SubprocessError):
            return None
    taken, mean = ran.stdout.split()
    return float(taken), Fraction(mean)


def results() -> list[Result]:
    def best() -> object:
        return BEST_PLAY.chances(DICE, REROLLS)

    def rolled() -> object:
        return BEST_PLAY.chances(DICE, REROLLS, roll_all=True)

    def offers() -> object:
        return BEST_PLAY.options(DICE, REROLLS)

    times = {name: best_of(5, afresh(f)) * 1000 for name, f in (("best", best), ("rolled", rolled), ("offers", offers))}
    peer = icepool()
    beside, ratio = "icepool could not be installed", None
    if peer is not None:
        seconds, mean = peer
        own = sum((n * p for n, p in BEST_PLAY.chances(DICE, REROLLS, roll_all=True).items()), Fraction(0))
        same = "the same mean" if mean == own else f"mean {float(mean):.4f} against {float(own):.4f}"
        beside = f"icepool {seconds * 1000:.0f} ms, told when to re-roll, {same}"
        ratio = times["rolled"] / (seconds * 1000)
    cold = "nothing remembered, best of 5"
    return [
        Result("commerce: 11 dice, 2 re-rolls, best play: its distribution", times["best"], "ms", cold, "< 20 ms"),
        Result("commerce: the same, all dice rolled", times["rolled"], "ms", cold, "< 20 ms", beside, ratio),
        Result("commerce: the worth of every first option", times["offers"], "ms", cold),
    ]
