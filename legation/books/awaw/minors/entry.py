"""Rules 82.4 and 87 to 89: who may enter a country.  Topics put their own clauses before these (`CLAUSES`)."""

from __future__ import annotations

from legation.books.awaw.minors.attacks import (
    HELD_IN_PEACE,
    IN_PEACE_WITH_FRIENDS,
    NO_WAR_NEEDED,
    WAR_FIRST,
    WAR_ON_A_POWER,
)
from legation.books.awaw.minors.inquiry import Action, Besides
from legation.books.awaw.provisions import Provisions

__all__ = ["PROVISIONS"]

NOT_AT_WAR = Besides(
    "what a power holds, by conquest or as its colony, is entered by others only in war with it",
    "83.41",
    HELD_IN_PEACE,
)
ACTIONS = {
    "enter": Action(
        "may units enter the country?",
        (NOT_AT_WAR, IN_PEACE_WITH_FRIENDS, NO_WAR_NEEDED, WAR_FIRST, WAR_ON_A_POWER),
        True,
        WAR_FIRST.cite,
        "nothing keeps them out",
    ),
}


PROVISIONS = Provisions(
    "entry",
    actions=ACTIONS,
)
