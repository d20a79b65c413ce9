"""The journal: under which lines powers count BRPs of a land, who draws how much, and that none is counted twice.

A line of a land names a power and the BRPs a year that it counts there.  Deeds move them from one line to another; what
a power receives or loses by that is booked in the same moment, and what it draws is read off the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from legation.books.awaw.brps.worth import worth, worth_of
from legation.books.awaw.deeds import COUNTRY, POWER
from legation.books.awaw.minors.lands import DIPLOMATIC, LAND, TWINS
from legation.books.awaw.minors.vocabulary import status_is
from legation.books.awaw.powers import LANDS, NOBODY, POWERS, TARGETS, TITLES
from legation.core.deeds import Role, of
from legation.core.expr import NO, YES, Expr, choice, lift, named, number, smallest, sum_of, when_else
from legation.core.facts import World
from legation.core.rules import Assign, sets
from legation.core.voice import affirmed

__all__ = [
    "A_YEAR",
    "DRAWER",
    "DRAWN",
    "GRACE",
    "ITS_OWN",
    "KEPT",
    "OWED",
    "SEAT",
    "JournalLine",
    "drawn",
    "drawn_by",
    "drawn_brps",
    "draws",
    "overdrawn",
    "received",
    "shared",
]

DRAWER = Role("drawer", "the power that draws BRPs of the country", POWERS)
ITS_OWN = ("neutral", "hex-control", "independent", "associate", "ally")  # not conquered, nor anybody's colony


@dataclass(frozen=True)
class JournalLine:
    """A line of a land's journal: one fact for a power, another for the BRPs a year that it counts."""

    who: str
    brps: str
    says: str

    def enter(self, power: Role | str, brps: int | Expr, when: Expr = YES) -> tuple[Assign, Assign]:
        """From now on a power has so many BRPs of the country here."""
        return sets(f"{self.who}.{COUNTRY}", str(power), when), sets(f"{self.brps}.{COUNTRY}", brps, when)

    def close(self, when: Expr = YES) -> tuple[Assign, Assign]:
        return self.enter(NOBODY, 0, when)

    def is_empty(self, country: Role | str = COUNTRY) -> Expr:
        return choice(f"{self.who}.{country}", NOBODY, says=f"[nobody|somebody] {affirmed(self.says)}")

    def has(self, role: Role) -> Expr:
        """The power in this role has BRPs of the country here."""
        return of(COUNTRY, role, build=self.names, says=f"the {role.name} {self.says}")

    def names(self, country: str, power: str) -> Expr:
        if power not in POWERS:
            return NO
        return choice(f"{self.who}.{country}", power, says=f"{TITLES[power]} {self.says}")

    def much(self, country: Role | str = COUNTRY) -> Expr:
        return number(f"{self.brps}.{country}", f"BRPs a year of whoever {affirmed(self.says)}")

    def read(self, world: World, slug: str) -> tuple[str, int]:
        return world[f"{self.who}.{slug}"], world[f"{self.brps}.{slug}"]


DRAWN = JournalLine("beneficiary", "brp-grant", "[draws|does not draw] its BRPs")
SEAT = JournalLine("seat-drawer", "seat-brps", "[draws|does not draw] its BRPs with the capital alone")
GRACE = JournalLine("grace", "grace-brps", "may [still|no longer] win it back")
KEPT = JournalLine("turned-from", "kept-brps", "has[ not] kept its BRPs")
OWED = JournalLine("owed", "owed-brps", "is [still|not] to be paid for its new associate")


# -- who draws, as conditions and numbers on a country
def shared(country: str) -> Expr:
    """The BRPs of the country come with those of its twin, through the pair, of which it is still part."""
    if country not in TWINS:
        return NO
    return _neutral(country) & DRAWN.is_empty(country) & (DRAWN.much(TWINS[country]) >= 1)


def drawn_by(country: str, power: str) -> Expr:
    """A power draws BRPs of the country."""
    if power not in POWERS:
        return NO
    if country in DIPLOMATIC:  # they go with its city, whatever its people do
        own = choice(f"due.{country}", NOBODY) & choice(f"holder.{country}", power)
    else:
        own = DRAWN.names(country, power)
    found = when_else(SEAT.is_empty(country), own, SEAT.names(country, power))
    if country in TWINS:
        found = when_else(shared(country), DRAWN.names(TWINS[country], power), found)
    return named(f"{TITLES[power]} draws [|no ]BRPs of {TITLES[country]}", found & (drawn_brps(country) >= 1))


