"""Acts of war on land under the 1939 rules, bombing raids among them, and whom they provoke.

Who has attacked whose original land (`attacked-original`) is kept by pair of nations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from legation.core.book import Event
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, amount, any_of, choice, holds, largest, lift, named, number, truth
from legation.core.facts import Change, Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, done, go, settle
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.core.sweeps import Whenever
from legation.twg.board import on_board
from legation.twg.details import nation_in, place_in
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
    side_of,
    title,
)
from legation.twg.steps import steps
from legation.twg.vichy import TERRITORIES
from legation.twg.vichy_conflicts import attacked
from legation.twg.vocabulary import at_full_war, place_name, stance, under
from legation.twg.war_status import (
    BELGIAN_DUTCH,
    CLIMBERS,
    FULL_EFFECT,
    INDO_CHINA,
    MAJORS,
    chinese_land,
    full_war,
    in_force,
)

__all__ = ["ATTACK_COST", "AXIS_DRIVES", "EVENTS", "FACTS", "ONLY_THAT_ONE", "RULES", "STATES"]
__all__ += [
    "attackers_of",
    "check_peace",
    "chinese_tally",
    "freed",
    "full_war_between",
    "on_land",
    "original_owner",
    "remember_the_first",
    "stamped",
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

# -- what makes war
ACT_LAND = "R39-WAR-ACT-LAND"
ACT_RAID = "R39-WAR-ACT-SBR"
LESSER = Note("lesser provocations bring 10 to 40 percent, not Full War", cite="R39-WAR-ACT-OTHER")
AXIS_DRIVES = Note("only what the Axis does raises the Allies' war status", cite="R39-WAR-AXIS-DRIVES")
NOT_THE_OTHERS = Limit("an attack on France brings nobody else to Full War", cite="R39-WAR-FRANCE-NOT-OTHERS")
STATES = Note("each Axis nation is at war, or not, for itself", cite="R39-AXIS-STATUS-SEP")
IMPUNITY = Permit("Japan may attack Indo-China with impunity", cite="R39-INDO-IMPUNITY")
COMMERCE_STAYS = Limit("a Japanese attack on Indo-China costs no commerce", cite="R39-INDO-MC")
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
NO_HOMELANDS = tuple(
    Limit(f"{place_name(place)} is no original land of {title(owner)}", cite)
    for place, (cite, owner) in NOT_ORIGINAL.items()
)

# -- neutrals that an Ally controls
FIRST_IN = Permit("what the Axis controlled before that Ally it may take back as defence", cite="R39-AXIS-FIRSTIN")
LESSER_CLASS = Limit("less than Total Control gives no right to take back", cite="R39-AXIS-FIRSTIN-LESSER")
BEFORE_THE_ATTACK = Note(
    "what counts is who controlled it before the attacks of this player turn were ordered", cite="R39-ALL-REACT-STATE"
)
CONTROLLED = {USSR: "R39-SOV-CTRL40", UK: "R39-UKF-CTRL40", FRANCE: "R39-UKF-CTRL40", USA: "R39-USA-CTRL40"}
NOT_FIRST = {USSR: "R39-SOV-CTRL40-FIRSTIN", UK: "R39-UKF-CTRL40-FIRSTIN", FRANCE: "R39-UKF-CTRL40-FIRSTIN"}
NOT_FIRST_LIMITS = tuple(
    Limit("only neutrals in which it came before the Axis", cite) for cite in dict.fromkeys(NOT_FIRST.values())
)
BELGIAN = "R39-BEL-TRIGGER"
BELGIAN_LATER = "R39-BEL-LATER40"
FRENCH_FOR_USE = Note("Belgian and Dutch land is original French for its use, not for war", cite="R39-BEL-ORIGINAL")

# -- Allied attacks
ATTACK_FREE = Permit(
    "an Ally may attack the Axis at any step of the ladder, but for the U.S.A.", cite="R39-ALL-ATTACK-FREE"
)
ATTACK_COST = Note("an unprovoked attack frees the commerce of one Axis nation, or of all", cite="R39-ALL-ATTACK-COST")
LAND_TRIGGER = "R39-AXIS-LAND-TRIG"
PROVOKED_BEFORE = Limit("the Axis has attacked original Allied land before", cite="R39-AXIS-LAND-COND")
NOT_CHINA = Limit("China and Chinese land do not matter here", cite="R39-AXIS-LAND-CHINA")
NOT_AFFILIATED = Limit(
    "land that the Axis only holds or has on its side is no original land", cite="R39-AXIS-LAND-NOTAFFIL"
)
GUARANTEED = "R39-AXIS-LAND-GUAR"
ONLY_THAT_ONE = Limit("an attack at sea frees only the Axis nation attacked", cite="R39-AXIS-SEA-ONLY")
FREE_USE = Note("all Axis nations may use commerce money for anything", cite="R39-AXIS-LAND-USE")
SOVIET_CONQUESTS = Permit(
    "the USSR may attack neutrals that no Axis nation controls, without consequence", cite="R39-SOV-NEUTRAL-ATTACK"
)
ONLY_HOSTILE = Limit(
    "the U.K. and France attack only neutrals Sworn to the Axis or under its Total Control",
    cite="R39-UKF-NEUTRAL-ATTACK",
)


# -- whose land
def original_owner(world: World, place: str) -> str:
    """The nation whose original land it is for questions of war; nobody for neutrals and a Sakhalin handed over."""
    found = geography().places[place]
    if found.neutral or (place == SAKHALIN and world.get("sakhalin-ceded")):
        return ""
    return slug(found.original_owner)


def attacked_original(attacker: str, owner: str) -> Expr:
    says = f"{title(attacker)} has attacked original land of {title(owner)}"
    return truth(f"attacked-original.{attacker}.{owner}", says)


AXIS_HAS_BEGUN = any_of(*(attacked_original(a, n) for a in AXIS for n in CLIMBERS))


def full_war_between(axis: str, ally: str) -> Expr:
    """A pair is at Full War: after an attack on a major nation all are, before it only France with its attacker."""
    own = attacked_original(axis, FRANCE) if ally == FRANCE else lift(axis == JAPAN and ally == CHINA)
    return named(f"{title(axis)} and {title(ally)} are at Full War", any_of(at_full_war(USA), own), cite=STATES.cite)


# -- attacks on land
def check_peace(world: World, attacker: str, target: str) -> None:
    """What peace forbids an Ally to attack; where its units stand beside Vichy units it may."""
    if not in_force(world) or attacker in AXIS:
        return
    place = geography().places[target]
    if attacker == USA:
        from_home = Limit("below Full War the U.S.A. makes no attack on land", AMERICAN_ATTACKS, _tied(world, target))
        free = not from_home.forbids(world)
        world.note(ATTACK_FREE.cite, free)
        if not free:
            raise Refused(f"{TITLES[USA]} may not attack {place.name}: {from_home.label}", rule=AMERICAN_ATTACKS)
    else:
        world.note(ATTACK_FREE.cite, True)
    if attacker in (UK, FRANCE) and place.neutral:
        hostile = holds(any_of(*(stance(target, n, "sworn", "total") for n in AXIS)), world)
        world.note(ONLY_HOSTILE.cite, not hostile)
        if not hostile:
            raise Refused(
                f"{TITLES[attacker]} may not attack {place.name}: {ONLY_HOSTILE.label}", rule=ONLY_HOSTILE.cite
            )


AMERICAN_ATTACKS = "R39-USA-SZ-ATTACK"


def _tied(world: World, target: str) -> Expr:
    beside = target in TERRITORIES and world.get(f"conflict.{target}.{USA}") is True
    return lift(False) if beside else ~at_full_war(USA)


def on_land(world: World, attackers: Iterable[str], target: str, *, raid: bool = False) -> list[Rule]:
    """What an attack or a bombing raid means for the war status of all, on the world before it."""
    if not in_force(world):
        return []
    rules: list[Rule] = []
    for attacker in attackers:
        _no_homeland(world, attacker, target)
        found = (
            _axis_attack(world, attacker, target, raid) if attacker in AXIS else _allied_attack(world, attacker, target)
        )
        rules += found
    return rules


def _no_homeland(world: World, attacker: str, target: str) -> None:
    if target in NOT_ORIGINAL:
        cite, owner = NOT_ORIGINAL[target]
        world.note(cite, attacker in enemies(owner))


def _axis_attack(world: World, attacker: str, target: str, raid: bool) -> list[Rule]:
    owner = original_owner(world, target)
    free = target == INDO_CHINA and attacker == JAPAN
    if target == INDO_CHINA:
        world.note(IMPUNITY.cite, free)
        world.note(COMMERCE_STAYS.cite, free)
    counts = owner in CLIMBERS and not free
    world.note(ACT_LAND, counts)
    if raid:
        world.note(ACT_RAID, counts)
    if not counts:
        return _on_controlled(world, attacker, target)
    major = owner in MAJORS.used(world)
    if major:
        FULL_EFFECT.used(world)
    world.note(NOT_THE_OTHERS.cite, not major)
    STATES.used(world)
    done_to = sets(f"attacked-original.{attacker}.{owner}", True)
    return [
        Rule("the attack is remembered", STATES.cite, sets=(done_to,)),
        full_war(ALLIES, "an attack on a major nation brings all Allies to Full War", FULL_MAJOR, lift(major)),
        full_war((FRANCE,), "France is attacked and at Full War", FULL_FRANCE, lift(not major)),
    ]


FULL_MAJOR, FULL_FRANCE = "R39-WAR-FULL-MAJOR", "R39-WAR-FULL-FRANCE"


def _on_controlled(world: World, attacker: str, target: str) -> list[Rule]:
    """An attack on a neutral that an Ally controls; the class before this player turn's attacks counts."""
    if not geography().places[target].neutral:
        return []
    holder = next((n for n in CLIMBERS if holds(under(target, n), world)), "")
    belgian = target in BELGIAN_DUTCH
    if belgian:
        world.note(BELGIAN, holder != FRANCE)
        world.note(BELGIAN_DUTCH[target], True)
    same_turn = holds(number(f"reacted-in.{target}").is_number(player_turn(world, attacker)), world)
    if same_turn:
        BEFORE_THE_ATTACK.used(world)
    world.weighed(lambda w: _note_lesser(w, target, holder))
    if not holder:
        return []
    before = holds(choice(f"first-in.{target}.{holder}", "axis", says="the Axis was there first"), world)
    world.note(FIRST_IN.cite, before)
    world.note(LESSER_CLASS.cite, not before)
    if holder in NOT_FIRST:
        world.note(NOT_FIRST[holder], before)
    LESSER.used(world)
    counts = not before and not same_turn
    if belgian and holder == FRANCE:
        FRENCH_FOR_USE.used(world)
        world.note(BELGIAN_LATER, counts)
    flag = (sets(f"provoked.{holder}.controlled-neutral", True),)
    return [Rule("an attack on a neutral it controls", CONTROLLED[holder], lift(counts), flag)]


