"""What people call a rule, what it does and where it stands, from its declaration.

The kernel's own kinds are told here.  A book's class says what it brings about by a method `tells`, in whole phrases:
`def tells(self) -> Iterable[str]`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from legation.core.book import Book
from legation.core.expr import YES, Expr, Named
from legation.core.facts import Data, Flag, Schema
from legation.core.rules import Assign, Bespoke, Copy, Datum, Definition, Duty, Limit, Modifier, Order, Permit, Rule
from legation.core.tables import Band

__all__ = ["condition_of", "effects_of", "filled", "kind_of", "place_of", "rule_label", "source_of"]

ANYWHERE = {"here": "the country", "by": "the nation", "actor": "the power"}  # where a slot stands for any of them


def place_of(book: Book, id: str) -> str:
    """The country or territory in whose chart or table a rule stands; nothing where it is of none."""
    declared = book.registry.declared.get(id)
    parts = declared.where.split(" › ") if declared else []
    names = {*book.subjects().values(), *_schema(book).titles.values()}
    return next((part for part in reversed(parts) if part in names), "")


def _schema(book: Book) -> Schema:
    return book.schema(next(iter(book.scenarios)))


def filled(text: str, place: str) -> str:
    """The words of a declaration, with the name of its country, or words for any, in their slots."""
    if "{" not in text:
        return text
    text = text.replace("{Here}", place or ANYWHERE["here"]).replace("{here}", place or ANYWHERE["here"])
    return _SLOT.sub(lambda slot: ANYWHERE.get(slot[1].lower(), f"the {slot[1].lower()}"), text)


_SLOT = re.compile(r"\{([A-Za-z-]+)\}")


def rule_label(book: Book, id: str) -> str:
    """What a player would call a rule."""
    declared = book.registry.declared.get(id)
    if declared is None:
        return ""
    rule = declared.rule
    label = rule.says if isinstance(rule, Named) else getattr(rule, "label", "") or getattr(rule, "name", "")
    return filled(str(label), place_of(book, id))


def kind_of(rule: Any) -> str:
    """What an id is declared as, in a word."""
    if isinstance(rule, Expr):
        return "condition"
    return str(getattr(rule, "kind", "") or type(rule).__name__.lower())


def condition_of(book: Book, id: str) -> str:
    """When a rule applies; nothing if it always does, or if it has no condition."""
    declared = book.registry.declared.get(id)
    rule = declared.rule if declared else None
    when = rule.inner if isinstance(rule, Named) else getattr(rule, "when", None)
    return filled(when.english, place_of(book, id)) if isinstance(when, Expr) and when is not YES else ""


# -- what it brings about
def effects_of(book: Book, id: str) -> list[str]:
    """What a rule brings about, a phrase each."""
    declared = book.registry.declared.get(id)
    if declared is None:
        return []
    schema, place = _schema(book), place_of(book, id)
    return [filled(phrase, place) for phrase in _told(declared.rule, schema, place)]


def _told(rule: Any, schema: Schema, place: str) -> Iterator[str]:
    if hasattr(rule, "tells"):
        yield from rule.tells()
    elif isinstance(rule, Rule):
        yield from (assigned(assign, schema, place) for assign in rule.sets)
        for more in rule.then:
            yield from _told(more, schema, place)
    elif isinstance(rule, Band):
        yield f"{rule.title}: {rule.label}"
    else:
        yield from _kernel(rule)


def _kernel(rule: Any) -> Iterator[str]:
    if isinstance(rule, Modifier):
        yield f"adds {_number(rule.value)}"
    elif isinstance(rule, Limit):
        yield f"forbidden: {rule.label}"
    elif isinstance(rule, Permit):
        yield f"allowed: {rule.label}"
    elif isinstance(rule, Duty):
        yield f"told to {rule.to or 'the table'}: {rule.label}"
    elif isinstance(rule, Datum):
        yield _plain(rule.value)
    elif isinstance(rule, Order):
        yield "in this order: " + ", ".join(map(_plain, rule.of))
    elif isinstance(rule, Bespoke):
        yield f"by a function of its own: {rule.label}"
    elif isinstance(rule, Named):
        yield f"this is what “{rule.says}” means"
    elif isinstance(rule, Definition):
        yield "a word of the rules; nothing is decided by it alone"


def _number(value: Expr) -> str:
    said = value.english
    return f"{int(said):+d}".replace("-", "−") if said.lstrip("-").isdigit() else said


def _plain(value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, dict):
        return "; ".join(f"{_plain(k)}: {_plain(v)}" for k, v in value.items()) or "none"
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(_plain(v) for v in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.replace("-", " ") if isinstance(value, str) else str(getattr(value, "label", value))


def assigned(assign: Assign, schema: Schema, place: str = "") -> str:
    """What a fact becomes, in words."""
    says, domain = fact_says(schema, assign.fact, place)
    said = _becomes(says, domain, assign.value, schema, place)
    return f"{said}, if {assign.when.english}" if assign.when is not YES else said


def _becomes(says: str, domain: Any, value: Any, schema: Schema, place: str) -> str:
    if isinstance(value, Copy):
        return f"{says} becomes what this is: {fact_says(schema, value.fact, place)[0]}"
    if isinstance(value, Expr):
        return f"{says} becomes {value.english}"
    if isinstance(domain, Flag):
        return says if value else f"no longer: {says}"
    if isinstance(domain, Data):
        return f"{says}: written down"
    return f"{says} becomes {schema.title(str(value))}"


def fact_says(schema: Schema, key: str, place: str = "") -> tuple[str, Any]:
    """A fact in words, also one with open slots, and what it can be."""
    name, *names = key.split(".")
    family = schema.by_name.get(name)
    if family is None:
        return key, None
    words = [filled(schema.title(n), place) for n in names]
    return (family.says.format(*words) if len(words) == len(family.over) else key), family.domain


# -- where it stands
@cache
def _index(top: Path) -> dict[str, list[tuple[Path, int]]]:
    """Every quoted word of a package, with the places where it stands."""
    found: dict[str, list[tuple[Path, int]]] = {}
    for path in sorted(top.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for word in re.findall(r'"([^"\s]+)"', line):
                found.setdefault(word, []).append((path, number))
    return found


def source_of(book: Book, id: str) -> tuple[Path, int] | None:
    """The file and line of a declaration; of one that is made for many countries, the line of its country."""
    index = _index(Path(str(sys.modules[type(book).__module__].__file__)).parent)
    for word in _names(id):
        if word in index:
            return index[word][0]
    return None


def _names(id: str) -> Iterable[str]:
    """The id itself, then what it begins with, then the code of its country."""
    yield id
    begins = id
    while cut := max(begins.rfind("-"), begins.rfind("."), begins.rfind("@")):
        if cut < 1:
            break
        begins = begins[:cut]
        yield begins
    yield from id.split("-")[1:2]
