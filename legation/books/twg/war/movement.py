"""Units on the board, as the table reports them: placed, moved, withdrawn and lost.

What a class forbids is refused with its rule; the umpire may
rule otherwise, and a plain report of units counts too, with a remark beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legation.books.twg.consequences import heeded, over
from legation.books.twg.deeds import BOARD, MARCH
from legation.books.twg.diplomacy.affiliations import held_fast, may
from legation.books.twg.event_details import nation_in, place_in, spots_of
from legation.books.twg.map.own_names import in_the_rules, still_held
from legation.books.twg.money.purses import COUNTED, recounted
from legation.books.twg.powers import ALL, SIDES, TITLES, enemies, side_of
from legation.books.twg.schema import LAND, MEANS
from legation.books.twg.spoken_names import ALL_UNITS, NATION, PLACE
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import place_name
from legation.books.twg.war.units import UNITS, army_of, arriving, check_room, check_units, counted, leaving, units_of
from legation.core.abilities import Remark
from legation.core.book import Event
from legation.core.deeds import On, enacted
from legation.core.errors import LegationError, Refused, Unknown
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame
from legation.core.wording import Phrase, Wording

__all__ = ["EVENTS", "fits", "remarks"]

WHERE = {"nation": NATION, "units": ALL_UNITS, "at": PLACE}
MOVES = Phrase(
    {
        "walk": ("on foot", "by foot", "walking", "by walking"),
        "drive": ("by road", "driving", "by driving"),
        "amphibious": ("by sea", "by an amphibious move", "by transport"),
        "blitz": ("by blitz", "in a blitz"),
        "rail": "by rail",
    }
)
EVENTS: Mapping[str, Event] = {
    "move": Event(
        "twg.move",
        "Units move from one territory to another.",
        {
            "nation": "whose units",
            "units": UNITS,
            "from": "the territory they leave; may be left out",
            "to": "the territory they enter",
            "by": f"how: {', '.join(MEANS)} or rail; may be left out",
        },
        BOARD,
        Wording(
            (
                "{nation} move(s) {units} from {from} to {to}",
                "{nation} move(s) {units} to {to}",
                "{nation} send(s) {units} from {from} to {to}",
                "{nation} send(s) {units} to {to}",
                "{units} of {nation} move from {from} to {to}",
                "{units} of {nation} move to {to}",
                "{units} of {nation} enter {to}",
                "{nation} move(s) {units} into {to}",
                "{nation} send(s) {units} into {to}",
                "{nation} move(s) {units} from {from} into {to}",
                "{nation} marches {units} into {to}",
                "{nation} land(s) {units} in {to}",
                "{nation} flies {units} to {to}",
            ),
            {"nation": NATION, "units": ALL_UNITS, "from": PLACE, "to": PLACE, "by": MOVES},
            adds=("from {from}", "{by}"),
        ),
    ),
    "place": Event(
        "twg.place",
        "New units are put on the board, where their nation may build.",
        {"nation": "whose units", "units": UNITS, "at": "the territory"},
        BOARD,
        Wording(
            (
                "{nation} place(s) {units} in {at}",
                "{nation} build(s) {units} in {at}",
                "{nation} put(s) {units} in {at}",
            ),
            WHERE,
        ),
    ),
    "remove": Event(
        "twg.remove",
        "Units are lost or taken off the board.",
        {"nation": "whose units", "units": UNITS, "at": "the territory"},
        BOARD,
        Wording(
            (
                "{nation} lose(s) {units} in {at}",
                "{nation} remove(s) {units} from {at}",
                "{nation} take(s) {units} off {at}",
            ),
            WHERE,
        ),
    ),
    "withdraw": Event(
        "twg.withdraw",
        "All units of a nation leave a territory.",
        {"nation": "whose units", "at": "the territory", "to": "where they go; may be left out"},
        BOARD,
        Wording(
            (
                "{nation} leave(s) {at}",
                "{nation} withdraw(s) from {at}",
                "{nation} evacuate(s) {at}",
                "{nation} retreat(s) from {at}",
                "{nation} troops leave {at}",
                "all units of {nation} leave {at}",
            ),
            {"nation": NATION, "at": PLACE, "to": PLACE},
            adds=(("for {to}", "to {to}", "and go to {to}"),),
        ),
    ),
}


# -- legality
def check_entry(world: World, nation: str, place: str, kinds: Iterable[str], by: str | None = None) -> None:
    """Units stand only where they may enter; what forbids it is named."""
    _check(world, nation, "enter", place, (*kinds, *((by,) if by else ())))


def check_building(world: World, nation: str, place: str, kinds: Iterable[str]) -> None:
    """New units stand only where the nation may build; being let in is not enough."""
    _check(world, nation, "build", place, kinds)


def check_leaving(world: World, nation: str, place: str, by: str | None = None) -> None:
    """Units may leave where no chart holds them fast; by rail, where the railways are open to them."""
    if held := held_fast(world, nation, place):
        raise Refused(f"{TITLES[nation]} may not leave {place_name(place)}: {held.label}", rule=held.cite)
    if by == "rail":
        _check(world, nation, "rail", place, ("rail",))


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
def _carried_out(world: World, rules: Iterable[On], marched: Iterable[tuple[str, str]] = ()) -> Directive:
    """Units stand where they are told to; what charts make of it that a nation has marched into a land."""
    heeds = (rule for nation, to in marched for rule in heeded(MARCH, nation, to))
    return over(still_held(world, enacted((*rules, *heeds), world)))


def _between(
    world: World, nation: str, left: tuple[str, ...], there: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is left and what is entered: from part to part of a land, the whole has as many as before."""
    if left == there:
        land = world.schema.title(there[-1])
        raise Refused(f"{TITLES[nation]} is in {land} already: say where its units go", rule=BOARD)
    return (left[1:], there[1:]) if left and left[0] == there[0] else (left, there)


