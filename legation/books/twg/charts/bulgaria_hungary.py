"""Bulgaria and Hungary."""

from __future__ import annotations

from legation.books.twg.chart import (
    SURE,
    Automatic,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    Unrest,
    economic,
    forces,
    friendly,
    sworn,
    total,
)
from legation.books.twg.powers import ALLIES, AXIS, GERMANY, ITALY, TITLES, UK, USSR, WESTERN
from legation.books.twg.vocabulary import (
    HERE,
    at_war_with,
    from_turn_1,
    governs,
    has_attacked,
    occupied,
    occupied_next_to,
    stance,
    superior,
    under,
)
from legation.core.expr import Expr, choice, named, number, truth
from legation.core.facts import Count, Family, Flag
from legation.core.rules import Rule, sets

__all__ = ["BULGARIA", "HUNGARY"]

GONE_OVER = truth(f"lost-to-axis.{HERE}", "{Here} has[ not] gone over to the Allies")
CONQUERED = choice(f"control.{HERE}", "conquest", says="{Here} was[ not] taken by conquest")

# -- Bulgaria
NO_INFLUENCE = named("no influence wins Bulgaria back after the revolt", GONE_OVER, cite="DG-BUL-U5")
ONLY_CONQUEST = named("after the revolt only conquest is left to the Axis", GONE_OVER, cite="DG-BUL-U6")
QUELLED = named("Bulgaria was [conquered, which ends the revolts|not conquered]", CONQUERED, cite="DG-BUL-U6")
ATTEMPT_MADE = truth("boris-attempt.bulgaria", "the attempt on King Boris has[ not] been made")

BULGARIA = Neutral(
    "Bulgaria",
    value=3,
    army={"1939": forces(infantry=2)},
    rolls=GERMANY,
    cite="DG-BUL-S1",
    start={
        "1939": Start(friendly(GERMANY), "DG-BUL-S2", government="boris"),
        "1942": Start(total(GERMANY), "DG-BUL-S3", government="bozhilov"),
    },
    automatic=(
        Automatic(
            sworn(GERMANY),
            "a superior German force brings King Boris to an oath",
            when=~ONLY_CONQUEST & superior(HERE, GERMANY),
            cite="DG-BUL-O1",
        ),
        Automatic(
            sworn(GERMANY),
            "Germany has attacked Russian land, and Bulgaria swears to it",
            when=~ONLY_CONQUEST & has_attacked(GERMANY, USSR),
            cite="DG-BUL-I2",
        ),
    ),
    unrest=(
        Unrest(
            "German agents try to kill King Boris",
            at_most=7,
            when=governs("boris") & ~ATTEMPT_MADE & stance(HERE, GERMANY, "sworn"),
            optional=True,
            brings="bozhilov",
            then=(
                Becomes(
                    total(GERMANY),
                    "Bozhilov rules for the child king Simeon, and for Germany",
                    sets=(sets("boris-attempt.bulgaria", True),),
                    cite="DG-BUL-U2",
                ),
            ),
            otherwise=(
                Rule(
                    "the King lives; there is no second attempt",
                    sets=(sets("boris-attempt.bulgaria", True),),
                    cite="DG-BUL-U1",
                    again=True,
                ),
            ),
            cite="DG-BUL-U1",
        ),
        Unrest(
            "the communists rise against Bozhilov",
            at_most=9,
            when=governs("bozhilov") & ~QUELLED & occupied_next_to("bulgaria", USSR) & ~occupied(HERE, AXIS),
            though_controlled=True,
            brings="communists",
            then=(
                Becomes(
                    economic(USSR),
                    "Bulgaria works with the Russians and is done with Germany",
                    sets=(sets(f"lost-to-axis.{HERE}", True),),
                    cite="DG-BUL-U4",
                ),
            ),
            cite="DG-BUL-U3",
        ),
    ),
    influence=(
        Influence(
            (GERMANY,),
            "sworn",
            "King Boris may be talked into an oath",
            when=from_turn_1() & ~NO_INFLUENCE,
            cite="DG-BUL-I1",
        ),
    ),
    countering=(Countering("DG-BUL-I3"),),
    governments=("boris", "bozhilov", "communists"),
    remembers=(
        Family(
            "boris-attempt",
            Flag(),
            "the attempt on the king of {0} has[ not] been made",
            (("bulgaria",),),
            default=False,
        ),
    ),
    empire=Empire("DG-BUL-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USSR), "attacked by the Axis, Bulgaria gives itself to the USSR", cite="DG-BUL-X1"),),
        allies=(
            Becomes(
                total(GERMANY),
                "attacked by an Ally, Bulgaria gives itself to Germany",
                when=~ONLY_CONQUEST,
                cite="DG-BUL-L1",
            ),
        ),
    ),
)

