"""Iran, Iraq, Oman, and Yemen with its colony Socotra."""

from __future__ import annotations

from legation.books.twg.chart import (
    BEGINS_ANEW,
    GOES_ON,
    PAUSE,
    Anew,
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
    dollars_raise,
    forces,
    friendly,
    gone,
    guests,
    nobody_courts,
    sworn,
    total,
    won,
)
from legation.books.twg.deeds import BATTLE, ended
from legation.books.twg.powers import ALL, ALLIES, AXIS, GERMANY, TITLES, UK
from legation.books.twg.vocabulary import (
    HERE,
    axis_holds,
    governs,
    next_to,
    occupied,
    occupied_next_to,
    place_name,
    stance,
    superior,
    totally_controlled,
    trying,
    under,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, choice, named, number, truth, when_else
from legation.core.facts import Count, Family, Flag
from legation.core.rules import Copy, Limit, Modifier, Permit, Rule, sets

__all__ = ["IRAN", "IRAQ", "OMAN", "YEMEN"]


def axis_rules_next_to(place: str) -> Expr:
    """At least one adjacent territory is under Total Control of an Axis nation; units alone are not enough."""
    return named(
        f"[|no ]land next to {place_name(place)} is under Total Axis Control",
        next_to(place, lambda p: axis_holds(p, *AXIS)),
    )


# -- Iran
BY_FORCE = truth("held-by-force.iran", "[only|not only] British troops hold Iran to its oath")
UNBOUND = (sets("held-by-force.iran", False),)
GARRISON = named("a British garrison of any size keeps Iran Sworn", occupied(HERE, UK), cite="DG-IRN-O2")
OATH_ONLY = named(
    "oil and railways are the oath and no more",
    ~choice("option.iran-rail", "yes", says="[a|no] British garrison opens the railways"),
    cite="DG-IRN-O3",
)

IRAN = Neutral(
    "Iran",
    value=5,
    army=both(forces(infantry=2)),
    cite="DG-IRN-S1",
    start=both(Start(friendly(UK), "DG-IRN-S2")),
    automatic=(
        Automatic(
            sworn(UK),
            "a superior British force brings the Shah to an oath",
            when=superior(HERE, UK),
            sets=(sets("held-by-force.iran", True),),
            cite="DG-IRN-O1",
        ),
        Becomes(
            friendly(UK),
            "the last British troops have left, and Iran is only a friend again",
            when=BY_FORCE & stance(HERE, UK, "sworn") & ~GARRISON,
            sets=UNBOUND,
            cite="DG-IRN-O2",
        ),
    ),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "with the Axis next door, Iran may be won for an oath",
            when=occupied_next_to("iran", AXIS),
            anew={PAUSE: Anew("attempts go on where they stopped when the Axis comes back", "DG-IRN-I2", GOES_ON)},
            cite="DG-IRN-I1",
        ),
    ),
    countering=(Countering("DG-IRN-I3"),),
    asked={
        "rail": (
            Permit(
                "with its garrison in Iran the U.K. has the use of the railways",
                when=trying(UK) & stance(HERE, UK, "sworn") & BY_FORCE & ~OATH_ONLY,
                cite="DG-IRN-O3",
            ),
        ),
    },
    remembers=(
        Family(
            "held-by-force", Flag(), "[only|not only] foreign troops hold {0} to its oath", (("iran",),), default=False
        ),
    ),
    empire=Empire("DG-IRN-C1"),
    attacked=Boxes(
        axis=(
            Becomes(total(UK), "attacked by the Axis, Iran is the U.K.'s to defend", sets=UNBOUND, cite="DG-IRN-X1"),
        ),
        allies=(
            Becomes(sworn(GERMANY), "attacked by an Ally, Iran swears to Germany", sets=UNBOUND, cite="DG-IRN-L1"),
        ),
    ),
)

