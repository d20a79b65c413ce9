"""A number that stands in a ledger and in a declaration is the same number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from legation.books import all_books
from legation.core.book import Book
from legation.core.expr import Const, WhenElse
from legation.core.ledger import LedgerEntry

# By the kind of a declaration and the name of a ledger's number: the attribute that has it.
NUMBERS = {
    # both books
    ("Band", "min"): "lo",
    ("Band", "max"): "hi",
    ("Band", "from"): "lo",
    ("Band", "to"): "hi",
    ("Modifier", "value"): "value",
    ("Modifier", "at_most"): "value",
    ("Modifier", "free_at_most"): "value",
    # The War Game
    ("Neutral", "value"): "value",
    ("Half", "value"): "value",
    ("Colony", "value"): "value",
    ("Neutral", "forces_1939"): "army.1939",
    ("Neutral", "forces_1942"): "army.1942",
    ("Half", "forces_1939"): "army.1939",
    ("Half", "forces_1942"): "army.1942",
    ("Colony", "forces_1939"): "army",
    ("Colony", "forces_1942"): "army",
    ("Unrest", "at_most"): "at_most",
    ("Influence", "min_money"): "least",
    ("Fee", "fee"): "dollars",
    ("Empire", "count"): "colonies",
    ("Declaration", "level"): "level",
    # A World at War
    ("TrackRow", "value"): "amount",
    ("Result", "level"): "level",
    ("Mobilization", "level"): "level",
    ("Stage", "turns_after_previous"): "gap",
    ("Land", "brp"): "brps",
    ("Cap", "units_per_turn"): "most",
    ("Cap", "factors_per_turn"): "most",
    ("Cap", "armor_per_turn"): "most",
    ("Cap", "aaf_per_turn"): "most",
    ("Start", "start"): "value",
}
# What a value that code reads stands for in its ledger entry, whatever the book.
OF_A_DATUM = ("additional_ics", "allied_player_turns_after", "brp", "chinese_land_axis", "first_turn", "free_at_most")
OF_A_DATUM += ("income_pct", "min_brp", "safe_dice", "shipbuilding_brp", "threshold", "total", "value")
NUMBERS |= {("Datum", param): "value" for param in OF_A_DATUM} | {("Fate", "free_at_most"): "value"}
AT_LEAST = 800  # nearly as many as there are, so that none is lost unseen


class Place(NamedTuple):
    """A number that stands twice."""

    cite: str
    kind: str
    param: str
    ledger: int
    declared: int


def plain(value: Any) -> int | None:
    """A value as a number, if it is one and hangs on nothing."""
    if isinstance(value, Const):
        return plain(value.constant)
    if isinstance(value, tuple):
        return len(value)
    if isinstance(value, str) and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def numbers(param: str, said: Any, declared: Any) -> Iterator[tuple[str, Any, Any]]:
    """A number of the ledger beside that of the declaration; of forces, one of each kind of unit."""
    if not isinstance(said, Mapping) or not isinstance(declared, Mapping):
        yield param, said, plain(declared)
        return
    units = {kind.replace("-", "_"): n for kind, n in declared.items()}
    for kind in {**said, **units}:
        if said.get(kind) or units.get(kind):
            yield f"{param}.{kind}", said.get(kind, 0), plain(units.get(kind, 0))


def of_rule(entry: LedgerEntry, rule: Any) -> Iterator[Place]:
    """Every number of an entry that its declaration has as well."""
    kind = type(rule).__name__
    for param, said in entry.params.items():
        declared = rule if (kind, param) in NUMBERS else None
        for name in NUMBERS.get((kind, param), "").split("."):
            declared = declared.get(name) if isinstance(declared, Mapping) else getattr(declared, name, None)
        if param in getattr(declared, "_fields", ()):  # one of several numbers, by its name
            declared = getattr(declared, param)
        if kind == "Influence" and isinstance(declared, WhenElse):
            declared = declared.no  # what is required unless something sets it aside
        for each, ledger, mine in numbers(param, said, declared):
            if plain(ledger) == ledger and ledger is not None and mine is not None:
                yield Place(entry.id, kind, each, ledger, mine)


def places(book: Book) -> list[Place]:
    declared = book.registry.declared
    return [place for cite in declared for place in of_rule(book.registry.ledgers.entry(cite), declared[cite].rule)]


@pytest.mark.parametrize("name", list(all_books()))
def test_ledger_and_declaration_have_the_same_numbers(name: str) -> None:
    found = places(all_books()[name])
    apart = [f"{p.cite}: {p.param} is {p.ledger} in the ledger, {p.declared} in the {p.kind}" for p in found]
    assert [words for words, p in zip(apart, found, strict=True) if p.ledger != p.declared] == []


def test_many_places_are_compared() -> None:
    found = Counter(f"{p.kind}.{p.param.split('.')[0]}" for book in all_books().values() for p in places(book))
    print(f"{found.total()} numbers stand in a ledger and in a declaration: {dict(found.most_common())}")
    assert found.total() >= AT_LEAST


CHANGED = {  # a rule of the kind, the attribute, another value
    "DG-NEP-S1": ("value", 2),
    "DG-CRE-S1": ("army", {"infantry": 3}),
    "DG-ARG-U1": ("at_most", 4),
    "DG-INF-4": ("value", Const(5)),
    "DG-AFG-I1": ("dollars", 3),
    "DG-COL-5": ("colonies", ()),
    "DT-ALBANIA-R5": ("hi", 3),
    "USAT-STAT-1": ("amount", 2),
}


@pytest.mark.parametrize("cite", CHANGED)
def test_a_number_that_is_changed_on_one_side_is_found(cite: str) -> None:
    [book] = [book for book in all_books().values() if cite in book.registry.declared]
    rule, (name, other) = book.registry.declared[cite].rule, CHANGED[cite]
    entry = book.registry.ledgers.entry(cite)
    assert all(p.ledger == p.declared for p in of_rule(entry, rule))
    before = getattr(rule, name)
    object.__setattr__(rule, name, other)
    try:
        assert [p for p in of_rule(entry, rule) if p.ledger != p.declared]
    finally:
        object.__setattr__(rule, name, before)
    more = {param: _one_more(said) for param, said in entry.params.items()}
    of_ledger = LedgerEntry(entry.id, entry.ledger, entry.source, entry.kind, entry.rule, more)
    assert [p for p in of_rule(of_ledger, rule) if p.ledger != p.declared]


def _one_more(said: Any) -> Any:
    if isinstance(said, Mapping):
        return {kind: _one_more(n) for kind, n in said.items()}
    return said + 1 if isinstance(said, int) and not isinstance(said, bool) else said
