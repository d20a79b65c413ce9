"""South America: Argentina, Bolivia, Ecuador with the Galapagos Islands, and Peru."""

from __future__ import annotations

from legation.core.expr import Expr, any_of, named, truth
from legation.core.facts import Family, Flag
from legation.core.rules import Limit, Note, Permit, Rule, sets
from legation.twg.chart import (
    Battle,
    Becomes,
    Boxes,
    Influence,
    Neutral,
    Start,
    Unrest,
    both,
    forces,
    friendly,
    sworn,
    total,
)
from legation.twg.powers import GERMANY, USA
from legation.twg.vocabulary import (
    BY,
    HERE,
    attempts,
    governed_since,
    governs,
    land_strength,
    land_strength_on,
    occupied,
    stance,
    totally_controlled,
)

# -- Argentina
KEPT_BY_TROOPS = truth("kept-by-troops.argentina", "only American troops keep Argentina from turning away")
NOT_SWORN = named(
    "Argentina is no more than Friendly to anybody",
    ~any_of(stance(HERE, USA, "sworn", "total"), stance(HERE, GERMANY, "sworn", "total")),
    cite="DG-ARG-O3",
)
RIVAL = {USA: GERMANY, GERMANY: USA}


def stronger(nation: str) -> Expr:
    """The nation occupies Argentina, alone or with the greater force."""
    rival = RIVAL[nation]
    return occupied(HERE, nation) & (
        ~occupied(HERE, rival) | (land_strength(HERE, nation) > land_strength(HERE, rival))
    )


def biggest_dog(nation: str) -> Expr:
    """Nobody occupies Argentina, and the nation is the stronger one on the continent."""
    rival = RIVAL[nation]
    nobody = ~occupied(HERE, (USA, GERMANY))
    return nobody & (land_strength_on("South America", nation) > land_strength_on("South America", rival))


ARGENTINA = Neutral(
    "Argentina",
    value=7,
    army=both(forces(infantry=2, artillery=1, minor_factory=1)),
    rolls=USA,
    cite="DG-ARG-S1",
    start=both(Start(friendly(USA), "DG-ARG-S2", government="ortiz")),
    unrest=(
        Unrest(
            "Ortiz's health fails and Castillo takes over",
            at_most=3,
            when=governs("ortiz"),
            brings="castillo",
            then=(
                Becomes(
                    friendly(GERMANY),
                    "Castillo turns Argentina to Germany",
                    when=~occupied(HERE, USA) & ~stance(HERE, GERMANY, "sworn"),
                    cite="DG-ARG-U2",
                ),
                Rule(
                    "American troops keep Argentina with the U.S.A.",
                    when=occupied(HERE, USA),
                    sets=(sets("kept-by-troops.argentina", True),),
                    cite="DG-ARG-U3",
                ),
            ),
            cite="DG-ARG-U1",
        ),
        Unrest(
            "a military coup puts Ramirez in power",
            at_most=2,
            when=governs("castillo") & governed_since(1),
            brings="ramirez",
            cite="DG-ARG-U8",
        ),
    ),
    automatic=(
        Becomes(
            friendly(GERMANY),
            "the American troops have left Castillo's Argentina",
            when=governs("castillo") & KEPT_BY_TROOPS & ~occupied(HERE, USA) & ~totally_controlled(HERE),
            sets=(sets("kept-by-troops.argentina", False),),
            cite="DG-ARG-U3",
            again=True,
        ),
        *(
            Becomes(
                friendly(nation),
                "Ramirez sides with the occupier",
                when=governs("ramirez") & stronger(nation) & NOT_SWORN,
                cite="DG-ARG-O1",
                again=nation != USA,
            )
            for nation in (USA, GERMANY)
        ),
        *(
            Becomes(
                friendly(nation),
                "Ramirez sides with the strongest on the continent",
                when=governs("ramirez") & NOT_SWORN & biggest_dog(nation),
                cite="DG-ARG-O2",
                again=nation != USA,
            )
            for nation in (USA, GERMANY)
        ),
    ),
    influence=(
        Influence(
            (USA, GERMANY),
            "sworn",
            "an occupier may bring Argentina to an oath",
            when=occupied(HERE, BY),
            minds=(
                Limit(
                    "attempts go on where they stopped, also after a withdrawal",
                    when=attempts(HERE, BY) >= 1,
                    cite="DG-ARG-I2",
                ),
            ),
            cite="DG-ARG-I1",
        ),
    ),
    countering=(Permit("Germany and the U.S.A. may counter one another", cite="DG-ARG-I3"),),
    battles=(
        Battle(
            "argentine-revolt",
            "Castillo's army attacks the American troops in Argentina",
            commander=GERMANY,
            order=Permit(
                "Germany may order the Argentine army against American troops",
                when=governs("castillo")
                & occupied(HERE, USA)
                & ~stance(HERE, USA, "sworn")
                & ~totally_controlled(HERE),
                cite="DG-ARG-U4",
            ),
            allowed=(Permit("Germany and Italy may join in", cite="DG-ARG-U5"),),
            outcomes={
                "the U.S.A. wins": (
                    Becomes(total(USA), "the winner takes Argentina", control="conquest", cite="DG-ARG-U6"),
                ),
                "Germany wins": (
                    Becomes(
                        total(GERMANY), "the winner takes Argentina", control="conquest", cite="DG-ARG-U6", again=True
                    ),
                ),
                "both forces are wiped out": (
                    Becomes(
                        total(GERMANY), "with nobody left Argentina is Germany's", control="conquest", cite="DG-ARG-U7"
                    ),
                ),
                "the attack is broken off": (),
            },
        ),
    ),
    governments=("ortiz", "castillo", "ramirez"),
    remembers=(
        Family(
            "kept-by-troops",
            Flag(),
            "only American troops keep {0} from turning away",
            (("argentina",),),
            default=False,
        ),
    ),
    no_colonies=Note("Argentina has no colonies", cite="DG-ARG-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Argentina swears to the U.S.A.", cite="DG-ARG-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Argentina swears to Germany", cite="DG-ARG-L1"),),
    ),
)
