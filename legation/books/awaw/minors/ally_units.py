"""Rules 85.461, 85.462 and 85.46I: bases, operations, redeployment and attacks of minor allies, and Vlasov units."""

from __future__ import annotations

from legation.books.awaw.minors.ally_movement import (
    CURRENT,
    ENTERING,
    IN_REACH,
    IS_ALLY,
    ONLY_ALLIES,
    SAME_FACTION,
    SCANDINAVIANS,
    ClosedTo,
    Open,
    on_front,
    within,
)
from legation.books.awaw.minors.inquiry import Action, Besides
from legation.books.awaw.minors.vocabulary import actor_is, site_is, with_means
from legation.books.awaw.powers import AXIS, BALKANS, HOME, MINORS, POWERS, RUSSIA
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import tally
from legation.core.expr import any_of, choice, named
from legation.core.rules import Limit, Permit

__all__ = ["PROVISIONS"]

NO_RAIDERS = ("spain", "sweden", "turkey", "vichy-france")
LENDERS = ("spain", "vichy-france")

# -- bases
_black_sea = site_is("black-sea")
_rumanian_ships = actor_is("rumania") & with_means("naval", "raid")
RUMANIAN_BASES = Permit("Rumanian ships lie in Black Sea ports", "85.46A.rumania-naval", _rumanian_ships & _black_sea)
_balkan_air = CURRENT & actor_is(*BALKANS) & SAME_FACTION & with_means("air")
NO_AIRBASE = Limit(
    "Balkan air units have no base in another Balkan country of their faction", "85.46A.air@current", _balkan_air
)
_homes = {power: (power, *(place for place, home in HOME.items() if home == power)) for power in POWERS}
_of_its_friend = named(
    "it is[ not] at home with the power that benefits from {Actor}",
    any_of(
        *(actor_is(c) & choice(f"beneficiary.{c}", power) & site_is(*_homes[power]) for c in MINORS for power in POWERS)
    ),
)
CRUISERS = Permit(
    "damaged cruisers are repaired in shipyards of their major ally",
    "85.461.repair",
    with_means("cruiser-repair") & _of_its_friend,
)
BASES = Permit("air and naval units are based where ground units may go", "85.461.base", IN_REACH)

# -- operations
RAIDS = Limit(
    "ships of Spain, Sweden, Turkey and Vichy France do not raid",
    "85.461.raid",
    actor_is(*NO_RAIDERS) & with_means("raid"),
)
RUMANIAN_SHIPS = Limit("Rumanian ships operate in the Black Sea only", "85.461.rumania", _rumanian_ships & ~_black_sea)

# -- on the way
_through = with_means("sea-transport", "naval-redeployment", "strategic-redeployment", "sea-invasion")
TRANSIT = Permit(
    "Spanish units pass the western front on their way to the other two",
    "85.46E.transit",
    actor_is("spain") & _through & on_front("western-front"),
)
BALTIC = Permit(
    "Scandinavian units go by sea through the Baltic and along the Norwegian coast",
    "85.46D.transport",
    actor_is(*SCANDINAVIANS)
    & with_means("sea-transport", "naval-redeployment")
    & site_is("baltic-sea", "norwegian-coast"),
)
LENT = Open(
    "Spanish and Vichy French volunteers redeploy through closed areas",
    "85.461.redeploy",
    actor_is(*LENDERS) & with_means("volunteers"),
)
NOT_THROUGH = Limit("ground units do not redeploy through areas closed to them", "85.461.redeploy", ~IN_REACH)
OVER = Permit(
    "air units fly over closed areas, and stage, as long as they do not land", "85.461.air", with_means("air")
)
NO_LANDING = ClosedTo("they may not come down in a closed area", "85.461.air", with_means("landing") & ~IN_REACH)

# -- attacks
NEXT_TO = Permit("ground units attack next to their area", "85.462", with_means("next-hex"))
NOT_OUT = ClosedTo("they do not advance out of it after combat", "85.462", with_means("advance-out"))

# -- Vlasov units
_policies = tally("russian-occupation-policies") >= 1
_theirs = within(RUSSIA, "poland", "eastern-poland")
CREATED = Permit(
    "after a result of Russian occupation policies, as German minor allies", "85.46I.create", actor_is(AXIS) & _policies
)
VLASOV = Permit(
    "in cities of Russia and Poland that the Axis control and fully supply, and nowhere else", "85.46I.where", _theirs
)

CLAUSES = {
    "enter-controlled": (
        Besides(
            "not even a country whose hexes its side controls, if it is out of its reach", "82.32D", IS_ALLY & ~IN_REACH
        ),
    )
}
ACTIONS = {
    "ally-enters": Action(
        "may ground units of the minor ally go there?",
        ENTERING,
        False,
        "85.46",
        "only their home country and the areas of their own list",
    ),
    "ally-bases": Action(
        "may air or naval units of the minor ally be based there?",
        (
            ONLY_ALLIES,
            RUMANIAN_BASES,
            ClosedTo("Rumanian ships lie in Black Sea ports only", RUMANIAN_BASES.cite, _rumanian_ships),
            NO_AIRBASE,
            CRUISERS,
            BASES,
        ),
        False,
        BASES.cite,
        "only where its ground units may go",
    ),
    "ally-operates": Action(
        "may air or naval units of the minor ally operate there from their bases?",
        (
            ONLY_ALLIES,
            RAIDS,
            RUMANIAN_SHIPS,
            Open("they fly missions into the countries of their faction", NO_AIRBASE.cite, _balkan_air),
        ),
        True,
        BASES.cite,
        "they operate freely from their bases",
    ),
    "ally-redeploys": Action(
        "may units of the minor ally redeploy through there?",
        (ONLY_ALLIES, TRANSIT, BALTIC, LENT, OVER, NO_LANDING, NOT_THROUGH),
        True,
        NOT_THROUGH.cite,
        "it lies in the area of its units",
    ),
    "ally-attacks": Action(
        "may ground units of the minor ally attack or advance there?",
        (ONLY_ALLIES, NEXT_TO, NOT_OUT, Open("inside their area they do both", NEXT_TO.cite, IN_REACH)),
        False,
        NEXT_TO.cite,
        "only in their area or next to it",
    ),
    "create-vlasov": Action(
        "may Vlasov units be created?",
        (CREATED,),
        False,
        CREATED.cite,
        "only after a result of Russian occupation policies",
    ),
    "vlasov-enter": Action(
        "may Vlasov units be built there, or go there?",
        (ClosedTo("there are none yet", CREATED.cite, ~_policies), VLASOV),
        False,
        VLASOV.cite,
        "only in Russia and Poland",
    ),
}

PROVISIONS = Provisions(
    "ally units",
    actions=ACTIONS,
    clauses=CLAUSES,
)
