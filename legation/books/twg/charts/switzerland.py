"""Switzerland."""

from __future__ import annotations

from legation.books.twg.chart import (
    Becomes,
    Boxes,
    Empire,
    Neutral,
    Start,
    Toll,
    both,
    forces,
    neutral,
    no_unrest,
    nobody_courts,
)
from legation.books.twg.powers import GERMANY, ITALY
from legation.books.twg.vocabulary import HERE, always_neutral, totally_controlled, trying
from legation.core.rules import Duty

__all__ = ["SWITZERLAND"]

FREE = ~totally_controlled(HERE)

SWITZERLAND = Neutral(
    "Switzerland",
    value=2,
    army=both(forces(infantry=1)),
    cite="DG-SWI-S1",
    start=both(Start(neutral(), "DG-SWI-S2")),
    unrest=no_unrest("Switzerland stays Neutral, and no unrest rolls are made", "DG-SWI-U1"),
    automatic=(
        Becomes(neutral(), "Switzerland stays Neutral", when=always_neutral(HERE), cite="DG-SWI-U1", again=True),
    ),
    in_battle=(
        Duty(
            "before the dice Germany and Italy together take two units of their choice out of the attacking force, "
            "for good; a force of two or fewer is gone, and the attack is over",
            when=(trying(GERMANY) | trying(ITALY)) & FREE,
            cite="DG-SWI-U2",
        ),
    ),
    toll=Toll("two units are taken out of the force", "DG-SWI-U2", by=(GERMANY, ITALY), units=2, when=FREE),
    influence=nobody_courts("Switzerland", "DG-SWI-I1"),
    empire=Empire("DG-SWI-C1"),
    attacked=Boxes(
        axis=(Becomes(neutral(), "attacked by the Axis, Switzerland stays Neutral", cite="DG-SWI-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Switzerland stays Neutral", cite="DG-SWI-L1"),),
    ),
)
