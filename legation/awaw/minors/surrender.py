"""Rule 85.5: allies and associates that surrender or change sides: units, hexes, BRPs, supply, and the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.awaw.benefit import senior_partner
from legation.awaw.brps.worth import WORTH, lost, paid, share_of
from legation.awaw.deeds import (
    CONQUERED,
    COUNTRY,
    DEADLINE,
    DREW,
    FORMER,
    GIVES_UP,
    HAS,
    OWED,
    POWER,
    SETTLED,
    SIDE,
    SWITCHES,
    TIME,
    WINNER,
    upon,
)
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
from legation.awaw.vocabulary import HERE, JOINED, NEW_COUNTRIES, allied_to, associated_with, one_of, war_key
from legation.core.deeds import Deed, On, Role, adds, enacted, filled, follows, told
from legation.core.errors import Unknown
from legation.core.expr import YES, Expr, choice, holds, listed, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go
from legation.core.rules import Assign, Duty, Order, Permit, Rule, bespoke, carry_out, sets

__all__ = ["DECLARED", "HEEDS", "MOMENTS", "STAY_GONE", "STEPS", "UNITS", "reminders", "turns_away"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")

# -- 85.51: the result that does it
_axis, _allies = allied_to(AXIS) | associated_with(AXIS), allied_to(ALLIED) | associated_with(ALLIED)
_on_board = truth(f"deployed.{HERE}", "its forces are[ not] on the board")
_caught = choice(f"caught.{HERE}", *POWERS, says="[units of a power|no units] were caught in {Here}")
_occupier = choice(f"occupier.{HERE}", *FACTIONS, says="[a|no] faction has units in {Here}")


def _rolled(*results: str) -> Expr:
    return choice(f"rolled.{HERE}", *results, says=f"the result is[ not] {one_of(results)}")


SURRENDERS = (
    Permit("an Allied one surrenders on a 5-6, 7 or 8", "85.51A.allied", _allies & _rolled("5-6", "7", "8")),
    Permit("an Axis one surrenders on a 1-2, 0 or −1", "85.51A.axis", _axis & _rolled("1-2", "0", "-1")),
)
CHANGES_SIDES = (
    Permit("an Allied one joins the Axis on a 9 or 10", "85.51B.allied", _allies & _rolled("9", "10")),
    Permit("an Axis one joins the Allies on a −2 or −3", "85.51B.axis", _axis & _rolled("-2", "-3")),
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
    when=truth(f"forces-gone.{HERE}", "the units of {Here} are [gone for good|not gone for good]") & _on_board,
    sets=(sets(f"deployed.{HERE}", False),),
    again=True,
)
VACANT_PASS = Permit("after a −1 or 8 they pass to the side that gains", "85.52B.vacant-8", _rolled("-1", "8"))
OCCUPIED, VACANT, CAPITAL_PAYS, CAUGHT = "85.52B.occupied", "85.52B.vacant", "85.52C", "85.52D"
NEW_FRIEND, HEXES, SUPPLY, BRPS = "85.53.who", "85.53B.hexes", "85.53B.supply", "85.53C"

# what is kept of it until the next combat phase
SUPPLY_OVER = Rule(
    "the next player turn of the units that were caught is over",
    CAUGHT,
    sets=(sets(f"caught.{HERE}", NOBODY),),
    again=True,
)


def _is(*times: str) -> Expr:
    return filled(TIME, *times, says=listed((TIMES[time] for time in times), "or"))


def _with_the_capital(label: str, when: Expr, *assigns: Assign, at: str = "") -> On:
    return On(label, BRPS, on=DEADLINE, at=at, when=when, sets=assigns, again=True)


TIMES = {
    "in-time": "its new friend [has|does not have] the capital",
    "late": "its new friend has [not got|got] the capital",
    "falls": "its former friends [have|do not have] the capital",
}
_kept = number(f"kept-brps.{COUNTRY}", "BRPs that its former friend has kept")
_has_kept = (_kept >= 1).worded("its former friend has kept [|no ]BRPs")
_not_paid = choice(f"due.{COUNTRY}", NOBODY, says="[nobody|somebody] is due") & number(
    f"brp-grant.{COUNTRY}"
).is_number(0).worded("[nobody|somebody] is paid its BRPs")
HEEDS = (
    On(
        "its new friend has fought for it: it may fall like any other",
        "85.53.no-conquest",
        on=DEADLINE,
        sets=(sets(f"turned-to.{COUNTRY}", NOBODY), sets(f"turned-from.{COUNTRY}", NOBODY)),
        again=True,
    ),
    On(
        "without the capital at the end of its new friend's next combat phase, all its units are gone for good",
        "85.53A.deadline",
        on=DEADLINE,
        when=_is("late", "falls"),
        sets=(sets(f"deployed.{COUNTRY}", False), sets(f"forces-gone.{COUNTRY}", True)),
    ),
    On(
        "it falls, with no place on the map that would say so",
        "85.53A.deadline",
        on=DEADLINE,
        when=_is("falls") & ~upon(*LAND),
        sets=(
            sets(f"status.{COUNTRY}", "conquered"),
            sets(f"conqueror.{COUNTRY}", str(SIDE)),
            sets(f"holder.{COUNTRY}", str(WINNER)),
            sets(f"beneficiary.{COUNTRY}", NOBODY),
            sets(f"brp-grant.{COUNTRY}", 0),
        ),
        again=True,
    ),
    _with_the_capital(
        "its former friend has lost the capital, and has a turn to win it back, as anybody has",
        _is("in-time") & _has_kept & upon(*LAND),
        sets(f"grace.{COUNTRY}", str(FORMER)),
        sets(f"grace-brps.{COUNTRY}", _kept),
    ),
    _with_the_capital(
        "its former friend has lost the capital and its BRPs",
        _is("in-time") & _has_kept & ~upon(*LAND),
        adds(f"booked.{FORMER}", 0 - share_of(_kept)),
    ),
    _with_the_capital(
        "its new friend took the capital, and is paid, unless that is on its way already",
        _is("in-time") & _has_kept & _not_paid,
        adds(f"booked.{POWER}", share_of(WORTH)),
        sets(f"brp-grant.{COUNTRY}", WORTH),
    ),
    _with_the_capital(
        "its former friend never lost BRPs that it had kept",
        _is("falls") & _has_kept,
        sets(f"beneficiary.{COUNTRY}", str(FORMER)),
        sets(f"brp-grant.{COUNTRY}", _kept),
        sets(f"due.{COUNTRY}", NOBODY),
        at=SETTLED,
    ),
    _with_the_capital("what was kept is settled", YES, sets(f"kept-brps.{COUNTRY}", 0), at=SETTLED),
)


# its BRPs go with its capital
def _has(whose: str) -> Expr:
    return filled(HAS, whose, says={"former": "its former friend has the capital", "others": "others have it"}[whose])


_drew, _still_owed = told(DREW, "BRPs that its former friend drew"), told(OWED, "those that were on their way")


def _changes_hands(deed: Deed, friend: Role, cite: str) -> On:
    return On(
        "whoever has the capital gains its BRPs for the rest of the year, and its former friend loses them",
        cite,
        on=deed,
        when=_has("others"),
        sets=(
            lost(FORMER, _drew - _still_owed),
            paid(WINNER, WORTH),
            sets(f"beneficiary.{COUNTRY}", str(friend)),
            sets(f"brp-grant.{COUNTRY}", WORTH),
        ),
    )


TURNS_AWAY = (
    _changes_hands(GIVES_UP, WINNER, CAPITAL_PAYS),
    On(
        "its former friend has the capital, and keeps its BRPs",
        CAPITAL_PAYS,
        on=GIVES_UP,
        when=_has("former"),
        sets=(
            paid(FORMER, _still_owed),
            sets(f"beneficiary.{COUNTRY}", str(FORMER)),
            sets(f"brp-grant.{COUNTRY}", _drew),
        ),
        again=True,
    ),
    On(
        "units of the former friend and its partners have at least partial supply in their next player turn",
        CAUGHT,
        on=GIVES_UP,
        at="supply",
        sets=(sets(f"caught.{COUNTRY}", str(FORMER)),),
    ),
    _changes_hands(SWITCHES, POWER, BRPS),
    On(
        "its former friend has the capital, and keeps its share; the country draws nothing for the new one",
        BRPS,
        on=SWITCHES,
        when=_has("former"),
        sets=(sets(f"kept-brps.{COUNTRY}", _drew), sets(f"brp-grant.{COUNTRY}", 0)),
        again=True,
    ),
    On(
        "its new friend has until the end of its next combat phase",
        "85.53.no-conquest",
        on=SWITCHES,
        at="joins",
        sets=(sets(f"turned-to.{COUNTRY}", str(POWER)), sets(f"turned-from.{COUNTRY}", str(FORMER))),
        again=True,
    ),
)


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
    switches = [rule.allows(look) for rule in asked(CHANGES_SIDES, country)]
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
            holder, _ = _falls_to(turned.world, country, capital(country), mine)
            _follow(turned, GIVES_UP, **_drawn_before(turned.world, country, was, holder))
        else:
            _follow(turned, GIVES_UP, "supply", **_drawn_before(turned.world, country, was, mine))


def _drawn_before(world: World, country: str, was: Mapping[str, Any], holder: str) -> dict[str, str]:
    """Who has the capital now, and what its former friend drew; whoever has it for the other side gains the BRPs."""
    former = was[f"beneficiary.{country}"]
    kept = holder == (faction_of(former) or former)
    winner = former if kept else leading(world, holder, world[f"award.{country}"])
    drew = {"drew": str(was[f"brp-grant.{country}"]), "owed": str(was[f"owed-brps.{country}"])}
    has = "former" if kept else "others"
    return {"country": country, "former": former, "winner": winner, "has": has, **drew}


def _follow(turned: Turned, deed: Deed, at: str = "", **players: str) -> None:
    turned.add(enacted(follows(TURNS_AWAY, deed, at, **players), turned.world))


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


def _switch(turned: Turned, country: str, was: Mapping[str, Any]) -> None:
    friend, former = turned.world[f"beneficiary.{country}"], was[f"beneficiary.{country}"]
    old, new = faction_of(former) or former, faction_of(friend) or friend
    turned.add(joins(turned.world, country, friend))
    players = {"power": friend, **_drawn_before(turned.world, country, was, old)}
    _follow(turned, SWITCHES, "joins", **players)
    turned.add(hexes_turn(turned.world, country, former, new))
    kept = _turns_to(turned.world, country, capital(country), old, new) == old
    players |= _drawn_before(turned.world, country, was, old if kept else new)
    _follow(turned, SWITCHES, **players)


# -- the end of a combat phase
@STEPS.step("awaw.minors.turning-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The grace of units that were caught is over; then come the deadlines of countries that changed sides."""
    caught = [c for c in TARGETS if (whose := world[f"caught.{c}"]) != NOBODY and half_of(whose) == frame.side]
    over = carry_out([asked(SUPPLY_OVER, country) for country in caught], world)[1]
    return do(over, then="awaw.minors.deadlines", left=list(TARGETS))