def drawn_brps(country: str) -> Expr:
    """How many BRPs a year are drawn of the country."""
    own = worth_of(country) if country in DIPLOMATIC else DRAWN.much(country)
    found = when_else(SEAT.is_empty(country), own, SEAT.much(country))
    if country in TWINS:
        found = when_else(shared(country), smallest(worth_of(country), DRAWN.much(TWINS[country])), found)
    return named(f"BRPs a year that are drawn of {TITLES[country]}", found)


def received(country: str, power: str) -> Expr:
    """Of what a power draws, the part that is no longer on its way: it has never received the rest."""
    return drawn_brps(country) - unpaid(country, power)


def unpaid(country: str, power: str) -> Expr:
    def on_its_way(land: str) -> Expr:
        return when_else(OWED.names(land, power), smallest(drawn_brps(country), OWED.much(land)), 0)

    found = on_its_way(country)
    return when_else(shared(country), on_its_way(TWINS[country]), found) if country in TWINS else found


# -- what a power counts in a new year
def _lines(
    line: JournalLine, power: str, lands: Iterable[str], while_: Callable[[str], Expr] = lambda slug: YES
) -> Expr:
    """All that a power has under a line, of these lands; partisans have nothing."""
    mine = ((line.names(slug, power), while_(slug), line.much(slug)) for slug in lands if power in POWERS)
    return sum_of(lift(0), *(when_else(is_mine & so, brps, 0) for is_mine, so, brps in mine))


_OTHERS = tuple(slug for slug in LANDS if slug not in DIPLOMATIC)


def _neutral(slug: str) -> Expr:
    return status_is("neutral", "hex-control", country=slug)


def _by_results(power: str) -> Expr:
    return _lines(DRAWN, power, _OTHERS, _neutral)


def _by_arms(power: str) -> Expr:
    """Of countries that are not neutral, with a capital alone, with a city, and what may still be won back."""
    seats = [slug for slug in _OTHERS if slug in LAND and LAND[slug].paid_by]
    cities = (when_else(drawn_by(slug, power), drawn_brps(slug), 0) for slug in DIPLOMATIC)
    drawn = _lines(DRAWN, power, _OTHERS, lambda slug: ~_neutral(slug))
    return sum_of(drawn, _lines(SEAT, power, seats), *cities, _lines(GRACE, power, LANDS))


A_YEAR = sum_of(
    named(
        "what results in force yield counts in full each year",
        of(POWER, build=_by_results, says="BRPs a year of all neutral countries from which the power benefits"),
        cite="82.22.yss",
    ),
    of(POWER, build=_by_arms, says="BRPs a year of all that the power holds, or may still win back"),
)


# -- the journal, read in one world
def drawn(world: World, slug: str) -> tuple[str, int]:
    """Who draws BRPs of a land, and how many a year."""
    if world[f"seat-drawer.{slug}"] != NOBODY:
        return SEAT.read(world, slug)
    if slug in DIPLOMATIC:
        holder = world[f"holder.{slug}"] if world[f"due.{slug}"] == NOBODY else NOBODY
        return (holder, worth(world, slug)) if holder != NOBODY else (NOBODY, 0)
    return DRAWN.read(world, slug)


def draws(world: World, slug: str) -> dict[str, int]:
    """Who counts how many BRPs a year of a land, those that may still be won back among them."""
    lines = [drawn(world, slug), GRACE.read(world, slug)]
    if slug in TARGETS:
        lines.append(KEPT.read(world, slug))
    found: dict[str, int] = {}
    for power, brps in lines:
        if power != NOBODY and brps:
            found[power] = found.get(power, 0) + brps
    return found


def overdrawn(world: World) -> dict[str, dict[str, int]]:
    """The lands of which all powers together count more than they are worth: there should be none."""
    found = {}
    for lands in _counted_together():
        rows = [(power, brps) for slug in lands for power, brps in draws(world, slug).items()]
        parts = lands[1:] or lands  # of a pair each has a value of its own
        if rows and sum(brps for _, brps in rows) > sum(world.get(f"brp-value.{slug}") or 0 for slug in parts):
            found[lands[0]] = dict(rows)
    return found


def _counted_together() -> Iterator[tuple[str, ...]]:
    """Each land by itself, but a pair before the two that it consists of."""
    pairs = set(TWINS.values())
    yield from ((slug,) for slug in LANDS if slug not in TWINS and slug not in pairs)
    yield from ((pair, *(slug for slug, twin in TWINS.items() if twin == pair)) for pair in pairs)
