"""Switzerland."""

from __future__ import annotations

from legation.core.rules import Limit, Note
from legation.twg.chart import Becomes, Boxes, Neutral, Reminder, Start, both, forces, neutral
from legation.twg.powers import GERMANY, ITALY
from legation.twg.vocabulary import HERE, always_neutral, totally_controlled, trying

__all__ = ["SWITZERLAND"]

NO_INFLUENCE = Limit("no nation has an influence roll on Switzerland", cite="DG-SWI-I1")

SWITZERLAND = Neutral(
    "Switzerland",
    value=2,
    army=both(forces(infantry=1)),
    cite="DG-SWI-S1",
    start=both(Start(neutral(), "DG-SWI-S2")),
    limits=(
        Limit(
            "Switzerland stays Neutral, and no unrest rolls are made", when=~totally_controlled(HERE), cite="DG-SWI-U1"
        ),
    ),
    automatic=(
        Becomes(neutral(), "Switzerland stays Neutral", when=always_neutral(HERE), cite="DG-SWI-U1", again=True),
    ),
    in_battle=(
        Reminder(
            "before the dice Germany and Italy together take two units of their choice out of the attacking force, "
            "for good; a force of two or fewer is gone, and the attack is over",
            when=(trying(GERMANY) | trying(ITALY)) & ~totally_controlled(HERE),
            cite="DG-SWI-U2",
        ),
    ),
    no_influence=NO_INFLUENCE,
    asked={"influence": (NO_INFLUENCE,)},
    no_colonies=Note("Switzerland has no colonies", cite="DG-SWI-C1"),
    attacked=Boxes(
        axis=(Becomes(neutral(), "attacked by the Axis, Switzerland stays Neutral", cite="DG-SWI-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Switzerland stays Neutral", cite="DG-SWI-L1"),),
    ),
)
