"""Rule 83.1: a place is taken, and with it, perhaps, the countries that it decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from legation.books.awaw.brps import captures
from legation.books.awaw.brps.journal import drawn
from legation.books.awaw.deeds import (
    CLEARED,
    CONQUERED,
    HELD,
    HEX_AREAS,
    KEY_PLACE,
    PARTISANS,
    SEIZED,
    SETTLED,
    TAKEN,
    lands_of,
)
from legation.books.awaw.diplomacy.beneficiary import senior_partner
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.minors.lands import (
    AREAS,
    CAPITALS,
    COLONY_LANDS,
    DIPLOMATIC,
    LAND,
    TWINS,
    Land,
    belongs_to,
    lands_with,
    stands_as,
)
from legation.books.awaw.minors.only_in_war import check_war
from legation.books.awaw.minors.partners import HELP, NO_TRANSFER, SENIORITY, partners, taker
from legation.books.awaw.minors.spoils import CAPITAL, FIRST_TIME, SURRENDER_INSTEAD, comes_over
from legation.books.awaw.minors.vocabulary import (
    asked,
    faction,
    half_of,
    site_is,
    with_means,
)
from legation.books.awaw.powers import (
    AXIS,
    CEDABLE,
    CLAIMS,
    CURRENT_GS,
    FACTIONS,
    GERMANY,
    MEMBERS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.reports import PLURALS
from legation.books.awaw.vocabulary import (
    HERE,
    edition,
    out_of_the_war,
    pact_line,
    war_key,
)
from legation.books.awaw.war import endings
from legation.core.book import Event
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go
from legation.core.rules import Limit, Permit, Rule, bespoke
from legation.core.wording import Name, Phrase, PlaceSlot, Wording

__all__ = ["PROVISIONS", "conqueror", "power_of"]

STEPS = Steps()
TAKERS = (*POWERS, *PARTISANS)

# -- 83.1 conquest
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
    ~choice(f"turned-to.{HERE}", NOBODY, says="{Here} has [not just|just] changed sides"),
)

PARTISANS_WAIT = Rule(BUILT_PARTISAN.label, BUILT_PARTISAN.cite, again=True)
WAIT_IS_OVER = Rule("the next combat phase of their side is over", BUILT_PARTISAN.cite, again=True)


@STEPS.step("awaw.minors.conquers")
def conquers(world: World, frame: Frame) -> Directive:
    """A land has fallen: to a power, or to partisans."""
    land, power = LAND[frame.country], frame.power
    deed = {**frame.vars, "side": faction(power), "how": comes_over(world, land, power)}
    return call("awaw.follows", then="awaw.minors.fallen", keep=deed, **deed)


@STEPS.step("awaw.minors.fallen")
def has_fallen(world: World, frame: Frame) -> Directive:
    """What results kept up ends with them."""
    ended = [country for country in (frame.country, TWINS.get(frame.country)) if country in TABLES]
    keep = {**frame.vars, "at": SETTLED}
    return call("awaw.results-end", then="awaw.follows", keep=keep, countries=ended)


@STEPS.step("awaw.minors.taken")
def capture(world: World, frame: Frame) -> Directive:
    """A capital, a key place or the last hex of an area is taken, and held when the combat phase ends."""
    place, by = frame.get("place"), power_of(world, frame.get("by"), frame.get("place"))
    if place in SURRENDER_INSTEAD:
        NOT_BY_CAPITAL.refuse(world.scoped(site=place))
    if place in LAND:
        LAND[place].refuse_capture(world)
    if place in HEX_AREAS:
        return go("awaw.tension.capture", place=place, by=by)
    lands = lands_with(place)
    if not lands and place not in PLACES and not _is_whole(place):
        raise NotFound("place or area", place, (*PLACES, *LAND))
    if by not in TAKERS:
        raise NotFound("power or partisans", by, TAKERS)
    if by in POWERS and holds(out_of_the_war(by), world):
        raise Refused(f"{TITLES[by]} is out of the war, and takes nothing", rule=endings.FIGHTING)
    if _is_whole(place) and not frame.get("built"):
        return go("awaw.minors.conquered", country=place, by=by)
    if not frame.get("granted"):
        check_war(world, by, place)
    if BUILT_PARTISAN.forbids(world.scoped(means="built-partisan" if frame.get("built") else NOBODY)):
        waiting = {**world[WAITING], place: [by, world["turn"]]}
        wait = PARTISANS_WAIT.brings(world, {WAITING: waiting})
        return do(wait, then="awaw.minors.is-held", place=place, by=by, left=[])
    cities = LAND[place].keys if place in LAND and place in PLACES else ()
    keep = {"place": place, "by": by, "helped": frame.get("helped") or {}, **_at_stake(world, cities or (place,))}
    return call("awaw.follows", then="awaw.minors.is-held", keep=keep, **_taking(by, place))


def _is_whole(place: Any) -> bool:
    """A country by its own name, not by that of a city: all that decides it is taken."""
    return place in TWINS.values() or (place in LAND and place not in PLACES and not LAND[place].hexes)


def _at_stake(world: World, places: Iterable[str]) -> dict[str, Any]:
    """The lands that these places decide, with whoever had what decides them."""
    decided = dict.fromkeys(land for place in places for land in lands_with(place))
    was = {land.slug: {fact: world.get(fact) for fact in map("control.{}".format, land.keys)} for land in decided}
    return {"was": was, "left": list(was)}


def _taking(by: str, *places: str) -> dict[str, Any]:
    return {"deed": TAKEN.name, "power": by, "side": faction(by), "place": list(places)}


@STEPS.step("awaw.minors.is-held")
def is_held(world: World, frame: Frame) -> Directive:
    """The place is in new hands; of a country that is conquered in one report, all that decides it."""
    taking = _taking(frame.by, *frame.get("places", (frame.place,)))
    return call("awaw.follows", then="awaw.minors.falls", keep=frame.vars, at=HELD, **taking)


def power_of(world: World, by: Any, place: Any) -> Any:
    """The power that a side stands for: the senior of its powers that are at war there, else its senior partner."""
    if by in POWERS or by not in FACTIONS:
        return by
    home = next((land for land in lands_of(place) if land in PARTIES), None)
    fighting = [p for p in MEMBERS[by] if home and p != home and world[war_key(p, home)]]
    in_it = [p for p in fighting if not holds(out_of_the_war(p), world)]
    return SENIORITY[by].sorted(in_it)[0] if in_it and by in SENIORITY else conqueror(world, by)


@STEPS.step("awaw.minors.falls")
def falls_with_it(world: World, frame: Frame) -> Directive:
    """The lands that the place decides, one after another: who gets them, and who is paid."""
    if not frame.left:
        keep = {"place": frame.place, "to": faction(frame.by)}
        return call("awaw.tension.judge", then="awaw.minors.after.taken", keep=keep)
    slug, *left = frame.left
    land, before, by = LAND[slug], world.scoped(**frame.was[slug]), frame.by
    keep = {**frame.vars, "left": left}
    if not exists(world, land):
        return go("awaw.minors.falls", left=left)
    fell = falls(world, land, by)
    if by in PARTISANS:
        return _to_partisans(world, land, by, keep) if fell else go("awaw.minors.falls", left=left)
    beside = partners(world, by, frame.helped)
    power = taker(by, beside)
    if captures.cleared(world, before, land, power):
        deed = {"deed": CLEARED.name, "country": slug, "power": captures.had_by(world, slug)}
        return call("awaw.follows", then="awaw.minors.falls", keep=keep, **deed)
    if world[f"status.{slug}"] in ("dissolved", "incorporated") and slug not in DIPLOMATIC:
        if fell and slug in TARGETS and faction(power) in FACTIONS:
            return call("awaw.lost", then="awaw.minors.falls", keep=keep, country=slug, side=faction(power))
        return go("awaw.minors.falls", left=left)
    if _friendly_before(before, land, power):
        return go("awaw.minors.falls", left=left)
    friend = _friend(world, land, power)
    if friend and belongs_to(world, slug) != stands_as(world, slug):  # what it yields is part of the country's worth
        return go("awaw.minors.falls", left=left)
    whose = friend or _loser_again(world, land, power) or power
    too_soon = fell and not friend and slug in TARGETS and asked(JUST_TURNED, slug).forbids(world)
    if friend or not fell or too_soon or world[f"holder.{slug}"] == power:
        deed = {"deed": KEY_PLACE.name, "country": slug, "power": whose, "side": faction(whose)}
        return call("awaw.follows", then="awaw.minors.falls", keep=keep, **deed)
    together = beside or frame.get("together")
    conquest = {"deed": CONQUERED.name, "country": slug, "power": whose, "with": "together" if together else "alone"}
    return call("awaw.minors.conquers", then="awaw.minors.falls", keep=keep, **conquest)


def _loser_again(world: World, land: Land, power: str) -> str:
    """The power for which an ally wins a part of a land back; an ally's conquest of the whole is its own."""
    loser = world[f"grace.{land.slug}"]
    friends = loser != NOBODY and faction(loser) == faction(power)
    return str(loser) if friends and not holds(land.pays_to(faction(power)), world) else ""


