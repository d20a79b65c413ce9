"""Rule 87 but Ireland: the Low Countries, Portugal and Spain."""

from __future__ import annotations

from legation.awaw.aggression import out_of_diplomacy
from legation.awaw.deeds import (
    ALLIANCE,
    ASSOCIATION,
    ATLANTIC_PORTS,
    CONQUERED,
    HELD,
    PLACE,
    SETTLED,
    SIDE,
    TAKEN,
    by,
    is_place,
    upon,
)
from legation.awaw.minors.brps import share_of
from legation.awaw.minors.inquiry import Topic
from legation.awaw.minors.lands import TWINS
from legation.awaw.minors.news import reminding
from legation.awaw.minors.words import site_is, status_is
from legation.awaw.powers import ALLIED, AXIS, FACTIONS, POWERS, TITLES
from legation.awaw.provisions import Provisions
from legation.awaw.results import worth_here
from legation.awaw.vocabulary import BOARD, beneficiary, conquered, policy, result_is
from legation.core.deeds import On, Role, adds, filled, of
from legation.core.expr import any_of, bound, choice, number, truth, when_else
from legation.core.facts import Family, Flag, World
from legation.core.rules import Duty, bespoke, sets

__all__ = ["PROVISIONS", "one_declaration"]


# -- 87.13: one declaration of war for both
@bespoke("87.13A", reads=(number("attacked-in.belgium"), number("attacked-in.luxembourg")))
def one_declaration(world: World, declared_on: list[str], price: int) -> int:
    """One declaration of war may cover Belgium and Luxembourg: the price of the second is spared."""
    return price if len(declared_on) > 1 else 0


# -- 87.13C: two countries for conquest and BRPs
DRAWER = Role("drawer", "the power that draws BRPs of both", POWERS)


def _parts(one: str, other: str) -> tuple[On, ...]:
    """One of the two goes its own way: the pair is worth what the other is, and yields no more than that."""
    pair, grant = TWINS[one], number(f"brp-grant.{TWINS[one]}", "BRPs a year that both yield")
    rest = when_else(status_is("neutral", country=other), bound(worth_here(), here=other, Here=TITLES[other]), 0)
    draws = of(DRAWER, build=lambda power: beneficiary(pair, power), says="{drawer} draws BRPs of both")
    return (
        On(
            f"without {TITLES[one]} the two are worth what {TITLES[other]} is",
            "87.13C",
            on=ASSOCIATION | ALLIANCE | CONQUERED,
            at=SETTLED,
            when=upon(one),
            sets=(sets(f"brp-value.{pair}", rest),),
            again=True,
        ),
        On(
            f"both are lost when {TITLES[one]} falls after {TITLES[other]}",
            "DT-GEN-35",
            on=CONQUERED,
            when=upon(one)
            & filled(SIDE, *FACTIONS, says="a faction takes it")
            & status_is("neutral", "independent", "associate", "ally", country=one)
            & status_is("conquered", country=other),
            sets=(*out_of_diplomacy(pair), sets(f"conqueror.{pair}", str(SIDE))),
            again=True,
        ),
        On(
            f"without {TITLES[one]} the two yield no more than {TITLES[other]} does",
            "87.13C",
            on=ASSOCIATION | ALLIANCE,
            at=SETTLED,
            each=(DRAWER,),
            when=upon(one) & draws & (grant > rest),
            sets=(sets(f"brp-grant.{pair}", rest), adds(f"booked.{DRAWER}", 0 - share_of(grant - rest))),
            again=True,
        ),
    )


PARTING = (
    *_parts("belgium", "luxembourg"),
    *_parts("luxembourg", "belgium"),
    On(
        "the forces of both are Belgian: Luxembourg has none",
        "83.21",
        on=CONQUERED,
        when=upon("belgium"),
        sets=(sets("deployed.belgium-luxembourg", False),),
        again=True,
    ),
)


# -- 87.24, 87.42, 87.52: the war of the submarines
WORDS = {"la-coruna": "La Coruna", "vigo": "Vigo", "cadiz": "Cadiz"}
PORTS = ATLANTIC_PORTS
FAMILIES = (Family("atlantic-port", Flag(), "the Axis control and fully supply {0}", over=(PORTS,), told_by=BOARD),)
_drawn_in = any_of(*(~choice(f"status.{c}", "neutral", says=f"{TITLES[c]} is neutral") for c in ("spain", "portugal")))
_port = _drawn_in & any_of(*(truth(f"atlantic-port.{port}") for port in PORTS))
COASTS = (
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
HEEDS = (*PARTING, *COASTS)
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

PROVISIONS = Provisions(
    "western europe",
    declared=(one_declaration,),
    topics=TOPICS,
    heeds=HEEDS,
    families=FAMILIES,
    words=WORDS,
    reminders=reminders,
)
