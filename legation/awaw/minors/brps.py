"""Rules 82.2, 83.3, 83.4 and 83.6: what a conquered country or a colony pays, to whom, and when.

`beneficiary` and `brp-grant` say who draws how much a year; of a country that is not conquered but has lost its
capital, `seat-drawer` and `seat-brps` do. After a capture the winner is *due* at the start of its next player turn;
the loser has *grace* until the end of the combat phase of its own. `draws` is all of it: no BRPs are counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from legation.awaw.calendar import share_of
from legation.awaw.deeds import ALLIANCE, ASSOCIATION, COUNTRY, SETTLED
from legation.awaw.minors.facts import HALVES
from legation.awaw.minors.inquiry import Topic
from legation.awaw.minors.lands import CITIES, DIPLOMATIC, LAND, TWINS, Land, other_twin, stands_as
from legation.awaw.minors.words import (
    ACTOR,
    TURNS,
    actor_is,
    asked,
    faction,
    half_of,
    holder_is,
    members,
    site_is,
    status_is,
)
from legation.awaw.powers import ALLIED, AXIS, BRITAIN, FRANCE, GERMANY, JAPAN, LANDS, NOBODY, POWERS, TARGETS, TITLES
from legation.awaw.results import key_of
from legation.awaw.tables import TABLES
from legation.awaw.vocabulary import CONTROLLERS, HERE, SEASONS, declared_war, fallen, out_of_the_war
from legation.core.book import Procedure
from legation.core.deeds import On, of
from legation.core.errors import Unknown
from legation.core.expr import NO, Expr, all_of, any_of, bound, choice, holds, named, number, sum_of, truth, when_else
from legation.core.expr import amount as number_at
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do
from legation.core.rules import Clause, Duty, Limit, Modifier, Permit, Rule, bespoke, carry_out, sets
from legation.core.trace import Trace

__all__ = [
    "DECLARED",
    "HEEDS",
    "NO_DPS",
    "PROCEDURES",
    "REDUCTIONS",
    "STEPS",
    "TOPICS",
    "UNITS_STAY_GONE",
    "WITHOUT_CAPITAL",
    "account",
    "back",
    "book",
    "booked",
    "captured",
    "cleared",
    "combat_ends",
    "draws",
    "enemy_has_capital",
    "had_by",
    "overdrawn",
    "reminders",
    "seized",
    "share",
    "share_of",
    "turn_begins",
    "without_capital",
    "worth",
    "year_ends",
]

STEPS = Steps()


@dataclass(frozen=True, eq=False)
class Booking(Clause):
    """A rule in whose name BRPs are booked while its condition holds; of several, the first counts."""

    again: bool = False

    def tells(self) -> Iterator[str]:
        yield f"BRPs are booked under this rule: {self.label}"


def _under(bookings: tuple[Booking, ...], world: World, slug: str, power: str) -> str:
    """The rule in whose name something is booked for a power; none, and nothing is."""
    look = world.scoped(site=slug, actor=power)
    return next((booking.cite for booking in asked(bookings, slug, power) if booking.holds(look)), "")


# -- 83.4: colonies
_colony = site_is(*(slug for slug, land in LAND.items() if land.owner))
_own_colony = named(
    "{Here} is a colony of {Actor}",
    any_of(
        *(
            actor_is(owner) & site_is(*(slug for slug, land in LAND.items() if land.owner == owner))
            for owner in POWERS
            if any(land.owner == owner for land in LAND.values())
        )
    ),
)
_british = named(
    "it is in the British total",
    site_is("egypt", "palestine", "burma", "malaya", "singapore", "hong-kong", "calcutta", "dacca"),
    cite="83.33.british-list",
)
_now_colony = status_is("colony")
PAYS = ~_now_colony | named("colonies are gained and lost like other countries", _now_colony, cite="83.33")
_by_capital = ~choice(f"seat-drawer.{HERE}", NOBODY, says="nobody draws BRPs of {Here} with its capital alone")
HELD_BY_ARMS = (
    status_is("associate", "ally", "conquered", "surrendered")
    | named("a colony counts as conquered before the game began", _now_colony | site_is(*DIPLOMATIC), cite="83.41")
    | _by_capital
)
DRAWN_FROM_THE_START = Permit(
    "a power counts its colonies from the start, as long as it is not conquered itself",
    "83.43.start",
    ~truth(f"surrendered.{ACTOR}", "{Actor} has surrendered") & ~(actor_is(FRANCE) & fallen(FRANCE)),
)
NOT_IN_THE_BASE = Duty("its BRPs are no part of its owner's base", "83.43.base", _now_colony & ~holder_is(JAPAN))
KEY_AREA = Duty(
    "it is a key economic area of Japan, and its BRPs are in the base", "83.445.kea", _now_colony & holder_is(JAPAN)
)

# -- 83.31 to 83.33: what is booked, and in whose name
WINDOW, STILL_HELD, NOT_A_RECONQUEST, EACH_YEAR = "83.31B.window", "83.31B.gain", "83.61.reconquest", "83.31A.yss"
_with_axis = actor_is(AXIS, JAPAN)
_in_grace = ~choice(f"grace.{HERE}", NOBODY, says="nobody may still win {Here} back")
LOST = (
    Booking(
        "Britain loses a colony of its total when its next combat phase ends",
        "83.33.british-loss",
        _british & actor_is(BRITAIN),
    ),
    Booking("the owner loses a colony's BRPs when its next combat phase ends", "83.33A", _own_colony),
    Booking("whoever took a colony loses it again like anybody else", "83.33B.loss", _colony),
    Booking(
        "what the Axis lost in the Allied winter turn is gone when its spring combat phase ends",
        "83.32.axis-spring",
        _with_axis & choice("season", SEASONS[0]),
    ),
    Booking("the loser has until the end of its next combat phase", WINDOW),
)
IN_GRACE = Rule("the loser may win it back until the end of its next combat phase", WINDOW, again=True)
GOES_ON = Rule(
    "who has the capital counts the full value every year, and what it drew before goes on", EACH_YEAR, again=True
)
WON_BACK = Rule("the loser has it again in time, and has lost nothing", WINDOW, again=True)
COUNTS_NOTHING = Rule("a power that is conquered counts no colonies", DRAWN_FROM_THE_START.cite, again=True)
PAID = (
    Booking(
        "the Axis or Japanese conqueror of a British colony is paid in its next turn and each year",
        "83.33.british-gain",
        _british & _with_axis,
    ),
    Booking("whoever took a colony is paid at the start of its next turn, and each year", "83.33B", _colony),
    Booking("the winner is paid if it still has the capital or all key places", STILL_HELD, again=True),
)
NEXT_TURN = (
    Booking(
        "the Danish BRPs come to Germany in its next turn, as for any conquest",
        "86.122.brp",
        site_is("denmark") & actor_is(GERMANY) & declared_war(GERMANY, "denmark"),
    ),
    Booking("the conqueror is paid when its next player turn begins", "83.31A.next-turn"),
)
NO_LONGER_DUE = Rule("its next turn settles whether the conqueror is paid", NEXT_TURN[-1].cite, again=True)
AT_ONCE = Booking(
    "a merely diplomatic beneficiary loses its BRPs at once when the country is conquered",
    "82.22.conquest",
    ~HELD_BY_ARMS,
)
WINTER_LOSS = Booking(
    "what an Axis power lost in the Allied winter turn it still counts in the new year",
    "83.32.axis",
    choice("season", SEASONS[-1]) & choice(f"due.{HERE}", *members(AXIS), JAPAN) & ~_with_axis,
)
WINTER = Booking("a winter conquest is paid in full by the new year, and not again in spring", "83.31A.winter")
WAITS = Limit(
    "the Allied winner does not count it in the new year, but is paid in spring",
    "83.32.allied",
    _in_grace,  # what the Allies could win back is settled by then
)
UNITS_STAY_GONE = Duty(
    "to win its capital back saves its BRPs, not its units", "83.21.recapture", _in_grace & status_is("conquered")
)
NO_DPS = Duty(
    "its capital gives DPs to whoever has it when the year ends, not to whoever may still win it back",
    "83.32.dps",
    _in_grace,
)

ITS_OWN = ("neutral", "hex-control", "independent", "associate", "ally")  # not conquered, nor anybody's colony

# What takes BRPs off a country's value: a loss of land, colonies of its own.  Topics add to it.
REDUCTIONS: list[Modifier] = []


def worth(world: World, slug: str) -> int:
    """The BRPs a year of a land as it stands."""
    value = LAND[slug].value(world) if slug in LAND else world.get(f"brp-value.{slug}")
    if value is None:
        raise Unknown(f"the BRP value of {slug}", [f"brp-value.{slug}"])
    look = world.scoped(site=slug) if REDUCTIONS else world
    lost: int = sum(asked(row, slug).added(look) for row in REDUCTIONS)
    return max(0, int(value) + lost)


def drawn(world: World, slug: str) -> tuple[str, int]:
    """Who draws BRPs of a land, and how many a year."""
    if world[f"seat-drawer.{slug}"] != NOBODY:
        return world[f"seat-drawer.{slug}"], world[f"seat-brps.{slug}"]
    if slug in DIPLOMATIC:  # they go with its city, whatever its people do
        settled = world[f"due.{slug}"] == NOBODY
        return (world[f"holder.{slug}"], worth(world, slug)) if settled else (NOBODY, 0)
    return world[f"beneficiary.{slug}"], world[f"brp-grant.{slug}"]


def _shared(world: World, slug: str) -> str:
    """The land itself, or the pair through which its BRPs are drawn."""
    twin = TWINS.get(slug)
    return twin if twin and world[f"beneficiary.{slug}"] == NOBODY and world[f"brp-grant.{twin}"] else slug


def _drawn_here(world: World, slug: str) -> tuple[str, int]:
    """As `drawn`, of Belgium or Luxembourg also the part in what the two yield together."""
    pair = _shared(world, slug)
    if pair == slug:
        drawer, amount = drawn(world, slug)
    else:
        drawer, amount = world[f"beneficiary.{pair}"], min(worth(world, slug), world[f"brp-grant.{pair}"])
    return (drawer, amount) if amount else (NOBODY, 0)


def _parted(before: World, world: World, slug: str, drawer: str, amount: int) -> list[Change]:
    """One of the pair is lost: what the other yields is drawn from it alone."""
    pair = _shared(before, slug)
    if pair == slug:
        return []
    other = other_twin(slug)
    rest = before[f"brp-grant.{pair}"] - amount
    facts = {f"brp-grant.{pair}": 0, f"brp-grant.{other}": rest, f"beneficiary.{other}": drawer if rest else NOBODY}
    if unpaid := _unpaid(before, slug, drawer, amount):
        facts[f"owed-brps.{pair}"] = before[f"owed-brps.{pair}"] - unpaid
    return IN_GRACE.brings(world, facts)


def _set(world: World, facts: dict[str, object], cite: str) -> list[Change]:
    return [world.change(fact, value, cite) for fact, value in facts.items()]


@cache
def _granted(power: str) -> Expr:
    """What a power draws a year, but for the lands whose BRPs follow another rule."""
    lands = [slug for slug in LANDS if slug not in DIPLOMATIC]
    neutral = {slug: status_is("neutral", "hex-control", country=slug) for slug in lands}
    mine = {slug: (choice(f"beneficiary.{slug}", power), number(f"brp-grant.{slug}")) for slug in lands}
    by_results = sum_of(*(when_else(drawer & neutral[slug], brps, 0) for slug, (drawer, brps) in mine.items()))
    otherwise = sum_of(*(when_else(drawer & ~neutral[slug], brps, 0) for slug, (drawer, brps) in mine.items()))
    seats = sum_of(
        *(
            when_else(choice(f"seat-drawer.{slug}", power), number(f"seat-brps.{slug}"), 0)
            for slug in lands
            if slug in LAND and LAND[slug].paid_by
        )
    )
    with_capitals = named(f"BRPs a year that {TITLES[power]} draws with a capital alone", seats)
    yields = named(f"BRPs a year of all neutral countries from which {TITLES[power]} benefits", by_results)
    others = named(f"BRPs a year of all other countries from which {TITLES[power]} benefits", otherwise)
    return (
        named("what results in force yield counts in full each year", yields, cite="82.22.yss") + others + with_capitals
    )


def _gets(world: World, power: str, brps: int) -> int:
    """A power that is out of the war is paid nothing any more."""
    return min(brps, 0) if holds(out_of_the_war(power), world) else brps


def book(world: World, rule: Rule, power: str, brps: int) -> list[Change]:
    """What a rule adds to the BRPs of a power, or takes off."""
    booked = number_at(number(f"booked.{power}"), world)
    return rule.brings(world, {f"booked.{power}": booked + _gets(world, power, brps)})


def booked(world: World, power: str, brps: int, cite: str) -> Change:
    booked = number_at(number(f"booked.{power}"), world)
    return Change(f"booked.{power}", booked, booked + _gets(world, power, brps), cite)


def share(world: World, brps: int) -> int:
    return int(number_at(share_of(brps), world))


# -- a place changes hands
LOOKED_BACK_AT = (
    *("status", "holder", "beneficiary", "brp-grant", "due", "grace", "grace-brps"),
    *("seat-drawer", "seat-brps", "owed", "owed-brps"),
)
_control = choice(f"control.{HERE}", *HALVES)


def as_it_was(world: World, land: Land) -> dict[str, Any]:
    """All that a conquest of this land looks back at, whatever becomes of it from now on."""
    pair = TWINS.get(land.slug)
    lands = (land.slug, *((pair, *(c for c, twin in TWINS.items() if twin == pair)) if pair else ()))
    facts = [f"{family}.{name}" for family in LOOKED_BACK_AT for name in dict.fromkeys(lands)]
    facts += [f"control.{place}" for place in dict.fromkeys((*land.keys, *land.pays))]
    return {fact: world.get(fact) for fact in facts}


def captured(before: World, world: World, land: Land, power: str) -> tuple[World, list[Change]]:
    """Who is now due, and who has grace.  `before` is the world in which the loser still drew the BRPs."""
    grace, gains = before[f"grace.{land.slug}"], land.pays_to(world, faction(power))
    friends = grace != NOBODY and faction(grace) == faction(power)
    changes: list[Change] = []
    if not holds(asked(PAYS, land.slug), before):
        return world, []
    if friends and (power == grace or not gains):  # an ally's conquest of the whole is its own
        changes = _won_back(before, world, land) if keeps_one(world, land, grace) else []
    elif gains:
        changes = _goes_over(before, world, land, power)
    return world.with_changes(changes, world.now), changes


@bespoke("83.31.key-cities", reads=[_control])
def keeps_one(world: World, land: Land, power: str) -> bool:
    """It takes all key places to gain an area's BRPs, and one to keep them."""
    return land.still_pays(world, faction(power))


