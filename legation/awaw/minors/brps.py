"""Rules 82.2, 83.3, 83.4 and 83.6: what a conquered country or a colony pays, to whom, and when.

`beneficiary` and `brp-grant` say who draws how much a year.  After a capture the winner is *due* at the start of its
next player turn; the loser has *grace* until the end of the combat phase of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from legation.awaw.minors.facts import HALVES
from legation.awaw.minors.lands import DIPLOMATIC, LAND, TWINS, VALUED_BY, Land
from legation.awaw.minors.words import asked, half_of, status_is
from legation.awaw.powers import (
    AXIS,
    BRITAIN,
    FRANCE,
    ITALY,
    JAPAN,
    LANDS,
    NOBODY,
    POWERS,
    RUSSIA,
    TITLES,
    faction_of,
)
from legation.awaw.results import prorated
from legation.awaw.vocabulary import SEASONS, fallen, surrendered
from legation.core.book import Procedure
from legation.core.errors import Unknown
from legation.core.expr import Expr, all_of, any_of, choice, holds, number, sum_of, when_else
from legation.core.expr import amount as number_at
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do
from legation.core.rules import Modifier, Note
from legation.core.trace import Trace

__all__ = [
    "DECLARED",
    "PROCEDURES",
    "REDUCTIONS",
    "STEPS",
    "account",
    "back",
    "booked",
    "captured",
    "cleared",
    "combat_ends",
    "joined",
    "reminders",
    "seized",
    "share",
    "turn_begins",
    "worth",
    "year_ends",
]

STEPS = Steps()

# -- 83.31 to 83.33
PRORATED = Note("the share of the year that is left, the present turn included; a half goes up", "00.prorating")
SHARES = Note(
    "what 5 to 30 BRPs come to by season",
    "00.prorating.table",
    {n: tuple(prorated(n, season) for season in SEASONS) for n in range(5, 35, 5)},
)
TURNS = Note("four turns a year, the Axis before the Allies in each; then the year is reckoned up", "00.turns", HALVES)
NEXT_TURN = Note("the conqueror is paid when its next player turn begins", "83.31A.next-turn")
EACH_YEAR = Note("whoever has the capital or key places counts the full value each year", "83.31A.yss")
BY_RESULT_EACH_YEAR = Note("while a result is in force its BRPs count in full each year", "82.22.yss")
WINTER = Note("a winter conquest is paid in full by the new year, and not again in spring", "83.31A.winter")
MADRID = Note("the BRPs of Spain go with Madrid alone", "83.31A.spain", "madrid")
KEY_PLACES = Note("all key places to gain an area's BRPs, one to keep them", "83.31.key-cities")
WINDOW = Note("the loser has until the end of its next combat phase", "83.31B.window")
STILL_HELD = Note("the winner is paid only if it still has the capital or all key places", "83.31B.gain")
WINTER_LOSS = Note("what an Axis power lost in the Allied winter turn it still counts in the new year", "83.32.axis")
SPRING = Note("and loses in spring unless it has won it back", "83.32.axis-spring")
WAITS = Note("the Allied winner does not count it in the new year, but is paid in spring", "83.32.allied")
NO_DPS = Note("DPs follow the capital at the end of the year, without such grace", "83.32.dps")
COLONIES = Note("colonies are gained and lost like other countries", "83.33")
COLONY_LOST = Note("the owner loses a colony's BRPs when its next combat phase ends", "83.33A")
COLONY_WON = Note("whoever took it is paid at the start of its next turn, and each year", "83.33B")
COLONY_LOST_AGAIN = Note("and loses them again like anybody else", "83.33B.loss")
BRITISH = Note(
    "colonies in the British total",
    "83.33.british-list",
    ("egypt", "palestine", "burma", "malaya", "singapore", "hong-kong", "calcutta", "dacca"),
)
BRITISH_LOSS = Note(
    "Britain loses it after its next combat phase, and does not count it while it is gone", "83.33.british-loss"
)
BRITISH_GAIN = Note("the Axis or Japanese conqueror is paid in its next turn and each year", "83.33.british-gain")

# -- 83.4
AS_CONQUERED = Note("a colony counts as conquered before the game began", "83.41")
CITIES = Note("Hong Kong and Singapore fall when they are occupied", "83.41.cities", ("hong-kong", "singapore"))
DRAWN_FROM_THE_START = Note(
    "owners draw their colonies' BRPs from the start", "83.43.start", (BRITAIN, FRANCE, RUSSIA, ITALY, JAPAN)
)
NOT_IN_THE_BASE = Note("colonial BRPs are no part of the base, but for Japan's", "83.43.base", JAPAN)
KEY_AREAS = Note("Japanese colonies are key economic areas", "83.445.kea")

# -- 83.6
NOT_A_RECONQUEST = Note("driving out partisans gives the country back to whoever had it", "83.61.reconquest")

# The book's own examples, each at the moment that it is about.
EXAMPLES = {
    ("belgium", "won back"): Note(
        "Brussels is retaken in time: nobody's BRPs change", "83.31.example-belgium-recaptured"
    ),
    ("belgium", "lost"): Note("Brussels is not retaken: Belgium's BRPs go over", "83.31.example-belgium-lost"),
    ("belgium", "lost in winter"): Note("Brussels is lost in the Allied winter turn", "83.32.example"),
    ("tunisia", "lost"): Note("France does not retake Tunis", "83.33.example-tunisia"),
    ("yugoslavia", "cleared"): Note(
        "Germans clear Belgrade at once: Italy loses nothing", "83.61.example-partisans-cleared"
    ),
    ("yugoslavia", "cleared late"): Note(
        "Belgrade is cleared late: Italy is paid anew", "83.61.example-partisans-stay"
    ),
    ("yugoslavia", "entered"): Note("Germans in Belgrade leave it Italian", "83.61.example-yugoslavia"),
    ("albania", "entered"): Note("Germans in Albania leave it Italian", "83.61.example-albania"),
}


def example(world: World, slug: str, moment: str) -> None:
    if found := EXAMPLES.get((slug, moment)):
        found.used(world)


# What takes BRPs off a country's value: a loss of land, colonies of its own.  Topics add to it.
REDUCTIONS: list[Modifier] = []


def worth(world: World, slug: str) -> int:
    """The BRPs a year of a land as it stands."""
    value = world.get(f"brp-value.{slug}")
    if value is None:
        raise Unknown(f"the BRP value of {slug}", [f"brp-value.{slug}"])
    if slug in VALUED_BY:
        world.note(VALUED_BY[slug], True)
    look = world.scoped(site=slug) if REDUCTIONS else world
    for row in REDUCTIONS:
        amount = asked(row, slug).amount(look)
        world.note(row.cite, bool(amount))
        value += int(amount)
    return max(0, int(value))


def drawn(world: World, slug: str) -> tuple[str, int]:
    """Who draws BRPs of a land, and how many a year."""
    if slug in DIPLOMATIC and world[f"status.{slug}"] != "ally" and world[f"due.{slug}"] == NOBODY:
        return world[f"holder.{slug}"], worth(world, slug)
    return world[f"beneficiary.{slug}"], world[f"brp-grant.{slug}"]


def _shared(world: World, slug: str) -> str:
    """The land itself, or the pair through which its BRPs are drawn."""
    twin = TWINS.get(slug)
    return twin if twin and world[f"beneficiary.{slug}"] == NOBODY and world[f"brp-grant.{twin}"] else slug


def _drawn_here(world: World, slug: str) -> tuple[str, int]:
    """As `drawn`, of Belgium or Luxembourg also the part in what the two yield together."""
    pair = _shared(world, slug)
    if pair == slug:
        return drawn(world, slug)
    return world[f"beneficiary.{pair}"], min(worth(world, slug), world[f"brp-grant.{pair}"])


def _parted(before: World, world: World, slug: str, drawer: str, amount: int) -> list[Change]:
    """One of the pair is lost: what the other yields is drawn from it alone."""
    pair = _shared(before, slug)
    if pair == slug:
        return []
    other = next(c for c, twin in TWINS.items() if twin == pair and c != slug)
    rest = before[f"brp-grant.{pair}"] - amount
    facts = {f"brp-grant.{pair}": 0, f"brp-grant.{other}": rest, f"beneficiary.{other}": drawer if rest else NOBODY}
    return [_set(world, fact, value, WINDOW.cite) for fact, value in facts.items()]


def _set(world: World, fact: str, new: object, cite: str) -> Change:
    return world.change(fact, new, cite)


@cache
def _granted(power: str) -> Expr:
    """What a power draws a year, but for the lands whose BRPs follow another rule."""
    lands = (slug for slug in LANDS if slug not in DIPLOMATIC)
    mine = ((choice(f"beneficiary.{slug}", power), number(f"brp-grant.{slug}")) for slug in lands)
    return sum_of(*(when_else(drawer, brps, 0) for drawer, brps in mine))


def booked(world: World, power: str, brps: int, cite: str) -> Change:
    booked = number_at(number(f"booked.{power}"), world)
    return Change(f"booked.{power}", booked, booked + brps, cite)


def share(world: World, brps: int) -> int:
    PRORATED.used(world)
    found = prorated(brps, world["season"])
    world.note(SHARES.cite, SHARES.value.get(brps, (None,) * 4)[SEASONS.index(world["season"])] == found)
    return found


def _has_all(land: Land, power: str) -> Expr:
    """All that pays for the land is in the hands of a power's faction."""
    faction = faction_of(power) or power
    if land.hexes:
        return number(f"hexes.{faction}.{land.slug}", f"hexes of {land.name}") >= land.hexes
    return all_of(*(choice(f"control.{place}", faction) for place in land.pays))


