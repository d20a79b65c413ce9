"""War and conquest as far as diplomacy feels them: declarations, associations by attack, conquests, troops let in."""

from __future__ import annotations

from itertools import product
from typing import Any

from legation.awaw import endings, ireland, norway
from legation.awaw.deeds import FALL, SURRENDER
from legation.awaw.here import at
from legation.awaw.points import surrender_rows
from legation.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS,
    DP_POWERS,
    FACTIONS,
    FRANCE,
    GERMANY,
    ITALY,
    MEMBERS,
    PARTIES,
    POWERS,
    SIDES,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
    side_of,
)
from legation.awaw.reports import Reports
from legation.awaw.results import associates, ends_as, lasting
from legation.awaw.tables import TABLES
from legation.awaw.tables.central_europe import GERMAN_FOR_GOOD
from legation.awaw.tables.sweden import SWEDEN_FOLLOWS
from legation.awaw.targets import russo_german_limits_lifted
from legation.awaw.vocabulary import (
    HERE,
    SEASONS,
    at_war,
    beneficiary,
    controls,
    declared_war,
    dps_of,
    out_of_the_war,
    policy,
    war_key,
    year,
)
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, amount, choice, holds, named, number, per, rank, truth, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go, reveal
from legation.core.rules import Limit, Rule, carry_out, sets

__all__ = [
    "ALLIED_PHASE_RULES",
    "AXIS_PHASE_RULES",
    "DECLARED",
    "EVENTS",
    "PHASE_RULES",
    "STEPS",
    "driven_to",
    "falls_to",
    "room_for",
]

ALONE = ("neutral", "hex-control", "independent")  # a country that has taken no side yet
VICHY_COLONIES = ("algeria", "lebanon-syria", "morocco", "tunisia")
STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
YEAR_OF_WAR = "year-of-war.italy"


# -- what falls due when a diplomatic phase begins
LIMITS_LIFTED = Rule(
    "war between Germany and Russia, or RGT 50, opens the East for good",
    "DT-RUMANIA-E3",
    when=russo_german_limits_lifted(),
    sets=(sets("event.russo-german-limits-lifted", True),),
    again=True,
)
FRONTIERS_OPEN = Rule(
    "the Belgian frontiers open: Germany declared war, or it is 1941",
    "DT-BELGIUM-R7",
    when=declared_war(GERMANY, "belgium") | declared_war(GERMANY, "luxembourg") | (year() >= 1941),
    sets=(sets("policy.belgian-frontiers-closed", False),),
)
IRON_ORE_FLOWS = Rule(
    "iron ore flows again: Germany has Stockholm",
    "DT-SWEDEN-R12",
    when=policy("swedish-iron-ore-stopped") & controls(AXIS, "stockholm"),
    sets=(sets("policy.swedish-iron-ore-stopped", False),),
    again=True,
)
_spain_is_neutral = choice("status.spain", "neutral", "hex-control", says="Spain is neutral")
_spain_is_due = (
    truth("association-due.spain", "an association of Spain is due")
    & _spain_is_neutral
    & ~declared_war(AXIS, "spain")  # it never joins its attacker
)
_german, _drawn = beneficiary("spain", GERMANY), number("brp-grant.spain", "BRPs that Spain yields")


def _rest_of_year(brps: Expr) -> Expr:
    """The share of a year's BRPs for the turns that are left, the present one included; a half goes up."""
    quarters = len(SEASONS) - rank("season", "turns of the year that are over")
    return per(2 * len(SEASONS), brps * quarters * 2 + len(SEASONS))


SPAIN_ASSOCIATES = Rule(
    "a neutral Spain associates with Germany when Portugal is attacked",
    "DT-SPAIN-E3",
    when=named(
        "Portugal was attacked while Spain is neutral",
        named("Spain answers for Portugal", named("Spain is to associate", _spain_is_due, cite="87.53"), cite="87.43"),
        cite="84.24",
    ),
    sets=(
        *at("spain", associates(GERMANY)),
        sets("owed.spain", GERMANY),
        sets("owed-brps.spain", number("brp-value.spain") - when_else(_german, _drawn, 0)),
        *(
            sets(f"booked.{power}", number(f"booked.{power}") - _rest_of_year(_drawn), beneficiary("spain", power))
            for power in ALLIED_POWERS
        ),
        sets("result.spain", "9"),
        sets("by-attack.spain", True),
        sets("association-due.spain", False),
    ),
)
ITALY_HAS_FOUGHT = Rule(
    "Italy has gone to war with the Western Allies, and that stays so",
    "PROC-17",
    when=at_war(ITALY, WESTERN_ALLIES),
    sets=(sets("event.italy-fought-western-allies", True),),
    again=True,
)
PHASE_RULES = (*endings.OUT_OF_IT, LIMITS_LIFTED, ITALY_HAS_FOUGHT, FRONTIERS_OPEN, IRON_ORE_FLOWS)
AXIS_PHASE_RULES = (*SWEDEN_FOLLOWS, SPAIN_ASSOCIATES, *norway.AXIS_REACTIONS)
ALLIED_PHASE_RULES = norway.ALLIED_REACTIONS

