"""Rule 87 but Ireland: the Low Countries, Portugal and Spain."""

from __future__ import annotations

from legation.awaw.deeds import ATLANTIC_PORTS, HELD, PLACE, TAKEN, by, is_place
from legation.awaw.minors.inquiry import Topic
from legation.awaw.minors.news import reminding
from legation.awaw.minors.words import site_is
from legation.awaw.powers import ALLIED, AXIS, TITLES
from legation.awaw.vocabulary import BOARD, conquered, policy, result_is
from legation.core.deeds import On
from legation.core.expr import any_of, choice, number, truth
from legation.core.facts import Family, Flag, World
from legation.core.rules import Duty, bespoke, sets

__all__ = ["DECLARED", "FAMILIES", "HEEDS", "TOPICS", "WORDS", "one_declaration", "reminders"]


# -- 87.13: one declaration of war for both
@bespoke("87.13A", reads=(number("attacked-in.belgium"), number("attacked-in.luxembourg")))
def one_declaration(world: World, declared_on: list[str], price: int) -> int:
    """One declaration of war may cover Belgium and Luxembourg: the price of the second is spared."""
    return price if len(declared_on) > 1 else 0


# -- 87.24, 87.42, 87.52: the war of the submarines
WORDS = {"la-coruna": "La Coruna", "vigo": "Vigo", "cadiz": "Cadiz"}
PORTS = ATLANTIC_PORTS
FAMILIES = (Family("atlantic-port", Flag(), "the Axis control and fully supply {0}", over=(PORTS,), told_by=BOARD),)
_drawn_in = any_of(*(~choice(f"status.{c}", "neutral", says=f"{TITLES[c]} is neutral") for c in ("spain", "portugal")))
_port = _drawn_in & any_of(*(truth(f"atlantic-port.{port}") for port in PORTS))
HEEDS = (
    On(
        "a port of the Atlantic coast is the Axis', or no longer",
        "87.42",
        on=TAKEN,
        at=HELD,
        when=is_place(*PORTS),
        sets=(sets(f"atlantic-port.{PLACE}", True, by(AXIS)), sets(f"atlantic-port.{PLACE}", False, ~by(AXIS))),
        again=True,
    ),
)
SUBMARINES = (
    Duty("Irish help adds one to the Axis combat dice", "87.24.bonus", policy("irish-help-for-u-boats")),
    Duty("a port on the Spanish or Portuguese coast favours Germany", "87.42", _port),
)
TOPICS = {
    "atlantic-submarines": Topic(
        "submarine warfare in the Atlantic",
        (
            *SUBMARINES,
            Duty("the ports of Spain count like Lisbon", "87.52", _port),
            Duty(
                "an Axis conquest of Ireland brings no help for submarines",
                "87.24.no-conquest",
                conquered("ireland", by=AXIS),
            ),
            Duty(
                "Irish help is over, or never came",
                "87.24.negated",
                result_is("ireland", "2", "3-4") | conquered("ireland", by=ALLIED),
            ),
        ),
    ),
    "supply": Topic(
        "supply there",
        (
            Duty(
                "Tangier, a colonial capital, is a limited source of supply",
                "87.51.tangier",
                site_is("tangier", "spain", "spanish-morocco"),
            ),
        ),
    ),
}
reminders = reminding((AXIS, SUBMARINES[1]))
DECLARED = (one_declaration,)