def _has_one(land: Land, power: str) -> Expr:
    faction = faction_of(power) or power
    if land.hexes:
        return number(f"hexes.{faction}.{land.slug}", f"hexes of {land.name}") >= 1
    return any_of(*(choice(f"control.{place}", faction) for place in land.pays))


HELD_BY_ARMS = status_is("associate", "ally", "conquered", "colony", "surrendered")
UNITS_STAY_GONE = Note("units of the country do not come back with its capital", "83.21.recapture")
AT_ONCE = Note("a merely diplomatic beneficiary loses its BRPs at once when the country is conquered", "82.22.conquest")


# -- a place changes hands
LOOKED_BACK_AT = ("status", "holder", "beneficiary", "brp-grant", "due", "grace", "grace-brps")


def as_it_was(world: World, land: Land) -> World:
    """The world with all that a conquest of this land looks back at, whatever becomes of it from now on."""
    pair = TWINS.get(land.slug)
    lands = (land.slug, *((pair, *(c for c, twin in TWINS.items() if twin == pair)) if pair else ()))
    facts = [f"{family}.{name}" for family in LOOKED_BACK_AT for name in dict.fromkeys(lands)]
    facts += [f"control.{place}" for place in dict.fromkeys((*land.keys, *land.pays))]
    return world.scoped(**{fact: world.get(fact) for fact in facts})


