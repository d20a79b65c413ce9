"""Poland."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import BORDER_WAR, DEMANDS, OUTCOME, by, remembers, upon
from legation.books.awaw.diplomacy.results import activates, adds_to_the_base, adds_units, declares, lends
from legation.books.awaw.groups.general import (
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
from legation.books.awaw.powers import AXIS, CURRENT_GS, GERMANY, RUSSIA
from legation.books.awaw.vocabulary import (
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
from legation.core.deeds import filled
from legation.core.rules import sets
from legation.core.tables import at, bands, extras, span, upfrom

__all__ = ["POLAND"]

_fought = border_war_fought(HERE) | event("german-polish-border-war")

TABLE = EVERY_ROLL.country(
    "Poland",
    here="poland",
    cite="",
    basic=alignment(0, cite="DT-POLAND-A1"),
    modifiers=(
        *general_rows(
            "DT-POLAND-M1 DT-POLAND-M2 DT-POLAND-M3 DT-POLAND-M4 DT-POLAND-M5 DT-POLAND-M6",
            units="air or infantry",
            counts_as_axis=_fought & ~swung_back(HERE),
        ),
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
        *for_the_allies("DT-POLAND-R1 DT-POLAND-R2 DT-POLAND-R3 DT-POLAND-R4", small=10, large=20),
        *the_middle("DT-POLAND-R5 DT-POLAND-R6 DT-POLAND-R7", axis=("5-6", *PRO_AXIS)),
        *for_the_axis("DT-POLAND-R8 DT-POLAND-R9 DT-POLAND-R10", small=10, large=20),
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

# -- what its table remembers
_danzig = by(GERMANY)  # which has no other claim
HEEDS = (
    remembers(
        "Russia has demanded eastern Poland",
        "DT-POLAND-M14",
        "event.russia-demanded-eastern-poland",
        on=DEMANDS | BORDER_WAR,
        when=by(RUSSIA) & upon("poland"),
    ),
    remembers(
        "Germany has Danzig and the Corridor by demands",
        "DT-POLAND-M8",
        "event.danzig-gained-by-demand",
        on=DEMANDS,
        when=_danzig & filled(OUTCOME, "granted", says="they are[ not] granted"),
    ),
    remembers(
        "Germany and Poland fight for Danzig and the Corridor",
        "DT-POLAND-M8",
        "event.german-polish-border-war",
        on=BORDER_WAR,
        when=_danzig,
    ),
)


def starts(edition: str) -> dict[str, object]:
    """The campaign of 1939 begins with the attack on Poland."""
    return {} if edition == CURRENT_GS else {"attacked-by.poland": GERMANY, "attacked-in.poland": 1}


POLAND = Country("poland", heeds=HEEDS, starts=starts, table=TABLE)
