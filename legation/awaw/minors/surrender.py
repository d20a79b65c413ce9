"""Rule 85.5: allies and associates that surrender or change sides: units, hexes, BRPs, supply, and the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.awaw.benefit import senior_partner
from legation.awaw.deeds import CONQUERED
from legation.awaw.minors.brps import book, booked, share, worth
from legation.awaw.minors.lands import LAND
from legation.awaw.minors.news import Reminded, Turned
from legation.awaw.minors.words import asked, half_of, status_is
from legation.awaw.powers import (
    ALLIED,
    AXIS,
    FACTIONS,
    GERMANY,
    HOME,
    NOBODY,
    PARTIES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    faction_of,
    side_of,
)
from legation.awaw.vocabulary import HERE, JOINED, NEW_COUNTRIES, allied_to, associated_with, war_key
from legation.core.errors import Unknown
from legation.core.expr import Expr, choice, holds, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done
from legation.core.rules import Duty, Order, Permit, Rule, bespoke, sets

__all__ = ["DECLARED", "MOMENTS", "STAY_GONE", "STEPS", "UNITS", "reminders", "turns_away"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")

# -- 85.51: the result that does it
_axis, _allies = allied_to(AXIS) | associated_with(AXIS), allied_to(ALLIED) | associated_with(ALLIED)
_on_board = truth(f"deployed.{HERE}", "its forces are on the board")
_drawn = number(f"brp-grant.{HERE}", "BRPs a year that are drawn from {Here}")
_caught = choice(f"caught.{HERE}", *POWERS, says="units of a power were caught in {Here}")
_occupier = choice(f"occupier.{HERE}", *FACTIONS, says="a faction has units in {Here}")


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

# -- 85.52: surrender; 85.53: changing sides
ORDER = Order("units, then hexes, then BRPs, then supply", "85.52.order", ("units", "hexes", "brps", "supply"))
UNITS = Rule(
    "all its units leave play for good",
    "85.52A",
    when=status_is("surrendered"),
    sets=(sets(f"deployed.{HERE}", False), sets(f"forces-gone.{HERE}", True)),
)
STAY_GONE = Rule(
    "units that have left play for good do not come back with a later result",
    UNITS.cite,
    when=truth(f"forces-gone.{HERE}", "the units of {Here} are gone for good") & _on_board,
    sets=(sets(f"deployed.{HERE}", False),),
    again=True,
)
VACANT_PASS = Permit("after a -1 or 8 they pass to the side that gains", "85.52B.vacant-8", _rolled("-1", "8"))
OCCUPIED, VACANT, CAPITAL_PAYS, CAUGHT = "85.52B.occupied", "85.52B.vacant", "85.52C", "85.52D"
NEW_FRIEND, DEADLINE, HEXES, SUPPLY, BRPS = "85.53.who", "85.53A.deadline", "85.53B.hexes", "85.53B.supply", "85.53C"

# what is kept of it until the next combat phase
HAS_TIME = Rule("its new friend has until the end of its next combat phase", "85.53.no-conquest", again=True)
TIME_IS_OVER = Rule("its new friend has fought for it: it may fall like any other", "85.53.no-conquest", again=True)
LOST = Rule("without its capital in time it is lost", DEADLINE, again=True)
SUPPLY_OVER = Rule("the next player turn of the units that were caught is over", CAUGHT, again=True)
WITH_THE_CAPITAL = Rule("its BRPs go with its capital", BRPS, again=True)

# what the table is told of it
AFTER_SURRENDER = (
    Reminded(UNITS.label, UNITS.cite),
    Reminded("an occupied hex belongs to the faction of the units there; partisans do not count", OCCUPIED),
    Reminded(VACANT_PASS.label, VACANT_PASS.cite, VACANT_PASS.when),
    Reminded("vacant hexes stay with the former friend", VACANT, ~VACANT_PASS.when),
)
AFTER_CHANGE = (
    Duty("its units that are unbuilt, or stand with enemies, are gone for good", "85.53A.lost"),
    Duty("its other units join the force pool of the new friend at once", "85.53A.kept"),
    Reminded("its hexes go to the new friend, but for those with enemy units in them", HEXES),
)


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
    may_switch = asked(CAN_SWITCH, country).allows(look)
    turned = Turned(world)
    if any(surrenders) and world[f"status.{country}"] == "surrendered":
        _surrender(turned, country, was)
    elif may_switch and any(switches) and world[f"status.{country}"] in JOINED:
        _switch(turned, country, was)
    return turned


def _peace(world: World, country: str, friend: str, cite: str) -> list[Change]:
    """Wars of the old side are over, but for those of the new friend."""
    wars = [(party, war_key(country, party)) for party in PARTIES if party != country]
    return [
        Change(key, True, False, cite)
        for party, key in wars
        if world[key] and (party == friend or friend == NOBODY or not world[war_key(friend, party)])
    ]


def _controls(world: World, place: str, to: str, cite: str) -> list[Change]:
    return [] if place in NEW_COUNTRIES else [Change(f"control.{place}", world.get(f"control.{place}"), to, cite)]


# -- a surrender, in its order
@bespoke(OCCUPIED, VACANT, reads=(_occupier, _on_board))
def hexes_fall(world: World, country: str, mine: str) -> list[Change]:
    """An occupied hex goes to the faction of the units there, but partisans; a vacant one stays the former friend's.

    Its own units hold its hexes for the former friend as long as they are there: they leave first.
    """
    found = ((place, *_falls_to(world, country, place, mine)) for place in places(country))
    return [change for place, to, cite in found if cite for change in _controls(world, place, to, cite)]


def _falls_to(world: World, country: str, place: str, mine: str) -> tuple[str, str]:
    """The faction that has a place after a surrender, and the rule by which it goes there, if any."""
    if (enemy := keeper(world, place, mine)) != mine:
        return enemy, ""
    pass_over = asked(VACANT_PASS, country).allows(world)
    there = mine if world[f"deployed.{country}"] else occupier(world, country, place)
    if there != NOBODY:
        return there, OCCUPIED
    if pass_over:
        return faction_of(world[f"award.{country}"]) or mine, VACANT_PASS.cite
    return mine, VACANT


@bespoke(CAPITAL_PAYS, reads=(_drawn,))
def brps_fall(world: World, country: str, was: Mapping[str, Any], mine: str) -> list[Change]:
    """The BRPs of a country that surrenders go with its capital."""
    holder, _ = _falls_to(world, country, capital(country), mine)
    return _brps(world, country, was, holder, CAPITAL_PAYS)


@bespoke(CAUGHT, reads=(_caught,))
def supplied(world: World, country: str, former: str) -> list[Change]:
    """Units of the former friend and its partners have at least partial supply in their next player turn."""
    return [Change(f"caught.{country}", world[f"caught.{country}"], former, CAUGHT)]


def _surrender(turned: Turned, country: str, was: Mapping[str, Any]) -> None:
    former = was[f"beneficiary.{country}"]
    mine = faction_of(former) or former
    for what in ORDER.of:
        if what == "units":
            turned.carry(asked(UNITS, country))
            turned.add(_peace(turned.world, country, NOBODY, UNITS.cite))
        elif what == "hexes":
            turned.add(hexes_fall(turned.world, country, mine))
        elif what == "brps":
            turned.add(brps_fall(turned.world, country, was, mine))
        else:
            turned.add(supplied(turned.world, country, former))


def _brps(world: World, country: str, was: Mapping[str, Any], holder: str, cite: str) -> list[Change]:
    """Whoever has the capital keeps the BRPs, or has the share for the rest of the year."""
    former, old, owed = (was[f"{fact}.{country}"] for fact in ("beneficiary", "brp-grant", "owed-brps"))
    found: list[Change] = []
    if holder == (faction_of(former) or former):
        power, brps = former, old
        if owed:
            found.append(booked(world, former, share(world, owed), cite))
    else:
        power, brps = leading(world, holder, world[f"award.{country}"]), worth(world, country)
        if old > owed:
            found.append(booked(world, former, -share(world, old - owed), cite))
        if brps:
            found.append(booked(world, power, share(world, brps), cite))
    facts = {f"beneficiary.{country}": power, f"brp-grant.{country}": brps}
    return [*found, *(Change(fact, world[fact], value, cite) for fact, value in facts.items())]


# -- a change of sides
@bespoke(NEW_FRIEND, reads=(choice(f"beneficiary.{HERE}", *POWERS),))
def joins(world: World, country: str, friend: str) -> list[Change]:
    """It joins the faction with more DPs in it, a die decides a tie; the wars of its old side are over."""
    return _peace(world, country, friend, NEW_FRIEND)


@bespoke(HEXES, SUPPLY, reads=(_occupier, _caught))
def hexes_turn(world: World, country: str, former: str, new: str) -> list[Change]:
    """Its hexes go to the new friend, but for those with enemy units, which are supplied in their next turn."""
    old = faction_of(former) or former
    mine = [place for place in places(country) if keeper(world, place, old) == old]
    to = {place: _turns_to(world, country, place, old, new) for place in mine}
    found = [change for place in mine for change in _controls(world, place, to[place], HEXES)]
    if any(faction != new for faction in to.values()):
        found.append(Change(f"caught.{country}", world[f"caught.{country}"], former, SUPPLY))
    return found


def _turns_to(world: World, country: str, place: str, old: str, new: str) -> str:
    """The faction that has a place after a change of sides."""
    if (kept := keeper(world, place, old)) != old:
        return kept
    there = occupier(world, country, place)
    return there if there != NOBODY and side_of(there) != side_of(new) else new


@bespoke(BRPS, reads=(_drawn,))
def brps_turn(world: World, country: str, was: Mapping[str, Any], friend: str) -> list[Change]:
    """The BRPs of a country that changes sides go with its capital."""
    former, new = was[f"beneficiary.{country}"], faction_of(friend) or friend
    old = faction_of(former) or former
    if _turns_to(world, country, capital(country), old, new) != old:
        changes = _brps(world, country, was, new, BRPS)
        return [*changes, Change(f"beneficiary.{country}", changes[-2].new, friend, BRPS)]
    # the former friend keeps its share, and the country draws nothing for the new one
    facts = {f"kept-brps.{country}": was[f"brp-grant.{country}"], f"brp-grant.{country}": 0}
    return [Change(fact, world[fact], value, BRPS) for fact, value in facts.items()]


def _switch(turned: Turned, country: str, was: Mapping[str, Any]) -> None:
    friend, former = turned.world[f"beneficiary.{country}"], was[f"beneficiary.{country}"]
    turned.add(joins(turned.world, country, friend))
    turned.bring(HAS_TIME, {f"turned-to.{country}": friend, f"turned-from.{country}": former})
    turned.add(hexes_turn(turned.world, country, former, faction_of(friend) or friend))
    turned.add(brps_turn(turned.world, country, was, friend))


# -- the end of a combat phase
@STEPS.step("awaw.minors.turning-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The deadline of countries that changed sides; and the grace of units that were caught is over."""
    turned, left = Turned(world), frame.get("left", TARGETS)
    for place, country in enumerate(left, 1):
        if half_of(turned.world[f"caught.{country}"]) == frame.side:
            turned.bring(SUPPLY_OVER, {f"caught.{country}": NOBODY})
        friend = turned.world[f"turned-to.{country}"]
        if friend != NOBODY and half_of(friend) == frame.side and (power := _due(turned, country, friend)):
            former, kept = world[f"turned-from.{country}"], world[f"kept-brps.{country}"]
            keeps = {"country": country, "power": power, "former": former, "kept": kept, "left": list(left[place:])}
            return do(turned.changes, then="awaw.minors.turning-lost", **keeps)
    return done(turned.changes)


