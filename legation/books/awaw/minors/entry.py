"""Rules 82.4 and 87 to 89: who may attack or enter a country.  Topics put their own clauses first (`CLAUSES`)."""

from __future__ import annotations

from dataclasses import dataclass

from legation.books.awaw.deeds import lands_of
from legation.books.awaw.minors import ally_units, associate_units, only_in_war
from legation.books.awaw.minors.association import ASIAN
from legation.books.awaw.minors.inquiry import Action, Besides
from legation.books.awaw.minors.only_in_war import (
    BORDER_WAR,
    INDOCHINA,
    NO_WAR_NEEDED,
    NOT_A_FRIEND,
    OF_ITS_OWN_FACTION,
)
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import actor_is, site_is
from legation.books.awaw.powers import BRITAIN, COMMONWEALTH, FRANCE, JAPAN, LANDS, NOBODY, PARTIES, USA
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import JOINED, at_war, fallen, out_of_the_war
from legation.core.abilities import Verdict
from legation.core.facts import World
from legation.core.rules import Permit
from legation.core.trace import Trace

__all__ = ["PROVISIONS"]


@dataclass(frozen=True, eq=False)
class InWar(Action):
    """What is done only in war: it is asked as when the deed is reported; units of a country go where its rules let
    them, and fight in the wars of its friend."""

    taken: bool = False

    def verdict(self, world: World) -> Verdict:
        found, actor, site = super().verdict(world), world["actor"], world["site"]
        stands = world[f"status.{actor}"] if actor in LANDS else ""
        reach = self._reach(actor, stands)
        if found.allowed and reach is not None and not (within := reach.verdict(world)).allowed:
            return within
        if found.reason != self.reason or actor in lands_of(site):
            return found
        friend = BRITAIN if actor in COMMONWEALTH else world[f"beneficiary.{actor}"] if stands in JOINED else NOBODY
        if friend != NOBODY:
            return self.verdict(world.scoped(actor=friend))
        takes = self.taken and world["foe"] == NOBODY  # whoever fights an enemy there takes nothing from others
        forbids = only_in_war.forbidding(world, actor, site, taken=takes) if actor in PARTIES else None
        if forbids is None:
            return found
        limit, asking = forbids
        why = Trace(limit.label, True, (limit.when.trace(asking),), (), limit.cite, True)
        return Verdict(False, limit.cite, limit.label, Trace(self.says, False, (why,)))

    def _reach(self, actor: str, stands: str) -> Action | None:
        """How far units of a friend go; who fights alone goes no farther than an associate."""
        if stands == "ally":
            return ally_units.ACTIONS["ally-attacks" if self.taken else "ally-enters"]
        if stands not in ("associate", "independent"):
            return None
        attacks = self.taken and actor not in ASIAN  # what is said of attacks is said of Europe
        return associate_units.ACTIONS["associate-attacks" if attacks else "associate-enters"]


ACTIONS = {
    "attack": InWar(
        "may units attack there?",
        (
            Permit("a border war needs no declaration", "82.41.border", BORDER_WAR),
            Permit(
                "Britain and the United States attack a Vichy colony without one",
                "82.41.vichy",
                actor_is(BRITAIN, USA) & site_is(*VICHY_COLONIES, "attacked-vichy-colonies") & fallen(FRANCE),
            ),
            NOT_A_FRIEND,
            OF_ITS_OWN_FACTION,
            NO_WAR_NEEDED,
            Besides(
                "Japan occupies French Indochina without a war, and attacks nobody there",
                "82.41",
                actor_is(JAPAN) & site_is(*INDOCHINA) & ~at_war(JAPAN, FRANCE) & ~out_of_the_war(FRANCE),
            ),
        ),
        True,
        "82.41",
        "war has been declared",
        taken=True,
    ),
    "enter": InWar(
        "may units enter the country?",
        (NO_WAR_NEEDED,),
        True,
        "82.41",
        "nothing keeps them out",
    ),
}


PROVISIONS = Provisions(
    "entry",
    actions=ACTIONS,
)
