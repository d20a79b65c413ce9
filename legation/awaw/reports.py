"""What the table may report: each event stands with the step that takes it in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from legation.core.book import Event
from legation.core.machine import Step, Steps

__all__ = ["Reports"]


class Reports:
    """The events of one part of the book, in the order of their steps."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.events: dict[str, Event] = {}

    def event(
        self, name: str, step: str, says: str, takes: Mapping[str, str] | None = None, *, cite: str
    ) -> Callable[[Step], Step]:
        """The step is run when the table reports the event."""
        self.events[name] = Event(step, says, dict(takes or {}), cite=cite)
        return self.steps.step(step)