def _note_lesser(world: World, target: str, holder: str) -> None:
    for nation in CLIMBERS:
        if nation != holder and world.get(f"stance.{target}.{nation}") in ("friendly", "economic", "sworn"):
            world.note(CONTROLLED[nation], False)
            had = any(world.get(f"stance.{target}.{n}") in ("friendly", "economic", "sworn") for n in AXIS)
            world.note(LESSER_CLASS.cite, had)


def player_turn(world: World, attacker: str) -> int:
    """A number for the player turn in which this nation attacks."""
    group = next(i for i, nations in enumerate(GROUPS) if attacker in nations)
    return (world.get("turn") or 0) * len(GROUPS) + group


def stamped(world: World, reacting: Mapping[str, str], attacker: str) -> list[Change]:
    """The neutrals that this attack puts under Total Control of a nation that had not got it, with the player turn."""
    if not in_force(world):
        return []
    now = player_turn(world, attacker)
    new = [place for place, nation in reacting.items() if not holds(under(place, nation), world)]
    return [world.change(f"reacted-in.{place}", now, BEFORE_THE_ATTACK.cite) for place in new]


@cache
def _first() -> Whenever:
    """Who came first where is written down as soon as somebody has Total Control."""
    rules = []
    for place in geography().neutrals:
        nobody = {n: choice(f"first-in.{place}.{n}", "nobody", says="nobody was there before") for n in CLIMBERS}
        axis = tuple(sets(f"first-in.{place}.{n}", "axis", nobody[n]) for n in CLIMBERS)
        rules.append(Rule("the Axis was first", FIRST_IN.cite, under(place, *AXIS), axis))
        for n in CLIMBERS:
            ally = sets(f"first-in.{place}.{n}", "ally", nobody[n])
            rules.append(Rule(f"{title(n)} was first", FIRST_IN.cite, under(place, n), (ally,)))
    return Whenever(rules)


