"""The Low Countries: Belgium/Holland and its eight colonies."""

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
    ("Belgian Congo", "BCO", 2),
    ("Suriname", "SUR", 1),
    ("Sumatra", "SUM", 3),
    ("Java", "JAV", 3),
    ("Borneo", "BOR", 3),
    ("Celebes", "CEL", 3),
    ("Timor", "TIM", 1),
    ("New Guinea", "NGU", 2),
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
                code,
                value,
                start={"1939": friendly(UK, FRANCE), "1942": total(FRANCE)},
                axis=total(FRANCE),
                allies=friendly(UK, FRANCE),
                then=(as_french(slug(name), again=True),),
                as_original=FRANCE,
            )
            for name, code, value in COLONIES
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
