"""Rules 85.2, 85.41 to 85.45 and 85.47: who can become a minor ally of whom, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.minors.ally_movement import ONLY_ALLIES
from legation.books.awaw.minors.associates import STACK, shared_wars
from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.vocabulary import (
    actor_benefits,
    actor_is,
    asked,
    garrisoned,
    half_of,
    liberated,
    of_each,
    site_is,
    status_is,
)
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    CLASSIC,
    CURRENT_CLASSIC,
    CURRENT_GS,
    GERMANY,
    ITALY,
    MINORS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, beneficiary, edition, turn
from legation.core.expr import Expr, any_of, named, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done
from legation.core.rules import Duty, Limit, Permit, bespoke

__all__ = ["GAIN", "PROVISIONS"]

STEPS = Steps()

# -- 85.2: who may gain whom
BALKAN_FOUR = BALKANS[:4]
COMMON = ("finland", "sweden", *BALKAN_FOUR, "greece", "turkey")
WEST = ("norway", "belgium", "belgium-luxembourg", "spain", "vichy-france")
AFTER_STORM = ("albania", "austria", "czechoslovakia", "poland")
PACIFIC = ("australia", "india", "dutch-east-indies", "philippines", "thailand")
_storm = edition(CURRENT_GS)
_pro_russian = named(
    "Gathering Storm [left|did not leave] it pro-Russian",
    any_of(
        *(
            site_is(c) & truth(f"pro-russian.{c}", f"Gathering Storm [left|did not leave] {TITLES[c]} pro-Russian")
            for c in TARGETS
        )
    ),
)


def _list(cite: str, who: str, countries: tuple[str, ...], when: Expr) -> Permit:
    return Permit(f"it is on the list of {TITLES[who]}", cite, when & actor_is(who) & site_is(*countries))


GAIN = Action(
    "may the power gain the country as a minor ally?",
    (
        Limit(
            "no other country of the Pacific than Communist China becomes a minor ally", "85.61.only", site_is(*PACIFIC)
        ),
        Limit(
            "Italy gains no minor allies, but for a country it frees from Russia",
            "85.212",
            actor_is(ITALY) & ~liberated(),
        ),
        Limit(
            "not in the classic game, where Russia has only its own list",
            "85.214.classic",
            edition(CURRENT_CLASSIC) & (site_is(*AFTER_STORM) | (actor_is(RUSSIA) & ~site_is(*COMMON))),
        ),
        _list("85.211@older", GERMANY, (*COMMON, *WEST, "ukraine"), edition(*CLASSIC)),
        _list("85.211@current-gs", GERMANY, (*COMMON, *WEST, "ukraine", *AFTER_STORM), _storm),
        _list("85.213@older", WESTERN_ALLIES, (*COMMON, *WEST), edition(*CLASSIC)),
        _list("85.213@current-gs", WESTERN_ALLIES, (*COMMON, *WEST, *AFTER_STORM), _storm),
        _list("85.214@older", RUSSIA, COMMON, edition(*CLASSIC)),
        Permit(
            "it is on the Russian list, or was left pro-Russian",
            "85.214@current-gs",
            _storm & actor_is(RUSSIA) & (site_is(*COMMON, "poland") | _pro_russian),
        ),
        Limit("a European country that is on no list never becomes a minor ally", "85.216", ~liberated()),
    ),
    True,
    "85.216",
    "the Axis freed it from Russia",
)

# -- 85.4: what goes with it
_ally = status_is("ally")
_enemy_inside = any_of(beneficiary(HERE, AXIS) & garrisoned(ALLIED), beneficiary(HERE, ALLIED) & garrisoned(AXIS))
HEXES = Duty("its hexes have been its friend's since the player turn of the activation began", "85.44.control", _ally)
DISPLACED = Duty(
    "enemy ground units in the capital are first moved next to it by their owner",
    "85.45A.capital",
    _ally & _enemy_inside,
)
PLACED = Duty("its units go on supplied hexes of their country, unless they are on the board", "85.45A", _ally)
POOL = Duty("all its ground and air units join the force pool, also those lost before", "85.47.pool", _ally)
SHIPS = Duty("its ships on the board stay; lost ones do not come back", "85.47.naval", _ally)
LATER = Duty("no other roll of the phase felt it, later ones do", "85.33", _ally)
ON_ACTIVATION = (HEXES, DISPLACED, PLACED, POOL, SHIPS, LATER)
NEW_ALLY = Duty(
    "{Here} is now an ally",
    "85.31",
    _ally
    & number(f"joined-in.{HERE}", "the turn in which {Here} joined a power")
    .is_number(turn())
    .worded("{Here} joined a power [|not ]this turn"),
)
TOPICS = {
    "ally": Topic(
        "what goes with an alliance",
        (
            HEXES,
            Duty(
                "units of others are fully supplied there only if supply is traced into the country",
                "85.44.supply",
                _ally,
            ),
            DISPLACED,
            PLACED,
            Duty("the controlling power moves its units, together with its own", "85.45C", _ally),
            Duty("its offensives are paid for as those of the controlling power", "85.45D", _ally),
            POOL,
            SHIPS,
            LATER,
        ),
    )
}
_some_ally = named(
    "[one|neither] of the two is an ally",
    any_of(*((actor_is(c) | site_is(c)) & status_is("ally", country=c) for c in MINORS)),
)
ACTIONS = {
    "gain-ally": GAIN,
    "ally-stacks": Action(
        "may units of the minor ally stack with those of a country or power?",
        (
            Permit(
                "units of a power, its major allies, its minor allies and its associates stack",
                "85.45B",
                _some_ally & STACK.when,
            ),
        ),
        False,
        "85.45B",
        "they are of different sides, or no minor ally is among them",
    ),
    "redeploy-ally": Action(
        "may the power redeploy units of the country as its minor ally's?",
        (Permit("the controlling power redeploys them", "85.45E", _ally & actor_benefits()),),
        False,
        "85.45E",
        "it is not its minor ally",
    ),
}


def reminders(world: World, half: str) -> Iterator[str]:
    """What is to be done for a country that has become an ally in this turn."""
    duties: dict[str, list[str]] = {}
    for country in MINORS:
        if half_of(world[f"beneficiary.{country}"]) != half or not asked(NEW_ALLY, country).told(world):
            continue
        for duty in asked(ON_ACTIVATION, country):
            if words := duty.told(world):
                duties.setdefault(f"{words} [{duty.cite}]", []).append(TITLES[country])
    for told, countries in duties.items():
        yield of_each(countries, "is now an ally", "are now allies", told)


# -- 85.42
@bespoke("85.42", reads=(_ally,))
def its_wars(world: World) -> list[Change]:
    """A minor ally fights every enemy of its controlling power."""
    return shared_wars(world, "ally", "85.42")


@STEPS.step("awaw.minors.allies-fight")
def allies_fight(world: World, frame: Frame) -> Directive:
    """Allies go to war with whomever their controlling power fights; associates of its enemies may follow."""
    changes = its_wars(world)
    return do(changes, then="awaw.minors.associates-fight") if changes else done()


PROVISIONS = Provisions(
    "alliance",
    steps=STEPS,
    declared=(NEW_ALLY, its_wars, ONLY_ALLIES),
    actions=ACTIONS,
    topics=TOPICS,
    reminders=reminders,
)
