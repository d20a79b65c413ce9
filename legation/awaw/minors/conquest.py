"""Rules 83.1, 83.2 and 83.5: when a country is conquered, what that does at once, and who gets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.awaw import endings
from legation.awaw.aggression import falls_to
from legation.awaw.benefit import senior_partner
from legation.awaw.deeds import CONQUEST, TAKEN, lands_of
from legation.awaw.minors import brps
from legation.awaw.minors.inquiry import Action, Topic
from legation.awaw.minors.lands import (
    AREAS,
    CAPITALS,
    COLONY_LANDS,
    DIPLOMATIC,
    ISLANDS,
    LAND,
    TWINS,
    Land,
    lands_with,
    other_twin,
    stands_as,
)
from legation.awaw.minors.words import (
    actor_holds,
    asked,
    attacked_this_turn,
    faction,
    half_of,
    liberated,
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
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.awaw.targets import FREED
from legation.awaw.vocabulary import HERE, conquered, declared_war, edition, out_of_the_war, pact_line, war_key
from legation.core.book import Event
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done
from legation.core.rules import Datum, Duty, Limit, Order, Permit, Rule, bespoke, carry_out, sets

__all__ = ["ACTIONS", "DECLARED", "EVENTS", "MOMENTS", "SAYINGS", "STEPS", "TOPICS", "reminders"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")
TAKERS = (*POWERS, *PARTISANS)
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)

# -- 83.1 conquest
CAPITAL = "83.11"
SURRENDER_INSTEAD = ("australia", "india")
NOT_BY_CAPITAL = Limit(
    "Australia and India are not conquered with a capital: they surrender by rules of their own",
    "83.11.exceptions",
    site_is(*SURRENDER_INSTEAD),
)
WAITING = "partisans-wait"
BUILT_PARTISAN = Limit(
    "a partisan built in an empty capital waits for the next combat phase",
    "83.11.partisan-build",
    with_means("built-partisan"),
)
SPLIT = Permit(
    "Lithuania, Latvia and Estonia are three countries when the Pact line runs through them",
    "83.12B.split@current-gs",
    edition(CURRENT_GS) & pact_line("baltic-states", "through"),
)
BALTIC = ("estonia", "latvia", "lithuania")


@bespoke(CAPITAL, reads=[choice(f"control.{HERE}", *FACTIONS, *PARTISANS)])
def falls(world: World, land: Land, by: str) -> bool:
    """A country falls when its capital is in enemy hands, or in those of partisans, as the combat phase ends."""
    if by in PARTISANS:
        return bool(land.keys) and land.is_held(world, by)
    return land.is_held(world, faction(by), _partisans_of(by))


def _partisans_of(power: str) -> str:
    return "axis-partisans" if half_of(power) == AXIS else "allied-partisans"


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
ANY_BRP = Datum("however few the BRPs, they count", "83.53", 1)
DOES_NOT_COUNT = (
    Limit("counterair to clear the way for supply at sea does not count", "83.54A", with_means("counterair")),
    Limit("attacks outside the country do not count", "83.54B", with_means("outside")),
    Limit("a grant of BRPs does not count", "83.54C", with_means("grant")),
)
ONE_TAKES_ALL = "83.51"
SENIORITY = {
    AXIS: Order("Germany is senior to Italy", "83.51A", (GERMANY, ITALY)),
    WESTERN_ALLIES: Order("the United States, then Britain, then France", "83.51B", MEMBERS[WESTERN_ALLIES]),
}


def _took_part(world: World, means: str | int) -> bool:
    """Whether what a power did for a conquest counts; of BRPs spent on it, how many."""
    if isinstance(means, int):
        means = "offensive" if means >= ANY_BRP.value else NOBODY
    look = world.scoped(means=means)
    return not any(limit.forbids(look) for limit in DOES_NOT_COUNT) and QUALIFIES.allows(look)


@bespoke(ONE_TAKES_ALL, reads=[with_means("offensive", "attrition")])
def partners(world: World, by: str, helped: Mapping[str, str | int]) -> list[str]:
    """Of allies that conquer together the senior partner gets everything."""
    return [power for power, means in helped.items() if _took_part(world, means) and faction(power) == faction(by)]


def taker(by: str, beside: list[str]) -> str:
    """The power that gets the land: the most senior one that really took part."""
    order = SENIORITY.get(faction(by))
    return str(order.sorted([by, *beside])[0]) if order else by


# -- 83.6 who keeps it
NO_TRANSFER = Limit(
    "what a power has conquered it cannot hand to an ally",
    "83.61",
    actor_holds(),
)

# -- 83.2 what it does
COMES_BACK = Rule(
    "the forces of a country that the Axis free from Russia are not gone for good",
    "83.21.exception@current",
    sets=(sets(f"deployed.{HERE}", True),),
)
LIBERATED = Rule(
    "a country that the Axis free from Russia becomes an ally of the power that did it",
    "83.211",
    when=CURRENT
    & conquered(HERE, by=RUSSIA)
    & choice("selector", AXIS, says="the Axis take it")
    & ~declared_war(AXIS, HERE),
    sets=(sets(f"status.{HERE}", "ally"), sets(f"conqueror.{HERE}", NOBODY), sets(f"liberated.{HERE}", True)),
    then=(COMES_BACK,),
)
REBUILT = Duty(
    "the units of {Here}, freed from Russia, are rebuilt at the rate of a minor ally",
    "83.211.rebuild",
    liberated() & status_is("ally"),
)
UNITS_GONE = Rule(
    "all units of the country are removed for good",
    "83.21",
    when=status_is("conquered"),
    sets=(sets(f"deployed.{HERE}", False),),
)


@bespoke("83.211.coop", reads=[liberated()])
def becomes_ally_of(world: World, slug: str, power: str) -> list[Change]:
    """Which power of the Axis gets a country freed from Russia follows the rules on conquests together."""
    return [world.change(f"beneficiary.{slug}", power, "83.211.coop")]


# What a conquest leaves behind.
IN_NEW_HANDS = Rule("a country is conquered with its capital", CAPITAL, again=True)
GETS_ALL = Rule("the senior of those that conquered it together holds it", ONE_TAKES_ALL, again=True)
ITALIAN_CONQUEST = Rule("Yugoslavia has fallen to Italy", "83.72B", again=True)
PARTISANS_WAIT = Rule(BUILT_PARTISAN.label, BUILT_PARTISAN.cite, again=True)
WAIT_IS_OVER = Rule("the next combat phase of their side is over", BUILT_PARTISAN.cite, again=True)
FIRST_TIME = status_is("neutral", "hex-control", "independent", "associate", "ally", "surrendered")


def _falls_in_diplomacy(world: World, slug: str) -> tuple[str, ...]:
    """The country of diplomacy that falls with a land; a pair falls with the second of the two."""
    if slug in TARGETS:
        return (slug,)
    whole = slug in TWINS and world[f"status.{other_twin(slug)}"] == "conquered"
    return (TWINS[slug],) if whole else ()


def fall(world: World, land: Land, side: str, power: str, *, together: bool = False) -> tuple[World, list[Change]]:
    """The land is in the hands of a faction: status, forces, holder; `together`, one of several gets it."""
    slug = land.slug
    diplomatic = _falls_in_diplomacy(world, slug)
    free = asked(LIBERATED, slug)
    look = world.scoped(selector=side)
    if slug in MINORS and not land.owner and free.applies(look):  # a colony is nobody's ally
        changes = [*carry_out([free], look)[1], *becomes_ally_of(world, slug, power)]
    else:
        first = holds(asked(FIRST_TIME, slug), world)
        home = land.owner == power and (not first or slug in DIPLOMATIC)  # its colony again
        stays = slug in DIPLOMATIC and not home  # it is in new hands, and its people can be courted
        changes = [c for d in diplomatic if first and not stays for c in falls_to(world, d, side) if side in FACTIONS]
        world = world.with_changes(changes, world.now)
        facts: dict[str, Any] = {f"status.{slug}": "colony" if home else "conquered"}
        if slug in DIPLOMATIC:  # its table says how its people stand
            facts = {f"status.{slug}": world[f"status.{slug}"] if stays or not first else "neutral"}
        facts[f"conqueror.{slug}"] = NOBODY if home or stays else side
        if not stays:
            facts |= {f"beneficiary.{slug}": NOBODY}
        facts |= {f"brp-grant.{slug}": 0, f"seat-drawer.{slug}": NOBODY}
        facts |= {f"seat-brps.{slug}": 0, f"owed.{slug}": NOBODY, f"owed-brps.{slug}": 0}
        changes += IN_NEW_HANDS.brings(world, {fact: value for fact, value in facts.items() if world[fact] != value})
    changes += IN_NEW_HANDS.brings(world, {f"taken-in.{slug}": world["turn"]})
    changes += (GETS_ALL if together else IN_NEW_HANDS).brings(world, {f"holder.{slug}": power})
    changes += endings.over(world, slug)
    if slug == "yugoslavia" and power == ITALY:
        changes += ITALIAN_CONQUEST.brings(world, {"event.yugoslavia-fell-to-italy": True})
    changes += brps.leaves_pair(world, slug, conquered=True)
    if slug == "belgium" and world[f"deployed.{TWINS[slug]}"]:  # Luxembourg has no forces
        changes += IN_NEW_HANDS.brings(world, {f"deployed.{TWINS[slug]}": False})
    world = world.with_changes(changes, world.now)  # those already folded in stay as they are
    world, gone = carry_out([asked(UNITS_GONE, slug)], world)
    return world, [*changes, *gone]


@STEPS.step("awaw.minors.taken")
def capture(world: World, frame: Frame) -> Directive:
    """A capital, a key place or the last hex of an area is taken, and held when the combat phase ends."""
    place, by = frame.get("place"), _power_of(world, frame.get("by"), frame.get("place"))
    if place in SURRENDER_INSTEAD:
        NOT_BY_CAPITAL.refuse(world.scoped(site=place))
    if place in LAND:
        LAND[place].refuse_capture(world)
    lands = lands_with(place)
    if not lands and place not in PLACES:
        raise NotFound("place or area", place, (*PLACES, *LAND))
    if by not in TAKERS:
        raise NotFound("power or partisans", by, TAKERS)
    if by in POWERS and holds(out_of_the_war(by), world):
        raise Refused(f"{TITLES[by]} is out of the war, and takes nothing", rule=endings.FIGHTING)
    if BUILT_PARTISAN.forbids(world.scoped(means="built-partisan" if frame.get("built") else NOBODY)):
        waiting = {**world[WAITING], place: [by, world["turn"]]}
        wait = PARTISANS_WAIT.brings(world, {WAITING: waiting})
        return do(wait, then="awaw.minors.noticed", place=place, by=by, to=by)
    deed = {"power": by, "side": faction(by), "place": place}
    return call("awaw.follows", then="awaw.minors.falls", keep={**frame.vars, "by": by}, deed=TAKEN.name, **deed)


def _power_of(world: World, by: Any, place: Any) -> Any:
    """The power that a side stands for: the one of its powers that is at war there, else its senior partner."""
    if by in POWERS or by not in FACTIONS:
        return by
    home = next((land for land in lands_of(place) if land in PARTIES), None)
    fighting = [p for p in MEMBERS[by] if home and p != home and world[war_key(p, home)]]
    return fighting[0] if len(fighting) == 1 else conqueror(world, by)


def places_of(place: str) -> tuple[str, ...]:
    """What is taken with a place: of an area with key places, all of them."""
    keys = LAND[place].keys if place in LAND and place in PLACES else ()
    return keys or (place,)


@STEPS.step("awaw.minors.falls")
def falls_with_it(world: World, frame: Frame) -> Directive:
    """What lands the place decides, and whether they fall with it."""
    place, by, helped = frame.place, frame.by, frame.get("helped") or {}
    cities, to = places_of(place), faction(by)
    lands = tuple(dict.fromkeys(land for city in cities for land in lands_with(city)))
    was, changes = {land.slug: brps.as_it_was(world, land) for land in lands}, list[Change]()
    world = world.scoped(**{f"control.{city}": to for city in cities if city in PLACES})
    for land in lands:
        if exists(world, land):
            world, more = taken(was[land.slug], world, land, by, helped)
            changes += more
    return do(changes, then="awaw.minors.noticed", place=place, by=by, to=to)


@STEPS.step("awaw.minors.partisans-tested")
def partisans_tested(world: World, frame: Frame) -> Directive:
    """Where partisans were built in an earlier turn, and still are, their side's combat phase decides."""
    for place, (by, built) in world[WAITING].items():
        if half_of(by) == frame.side and built < world["turn"]:
            rest = {other: whose for other, whose in world[WAITING].items() if other != place}
            there = place not in PLACES or world.get(f"control.{place}") == by
            then = "awaw.minors.partisans-stay" if there else "awaw.minors.partisans-tested"
            return do(WAIT_IS_OVER.brings(world, {WAITING: rest}), then=then, place=place, by=by)
    return done()