def _won_back(before: World, world: World, land: Land) -> list[Change]:
    """The loser has the land again in time, and has lost nothing."""
    slug = land.slug
    grace = before[f"grace.{slug}"]
    keeps = {
        **_draws(world, slug, grace, before[f"grace-brps.{slug}"]),
        f"grace.{slug}": NOBODY,
        f"grace-brps.{slug}": 0,
        f"due.{slug}": NOBODY,
    }
    if world[f"status.{slug}"] not in ITS_OWN or slug in DIPLOMATIC:
        keeps[f"holder.{slug}"] = grace
    return WON_BACK.brings(world, keeps)


def _draws(world: World, slug: str, power: str, brps: int) -> dict[str, object]:
    """A power draws BRPs: of a country that is its own, or somebody else's, with the capital alone."""
    if slug in DIPLOMATIC:  # they go with its holder
        return {f"brp-grant.{slug}": brps}
    alone = world[f"status.{slug}"] in ITS_OWN and world[f"beneficiary.{slug}"] != power
    if alone:
        return {f"seat-drawer.{slug}": power, f"seat-brps.{slug}": brps}
    return {f"beneficiary.{slug}": power, f"brp-grant.{slug}": brps}


def _goes_over(before: World, world: World, land: Land, power: str) -> list[Change]:
    """All that pays for a land is in new hands: the loser has grace, or loses at once, and the winner is due."""
    slug = land.slug
    drawer, amount = _drawn_here(before, slug)
    changes: list[Change] = []
    if drawer == power:
        return _goes_on(before, world, land, power, amount)
    if drawer != NOBODY:
        received = amount - _unpaid(before, slug, drawer, amount)
        changes += _parted(before, world, slug, drawer, amount)
        changes += _lost(before, world, slug, drawer, received, power) if received else []
    elif cite := _under((WINTER_LOSS,), before, slug, power):
        changes += _set(world, _grace(slug, before[f"due.{slug}"], worth(world, slug)), cite)
    if cite := _under(NEXT_TURN, world, slug, power):
        changes += _set(world, {f"due.{slug}": NOBODY if land.is_worthless(world) else power}, cite)
    if drawer != NOBODY:
        changes += _drawn_no_more(world, slug)
    return changes


