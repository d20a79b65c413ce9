"""Rules 83.1, 83.2 and 83.5: when a country is conquered, what that does at once, and who gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.awaw.aggression import falls_to
from legation.awaw.benefit import senior_partner
from legation.awaw.minors import brps
from legation.awaw.minors.inquiry import Action, Saying, Topic
from legation.awaw.minors.lands import AREAS, CAPITALS, COLONY_LANDS, HONG_KONG, ISLANDS, LAND, Land, lands_with
from legation.awaw.minors.words import (
    actor_holds,
    asked,
    attacked_this_turn,
    half_of,
    site_is,
    status_is,
    with_means,
)
from legation.awaw.powers import (
    AXIS,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FACTIONS,
    GERMANY,
    ITALY,
    MEMBERS,
    MINORS,
    NOBODY,
    PLACES,
    POWERS,
    RUSSIA,
    TARGETS,
    WESTERN_ALLIES,
    faction_of,
)
from legation.awaw.targets import FREED
from legation.awaw.vocabulary import HERE, conquered, declared_war, edition, hexes, pact_line
from legation.core.book import Event
from legation.core.errors import NotFound
from legation.core.expr import Expr, all_of, any_of, choice, holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets

__all__ = ["ACTIONS", "DECLARED", "EVENTS", "STEPS", "TOPICS"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")
TAKERS = (*POWERS, *PARTISANS)
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)

# -- 83.1 conquest
CAPITAL = Note("a country falls with its capital, at the end of the attacker's combat phase", "83.11")
NO_CAPITAL = Note("the capital does not decide where there is none, nor for Australia and India", "83.11.exceptions")
NO_GRACE = Note("the country itself has no turn to win its capital back", "83.11.no-grace")
BUILT_PARTISAN = Note("a partisan built in an empty capital waits for the next combat phase", "83.11.partisan-build")
SURRENDER_INSTEAD = ("australia", "india")
SPLIT = Permit(
    "Lithuania, Latvia and Estonia are three countries when the Pact line runs through them",
    "83.12B.split@current-gs",
    edition(CURRENT_GS) & pact_line("baltic-states", "through"),
)
BALTIC = ("estonia", "latvia", "lithuania")


def in_hand(land: Land, faction: str, *, partisans: bool = True) -> Expr:
    """A faction, or partisans on its side, has everything that decides the land."""
    friends = (faction, "axis-partisans" if half_of(faction) == AXIS else "allied-partisans")
    if land.hexes:
        return hexes(faction, land.slug) >= land.hexes
    return all_of(*(choice(f"control.{place}", *friends[: 1 + partisans]) for place in land.keys))


def exists(world: World, land: Land) -> bool:
    """Whether the land is a country of its own in this edition and under this Pact line."""
    if land.slug in BALTIC:
        return SPLIT.allows(world)
    return land.slug != "baltic-states" or not SPLIT.allows(world)


JUST_TURNED = Limit(
    "a country that has just changed sides does not fall before its new friend has fought for it",
    "85.53.no-conquest",
    ~choice(f"turned-to.{HERE}", NOBODY, says="{Here} has not just changed sides"),
)

# -- 83.5 who gets it
QUALIFIES = Permit(
    "BRPs for the attack, or attrition, in the turn of conquest", "83.52", with_means("offensive", "attrition")
)
ANY_BRP = Note("however few the BRPs, they count", "83.53", 1)
DOES_NOT_COUNT = (
    Limit("counterair to clear the way for supply at sea does not count", "83.54A", with_means("counterair")),
    Limit("attacks outside the country do not count", "83.54B", with_means("outside")),
    Limit("a grant of BRPs does not count", "83.54C", with_means("grant")),
)
ONE_TAKES_ALL = Note("of allies that conquer together the senior partner gets everything", "83.51")
SENIORITY = {
    AXIS: Note("Germany is senior to Italy", "83.51A", (GERMANY, ITALY)),
    WESTERN_ALLIES: Note("the United States, then Britain, then France", "83.51B", MEMBERS[WESTERN_ALLIES]),
}


def taker(world: World, by: str, helped: Mapping[str, str]) -> str:
    """The power that gets the land: the most senior one that really took part."""
    partners = [by]
    for power, means in helped.items():
        look = world.scoped(means=means)
        if any(limit.forbids(look) for limit in DOES_NOT_COUNT) or not QUALIFIES.allows(look):
            continue
        if means == "offensive":
            ANY_BRP.used(world)
        if (faction_of(power) or power) == (faction_of(by) or by):
            partners.append(power)
    together = len(partners) > 1
    world.note(ONE_TAKES_ALL.cite, together)
    order = SENIORITY.get(faction_of(by) or "")
    if order is None:
        return by
    world.note(order.cite, together)
    return min(partners, key=order.value.index)


# -- 83.6 who keeps it
NO_TRANSFER = Limit(
    "what a power has conquered it cannot hand to an ally",
    "83.61",
    actor_holds(),
)

# -- 83.2 what it does
LIBERATED = Rule(
    "a country that the Axis free from Russia becomes an ally of the power that did it",
    "83.211",
    when=CURRENT
    & conquered(HERE, by=RUSSIA)
    & choice("selector", AXIS, says="the Axis take it")
    & ~declared_war(AXIS, HERE),
    sets=(sets(f"status.{HERE}", "ally"), sets(f"liberated.{HERE}", True), sets(f"deployed.{HERE}", True)),
)
COMES_BACK = Note("that country's forces are not gone for good", "83.21.exception@current")
BY_COOPERATION = Note("who of the Axis gets it follows the rules of cooperation", "83.211.coop")
REBUILT = Note("its units are rebuilt like those of a minor ally", "83.211.rebuild")
UNITS_GONE = Rule(
    "all units of the country are removed for good",
    "83.21",
    when=status_is("conquered"),
    sets=(sets(f"deployed.{HERE}", False),),
)
FIRST_TIME = status_is("neutral", "hex-control", "independent", "associate", "ally", "surrendered")


def fall(world: World, land: Land, faction: str, power: str) -> tuple[World, list[Change]]:
    """The land is in the hands of a faction: status, forces, holder."""
    slug = land.slug
    if slug in TARGETS:
        diplomatic: tuple[str, ...] = (slug,)
    else:
        diplomatic = ("belgium-luxembourg",) if slug == "belgium" else ()
    free = asked(LIBERATED, slug)
    look = world.scoped(selector=faction)
    if slug in MINORS and not land.owner and free.applies(look):  # a colony is nobody's ally
        for note in (COMES_BACK, BY_COOPERATION, REBUILT):
            note.used(world)
        changes = carry_out([free], look)[1]
        changes += [_set(world, f"beneficiary.{slug}", power, free.cite)]
    else:
        world.note(COMES_BACK.cite, False)
        first = holds(asked(FIRST_TIME, slug), world)
        changes = [c for d in diplomatic if first for c in falls_to(world, d, faction)] if faction in FACTIONS else []
        world = world.with_changes(changes, world.now)
        home = land.owner == power  # its colony again
        facts: dict[str, Any] = {f"status.{slug}": "colony" if home else "conquered"}
        facts[f"conqueror.{slug}"] = NOBODY if home else faction
        facts |= {f"beneficiary.{slug}": NOBODY, f"brp-grant.{slug}": 0}
        changes += [_set(world, fact, value, CAPITAL.cite) for fact, value in facts.items() if world[fact] != value]
        NO_GRACE.used(world)
    changes += [_set(world, f"taken-in.{slug}", world["turn"], CAPITAL.cite)]
    changes += [_set(world, f"holder.{slug}", power, ONE_TAKES_ALL.cite)]
    if slug == "yugoslavia" and power == ITALY:
        changes += [_set(world, "event.yugoslavia-fell-to-italy", True, "83.72B")]
    world = world.with_changes(changes, world.now)  # those already folded in stay as they are
    world, gone = carry_out([asked(UNITS_GONE, slug)], world)
    return world, [*changes, *gone]


def _set(world: World, fact: str, new: Any, cite: str) -> Change:
    return world.change(fact, new, cite)


@STEPS.step("awaw.minors.taken")
def capture(world: World, frame: Frame) -> Directive:
    """A capital, a key place or the last hex of an area is taken, and held when the combat phase ends."""
    place, by, helped = frame.get("place"), frame.get("by"), frame.get("helped") or {}
    lands = lands_with(place)
    if not lands and place not in PLACES:
        raise NotFound("place or area", place, (*PLACES, *LAND))
    if by not in TAKERS:
        raise NotFound("power or partisans", by, TAKERS)
    if frame.get("built"):
        BUILT_PARTISAN.used(world)
        return go("awaw.minors.noticed", place=place, to=by)
    faction = by if by in PARTISANS else faction_of(by) or by
    was, changes = {land.slug: brps.as_it_was(world, land) for land in lands}, list[Change]()
    if place in PLACES:
        world = world.scoped(**{f"control.{place}": faction})
    for land in lands:
        if exists(world, land):
            world, more = taken(was[land.slug], world, land, by, faction, helped)
            changes += more
    return do(changes, then="awaw.minors.noticed", place=place, to=faction)


@STEPS.step("awaw.minors.conquered")
def conquered_by(world: World, frame: Frame) -> Directive:
    """A whole country is reported as conquered: everything that decides it is in the hands of a faction."""
    country, faction = frame.country, frame.by
    land = LAND.get(country)
    if land is None or world[f"status.{country}"] in ("dissolved", "incorporated"):
        return done(falls_to(world, country, faction))
    power = {AXIS: GERMANY, WESTERN_ALLIES: senior_partner(world)}.get(faction, faction)
    before = brps.as_it_was(world, land)
    changes = [_set(world, f"control.{place}", faction, CAPITAL.cite) for place in land.keys]
    world = world.with_changes(changes, world.now)
    world.note(CAPITAL.cite, True)
    world, fell = fall(world, land, faction, power)
    return done([*changes, *fell, *brps.captured(before, world, land, power)[1]])


@STEPS.step("awaw.minors.noticed")
def noticed(world: World, frame: Frame) -> Directive:
    """Control changes, and the tension tracks take it in."""
    if frame.place not in PLACES:
        return go("awaw.minors.after.taken")
    return call("awaw.tension.capture", then="awaw.minors.after.taken", place=frame.place, by=frame.to)


def taken(
    before: World, world: World, land: Land, by: str, faction: str, helped: Mapping[str, str]
) -> tuple[World, list[Change]]:
    """One land after one of its places changed hands."""
    side = "axis" if half_of(faction) == AXIS else "allied"
    falls = holds(in_hand(land, faction), world) if by not in PARTISANS else _partisans_hold(world, land, by)
    world.note(CAPITAL.cite, falls)
    world.note(NO_CAPITAL.cite, land in AREAS)
    for cite in (land.cite, *land.also, HONG_KONG.cite if land.slug == "hong-kong" else ""):
        if cite:
            world.note(cite, falls or bool(land.owner))
    if by in PARTISANS:
        return _seized(world, land, side) if falls else (world, [])
    power = taker(world, by, helped)
    if brps.cleared(before, world, land, power):
        return brps.back(before, world, land)
    if before[f"status.{land.slug}"] in ("dissolved", "incorporated"):
        return world, falls_to(
            world, land.slug, faction
        ) if falls and land.slug in TARGETS and faction in FACTIONS else []
    if _friendly_before(before, world, land, power):
        return world, []
    changes: list[Change] = []
    if falls and land.slug in TARGETS:
        falls = not asked(JUST_TURNED, land.slug).forbids(world)
    if falls and before[f"holder.{land.slug}"] != power:
        world, changes = fall(world, land, faction, power)
    after, more = brps.captured(before, world, land, power)
    return after, [*changes, *more]


def _seized(world: World, land: Land, side: str) -> tuple[World, list[Change]]:
    """Partisans hold what decides a land; a country that was still its own is conquered, and nobody's."""
    slug, alone = land.slug, holds(asked(FIRST_TIME, land.slug), world)
    world, changes = brps.seized(world, land, side)
    if alone:
        faction = AXIS if side == AXIS else WESTERN_ALLIES
        fell = (
            [c for c in falls_to(world, slug, faction) if not c.fact.startswith("conqueror")] if slug in TARGETS else []
        )
        world = world.with_changes(fell, world.now)
        fell += [_set(world, f"status.{slug}", "conquered", CAPITAL.cite)]
        world, gone = carry_out([asked(UNITS_GONE, slug)], world.with_changes(fell, world.now))
        changes += [*fell, *gone]
    return world, changes


