"""Acts of war on land under the 1939 rules, bombing raids among them, and whom they provoke.

Who has attacked whose original land (`attacked-original`) is kept by pair of nations.  The rules are written once for
all attackers and lands, with slots for them that are filled in when an attack is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from legation.books.twg.chart import total
from legation.books.twg.deeds import (
    ATTACK,
    ATTACKER,
    DEED,
    HANDS,
    HOMELAND,
    NOBODY,
    OWNER,
    PLAYER_TURN,
    RAID,
    REACT_STATE,
    REACTED,
    SPLIT,
    STRUCK,
    TARGET,
    VICTIM,
    WHOLE,
    by,
    held_by,
    is_heir,
    is_land,
    owned,
)
from legation.books.twg.event_details import nation_in, nations_in
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.money.lend_lease import RETURN_ENDS, RETURNS
from legation.books.twg.powers import (
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
from legation.books.twg.vocabulary import HERE, at_full_war, place_name, stance, totally_controlled, under
from legation.books.twg.war.vichy import TERRITORIES
from legation.books.twg.war.war_status import (
    BELGIAN_DUTCH,
    CLIMBERS,
    IN_FORCE,
    INDO_CHINA,
    chinese_land,
    full_war,
    in_force,
)
from legation.core.deeds import Chapter, On, adds, filled, of
from legation.core.errors import NotFound, Refused
from legation.core.expr import (
    NO,
    YES,
    Expr,
    all_of,
    any_of,
    bound,
    choice,
    named,
    number,
    smallest,
    truth,
)
from legation.core.facts import Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, go, settle
from legation.core.rules import Duty, Limit, Permit, Rule, sets
from legation.core.sweeps import Whenever
from legation.core.turning import kept

__all__ = ["AT_WAR", "ATTACK_COST", "FACTS", "HEEDS", "RULES", "STAMPED"]
__all__ += ["attackers_of", "check_peace", "full_war_between", "homeland", "remember_the_first", "told_of"]

SAKHALIN = "sakhalin"

FACTS = (
    Family(
        "attacked-original", Flag(), "{0} has [|never ]attacked original land of {1}", over=(ALL, ALL), default=False
    ),
    Family(
        "first-in",
        Choice(("nobody", "axis", "ally"), ("nobody", "the Axis", "the latter")),
        "who had Total Control of {0} first, the Axis or {1}",
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
    Family("sakhalin-ceded", Flag(), "the USSR has[ not] handed Sakhalin over to Japan", default=False),
)

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
    place: named(
        f"{place_name(place)} is [no original|original] land of {title(owner)}", by(*enemies(owner)), cite=cite
    )
    for place, (cite, owner) in NOT_ORIGINAL.items()
}


def homeland(place: str) -> str:
    """Whose original land a territory is, or might be taken for."""
    if place in NOT_ORIGINAL:
        return NOT_ORIGINAL[place][1]
    found = geography().places[place]
    return NOBODY if found.neutral else slug(found.original_owner)


def _original(nations: tuple[str, ...]) -> Callable[[str, str, str], Expr]:
    def build(place: str, home: str, attacker: str) -> Expr:
        mine = YES if home in nations else NO
        if place == SAKHALIN:
            return all_of(~truth("sakhalin-ceded", "Sakhalin has[ not] been handed over"), mine)
        return all_of(~bound(NO_HOMELANDS[place], attacker=attacker), mine) if place in NO_HOMELANDS else mine

    return build


RAIDED = named(
    "a bombing raid on original land is an act of war like any attack",
    of(
        TARGET,
        HOMELAND,
        ATTACKER,
        build=_original((*CLIMBERS, *AXIS)),
        says="it is [original|no original] land of a player",
    ),
    cite="R39-WAR-ACT-SBR",
)


def original_land(*nations: str) -> Expr:
    """The land attacked is original land of one of these nations, in the matter of war."""
    original = _original(nations)

    def build(place: str, home: str, attacker: str, deed: str) -> Expr:
        raid = [bound(RAIDED, here=place, home=home, attacker=attacker)] if deed == RAID.name else []
        return all_of(*raid, original(place, home, attacker))

    return of(
        TARGET, HOMELAND, ATTACKER, DEED, build=build, says=f"it is [original|no original] land of {title(*nations)}"
    )


# -- what makes war
AXIS_DRIVES = named(
    "it is [an|no] act of the Axis: only these raise the Allies' war status", by(*AXIS), cite="R39-WAR-AXIS-DRIVES"
)
ACT_OF_WAR = named(
    "an attack on original land of an Ally is an act of war, whatever comes of it",
    all_of(AXIS_DRIVES, original_land(*CLIMBERS)),
    cite="R39-WAR-ACT-LAND",
)
MAJOR = named(
    "the U.K., the USSR and the U.S.A. are the major nations", original_land(UK, USSR, USA), cite="R39-WAR-MAJORS"
)
NOT_THE_OTHERS = named("an attack on France brings nobody else to Full War", ~MAJOR, cite="R39-WAR-FRANCE-NOT-OTHERS")
IMPUNITY = named("Japan may attack Indo-China with impunity", by(JAPAN) & is_land(INDO_CHINA), cite="R39-INDO-IMPUNITY")
COMMERCE_STAYS = named(
    "a Japanese attack on Indo-China costs no commerce", by(JAPAN) & is_land(INDO_CHINA), cite="R39-INDO-MC"
)
REMEMBERED = On(
    "each Axis nation is at war, or not, for itself: who has attacked whose land is remembered",
    cite="R39-AXIS-STATUS-SEP",
    on=ATTACK | RAID,
    when=any_of(ACT_OF_WAR & ~COMMERCE_STAYS, by(*ALLIES) & original_land(*AXIS)),
    sets=(sets(f"attacked-original.{ATTACKER}.{HOMELAND}", True),),
)
FULL_FOR_FRANCE = On(
    "an Axis attack on France brings France to Full War",
    cite="R39-WAR-FULL-FRANCE",
    on=ATTACK | RAID,
    when=all_of(ACT_OF_WAR, NOT_THE_OTHERS, ~IMPUNITY),
    sets=full_war(FRANCE),
)
FULL_FOR_ALL = On(
    "an Axis attack on original land of a major nation brings all Allies to Full War",
    cite="R39-WAR-FULL-MAJOR",
    on=ATTACK | RAID,
    when=ACT_OF_WAR & ~NOT_THE_OTHERS,
    sets=full_war(*ALLIES),
)

# -- Allied attacks
NOT_AFFILIATED = named(
    "land that the Axis only holds or has on its side is no original land",
    ~original_land(*AXIS),
    cite="R39-AXIS-LAND-NOTAFFIL",
)
NOT_CHINA = named("China does not matter here, nor does its land", by(CHINA), cite="R39-AXIS-LAND-CHINA")


def attacked_original(attacker: str, owner: str) -> Expr:
    says = f"{title(attacker)} has [|never ]attacked original land of {title(owner)}"
    return truth(f"attacked-original.{attacker}.{owner}", says)


PROVOKED_BEFORE = named(
    "the Axis has [|never ]attacked original Allied land before",
    any_of(*(attacked_original(a, n) for a in AXIS for n in CLIMBERS)),
    cite="R39-AXIS-LAND-COND",
)


NEVER_PROVOKED = ~NOT_AFFILIATED & ~PROVOKED_BEFORE
UNPROVOKED = all_of(by(*ALLIES), ~NOT_CHINA, NEVER_PROVOKED)
UNPROVOKED_ON_LAND = On(
    "an unprovoked Allied attack on original Axis land frees the commerce of the Axis",
    cite="R39-AXIS-LAND-TRIG",
    on=ATTACK | RAID,
    when=UNPROVOKED,
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
    when=UNPROVOKED,
)
SOVIET_RETURN = On(
    RETURNS.label,
    RETURNS.cite,
    on=ATTACK | RAID,
    when=all_of(by(USSR), NEVER_PROVOKED, ~RETURN_ENDS),
    then=(RETURNS,),
    again=True,
)
SOVIET_CONQUESTS = Duty(
    "the USSR attacks a neutral that no Axis nation controls without consequence for the state of war",
    cite="R39-SOV-NEUTRAL-ATTACK",
    when=by(USSR) & ~under(HERE, *AXIS),
)


# -- neutrals that an Ally controls
FIRST_IN = "R39-AXIS-FIRSTIN"
CONTROLLED = {USSR: "R39-SOV-CTRL40", UK: "R39-UKF-CTRL40", FRANCE: "R39-UKF-CTRL40", USA: "R39-USA-CTRL40"}
NOT_FIRST = {USSR: "R39-SOV-CTRL40-FIRSTIN", UK: "R39-UKF-CTRL40-FIRSTIN", FRANCE: "R39-UKF-CTRL40-FIRSTIN"}


def _first_in(holder: str) -> Expr:
    """The Axis had Total Control of the land before this Ally."""
    before = choice(
        f"first-in.{HERE}.{holder}", "axis", says=f"the Axis [had it|did not have it] before {title(holder)}"
    )
    if holder in NOT_FIRST:
        before = named(f"{title(holder)} counts only what it had before the Axis", before, cite=NOT_FIRST[holder])
    return named("what the Axis controlled before that Ally it may take back as defence", before, cite=FIRST_IN)


def _on_controlled(holder: str) -> On:
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
    return On(
        "an attack on a neutral it controls",
        cite=CONTROLLED[holder],
        on=ATTACK | RAID,
        when=all_of(lesser, ~REACTED, no_right),
        sets=(sets(f"provoked.{holder}.controlled-neutral", True),),
        again=True,
    )


ON_CONTROLLED = {holder: _on_controlled(holder) for holder in CLIMBERS}
LATER = replace(
    ON_CONTROLLED[FRANCE],
    label="later Axis attacks on Belgian or Dutch land that is French bring France to 40 percent",
    cite="R39-BEL-LATER40",
    when=AXIS_DRIVES & ON_CONTROLLED[FRANCE].when,
    again=False,
)


STAMPED = Rule(
    "what counts is who controlled it before the attacks of this player turn were ordered",
    cite=REACT_STATE,
    when=IN_FORCE & ~owned(OWNER),
    sets=(sets(f"reacted-in.{HERE}", PLAYER_TURN),),
)


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


GIVEN_TO_FRANCE = On(
    "an Axis attack on Belgian or Dutch land gives all that is left of it to France",
    cite="R39-BEL-TRIGGER",
    on=STRUCK,
    when=AXIS_DRIVES,
    then=tuple(_to_france(place, cite) for place, cite in BELGIAN_DUTCH.items()),
)


# -- attacks on land
def _beside_vichy(place: str) -> Expr:
    return (
        truth(f"conflict.{place}.{USA}", "its units [stand|do not stand] beside Vichy units there")
        if place in TERRITORIES
        else NO
    )


def _hostile(place: str) -> Expr:
    """No limit is set to attacks on what is no neutral."""
    return any_of(*(stance(place, n, "sworn", "total") for n in AXIS)) if geography().places[place].neutral else YES


TIED = all_of(
    by(USA),
    ~at_full_war(USA),
    ~of(TARGET, build=_beside_vichy, says="its units [stand|do not stand] beside Vichy units there"),
)
NOT_AT_WAR = Limit("below Full War the U.S.A. makes no attack on land", "R39-USA-SZ-ATTACK", TIED, on=ATTACK | RAID)
FREE = Permit(
    "an Ally may attack the Axis at any step of the ladder, but for the U.S.A.",
    cite="R39-ALL-ATTACK-FREE",
    when=~TIED,
    on=ATTACK | RAID,
)
ONLY_HOSTILE = Limit(
    "the U.K. and France attack only neutrals Sworn to the Axis or under its Total Control",
    cite="R39-UKF-NEUTRAL-ATTACK",
    when=by(UK, FRANCE)
    & ~of(TARGET, build=_hostile, says="it is [|neither ]Sworn to the Axis [or|nor] under its Total Control"),
    on=ATTACK | RAID,
)


def check_peace(world: World, attacker: str, target: str, *, permitted: bool = False) -> None:
    """What peace forbids an Ally to attack; where its units stand beside Vichy units, or its chart says so, it may."""
    if not in_force(world) or attacker in AXIS:
        return
    free, tied, hostile = _peace(attacker, target)
    who = f"{TITLES[attacker]} may not attack {place_name(target)}"
    may = free.allows(world)
    tied.refuse(world, f"{who}: {tied.label}")
    if not may:
        raise Refused(f"{who}: {free.label}", rule=free.cite)
    if not permitted:
        hostile.refuse(world, f"{who}: {hostile.label}")


@kept
def _peace(attacker: str, target: str) -> tuple[Permit, Limit, Limit]:
    found: tuple[Permit, Limit, Limit] = bound((FREE, NOT_AT_WAR, ONLY_HOSTILE), attacker=attacker, here=target)
    return found


def told_of(world: World, attackers: Iterable[str], target: str) -> list[str]:
    """What the table should know of an attack in the matter of war and peace, as sentences."""
    if not in_force(world):
        return []
    duty = SOVIET_CONQUESTS if geography().places[target].neutral else ATTACK_COST
    roles = {"here": target, "Here": place_name(target), "home": homeland(target), "deed": ATTACK.name}
    found = dict.fromkeys(bound(duty, attacker=n, **roles).told(world) for n in attackers)
    return [f"{sentence(words)}." for words in found if words]


# -- pairs of nations
AT_WAR = named(
    "they are[ not] at Full War with one another",
    any_of(
        at_full_war(USA),  # and so is everybody
        by(FRANCE) & attacked_original(str(VICTIM), FRANCE),
        named(
            "China and Japan are at Full War from the start",
            by(CHINA) & filled(VICTIM, JAPAN, says="Japan is[ not] attacked"),
            cite="R39-CHN-FULL",
        ),
    ),
    cite=REMEMBERED.cite,
)


def full_war_between(axis: str, ally: str) -> Expr:
    """An attack on a major nation brings all; before it, France is at Full War with its attackers, China with Japan."""
    found: Expr = bound(AT_WAR, attacker=ally, victim=axis)
    return found


# -- who was first
def _firsts(reacted: Expr) -> tuple[Rule, ...]:
    """Who came first where is written down as soon as somebody has Total Control, unless it has only just reacted."""
    defended = choice(f"control.{HERE}", "reaction", says="it is[ not] held by an attack reaction")
    before = choice(f"first-in.{HERE}.{OWNER}", "nobody", says="[nobody|somebody] was there before")
    axis = under(HERE, *AXIS) & ~all_of(defended, reacted) & before
    ally, first = owned(OWNER) & ~reacted & before, f"first-in.{HERE}.{OWNER}"
    return (
        Rule("the Axis was there before that Ally", FIRST_IN, axis, (sets(first, "axis"),), again=True),
        Rule("that Ally was there first", FIRST_IN, ally, (sets(first, "ally"),), again=True),
    )


# What came to either side by an attack of the present player turn does not count yet: all attacks of one Combat Orders
# Phase are judged together, whichever is reported first.
FIRST, FIRST_IN_PEACE = _firsts(REACTED), _firsts(NO)


@kept
def _first(attacker: str) -> Whenever:
    rules = FIRST if attacker else FIRST_IN_PEACE
    lands = ({"here": place, "Here": place_name(place), "attacker": attacker} for place in geography().neutrals)
    return Whenever(rule for names in lands for n in CLIMBERS for rule in bound(rules, **names, owner=n))


def remember_the_first(world: World, *, attacker: str = "", then: str, **vars: Any) -> Directive:
    """Go on when it is written down who came first where; while a nation attacks, what its attacks brought waits."""
    leader = next((group[0] for group in GROUPS if attacker in group), "")
    return settle(_first(leader), then=then, **vars) if in_force(world) else go(then, **vars)


# -- land that changes hands
CHINESE = all_of(
    is_land(*geography().original(CHINA), of_=WHOLE, says="it is [original|no original] Chinese land"),
    ~filled(SPLIT, "yes", says="its parts are[ not] counted one by one"),
)
AXIS_HELD = of(TARGET, build=lambda place: held_by(place, *AXIS), says="the Axis [holds|does not hold] it")
WORTH = number(f"value.{HERE}", "its value")
TALLY = tuple(
    On(
        "original Chinese land in Axis hands is counted",
        cite="R39-ALL-SYM-FC",
        on=HANDS,
        when=all_of(CHINESE, is_heir(*side), held),
        sets=(adds("chinese-land", by_),),
        again=True,
    )
    for side, held, by_ in (
        (AXIS, ~AXIS_HELD, WORTH),
        (ALLIES, AXIS_HELD, 0 - smallest(WORTH, chinese_land())),
    )
)


def attackers_of(frame: Frame) -> tuple[str, ...]:
    attacker = nation_in(frame, "attacker")
    side, joined = SIDES[side_of(attacker)], nations_in(frame, "joined")
    for nation in joined:
        if nation not in side:
            raise NotFound("nation on the attacker's side", nation, side)
        if nation == attacker:
            raise Refused(f"{TITLES[nation]} is told twice to take part in the attack")
    return (attacker, *joined)


HEEDS = (
    Chapter((REMEMBERED, FULL_FOR_FRANCE, FULL_FOR_ALL, UNPROVOKED_ON_LAND, SOVIET_RETURN), IN_FORCE),
    Chapter((LATER, GIVEN_TO_FRANCE), IN_FORCE & is_land(*BELGIAN_DUTCH)),
    Chapter(
        tuple(ON_CONTROLLED.values()),
        all_of(IN_FORCE, AXIS_DRIVES, is_land(*geography().neutrals, says="it is [neutral|a player's] land")),
    ),
    Chapter(TALLY, IN_FORCE),
)
RULES = (
    (RAIDED, tuple(NO_HOMELANDS.values()), HEEDS, STAMPED, FIRST, FIRST_IN_PEACE),
    (ATTACK_COST, SOVIET_CONQUESTS, FREE, ONLY_HOSTILE, AT_WAR),
)
