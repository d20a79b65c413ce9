"""Finland and Norway; Sweden has a page of its own."""

from __future__ import annotations

from legation.awaw.powers import AXIS, GERMANY, RUSSIA
from legation.awaw.results import while_so
from legation.awaw.tables.general import (
    EVERY_ROLL,
    PRO_ALLIED,
    additional,
    alignment,
    general_results,
    general_rows,
)
from legation.awaw.vocabulary import (
    HERE,
    at_war,
    border_war_fought,
    declared_war,
    event,
    hexes,
    result_is,
    swung_back,
    war_with_russia_or_pledge,
)
from legation.core.expr import named, truth
from legation.core.tables import extras, upto

__all__ = ["FINLAND", "NORWAY"]

_lost = hexes(RUSSIA, "finland-and-border-hexes")

FINLAND = EVERY_ROLL.country(
    "Finland",
    here="finland",
    cite="",
    basic=alignment(0, cite="DT-FINLAND-A1"),
    modifiers=(
        *general_rows(
            "DT-FINLAND", units="air or infantry", counts_as_axis=border_war_fought(HERE) & ~swung_back(HERE)
        ),
        additional(
            -3 * _lost,
            "hexes in Russian hands, which are more than the Axis hold of Russia",
            at_war(GERMANY, RUSSIA) & (_lost > hexes(AXIS, "russia")),
            cite="DT-FINLAND-M7",
        ),
        additional(+1, "Russia has made demands", event("russia-demanded-finland"), cite="DT-FINLAND-M8"),
        additional(
            +2, "Russia has entered the Baltic States", event("russia-entered-baltic-states"), cite="DT-FINLAND-M9"
        ),
        additional(
            +2,
            "Germany fights Russia, or is bound to declare that war this turn",
            war_with_russia_or_pledge(),
            cite="DT-FINLAND-M10",
        ),
    ),
    results=general_results("DT-FINLAND", small=5, large=None),
)

NORWAY = EVERY_ROLL.country(
    "Norway",
    here="norway",
    cite="",
    basic=alignment(0, cite="DT-NORWAY-A1"),
    modifiers=(
        *general_rows("DT-NORWAY", units="infantry"),
        additional(-2, "the Axis declared war on Sweden", declared_war(AXIS, "sweden"), cite="DT-NORWAY-M7"),
        additional(
            -1,
            "Sweden pursues a pro-Allied policy",
            result_is("sweden", *PRO_ALLIED)
            & ~truth("by-attack.sweden", "Sweden [associated|did not associate] because it was attacked"),
            cite="DT-NORWAY-M8",
        ),
        additional(-1, "the Axis declared war on Denmark", declared_war(AXIS, "denmark"), cite="DT-NORWAY-M9"),
        additional(
            +1,
            "the Allies mined Norwegian waters unasked",
            named(
                "the Allies [mined|did not mine] Norwegian waters unasked",
                truth("mined-without-consent", "the Allies [mined|did not mine] Norwegian waters unasked"),
                cite="86.35B",
            ),
            cite="DT-NORWAY-M10",
        ),
        additional(
            +1, "Russia and Finland fought for the border hexes", border_war_fought("finland"), cite="DT-NORWAY-M11"
        ),
        additional(+2, "Russia declared war on Finland", declared_war(RUSSIA, "finland"), cite="DT-NORWAY-M12"),
        additional(+2, "Russia declared war on Sweden", declared_war(RUSSIA, "sweden"), cite="DT-NORWAY-M13"),
    ),
    results=general_results("DT-NORWAY", small=5, large=None),
    supplements=extras(
        upto(
            0, "the Allies may mine Norwegian waters", while_so("norwegian-waters-may-be-mined"), cite="DT-NORWAY-R12"
        ),
        upto(2, "no more heavy water for Germany", while_so("heavy-water-stopped"), cite="DT-NORWAY-R13"),
    ),
)
