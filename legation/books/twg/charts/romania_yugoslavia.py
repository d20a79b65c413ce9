"""Romania and Yugoslavia."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    Unrest,
    forces,
    friendly,
    neutral,
    no_unrest,
    nobody_courts,
    sworn,
    total,
)
from legation.books.twg.deeds import ATTACK, RAID
from legation.books.twg.powers import ALL, AXIS, GERMANY, UK, USSR
from legation.books.twg.vocabulary import HERE, from_turn_1, governs, occupied, stance, trying, under
from legation.core.deeds import On
from legation.core.expr import all_of, any_of, choice, named, number, truth
from legation.core.facts import Count, Family, Flag, Teller
from legation.core.rules import Duty, Rule, sets

__all__ = ["ROMANIA", "YUGOSLAVIA"]

# -- Romania: German while Axis troops stand in it
GARRISONED = truth("garrisoned.romania", "Axis troops have[ not] held Romania for Germany")
GERMAN = named(
    "Romania is [German, and not by conquest|not German, or is so by conquest]",
    all_of(
        stance(HERE, GERMANY, "total"),
        ~choice(f"control.{HERE}", "conquest", says="Romania was[ not] taken by conquest"),
    ),
)
AXIS_HOLDS = under(HERE, *AXIS)
MICHAEL = truth("king-michael.romania", "King Michael has[ not] changed sides")
RED_INFANTRY = "units.romania.ussr.infantry"
MICHAELS_MEN = (number("michaels-infantry.romania", "the infantry of King Michael") >= 1).worded(
    "[some|no] infantry of King Michael is left"
)

ROMANIA = Neutral(
    "Romania",
    value=8,
    army={"1939": forces(infantry=2, artillery=1, minor_factory=1)},
    cite="DG-ROM-S1",
    start={"1939": Start(friendly(GERMANY), "DG-ROM-S2"), "1942": Start(total(GERMANY), "DG-ROM-S3")},
    unrest=no_unrest("Antonescu leans to Germany without any unrest roll", "DG-ROM-U2"),
    automatic=(
        Automatic(
            total(GERMANY),
            "German troops are in Romania, and it is Germany's",
            when=occupied(HERE, GERMANY),
            cite="DG-ROM-O1",
        ),
        Rule(
            "Romania stays German while any Axis troops are there",
            when=GERMAN & occupied(HERE, AXIS),
            sets=(sets("garrisoned.romania", True),),
            cite="DG-ROM-O2",
        ),
        Becomes(
            friendly(GERMANY),
            "the Axis troops have left, and Romania is only Friendly to Germany",
            when=GERMAN & GARRISONED & ~occupied(HERE, AXIS),
            sets=(sets("garrisoned.romania", False),),
            cite="DG-ROM-O3",
        ),
    ),
    instantly=(
        Rule(
            "with Romania Soviet, King Michael's infantry is a Soviet unit like any other",
            when=under(HERE, USSR),
            sets=(
                sets(RED_INFANTRY, number(RED_INFANTRY) + number("michaels-infantry.romania")),
                sets("michaels-infantry.romania", 0),
            ),
            cite="DG-ROM-U1",
            again=True,
        ),
    ),
    influence=(
        Influence((GERMANY,), "sworn", "Romania may be brought to an oath", when=from_turn_1(), cite="DG-ROM-I1"),
    ),
    countering=(Countering("DG-ROM-I2"),),
    heeds={
        "romania": (
            On(
                "King Michael changes sides and raises an infantry",
                when=trying(USSR) & AXIS_HOLDS & ~MICHAEL,
                sets=(sets("king-michael.romania", True), sets("michaels-infantry.romania", 1)),
                cite="DG-ROM-U1",
                on=ATTACK | RAID,
            ),
        ),
    },
    in_battle=(
        Duty(
            "King Michael's Romanian infantry fights under Soviet command; it is Soviet if Romania falls, "
            "and else stays there on the Soviet side",
            when=trying(USSR) & AXIS_HOLDS & (~MICHAEL | MICHAELS_MEN),
            cite="DG-ROM-U1",
            again=True,
        ),
    ),
    remembers=(
        Family("garrisoned", Flag(), "Axis troops have[ not] held {0} for Germany", (("romania",),), default=False),
        Family("king-michael", Flag(), "the king of {0} has[ not] changed sides", (("romania",),), default=False),
        Family(
            "michaels-infantry",
            Count(0, 1),
            "the infantry that the king of {0} has raised",
            (("romania",),),
            told_by=Teller.BOARD,
            default=0,
            because="the king raises it at a Soviet attack, which is reported",
        ),
    ),
    empire=Empire("DG-ROM-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USSR), "attacked by the Axis, Romania swears to the USSR", cite="DG-ROM-X1"),),
        allies=(Becomes(total(GERMANY), "attacked by an Ally, Romania gives itself to Germany", cite="DG-ROM-L1"),),
    ),
)

# -- Yugoslavia
COUP_IS_OVER = named("the coup has taken place, and there is only one", governs("peter"), cite="DG-YUG-U4")

YUGOSLAVIA = Neutral(
    "Yugoslavia",
    value=5,
    army={"1939": forces(infantry=3)},
    rolls=USSR,
    cite="DG-YUG-S1",
    start={
        "1939": Start(neutral(), "DG-YUG-S2", government="regency"),
        "1942": Start(total(GERMANY), "DG-YUG-S3"),
    },
    unrest=(
        Unrest(
            "a coup ends the regency and brings King Peter to the throne",
            at_most=5,
            when=~COUP_IS_OVER,
            brings="peter",
            then=(
                Rule(
                    "the coup adds an infantry to the Yugoslav army",
                    sets=(sets(f"army.{HERE}.infantry", number(f"army.{HERE}.infantry") + 1),),
                    cite="DG-YUG-U2",
                ),
                Becomes(
                    neutral(),
                    "King Peter keeps Yugoslavia Neutral, but for an oath that an attack has brought",
                    when=~any_of(*(stance(HERE, nation, "sworn") for nation in ALL)),
                    cite="DG-YUG-U3",
                ),
            ),
            cite="DG-YUG-U1",
        ),
    ),
    influence=nobody_courts("Yugoslavia", "DG-YUG-I1"),
    governments=("regency", "peter"),
    empire=Empire("DG-YUG-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Yugoslavia swears to the U.K.", cite="DG-YUG-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Yugoslavia swears to Germany", cite="DG-YUG-L1"),),
    ),
)
