"""Rules 82.4 and 87 to 89: who may enter a country.  Topics put their own clauses before these (`CLAUSES`)."""

from __future__ import annotations

from legation.awaw.minors.control import NO_WAR_NEEDED, WAR_FIRST
from legation.awaw.minors.inquiry import Action, Besides
from legation.awaw.minors.words import actor_is, holder_is, status_is
from legation.awaw.powers import POWERS, faction_of
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import at_war
from legation.core.expr import any_of

__all__ = ["PROVISIONS"]

NOT_AT_WAR = Besides(
    "what a power holds, by conquest or as its colony, is entered by others only in war with it",
    "83.41",
    status_is("colony", "conquered")
    & any_of(
        *(
            actor_is(power) & holder_is(holder) & ~at_war(power, holder)
            for power in POWERS
            for holder in POWERS
            if (faction_of(power) or power) != (faction_of(holder) or holder)
        )
    ),
)
ACTIONS = {
    "enter": Action(
        "may units enter the country?",
        (NOT_AT_WAR, NO_WAR_NEEDED, WAR_FIRST),
        True,
        WAR_FIRST.cite,
        "nothing keeps them out",
    ),
}


PROVISIONS = Provisions(
    "entry",
    actions=ACTIONS,
)
