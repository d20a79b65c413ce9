"""Rules 82.4 and 87 to 89: who may attack or enter a country.  Topics put their own clauses first (`CLAUSES`)."""

from __future__ import annotations

from dataclasses import dataclass

from legation.books.awaw.minors import only_in_war
from legation.books.awaw.minors.attacks import (
    ALSO_FIRST,
    COLONY_OF_A_POWER,
    HELD_IN_PEACE,
    IN_PEACE_WITH_FRIENDS,
    NO_WAR_NEEDED,
    NOT_A_FRIEND,
    OF_ITS_OWN_FACTION,
    WAR_FIRST,
    WAR_ON_A_POWER,
)
from legation.books.awaw.minors.facts import VICHY_COLONIES
from legation.books.awaw.minors.inquiry import Action, Besides
from legation.books.awaw.minors.words import actor_is, site_is
from legation.books.awaw.powers import BRITAIN, FRANCE, POWERS, RUSSIA, USA
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import border_war, fallen
from legation.core.abilities import Verdict
from legation.core.facts import World
from legation.core.rules import Limit, Permit
from legation.core.trace import Trace

__all__ = ["PROVISIONS"]


@dataclass(frozen=True, eq=False)
class InWar(Action):
    """What is done only in war: of a power it is asked as when the deed is reported, of minor units here."""

    of_minors: tuple[Limit | Permit, ...] = ()
    taken: bool = False

    def verdict(self, world: World) -> Verdict:
        if world["actor"] not in POWERS:
            clauses = (*self.clauses, *self.of_minors)
            return Action(self.says, clauses, self.otherwise, self.rule, self.reason).verdict(world)
        found = super().verdict(world)
        if not found.allowed or found.reason != self.reason:
            return found
        forbids = only_in_war.forbidding(world, world["actor"], world["site"], taken=self.taken)
        if forbids is None:
            return found
        limit, asking = forbids
        why = Trace(limit.label, True, (limit.when.trace(asking),), (), limit.cite, True)
        return Verdict(False, limit.cite, limit.label, Trace(self.says, False, (why,)))


NOT_AT_WAR = Besides(
    "what a power holds, by conquest or as its colony, is entered by others only in war with it",
    "83.41",
    HELD_IN_PEACE,
)
ACTIONS = {
    "attack": InWar(
        "may units attack there?",
        (
            Permit(
                "a Russian border war needs no declaration",
                "82.41.border",
                actor_is(RUSSIA)
                & ((site_is("finland") & border_war("finland")) | (site_is("rumania") & border_war("rumania"))),
            ),
            Permit(
                "Britain and the United States attack a Vichy colony without one",
                "82.41.vichy",
                actor_is(BRITAIN, USA) & site_is(*VICHY_COLONIES, "attacked-vichy-colonies") & fallen(FRANCE),
            ),
            NOT_A_FRIEND,
            OF_ITS_OWN_FACTION,
            NO_WAR_NEEDED,
            COLONY_OF_A_POWER,
            WAR_ON_A_POWER,
        ),
        True,
        "82.41",
        "war has been declared",
        (WAR_FIRST, *ALSO_FIRST),
        taken=True,
    ),
    "enter": InWar(
        "may units enter the country?",
        (NO_WAR_NEEDED,),
        True,
        WAR_FIRST.cite,
        "nothing keeps them out",
        (NOT_AT_WAR, IN_PEACE_WITH_FRIENDS, WAR_FIRST, WAR_ON_A_POWER),
    ),
}


PROVISIONS = Provisions(
    "entry",
    actions=ACTIONS,
)
