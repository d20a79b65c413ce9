"""How a benchmark is written down: a name, a value with its unit, the conditions, and a peer in the same run."""

from __future__ import annotations

import gc
import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles

__all__ = ["Result", "best_of", "each", "percentile", "show", "write"]


@dataclass(frozen=True)
class Result:
    name: str
    value: float
    unit: str
    conditions: str
    aim: str = ""
    peer: str = ""
    ratio: float | None = None  # value over the peer's value, measured in the same run


def best_of(times: int, function: Callable[[], object], inner: int = 1) -> float:
    """Seconds for one call: the best of several runs of `inner` calls."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        begin = time.perf_counter()
        for _ in range(inner):
            function()
        best = min(best, (time.perf_counter() - begin) / inner)
    return best


def each(calls: list[Callable[[], object]]) -> list[float]:
    """Seconds of every single call."""
    taken = []
    for call in calls:
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return taken


def percentile(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


def show(results: list[Result]) -> str:
    """The results as a table."""
    head = ("what", "value", "aim", "beside it in the same run", "conditions")
    rows = [head]
    for r in results:
        beside = f"{r.peer}: ratio {r.ratio:.2f}" if r.ratio is not None else r.peer
        rows.append(
            (
                r.name,
                f"{r.value:,.3g} {r.unit}" if r.value < 1000 else f"{r.value:,.0f} {r.unit}",
                r.aim,
                beside,
                r.conditions,
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def write(results: list[Result], path: Path) -> None:
    about = {"python": platform.python_version(), "machine": platform.machine()}
    path.write_text(json.dumps({"about": about, "results": [asdict(r) for r in results]}, indent=1) + "\n")
