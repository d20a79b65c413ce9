"""The log of an act: which rules were consulted on its way, which applied and which held back.

The machine lends a log to every world that a step sees.  Only the kernel's doors write into it (a rule that applies, a
limit that forbids, a sum, a sweep), and no step can read it.  What is decided in a quick way leaves its plain form and
the world there; it is run, rule by rule, when somebody asks.  In play a log keeps ids alone; a case, or the why of an
entry, has one that `keeps` all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from legation.core.errors import LegationError
from legation.core.trace import Trace

if TYPE_CHECKING:
    from legation.core.facts import World

__all__ = ["Log", "Shown", "Judgement"]


class Judgement(NamedTuple):
    """A rule was consulted on a world, and applied or held back."""

    cite: str
    applied: bool
    rule: Any = None  # the declaration, where the log keeps it
    world: World | None = None

    def trace(self) -> Trace | None:
        """Why it applied or not; None where nothing but the verdict is kept, or nothing was weighed."""
        if self.world is None or not (hasattr(self.rule, "trace") or {"when", "label"} <= {*dir(self.rule)}):
            return None
        world = self.world.heard_by(None)
        if hasattr(self.rule, "trace"):
            trace: Trace = self.rule.trace(world)
            return trace
        value = self.rule.amount(world) if hasattr(self.rule, "amount") else self.applied
        return Trace(self.rule.label, value, (self.rule.when.trace(world),), rule=self.cite, applied=self.applied)


class Shown(NamedTuple):
    """Something that was worked out on a world and that people may want to read, such as the sheet of a table."""

    what: Any
    world: World


class Log:
    """What was consulted, in order.  `applied` means that a rule's condition held where it was looked at."""

    __slots__ = ("_entries", "_opened", "_read", "_step", "keeps", "lines")

    def __init__(self, keeps: bool = False) -> None:
        self.keeps = keeps
        self.lines: list[Any] = []  # verdicts; plain forms with their worlds; what was shown, such as a sheet
        self._entries: list[tuple[int, int]] = []  # where in `lines` an entry of the record begins
        self._step = 0  # where in `lines` the last step begins
        self._opened: list[Any] = []
        self._read = 0

    def step(self) -> None:
        """A step begins."""
        self._step = len(self.lines)

    def begins(self, seq: int, *, with_step: bool = False) -> None:
        """What follows belongs to this entry of the record; `with_step`, also what the last step consulted, which
        threw the die that the entry tells of."""
        self._entries.append((self._step if with_step else len(self.lines), seq))

    def of_entry(self, seq: int) -> Log:
        """The part that belongs to one entry."""
        part = Log(self.keeps)
        bounds = [*(at for at, _ in self._entries), len(self.lines)]
        for number, (at, found) in enumerate(self._entries):
            if found == seq:
                part.lines += self.lines[at : bounds[number + 1]]
        return part

    # -- reading, when the act is over
    def opened(self) -> list[Any]:
        """Every verdict and everything shown; plain forms are run."""
        while self._read < len(self.lines):
            line = self.lines[self._read]
            self._read += 1
            self._opened += _opened(line)
        return self._opened

    def verdicts(self) -> Iterator[Judgement]:
        return (line for line in self.opened() if isinstance(line, Judgement))

    @property
    def applied(self) -> set[str]:
        return {verdict.cite for verdict in self.verdicts() if verdict.applied}

    @property
    def held(self) -> set[str]:
        return {verdict.cite for verdict in self.verdicts() if not verdict.applied}

    def shown(self, kind: type) -> list[Any]:
        """What was shown of a kind, such as the sheets of tables, the latest last."""
        return [line.what for line in self.opened() if isinstance(line, Shown) and isinstance(line.what, kind)]


def _opened(line: Any) -> list[Any]:
    if isinstance(line, Shown):
        return [line]
    if isinstance(line[0], str):
        return [Judgement(*line)]
    plain: Callable[[World], Any]
    world: World
    plain, world = line
    inner = Log(keeps=True)
    with suppress(LegationError):  # what lacks a fact, or is refused, says no more
        plain(world.heard_by(inner))
    return inner.opened()
