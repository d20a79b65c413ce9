"""Rules 85.11, 85.3 and 85.49: a result makes a country an ally; a war in the way; its BRPs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.books.awaw.brps.captures import WITHOUT_CAPITAL, without_capital
from legation.books.awaw.brps.worth import book, booked, share
from legation.books.awaw.minors.lands import DIPLOMATIC
from legation.books.awaw.minors.surrender import STAY_GONE, turns
from legation.books.awaw.minors.vocabulary import asked, half_of
from legation.books.awaw.powers import GERMANY, NOBODY, POWERS, RUSSIA, TARGETS, TITLES, faction_of
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, at_war, war_key
from legation.core.expr import any_of, choice, holds, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go
from legation.core.requests import confirm
from legation.core.rules import Limit, Permit, Rule, bespoke, carry_out

__all__ = ["PROVISIONS"]

STEPS = Steps()
ALLYING = ("10", "-3")
DECLARES, NEGATED = "85.34B", "85.341.negated"
RESTORED = ("status", "beneficiary", "brp-grant", "result", "deployed", "joined-in", "by-attack")

BY_RESULT = Permit(
    "a 10 of the Axis, or a −3 of the Allies, makes a country an ally",
    "85.11A",
    choice(f"result.{HERE}", *ALLYING, says="the result in force is [10 or −3|neither 10 nor −3]")
    & choice(f"status.{HERE}", "ally", says="{Here} is [an|no] ally"),
)
_drawn = number(f"brp-grant.{HERE}", "BRPs a year that are drawn from {Here}")


@bespoke("85.32", reads=(_drawn,))
def brps_added(world: World, outcome: Mapping[str, Any], turned: Mapping[str, int]) -> dict[str, int]:
    """Its BRPs for the rest of the year are added, as far as they were not drawn before."""
    booked_for = {p: outcome["booked"].get(p, 0) + turned.get(p, 0) for p in POWERS}
    return {power: brps for power, brps in booked_for.items() if brps}


@bespoke("85.49", reads=(_drawn,))
def counted_anew(world: World, country: str, was: Mapping[str, Any]) -> dict[str, int]:
    """Every year an ally counts in full: what the new year has booked for it, and not for its former friend."""
    friend, former = world[f"beneficiary.{country}"], was[f"beneficiary.{country}"]
    found = {friend: share(world, world[f"brp-grant.{country}"])}
    if former != NOBODY:
        found[former] = found.get(former, 0) - share(world, was[f"brp-grant.{country}"])
    return found


# -- 85.34: a war in the way
_at_war = any_of(*(truth(f"at-war.{p}.{HERE}", f"{TITLES[p]} and {{Here}} are[ not] at war") for p in POWERS))
IMPEDED = Limit("a power is at war with the country, which stands in the way of an alliance", "85.34", _at_war)
LESSER = Permit(
    "who will not declare that war takes a lesser result",
    "85.341.lesser",
    choice(f"rolled.{HERE}", *ALLYING, says="the roll was [a 10 or −3|neither a 10 nor a −3]")
    & ~choice(f"result.{HERE}", *ALLYING, says="the result in force is [10 or −3|neither 10 nor −3]"),
)


@bespoke("85.34A", reads=(at_war(GERMANY, RUSSIA),))
def fights_it(world: World, friend: str, power: str) -> bool:
    """Its new friend is at war with that power already."""
    return holds(at_war(friend, power), world)


@bespoke("85.34B", reads=(choice(f"must-declare.{HERE}", *POWERS),))
def must_declare(world: World, country: str, enemy: str, kept: Mapping[str, Any] | None) -> list[Change]:
    """Its new friend declares war on that power at the first opportunity; until then it is kept how all stood."""
    facts: dict[str, Any] = {f"must-declare.{country}": enemy, f"stood-before.{country}": kept}
    changes = (Change(fact, world.get(fact), value, DECLARES) for fact, value in facts.items())
    return [change for change in changes if change.real]


def enemies(world: World, country: str, friend: str) -> list[str]:
    """Powers at war with the country that its new friend is not at war with, its own partners left out."""
    if not asked(IMPEDED, country).forbids(world):
        return []
    return [
        power
        for power in POWERS
        if world[war_key(power, country)] and power != friend and faction_of(power) != faction_of(friend)
        if not fights_it(world, friend, power)
    ]


@STEPS.step("awaw.minors.activations", takes=("side", "outcomes"))
def settled(world: World, frame: Frame) -> Directive:
    """The results of a diplomatic phase: who turns away, who is activated, and whether a war is in the way."""
    if not frame.outcomes:
        lost = [change for country in TARGETS for change in without_capital(world, country)]
        return do(lost, then="awaw.minors.impediments", asked=[])
    country, *left = frame.outcomes
    return call("awaw.minors.activation", then="awaw.minors.activations", keep={"outcomes": left}, country=country)


@STEPS.step("awaw.minors.activation", takes=("country", "number"))
def settled_one(world: World, frame: Frame) -> Directive:
    """The next result for a country: first it may turn away from its friend."""
    number = frame.get("number", 0)
    if number == len(world[f"outcome.{frame.country}"]):
        return done()
    outcome = world[f"outcome.{frame.country}"][number]
    keep = {"country": frame.country, "number": number}
    if turns(world, outcome):
        keep["before"] = {power: world[f"booked.{power}"] for power in POWERS}
        return call("awaw.minors.turning", then="awaw.minors.activated", keep=keep, outcome=outcome)
    return go("awaw.minors.activated", **keep)


@STEPS.step("awaw.minors.activated")
def has_turned(world: World, frame: Frame) -> Directive:
    """Then it may be an ally of its new one."""
    outcome = world[f"outcome.{frame.country}"][frame.number]
    turned = {power: world[f"booked.{power}"] - brps for power, brps in frame.get("before", {}).items()}
    changes = activated(world, outcome, turned)
    world = world.with_changes(changes, world.now)
    changes += (more := _not_paid(world, outcome))
    changes += carry_out([asked(STAY_GONE, frame.country)], world.with_changes(more, world.now))[1]
    return do(changes, then="awaw.minors.activation", number=frame.number + 1)


WITH_THE_CITY = Rule("the BRPs of a colony go with its city, not with a result", "83.446A.ukraine", again=True)


def _not_paid(world: World, outcome: Mapping[str, Any]) -> list[Change]:
    """What a result has booked for the friend of a country is taken back, if an enemy has the capital."""
    country = outcome["country"]
    if country in DIPLOMATIC:  # no result wins its BRPs
        return [c for power, brps in outcome["booked"].items() for c in book(world, WITH_THE_CITY, power, -brps)]
    friend, lost = world[f"beneficiary.{country}"], without_capital(world, country)
    back = outcome["booked"].get(friend, 0) if lost else 0
    return [*lost, *book(world, WITHOUT_CAPITAL, friend, -back)] if back else lost


def activated(world: World, outcome: Mapping[str, Any], turned: Mapping[str, int]) -> list[Change]:
    """What a result of 10 or -3 sets off; `turned` is what was booked for a change of sides."""
    country, was = outcome["country"], outcome["was"]
    friend = world[f"beneficiary.{country}"]
    made = asked(BY_RESULT, country).allows(world)
    lesser = asked(LESSER, country).allows(world.scoped(**{f"rolled.{country}": outcome["rolled"]}))
    before = was[f"status.{country}"], was[f"beneficiary.{country}"]
    if lesser or not made or before == ("ally", friend):
        return []
    added = brps_added(world, outcome, turned)
    in_the_way = enemies(world, country, friend)
    if not in_the_way:
        return _forget(world, country)
    return must_declare(world, country, in_the_way[0], {"was": dict(was), "booked": added, "year": world["year"]})


def _forget(world: World, country: str) -> list[Change]:
    return must_declare(world, country, NOBODY, None)


def bound(world: World, half: str) -> Iterator[tuple[str, str, str]]:
    """Countries whose new friend, of this half, still has to declare war on somebody."""
    for country in TARGETS:
        enemy = world[f"must-declare.{country}"]
        if enemy != NOBODY and (friend := world[f"beneficiary.{country}"]) != NOBODY and half_of(friend) == half:
            yield country, friend, enemy


def _checked(world: World) -> tuple[World, list[Change]]:
    """Obligations that have been met, or that a change of status has overtaken."""
    changes: list[Change] = []
    for country in TARGETS:
        enemy = world[f"must-declare.{country}"]
        if enemy == NOBODY:
            continue
        friend = world[f"beneficiary.{country}"]
        more: list[Change] = []
        if world[f"status.{country}"] != "ally" or friend in (NOBODY, enemy):
            more = _forget(world, country)
        elif holds(at_war(friend, enemy), world):
            others = enemies(world, country, friend)
            stood = world.get(f"stood-before.{country}")
            more = must_declare(world, country, others[0], stood) if others else _forget(world, country)
        world = world.with_changes(more, world.now)
        changes += more
    return world, changes


@STEPS.step("awaw.minors.impediments")
def impediments(world: World, frame: Frame) -> Directive:
    """The declaration phase comes next: whoever is bound to declare a war says whether it will."""
    half = frame.get("side", "")
    world, changes = _checked(world)
    for country, friend, enemy in bound(world, half):
        if country in frame.asked:
            continue
        question = confirm(
            friend,
            f"{TITLES[country]} is your ally only if you declare war on {TITLES[enemy]} now: will you?",
            cite=DECLARES,
            subject=country,
            yes="Declare war this turn",
            no="Let the alliance go",
            did=f"[will declare war on {TITLES[enemy]} this turn|lets the alliance with {TITLES[country]} go]",
        )
        if changes:
            return do(changes, then="awaw.minors.impediments")
        return ask(question, then="awaw.minors.bound", into="declares", asked=[*frame.asked, country], country=country)
    return done(changes)


@STEPS.step("awaw.minors.bound")
def answered(world: World, frame: Frame) -> Directive:
    return do([] if frame.declares else undone(world, frame.country), then="awaw.minors.impediments")


@bespoke("85.341.negated", reads=(choice(f"must-declare.{HERE}", *POWERS),))
def undone(world: World, country: str) -> list[Change]:
    """Otherwise the activation is undone: the country stands as it did before, and what was booked is taken back."""
    stood = world.get(f"stood-before.{country}")
    if stood is None:
        return _forget(world, country)
    was = {fact: value for fact, value in stood["was"].items() if fact.split(".")[0] in RESTORED}
    changes = [Change(fact, world.get(fact), value, NEGATED) for fact, value in was.items()]
    same_year = stood["year"] == world["year"]
    given = stood["booked"] if same_year else counted_anew(world, country, was)
    changes += [booked(world, power, -brps, NEGATED) for power, brps in given.items() if brps]
    cleared = {"turned-to": NOBODY, "turned-from": NOBODY, "kept-brps": 0, "caught": NOBODY}
    changes += [Change(f"{f}.{country}", world[f"{f}.{country}"], v, NEGATED) for f, v in cleared.items()]
    return [*changes, *_forget(world, country)]


@STEPS.step("awaw.minors.activations-end")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The declaration phase is over: without the war there is no alliance."""
    world, changes = _checked(world)
    for country, _, _ in list(bound(world, frame.side)):
        more = undone(world, country)
        world = world.with_changes(more, world.now)
        changes += more
    return done(changes)


def reminders(world: World, half: str) -> Iterator[str]:
    for country, friend, enemy in bound(world, half):
        if not holds(at_war(friend, enemy), world):
            yield (
                f"{TITLES[friend]} must declare war on {TITLES[enemy]} this turn,"
                f" or {TITLES[country]} is not its ally [{DECLARES}]"
            )


MOMENTS = {"settled": ("awaw.minors.activations",), "combat-ends": ("awaw.minors.activations-end",)}

PROVISIONS = Provisions(
    "activation",
    steps=STEPS,
    declared=(BY_RESULT, brps_added, counted_anew, IMPEDED, LESSER, fights_it, must_declare, undone),
    moments=MOMENTS,
    reminders=reminders,
)
