"""Deeds of A World at War by chance, and what must hold of them: for the conformance suite."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any

from legation.books.awaw import tensions
from legation.books.awaw.brps.journal import drawn, overdrawn
from legation.books.awaw.countries.dutch_east_indies import CAPITALS
from legation.books.awaw.countries.ethiopia import BOX_POWERS, ROUTES
from legation.books.awaw.countries.persia import PAYERS
from legation.books.awaw.deeds import PARTISANS, PLACE
from legation.books.awaw.minors.ally_construction import MOST_FACTORS
from legation.books.awaw.minors.conquest import power_of
from legation.books.awaw.minors.lands import DIPLOMATIC, LAND, TWINS
from legation.books.awaw.minors.schema import BUILT, VICHY_COLONIES
from legation.books.awaw.minors.unrest import GROUPS
from legation.books.awaw.minors.vocabulary import faction, half_of
from legation.books.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    CHINA,
    FACTIONS,
    FRANCE,
    HOME,
    ITALY,
    JAPAN,
    LANDS,
    MEMBERS,
    MINORS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    SIDES,
    TARGETS,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.tensions.pacific import FLEET_ACTS, REINFORCED_BY
from legation.books.awaw.tensions.schema import (
    BOMBED,
    FOOTHOLDS,
    FRONTIER,
    FRONTS,
    HEX_OWNERS,
    NEUTRALS,
    PRODUCED,
    TRIGGERING,
    UNITS_EAST,
)
from legation.books.awaw.vocabulary import out_of_the_war, war_key
from legation.books.awaw.war.endings import FIGHTING
from legation.books.awaw.war.milestones import BORDERS
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.requests import TABLE
from legation.core.trials import Leave, Offer, ToldDeed, Trials

__all__ = ["TRIALS"]

BALKAN_PRIZES = ("bulgaria", "hungary", "rumania", "turkey")
CHINESE_CITIES = tuple(place for place, home in HOME.items() if home == CHINA)
RED_CHINA = "communist-china"
CHANGES_HANDS = {"capture", "conquest", "taken"}  # one kind of deed under three names
TURNING_POINTS = {"axis-construction", "fall-of-france", "persian-route"}  # it counts who has had a place by then
HELPED = ("offensive", "attrition", "counterair", "outside", "grant")
WARLIKE = tuple(power for power in POWERS if power != CHINA)
KEYS = tuple(dict.fromkeys(place for land in LAND.values() for place in land.keys))


# -- chance
def some(**ways: Any) -> Offer:
    """Each detail by chance: one of a collection, a number of a range, or as it is; with a `_` before it, if at all."""

    def offer(world: World, rng: Random) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for name, way in ways.items():
            if not name.startswith("maybe_") or rng.random() < 0.5:
                told[name.removeprefix("maybe_").rstrip("_")] = _one(way, rng)
        return told

    return offer


def _one(way: Any, rng: Random) -> Any:
    return rng.choice(tuple(way)) if isinstance(way, Collection) and not isinstance(way, str) else way


def _declaration(world: World, rng: Random) -> dict[str, Any]:
    by, on = rng.choice(WARLIKE), rng.choice(PARTIES)
    together = list(MEMBERS[rng.choice((AXIS, WESTERN_ALLIES))])
    several = rng.sample(MINORS, 2)
    return {"by": rng.choice((by, by, together)), "on": rng.choice((on, on, several))}


def _taken(world: World, rng: Random) -> dict[str, Any]:
    """A place that decides a land, mostly, by a power that may have helpers, or by partisans."""
    place = rng.choice(KEYS if rng.random() < 0.7 else (*PLACES, *LANDS))
    by = rng.choice(POWERS) if rng.random() < 0.85 else rng.choice(PARTISANS)
    told: dict[str, Any] = {"place": place, "by": by}
    if by in PARTISANS:
        return {**told, "built": True} if rng.random() < 0.5 else told
    if rng.random() < 0.3:
        side = next((members for members in MEMBERS.values() if by in members), (by,))
        told["helped"] = {rng.choice(side): rng.choice((*HELPED, rng.randint(1, 20)))}
    return told


def _surrender(world: World, rng: Random) -> dict[str, Any] | None:
    """Now and then, and of those without whom the war goes on."""
    return {"power": rng.choice((ITALY, FRANCE, JAPAN, BRITAIN, RUSSIA))} if rng.random() < 0.1 else None


def _attacked_country(world: World, rng: Random) -> dict[str, Any]:
    """War on a country that is still its own, and then its capital."""
    country = rng.choice([c for c in MINORS if world[f"status.{c}"] in ("neutral", "hex-control")] or MINORS)
    return {"by": rng.choice(WARLIKE), "on": country}


def _ally_builds(world: World, rng: Random) -> dict[str, Any]:
    friends = [c for c in MINORS if world[f"status.{c}"] == "ally"] or [RED_CHINA]
    return {"country": rng.choice(friends), "unit": rng.choice(tuple(BUILT)), "factors": rng.randint(1, MOST_FACTORS)}


def _moslem_partisan(world: World, rng: Random) -> dict[str, Any]:
    group = rng.choice(tuple(GROUPS))
    where = {"in": rng.choice(GROUPS[group])} if rng.random() < 0.6 else {"of": group}
    return {"act": rng.choice(("result", "build", "lose")), **where}


def _subversion(world: World, rng: Random) -> dict[str, Any]:
    attempts = rng.randint(1, 2)
    return {"attempts": attempts, "modified": rng.randint(0, attempts)}


def _use(world: World, rng: Random) -> dict[str, Any]:
    track = rng.choice(tuple(tensions.TRACKS.values()))
    told = {"result": rng.choice([result.slug for result in track.results])}
    return {**told, "track": track.slug} if rng.random() < 0.5 else told


ACTS_OF_THE_IRISH = {"act": ("build", "lose"), "in_": ("ireland", "ulster")}
OFFERS: Mapping[str, Sequence[Offer]] = {
    # -- war
    "declaration": (_declaration, _attacked_country, _attacked_country),
    "taken": (_taken, _taken, _taken, some(place=(*CAPITALS, "manila"), by=JAPAN)),
    "capture": (
        some(place=PLACES, by=FACTIONS),
        some(place=FOOTHOLDS, by=(AXIS, WESTERN_ALLIES)),
        some(place=BALKAN_PRIZES, by=(AXIS, RUSSIA, NOBODY)),
        some(place=CHINESE_CITIES, by=(JAPAN, NOBODY)),
    ),
    "entered": (some(place=PLACE.among, by=POWERS),),
    "conquest": (some(country=TARGETS, by=FACTIONS),),
    "fall-of-france": (some(),),
    "surrender": (_surrender,),
    "back-in-the-war": (some(power=BRITAIN),),
    "association": (some(country=TARGETS, with_=POWERS, attacker=POWERS),),
    "colony-attack": (some(by=MEMBERS["allied"], maybe_in=VICHY_COLONIES),),
    "intervention": (some(by=AXIS_POWERS, country=MINORS),),
    "indochina-occupied": (some(),),
    # -- what is remembered
    "demands": (
        some(by=tuple(BORDERS), of=TARGETS, maybe_outcome=("granted", "refused")),
        some(by=RUSSIA, of=("finland", "poland", "rumania"), maybe_outcome=("granted", "refused")),
    ),
    "border-war": (some(maybe_by=tuple(BORDERS), with_=("finland", "poland", "rumania"), maybe_over=(True, False)),),
    "failed-invasion": (some(in_=PARTIES),),
    "occupation-policies": (some(),),
    "free-french": (some(in_=VICHY_COLONIES),),
    "armed-neutrality": (some(power=NEUTRALS, maybe_over=(True, False)),),
    "volunteers-lost": (some(country=TARGETS, units=range(1, 3)),),
    "idle-factories": (some(ics=range(4)),),
    # -- diplomacy
    "foreign-factors": (some(country=TARGETS, side=SIDES, factors=range(13), maybe_armor=range(3)),),
    "surrender-dps": (some(power=(ITALY, FRANCE)),),
    "mining": (some(),),
    "irish-partisan": (some(**ACTS_OF_THE_IRISH, maybe_hex=("vacant-hex", "occupied-hex", "enemy-zone")),),
    "ulster": (some(partisans=range(3)),),
    "moslem-partisan": (_moslem_partisan,),
    "persian-route": (some(by=PAYERS),),
    "ally-builds": (_ally_builds,),
    "axis-construction": (some(),),
    "ethiopia": (some(by=BOX_POWERS, act=("enter", "leave"), with_=ROUTES, factors=range(1, 4)),),
    # -- tension tracks
    "grant": (some(to=(BRITAIN, FRANCE, CHINA), brps=range(1, 6)),),
    "use-result": (_use,),
    "trigger-dps": (some(power=TRIGGERING, dps=range(1, 3)),),
    "covert-operation": (some(value=(-2, -1, 1, 2), maybe_track=tuple(tensions.TRACKS)),),
    "spend-offensive": (
        some(power=AXIS_POWERS, brps=range(1, 21), maybe_partisans=(True, False)),
        some(
            power=JAPAN,
            brps=range(1, 21),
            front=FRONTS,
            maybe_full=(True, False),
            maybe_against=("russia", "communist-china"),
        ),
    ),
    "capture-ics": (some(held=range(8)),),
    "atomic-attack": (some(on=HEX_OWNERS), some(by=(BRITAIN, RUSSIA, USA))),
    "transfer-to-far-east": (some(who=UNITS_EAST, factors=range(1, 5)),),
    "fleet-in-the-east": (some(factors=range(41)),),
    "subversion": (_subversion,),
    "build-ic": (some(),),
    "leave-frontier": (some(unit=tuple(FRONTIER), left=range(16)),),
    "produce": (some(kind=PRODUCED, brps=range(1, 6)),),
    "send-to-siberia": (some(unit=tuple(FRONTIER), brps=range(1, 21)),),
    "japan-mobilizes": (some(ships=range(4)),),
    "japanese-shipbuilding": (some(increases=1, maybe_deferred=(True, False)),),
    "japanese-launch": (some(factors=range(1, 6)),),
    "japanese-fortification": (some(built=range(1, 3)),),
    "japanese-bombing": (some(where=tuple(BOMBED)),),
    "oil-embargo": (some(imposed=(True, True, False)),),
    "pacific-fleet": (some(act=(*FLEET_ACTS, *REINFORCED_BY), factors=range(1, 11)),),
}


# -- what can never be
def _counted_twice(world: World, lands: Collection[str]) -> Iterator[str]:
    """BRPs of a country are counted once in all, and by nobody whose enemy has conquered it."""
    for land, draws in overdrawn(world).items():
        yield f"of {TITLES[land]} more BRPs are drawn than it is worth: {draws}"
    for land in lands:
        drawer, amount = drawn(world, land)
        holder = world[f"holder.{land}"] if land not in LAND or not LAND[land].paid_by else NOBODY  # one place pays
        if amount and NOBODY not in (drawer, holder) and half_of(drawer) != half_of(holder):
            yield f"{TITLES[drawer]} draws {amount} BRPs of {TITLES[land]}, which {TITLES[holder]} has"
        if amount < 0 or (amount and drawer == NOBODY):
            yield f"{amount} BRPs of {TITLES[land]} go to nobody"


def _paid_no_more(before: World, world: World) -> Iterator[str]:
    """A power that is out of the war is paid nothing any more."""
    for power in POWERS:
        now, then = world.get(f"booked.{power}") or 0, before.get(f"booked.{power}") or 0
        if now > max(then, 0) and holds(out_of_the_war(power), before):
            yield f"{TITLES[power]} is out of the war and gets {now - then} BRPs"


def _fights_on(world: World) -> Iterator[str]:
    """A fallen power fights nobody, nor does a conquered country; friends do not fight each other."""
    out = {power for power in POWERS if holds(out_of_the_war(power), world)}
    out |= {country for country in MINORS if world[f"status.{country}"] == "conquered"}
    wars = [key.split(".")[1:] for key, on in world.set_facts().items() if on and key.startswith("at-war.")]
    for one, other in wars:
        if beaten := out & {one, other}:
            yield f"{TITLES[one]} and {TITLES[other]} are at war, but {TITLES[beaten.pop()]} is out of it"
        if one in POWERS and world[f"declared-war.{one}.{other}"] and _friend(world, other) == one:
            yield f"{TITLES[one]} has made war on {TITLES[other]}, and is its ally"


def _friend(world: World, country: str) -> str:
    """The power that a country has joined."""
    joined = country in MINORS and world[f"status.{country}"] in ("ally", "associate")
    return str(world[f"beneficiary.{country}"]) if joined else NOBODY


def _in_two_hands(world: World, lands: Collection[str]) -> Iterator[str]:
    """A country has one holder, and a friend only while it has joined somebody."""
    for land in lands:
        status, holder, conqueror = (world[f"{fact}.{land}"] for fact in ("status", "holder", "conqueror"))
        if status == "conquered" and NOBODY not in (holder, conqueror) and faction(holder) != conqueror:
            yield f"{TITLES[land]} is held by {TITLES[holder]} and was conquered by {TITLES[conqueror]}"
        if status in ("ally", "associate") and world[f"beneficiary.{land}"] == NOBODY:
            yield f"{TITLES[land]} has joined nobody"
        if status in ("ally", "associate") and conqueror != NOBODY and land not in DIPLOMATIC:
            yield f"{TITLES[land]} has joined somebody and is conquered"


def _several(value: Any) -> list[str]:
    return list(value) if isinstance(value, list) else [value]


def _comes_first(world: World, conquest: ToldDeed, war: ToldDeed) -> bool:
    """Whom a faction stands for as it takes something: not the power that has surrendered before, nor one that has not
    gone to war yet."""
    side, members = str(conquest.details.get("by")), MEMBERS.get(str(conquest.details.get("by")), ())
    if conquest.name not in CHANGES_HANDS or len(members) < 2 or side in POWERS:
        return False
    place = conquest.details.get("country") or conquest.details.get("place")
    if war.name == "surrender":
        return bool(war.details.get("power") == power_of(world, side, place))
    parties = {who for detail in ("by", "on") for who in _several(war.details.get(detail))}
    return war.name == "declaration" and not parties.isdisjoint(members)


class OfAWorldAtWar(Trials):
    """Chance, leave and what can never be."""

    offers = OFFERS
    withdrawn: Collection[str] = ("declaration",)
    # They are about numbers, and about who attacked whom.
    not_asked: Collection[str] = ("88.42", "88.423B", "DT-GEN-34", FIGHTING)
    logs: Collection[str] = ("tension-log",)
    before_play: Collection[str] = ("awaw.prequel",)
    resting: Collection[str] = ("awaw.axis-board", "awaw.axis-plays", "awaw.allied-board")

    def teller(self, told: ToldDeed) -> str:
        return str(told.details["power"]) if told.name == "trigger-dps" else TABLE

    def leave_for(self, world: World, told: ToldDeed) -> Iterator[Leave]:
        details = told.details
        if told.name == "declaration":
            makers, targets = _several(details["by"]), _several(details["on"])
            alone = [on for on in targets if on not in LANDS or world[f"garrison.{on}"] not in targets]
            pairs = [(by, on) for by in makers for on in alone]
            new = [(by, on) for by, on in pairs if by == on or not world.get(war_key(by, on))]  # the others are at war
            yield from (Leave(by, "declare-war", on) for by, on in new or pairs)
        elif told.name == "ethiopia" and details["act"] == "leave":
            yield Leave(details["by"], "leave-ethiopia", "ethiopia", details["with"])
        elif told.name == "association":
            yield Leave(details["with"], "join", details["country"])

    def apart(self, world: World, one: ToldDeed, other: ToldDeed, here: Set[str], there: Set[str]) -> bool:
        """Not where one and the same country changes hands; and of two that are alike, each must be somewhere else."""
        if one.name == other.name:
            return bool(here and there) and here.isdisjoint(there)
        if _comes_first(world, one, other) or _comes_first(world, other, one):
            return False
        names = {one.name, other.name}
        turns = any({name, *CHANGES_HANDS} >= names for name in TURNING_POINTS & names)
        return here.isdisjoint(there) or not (names <= CHANGES_HANDS or turns)

    def amiss(self, before: World, world: World, changed: Collection[str]) -> Iterator[str]:
        keys = [key.split(".") for key in changed]
        touched = {name for _, *names in keys for name in names if name in LANDS}
        families = {family for family, *_ in keys}
        if "booked" in families:
            yield from _paid_no_more(before, world)
        if touched:
            lands = [land for land in LANDS if land in touched or TWINS.get(land) in touched]
            yield from _counted_twice(world, lands)
            yield from _in_two_hands(world, lands)
        if touched or families & {"at-war", "surrendered", "fallen"}:
            yield from _fights_on(world)


TRIALS = OfAWorldAtWar()
