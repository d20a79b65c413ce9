"""The forces of an attack: what was committed, what a chart takes out of it, what was lost, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from legation.books.twg.chart import Neutral, Toll
from legation.books.twg.charts import home_of
from legation.books.twg.consequences import heeded, over
from legation.books.twg.deeds import BOARD, MARCH
from legation.books.twg.event_details import nations_in, place_in, spots_of
from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_names import spots_at, still_held
from legation.books.twg.powers import ALL, TITLES, sentence, title
from legation.books.twg.schema import AIR, ARMY
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import place_name
from legation.books.twg.war.units import (
    NO_OCCUPIERS,
    army_of,
    arriving,
    check_room,
    check_units,
    counted,
    falling,
    land,
    leaving,
    units_of,
)
from legation.core.deeds import On, enacted
from legation.core.errors import NotFound, Refused
from legation.core.expr import amount, number, sum_of
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, go
from legation.core.requests import choose
from legation.core.voice import quoted

__all__ = ["check_forces", "comes_by_air", "flown_only", "strongest", "wiped_out"]

Units = Mapping[str, Mapping[str, int]]  # by nation and kind


# -- what was reported
@steps.step("twg.attack.report")
def report(world: World, frame: Frame) -> Directive:
    """An attack with the units that made it; reaction, battle and conquest first, then who stands where."""
    committed, losses = by_nation(frame, "committed"), by_nation(frame, "losses")
    told: dict[str, Any] = {"committed": committed, "losses": losses}
    for nation in committed:
        if nation not in _attackers(frame):
            raise Refused(f"{TITLES[nation]} sends units and is not told to attack: say that it joins", rule=BOARD)
    for nation, lost in losses.items():
        for kind, n in lost.items() if nation in committed else ():
            if n > committed[nation].get(kind, 0):
                message = f"{TITLES[nation]} cannot lose {n} {kind}: it did not commit so many"
                raise Refused(message, rule=BOARD)
    if frame.get("from") is not None and place_in(frame, "from") == frame.get("target"):
        raise Refused("an attack comes from another territory than the one attacked", rule=BOARD)
    told |= {what: units_of(frame.get(what), ARMY) for what in ("defenders", "retreated") if frame.get(what)}
    told["survivors"] = survivors(world, frame)
    told |= {"toll": paid} if (paid := by_nation(frame, "toll")) else {}
    return go("twg.attack", **told)


def _attackers(frame: Frame) -> tuple[str, ...]:
    return (str(frame.get("attacker")), *nations_in(frame, "joined"))


def by_nation(frame: Frame, what: str) -> dict[str, dict[str, int]]:
    """Units by nation; units alone are the attacker's."""
    value = frame.get(what)
    if not value:
        return {}
    if isinstance(value, Mapping) and set(value) <= set(ALL):
        return {nation: units_of(units) for nation, units in value.items()}
    return {str(frame.get("attacker")): units_of(value)}


def survivors(world: World, frame: Frame) -> dict[str, dict[str, Any]]:
    """What is left of the beaten, by nation: the units, and where they retreated to."""
    value, found = frame.get("survivors") or {}, {}
    if not isinstance(value, Mapping) or not set(value) <= set(ALL):
        message = f"survivors are told by nation, with their units and where they went, not {quoted(value)}"
        raise Refused(message, rule=BOARD, allowed=["{germany: {units: 2 infantry, to: austria}}"])
    if value and not str(frame.get("outcome") or "conquered").startswith("conquered"):
        raise Refused("nobody is beaten in a territory that held", rule=BOARD)
    for nation, told in value.items():
        units, to = (told.get("units"), told.get("to")) if isinstance(told, Mapping) and "units" in told else (told, "")
        spots = spots_at(world.schema, to) if to else ("",)
        if to and spots[0] not in geography().places:
            raise NotFound("territory", to, geography().places)
        if nation in _attackers(frame):
            raise Refused(f"{TITLES[nation]} attacks: what is left of it stands in the territory", rule=BOARD)
        found[nation] = {"units": units_of(units), "to": spots[0], "besides": list(spots[1:])}
    return found


def check_forces(world: World, frame: Frame) -> None:
    """What is told to attack from somewhere, or to be lost in the defence, stands there as the dice are rolled."""
    attackers = (frame.attacker, *frame.joined)
    sent = by_nation(frame, "committed").get(frame.attacker, {})
    if frame.get("from"):
        check_units(world, spots_of(frame, "from"), frame.attacker, sent)
    for nation, lost in by_nation(frame, "losses").items():
        if nation not in attackers:
            fallen = (frame.get("defenders") or {}) if army_of(world, nation, frame.target) else {}
            check_units(world, spots_of(frame, "target"), nation, _more(lost, fallen))
    neutral = geography().places[frame.target].neutral
    for kind, n in (frame.get("defenders") or {}).items():
        there = (world.get(f"army.{frame.target}.{kind}") or 0) if neutral else 0
        if n > there:
            raise Refused(f"the army of {place_name(frame.target)} has {there} {kind}, not {n}", rule=BOARD)


