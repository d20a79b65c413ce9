"""Every declared id can be read by a player: when it applies, what it brings about, and where it stands."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from legation.books import all_books
from legation.core.book import Book
from legation.core.cases_by_rule import cases_by_rule
from legation.core.inquiries import pages_of
from legation.core.labels import condition_of, effects_of, kind_of, rule_label, source_of
from legation.core.rule_pages import rule_page
from legation.core.sight import rule_data

NAMES = ("twg", "awaw")
REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
KEY = re.compile(r"(?<![\w.-])([a-z][a-z0-9-]*)\.[a-z{]")
MODULE = re.compile(r"\b(legation|twg|awaw|core)\.[a-z_]+")
ODD = ("{", "}", "<", "object at 0x", "lambda", "frozenset", "None", "()")


@cache
def book_called(name: str) -> Book:
    return all_books()[name]


@cache
def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def phrases(book: Book, id: str) -> list[str]:
    return [rule_label(book, id), condition_of(book, id), *effects_of(book, id)]


@cache
def families(book: Book) -> frozenset[str]:
    return frozenset(family.name for scenario in book.scenarios for family in book.schema(scenario).families)


def wrong(book: Book, phrase: str) -> str:
    """What no player would say; nothing if all is well."""
    keys = [found[0] for found in KEY.finditer(phrase) if found[1] in families(book)]
    modules = [found[0] for found in MODULE.finditer(phrase)]
    return " ".join([*keys, *modules, *(sign for sign in ODD if sign in phrase)])


@pytest.mark.parametrize("name", NAMES)
def test_every_id_names_its_cases_whether_these_list_it_or_show_it_in_a_table(name: str) -> None:
    assert [id for id in book_called(name).registry.declared if id not in cases_by_rule(book_called(name))] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_id_says_what_it_brings_about(name: str) -> None:
    book = book_called(name)
    silent = [id for id in book.registry.declared if not any(phrase.strip() for phrase in effects_of(book, id))]
    assert silent == []
    assert [id for id, declared in book.registry.declared.items() if not kind_of(declared.rule)] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_phrase_reads_like_a_program(name: str) -> None:
    book = book_called(name)
    found = {id: told for id in book.registry.declared for phrase in phrases(book, id) if (told := wrong(book, phrase))}
    assert found == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_id_has_the_line_of_its_declaration(name: str) -> None:
    book = book_called(name)
    for id in book.registry.declared:
        source = source_of(book, id)
        assert source is not None, id
        line = lines(source.path)[source.line - 1]
        assert id in line or source.word in line, (id, source)
        assert source.word == id or f'"{id}"' not in line, (id, source)


@pytest.mark.parametrize(
    ("name", "id", "file", "word"),
    [
        ("twg", "DG-WAR-4", "war/rights_of_war.py", "DG-WAR-4"),  # which the options of the book speak of, too
        ("twg", "R39-UKF-CTRL40", "war/war_status.py", "R39-UKF-CTRL40"),  # in a row that is handed on
        ("twg", "DG-BAL-X1", "charts/portugal_spain.py", "DG-BAL-X1"),  # in the row of a colony
        ("twg", "R39-FALL-V-SYRIA", "war/vichy.py", "R39-FALL-V-SYRIA"),
        ("twg", "DG-NAV-6", "diplomacy/navy.py", "RETREAT"),  # under the name that its module gives it
        ("awaw", "83.444.libya", "minors/lands.py", "83.444.libya"),
        ("awaw", "DT-SWEDEN-R8", "countries/sweden.py", "DT-SWEDEN-R8"),
        ("awaw", "85.46A.hungary@older", "minors/ally_movement.py", "85.46A.hungary@older"),
    ],
)
def test_a_declaration_is_found_where_it_is_made(name: str, id: str, file: str, word: str) -> None:
    source = source_of(book_called(name), id)
    assert source is not None
    assert (source.file, source.word) == (f"legation/books/{name}/{file}", word)


def test_a_function_of_its_own_says_what_it_looks_at() -> None:
    for name in NAMES:
        book = book_called(name)
        for rule in book.registry.bespoke:
            said = any(phrase.startswith("it looks at ") for phrase in effects_of(book, rule.cite))
            assert said is bool(rule.reads), rule.cite  # one that reads no facts has nothing to name


@pytest.mark.parametrize(
    ("name", "id", "when", "then"),
    [
        ("twg", "DG-ARG-U2", "Argentina is not Sworn to Germany", "Argentina becomes Friendly to Germany"),
        ("twg", "DG-BCO-S2", "", "Belgian Congo begins Friendly to the U.K. and France"),
        ("twg", "R39-FALL-NAVY-TRANSPORT", "", "a French transport is free on 5 or less, German on 8 or less"),
        ("awaw", "USAT-EVT-5", "the Axis control Paris or London", "the level rises by 2 for each"),
        ("awaw", "82.61.norway", "the edition is the older one", "Norway has 2 × 1-3"),
        ("awaw", "83.444.libya", "somebody controls Tripoli", "Libya is conquered"),
        ("awaw", "PROC-12", "", "DPs of the Axis in the country"),
    ],
)
def test_a_page_in_words(name: str, id: str, when: str, then: str) -> None:
    book = book_called(name)
    assert when in condition_of(book, id)
    assert then in "; ".join(effects_of(book, id))


def test_the_cases_of_a_rule_are_named() -> None:
    named = cases_by_rule(book_called("awaw"))
    assert "82.61.canada.add1@older" in named  # ids with an edition are whole
    data = rule_data(book_called("twg"), "DG-ARG-U1")
    assert data["cases"]
    assert data["file"].startswith("legation/books/twg/charts/argentina.py:")


def test_the_pages_of_the_rules_are_up_to_date() -> None:
    """`make docs` writes them; those of The War Game are looked after with its charts."""
    book = book_called("awaw")
    wanted = pages_of(book)
    folder = REFERENCE / book.name
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    assert sorted(found) == sorted(wanted)
    assert [name for name in wanted if found[name] != wanted[name]] == []
    assert rule_page(book, "Norway") == wanted["norway.md"]
