"""Acts of war on land under the 1939 rules, bombing raids among them, and whom they provoke.

Who has attacked whose original land (`attacked-original`) is kept by pair of nations.  The rules are written once for
all attackers and lands, with slots for them that are filled in when an attack is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from legation.core.deeds import filled
from legation.core.errors import NotFound, Refused
from legation.core.expr import (
    NO,
    Expr,
    all_of,
    amount,
    any_of,
    bound,
    choice,
    holds,
    largest,
    lift,
    named,
    number,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Change, Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, go, settle
from legation.core.rules import Duty, Limit, Permit, Rule, bespoke, booked, carry_out, sets
from legation.core.sweeps import Whenever
from legation.twg.board import on_board
from legation.twg.chart import total
from legation.twg.deeds import ATTACKER, OWNER, by
from legation.twg.details import nation_in
from legation.twg.geography import geography, slug
from legation.twg.lend_lease import soviet_return
from legation.twg.parts import in_the_rules
from legation.twg.powers import (
    ALL,
    ALLIES,
    AXIS,
    CHINA,
    FRANCE,
    GROUPS,
    JAPAN,
    SIDES,
    TITLES,
    UK,
    USA,
    USSR,
    enemies,
    sentence,
    side_of,
    title,
)
from legation.twg.vichy import TERRITORIES
from legation.twg.vocabulary import HERE, at_full_war, place_name, stance, totally_controlled, under
from legation.twg.war_status import BELGIAN_DUTCH, CLIMBERS, INDO_CHINA, chinese_land, full_war, in_force

__all__ = ["AT_WAR", "ATTACKER", "ATTACK_COST", "FACTS", "RULES", "VICTIM"]
__all__ += [
    "attackers_of",
    "check_peace",
    "chinese_tally",
    "full_war_between",
    "given_to_france",
    "on_land",
    "original_owner",
    "remember_the_first",
    "returned",
    "stamped",
    "told_of",
]

SAKHALIN = "sakhalin"

FACTS = (
    Family("attacked-original", Flag(), "{0} has attacked original land of {1}", over=(ALL, ALL), default=False),
    Family(
        "first-in",
        Choice(("nobody", "axis", "ally")),
        "who first had Total Control of {0}, the Axis or {1}",
        over=(geography().neutrals, CLIMBERS),
        default="nobody",
    ),
    Family(
        "reacted-in",
        Count(0, 999),
        "the player turn in which an attack put {0} under Total Control",
        over=(geography().neutrals,),
        default=0,
    ),
    Family("sakhalin-ceded", Flag(), "the USSR has handed Sakhalin over to Japan", default=False),
)

# -- words for an attack; the land attacked is `HERE`
VICTIM = "{victim}"
NOBODY = "nobody"


def original_land(*nations: str) -> Expr:
    """The land attacked is original land of one of these nations."""
    return filled(OWNER, *nations, says=f"it is original land of {title(*nations)}")


def land(*places: str) -> Expr:
    """The land attacked is one of these."""
    return filled(HERE, *places, says=f"it is {' or '.join(map(place_name, places))}")


# -- whose land
NOT_ORIGINAL = {
    "estonia": ("R39-FER-NOTORIG-ESTONIA", USSR),
    "crete": ("R39-FER-NOTORIG-CRETE", UK),
    "eire": ("R39-FER-NOTORIG-EIRE", UK),
    "greece": ("R39-FER-NOTORIG-GREECE", UK),
    "iran": ("R39-FER-NOTORIG-IRAN", UK),
    "nepal": ("R39-FER-NOTORIG-NEPAL", UK),
    "oman": ("R39-FER-NOTORIG-OMAN", UK),
    "saudi-arabia": ("R39-FER-NOTORIG-SAUDI", UK),
    "yemen": ("R39-FER-NOTORIG-YEMEN", UK),
    "thailand": ("R39-FER-NOTORIG-THAILAND", JAPAN),
}
NO_HOMELANDS = {
    place: Limit(f"{place_name(place)} is no original land of {title(owner)}", cite, by(*enemies(owner)))
    for place, (cite, owner) in NOT_ORIGINAL.items()
}


def original_owner(world: World, place: str, attacker: str = "") -> str:
    """The nation whose original land it is for questions of war; nobody for neutrals and a Sakhalin handed over."""
    if place in NO_HOMELANDS and attacker:
        looks_after = NOT_ORIGINAL[place][1]
        none = bound(NO_HOMELANDS[place], attacker=attacker).forbids(world)
        return "" if none or attacker not in enemies(looks_after) else looks_after
    found = geography().places[place]
    if found.neutral or (place == SAKHALIN and world.get("sakhalin-ceded")):
        return ""
    return slug(found.original_owner)


# -- what makes war
AXIS_DRIVES = named(
    "it is an act of the Axis: only these raise the Allies' war status", by(*AXIS), cite="R39-WAR-AXIS-DRIVES"
)
ACT_OF_WAR = named(
    "an attack on original land of an Ally is an act of war, whatever comes of it",
    all_of(AXIS_DRIVES, original_land(*CLIMBERS)),
    cite="R39-WAR-ACT-LAND",
)
RAIDED = named(
    "a bombing raid on original land is such an attack", original_land(*CLIMBERS, *AXIS), cite="R39-WAR-ACT-SBR"
)
MAJOR = named(
    "the U.K., the USSR and the U.S.A. are the major nations", original_land(UK, USSR, USA), cite="R39-WAR-MAJORS"
)
NOT_THE_OTHERS = named(
    "an attack on France brings nobody else to Full War", ~MAJOR, cite="R39-WAR-FRANCE-NOT-OTHERS"
)
IMPUNITY = named("Japan may attack Indo-China with impunity", by(JAPAN) & land(INDO_CHINA), cite="R39-INDO-IMPUNITY")
COMMERCE_STAYS = named(
    "a Japanese attack on Indo-China costs no commerce", by(JAPAN) & land(INDO_CHINA), cite="R39-INDO-MC"
)
REMEMBERED = Rule(
    "each Axis nation is at war, or not, for itself: who has attacked whose land is remembered",
    cite="R39-AXIS-STATUS-SEP",
    when=any_of(ACT_OF_WAR & ~COMMERCE_STAYS, by(*ALLIES) & original_land(*AXIS)),
    sets=(sets(f"attacked-original.{ATTACKER}.{OWNER}", True),),
)
FULL_FOR_ALL = full_war(
    ALLIES,
    "an Axis attack on original land of a major nation brings all Allies to Full War",
    cite="R39-WAR-FULL-MAJOR",
    when=ACT_OF_WAR & ~NOT_THE_OTHERS,
)
FULL_FOR_FRANCE = full_war(
    (FRANCE,),
    "an Axis attack on France brings France to Full War",
    cite="R39-WAR-FULL-FRANCE",
    when=all_of(ACT_OF_WAR, NOT_THE_OTHERS, ~IMPUNITY),
)

# -- Allied attacks
NOT_AFFILIATED = named(
    "land that the Axis only holds or has on its side is no original land",
    ~original_land(*AXIS),
    cite="R39-AXIS-LAND-NOTAFFIL",
)
NOT_CHINA = named("China does not matter here, nor does its land", by(CHINA), cite="R39-AXIS-LAND-CHINA")


def attacked_original(attacker: str, owner: str) -> Expr:
    says = f"{title(attacker)} has attacked original land of {title(owner)}"
    return truth(f"attacked-original.{attacker}.{owner}", says)


PROVOKED_BEFORE = named(
    "the Axis has attacked original Allied land before",
    any_of(*(attacked_original(a, n) for a in AXIS for n in CLIMBERS)),
    cite="R39-AXIS-LAND-COND",
)


UNPROVOKED_ON_LAND = Rule(
    "an unprovoked Allied attack on original Axis land frees the commerce of the Axis",
    cite="R39-AXIS-LAND-TRIG",
    when=all_of(by(*ALLIES), ~NOT_AFFILIATED, ~NOT_CHINA, ~PROVOKED_BEFORE),
    then=(
        Rule(
            "all Axis nations have their commerce guaranteed",
            cite="R39-AXIS-LAND-GUAR",
            sets=tuple(sets(f"commerce-guaranteed.{n}", True) for n in AXIS),
            again=True,
        ),
        Rule(
            "all Axis nations may use commerce money for anything",
            cite="R39-AXIS-LAND-USE",
            sets=tuple(sets(f"commerce-free.{n}", True) for n in AXIS),
        ),
    ),
)
ATTACK_COST = Duty(
    "an unprovoked attack frees the commerce of one Axis nation or of all",
    cite="R39-ALL-ATTACK-COST",
    when=UNPROVOKED_ON_LAND.when,
)
SOVIET_CONQUESTS = Duty(
    "the USSR attacks a neutral that no Axis nation controls without consequence for the state of war",
    cite="R39-SOV-NEUTRAL-ATTACK",
    when=by(USSR) & ~under(HERE, *AXIS),
)


# -- neutrals that an Ally controls
FIRST_IN = "R39-AXIS-FIRSTIN"
REACT_STATE = "R39-ALL-REACT-STATE"
CONTROLLED = {USSR: "R39-SOV-CTRL40", UK: "R39-UKF-CTRL40", FRANCE: "R39-UKF-CTRL40", USA: "R39-USA-CTRL40"}
NOT_FIRST = {USSR: "R39-SOV-CTRL40-FIRSTIN", UK: "R39-UKF-CTRL40-FIRSTIN", FRANCE: "R39-UKF-CTRL40-FIRSTIN"}
PLAYER_TURN = named(
    "this player turn",
    number("turn", "the game turn") * len(GROUPS)
    + sum_of(*(when_else(by(*group), at, 0) for at, group in enumerate(GROUPS))),
)
REACTED = named(
    "it came to that Ally by an attack of this very player turn, and what it was before counts",
    number(f"reacted-in.{HERE}", "the player turn in which it reacted").is_number(PLAYER_TURN),
    cite=REACT_STATE,
)


def _first_in(holder: str) -> Expr:
    """The Axis had Total Control of the land before this Ally."""
    before = choice(f"first-in.{HERE}.{holder}", "axis", says=f"the Axis had it before {title(holder)}")
    if holder in NOT_FIRST:
        before = named(f"{title(holder)} counts only what it had before the Axis", before, cite=NOT_FIRST[holder])
    return named("what the Axis controlled before that Ally it may take back as defence", before, cite=FIRST_IN)


def _on_controlled(holder: str) -> Rule:
    """An attack on a neutral that this Ally controls."""
    lesser = named(
        "an attack on a neutral under that Ally's Total Control is a lesser provocation, short of Full War",
        under(HERE, holder),
        cite="R39-WAR-ACT-OTHER",
    )
    no_right = named(
        "less than Total Control before gives no right to take it back",
        ~_first_in(holder),
        cite="R39-AXIS-FIRSTIN-LESSER",
    )
    return Rule(
        "an attack on a neutral it controls",
        cite=CONTROLLED[holder],
        when=all_of(AXIS_DRIVES, lesser, ~REACTED, no_right),
        sets=(sets(f"provoked.{holder}.controlled-neutral", True),),
        again=True,
    )


ON_CONTROLLED = {holder: _on_controlled(holder) for holder in CLIMBERS}
LATER = replace(
    ON_CONTROLLED[FRANCE],
    label="later Axis attacks on Belgian or Dutch land that is French bring France to 40 percent",
    cite="R39-BEL-LATER40",
    again=False,
)


@bespoke(REACT_STATE, reads=[number("turn")])
def stamped(world: World, reacting: Mapping[str, str], attacker: str) -> list[Change]:
    """What counts is who controlled it before the attacks of this player turn were ordered."""
    if not in_force(world):
        return []
    now = player_turn(world, attacker)
    new = [place for place, nation in reacting.items() if not holds(under(place, nation), world)]
    return [world.change(f"reacted-in.{place}", now, REACT_STATE) for place in new]


def player_turn(world: World, attacker: str) -> int:
    """A number for the player turn in which this nation attacks."""
    return amount(bound(PLAYER_TURN, attacker=attacker), world)


# -- Belgian and Dutch land
def _to_france(place: str, cite: str) -> Rule:
    """One of the possessions that nobody has taken."""
    original = Rule(
        "it is original French land for its use, not for war",
        cite="R39-BEL-ORIGINAL",
        sets=(sets(f"as-original.{place}", FRANCE),),
        again=True,
    )
    new = (*total(FRANCE).sets(place, control="reaction"), sets(f"reacted-in.{place}", PLAYER_TURN))
    label = f"{place_name(place)} is Belgian or Dutch, and comes to France"
    return Rule(label, cite, ~totally_controlled(place), new, then=(original,))


GIVEN_TO_FRANCE = Rule(
    "an Axis attack on Belgian or Dutch land gives all that is left of it to France",
    cite="R39-BEL-TRIGGER",
    when=AXIS_DRIVES,
    then=tuple(_to_france(place, cite) for place, cite in BELGIAN_DUTCH.items()),
)


def given_to_france(world: World, attacker: str, target: str) -> list[Rule]:
    """What an attack on one of the Belgian and Dutch possessions means for the rest, also where no chart says it."""
    if target not in BELGIAN_DUTCH or not in_force(world):
        return []
    return [_given(attacker, target)]


@cache
def _given(attacker: str, target: str) -> Rule:
    rule: Rule = bound(GIVEN_TO_FRANCE, attacker=attacker, here=target)
    return rule


# -- attacks on land
TIED = "R39-USA-SZ-ATTACK"


def _tied(place: str) -> Expr:
    """The U.S.A. is below Full War, and has no unit beside Vichy units there."""
    below = by(USA) & ~at_full_war(USA)
    if place != HERE and place not in TERRITORIES:
        return below
    return below & ~truth(f"conflict.{place}.{USA}", "its units stand beside Vichy units there")


class Peace(NamedTuple):
    """What peace has to say about an attack of an Ally."""

    free: Permit
    tied: Limit
    hostile: Limit


@cache
def peace(place: str) -> Peace:
    return Peace(
        Permit(
            "an Ally may attack the Axis at any step of the ladder, but for the U.S.A.",
            cite="R39-ALL-ATTACK-FREE",
            when=~_tied(place),
        ),
        Limit("below Full War the U.S.A. makes no attack on land", TIED, _tied(place)),
        Limit(
            "the U.K. and France attack only neutrals Sworn to the Axis or under its Total Control",
            cite="R39-UKF-NEUTRAL-ATTACK",
            when=by(UK, FRANCE) & ~any_of(*(stance(HERE, n, "sworn", "total") for n in AXIS)),
        ),
    )


@cache
def _peace_with(attacker: str, target: str) -> Peace:
    found: Peace = Peace(*bound(tuple(peace(target)), attacker=attacker, here=target, Here=place_name(target)))
    return found


def check_peace(world: World, attacker: str, target: str, *, permitted: bool = False) -> None:
    """What peace forbids an Ally to attack; where its units stand beside Vichy units, or its chart says so, it may."""
    if not in_force(world) or attacker in AXIS:
        return
    free, tied, hostile = _peace_with(attacker, target)
    who = f"{TITLES[attacker]} may not attack {place_name(target)}"
    may = free.allows(world)
    tied.refuse(world, f"{who}: {tied.label}")
    if not may:
        raise Refused(f"{who}: {free.label}", rule=free.cite)
    if geography().places[target].neutral and not permitted:
        hostile.refuse(world, f"{who}: {hostile.label}")


def on_land(world: World, attackers: Iterable[str], target: str, *, raid: bool = False) -> list[Rule]:
    """What an attack or a bombing raid means for the war status of all, on the world before it."""
    if not in_force(world):
        return []
    return [rule for attacker in attackers for rule in _acts(world, attacker, target, raid)]


def _acts(world: World, attacker: str, target: str, raid: bool) -> list[Rule]:
    owner = original_owner(world, target, attacker) or NOBODY
    found = _acts_of_war(attacker, target, owner)
    rules = list(found.on_neutrals)
    if not raid or holds(found.raided, world):
        rules += found.on_original
    return rules


def returned(world: World, attackers: Iterable[str], target: str) -> list[Change]:
    """What the USSR gives back after an unprovoked attack on original Axis land: one payment after another."""
    if not in_force(world) or USSR not in attackers:
        return []
    owner = original_owner(world, target, USSR) or NOBODY
    if owner not in AXIS:
        return []
    unprovoked = _acts_of_war(USSR, target, owner).on_original[-1].applies(world)
    return carry_out(soviet_return(world, unprovoked), world)[1]


class Acts(NamedTuple):
    """The rules about an attack, with its slots filled in."""

    raided: Expr
    on_original: tuple[Rule, ...]
    on_neutrals: tuple[Rule, ...]


@cache
def _acts_of_war(attacker: str, target: str, owner: str) -> Acts:
    neutral = geography().places[target].neutral
    french = {FRANCE: LATER} if target in BELGIAN_DUTCH else {}
    found = Acts(
        RAIDED,
        (REMEMBERED, FULL_FOR_FRANCE, FULL_FOR_ALL, UNPROVOKED_ON_LAND),
        tuple({**ON_CONTROLLED, **french}.values()) if neutral else (),
    )
    return Acts(*bound(tuple(found), attacker=attacker, owner=owner, here=target, Here=place_name(target)))


def told_of(world: World, attackers: Iterable[str], target: str) -> list[str]:
    """What the table should know of an attack in the matter of war and peace, as sentences."""
    if not in_force(world):
        return []
    duty = SOVIET_CONQUESTS if geography().places[target].neutral else ATTACK_COST
    found = dict.fromkeys(_bound_for(world, duty, n, target).told(world) for n in attackers)
    return [f"{sentence(words)}." for words in found if words]


def _bound_for(world: World, duty: Duty, attacker: str, target: str) -> Duty:
    owner = original_owner(world, target, attacker) or NOBODY
    found: Duty = bound(duty, attacker=attacker, owner=owner, here=target, Here=place_name(target))
    return found


# -- pairs of nations
AT_WAR = named(
    "they are at Full War with one another",
    any_of(
        by(FRANCE) & attacked_original(VICTIM, FRANCE),
        named(
            "China and Japan are at Full War from the start",
            by(CHINA) & filled(VICTIM, JAPAN, says="Japan is attacked"),
            cite="R39-CHN-FULL",
        ),
    ),
    cite=REMEMBERED.cite,
)


def full_war_between(axis: str, ally: str) -> Expr:
    """Before an attack on a major nation only these are at Full War: France with its attackers, China with Japan."""
    found: Expr = bound(AT_WAR, attacker=ally, victim=axis)
    return found


# -- who was first
@cache
def _first(attacker: str) -> Whenever:
    """Who came first where is written down as soon as somebody has Total Control.

    What came to an Ally by an attack of the present player turn does not count yet: all attacks of one Combat Orders
    Phase are judged together, whichever is reported first.
    """
    rules = []
    for place in geography().neutrals:
        reacted: Expr = bound(REACTED, here=place, attacker=attacker) if attacker else NO
        nobody = {n: choice(f"first-in.{place}.{n}", "nobody", says="nobody was there before") for n in CLIMBERS}
        axis = tuple(sets(f"first-in.{place}.{n}", "axis", nobody[n]) for n in CLIMBERS)
        rules.append(Rule("the Axis was first", FIRST_IN, under(place, *AXIS) & any_of(*nobody.values()), axis))
        for n in CLIMBERS:
            ally = sets(f"first-in.{place}.{n}", "ally")
            rules.append(Rule(f"{title(n)} was first", FIRST_IN, under(place, n) & ~reacted & nobody[n], (ally,)))
    return Whenever(rules)


def remember_the_first(world: World, *, attacker: str = "", then: str, **vars: Any) -> Directive:
    """Go on when it is written down who came first where; while a nation attacks, what its attacks brought waits."""
    leader = next((group[0] for group in GROUPS if attacker in group), "")
    return settle(_first(leader), then=then, **vars) if in_force(world) else go(then, **vars)


def chinese_tally(world: World, taken: Mapping[str, str]) -> list[Change]:
    """The Chinese land in Axis hands, as land is taken by a nation; looked at before it changes hands."""
    if not in_force(world):
        return []
    return [change for place, nation in taken.items() for change in _chinese(world, place, nation)]


def _chinese(world: World, place: str, nation: str) -> list[Change]:
    if place in on_board(world.schema).parts:  # its parts are counted one by one
        return []
    if original_owner(world, in_the_rules(world.schema, place)) != CHINA:
        return []
    name = world.schema.title(place)
    gained, lost = nation in AXIS, holds(choice(f"holder.{place}", *AXIS, says=f"the Axis holds {name}"), world)
    if gained == lost:
        return []
    worth = number(f"value.{place}", f"the value of {name}")
    tally = chinese_land() + (worth if gained else 0 - worth)
    counted = sets("chinese-land", largest(lift(0), tally))
    return booked([Rule("original Chinese land in Axis hands is counted", "R39-ALL-SYM-FC", sets=(counted,))], world)


def attackers_of(frame: Frame) -> tuple[str, ...]:
    attacker = nation_in(frame, "attacker")
    side = SIDES[side_of(attacker)]
    for nation in frame.get("joined") or ():
        if nation not in side:
            raise NotFound("nation on the attacker's side", nation, side)
    return (attacker, *(frame.get("joined") or ()))


RULES = (
    (REMEMBERED, RAIDED, FULL_FOR_ALL, FULL_FOR_FRANCE, tuple(NO_HOMELANDS.values())),
    (tuple(ON_CONTROLLED.values()), LATER, stamped, GIVEN_TO_FRANCE),
    (UNPROVOKED_ON_LAND, ATTACK_COST, SOVIET_CONQUESTS, peace(HERE).free, peace(HERE).hostile, AT_WAR),
)
