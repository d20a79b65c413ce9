"""What can happen next to a subject, also where the board has not been looked at lately.

What was told before holds as it was told, and what nobody has told is as if nothing had happened; whoever shows odds
that rest on it shows the mark too.  The referee himself asks again before a die is thrown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.core.abilities import NOTHING, Chances, Supposed
from legation.core.book import Book
from legation.core.errors import NotFound, Refused, Unknown
from legation.core.facts import World
from legation.core.inquiries import odds_of, unreported_of
from legation.core.span import Between
from legation.core.views import Fact
from legation.core.words import ago, counted

__all__ = ["OddsAsTold", "as_last_told", "odds_in", "told_before"]


@dataclass(frozen=True)
class OddsAsTold:
    """What can happen next to a subject, as one seat sees it."""

    odds: Chances
    needs: list[str]  # facts to be told before all of it can be said
    world: World  # in which the old facts hold
    carried: tuple[Fact, ...] = ()  # facts that are used as they were last told
    told: list[dict[str, Any]] = field(default_factory=list)  # the same as plain data

    @property
    def says(self) -> str:
        """The mark under which it is shown."""
        ages = [fact["age"] for fact in self.told if fact["age"] is not None]
        old = f", {'up to ' if len(ages) > 1 else ''}{ago(max(ages))}" if any(ages) else ""
        marks = [f"{counted(len(ages), 'fact')} of the board as last told{old}"] if ages else []
        if new := len(self.told) - len(ages):
            marks.append(f"{counted(new, 'fact')} of the board as if nothing had happened")
        return "; ".join(marks)


def as_last_told(book: Book, world: World, subject: str, how: Supposed = NOTHING) -> tuple[World, dict[str, Any]]:
    """The world in which the odds of a subject can be told with what the board has told before, and what that is."""
    used: dict[str, Any] = {}
    found = world
    while True:
        open_ = [key for key in odds_in(book, found, subject, how)[1] if key not in used]
        more = {key: value for key in open_ if (value := world.carried(key)) is not None}
        if not more:
            return found, used
        used |= more
        found = world.scoped(**used)


def told_before(world: World, used: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Facts that are used as they were last told, as plain data; without an age, nobody has told them."""
    return [
        {
            "fact": key,
            "says": world.schema.spec(key).says,
            "value": value.said if isinstance(value, Between) else value,
            "age": world.age(key) if world.last(key) is not None else None,
        }
        for key, value in used.items()
    ]


def odds_in(book: Book, world: World, subject: str, how: Supposed) -> tuple[Chances, list[str]]:
    """The odds in a world as far as there are any, and the facts to be told before all can be."""
    try:
        odds, lacking = odds_of(book, world, subject, how), unreported_of(book, world, subject)
    except Unknown as needed:
        return {}, needed.questions
    except (NotFound, Refused):
        return {}, []
    return odds, list(dict.fromkeys(key for keys in lacking.values() for key in keys))
