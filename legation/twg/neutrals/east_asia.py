"""East Asia: Nepal, Thailand and Tibet."""

from __future__ import annotations

from legation.core.expr import Expr, all_of, any_of, choice, lift, named, number, sum_of, truth
from legation.core.facts import Choice, Count, Family, Flag, Teller
from legation.core.rules import Copy, Limit, Note, Permit, Rule, sets
from legation.twg.chart import (
    SURE,
    Automatic,
    Becomes,
    Boxes,
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
from legation.twg.facts import LAND
from legation.twg.powers import AXIS, FRANCE, GERMANY, JAPAN, TITLES, UK, WESTERN
from legation.twg.vocabulary import HERE, from_turn_1, occupied_next_to, superior, totally_controlled

__all__ = ["NEPAL", "THAILAND", "TIBET"]

NEPAL = Neutral(
    "Nepal",
    value=1,
    army=both(forces(infantry=0)),
    cite="DG-NEP-S1",
    start=both(Start(friendly(UK), "DG-NEP-S2")),
    automatic=(
        Automatic(
            total(UK),
            "with the Axis next door Nepal joins the British cause",
            when=occupied_next_to("nepal", AXIS),
            cite="DG-NEP-O1",
        ),
    ),
    no_influence=Limit("no nation has an influence roll on Nepal", cite="DG-NEP-I1"),
    no_colonies=Note("Nepal has no colonies", cite="DG-NEP-C1"),
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, Nepal is the U.K.'s to defend", cite="DG-NEP-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Nepal is Friendly to the U.K.", cite="DG-NEP-L1"),),
    ),
)

# -- Thailand, and what Japan covets in Indo-China
INDO_CHINA = "indo-china"
TURN = number("turn", "this turn")
FELL = number("france-fell", "the turn in which France fell")
KEEP = {"infantry": 1, "paratroops": 1, "artillery": 2, "armor": 4, "fighter": 4}  # what each unit is worth to France


def _units(nation: str, kind: str) -> Expr:
    place = f"fighters.{INDO_CHINA}.{nation}" if kind == "fighter" else f"units.{INDO_CHINA}.{nation}.{kind}"
    return number(place, f"{kind} of {TITLES[nation]} in Indo-China")


STAYS_FRENCH = named(
    "five, and what the Western units in Indo-China are worth",
    sum_of(lift(5), *(_units(n, kind) * worth for n in WESTERN for kind, worth in KEEP.items())),
)
MEDIATION = named(
    "Japan may mediate between Thailand and France",
    all_of(
        from_turn_1(),
        choice(f"holder.{INDO_CHINA}", FRANCE, says="Indo-China is French"),
        ~choice(f"vichy.{INDO_CHINA}", *AXIS, says="Indo-China has sworn to the Axis"),
        choice("scenario", "1939", says="the game begins before the fall of France"),
        any_of(FELL < 1, FELL >= TURN),
        number(f"vichy-roll.{INDO_CHINA}", "the turn of the last roll for Indo-China") < TURN,
        ~truth(f"rolls-in-its-turn.{INDO_CHINA}", "France rolls for Indo-China in its own turn"),
    ),
)

THAILAND = Neutral(
    "Thailand",
    value=5,
    army={"1939": forces(infantry=2)},
    rolls=FRANCE,
    cite="DG-THA-S1",
    start={"1939": Start(friendly(JAPAN), "DG-THA-S2"), "1942": Start(total(JAPAN), "DG-THA-S3")},
    automatic=(
        Automatic(
            total(JAPAN),
            "a superior Japanese force takes Thailand over",
            when=superior(HERE, JAPAN),
            cite="DG-THA-O1",
        ),
    ),
    limits=(Limit("no money improves the roll for Indo-China", when=MEDIATION, cite="DG-THA-U3"),),
    unrest=(
        Unrest(
            "Japan mediates the cession of Indo-China, and France must roll",
            at_most=SURE,
            when=MEDIATION,
            rolls=JAPAN,
            optional=True,
            though_controlled=True,  # it is Indo-China that is rolled for
            then=(
                Rule(
                    "one roll for Indo-China in a game turn",
                    sets=(sets(f"vichy-roll.{INDO_CHINA}", Copy("turn")),),
                    cite="DG-THA-U1",
                    again=True,
                ),
                Unrest(
                    "Indo-China stays French",
                    at_most=STAYS_FRENCH,
                    rolls=FRANCE,
                    otherwise=(
                        Rule(
                            "Indo-China and the French units in it are Sworn to Japan",
                            sets=(
                                sets(f"vichy.{INDO_CHINA}", JAPAN),
                                *(sets(f"vichy-army.{INDO_CHINA}.{k}", _units(FRANCE, k)) for k in KEEP),
                                *(sets(f"units.{INDO_CHINA}.{FRANCE}.{k}", 0) for k in LAND),
                                sets(f"fighters.{INDO_CHINA}.{FRANCE}", 0),
                            ),
                            cite="DG-THA-U2",
                        ),
                    ),
                    cite="DG-THA-U1",
                    again=True,
                ),
            ),
            cite="DG-THA-U1",
        ),
    ),
    influence=(Influence((JAPAN,), "sworn", "Phibun may be brought to an oath", when=from_turn_1(), cite="DG-THA-I1"),),
    countering=(Permit("the U.K. alone may counter Japan", cite="DG-THA-I2"),),
    remembers=(
        Family("france-fell", Count(0, 20), "the turn in which France fell", told_by=Teller.BOARD, default=0),
        Family(
            "vichy",
            Choice(("none", GERMANY, JAPAN)),
            "the Axis nation to which {0} has sworn",
            ((INDO_CHINA,),),
            default="none",
        ),
        Family("vichy-roll", Count(0, 20), "the turn of the last roll for {0}", ((INDO_CHINA,),), default=0),
        Family(
            "vichy-army",
            Count(0, 60),
            "{1} in {0} that were French and are Sworn to the Axis",
            ((INDO_CHINA,), tuple(KEEP)),
            told_by=Teller.BOARD,
            default=0,
        ),
        Family(
            "fighters",
            Count(0, 60),
            "fighters of {1} in {0}",
            ((INDO_CHINA,), WESTERN),
            told_by=Teller.BOARD,
            default=0,
        ),
        Family(
            "rolls-in-its-turn",
            Flag(),
            "France rolls for {0} in its own turn, as the 1939 rules have it",
            ((INDO_CHINA,),),
            default=False,
        ),
    ),
    no_colonies=Note("Thailand has no colonies", cite="DG-THA-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Thailand swears to the U.K.", cite="DG-THA-X1"),),
        allies=(Becomes(total(JAPAN), "attacked by an Ally, Thailand gives itself to Japan", cite="DG-THA-L1"),),
    ),
)

# -- Tibet
TIBET = Neutral(
    "Tibet",
    value=1,
    army=both(forces(infantry=0)),
    cite="DG-TIB-S1",
    start=both(Start(neutral(), "DG-TIB-S2")),
    limits=(
        Limit(
            "Tibet keeps out of everything, without any roll, as long as nobody attacks it",
            when=choice(f"last-attack.{HERE}", "none", says="nobody has attacked Tibet") & ~totally_controlled(HERE),
            cite="DG-TIB-U1",
        ),
    ),
    no_influence=Limit("no nation has an influence roll on Tibet", cite="DG-TIB-I1"),
    no_colonies=Note("Tibet has no colonies", cite="DG-TIB-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Tibet swears to the U.K.", cite="DG-TIB-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Tibet is Friendly to the U.K.", cite="DG-TIB-L1"),),
    ),
)
