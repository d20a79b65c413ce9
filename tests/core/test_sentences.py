"""Sentences: what is said of a deed is understood as that deed, in both games; what is not is refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import legation
from legation.books import book as book_named
from legation.core.book import Book
from legation.core.errors import LegationError, Refused
from legation.core.facts import World
from legation.core.reading import Kind, Tongue
from legation.core.sentences import (
    Understood,
    completions,
    read_detail,
    say_detail,
    sentence_for,
    tongue_of,
    understand,
)
from legation.core.wording import Anything, Each, Either, Name, Number, Phrase, Several, Units, Wording
from legation.testing.cases import Case, cases_of, documents

BOOKS = ("twg", "awaw")


@cache
def at_start(name: str) -> tuple[Book, World]:
    return book_named(name), legation.new_game(name, seed=1).world


def heard(name: str, text: str) -> Understood:
    return understand(*at_start(name), text)


def words_of(book: Book, event: str) -> Wording:
    words = book.events[event].words
    assert words is not None
    return words


# -- chance
def sample(kind: Kind, rng: Random, tongue: Tongue) -> Any:
    """A value that could stand in a slot."""
    if isinstance(kind, Name):
        return rng.choice(kind.slugs(tongue.schema))
    if isinstance(kind, Several):
        found = {str(sample(kind.of, rng, tongue)) for _ in range(rng.randint(1, 3))}
        return sorted(found)
    if isinstance(kind, Number):
        return rng.randint(-9 if kind.signed else 0, 30)
    if isinstance(kind, Phrase):
        return rng.choice(list(kind.of))
    if isinstance(kind, Units):
        return ", ".join(f"{rng.randint(1, 12)} {k}" for k in rng.sample(kind.kinds, rng.randint(1, 3)))
    if isinstance(kind, Each):
        names = {str(sample(kind.slots[kind.key], rng, tongue)) for _ in range(rng.randint(1, 3))}
        rest = [name for name in kind.slots if name != kind.key]
        each = {name: {k: sample(kind.slots[k], rng, tongue) for k in rest} for name in sorted(names)}
        return each if len(rest) > 1 else {name: told[rest[0]] for name, told in each.items()}
    if isinstance(kind, Either):
        return sample(rng.choice(kind.of), rng, tongue)
    assert isinstance(kind, Anything)
    return rng.choice(("north-sea", "bay-of-biscay", "zone-23", "off-norway"))


def some_details(words: Wording, rng: Random, tongue: Tongue) -> dict[str, Any]:
    """What one sentence needs, and some of what may be added."""
    head = rng.choice(words.sentences)
    clauses = [clause[0].slots for clause in words.clauses if rng.random() < 0.4]
    slots = dict.fromkeys((*head.slots, *(slot for clause in clauses for slot in clause)))
    return {slot: sample(words.slots[slot], rng, tongue) for slot in slots}


# -- every event has its words
@pytest.mark.parametrize("name", BOOKS)
def test_every_event_has_words_for_every_detail(name: str) -> None:
    for event, found in book_named(name).events.items():
        assert found.words is not None, event
        assert set(found.words.slots) == set(found.takes), event
        said = {
            slot for pattern in (*found.words.sentences, *(c[0] for c in found.words.clauses)) for slot in pattern.slots
        }
        assert said == set(found.takes), event


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_said_is_understood_as_that(name: str) -> None:
    book, world = at_start(name)
    rng = Random(14)
    for event in book.events:
        words = words_of(book, event)
        for _ in range(25):
            details = words.normal(some_details(words, rng, tongue_of(book, world.schema)))
            said = sentence_for(book, world.schema, event, details)
            found = understand(book, world, said)
            assert (found.event, found.details, found.says, found.corrected) == (event, details, said, ()), said


@pytest.mark.parametrize("name", BOOKS)
def test_what_cases_report_can_be_said(name: str) -> None:
    """Every event of every case, said and understood, is the same event."""
    book, world = at_start(name)
    seen = set()
    for event, details in reported(name):
        words = words_of(book, event)
        told = words.normal(details)
        if not lawful(words, told, world) or (said := sentence_for(book, world.schema, event, told)) in seen:
            continue
        seen.add(said)
        found = understand(book, world, said)
        assert (found.event, found.details) == (event, told), said
    assert len(seen) > 300


def reported(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in cases_of(book_named(name)):
        for document in documents(file):
            for trial in Case.of(document, {name: book_named(name)}).trials:
                for step in (*trial.events, *trial.when):
                    if "event" in step and "refused" not in step:
                        yield step["event"], {k: v for k, v in step.items() if k not in ("event", "seat")}


def lawful(words: Wording, details: dict[str, Any], world: World) -> bool:
    """Whether every detail is one that the slot knows, and a whole sentence can be made of them."""
    tongue = Tongue(world.schema, {})
    whole = any(
        set(s.slots) <= {*details, *(k for k in words.slots if words.slots[k].says_nothing)} for s in words.sentences
    )
    return whole and all(_known(words.slots[k], v, tongue) for k, v in details.items() if k in words.slots)


def _known(kind: Kind, value: Any, tongue: Tongue) -> bool:
    options = dict(kind.options(tongue))
    if isinstance(kind, Several):
        return bool(value) and all(one in options for one in value)
    if isinstance(kind, Number):
        return isinstance(value, int) and (value >= 0 or kind.signed)
    return not options or value in options


# -- as players say it
SAID = [
    ("twg", "germany attacks denmark with four infantry and takes it", "attack",
     {"attacker": "germany", "target": "denmark", "committed": "4 infantry", "outcome": "conquered"}),
    ("twg", "The Germans attack Belgium, and take it, losing 2 tanks", "attack",
     {"attacker": "germany", "target": "belgium-holland", "outcome": "conquered", "losses": "2 armor"}),
    ("twg", "Germany and Italy attack Greece with 3 infantry of Germany and an infantry of Italy", "attack",
     {"attacker": "germany", "joined": ["italy"], "target": "greece",
      "committed": {"germany": "3 infantry", "italy": "1 infantry"}}),
    ("twg", "Russia attacks Finland and is thrown back.", "attack",
     {"attacker": "ussr", "target": "finland", "outcome": "repelled"}),
    ("twg", "Great Britain bombs Germany", "raid", {"attacker": "uk", "target": "germany"}),
    ("twg", "The U.S. lend $5 to Great Britain", "lend", {"giver": "usa", "receiver": "uk", "dollars": 5}),
    ("twg", "The Soviet Union moves 2 infantry to Mongolia by rail", "move",
     {"nation": "ussr", "units": "2 infantry", "to": "mongolia", "by": "rail"}),
    ("awaw", "The USSR declares war on Romania", "declaration", {"by": ["russia"], "on": ["rumania"]}),
    ("awaw", "Germany and Italy declare war on Belgium and Luxembourg", "declaration",
     {"by": ["germany", "italy"], "on": ["belgium", "luxembourg"]}),
    ("awaw", "Germany takes Paris", "taken", {"by": "germany", "place": "paris"}),
    ("awaw", "the u.s. imposes the oil embargo", "oil-embargo", {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "event", "details"), SAID)
def test_players_say_it_in_many_ways(name: str, text: str, event: str, details: dict[str, Any]) -> None:
    found = heard(name, text)
    assert (found.event, found.details, found.corrected) == (event, details, ())


def test_a_slip_of_the_pen_is_read_and_told() -> None:
    found = heard("twg", "Germny attacks Denmrak and takes it")
    assert found.details == {"attacker": "germany", "target": "denmark", "outcome": "conquered"}
    assert found.corrected == (("Germny", "Germany"), ("Denmrak", "Denmark"))
    assert "Denmrak" in found.doubt


REFUSED = [
    ("twg", "Germany attacks", "say the territory or the nations whose ships are attacked: Germany attacks …"),
    (
        "twg",
        "Germany attacks Elbonia",
        "after “Germany attacks”, “Elbonia” is not understood; did you mean “Estonia”?",
    ),
    ("twg", "Germany attacks Denmark with four elephants", "“elephants” is not understood"),
    (
        "twg",
        "Germany attacks Xyzzy",
        "“Xyzzy” is not understood; say the territory or the nations whose ships are attacked, such as",
    ),
    ("twg", "Elbonia attacks Denmark", "“Elbonia attacks Denmark” is not understood"),
    ("twg", "", "say what has happened"),
    ("twg", "Germany attacks Denmark and " * 60, "too much at once"),
    ("awaw", "Germany declares war on", "say on whom: Germany declares war on …"),
]


@pytest.mark.parametrize(("name", "text", "says"), REFUSED)
def test_what_is_not_understood_is_refused_with_what_would_do(name: str, text: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        heard(name, text)
    assert says in str(refused.value)


def test_a_refusal_names_sentences_that_would_do() -> None:
    with pytest.raises(Refused) as refused:
        heard("twg", "Germany attacks Denmark with 4 elephants")
    assert "Germany attacks Denmark with 4 infantry" in (refused.value.allowed or [])


# -- completing
GOES_ON = [
    ("twg", "Ger", "Germany"),
    ("twg", "germany att", "Germany attacks"),
    ("twg", "Germany attacks De", "Germany attacks Denmark"),
    ("twg", "Germany attacks Denmark ", "Germany attacks Denmark and takes it"),
    ("twg", "Germany attacks Denmark ", "Germany attacks Denmark with"),
    ("twg", "Germany attacks Denmark with 4 in", "Germany attacks Denmark with 4 infantry"),
    ("twg", "Germany attacks Denmark with 4 infantry and ta", "Germany attacks Denmark with 4 infantry and takes it"),
    ("awaw", "Germany declares war on the Neth", "Germany declares war on the Netherlands"),
    ("awaw", "Fra", "France falls to the Axis"),
]


@pytest.mark.parametrize(("name", "text", "whole"), GOES_ON)
def test_a_half_typed_sentence_can_go_on(name: str, text: str, whole: str) -> None:
    assert whole in completions(*at_start(name), text)


def test_typing_what_is_offered_leads_to_a_deed() -> None:
    """From nothing, always taking something that is offered (or a number) ends in a sentence that is understood."""
    for name in BOOKS:
        book, world = at_start(name)
        rng = Random(3)
        for _ in range(12):
            text = ""
            for _ in range(14):
                try:
                    if text and rng.random() < 0.5 and understand(book, world, text):
                        break
                except Refused:
                    pass
                offered = completions(book, world, f"{text} " if text else "", most=999)
                text = rng.choice(offered) if offered else f"{text} 3"
            else:
                continue
            assert not understand(book, world, text).corrected


# -- anything at all
WORDS = ("Germany", "Italy", "the", "and", "with", "of", "attacks", "takes", "it", ",", ".", ";", "4", "-3", "infantry")
WORDS += ("$", "Denmark", "in", "war", "on", "from", "losing", "é", "𝔊", chr(0), "(", "'", "no", "nobody", "\t")


@pytest.mark.parametrize("name", BOOKS)
def test_whatever_is_typed_is_understood_or_refused_in_a_sentence(name: str) -> None:
    book, world = at_start(name)
    rng = Random(8)
    known = [
        sentence_for(book, world.schema, e, some_details(words_of(book, e), rng, tongue_of(book, world.schema)))
        for e in book.events
    ]
    for _ in range(40):
        words = rng.choice(known).split() if rng.random() < 0.6 else []
        for _ in range(rng.randint(0, 8)):
            words.insert(rng.randint(0, len(words)), rng.choice(WORDS))
        if words and rng.random() < 0.5:
            del words[rng.randrange(len(words))]
        text = " ".join(words)
        if rng.random() < 0.3:
            text = "".join(rng.sample(text, len(text)))
        completions(book, world, text)
        try:
            answer = understand(book, world, text).says
        except LegationError as error:
            answer = str(error)
        assert answer.strip()


# -- forms
def test_a_field_of_a_form_reads_what_it_shows() -> None:
    book, world = at_start("twg")
    for detail, value in (
        ("committed", "4 infantry, 1 armor"),
        ("losses", {"germany": "2 infantry", "italy": "1 armor"}),
        ("survivors", {"france": {"units": "2 infantry", "to": "algeria"}}),
        ("joined", ["italy"]),
    ):
        shown = say_detail(book, world.schema, "attack", detail, value)
        assert read_detail(book, world, "attack", detail, shown) == value
    assert read_detail(book, world, "attack", "committed", "some elephants") == "some elephants"


def test_old_records_are_told_whatever_they_hold() -> None:
    book, world = at_start("twg")
    strange = {
        "attacker": "germany",
        "target": ["a", {"b": 3}],
        "committed": {"x": {"y": None}},
        "outcome": 7,
        "else": 1,
    }
    assert sentence_for(book, world.schema, "attack", strange).startswith("Germany attacks")
    assert sentence_for(book, world.schema, "gone-long-ago", {"by": "uk"}) == "gone long ago: by uk"


def test_the_page_shows_sentences_that_are_understood() -> None:
    page = (Path(__file__).parents[2] / "docs" / "sentences.md").read_text(encoding="utf-8")
    rows = page.split("| The War Game | A World at War |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    for row in rows:
        for name, text in zip(BOOKS, row.strip("| ").split(" | "), strict=True):
            assert heard(name, text).says == text
    for name in BOOKS:
        assert heard(name, book_named(name).example).says == book_named(name).example
