"""Nepal, Thailand and Tibet."""

from __future__ import annotations

from legation.books.twg.chart import (
    SURE,
    Automatic,
    Becomes,
    Boxes,
    Empire,
    Neutral,
    Start,
    Unrest,
    both,
    courted_by,
    forces,
    friendly,
    neutral,
    no_unrest,
    nobody_courts,
    sworn,
    total,
)
from legation.books.twg.powers import ALLIES, AXIS, FRANCE, JAPAN, UK
from legation.books.twg.vocabulary import (
    HERE,
    from_turn_1,
    occupied,
    occupied_next_to,
    superior,
    totally_controlled,
    with_1939_rules,
)
from legation.books.twg.war.vichy import FREE, goes_over
from legation.books.twg.war.war_status import INDO_CHINA
from legation.core.expr import all_of, any_of, choice, named, number
from legation.core.rules import Copy, Duty, Limit, Rule, sets

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
    influence=nobody_courts("Nepal", "DG-NEP-I1"),
    empire=Empire("DG-NEP-C1"),
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, Nepal is the U.K.'s to defend", cite="DG-NEP-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Nepal is Friendly to the U.K.", cite="DG-NEP-L1"),),
    ),
)

# -- Thailand, and what Japan covets in Indo-China
TURN = number("turn", "this turn")
FELL = number("france-fell", "the turn in which France fell")
MEDIATION = named(
    "Japan may[ not] mediate between Thailand and France",
    all_of(
        from_turn_1(),
        choice(f"holder.{INDO_CHINA}", FRANCE, says="Indo-China is[ not] French"),
        ~choice(f"vichy.{INDO_CHINA}", *AXIS, says="Indo-China has[ not] sworn to the Axis"),
        choice("scenario", "1939", says="the game begins [before|after] the fall of France"),
        any_of(
            (FELL < 1).worded("France has [not fallen|fallen]"),
            (FELL >= TURN).worded("France fell [|not ]this turn"),
        ),
        (number(f"vichy-roll.{INDO_CHINA}", "the turn of the last roll for Indo-China") < TURN).worded(
            "Indo-China has [not yet had its|had its] roll this turn"
        ),
        ~with_1939_rules(),  # with them France rolls in its own turn
    ),
)
FOR_UNREST = choice("rolling", "unrest", says="the roll is[ not] for unrest")

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
    reminders=(
        Duty(
            "Allied units in an Indo-China that has sworn to Japan leave it, or attack it if they may",
            "DG-AFF-18",
            when=all_of(
                choice(f"vichy.{INDO_CHINA}", *AXIS, says="Indo-China has[ not] sworn to the Axis"),
                occupied(INDO_CHINA, ALLIES),
                ~with_1939_rules(),  # with them each Ally is asked in its own turn
            ),
            again=True,
        ),
    ),
    asked={"pay": (Limit("no money improves the roll for Indo-China", when=FOR_UNREST, cite="DG-THA-U3"),)},
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
                    at_most=FREE[INDO_CHINA],
                    rolls=FRANCE,
                    otherwise=(
                        Rule(
                            "Indo-China and the French units in it are Sworn to Japan",
                            sets=goes_over(INDO_CHINA, JAPAN),
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
    **courted_by(
        JAPAN,
        "sworn",
        "Phibun may be brought to an oath",
        "DG-THA-I1",
        countering="DG-THA-I2",
    ),
    empire=Empire("DG-THA-C1"),
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
    unrest=no_unrest(
        "Tibet keeps out of everything, without any roll, as long as nobody attacks it",
        "DG-TIB-U1",
        when=choice(f"last-attack.{HERE}", "none", says="[nobody|somebody] has attacked Tibet")
        & ~totally_controlled(HERE),
    ),
    influence=nobody_courts("Tibet", "DG-TIB-I1"),
    empire=Empire("DG-TIB-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Tibet swears to the U.K.", cite="DG-TIB-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Tibet is Friendly to the U.K.", cite="DG-TIB-L1"),),
    ),
)