@STEPS.step("awaw.minors.turning-lost")
def turning_lost(world: World, frame: Frame) -> Directive:
    """It has not been held in time, and falls to its former friends."""
    deed = {"deed": CONQUERED.name, "country": frame.country, "power": frame.power, "with": "alone"}
    return call("awaw.minors.conquers", then="awaw.minors.turning-kept", keep=frame.vars, **deed)


@STEPS.step("awaw.minors.turning-kept")
def turning_kept(world: World, frame: Frame) -> Directive:
    """The former friend never lost BRPs that it had kept."""
    keeps = {"beneficiary": frame.former, "brp-grant": frame.kept, "due": NOBODY} if frame.kept else {}
    facts = {f"{fact}.{frame.country}": value for fact, value in keeps.items()}
    return do(WITH_THE_CAPITAL.brings(world, facts), then="awaw.minors.turning-ends")


def _holder(world: World, country: str, mine: str, unlisted: str | None) -> str | None:
    """Who has the capital at the deadline; partisans are nobody's faction."""
    place = capital(country)
    if place in NEW_COUNTRIES:
        return unlisted
    return None if world.get(f"control.{place}") in PARTISANS else keeper(world, place, mine)


@bespoke(DEADLINE, reads=(choice(f"turned-to.{HERE}", *POWERS),))
def units_lost(world: World, country: str, in_time: bool) -> list[Change]:
    """Without the capital at the end of its new friend's next combat phase, all its units are gone for good."""
    facts = {} if in_time else {f"deployed.{country}": False, f"forces-gone.{country}": True}
    return [Change(fact, world[fact], value, DEADLINE) for fact, value in facts.items()]