def _goes_on(before: World, world: World, land: Land, power: str, brps: int) -> list[Change]:
    """Who drew BRPs before it had what pays for them draws them still, and is due for what is left of the value."""
    slug = land.slug
    if _shared(before, slug) != slug and world[f"status.{slug}"] in ITS_OWN:
        return []  # they come with those of its twin
    changes = _parted(before, world, slug, power, brps)
    changes += GOES_ON.brings(world, _draws(world, slug, power, brps))
    if not land.is_worthless(world) and worth(world, slug) > brps and (cite := _under(NEXT_TURN, world, slug, power)):
        changes += _set(world, {f"due.{slug}": power}, cite)
    return changes


def _lost(before: World, world: World, slug: str, drawer: str, amount: int, power: str) -> list[Change]:
    """Whoever drew the BRPs loses them at once, if it was by diplomacy, or has grace from its enemy."""
    if cite := _under((AT_ONCE,), before, _shared(before, slug), drawer):
        return [booked(world, drawer, -share(world, amount), cite)]
    return IN_GRACE.brings(world, _grace(slug, drawer, amount)) if half_of(drawer) != half_of(power) else []


def _unpaid(before: World, slug: str, drawer: str, amount: int) -> int:
    """Of what a power draws of a new associate, the part that is still on its way: it never received that."""
    pair = _shared(before, slug)
    return min(amount, before[f"owed-brps.{pair}"]) if before[f"owed.{pair}"] == drawer else 0


