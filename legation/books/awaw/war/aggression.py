"""War and conquest as far as diplomacy feels them: declarations, associations by attack, conquests, troops let in."""

from __future__ import annotations

from typing import Any

from legation.books.awaw.deeds import (
    ALLIANCE,
    ASSOCIATION,
    ATTACKER,
    CONQUERED,
    COUNTRY,
    DECLARATION,
    FALL,
    LOST,
    POWER,
    RETURN,
    SEIZED,
    SIDE,
    SURRENDER,
    by,
    is_so,
    upon,
)
from legation.books.awaw.diplomacy.beneficiary import NAMES
from legation.books.awaw.diplomacy.points import surrender_rows
from legation.books.awaw.diplomacy.results import UNITS_OUT, associates, lasting, out_of_diplomacy
from legation.books.awaw.diplomacy.tables import GUESTS, KEPT, TABLES, due_in_phase
from legation.books.awaw.here import at
from legation.books.awaw.minors.inquiry import Besides
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    DP_POWERS,
    FACTIONS,
    FRANCE,
    ITALY,
    MEMBERS,
    NOBODY,
    PARTIES,
    POWERS,
    SIDES,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
    faction_of,
    side_of,
)
from legation.books.awaw.reports import AMOUNT, ONE_COUNTRY, ONE_POWER, PLURALS, SOME_PARTIES, SOME_POWERS, Reports
from legation.books.awaw.vocabulary import HERE, at_war, dps_of, out_of_the_war, surrendered, war_key
from legation.books.awaw.war import endings
from legation.core.deeds import On, filled, of
from legation.core.errors import NotFound, Refused
from legation.core.expr import NO, Expr, bound, choice, holds, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, done, go, reveal
from legation.core.rules import Limit, Rule, booked, sets
from legation.core.wording import Name, PlaceSlot, Wording

__all__ = [
    "DECLARED",
    "EVENTS",
    "HEEDS",
    "STEPS",
    "phase_rules",
    "room_for",
]

ALONE = ("neutral", "hex-control", "independent")  # a country that has taken no side yet
STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events


# -- what falls due when a diplomatic phase begins
ITALY_HAS_FOUGHT = Rule(
    "Italy has gone to war with the Western Allies, and that stays so",
    "PROC-17",
    when=at_war(ITALY, WESTERN_ALLIES),
    sets=(sets("event.italy-fought-western-allies", True),),
    again=True,
)
PHASE_RULES = (*endings.OUT_OF_IT, ITALY_HAS_FOUGHT)


def phase_rules(side: str) -> tuple[Rule, ...]:
    """What is due in a diplomatic phase of this side: everywhere, and in the countries."""
    return (*PHASE_RULES, *due_in_phase(side))


# -- war
_ended = out_of_diplomacy(str(COUNTRY))
_its_brps = (f"beneficiary.{COUNTRY}", f"brp-grant.{COUNTRY}")  # of a land that changes hands the journal keeps them

_may_stay = (sets(f"must-leave.{COUNTRY}", NOBODY),)
_TO_LEAVE = "units of its faction were[ not] to leave the country"


def _must_leave(country: str, power: str) -> Expr:
    partners = MEMBERS.get(faction_of(power) or power, (power,))
    return choice(f"must-leave.{country}", *partners, says=_TO_LEAVE) if country in TARGETS else NO


_were_to_leave = of(COUNTRY, POWER, build=_must_leave, says=_TO_LEAVE)


HEEDS = (
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
            when=upon(*TARGETS) & filled(ATTACKER, *MEMBERS[one], says=f"{TITLES[one]} [attacked|did not attack] it"),
            sets=(sets(f"barred.{COUNTRY}.{one}", True),),
            again=True,
        )
        for one in FACTIONS
    ),
    On(
        "whoever fights a country, or comes to be its friend, need not leave it",
        UNITS_OUT,
        on=DECLARATION | ASSOCIATION | ALLIANCE,
        when=_were_to_leave,
        sets=_may_stay,
        again=True,
    ),
    On(
        "nobody need leave a country that is conquered",
        UNITS_OUT,
        on=CONQUERED | SEIZED | LOST,
        when=upon(*TARGETS),
        sets=_may_stay,
        again=True,
    ),
    On(
        "a conquered country has no diplomatic result any more",
        "DT-GEN-35",
        on=CONQUERED | SEIZED | LOST,
        when=is_so("lost"),
        sets=tuple(one for one in _ended if one.fact not in _its_brps),
    ),
    On(
        "nobody benefits from a country that is out of diplomacy",
        "DT-GEN-35",
        on=LOST,
        when=is_so("lost"),
        sets=tuple(one for one in _ended if one.fact in _its_brps),
        again=True,
    ),
    On(
        "its capital is in the hands of a faction",
        "DT-GEN-35",
        on=LOST,
        sets=(sets(f"conqueror.{COUNTRY}", str(SIDE)),),
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
    {"by": "who declares it", "on": "on whom"},
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
        then="awaw.declared",
        by=frame.makers,
        on=frame.targets,
        good_faith=frame.get("good_faith", False),
        reported_by=frame.get("reported_by", "table"),
    )


