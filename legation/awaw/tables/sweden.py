"""Sweden."""

from __future__ import annotations

from legation.awaw.deeds import DECLARATION, ENTERED, by, proper, upon
from legation.awaw.here import at as bound_to
from legation.awaw.powers import ALLIED, AXIS, GERMANY, NOBODY, RUSSIA
from legation.awaw.results import (
    Effects,
    activates,
    associates,
    grants,
    opens_hexes,
    waits,
    while_so,
)
from legation.awaw.tables.general import (
    EVERY_ROLL,
    additional,
    alignment,
    for_the_allies,
    for_the_axis,
    general_rows,
    the_middle,
)
from legation.awaw.vocabulary import (
    allied_to,
    associated_with,
    border_war_fought,
    conquered,
    controls,
    declared_war,
    event,
    put_off,
    turn,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, choice, number
from legation.core.rules import Rule, sets
from legation.core.tables import at, bands, extras, upfrom, upto

__all__ = ["HEEDS", "SWEDEN", "SWEDEN_FOLLOWS"]


def finland_has_moved() -> Expr:
    """Finland is with the Axis or was conquered by the Allies."""
    return any_of(allied_to(AXIS, "finland"), associated_with(AXIS, "finland"), conquered("finland", by=ALLIED))


HEEDS = (
    On(
        "Russia strikes into Finland proper before it is with Germany",
        "DT-SWEDEN-M10",
        on=ENTERED,
        when=by(RUSSIA) & proper("finland") & ~(allied_to(GERMANY, "finland") | associated_with(GERMANY, "finland")),
        sets=(sets("event.finland-entered-before-its-alliance", True),),
        again=True,
    ),
    On(
        "the Allies attack a neutral Sweden",
        "DT-SWEDEN-M11",
        on=DECLARATION,
        when=by(ALLIED) & upon("sweden") & choice("status.sweden", "neutral", "hex-control", says="Sweden is neutral"),
        sets=(sets("event.sweden-attacked-by-allies-while-neutral", True),),
        again=True,
    ),
)

SWEDEN = EVERY_ROLL.country(
    "Sweden",
    here="sweden",
    cite="",
    basic=alignment(0, cite="DT-SWEDEN-A1"),
    modifiers=(
        *general_rows("DT-SWEDEN", units="air or infantry", waits=True),
        additional(-1, "the Allies hold Oslo", controls(ALLIED, "oslo"), cite="DT-SWEDEN-M7"),
        additional(+1, "the Axis hold Oslo", controls(AXIS, "oslo"), cite="DT-SWEDEN-M8"),
        additional(+1, "Russia and Finland fought for the border", border_war_fought("finland"), cite="DT-SWEDEN-M9"),
        additional(
            +2,
            "Russia struck into Finland before it had a German ally",
            event("finland-entered-before-its-alliance"),
            cite="DT-SWEDEN-M10",
        ),
        additional(
            +2,
            "the Allies attacked a neutral Sweden",
            event("sweden-attacked-by-allies-while-neutral"),
            cite="DT-SWEDEN-M11",
        ),
    ),
    results=bands(
        *for_the_allies("DT-SWEDEN", small=5, large=10),
        *the_middle("DT-SWEDEN"),
        *for_the_axis("DT-SWEDEN", small=5, large=10)[:2],
        at(
            9,
            "as an 8, and associates with the Axis after Finland",
            opens_hexes(AXIS, ~finland_has_moved()),
            grants(10, AXIS),
            waits("associate", ~finland_has_moved()),
            associates(AXIS, finland_has_moved()),
            cite="DT-SWEDEN-R10",
        ),
        upfrom(
            10,
            "as an 8, and joins the Axis after Finland",
            opens_hexes(AXIS, ~finland_has_moved()),
            grants(10, AXIS),
            waits("ally", ~finland_has_moved()),
            activates(AXIS, finland_has_moved()),
            cite="DT-SWEDEN-R11",
        ),
    ),
    supplements=extras(
        upto(0, "no more iron ore for Germany", while_so("swedish-iron-ore-stopped"), cite="DT-SWEDEN-R12"),
        upfrom(
            10,
            "Swedish units are free to enter Finland",
            while_so("swedish-units-free-in-finland"),
            cite="DT-SWEDEN-R13",
        ),
    ),
)


def _follows(status: str, effects: Effects, cite: str) -> Rule:
    """What was put off comes about in the turn after Finland has moved."""
    due = (
        put_off("sweden", status)
        & finland_has_moved()
        & (turn() > number("joined-in.finland", "the turn Finland moved"))
        & ~declared_war(AXIS, "sweden")  # it never joins its attacker
    )
    return Rule(
        f"Sweden becomes {status} after Finland",
        cite,
        when=due,
        sets=(*bound_to("sweden", effects), sets("deferred.sweden", NOBODY)),
        again=True,
    )


SWEDEN_FOLLOWS = (
    _follows("associate", associates(GERMANY), "DT-SWEDEN-R10"),
    _follows("ally", activates(GERMANY), "DT-SWEDEN-R11"),
)
