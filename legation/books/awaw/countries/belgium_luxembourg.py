"""Belgium and Luxembourg, one country for diplomacy: their table, and rule 87.1."""

from __future__ import annotations

from legation.books.awaw.brps.worth import share_of
from legation.books.awaw.country import ANY_SIDE, Country
from legation.books.awaw.deeds import (
    ALLIANCE,
    ASSOCIATION,
    CONQUERED,
    DECLARATION,
    POWER,
    SETTLED,
    SIDE,
    SPARED,
    by,
    upon,
)
from legation.books.awaw.diplomacy.gates import Gate, ever_selected
from legation.books.awaw.diplomacy.results import (
    activates,
    associates,
    grants,
    opens_hexes,
    out_of_diplomacy,
    while_so,
    worth_here,
)
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment
from legation.books.awaw.minors.lands import TWINS
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.schema import WAR_PRICE
from legation.books.awaw.minors.vocabulary import site_is, status_is
from legation.books.awaw.powers import AXIS, FRANCE, GERMANY, MINORS, POWERS, TITLES, WESTERN_ALLIES
from legation.books.awaw.vocabulary import attacked, beneficiary, conquered, declared_war, year
from legation.books.awaw.war.endings import at_peace
from legation.core.deeds import On, Role, adds, of
from legation.core.expr import Expr, any_of, bound, choice, named, number, when_else
from legation.core.rules import Copy, Duty, Limit, Rule, sets
from legation.core.tables import at, bands, extras, span, upfrom, upto

__all__ = ["BELGIUM_LUXEMBOURG", "LOW_COUNTRIES"]

EACH = ("belgium", "luxembourg")
LOW_COUNTRIES = (*EACH, "belgium-luxembourg")

# -- who may name them
_belgium, _luxembourg = attacked("belgium"), attacked("luxembourg")
GATES = (
    Gate(Limit("it may be named once in a game", "DT-BELGIUM-E1", ever_selected("belgium-luxembourg"))),
    Gate(Limit("both countries were attacked", "DT-BELGIUM-E2", _belgium & _luxembourg)),
)
THE_NEUTRAL_ONE = Rule(
    "one of the two was attacked: the result is for the other alone",
    "DT-BELGIUM-E3",
    when=_belgium | _luxembourg,  # if both were, nobody may roll
    sets=(
        sets("applies-to", "luxembourg", _belgium),
        sets("brp-value.belgium-luxembourg", Copy("brp-value.luxembourg"), _belgium),
        sets("applies-to", "belgium", _luxembourg),
        sets("brp-value.belgium-luxembourg", Copy("brp-value.belgium"), _luxembourg),
    ),
)
NO_GENERAL_ROWS = Duty(
    "general modifiers are not used here: neither status nor unbuilt units nor factors",
    "DT-BELGIUM-E4",
    choice("target", "belgium-luxembourg", says="it is[ not] the roll for Belgium and Luxembourg"),
)


# -- their table
def west_attacked_a_neutral() -> Expr:
    attacks = (declared_war(WESTERN_ALLIES, country) for country in MINORS if country not in LOW_COUNTRIES)
    return named("the Western Allies attacked [another|no other] neutral", any_of(*attacks))


