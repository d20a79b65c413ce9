"""The words of a deed: sentences with slots, declared beside the event, and what stands in each slot.

A `Wording` has whole sentences (`{attacker} attack(s) {target}`) and clauses that may follow them in any order (`with
{committed}`).  The first sentence, and the first form of each clause, is what the referee says; all of them are
understood.  An `(s)` is for the verb after one name, and for the noun after any number but one.

Each slot has a kind, which reads words as a value and says a value in words: the same kind makes the field of a form.
`legation.core.sentences` reads and says whole sentences with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from legation.core.errors import BadRulebook
from legation.core.expr import listed
from legation.core.facts import Schema
from legation.core.reading import AT_ONCE, BETWEEN, Found, Kind, Note, Pattern, Reading, Tongue, anyhow, bare, number_in
from legation.core.voice import as_name
from legation.core.words import signed as with_sign

__all__ = ["Anything", "Each", "Either", "Name", "Number", "Phrase", "PlaceSlot", "Several", "Units", "Wording"]


@dataclass(frozen=True, eq=False)
class Name(Kind):
    """One of these names; on boards that differ, a function of the schema tells them."""

    among: tuple[str, ...] | Callable[[Schema], Iterable[str]]
    many: tuple[str, ...] = ()  # those that a verb follows without an s

    def slugs(self, schema: Schema) -> tuple[str, ...]:
        return tuple(self.among(schema)) if callable(self.among) else self.among

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        reading.step()
        at = reading.skip(at)
        forms = reading.tongue.forms(self, self.slugs)
        if len(reading.words) - at <= 4:  # no name is longer
            for words, slug in forms.every:
                reading.want(at, reading.tongue.title(slug), words, lead, slug)
        if at >= len(reading.words):
            return
        for words, slug in forms.by_first.get(reading.words[at].text, ()):
            if (end := reading.fits(at, words)) is not None:
                yield end, slug, ()
        if reading.loosely:
            yield from reading.nearly(at, ((words, reading.tongue.title(slug), slug) for words, slug in forms.every))

    def say(self, value: Any, tongue: Tongue) -> str:
        return anyhow(value, tongue)

    def is_many(self, value: Any) -> bool | None:
        return value in self.many if isinstance(value, str) else super().is_many(value)

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        return tuple((slug, tongue.title(slug)) for slug in self.slugs(tongue.schema))


@dataclass(frozen=True, eq=False)
class PlaceSlot(Name):
    """The name of somewhere.  One thing at a time goes on there: what is told of it next waits until that is over."""

    def places(self, value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value


@dataclass(frozen=True, eq=False)
class Several(Kind):
    """One or more of a kind, as a list; `none` are words for none of them, where that is worth telling."""

    of: Kind
    none: tuple[str, ...] = ()

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        for none in self.none:
            yield from reading.words_at(at, none, lead, [], other=True)
        for end, values, notes in reading.several(self.of, at, lead):
            if len(set(map(str, values))) == len(values):
                yield end, list(values), notes

    def say(self, value: Any, tongue: Tongue) -> str:
        return listed([self.of.say(one, tongue) for one in _list(value)] or [*self.none[:1]] or ["nobody"], "and")

    def normal(self, value: Any) -> Any:
        return _list(value) if self.none or _list(value) else None

    def is_many(self, value: Any) -> bool | None:
        found = _list(value)
        return len(found) > 1 or (len(found) == 1 and self.of.is_many(found[0]) is True)

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        return self.of.options(tongue)

    def places(self, value: Any) -> Iterator[str]:
        for one in _list(value):
            yield from self.of.places(one)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


@dataclass(frozen=True, eq=False)
class Number(Kind):
    """A whole number, in figures or, up to twelve, in words."""

    signed: bool = False  # it may be below zero, and has its sign
    noun: str = ""  # what is counted, where that is said with it
    most: int = 999_999

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        reading.step()
        if at < len(reading.words) and (found := number_in(reading.words[at].text)) is not None:
            if (found >= 0 or self.signed) and abs(found) <= self.most:
                named = reading.words_at(at + 1, self.noun) if self.noun else iter(())
                yield from ((end, found, notes) for end, _, notes in named)
                yield at + 1, found, ()

    def say(self, value: Any, tongue: Tongue) -> str:
        number = with_sign(value) if self.signed and isinstance(value, int) else str(value)
        return f"{number} {self.noun}" if self.noun else number

    def is_many(self, value: Any) -> bool | None:
        return isinstance(value, int) and value == 1


@dataclass(frozen=True, eq=False)
class Phrase(Kind):
    """One of several values, each with the words for it, the usual ones first; one of them may go without saying."""

    of: Mapping[Any, str | tuple[str, ...]]
    unsaid: Any = None  # the value that a report leaves out
    is_words = True

    @property
    def says_nothing(self) -> bool:  # type: ignore[override]
        return self.unsaid is not None and self.unsaid in self.of

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        for value, texts in self.of.items():
            for number, text in enumerate(_all(texts)):
                yield from reading.words_at(at, text, lead, value, other=number > 0)

    def say(self, value: Any, tongue: Tongue) -> str:
        value = self.unsaid if value is None else value
        known = value in self.of if isinstance(value, str | int | bool) else False
        return _all(self.of[value])[0] if known else anyhow(value, tongue)

    def normal(self, value: Any) -> Any:
        return None if value == self.unsaid else value

    def is_many(self, value: Any) -> bool | None:
        return None

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        return tuple((value, _all(texts)[0]) for value, texts in self.of.items())


def _all(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else texts


@dataclass(frozen=True, eq=False)
class Units(Kind):
    """Units with their numbers: 4 infantry and 1 armor.  The value is `4 infantry, 1 armor`."""

    kinds: tuple[str, ...]
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # how else a kind is called

    @cached_property
    def _kind(self) -> Phrase:
        return Phrase({kind: (kind.replace("-", " "), *self.also.get(kind, ())) for kind in self.kinds})

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        for end, found, notes in reading.several(_Unit(self), at, lead):
            sums = dict(found)
            if len(sums) == len(found):  # a kind told twice is another nation's the second time
                yield end, _counted(sums), notes

    def say(self, value: Any, tongue: Tongue) -> str:
        told = self.normal(value)
        if not isinstance(told, str):
            return anyhow(value, tongue)
        parts = [part.strip().partition(" ") for part in told.split(",")]
        return listed(
            [f"{n} {self._many(kind) if n != '1' else kind.replace('-', ' ')}" for n, _, kind in parts], "and"
        )

    def _many(self, kind: str) -> str:
        if kind in self.also:
            return self.also[kind][0]
        return kind.replace("-", " ")

    def normal(self, value: Any) -> Any:
        """As `4 infantry, 1 armor`, whichever way it was told; what cannot be units stays as it is."""
        sums: dict[str, int] = {}
        if isinstance(value, Mapping):
            pairs = [(str(n), str(kind)) for kind, n in value.items()]
        else:
            words = value if isinstance(value, list | tuple) else str(value).split(",")
            pairs = [(found[1], found[2]) for word in words if (found := _UNIT.fullmatch(str(word).strip()))]
        for n, kind in pairs:
            if kind not in self.kinds or not (n or "1").isdigit():
                return value
            sums[kind] = sums.get(kind, 0) + int(n or 1)
        return _counted(sums) if sums else value

    def is_many(self, value: Any) -> bool | None:
        return True


_UNIT = re.compile(r"(\d*)[ -]*(.*)", re.DOTALL)


def _counted(sums: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in sums.items())


@dataclass(frozen=True, eq=False)
class _Unit(Kind):
    of: Units

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        counted = list(Number().read(reading, at))
        for end, n, _ in counted:
            if n:
                for last, kind, notes in self.of._kind.read(reading, end):
                    yield last, (kind, n), notes
        if not counted and at < len(reading.words):
            for last, kind, notes in self.of._kind.read(reading, at, lead):
                yield last, (kind, 1), notes


@dataclass(frozen=True, eq=False)
class Each(Kind):
    """Values by name, a pattern for each: `{units} of {nation}`.  With more than two slots each has several values."""

    says: tuple[str, ...]  # the first is said
    key: str
    slots: Mapping[str, Kind]
    adds: tuple[str, ...] = ()  # what may follow in each, `in {to}`; the first is said

    @property
    def _one(self) -> str:
        return next(name for name in self.slots if name != self.key)

    @cached_property
    def _patterns(self) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
        return tuple(map(Pattern, self.says)), tuple(map(Pattern, self.adds))

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        for end, found, notes in reading.several(_Every(self), at, lead):
            if len({one[self.key] for one in found}) == len(found):
                yield end, {one[self.key]: self._value(one) for one in found}, notes

    def _value(self, found: Mapping[str, Any]) -> Any:
        return found[self._one] if len(self.slots) == 2 else {k: v for k, v in found.items() if k != self.key}

    def say(self, value: Any, tongue: Tongue) -> str:
        told = self.normal(value)
        if not isinstance(told, Mapping):
            return anyhow(value, tongue)
        said = []
        for who, what in told.items():
            one = {self.key: who, **(what if isinstance(what, Mapping) else {self._one: what})}
            text = self._patterns[0][0].said(one, self.slots, tongue)
            more = (p for p in self._patterns[1][:1] if all(one.get(s) for s in p.slots))
            said.append(" ".join([text, *(p.said(one, self.slots, tongue) for p in more)]))
        return listed(said or ["nothing"], "and")

    def normal(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {who: self._normal(what) for who, what in value.items()}

    def _normal(self, what: Any) -> Any:
        if len(self.slots) == 2:
            return self.slots[self._one].normal(what)
        told = what if isinstance(what, Mapping) and self._one in what else {self._one: what}
        return {k: self.slots[k].normal(v) for k, v in told.items() if v and k in self.slots}

    def places(self, value: Any) -> Iterator[str]:
        for what in value.values() if isinstance(value, Mapping) else ():
            for slot, kind in self.slots.items():
                yield from kind.places(what.get(slot) if isinstance(what, Mapping) else None)


@dataclass(frozen=True, eq=False)
class _Every(Kind):
    of: Each

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        first, more = self.of._patterns
        for pattern in first:
            for end, told, notes in reading.pattern(pattern, self.of.slots, at):
                for add in more:
                    for last, besides, others in reading.pattern(add, self.of.slots, end):
                        yield last, {**told, **besides}, (*notes, *others)
                yield end, told, notes


@dataclass(frozen=True, eq=False)
class Either(Kind):
    """One kind or another; the first that can say a value says it."""

    of: tuple[Kind, ...]
    choose: Callable[[Any], int]  # which of them a value is

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        for kind in self.of:
            yield from kind.read(reading, at, lead)

    def say(self, value: Any, tongue: Tongue) -> str:
        return self.of[self.choose(value)].say(value, tongue)

    def normal(self, value: Any) -> Any:
        return self.of[self.choose(value)].normal(value)

    def places(self, value: Any) -> Iterator[str]:
        for kind in self.of:
            yield from kind.places(value)


@dataclass(frozen=True, eq=False)
class Anything(Kind):
    """A name that only the table knows, as a slug: north-sea."""

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        at = reading.skip(at)
        for end in range(at + 1, len(reading.words) + 1):
            reading.step()
            if not reading.words[end - 1].text.isalnum():
                return
            yield end, "-".join(word.text for word in reading.words[at:end]), ()

    def say(self, value: Any, tongue: Tongue) -> str:
        return f"the {as_name(str(value))}"

    def normal(self, value: Any) -> Any:
        return "-".join(bare(str(value))) or value

    def places(self, value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value


# -- all of it
@dataclass(frozen=True, eq=False)
class Wording:
    """How a deed is told: whole sentences, clauses that may follow, and what stands in their slots."""

    says: tuple[str, ...]
    slots: Mapping[str, Kind] = field(default_factory=dict)
    adds: tuple[str | tuple[str, ...], ...] = ()
    implies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # sentences that tell some details unsaid
    at: tuple[str, ...] = ()  # places that it is about, whatever is told

    def __post_init__(self) -> None:
        for pattern in (*self.sentences, *self.short, *(p for clause in self.clauses for p in clause)):
            if strange := next((s for s in pattern.slots if s not in self.slots), None):
                raise BadRulebook(f"{{{strange}}} has no kind", where=pattern.text)

    @cached_property
    def sentences(self) -> tuple[Pattern, ...]:
        return tuple(map(Pattern, self.says))

    @cached_property
    def short(self) -> tuple[Pattern, ...]:
        return tuple(map(Pattern, self.implies))

    @cached_property
    def clauses(self) -> tuple[tuple[Pattern, ...], ...]:
        return tuple(tuple(map(Pattern, _all(forms))) for forms in self.adds)

    def read(self, reading: Reading) -> Found:
        """Every way to read all of a text as this deed: its details."""
        for rank, sentence in enumerate((*self.sentences, *self.short)):
            reading.rank = rank
            for end, told, notes in reading.pattern(sentence, self.slots, 0):
                implied = self.implies.get(sentence.text, {})
                yield from self._clauses(reading, end, {**told, **implied}, notes, frozenset())

    def _clauses(
        self, reading: Reading, at: int, told: Mapping[str, Any], notes: tuple[Note, ...], used: frozenset[int]
    ) -> Found:
        start = reading.skip(at, BETWEEN)
        if reading.been_at((start, used, frozenset(told)), notes):
            return  # what follows has been tried from here
        if start >= len(reading.words):
            yield start, told, notes
        for number, forms in enumerate(self.clauses):
            if number in used or any(slot in told for slot in forms[0].slots):
                continue
            for rank, form in enumerate(forms):
                if self._needs_no_and(reading, start, form):
                    continue
                before = reading.told, reading.slips
                reading.told, reading.slips, reading.rank = told, notes, rank
                for end, more, others in reading.pattern(form, self.slots, start):
                    if len(notes) + len(others) <= AT_ONCE:
                        now = (*notes, *others)
                        yield from self._clauses(reading, end, {**told, **more}, now, used | {number})
                reading.told, reading.slips = before
        if start < len(reading.words):
            reading.expect(start)

    @staticmethod
    def _needs_no_and(reading: Reading, at: int, clause: Pattern) -> bool:
        """The text ends with `and`, and the clause does not follow one."""
        typed_and = 0 < at == len(reading.words) and reading.words[at - 1].text == "and"
        return typed_and and "and" not in clause.lead

    def normal(self, details: Mapping[str, Any]) -> dict[str, Any]:
        """Details as they would be read."""
        found = {k: self.slots[k].normal(v) if k in self.slots else v for k, v in details.items() if v is not None}
        return {k: v for k, v in found.items() if v not in (None, {}, "")}

    def places(self, details: Mapping[str, Any]) -> Iterator[str]:
        """Where it happens, by these details."""
        yield from self.at
        for slot, kind in self.slots.items():
            yield from kind.places(details.get(slot))

    def said(self, details: Mapping[str, Any], tongue: Tongue) -> str:
        """The deed with these details as a sentence, without a full stop."""
        told = self.normal(details)
        known = {k for k, kind in self.slots.items() if k in told or kind.says_nothing}
        fitting = (s for s in self.sentences if known.issuperset(s.slots))
        head = next(fitting, self.sentences[0])
        found, open_ = head.said(told, self.slots, tongue), {k for k in told if k not in head.slots}
        for forms in self.clauses:
            if forms[0].slots and open_.issuperset(forms[0].slots):
                text = forms[0].said(told, self.slots, tongue)
                found += text if text.startswith(",") else f" {text}"
                open_ -= set(forms[0].slots)
        return found[:1].upper() + found[1:]
