"""Northern Europe: Denmark with its islands, Eire, Estonia, Finland, Norway and Sweden."""

from __future__ import annotations

from legation.books.twg.chart import (
    Automatic,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Influence,
    Neutral,
    Start,
    Unrest,
    both,
    colony,
    economic,
    forces,
    friendly,
    neutral,
    no_unrest,
    nobody_courts,
    sworn,
    total,
)
from legation.books.twg.deeds import ATTACK, FORCE, RAID
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import ALL, AXIS, CHINA, GERMANY, ITALY, UK, USA, USSR, WESTERN
from legation.books.twg.vocabulary import (
    HERE,
    allied,
    always_neutral,
    army_strength,
    friends_of,
    from_turn_1,
    land_strength,
    occupied,
    occupied_next_to,
    stance,
    threatened,
    totally_controlled,
    trying,
    under,
)
from legation.core.deeds import On, filled
from legation.core.expr import Expr, any_of, lift, named, number, sum_of, truth
from legation.core.facts import Count, Family, Flag, Teller
from legation.core.rules import Copy, Duty, Modifier, Permit, Rule, sets
from legation.core.tables import bands, span, upfrom, upto

__all__ = ["DENMARK", "EIRE", "ESTONIA", "FINLAND", "NORWAY", "SWEDEN"]

TURN = number("turn", "this turn")

# -- Denmark: the islands go with it, but Greenland has an ally of its own
ISLANDS = (
    ("Faeroe Islands", 0, 0, UK, "DG-FAE-S1 DG-FAE-S2 DG-FAE-S3 DG-FAE-C1 DG-FAE-X1 DG-FAE-L1"),
    ("Greenland", 2, 1, USA, "DG-GRL-S1 DG-GRL-S2 DG-GRL-S3 DG-GRL-C1 DG-GRL-X1 DG-GRL-L1"),
    ("Iceland", 2, 1, UK, "DG-ICE-S1 DG-ICE-S2 DG-ICE-S3 DG-ICE-C1 DG-ICE-X1 DG-ICE-L1"),
)
ALLY_OF = {slug(name): ally for name, _, _, ally, _ in ISLANDS}
WITH_AMERICA = named("Greenland has[ not] gone its own way to the U.S.A.", allied("greenland", USA))


def swears(island: str, cite: str, *, again: bool = False) -> Rule:
    """An island that nobody holds swears to its own ally."""
    place = geography().places[island].name
    oath = sworn(ALLY_OF[island])
    return Rule(f"{place} is {oath}", cite, ~totally_controlled(island), oath.sets(island), again=again)


def liberated(by: str) -> Becomes:
    """A Western Ally or China takes Denmark from the Axis; the USSR would keep it."""
    first = by == UK
    return Becomes(
        sworn(UK),
        "freed from the Axis, the Danish government returns and swears to the U.K.",
        when=under(HERE, *AXIS),
        then=(
            swears("greenland", "DG-DEN-O2", again=not first),
            swears("faeroe-islands", "DG-FAE-C1", again=True),
            swears("iceland", "DG-ICE-C1", again=True),
        ),
        cite="DG-DEN-O1",
        again=not first,
    )


DENMARK = Neutral(
    "Denmark",
    value=4,
    army={"1939": forces(infantry=2, artillery=1)},
    cite="DG-DEN-S1",
    start={"1939": Start(friendly(UK), "DG-DEN-S2"), "1942": Start(total(GERMANY), "DG-DEN-S3")},
    unrest=no_unrest("the Danish parliament is stable: no unrest rolls are made", "DG-DEN-U1"),
    liberators={nation: liberated(nation) for nation in (*WESTERN, CHINA)},
    influence=(
        Influence(
            (UK,),
            "sworn",
            "Denmark and its islands may be brought to an oath",
            when=from_turn_1() & stance(HERE, UK, "friendly"),
            then=(swears("greenland", "DG-DEN-I2"), swears("iceland", "DG-ICE-I1")),
            cite="DG-DEN-I1",
        ),
    ),
    countering=(Countering("DG-DEN-I3"),),
    empire=Empire(
        "DG-DEN-C1",
        colonies=tuple(
            colony(
                name,
                value,
                cites,
                start={"1939": friendly(UK), "1942": sworn(ally)},
                army=forces(infantry=infantry),
                axis=sworn(ally),
                allies=friendly(ally),
                unless=WITH_AMERICA if ally == USA else None,
            )
            for name, value, infantry, ally, cites in ISLANDS
        ),
    ),
    attacked=Boxes(
        axis=(
            Becomes(
                sworn(UK),
                "attacked by the Axis, Denmark swears to the U.K.",
                then=tuple(swears(island, "DG-DEN-X2", again=island != "iceland") for island in ALLY_OF),
                cite="DG-DEN-X1",
            ),
        ),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Denmark is a friend of the U.K.", cite="DG-DEN-L1"),),
    ),
)

