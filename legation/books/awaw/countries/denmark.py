"""Denmark and the Kattegat, rule 86.1."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import DECLARATION, HELD, POWER, SIDE, SPARED, TAKEN, is_place, upon
from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.schema import WAR_PRICE
from legation.books.awaw.minors.vocabulary import (
    actor_is,
    attacked_this_turn,
    foe_status,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    CURRENT_CLASSIC,
    CURRENT_GS,
    GERMANY,
    NOBODY,
    OLDER,
    RUSSIA,
    WESTERN_ALLIES,
)
from legation.books.awaw.vocabulary import control_is, declared_war, edition
from legation.core.deeds import On, adds
from legation.core.expr import Expr, any_of, choice, named
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, do, done
from legation.core.rules import Permit, Rule, carry_out, sets

__all__ = ["DENMARK"]

STEPS = Steps()

# -- 86.11
PROFILE = profile_of("denmark", f"{NEUTRAL} without forces", "86.11", seats="")

# -- 86.121: one declaration of war for two countries
_both = named("one declaration names [both|only one]", upon("denmark") & upon("norway"), cite="86.38")
AS_ONE = On(
    "one declaration of war names Denmark and Norway: the price of the second is spared",
    "86.121",
    on=DECLARATION,
    at=SPARED,
    when=_both,
    sets=(adds(f"declaration-brps.{POWER}", 0 - WAR_PRICE),),
)

JOINT = Reminded(f"one declaration of {WAR_PRICE} BRPs may name Denmark and Norway", "86.121", site_is("denmark"))

# -- 86.122: Denmark does not resist Germany
NO_RESISTANCE = Rule(
    "Denmark does not resist: Germany has had its hexes, fully supplied, since the player turn began",
    "86.122.no-resist",
    when=actor_is(GERMANY) & status_is("neutral", "hex-control", "independent", country="denmark"),
    sets=(sets("control.copenhagen", AXIS),),
)


@STEPS.step("awaw.minors.denmark-yields")
def denmark_yields(world: World, frame: Frame) -> Directive:
    """A German declaration of war is the conquest of Denmark."""
    german = GERMANY in frame.makers and "denmark" in frame.targets
    yields = carry_out([NO_RESISTANCE], world.scoped(actor=GERMANY if german else NOBODY))[1]
    if not yields:
        return done()
    return do(yields, then="awaw.minors.taken", place="copenhagen", by=GERMANY)


_that_turn = declared_war(GERMANY, "denmark") & attacked_this_turn("denmark")
_from_denmark = _that_turn & site_is("denmark", "copenhagen") & actor_is(AXIS)
AIR = (
    Permit(
        "Axis air units operate from Copenhagen, and from Axis airbases in Danish hexes",
        "86.122.air@older",
        edition(OLDER) & _from_denmark & with_means("air", "airbase"),
    ),
    Permit(
        "Germany and Italy place airbases in Danish hexes; air units operate from them and from Copenhagen",
        "86.122.air@current",
        edition(CURRENT_CLASSIC, CURRENT_GS) & _from_denmark & with_means("air", "airbase"),
    ),
)


# -- 86.13: the Kattegat
HEEDS = (
    On(
        "H33 has a new controller",
        "86.13",
        on=TAKEN,
        at=HELD,
        when=is_place("h33"),
        sets=(sets("h33", str(SIDE)),),
        again=True,
    ),
)


def _shut_to(enemies: tuple[str, ...], side: str) -> Expr:
    """Copenhagen or H33 is in the hands of these enemies, or Denmark is with their side."""
    return any_of(
        control_is("copenhagen", *enemies),
        choice("h33", *enemies, says="the enemy [controls|does not control] H33"),
        foe_status("denmark", side),
    )


_open = any_of(
    actor_is(AXIS) & ~_shut_to((WESTERN_ALLIES, RUSSIA, "allied-partisans"), ALLIED),
    actor_is(ALLIED) & ~_shut_to((AXIS, "axis-partisans"), AXIS),
)
KATTEGAT = (
    Permit(
        "through the Kattegat while Copenhagen and H33 are friendly or neutral", "86.13", site_is("kattegat") & _open
    ),
    Permit(
        "an invasion of D35 from the Baltic while Copenhagen and H33 are friendly or neutral",
        "86.13.d35",
        site_is("d35") & _open,
    ),
)

DENMARK = Country(
    "denmark",
    steps=STEPS,
    declared=(NO_RESISTANCE,),
    actions={
        "operate-from-denmark": Action(
            "may air units operate from Denmark at once?", AIR, False, "86.122.no-resist", "not in this turn"
        ),
        "sail": Action(
            "may ships pass the Kattegat, or troops from the Baltic land in southern Norway?",
            KATTEGAT,
            False,
            "86.13",
            "an enemy holds Copenhagen or H33",
        ),
    },
    sayings={"profile": (PROFILE, JOINT)},
    heeds=(AS_ONE, *HEEDS),
    moments={"declared": ("awaw.minors.denmark-yields",)},
)