@STEPS.step("awaw.minors.deadlines", takes=("side", "left"))
def deadlines(world: World, frame: Frame) -> Directive:
    for place, country in enumerate(frame.left, 1):
        friend = world[f"turned-to.{country}"]
        if friend != NOBODY and half_of(friend) == frame.side:
            deed = {"deed": DEADLINE.name, "country": country, "power": friend, **_deadline(world, country, friend)}
            keep = {"side_of_turn": frame.side, "left": frame.left[place:], **deed}
            return call("awaw.follows", then="awaw.minors.deadline-missed", keep=keep, **deed)
    return done()


@STEPS.step("awaw.minors.deadline-missed")
def deadline_missed(world: World, frame: Frame) -> Directive:
    """It falls to its former friends, if they have its capital."""
    if frame.time != "falls" or frame.country not in LAND:
        return go("awaw.minors.deadline-over")
    deed = {"deed": CONQUERED.name, "country": frame.country, "power": frame.winner, "with": "alone"}
    return call("awaw.minors.conquers", then="awaw.minors.deadline-over", keep=frame.vars, **deed)


@STEPS.step("awaw.minors.deadline-over")
def deadline_over(world: World, frame: Frame) -> Directive:
    keep = {"side": frame.side_of_turn, "left": frame.left}
    deed = {role.name: frame.get(role.name) for role in DEADLINE.roles}
    return call("awaw.follows", then="awaw.minors.deadlines", keep=keep, deed=DEADLINE.name, at=SETTLED, **deed)


