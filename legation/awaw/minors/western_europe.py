"""Rule 87 but Ireland: the Low Countries, Portugal and Spain."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Saying, Topic
from legation.awaw.minors.news import reminding
from legation.awaw.minors.words import site_is
from legation.awaw.powers import ALLIED, AXIS
from legation.awaw.vocabulary import BOARD, conquered, policy, result_is
from legation.core.expr import any_of, truth
from legation.core.facts import Family, Flag
from legation.core.rules import Note

__all__ = ["DECLARED", "FAMILIES", "ONE_DECLARATION", "TOPICS", "WORDS", "reminders"]


# -- 87.13: one declaration of war for both
ONE_DECLARATION = Note("one declaration of war may cover Belgium and Luxembourg", "87.13A")

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
    Saying("Irish help adds one to the Axis combat dice", "87.24.bonus", policy("irish-help-for-u-boats")),
    Saying("a port on the Spanish or Portuguese coast favours Germany", "87.42", _port),
)
TOPICS = {
    "atlantic-submarines": Topic(
        "submarine warfare in the Atlantic",
        (
            *SUBMARINES,
            Saying("the ports of Spain count like Lisbon", "87.52", _port),
            Saying(
                "an Axis conquest of Ireland brings no help for submarines",
                "87.24.no-conquest",
                conquered("ireland", by=AXIS),
            ),
            Saying(
                "Irish help is over, or never came",
                "87.24.negated",
                result_is("ireland", "2", "3-4") | conquered("ireland", by=ALLIED),
            ),
        ),
    ),
    "supply": Topic(
        "supply there",
        (
            Saying(
                "Tangier, a colonial capital, is a limited source of supply",
                "87.51.tangier",
                site_is("tangier", "spain", "spanish-morocco"),
            ),
        ),
    ),
}
reminders = reminding((AXIS, SUBMARINES[1]))
DECLARED = (ONE_DECLARATION,)