def captured(before: World, world: World, land: Land, power: str) -> tuple[World, list[Change]]:
    """Who is now due, and who has grace.  `before` is the world in which the loser still drew the BRPs."""
    slug = land.slug
    drawer, amount = _drawn_here(before, slug)
    if amount == 0 or drawer == NOBODY:
        drawer = NOBODY
    gains = holds(_has_all(land, power), world)
    if land.paid_by:
        world.note(MADRID.cite, gains)
    world.note(KEY_PLACES.cite, len(land.pays) > 1 or land.hexes > 0)
    colony = before[f"status.{slug}"] == "colony"
    if colony:
        AS_CONQUERED.used(world)
        COLONIES.used(world)
        world.note(CITIES.cite, slug in CITIES.value)
    changes: list[Change] = []
    grace = before[f"grace.{slug}"]
    friends = grace != NOBODY and (faction_of(grace) or grace) == (faction_of(power) or power)
    if friends and (power == grace or not gains):  # won back in time; an ally's conquest of the whole is its own
        if not holds(_has_one(land, grace), world):
            return world, []
        keeps = {
            f"beneficiary.{slug}": grace,
            f"brp-grant.{slug}": before[f"grace-brps.{slug}"],
            f"grace.{slug}": NOBODY,
            f"grace-brps.{slug}": 0,
            f"due.{slug}": NOBODY,
            f"holder.{slug}": grace,
        }
        WINDOW.used(world)
        UNITS_STAY_GONE.used(world)
        example(world, slug, "won back")
        changes = [_set(world, fact, value, WINDOW.cite) for fact, value in keeps.items()]
        return world.with_changes(changes, world.now), changes
    if not gains:
        return world, []
    if drawer != NOBODY and half_of(drawer) != half_of(power):
        changes += _parted(before, world, slug, drawer, amount)
        if holds(asked(HELD_BY_ARMS, _shared(before, slug)), before):
            changes += _grace(world, slug, drawer, amount, WINDOW.cite)
        else:
            AT_ONCE.used(world)
            changes.append(booked(world, drawer, -share(world, amount), AT_ONCE.cite))
    elif drawer != NOBODY and drawer == power:
        return world, []
    else:
        unpaid = before[f"due.{slug}"]
        lost_in_winter = (
            unpaid not in (NOBODY, power)
            and world["season"] == SEASONS[-1]
            and half_of(unpaid) == AXIS != half_of(power)
        )
        if unpaid != NOBODY:
            world.note(WINTER_LOSS.cite, lost_in_winter)
        if lost_in_winter:
            example(world, slug, "lost in winter")
            changes += _grace(world, slug, unpaid, worth(world, slug), WINTER_LOSS.cite)
    worthless = world.get(f"brp-value.{slug}") == 0
    changes.append(_set(world, f"due.{slug}", NOBODY if worthless else power, NEXT_TURN.cite))
    if drawer != NOBODY:
        changes += [
            _set(world, f"beneficiary.{slug}", _ally_of(world, slug), WINDOW.cite),
            _set(world, f"brp-grant.{slug}", 0, WINDOW.cite),
        ]
    return world.with_changes(changes, world.now), changes


