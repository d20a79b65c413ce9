"""Persia, rule 88.6: who may enter it, the BRP route through it, and Persian partisans."""

from __future__ import annotations

from legation.books.awaw.brps.worth import booked
from legation.books.awaw.country import Country
from legation.books.awaw.groups.moslem_partisans import Partisans, another, built_this_turn
from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.news import Turned, reminding, turned
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, site_is
from legation.books.awaw.powers import (
    AXIS,
    CURRENT_CLASSIC,
    CURRENT_GS,
    GERMANY,
    MEMBERS,
    NOBODY,
    OLDER,
    RUSSIA,
    WESTERN_ALLIES,
)
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import BOARD, at_war, attacked, control_is, declared_war, edition, turn, war_key
from legation.core.errors import NotFound
from legation.core.expr import any_of, choice, lift, named, number, truth
from legation.core.facts import Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Duty, Limit, Modifier, Permit, Rule, sets
from legation.core.wording import Name, Wording

__all__ = ["PAYERS", "PERSIA", "PERSIANS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
PAYERS = MEMBERS[WESTERN_ALLIES]
JOINTLY = "jointly"
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
FAMILIES = (
    Family(
        "persian-route",
        Choice((NOBODY, JOINTLY, *PAYERS)),
        "who controls Persia since the BRP route was opened",
        default=NOBODY,
    ),
    Family("persian-route-in", Count(0, 60, "turn"), "the turn in which the Persian BRP route was opened", default=0),
    Family(
        "russian-war-in",
        Count(0, 60, "turn"),
        "the turn in which Germany and Russia first went to war",
        told_by=BOARD,
        default=0,
        because="declarations of war are reported",
    ),
    Family("axis-units-in-tehran", Flag(), "[|no ]Axis units stand in Tehran", told_by=BOARD),
)
ROUTE = ~choice("persian-route", NOBODY, says="the Persian BRP route is [closed|open]")

# -- who has declared war on Persia
_russian_war = declared_war(RUSSIA, "persia") & at_war(GERMANY, RUSSIA)
RUSSIA_COUNTS = any_of(
    named(
        "Russia's war on Persia is an Allied one, now that it fights Germany",
        CURRENT & _russian_war,
        cite="88.61.russia@current",
    ),
    named(
        "Russia's war on Persia counts, now that it fights Germany",
        edition(OLDER) & _russian_war,
        cite="88.61.russia@older",
    ),
)
ALLIES_AT_WAR = any_of(declared_war(WESTERN_ALLIES, "persia"), RUSSIA_COUNTS)
WAR = any_of(declared_war(AXIS, "persia"), ALLIES_AT_WAR)
_drawn_in = named("war on Persia or the BRP route has[ not] drawn it in", attacked("persia") | ROUTE)
INVOLVED = any_of(
    named("Persia is[ not] in the war", CURRENT & _drawn_in, cite="88.61.involved@current"),
    edition(OLDER) & _drawn_in,
)


def broke_out(world: World) -> Turned:
    """After a declaration of war: when did Germany and Russia first fight?"""
    found = Turned(world)
    if world.known(war_key(GERMANY, RUSSIA)):
        found.carry(WAR_BROKE_OUT)
    return found


# -- 88.64: the route
MAY_OPEN = Permit(
    "the Western Allies may open the route in any turn after war broke out between Germany and Russia",
    "88.64",
    (number("russian-war-in", "the turn in which Germany and Russia went to war") >= 1).worded(
        "Germany and Russia have[ not] gone to war"
    )
    & (number("russian-war-in") < turn()).worded("that was [before|not before] this turn")
    & ~ROUTE,
)
WAR_BROKE_OUT = Rule(
    "war has first broken out between Germany and Russia",
    MAY_OPEN.cite,
    when=at_war(GERMANY, RUSSIA)
    & (number("russian-war-in", "the turn in which they went to war") < 1).worded(
        "they had [never|already] gone to war"
    ),
    sets=(sets("russian-war-in", turn()),),
    again=True,
)
OPENED = Rule("the Western Allies open the Persian route", MAY_OPEN.cite, again=True)
COST = Modifier(lift(25), "opening the Persian route", "88.64.cost", ~WAR)
CHEAPER = Modifier(lift(15), "opening the route after a declaration of war on Persia", "88.64.cost-reduced", WAR)
TO_THE_PAYER = Rule(
    "Persia is under the power that paid, but for hexes in which Axis units stand",
    "88.641.control@older",
    when=edition(OLDER),
    sets=(sets("control.tehran", WESTERN_ALLIES, ~truth("axis-units-in-tehran", "[|no ]Axis units stand in Tehran")),),
)
TO_ALL = Rule(
    "Persia is under the Western Allies jointly, but for hexes that the Axis control",
    "88.641.control@current",
    when=CURRENT,
    sets=(sets("control.tehran", WESTERN_ALLIES, ~control_is("tehran", AXIS)), sets("persian-route", JOINTLY)),
)
FROM_RUSSIA = Rule(
    "Russian hexes in Persia pass to the Western Allies",
    "88.641.russia",
    when=declared_war(RUSSIA, "persia") | control_is("tehran", RUSSIA),
    sets=(sets("hexes.russia.persia", 0), sets("control.tehran", WESTERN_ALLIES, control_is("tehran", RUSSIA))),
)


@REPORTS.event(
    "persian-route",
    "awaw.minors.persian-route",
    "The Western Allies open the Persian BRP route",
    {"by": "the Western power that pays"},
    cite="88.64",
    words=Wording(
        ("{by} open(s) the Persian BRP route", "{by} pay(s) for the Persian BRP route"),
        {"by": Name(PAYERS)},
        at=("persia",),
    ),
)
def opened(world: World, frame: Frame) -> Directive:
    """The route is paid for, and Persia changes hands."""
    payer = frame.get("by")
    if payer not in PAYERS:
        raise NotFound("Western power", payer, PAYERS)
    MAY_OPEN.demand(world, "the route is open already, or it is not yet a turn after war broke out")
    found = Turned(world)
    for price in (COST, CHEAPER):
        found.add([booked(found.world, payer, -price.added(found.world), price.cite)])
    found.bring(OPENED, {"persian-route": payer, "persian-route-in": world["turn"]})
    found.carry(FROM_RUSSIA, TO_THE_PAYER, TO_ALL)
    return done(found.changes)


# -- entry
_here = site_is("persia")
CLAUSES = {
    "enter": (
        Permit(
            "the route being open, the Axis need no declaration of war on Persia",
            "88.642.entry",
            _here & actor_is(AXIS) & ROUTE,
        ),
        Permit(
            "war has been declared on Persia, or the BRP route is open",
            "88.62.entry",
            _here & ~actor_is("persia") & INVOLVED,
        ),
    ),
}
ACTIONS = {
    "redeploy-by-abadan": Action(
        "may Allied units be redeployed off the board to or from Abadan?",
        (Permit("the Persian route is open", "88.641.abadan", actor_is("allied") & ROUTE),),
        False,
        "88.641.abadan",
        "only by the Allies, with the Persian route open",
    ),
    "redeploy-through": Action(
        "may Allied units be redeployed through the country?",
        (
            Permit(
                "through Persia from the very turn in which the route is opened",
                "88.641.redeploy",
                _here & actor_is("allied") & ROUTE,
            ),
        ),
        False,
        "88.641.redeploy",
        "through Persia only with the route open",
    ),
}
SUPPLY = Duty(
    "Tehran is a limited source of supply for the Allies, while they have it",
    "88.643",
    site_is("persia", "tehran") & control_is("tehran", WESTERN_ALLIES, RUSSIA),
)
PARTIAL = Duty(
    "Axis units that stood in Persia when the route was opened have at least partial supply",
    "88.642.supply",
    ROUTE & (number("persian-route-in") + 1).is_number(turn()).worded("it was[ not] opened a turn ago"),
)

# -- 88.63: partisans
_without_war = named(
    "Persian partisans need neither a declaration of war nor the route", edition(OLDER), cite="88.62.partisans@older"
)
PERSIANS = Partisans(
    "persian",
    "Persian",
    ("persia",),
    (
        Permit(
            "two in Persia at most, as Moslem Unrest results allow",
            "88.63@older",
            (_without_war | (edition(OLDER) & (ALLIES_AT_WAR | ROUTE))) & another("persian"),
        ),
        Permit(
            "two in Persia at most, by Moslem Unrest results, after an Allied declaration of war or with the route",
            "88.63@current",
            CURRENT & another("persian") & (ALLIES_AT_WAR | ROUTE),
        ),
    ),
    Limit("one Persian partisan a turn", "88.63.rate", built_this_turn("persian")),
)


@STEPS.step("awaw.minors.persia-war")
def war_step(world: World, frame: Frame) -> Directive:
    return turned(broke_out(world))


def dossier(world: World, land: str) -> dict[str, object]:
    return {"BRP route": world["persian-route"]} if land == PERSIA.name else {}


PERSIA = Country(
    "persia",
    steps=STEPS,
    events=REPORTS.events,
    declared=(
        RUSSIA_COUNTS,
        INVOLVED,
        MAY_OPEN,
        COST,
        CHEAPER,
        TO_THE_PAYER,
        TO_ALL,
        FROM_RUSSIA,
        PARTIAL,
        WAR_BROKE_OUT,
        PERSIANS,
    ),
    actions=ACTIONS,
    clauses=CLAUSES,
    sayings={"profile": (profile_of("persia", NEUTRAL, "88.61"),), "supply": (SUPPLY,)},
    families=FAMILIES,
    moments={"declared": ("awaw.minors.persia-war",), "turn-begins": ("awaw.minors.persia-war",)},
    reminders=reminding((AXIS, PARTIAL)),
    dossier=dossier,
)
