"""What results do: the words of the result columns, and how a new result meets an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from legation.books.awaw.brps import by_result
from legation.books.awaw.calendar import prorated
from legation.books.awaw.deeds import POWER
from legation.books.awaw.here import at
from legation.books.awaw.powers import ALLIED, AXIS, FRANCE, GERMANY, NOBODY, POWERS, RUSSIA, faction_of, side_of
from legation.books.awaw.tensions.schema import WATCHED
from legation.books.awaw.vocabulary import (
    HERE,
    JOINED,
    POOL_UNITS,
    RESULTS,
    allied_to,
    associated_with,
    beneficiary,
    one_of,
    opening,
    out_of_the_war,
    result_is,
)
from legation.core.expr import (
    YES,
    Expr,
    amount,
    any_of,
    bound,
    choice,
    holds,
    largest,
    lift,
    named,
    number,
    rank,
    truth,
    when_else,
)
from legation.core.facts import Change, World
from legation.core.rules import Assign, Copy, Definition, Rule, bespoke, carry_out, sets
from legation.core.tables import Band, Table
from legation.core.turning import kept

__all__ = [
    "out_of_diplomacy",
    "DEDUCTED",
    "GOES_ON",
    "OWN_TERMS",
    "RULES",
    "UNITS_OUT",
    "WITHOUT_A_MIDDLE",
    "Decision",
    "Effects",
    "Standing",
    "activates",
    "adds_to_the_base",
    "adds_units",
    "annexes",
    "apply",
    "associates",
    "booked_for",
    "continues",
    "decisions",
    "declares",
    "disbands",
    "dissolves",
    "ends_as",
    "ends_policy",
    "favours",
    "forces",
    "gives",
    "grants",
    "incorporates",
    "key_of",
    "lasting",
    "lends",
    "on_top",
    "opens_hexes",
    "prorated",
    "restores",
    "stood",
    "taken_down",
    "total_of",
    "waits",
    "while_so",
    "worth_here",
]

Effects = tuple[Assign, ...]


# -- the bands
def key_of(band: Band) -> str:
    """A band as the facts name it: `-3`, `1-2`, `10`."""
    if band.lo is None or band.hi is None or band.lo == band.hi:
        return str(band.hi if band.lo is None else band.lo)
    return f"{band.lo}-{band.hi}"


def total_of(band: Band) -> int:
    """A total that falls into the band."""
    found = band.hi if band.lo is None else band.lo
    assert found is not None
    return found


WITHOUT_A_MIDDLE = ("ireland",)  # there a 3-4 ends what helps the Axis


def favours(result: str, country: str) -> str | None:
    """The side on whose side of the neutral middle a result lies."""
    place, middle = RESULTS.index(result), RESULTS.index("3-4")
    if place == middle and country in WITHOUT_A_MIDDLE:
        return ALLIED
    return AXIS if place > middle else ALLIED if place <= RESULTS.index("1-2") else None


# -- words for what a result does
def _award(who: str) -> str | Copy:
    """Who gets it: a power by name, or whoever benefits on that side; a role of a deed names a power."""
    return who if who in (*POWERS, str(POWER)) and who != RUSSIA else Copy(f"award.{HERE}")


def _benefits(who: str, when: Expr = YES) -> Effects:
    """A power that a table names benefits; if France is out of the war, whoever leads the Western Allies."""
    fact = f"beneficiary.{HERE}"
    if who != FRANCE:
        return (sets(fact, _award(who), when),)
    gone = out_of_the_war(who)
    return (sets(fact, who, when & ~gone), sets(fact, Copy(f"award.{HERE}"), when & gone))


def worth_here() -> Expr:
    """What the country is worth, less what it has lost for good."""
    lost = number(f"value-lost.{HERE}", "BRPs that {Here} has lost for good")
    return largest(number(f"brp-value.{HERE}", "the BRP value of {Here}") - lost, lift(0))


def _joins(status: str, who: str, when: Expr, worth: int | None = None) -> Effects:
    revalued = () if worth is None else (sets(f"brp-value.{HERE}", worth, when),)
    return (
        sets(f"status.{HERE}", status, when),
        *_benefits(who, when),
        sets(f"deployed.{HERE}", True, when),
        sets(f"joined-in.{HERE}", number("turn"), when),
        sets(f"brp-grant.{HERE}", worth_here() if worth is None else worth, when),
        *revalued,
    )


def activates(who: str, when: Expr = YES, *, worth: int | None = None) -> Effects:
    """The country becomes an active minor ally; with `worth`, of that BRP value from now on."""
    return _joins("ally", who, when, worth)


def associates(who: str, when: Expr = YES) -> Effects:
    return _joins("associate", who, when)


def opens_hexes(who: str, when: Expr = YES) -> Effects:
    """A power controls the hexes of the country, which stays neutral."""
    when = by_result.opened(when)
    return (sets(f"status.{HERE}", "hex-control", when), *_benefits(who, when))


def grants(brps: int | None, who: str) -> Effects:
    """BRPs a year, but never more than the country is worth; None stands for all that it is worth."""
    granted = worth_here()
    if brps is not None:
        worth_less = by_result.capped(worth_here() < brps)
        worth_less = named(
            f"{{Here}} is worth [less than {brps} BRPs|{brps} BRPs or more]", worth_less, cite="DT-GEN-30"
        )
        granted = when_else(worth_less, worth_here(), by_result.awarded(brps))
    return (sets(f"brp-grant.{HERE}", granted), *_benefits(who))


def restores() -> Effects:
    """Nothing of an earlier policy is left."""
    return (
        sets(f"status.{HERE}", "neutral"),
        sets(f"beneficiary.{HERE}", NOBODY),
        sets(f"brp-grant.{HERE}", 0),
        sets(f"deferred.{HERE}", NOBODY),
        sets(f"by-attack.{HERE}", False),
        sets(f"volunteers.{HERE}", 0),
    )


def continues(side: str, result: str, *, keeps: tuple[str, ...], ends: tuple[str, ...]) -> Effects:
    """A running policy for one side goes on, one for the other side ends."""
    other = ALLIED if side == AXIS else AXIS
    kept = beneficiary(HERE, side) & result_is(HERE, *keeps)
    over = ends_policy(other, *ends) if ends else ()
    if result in keeps:  # it is a policy itself
        over = (*over, sets(f"beneficiary.{HERE}", _award(side), ~kept))
    return (*over, sets(f"result.{HERE}", result, ~kept))


def ends_policy(side: str, *results: str) -> Effects:
    """A running policy for one side, after one of these results, ends."""
    running = beneficiary(HERE, side) & result_is(HERE, *results)
    return tuple(sets(a.fact, a.value, running) for a in restores())


@dataclass(frozen=True, eq=False)
class OwnTerms:
    """The result says itself what becomes of an earlier one; if that `goes_on`, it stays in force as it is."""

    goes_on: bool = False


OWN_TERMS, GOES_ON = OwnTerms(), OwnTerms(goes_on=True)


def ends_as(status: str) -> Effects:
    """Nothing of an earlier policy is left, and the country is out of the game."""
    return (*(a for a in restores() if a.fact != f"status.{HERE}"), sets(f"status.{HERE}", status))


def dissolves() -> Effects:
    """The country leaves the game as a separate country."""
    return ends_as("dissolved")


def incorporates(*places: str) -> Effects:
    """The whole country becomes German, and its force pool leaves play."""
    german = (sets(f"control.{place}", AXIS) for place in places)
    return (*ends_as("incorporated"), *german, sets(f"deployed.{HERE}", False))


# Turns before what joins the German force pool may be built.
DELAYS = {"armor-4-6": 6, "aaf": 4, "infantry-3-3": 2, "infantry-factors": 2, "infantry-for-armor": 2}


def adds_to_the_base(brps: int) -> Effects:
    """BRPs for the German base."""
    return (sets(f"base-gain.{HERE}", brps),)


def adds_units(units: str, how_many: int, when: Expr = YES) -> Effects:
    """Units for the German force pool, once, to be built after the usual delay."""
    new = when & (number(f"pool-gain.{units}.{HERE}", f"{POOL_UNITS[units]} from {{Here}}") < 1).worded(
        f"{POOL_UNITS[units]} have [not yet|already] come from {{Here}}"
    )
    return (
        sets(f"pool-gain.{units}.{HERE}", how_many, new),
        sets(f"buildable-from.{units}.{HERE}", number("turn") + DELAYS[units], new),
    )


def annexes(place: str, when: Expr) -> Effects:
    """Russia takes a place by its demands, which are then met; that it is conquered with that, the map knows."""
    return (
        sets(f"control.{place}", RUSSIA, when),
        sets(f"ceded.{place}", True, when),
        sets(f"event.russia-entered-{place}", True, when),
        sets(f"making-demands.{HERE}", False, when),
    )


def forces(strong: int, weak: int) -> Effects:
    """Ukrainian infantry that Germany may raise: 2-3s and 1-3s."""
    return (
        sets("ukrainian-units.2-3", strong),
        sets("ukrainian-units.1-3", weak),
        sets(f"beneficiary.{HERE}", Copy(f"award.{HERE}")),
        sets(f"deployed.{HERE}", True),
    )


def disbands() -> Effects:
    """No Ukrainian infantry any more."""
    return (sets("ukrainian-units.2-3", 0), sets("ukrainian-units.1-3", 0))


def waits(status: str, when: Expr) -> Effects:
    """The country will become so later; until then the rows for it count already."""
    return (sets(f"deferred.{HERE}", status, when),)


def declares(policy: str) -> Effects:
    """Something that comes about once and stays."""
    return (sets(f"policy.{policy}", True),)


@dataclass(frozen=True, eq=False)
class Standing:
    """A fact that follows the result in force: `value` while it lies in the band, otherwise nothing of it."""

    fact: str
    value: int | bool
    when: Expr = YES

    @property
    def otherwise(self) -> int | bool:
        return False if isinstance(self.value, bool) else 0


JOINED_BY_ATTACK = truth(f"by-attack.{HERE}", "{Here} [associated|did not associate] because it was attacked")


def while_so(policy: str) -> Standing:
    """A policy that lasts while a result of this band is in force."""
    return Standing(f"policy.{policy}", True)


def lends(units: int) -> Standing:
    """Infantry units that may fight on the eastern front while Germany is at war with Russia."""
    return Standing(f"volunteers.{HERE}", units, ~JOINED_BY_ATTACK)


@dataclass(frozen=True, eq=False)
class Decision:
    """Somebody has to say yes or no before a result is carried out; the answer becomes a fact."""

    fact: str
    seat: str
    prompt: str
    when: Expr
    did: str = ""


def decisions(country: str, hit: list[Band], world: World) -> Iterator[tuple[Decision, str]]:
    """What must be decided before these bands are carried out, each with the id that asks for it."""
    for band in at(country, tuple(hit)):
        for found in _flat(band.effects):
            if isinstance(found, Decision) and found.when.value(world) is True:
                yield found, band.cite


def _flat(then: tuple[Any, ...]) -> Iterator[Any]:
    for found in then:
        if isinstance(found, tuple):
            yield from _flat(found)
        else:
            yield found


def gives(band: Band) -> bool:
    """Whether somebody of the favoured side gets something by this result."""
    return any(isinstance(a, Assign) and isinstance(a.value, Copy) for a in _flat(band.effects))


# -- a new result meets an earlier one
_rolled, _in_force = rank(f"rolled.{HERE}", "the new result"), rank(f"result.{HERE}", "the result in force")
_with_axis, _with_allies = beneficiary(HERE, AXIS), beneficiary(HERE, ALLIED)
_on_own_terms = truth("own-terms", "the new result [says|does not say] itself what becomes of the old one")
_joined_axis = allied_to(AXIS) | associated_with(AXIS)
_joined_allies = allied_to(ALLIED) | associated_with(ALLIED)


def _roll_is(*results: str) -> Expr:
    return choice(f"rolled.{HERE}", *results, says=f"the new result is[ not] {one_of(results)}")


WEAKER = Rule(
    "a weaker result ends the earlier one",
    "DT-GEN-16",
    when=~_on_own_terms
    & ~choice(f"status.{HERE}", "surrendered", says="{Here} has[ not] surrendered")  # its BRPs follow the capital
    & (
        (_with_axis & (_rolled < _in_force).worded("the new result is [lower|no lower] than the one in force"))
        | (_with_allies & (_rolled > _in_force).worded("the new result is [higher|no higher] than the one in force"))
    ),
    sets=restores(),
)

# How one changes sides, at a 9, 10, -2 or -3, the result says itself.
SURRENDERS = Rule(
    "an ally or associate of the other side surrenders",
    "PROC-28",
    when=(_joined_axis & _roll_is("1-2", "0", "-1")) | (_joined_allies & _roll_is("5-6", "7", "8")),
    sets=(
        sets(f"status.{HERE}", "surrendered"),
        *(a for a in restores() if a.fact != f"status.{HERE}"),
        sets(f"result.{HERE}", Copy(f"rolled.{HERE}")),
    ),
)

SWINGS = Rule(
    "no longer taken as leaning to the Axis",
    "DT-GEN-22",
    when=_roll_is("0", "-1", "-2", "-3"),
    sets=(sets(f"swung-back.{HERE}", True),),
)

DEDUCTED, UNITS_OUT = "DT-GEN-17", "DT-GEN-18"
CHAIN = Definition("lesser, permanent and weaker results follow their own rules", "PROC-34")


@bespoke("DT-GEN-29")
def on_top(world: World, table: Table, total: int) -> list[Band]:
    """Additional results come on top of the general one of their band."""
    return table.extras(total)


@bespoke("PROC-26")
def taken_down(world: World, facts: Mapping[str, Any]) -> list[Change]:
    """Who selected a country when, what was rolled for it and who benefits are kept for every country."""
    return [world.change(fact, value, "PROC-26") for fact, value in facts.items()]


# What the new state is compared with.
REMEMBERED = (
    "status",
    "beneficiary",
    "brp-grant",
    "owed-brps",
    "owed",
    "result",
    "deployed",
    "joined-in",
    "by-attack",
)


def stood(world: World, country: str) -> dict[str, Any]:
    """How a country stands before a result."""
    return {fact: world[fact] for fact in (f"{name}.{country}" for name in REMEMBERED)}


def apply(
    world: World, country: str, table: Table, band: Band, award: str, extra: list[Band]
) -> tuple[World, list[Change]]:
    """Carry out a result for a country."""
    result = key_of(band)
    before = stood(world, country)
    changes = taken_down(world, {f"rolled.{country}": result, f"award.{country}": award})
    terms = any(isinstance(found, OwnTerms) for found in _flat(band.effects))
    world = world.with_changes(changes, world.now)
    _, more = carry_out(at(country, (SURRENDERS, WEAKER, SWINGS)), world.scoped(**{"own-terms": terms}))
    world = world.with_changes(more, world.now)
    changes += more
    surrenders = world[f"status.{country}"] == "surrendered" != before[f"status.{country}"]
    # Which result it is was found by its name; bands, as the rules they are, come to the same.
    world.weighed(lambda w: [_as_rule(country, other).applies(w) for other in table.bands if other is not band])
    if not surrenders or band.permanent:  # a permanent result says itself what becomes of the country
        world, more = carry_out([_as_rule(country, band)], world)
        changes += more
    world, more = _additional(world, country, table, extra)
    changes += more
    settled = [*booked(before, world, country), *units_out(world, before, country)]
    return world.with_changes(settled, world.now), [*changes, *settled]


def _additional(world: World, country: str, table: Table, hit: list[Band]) -> tuple[World, list[Change]]:
    """What comes on top: some of it once, by the total rolled, some as long as a result is in force."""
    once = [_once(country, p, p in hit) for p in table.parts if isinstance(p, Band) and p.extra]
    world, changes = carry_out([rule for rule in once if rule.sets], world)
    world, more = carry_out((*_standing(country, table), at(country, VOLUNTEERS_ANEW)), world)
    return world, [*changes, *more]


VOLUNTEERS_ANEW = Rule(
    "with a new result its volunteers are whole again",
    "DT-GEN-29",
    sets=(sets(f"volunteers-lost.{HERE}", 0),),
    again=True,
)


@kept
def _once(country: str, band: Band, hit: bool) -> Rule:
    """What a band brings about once, if the total lies in it."""
    effects = tuple(a for a in _flat(at(country, band).then) if isinstance(a, Assign))
    lies_there = named(f"the result is[ not] {band.called}", lift(hit))
    when = lies_there & any_of(*(a.when for a in effects)) if hit else lies_there
    return Rule(band.label, band.cite, when, effects)


def lasting(world: World, country: str, table: Table) -> list[Change]:
    """What follows the result in force for a country: it comes with it, and ends with it."""
    return carry_out(_standing(country, table), world)[1]


@kept
def _standing(country: str, table: Table) -> tuple[Rule, ...]:
    """What the bands of a table keep up while the result in force lies in them, and that it ends with them."""
    rules: list[Rule] = []
    kept: dict[str, tuple[Standing, list[Expr]]] = {}
    for band in (p for p in table.parts if isinstance(p, Band) and p.extra):
        standing = [s for s in _flat(at(country, band).then) if isinstance(s, Standing)]
        in_force = result_is(country, *(result for result in RESULTS if at_total(result) in band))
        for s in standing:
            kept.setdefault(s.fact, (s, []))[1].append(in_force & s.when)
            rules.append(Rule(band.label, band.cite, in_force & s.when, (sets(s.fact, s.value),)))
    ended = (
        Rule("what a result kept up ends with it", "DT-GEN-29", ~any_of(*by), (sets(fact, s.otherwise),), again=True)
        for fact, (s, by) in kept.items()
    )
    return (*ended, *rules)


def at_total(result: str) -> int:
    """A total inside a band, by its name."""
    return int(result) if result.lstrip("-").isdigit() else int(result.split("-")[0])


@kept
def _as_rule(country: str, band: Band) -> Rule:
    """A band as the rule it is."""
    rolled, band = _roll_is(key_of(band)), at(country, band)
    found = list(_flat(band.then))
    effects = tuple(a for a in found if isinstance(a, Assign))
    goes_on = any(isinstance(terms, OwnTerms) and terms.goes_on for terms in found)
    if not band.extra and not any(a.fact == f"result.{country}" for a in effects) and not goes_on:
        effects = (sets(f"result.{country}", key_of(band)), *effects)
    if country in WATCHED and any(a.fact == f"result.{country}" for a in effects):
        effects = (*effects, sets(f"from-trade-pact.{country}", False, ~opening()))  # one of this game now
    if any(a.fact == f"status.{country}" and a.value in JOINED for a in effects):
        effects = (*effects, sets(f"by-attack.{country}", False))  # it stands where it does by a result now
    if band.permanent:
        effects = (*effects, sets(f"permanent.{country}", True))
    return Rule(band.label, band.cite, at(country, rolled), effects)


def booked(before: Mapping[str, Any], after: World, country: str) -> list[Change]:
    """BRPs to add and to deduct, and what is owed no more."""
    shares = booked_for(before, after, country)
    owed = {f"owed.{country}": NOBODY, f"owed-brps.{country}": 0}
    settled = OWED_NO_MORE.brings(after, owed) if _was_owed(before, after, country) else []
    return [*settled, *deductions(after, shares), *prorated_gains(after, shares)]


@bespoke("PROC-27", reads=[number(f"booked.{power}") for power in POWERS])
def prorated_gains(world: World, shares: Mapping[str, int]) -> list[Change]:
    """BRPs are booked for the part of the year that is left."""
    return [_more_booked(world, power, share, "PROC-27") for power, share in shares.items() if share > 0]


@bespoke("DT-GEN-17", reads=[number(f"booked.{power}") for power in POWERS])
def deductions(world: World, shares: Mapping[str, int]) -> list[Change]:
    """BRPs that the new result does not grant are deducted at once."""
    return [_more_booked(world, power, share, DEDUCTED) for power, share in shares.items() if share < 0]


def _more_booked(world: World, power: str, share: int, cite: str) -> Change:
    booked = amount(number(f"booked.{power}"), world)
    paid = min(share, 0) if holds(out_of_the_war(power), world) else share
    return Change(f"booked.{power}", booked, booked + paid, cite)


def booked_for(before: Mapping[str, Any], after: World, country: str) -> dict[str, int]:
    """What each power books, prorated; the BRPs of a country that turns away follow its capital."""
    if after[f"status.{country}"] == "surrendered":
        return {}
    old, new = before[f"brp-grant.{country}"], after[f"brp-grant.{country}"]
    old -= before[f"owed-brps.{country}"] if _was_owed(before, after, country) else 0  # it was never booked
    lost_by, won_by = before[f"beneficiary.{country}"], after[f"beneficiary.{country}"]
    moves: dict[str, int] = {}
    if lost_by != NOBODY:
        moves[lost_by] = moves.get(lost_by, 0) - old
    if won_by != NOBODY:
        moves[won_by] = moves.get(won_by, 0) + new
    if _changes_sides(before, after, country):
        return {}
    shares = {power: _share(before, after, country, brps) for power, brps in moves.items() if brps}
    return {power: share for power, share in shares.items() if share}


def _share(before: Mapping[str, Any], after: World, country: str, brps: int) -> int:
    """What is added or deducted now; of a country that is, or was, neutral in the name of rule 82.22."""
    season, status = after["season"], f"status.{country}"
    if brps > 0:
        return by_result.gained(after, brps) if after[status] in by_result.NEUTRAL else prorated(brps, season)
    return -(by_result.taken_back(after, -brps) if before[status] in by_result.NEUTRAL else prorated(-brps, season))


def _changes_sides(before: Mapping[str, Any], after: World, country: str) -> bool:
    """An ally or associate of one side is now one of the other."""
    status = f"status.{country}"
    joined = before[status] in JOINED and after[status] in JOINED
    return joined and side_of(before[f"beneficiary.{country}"]) != side_of(after[f"beneficiary.{country}"])


OWED_NO_MORE = Rule("what was owed for a new associate is owed no more when its status changes", "PROC-27", again=True)


def _was_owed(before: Mapping[str, Any], after: World, country: str) -> bool:
    """Whether BRPs were on their way for a country whose status has changed."""
    return before[f"owed.{country}"] != NOBODY and bool(before[f"status.{country}"] != after[f"status.{country}"])


@bespoke("DT-GEN-18")
def units_out(after: World, before: Mapping[str, Any], country: str) -> list[Change]:
    """Units that may no longer stand in a country must go by the end of the next redeployment.

    They are those that an earlier result let in, and the present state does not; out of a war nobody is sent home.
    """
    host, friend = before[f"beneficiary.{country}"], after[f"beneficiary.{country}"]
    was_open = before[f"status.{country}"] in ("hex-control", *JOINED)
    still_open = after[f"status.{country}"] == "hex-control" and friend == host
    still_open |= after[f"status.{country}"] == "incorporated" and host == GERMANY
    at_war_now = after[f"status.{country}"] in (*JOINED, "surrendered")
    must_go = was_open and not still_open and not at_war_now and host != NOBODY
    welcome = after[f"status.{country}"] in ("hex-control", *JOINED, "incorporated")
    let_in_again = welcome and faction_of(after[f"must-leave.{country}"]) == faction_of(friend)
    leave = after.change(f"must-leave.{country}", host if must_go else NOBODY, UNITS_OUT)
    return [leave] if (must_go or let_in_again) and leave.real else []


RULES = (WEAKER, SURRENDERS, SWINGS, CHAIN, on_top, taken_down, prorated_gains, deductions, units_out, VOLUNTEERS_ANEW)


def out_of_diplomacy(country: str) -> tuple[Assign, ...]:
    """It is conquered, and nothing is left of its results."""
    ended = (*ends_as("conquered"), sets(f"result.{HERE}", "3-4"), sets(f"joined-in.{HERE}", number("turn")))
    return bound(ended, here=country)  # type: ignore[no-any-return]
