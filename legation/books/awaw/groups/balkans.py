"""The Balkan table, on which the tables of six countries rest."""

from __future__ import annotations

from legation.books.awaw.deeds import ENTERED, by, into, proper, remembers
from legation.books.awaw.diplomacy.gates import free_hand
from legation.books.awaw.groups.general import EVERY_ROLL, balkan, general_results, general_rows
from legation.books.awaw.powers import AXIS, GERMANY, ITALY, RUSSIA, WESTERN_ALLIES
from legation.books.awaw.powers import BALKANS as COUNTRIES
from legation.books.awaw.vocabulary import (
    HERE,
    WORDS,
    allied_to,
    at_war,
    border_war,
    border_war_fought,
    conquered,
    declared_war,
    event,
    fallen,
    hexes,
    pact_line,
    rolling,
    subversion_elsewhere,
    surrendered,
    swung_back,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of
from legation.core.tables import Table

__all__ = ["BALKANS", "HEEDS", "IN_THE_BALKANS"]


# -- words
def russia_fights_nearby() -> Expr:
    """Russia is at war with Poland or a Balkan country that is no active German ally; border wars count."""
    wars = [(country, at_war(RUSSIA, country)) for country in (*COUNTRIES, "poland")]
    wars += [(country, border_war(country)) for country in ("rumania", "poland")]
    return any_of(*(war & ~allied_to(GERMANY, country) for country, war in wars))


def russia_has_moved_west(rumanian_land: str = "bessarabia") -> Expr:
    lands = ("baltic-states", rumanian_land, "finnish-border-hexes")
    return any_of(*(event(f"russia-entered-{land}") for land in lands))


def _entered(land: str, there: Expr, cite: str) -> On:
    """Russian units have been there, and that stays so."""
    return remembers(
        f"Russia has entered {WORDS[land]}", cite, f"event.russia-entered-{land}", on=ENTERED, when=by(RUSSIA) & there
    )


# What Russia has entered, by a march, a capture or a conquest.
HEEDS = (
    _entered("baltic-states", into("baltic-states"), "DT-BALKANS-M12"),
    _entered("bessarabia", into("bessarabia"), "DT-BALKANS-M12"),
    _entered("finnish-border-hexes", into("finnish-border-hexes"), "DT-BALKANS-M12"),
    _entered("rumania", proper("rumania"), "RGT-BALK-1"),
)


# A Pact that gives Rumania proper to Russia changes two rows.
RUSSIAN_RUMANIA = pact_line("rumania", "russian-side")


IN_THE_BALKANS = free_hand("a Balkan country", *COUNTRIES, cites="DT-BALKANS-E1 DT-BALKANS-E2 DT-BALKANS-E3")

BALKANS = Table(
    "the Balkans",
    "DT-GEN-20",
    base=EVERY_ROLL,
    stages=EVERY_ROLL.stages,
    modifiers=(
        *general_rows(
            "DT-BALKANS-M1 DT-BALKANS-M2 DT-BALKANS-M3 DT-BALKANS-M4 DT-BALKANS-M5 DT-BALKANS-M6",
            counts_as_axis=border_war_fought(HERE) & ~swung_back(HERE),
        ),
        balkan(
            -3,
            "Russia holds more of the Balkans than the Axis hold of Russia",
            at_war(RUSSIA, GERMANY) & (hexes(RUSSIA, "balkans") > hexes(AXIS, "russia")),
            cite="DT-BALKANS-M7",
        ),
        balkan(-2, "Italy has surrendered", surrendered(ITALY), cite="DT-BALKANS-M8"),
        balkan(-2, "the Axis ask while France still stands", rolling(AXIS) & ~fallen("france"), cite="DT-BALKANS-M9"),
        balkan(-2, "Germany declared war on Spain", declared_war(GERMANY, "spain"), cite="DT-BALKANS-M10"),
        balkan(-2, "Germany left a Balkan friend to Russia", event("failed-balkan-support"), cite="DT-BALKANS-M11"),
        balkan(
            +1,
            "Russia has moved into its neighbours",
            russia_has_moved_west() & ~RUSSIAN_RUMANIA,
            cite="DT-BALKANS-M12",
        ),
        balkan(
            +1,
            "Russia and Rumania fought for Bessarabia",
            border_war_fought("rumania") & ~RUSSIAN_RUMANIA,
            cite="DT-BALKANS-M13",
        ),
        balkan(
            +1,
            "Russia has moved into its neighbours, Rumania among them",
            russia_has_moved_west("rumania") & RUSSIAN_RUMANIA,
            cite="RGT-BALK-1",
        ),
        balkan(+2, "Russia has conquered Rumania", conquered("rumania", RUSSIA) & RUSSIAN_RUMANIA, cite="RGT-BALK-2"),
        balkan(+3, "Russia makes war in the Balkans or on Poland", russia_fights_nearby(), cite="DT-BALKANS-M14"),
        balkan(
            2 * subversion_elsewhere(),
            "Russia is known for subversion",
            subversion_elsewhere() >= 1,
            cite="DT-BALKANS-M15",
        ),
        balkan(
            +2,
            "the Western Allies attacked a Balkan country",
            declared_war(WESTERN_ALLIES, "balkans"),
            cite="DT-BALKANS-M16",
        ),
    ),
    results=general_results(
        "DT-BALKANS-R1 DT-BALKANS-R2 DT-BALKANS-R3 DT-BALKANS-R4 DT-BALKANS-R5 DT-BALKANS-R6 "
        "DT-BALKANS-R7 DT-BALKANS-R8 DT-BALKANS-R9 DT-BALKANS-R10 DT-BALKANS-R11",
        small=5,
        large=10,
    ),
)