def left_of(frame: Frame, nation: str) -> dict[str, int]:
    """The land units that a nation has committed and not lost: aircraft take no land and hold none."""
    committed, losses = frame.get("committed") or {}, frame.get("losses") or {}
    return land(less(committed.get(nation, {}), losses.get(nation, {})))


def wiped_out(frame: Frame) -> list[str]:
    """The nations whose whole commitment is lost."""
    return [nation for nation in frame.get("committed") or {} if not left_of(frame, nation)]


def comes_by_air(world: World, frame: Frame) -> bool:
    """Nothing but aircraft attacks, as far as it is told."""
    return _flown(world, frame, {})


def flown_only(world: World, frame: Frame) -> bool:
    """Nothing but aircraft attacks, or is left of the attackers, as far as it is told."""
    return _flown(world, frame, by_nation(frame, "losses"))


def _flown(world: World, frame: Frame, lost: Units) -> bool:
    sent, attackers = by_nation(frame, "committed"), _attackers(frame)
    if not all(nation in sent for nation in attackers):
        return False
    left = {nation: less(sent[nation], lost.get(nation, {})) for nation in attackers}
    return any(left.values()) and not any(land({**left[n], **counted(world, frame.target, n)}) for n in attackers)


def strongest(world: World, frame: Frame, able: list[str]) -> list[str]:
    """Who of these has the greatest land strength left there; several if they are equal."""
    strength = {
        nation: amount(sum_of(*(number(f"strength.{k}", k) * n for k, n in left_of(frame, nation).items())), world)
        for nation in able
    }
    return [nation for nation in able if strength[nation] == max(strength.values())]


# -- a toll before the dice
@steps.step("twg.attack.toll")
def toll(world: World, frame: Frame) -> Directive:
    """What a chart takes out of an attacking force before the dice; unit by unit, as the attackers say."""
    home, committed = home_of().get(frame.target), cast(Units, frame.get("committed") or {})
    toll = home.toll if home and frame.target in home.lands else None
    payers = [n for n in (frame.attacker, *frame.joined) if toll and n in toll.by and committed.get(n)]
    if home is None or toll is None or not payers or not home.bind(toll).due(world):
        if frame.get("toll"):
            raise Refused("a toll is taken only out of a force that is told, and only of those who pay it", rule=BOARD)
        if str(frame.get("outcome") or "").startswith("conquered") and flown_only(world, frame):
            NO_OCCUPIERS.refuse(
                world.scoped(using=AIR[0]), f"{NO_OCCUPIERS.label}, and nothing else attacks", ["repelled"]
            )
        return go("twg.attack.ship")  # the neutral navy comes first
    paid: dict[str, dict[str, int]] = frame.get("paid") or dict(frame.get("toll") or {})
    check_toll(toll, committed, paid)
    left = {n: less(committed[n], paid.get(n, {})) for n in payers}
    due = min(toll.units - _number(paid), _number(left))
    if due < 1:
        return _paid(frame, home, committed, paid)
    if due < _number(left):  # there is a battle: what is told to be lost in it is not taken out before
        losses = cast(Units, frame.get("losses") or {})
        left = {n: less(units, losses.get(n, {})) for n, units in left.items()}
    kinds = {f"{n}.{kind}": f"{kind} of {TITLES[n]}" for n in payers for kind in left[n]}
    if _number(left) < due:
        raise Refused("so many cannot be lost in the battle: the toll was taken out before the dice", rule=BOARD)
    if len(kinds) == 1 or _number(left) == due:
        return go("twg.attack.unit-paid", unit=next(iter(kinds)), paid=paid)
    prompt = f"{sentence(toll.label)}, for good. Which is one of them?"
    question = choose(payers[0], prompt, kinds, cite=toll.cite, subject=frame.target, did="gives up one {}")
    return ask(question, then="twg.attack.unit-paid", into="unit", paid=paid)


@steps.step("twg.attack.unit-paid")
def unit_paid(world: World, frame: Frame) -> Directive:
    nation, kind = frame.unit.split(".")
    mine = frame.paid.get(nation, {})
    return go("twg.attack.toll", paid={**frame.paid, nation: {**mine, kind: mine.get(kind, 0) + 1}})


def check_toll(toll: Toll, committed: Units, paid: Units) -> None:
    """A toll that is told is no more than what is due, and no more than there is."""
    there = all(n <= committed.get(who, {}).get(kind, 0) for who in paid for kind, n in paid[who].items())
    if _number(paid) > toll.units or not there or not set(paid) <= set(toll.by):
        raise Refused(f"{toll.label}, by {title(*toll.by)}, and no others", rule=toll.cite)