def _due(turned: Turned, country: str, friend: str) -> str:
    """The deadline of one country; the power to which it falls if it was not held in time."""
    world, former = turned.world, turned.world[f"turned-from.{country}"]
    mine = faction_of(friend) or friend
    kept = world[f"kept-brps.{country}"]
    in_play = world[f"status.{country}"] in JOINED and world[f"beneficiary.{country}"] == friend
    holder = _holder(world, country, mine, faction_of(former) if kept else mine)
    in_time = holder == mine
    turned.bring(TIME_IS_OVER, {f"turned-to.{country}": NOBODY, f"turned-from.{country}": NOBODY})
    turned.bring(WITH_THE_CAPITAL, {f"kept-brps.{country}": 0})
    if not in_play:
        return ""
    turned.add(units_lost(turned.world, country, in_time))
    if in_time:
        if kept:
            _may_retake(turned, country, former, kept)
            _first_pay(turned, country, friend)
        return ""
    if holder not in FACTIONS or former == NOBODY or side_of(holder) != side_of(former):
        return ""
    power = former if faction_of(former) == holder else leading(world, holder, NOBODY)
    if country in LAND:
        return power
    lost = {"status": "conquered", "conqueror": holder, "holder": power, "beneficiary": NOBODY, "brp-grant": 0}
    if kept:
        lost |= {"beneficiary": former, "brp-grant": kept, "due": NOBODY}
    turned.bring(LOST, {f"{fact}.{country}": value for fact, value in lost.items()})
    return ""