def _drawn_no_more(world: World, slug: str) -> list[Change]:
    """Whoever drew the BRPs draws them no more; a country that has joined somebody stays with it."""
    facts: dict[str, object] = {f"brp-grant.{slug}": 0}
    if slug not in DIPLOMATIC:
        joined = world[f"status.{slug}"] in ("ally", "associate")
        friend = world[f"beneficiary.{slug}"] if joined else NOBODY
        facts = {f"beneficiary.{slug}": friend, f"brp-grant.{slug}": 0}
    if world[f"owed.{slug}"] != NOBODY:
        facts |= {f"owed.{slug}": NOBODY, f"owed-brps.{slug}": 0}
    if world[f"seat-drawer.{slug}"] != NOBODY:
        facts |= {f"seat-drawer.{slug}": NOBODY, f"seat-brps.{slug}": 0}
    return IN_GRACE.brings(world, facts)


def _grace(slug: str, power: str, brps: int) -> dict[str, object]:
    return {f"grace.{slug}": power, f"grace-brps.{slug}": brps}


def seized(world: World, land: Land, side: str) -> tuple[World, list[Change]]:
    """Partisans have the capital: its holder has grace, and nobody is due."""
    slug = land.slug
    drawer, amount = drawn(world, slug)
    changes = IN_GRACE.brings(world, {f"due.{slug}": NOBODY})
    if drawer != NOBODY and amount and half_of(drawer) != side:
        changes += [*IN_GRACE.brings(world, _grace(slug, drawer, amount)), *_drawn_no_more(world, slug)]
    return world.with_changes(changes, world.now), changes