def remember_the_first(world: World, *, then: str, **vars: Any) -> Directive:
    """Go on when it is written down who came first where."""
    return settle(_first(), then=then, unseen=True, **vars) if in_force(world) else go(then, **vars)


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
    return [world.change("chinese-land", amount(largest(lift(0), tally), world), "R39-ALL-SYM-FC")]


def _allied_attack(world: World, attacker: str, target: str) -> list[Rule]:
    AXIS_DRIVES.used(world)
    place, owner = geography().places[target], original_owner(world, target)
    if place.neutral or owner not in AXIS:
        world.weighed(lambda w: _note_elsewhere(w, attacker, target))
        world.note(NOT_CHINA.cite, owner == CHINA or attacker == CHINA)
        return []
    world.note(NOT_AFFILIATED.cite, False)
    china = attacker == CHINA
    world.note(NOT_CHINA.cite, china)
    begun = holds(AXIS_HAS_BEGUN, world)
    world.note(PROVOKED_BEFORE.cite, begun)
    counts = not begun and not china
    remember = Rule(
        "the attack is remembered",
        STATES.cite,
        sets=(sets(f"attacked-original.{attacker}.{owner}", True),),
        again=True,
    )
    if counts:
        world.note(GUARANTEED, True)
        FREE_USE.used(world)
        ATTACK_COST.used(world)
        world.note(ONLY_THAT_ONE.cite, False)
    benefit = freed(AXIS, "an unprovoked attack on original Axis land", LAND_TRIGGER, lift(counts))
    returned = soviet_return(world, counts) if attacker == USSR else []
    return [remember, benefit, *returned]