def _to_partisans(world: World, land: Land, by: str, keep: dict[str, Any]) -> Directive:
    """Partisans hold what decides a land; a country that was still its own is conquered, and nobody's."""
    slug = land.slug
    theirs = (captures.had_by(world, slug), world[f"beneficiary.{stands_as(world, slug)}"], drawn(world, slug)[0])
    if any(power != NOBODY and half_of(power) == half_of(by) for power in theirs):  # they take nothing from friends
        return go("awaw.minors.falls", left=keep["left"])
    deed = {"country": slug, "power": by}
    if holds(asked(FIRST_TIME, slug), world):
        return call("awaw.minors.conquers", then="awaw.minors.falls", keep=keep, deed=SEIZED.name, **deed)
    return call("awaw.follows", then="awaw.minors.falls", keep=keep, deed=KEY_PLACE.name, side=faction(by), **deed)


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


CEDED = Rule("land that was demanded, and all of it, is given up", "PROC-25", again=True)


@STEPS.step("awaw.minors.ceded")
def ceded(world: World, frame: Frame) -> Directive:
    """Land that is given up to demands changes hands like land that is fought for."""
    place = next((place for place in CEDABLE if world[f"ceded.{place}"]), None)
    if place is None:
        return done()
    to = GERMANY if place == CLAIMS[GERMANY, "poland"] else RUSSIA
    hexes = LAND[place].hexes if place in LAND else 0
    all_of_it = {f"ceded.{place}": False} | ({f"hexes.{to}.{place}": hexes} if hexes else {})
    given_up = CEDED.brings(world, all_of_it)
    if holds(out_of_the_war(to), world):  # since the demands were made
        return do(given_up, then="awaw.minors.ceded")
    return do(given_up, then="awaw.minors.cession", place=place, by=to)


