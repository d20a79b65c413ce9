"""Ireland."""

from __future__ import annotations

from legation.awaw.powers import AXIS
from legation.awaw.results import OWN_TERMS, Effects, continues, declares, ends_policy, while_so
from legation.awaw.tables.general import EVERY_ROLL, alignment
from legation.awaw.vocabulary import HERE, result_is
from legation.core.expr import largest, lift, number, smallest
from legation.core.rules import Copy, sets
from legation.core.tables import at, bands, extras, modifier, span, upfrom, upto

__all__ = ["IRELAND"]

_RISEN = ("7", "8")  # the results under which the IRA is up in arms
_built = number("irish-partisans-built", "Irish partisans in play")
_unbuilt = largest(number("irish-partisans", "Irish partisans that Germany may have") - _built, lift(0))


def rises(partisans: int) -> Effects:
    """Germany may have so many Irish partisans; after a stronger result one may have to go."""
    return (
        sets("irish-partisans", partisans),
        sets("irish-partisans-built", smallest(_built, lift(partisans))),
        sets(f"beneficiary.{HERE}", Copy(f"award.{HERE}")),
    )


def calms() -> Effects:
    """Ireland no longer helps the Axis."""
    return (*ends_policy(AXIS, *_RISEN), sets("irish-partisans", 0), sets("irish-partisans-built", 0))


# No general rows: nobody gets Ireland's hexes or BRPs.
IRELAND = EVERY_ROLL.country(
    "Ireland",
    here="ireland",
    cite="",
    basic=alignment(0, cite="DT-IRELAND-A1"),
    modifiers=(
        modifier(+1, "Ireland helps the IRA", result_is("ireland", "8"), cite="DT-IRELAND-M1"),
        modifier(-1 * _unbuilt, "unbuilt Irish partisans", _unbuilt >= 1, cite="DT-IRELAND-M2"),
    ),
    results=bands(
        upto(
            2,
            "Ireland stays quiet for the rest of the war",
            calms(),
            declares("irish-partisans-gone"),
            cite="DT-IRELAND-R1",
            permanent=True,
        ),
        span(3, 4, "Ireland does nothing for the Axis any more", OWN_TERMS, calms(), cite="DT-IRELAND-R2"),
        span(5, 6, "goes on as it is", OWN_TERMS, continues(AXIS, "5-6", keeps=_RISEN, ends=()), cite="DT-IRELAND-R3"),
        at(7, "the IRA rises: one Irish partisan", rises(1), cite="DT-IRELAND-R4"),
        upfrom(8, "Ireland helps the IRA: two Irish partisans, one a turn", rises(2), cite="DT-IRELAND-R9"),
    ),
    supplements=extras(
        upfrom(7, "help for the U-boats", while_so("irish-help-for-u-boats"), cite="DT-IRELAND-R7"),
    ),
)