# -- Eire: quarrels pull it down, the Blitz pulls it up
STRUCK = number("british-land-struck.eire", "the last turn with a German or Italian attack on British land")
SYMPATHY = named(
    "[Germany or Italy attacked|neither Germany nor Italy attacked] original British land last turn",
    (STRUCK >= 1).worded("British land has [|never ]been attacked")
    & (STRUCK + 1).is_number(TURN).worded("the last attack on British land was[ not] last turn"),
)
LANDED = truth("landed-next-door.eire", "[|no ]Axis land units have attacked Great Britain or Northern Ireland")
NEXT_DOOR = ("great-britain", "northern-ireland")
CAUGHT = named(
    "[|no ]British forces are caught in an Eire that has just turned Neutral",
    number("turned-away.eire", "the turn in which it turned away")
    .is_number(TURN)
    .worded("it turned away [|not ]this turn")
    & stance(HERE, UK, "neutral")
    & occupied(HERE, UK),
)
BLITZ = On(
    "Eire takes note of an attack on British land",
    when=trying(GERMANY) | trying(ITALY),
    sets=(sets("british-land-struck.eire", Copy("turn")),),
    cite="DG-EIR-O1",
    on=ATTACK | RAID,
    again=True,
)
INVASION = On(
    "Eire will not forget an Axis landing next door",
    when=any_of(*(trying(nation) for nation in AXIS))
    & filled(FORCE, "land", says="[land units come ashore|nothing but aircraft attacks]"),
    sets=(sets("landed-next-door.eire", True),),
    cite="DG-EIR-O3",
    on=ATTACK | RAID,
    again=True,
)

EIRE = Neutral(
    "Eire",
    value=3,
    army={"1939": forces(infantry=1)},
    rolls=UK,
    cite="DG-EIR-S1",
    start={"1939": Start(friendly(UK), "DG-EIR-S2"), "1942": Start(total(UK), "DG-EIR-S3")},
    heeds={place: (BLITZ, INVASION) if place in NEXT_DOOR else (BLITZ,) for place in geography().original(UK)},
    automatic=(
        Automatic(
            total(UK), "with the Axis at its door, Eire joins the U.K. altogether", when=LANDED, cite="DG-EIR-O3"
        ),
    ),
    as_turn_begins=(
        Becomes(
            economic(UK),
            "Neutral Eire feels for the British and trades with them",
            when=SYMPATHY & stance(HERE, UK, "neutral") & ~friends_of(HERE, UK),
            cite="DG-EIR-O1",
        ).rule(),
        Becomes(
            sworn(UK),
            "friendly Eire feels for the British and swears to them",
            when=SYMPATHY & stance(HERE, UK, "friendly"),
            cite="DG-EIR-O2",
        ).rule(),
    ),
    unrest=(  # in this order, so that Eire falls by one step a turn
        Unrest(
            "tariffs or the IRA end the friendship with the U.K.",
            at_most=7,
            when=stance(HERE, UK, "friendly"),
            then=(
                Becomes(
                    neutral(),
                    "Eire turns Neutral",
                    sets=(sets("turned-away.eire", Copy("turn")),),
                    cite="DG-EIR-U1",
                    again=True,
                ),
            ),
            cite="DG-EIR-U1",
        ),
        Unrest(
            "tariffs or the IRA strain the oath to the U.K.",
            at_most=7,
            when=stance(HERE, UK, "sworn"),
            then=(Becomes(friendly(UK), "Eire is no more than a friend", cite="DG-EIR-U2", again=True),),
            cite="DG-EIR-U2",
        ),
    ),
    influence=(Influence((UK,), "sworn", "Eire may be won for an oath", when=from_turn_1(), cite="DG-EIR-I1"),),
    countering=(Countering("DG-EIR-I2"),),
    asked={
        "attack": (
            Permit("the British forces in a Neutral Eire may attack it", when=trying(UK) & CAUGHT, cite="DG-EIR-U3"),
        ),
    },
    reminders=(
        Duty(
            "the British forces in Eire must leave it or attack it this turn",
            when=CAUGHT,
            cite="DG-EIR-U3",
            again=True,
        ),
    ),
    remembers=(
        Family(
            "british-land-struck",
            Count(0, 20, "turn"),
            "the last turn in which Germany or Italy attacked original British land, bombing raids included",
            (("eire",),),
            told_by=Teller.BOARD,
            default=0,
            because="attacks and bombing raids are reported",
        ),
        Family(
            "landed-next-door",
            Flag(),
            "[|no ]Axis land units have attacked Great Britain or Northern Ireland",
            (("eire",),),
            told_by=Teller.BOARD,
            default=False,
            because="attacks are reported",
        ),
        Family(
            "turned-away", Count(0, 20, "turn"), "the last turn in which {0} turned Neutral", (("eire",),), default=0
        ),
    ),
    empire=Empire("DG-EIR-C1"),
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, Eire gives itself to the U.K.", cite="DG-EIR-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Eire is Neutral", cite="DG-EIR-L1"),),
    ),
)

