"""The sheets that a seat may fill in, as a page shows them: rows of coins with the faces of the die, and the purse."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from legation.core.intents import Blank, BlankRow, Intent, Pick
from legation.core.sight import Sight
from legation.core.to_json import from_json
from legation.core.words import chance
from legation.web.present.desk import faces_of, worth_of

__all__ = ["Sheet", "on_sheets", "read_value", "sheets_of"]


@dataclass(frozen=True)
class Coin:
    """A pick with its chance, drawn."""

    value: str  # JSON
    label: str
    on: bool
    faces: tuple[str, ...]
    says: str
    pct: str
    cost: int
    closed: str
    rule: str
    worth: str = ""


@dataclass(frozen=True)
class SheetRow:
    row: BlankRow
    coins: tuple[Coin, ...]
    value: Any
    under: tuple[SheetRow, ...] = ()

    @property
    def brings(self) -> tuple[str, ...]:
        """What each face would bring, as it is filled in."""
        return self.row.results[self.value - self.row.least] if self.row.results else ()

    @property
    def one_more(self) -> tuple[str, ...]:
        """The same with one more, if there is one more."""
        results, more = self.row.results, (self.value or 0) - self.row.least + 1
        return results[more] if more < len(results) else ()

    @property
    def comes_to(self) -> str:
        return self.row.says[self.value - self.row.least] if self.row.says else ""

    @property
    def faced(self) -> bool:
        """Whether its coins show a die."""
        return any(coin.faces for coin in self.coins)


@dataclass(frozen=True)
class Sheet:
    """A blank with what stands in it."""

    blank: Blank
    rows: tuple[SheetRow, ...]
    written: bool  # somebody has filled it in for this turn
    lasting: bool
    cost: int

    @property
    def shown(self) -> tuple[SheetRow, ...]:
        return tuple(row for row in self.rows if not row.row.more)

    @property
    def more(self) -> tuple[SheetRow, ...]:
        return tuple(row for row in self.rows if row.row.more)

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def sheets_of(sight: Sight, intents: Iterable[Intent]) -> tuple[Sheet, ...]:
    written = {intent.sheet: intent for intent in intents}
    return tuple(_sheet(sight, blank, written.get(blank.sheet)) for blank in sight.blanks)


def _sheet(sight: Sight, blank: Blank, intent: Intent | None) -> Sheet:
    values = blank.filled(intent)
    under: dict[str, list[SheetRow]] = {}
    for row in (r for r in blank.rows if r.under):
        under.setdefault(row.under, []).append(_row(sight, row, values[row.key]))
    rows = tuple(
        replace(_row(sight, row, values[row.key]), under=tuple(under.get(row.key, ())))
        for row in blank.rows
        if not row.under
    )
    cost = sum(row.cost_of(values[row.key]) for row in blank.rows)
    return Sheet(blank, rows, intent is not None, bool(intent and intent.lasting), cost)


def _row(sight: Sight, row: BlankRow, value: Any) -> SheetRow:
    return SheetRow(row, tuple(_coin(sight, pick, pick.value == value) for pick in row.picks), value)


def _coin(sight: Sight, pick: Pick, on: bool) -> Coin:
    faces: tuple[str, ...] = ()
    says = pct = ""
    if pick.sure is not None and not pick.closed:
        sides, best = sight.book.views.sides, pick.best or pick.sure
        faces, pct = faces_of(pick.sure, sides, best), chance(pick.sure, best)
        says = f"succeeds on {_count(pick.sure, sides)} of {sides} faces"
        if best != pick.sure:
            says = f"succeeds on {_count(pick.sure, sides)} to {_count(best, sides)} of {sides} faces"
    worth = worth_of(pick.worth, sight.book.views.coin)
    return Coin(json.dumps(pick.value), pick.label, on, faces, says, pct, pick.cost, pick.closed, pick.rule, worth)


def _count(share: Fraction, sides: int) -> int:
    return int(share * sides)


def read_value(text: str) -> Any:
    """What a row of a form says."""
    try:
        return from_json(text)
    except ValueError:
        return text


def on_sheets(sheets: Iterable[Sheet]) -> frozenset[int]:
    """The requests that a sheet answers; whoever likes can still answer them one at a time."""
    return frozenset(number for sheet in sheets for number in sheet.blank.answers)
