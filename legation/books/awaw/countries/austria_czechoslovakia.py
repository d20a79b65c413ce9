"""Austria and Czechoslovakia, which may go into the Reich."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.diplomacy.results import adds_to_the_base, adds_units, incorporates
from legation.books.awaw.groups.general import (
    EVERY_ROLL,
    additional,
    alignment,
    for_the_allies,
    for_the_axis,
    general_rows,
    the_middle,
)
from legation.books.awaw.powers import AXIS
from legation.books.awaw.vocabulary import controls, event, fallen, rolling
from legation.core.expr import choice
from legation.core.rules import Limit
from legation.core.tables import Band, bands, extras, upfrom

__all__ = ["AUSTRIA", "CZECHOSLOVAKIA"]

_twelfth = event("twelfth-german-armor")


def up_to_nine(allied: str, middle: str, axis: str) -> tuple[Band, ...]:
    """Results R1 to R10, with all the BRPs for whoever controls the hexes."""
    return (
        *for_the_allies(allied, small=5, large=None),
        *the_middle(middle),
        *for_the_axis(axis, small=5, large=None),
    )


def gains(units: str, instead: str) -> tuple[Band, ...]:
    """Results R12 and R13: what Germany has of a country that it takes in whole."""
    return extras(
        upfrom(
            10,
            "10 BRPs for the German base, and one armor, two air and two infantry units",
            adds_to_the_base(10),
            adds_units("armor-4-6", 1, ~_twelfth),
            adds_units("aaf", 2),
            adds_units("infantry-3-3", 2),
            cite=units,
        ),
        upfrom(
            10,
            "infantry for the armor unit, as Germany has its twelfth already",
            adds_units("infantry-for-armor", 1, _twelfth),
            cite=instead,
        ),
    )


AUSTRIAN_TABLE = EVERY_ROLL.country(
    "Austria",
    here="austria",
    cite="",
    basic=alignment(+5, cite="DT-AUSTRIA-A1"),
    modifiers=general_rows(
        "DT-AUSTRIA-M1 DT-AUSTRIA-M2 DT-AUSTRIA-M3 DT-AUSTRIA-M4 DT-AUSTRIA-M5 DT-AUSTRIA-M6", units="air or infantry"
    ),
    results=bands(
        *up_to_nine(
            "DT-AUSTRIA-R1 DT-AUSTRIA-R2 DT-AUSTRIA-R3 DT-AUSTRIA-R4",
            "DT-AUSTRIA-R5 DT-AUSTRIA-R6 DT-AUSTRIA-R7",
            "DT-AUSTRIA-R8 DT-AUSTRIA-R9 DT-AUSTRIA-R10",
        ),
        upfrom(10, "goes into the Reich", incorporates("vienna"), cite="DT-AUSTRIA-R11", permanent=True),
    ),
    supplements=gains("DT-AUSTRIA-R12", "DT-AUSTRIA-R13"),
)

CZECHOSLOVAK_TABLE = EVERY_ROLL.country(
    "Czechoslovakia",
    here="czechoslovakia",
    cite="",
    basic=alignment(-2, cite="DT-CZECHOSLOVAKIA-A1"),
    modifiers=(
        *general_rows(
            "DT-CZECHOSLOVAKIA-M1 DT-CZECHOSLOVAKIA-M2 DT-CZECHOSLOVAKIA-M3 "
            "DT-CZECHOSLOVAKIA-M4 DT-CZECHOSLOVAKIA-M5 DT-CZECHOSLOVAKIA-M6",
            units="air or infantry",
        ),
        additional(
            -2,
            "the Axis ask while France still stands",
            rolling(AXIS) & ~fallen("france"),
            cite="DT-CZECHOSLOVAKIA-M7",
        ),
        additional(+1, "the Axis hold Warsaw", controls(AXIS, "warsaw"), cite="DT-CZECHOSLOVAKIA-M8"),
        additional(+1, "the Axis hold Vienna", controls(AXIS, "vienna"), cite="DT-CZECHOSLOVAKIA-M9"),
        additional(+1, "the Axis hold Budapest", controls(AXIS, "budapest"), cite="DT-CZECHOSLOVAKIA-M10"),
        additional(+2, "the Axis hold the Sudetenland", controls(AXIS, "sudetenland"), cite="DT-CZECHOSLOVAKIA-M11"),
    ),
    results=bands(
        *up_to_nine(
            "DT-CZECHOSLOVAKIA-R1 DT-CZECHOSLOVAKIA-R2 DT-CZECHOSLOVAKIA-R3 DT-CZECHOSLOVAKIA-R4",
            "DT-CZECHOSLOVAKIA-R5 DT-CZECHOSLOVAKIA-R6 DT-CZECHOSLOVAKIA-R7",
            "DT-CZECHOSLOVAKIA-R8 DT-CZECHOSLOVAKIA-R9 DT-CZECHOSLOVAKIA-R10",
        ),
        upfrom(
            10,
            "goes into the Reich",
            incorporates("prague", "sudetenland"),
            cite="DT-CZECHOSLOVAKIA-R11",
            permanent=True,
        ),
    ),
    supplements=gains("DT-CZECHOSLOVAKIA-R12", "DT-CZECHOSLOVAKIA-R13"),
)


def german_for_good(country: str, cite: str) -> Limit:
    taken_in = choice(f"status.{country}", "incorporated", says="it has[ not] gone into the Reich")
    return Limit("an Allied conquest undoes nothing of what Germany gained", cite, taken_in)


AUSTRIA = Country("austria", table=AUSTRIAN_TABLE, kept=german_for_good("austria", "DT-AUSTRIA-R14"))
CZECHOSLOVAKIA = Country(
    "czechoslovakia",
    table=CZECHOSLOVAK_TABLE,
    kept=german_for_good("czechoslovakia", "DT-CZECHOSLOVAKIA-R14"),
)
