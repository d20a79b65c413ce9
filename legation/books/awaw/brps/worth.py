"""What a land is worth, the share of it for the rest of a year, and how BRPs are booked."""

from __future__ import annotations

from collections.abc import Mapping

from legation.books.awaw.calendar import rest_of_year
from legation.books.awaw.deeds import COUNTRY
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.powers import TITLES
from legation.books.awaw.vocabulary import out_of_the_war
from legation.core.deeds import Adds, Role, adds, of
from legation.core.expr import Expr, amount, holds, largest, lift, named, number, when_else
from legation.core.facts import Change, World
from legation.core.rules import Modifier, Rule

__all__ = [
    "DECLARED",
    "REDUCTIONS",
    "WORTH",
    "book",
    "booked",
    "lost",
    "paid",
    "share",
    "share_of",
    "worth",
    "worth_of",
]


def _lost(country: str) -> Expr:
    return number(f"value-lost.{country}", f"BRPs that {TITLES[country]} has lost for good")


# What takes BRPs off a country's value for good; `minors.reductions` says when.
REDUCTIONS: Mapping[str, Modifier] = {
    country: Modifier(-1 * _lost(country), label, cite, _lost(country) >= 1)
    for country, label, cite in (
        ("rumania", "Rumania is worth less without Bessarabia", "85.491"),
        ("finland", "Finland is worth less without its border hexes", "85.492"),
        ("vichy-france", "Vichy France is worth less without its colonies", "85.493"),
    )
}


def worth_of(country: str) -> Expr:
    """The BRPs a year of a land as it stands."""
    value = (
        LAND[country].brps_a_year()
        if country in LAND
        else number(f"brp-value.{country}", f"the BRP value of {TITLES[country]}")
    )
    if country not in REDUCTIONS:
        return value
    gone = named(f"what {TITLES[country]} has lost for good", lift(0) - REDUCTIONS[country].gain)
    return largest(value - gone, lift(0))


WORTH = of(COUNTRY, build=worth_of, says="the BRPs a year of the country")


def worth(world: World, slug: str) -> int:
    """The BRPs a year of a land as it stands; `Unknown` if nobody has told."""
    return amount(worth_of(slug), world)


# -- the rest of the year
def share_of(brps: Expr | int) -> Expr:
    """What is booked of BRPs a year for the part of it that is left."""
    return named("the share for the turns that are left of the year", rest_of_year(brps), cite="00.prorating")


def share(world: World, brps: int) -> int:
    return int(amount(share_of(brps), world))


# -- booking
def paid(role: Role | str, brps: Expr) -> Adds:
    """BRPs a year are booked for a power, for what is left of the year; who is out of the war is paid nothing."""
    out = of(role, build=out_of_the_war, says="the power is [out of|still in] the war")
    return adds(f"booked.{role}", when_else(out, 0, share_of(brps)))


def lost(role: Role | str, brps: Expr) -> Adds:
    """The same, taken off."""
    return adds(f"booked.{role}", 0 - share_of(brps))


def _gets(world: World, power: str, brps: int) -> int:
    """A power that is out of the war is paid nothing any more."""
    return min(brps, 0) if holds(out_of_the_war(power), world) else brps


def book(world: World, rule: Rule, power: str, brps: int) -> list[Change]:
    """What a rule adds to the BRPs of a power, or takes off."""
    booked = amount(number(f"booked.{power}"), world)
    return rule.brings(world, {f"booked.{power}": booked + _gets(world, power, brps)})


def booked(world: World, power: str, brps: int, cite: str) -> Change:
    booked = amount(number(f"booked.{power}"), world)
    return Change(f"booked.{power}", booked, booked + _gets(world, power, brps), cite)


DECLARED = (REDUCTIONS,)
