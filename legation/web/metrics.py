"""What the server has done so far, as Prometheus reads it.

Own lines in place of a library: a few counters and one histogram, with no value of any game in them.  Several workers
count for themselves, and say which they are.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from legation.core.acts import Act
from legation.core.errors import LegationError

__all__ = ["Metrics", "log_acts"]

log = logging.getLogger("legation.acts")

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """Counts requests by status and acts by kind, and how long they took."""

    def __init__(self, worker: int = 0) -> None:
        self.worker = worker
        self.begun = time.time()
        self._lock = Lock()
        self._requests: Counter[tuple[str, str]] = Counter()
        self._acts: Counter[tuple[str, str]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}

    def request(self, method: str, status: int) -> None:
        with self._lock:
            self._requests[method if method in METHODS else "other", f"{status // 100}xx"] += 1

    def act(self, kind: str, outcome: str, seconds: float) -> None:
        with self._lock:
            self._acts[kind, outcome] += 1
            self._times.setdefault(kind, [0] * (len(STEPS) + 1))[bisect_left(STEPS, seconds)] += 1
            self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    @contextmanager
    def watched(self, game: str, chair: str, act: Act) -> Iterator[list[int]]:
        """One line of the log for an act, and its count: which game, by which chair, of what kind, never a value.

        Whoever does it puts the numbers of its entries into the list.
        """
        kind, begun, made = type(act).__name__.lower(), time.perf_counter(), list[int]()
        outcome = "fault"
        try:
            yield made
            outcome = "kept"
        except LegationError as error:
            outcome = type(error).__name__.lower()
            raise
        finally:
            counted = outcome if outcome in ("kept", "fault") else "refused"
            self.act(kind, counted, time.perf_counter() - begun)
            span = f"{made[0]}-{made[-1]}" if made else "-"
            log.info("act game=%s chair=%s kind=%s outcome=%s entries=%s", game, chair, kind, outcome, span)

    def text(self, now: dict[str, float]) -> str:
        """All of it; `now` adds what can be counted only at this moment."""
        return "\n".join((*self._lines(now), ""))

    def _lines(self, now: dict[str, float]) -> Iterator[str]:
        me = f'worker="{self.worker}"'
        with self._lock:
            requests, acts, seconds = self._requests.copy(), self._acts.copy(), self._seconds.copy()
            times = {kind: list(found) for kind, found in self._times.items()}
        yield "# TYPE legation_requests_total counter"
        for (method, status), n in sorted(requests.items()):
            yield f'legation_requests_total{{{me},method="{method}",status="{status}"}} {n}'
        yield "# TYPE legation_acts_total counter"
        for (kind, outcome), n in sorted(acts.items()):
            yield f'legation_acts_total{{{me},kind="{kind}",outcome="{outcome}"}} {n}'
        yield "# TYPE legation_act_seconds histogram"
        for kind, found in sorted(times.items()):
            total = 0
            for step, n in zip((*STEPS, "+Inf"), found, strict=True):
                total += n
                yield f'legation_act_seconds_bucket{{{me},kind="{kind}",le="{step}"}} {total}'
            yield f'legation_act_seconds_sum{{{me},kind="{kind}"}} {seconds[kind]:.6f}'
            yield f'legation_act_seconds_count{{{me},kind="{kind}"}} {total}'
        for name, value in {**now, "start_time_seconds": self.begun, **_process()}.items():
            yield f"# TYPE legation_{name} gauge"
            yield f"legation_{name}{{{me}}} {value:.10g}"


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _process() -> dict[str, float]:
    if not sys.platform.startswith("linux"):
        return {}
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    return {
        "resident_memory_bytes": float(pages * os.sysconf("SC_PAGE_SIZE")),
        "open_files": float(len(os.listdir("/proc/self/fd"))),
    }


def log_acts() -> None:
    """Write the log where a service manager looks for it."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S"))
    handler.formatter.converter = time.gmtime  # type: ignore[union-attr]
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