TABLE = EVERY_ROLL.country(
    "Belgium/Luxembourg",
    here="belgium-luxembourg",
    cite="",
    basic=alignment(0, cite="DT-BELGIUM-A1"),
    modifiers=(
        additional(
            +2,
            "the Western Allies attacked another neutral",
            west_attacked_a_neutral(),
            cite="DT-BELGIUM-M1",
        ),
    ),
    results=bands(
        upto(-3, "joins France as an active ally", activates(FRANCE), cite="DT-BELGIUM-R1", permanent=True),
        at(-2, "associates with France", associates(FRANCE), cite="DT-BELGIUM-R2", permanent=True),
        at(-1, "10 BRPs for France, and a common defence", grants(10, FRANCE), cite="DT-BELGIUM-R3", permanent=True),
        at(0, "5 BRPs for France", grants(5, FRANCE), cite="DT-BELGIUM-R9", permanent=True),
        span(1, 6, "nothing, once and for all", cite="DT-BELGIUM-R10", permanent=True),
        at(7, "5 BRPs for Germany", grants(5, AXIS), cite="DT-BELGIUM-R11", permanent=True),
        at(
            8,
            "opens its hexes to Germany, 10 BRPs",
            opens_hexes(AXIS),
            grants(10, AXIS),
            cite="DT-BELGIUM-R12",
            permanent=True,
        ),
        at(9, "associates with the Axis", associates(AXIS), cite="DT-BELGIUM-R13", permanent=True),
        upfrom(10, "joins the Axis as an active ally", activates(AXIS), cite="DT-BELGIUM-R14", permanent=True),
    ),
    supplements=extras(
        at(
            -1,
            "France controls all hexes, Allied units may enter",
            opens_hexes(FRANCE),
            while_so("allied-entry-into-belgium"),
            cite="DT-BELGIUM-R4",
        ),
        at(
            -1,
            "Allied air units may support Belgian ones in defence",
            while_so("allied-air-support-for-belgium"),
            cite="DT-BELGIUM-R5",
        ),
        at(
            -1,
            "nobody crosses the German or Dutch frontier from there",
            while_so("belgian-frontiers-closed"),
            cite="DT-BELGIUM-R6",
        ),
        at(
            -1,
            "no Western Allied declaration of war on either",
            while_so("no-western-war-on-belgium"),
            cite="DT-BELGIUM-R8",
        ),
    ),
)
FRONTIERS_OPEN = Rule(
    "the Belgian frontiers open: Germany declared war, or it is 1941",
    "DT-BELGIUM-R7",
    when=declared_war(GERMANY, "belgium") | declared_war(GERMANY, "luxembourg") | (year() >= 1941),
    sets=(sets("policy.belgian-frontiers-closed", False),),
)

# -- what it remembers
REMEMBERED = (
    On(
        "a declaration of war on Belgium/Luxembourg is one on each of them",
        "DT-BELGIUM-E2",
        on=DECLARATION,
        when=upon("belgium-luxembourg"),
        sets=(
            *(sets(f"declared-war.{POWER}.{one}", True) for one in EACH),
            *(sets(f"at-war.{POWER}.{one}", True, ~conquered(one)) for one in EACH),
        ),
        again=True,
    ),
    On(
        "the Belgian frontiers open: Germany has declared war",
        "DT-BELGIUM-R7",
        on=DECLARATION,
        when=by(GERMANY) & upon(*LOW_COUNTRIES),
        sets=(sets("policy.belgian-frontiers-closed", False),),
        again=True,
    ),
)


# -- 87.13: one declaration of war for both
ONE_DECLARATION = On(
    "one declaration of war covers Belgium and Luxembourg: the price of the second is spared",
    "87.13A",
    on=DECLARATION,
    at=SPARED,
    when=upon("belgium") & upon("luxembourg"),
    sets=(adds(f"declaration-brps.{POWER}", 0 - WAR_PRICE),),
)


# -- 87.13C: two countries for conquest and BRPs
DRAWER = Role("drawer", "the power that draws BRPs of both", POWERS)


def _parts(one: str, other: str) -> tuple[On, ...]:
    """One of the two goes its own way: the pair is worth what the other is, and yields no more than that."""
    pair, grant = TWINS[one], number(f"brp-grant.{TWINS[one]}", "BRPs a year that both yield")
    rest = when_else(status_is("neutral", country=other), bound(worth_here(), here=other, Here=TITLES[other]), 0)
    draws = of(DRAWER, build=lambda power: beneficiary(pair, power), says="{drawer} [draws|does not draw] BRPs of both")
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
            when=upon(one) & status_is("conquered", country=other),
            sets=(*out_of_diplomacy(pair), *at_peace(pair), sets(f"conqueror.{pair}", str(SIDE))),
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

# -- what they are
PROFILE = (
    profile_of("belgium", NEUTRAL, "87.11"),
    profile_of("luxembourg", NEUTRAL, "87.12", seats=", no capital"),
    Duty("Belgium and Luxembourg are one country for diplomacy", "87.13B", site_is(*LOW_COUNTRIES)),
)

BELGIUM_LUXEMBOURG = Country(
    "belgium-luxembourg",
    sayings={"profile": PROFILE},
    heeds=(*REMEMBERED, ONE_DECLARATION, *PARTING),
    table=TABLE,
    gates=GATES,
    remarks=(NO_GENERAL_ROWS,),
    before_results=(THE_NEUTRAL_ONE,),
    phase_rules={ANY_SIDE: (FRONTIERS_OPEN,)},
)