def _holder(world: World, country: str, mine: str, unlisted: str | None) -> str | None:
    """Who has the capital at the deadline; partisans are nobody's faction."""
    place = capital(country)
    if place in NEW_COUNTRIES:
        return unlisted
    return None if world.get(f"control.{place}") in PARTISANS else keeper(world, place, mine)


def _deadline(world: World, country: str, friend: str) -> dict[str, str]:
    """How the time of one country ends: in time or not, and to whom it falls."""
    former, mine = world[f"turned-from.{country}"], faction_of(friend) or friend
    holder = _holder(world, country, mine, faction_of(former) if world[f"kept-brps.{country}"] else mine)
    found = {"former": former, "time": "late", "winner": NOBODY, "side": NOBODY}
    if world[f"status.{country}"] not in JOINED or world[f"beneficiary.{country}"] != friend:
        return {**found, "time": "over"}
    if holder == mine:
        return {**found, "time": "in-time"}
    if holder not in FACTIONS or former == NOBODY or side_of(holder) != side_of(former):
        return found
    winner = former if faction_of(former) == holder else leading(world, holder, NOBODY)
    return {**found, "time": "falls", "winner": winner, "side": holder}


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
                yield f"{TITLES[friend]} must hold its capital when combat ends, or {name} is lost [{DEADLINE.rule}]"


def _told(world: World, country: str, duties: tuple[Duty, ...]) -> str:
    told = ((duty.told(world), duty.cite) for duty in asked(duties, country))
    return "; ".join(f"{words} [{cite}]" for words, cite in told if words)


MOMENTS = {"combat-ends": ("awaw.minors.turning-ends",)}
DECLARED = (
    (SURRENDERS, CHANGES_SIDES, CAN_SWITCH),
    (ORDER, UNITS, hexes_fall, VACANT_PASS, TURNS_AWAY),
    (joins, hexes_turn),
    (STAY_GONE, AFTER_SURRENDER, AFTER_CHANGE, SUPPLY_OVER),
)
