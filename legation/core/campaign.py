"""What a book tells a simulation: where a campaign begins and pauses, what is assumed of the board, what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.core.expr import Expr
from legation.core.machine import Frame

__all__ = ["Campaign"]


@dataclass(frozen=True)
class Campaign:
    """A campaign of so many rounds.  It pauses whenever the game comes to the step `round`; what `start` has to do
    before the first round belongs to none.

    `given` holds what only the board could tell, the same in every world; `nods` what the table says to steps that
    only wait for it.  `counts` are facts, and `numbers` expressions, whose spread is recorded after every round.
    """

    start: tuple[Frame, ...]
    round: str
    rounds: int
    given: Mapping[str, Any] = field(default_factory=dict)
    nods: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)  # fact -> its name
    numbers: Mapping[str, Expr] = field(default_factory=dict)  # name -> expression
    assumes: tuple[str, ...] = ()  # in words, for the report