def had_by(world: World, slug: str) -> str:
    """The power that has a country: by conquest, as its colony, or as its friend."""
    holder, by = str(world[f"holder.{slug}"]), stands_as(world, slug)
    joined = world[f"status.{by}"] in ("ally", "associate", "surrendered")
    return str(world[f"beneficiary.{by}"]) if holder == NOBODY and joined else holder


@bespoke(NOT_A_RECONQUEST, reads=[_control, choice(f"holder.{HERE}", *POWERS), choice(f"beneficiary.{HERE}", *POWERS)])
def cleared(world: World, before: World, land: Land, power: str) -> bool:
    """Driving out partisans gives the country back to whoever of the same side had it."""
    holder = had_by(before, land.slug)
    partisans = ("axis-partisans", "allied-partisans")
    from_partisans = any(before.get(f"control.{place}") in partisans for place in land.keys)
    return from_partisans and holder != NOBODY and half_of(holder) == half_of(power)


def back(before: World, world: World, land: Land) -> tuple[World, list[Change]]:
    """The holder has its country again: nothing is lost in time, otherwise it is paid anew."""
    slug = land.slug
    holder, grace = had_by(before, slug), before[f"grace.{slug}"]
    facts: dict[str, object] = {f"due.{slug}": holder}
    if grace == holder:
        facts = {
            **_draws(world, slug, grace, before[f"grace-brps.{slug}"]),
            f"grace.{slug}": NOBODY,
            f"grace-brps.{slug}": 0,
        }
    elif _drawn_here(before, slug)[0] == holder:  # partisans that were built there have cost it nothing yet
        facts = {}
    changes = _set(world, facts, NOT_A_RECONQUEST)
    return world.with_changes(changes, world.now), changes


