"""Rule 85.5: allies and associates that surrender or change sides: units, hexes, BRPs, supply, and the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.awaw.benefit import senior_partner
from legation.awaw.minors.brps import booked, share, worth
from legation.awaw.minors.conquest import fall
from legation.awaw.minors.lands import LAND
from legation.awaw.minors.news import Turned
from legation.awaw.minors.words import asked, half_of, status_is
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    FACTIONS,
    GERMANY,
    HOME,
    NOBODY,
    PARTIES,
    RUSSIA,
    TARGETS,
    TITLES,
    faction_of,
    side_of,
)
from legation.awaw.vocabulary import HERE, JOINED, NEW_COUNTRIES, allied_to, associated_with, war_key
from legation.core.errors import Unknown
from legation.core.expr import Expr, choice, holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Note, Permit, Rule, sets

__all__ = ["DECLARED", "MOMENTS", "STEPS", "UNITS", "reminders", "turns_away"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")

# -- 85.51: the result that does it
_axis, _allies = allied_to(AXIS) | associated_with(AXIS), allied_to(ALLIED) | associated_with(ALLIED)


def _rolled(*results: str) -> Expr:
    return choice(f"rolled.{HERE}", *results, says=f"the result is {' or '.join(results)}")


SURRENDERS = (
    Permit("an Allied one surrenders on a 5-6, 7 or 8", "85.51A.allied", _allies & _rolled("5-6", "7", "8")),
    Permit("an Axis one surrenders on a 1-2, 0 or -1", "85.51A.axis", _axis & _rolled("1-2", "0", "-1")),
)
SWITCHES = (
    Permit("an Allied one joins the Axis on a 9 or 10", "85.51B.allied", _allies & _rolled("9", "10")),
    Permit("an Axis one joins the Allies on a -2 or -3", "85.51B.axis", _axis & _rolled("-2", "-3")),
)
CAN_SWITCH = Permit(
    "no earlier result, not even an alliance, keeps a country from changing sides later",
    "85.215",
    (_allies & _rolled("9", "10")) | (_axis & _rolled("-2", "-3")),
)

# -- 85.52: surrender
ORDER = Note("units, then hexes, then BRPs, then supply", "85.52.order", ("units", "hexes", "brps", "supply"))
UNITS = Rule(
    "all its units leave play for good",
    "85.52A",
    when=status_is("surrendered"),
    sets=(sets(f"deployed.{HERE}", False), sets(f"forces-gone.{HERE}", True)),
)
OCCUPIED = Note("an occupied hex belongs to the faction of the units there; partisans do not count", "85.52B.occupied")
VACANT = Note("vacant hexes stay with the former friend", "85.52B.vacant")
VACANT_PASS = Permit("after a -1 or 8 they pass to the side that gains", "85.52B.vacant-8", _rolled("-1", "8"))
CAPITAL_PAYS = Note("the BRPs go with the capital", "85.52C")
CAUGHT = Note(
    "units of the former friend and its partners have at least partial supply in their next player turn", "85.52D"
)

# -- 85.53: changing sides
NEW_FRIEND = Note("it joins the faction with more DPs in it; a die decides a tie", "85.53.who")
LOST = Note("its units that are unbuilt, or stand with enemies, are gone for good", "85.53A.lost")
KEPT = Note("its other units join the force pool of the new friend at once", "85.53A.kept")
DEADLINE = Rule(
    "without the capital at the end of its new friend's next combat phase, all its units are gone for good",
    "85.53A.deadline",
    sets=(sets(f"deployed.{HERE}", False), sets(f"forces-gone.{HERE}", True)),
)
HEXES = Note("its hexes go to the new friend, but for those with enemy units in them", "85.53B.hexes")
SUPPLY = Note("enemy units there have at least partial supply in their next player turn", "85.53B.supply")
BRPS = Note("the BRPs go with the capital", "85.53C")


def capital(country: str) -> str:
    """The place that decides a country; one without a place on the list stands for its own capital."""
    if country == "belgium-luxembourg":
        return "brussels"
    return LAND[country].pays[0] if country in LAND and LAND[country].pays else country


def places(country: str) -> list[str]:
    """The named places of a country, its capital first."""
    first = capital(country)
    return [first, *(place for place, home in HOME.items() if home == country and place != first)]


def occupier(world: World, country: str, place: str) -> str:
    """The faction whose units stand in a place; where a faction has no factors at all, nobody needs to be asked."""
    there = [f for f in FACTIONS if world.get(f"factors.{f}.ground-air.{country}") != 0]
    return next((f for f in there if holds(choice(f"occupier.{place}", f), world)), NOBODY)


def keeper(world: World, place: str, default: str) -> str:
    """The faction in control of a place; a country's own hexes are its friend's."""
    if place in NEW_COUNTRIES:
        return default
    found = world.get(f"control.{place}")
    if found is None:
        raise Unknown(f"who controls {TITLES[place]}", [f"control.{place}"])
    return default if found in (NOBODY, *PARTISANS) else str(found)


def leading(world: World, faction: str, award: str) -> str:
    """The power that draws the BRPs for a faction."""
    if faction_of(award) == faction:
        return award
    return {AXIS: GERMANY, RUSSIA: RUSSIA}.get(faction) or senior_partner(world)


def turns_away(world: World, outcome: Mapping[str, Any]) -> Turned:
    """What follows when a result turns an ally or associate; `outcome` says how it stood before."""
    country, was = outcome["country"], outcome["was"]
    if was[f"beneficiary.{country}"] == NOBODY:
        was = {**was, f"status.{country}": "neutral"}
    look = world.scoped(**was)
    surrenders = [rule.allows(look) for rule in asked(SURRENDERS, country)]
    switches = [rule.allows(look) for rule in asked(SWITCHES, country)]
    asked(CAN_SWITCH, country).allows(look)
    turned = Turned(world)
    if any(surrenders) and world[f"status.{country}"] == "surrendered":
        _surrender(turned, country, was)
    elif any(switches) and world[f"status.{country}"] in JOINED:
        _switch(turned, country, was)
    return turned


def _peace(turned: Turned, country: str, friend: str, cite: str) -> None:
    """Wars of the old side are over, but for those of the new friend."""
    for party in PARTIES:
        if party == country or not turned.world[key := war_key(country, party)]:
            continue
        if party == friend or friend == NOBODY or not turned.world[war_key(friend, party)]:
            turned.set(key, False, cite)


def _surrender(turned: Turned, country: str, was: Mapping[str, Any]) -> None:
    ORDER.used(turned.world)
    former = was[f"beneficiary.{country}"]
    mine, award = faction_of(former) or former, turned.world[f"award.{country}"]
    turned.carry(asked(UNITS, country))
    _peace(turned, country, NOBODY, UNITS.cite)
    pass_over = asked(VACANT_PASS, country).allows(turned.world)
    heir = (faction_of(award) or mine) if pass_over else mine
    holder = mine
    for i, place in enumerate(places(country)):
        if keeper(turned.world, place, mine) != mine:  # an enemy has it already
            to = keeper(turned.world, place, mine)
        else:
            there = occupier(turned.world, country, place)
            turned.world.note(OCCUPIED.cite, there != NOBODY)
            turned.world.note(VACANT.cite, there == NOBODY and not pass_over)
            to = heir if there == NOBODY else there
            if place not in NEW_COUNTRIES:
                cite = OCCUPIED.cite if there != NOBODY else VACANT_PASS.cite if pass_over else VACANT.cite
                turned.set(f"control.{place}", to, cite)
        holder = to if i == 0 else holder
    _brps(turned, country, was, holder, CAPITAL_PAYS.cite)
    CAUGHT.used(turned.world)
    turned.set(f"caught.{country}", former, CAUGHT.cite)


def _brps(turned: Turned, country: str, was: Mapping[str, Any], holder: str, cite: str) -> None:
    """Whoever has the capital keeps the BRPs, or has the share for the rest of the year."""
    world = turned.world
    world.note(cite, True)
    former, old, owed = (was[f"{fact}.{country}"] for fact in ("beneficiary", "brp-grant", "owed-brps"))
    if holder == (faction_of(former) or former):
        power, brps = former, old
        if owed:
            turned.book(former, share(world, owed), cite)
    else:
        power, brps = leading(world, holder, world[f"award.{country}"]), worth(world, country)
        if old > owed:
            turned.book(former, -share(world, old - owed), cite)
        if brps:
            turned.book(power, share(world, brps), cite)
    turned.set(f"beneficiary.{country}", power, cite)
    turned.set(f"brp-grant.{country}", brps, cite)


def _switch(turned: Turned, country: str, was: Mapping[str, Any]) -> None:
    for note in (NEW_FRIEND, LOST, KEPT, HEXES):
        note.used(turned.world)
    friend, former = turned.world[f"beneficiary.{country}"], was[f"beneficiary.{country}"]
    new, old = faction_of(friend) or friend, faction_of(former) or former
    _peace(turned, country, friend, NEW_FRIEND.cite)
    turned.set(f"turned-to.{country}", friend, DEADLINE.cite)
    turned.set(f"turned-from.{country}", former, DEADLINE.cite)
    holder, caught = new, False
    for i, place in enumerate(places(country)):
        to = keeper(turned.world, place, old)
        if to == old:
            there = occupier(turned.world, country, place)
            enemy = there != NOBODY and side_of(there) != side_of(new)
            caught |= enemy
            to = there if enemy else new
            if place not in NEW_COUNTRIES:
                turned.set(f"control.{place}", to, HEXES.cite)
        holder = to if i == 0 else holder
    turned.world.note(SUPPLY.cite, caught)
    if caught:
        turned.set(f"caught.{country}", former, SUPPLY.cite)
    if holder == old:  # the former friend keeps its share, and the country draws nothing for the new one
        turned.world.note(BRPS.cite, True)
        turned.set(f"kept-brps.{country}", was[f"brp-grant.{country}"], BRPS.cite)
        turned.set(f"brp-grant.{country}", 0, BRPS.cite)
        return
    _brps(turned, country, was, new, BRPS.cite)
    turned.set(f"beneficiary.{country}", friend, BRPS.cite)


# -- the end of a combat phase
@STEPS.step("awaw.minors.turning-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The deadline of countries that changed sides; and the grace of units that were caught is over."""
    turned = Turned(world)
    for country in TARGETS:
        if half_of(turned.world[f"caught.{country}"]) == frame.side:
            turned.set(f"caught.{country}", NOBODY, CAUGHT.cite)
        friend = turned.world[f"turned-to.{country}"]
        if friend != NOBODY and half_of(friend) == frame.side:
            _due(turned, country, friend)
    return done(turned.changes)


