"""War and conquest as far as diplomacy feels them: declarations, associations by attack, conquests, troops let in."""

from __future__ import annotations

from typing import Any

from legation.awaw import endings, norway
from legation.awaw.calendar import rest_of_year
from legation.awaw.deeds import (
    ASSOCIATION,
    ATTACKER,
    COLONY_ATTACK,
    CONQUERED,
    COUNTRY,
    DECLARATION,
    FALL,
    LOST,
    PLACE,
    POWER,
    SEIZED,
    SIDE,
    SURRENDER,
    by,
    is_place,
    is_so,
    upon,
)
from legation.awaw.here import at
from legation.awaw.points import surrender_rows
from legation.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS,
    BRITAIN,
    DP_POWERS,
    FACTIONS,
    FRANCE,
    GERMANY,
    ITALY,
    MEMBERS,
    NOBODY,
    PARTIES,
    POWERS,
    SIDES,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
    side_of,
)
from legation.awaw.reports import AMOUNT, ONE_COUNTRY, ONE_POWER, PLURALS, SOME_PARTIES, SOME_POWERS, Reports
from legation.awaw.results import associates, ends_as, lasting
from legation.awaw.tables import TABLES
from legation.awaw.tables.central_europe import GERMAN_FOR_GOOD
from legation.awaw.tables.sweden import SWEDEN_FOLLOWS
from legation.awaw.targets import russo_german_limits_lifted
from legation.awaw.vocabulary import (
    HERE,
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
from legation.core.deeds import On, filled
from legation.core.errors import NotFound, Refused
from legation.core.expr import bound, choice, holds, named, number, truth, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, done, go, reveal
from legation.core.rules import Assign, Limit, Rule, booked, sets
from legation.core.wording import Name, Wording

__all__ = [
    "ALLIED_PHASE_RULES",
    "AXIS_PHASE_RULES",
    "DECLARED",
    "EVENTS",
    "HEEDS",
    "PHASE_RULES",
    "STEPS",
    "out_of_diplomacy",
    "room_for",
]

ALONE = ("neutral", "hex-control", "independent")  # a country that has taken no side yet
VICHY_COLONIES = ("algeria", "lebanon-syria", "morocco", "tunisia")
STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events


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
            sets(f"booked.{power}", number(f"booked.{power}") - rest_of_year(_drawn), beneficiary("spain", power))
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


def out_of_diplomacy(country: str) -> tuple[Assign, ...]:
    """It is conquered, and nothing is left of its results."""
    ended = (*ends_as("conquered"), sets(f"result.{HERE}", "3-4"), sets(f"joined-in.{HERE}", number("turn")))
    return bound(ended, here=country)  # type: ignore[no-any-return]


HEEDS = (
    On(
        "the Axis may roll for Spain after an attack on Portugal",
        "DT-SPAIN-E2",
        on=DECLARATION,
        when=by(WESTERN_ALLIES) & upon("portugal"),
        sets=(sets("reaction.spain", True), sets("association-due.spain", True, _spain_is_neutral)),
    ),
    On(
        "the Axis may roll for Vichy France after an Allied attack on it or a colony",
        "DT-VICHY-E3",
        on=DECLARATION | COLONY_ATTACK,
        when=by(ALLIED) & (upon("vichy-france") | is_place("vichy-france", *VICHY_COLONIES)),
        sets=(sets("reaction.vichy-france", True),),
    ),
    On(
        "which colony was attacked, by whom and when",
        "DT-VICHY-E3",
        on=COLONY_ATTACK,
        when=is_place(*VICHY_COLONIES),
        sets=(sets(f"attacked-by.{PLACE}", str(POWER)), sets(f"attacked-in.{PLACE}", number("turn"))),
        again=True,
    ),
    On(
        "the year in which Italy goes to war with the Western Allies",
        "DP-ITA-13",
        on=DECLARATION,
        when=by(ITALY) & upon(*MEMBERS[WESTERN_ALLIES]) & ~at_war(ITALY, WESTERN_ALLIES),
        sets=(sets("year-of-war.italy", number("year")),),
        again=True,
    ),
    On(
        "a country associates with an enemy of its attacker",
        "DT-GEN-34",
        on=ASSOCIATION,
        sets=(*bound(associates(str(POWER)), here=str(COUNTRY)), sets(f"by-attack.{COUNTRY}", True)),
        again=True,
    ),
    *(
        On(
            "the attack stands for a result of diplomacy",
            "DT-GEN-34",
            on=ASSOCIATION,
            when=upon(*TARGETS) & by(side),
            sets=(sets(f"result.{COUNTRY}", result),),
            again=True,
        )
        for side, result in ((AXIS, "9"), (ALLIED, "-2"))
    ),
    *(
        On(
            "whoever drove a country to the enemy may not court it",
            "DT-GEN-34",
            on=ASSOCIATION,
            when=upon(*TARGETS) & filled(ATTACKER, *MEMBERS[one], says=f"{TITLES[one]} attacked it"),
            sets=(sets(f"barred.{COUNTRY}.{one}", True),),
            again=True,
        )
        for one in FACTIONS
    ),
    On(
        "a conquered country has no diplomatic result any more",
        "DT-GEN-35",
        on=CONQUERED | SEIZED | LOST,
        when=is_so("lost"),
        sets=out_of_diplomacy(str(COUNTRY)),
    ),
    On(
        "its capital is in the hands of a faction",
        "DT-GEN-35",
        on=LOST,
        sets=(sets(f"conqueror.{COUNTRY}", str(SIDE)),),
        again=True,
    ),
    On(
        "France falls, and there is a Vichy France with its forces",
        "DT-VICHY-E2",
        on=FALL,
        sets=(
            sets("fallen.france", True),
            sets("year-of-fall.france", number("year")),
            sets("deployed.vichy-france", True),
        ),
        again=True,
    ),
    On(
        "what the Axis come to hold of Lebanon-Syria they have by a British attack",
        "USAT-STAT-7",
        on=COLONY_ATTACK,
        when=by(BRITAIN)
        & is_place("lebanon-syria")
        & ~truth("foothold.lebanon-syria", "the Axis have a hex of Lebanon-Syria")
        & ~controls(AXIS, "damascus"),
        sets=(sets("given-by-british-attack.lebanon-syria", True),),
        again=True,
    ),
)


def _one_of(value: Any, options: tuple[str, ...], what: str) -> str:
    if value not in options:
        raise NotFound(what, value, options)
    return str(value)


def _several(value: Any, options: tuple[str, ...], what: str) -> list[str]:
    return [_one_of(v, options, what) for v in (value if isinstance(value, list) else [value])]


HANDED_OVER = {
    power: Rule(
        f"the DPs in {TITLES[power]} count for its surrender, and are used up",
        SURRENDER.rule,
        sets=(
            sets(f"surrender-dps.{power}", dps_of(mine, power) - dps_of(other, power)),
            *(sets(f"dp.{owner}.{power}", 0) for owner in DP_POWERS),
        ),
        again=True,
    )
    for power, mine, other in ((ITALY, AXIS, ALLIED), (FRANCE, ALLIED, AXIS))
}
GARRISON = Rule("units of a power stand in the country by agreement", "82.34.associate", again=True)


@REPORTS.event(
    "declaration",
    "awaw.declaration",
    "A declaration of war",
    {"by": "the power that declares it, one or a list", "on": "the power or country, one or a list"},
    cite="DT-GEN-34",
    words=Wording(("{by} declare(s) war on {on}", "{by} is at war with {on}"), {"by": SOME_POWERS, "on": SOME_PARTIES}),
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
        then="awaw.minors.attacked",
        by=frame.makers,
        on=frame.targets,
        good_faith=frame.get("good_faith", False),
        reported_by=frame.get("reported_by", "table"),
    )


@REPORTS.event(
    "colony-attack",
    "awaw.colony",
    "The Allies attack a Vichy colony",
    {"by": "the Allied power", "in": "the colony"},
    cite="DT-VICHY-E3",
    words=Wording(
        ("{by} attack(s) the Vichy colony of {in}", "{by} attack(s) a Vichy colony"),
        {"by": Name(MEMBERS[ALLIED]), "in": Name(VICHY_COLONIES)},
    ),
)
def colony(world: World, frame: Frame) -> Directive:
    """The Allies attack a Vichy colony; without its name it is one of Vichy France."""
    power = _one_of(frame.get("by"), MEMBERS[ALLIED], "Allied power")
    where = _one_of(frame.get("in", "vichy-france"), ("vichy-france", *VICHY_COLONIES), "Vichy colony")
    return go("awaw.follows", deed=COLONY_ATTACK.name, power=power, place=where)


@REPORTS.event(
    "association",
    "awaw.association",
    "A country that was attacked associates with the other side",
    {"country": "the country", "with": "the power it associates with", "attacker": "the power that attacked it"},
    cite="DT-GEN-34",
    words=Wording(
        ("{country} associate(s) with {with} after an attack by {attacker}",),
        {"country": ONE_COUNTRY, "with": ONE_POWER, "attacker": ONE_POWER},
    ),
)
def association(world: World, frame: Frame) -> Directive:
    """A country that was attacked associates with the other side."""
    country = _one_of(frame.get("country"), TARGETS, "country")
    power = _one_of(frame.get("with"), POWERS, "power")
    attacker = _one_of(frame.get("attacker"), POWERS, "power")
    if side_of(power) == side_of(attacker):
        raise Refused(f"{TITLES[power]} and {TITLES[attacker]} are of one side", rule=ASSOCIATION.rule)
    if world[f"status.{country}"] not in ALONE:
        raise Refused(f"{TITLES[country]} is no country of its own any more", rule=ASSOCIATION.rule)
    if holds(out_of_the_war(power), world):
        raise Refused(f"{TITLES[power]} is out of the war", rule=endings.FIGHTING)
    side = [one for one in POWERS if one == power or side_of(one) == side_of(power) is not None]
    if world[war_key(power, country)] or any(world[f"declared-war.{one}.{country}"] for one in side):
        raise Refused(f"{TITLES[country]} never joins a side that made war on it", rule="82.351")
    deed = {"deed": ASSOCIATION.name, "country": country, "power": power, "attacker": attacker}
    return go("awaw.minors.joins", pays="next-turn", **deed)


@REPORTS.event(
    "conquest",
    "awaw.conquest",
    "A country is conquered",
    {"country": "the country", "by": "axis, western-allies or russia"},
    cite="DT-GEN-35",
    words=Wording(
        ("{by} conquer(s) {country}", "{country} is conquered by {by}"),
        {"by": Name(FACTIONS, PLURALS), "country": ONE_COUNTRY},
    ),
)
def conquest(world: World, frame: Frame) -> Directive:
    """The capital of a country falls to its enemy."""
    country = _one_of(frame.get("country"), TARGETS, "country")
    faction = _one_of(frame.get("by"), FACTIONS, "faction")
    return go("awaw.minors.conquered", country=country, by=faction)


@STEPS.step("awaw.lost")
def lost(world: World, frame: Frame) -> Directive:
    """A side has a country that diplomacy loses, unless what Germany gained there stays."""
    german = GERMAN_FOR_GOOD.get(frame.country)
    how = "kept" if german and german.forbids(world) else "lost"
    deed = {"deed": LOST.name, "country": frame.country, "side": frame.side, "how": how}
    return call("awaw.follows", then="awaw.results-end", keep={"countries": [frame.country]}, **deed)


@STEPS.step("awaw.results-end")
def results_end(world: World, frame: Frame) -> Directive:
    """What a result kept up ends with it."""
    return done(c for country in frame.countries for c in lasting(world, country, TABLES[country]))


@REPORTS.event(
    "fall-of-france",
    "awaw.france-falls",
    "France falls to the Axis",
    cite="DT-VICHY-E2",
    words=Wording(("France falls to the Axis", "France falls")),
)
def france_falls(world: World, frame: Frame) -> Directive:
    """Vichy France comes into being, with its forces."""
    return go("awaw.over", deed=FALL.name)


@REPORTS.event(
    "surrender",
    "awaw.surrenders",
    "A power surrenders",
    {"power": "the power"},
    cite=SURRENDER.rule,
    words=Wording(("{power} surrender(s)", "{power} is out of the war"), {"power": ONE_POWER}),
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
    {
        "country": "the country",
        "side": "axis or allied",
        "factors": "how many in all",
        "armor": "armor units",
        "by": "the power whose units stand there by agreement",
    },
    cite="DT-GEN-31",
    words=Wording(
        ("{side} have {factors} factor(s) in {country}",),
        {"side": Name(SIDES, PLURALS), "factors": AMOUNT, "country": ONE_COUNTRY, "armor": AMOUNT, "by": ONE_POWER},
        adds=((", {armor} of them armor", "with {armor} armor unit(s)"), ", a garrison of {by}"),
    ),
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
    return done(_garrison(world, country, frame.get("by", NOBODY), frame.get("factors", 0)))


def _garrison(world: World, country: str, power: str, factors: int) -> list[Change]:
    """Whose units stand in a country by agreement: whoever has come in, until it has left again."""
    if power == NOBODY:
        return []
    _one_of(power, POWERS, "power")
    stays = power if factors else NOBODY
    mine = factors or world[f"garrison.{country}"] == power
    return GARRISON.brings(world, {f"garrison.{country}": stays}) if mine else []


# -- DPs for the surrender of Italy and France
@REPORTS.event(
    "surrender-dps",
    "awaw.surrender",
    "DPs count for the surrender of Italy or France",
    {"power": "italy or france"},
    cite="DT-GEN-38",
    words=Wording(("DPs count for the surrender of {power}",), {"power": Name((ITALY, FRANCE))}),
)
def surrender(world: World, frame: Frame) -> Directive:
    """The DPs in Italy or France are opened and handed to the surrender rules."""
    power = _one_of(frame.get("power"), tuple(HANDED_OVER), "power")
    return reveal([f"dp.{owner}.{power}" for owner in DP_POWERS], then="awaw.surrender-level", power=power)


@STEPS.step("awaw.surrender-level")
def surrender_level(world: World, frame: Frame) -> Directive:
    rule, changes = HANDED_OVER[frame.power], list[Change]()
    if frame.power == ITALY:
        changes += rule.brings(world, {"surrender-modifiers.italy": surrender_rows(world, ITALY)})
    return done([*changes, *booked([rule], world)])


DECLARED = (
    PHASE_RULES,
    AXIS_PHASE_RULES,
    TEN_FACTORS,
    FIVE_IN_FINLAND,
    ALWAYS_FIVE_IN_FINLAND,
    GERMAN_FOR_GOOD,
)