def _number(units: Units) -> int:
    return sum(n for kinds in units.values() for n in kinds.values())


def less(units: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    return {kind: left for kind, n in units.items() if (left := n - gone.get(kind, 0)) > 0}


def _paid(frame: Frame, home: Neutral, committed: Units, paid: Units) -> Directive:
    """Beside the losses of the battle; if nobody is left to roll dice, there is no battle."""
    losses = {n: dict(units) for n, units in (frame.get("losses") or {}).items()}
    attackers = (frame.attacker, *frame.joined)
    if all(n in committed and not less(committed[n], paid.get(n, {})) for n in attackers):
        return go("twg.attack.ended", end="repelled", losses={**losses, **paid})
    for nation, kinds in paid.items():
        for kind, n in kinds.items():
            lost = losses.setdefault(nation, {})
            lost[kind] = lost.get(kind, 0) + n
            if lost[kind] > committed[nation][kind]:
                message = f"{TITLES[nation]} cannot lose so many {kind}: the toll was taken out before the dice"
                raise Refused(message, rule=BOARD)
    spoken = [f"{sentence(duty.label)}." for duty in home.in_battle if home.toll and duty.cite == home.toll.cite]
    taken = ", ".join(f"{n} {kind} of {TITLES[who]}" for who, kinds in paid.items() for kind, n in kinds.items())
    others = [words for words in frame.get("reminders", []) if words not in spoken]
    told = [f"Out of the force, before the dice: {taken}.", *others]
    return go("twg.attack.ship", losses=losses, reminders=told)


# -- who stands where
@steps.step("twg.attack.units")
def units_after(world: World, frame: Frame) -> Directive:
    """Who has won stands there; who has not is back where it came from, with what is left.  The army falls first."""
    if frame.get("defenders") and geography().places[frame.target].neutral:
        fell = falling(frame.target, units_of(frame.get("defenders"), ARMY))
        return do(enacted(fell, world), then="twg.attack.units", defenders={})
    rules = _stand(world, frame)
    for nation, left in (frame.get("survivors") or {}).items():
        if left["to"]:
            refuge = [left["to"], *left.get("besides", ())]
            check_room(world, refuge, nation, left["units"])
            rules += arriving(refuge, nation, left["units"])
            rules += heeded(MARCH, nation, left["to"])
    return over(still_held(world, enacted(rules, world)))


def _stand(world: World, frame: Frame) -> list[On]:
    """Where the attackers stand now; of a conqueror who told nothing, that he is there, for somebody must be."""
    committed, losses = by_nation(frame, "committed"), by_nation(frame, "losses")
    won, rules = _has_won(world, frame), list[On]()
    attackers, spots = _attackers(frame), spots_of(frame, "target")
    standing = {nation: land(counted(world, spots[-1], nation)) for nation in attackers}
    start = spots_of(frame, "from") if frame.get("from") else ()
    for nation in dict.fromkeys((*committed, *losses)):
        sent, lost = committed.get(nation, {}), losses.get(nation, {})
        if nation not in attackers:  # who defends and is beaten has lost all; who is not, this
            rules += [] if won else leaving(spots, nation, lost)
            continue
        inside = standing[nation]
        came, fell = land(sent), land(lost) if won else {}
        # who joins may come from there as well
        if start and (nation == frame.attacker or land(counted(world, start[-1], nation))):
            rules += leaving(start, nation, sent if won else lost)
        else:  # whoever is in the land already takes part in the attack, before anybody who comes
            came, fell = less(came, inside), land(lost)
        standing[nation] = after = less(_more(inside, came if won else {}), fell)
        check_room(world, spots, nation, less(after, inside))
        rules += arriving(spots, nation, less(after, inside))
        rules += leaving(spots, nation, less(inside, after))
    taker = frame.get("taker")
    if won and taker and not standing.get(taker):
        rules += arriving(spots, taker, {}, uncounted=True)
    return rules


def _more(units: Mapping[str, int], come: Mapping[str, int]) -> dict[str, int]:
    return {kind: units.get(kind, 0) + come.get(kind, 0) for kind in dict.fromkeys((*units, *come))}


def _has_won(world: World, frame: Frame) -> bool:
    """Whether the attack has led to a conquest; a report of an earlier version waits for it in a frame of its own."""
    if frame.get("end"):
        return bool(frame.end == "conquered")
    neutral = geography().places[frame.target].neutral
    return any(
        (world.get(f"stance.{frame.target}.{n}") == "total" if neutral else world.get(f"holder.{frame.target}") == n)
        for n in (frame.attacker, *(frame.get("joined") or []))
    )
