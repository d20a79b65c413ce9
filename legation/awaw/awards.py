"""Rule 82.2: the BRPs and hexes that a neutral country's diplomatic result is worth, whatever its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.awaw.here import at
from legation.awaw.powers import CLASSIC, CURRENT_GS, NOBODY
from legation.awaw.vocabulary import HERE, edition, result_is
from legation.core.expr import choice, number
from legation.core.facts import World
from legation.core.rules import Limit, Note, Permit

__all__ = ["DECLARED", "consult"]

LARGE, LARGE_AFTER_STORM = ("spain", "turkey", "vichy-france"), ("poland", "spain", "turkey", "vichy-france")
_large = choice("target", *LARGE, says="it is one of the larger countries")
_large_after_storm = choice("target", *LARGE_AFTER_STORM, says="it is one of the larger countries")
_classic, _storm = edition(*CLASSIC), edition(CURRENT_GS)
_small = (_classic & ~_large) | (_storm & ~_large_after_storm)
_some = number(f"brp-grant.{HERE}", "BRPs that {Here} yields") >= 1
_first, _second = result_is(HERE, "7", "0") & _some, result_is(HERE, "8", "-1") & _some

BY_RESULT = Note("a neutral country's BRPs are won only by a 7, 8, 0 or -1", "82.21", ("7", "8", "0", "-1"))
AWARDS = {
    Permit("a 7 or 0 is worth 5 BRPs", "82.21A", _first & _small): 5,
    Permit("10 BRPs from a larger country", "82.21A.large@older", _first & _classic & _large): 10,
    Permit("10 BRPs from a larger country", "82.21A.large@current-gs", _first & _storm & _large_after_storm): 10,
    Permit("an 8 or -1 is worth 10 BRPs", "82.21B", _second & _small): 10,
    Permit("20 BRPs from a larger country", "82.21B.large@older", _second & _classic & _large): 20,
    Permit("20 BRPs from a larger country", "82.21B.large@current-gs", _second & _storm & _large_after_storm): 20,
}
NEVER_MORE = Limit(
    "never more than the country is worth",
    "82.21.cap",
    number(f"brp-value.{HERE}", "the BRP value of {Here}") < number(f"award-due.{HERE}", "what the result is worth"),
)
TABLE_DECIDES = Limit("nothing where the country's table grants nothing", "82.21.tables", ~_some)
HEXES = Permit(
    "an 8 or -1 opens the country's hexes", "82.31", choice(f"status.{HERE}", "hex-control", says="its hexes are open")
)
GAINED = Note("its share for the rest of the year is added at once", "82.22.gain")
TAKEN_BACK = Note("when the result is reversed, the share for the rest of the year is deducted", "82.22.reversal")

DECLARED = (BY_RESULT, tuple(AWARDS), NEVER_MORE, TABLE_DECIDES, HEXES, GAINED, TAKEN_BACK)


def consult(before: Mapping[str, Any], after: World, country: str) -> None:
    """Which rules on BRPs and hexes a new result brings into play."""
    old, new = before[f"brp-grant.{country}"], after[f"brp-grant.{country}"]
    holder = before[f"beneficiary.{country}"]
    neutral = after[f"status.{country}"] in ("neutral", "hex-control")
    was_neutral = before[f"status.{country}"] in ("neutral", "hex-control")
    after.note(GAINED.cite, neutral and new > 0 and (new > old or holder != after[f"beneficiary.{country}"]))
    after.note(
        TAKEN_BACK.cite,
        was_neutral and old > 0 and holder != NOBODY and (new < old or holder != after[f"beneficiary.{country}"]),
    )
    if not neutral or after[f"result.{country}"] not in BY_RESULT.value:
        after.note(BY_RESULT.cite, False)
        return
    BY_RESULT.used(after)
    look = after.scoped(target=country)
    due = sum(brps for permit, brps in AWARDS.items() if at(country, permit).allows(look))
    if due:
        at(country, NEVER_MORE).forbids(look.scoped(**{f"award-due.{country}": due}))
    at(country, TABLE_DECIDES).forbids(look)
    at(country, HEXES).allows(look)