# -- war

def _attacks(who: str, country: str) -> Expr:
    """A faction or side declares war on the country just now."""
    by_them = choice("attacker", *MEMBERS[who], says=f"{TITLES[who]} make the declaration")
    return by_them & choice("victim", country, says=f"it is made on {TITLES[country]}")


SPAIN_REACTS = Rule(
    "the Axis may roll for Spain after an attack on Portugal",
    "DT-SPAIN-E2",
    when=_attacks(WESTERN_ALLIES, "portugal"),
    sets=(sets("reaction.spain", True), sets("association-due.spain", True, _spain_is_neutral)),
)
VICHY_REACTS = Rule(
    "the Axis may roll for Vichy France after an Allied attack on it or a colony",
    "DT-VICHY-E3",
    when=_attacks(ALLIED, "vichy-france") | truth("colony-attacked", "a Vichy colony was attacked"),
    sets=(sets("reaction.vichy-france", True), sets("colony-attacked", False)),
)
AGGRESSOR_BARRED = Rule(
    "whoever drove a country to the enemy may not court it",
    "DT-GEN-34",
    sets=tuple(sets(f"barred.{HERE}.{faction}", True, choice("attacker", *MEMBERS[faction])) for faction in FACTIONS),
    again=True,
)
CONQUEST = Rule(
    "a conquered country has no diplomatic result any more",
    "DT-GEN-35",
    when=truth("capital-lost", "its capital is in enemy hands"),
    sets=(*ends_as("conquered"), sets(f"result.{HERE}", "3-4"), sets(f"joined-in.{HERE}", number("turn"))),
)


def _one_of(value: Any, options: tuple[str, ...], what: str) -> str:
    if value not in options:
        raise NotFound(what, value, options)
    return str(value)


def _several(value: Any, options: tuple[str, ...], what: str) -> list[str]:
    return [_one_of(v, options, what) for v in (value if isinstance(value, list) else [value])]


ITALY_AT_WAR = Rule("the year in which Italy declared war on the Western Allies", "DP-ITA-13", again=True)
DRIVEN = Rule("the attack stands for a result of diplomacy", AGGRESSOR_BARRED.cite, again=True)
CONQUERED = Rule("its capital is in the hands of a faction", CONQUEST.cite, again=True)
FALL_OF_FRANCE = Rule("France falls, and there is a Vichy France", "DT-VICHY-E2", again=True)
COLONY_ATTACKED = Rule("which colony was attacked, and when", "DT-VICHY-E3", again=True)
HANDED_OVER = Rule("DPs in Italy and France count for their surrender", "DT-GEN-38", again=True)


@REPORTS.event(
    "declaration",
    "awaw.declaration",
    "A declaration of war",
    {"by": "the power that declares it, one or a list", "on": "the power or country, one or a list"},
    cite="DT-GEN-34",
)
def declaration(world: World, frame: Frame) -> Directive:
    """Somebody declares war; the tension tracks take it in, then diplomacy does."""
    makers = _several(frame.get("by"), POWERS, "power")
    targets = _several(frame.get("on"), PARTIES, "power or country")
    return go("awaw.minors.may-declare", makers=makers, targets=targets)


@STEPS.step("awaw.declaring")
def declaring(world: World, frame: Frame) -> Directive:
    return call(
        "awaw.tension.declaration",
        then="awaw.declared",
        by=frame.makers,
        on=frame.targets,
        good_faith=frame.get("good_faith", False),
        reported_by=frame.get("reported_by", "table"),
    )


@STEPS.step("awaw.declared")
def declared(world: World, frame: Frame) -> Directive:
    """Reactions that a declaration of war brings about; an old declaration brings none."""
    changes: list[Change] = []
    for maker, target in product(frame.makers, frame.targets):
        _, more = carry_out((SPAIN_REACTS, VICHY_REACTS), world.scoped(attacker=maker, victim=target))
        world = world.with_changes(more, world.now)
        changes += more
    if ITALY in frame.makers and set(frame.targets) & set(MEMBERS[WESTERN_ALLIES]) and not world.known(YEAR_OF_WAR):
        changes += ITALY_AT_WAR.brings(world, {YEAR_OF_WAR: world["year"]})
    return do(changes, then="awaw.minors.attacked")