# -- Hungary
FOR_GOOD = named("Hungary has gone over; only a German conquest brings it back", GONE_OVER, cite="DG-HUN-U5")
TREATS = (
    stance(HERE, GERMANY, "total") & ~CONQUERED & ~occupied(HERE, AXIS) & occupied_next_to("hungary", ALLIES)
)  # with the Allies, in secret
SOVIET_DIE = number("offer.hungary.ussr", "the successful Soviet die")
BRITISH_DIE = number("offer.hungary.uk", "the successful British die")
PUT_AWAY = Rule(
    "the dice are put away",
    "DG-HUN-U4",
    sets=(sets("offer.hungary.ussr", 0), sets("offer.hungary.uk", 0)),
    again=True,
)


def succeeded(die: Expr, who: str) -> Expr:
    return (die >= 1).worded(f"the die of {who} has [succeeded|failed]")


def wins(nation: str, mine: Expr, other: Expr) -> Expr:
    """Only successful dice compete; the lower one wins, and the option decides between equal ones."""
    tie = mine.is_number(other).worded("the two dice are[ not] equal") & choice(
        "option.hungary-tie", nation, says=f"equal dice [give|do not give] Hungary to {TITLES[nation]}"
    )
    lower = (mine < other).worded("its die is [lower than|no lower than] the other")
    won, lost = succeeded(mine, TITLES[nation]), (other < 1).worded("the other die [failed|succeeded]")
    return won & (lost | named("its die is[ not] the lower one", lower | tie, cite="DG-HUN-U4"))


HUNGARY = Neutral(
    "Hungary",
    value=4,
    army={"1939": forces(infantry=2)},
    rolls=USSR,
    cite="DG-HUN-S1",
    start={"1939": Start(friendly(GERMANY), "DG-HUN-S2"), "1942": Start(total(GERMANY), "DG-HUN-S3")},
    automatic=(
        Automatic(
            total(GERMANY),
            "a superior German and Italian force takes Hungary over for Germany",
            when=~FOR_GOOD & superior(HERE, GERMANY, ITALY),
            cite="DG-HUN-O1",
        ),
        Automatic(
            sworn(GERMANY),
            "with Romania or Yugoslavia in German hands, Hungary swears to Germany",
            when=~FOR_GOOD & (under("romania", GERMANY) | under("yugoslavia", GERMANY)),
            cite="DG-HUN-O2",
        ),
        Automatic(
            sworn(GERMANY),
            "Germany is at war with the USSR, and Hungary swears to it",
            when=~FOR_GOOD & at_war_with(GERMANY, USSR),
            cite="DG-HUN-O3",
        ),
    ),
    unrest=(
        Unrest(
            "the premier treats with the Allies in secret",
            at_most=SURE,
            when=TREATS,
            though_controlled=True,
            then=(
                Unrest(
                    "the Russians press Hungary",
                    at_most=5,
                    when=occupied_next_to("hungary", USSR),
                    keeps="offer.hungary.ussr",
                    cite="DG-HUN-U2",
                ),
                Unrest(
                    "the Western Allies win the premier over",
                    at_most=9,
                    when=occupied_next_to("hungary", WESTERN),
                    rolls=UK,
                    keeps="offer.hungary.uk",
                    cite="DG-HUN-U3",
                ),
                Unrest(
                    "the ally with the lower successful die has Hungary",
                    at_most=SURE,
                    when=succeeded(SOVIET_DIE, TITLES[USSR]) | succeeded(BRITISH_DIE, TITLES[UK]),
                    then=(
                        Becomes(
                            sworn(USSR),
                            "Hungary swears to the USSR",
                            when=wins(USSR, SOVIET_DIE, BRITISH_DIE),
                            sets=(sets(f"lost-to-axis.{HERE}", True),),
                            cite="DG-HUN-U2",
                            again=True,
                        ),
                        Becomes(
                            sworn(UK),
                            "Hungary swears to the U.K.",
                            when=wins(UK, BRITISH_DIE, SOVIET_DIE),
                            sets=(sets(f"lost-to-axis.{HERE}", True),),
                            cite="DG-HUN-U3",
                            again=True,
                        ),
                        PUT_AWAY,
                    ),
                    cite="DG-HUN-U4",
                ),
            ),
            cite="DG-HUN-U1",
        ),
    ),
    each_turn=(PUT_AWAY,),
    influence=(
        Influence(
            (GERMANY,), "sworn", "Hungary may be brought to an oath", when=from_turn_1() & ~FOR_GOOD, cite="DG-HUN-I1"
        ),
    ),
    countering=(Countering("DG-HUN-I2"),),
    remembers=(
        Family("offer", Count(0, 12), "the die with which {1} would win {0}", (("hungary",), (USSR, UK)), default=0),
    ),
    empire=Empire("DG-HUN-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USSR), "attacked by the Axis, Hungary swears to the USSR", cite="DG-HUN-X1"),),
        allies=(
            Becomes(
                total(GERMANY),
                "attacked by an Ally, Hungary gives itself to Germany",
                when=~FOR_GOOD,
                cite="DG-HUN-L1",
            ),
        ),
    ),
)
