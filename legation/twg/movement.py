"""Units on the board, as the table reports them: placed, moved, withdrawn and lost, and what an attack costs.

The referee keeps land units where charts ask for them.  What a class forbids is refused with its rule; the umpire may
rule otherwise, and a plain report of units counts too, with a remark beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from legation.core.book import Event, Remark
from legation.core.deeds import enacted
from legation.core.errors import NotFound, Refused, Unknown
from legation.core.expr import number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, done, go
from legation.core.rules import Assign, Rule, carry_out, sets
from legation.twg.affiliations import may
from legation.twg.battles import heeded
from legation.twg.deeds import MARCH
from legation.twg.details import nation_in, place_in
from legation.twg.facts import ARMY, LAND, MEANS
from legation.twg.funds import COUNTED, recounted
from legation.twg.geography import geography
from legation.twg.parts import in_the_rules
from legation.twg.phases import BOARD
from legation.twg.powers import ALL, TITLES
from legation.twg.steps import steps

__all__ = ["EVENTS", "remarks", "units_of"]

Units = Mapping[str, Mapping[str, int]]  # by nation and kind
UNITS = "units, such as 2 infantry, 1 armor"
EVENTS: Mapping[str, Event] = {
    "move": Event(
        "twg.move",
        "Land units move from one territory to another.",
        {
            "nation": "whose units",
            "units": UNITS,
            "from": "the territory they leave; may be left out",
            "to": "the territory they enter",
            "by": f"how: {', '.join(MEANS)} or rail; may be left out",
        },
        BOARD,
    ),
    "place": Event(
        "twg.place",
        "New land units are put on the board, where their nation may build.",
        {"nation": "whose units", "units": UNITS, "at": "the territory"},
        BOARD,
    ),
    "remove": Event(
        "twg.remove",
        "Land units are lost or taken off the board.",
        {"nation": "whose units", "units": UNITS, "at": "the territory"},
        BOARD,
    ),
    "withdraw": Event(
        "twg.withdraw",
        "All land units of a nation leave a territory.",
        {"nation": "whose units", "at": "the territory", "to": "where they go; may be left out"},
        BOARD,
    ),
}


NUMBERED = re.compile(r"(\d*)[ -]*(.*)", re.DOTALL)  # 2 infantry, 2-infantry, infantry


# -- reading what was reported
def units_of(value: Any, kinds: Iterable[str] = LAND) -> dict[str, int]:
    """`2 infantry, 1 armor` (or a list of such words, or kinds with their numbers) as numbers by kind."""
    if isinstance(value, Mapping):
        pairs = [(str(kind), n) for kind, n in value.items()]
    else:
        words = value if isinstance(value, list) else str(value).split(",")
        pairs = []
        for word in map(str, words):
            told = NUMBERED.fullmatch(word.strip())
            pairs += [(told[2], int(told[1] or 1))] if told else []
    found: dict[str, int] = {}
    for kind, n in pairs:
        if kind not in kinds:
            raise NotFound("kind of unit", kind, kinds)
        if not isinstance(n, int) or isinstance(n, bool) or n < 1:
            raise Refused(f"{n!r} {kind} is no number of units", rule=BOARD)
        found[kind] = found.get(kind, 0) + n
    return found


# -- legality
def check_entry(world: World, nation: str, place: str, kinds: Iterable[str], by: str | None = None) -> None:
    """Units stand only where they may enter; what forbids it is named."""
    _check(world, nation, "enter", place, (*kinds, *((by,) if by else ())))


def check_building(world: World, nation: str, place: str, kinds: Iterable[str]) -> None:
    """New units stand only where the nation may build; being let in is not enough."""
    _check(world, nation, "build", place, kinds)


def _check(world: World, nation: str, action: str, place: str, means: Iterable[str]) -> None:
    for using in dict.fromkeys(means):
        verdict = may(world, nation, action, place, using)
        if not verdict.allowed:
            raise Refused(f"{verdict.reason} (the umpire may rule otherwise)", rule=verdict.rule)


def remarks(world: World, facts: Mapping[str, Any]) -> list[Remark]:
    """What speaks against units that are reported where they were not before."""
    found: dict[str, Remark] = {}
    for key, value in facts.items():
        family, *names = key.split(".")
        if family != "units" or not value or value <= (world.get(key) or 0):
            continue
        place, nation, kind = names
        try:
            verdict = may(world, nation, "enter", in_the_rules(world.schema, place), kind)
        except Unknown:
            continue  # nobody knows yet; the rule will ask when it matters
        if not verdict.allowed:
            found.setdefault(verdict.reason, Remark(verdict.rule, verdict.reason))
    return [*found.values(), *_outdated(world, facts)]


def _outdated(world: World, facts: Mapping[str, Any]) -> list[Remark]:
    """Land that changes hands by a report leaves behind a sum that was told before."""
    lands = [Change(key, world.get(key), value) for key, value in facts.items() if key.startswith("holder.")]
    stale = [c.fact for c in recounted(world, lands) if c.fact not in facts]
    return [Remark(COUNTED, f"{world.schema.spec(key).says} was told before: report {key} anew") for key in stale]


# -- moving
def _spots(frame: Frame, detail: str) -> tuple[str, ...]:
    """The territory that a detail names, with its part, or with the others that it is, on the group's own board."""
    return (place_in(frame, detail), *frame.get("besides", {}).get(detail, ()))


