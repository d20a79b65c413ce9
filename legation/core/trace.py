"""Traces: why a value is what it is, line by line, with what did not apply.

A trace is a tree.  `lines` flattens it for the terminal; the web draws the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from legation.core.span import Span

__all__ = ["Trace", "show_value"]


class Trace(NamedTuple):
    """What was asked, its value, what it rests on, the facts read here, and the rule behind it."""

    text: str
    value: Any
    parts: tuple[Trace, ...] = ()
    facts: tuple[str, ...] = ()
    rule: str | None = None
    applied: bool | None = None  # for a rule: did it apply?  None for a plain expression

    def walk(self) -> Iterator[Trace]:
        yield self
        for part in self.parts:
            yield from part.walk()

    def read_facts(self) -> list[str]:
        """Every fact that was read, once, in reading order."""
        return list(dict.fromkeys(key for trace in self.walk() for key in trace.facts))

    def lines(self, depth: int = 0, limit: int = 99) -> Iterator[str]:
        """The tree as indented text."""
        mark = {True: "+ ", False: "- ", None: ""}[self.applied]
        rule = f"   [{self.rule}]" if self.rule else ""
        yield f"{'  ' * depth}{mark}{self.text}: {show_value(self.value)}{rule}"
        if depth < limit:
            for part in self.parts:
                yield from part.lines(depth + 1, limit)

    def plain(self) -> dict[str, Any]:
        """The tree as plain data."""
        value = show_value(self.value) if isinstance(self.value, Span) else self.value
        found: dict[str, Any] = {"text": self.text, "value": value}
        if self.rule:
            found["rule"] = self.rule
        if self.applied is not None:
            found["applied"] = self.applied
        if self.facts:
            found["facts"] = list(self.facts)
        if self.parts:
            found["parts"] = [p.plain() for p in self.parts]
        return found


def show_value(value: Any) -> str:
    """A value as a person reads it."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, Span):
        return "unknown" if value.lo is False and value.hi is True else f"{value.lo} to {value.hi}"
    return str(value)
