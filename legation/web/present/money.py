"""The ledger of a nation as rows: lines first, then the sum they come to, each with its rule and its facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.core.abilities import KeepsMoney
from legation.core.inquiries import money_page_of
from legation.core.sight import Sight
from legation.core.span import exact
from legation.core.trace import Trace
from legation.core.voice import show_value
from legation.core.words import capital

__all__ = ["Account", "AccountPage", "AccountRow", "nations_of", "page_of"]


@dataclass(frozen=True)
class AccountRow:
    text: str
    value: str
    rule: str
    why: str  # the fact it rests on
    depth: int
    sum: bool
    minus: bool = False
    open: bool = False  # hangs on what nobody has told yet


@dataclass(frozen=True)
class Account:
    """One part of the ledger: its lines, and what they come to."""

    title: str
    rows: tuple[AccountRow, ...]
    total: str
    rule: str
    adds_up: bool  # the lines are the whole of the sum


@dataclass(frozen=True)
class AccountPage:
    nation: str
    name: str
    bloc: str
    title: str
    total: str
    total_says: str
    accounts: tuple[Account, ...]


def nations_of(sight: Sight) -> list[tuple[str, str, str]]:
    """Whose ledger there is: slug, name, tincture."""
    book = sight.book
    if not isinstance(book, KeepsMoney):
        return []
    return [(seat, sight.name(seat), sight.bloc(seat)) for seat in book.seats]


def page_of(sight: Sight, nation: str) -> AccountPage:
    found = sight.book.views
    page = money_page_of(sight.book, sight.world, nation)
    accounts = tuple(_account(found.coin, part) for part in page.parts)
    title = f"The ledger of {sight.say(nation)}"
    total, says = _money(found.coin, page.value), found.in_hand(sight)
    return AccountPage(nation, sight.name(nation), sight.bloc(nation), title, total, says, accounts)


def _account(coin: str, part: Trace) -> Account:
    rows = tuple(row for line in part.parts for row in _rows(coin, line, 0))
    return Account(capital(part.text), rows, _money(coin, part.value), part.rule or "", _adds_up(part))


def _rows(coin: str, trace: Trace, depth: int) -> list[AccountRow]:
    """Of a heading, its lines and then itself as their sum."""
    inner = [row for part in trace.parts for row in _rows(coin, part, depth + 1)]
    minus = exact(trace.value) and not isinstance(trace.value, bool) and trace.value < 0
    why = f"fact={trace.facts[0]}" if trace.facts and "." in trace.facts[0] else ""
    text, value = capital(trace.text), _money(coin, trace.value)
    return [*inner, AccountRow(text, value, trace.rule or "", why, depth, bool(inner), minus, not exact(trace.value))]


def _adds_up(part: Trace) -> bool:
    values = [line.value for line in part.parts]
    return bool(values) and all(exact(v) for v in (*values, part.value)) and sum(values) == part.value


def _money(coin: str, value: Any) -> str:
    if not exact(value):
        low, high = (_money(coin, v) for v in (value.lo, value.hi))
        return f"{low} to {high}" if value.lo is not None else show_value(value)
    return f"−{coin}{-value}" if value < 0 else f"{coin}{value}"
