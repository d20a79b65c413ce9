"""Vichy France."""

from __future__ import annotations

from legation.awaw.powers import ALLIED, AXIS, BRITAIN, USA
from legation.awaw.results import (
    activates,
    associates,
    declares,
    dissolves,
    lends,
    opens_hexes,
    while_so,
)
from legation.awaw.tables.general import (
    EVERY_ROLL,
    PRO_AXIS,
    additional,
    alignment,
    for_the_axis,
    general_rows,
    the_middle,
)
from legation.awaw.vocabulary import (
    allied_to,
    at_war,
    axis_in_africa,
    controls,
    controls_any,
    level,
    number_of,
    present,
    swung_back,
    tension,
)
from legation.core.expr import Expr, any_of, count
from legation.core.tables import at, bands, extras, span, upfrom, upto

__all__ = ["VICHY"]


def landed(area: str) -> Expr:
    """American or British armor or infantry hold a port or bridgehead."""
    return any_of(*(present(power, "armor-infantry", area) for power in (USA, BRITAIN)))


_capitals = number_of("vichy-capitals-allied")
_attacked = number_of("french-colonies-attacked-last-turn")
_surrender = level("french-surrender")
_gateways = count(controls(AXIS, "malta"), controls_any(AXIS, "suez", "alexandria"), controls(AXIS, "gibraltar"))

VICHY = EVERY_ROLL.country(
    "Vichy France",
    here="vichy-france",
    cite="",
    basic=alignment(0, cite="DT-VICHY-A1"),
    modifiers=(
        *general_rows(
            "DT-VICHY", area="vichy-territory", counts_as_axis=~swung_back("vichy-france"), axis_hexes_only=True
        ),
        additional(-1 * _capitals, "colonial capitals in Allied hands", _capitals >= 1, cite="DT-VICHY-M7"),
        additional(-1, "no Axis units in Africa", ~axis_in_africa(), cite="DT-VICHY-M8"),
        additional(
            -1, "the Allies are on the continent outside France", landed("continental-ports"), cite="DT-VICHY-M9"
        ),
        additional(-2, "the Allies are in France", landed("french-ports"), cite="DT-VICHY-M10"),
        additional(-1, "the United States are at war with the Axis", at_war(USA, AXIS), cite="DT-VICHY-M11"),
        additional(-1, "Spain is an Axis ally", allied_to(AXIS, "spain"), cite="DT-VICHY-M12"),
        additional(-1, "France surrendered late", _surrender < 0, cite="DT-VICHY-M13"),
        additional(+1, "France surrendered early", _surrender > 0, cite="DT-VICHY-M14"),
        additional(+1, "the United States are far from war", tension("USAT") < 25, cite="DT-VICHY-M15"),
        additional(
            _gateways, "the Axis hold Malta, Suez or Alexandria, Gibraltar", _gateways >= 1, cite="DT-VICHY-M16"
        ),
        additional(2 * _attacked, "colonies were just attacked", _attacked >= 1, cite="DT-VICHY-M17"),
    ),
    results=bands(
        upto(-3, "joins the Allies as an active ally", activates(ALLIED), cite="DT-VICHY-R1"),
        at(-2, "associates with the Allies", associates(ALLIED), cite="DT-VICHY-R2"),
        at(
            -1,
            "the Vichy forces disband, and Britain controls the hexes",
            dissolves(),
            opens_hexes(ALLIED),
            declares("vichy-forces-removed"),
            declares("vichy-colonies-uncontrolled"),
            cite="DT-VICHY-R3",
            permanent=True,
        ),
        at(
            0,
            "the Vichy forces disband",
            dissolves(),
            declares("vichy-forces-removed"),
            declares("vichy-colonies-uncontrolled"),
            cite="DT-VICHY-R4",
            permanent=True,
        ),
        *the_middle("DT-VICHY", allied=("-3", "-2"), axis=("5-6", *PRO_AXIS)),
        *for_the_axis("DT-VICHY", small=10, large=20),
    ),
    supplements=extras(
        upto(
            -3,
            "the colonies and their forces go Free French",
            declares("vichy-colonies-free-french"),
            cite="DT-VICHY-R12",
        ),
        at(
            -2,
            "the colonies and their forces go Free French",
            declares("vichy-colonies-free-french"),
            cite="DT-VICHY-R13",
        ),
        upfrom(5, "may reinforce Lebanon-Syria", while_so("vichy-may-reinforce-lebanon-syria"), cite="DT-VICHY-R14"),
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-VICHY-R15"),
        at(7, "two units of volunteers", lends(2), cite="DT-VICHY-R16"),
        at(8, "three units of volunteers", lends(3), cite="DT-VICHY-R17"),
        at(9, "three units of volunteers", lends(3), cite="DT-VICHY-R18"),
    ),
)
