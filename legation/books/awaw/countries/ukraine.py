"""The Ukraine."""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.country import Country
from legation.books.awaw.deeds import CONQUERED, HELD, OCCUPATION, TAKEN, by, counted, is_place, is_so, upon
from legation.books.awaw.diplomacy.gates import Gate
from legation.books.awaw.diplomacy.results import (
    GOES_ON,
    activates,
    associates,
    disbands,
    dissolves,
    forces,
    restores,
    while_so,
)
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment
from legation.books.awaw.here import at as at_
from legation.books.awaw.powers import AXIS
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import (
    allied_to,
    associated_with,
    controls,
    first_held,
    result_is,
    tally,
    turn,
    unbuilt,
)
from legation.core.deeds import On
from legation.core.expr import choice, lift, number, smallest
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call
from legation.core.rules import Duty, Limit, sets
from legation.core.tables import at, bands, extras, modifier, span, upfrom, upto
from legation.core.wording import Wording

__all__ = ["UKRAINE"]

STEPS = Steps()
REPORTS = Reports(STEPS)

GATE = Gate(Limit("the Axis do not hold Kiev", "DT-UKRAINE-E1", ~controls(AXIS, "kiev")))
WHERE_IT_LIES = Duty(
    "the Ukraine is Russia west of the Don, from row N to row T, both included",
    "DT-UKRAINE-E2",
    choice("target", "ukraine", says="it is[ not] the roll for the Ukraine"),
)
_policies = tally("russian-occupation-policies")

TABLE = EVERY_ROLL.country(
    "the Ukraine",
    here="ukraine",
    cite="",
    basic=alignment(+1, cite="DT-UKRAINE-A1"),
    modifiers=(
        modifier(+3, "the Ukraine is an Axis ally", allied_to(AXIS), cite="DT-UKRAINE-M1"),
        modifier(+2, "the Ukraine is associated with the Axis", associated_with(AXIS), cite="DT-UKRAINE-M2"),
        modifier(+1, "an 8 is in force", result_is("ukraine", "8"), cite="DT-UKRAINE-M3"),
        modifier(-1 * unbuilt(), "unbuilt Ukrainian infantry", unbuilt() >= 1, cite="DT-UKRAINE-M4"),
        additional(+1, "the Axis hold Sevastopol", controls(AXIS, "sevastopol"), cite="DT-UKRAINE-M5"),
        additional(+2, "the Axis hold Moscow", controls(AXIS, "moscow"), cite="DT-UKRAINE-M6"),
        additional(
            +2,
            "the turn after Kiev first fell",
            turn().is_number(first_held("kiev") + 1).worded("Kiev first fell [|not ]a turn ago"),
            cite="DT-UKRAINE-M7",
        ),
        additional(
            +1,
            "two turns after Kiev first fell",
            turn().is_number(first_held("kiev") + 2).worded("Kiev first fell [|not ]two turns ago"),
            cite="DT-UKRAINE-M8",
        ),
        additional(smallest(_policies, lift(3)), "Russian occupation policies", _policies >= 1, cite="DT-UKRAINE-M9"),
    ),
    results=bands(
        upto(
            0,
            "the nationalists make their peace: no Ukraine any more",
            dissolves(),
            disbands(),
            cite="DT-UKRAINE-R1",
            permanent=True,
        ),
        span(1, 4, "goes on as it is", GOES_ON, cite="DT-UKRAINE-R2"),
        at(5, "one 1-3 infantry unit", forces(0, 1), cite="DT-UKRAINE-R3"),
        at(6, "two 1-3 infantry units", forces(0, 2), cite="DT-UKRAINE-R4"),
        at(7, "one 2-3 and two 1-3 infantry units", forces(1, 2), cite="DT-UKRAINE-R5"),
        at(8, "one 2-3 and three 1-3 infantry units", forces(1, 3), cite="DT-UKRAINE-R6"),
        at(9, "associates with the Axis", associates(AXIS), forces(2, 3), cite="DT-UKRAINE-R7"),
        upfrom(10, "joins the Axis as an active ally", activates(AXIS), forces(2, 3), cite="DT-UKRAINE-R8"),
    ),
    supplements=extras(
        upto(0, "one more Russian partisan", while_so("extra-russian-partisan-in-ukraine"), cite="DT-UKRAINE-R9"),
        span(5, 8, "Ukrainian units stay in the Ukraine", while_so("ukrainian-units-stay-home"), cite="DT-UKRAINE-R10"),
        upfrom(
            6,
            "no Russian partisans in the Ukraine",
            while_so("russian-partisans-barred-from-ukraine"),
            cite="DT-UKRAINE-R11",
        ),
    ),
)

# -- what follows from deeds
HEEDS = (
    On(
        "the turn in which Kiev first fell",
        "DT-UKRAINE-M7",
        on=TAKEN,
        at=HELD,
        when=by(AXIS)
        & is_place("kiev")
        & (AtLeast(first_held("kiev")) < 1).worded("Kiev had [not fallen|fallen] before"),
        sets=(sets("first-held.kiev", turn()),),
        again=True,
    ),
    On(
        "Russia has the Ukraine again, and no result is left",
        "DT-GEN-35",
        on=CONQUERED,
        when=upon("ukraine") & is_so("home"),
        sets=(*at_("ukraine", restores()), sets("result.ukraine", "3-4"), sets("joined-in.ukraine", number("turn"))),
        again=True,
    ),
    counted(
        "Russian occupation policies have a result",
        "DT-UKRAINE-M9",
        "tally.russian-occupation-policies",
        on=OCCUPATION,
    ),
)


@REPORTS.event(
    "occupation-policies",
    "awaw.occupation-policies",
    "Russian occupation policies have a result",
    cite=OCCUPATION.rule,
    words=Wording(("Russian occupation policies have a result",)),
)
def occupation_policies(world: World, frame: Frame) -> Directive:
    return call("awaw.follows", then="awaw.tension.judge", deed=OCCUPATION.name)


UKRAINE = Country(
    "ukraine",
    steps=STEPS,
    events=REPORTS.events,
    heeds=HEEDS,
    table=TABLE,
    gates=(GATE,),
    remarks=(WHERE_IT_LIES,),
)
