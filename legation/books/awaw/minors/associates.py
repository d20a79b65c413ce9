"""Rules 84.4 and 84.5: what association brings: shared wars and hexes, and how the country's units are handled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.vocabulary import (
    actor_is,
    asked,
    garrisoned,
    half_of,
    members,
    of_each,
    site_is,
    status_is,
)
from legation.books.awaw.powers import ALLIED, AXIS, FACTIONS, JAPAN, MINORS, NOBODY, PARTIES, POWERS, TITLES
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, beneficiary, war_key
from legation.core.expr import Expr, any_of, choice, holds, named, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, go
from legation.core.rules import Duty, Permit, bespoke
from legation.core.turning import kept

__all__ = ["PROVISIONS", "shared_wars"]

STEPS = Steps()
COUNTRIES = (*MINORS, "communist-china", "dutch-east-indies")

# -- what the table is told
_here = status_is("associate")
_by_result = named(
    "{Here} [associated|did not associate] by a diplomatic result",
    ~truth(f"by-attack.{HERE}", "{Here} was[ not] driven to it by an attack"),
    cite="84.11C",
)
_enemy_inside = any_of(
    beneficiary(HERE, AXIS) & garrisoned(ALLIED),
    beneficiary(HERE, ALLIED) & garrisoned(AXIS),
)
HEXES = Duty(
    "its controlling power has had its hexes since the player turn of the association began", "84.44.control", _here
)
DISPLACED = Duty(
    "enemy ground units in the capital are first moved next to it by their owner",
    "84.45A.capital",
    _here & _by_result & _enemy_inside,
)
PLACED = Duty(
    "its units go on supplied hexes of their country, unless they are on the board", "84.45A", _here & _by_result
)
TOPICS = {
    "associate": Topic(
        "what goes with association",
        (
            Duty("it is associated, and the rules for associates hold", "84.41", _here),
            HEXES,
            Duty(
                "units of others are fully supplied there only if supply is traced into the country",
                "84.44.supply",
                _here,
            ),
            DISPLACED,
            PLACED,
            Duty("its controlling power moves its units, together with its own", "84.45C", _here),
            Duty("its controlling power pays for its offensives as for its own", "84.45D", _here),
            Duty("it surrenders and changes sides by the results that turn an ally", "84.51", _here),
        ),
    )
}


def reminders(world: World, half: str) -> Iterator[str]:
    """What is to be done for a country that has associated in this turn."""
    duties: dict[str, list[str]] = {}
    for country in COUNTRIES:
        if world[f"status.{country}"] != "associate" or world[f"joined-in.{country}"] != world["turn"]:
            continue
        if half_of(world[f"beneficiary.{country}"]) != half:
            continue
        for duty in asked((HEXES, DISPLACED, PLACED), country):
            if words := duty.told(world):
                duties.setdefault(f"{words} [{duty.cite}]", []).append(TITLES[country])
    for told, countries in duties.items():
        yield of_each(countries, "has associated", "have associated", told)


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of an associate."""
    if world[f"status.{land}"] != "associate":
        return {}
    told = TOPICS["associate"].told(world.scoped(site=land, actor=NOBODY))
    return {"as an associate": [f"{said.label} [{said.cite}]" for said in told]}


# -- 84.42
@kept
def _lacks_a_war(country: str, status: str) -> Expr:
    """Its controlling power has an enemy that a country of this status does not fight yet; for many worlds at once."""
    found = []
    for power in POWERS:
        wars = ((war_key(power, p), war_key(country, p)) for p in PARTIES if p not in (power, country))
        lacks = any_of(*(truth(theirs) & ~truth(own) for theirs, own in wars))
        found.append(lacks & choice(f"beneficiary.{country}", power))
    return any_of(*found) & choice(f"status.{country}", status)


@kept
def _some_lack_a_war(status: str) -> Expr:
    return any_of(*(_lacks_a_war(country, status) for country in MINORS))


def shared_wars(world: World, status: str, cite: str) -> list[Change]:
    """Wars of the controlling powers that countries of a status do not share yet."""
    changes: list[Change] = []
    if not world.lasting and not holds(_some_lack_a_war(status), world):
        return changes
    for country in MINORS:
        if not world.lasting and not holds(_lacks_a_war(country, status), world):
            continue
        power = world[f"beneficiary.{country}"]
        if world[f"status.{country}"] != status or power == NOBODY:
            continue
        enemies = (p for p in PARTIES if p not in (power, country) and world[war_key(power, p)])
        new = [p for p in enemies if not world[war_key(country, p)]]
        changes += [Change(war_key(country, p), False, True, cite) for p in new]
    return changes


@bespoke("84.42", reads=(_here,))
def its_wars(world: World) -> list[Change]:
    """An associate fights every enemy of its controlling power."""
    return shared_wars(world, "associate", "84.42")


@STEPS.step("awaw.minors.associates-fight")
def associates_fight(world: World, frame: Frame) -> Directive:
    """Associates go to war with whomever their controlling power fights, and so on until nobody joins any more."""
    changes = its_wars(world)
    return do(changes, then="awaw.minors.associates-fight") if changes else go("awaw.minors.allies-fight")


# -- 84.45B
def _with(faction: str, word: Callable[..., Expr]) -> Expr:
    """A power of a faction, or a country that has joined it; `word` asks who acts, or in which country."""
    joined = (
        word(c) & status_is("associate", "ally", country=c) & choice(f"beneficiary.{c}", *members(faction))
        for c in COUNTRIES
    )
    return named(f"it is[ not] with {TITLES[faction]}", any_of(word(*members(faction)), *joined))


STACK = Permit(
    "units of the powers of one faction, of their allies and of their associates stack together",
    "84.45B",
    any_of(*(_with(f, actor_is) & _with(f, site_is) for f in (*FACTIONS, JAPAN))),
)
ACTIONS = {
    "stack": Action(
        "may units stack with those of a country or power?", (STACK,), False, STACK.cite, "they are of different sides"
    )
}

_FIGHT = ("awaw.minors.associates-fight",)
MOMENTS = {"turn-begins": _FIGHT, "settled": _FIGHT, "declared": _FIGHT, "taken": _FIGHT}

PROVISIONS = Provisions(
    "associates",
    steps=STEPS,
    declared=(its_wars,),
    actions=ACTIONS,
    topics=TOPICS,
    moments=MOMENTS,
    reminders=reminders,
    dossier=of_its_own,
)
