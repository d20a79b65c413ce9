"""What a nation did by an answer, as the record tells it: tries Norway, puts $2 on it, counters, lets it pass."""

from __future__ import annotations

from typing import Any

from legation.books.twg.diplomacy.influence import PASSED
from legation.books.twg.diplomacy.rights import ATTEMPT, MONEY
from legation.books.twg.turn import BEFORE_PLAYERS
from legation.core.requests import Request
from legation.core.sight import Sight

__all__ = ["answered"]

AS = {"friendly": " as a friend", "sworn": " for an oath", "economic": " for trade"}  # where it has several ways to go
PLANS = {
    "nothing": "spends nothing on {0}",
    "money": "would put money on {0}",
    "unasked": "would put money on {0} and roll before anybody is asked",
}


def answered(sight: Sight, request: Request, value: Any) -> str:
    """After the name of the nation; nothing where the question tells it best."""
    if request.cite == ATTEMPT:
        country, _, into = str(value).partition(":")
        return "tries nothing more this turn" if value == "pass" else f"tries {sight.place(country)}{AS.get(into, '')}"
    if request.worth and isinstance(value, str):  # an offer of Military Commerce
        what, _, which = value.partition(" ")
        dice, sum_ = (
            ("all dice left", "the safe sum for all dice left") if which else ("one die", "the safe sum for one die")
        )
        return {"roll": f"rolls {dice}", "safe": f"takes {sum_}", "again": f"rolls the {which} again"}.get(
            what, "leaves it at that"
        )
    if request.cite == BEFORE_PLAYERS.cite:
        return "ends the game" if value == "end" else "begins the next game turn"
    if not request.subject:
        return ""
    place = sight.place(request.subject)
    if request.cite == MONEY.cite and str(value) in PLANS:
        return PLANS[str(value)].format(place)
    if request.kind == "amount" and sight.book.views.money(request):
        return f"puts ${value} on {place}" if value else f"puts nothing on {place}"
    if request.kind == "confirm" and request.labels.get("False") == PASSED:
        return f"will counter in {place}" if value else f"lets it pass in {place}"
    return ""
