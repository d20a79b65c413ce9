"""Reading what was typed, word by word, by patterns with slots; what it could go on with is kept.

A `Reading` is one attempt.  It tries every way in which patterns can fit, and tells the first ones first; `loosely`, a
word that is nearly right will do.  `legation.core.wording` has the kinds that stand in slots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import combining, normalize

from legation.core.errors import Refused
from legation.core.expr import listed
from legation.core.facts import Schema

__all__ = ["AT_ONCE", "ARTICLES", "BETWEEN", "LONGEST", "Found", "Kind", "Note", "Pattern", "Reading", "Tongue", "Want"]
__all__ += ["Word", "anyhow", "bare", "number_in", "words_of"]

ARTICLES = ("the", "a", "an")
BETWEEN = (",", ";", ".", "!", "and", "then", "but", "while", "also")  # what may stand before a clause
LIST = (",", "and", "&", "plus")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LONGEST, MOST_STEPS = 600, 30_000  # what is longer, or would take longer, is not one sentence
CLOSE = 0.75  # how alike a misspelt word must be
IN_PART, SHORT = 0.95, 3  # how near one word of a name is, if it is longer than so many letters
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
def bare(text: str) -> tuple[str, ...]:
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
    _forms: dict[Kind, Forms] = field(default_factory=dict, repr=False, compare=False)

    def title(self, slug: Any) -> str:
        return self.schema.titles.get(str(slug)) or str(slug).replace("-", " ")

    def forms(self, kind: Kind, slugs: Callable[[Schema], Iterable[str]]) -> Forms:
        """Every way to say one of the names of a kind; by the first word, the longest first."""
        if kind not in self._forms:
            self._forms[kind] = Forms.of(self, slugs(self.schema))
        return self._forms[kind]


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
                    found.setdefault(bare(form), slug)
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
        wanted = bare(text)
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
            if len(wanted) > 1 and typed and len(typed[0].text) > SHORT and typed[0].text in wanted:
                found[text] = (IN_PART, at + 1, text, value)  # such as Poland, of Western Poland
                continue
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
            self.expect(self.skip(at), "" if kind.is_words else outer or part.name)
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
    """A place in a pattern for something that is told."""

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
        pieces = _PART.split(self.text)
        for number, piece in enumerate(pieces):
            if number % 2:
                value = told.get(piece)
                kind = slots[piece]
                said = "…" if value is None and not kind.says_nothing else kind.say(value, tongue)
                counted = MANY in pieces[number + 1] or (pieces[number + 1] == " " and MANY in "".join(pieces[-1:]))
                found.append("no" if said == "0" and counted else said)
                many = kind.is_many(value)
                single = single if many is None else not many
            else:
                found.append(piece.replace(MANY, "s" if single else ""))
        return "".join(found)


# -- what stands in a slot
class Kind:
    """What can stand in a slot."""

    says_nothing = False  # whether there are words for what nobody told
    is_words = False  # whether it is told by words of its own, and not by a name or number

    def read(self, reading: Reading, at: int, lead: str = "") -> Found:
        raise NotImplementedError

    def say(self, value: Any, tongue: Tongue) -> str:
        """A value in words; whatever it is, for old records hold all sorts of things."""
        return anyhow(value, tongue)

    def normal(self, value: Any) -> Any:
        """A value in the form in which it is read; None if it says nothing."""
        return value

    def is_many(self, value: Any) -> bool | None:
        """Whether the (s) after it is left out; None if another word decides."""
        return isinstance(value, list | tuple) and len(value) > 1

    def options(self, tongue: Tongue) -> tuple[tuple[Any, str], ...]:
        """The values it can have, with their words, if they can be counted."""
        return ()

    def places(self, value: Any) -> Iterator[str]:
        """Where it happens, as far as this value tells."""
        yield from ()


def anyhow(value: Any, tongue: Tongue) -> str:
    if isinstance(value, Mapping):
        return listed([f"{anyhow(v, tongue)} of {tongue.title(k)}" for k, v in value.items()] or ["nothing"], "and")
    if isinstance(value, list | tuple):
        return listed([anyhow(v, tongue) for v in value] or ["nothing"], "and")
    return tongue.title(value)


def number_in(word: str) -> int | None:
    if word in ARTICLES[1:]:
        return 1
    if word in NUMBERS:
        return NUMBERS.index(word)
    return int(word) if re.fullmatch(r"[-+]?\d{1,6}", word) else None