@REPORTS.event(
    "colony-attack",
    "awaw.colony",
    "The Allies attack a Vichy colony",
    {"by": "the Allied power", "in": "the colony"},
    cite="DT-VICHY-E3",
)
def colony(world: World, frame: Frame) -> Directive:
    """The Allies attack a Vichy colony."""
    _one_of(frame.get("by"), MEMBERS[ALLIED], "Allied power")
    attacked = world.with_changes([Change("colony-attacked", None, True)], world.now)
    facts: dict[str, Any] = {}
    if frame.get("in") is not None:
        where = _one_of(frame.get("in"), VICHY_COLONIES, "Vichy colony")
        facts = {f"attacked-by.{where}": frame.get("by"), f"attacked-in.{where}": world["turn"]}
    found = [c for c in carry_out([VICHY_REACTS], attacked)[1] if c.fact != "colony-attacked"]
    return done([*found, *(COLONY_ATTACKED.brings(world, facts) if facts else ())])


@REPORTS.event(
    "association",
    "awaw.association",
    "A country that was attacked associates with the other side",
    {"country": "the country", "with": "the power it associates with", "attacker": "the power that attacked it"},
    cite="DT-GEN-34",
)
def association(world: World, frame: Frame) -> Directive:
    """A country that was attacked associates with the other side."""
    country = _one_of(frame.get("country"), TARGETS, "country")
    power = _one_of(frame.get("with"), POWERS, "power")
    attacker = _one_of(frame.get("attacker"), POWERS, "power")
    if side_of(power) == side_of(attacker):
        raise Refused(f"{TITLES[power]} and {TITLES[attacker]} are of one side", rule=AGGRESSOR_BARRED.cite)
    if world[f"status.{country}"] not in ALONE:
        raise Refused(f"{TITLES[country]} is no country of its own any more", rule=AGGRESSOR_BARRED.cite)
    if holds(out_of_the_war(power), world):
        raise Refused(f"{TITLES[power]} is out of the war", rule=endings.FIGHTING)
    side = [one for one in POWERS if one == power or side_of(one) == side_of(power) is not None]
    if world[war_key(power, country)] or any(world[f"declared-war.{one}.{country}"] for one in side):
        raise Refused(f"{TITLES[country]} never joins a side that made war on it", rule="82.351")
    return done(driven_to(world, country, power, attacker))


def driven_to(world: World, country: str, power: str, attacker: str) -> list[Change]:
    """An attacked country associates with a power; whoever has no diplomatic table has no result either."""
    joined = Rule("it associates with an enemy of the attacker", "DT-GEN-34", sets=at(country, associates(power)))
    after, changes = carry_out([joined], world)
    more: dict[str, Any] = {f"by-attack.{country}": True, f"beneficiary.{country}": power}
    if country in TARGETS:
        more[f"result.{country}"] = "9" if side_of(power) == AXIS else "-2"
    changes += DRIVEN.brings(after, more)
    if country in TARGETS:
        changes += carry_out([at(country, AGGRESSOR_BARRED)], world.scoped(attacker=attacker))[1]
    return changes


@REPORTS.event(
    "conquest",
    "awaw.conquest",
    "A country is conquered",
    {"country": "the country", "by": "axis, western-allies or russia"},
    cite="DT-GEN-35",
)
def conquest(world: World, frame: Frame) -> Directive:
    """The capital of a country falls to its enemy."""
    country = _one_of(frame.get("country"), TARGETS, "country")
    faction = _one_of(frame.get("by"), FACTIONS, "faction")
    return go("awaw.minors.conquered", country=country, by=faction)


def falls_to(world: World, country: str, faction: str) -> list[Change]:
    """What diplomacy loses by a conquest."""
    taken = CONQUERED.brings(world, {f"conqueror.{country}": faction})
    german = GERMAN_FOR_GOOD.get(country)
    if german and german.forbids(world):
        return taken
    look = world.scoped(**{"capital-lost": True, "selector": faction})
    rules = ireland.CONQUESTS if country == "ireland" else ()
    after, changes = carry_out([*rules, at(country, CONQUEST)], look)
    return [*changes, *lasting(after, country, TABLES[country]), *taken, *endings.over(world, country)]


@REPORTS.event("fall-of-france", "awaw.france-falls", "France falls to the Axis", cite="DT-VICHY-E2")
def france_falls(world: World, frame: Frame) -> Directive:
    """Vichy France comes into being, with its forces."""
    facts = {"fallen.france": True, "year-of-fall.france": world["year"], "deployed.vichy-france": True}
    return do(FALL_OF_FRANCE.brings(world, facts), then="awaw.over", deed=FALL.name)


