"""Shorter explanations: of a trace only what settles its value, so that it fits a screen.

Of a condition that fails, the parts that fail; of one that holds, the parts that make it hold; of what nobody knows,
the unknown parts.  Rules keep their lines whether they applied or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from legation.core.facts import World
from legation.core.span import Span, exact
from legation.core.trace import Trace
from legation.core.views import Row
from legation.core.voice import figure
from legation.core.words import capital

__all__ = ["TraceReason", "brief", "row_of", "ruled", "unshortened"]

MANY = 3  # more parts than these under a named condition are summed up by its name
DEEP = 4
LONG = 140


class TraceReason(NamedTuple):
    """A node of a trace with those of its parts that are told."""

    trace: Trace
    parts: tuple[TraceReason, ...] = ()
    shortened: bool = False

    @property
    def text(self) -> str:
        """What was asked; in a short explanation, not at any length."""
        text = self.trace.text
        return text[:LONG].rsplit(" ", 1)[0] + " …" if self.shortened and len(text) > LONG else text

    @property
    def said(self) -> str:
        """The number, if it is one."""
        return self.trace.shown

    def facts(self) -> Iterator[str]:
        """The facts that were read for what is told."""
        yield from self.trace.facts
        if not self.parts:
            for part in self.trace.parts:
                yield from part.facts
        for told in self.parts:
            yield from told.facts()


def unshortened(trace: Trace) -> TraceReason:
    """Everything."""
    return TraceReason(trace, tuple(unshortened(part) for part in trace.parts))


def brief(trace: Trace, depth: int = DEEP) -> TraceReason:
    """Only what settles it, at most `depth` levels deep."""
    if depth == 0 or (depth < DEEP and trace.applied is False):
        return TraceReason(trace, shortened=True)
    return TraceReason(trace, _parts(trace, depth), shortened=True)


def _parts(trace: Trace, depth: int) -> tuple[TraceReason, ...]:
    found: list[TraceReason] = []
    for part in _deciding(trace):
        if part.text == trace.text and not (part.rule or part.joins or trace.joins):  # the same words again
            found += _parts(part, depth)
        elif not part.joins:
            found.append(brief(part, depth - 1))
        else:
            inner = _parts(part, depth)
            all_told = trace.applied is not None or _number(trace) or len(inner) <= MANY
            found += inner if all_told else ()  # or the name above says it all
    return tuple(found)


def _deciding(trace: Trace) -> tuple[Trace, ...]:
    """The parts without which the value would not be what it is."""
    parts = tuple(p for p in trace.parts if not _constant(p))
    if trace.applied or any(p.applied is not None for p in parts):
        return parts
    if _number(trace) and trace.applied is None:
        return tuple(p for p in parts if not exact(p.value) or p.value)
    if any(_number(p) for p in parts):
        if trace.applied is None:
            return ()  # a comparison tells its numbers itself
        return tuple(p for p in parts if not _number(p))  # nobody will roll against that number now
    if isinstance(trace.value, Span):
        return tuple(p for p in parts if not exact(p.value)) or parts
    return tuple(p for p in parts if p.value is trace.value) or parts


def _number(trace: Trace) -> bool:
    return not trace.is_truth


def _constant(trace: Trace) -> bool:
    return not trace.parts and not trace.facts and trace.text in (figure(trace.value), "always", "never")


def row_of(world: World, trace: Trace | TraceReason) -> Row:
    """A condition or a line of a sum, shortened, as it is printed anywhere; with the ruling that it rests on."""
    reason = trace if isinstance(trace, TraceReason) else brief(trace)
    trace = reason.trace
    ruling = next((world.origin(key).seq for key in reason.facts() if ruled(world, key)), 0)
    unknown = isinstance(trace.value, Span)
    applied = trace.applied if trace.applied is not None else bool(trace.value) and not unknown
    parts = tuple(row_of(world, part) for part in reason.parts)
    return Row(capital(reason.text), reason.said, trace.rule or "", bool(applied), (), parts, ruling, unknown)


def ruled(world: World, key: str) -> bool:
    """Whether the umpire has said so."""
    return key in world.schema and world.origin(key).kind == "ruling"