# -- Estonia
ESTONIA = Neutral(
    "Estonia",
    value=2,
    army={"1939": forces(infantry=1)},
    cite="DG-EST-S1",
    start={"1939": Start(friendly(USSR), "DG-EST-S2"), "1942": Start(total(GERMANY), "DG-EST-S3")},
    unrest=no_unrest("no unrest rolls are made for Estonia", "DG-EST-U1"),
    automatic=(
        Automatic(
            total(USSR),
            "foreign forces are in Poland, and Estonia becomes a Soviet republic",
            when=any_of(occupied("western-poland", ALL), occupied("eastern-poland", ALL)),
            cite="DG-EST-O1",
        ),
        Automatic(
            total(USSR),
            "the Red Army is in Estonia, which becomes a Soviet republic",
            when=occupied(HERE, USSR),
            cite="DG-EST-O2",
        ),
    ),
    influence=(
        Influence(
            (USSR,),
            "sworn",
            "friendly Estonia may be brought to an oath",
            when=from_turn_1() & stance(HERE, USSR, "friendly"),
            cite="DG-EST-I1",
        ),
    ),
    countering=(Countering("DG-EST-I2"),),
    empire=Empire("DG-EST-C1"),
    attacked=Boxes(
        axis=(Becomes(total(USSR), "attacked by the Axis, Estonia gives itself to the USSR", cite="DG-EST-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Estonia swears to Germany", cite="DG-EST-L1"),),
    ),
)

# -- Finland
SOVIET_STAGING = named(
    "the Soviet force in Kola and Karelia is[ not] superior to the Finnish army",
    sum_of(land_strength("kola", USSR), land_strength("karelia", USSR)) > army_strength(HERE),
)

FINLAND = Neutral(
    "Finland",
    value=5,
    army={"1939": forces(infantry=3)},
    cite="DG-FIN-S1",
    start={"1939": Start(economic(GERMANY), "DG-FIN-S2"), "1942": Start(total(GERMANY), "DG-FIN-S3")},
    unrest=no_unrest("Mannerheim holds his course: no unrest rolls are made", "DG-FIN-U1"),
    automatic=(
        Automatic(
            sworn(GERMANY),
            "German forces stand at the Finnish border, and Finland opens itself to them",
            when=occupied_next_to("finland", GERMANY),
            cite="DG-FIN-O1",
        ),
        Automatic(
            sworn(GERMANY),
            "a superior Soviet force at the border drives Finland to Germany",
            when=SOVIET_STAGING,
            cite="DG-FIN-O2",
        ),
    ),
    influence=(
        Influence((GERMANY,), "sworn", "Finland may be brought to an oath", when=from_turn_1(), cite="DG-FIN-I1"),
    ),
    countering=(Countering("DG-FIN-I2"),),
    empire=Empire("DG-FIN-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(USSR), "attacked by the Axis, Finland swears to the USSR", cite="DG-FIN-X1"),),
        allies=(Becomes(total(GERMANY), "attacked by an Ally, Finland gives itself to Germany", cite="DG-FIN-L1"),),
    ),
)