def _friendly_before(before: World, world: World, land: Land, power: str) -> bool:
    """Units of an ally in a place that its own faction holds take nothing from the holder."""
    holder = before[f"holder.{land.slug}"]
    if holder in (NOBODY, power) or (faction_of(holder) or holder) != (faction_of(power) or power):
        world.note(NO_TRANSFER.cite, False)
        return False
    held = holds(in_hand(land, faction_of(holder) or holder), before)
    world.note(NO_TRANSFER.cite, held)
    if held:
        brps.example(world, land.slug, "entered")
    return held


def _partisans_hold(world: World, land: Land, by: str) -> bool:
    return bool(land.keys) and holds(all_of(*(choice(f"control.{place}", by) for place in land.keys)), world)


# -- what the table is told
_first_turn = status_is("conquered") & attacked_this_turn()
SPOILS = Topic(
    "what goes with a conquest",
    (
        Saying(
            "all its hexes go to the conqueror at the end of the player turn, but where enemies stand",
            "83.22A",
            _first_turn,
        ),
        Saying("hexes must be taken one by one", "83.22A.normal", ~_first_turn),
        Saying(
            "no other hex changes hands with the capital",
            "83.23",
            status_is("conquered", "colony", "associate", "ally") & ~_first_turn,
        ),
        Saying("the rules for a first conquest never apply to a colony", "83.42", status_is("colony")),
        Saying(
            "islands go to the first conqueror, unless an enemy stands on them",
            "83.22B",
            any_of(*(site_is(i.country) for i in ISLANDS)),
        ),
        *(
            Saying(
                f"{island.name} ({', '.join(island.hexes)}) goes with the country", island.cite, site_is(island.country)
            )
            for island in ISLANDS
        ),
        Saying("it is not conquered, but surrenders by rules of its own", "83.14", site_is(*SURRENDER_INSTEAD)),
        Saying(
            "its first conquest by Japan has hex control rules of its own",
            "83.22C",
            site_is("dutch-east-indies", "philippines"),
        ),
    ),
)
TOPICS = {"conquest": SPOILS}
NO_POLAND = Limit(
    "in the classic game Poland is no target of diplomacy",
    "82.21.poland-classic",
    edition(CURRENT_CLASSIC) & site_is("poland"),
)
ACTIONS = {
    "hand-over": Action(
        "may a power hand a country to an ally?", (NO_TRANSFER,), True, NO_TRANSFER.cite, "it has nothing to hand over"
    ),
    "court": Action(
        "may diplomacy move a country?", (FREED.limit, NO_POLAND), True, FREED.limit.cite, "nothing locks it"
    ),
}

EVENTS = {
    "taken": Event(
        "awaw.minors.taken",
        "A capital or key place is taken and held at the end of the combat phase",
        {
            "place": "the place, or an area of which the last hex is taken",
            "by": "the power, or axis-partisans or allied-partisans",
            "helped": "what other powers did for it: power to offensive, attrition, counterair, outside or grant",
            "built": "a partisan was built there after combat",
        },
        cite="83.11",
    )
}

DECLARED = (
    CAPITAL,
    NO_CAPITAL,
    NO_GRACE,
    BUILT_PARTISAN,
    JUST_TURNED,
    SPLIT,
    CAPITALS,
    AREAS,
    COLONY_LANDS,
    HONG_KONG,
    QUALIFIES,
    ANY_BRP,
    DOES_NOT_COUNT,
    ONE_TAKES_ALL,
    SENIORITY,
    LIBERATED,
    COMES_BACK,
    BY_COOPERATION,
    REBUILT,
    UNITS_GONE,
)
