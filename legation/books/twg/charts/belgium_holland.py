"""Belgium/Holland and its eight colonies."""

from __future__ import annotations

from legation.books.twg.chart import (
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    colony,
    forces,
    friendly,
    no_unrest,
    total,
)
from legation.books.twg.map.geography import slug
from legation.books.twg.powers import FRANCE, GERMANY, UK
from legation.books.twg.vocabulary import HERE, at_full_war, held_by_another, stance
from legation.core.expr import all_of
from legation.core.rules import Rule, sets

__all__ = ["BELGIUM_HOLLAND"]

COLONIES = (
    ("Belgian Congo", 2, "DG-BCO-S1 DG-BCO-S2 DG-BCO-S3 DG-BCO-C1 DG-BCO-X1 DG-BCO-L1"),
    ("Suriname", 1, "DG-SUR-S1 DG-SUR-S2 DG-SUR-S3 DG-SUR-C1 DG-SUR-X1 DG-SUR-L1"),
    ("Sumatra", 3, "DG-SUM-S1 DG-SUM-S2 DG-SUM-S3 DG-SUM-C1 DG-SUM-X1 DG-SUM-L1"),
    ("Java", 3, "DG-JAV-S1 DG-JAV-S2 DG-JAV-S3 DG-JAV-C1 DG-JAV-X1 DG-JAV-L1"),
    ("Borneo", 3, "DG-BOR-S1 DG-BOR-S2 DG-BOR-S3 DG-BOR-C1 DG-BOR-X1 DG-BOR-L1"),
    ("Celebes", 3, "DG-CEL-S1 DG-CEL-S2 DG-CEL-S3 DG-CEL-C1 DG-CEL-X1 DG-CEL-L1"),
    ("Timor", 1, "DG-TIM-S1 DG-TIM-S2 DG-TIM-S3 DG-TIM-C1 DG-TIM-X1 DG-TIM-L1"),
    ("New Guinea", 2, "DG-NGU-S1 DG-NGU-S2 DG-NGU-S3 DG-NGU-C1 DG-NGU-X1 DG-NGU-L1"),
)
MEMBERS = (HERE, *(slug(name) for name, _, _ in COLONIES))


def as_french(place: str, *, again: bool = False) -> Rule:
    return Rule(
        "it counts as original French land",
        sets=(sets(f"as-original.{place}", FRANCE),),
        cite="DG-BEL-X2",
        again=again,
    )


def to_france(place: str) -> Rule:
    """Full war of the U.K. and France brings a member that nobody else holds to France."""
    return Rule(
        "at war beside the U.K., France takes the Belgian and Dutch possessions in hand",
        when=all_of(
            at_full_war(UK), at_full_war(FRANCE), ~stance(place, FRANCE, "total"), ~held_by_another(place, FRANCE)
        ),
        sets=total(FRANCE).sets(place),
        then=(as_french(place, again=True),),
        cite="DG-BEL-O1",
        again=place != HERE,
    )


BELGIUM_HOLLAND = Neutral(
    "Belgium/Holland",
    value=5,
    army={"1939": forces(infantry=3, artillery=1, minor_factory=1)},
    cite="DG-BEL-S1",
    start={
        "1939": Start(friendly(UK, FRANCE), "DG-BEL-S2"),
        "1942": Start(total(GERMANY), "DG-BEL-S3", as_original=FRANCE),
    },
    unrest=no_unrest("both governments are stable: no unrest rolls are made", "DG-BEL-U1"),
    automatic=tuple(to_france(place) for place in MEMBERS),
    influence=(Influence((FRANCE,), "sworn", "all Belgian and Dutch land swears to France", cite="DG-BEL-I1"),),
    countering=(Countering("DG-BEL-I2"),),
    empire=Empire(
        "DG-BEL-C1",
        colonies=tuple(
            colony(
                name,
                value,
                cites,
                start={"1939": friendly(UK, FRANCE), "1942": total(FRANCE)},
                axis=total(FRANCE),
                allies=friendly(UK, FRANCE),
                then=(as_french(slug(name), again=True),),
                as_original=FRANCE,
            )
            for name, value, cites in COLONIES
        ),
        also=("DG-COL-5",),
    ),
    attacked=Boxes(
        axis=(
            Becomes(
                total(FRANCE),
                "attacked by the Axis, all Belgian and Dutch land is Free French",
                then=(as_french(HERE),),
                cite="DG-BEL-X1",
            ),
        ),
        allies=(
            Becomes(
                friendly(UK, FRANCE), "attacked by an Ally, it is Friendly to the U.K. and France", cite="DG-BEL-L1"
            ),
        ),
    ),
)