# -- a country takes a side
def enemy_has_capital(slug: str, power: str) -> Expr:
    """An enemy of a country's friend has what pays for its BRPs: the friend has none while that is so."""
    enemies = [who for who in CONTROLLERS if who != NOBODY and half_of(who) != half_of(power)]
    places = LAND[slug].pays if slug in LAND else ()
    return all_of(*(choice(f"control.{place}", *enemies) for place in places)) if places else NO


def _friend_without_capital(slug: str) -> Expr:
    """It has joined a power, but the BRPs go with a place of their own, which an enemy has."""
    if slug not in LAND or not LAND[slug].paid_by:
        return NO
    friends = ((choice(f"beneficiary.{slug}", power), power) for power in POWERS)
    return status_is("ally", "associate", country=slug) & any_of(
        *(is_ & enemy_has_capital(slug, p) for is_, p in friends)
    )


WITHOUT_CAPITAL = Rule(
    "its friend has no BRPs of a country while an enemy has its capital",
    "83.31A.spain",
    when=of(HERE, build=_friend_without_capital, says="an enemy of its friend has the capital of {Here}"),
    sets=(sets(f"brp-grant.{HERE}", 0), sets(f"owed.{HERE}", NOBODY), sets(f"owed-brps.{HERE}", 0)),
    again=True,
)
HEEDS = (
    On(
        WITHOUT_CAPITAL.label,
        WITHOUT_CAPITAL.cite,
        on=ASSOCIATION | ALLIANCE,
        at=SETTLED,
        when=bound(WITHOUT_CAPITAL.when, here=str(COUNTRY)),
        sets=bound(WITHOUT_CAPITAL.sets, here=str(COUNTRY)),
        again=True,
    ),
)


def without_capital(world: World, slug: str) -> list[Change]:
    """What its friend loses."""
    return carry_out([asked(WITHOUT_CAPITAL, slug)], world)[1]


# -- the moments of the turn
def _lands(world: World, fact: str, half: str) -> Iterator[tuple[Land, str]]:
    """The lands where something is on its way for a power of this half."""
    for slug in LANDS:
        power = world[f"{fact}.{slug}"]
        if power != NOBODY and half_of(power) == half:
            yield LAND[slug], power


@bespoke(STILL_HELD, reads=[_control])
def still_held(world: World, land: Land, power: str) -> bool:
    """Whoever took a land is paid if it still has the capital, or all key places, at the start of its next turn."""
    return land.pays_to(world, faction(power))


def _already(world: World, slug: str, power: str) -> int:
    """BRPs a year of a land that a power draws before it is paid for its capital."""
    drawer, brps = drawn(world, slug)
    return brps if drawer == power else 0


