"""Poland: two territories that act as one nation."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
    Becomes,
    Boxes,
    Countering,
    Half,
    Influence,
    Start,
    forces,
    friendly,
    pair,
    sworn,
    total,
)
from legation.books.twg.deeds import ATTACK, MARCH, RAID
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import GERMANY, UK
from legation.books.twg.vocabulary import from_turn_1, land_units, occupied_somewhere, trying
from legation.core.deeds import On
from legation.core.expr import any_of, named, number, truth
from legation.core.facts import Family, Flag, Teller
from legation.core.rules import sets

__all__ = ["POLAND"]

ABROAD = tuple(place for place in geography().all if place not in geography().original(GERMANY))
MARCHED = truth("germany-marched.poland", "[|no ]German forces have attacked or entered foreign land")
GERMANY_ABROAD = named(
    "Germany has [|neither ]attacked[, or|, nor] sent forces into, land that is not its own",
    any_of(
        MARCHED,
        occupied_somewhere(
            (place for place in ABROAD if place != "iraq"), GERMANY, "in a territory that is not its own"
        ),
        # an infantry that Rashid Ali raised did not march there
        (land_units("iraq", GERMANY) > number("raised-germans.iraq", "German infantry raised in Iraq")).worded(
            "[|no ]German land units have marched into Iraq"
        ),
    ),
)
MARCH_IS_NOTED = On(
    "Poland takes note of a German attack, and of a German march",
    when=trying(GERMANY),
    sets=(sets("germany-marched.poland", True),),
    cite="DG-POL-O1",
    on=ATTACK | RAID | MARCH,
    again=True,
)

POLAND = pair(
    "Poland",
    Half(
        "Western Poland",
        4,
        {"1939": forces(infantry=3, armor=1, fighter=1, minor_factory=1)},
        cite="DG-POW-S1",
    ),
    Half("Eastern Poland", 4, {"1939": forces(infantry=2, artillery=1)}, cite="DG-POE-S1"),
    start={"1939": Start(friendly(UK), "DG-POL-S2"), "1942": Start(total(GERMANY), "DG-POL-S3")},
    heeds=dict.fromkeys(ABROAD, (MARCH_IS_NOTED,)),
    automatic=(
        Automatic(
            sworn(UK),
            "Germany is on the march, and Poland swears to the U.K.",
            when=GERMANY_ABROAD,
            cite="DG-POL-O1",
        ),
    ),
    influence=(
        Influence(
            (UK,), "sworn", "both halves of Poland may be brought to an oath", when=from_turn_1(), cite="DG-POL-I1"
        ),
    ),
    countering=(Countering("DG-POL-I2"),),
    remembers=(
        Family(
            "germany-marched",
            Flag(),
            "[|no ]German land or air forces have attacked, or ended a move in, land that is not original German",
            (("poland",),),
            told_by=Teller.BOARD,
            default=False,
            because="attacks, marches and flights into such land are reported",
        ),
    ),
    empire="DG-POL-C1",
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, all Poland fights under the U.K.", cite="DG-POL-X1"),),
        allies=(Becomes(sworn(UK), "attacked by an Ally, all Poland swears to the U.K.", cite="DG-POL-L1"),),
    ),
)