def _may_retake(turned: Turned, country: str, former: str, kept: int) -> None:
    """The former friend has lost the capital that it had kept: it has a turn to win it back, as anybody has."""
    if country in LAND:
        turned.bring(WITH_THE_CAPITAL, {f"grace.{country}": former, f"grace-brps.{country}": kept})
    else:
        turned.add(book(turned.world, WITH_THE_CAPITAL, former, -share(turned.world, kept)))


def _first_pay(turned: Turned, country: str, friend: str) -> None:
    """The new friend took the capital: it is paid, unless that is on its way already."""
    if turned.world[f"due.{country}"] == NOBODY and not turned.world[f"brp-grant.{country}"]:
        brps = worth(turned.world, country)
        if brps:
            turned.add(book(turned.world, WITH_THE_CAPITAL, friend, share(turned.world, brps)))
        turned.bring(WITH_THE_CAPITAL, {f"brp-grant.{country}": brps})


def reminders(world: World, half: str) -> Iterator[str]:
    """What a surrender or a change of sides asks of the table."""
    for country in TARGETS:
        name, former, friend = TITLES[country], world[f"caught.{country}"], world[f"turned-to.{country}"]
        gone = world[f"status.{country}"] == "surrendered"
        if former != NOBODY and gone:
            yield f"{name} has surrendered: {_told(world, country, AFTER_SURRENDER)}"
        if former != NOBODY and half_of(former) == half:
            cite = CAUGHT if gone else SUPPLY
            yield f"units of {TITLES[former]} and its partners in {name} have at least partial supply now [{cite}]"
        if friend != NOBODY:
            yield f"{name} has changed sides: {_told(world, country, AFTER_CHANGE)}"
            if half_of(friend) == half:
                yield f"{TITLES[friend]} must hold its capital when combat ends, or {name} is lost [{DEADLINE}]"


def _told(world: World, country: str, duties: tuple[Duty, ...]) -> str:
    told = ((duty.told(world), duty.cite) for duty in asked(duties, country))
    return "; ".join(f"{words} [{cite}]" for words, cite in told if words)


MOMENTS = {"combat-ends": ("awaw.minors.turning-ends",)}
DECLARED = (
    (SURRENDERS, SWITCHES, CAN_SWITCH),
    (ORDER, UNITS, hexes_fall, VACANT_PASS, brps_fall, supplied),
    (joins, hexes_turn, brps_turn, units_lost),
    (STAY_GONE, AFTER_SURRENDER, AFTER_CHANGE),
)