def turn_begins(world: World, half: str) -> list[Change]:
    """Whoever is due is paid, if it still holds what pays."""
    done_: list[Change] = []
    for land, power in _lands(world, "due", half):
        slug = land.slug
        if world[f"grace.{slug}"] not in (NOBODY, power):  # the loser has not had its turn yet
            continue
        changes = NO_LONGER_DUE.brings(world, {f"due.{slug}": NOBODY})
        if still_held(world, land, power) and (cite := _under(PAID, world, slug, power)):
            value = worth(world, slug)
            changes += _set(world, _draws(world, slug, power, value), cite)
            changes.append(booked(world, power, share(world, value - _already(world, slug, power)), cite))
        world = world.with_changes(changes, world.now)
        done_ += changes
    return done_


def combat_ends(world: World, half: str) -> list[Change]:
    """Whoever had grace and has not used it loses the BRPs."""
    done_: list[Change] = []
    for land, power in _lands(world, "grace", half):
        slug = land.slug
        if cite := _under(LOST, world, slug, power):
            lost = booked(world, power, -share(world, world[f"grace-brps.{slug}"]), cite)
            changes = [*_set(world, _grace(slug, NOBODY, 0), cite), lost]
            world = world.with_changes(changes, world.now)
            done_ += changes
    return done_


# -- the journal: every draw of every land, and that none is counted twice
def draws(world: World, slug: str) -> dict[str, int]:
    """Who counts how many BRPs a year of a land, those that may still be won back among them."""
    found: dict[str, int] = {}
    kept = (world[f"turned-from.{slug}"], world[f"kept-brps.{slug}"]) if slug in TARGETS else (NOBODY, 0)
    for power, brps in (drawn(world, slug), (world[f"grace.{slug}"], world[f"grace-brps.{slug}"]), kept):
        if power != NOBODY and brps:
            found[power] = found.get(power, 0) + brps
    return found


def overdrawn(world: World) -> dict[str, dict[str, int]]:
    """The lands of which all powers together count more than they are worth: there should be none."""
    found = {}
    groups: list[tuple[str, ...]] = [(slug,) for slug in LANDS if slug not in TWINS and slug not in TWINS.values()]
    groups += [(pair, *(slug for slug, twin in TWINS.items() if twin == pair)) for pair in set(TWINS.values())]
    for lands in groups:
        rows = [(power, brps) for slug in lands for power, brps in draws(world, slug).items()]
        first = lands[0]
        parts = lands[1:] or lands  # of a pair each has a value of its own
        if rows and sum(brps for _, brps in rows) > sum(world.get(f"brp-value.{slug}") or 0 for slug in parts):
            found[first] = dict(rows)
    return found


# -- what the table is told
def _paying(country: str) -> tuple[str, ...]:
    """The results by which a neutral country's own table grants BRPs."""
    paying = []
    for band in TABLES[country].bands:
        effects = [effect for part in band.then for effect in (part if isinstance(part, tuple) else (part,))]
        facts = {getattr(effect, "fact", ""): getattr(effect, "value", None) for effect in effects}
        if facts.get(f"brp-grant.{HERE}", 0) != 0 and facts.get(f"status.{HERE}", "hex-control") == "hex-control":
            paying.append(key_of(band))
    return tuple(paying)


_by_results = {country: _paying(country) for country in TABLES}
_none = tuple(country for country, results in _by_results.items() if not results)
_axis_only = tuple(country for country, found in _by_results.items() if found and not {"0", "-1"} & {*found})
_neutral = status_is("neutral", "hex-control")
RESULTS_PAY = Duty(
    f"its BRPs are won by diplomacy only with a result of {' or '.join(_by_results['sweden'])}",
    "82.21",
    _neutral & site_is(*(country for country, results in _by_results.items() if results)),
)
TABLES_DECIDE = Duty(
    f"no result wins BRPs of {' or '.join(map(TITLES.__getitem__, _none))}, nor for the Allies those of "
    f"{' or '.join(map(TITLES.__getitem__, _axis_only))}",
    "82.21.tables",
    _neutral & site_is(*_none, *_axis_only),
)
TOPICS = {
    "colony": Topic("what a colony is to its owner", (NOT_IN_THE_BASE, KEY_AREA)),
    "result-brps": Topic("what BRPs diplomacy wins", (RESULTS_PAY, TABLES_DECIDE)),
}