def _note_elsewhere(world: World, attacker: str, target: str) -> None:
    """Why an attack on land that is not originally the Axis's provokes nobody, for who looks on."""
    neutral = geography().places[target].neutral
    if attacker == USSR and neutral:
        world.note(SOVIET_CONQUESTS.cite, not any(world.get(f"stance.{target}.{n}") == "total" for n in AXIS))
    vichy = world.get(f"vichy.{target}") if target in TERRITORIES else ""
    held = (
        vichy in AXIS
        or world.get(f"holder.{target}") in AXIS
        or any(world.get(f"stance.{target}.{n}") not in (None, "neutral") for n in AXIS if neutral)
    )
    world.note(NOT_AFFILIATED.cite, held)


def freed(nations: Iterable[str], label: str, cite: str, when: Expr) -> Rule:
    """The commerce of these nations is guaranteed and free for any use."""
    found = tuple(sets(f"{what}.{n}", True) for n in nations for what in ("commerce-guaranteed", "commerce-free"))
    return Rule(label, cite, when, found)


# -- bombing raids
@steps.step("twg.raid")
def raid(world: World, frame: Frame) -> Directive:
    """A strategic bombing raid is an attack in all questions of war."""
    attackers = attackers_of(frame)
    target = place_in(frame, "target")
    for nation in attackers:
        check_peace(world, nation, target)
    turned, _ = attacked(world, attackers, frame.target)  # Vichy units become Axis units by a raid as well
    return done(carry_out([*on_land(world, attackers, frame.target, raid=True), *turned], world)[1])


def attackers_of(frame: Frame) -> tuple[str, ...]:
    attacker = nation_in(frame, "attacker")
    side = SIDES[side_of(attacker)]
    for nation in frame.get("joined") or ():
        if nation not in side:
            raise NotFound("nation on the attacker's side", nation, side)
    return (attacker, *(frame.get("joined") or ()))


EVENTS = {
    "raid": Event(
        "twg.raid",
        "A strategic bombing raid on a territory.",
        {"attacker": "the nation", "target": "the territory", "joined": "nations that bomb with it"},
        ACT_RAID,
    ),
}

RULES = (
    tuple(
        Note(label, cite)
        for label, cite in (
            ("an attack on original land is an act of war, whatever comes of it", ACT_LAND),
            ("a bombing raid is such an attack", ACT_RAID),
            ("an Axis attack on original land of a major nation brings all Allies to Full War", FULL_MAJOR),
            ("an Axis attack on France brings France to Full War", FULL_FRANCE),
            ("the first Axis attack on Belgian or Dutch land gives all of it to France", BELGIAN),
            ("later ones bring France to 40 percent", BELGIAN_LATER),
            ("an unprovoked Allied attack on original Axis land frees the commerce of the Axis", LAND_TRIGGER),
        )
    ),
    (LESSER, AXIS_DRIVES, NOT_THE_OTHERS, STATES, IMPUNITY, COMMERCE_STAYS, NO_HOMELANDS),
    (FIRST_IN, LESSER_CLASS, BEFORE_THE_ATTACK, NOT_FIRST_LIMITS, FRENCH_FOR_USE),
    (ATTACK_FREE, ATTACK_COST, PROVOKED_BEFORE, NOT_CHINA, NOT_AFFILIATED, FREE_USE),
    (SOVIET_CONQUESTS, ONLY_HOSTILE, ONLY_THAT_ONE),
)
