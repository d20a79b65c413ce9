"""Bolivia, Ecuador with the Galapagos Islands, and Peru."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
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
    colony,
    economic,
    forces,
    friendly,
    gone,
    neutral,
    no_unrest,
    nobody_courts,
    sworn,
    total,
)
from legation.books.twg.deeds import BATTLE, DICE, ended
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL, AXIS, GERMANY, USA
from legation.books.twg.vocabulary import (
    HERE,
    at_full_war,
    from_turn_1,
    governs,
    occupied,
    occupied_on,
    stance,
    strongest_on,
    totally_controlled,
    trying,
    under,
    weaker,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, choice, named, number, truth
from legation.core.facts import Count, Family, Flag
from legation.core.rules import Copy, Duty, Limit, Permit, Rule, sets

# -- Bolivia
LOST_ELECTION = number("lost-election.bolivia", "the turn of the last election that Peñaranda lost")
FRIENDLY_AT_MOST = weaker(HERE, USA, "economic")  # better relations never break a stronger alliance


def election(cite: str, *, when: Expr, again: bool = False, optional: bool = False) -> Unrest:
    """Peñaranda stands for president; Quintanilla stays in office if he loses."""
    return Unrest(
        "Peñaranda is elected",
        at_most=3,
        when=when,
        optional=optional,
        brings="penaranda",
        then=(
            Becomes(
                economic(USA),
                "Peñaranda opens trade with the U.S.A.",
                when=FRIENDLY_AT_MOST,
                cite="DG-BOL-U4",
                again=again,
            ),
        ),
        otherwise=(
            Rule(
                "Quintanilla stays in office",
                sets=(sets("lost-election.bolivia", Copy("turn")),),
                cite="DG-BOL-U4",
                again=True,
            ),
        ),
        cite=cite,
    )


BOLIVIA = Neutral(
    "Bolivia",
    value=4,
    army=both(forces(infantry=2)),
    rolls=USA,
    cite="DG-BOL-S1",
    start=both(Start(neutral(), "DG-BOL-S2", government="busch")),
    unrest=(
        Unrest(
            "Busch dies and Quintanilla takes the presidency",
            at_most=7,
            when=governs("busch"),
            brings="quintanilla",
            then=(
                Becomes(friendly(USA), "Quintanilla turns to the U.S.A.", when=FRIENDLY_AT_MOST, cite="DG-BOL-U2"),
                election("DG-BOL-U3", when=governs("quintanilla")),
            ),
            cite="DG-BOL-U1",
        ),
        election(
            "DG-BOL-U5",
            when=governs("quintanilla")
            & ((number("turn", "this turn") - LOST_ELECTION) >= 4).worded(
                "the lost election is [|less than ]four turns ago[ or more|]"
            ),
            again=True,
            optional=True,
        ),
    ),
    influence=(
        Influence(
            (USA,),
            "sworn",
            "the U.S.A. at war may bring Peñaranda's Bolivia to an oath",
            when=at_full_war(USA) & governs("penaranda"),
            cite="DG-BOL-I1",
        ),
    ),
    countering=(Countering("DG-BOL-I2"),),
    governments=("busch", "quintanilla", "penaranda"),
    remembers=(
        Family(
            "lost-election",
            Count(0, 20, "turn"),
            "the turn of the last election in {0} without a winner",
            (("bolivia",),),
            default=0,
        ),
    ),
    empire=Empire("DG-BOL-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Bolivia swears to the U.S.A.", cite="DG-BOL-X1"),),
        allies=(
            Becomes(
                neutral(),
                "attacked by an Ally, Bolivia is Neutral for good",
                sets=(sets("ended.bolivia", True),),
                cite="DG-BOL-L1",
            ),
        ),
    ),
)

# -- Ecuador, and its war with Peru
_ECUADOR, GALAPAGOS = "ecuador", "galapagos-islands"
ECUADOR_FALLS, REPELLED = "Peru conquers Ecuador", "Peru is repelled"
PERUVIAN = named(
    "Ecuador is [part|no part] of Peru",
    truth("peruvian.ecuador", "Peru has[ not] conquered Ecuador") & ~totally_controlled(_ECUADOR),
)
LIBERATION = choice("option.usa-may-liberate-ecuador", "yes", says="the U.S.A. may[ not] liberate a Peruvian Ecuador")
AMERICAS = tuple(
    place
    for continent in ("North America", "South America")
    for place in geography().on(continent, islands=True)
    if place != _ECUADOR
)

ECUADOR = Neutral(
    "Ecuador",
    value=1,
    army=both(forces(infantry=1)),
    cite="DG-ECU-S1",
    start={"1939": Start(friendly(USA), "DG-ECU-S2"), "1942": Start(sworn(USA), "DG-ECU-S3")},
    unrest=no_unrest(
        "presidents come and go in Ecuador without a roll and without breaking with the U.S.A.",
        "DG-ECU-U1",
        when=~PERUVIAN,
    ),
    asked={
        "attack": (
            Permit(
                "the U.S.A. may attack the Peruvians in Ecuador",
                when=trying(USA) & PERUVIAN & LIBERATION,
                cite="DG-ECU-U3",
            ),
            Limit(
                "a Peruvian Ecuador is Neutral, and the U.S.A. may not attack it",
                when=trying(USA) & PERUVIAN,
                cite="DG-PER-U6",
            ),
        ),
    },
    liberators={
        USA: Becomes(
            sworn(USA),
            "liberated from Peru, Ecuador is Sworn to the U.S.A.",
            when=PERUVIAN,
            sets=(sets("peruvian.ecuador", False), sets("liberated.ecuador", True)),
            cite="DG-ECU-U4",
        )
    },
    automatic=(
        Automatic(
            total(USA),
            "with the Axis in the Americas, the U.S.A. takes over Ecuador",
            when=~PERUVIAN
            & named(
                "[an|no] Axis land unit is in the Americas", any_of(*(occupied(place, AXIS) for place in AMERICAS))
            ),
            sets=total(USA).sets(GALAPAGOS, when=~totally_controlled(GALAPAGOS)),  # they have its alliances
            cite="DG-ECU-O1",
        ),
    ),
    influence=(
        Influence(
            (USA,),
            "sworn",
            "the U.S.A. may bring Ecuador to an oath",
            when=from_turn_1() & ~PERUVIAN,
            cite="DG-ECU-I1",
        ),
    ),
    countering=(Countering("DG-ECU-I2"),),
    remembers=(Family("liberated", Flag(), "the U.S.A. has[ not] liberated {0}", ((_ECUADOR,),), default=False),),
    empire=Empire(
        "DG-ECU-C1",
        colonies=(
            colony(
                "Galapagos Islands",
                0,
                "DG-GAL-S1 DG-GAL-S2 DG-GAL-S3 DG-GAL-C1 DG-GAL-X1 DG-GAL-L1",
                start={"1939": friendly(USA), "1942": sworn(USA)},
                axis=total(USA),
                allies=friendly(USA),
                unless=PERUVIAN,
            ),
        ),
    ),
    attacked=Boxes(
        axis=(Becomes(total(USA), "attacked by the Axis, Ecuador is the U.S.A.'s to defend", cite="DG-ECU-X1"),),
        allies=(
            Becomes(
                sworn(USA),
                "once liberated, Ecuador stays Sworn to the U.S.A.",
                when=truth("liberated.ecuador", "the U.S.A. has[ not] liberated Ecuador"),
                cite="DG-ECU-U4",
                again=True,
            ),
            Becomes(friendly(USA), "attacked by an Ally, Ecuador is Friendly to the U.S.A.", cite="DG-ECU-L1"),
        ),
    ),
)

# -- Peru
WENT_TO_WAR = named(
    "Peru has [|never ]gone to war with Ecuador before",
    truth("border-war.peru", "Peru has[ not] gone to war"),
    cite="DG-PER-U5",
)

PERU = Neutral(
    "Peru",
    value=5,
    army=both(forces(infantry=2)),
    rolls=GERMANY,
    cite="DG-PER-S1",
    start=both(Start(neutral(), "DG-PER-S2")),
    automatic=tuple(
        Becomes(
            economic(nation),
            "Peru trades with the strongest nation in South America",
            when=occupied_on("South America", AXIS)
            & ~any_of(*(stance(HERE, n, "sworn", "total") for n in ALL))
            & strongest_on("South America", nation),
            cite="DG-PER-O1",
            again=nation != ALL[0],
        )
        for nation in ALL
    ),
    unrest=(
        Unrest(
            "Peru goes to war with Ecuador",
            at_most=5,
            when=~WENT_TO_WAR & ~occupied(_ECUADOR, ALL) & ~totally_controlled(_ECUADOR),
            then=(
                Rule(
                    "Peru attacks Ecuador in Germany's combat phase",
                    sets=(sets("border-war.peru", True), sets("ordered.border-war", True)),
                    cite="DG-PER-U1",
                    again=True,
                ),
            ),
            cite="DG-PER-U1",
        ),
    ),
    battles=(
        Battle(
            "border-war",
            "Peru attacks Ecuador",
            commander=GERMANY,
            due=~totally_controlled(HERE) & ~under(_ECUADOR, *AXIS),
            duties=(
                Duty(
                    "Germany decides for Peru, which sends at least one infantry, and the U.S.A. for Ecuador",
                    cite="DG-PER-U2",
                ),
            ),
            attackers=(Force(HERE),),
            defenders=(Force(_ECUADOR),),
            to_the_last=(REPELLED,),
            moves_in={ECUADOR_FALLS: ("peru", _ECUADOR)},
            rule="DG-PER-U3",
            outcomes=(ECUADOR_FALLS, REPELLED),
            follows=(
                On(
                    "Ecuador swears to the U.S.A. in return for help",
                    on=BATTLE,
                    at=DICE,
                    when=~totally_controlled(_ECUADOR),
                    sets=sworn(USA).sets(_ECUADOR),
                    then=(
                        Rule(
                            "the Galapagos Islands have the alliances of Ecuador",
                            when=~totally_controlled(GALAPAGOS),
                            sets=sworn(USA).sets(GALAPAGOS),
                            cite="DG-GAL-C1",
                            again=True,
                        ),
                    ),
                    cite="DG-ECU-U2",
                ),
                On(
                    "Ecuador becomes part of Peru, and Neutral",
                    on=BATTLE,
                    when=ended(ECUADOR_FALLS),
                    sets=(*neutral().sets(_ECUADOR), sets("peruvian.ecuador", True), *gone(Force(_ECUADOR))),
                    cite="DG-PER-U3",
                ),
                On(
                    "beaten, Peru makes amends to the U.S.A.",
                    on=BATTLE,
                    when=ended(REPELLED) & ~stance(HERE, USA, "sworn"),
                    sets=economic(USA).sets(HERE),
                    cite="DG-PER-U4",
                ),
            ),
        ),
    ),
    absorbs={_ECUADOR: PERUVIAN},
    influence=nobody_courts("Peru", "DG-PER-I1"),
    remembers=(
        Family("border-war", Flag(), "{0} has[ not] gone to war with Ecuador", (("peru",),), default=False),
        Family("peruvian", Flag(), "Peru has[ not] conquered {0}", ((_ECUADOR,),), default=False),
    ),
    empire=Empire("DG-PER-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USA), "attacked by the Axis, Peru swears to the U.S.A.", cite="DG-PER-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Peru is Neutral", cite="DG-PER-L1"),),
    ),
)