def _holder(world: World, country: str, mine: str, unlisted: str | None) -> str | None:
    """Who has the capital at the deadline; partisans are nobody's faction."""
    place = capital(country)
    if place in NEW_COUNTRIES:
        return unlisted
    return None if world.get(f"control.{place}") in PARTISANS else keeper(world, place, mine)


def _due(turned: Turned, country: str, friend: str) -> None:
    world, former = turned.world, turned.world[f"turned-from.{country}"]
    mine = faction_of(friend) or friend
    kept = world[f"kept-brps.{country}"]
    in_play = world[f"status.{country}"] in JOINED and world[f"beneficiary.{country}"] == friend
    holder = _holder(world, country, mine, faction_of(former) if kept else mine)
    in_time = holder == mine
    world.note(DEADLINE.cite, in_play and not in_time)
    for fact, nothing in {"turned-to": NOBODY, "turned-from": NOBODY, "kept-brps": 0}.items():
        turned.set(f"{fact}.{country}", nothing, DEADLINE.cite)
    if not in_play:
        return
    if in_time:
        if kept:
            turned.add([booked(world, former, -share(world, kept), BRPS.cite)])
            _first_pay(turned, country, friend)
        return
    turned.carry(asked(DEADLINE, country))
    if holder not in FACTIONS or former == NOBODY or side_of(holder) != side_of(former):
        return
    power = former if faction_of(former) == holder else leading(world, holder, NOBODY)
    if country in LAND:
        land = LAND[country]
        turned.world, fell = fall(turned.world, land, holder, power)
        turned.changes += fell
    else:
        for fact, value in {"status": "conquered", "conqueror": holder, "holder": power, "beneficiary": NOBODY}.items():
            turned.set(f"{fact}.{country}", value, DEADLINE.cite)
        turned.set(f"brp-grant.{country}", 0, DEADLINE.cite)
    if kept:  # the former friend never lost them
        turned.set(f"beneficiary.{country}", former, BRPS.cite)
        turned.set(f"brp-grant.{country}", kept, BRPS.cite)
        turned.set(f"due.{country}", NOBODY, BRPS.cite)


