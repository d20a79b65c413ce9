"""Deeds as players say them: a sentence is understood as an event with its details, and any event is told as one.

`understand` reads "Germany attacks Denmark with 4 infantry and takes it" for one game, with the words that its book
declares (`legation.core.wording`), and says in its own words how it was understood.  What it cannot read it refuses,
with what would do.  `completions` tells how a sentence that is half typed can go on.  `say` tells an event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from legation.core.book import Book
from legation.core.errors import NotFound, Refused
from legation.core.expr import listed
from legation.core.facts import Schema, World
from legation.core.reading import LONGEST, Note, Reading, Tongue, Want, Word, words_of

__all__ = ["Understood", "completions", "read_detail", "sentence_for", "say_detail", "tongue_of", "understand"]

_ARTICLE = re.compile(r"(?:^|(?<= ))the $", re.IGNORECASE)  # the name that follows has its own
MOST = 24  # completions at once
FEW = 6  # examples in a refusal


@dataclass(frozen=True)
class Understood:
    """A sentence, as it was understood."""

    event: str
    details: dict[str, Any]
    says: str
    corrected: tuple[tuple[str, str], ...] = ()  # what was typed, and what it was read as

    @property
    def doubt(self) -> str:
        """What was misspelt, and how it was read; nothing if all was clear."""
        read = (f"“{typed}” as {meant}" for typed, meant in self.corrected)
        return f"Did you mean this?  I have read {listed(list(read), 'and')}." if self.corrected else ""

    def plain(self) -> dict[str, Any]:
        told = {"event": self.event, "details": self.details, "says": self.says}
        return {**told, "corrected": [list(pair) for pair in self.corrected], "doubt": self.doubt}


def tongue_of(book: Book, schema: Schema) -> Tongue:
    """The names of one game, kept with its schema."""
    kept: Tongue | None = schema.__dict__.get("_tongue")
    if kept is None:
        kept = Tongue(schema, book.nicknames)
        object.__setattr__(schema, "_tongue", kept)
    return kept


# -- saying
def sentence_for(book: Book, schema: Schema, event: str, details: Mapping[str, Any]) -> str:
    """What happened, as a sentence of the players."""
    found = book.events.get(event)
    if found is None or found.words is None:
        told = ", ".join(f"{name.replace('-', ' ')} {_shown(value)}" for name, value in details.items())
        named = found.says.rstrip(".") if found else event.replace("-", " ")
        return f"{named}: {told}" if told else named
    return found.words.said(details, tongue_of(book, schema))


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def say_detail(book: Book, schema: Schema, event: str, detail: str, value: Any) -> str:
    """One detail in words, as `read_detail` reads them."""
    words = book.events[event].words
    return words.slots[detail].say(value, tongue_of(book, schema)) if words else _shown(value)


# -- understanding
def understand(book: Book, world: World, text: str) -> Understood:
    """What a sentence tells; `Refused`, with what would do, if that is not clear."""
    if not words_of(text[:LONGEST]):
        raise _refusal("say what has happened", _examples(book, world))
    if len(text) > LONGEST:
        raise Refused(f"a sentence of more than {LONGEST} characters is too much at once: tell one thing after another")
    tongue = tongue_of(book, world.schema)
    strictly, loosely = Reading(tongue, text), Reading(tongue, text, loosely=True)
    found = [(event, told, notes) for event, told, notes in _read(book, strictly)]
    if not found:
        found = sorted(_read(book, loosely), key=lambda f: _cost(f[2]))
        found = [f for f in found if _cost(f[2]) == _cost(found[0][2])]
    if not found:
        raise _not_understood(book, world, strictly if strictly.furthest >= loosely.furthest else loosely)
    read = [
        Understood(event, told, sentence_for(book, world.schema, event, told), tuple((a, b) for a, b, _ in notes))
        for event, told, notes in found
    ]
    if len(read) > 1:
        each = [one.says for one in read]
        raise _refusal("this can mean several things: say " + " or ".join(f"“{says}”" for says in each), each)
    return read[0]


def _cost(notes: tuple[Note, ...]) -> float:
    return sum(off for _, _, off in notes)


def _read(book: Book, reading: Reading, *, on: bool = False) -> Iterator[tuple[str, dict[str, Any], tuple[Note, ...]]]:
    """Of every event that the text can tell, the first way to read it; loosely, the best one.

    To read `on` is to try everything, for what could follow.
    """
    for name, event in book.events.items():
        if event.words is None:
            continue
        reading.event, reading.slot, reading.told, reading.slips, reading.means = name, "", {}, (), event.takes
        best: tuple[dict[str, Any], tuple[Note, ...]] | None = None
        for _, told, notes in event.words.read(reading):
            if best is None or _cost(notes) < _cost(best[1]):
                best = event.words.normal(told), notes
            if not reading.loosely and not on:
                break
        if best is not None:
            yield name, *best


def read_detail(book: Book, world: World, event: str, detail: str, text: str) -> Any:
    """One detail that was typed by itself, such as in a form."""
    if event not in book.events:
        raise NotFound("event", event, book.events)
    words = book.events[event].words
    if words is None or detail not in words.slots:
        return text
    reading = Reading(tongue_of(book, world.schema), text[:LONGEST])
    whole = (v for end, v, _ in words.slots[detail].read(reading, 0) if end == len(reading.words))
    return next(whole, text)


# -- refusing
def _refusal(message: str, allowed: list[str]) -> Refused:
    error = Refused(message)
    error.allowed = list(allowed)
    return error


def _not_understood(book: Book, world: World, reading: Reading) -> Refused:
    """Up to where it was understood, what was not, and what would do there."""
    at, text = reading.furthest, reading.text
    start = reading.words[at].start if at < len(reading.words) else len(text)
    before, rest = text[:start].strip(" ,;"), text[start:].strip()
    said = f"{before[:1].upper()}{before[1:]}"
    so_far = f"{before} " if before else ""
    ahead = _read_on(book, world, so_far, loosely=reading.loosely)
    wants = [want for want, _ in _ends(book, world, ahead)]
    allowed = _completed(book, world, ahead)
    slots = _slots_open(ahead) if before else []  # any event could begin here
    here = [want for want in wants if want.at >= len(ahead.words)]
    ends = [want.text for want in here if not slots or want.value is not None]
    if not rest:
        wanted = f"say {listed(slots, 'or')}: {said} …" if slots else f"go on after “{said}”"
        return _refusal(wanted + _such_as(ends), allowed)
    near = _near(reading, at, [want.text for want in wants])
    hint = f"; did you mean {listed([f'“{n}”' for n in near], 'or')}?" if near else ""
    if not hint:
        hint = f"; say {listed(slots, 'or')}{_such_as(ends)}" if slots else _such_as(ends, "; what would do: ")
    if not before:
        return _refusal(f"“{_first(rest)}” is not understood{hint}", allowed)
    return _refusal(f"after “{said}”, “{_first(rest)}” is not understood{hint}", allowed)


def _first(rest: str) -> str:
    words = rest.split()
    return " ".join(words[:3]) + (" …" if len(words) > 3 else "")


def _such_as(ends: list[str], begin: str = ", such as ") -> str:
    shown = list(dict.fromkeys(ends))[:FEW]
    return begin + ", ".join(f"“{end}”" for end in shown) if shown else ""


def _slots_open(reading: Reading) -> list[str]:
    """What could be told next, in the words in which the events ask for it."""
    if reading.furthest < len(reading.words):
        return []
    meant: dict[str, None] = {}
    for what in reading.opened:
        meant.setdefault(what.split(";")[0].split(",")[0])
    return list(meant)[:3]


def _near(reading: Reading, at: int, ends: list[str]) -> list[str]:
    typed = " ".join(word.text for word in reading.words[at : at + 2])
    first = typed.split(" ")[0]
    lower = {end.lower().removeprefix("the "): end for end in ends}
    close = get_close_matches(first, lower, n=2, cutoff=0.7) or get_close_matches(typed, lower, n=2, cutoff=0.7)
    return [lower[c] for c in close]


def _examples(book: Book, world: World) -> list[str]:
    return completions(book, world, "")


# -- completing
def _read_on(book: Book, world: World, text: str, *, loosely: bool = False) -> Reading:
    reading = Reading(tongue_of(book, world.schema), text, loosely=loosely)
    with suppress(Refused):  # too much to go through all of it; what was found will do
        for _ in _read(book, reading, on=True):
            pass
    return reading


def _ends(book: Book, world: World, reading: Reading) -> Iterator[tuple[Want, tuple[Word, ...]]]:
    wants = sorted(reading.wants.values(), key=lambda w: (w.at, w.rank))
    return ((want, reading.words) for want in wants if _fits(book, world, want))


def _fits(book: Book, world: World, want: Want) -> bool:
    return want.value is None or book.fits(world, want.event, want.told, want.slot, want.value)


def completions(book: Book, world: World, text: str, most: int = MOST) -> list[str]:
    """How a sentence that is half typed can go on: the whole text each time, up to the end of the next words."""
    return _completed(book, world, _read_on(book, world, text), most) if len(text) <= LONGEST else []


def _completed(book: Book, world: World, reading: Reading, most: int = MOST) -> list[str]:
    found, text = dict[str, None](), reading.text
    for want, words in _ends(book, world, reading):
        start = words[want.at].start if want.at < len(words) else len(text)
        before = _ARTICLE.sub("", text[:start]).rstrip(" ")
        joint = "" if want.text.startswith(",") or not before else " "
        for slip, meant, _ in want.slips:
            before = before.replace(slip, meant, 1)
        whole = before + joint + want.text
        found.setdefault(whole[:1].upper() + whole[1:])
        if len(found) == most:
            break
    return list(found)
