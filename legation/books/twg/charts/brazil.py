"""Brazil: two territories that act as one nation."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
    Becomes,
    Boxes,
    Countering,
    Half,
    Influence,
    Start,
    Unrest,
    forces,
    friendly,
    neutral,
    pair,
    sworn,
    total,
)
from legation.books.twg.powers import USA
from legation.books.twg.vocabulary import HERE, at_full_war, from_turn_1, governed_since, governs, occupied
from legation.core.rules import Copy, Rule, sets

__all__ = ["BRAZIL"]

AMERICANS_THERE = occupied("northern-brazil", USA) | occupied("southern-brazil", USA)

BRAZIL = pair(
    "Brazil",
    Half("Northern Brazil", 4, {"1939": forces(infantry=1, destroyer=1)}, cite="DG-BRN-S1"),
    Half("Southern Brazil", 7, {"1939": forces(infantry=1, artillery=1, minor_factory=1)}, cite="DG-BRS-S1"),
    rolls=USA,
    start={
        "1939": Start(friendly(USA), "DG-BRA-S2", government="vargas"),
        "1942": Start(total(USA), "DG-BRA-S3", government="vargas"),
    },
    unrest=(
        Unrest(
            "Vargas is overthrown",
            at_most=1,
            when=governs("vargas") & ~at_full_war(USA) & ~AMERICANS_THERE,
            brings="junta",
            then=(Becomes(neutral(), "the junta keeps Brazil Neutral", cite="DG-BRA-U1", again=True),),
            cite="DG-BRA-U1",
        ),
        Unrest(
            "Vargas returns to power",
            at_most=7,
            when=governs("junta") & governed_since(1),
            brings="vargas",
            then=(Becomes(sworn(USA), "Vargas takes Brazil to the Americans' side", cite="DG-BRA-U2", again=True),),
            cite="DG-BRA-U2",
        ),
    ),
    automatic=(
        Automatic(
            total(USA),
            "the U.S.A. is at Full War, and the forces of Brazil join it",
            when=at_full_war(USA),
            cite="DG-BRA-O1",
        ),
    ),
    influence=(
        Influence(
            (USA,),
            "sworn",
            "both halves of Brazil may be brought to an oath",
            when=from_turn_1(),
            then=(
                Rule(
                    "the oath brings Vargas back",
                    when=governs("junta"),
                    sets=(sets(f"government.{HERE}", "vargas"), sets(f"in-power-since.{HERE}", Copy("turn"))),
                    cite="DG-BRA-I1",
                    again=True,
                ),
            ),
            cite="DG-BRA-I1",
        ),
    ),
    countering=(Countering("DG-BRA-I2"),),
    governments=("vargas", "junta"),
    empire="DG-BRA-C1",
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, all Brazil is the U.S.A.'s to defend", cite="DG-BRA-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, all Brazil is Friendly to the U.S.A.", cite="DG-BRA-L1"),),
    ),
)
