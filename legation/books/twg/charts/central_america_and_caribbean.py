"""Central America, Panama, Mexico, Cuba and the West Indies."""

from __future__ import annotations

from dataclasses import replace

from legation.books.twg.chart import (
    Automatic,
    Becomes,
    Boxes,
    Empire,
    Neutral,
    Start,
    Unrest,
    both,
    courted_by,
    forces,
    friendly,
    no_unrest,
    nobody_courts,
    sworn,
    total,
)
from legation.books.twg.powers import FRANCE, UK, USA
from legation.books.twg.vocabulary import (
    HERE,
    at_full_war,
    from_turn_1,
    governed_since,
    governs,
    occupied,
    stance,
    superior,
    totally_controlled,
    war_status,
)
from legation.core.expr import any_of, named, number, truth
from legation.core.facts import Family, Flag
from legation.core.rules import Rule, sets

__all__ = ["CENTRAL_AMERICA", "CUBA", "MEXICO", "PANAMA", "WEST_INDIES"]

# -- Central America
COUP = truth("coup.central-america", "Central America has had [a|no] coup")

CENTRAL_AMERICA = Neutral(
    "Central America",
    value=4,
    army=both(forces(infantry=1)),
    rolls=USA,
    cite="DG-CAM-S1",
    start={"1939": Start(friendly(USA), "DG-CAM-S2"), "1942": Start(sworn(USA), "DG-CAM-S3")},
    automatic=(
        Automatic(
            sworn(USA),
            "a superior American force brings Central America to an oath",
            when=~COUP & superior(HERE, USA),
            cite="DG-CAM-O1",
        ),
        Automatic(
            sworn(USA),
            "a superior American force brings Central America back after a coup",
            when=COUP & superior(HERE, USA),
            cite="DG-CAM-O2",
        ),
    ),
    unrest=(
        Unrest(
            "a coup cools relations with the U.S.A.",
            at_most=1,
            when=stance(HERE, USA, "sworn") & ~occupied(HERE, USA),
            then=(
                Becomes(
                    friendly(USA),
                    "Central America is only Friendly to the U.S.A.",
                    sets=(sets("coup.central-america", True),),
                    cite="DG-CAM-U1",
                    again=True,
                ),
            ),
            cite="DG-CAM-U1",
        ),
    ),
    **courted_by(
        USA,
        "sworn",
        "Central America may be brought to an oath",
        "DG-CAM-I1",
        countering="DG-CAM-I2",
    ),
    remembers=(Family("coup", Flag(), "{0} has had [a|no] coup", (("central-america",),), default=False),),
    empire=Empire("DG-CAM-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Central America is the U.S.A.'s", cite="DG-CAM-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, it is Friendly to the U.S.A.", cite="DG-CAM-L1"),),
    ),
)

# -- Panama: Harmodio Arias, his brother Arnulfo, the police
FIRST = named("Harmodio Arias governs first and never returns", governs("harmodio"), cite="DG-PAN-U1")
POLICE_RULE = governs("police") & ~totally_controlled(HERE)
FALL_OF_ARNULFO = Unrest(
    "a coup deposes Arnulfo Arias, and the police keep order",
    at_most=7,
    when=governs("arnulfo") & governed_since(1),
    brings="police",
    cite="DG-PAN-U5",
)

