"""Argentina, the first chart of all: read it to see how a chart is written."""

from __future__ import annotations

from legation.books.twg.chart import (
    GOES_ON,
    PAUSE,
    Anew,
    Battle,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Force,
    Influence,
    Neutral,
    Start,
    Unrest,
    both,
    forces,
    friendly,
    gone,
    guests,
    sworn,
    won,
)
from legation.books.twg.powers import ALL, GERMANY, ITALY, USA
from legation.books.twg.vocabulary import (
    BY,
    HERE,
    governed_since,
    governs,
    land_strength,
    occupied,
    stance,
    stronger_on,
    totally_controlled,
    trying,
)
from legation.core.expr import Expr, any_of, named, truth
from legation.core.facts import Family, Flag
from legation.core.rules import Permit, Rule, sets

KEPT_BY_TROOPS = truth("kept-by-troops.argentina", "[only|not only] American troops keep Argentina from turning away")
BOUND = (sets("kept-by-troops.argentina", False),)  # by more than their presence
NOT_SWORN = named(
    "Argentina is [no more|more] than Friendly to [anybody|somebody]",
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
    return ~occupied(HERE, (USA, GERMANY)) & stronger_on("South America", nation, RIVAL[nation])


REVOLT = governs("castillo") & occupied(HERE, USA) & ~stance(HERE, USA, "sworn") & ~totally_controlled(HERE)
NOT_OF_THE_TWO = any_of(*(trying(nation) for nation in ALL if nation not in (GERMANY, ITALY)))
JOIN = Permit("Germany and Italy may join in", when=REVOLT & ~NOT_OF_THE_TWO, cite="DG-ARG-U5")
CASTILLOS, AMERICANS = (Force(HERE), *guests(GERMANY, ITALY)), guests(USA)
AMERICANS_WIN, GERMANS_WIN, NOBODY_LEFT = "the U.S.A. wins", "Germany wins", "both forces are wiped out"

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
            when=governs("castillo")
            & KEPT_BY_TROOPS
            & ~occupied(HERE, USA)
            & ~totally_controlled(HERE)
            & ~stance(HERE, GERMANY, "sworn"),
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
            anew={PAUSE: Anew("attempts go on where they stopped, also after a withdrawal", "DG-ARG-I2", GOES_ON)},
            then=(Rule("an oath needs no troops to keep it", sets=BOUND, cite="DG-ARG-I1", again=True),),
            cite="DG-ARG-I1",
        ),
    ),
    countering=(Countering("DG-ARG-I3"),),
    battles=(
        Battle(
            "argentine-revolt",
            "Castillo's army attacks the American troops in Argentina",
            commander=GERMANY,
            order=Permit(
                "Germany may order the Argentine army against American troops",
                when=REVOLT,
                cite="DG-ARG-U4",
            ),
            allowed=(JOIN,),
            attackers=CASTILLOS,
            defenders=AMERICANS,
            rule="DG-ARG-U6",
            outcomes=(AMERICANS_WIN, GERMANS_WIN, NOBODY_LEFT, "the attack is broken off"),
            winners={AMERICANS_WIN: USA, GERMANS_WIN: GERMANY, NOBODY_LEFT: GERMANY},
            follows=(
                won("the winner takes Argentina", "DG-ARG-U6", AMERICANS_WIN, sets=gone(*CASTILLOS)),
                won("the winner takes Argentina", "DG-ARG-U6", GERMANS_WIN, again=True),
                won("with nobody left Argentina is Germany's", "DG-ARG-U7", NOBODY_LEFT, sets=gone(*CASTILLOS)),
            ),
        ),
    ),
    asked={"join": (JOIN,), "enter": (JOIN,)},
    governments=("ortiz", "castillo", "ramirez"),
    remembers=(
        Family(
            "kept-by-troops",
            Flag(),
            "[only|not only] American troops keep {0} from turning away",
            (("argentina",),),
            default=False,
        ),
    ),
    empire=Empire("DG-ARG-C1"),
    attacked=Boxes(
        axis=(
            Becomes(sworn(USA), "attacked by the Axis, Argentina swears to the U.S.A.", sets=BOUND, cite="DG-ARG-X1"),
        ),
        allies=(
            Becomes(sworn(GERMANY), "attacked by an Ally, Argentina swears to Germany", sets=BOUND, cite="DG-ARG-L1"),
        ),
    ),
)
