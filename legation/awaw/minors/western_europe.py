"""Rule 87 but Ireland: the Low Countries, Portugal and Spain."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Topic
from legation.awaw.minors.news import reminding
from legation.awaw.minors.words import site_is
from legation.awaw.powers import ALLIED, AXIS
from legation.awaw.vocabulary import BOARD, conquered, policy, result_is
from legation.core.expr import any_of, number, truth
from legation.core.facts import Family, Flag, World
from legation.core.rules import Duty, bespoke

__all__ = ["DECLARED", "FAMILIES", "TOPICS", "WORDS", "one_declaration", "reminders"]


# -- 87.13: one declaration of war for both
@bespoke("87.13A", reads=(number("attacked-in.belgium"), number("attacked-in.luxembourg")))
def one_declaration(world: World, declared_on: list[str], price: int) -> int:
    """One declaration of war may cover Belgium and Luxembourg: the price of the second is spared."""
    return price if len(declared_on) > 1 else 0


# -- 87.24, 87.42, 87.52: the war of the submarines
WORDS = {"la-coruna": "La Coruna", "vigo": "Vigo", "cadiz": "Cadiz"}
PORTS = ("la-coruna", "vigo", "lisbon", "cadiz")
FAMILIES = (
    Family(
        "atlantic-port",
        Flag(),
        "the Axis control and fully supply {0}",
        over=(PORTS,),
        told_by=BOARD,
        default=False,
    ),
)
_port = any_of(*(truth(f"atlantic-port.{port}") for port in PORTS))
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
