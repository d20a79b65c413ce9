"""Traces: why a value is what it is, line by line, with what did not apply.

A trace is a tree.  `lines` flattens it for the terminal; the web draws the same nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from legation.core.span import Span
from legation.core.voice import NOT_TOLD, as_number, show_value

__all__ = ["Trace"]


class Trace(msgspec.Struct, eq=False):
    """What is so, in a sentence that is true as it stands, with the value that it has for whoever asked; of a number,
    what it is the number of.  Then what it rests on, the facts read here, and the rule behind it.

    Its parts may be given as a function: worlds never change, so they can be worked out when somebody looks.
    """

    text: str
    value: Any
    _parts: tuple[Trace, ...] | Callable[[], tuple[Trace, ...]] = ()
    facts: tuple[str, ...] = ()
    rule: str | None = None
    applied: bool | None = None  # for a rule: did it apply?  None for a plain expression
    joins: bool = False  # it only joins its parts, so that its own line would repeat theirs
    called: str = ""  # the word for a value that is kept as a number

    @property
    def parts(self) -> tuple[Trace, ...]:
        if not isinstance(self._parts, tuple):
            self._parts = self._parts()
        return self._parts

    def under(self, rule: str | None) -> Trace:
        """The same, with the rule that defines it."""
        return Trace(self.text, self.value, self._parts, self.facts, rule, self.applied, self.joins, self.called)

    def turned(self) -> Trace:
        """The same for somebody who asked whether it is not so: what is so stays so."""
        if not self.is_truth:
            return self
        value = self.value if isinstance(self.value, Span) else not self.value
        parts = (lambda: tuple(part.turned() for part in self.parts)) if self._parts else ()
        return Trace(self.text, value, parts, self.facts, self.rule, None, self.joins)

    @property
    def is_truth(self) -> bool:
        value = self.value.hi if isinstance(self.value, Span) else self.value
        return isinstance(value, bool)

    @property
    def shown(self) -> str:
        """The number that stands after the words; of a rule that nobody can weigh yet, that it is so."""
        if self.value is None or not self.is_truth:
            return self.called or ("" if self.value is None else as_number(self.value))
        open_ = isinstance(self.value, Span) and self.applied is not None and not self.text.startswith(NOT_TOLD)
        return show_value(self.value) if open_ else ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self.plain() == other.plain()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trace({self.text!r}, {self.value!r})"

    def walk(self) -> Iterator[Trace]:
        """The trace and all below it, each before its parts."""
        waiting = [self]
        while waiting:
            trace = waiting.pop()
            yield trace
            if trace._parts:
                waiting += trace.parts[::-1]

    def read_facts(self) -> list[str]:
        """Every fact that was read, once, in reading order."""
        return list(dict.fromkeys(key for trace in self.walk() for key in trace.facts))

    def lines(self, depth: int = 0, limit: int = 99) -> Iterator[str]:
        """The tree as indented text."""
        mark = {True: "+ ", False: "- ", None: ""}[self.applied]
        rule = f"   [{self.rule}]" if self.rule else ""
        yield f"{'  ' * depth}{mark}{self.text}{f': {shown}' if (shown := self.shown) else ''}{rule}"
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