def _first_pay(turned: Turned, country: str, friend: str) -> None:
    """The new friend took the capital: it is paid, unless that is on its way already."""
    if turned.world[f"due.{country}"] == NOBODY and not turned.world[f"brp-grant.{country}"]:
        brps = worth(turned.world, country)
        if brps:
            turned.add([booked(turned.world, friend, share(turned.world, brps), BRPS.cite)])
        turned.set(f"brp-grant.{country}", brps, BRPS.cite)


def reminders(world: World, half: str) -> Iterator[str]:
    """What a surrender or a change of sides asks of the table."""
    for country in TARGETS:
        name, former, friend = TITLES[country], world[f"caught.{country}"], world[f"turned-to.{country}"]
        gone = world[f"status.{country}"] == "surrendered"
        if former != NOBODY and gone:
            vacant = VACANT_PASS if asked(VACANT_PASS, country).allows(world) else VACANT
            told = "; ".join(f"{rule.label} [{rule.cite}]" for rule in (UNITS, OCCUPIED, vacant))
            yield f"{name} has surrendered: {told}"
        if former != NOBODY and half_of(former) == half:
            cite = CAUGHT.cite if gone else SUPPLY.cite
            yield f"units of {TITLES[former]} and its partners in {name} have at least partial supply now [{cite}]"
        if friend != NOBODY:
            for note in (LOST, KEPT, HEXES):
                note.used(world)
            told = "; ".join(f"{note.label} [{note.cite}]" for note in (LOST, KEPT, HEXES))
            yield f"{name} has changed sides: {told}"
            if half_of(friend) == half:
                yield f"{TITLES[friend]} must hold its capital when combat ends, or {name} is lost [{DEADLINE.cite}]"


MOMENTS = {"combat-ends": ("awaw.minors.turning-ends",)}
DECLARED = (
    SURRENDERS,
    SWITCHES,
    CAN_SWITCH,
    ORDER,
    UNITS,
    OCCUPIED,
    VACANT,
    VACANT_PASS,
    CAPITAL_PAYS,
    CAUGHT,
    NEW_FRIEND,
    LOST,
    KEPT,
    DEADLINE,
    HEXES,
    SUPPLY,
    BRPS,
)