# -- Iraq
IRAQI, GERMAN = f"army.{HERE}.infantry", f"units.{HERE}.{GERMANY}.infantry"
RAISED = "raised-germans.iraq"  # it was not moved there, so nobody abroad takes it for a march
ORDERED = "ordered.iraqi-attack"
RASHID_ALI = (
    Becomes(
        friendly(GERMANY),
        "Rashid Ali breaks with the U.K. and turns to Germany; one infantry joins his army",
        sets=(sets(IRAQI, number(IRAQI) + 1),),
        cite="DG-IRQ-U2",
    ).rule(),
    Rule(
        "a German infantry takes the place of an Iraqi one",
        sets=(sets(IRAQI, number(IRAQI) - 1), sets(GERMAN, number(GERMAN) + 1), sets(RAISED, 1)),
        cite="DG-IRQ-U3",
    ),
    Rule(
        "Rashid Ali's army will attack the Allied forces in Iraq",
        when=occupied(HERE, ALLIES),
        sets=(sets(ORDERED, True),),
        cite="DG-IRQ-U4",
    ),
)
ANOTHER = any_of(*(trying(nation) for nation in ALL if nation != GERMANY))


ATTACKERS, DEFENDERS = (Force(HERE), *guests(*AXIS)), guests(*ALLIES)
ALLIES_LEFT = {f"only Allied units are left, those of {TITLES[n]} the strongest": n for n in ALLIES}
NO_ALLY_LEFT, NOBODY_LEFT = "no Allied unit is left", "nobody is left"

IRAQ = Neutral(
    "Iraq",
    value=3,
    army=both(forces(infantry=1)),
    rolls=GERMANY,
    cite="DG-IRQ-S1",
    start=both(Start(friendly(UK), "DG-IRQ-S2", government="nuri")),
    remembers=(Family("raised-germans", Count(0, 1), "German infantry raised in {0}", (("iraq",),), default=0),),
    each_turn=(
        Rule(
            "the German infantry raised in Iraq is no more",
            when=(number(GERMAN, "German infantry in Iraq") < 1).worded("[no|some] German infantry is left in Iraq"),
            sets=(sets(RAISED, 0),),
            cite="DG-IRQ-U3",
            again=True,
        ),
    ),
    automatic=(
        Rule(
            "with the Germans next door Rashid Ali seizes power",
            when=governs("nuri") & ~totally_controlled(HERE) & occupied_next_to("iraq", GERMANY),
            sets=(sets(f"government.{HERE}", "rashid-ali"), sets(f"in-power-since.{HERE}", Copy("turn"))),
            then=RASHID_ALI,
            cite="DG-IRQ-O1",
        ),
    ),
    unrest=(
        Unrest(
            "Rashid Ali overthrows Nuri as-Said",
            at_most=5,
            when=governs("nuri"),
            brings="rashid-ali",
            then=RASHID_ALI,
            cite="DG-IRQ-U1",
        ),
    ),
    battles=(
        Battle(
            "iraqi-attack",
            "the Iraqi army, and the German infantry with it, attacks all Allied forces in Iraq",
            commander=GERMANY,
            due=occupied(HERE, ALLIES) & ~under(HERE, *ALLIES),
            allowed=(
                JOIN := Permit(
                    "Germany may add units of its own",
                    when=truth(ORDERED, "the Iraqi army is[ not] about to attack") & ~ANOTHER,
                    cite="DG-IRQ-U5",
                ),
            ),
            attackers=ATTACKERS,
            defenders=DEFENDERS,
            rule="DG-IRQ-U4",
            outcomes=(*ALLIES_LEFT, NO_ALLY_LEFT, NOBODY_LEFT, "both sides hold out"),
            winners=ALLIES_LEFT,
            follows=(
                won(
                    "the Allies have beaten Rashid Ali and take Iraq",
                    "DG-IRQ-U4",
                    *ALLIES_LEFT,
                    sets=gone(*ATTACKERS),
                    again=True,
                ),
                On(
                    "the army of Iraq and all with it are gone",
                    on=BATTLE,
                    when=ended(NOBODY_LEFT),
                    sets=gone(*ATTACKERS),
                    cite="DG-IRQ-U4",
                    again=True,
                ),
                On(
                    "Iraq is free of the Allies",
                    on=BATTLE,
                    when=ended(NO_ALLY_LEFT, NOBODY_LEFT),
                    sets=gone(*DEFENDERS),
                    cite="DG-IRQ-U4",
                    again=True,
                ),
            ),
        ),
    ),
    asked={
        "join": (JOIN,),
        "leave": (
            Limit(
                "the Iraqi army attacks the Allied forces in Germany's turn, before any of theirs",
                when=truth(ORDERED, "the Iraqi army is[ not] about to attack") & any_of(*map(trying, ALLIES)),
                cite="DG-IRQ-U6",
            ),
        ),
    },
    influence=nobody_courts("Iraq", "DG-IRQ-I1"),
    governments=("nuri", "rashid-ali"),
    empire=Empire("DG-IRQ-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Iraq swears to the U.K.", cite="DG-IRQ-X1"),),
        allies=(Becomes(total(GERMANY), "attacked by an Ally, Iraq gives itself to Germany", cite="DG-IRQ-L1"),),
    ),
)

