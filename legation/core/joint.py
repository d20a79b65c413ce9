"""Several attempts of one seat in one turn: the chances that one, all, or so many of them succeed.

The chances may be multiplied only where no attempt touches another.  Whether one does is not written down anywhere: the
facts that are read for a chance are overheard, and compared with what the other attempts could change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from legation.core.abilities import Prospect, ReckonsWorth
from legation.core.book import Book
from legation.core.errors import Refused
from legation.core.facts import Teller, World
from legation.core.memo import overheard
from legation.core.odds import at_least_one, chances_by_number

__all__ = ["Together", "together"]


@dataclass(frozen=True)
class Together:
    """What a seat may win, each tried once: the chance of each, and what follows from them."""

    seat: str
    chances: Mapping[str, Fraction]

    @cached_property
    def number(self) -> dict[int, Fraction]:
        """How likely it is that just so many succeed."""
        return chances_by_number(self.chances.values())

    @property
    def at_least_one(self) -> Fraction:
        return at_least_one(self.chances.values())

    @property
    def all(self) -> Fraction:
        return self.number[len(self.chances)]

    @property
    def expected(self) -> Fraction:
        return sum(self.chances.values(), Fraction(0))

    def plain(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "chances": dict(self.chances),
            "at_least_one": self.at_least_one,
            "all": self.all,
            "expected": float(self.expected),
            "number": self.number,
        }


def together(book: Book, world: World, seat: str, targets: Iterable[str], how: Mapping[str, Any]) -> Together:
    """Several attempts, each with the same money or with the seat's points; refused where they are not independent."""
    if not isinstance(book, ReckonsWorth):
        raise Refused(f"{book.title} does not tell what an attempt promises")
    worth: ReckonsWorth = book
    points = how["money"] if "money" in how else how.get("points", {}).get(seat)
    title = book.seat_titles.get(seat, seat)
    names = book.subjects()
    chances: dict[str, Fraction] = {}
    reads: dict[str, frozenset[str] | None] = {}

    def looked_at(target: str) -> tuple[Prospect | None, frozenset[str] | None]:
        return overheard(lambda look: worth.prospect(look, seat, target, points), world)

    for word in targets:
        key, colon, which = word.partition(":")
        subject = book.resolve(key)
        if subject in reads:
            raise Refused(f"{names[subject]} is named twice: what one attempt does there changes the other")
        target = subject + colon + which
        prospect, reads[subject] = looked_at(target)
        if prospect is None:
            raise Refused(f"{title} can try nothing in {names[subject]} now")
        chances[target] = prospect.chance
    if not chances:
        raise Refused("name the countries that are to be tried")
    _check_independent(book, world, reads)
    if how.get("money") and (cost := how["money"] * len(chances)) > (purse := worth.purse(world, seat)):
        raise Refused(f"all of it would cost ${cost}, and {title} can spend ${purse} at most")
    return Together(seat, chances)


def _check_independent(book: Book, world: World, reads: Mapping[str, frozenset[str] | None]) -> None:
    """A success changes facts of its own country; no other chance may rest on one of them."""
    names, spec = book.subjects(), world.schema.spec
    for subject, facts in reads.items():
        for other in (each for each in reads if each != subject):
            if facts is None:
                pair = f"{names[subject]} and {names[other]}"
                raise Refused(f"whether {pair} are independent cannot be told; ask for each by itself")
            for fact in sorted(facts):
                if other in spec(fact).names and spec(fact).family.told_by is Teller.RULE:
                    raise Refused(
                        f"these attempts are not independent: the chance in {names[subject]} rests on "
                        f"{spec(fact).says}, which an attempt in {names[other]} may change; ask for each by itself"
                    )
