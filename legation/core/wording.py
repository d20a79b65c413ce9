"""The words of a deed: sentences with slots, declared beside the event, and what stands in each slot.

A `Wording` has whole sentences (`{attacker} attack(s) {target}`) and clauses that may follow them in any order (`with
{committed}`).  The first sentence, and the first form of each clause, is what the referee says; all of them are
understood.  An `(s)` is for the verb after one name, and for the noun after any number but one.

Each slot has a kind, which reads words as a value and says a value in words: the same kind makes the field of a form.
`legation.core.sentences` reads and says whole sentences with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import combining, normalize

from legation.core.errors import BadRulebook, Refused
from legation.core.expr import listed
from legation.core.facts import Schema

__all__ = ["Anything", "Each", "Either", "Kind", "Name", "Number", "Phrase", "Reading", "Several", "Tongue", "Units"]
__all__ += ["Wording", "words_of"]

ARTICLES = ("the", "a", "an")
BETWEEN = (",", ";", ".", "!", "and", "then", "but", "while", "also")  # what may stand before a clause
LIST = (",", "and", "&", "plus")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LONGEST, MOST_STEPS = 600, 30_000  # what is longer, or would take longer, is not one sentence
CLOSE = 0.75  # how alike a misspelt word must be
ALIKE = 3  # how many readings of one misspelt word are tried
AT_ONCE = 3  # misspelt words in one sentence
SHORT = 4  # words below this length are taken as they are


# -- words
@dataclass(frozen=True)
class Word:
    """One word of what was typed, and where it stands there."""

    text: str
    start: int
    end: int


_WORD = re.compile(
    r"(?:[a-z]\.)+[a-z]?(?![a-z])|(?<![a-z0-9])[-+−]\d+|[a-z]+(?='s\b)|[a-z0-9]+|[^\sa-z0-9()\"“”'’$/:-]"
)
_GENITIVE = re.compile(r"['’]s\b")


def _plain(char: str) -> str:
    """A letter without its accent, in lower case; one for one, so that places in the text stay the same."""
    base = normalize("NFKD", char)[:1].lower()
    return base if len(base) == 1 and not combining(base) else char[:1]


@lru_cache(maxsize=1024)  # people type all sorts of things
def words_of(text: str) -> tuple[Word, ...]:
    """What was typed as words: without case, accents and the dots of U.K., and split where slugs have a hyphen."""
    plain = _GENITIVE.sub("  ", "".join(map(_plain, text)))
    found = ((m[0].replace("−", "-"), m.start(), m.end()) for m in _WORD.finditer(plain))
    return tuple(Word(w.replace(".", "") or w, start, end) for w, start, end in found)


@lru_cache(maxsize=8192)
def _bare(text: str) -> tuple[str, ...]:
    """The words of a name or phrase that count, with the commas between them."""
    return tuple(word.text for word in words_of(text) if word.text not in ARTICLES)


def _same(typed: str, wanted: str) -> bool:
    """The same word, be it one or many: attack, attacks."""
    return typed == wanted or typed + "s" == wanted or wanted + "s" == typed


def _alike(typed: str, wanted: str) -> float:
    if min(len(typed), len(wanted)) < SHORT or abs(len(typed) - len(wanted)) > 2:
        return 0.0
    return SequenceMatcher(None, typed, wanted).ratio()


# -- reading
@dataclass(frozen=True)
class Tongue:
    """What names mean at one table: the titles of its board, and what players call them besides."""

    schema: Schema
    nicknames: Mapping[str, tuple[str, ...]]
    _forms: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def title(self, slug: Any) -> str:
        return self.schema.titles.get(str(slug)) or str(slug).replace("-", " ")

    def forms(self, kind: Name) -> Forms:
        """Every way to say one of these names; by the first word, the longest first."""
        if kind not in self._forms:
            self._forms[kind] = Forms.of(self, kind.slugs(self.schema))
        found: Forms = self._forms[kind]
        return found


@dataclass(frozen=True)
class Forms:
    """What names can be called: all forms by title, and those that begin with a word."""

    every: tuple[tuple[tuple[str, ...], str], ...]
    by_first: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]

    @classmethod
    def of(cls, tongue: Tongue, slugs: Iterable[str]) -> Forms:
        found: dict[tuple[str, ...], str] = {}
        slugs = tuple(slugs)
        for said in (lambda s: (tongue.title(s), s), lambda s: tongue.nicknames.get(s, ())):
            for slug in slugs:  # a name of one goes before a nickname of another
                for form in said(slug):
                    found.setdefault(_bare(form), slug)
        every = tuple(
            sorted(((words, s) for words, s in found.items() if words), key=lambda pair: tongue.title(pair[1]))
        )
        by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for words, slug in sorted(every, key=lambda pair: -len(pair[0])):
            by_first.setdefault(words[0], []).append((words, slug))
        return cls(every, {first: tuple(rest) for first, rest in by_first.items()})


Note = tuple[str, str, float]  # what was typed, what it was read as, and how far off that is
Found = Iterator[tuple[int, Any, tuple[Note, ...]]]  # where the reading goes on, what was read, what was misspelt


@dataclass(frozen=True)
class Want:
    """What could stand at a place of the text: literal words, or one value of a slot."""

    at: int
    text: str
    slot: str = ""
    value: Any = None
    event: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)
    rank: int = 0
    slips: tuple[Note, ...] = ()


class Reading:
    """One attempt to read a text: what it found it could go on with is kept, for completion and for refusals."""

    def __init__(self, tongue: Tongue, text: str, *, loosely: bool = False) -> None:
        self.tongue, self.text, self.loosely = tongue, text, loosely
        self.words = tuple(word for word in words_of(text) if word.text != "the")
        self.ended = not text or text[-1].isspace() or text[-1] in ",;"  # the last word is whole
        self.wants: dict[tuple[int, str, str], Want] = {}
        self.furthest = 0
        self.opened: dict[str, None] = {}  # what could be told at the furthest place
        self.event, self.slot = "", ""
        self.rank = 0  # of what is wanted: the usual words first
        self.told: Mapping[str, Any] = {}
        self.slips: tuple[Note, ...] = ()  # so far
        self.means: Mapping[str, str] = {}  # of the event: detail -> what it is
        self._steps = 0
        self._been: dict[Hashable, float] = {}

    def step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Refused("this is too much for one sentence: tell one thing after another")

    def been_at(self, place: Hashable, notes: tuple[Note, ...]) -> bool:
        """Whether this event has been read up to here before, with no more slips."""
        cost, key = sum(off for _, _, off in notes), (self.event, place)
        if key in self._been and self._been[key] <= cost:
            return True
        self._been[key] = cost
        return False

    def skip(self, at: int, over: tuple[str, ...] = ARTICLES) -> int:
        while at < len(self.words) and self.words[at].text in over:
            at += 1
        return at

    def expect(self, at: int, slot: str = "") -> None:
        """So far everything fits; of a slot that is open, what the event says it is."""
        if at > self.furthest:
            self.furthest, self.opened = at, {}
        if at == self.furthest and slot:
            self.opened.setdefault(self.means.get(slot, slot))

    def want(self, at: int, text: str, wanted: tuple[str, ...], lead: str = "", value: Any = None) -> None:
        """If the text ends before these words do, they complete it."""
        rest = [word.text for word in self.words[at:] if word.text not in (*ARTICLES, ",")]
        wanted = tuple(word for word in wanted if word != ",")
        if len(rest) > len(wanted) or rest == list(wanted) or not all(map(_same, rest[:-1], wanted)):
            return
        if rest and not (
            wanted[len(rest) - 1].startswith(rest[-1]) and (not self.ended or wanted[len(rest) - 1] == rest[-1])
        ):
            return
        full = lead + text if lead and not (at and self.words[at - 1].text in BETWEEN) else text
        key = (at, full, self.event)
        if key not in self.wants or self.wants[key].rank > self.rank:
            self.wants[key] = Want(at, full, self.slot, value, self.event, dict(self.told), self.rank, self.slips)

    def fits(self, at: int, wanted: tuple[str, ...]) -> int | None:
        """Where the reading goes on if these words stand here; articles are left out, and commas may be."""
        for number, word in enumerate(wanted):
            at = self.skip(at, (",",) if word == "," else ARTICLES if number else ())
            if word == ",":
                continue
            if at >= len(self.words) or not _same(self.words[at].text, word):
                return None
            at += 1
        return at

    def words_at(self, at: int, text: str, lead: str = "", value: Any = None, *, other: bool = False) -> Found:
        """These very words, from here on; other words than the usual ones complete only what is begun."""
        self.step()
        wanted = _bare(text)
        at = self.skip(at)
        if (end := self.fits(at, wanted)) is not None:
            yield end, value, ()
        if not other or at < len(self.words):
            self.want(at, text, wanted, lead, value)
        self.expect(at)
        if self.loosely and wanted:
            yield from self.nearly(at, ((wanted, text, value),))

    def nearly(self, at: int, choices: Iterable[tuple[tuple[str, ...], str, Any]]) -> Found:
        """The choices that come near to what was typed here, the nearest first."""
        found: dict[str, tuple[float, int, str, Any]] = {}
        for wanted, text, value in choices:
            typed = self.words[at : at + len(wanted)]
            if len(typed) < len(wanted):
                continue
            ratio = min(1.0 if t.text == w else _alike(t.text, w) for t, w in zip(typed, wanted, strict=True))
            if CLOSE <= ratio < 1 and ratio > found.get(text, (0.0,))[0]:
                found[text] = (ratio, at + len(wanted), text, value)
        for ratio, end, text, value in sorted(found.values(), key=lambda f: -f[0])[:ALIKE]:
            slip = self.text[self.words[at].start : self.words[end - 1].end]
            yield end, value, ((slip, text, 1 - ratio),)

    def several(self, kind: Kind, at: int, lead: str = "", got: tuple[Any, ...] = ()) -> Found:
        """One or more of a kind, as many as there are first."""
        for end, value, notes in kind.read(self, at, lead):
            more = self.skip(end, LIST)
            if more > end and more < len(self.words):
                for last, values, others in self.several(kind, more, "", (*got, value)):
                    if len(notes) + len(others) <= AT_ONCE:
                        yield last, values, (*notes, *others)
            elif more > end:  # the list goes on, and the text ends
                _drain(self.several(kind, more, "", (*got, value)))
            yield end, (*got, value), notes

    def pattern(self, pattern: Pattern, slots: Mapping[str, Kind], at: int) -> Found:
        """A pattern from here on: the values of its slots."""
        yield from self._parts(pattern.parts, slots, at, {}, pattern.lead)

    def _parts(
        self, parts: tuple[str | Slot, ...], slots: Mapping[str, Kind], at: int, told: dict[str, Any], lead: str
    ) -> Found:
        if not parts:
            yield at, told, ()
            return
        part, rest = parts[0], parts[1:]
        outer = self.slot
        if isinstance(part, Slot):
            kind = slots[part.name]
            if not outer:
                self.slot = part.name
            self.expect(self.skip(at), "" if isinstance(kind, Phrase) else outer or part.name)
            found = kind.read(self, at, lead)
        else:
            found = self.words_at(at, part, lead)
        for end, value, notes in found:
            self.slot = outer
            now = {**told, part.name: value} if isinstance(part, Slot) else told
            before = self.told, self.slips
            self.slips = (*self.slips, *notes)
            if not outer:
                self.told = {**self.told, **now}
            for last, values, others in self._parts(rest, slots, end, now, ""):
                self.slot, mine = outer, (self.told, self.slips)
                if len(notes) + len(others) <= AT_ONCE:
                    yield last, values, (*notes, *others)
                self.told, self.slips = mine
            self.told, self.slips = before
            if isinstance(part, Slot) and not outer:
                self.slot = part.name
        self.slot = outer


def _drain(found: Found) -> None:
    """Read on for what could follow, which is kept; nothing can."""
    for _ in found:
        pass


# -- patterns
@dataclass(frozen=True)
class Slot:
    name: str


_PART = re.compile(r"\{([a-z_-]+)\}")
_LEAD = re.compile(r"^(,? ?(?:and|but|while)? ?)")
MANY = "(s)"


@dataclass(frozen=True)
class Pattern:
    """Words with slots in them; `lead` is what stands before a clause and may be left out."""

    text: str

    @cached_property
    def lead(self) -> str:
        found = _LEAD.match(self.text)
        return found[1] if found and "{" in self.text else ""

    @cached_property
    def parts(self) -> tuple[str | Slot, ...]:
        pieces = _PART.split(self.text[len(self.lead) :])
        found: list[str | Slot] = []
        for number, piece in enumerate(pieces):
            if number % 2:
                found.append(Slot(piece))
            elif piece.strip(" ,"):
                found.append(piece.strip(" ,").replace(MANY, "s"))
        return tuple(found)

    @cached_property
    def slots(self) -> tuple[str, ...]:
        return tuple(_PART.findall(self.text))

    def said(self, told: Mapping[str, Any], slots: Mapping[str, Kind], tongue: Tongue) -> str:
        """The pattern with the values in its slots."""
        found, single = [], True  # whether the next (s) stands
        for number, piece in enumerate(_PART.split(self.text)):
            if number % 2:
                value = told.get(piece)
                kind = slots[piece]
                found.append("…" if value is None and not kind.says_nothing else kind.say(value, tongue))
                many = kind.is_many(value)
                single = single if many is None else not many
            else:
                found.append(piece.replace(MANY, "s" if single else ""))
        return "".join(found)


# -- what stands in a slot
class Kind:
    """What can stand in a slot."""

    says_nothing = False  # whether there are words for what nobody told

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        raise NotImplementedError

    def say(self, value: Any, tongue: Tongue) -> str:
        """A value in words; whatever it is, for old records hold all sorts of things."""
        return _anyhow(value, tongue)

    def normal(self, value: Any) -> Any:
        """A value in the form in which it is read; None if it says nothing."""
        return value

    def is_many(self, value: Any) -> bool | None:
        """Whether the (s) after it is left out; None if another word decides."""
        return isinstance(value, list | tuple) and len(value) > 1

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        """The values it can have, with their words, if they can be counted."""
        return ()


def _anyhow(value: Any, tongue: Tongue) -> str:
    if isinstance(value, Mapping):
        return listed([f"{_anyhow(v, tongue)} of {tongue.title(k)}" for k, v in value.items()] or ["nothing"], "and")
    if isinstance(value, list | tuple):
        return listed([_anyhow(v, tongue) for v in value] or ["nothing"], "and")
    return tongue.title(value)


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
        forms = reading.tongue.forms(self)
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
        return _anyhow(value, tongue)

    def is_many(self, value: Any) -> bool | None:
        return value in self.many if isinstance(value, str) else super().is_many(value)

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        return tuple((slug, tongue.title(slug)) for slug in self.slugs(tongue.schema))


@dataclass(frozen=True, eq=False)
class Several(Kind):
    """One or more of a kind, as a list; `none` is the word for none of them, where that is worth telling."""

    of: Kind
    none: str = ""

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        if self.none:
            yield from reading.words_at(at, self.none, lead, [], other=True)
        for end, values, notes in reading.several(self.of, at, lead):
            if len(set(map(str, values))) == len(values):
                yield end, list(values), notes

    def say(self, value: Any, tongue: Tongue) -> str:
        return listed([self.of.say(one, tongue) for one in _list(value)] or [self.none or "nobody"], "and")

    def normal(self, value: Any) -> Any:
        return _list(value) if self.none or _list(value) else None

    def is_many(self, value: Any) -> bool | None:
        found = _list(value)
        return len(found) > 1 or (len(found) == 1 and self.of.is_many(found[0]) is True)

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        return self.of.options(tongue)


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
        if at < len(reading.words) and (found := _number(reading.words[at].text)) is not None:
            if (found >= 0 or self.signed) and abs(found) <= self.most:
                named = reading.words_at(at + 1, self.noun) if self.noun else iter(())
                yield from ((end, found, notes) for end, _, notes in named)
                yield at + 1, found, ()

    def say(self, value: Any, tongue: Tongue) -> str:
        number = f"{value:+d}" if self.signed and isinstance(value, int) else str(value)
        return f"{number} {self.noun}" if self.noun else number

    def is_many(self, value: Any) -> bool | None:
        return isinstance(value, int) and value == 1


def _number(word: str) -> int | None:
    if word in ARTICLES[1:]:
        return 1
    if word in NUMBERS:
        return NUMBERS.index(word)
    return int(word) if re.fullmatch(r"[-+]?\d{1,6}", word) else None


@dataclass(frozen=True, eq=False)
class Phrase(Kind):
    """One of several values, each with the words for it, the usual ones first; one of them may go without saying."""

    of: Mapping[Any, str | tuple[str, ...]]
    unsaid: Any = None  # the value that a report leaves out

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
        return _all(self.of[value])[0] if known else _anyhow(value, tongue)

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
            sums: dict[str, int] = {}
            for kind, n in found:
                sums[kind] = sums.get(kind, 0) + n
            yield end, _counted(sums), notes

    def say(self, value: Any, tongue: Tongue) -> str:
        told = self.normal(value)
        if not isinstance(told, str):
            return _anyhow(value, tongue)
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
            return _anyhow(value, tongue)
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
        return f"the {' '.join(w.capitalize() for w in str(value).split('-'))}"

    def normal(self, value: Any) -> Any:
        return "-".join(_bare(str(value))) or value


# -- all of it
@dataclass(frozen=True, eq=False)
class Wording:
    """How a deed is told: whole sentences, clauses that may follow, and what stands in their slots."""

    says: tuple[str, ...]
    slots: Mapping[str, Kind] = field(default_factory=dict)
    adds: tuple[str | tuple[str, ...], ...] = ()
    implies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # sentences that tell some details unsaid

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
