"""Austria, Czechoslovakia and Poland, which may go into the Reich, in whole or in part."""

from __future__ import annotations

from legation.awaw.powers import AXIS, RUSSIA
from legation.awaw.results import activates, adds_to_the_base, adds_units, declares, incorporates, lends
from legation.awaw.tables.general import (
    EVERY_ROLL,
    PRO_AXIS,
    additional,
    alignment,
    for_the_allies,
    for_the_axis,
    general_rows,
    inertia,
    the_middle,
)
from legation.awaw.vocabulary import (
    HERE,
    border_war_fought,
    control_is,
    controls,
    event,
    fallen,
    rolling,
    swung_back,
    war_with_russia_or_pledge,
)
from legation.core.expr import choice
from legation.core.rules import Limit, sets
from legation.core.tables import Band, at, bands, extras, span, upfrom

__all__ = ["AUSTRIA", "CZECHOSLOVAKIA", "GERMAN_FOR_GOOD", "POLAND"]

_twelfth = event("twelfth-german-armor")


def up_to_nine(table: str) -> tuple[Band, ...]:
    """Results R1 to R10, with all the BRPs for whoever controls the hexes."""
    return (
        *for_the_allies(table, small=5, large=None),
        *the_middle(table),
        *for_the_axis(table, small=5, large=None)[:-1],
    )


def gains(table: str) -> tuple[Band, ...]:
    """Results R12 and R13: what Germany has of a country that it takes in whole."""
    return extras(
        upfrom(
            10,
            "10 BRPs for the German base, and one armor, two air and two infantry units",
            adds_to_the_base(10),
            adds_units("armor-4-6", 1, ~_twelfth),
            adds_units("aaf", 2),
            adds_units("infantry-3-3", 2),
            cite=f"{table}-R12",
        ),
        upfrom(
            10,
            "infantry for the armor unit, as Germany has its twelfth already",
            adds_units("infantry-for-armor", 1, _twelfth),
            cite=f"{table}-R13",
        ),
    )


AUSTRIA = EVERY_ROLL.country(
    "Austria",
    here="austria",
    cite="",
    basic=alignment(+5, cite="DT-AUSTRIA-A1"),
    modifiers=general_rows("DT-AUSTRIA", units="air or infantry"),
    results=bands(
        *up_to_nine("DT-AUSTRIA"),
        upfrom(10, "goes into the Reich", incorporates("vienna"), cite="DT-AUSTRIA-R11", permanent=True),
    ),
    supplements=gains("DT-AUSTRIA"),
)

CZECHOSLOVAKIA = EVERY_ROLL.country(
    "Czechoslovakia",
    here="czechoslovakia",
    cite="",
    basic=alignment(-2, cite="DT-CZECHOSLOVAKIA-A1"),
    modifiers=(
        *general_rows("DT-CZECHOSLOVAKIA", units="air or infantry"),
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
        *up_to_nine("DT-CZECHOSLOVAKIA"),
        upfrom(
            10,
            "goes into the Reich",
            incorporates("prague", "sudetenland"),
            cite="DT-CZECHOSLOVAKIA-R11",
            permanent=True,
        ),
    ),
    supplements=gains("DT-CZECHOSLOVAKIA"),
)


def german_for_good(country: str, cite: str) -> Limit:
    taken_in = choice(f"status.{country}", "incorporated", says="it has[ not] gone into the Reich")
    return Limit("an Allied conquest undoes nothing of what Germany gained", cite, taken_in)


GERMAN_FOR_GOOD = {
    "austria": german_for_good("austria", "DT-AUSTRIA-R14"),
    "czechoslovakia": german_for_good("czechoslovakia", "DT-CZECHOSLOVAKIA-R14"),
}

_fought = border_war_fought(HERE) | event("german-polish-border-war")

POLAND = EVERY_ROLL.country(
    "Poland",
    here="poland",
    cite="",
    basic=alignment(0, cite="DT-POLAND-A1"),
    modifiers=(
        *general_rows("DT-POLAND", units="air or infantry", counts_as_axis=_fought & ~swung_back(HERE)),
        additional(
            -2, "the Axis ask while France still stands", rolling(AXIS) & ~fallen("france"), cite="DT-POLAND-M7"
        ),
        additional(
            -2,
            "the Axis hold Danzig and the Corridor by threat or border war",
            controls(AXIS, "danzig") & (event("danzig-gained-by-demand") | event("german-polish-border-war")),
            cite="DT-POLAND-M8",
        ),
        additional(+1, "the Axis hold Prague", controls(AXIS, "prague"), cite="DT-POLAND-M9"),
        additional(+1, "the Axis hold Bucharest", controls(AXIS, "bucharest"), cite="DT-POLAND-M10"),
        additional(
            +1,
            "Russia has demanded or holds Bessarabia",
            event("russia-demanded-rumania") | controls(RUSSIA, "bessarabia"),
            cite="DT-POLAND-M11",
        ),
        additional(+2, "Russia holds Bucharest", controls(RUSSIA, "bucharest"), cite="DT-POLAND-M12"),
        additional(
            +2, "Russia has entered the Baltic States", event("russia-entered-baltic-states"), cite="DT-POLAND-M13"
        ),
        additional(
            +2, "Russia has demanded eastern Poland", event("russia-demanded-eastern-poland"), cite="DT-POLAND-M14"
        ),
        additional(
            +2,
            "Germany fights Russia, or is bound to declare that war this turn",
            war_with_russia_or_pledge(),
            cite="DT-POLAND-M15",
        ),
        *inertia(up="DT-POLAND-M16", down="DT-POLAND-M17"),
    ),
    results=bands(
        *for_the_allies("DT-POLAND", small=10, large=20),
        *the_middle("DT-POLAND", axis=("5-6", *PRO_AXIS)),
        *for_the_axis("DT-POLAND", small=10, large=20)[:-1],
        upfrom(10, "joins the Axis as an active ally worth 25 BRPs", activates(AXIS, worth=25), cite="DT-POLAND-R11"),
    ),
    supplements=extras(
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-POLAND-R12"),
        at(7, "two units of volunteers", lends(2), cite="DT-POLAND-R13"),
        at(8, "three units of volunteers", lends(3), cite="DT-POLAND-R14"),
        at(9, "three units of volunteers", lends(3), cite="DT-POLAND-R15"),
        upfrom(
            10,
            "Danzig and the Corridor go into the Reich",
            sets("control.danzig", AXIS),
            declares("danzig-in-the-reich"),
            cite="DT-POLAND-R16",
        ),
        upfrom(
            10,
            "5 BRPs for the German base, two air units and four infantry factors",
            adds_to_the_base(5),
            adds_units("aaf", 2),
            adds_units("infantry-factors", 4),
            cite="DT-POLAND-R17",
        ),
        upfrom(
            10,
            "Poland has the Czech armor unit, if Germany has occupied Czechoslovakia",
            sets("policy.polish-czech-armor", True, control_is("prague", AXIS)),
            cite="DT-POLAND-R18",
        ),
    ),
)
