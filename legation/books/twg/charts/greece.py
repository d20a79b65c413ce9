"""Greece with Crete."""

from __future__ import annotations

from legation.books.twg.chart import (
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    colony,
    forces,
    friendly,
    no_unrest,
    total,
)
from legation.books.twg.powers import GERMANY, ITALY, UK
from legation.books.twg.vocabulary import occupied_next_to

__all__ = ["GREECE"]

GREECE = Neutral(
    "Greece",
    value=6,
    army={"1939": forces(infantry=4, artillery=1, fighter=1, destroyer=1, minor_factory=1)},
    cite="DG-GRE-S1",
    start={"1939": Start(friendly(UK), "DG-GRE-S2"), "1942": Start(total(GERMANY), "DG-GRE-S3")},
    unrest=no_unrest("under Metaxas too Greece stays with the British: no unrest rolls are made", "DG-GRE-U1"),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "with German or Italian troops next door Greece may be brought to an oath",
            when=occupied_next_to("greece", (GERMANY, ITALY)),
            cite="DG-GRE-I1",
        ),
    ),
    countering=(Countering("DG-GRE-I2"),),
    empire=Empire(
        "DG-GRE-C1",
        colonies=(
            colony(
                "Crete",
                2,
                "DG-CRE-S1 DG-CRE-S2 DG-CRE-S3 DG-CRE-C1 DG-CRE-X1 DG-CRE-L1",
                start={"1939": friendly(UK), "1942": total(GERMANY)},
                army=forces(infantry=1),
                axis=total(UK),
                allies=friendly(UK),
            ),
        ),
    ),
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, Greece and Crete are British", cite="DG-GRE-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Greece is a friend of the U.K.", cite="DG-GRE-L1"),),
    ),
)
