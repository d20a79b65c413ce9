"""Belgium and Luxembourg."""

from __future__ import annotations

from legation.awaw.deeds import DECLARATION, POWER, by, upon
from legation.awaw.powers import AXIS, FRANCE, GERMANY, MINORS, WESTERN_ALLIES
from legation.awaw.results import activates, associates, grants, opens_hexes, while_so
from legation.awaw.tables.general import EVERY_ROLL, additional, alignment
from legation.awaw.vocabulary import attacked, conquered, declared_war
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, choice, named
from legation.core.rules import Copy, Duty, Rule, sets
from legation.core.tables import at, bands, extras, span, upfrom, upto

__all__ = ["BELGIUM", "HEEDS", "LOW_COUNTRIES", "NO_GENERAL_ROWS", "THE_NEUTRAL_ONE"]

EACH = ("belgium", "luxembourg")
LOW_COUNTRIES = (*EACH, "belgium-luxembourg")
HEEDS = (
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


def west_attacked_a_neutral() -> Expr:
    attacks = (declared_war(WESTERN_ALLIES, country) for country in MINORS if country not in LOW_COUNTRIES)
    return named("the Western Allies attacked [another|no other] neutral", any_of(*attacks))


BELGIUM = EVERY_ROLL.country(
    "Belgium/Luxembourg",
    here="belgium-luxembourg",
    cite="",
    basic=alignment(0, cite="DT-BELGIUM-A1"),
    modifiers=(
        additional(+2, "the Western Allies attacked another neutral", west_attacked_a_neutral(), cite="DT-BELGIUM-M1"),
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

NO_GENERAL_ROWS = Duty(
    "general modifiers are not used here: neither status nor unbuilt units nor factors",
    "DT-BELGIUM-E4",
    choice("target", "belgium-luxembourg", says="it is[ not] the roll for Belgium and Luxembourg"),
)

_belgium, _luxembourg = attacked("belgium"), attacked("luxembourg")
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
