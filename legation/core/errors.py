"""What can go wrong, by whose fault, and what would work instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from legation.core.voice import in_a_row, quoted, show_value

__all__ = [
    "BadRecord",
    "BadRulebook",
    "Clash",
    "Closed",
    "LegationError",
    "NotFound",
    "NotYours",
    "Overtaken",
    "Refused",
    "Unknown",
    "nearest",
]


class LegationError(Exception):
    """Any error Legation raises on purpose; its text is one sentence for the person at the table."""


class Refused(LegationError):
    """The rules forbid it; nothing has changed."""

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        allowed: Sequence[object] | None = None,
        said: Sequence[str] | None = None,  # what is allowed, as people say it
    ) -> None:
        self.rule = rule
        self.allowed = list(allowed) if allowed is not None else None
        self.says = message  # without what is allowed and the rule, which an edge sets apart
        self.unnamed = said is None
        self.words = list(said) if said is not None else _plainly(self.allowed or ())
        super().__init__(self._text())

    def named(self, titles: Mapping[str, str]) -> None:
        """Call what is allowed by the names that people know, where nobody has."""
        if self.unnamed and self.allowed:
            self.words = _plainly(self.allowed, titles)
            self.args = (self._text(),)

    def _text(self) -> str:
        text, words = self.says, self.words
        said_already = not self.unnamed and not words  # the message itself tells what would do
        if self.allowed is not None and len(words) <= 24 and not said_already:
            apart = "; " if any(", " in word or "; " in word for word in words) else ", "  # so that each stands alone
            text += "; allowed: " + (apart.join(words) or "nothing")
        return f"{text}   [{self.rule}]" if self.rule else text


class Closed(Refused):
    """The request was answered meanwhile, or is no longer asked; nothing has changed."""


class NotYours(LegationError):
    """The request belongs to another seat."""


class NotFound(LegationError):
    """A name that nobody has declared; the nearest names are offered."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        known = list(known)
        self.near = nearest(str(name), known)
        rest = f"known: {', '.join(sorted(known)[:12])}" if known else "there is none at all"
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else f"; {rest}"
        super().__init__(f"there is no {what} {quoted(str(name))}{hint}")


class Unknown(LegationError):
    """A fact is needed that nobody has reported yet."""

    def __init__(
        self,
        message: str,
        questions: Sequence[str],
        weighed: Sequence[Any] = (),  # the expressions that could not be settled
        look: Any = None,  # which read them, and remembers what it worked out
    ) -> None:
        self.questions = list(questions)
        self.weighed, self.look = weighed, look
        super().__init__(f"{message}: please report {', '.join(self.questions)}")


class BadRulebook(LegationError):
    """A declaration is wrong; raised while a book loads, for its author."""

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        self.where = where
        self.hint = hint
        super().__init__(message + (f" (in {where})" if where else "") + (f"; {hint}" if hint else ""))


class Clash(BadRulebook):
    """Two rules of one moment disagree about a fact."""


class BadRecord(LegationError):
    """A file is damaged, altered or too new; everything before `seq` is sound."""

    def __init__(self, message: str, *, seq: int | None = None) -> None:
        self.seq = seq
        super().__init__(message)


class Overtaken(BadRecord):
    """Another program has gone on with a file since it was opened; nothing of ours has happened."""


def _plainly(values: Sequence[object], titles: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return in_a_row(value for value in values if isinstance(value, int))
    return [titles.get(str(value)) or _word(value) for value in values]


def _word(value: object) -> str:
    if isinstance(value, bool | int):
        return show_value(value)
    said = str(value)
    return said.replace("-", " ") if said.replace("-", "").isalpha() and said.islower() else said


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Up to three names close to the one given, ignoring case; first those of which it is a whole word."""
    by_lower = {k.lower(): k for k in known}
    parts = [k for lower, k in by_lower.items() if name and name.lower() in re.split(r"[- ]", lower)]
    if 0 < len(parts) <= 3:
        return sorted(parts)
    return [by_lower[m] for m in get_close_matches(name.lower(), by_lower, n=3, cutoff=0.6)]