@STEPS.step("awaw.declared")
def declared(world: World, frame: Frame) -> Directive:
    """Whom the war has reached: a declaration that is withdrawn, or from which Russia backs down, is no attack."""
    at_war_with = [t for t in frame.targets if any(world[f"declared-war.{maker}.{t}"] for maker in frame.makers)]
    return go("awaw.minors.attacked", targets=at_war_with) if at_war_with else done()


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
    if power == attacker:
        raise Refused(
            f"{TITLES[power]} attacked {TITLES[country]}, which associates with the other side", rule=ASSOCIATION.rule
        )
    if side_of(power) == side_of(attacker):
        raise Refused(f"{TITLES[power]} and {TITLES[attacker]} are of one side", rule=ASSOCIATION.rule)
    if world[f"status.{country}"] not in ALONE:
        raise Refused(f"{TITLES[country]} is no country of its own any more", rule=ASSOCIATION.rule)
    if holds(out_of_the_war(power), world):
        raise Refused(f"{TITLES[power]} is out of the war", rule=endings.FIGHTING)
    side = [one for one in POWERS if one == power or side_of(one) == side_of(power) is not None]
    names = NAMES.get(country, (country,))  # war on one of a pair is war on what would join
    made_war = any(world[f"declared-war.{one}.{name}"] for one in side for name in names)
    if made_war or any(world[war_key(power, name)] for name in names):
        raise Refused(f"{TITLES[country]} never joins a side that made war on it", rule="82.351")
    deed: dict[str, Any] = {"deed": ASSOCIATION.name, "country": country, "power": power, "attacker": attacker}
    return call("awaw.minors.joins", then="awaw.friends-fight", pays="next-turn", **deed)


CONQUERORS = tuple(dict.fromkeys((*FACTIONS, *POWERS)))
WHOLE = tuple(dict.fromkeys((*TARGETS, *LAND)))


@REPORTS.event(
    "conquest",
    "awaw.conquest",
    "A country is conquered",
    {"country": "the country", "by": "the side or the power that conquers it"},
    cite="DT-GEN-35",
    words=Wording(
        ("{by} conquer(s) {country}", "{country} is conquered by {by}"),
        {"by": Name(CONQUERORS, PLURALS), "country": PlaceSlot(WHOLE)},
    ),
)
def conquest(world: World, frame: Frame) -> Directive:
    """All that decides a country falls to its enemy."""
    country = _one_of(frame.get("country"), WHOLE, "country")
    return go("awaw.minors.conquered", country=country, by=_one_of(frame.get("by"), CONQUERORS, "faction or power"))


@STEPS.step("awaw.lost")
def lost(world: World, frame: Frame) -> Directive:
    """A side has a country that diplomacy loses, unless what Germany gained there stays."""
    german = KEPT.get(frame.country)
    how = "kept" if german and german.forbids(world) else "lost"
    deed = {"deed": LOST.name, "country": frame.country, "side": frame.side, "how": how}
    return call("awaw.follows", then="awaw.results-end", keep={"countries": [frame.country]}, **deed)


@STEPS.step("awaw.results-end")
def results_end(world: World, frame: Frame) -> Directive:
    """What a result kept up ends with it."""
    return done(c for country in frame.countries for c in lasting(world, country, TABLES[country]))


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
    if power == FRANCE and not world["fallen.france"]:  # it is out of the war by falling
        return call("awaw.follows", then="awaw.over", keep={"deed": FALL.name}, deed=SURRENDER.name, power=power)
    return go("awaw.over", deed=SURRENDER.name, power=power)


STILL_IN_IT = Besides("Britain comes back only after it has surrendered", RETURN.rule, ~surrendered(BRITAIN))


@REPORTS.event(
    "back-in-the-war",
    "awaw.returns",
    "A power that surrendered is in the war again",
    {"power": "the power: Britain"},
    cite=RETURN.rule,
    words=Wording(("{power} return(s) to the war", "{power} is in the war again"), {"power": Name((BRITAIN,))}),
)
def returns(world: World, frame: Frame) -> Directive:
    """Britain fights the Axis again; those whom they attacked meanwhile can join it."""
    power = _one_of(frame.get("power"), (BRITAIN,), "power that comes back")
    STILL_IN_IT.refuse(world)
    return go("awaw.over", deed=RETURN.name, power=power)


@STEPS.step("awaw.over")
def over(world: World, frame: Frame) -> Directive:
    """Whoever is out of the war fights nobody any more, and the tracks look at that."""
    return call("awaw.follows", then="awaw.friends-fight", **frame.vars)


@STEPS.step("awaw.friends-fight")
def friends_fight(world: World, frame: Frame) -> Directive:
    """Its friends fight whomever a power fights now."""
    return call("awaw.minors.associates-fight", then="awaw.tension.judge")


# -- foreign troops in a neutral country
TEN_FACTORS = Limit(
    "a neutral country that opened its hexes takes ten foreign factors at most",
    "DT-GEN-31",
    choice(f"status.{HERE}", "hex-control", says="{Here} is [|not both ]neutral and has opened its hexes"),
)
MOST_FACTORS = 10


def room_for(world: World, country: str, side: str) -> tuple[int, Limit] | None:
    """How many foreign factors a side may have in a country, and by which rule; None if there is no such limit."""
    look = _looked_at(world, country, side)
    always = [guests for guests in GUESTS if guests.always.forbids(look)]
    if not at(country, TEN_FACTORS).forbids(look):
        return (always[0].most, always[0].always) if always else None
    fewer = [guests for guests in GUESTS if guests.opened.forbids(look)]
    return (fewer[0].most, fewer[0].opened) if fewer else (MOST_FACTORS, TEN_FACTORS)


def _looked_at(world: World, country: str, side: str) -> World:
    return world.scoped(target=country, selector=AXIS if side == AXIS else WESTERN_ALLIES)


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
    for guests in GUESTS:
        if frame.get("armor", 0) > guests.armor:
            guests.always.refuse(_looked_at(world, country, side))
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


DECLARED = (PHASE_RULES, TEN_FACTORS, STILL_IN_IT)