# -- Norway: how far a success goes depends on what the Axis could land
NEIGHBOURS_FALL = Modifier(
    lift(2),
    "foreign forces are in Denmark, Sweden or Finland",
    "DG-NOR-U1",
    any_of(*(occupied(place, ALL) for place in ("denmark", "sweden", "finland"))),
)


def won_over(cls: str, label: str, when: Expr, cite: str) -> Influence:
    return Influence((UK,), cls, label, when=when & ~friends_of(HERE, UK), bonus=(NEIGHBOURS_FALL,), cite=cite)


NORWAY = Neutral(
    "Norway",
    value=5,
    army={"1939": forces(infantry=2, artillery=1)},
    rolls=UK,
    cite="DG-NOR-S1",
    start={"1939": Start(neutral(), "DG-NOR-S2"), "1942": Start(total(GERMANY), "DG-NOR-S3")},
    influence=(
        won_over(
            "friendly",
            "Neutral Norway may be won as a friend",
            ~threatened("norway"),
            "DG-NOR-I1",
        ),
        won_over("sworn", "under threat of invasion Norway goes as far as an oath", threatened("norway"), "DG-NOR-U2"),
    ),
    countering=(Countering("DG-NOR-I2"),),
    empire=Empire("DG-NOR-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Norway swears to the U.K.", cite="DG-NOR-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, Norway swears to Germany", cite="DG-NOR-L1"),),
    ),
)

# -- Sweden
MOST_ADDED = 5  # in the whole game
ADDED = number("build-up.sweden", "units that Sweden has added")
FULL = named("Sweden has [added all it can|not added all it can yet]", ADDED >= MOST_ADDED, cite="DG-SWE-U6")


def adds(kind: str, cite: str) -> Rule:
    """One more unit of this kind in the Swedish army."""
    army = f"army.{HERE}.{kind}"
    more = (sets(army, number(army) + 1), sets("build-up.sweden", ADDED + 1))
    return Rule(f"Sweden adds one {kind}", cite, sets=more, again=True)


SWEDEN = Neutral(
    "Sweden",
    value=8,
    army={
        "1939": forces(infantry=3, artillery=1, minor_factory=1),
        "1942": forces(infantry=4, artillery=1, minor_factory=1),
    },
    rolls=UK,
    cite="DG-SWE-S1",
    start=both(Start(neutral(), "DG-SWE-S2")),
    automatic=(Becomes(neutral(), "Sweden stays Neutral", when=always_neutral(HERE), cite="DG-SWE-U1"),),
    unrest=(
        Unrest(
            "Sweden answers the threat of a German or Italian invasion",
            when=~FULL & threatened("sweden"),
            bands=bands(
                upto(7, "an infantry is added", adds("infantry", "DG-SWE-U3"), cite="DG-SWE-U3"),
                span(8, 10, "an artillery is added", adds("artillery", "DG-SWE-U4"), cite="DG-SWE-U4"),
                upfrom(11, "a fighter is added", adds("fighter", "DG-SWE-U5"), cite="DG-SWE-U5"),
            ),
            cite="DG-SWE-U2",
        ),
    ),
    influence=nobody_courts("Sweden", "DG-SWE-I1"),
    remembers=(
        Family("build-up", Count(0, MOST_ADDED), "units that {0} has added in its build-up", (("sweden",),), default=0),
    ),
    empire=Empire("DG-SWE-C1"),
    attacked=Boxes(
        axis=(Becomes(neutral(), "attacked by the Axis, Sweden stays Neutral", cite="DG-SWE-X1"),),
        allies=(Becomes(neutral(), "attacked by an Ally, Sweden stays Neutral", cite="DG-SWE-L1"),),
    ),
)
