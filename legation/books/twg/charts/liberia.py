"""Liberia."""

from __future__ import annotations

from legation.books.twg.chart import (
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    Unrest,
    both,
    forces,
    friendly,
    neutral,
    sworn,
    total,
)
from legation.books.twg.powers import ALLIES, USA
from legation.books.twg.vocabulary import HERE, from_turn_1, occupied, stance
from legation.core.expr import truth
from legation.core.facts import Family, Flag
from legation.core.rules import Rule, sets

__all__ = ["LIBERIA"]

RESTORED = truth("restored.liberia", "the U.S.A. has[ not] won Liberia back after a revolt")
FRIEND = stance(HERE, USA, "friendly")

LIBERIA = Neutral(
    "Liberia",
    value=1,
    army=both(forces(infantry=0)),
    rolls=USA,
    cite="DG-LIB-S1",
    start={"1939": Start(friendly(USA), "DG-LIB-S2"), "1942": Start(sworn(USA), "DG-LIB-S3")},
    unrest=(
        Unrest(
            "the indigenous Liberians revolt",
            at_most=2,
            when=stance(HERE, USA, "friendly", "sworn") & ~occupied(HERE, ALLIES),
            then=(
                Becomes(
                    neutral(),
                    "Liberia is Neutral",
                    sets=(sets("restored.liberia", False),),
                    cite="DG-LIB-U1",
                    again=True,
                ),
            ),
            cite="DG-LIB-U1",
        ),
    ),
    influence=(
        Influence(
            (USA,),
            "friendly",
            "a Neutral Liberia may be won back as a friend",
            when=stance(HERE, USA, "neutral"),
            then=(
                Rule(
                    "the next step of the progression will lead to an oath",
                    sets=(sets("restored.liberia", True),),
                    cite="DG-LIB-U2",
                    again=True,
                ),
            ),
            cite="DG-LIB-U2",
        ),
        Influence(
            (USA,), "sworn", "won back, Liberia may be brought to an oath", when=FRIEND & RESTORED, cite="DG-LIB-U3"
        ),
        Influence(
            (USA,),
            "sworn",
            "Liberia may be brought to an oath",
            when=from_turn_1() & FRIEND & ~RESTORED,
            cite="DG-LIB-I1",
        ),
    ),
    countering=(Countering("DG-LIB-I2"),),
    remembers=(
        Family("restored", Flag(), "the U.S.A. has[ not] won {0} back after a revolt", (("liberia",),), default=False),
    ),
    empire=Empire("DG-LIB-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Liberia is the U.S.A.'s to defend", cite="DG-LIB-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, Liberia is Friendly to the U.S.A.", cite="DG-LIB-L1"),),
    ),
)
