"""What is told on a desk: the dispatch or the line to which it is folded, and the title of the page."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from legation.core.dispatch import last_dispatch, told_since
from legation.core.sight import Sight
from legation.core.views import Dispatch
from legation.core.words import counted
from legation.web.seen import SeenUpTo

__all__ = ["DeskDispatch", "lit", "told_of"]


@dataclass(frozen=True)
class DeskDispatch:
    """A dispatch as it lies on a desk."""

    dispatch: Dispatch | None = None
    filed: bool = False  # put away: one line, which opens again
    head: str = "Dispatch"
    fresh: int = 0  # entries after this one are new to the reader

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def told_of(sight: Sight, look: SeenUpTo | None) -> DeskDispatch:
    """What a reader is told who has looked so far; without a memory, what the last act brought about."""
    size = len(sight.game.record)
    if look is None:
        return DeskDispatch(sight.once(("told", size), last_dispatch), fresh=size)
    found = sight.once(("told", look.since, size), lambda mine: told_since(mine, look.since))
    if found is None:
        return DeskDispatch(sight.once(("told", size), last_dispatch), filed=True, fresh=size)
    head = "The game so far" if found.earlier and not look.since else "Dispatch"
    if look.away:
        head = f"Since you last looked · {_while(look.away)}"
    return DeskDispatch(found, head=head, fresh=look.since)


def lit(told: DeskDispatch) -> dict[str, str]:
    """The places that have just changed, each with the letter of its line."""
    if told.dispatch is None or told.filed:
        return {}
    return {place: line.letter for line in told.dispatch.lines if line.letter for place in line.place.split()}


def _while(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else counted(minutes // (24 * 60), "day")