# -- Oman
NO_PAYMENT = named("with the Axis next door no payment is required", axis_rules_next_to("oman"), cite="DG-OMA-U1")

OMAN = Neutral(
    "Oman",
    value=2,
    army=both(forces(infantry=0)),
    rolls=UK,
    cite="DG-OMA-S1",
    start=both(Start(friendly(UK), "DG-OMA-S2")),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "the Sultan may be won for an oath",
            bonus=(Modifier(2, "British troops are in Oman", "DG-OMA-U2", occupied(HERE, UK)),),  # type: ignore[arg-type]
            least=when_else(NO_PAYMENT, 0, 1),
            raises=dollars_raise("DG-OMA-I2"),
            cite="DG-OMA-I1",
        ),
    ),
    countering=(Countering("DG-OMA-I3"),),
    empire=Empire("DG-OMA-C1"),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Oman swears to the U.K.", cite="DG-OMA-X1"),),
        allies=(Becomes(friendly(UK), "attacked by an Ally, Oman is Friendly to the U.K.", cite="DG-OMA-L1"),),
    ),
)

# -- Yemen
THREATENED = axis_rules_next_to("yemen")

YEMEN = Neutral(
    "Yemen",
    value=2,
    army=both(forces(infantry=0)),
    rolls=UK,
    cite="DG-YEM-S1",
    start=both(Start(friendly(UK), "DG-YEM-S2")),
    instantly=(
        Automatic(
            sworn(UK),
            "British troops are in a threatened Yemen, which swears to the U.K. on the spot",
            when=THREATENED & occupied(HERE, UK),
            cite="DG-YEM-O1",
        ),
    ),
    influence=(
        Influence(
            (UK,),
            "sworn",
            "the Imam may be won for an oath",
            bonus=(Modifier(5, "the Axis is next door", "DG-YEM-U1", THREATENED),),  # type: ignore[arg-type]
            least=1,
            raises=dollars_raise("DG-YEM-I2"),
            anew={PAUSE: Anew("a turn without an attempt sets the British back", "DG-YEM-I3", BEGINS_ANEW)},
            cite="DG-YEM-I1",
        ),
    ),
    countering=(Countering("DG-YEM-I4"),),
    empire=Empire(
        "DG-YEM-C1",
        colonies=(
            colony(
                "Socotra",
                0,
                "DG-SOC-S1 DG-SOC-S2 DG-SOC-C1 DG-SOC-X1 DG-SOC-L1",
                start=both(friendly(UK)),
                axis=sworn(UK),
                allies=friendly(UK),
            ),
        ),
    ),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, Yemen and Socotra swear to the U.K.", cite="DG-YEM-X1"),),
        allies=(
            Becomes(friendly(UK), "attacked by an Ally, Yemen and Socotra are Friendly to the U.K.", cite="DG-YEM-L1"),
        ),
    ),
)