PANAMA = Neutral(
    "Panama",
    value=3,
    army=both(forces(infantry=1)),
    rolls=USA,
    cite="DG-PAN-S1",
    start={
        "1939": Start(friendly(USA), "DG-PAN-S2", government="harmodio"),
        "1942": Start(sworn(USA), "DG-PAN-S3", government="harmodio"),
    },
    unrest=(
        Unrest(
            "Arnulfo Arias succeeds his brother",
            at_most=3,
            when=FIRST,
            brings="arnulfo",
            then=(
                Becomes(friendly(USA), "under Arnulfo Arias Panama is Friendly, and no more", cite="DG-PAN-U3"),
                Rule(
                    "Arnulfo Arias raises one infantry",
                    sets=(sets(f"army.{HERE}.infantry", number(f"army.{HERE}.infantry") + 1),),
                    cite="DG-PAN-U4",
                ),
                replace(FALL_OF_ARNULFO, when=governs("arnulfo"), again=True),
            ),
            cite="DG-PAN-U2",
        ),
        FALL_OF_ARNULFO,
    ),
    automatic=(
        Becomes(
            sworn(USA),
            "with Americans there, the police keep Panama Sworn to the U.S.A.",
            when=POLICE_RULE & occupied(HERE, USA),
            cite="DG-PAN-O1",
        ),
        Becomes(
            friendly(USA),
            "without Americans there, police rule is only Friendly to the U.S.A.",
            when=POLICE_RULE & ~occupied(HERE, USA),
            cite="DG-PAN-O1",
            again=True,
        ),
    ),
    **courted_by(
        USA,
        "sworn",
        "Harmodio Arias may be brought to an oath",
        "DG-PAN-I1",
        when=from_turn_1() & governs("harmodio"),
        countering="DG-PAN-I2",
    ),
    governments=("harmodio", "arnulfo", "police"),
    empire=Empire("DG-PAN-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Panama is the U.S.A.'s to defend", cite="DG-PAN-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, Panama is Friendly to the U.S.A.", cite="DG-PAN-L1"),),
    ),
)

# -- Mexico
PHONY_WAR = named(
    "the Phony War has[ not] begun",
    any_of(*(war_status(nation, "10", "20", "40", "full") for nation in (UK, FRANCE))),
    cite="R39-GEN-DG-TERMS",
)

MEXICO = Neutral(
    "Mexico",
    value=9,
    army={"1939": forces(infantry=3, minor_factory=1), "1942": forces(infantry=1, minor_factory=1)},
    cite="DG-MEX-S1",
    start={"1939": Start(friendly(USA), "DG-MEX-S2"), "1942": Start(total(USA), "DG-MEX-S3")},
    automatic=(
        Automatic(
            sworn(USA), "in the Phony War Camacho shares his oil with the U.S.A.", when=PHONY_WAR, cite="DG-MEX-O1"
        ),
        Automatic(
            total(USA),
            "Mexico follows the U.S.A. into the war",
            when=named("the U.S.A. [went|did not go] to war on an earlier turn", at_full_war(USA), cite="DG-MEX-O3"),
            cite="DG-MEX-O2",
        ),
    ),
    **courted_by(USA, "sworn", "Mexico may be brought to an oath", "DG-MEX-I1", countering="DG-MEX-I2"),
    empire=Empire("DG-MEX-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Mexico is the U.S.A.'s to defend", cite="DG-MEX-X1"),),
        allies=(Becomes(total(USA), "attacked by an Ally, Mexico is the U.S.A.'s all the same", cite="DG-MEX-L1"),),
    ),
)

# -- Cuba
CUBA = Neutral(
    "Cuba",
    value=1,
    army=both(forces(infantry=1)),
    cite="DG-CUB-S1",
    start={"1939": Start(sworn(USA), "DG-CUB-S2"), "1942": Start(sworn(USA), "DG-CUB-S3")},
    unrest=no_unrest("the sugar trade lets no upheaval count in Cuba: there are no unrest rolls", "DG-CUB-U1"),
    automatic=(
        Automatic(
            total(USA),
            "an American force puts Cuba under American control for the rest of the war",
            when=occupied(HERE, USA),
            cite="DG-CUB-O1",
        ),
    ),
    influence=nobody_courts("Cuba", "DG-CUB-I1"),
    empire=Empire("DG-CUB-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Cuba is the U.S.A.'s to defend", cite="DG-CUB-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, Cuba is Friendly to the U.S.A.", cite="DG-CUB-L1"),),
    ),
)

# -- the West Indies
WEST_INDIES = Neutral(
    "West Indies",
    value=1,
    army=both(forces(infantry=0)),
    cite="DG-WIN-S1",
    start=both(Start(sworn(USA), "DG-WIN-S2")),
    automatic=(
        Automatic(
            total(USA),
            "an American force puts the West Indies under American control for good",
            when=occupied(HERE, USA),
            cite="DG-WIN-O1",
        ),
    ),
    influence=nobody_courts("the West Indies", "DG-WIN-I1"),
    empire=Empire("DG-WIN-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, the West Indies are the U.S.A.'s", cite="DG-WIN-X1"),),
        allies=(Becomes(sworn(USA), "attacked by an Ally, they are Sworn to the U.S.A.", cite="DG-WIN-L1"),),
    ),
)
