"""Rules 86.1, 86.2, 86.43 to 86.5: Denmark and the Kattegat, Finns and Swedes, and where Scandinavian allies go."""

from __future__ import annotations

from legation.awaw.deeds import HELD, SIDE, TAKEN, is_place
from legation.awaw.minors.control import WAR_PRICE
from legation.awaw.minors.inquiry import Action, Topic
from legation.awaw.minors.lands import TWINS, VALUED_BY
from legation.awaw.minors.news import Reminded
from legation.awaw.minors.western_europe import one_declaration
from legation.awaw.minors.words import (
    actor_is,
    actor_status,
    attacked_this_turn,
    foe_status,
    site_is,
    status_is,
    with_means,
)
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BRP_VALUES,
    CURRENT_CLASSIC,
    CURRENT_GS,
    GERMANY,
    HOME,
    LANDS,
    MEMBERS,
    NOBODY,
    OLDER,
    RUSSIA,
    WESTERN_ALLIES,
)
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import (
    at_war,
    border_war_fought,
    control_is,
    declared_war,
    edition,
)
from legation.core.deeds import On
from legation.core.expr import Expr, any_of, choice
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, do, done
from legation.core.rules import Duty, Permit, Rule, bespoke, carry_out, sets

__all__ = ["PROVISIONS"]

STEPS = Steps()
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
FORCES = {"denmark": " without forces"}
NORTHERN = ("finland", "norway", "sweden")

# -- 86.121 and 86.38: one declaration of war for two countries
PAID = Rule("a declaration of war on a minor country is paid for", "82.41.cost", again=True)
TOGETHER = ("denmark", "norway")
_both = tuple(attacked_this_turn(country) for country in TOGETHER)
JOINT = (
    Reminded(f"one declaration of {WAR_PRICE} BRPs may name Denmark and Norway", "86.121", site_is("denmark")),
    Reminded(f"one declaration of {WAR_PRICE} BRPs may name Norway and Denmark", "86.38", site_is("norway")),
)


@bespoke("86.121", reads=_both)
def as_one(world: World, declared_on: list[str]) -> bool:
    """One declaration of war may name Denmark and Norway."""
    return all(country in declared_on for country in TOGETHER)


@bespoke("86.38", reads=_both)
def spared(world: World, as_one: bool) -> int:
    """One declaration on Norway and Denmark costs what one on either would: the price of the other is spared."""
    return WAR_PRICE if as_one else 0


def price(world: World, makers: list[str], targets: list[str]) -> int:
    """What these declarations cost: Denmark and Norway named together are one, so are Belgium and Luxembourg."""
    fresh = [
        country
        for country in dict.fromkeys(t for t in targets if t in LANDS and t not in TWINS)
        if world[f"attacked-in.{country}"] == world["turn"] and world[f"attacked-by.{country}"] in makers
    ]
    by = {t: (world[f"attacked-by.{t}"], world[f"attacked-by.{TWINS[t]}"]) for t in _new_twins(world, targets)}
    twins = [t for t, attackers in by.items() if not {*attackers}.isdisjoint(makers)]
    full = (len(fresh) + len(twins)) * WAR_PRICE
    return full - spared(world, as_one(world, fresh)) - one_declaration(world, twins, WAR_PRICE)


def _new_twins(world: World, targets: list[str]) -> list[str]:
    """Belgium and Luxembourg, if war was not declared on them before."""
    return [t for t in dict.fromkeys(targets) if t in TWINS and not world[f"attacked-in.{t}"]]


@STEPS.step("awaw.minors.war-price")
def war_price(world: World, frame: Frame) -> Directive:
    """What the declaration costs; the Western Allies declare war as one, others each for itself."""
    brps = price(world, frame.makers, frame.targets)
    western = [maker for maker in frame.makers if maker in MEMBERS[WESTERN_ALLIES]]
    payers = [maker for maker in frame.makers if maker not in western[1:]]
    facts = {f"attacked-in.{t}": world["turn"] for t in _new_twins(world, frame.targets)}
    for power in payers if brps else ():
        fact, last = f"declaration-brps.{power}", f"declared-in.{power}"
        before = world[fact] if world[last] == world["turn"] else 0
        facts |= {fact: before + brps, last: world["turn"]}
    return done(PAID.brings(world, facts) if facts else ())


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


MOMENTS = {"declared": ("awaw.minors.war-price", "awaw.minors.denmark-yields")}

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
        CURRENT & _from_denmark & with_means("air", "airbase"),
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
        choice("h33", *enemies, says="the enemy controls H33"),
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

# -- 86.24 to 86.5: Finns, Swedes and Norwegians
TOUGH = {"finland": ("Finnish", "86.25"), "sweden": ("Swedish", "86.44")}


def _lands(*countries: str) -> tuple[str, ...]:
    """Countries with the named places in them."""
    return (*countries, *(place for place, home in HOME.items() if home in countries))


SWEDES = Permit(
    "Swedish infantry fights in Finland once its border war with Russia has become a full war",
    "86.43",
    actor_is("sweden")
    & site_is(*_lands("finland"), "finnish-border-hexes")
    & with_means("ground")
    & border_war_fought("finland")
    & (declared_war(RUSSIA, "finland") | at_war(RUSSIA, "finland")),
)
_northern_ally = actor_is(*NORTHERN) & actor_status("ally")
_at_home = site_is(*_lands(*NORTHERN), "finnish-border-hexes")
ENTRY = (
    Permit(
        "the three countries, and Russian hexes at the Finnish border",
        "86.51@older",
        edition(OLDER) & _northern_ally & (_at_home | site_is("next-to-finland")),
    ),
    Permit(
        "the three countries, and Russian hexes up to three from the Finnish border, over land",
        "86.51@current",
        CURRENT & _northern_ally & (_at_home | site_is("next-to-finland", "near-finland")),
    ),
    Permit(
        "their ground and air units go by sea through the Baltic and along the Norwegian coast",
        "86.51.transport",
        _northern_ally & site_is("baltic-sea", "norwegian-coast") & with_means("sea-transport", "naval-redeployment"),
    ),
)

SAYINGS = {
    "profile": (
        *(
            Duty(
                f"a neutral minor country{FORCES.get(country, '')}, worth {BRP_VALUES[country]} BRPs",
                cite,
                site_is(country),
            )
            for country, cite in VALUED_BY.items()
        ),
        *JOINT,
        Duty(
            "Russia and Finland may fight for the Finnish border hexes",
            "86.24",
            site_is("finland", "finnish-border-hexes"),
        ),
    )
}
TOPICS = {
    "defence": Topic(
        "what modifies the defence of units outside their country",
        tuple(
            Duty(
                f"no -1 for the defence of {tough} units outside their own country",
                cite,
                actor_is(country) & ~site_is(*_lands(country)),
            )
            for country, (tough, cite) in TOUGH.items()
        ),
    ),
}
ACTIONS = {
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
    "swedes-in-finland": Action(
        "may Swedish infantry fight in Finland?", (SWEDES,), False, SWEDES.cite, "only in a full Russo-Finnish war"
    ),
    "northern-ally-enters": Action(
        "may units of a Scandinavian ally be there?", ENTRY, False, ENTRY[0].cite, "it is too far from home"
    ),
}

PROVISIONS = Provisions(
    "scandinavia",
    steps=STEPS,
    declared=(as_one, spared, NO_RESISTANCE),
    actions=ACTIONS,
    topics=TOPICS,
    sayings=SAYINGS,
    heeds=HEEDS,
    moments=MOMENTS,
)
