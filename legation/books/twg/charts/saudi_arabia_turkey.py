"""Saudi Arabia and Turkey."""

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
    both,
    forces,
    friendly,
    neutral,
    nobody_courts,
    sworn,
)
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import AXIS, GERMANY, UK, USSR
from legation.books.twg.vocabulary import (
    HERE,
    always_neutral,
    at_full_war,
    axis_holds,
    occupied,
    occupied_next_to,
    place_name,
    threatened,
    totally_controlled,
    touching,
)
from legation.core.dice import d12
from legation.core.expr import any_of, lift, named, number, smallest, sum_of, truth, when_else
from legation.core.facts import Count, Family, Flag
from legation.core.rules import Limit, Modifier, Rule, sets
from legation.core.tables import bands, span, upfrom, upto

__all__ = ["SAUDI_ARABIA", "TURKEY"]

# -- Saudi Arabia
AXIS_IS_NEAR = any_of(*(occupied(place, AXIS) for place in ("anglo-egyptian-sudan", "egypt", "iran", "syria")))
NO_PAYMENT = named("with the Axis so near no payment is required", AXIS_IS_NEAR, cite="DG-SAU-U2")
DOLLARS = number("roll.money", "dollars spent")

SAUDI_ARABIA = Neutral(
    "Saudi Arabia",
    value=3,
    army=both(forces(infantry=1)),
    rolls=UK,
    cite="DG-SAU-S1",
    start=both(Start(friendly(UK), "DG-SAU-S2")),
    automatic=(
        Automatic(
            sworn(UK),
            "with the Axis next door Ibn Saud swears to the U.K.",
            when=occupied_next_to("saudi-arabia", AXIS),
            cite="DG-SAU-O1",
        ),
    ),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "Ibn Saud may be won for an oath",
            bonus=(Modifier(lift(2), "the Axis is near", "DG-SAU-U1", AXIS_IS_NEAR),),
            least=when_else(NO_PAYMENT, 0, 2),
            raises=Modifier(
                DOLLARS,
                "the dollars also raise the number",
                "DG-SAU-I2",
                (DOLLARS >= 1).worded("money is[ not] spent on it"),
                "money",
            ),
            cite="DG-SAU-I1",
        ),
    ),
    countering=(Countering("DG-SAU-I3"),),
    empire=Empire("DG-SAU-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Saudi Arabia swears to the U.K.", cite="DG-SAU-X1"),),
        allies=(Becomes(friendly(GERMANY), "attacked by an Ally, Saudi Arabia befriends Germany", cite="DG-SAU-L1"),),
    ),
)

# -- Turkey
ADDED = number("added.turkey", "units that Turkey has added")
FULL = named("Turkey has [added all it can|not added all it can yet]", ADDED >= 5, cite="DG-TUR-U6")
OPEN = truth("bosphorus-open.turkey", "the Bosphorus is [open|closed]")
AXIS_NEXT_DOOR = named(
    "the value of the land next to Turkey under Total Axis Control",
    sum_of(
        *(
            when_else(
                touching("turkey", p) & axis_holds(p, *AXIS), number(f"value.{p}", f"the value of {place_name(p)}"), 0
            )
            for p in geography().near("turkey")
        )
    ),
    cite="DG-TUR-U9",
)


def adds(kind: str, cite: str) -> Rule:
    """One more unit of this kind in the Turkish army."""
    army = f"army.turkey.{kind}"
    more = (sets(army, number(army) + 1), sets("added.turkey", ADDED + 1))
    return Rule(f"Turkey adds one {kind}", cite, sets=more, again=True)


TURKEY = Neutral(
    "Turkey",
    value=8,
    army=both(forces(infantry=4, artillery=1, minor_factory=1)),
    rolls=USSR,
    cite="DG-TUR-S1",
    start=both(Start(neutral(), "DG-TUR-S2")),
    each_turn=(
        Rule(
            "what opened the Bosphorus last turn opens it no more",
            when=OPEN,
            sets=(sets("bosphorus-open.turkey", False),),
            cite="DG-TUR-U8",
        ),
    ),
    automatic=(
        Becomes(neutral(), "Inönü keeps Turkey Neutral", when=always_neutral(HERE), cite="DG-TUR-U1"),
        Rule(
            "the USSR is at Full War, and the Bosphorus is open to all",
            when=at_full_war(USSR) & ~totally_controlled(HERE),
            sets=(sets("bosphorus-open.turkey", True),),
            cite="DG-TUR-O1",
        ),
    ),
    unrest=(
        Unrest(
            "Turkey answers the threat of an Axis invasion",
            when=~FULL & threatened(HERE),
            bands=bands(
                upto(7, "an infantry is added", adds("infantry", "DG-TUR-U3"), cite="DG-TUR-U3"),
                span(8, 10, "an artillery is added", adds("artillery", "DG-TUR-U4"), cite="DG-TUR-U4"),
                upfrom(11, "a fighter is added", adds("fighter", "DG-TUR-U5"), cite="DG-TUR-U5"),
            ),
            cite="DG-TUR-U2",
        ),
        Unrest(
            "the Axis presses Inönü to open the Bosphorus",
            at_most=smallest(AXIS_NEXT_DOOR, lift(d12.sides)),  # more than a die can show need not be known
            when=~OPEN & (AXIS_NEXT_DOOR >= 1).worded("the Axis holds [|no ]land next to Turkey"),
            rolls=GERMANY,
            then=(
                Rule(
                    "the Bosphorus is open to all this turn",
                    sets=(sets("bosphorus-open.turkey", True),),
                    cite="DG-TUR-U7",
                    again=True,
                ),
            ),
            cite="DG-TUR-U7",
        ),
    ),
    influence=nobody_courts("Turkey", "DG-TUR-I1"),
    asked={
        "sail": (
            Limit(
                "the Bosphorus is closed to the ships of all nations",
                when=~OPEN & ~totally_controlled(HERE),
                cite="DG-TUR-U10",
            ),
        ),
    },
    remembers=(
        Family("added", Count(0, 5), "units that {0} has added in its build-up", (("turkey",),), default=0),
        Family(
            "bosphorus-open", Flag(), "the strait of {0} is [open|closed] to all nations", (("turkey",),), default=False
        ),
    ),
    empire=Empire("DG-TUR-C1"),
    attacked=Boxes(
        axis=(Becomes(neutral(), "attacked by the Axis, Turkey stays Neutral", cite="DG-TUR-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Turkey stays Neutral", cite="DG-TUR-L1"),),
    ),
)
