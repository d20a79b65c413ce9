"""Chile, Colombia, Paraguay and Venezuela."""

from __future__ import annotations

from legation.books.twg.chart import (
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
from legation.books.twg.powers import ALL, AXIS, GERMANY, USA
from legation.books.twg.vocabulary import (
    HERE,
    allied,
    at_full_war,
    friends_of,
    governed_since,
    governs,
    occupied,
    occupied_next_to,
    occupied_on,
    stance,
    strongest_on,
    superior,
    totally_controlled,
)
from legation.core.expr import any_of, named

__all__ = ["CHILE", "COLOMBIA", "PARAGUAY", "VENEZUELA"]

CONTINENT = "South America"
AXIS_HERE = occupied_on(CONTINENT, AXIS)

# -- Chile
GERMAN_ALLY = stance(HERE, GERMANY, "friendly", "sworn")
AS_TURN_BEGAN = GERMAN_ALLY & governed_since(1)  # a coup of this very turn does not count

CHILE = Neutral(
    "Chile",
    value=3,
    army=both(forces(infantry=1)),
    rolls=GERMANY,
    cite="DG-CHL-S1",
    start=both(Start(neutral(), "DG-CHL-S2", government="cerda")),
    unrest=(
        Unrest(
            "with the Axis next door, fascists overthrow Cerda",
            at_most=7,
            when=governs("cerda") & ~GERMAN_ALLY & occupied_next_to("chile", AXIS),
            brings="fascists",
            then=(Becomes(friendly(GERMANY), "fascist Chile is a friend of Germany", cite="DG-CHL-U1", again=True),),
            cite="DG-CHL-U1",
        ),
        Unrest(
            "Cerda's supporters revolt",
            at_most=5,
            when=AS_TURN_BEGAN & ~occupied(HERE, GERMANY),
            brings="cerda",
            then=(Becomes(friendly(USA), "Cerda's Chile is a friend of the U.S.A.", cite="DG-CHL-U2", again=True),),
            cite="DG-CHL-U2",
        ),
    ),
    automatic=(
        Automatic(
            total(GERMANY),
            "a superior German force takes Chile over",
            when=GERMAN_ALLY & superior(HERE, GERMANY),  # without an alliance only an attack leads in
            cite="DG-CHL-O1",
        ),
    ),
    **courted_by(
        USA,
        "friendly",
        "the U.S.A. at war may win Cerda's Chile as a friend",
        "DG-CHL-I1",
        when=at_full_war(USA) & governs("cerda"),
        countering="DG-CHL-I2",
    ),
    governments=("cerda", "fascists"),
    empire=Empire("DG-CHL-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Chile swears to the U.S.A.", cite="DG-CHL-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Chile swears to Germany", cite="DG-CHL-L1"),),
    ),
)

# -- Colombia
COLOMBIA = Neutral(
    "Colombia",
    value=5,
    army=both(forces(infantry=1)),
    cite="DG-COL-S1",
    start={"1939": Start(friendly(USA), "DG-COL-S2"), "1942": Start(sworn(USA), "DG-COL-S3")},
    unrest=no_unrest("no unrest rolls are made, and nothing short of an attack turns Colombia away", "DG-COL-U1"),
    **courted_by(
        USA,
        "sworn",
        "the U.S.A. at war may bring Colombia to an oath",
        "DG-COL-I1",
        when=named("the U.S.A. [went|did not go] to war on an earlier turn", at_full_war(USA), cite="DG-COL-I2"),
        countering="DG-COL-I3",
    ),
    empire=Empire("DG-COL-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Colombia is the U.S.A.'s to defend", cite="DG-COL-X1"),),
        allies=(Becomes(friendly(USA), "attacked by an Ally, Colombia is Friendly to the U.S.A.", cite="DG-COL-L1"),),
    ),
)

# -- Venezuela
VENEZUELA = Neutral(
    "Venezuela",
    value=5,
    army=both(forces(infantry=1)),
    cite="DG-VEN-S1",
    start=both(Start(neutral(), "DG-VEN-S2")),
    unrest=no_unrest("presidents come and go in Venezuela: there are no unrest rolls", "DG-VEN-U1"),
    automatic=(
        Automatic(
            friendly(USA),
            "with the Axis on the continent, Venezuela turns to the U.S.A.",
            when=AXIS_HERE,
            cite="DG-VEN-O1",
        ),
    ),
    **courted_by(
        USA,
        "friendly",
        "the U.S.A. at war may win Venezuela as a friend",
        "DG-VEN-I1",
        when=at_full_war(USA),
        countering="DG-VEN-I2",
    ),
    empire=Empire("DG-VEN-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Venezuela swears to the U.S.A.", cite="DG-VEN-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Venezuela is Neutral", cite="DG-VEN-L1"),),
    ),
)

# -- Paraguay: on the side of the strongest
UNALIGNED = ~any_of(*(allied(HERE, n) for n in ALL))
BOUND = any_of(*(stance(HERE, n, "sworn") for n in ALL)) | totally_controlled(HERE)

PARAGUAY = Neutral(
    "Paraguay",
    value=3,
    army=both(forces(infantry=1)),
    cite="DG-PAR-S1",
    start=both(Start(neutral(), "DG-PAR-S2")),
    automatic=(
        *(
            Becomes(
                friendly(nation),
                "war has come to the continent, and Paraguay sides with the strongest nation there",
                when=UNALIGNED & AXIS_HERE & strongest_on(CONTINENT, nation),
                cite="DG-PAR-O1",
                again=nation != ALL[0],
            )
            for nation in ALL
        ),
        *(
            Becomes(
                friendly(nation),
                "Paraguay goes over to the nation that is now the strongest",
                when=friends_of(HERE, nation) & ~BOUND & AXIS_HERE & strongest_on(CONTINENT, nation),
                cite="DG-PAR-O2",
                again=nation != ALL[0],
            )
            for nation in ALL
        ),
        *(
            Automatic(
                sworn(nation),
                "troops of the nation that Paraguay follows bind it for good",
                when=stance(HERE, nation, "friendly") & occupied(HERE, nation),
                cite="DG-PAR-O3",
                again=nation != ALL[0],
            )
            for nation in ALL
        ),
    ),
    influence=nobody_courts("Paraguay", "DG-PAR-I1"),
    empire=Empire("DG-PAR-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Paraguay swears to the U.S.A.", cite="DG-PAR-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Paraguay swears to Germany", cite="DG-PAR-L1"),),
    ),
)
