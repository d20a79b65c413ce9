"""The rules: a page per id and per country, from the declarations, the ledgers and the cases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from legation.core.book import Book
from legation.core.cases_by_rule import cases_by_rule
from legation.core.errors import NotFound
from legation.core.labels import condition_of, effects_of, kind_of, place_of, rule_label, source_of
from legation.core.voice import with_minus
from legation.core.words import capital

__all__ = ["RuleCard", "RulePage", "countries", "ledgers", "listing", "page_of"]


@dataclass(frozen=True)
class RuleCard:
    id: str
    label: str
    kind: str
    declared: bool
    cases: int


@dataclass(frozen=True)
class RulePage:
    id: str
    label: str
    kind: str
    ledger: str
    source: str
    text: str
    unclear: str
    ruling: str
    params: tuple[tuple[str, str], ...]
    editions: tuple[str, ...]
    declared: str
    declared_as: str
    file: str
    when: str
    then: tuple[str, ...]
    cases: tuple[tuple[str, str], ...]
    country: str
    near: tuple[RuleCard, ...] = field(default=())


def card(book: Book, id: str) -> RuleCard:
    ledgers_ = book.registry.ledgers
    return RuleCard(
        id, rule_label(book, id), ledgers_.kind(id), id in book.registry.declared, len(cases_by_rule(book).get(id, ()))
    )


def page_of(book: Book, id: str) -> RulePage:
    if id not in book.registry.ledgers:
        raise NotFound("rule", id, book.registry.ledgers.ids)
    entry = book.registry.ledgers.entry(id)
    declared = book.registry.declared.get(id)
    where, source = place_of(book, id), source_of(book, id)
    country = next((slug for slug, name in book.subjects().items() if name == where), "")
    ids = book.registry.ledgers.ledger_of(id).ids
    at = ids.index(id)
    return RulePage(
        id=id,
        label=rule_label(book, id),
        kind=entry.kind,
        ledger=entry.ledger,
        source=entry.source,
        text=with_minus(entry.rule),
        unclear=with_minus((entry.unclear or "").strip()),
        ruling=with_minus(entry.ruling or ""),
        params=tuple((str(k), with_minus(_plain(v))) for k, v in entry.params.items()),
        editions=tuple(entry.editions),
        declared=declared.where if declared else "",
        declared_as=kind_of(declared.rule) if declared else "",
        file=f"{source.file}, line {source.line}" if declared and source else "",
        when=capital(condition_of(book, id)),
        then=tuple(map(capital, effects_of(book, id))),
        cases=cases_by_rule(book).get(id, ()),
        country=country,
        near=tuple(card(book, other) for other in ids[max(0, at - 3) : at + 4] if other != id),
    )


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{k}: {_plain(v)}" for k, v in value.items())
    return ", ".join(_plain(v) for v in value) if isinstance(value, list) else str(value)


def listing(book: Book, *, ledger: str = "", country: str = "", find: str = "") -> list[RuleCard]:
    """The rules of a ledger or a country, or those that hold all words looked for."""
    if country:
        ids = list(dict.fromkeys(book.rules_of(country)))
    else:
        ids = [id for part in book.registry.ledgers.ledgers if ledger in ("", part.name) for id in part.ids]
    cards = [card(book, id) for id in ids if id in book.registry.ledgers]
    words = find.lower().split()
    return [c for c in cards if all(w in f"{c.id} {c.label} {c.kind}".lower() for w in words)]


def ledgers(book: Book) -> list[tuple[str, int, int, int]]:
    """Each ledger: how many rules, how many declared, how many named by a case."""
    found = []
    for part in book.registry.ledgers.ledgers:
        declared = sum(id in book.registry.declared for id in part.ids)
        shown = sum(id in cases_by_rule(book) for id in part.ids)
        found.append((part.name, len(part.ids), declared, shown))
    return found


def countries(book: Book) -> list[tuple[str, str]]:
    found = sorted(book.subjects().items(), key=lambda pair: pair[1].removeprefix("the "))
    return [(slug, capital(name)) for slug, name in found]