@steps.step("twg.move")
def move(world: World, frame: Frame) -> Directive:
    nation, units, to = nation_in(frame), units_of(frame.get("units")), place_in(frame, "to")
    check_entry(world, nation, to, units, frame.get("by"))
    left, there = spots_of(frame, "from") if frame.get("from") else (), spots_of(frame, "to")
    if left:
        check_leaving(world, nation, left[0], frame.get("by"))
    left, there = _between(world, nation, left, there)
    check_units(world, left, nation, units)
    check_room(world, there, nation, units)
    return _carried_out(world, (*leaving(left, nation, units), *arriving(there, nation, units)), [(nation, to)])


@steps.step("twg.place")
def place(world: World, frame: Frame) -> Directive:
    nation, units, at = nation_in(frame), units_of(frame.get("units")), place_in(frame, "at")
    check_building(world, nation, at, units)
    check_room(world, spots_of(frame, "at"), nation, units)
    return _carried_out(world, arriving(spots_of(frame, "at"), nation, units), [(nation, at)])


@steps.step("twg.remove")
def remove(world: World, frame: Frame) -> Directive:
    nation, units, at = nation_in(frame), units_of(frame.get("units")), spots_of(frame, "at")
    check_units(world, at, nation, units)
    return _carried_out(world, leaving(at, nation, units))


@steps.step("twg.withdraw")
def withdraw(world: World, frame: Frame) -> Directive:
    nation, spots = nation_in(frame), spots_of(frame, "at")
    units = counted(world, spots[-1], nation)
    uncounted = bool(world.get(f"garrison.{spots[-1]}.{nation}"))
    if not units and not uncounted:
        raise Refused(f"{TITLES[nation]} has no unit in {world.schema.title(spots[-1])}", rule=BOARD)
    check_leaving(world, nation, spots[0])
    if not frame.get("to"):
        return _carried_out(world, leaving(spots, nation, units, uncounted=True))
    to, (left, there) = place_in(frame, "to"), _between(world, nation, spots, spots_of(frame, "to"))
    check_entry(world, nation, to, units or LAND[:1])
    check_room(world, there, nation, units)
    gone, come = leaving(left, nation, units, uncounted=True), arriving(there, nation, units, uncounted=uncounted)
    return _carried_out(world, (*gone, *come), [(nation, to)])


# -- what could be told, for completion
def fits(world: World, event: str, told: Mapping[str, Any], detail: str, value: Any) -> bool:
    """Whether a detail can be this: friends join, enemies are attacked, and units go where they may."""
    nation = told.get("attacker") or told.get("nation") or told.get("giver")
    if nation not in ALL:
        return True
    if detail in ("joined", "receiver"):
        return value != nation and value in SIDES[side_of(nation)]
    if detail in ("committed", "toll") and value in ALL:
        return value == nation or value in told.get("joined", ())
    if detail == "navies":
        return value in enemies(nation)
    place = in_the_rules(world.schema, str(value))
    if detail == "at" and event in ("remove", "withdraw"):
        known = counted(world, str(value), nation) or world.get(f"garrison.{value}.{nation}")
        return bool(known or (event == "remove" and army_of(world, nation, place)))
    action = {("attack", "target"): "attack", ("raid", "target"): "attack", ("place", "at"): "build"}.get(
        (event, detail)
    )
    action = "enter" if detail == "to" and event in ("move", "withdraw") else action
    try:
        return action is None or may(world, nation, action, place).allowed
    except LegationError:
        return True  # what is lacking will be asked for