def _ally_of(world: World, slug: str) -> str:
    """Whom a country stays with although its BRPs are gone."""
    joined = world[f"status.{slug}"] in ("ally", "associate")
    return str(world[f"beneficiary.{slug}"]) if joined else NOBODY


def _grace(world: World, slug: str, power: str, brps: int, cite: str) -> list[Change]:
    return [_set(world, f"grace.{slug}", power, cite), _set(world, f"grace-brps.{slug}", brps, cite)]


def seized(world: World, land: Land, side: str) -> tuple[World, list[Change]]:
    """Partisans have the capital: its holder has grace, and nobody is due."""
    slug = land.slug
    drawer, amount = drawn(world, slug)
    changes = [_set(world, f"due.{slug}", NOBODY, WINDOW.cite)]
    if drawer != NOBODY and amount and half_of(drawer) != side:
        changes += [
            *_grace(world, slug, drawer, amount, WINDOW.cite),
            _set(world, f"beneficiary.{slug}", _ally_of(world, slug), WINDOW.cite),
            _set(world, f"brp-grant.{slug}", 0, WINDOW.cite),
        ]
    return world.with_changes(changes, world.now), changes


def cleared(before: World, world: World, land: Land, power: str) -> bool:
    """Whether partisans are driven out of a country that the power's own side holds."""
    holder = before[f"holder.{land.slug}"]
    from_partisans = any(
        before.get(f"control.{place}") in ("axis-partisans", "allied-partisans") for place in land.keys
    )
    found = from_partisans and holder != NOBODY and half_of(holder) == half_of(power)
    world.note(NOT_A_RECONQUEST.cite, found)
    return found


def back(before: World, world: World, land: Land) -> tuple[World, list[Change]]:
    """The holder has its country again: nothing is lost in time, otherwise it is paid anew."""
    slug, cite = land.slug, NOT_A_RECONQUEST.cite
    holder, grace = before[f"holder.{slug}"], before[f"grace.{slug}"]
    example(world, slug, "cleared" if grace == holder else "cleared late")
    if grace == holder:
        facts: dict[str, object] = {
            f"beneficiary.{slug}": grace,
            f"brp-grant.{slug}": before[f"grace-brps.{slug}"],
            f"grace.{slug}": NOBODY,
            f"grace-brps.{slug}": 0,
        }
    else:
        facts = {f"due.{slug}": holder}
    changes = [_set(world, fact, value, cite) for fact, value in facts.items()]
    return world.with_changes(changes, world.now), changes


# -- a country takes a side
def joined(world: World, slug: str, power: str, cite: str) -> list[Change]:
    """The new friend of an attacked country has the share of its BRPs for the rest of the year."""
    before = world[f"brp-grant.{slug}"] if world[f"beneficiary.{slug}"] == power else 0
    more = worth(world, slug) - before
    return [booked(world, power, share(world, more), cite)] if more > 0 else []