@STEPS.step("awaw.minors.cession")
def cession(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.taken", then="awaw.minors.ceded", place=frame.place, by=frame.by, granted=True)


MOMENTS = {"combat-ends": ("awaw.minors.partisans-tested",), "settled": ("awaw.minors.ceded",)}


@STEPS.step("awaw.minors.conquered")
def conquered_by(world: World, frame: Frame) -> Directive:
    """A whole country is reported as taken: everything that decides it is in the hands of a faction or a power."""
    country, side, land = frame.country, frame.by, LAND.get(frame.country)
    helped = frame.get("helped") or {}
    if land is not None and not land.keys:
        return go("awaw.minors.taken", place=country)
    if twins := [one for one, pair in TWINS.items() if pair == country and one not in frame.get("fallen", ())]:
        rest = {"fallen": [*frame.get("fallen", ()), twins[0]]}
        twin = {"country": twins[0], "by": side, "helped": helped}
        return call("awaw.minors.conquered", then="awaw.minors.conquered", keep=rest, **twin)
    if land is None and country in TWINS.values():
        return done()  # each of the two by itself, and with them the pair
    if land is None or world[f"status.{country}"] in ("dissolved", "incorporated"):
        return go("awaw.lost", side=faction(side))
    power, keys = power_of(world, side, country), land.keys
    check_war(world, power, next(iter(keys), country))
    keep = {"place": country, "places": list(keys), "by": power, "helped": helped, "together": side in SENIORITY}
    keep |= _at_stake(world, keys)
    return call("awaw.follows", then="awaw.minors.is-held", keep=keep, **_taking(power, *keys, country))


def conqueror(world: World, side: str) -> str:
    """The power that a faction stands for."""
    if side == AXIS:  # Italy alone, when Germany is out of it
        return next((power for power in MEMBERS[AXIS] if not holds(out_of_the_war(power), world)), GERMANY)
    return senior_partner(world) if side == WESTERN_ALLIES else side


def _friendly_before(before: World, land: Land, power: str) -> bool:
    """Units of an ally take nothing from a holder of its own faction that still had one of the key places."""
    holder = before[f"holder.{land.slug}"]
    if holder == NOBODY and land.owner and before[f"status.{land.slug}"] == "colony":
        return land.is_held(before, faction(power))  # it has gone over to the faction by itself
    if holder in (NOBODY, power) or faction(holder) != faction(power):
        return False
    look = before.scoped(site=land.slug, actor=holder)
    held = holds(land.kept_by(faction(holder), _partisans_of(holder)), before)
    return held and asked(NO_TRANSFER, land.slug, holder).forbids(look)


def _friend(world: World, land: Land, power: str) -> str:
    """The power whose ally or associate the country is, if it fights on the same side: no enemy is in the capital."""
    by = belongs_to(world, land.slug)
    joined = world[f"status.{by}"] in captures.JOINED
    friend = str(world[f"beneficiary.{by}"])
    return friend if joined and friend != NOBODY and half_of(friend) == half_of(power) else ""


EVENTS = {
    "taken": Event(
        "awaw.minors.taken",
        "A capital or key place is taken and held at the end of the combat phase",
        {
            "place": "the place, or an area of which the last hex is taken",
            "by": "the power, or the partisans of a side",
            "helped": "what other powers spent on it or did for it",
            "built": "a partisan was built there after combat",
        },
        cite="83.11",
        words=Wording(
            (
                "{by} take(s) {place}",
                "{by} take(s) {place} and hold(s) it",
                "{by} take(s) the last hex of {place}",
                "{place} falls to {by}",
            ),
            {
                "by": Name(tuple(dict.fromkeys((*TAKERS, *FACTIONS))), PLURALS),
                "place": PlaceSlot(tuple(dict.fromkeys((*PLACES, *LAND, *TWINS.values(), *HEX_AREAS)))),
                "helped": HELP,
                "built": Phrase({True: "with a partisan built there after combat"}, unsaid=False),
            },
            adds=(("with the help of {helped}", "helped by {helped}"), "{built}"),
        ),
    )
}

PROVISIONS = Provisions(
    "conquest",
    steps=STEPS,
    events=EVENTS,
    declared=(falls, NOT_BY_CAPITAL, BUILT_PARTISAN, JUST_TURNED, SPLIT, CAPITALS, AREAS, COLONY_LANDS),
    moments=MOMENTS,
)