@STEPS.step("awaw.minors.partisans-stay")
def partisans_stay(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.taken", then="awaw.minors.partisans-tested", place=frame.place, by=frame.by)


MOMENTS = {"combat-ends": ("awaw.minors.partisans-tested",)}


@STEPS.step("awaw.minors.conquered")
def conquered_by(world: World, frame: Frame) -> Directive:
    """A whole country is reported as conquered: everything that decides it is in the hands of a faction."""
    country, side = frame.country, frame.by
    land = LAND.get(country)
    if land is None or world[f"status.{country}"] in ("dissolved", "incorporated"):
        return done(falls_to(world, country, side))
    return call(
        "awaw.follows",
        then="awaw.minors.all-of-it",
        keep={**frame.vars, "power": conqueror(world, side)},
        deed=CONQUEST.name,
        power=conqueror(world, side),
        country=country,
    )


def conqueror(world: World, side: str) -> str:
    """The power that a faction stands for."""
    if side == AXIS:  # Italy alone, when Germany is out of it
        return next((power for power in MEMBERS[AXIS] if not holds(out_of_the_war(power), world)), GERMANY)
    return senior_partner(world) if side == WESTERN_ALLIES else side


@STEPS.step("awaw.minors.all-of-it")
def all_of_it(world: World, frame: Frame) -> Directive:
    """The capital and all other key places are in the conqueror's hands."""
    side, power, land = frame.by, frame.power, LAND[frame.country]
    before = brps.as_it_was(world, land)
    changes = IN_NEW_HANDS.brings(world, {f"control.{place}": side for place in land.keys})
    world = world.with_changes(changes, world.now)
    world, fell = fall(world, land, side, power, together=side in SENIORITY)
    won = [*changes, *fell, *brps.captured(before, world, land, power)[1]]
    return do(won, then="awaw.tension.judge")


@STEPS.step("awaw.minors.noticed")
def noticed(world: World, frame: Frame) -> Directive:
    """Control changes, and the tension tracks take it in."""
    deed = {"deed": TAKEN.name, "power": frame.by, "side": faction(frame.by), "place": frame.place}
    keep = {"place": frame.place, "to": frame.to}
    return call("awaw.tension.held", then="awaw.minors.after.taken", keep=keep, **deed)


def taken(
    before: World, world: World, land: Land, by: str, helped: Mapping[str, str | int]
) -> tuple[World, list[Change]]:
    """One land after one of its places changed hands."""
    fell = falls(world, land, by)
    if by in PARTISANS:
        return _seized(world, land, half_of(by)) if fell else (world, [])
    beside = partners(world, by, helped)
    side, power = faction(by), taker(by, beside)
    if brps.cleared(world, before, land, power):
        return brps.back(before, world, land)
    if before[f"status.{land.slug}"] in ("dissolved", "incorporated") and land.slug not in DIPLOMATIC:
        out_of_it = fell and land.slug in TARGETS and side in FACTIONS
        return world, falls_to(world, land.slug, side) if out_of_it else []
    if _friendly_before(before, land, power):
        return world, []
    if friend := _friend(before, land, power):
        return brps.captured(before, world, land, friend)
    changes: list[Change] = []
    if fell and land.slug in TARGETS:
        fell = not asked(JUST_TURNED, land.slug).forbids(world)
    if fell and before[f"holder.{land.slug}"] != power:
        world, changes = fall(world, land, side, power, together=bool(beside))
    after, more = brps.captured(before, world, land, power)
    return after, [*changes, *more]


def _seized(world: World, land: Land, side: str) -> tuple[World, list[Change]]:
    """Partisans hold what decides a land; a country that was still its own is conquered, and nobody's."""
    slug, alone = land.slug, holds(asked(FIRST_TIME, land.slug), world)
    world, changes = brps.seized(world, land, side)
    if alone:
        friends = AXIS if side == AXIS else WESTERN_ALLIES
        fell = (
            [c for c in falls_to(world, slug, friends) if not c.fact.startswith("conqueror")] if slug in TARGETS else []
        )
        world = world.with_changes(fell, world.now)
        fell += [*IN_NEW_HANDS.brings(world, {f"status.{slug}": "conquered"}), *endings.over(world, slug)]
        world, gone = carry_out([asked(UNITS_GONE, slug)], world.with_changes(fell, world.now))
        changes += [*fell, *gone]
    return world, changes


def _friendly_before(before: World, land: Land, power: str) -> bool:
    """Units of an ally in a place that its own faction holds take nothing from the holder."""
    holder = before[f"holder.{land.slug}"]
    if holder in (NOBODY, power) or faction(holder) != faction(power):
        return False
    look = before.scoped(site=land.slug, actor=holder)
    held = land.is_held(before, faction(holder), _partisans_of(holder))
    return held and asked(NO_TRANSFER, land.slug, holder).forbids(look)


def _friend(before: World, land: Land, power: str) -> str:
    """The power whose ally or associate the country is, if it fights on the same side: no enemy is in the capital."""
    by = stands_as(before, land.slug)
    joined = before[f"status.{by}"] in ("ally", "associate")
    friend = str(before[f"beneficiary.{by}"])
    return friend if joined and friend != NOBODY and half_of(friend) == half_of(power) else ""


# -- what the table is told
_first_turn = status_is("conquered") & attacked_this_turn()
SPOILS = Topic(
    "what goes with a conquest",
    (
        Duty(
            "all its hexes go to the conqueror at the end of the player turn, but where enemies stand",
            "83.22A",
            _first_turn,
        ),
        Duty("hexes must be taken one by one", "83.22A.normal", ~_first_turn),
        Duty(
            "no other hex changes hands with the capital",
            "83.23",
            status_is("conquered", "colony", "associate", "ally") & ~_first_turn,
        ),
        Duty("the rules for a first conquest never apply to a colony", "83.42", status_is("colony")),
        Duty(
            "islands go to the first conqueror, unless an enemy stands on them",
            "83.22B",
            site_is(*dict.fromkeys(country for island in ISLANDS for country in island.countries)),
        ),
        *(
            Duty(
                f"{island.name} ({', '.join(island.hexes)}) goes with the country",
                island.cite,
                site_is(*island.countries),
            )
            for island in ISLANDS
        ),
        Duty("it is not conquered, but surrenders by rules of its own", "83.14", site_is(*SURRENDER_INSTEAD)),
        Duty(
            "its first conquest by Japan has hex control rules of its own",
            "83.22C",
            site_is("dutch-east-indies", "philippines"),
        ),
        Duty("the country itself has no turn to win its capital back", "83.11.no-grace", status_is("conquered")),
        brps.UNITS_STAY_GONE,
        brps.NO_DPS,
    ),
)
TOPICS = {"conquest": SPOILS}
SAYINGS = {"ally-construction": (REBUILT,)}


def reminders(world: World, half: str) -> Iterator[str]:
    """Countries that the Axis have freed build again."""
    for country in MINORS if half == AXIS else ():
        if words := asked(REBUILT, country).told(world):
            yield f"{words} [{REBUILT.cite}]"


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
            "helped": "what other powers did for it: power to BRPs spent on it, or offensive, attrition, counterair, "
            "outside or grant",
            "built": "a partisan was built there after combat",
        },
        cite="83.11",
    )
}

DECLARED = (
    falls,
    NOT_BY_CAPITAL,
    BUILT_PARTISAN,
    JUST_TURNED,
    SPLIT,
    CAPITALS,
    AREAS,
    COLONY_LANDS,
    QUALIFIES,
    ANY_BRP,
    DOES_NOT_COUNT,
    partners,
    SENIORITY,
    LIBERATED,
    becomes_ally_of,
    UNITS_GONE,
)