# -- the moments of the turn
def _lands(world: World, fact: str, half: str) -> Iterator[tuple[Land, str]]:
    """The lands where something is on its way for a power of this half."""
    for slug in LANDS:
        power = world[f"{fact}.{slug}"]
        if power != NOBODY and half_of(power) == half:
            yield LAND[slug], power


def turn_begins(world: World, half: str) -> list[Change]:
    """Whoever is due is paid, if it still holds what pays."""
    done_: list[Change] = []
    for land, power in _lands(world, "due", half):
        slug = land.slug
        held = holds(_has_all(land, power), world)
        STILL_HELD.used(world) if held else world.note(STILL_HELD.cite, False)
        NEXT_TURN.used(world) if held else world.note(NEXT_TURN.cite, False)
        changes = [_set(world, f"due.{slug}", NOBODY, STILL_HELD.cite)]
        if held:
            value = worth(world, slug)
            cite = _paid_under(world, land, power)
            changes += [
                _set(world, f"beneficiary.{slug}", power, cite),
                _set(world, f"brp-grant.{slug}", value, cite),
                booked(world, power, share(world, value), cite),
            ]
        world = world.with_changes(changes, world.now)
        done_ += changes
    return done_


def _paid_under(world: World, land: Land, power: str) -> str:
    """The rule that pays, for a colony that of colonies."""
    if not land.owner:
        return STILL_HELD.cite
    COLONY_WON.used(world)
    if land.slug in BRITISH.value and power in (*POWERS[:2], JAPAN):
        BRITISH.used(world)
        BRITISH_GAIN.used(world)
        return BRITISH_GAIN.cite
    return COLONY_WON.cite


def combat_ends(world: World, half: str) -> list[Change]:
    """Whoever had grace and has not used it loses the BRPs."""
    done_: list[Change] = []
    for land, power in _lands(world, "grace", half):
        slug = land.slug
        amount = world[f"grace-brps.{slug}"]
        cite = WINDOW.cite
        if land.owner == power:
            COLONY_LOST.used(world)
            cite = COLONY_LOST.cite
            if slug in BRITISH.value:
                BRITISH.used(world)
                BRITISH_LOSS.used(world)
        elif land.owner:
            COLONY_LOST_AGAIN.used(world)
            cite = COLONY_LOST_AGAIN.cite
        WINDOW.used(world)
        example(world, slug, "lost")
        if world["season"] == SEASONS[0] and half == AXIS:
            SPRING.used(world)
        changes = [
            _set(world, f"grace.{slug}", NOBODY, cite),
            _set(world, f"grace-brps.{slug}", 0, cite),
            booked(world, power, -share(world, amount), cite),
        ]
        world = world.with_changes(changes, world.now)
        done_ += changes
    return done_


# -- what the table is told
def account(world: World, power: str) -> Trace:
    """The BRPs that a power draws from minor countries and colonies in a year, land by land."""
    rows = []
    for slug in LANDS:
        to, brps = drawn(world, slug)
        if to == power and brps:
            rule = world.origin(f"brp-grant.{slug}").rule or (LAND[slug].cite if slug in LAND else "") or EACH_YEAR.cite
            kind = world[f"status.{slug}"]
            if kind == "colony":
                kind += ", in the base" if power == NOT_IN_THE_BASE.value else ", outside the base"
            rows.append(Trace(f"{TITLES[slug]} ({kind})", brps, (), (f"brp-grant.{slug}",), rule, True))
        if world[f"grace.{slug}"] == power:
            left = Trace(f"{TITLES[slug]}, lost unless won back in time", world[f"grace-brps.{slug}"], rule=WINDOW.cite)
            rows.append(left)
    return Trace(
        "BRPs a year from minor countries and colonies", sum(row.value for row in rows), tuple(rows), (), EACH_YEAR.cite
    )


def reminders(world: World, half: str) -> Iterator[str]:
    """What a player turn decides: lands to win back, lands to hold until they pay."""
    for land, power in _lands(world, "grace", half):
        brps = world[f"grace-brps.{land.slug}"]
        yield f"{TITLES[power]} must win {land.name} back in this combat or lose {brps} BRPs a year [{WINDOW.cite}]"
    other = HALVES[1 - HALVES.index(half)]
    for land, power in _lands(world, "due", other):
        yield f"{TITLES[power]} is paid for {land.name} next, unless it is taken from it now [{STILL_HELD.cite}]"