@REPORTS.event(
    "surrender", "awaw.surrenders", "A power surrenders", {"power": "the power"}, cite=SURRENDER.rule
)
def surrenders(world: World, frame: Frame) -> Directive:
    """A power is out of the war."""
    power = _one_of(frame.get("power"), POWERS, "power")
    return go("awaw.over", deed=SURRENDER.name, power=power)


@STEPS.step("awaw.over")
def over(world: World, frame: Frame) -> Directive:
    """Whoever is out of the war fights nobody any more, and the tracks look at that."""
    return call("awaw.follows", then="awaw.tension.judge", **frame.vars)


# -- foreign troops in a neutral country
TEN_FACTORS = Limit(
    "a neutral country that opened its hexes takes ten foreign factors at most",
    "DT-GEN-31",
    choice(f"status.{HERE}", "hex-control", says="{Here} is neutral and has opened its hexes"),
)
FIVE_IN_FINLAND = Limit(
    "Finland takes five Axis factors at most",
    "DT-GEN-32",
    choice("target", "finland") & choice("selector", AXIS),
)
ALWAYS_FIVE_IN_FINLAND = Limit(
    "Finland takes five Axis factors at most, one armor unit among them, whatever its status",
    "DT-FINLAND-E8",
    choice("target", "finland") & choice("selector", AXIS),
)
MOST_FACTORS, MOST_IN_FINLAND, MOST_ARMOR_IN_FINLAND = 10, 5, 1


def room_for(world: World, country: str, side: str) -> tuple[int, Limit] | None:
    """How many foreign factors a side may have in a country, and by which rule; None if there is no such limit."""
    look = world.scoped(target=country, selector=AXIS if side == AXIS else WESTERN_ALLIES)
    always = ALWAYS_FIVE_IN_FINLAND.forbids(look)
    if not at(country, TEN_FACTORS).forbids(look):
        return (MOST_IN_FINLAND, ALWAYS_FIVE_IN_FINLAND) if always else None
    return (MOST_IN_FINLAND, FIVE_IN_FINLAND) if FIVE_IN_FINLAND.forbids(look) else (MOST_FACTORS, TEN_FACTORS)


@REPORTS.event(
    "foreign-factors",
    "awaw.factors",
    "Foreign factors are in or supplied through a neutral country",
    {"country": "the country", "side": "axis or allied", "factors": "how many in all", "armor": "armor units"},
    cite="DT-GEN-31",
)
def foreign_factors(world: World, frame: Frame) -> Directive:
    """Foreign naval, ground and air factors in or supplied through a country: may there be so many?"""
    country = _one_of(frame.get("country"), TARGETS, "country")
    side = _one_of(frame.get("side"), SIDES, "side")
    limit = room_for(world, country, side)
    if limit and frame.get("factors", 0) > limit[0]:
        raise Refused(
            f"{TITLES[country]} takes {limit[0]} foreign factors at most",
            rule=limit[1].cite,
            allowed=range(limit[0] + 1),
        )
    only_five = country == "finland" and side == AXIS
    if only_five and frame.get("armor", 0) > MOST_ARMOR_IN_FINLAND:
        raise Refused(ALWAYS_FIVE_IN_FINLAND.label, rule=ALWAYS_FIVE_IN_FINLAND.cite)
    return done()


# -- DPs for the surrender of Italy and France
@REPORTS.event(
    "surrender-dps",
    "awaw.surrender",
    "DPs count for the surrender of Italy or France",
    {"power": "italy or france"},
    cite="DT-GEN-38",
)
def surrender(world: World, frame: Frame) -> Directive:
    """The DPs in Italy or France are opened and handed to the surrender rules."""
    power = _one_of(frame.get("power"), (ITALY, FRANCE), "power")
    return reveal([f"dp.{owner}.{power}" for owner in DP_POWERS], then="awaw.surrender-level", power=power)


@STEPS.step("awaw.surrender-level")
def surrender_level(world: World, frame: Frame) -> Directive:
    power = frame.power
    mine = AXIS if power == ITALY else ALLIED
    other = ALLIED if mine == AXIS else AXIS
    level = amount(dps_of(mine, power) - dps_of(other, power), world)
    used = {f"dp.{owner}.{power}": 0 for owner in DP_POWERS}
    facts = {f"surrender-dps.{power}": level, **used}
    if power == ITALY:
        facts["surrender-modifiers.italy"] = surrender_rows(world, ITALY)
    return done(HANDED_OVER.brings(world, facts))


DECLARED = (
    PHASE_RULES,
    AXIS_PHASE_RULES,
    SPAIN_REACTS,
    VICHY_REACTS,
    AGGRESSOR_BARRED,
    CONQUEST,
    TEN_FACTORS,
    FIVE_IN_FINLAND,
    ALWAYS_FIVE_IN_FINLAND,
    GERMAN_FOR_GOOD,
)