def account(world: World, power: str) -> Trace:
    """The BRPs that a power draws from minor countries and colonies in a year, land by land."""
    rows = []
    for slug in LANDS:
        to, brps = drawn(world, slug)
        if to == power and brps:
            rule = world.origin(f"brp-grant.{slug}").rule or (LAND[slug].cite if slug in LAND else "") or EACH_YEAR
            kind = world[f"status.{slug}"]
            if kind == "colony":
                outside = asked(NOT_IN_THE_BASE, slug).told(world)
                kind += ", outside the base" if outside else ", in the base"
            rows.append(Trace(f"{TITLES[slug]} ({kind})", brps, (), (f"brp-grant.{slug}",), rule, True))
        if world[f"grace.{slug}"] == power:
            left = Trace(f"{TITLES[slug]}, lost unless won back in time", world[f"grace-brps.{slug}"], rule=WINDOW)
            rows.append(left)
    return Trace(
        "BRPs a year from minor countries and colonies", sum(row.value for row in rows), tuple(rows), (), EACH_YEAR
    )


def reminders(world: World, half: str) -> Iterator[str]:
    """What a player turn decides: lands to win back, lands to hold until they pay."""
    for land, power in _lands(world, "grace", half):
        brps = world[f"grace-brps.{land.slug}"]
        yield f"{TITLES[power]} must win {land.name} back in this combat or lose {brps} BRPs a year [{WINDOW}]"
        for duty in asked((UNITS_STAY_GONE, NO_DPS), land.slug):
            if words := duty.told(world):
                yield f"{words} [{duty.cite}]"
    other = HALVES[1 - HALVES.index(half)]
    for land, power in _lands(world, "due", other):
        yield f"{TITLES[power]} is paid for {land.name} next, unless it is taken from it now [{STILL_HELD}]"


# -- the end of the year
@bespoke(EACH_YEAR, reads=[_granted(power) for power in POWERS])
def counted(world: World, power: str) -> list[Change]:
    """Whoever has the capital or key places counts the full value each year; what may still be won back counts too."""
    yearly = number_at(_granted(power), world)
    yearly += sum(brps for to, brps in (drawn(world, c) for c in LANDS if c in DIPLOMATIC) if to == power)
    kept = sum(world[f"grace-brps.{c}"] for c in LANDS if world[f"grace.{c}"] == power)
    return _set(world, {f"booked.{power}": yearly + kept}, EACH_YEAR)


def year_ends(world: World) -> list[Change]:
    """Winter conquests are paid by the new year; then every power counts what it draws for a full year.

    The Allies have had their combat phase of the winter: what they have not won back by now is lost.
    """
    done_ = combat_ends(world, ALLIED)
    world = world.with_changes(done_, world.now)
    for slug in LANDS:
        power = world[f"due.{slug}"]
        if power == NOBODY or asked(WAITS, slug, power).forbids(world.scoped(site=slug, actor=power)):
            continue
        if cite := _under((WINTER,), world, slug, power):
            paid = {f"due.{slug}": NOBODY, **_draws(world, slug, power, worth(world, slug))}
            changes = _set(world, paid, cite)
            world = world.with_changes(changes, world.now)
            done_ += changes
    for power in POWERS:
        if asked(DRAWN_FROM_THE_START, NOBODY, power).allows(world.scoped(actor=power)):
            done_ += counted(world, power)
        else:  # what it had is for the rules of its surrender
            done_ += COUNTS_NOTHING.brings(world, {f"booked.{power}": 0})
    return done_


@STEPS.step("awaw.minors.year-ends")
def step_year_ends(world: World, frame: Frame) -> Directive:
    return do(year_ends(world), then="awaw.minors.after.year-ends")


PROCEDURES = {
    "brp-year": Procedure("awaw.minors.year-ends", "Every power counts what it draws for a full year"),
}

DECLARED = (
    TURNS,
    WITHOUT_CAPITAL,
    LOST,
    PAID,
    NEXT_TURN,
    AT_ONCE,
    WINTER_LOSS,
    WINTER,
    WAITS,
    DRAWN_FROM_THE_START,
    CITIES,
    PAYS,
    keeps_one,
    cleared,
    still_held,
    counted,
    REDUCTIONS,
)