def _colonial(world: World, power: str) -> None:
    """Colonies that a power has had since before the game."""
    own = [land for land in LAND.values() if land.owner == power and drawn(world, land.slug)[0] == power]
    for land in own:
        world.note(land.cite, True)
    if power in DRAWN_FROM_THE_START.value:
        world.note(DRAWN_FROM_THE_START.cite, bool(own))
        NOT_IN_THE_BASE.used(world)
    if power == JAPAN:
        KEY_AREAS.used(world)
    if power == BRITAIN:
        BRITISH.used(world)


def _counted(world: World, power: str, yearly: int) -> None:
    """Which rules speak of what a power counts."""
    won = [c for c in LANDS if world[f"status.{c}"] in ("neutral", "hex-control") and world[f"brp-grant.{c}"]]
    if any(world[f"beneficiary.{c}"] == power for c in won):
        BY_RESULT_EACH_YEAR.used(world)
    if yearly:
        EACH_YEAR.used(world)
    _colonial(world, power)


def _out_of_it(power: str) -> Expr:
    return surrendered(power) | fallen(power) if power == FRANCE else surrendered(power)


def year_ends(world: World) -> list[Change]:
    """Winter conquests are paid by the new year; then every power counts what it draws for a full year."""
    done_: list[Change] = []
    TURNS.used(world)
    for slug in LANDS:
        power = world[f"due.{slug}"]
        if power == NOBODY:
            continue
        waits = half_of(power) != AXIS and world[f"grace.{slug}"] != NOBODY
        world.note(WINTER.cite, not waits)
        world.note(WAITS.cite, waits)
        if not waits:
            changes = [
                _set(world, f"due.{slug}", NOBODY, WINTER.cite),
                _set(world, f"beneficiary.{slug}", power, WINTER.cite),
                _set(world, f"brp-grant.{slug}", worth(world, slug), WINTER.cite),
            ]
            world = world.with_changes(changes, world.now)
            done_ += changes
    for power in POWERS:
        if holds(_out_of_it(power), world):  # what it had is for the rules of its surrender
            world.note(DRAWN_FROM_THE_START.cite, False)
            done_.append(_set(world, f"booked.{power}", 0, DRAWN_FROM_THE_START.cite))
            continue
        yearly = number_at(_granted(power), world)
        yearly += sum(brps for to, brps in (drawn(world, c) for c in LANDS if c in DIPLOMATIC) if to == power)
        kept = sum(world[f"grace-brps.{c}"] for c in LANDS if world[f"grace.{c}"] == power)
        if kept:
            WINTER_LOSS.used(world)
            NO_DPS.used(world)
        world.weighed(partial(_counted, power=power, yearly=yearly))
        done_.append(_set(world, f"booked.{power}", yearly + kept, EACH_YEAR.cite))
    return done_


@STEPS.step("awaw.minors.year-ends")
def step_year_ends(world: World, frame: Frame) -> Directive:
    return do(year_ends(world), then="awaw.minors.after.year-ends")


PROCEDURES = {
    "brp-year": Procedure("awaw.minors.year-ends", "Every power counts what it draws for a full year"),
}

DECLARED = (
    PRORATED,
    SHARES,
    TURNS,
    NEXT_TURN,
    EACH_YEAR,
    BY_RESULT_EACH_YEAR,
    WINTER,
    MADRID,
    KEY_PLACES,
    WINDOW,
    STILL_HELD,
    WINTER_LOSS,
    SPRING,
    WAITS,
    NO_DPS,
    COLONIES,
    COLONY_LOST,
    COLONY_WON,
    COLONY_LOST_AGAIN,
    BRITISH,
    BRITISH_LOSS,
    BRITISH_GAIN,
    AS_CONQUERED,
    CITIES,
    DRAWN_FROM_THE_START,
    NOT_IN_THE_BASE,
    KEY_AREAS,
    NOT_A_RECONQUEST,
    AT_ONCE,
    UNITS_STAY_GONE,
    EXAMPLES,
    REDUCTIONS,
)