def _more(places: Iterable[str], nation: str, units: Mapping[str, int]) -> list[Assign]:
    """Units arrive; who is told of unit by unit is an uncounted garrison no more."""
    spots = tuple(places) if units else ()
    keys = [(f"units.{place}.{nation}.{kind}", n) for place in spots for kind, n in units.items()]
    counted = [sets(f"garrison.{place}.{nation}", 0) for place in spots]
    return [*(sets(key, number(key) + n) for key, n in keys), *counted]


def _fewer(world: World, places: Sequence[str], nation: str, units: Mapping[str, int]) -> list[Assign]:
    """A player's own land is not counted unit by unit; in a neutral country nobody loses what is not there."""
    found = []
    for place, (kind, n) in product(places, units.items()):
        key = f"units.{place}.{nation}.{kind}"
        there = world.get(key) or 0
        counted = geography().places[in_the_rules(world.schema, place)].neutral and not world.get(
            f"garrison.{place}.{nation}"
        )
        if n > there and counted:
            message = f"{TITLES[nation]} has {there} {kind} in {world.schema.title(place)}, not {n}"
            raise Refused(message, rule=BOARD)
        found.append(sets(key, max(0, there - n)))
    return found


def _carried_out(
    world: World, label: str, assigns: Iterable[Assign], marched: Iterable[tuple[str, str]] = ()
) -> Directive:
    """Units stand where they are told to; what charts make of it that a nation has marched into a land."""
    told = carry_out([Rule(label, BOARD, sets=tuple(assigns))], world)[1]
    return done([*told, *enacted((rule for nation, to in marched for rule in heeded(MARCH, nation, to)), world)])


@steps.step("twg.move")
def move(world: World, frame: Frame) -> Directive:
    nation, units, to = nation_in(frame), units_of(frame.get("units")), place_in(frame, "to")
    check_entry(world, nation, to, units, frame.get("by"))
    left, there = _spots(frame, "from") if frame.get("from") else (), _spots(frame, "to")
    if left and left[0] == there[0]:  # from part to part, the whole has as many as before
        left, there = left[1:], there[1:]
    leaving = _fewer(world, left, nation, units)
    arriving = _more(there, nation, units)
    return _carried_out(world, f"units of {TITLES[nation]} move", [*leaving, *arriving], [(nation, to)])


@steps.step("twg.place")
def place(world: World, frame: Frame) -> Directive:
    nation, units, at = nation_in(frame), units_of(frame.get("units")), place_in(frame, "at")
    check_building(world, nation, at, units)
    arriving = _more(_spots(frame, "at"), nation, units)
    return _carried_out(world, f"units of {TITLES[nation]} are placed", arriving, [(nation, at)])


@steps.step("twg.remove")
def remove(world: World, frame: Frame) -> Directive:
    nation, units, at = nation_in(frame), units_of(frame.get("units")), _spots(frame, "at")
    return _carried_out(world, f"units of {TITLES[nation]} are gone", _fewer(world, at, nation, units))


@steps.step("twg.withdraw")
def withdraw(world: World, frame: Frame) -> Directive:
    nation, spots = nation_in(frame), _spots(frame, "at")
    units = {kind: n for kind in LAND if (n := world.get(f"units.{spots[-1]}.{nation}.{kind}") or 0)}
    name, uncounted = world.schema.title(spots[-1]), bool(world.get(f"garrison.{spots[-1]}.{nation}"))
    if not units and not uncounted:
        raise Refused(f"{TITLES[nation]} has no land unit in {name}", rule=BOARD)
    arriving: list[Assign] = []
    if frame.get("to"):
        check_entry(world, nation, place_in(frame, "to"), units or LAND[:1])
        arriving = _more(_spots(frame, "to"), nation, units)
        arriving += [sets(f"garrison.{spot}.{nation}", 1) for spot in _spots(frame, "to") if uncounted]
    gone = [sets(f"garrison.{spot}.{nation}", 0) for spot in spots]
    leaving = [*_fewer(world, spots, nation, units), *gone]
    marched = [(nation, place_in(frame, "to"))] if frame.get("to") else []
    return _carried_out(world, f"{TITLES[nation]} leaves {name}", [*leaving, *arriving], marched)


