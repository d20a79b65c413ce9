"""Rule 82.2: the BRPs and hexes that a neutral country's diplomatic result is worth, in the words of its table."""

from __future__ import annotations

from legation.books.awaw.calendar import prorated
from legation.books.awaw.powers import CURRENT_GS
from legation.books.awaw.vocabulary import HERE, edition
from legation.core.expr import Expr, choice, lift, named, rank, when_else
from legation.core.facts import World
from legation.core.rules import bespoke

__all__ = ["DECLARED", "NEUTRAL", "awarded", "capped", "gained", "opened", "taken_back"]

NEUTRAL = ("neutral", "hex-control")
SMALL, DOUBLE = 5, 10  # what a result pays in an ordinary country; the larger ones pay twice as much
_first = choice(f"rolled.{HERE}", "7", "0", says="the result is [|neither ]a 7 [or|nor] a 0")
_after_storm = edition(CURRENT_GS)


def _large(older: str, current: str, says: str, brps: int) -> Expr:
    """Of Spain, Turkey and Vichy France, and after Gathering Storm of Poland too."""
    now = named(f"{says} in one of the larger countries, Poland among them", lift(brps), cite=current)
    return when_else(_after_storm, now, named(f"{says} in a larger country", lift(brps), cite=older))


def awarded(brps: int) -> Expr:
    """What a table grants a year, in the name of the rule that says so."""
    if brps == SMALL:
        return named(f"a 7 or 0 is worth {brps} BRPs", lift(brps), cite="82.21A")
    if brps == DOUBLE:
        ordinary = named(f"an 8 or −1 is worth {brps} BRPs", lift(brps), cite="82.21B")
        return when_else(
            _first,
            _large("82.21A.large@older", "82.21A.large@current-gs", f"a 7 or 0 is worth {brps} BRPs", brps),
            ordinary,
        )
    return _large("82.21B.large@older", "82.21B.large@current-gs", f"an 8 or −1 is worth {brps} BRPs", brps)


def capped(worth_less: Expr) -> Expr:
    """The country is worth less than its table grants."""
    return named("{Here} is worth [less|no less] than the result grants", worth_less, cite="82.21.cap")


def opened(when: Expr) -> Expr:
    """A result opens the country's hexes."""
    return named("[an 8 or −1 opens|no 8 or −1 opens] the country's hexes", when, cite="82.31")


_season = rank("season", "turns of the year that are over")


@bespoke("82.22.gain", reads=[_season])
def gained(world: World, brps: int) -> int:
    """Of what a result grants, the share for the rest of the year is added at once."""
    return prorated(brps, world["season"])


@bespoke("82.22.reversal", reads=[_season])
def taken_back(world: World, brps: int) -> int:
    """When a result is reversed, the share for the rest of the year is deducted."""
    return prorated(brps, world["season"])


DECLARED = (gained, taken_back)
