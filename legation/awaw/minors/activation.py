"""Rules 85.11, 85.3 and 85.49: a result makes a country an ally; a war in the way; its BRPs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.awaw.minors.alliance import GAIN
from legation.awaw.minors.brps import booked, share
from legation.awaw.minors.inquiry import scope
from legation.awaw.minors.surrender import UNITS, turns_away
from legation.awaw.minors.words import asked, half_of
from legation.awaw.powers import NOBODY, POWERS, TARGETS, TITLES, faction_of
from legation.awaw.vocabulary import HERE, at_war, war_key
from legation.core.expr import any_of, choice, holds, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go
from legation.core.requests import confirm
from legation.core.rules import Note, Permit

__all__ = ["DECLARED", "MOMENTS", "STEPS", "reminders"]

STEPS = Steps()
ALLYING = ("10", "-3")
RESTORED = ("status", "beneficiary", "brp-grant", "result", "deployed", "joined-in", "by-attack")

BY_RESULT = Permit(
    "a 10 of the Axis, or a -3 of the Allies, makes a country an ally",
    "85.11A",
    choice(f"result.{HERE}", *ALLYING, says="the result in force is 10 or -3")
    & choice(f"status.{HERE}", "ally", says="{Here} is an ally"),
)
IN_THE_PHASE = Note("it is an ally from the diplomatic phase of the roll on", "85.31")
BRPS_ADDED = Note("its BRPs for the rest of the year are added, as far as they were not drawn before", "85.32")
LATER = Note("other rolls of the same phase do not feel it yet", "85.33")
EACH_YEAR = Note("counted as of the start of that player turn, then in full every year", "85.49")

# -- 85.34: a war in the way
_at_war = any_of(*(truth(f"at-war.{p}.{HERE}", f"{TITLES[p]} and {{Here}} are at war") for p in POWERS))
IMPEDED = Permit("a power is at war with the country", "85.34", _at_war)
FIGHTS_IT = Note("its new friend is at war with that power already", "85.34A")
DECLARES = Note("its new friend declares war on that power at the first opportunity", "85.34B")
NEGATED = Note("otherwise the activation is undone", "85.341.negated")
LESSER = Note("who will not declare that war takes a lesser result", "85.341.lesser")


def enemies(world: World, country: str, friend: str) -> list[str]:
    """Powers at war with the country that its new friend is not at war with, its own partners left out."""
    asked(IMPEDED, country).allows(world)
    found = []
    for power in POWERS:
        if not world[war_key(power, country)] or power == friend or faction_of(power) == faction_of(friend):
            continue
        fights = holds(at_war(friend, power), world)
        world.note(FIGHTS_IT.cite, fights)
        if not fights:
            found.append(power)
    return found


@STEPS.step("awaw.minors.activations", takes=("side", "outcomes"))
def settled(world: World, frame: Frame) -> Directive:
    """The results of a diplomatic phase: who turns away, who is activated, and whether a war is in the way."""
    if not frame.outcomes:
        return go("awaw.minors.impediments", asked=[])
    country, *left = frame.outcomes
    return call("awaw.minors.activation", then="awaw.minors.activations", keep={"outcomes": left}, country=country)


@STEPS.step("awaw.minors.activation")
def settled_one(world: World, frame: Frame) -> Directive:
    changes: list[Change] = []
    for outcome in world[f"outcome.{frame.country}"]:
        turned = turns_away(world, outcome)
        more = activated(turned.world, outcome, turned.booked)
        world = turned.world.with_changes(more, turned.world.now)
        changes += [*turned.changes, *more, *without_forces(world, frame.country)]
    return done(changes)


def without_forces(world: World, country: str) -> list[Change]:
    """Units that have left play for good do not come back with a later result."""
    gone = world[f"forces-gone.{country}"] and world[f"deployed.{country}"]
    if gone:
        world.note(UNITS.cite, True)
    return [Change(f"deployed.{country}", True, False, UNITS.cite)] if gone else []


def activated(world: World, outcome: Mapping[str, Any], turned: Mapping[str, int]) -> list[Change]:
    """What a result of 10 or -3 sets off; `turned` is what was booked for a change of sides."""
    country, was = outcome["country"], outcome["was"]
    friend = world[f"beneficiary.{country}"]
    made = asked(BY_RESULT, country).allows(world)
    new = made and (was[f"status.{country}"], was[f"beneficiary.{country}"]) != ("ally", friend)
    if not new:
        award = world[f"award.{country}"]
        lesser = outcome["rolled"] in ALLYING and outcome["result"] not in ALLYING
        world.note(LESSER.cite, lesser and bool(award != NOBODY and enemies(world, country, award)))
        return []
    for note in (IN_THE_PHASE, LATER, EACH_YEAR):
        note.used(world)
    GAIN.verdict(scope(world, {"by": friend, "in": country}))
    world.note(LESSER.cite, False)
    gained = {p: outcome["booked"].get(p, 0) + turned.get(p, 0) for p in POWERS}
    world.note(BRPS_ADDED.cite, gained[friend] > 0)
    in_the_way = enemies(world, country, friend)
    if not in_the_way:
        return _forget(world, country)
    kept = {"was": dict(was), "booked": {p: n for p, n in gained.items() if n}, "year": world["year"]}
    facts: dict[str, Any] = {f"must-declare.{country}": in_the_way[0], f"stood-before.{country}": kept}
    return [Change(fact, world.get(fact), value, DECLARES.cite) for fact, value in facts.items()]


def _forget(world: World, country: str) -> list[Change]:
    facts: dict[str, Any] = {f"must-declare.{country}": NOBODY, f"stood-before.{country}": None}
    return [Change(fact, world.get(fact), value, DECLARES.cite) for fact, value in facts.items()]


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
            world.note(DECLARES.cite, True)
            others = enemies(world, country, friend)
            more = _forget(world, country)
            if others:
                more = [Change(f"must-declare.{country}", enemy, others[0], DECLARES.cite)]
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
            cite=DECLARES.cite,
            subject=country,
            yes="Declare war this turn",
            no="Let the alliance go",
        )
        if changes:
            return do(changes, then="awaw.minors.impediments")
        return ask(question, then="awaw.minors.bound", into="declares", asked=[*frame.asked, country], country=country)
    return done(changes)


@STEPS.step("awaw.minors.bound")
def answered(world: World, frame: Frame) -> Directive:
    world.note(DECLARES.cite, frame.declares)
    return do([] if frame.declares else undone(world, frame.country), then="awaw.minors.impediments")


def undone(world: World, country: str) -> list[Change]:
    """The country stands as it did before, and what was booked for the activation is taken back."""
    NEGATED.used(world)
    stood = world.get(f"stood-before.{country}")
    if stood is None:
        return _forget(world, country)
    was = {fact: value for fact, value in stood["was"].items() if fact.split(".")[0] in RESTORED}
    changes = [Change(fact, world.get(fact), value, NEGATED.cite) for fact, value in was.items()]
    if stood["year"] == world["year"]:
        back = {power: -brps for power, brps in stood["booked"].items()}
    else:  # the new year counted the country in full
        friend, former = world[f"beneficiary.{country}"], was[f"beneficiary.{country}"]
        back = {friend: -share(world, world[f"brp-grant.{country}"])}
        if former != NOBODY:
            back[former] = back.get(former, 0) + share(world, was[f"brp-grant.{country}"])
    changes += [booked(world, power, brps, NEGATED.cite) for power, brps in back.items() if brps]
    cleared = {"turned-to": NOBODY, "turned-from": NOBODY, "kept-brps": 0, "caught": NOBODY}
    changes += [Change(f"{f}.{country}", world[f"{f}.{country}"], v, NEGATED.cite) for f, v in cleared.items()]
    return [*changes, *_forget(world, country)]


@STEPS.step("awaw.minors.activations-end")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The declaration phase is over: without the war there is no alliance."""
    world, changes = _checked(world)
    for country, _, _ in list(bound(world, frame.side)):
        world.note(DECLARES.cite, False)
        more = undone(world, country)
        world = world.with_changes(more, world.now)
        changes += more
    return done(changes)


def reminders(world: World, half: str) -> Iterator[str]:
    for country, friend, enemy in bound(world, half):
        open_ = not holds(at_war(friend, enemy), world)
        world.note(DECLARES.cite, open_)
        if open_:
            yield (
                f"{TITLES[friend]} must declare war on {TITLES[enemy]} this turn,"
                f" or {TITLES[country]} is not its ally [{DECLARES.cite}]"
            )


MOMENTS = {"settled": ("awaw.minors.activations",), "combat-ends": ("awaw.minors.activations-end",)}
DECLARED = (
    BY_RESULT,
    IN_THE_PHASE,
    BRPS_ADDED,
    LATER,
    EACH_YEAR,
    IMPEDED,
    FIGHTS_IT,
    DECLARES,
    NEGATED,
    LESSER,
)