# -- what an attack costs
@steps.step("twg.attack.report")
def attack(world: World, frame: Frame) -> Directive:
    """An attack with the units that made it; reaction, battle and conquest first, then who stands where."""
    committed, losses = _by_nation(frame, "committed"), _by_nation(frame, "losses")
    told: dict[str, Any] = {"committed": committed, "losses": losses}
    for nation, lost in losses.items():
        for kind, n in lost.items() if nation in committed else ():
            if n > committed[nation].get(kind, 0):
                message = f"{TITLES[nation]} cannot lose {n} {kind}: it did not commit so many"
                raise Refused(message, rule=BOARD)
    if frame.get("from") is not None and place_in(frame, "from") == frame.get("target"):
        raise Refused("an attack comes from another territory than the one attacked", rule=BOARD)
    told |= {what: units_of(frame.get(what), ARMY) for what in ("defenders", "retreated") if frame.get(what)}
    told["survivors"] = _survivors(frame)
    told |= {"toll": paid} if (paid := _by_nation(frame, "toll")) else {}
    if wiped_out := [n for n, units in committed.items() if units == losses.get(n)]:
        told["wiped_out"] = wiped_out
    return go("twg.attack", **told)


def _by_nation(frame: Frame, what: str) -> dict[str, dict[str, int]]:
    """Units by nation; units alone are the attacker's."""
    value = frame.get(what)
    if not value:
        return {}
    if isinstance(value, Mapping) and set(value) <= set(ALL):
        return {nation: units_of(units) for nation, units in value.items()}
    return {str(frame.get("attacker")): units_of(value)}


def _survivors(frame: Frame) -> dict[str, dict[str, Any]]:
    """What is left of the beaten, by nation: the units, and where they retreated to."""
    value, found = frame.get("survivors") or {}, {}
    if not isinstance(value, Mapping) or not set(value) <= set(ALL):
        message = f"survivors are told by nation, with their units and where they went, not {value!r}"
        raise Refused(message, rule=BOARD, allowed=["{germany: {units: 2 infantry, to: austria}}"])
    for nation, told in value.items():
        units, to = (told.get("units"), told.get("to")) if isinstance(told, Mapping) and "units" in told else (told, "")
        if to and to not in geography().places:
            raise NotFound("territory", to, geography().places)
        found[nation] = {"units": units_of(units), "to": to or ""}
    return found


@steps.step("twg.attack.units")
def units_after(world: World, frame: Frame) -> Directive:
    """Who has won stands there; who has not is back where it came from, with what is left."""
    committed, losses = _by_nation(frame, "committed"), _by_nation(frame, "losses")
    assigns = _stand(world, frame, committed, losses)
    target = frame.target
    for kind, n in units_of(frame.get("defenders"), ARMY).items() if frame.get("defenders") else ():
        key = f"army.{target}.{kind}"
        if geography().places[target].neutral:
            assigns.append(sets(key, max(0, (world.get(key) or 0) - n)))
    retreats = [(nation, left) for nation, left in (frame.get("survivors") or {}).items() if left["to"]]
    for nation, left in retreats:
        assigns += _more([left["to"]], nation, left["units"])
    label = "what was committed and not lost stands where the attack has led it"
    marched = [(nation, left["to"]) for nation, left in retreats]
    return _carried_out(world, label, assigns, marched) if assigns else done()


def _stand(world: World, frame: Frame, committed: Units, losses: Units) -> list[Assign]:
    """Where the attackers stand now; of a conqueror who told nothing, that he is there, for somebody must be."""
    won, assigns = _has_won(world, frame), list[Assign]()
    attackers = (frame.attacker, *(frame.get("joined") or []))
    for nation in dict.fromkeys((*committed, *losses)):
        lost = losses.get(nation, {})
        if nation not in attackers:  # who defends and is beaten has lost all; who is not, this
            assigns += [] if won else _fewer(world, _spots(frame, "target"), nation, lost)
            continue
        alive = {k: n - lost.get(k, 0) for k, n in committed.get(nation, {}).items()}
        if frame.get("from") and nation == frame.attacker:
            assigns += _fewer(world, _spots(frame, "from"), nation, committed.get(nation, {}) if won else lost)
        if won:
            assigns += _more(_spots(frame, "target"), nation, {k: n for k, n in alive.items() if n})
    taker = frame.get("taker")
    if won and taker and taker not in committed and not _stands(world, frame.target, taker):
        assigns += [sets(f"garrison.{spot}.{taker}", 1) for spot in _spots(frame, "target")]
    return assigns


def _stands(world: World, place: str, nation: str) -> bool:
    return any(world.get(f"units.{place}.{nation}.{kind}") for kind in LAND)


def _has_won(world: World, frame: Frame) -> bool:
    """Whether the attack has led to a conquest; a report of an earlier version waits for it in a frame of its own."""
    if frame.get("end"):
        return bool(frame.end == "conquered")
    neutral = geography().places[frame.target].neutral
    return any(
        (world.get(f"stance.{frame.target}.{n}") == "total" if neutral else world.get(f"holder.{frame.target}") == n)
        for n in (frame.attacker, *(frame.get("joined") or []))
    )
