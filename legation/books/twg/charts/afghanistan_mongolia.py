"""Afghanistan and Mongolia."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
    Battle,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Fee,
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
    neutral,
    sworn,
)
from legation.books.twg.deeds import BATTLE, ended
from legation.books.twg.powers import ALLIES, AXIS, CHINA, JAPAN, TITLES, UK, USSR, title
from legation.books.twg.vocabulary import HERE, from_turn_1, occupied, stance, superior, totally_controlled, trying
from legation.core.deeds import On
from legation.core.expr import Expr, all_of, any_of, choice, named, number, truth
from legation.core.facts import Choice, Count, Family, Flag
from legation.core.rules import Assign, Copy, Duty, Limit, Permit, Rule, sets

__all__ = ["AFGHANISTAN", "MONGOLIA"]

# -- Afghanistan
WON = truth(f"won.{HERE}.{UK}", "the U.K. has[ not] won Afghanistan by influence")
FRIEND, SWORN = stance(HERE, UK, "friendly"), stance(HERE, UK, "sworn")

AFGHANISTAN = Neutral(
    "Afghanistan",
    value=2,
    army=both(forces(infantry=1)),
    rolls=UK,
    cite="DG-AFG-S1",
    start=both(Start(neutral(), "DG-AFG-S2")),
    unrest=(
        Unrest(
            "Afghanistan leans to the U.K.",
            at_most=2,
            when=~WON & ~SWORN,
            then=(Becomes(friendly(UK), "Afghanistan is a friend of the U.K.", cite="DG-AFG-U1", again=True),),
            otherwise=(Becomes(neutral(), "the friendship is not confirmed", when=FRIEND, cite="DG-AFG-U2"),),
            cite="DG-AFG-U1",
        ),
        Unrest(
            "Afghanistan wavers between oath and friendship",
            at_most=2,
            when=WON & (SWORN | FRIEND),
            then=(
                Rule(
                    "the oath becomes friendship, or friendship an oath",
                    sets=(
                        sets(f"stance.{HERE}.{UK}", "friendly", SWORN),
                        sets(f"stance.{HERE}.{UK}", "sworn", FRIEND),
                    ),
                    cite="DG-AFG-U3",
                    again=True,
                ),
            ),
            cite="DG-AFG-U3",
        ),
    ),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "Kabul may be won for an oath",
            fee=Fee(2, "DG-AFG-I1", "$2 open Kabul to British influence", once=True),
            cite="DG-AFG-I2",
        ),
    ),
    countering=(Countering("DG-AFG-I3"),),
    empire=Empire("DG-AFG-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Afghanistan swears to the U.K.", cite="DG-AFG-X1"),),
        allies=(
            Becomes(
                neutral(),
                "attacked by an Ally, Afghanistan is Neutral and deaf to all",
                sets=(sets(f"ended.{HERE}", True),),
                cite="DG-AFG-L1",
            ),
        ),
    ),
)

# -- Mongolia: three neighbours may be its friends, one of them its guest
NEIGHBOURS = (USSR, JAPAN, CHINA)
RISEN_AGAINST = "risen-against.mongolia"


def against(*nations: str) -> Expr:
    """The Mongols have risen against one of these, who was the occupier when they did."""
    named_then = choice(RISEN_AGAINST, *nations, says=f"the Mongols have[ not] risen against {title(*nations)}")
    others = tuple(n for n in NEIGHBOURS if n not in nations)
    untold = choice(
        RISEN_AGAINST, "none", says="[nobody|somebody] has said against whom"
    )  # in games of earlier versions
    alone = occupied(HERE, nations) & ~occupied(HERE, others) if JAPAN in others else occupied(HERE, nations)
    return named(f"the Mongols [rise|do not rise] against {title(*nations)}", any_of(named_then, untold & alone))


def still_holds(nation: str) -> Expr:
    """Who has held the Mongols down is still there."""
    return named(
        f"they [rise against|do not rise against, or no longer find,] {TITLES[nation]}[, who is still there|]",
        against(nation) & occupied(HERE, nation),
    )


AGAINST_JAPAN, AGAINST_AN_ALLY = against(JAPAN), against(USSR, CHINA)
RISERS = (Force(HERE), *guests(*ALLIES, when=AGAINST_JAPAN), *guests(*AXIS, when=AGAINST_AN_ALLY))
HELD_DOWN_BY = (*guests(*AXIS, when=AGAINST_JAPAN), *guests(*ALLIES, when=AGAINST_AN_ALLY))
DRIVEN_OUT, WIPED_OUT = "the occupier is driven out", "the Mongols are wiped out"
NOBODY_LEFT, LEFT_BEFORE = "nobody is left", "the occupier had left before"
BY_OCCUPATION = truth("sworn-by-force.mongolia", "[a|no] superior occupier has sworn Mongolia in")
ROSE = number("rose.mongolia", "the turn in which Mongolia rose")
RISING = truth("ordered.mongolian-revolt", "the Mongols have[ not] taken up arms")


def still_there_besides(nation: str) -> Expr:
    """Another one against whom the Mongols rose before is still there, or comes first in the list."""
    others = [n for n in NEIGHBOURS if n != nation]
    before = NEIGHBOURS[: NEIGHBOURS.index(nation)]
    rose = [
        choice(RISEN_AGAINST, n, says=f"they [rose|never rose] against {TITLES[n]} before") & occupied(HERE, n)
        for n in others
    ]
    mine = choice(RISEN_AGAINST, nation, says=f"they [rose|never rose] against {TITLES[nation]} before")
    return any_of(*rose, *([~mine & occupied(HERE, before)] if before else []))


def tie(nation: str) -> Expr:
    return truth(f"tie.{HERE}.{nation}", f"Mongolia [remembers its|has no] tie with {TITLES[nation]}[| to remember]")


def friends_again() -> tuple[Assign, ...]:
    """Every remembered tie counts again, that of the occupier included."""
    return (
        *(sets(f"stance.{HERE}.{n}", "friendly", tie(n) | stance(HERE, n, "sworn")) for n in NEIGHBOURS),
        sets("sworn-by-force.mongolia", False),
    )


SUPERIOR = named(
    "the occupier is [superior, and Mongolia stays Sworn to it|not superior]",
    any_of(*(superior(HERE, n) for n in NEIGHBOURS)),
    cite="DG-MON-O2",
)
WEAKLY_HELD = occupied(HERE, NEIGHBOURS) & ~SUPERIOR
ARMED_REVOLT = (
    Rule(
        "one infantry joins, and the army will attack the occupier",
        sets=(
            sets(f"army.{HERE}.infantry", number(f"army.{HERE}.infantry") + 1),
            sets("ordered.mongolian-revolt", True),
            *(sets(RISEN_AGAINST, n, occupied(HERE, n) & ~still_there_besides(n)) for n in NEIGHBOURS),
        ),
        cite="DG-MON-U2",
        again=True,
    ),
)
SWORN_ANEW = (sets("sworn-by-force.mongolia", False), sets("rose.mongolia", 0))  # by an attack box
JOIN = Permit("players may add units to either side of the rising", when=RISING, cite="DG-MON-U5")

MONGOLIA = Neutral(
    "Mongolia",
    value=2,
    army=both(forces(infantry=2)),
    rolls=CHINA,
    cite="DG-MON-S1",
    start={"1939": Start(neutral(), "DG-MON-S2"), "1942": Start(friendly(*NEIGHBOURS), "DG-MON-S3")},
    automatic=(
        *(
            Rule(
                "Mongolia remembers who is its friend, beside all others",
                when=stance(HERE, n, "friendly"),
                sets=(sets(f"tie.{HERE}.{n}", True),),
                cite="DG-MON-I2",
                again=n != USSR,
            )
            for n in NEIGHBOURS
        ),
        *(
            Automatic(
                sworn(n),
                "Mongolia swears to a friend who occupies it with a superior force",
                when=stance(HERE, n, "friendly") & superior(HERE, n),
                sets=(sets("sworn-by-force.mongolia", True), sets("rose.mongolia", 0)),
                cite="DG-MON-O1",
                again=n != USSR,
            )
            for n in NEIGHBOURS
        ),
        Rule(
            "the occupier has left, and Mongolia is everybody's friend again",
            when=all_of(
                BY_OCCUPATION,
                ~totally_controlled(HERE),
                *(~(stance(HERE, n, "sworn") & occupied(HERE, n)) for n in NEIGHBOURS),
            ),
            sets=friends_again(),
            cite="DG-MON-O2",
        ),
    ),
    unrest=(
        Unrest(
            "the Mongols revolt against a weak occupier",
            at_most=7,
            when=WEAKLY_HELD & (ROSE < 1).worded("the Mongols have [never|already] risen"),
            then=(
                Rule(
                    "Mongolia goes back to friendship",
                    sets=(*friends_again(), sets("rose.mongolia", Copy("turn"))),
                    cite="DG-MON-U1",
                    again=True,
                ),
                Unrest("the Mongols take up arms at once", at_most=7, then=ARMED_REVOLT, cite="DG-MON-U2", again=True),
            ),
            cite="DG-MON-U1",
        ),
        Unrest(
            "the Mongols take up arms",
            at_most=7,
            when=all_of(
                WEAKLY_HELD,
                (ROSE >= 1).worded("the Mongols have [|never ]risen"),
                (number("turn", "this turn") > ROSE).worded("that was [in an earlier|only this] turn"),
            ),
            then=ARMED_REVOLT,
            cite="DG-MON-U2",
        ),
    ),
    influence=(
        Influence(
            NEIGHBOURS,
            "friendly",
            "Mongolia may be won as a friend",
            when=from_turn_1(),
            beside=True,
            cite="DG-MON-I1",
        ),
    ),
    countering=(
        Countering("DG-MON-I4", (USSR, CHINA)),
        Countering("DG-MON-I5", (JAPAN,)),
    ),
    asked={
        "enter": (
            JOIN,
            Limit(
                "another nation is in Mongolia already: only an attack leads in",
                when=any_of(*(occupied(HERE, n) & ~trying(n) for n in NEIGHBOURS)),
                cite="DG-MON-I3",
            ),
        ),
        "join": (JOIN,),
    },
    battles=(
        Battle(
            "mongolian-revolt",
            "the Mongols attack their occupier",
            commander={USSR: AGAINST_JAPAN, JAPAN: AGAINST_AN_ALLY},
            due=named(
                "the Mongols attack, come what may, whoever has held them down and is still there",
                any_of(*map(still_holds, NEIGHBOURS)),
                cite="DG-MON-U4",
            ),
            allowed=(JOIN,),
            attackers=RISERS,
            defenders=HELD_DOWN_BY,
            unfought=(LEFT_BEFORE,),
            rule="DG-MON-U3",
            outcomes=(DRIVEN_OUT, WIPED_OUT, NOBODY_LEFT, "both sides hold out", LEFT_BEFORE),
            follows=(
                On(
                    "Mongolia is free of its occupier",
                    on=BATTLE,
                    when=ended(DRIVEN_OUT, NOBODY_LEFT, LEFT_BEFORE),
                    sets=gone(*HELD_DOWN_BY),
                    cite="DG-MON-U3",
                ),
                On(
                    "no Mongol is left",
                    on=BATTLE,
                    when=ended(WIPED_OUT, NOBODY_LEFT),
                    sets=gone(*RISERS),
                    cite="DG-MON-U3",
                    again=True,
                ),
            ),
        ),
    ),
    in_battle=(
        Duty(
            "the Mongols fight for the defender and are the last casualties it takes",
            when=any_of(
                *(
                    trying(a) & (tie(a) | stance(HERE, a, "friendly")) & occupied(HERE, d)
                    for a in NEIGHBOURS
                    for d in NEIGHBOURS
                    if a != d
                )
            ),
            cite="DG-MON-U6",
        ),
    ),
    remembers=(
        Family(
            "risen-against",
            Choice(("none", *NEIGHBOURS), ("nobody", *(TITLES[n] for n in NEIGHBOURS))),
            "the occupier against whom {0} has taken up arms",
            (("mongolia",),),
            default="none",
        ),
        Family("sworn-by-force", Flag(), "[a|no] superior occupier has sworn {0} in", (("mongolia",),), default=False),
        Family(
            "rose", Count(0, 20, "turn"), "the turn in which {0} rose against an occupier", (("mongolia",),), default=0
        ),
    ),
    empire=Empire("DG-MON-C1"),
    attacked=Boxes(
        axis=(
            Becomes(
                sworn(USSR),
                "attacked by the Axis, Mongolia swears to the USSR",
                sets=SWORN_ANEW,
                cite="DG-MON-X1",
            ),
        ),
        allies=(
            Becomes(
                sworn(JAPAN),
                "attacked by an Ally, Mongolia swears to Japan",
                sets=SWORN_ANEW,
                cite="DG-MON-L1",
            ),
        ),
    ),
)
