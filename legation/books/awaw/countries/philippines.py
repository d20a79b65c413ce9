"""The Philippines, rules 84.31 and 89.4."""

from __future__ import annotations

from legation.books.awaw.brps.worth import WORTH, paid
from legation.books.awaw.country import Country
from legation.books.awaw.minors.inquiry import RoomLeft, cap
from legation.books.awaw.minors.news import Turned, turned
from legation.books.awaw.minors.profiles import brps
from legation.books.awaw.minors.vocabulary import site_is, status_is
from legation.books.awaw.powers import ALLIED, CURRENT_CLASSIC, CURRENT_GS, JAPAN, OLDER, USA, WESTERN_ALLIES
from legation.books.awaw.vocabulary import at_war, conquered, control_is, edition
from legation.core.expr import bound, named, number, truth, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Duty, Rule, carry_out, sets

__all__ = ["PHILIPPINES"]

STEPS = Steps()
HERE = "philippines"
ISLANDS = ("Luzon", "Mindanao", "Palawan", "Mindoro", "Panay", "Negros", "Cebu", "Leyte", "Samar")

# -- 84.31: associated from the start
FILIPINOS = Duty(
    "the Philippines are associated with the United States from the start, their forces on the board",
    "84.31.status",
    site_is("philippines") & status_is("associate"),
)
_worth = bound(WORTH, country="philippines")
PAID_IN_WAR = Rule(
    "the United States book the Philippines when their first player turn of the war with Japan begins",
    "84.31.brp@older",
    when=named(
        "war with Japan brings the BRPs of the Philippines",
        ~named(
            "the BRPs of the Philippines are[ not] in the American total of Fall 1939",
            edition(CURRENT_CLASSIC, CURRENT_GS),
            cite="84.31.brp@current",
        )
        & at_war(USA, JAPAN)
        & status_is("associate", country="philippines")
        & (number("brp-grant.philippines", "BRPs of the Philippines in the American total") < 1).worded(
            "the BRPs of the Philippines are [not yet|already] in the American total"
        ),
        cite="89.42@older",
    ),
    sets=(sets("brp-grant.philippines", _worth), paid(USA, _worth)),
)


@STEPS.step("awaw.minors.philippines-pay")
def pays(world: World, frame: Frame) -> Directive:
    return done(carry_out([PAID_IN_WAR], world)[1] if frame.side == ALLIED else ())


# -- 89.43: Manila falls
_first = control_is("manila", JAPAN) & ~truth(
    f"overrun.{HERE}", "Japan [had|did not have] all of the Philippines before"
)
UNITS = Rule(
    "all Allied ground units left in the Philippines surrender and go back to their force pools",
    "89.43.units",
    when=_first,
    sets=(sets(f"factors.{WESTERN_ALLIES}.ground.{HERE}", 0), sets(f"present.{WESTERN_ALLIES}.ground.{HERE}", False)),
)
SHIPS = Rule(
    "American naval units in the Philippines are displaced",
    "89.43.naval",
    when=_first,
    sets=(sets(f"factors.{WESTERN_ALLIES}.naval.{HERE}", 0), sets(f"present.{WESTERN_ALLIES}.naval.{HERE}", False)),
)
HEXES = Rule(
    "Japan has every hex of the Philippines, also those in which Allied units stand",
    "89.43.hexes",
    when=_first,
    sets=(sets(f"overrun.{HERE}", True),),
)


@STEPS.step("awaw.minors.manila-taken")
def taken(world: World, frame: Frame) -> Directive:
    found = Turned(world)
    found.carry(UNITS, SHIPS, HEXES, tell=True)
    return turned(found)


# -- 89.41 to 89.44
PROFILE = (
    FILIPINOS,
    Duty(
        f"associated with the United States; {len(ISLANDS)} islands: {', '.join(ISLANDS)}",
        "89.41",
        site_is("philippines"),
    ),
    Duty(
        f"its {brps('philippines')} BRPs are in the American total of Fall 1939",
        "89.42@current",
        site_is("philippines") & edition(CURRENT_CLASSIC, CURRENT_GS),
    ),
    Duty("two Filipino 1-2s are on the board from the start", "89.44.start", site_is("philippines")),
)
ROOMS = {
    "filipino-rebuilding": RoomLeft(
        "Filipino 1-2s that may still be rebuilt this turn",
        (
            cap(
                "one 1-2 a turn, free, until the Philippines are conquered",
                "89.44.rebuild",
                when_else(conquered(HERE), 0, 1),
                number(f"rebuilt.{HERE}", "rebuilt this turn"),
                site_is(HERE),
            ),
        ),
        only=("philippines",),
    )
}


def starts(edition: str) -> dict[str, object]:
    """The American total of Fall 1939 has their BRPs, but for the older text."""
    paid = {} if edition == OLDER else {f"brp-grant.{HERE}": brps(HERE)}
    return {f"status.{HERE}": "associate", f"beneficiary.{HERE}": USA, f"deployed.{HERE}": True, **paid}


PHILIPPINES = Country(
    HERE,
    steps=STEPS,
    declared=(PAID_IN_WAR, UNITS, SHIPS, HEXES),
    rooms=ROOMS,
    sayings={"profile": PROFILE},
    starts=starts,
    moments={"turn-begins": ("awaw.minors.philippines-pay",), "taken": ("awaw.minors.manila-taken",)},
)
