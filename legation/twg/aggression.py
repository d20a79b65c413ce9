"""Acts of war under the 1939 rules: attacks on land, bombing raids and battles at sea, and whom they provoke.

Who has attacked whose original land (`attacked-original`) and whose ships (`at-sea`) is kept by pair of nations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, amount, any_of, holds, lift, named, number, truth
from legation.core.facts import Change, Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, ask, done, go
from legation.core.requests import TABLE, confirm
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg.geography import geography, slug
from legation.twg.powers import ALL, ALLIES, AXIS, CHINA, FRANCE, GERMANY, ITALY, JAPAN, TITLES, UK, USA, USSR
from legation.twg.powers import SIDES, enemies, side_of, title
from legation.twg.steps import steps
from legation.twg.vocabulary import at_full_war, place_name
from legation.twg.war_status import BELGIAN_DUTCH, FULL_EFFECT, INDO_CHINA, MAJORS, at_least, full_war
from legation.twg.war_status import CLIMBERS, in_force

__all__ = ["FACTS", "RULES", "after_conquest", "check_peace", "first_in", "on_land", "original_owner", "stamped"]

SAKHALIN = "sakhalin"
OPTION = "only-acts-of-war-provoke"
GROUPS = ((GERMANY, ITALY), (USSR,), (UK, FRANCE), (JAPAN,), (USA, CHINA))  # whose turns are one

FACTS = (
    Family("attacked-original", Flag(), "{0} has attacked original land of {1}", over=(ALL, ALL), default=False),
    Family("at-sea", Flag(), "{0} has attacked ships of {1}", over=(ALL, ALL), default=False),
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
ATTACK_FREE = Permit("an Ally may attack the Axis at any step of the ladder, but for the U.S.A.", cite="R39-ALL-ATTACK-FREE")
ATTACK_COST = Note("an unprovoked attack frees the commerce of one Axis nation, or of all", cite="R39-ALL-ATTACK-COST")
LAND_TRIGGER = "R39-AXIS-LAND-TRIG"
PROVOKED_BEFORE = Limit("the Axis has attacked original Allied land before", cite="R39-AXIS-LAND-COND")
NOT_CHINA = Limit("China and Chinese land do not matter here", cite="R39-AXIS-LAND-CHINA")
NOT_AFFILIATED = Limit("land that the Axis only holds or has on its side is no original land", cite="R39-AXIS-LAND-NOTAFFIL")
GUARANTEED = "R39-AXIS-LAND-GUAR"
FREE_USE = Note("all Axis nations may use commerce money for anything", cite="R39-AXIS-LAND-USE")
SOVIET_CONQUESTS = Permit(
    "the USSR may attack neutrals that no Axis nation controls, without consequence", cite="R39-SOV-NEUTRAL-ATTACK"
)
ONLY_HOSTILE = Limit(
    "the U.K. and France attack only neutrals Sworn to the Axis or under its Total Control", cite="R39-UKF-NEUTRAL-ATTACK"
)

# -- at sea
OWN_WATERS = Permit("next to its own original land a nation may attack ships freely", cite="R39-WAR-RD")
SHARED_WATERS = Permit("every nation with original land beside the zone has that right", cite="R39-WAR-RD-SHARED")
SEA_ACT = "R39-WAR-SEA-ACT"
UNPROVOKED = "R39-WAR-UNPROV-AXIS"
MIXED = Limit("in a mixed fleet only a nation that loses a unit is provoked", cite="R39-WAR-MIXED")
TAKES_PART = Note("any unit of its own, even one fighter, makes a nation an attacker", cite="R39-AXIS-SEA-PARTICIPATION")
CHOOSES_LOSS = Permit(
    "the owner may choose the loss that makes it a provocation, if the hit may fall on it", cite="R39-AXIS-SEA-CASUALTY"
)
SEA_TRIGGER = "R39-AXIS-SEA-TRIG"
ONLY_THAT_ONE = Limit("only the Axis nation attacked is freed, not the others", cite="R39-AXIS-SEA-ONLY")
FIRST_SHOT = "R39-AXIS-SEA-DEF"
SHOT = "R39-USA-SHOT10"
MAY_SHOOT = Permit("a transport may fire one defensive shot at American ships passing by", cite="R39-USA-ISO-SHOT")
MIND_THE_COMMERCE = Note("an unprovoked American attack frees the commerce of its victim", cite="R39-USA-ISO-MC-WARNING")
ZONES = {
    "north-sea": Note("Germany, the U.K. and France share the North Sea", "R39-WAR-RD-EX", (GERMANY, UK, FRANCE)),
}


@dataclass(frozen=True)
class Battle:
    """A battle at sea, as reported."""

    attackers: tuple[str, ...]
    navies: tuple[str, ...]
    zone: str
    coasts: frozenset[str]
    losses: frozenset[str]

    @property
    def mixed(self) -> bool:
        return len(self.navies) > 1


@dataclass(frozen=True, eq=False)
class Example:
    """A worked example of the rulebook; it is met when a battle is like it."""

    label: str
    cite: str
    like: Callable[[World, Battle], bool]


def _fought(world: World, attacker: str, victim: str) -> bool:
    return world.get(f"at-sea.{attacker}.{victim}") is True


EXAMPLES = (
    Example(
        "Germany alone attacks French ships in the Bay of Biscay, where it has no coast",
        "R39-AXIS-SEA-EX-BISCAY",
        lambda world, b: b.zone == BISCAY and b.attackers == (GERMANY,) and b.navies == (FRANCE,),
    ),
    Example(
        "the British join a French answer though Germany has only provoked France",
        "R39-AXIS-SEA-EX-BRITISH",
        lambda world, b: (
            set(b.attackers) == {UK, FRANCE}
            and GERMANY in b.navies
            and _fought(world, GERMANY, FRANCE)
            and not _fought(world, GERMANY, UK)
        ),
    ),
    Example(
        "France or the U.K. attacks Italians who had no part in the German attack",
        "R39-AXIS-SEA-EX-ITALIAN",
        lambda world, b: (
            b.navies == (ITALY,)
            and _fought(world, GERMANY, FRANCE)
            and any(n in (UK, FRANCE) and n not in b.coasts and not _fought(world, ITALY, n) for n in b.attackers)
        ),
    ),
    Example(
        "the British attack Germans and Italians together, when only Germany has provoked them",
        "R39-AXIS-SEA-EX-MIXED",
        lambda world, b: (
            b.attackers == (UK,)
            and set(b.navies) == {GERMANY, ITALY}
            and _fought(world, GERMANY, UK)
            and not _fought(world, ITALY, UK)
        ),
    ),
)
BISCAY = "bay-of-biscay"


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
def check_peace(world: World, attacker: str, target: str, *, in_conflict: bool = False) -> None:
    """What peace forbids an Ally to attack; `in_conflict` says that its units stand beside Vichy units there."""
    if not in_force(world) or attacker in AXIS:
        return
    place = geography().places[target]
    if attacker == USA:
        from_home = Limit("below Full War the U.S.A. makes no attack on land", AMERICAN_ATTACKS, _tied(in_conflict))
        free = not from_home.forbids(world)
        world.note(ATTACK_FREE.cite, free)
        if not free:
            raise Refused(f"{TITLES[USA]} may not attack {place.name}: {from_home.label}", rule=AMERICAN_ATTACKS)
    else:
        world.note(ATTACK_FREE.cite, True)
    if attacker in (UK, FRANCE) and place.neutral:
        hostile = any(world.get(f"stance.{target}.{n}") in ("sworn", "total") for n in AXIS)
        world.note(ONLY_HOSTILE.cite, not hostile)
        if not hostile:
            raise Refused(f"{TITLES[attacker]} may not attack {place.name}: {ONLY_HOSTILE.label}", rule=ONLY_HOSTILE.cite)


AMERICAN_ATTACKS = "R39-USA-SZ-ATTACK"


def _tied(in_conflict: bool) -> Expr:
    return lift(False) if in_conflict else ~at_full_war(USA)


def on_land(world: World, attackers: Iterable[str], target: str, *, raid: bool = False) -> list[Rule]:
    """What an attack or a bombing raid means for the war status of all, on the world before it."""
    if not in_force(world):
        return []
    rules: list[Rule] = []
    for attacker in attackers:
        _no_homeland(world, attacker, target)
        found = _axis_attack(world, attacker, target, raid) if attacker in AXIS else _allied_attack(world, attacker, target)
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
        Rule("the attack is remembered", ACT_LAND, sets=(done_to,)),
        full_war(ALLIES, "an attack on a major nation brings all Allies to Full War", FULL_MAJOR, lift(major)),
        full_war((FRANCE,), "France is attacked and at Full War", FULL_FRANCE, lift(not major)),
    ]


FULL_MAJOR, FULL_FRANCE = "R39-WAR-FULL-MAJOR", "R39-WAR-FULL-FRANCE"


def _on_controlled(world: World, attacker: str, target: str) -> list[Rule]:
    """An attack on a neutral that an Ally controls; the class before this player turn's attacks counts."""
    if not geography().places[target].neutral:
        return []
    holder = next((n for n in CLIMBERS if world.get(f"stance.{target}.{n}") == "total"), "")
    belgian = target in BELGIAN_DUTCH
    if belgian:
        world.note(BELGIAN, holder != FRANCE)
        world.note(BELGIAN_DUTCH[target], True)
    same_turn = world.get(f"reacted-in.{target}") == player_turn(world, attacker)
    if same_turn:
        BEFORE_THE_ATTACK.used(world)
    for nation in CLIMBERS:
        if nation != holder and world.get(f"stance.{target}.{nation}") in ("friendly", "economic", "sworn"):
            world.note(CONTROLLED[nation], False)
            had = any(world.get(f"stance.{target}.{n}") in ("friendly", "economic", "sworn") for n in AXIS)
            world.note(LESSER_CLASS.cite, had)
    if not holder:
        return []
    before = world.get(f"first-in.{target}.{holder}") == "axis"
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


def player_turn(world: World, attacker: str) -> int:
    """A number for the player turn in which this nation attacks."""
    group = next(i for i, nations in enumerate(GROUPS) if attacker in nations)
    return (world.get("turn") or 0) * len(GROUPS) + group


def stamped(world: World, after: World, attacker: str) -> list[Change]:
    """Neutrals that came under Total Control by reacting to this attack, with the player turn."""
    if not in_force(world):
        return []
    found = []
    for place in geography().neutrals:
        if after.get(f"control.{place}") == "reaction" and _holder(world, place) != _holder(after, place):
            key, now = f"reacted-in.{place}", player_turn(world, attacker)
            found.append(Change(key, world.get(key), now, BEFORE_THE_ATTACK.cite))
    return found


def _holder(world: World, place: str) -> str:
    return next((n for n in ALL if world.get(f"stance.{place}.{n}") == "total"), "")


def first_in(world: World) -> list[Change]:
    """Who came first where is written down as soon as somebody has Total Control."""
    if not in_force(world):
        return []
    found = []
    for place in geography().neutrals:
        holder = _holder(world, place)
        for ally in CLIMBERS if holder in AXIS else (holder,) if holder in CLIMBERS else ():
            key = f"first-in.{place}.{ally}"
            if world.get(key) == "nobody":
                found.append(Change(key, "nobody", "axis" if holder in AXIS else "ally", FIRST_IN.cite))
    return found


def after_conquest(world: World, changes: list[Change]) -> list[Change]:
    """What else a conquest means: the tally of Chinese land, and who was first."""
    if not in_force(world):
        return changes
    more = [m for c in changes if c.fact.startswith("holder.") for m in _chinese(world, c)]
    after = world.with_changes([*changes, *more], world.now)
    return [*changes, *more, *first_in(after)]


def _chinese(world: World, change: Change) -> list[Change]:
    place = change.fact.removeprefix("holder.")
    if original_owner(world, place) != CHINA:
        return []
    gained, lost = change.new in AXIS, change.old in AXIS
    if gained == lost:
        return []
    worth = amount(number(f"value.{place}", f"the value of {place_name(place)}"), world)
    key = "chinese-land"
    held = world.get(key) or 0
    return [Change(key, held, max(0, held + (worth if gained else -worth)), "R39-ALL-SYM-FC")]


def _allied_attack(world: World, attacker: str, target: str) -> list[Rule]:
    AXIS_DRIVES.used(world)
    place, owner = geography().places[target], original_owner(world, target)
    if attacker == USSR and place.neutral:
        world.note(SOVIET_CONQUESTS.cite, not any(world.get(f"stance.{target}.{n}") == "total" for n in AXIS))
    if place.neutral or owner not in AXIS:
        held = world.get(f"holder.{target}") in AXIS or any(
            world.get(f"stance.{target}.{n}") not in (None, "neutral") for n in AXIS if place.neutral
        )
        world.note(NOT_AFFILIATED.cite, held)
        world.note(NOT_CHINA.cite, owner == CHINA or attacker == CHINA)
        return []
    world.note(NOT_AFFILIATED.cite, False)
    china = attacker == CHINA
    world.note(NOT_CHINA.cite, china)
    begun = holds(AXIS_HAS_BEGUN, world)
    world.note(PROVOKED_BEFORE.cite, begun)
    counts = not begun and not china
    remember = Rule(
        "the attack is remembered", LAND_TRIGGER, sets=(sets(f"attacked-original.{attacker}.{owner}", True),), again=True
    )
    if counts:
        world.note(GUARANTEED, True)
        FREE_USE.used(world)
        ATTACK_COST.used(world)
        world.note(ONLY_THAT_ONE.cite, False)
    return [remember, _freed(AXIS, "an unprovoked attack on original Axis land", LAND_TRIGGER, lift(counts))]


def _freed(nations: Iterable[str], label: str, cite: str, when: Expr) -> Rule:
    """The commerce of these nations is guaranteed and free for any use."""
    found = tuple(sets(f"{what}.{n}", True) for n in nations for what in ("commerce-guaranteed", "commerce-free"))
    return Rule(label, cite, when, found)


# -- bombing raids
@steps.step("twg.raid")
def raid(world: World, frame: Frame) -> Directive:
    """A strategic bombing raid is an attack in all questions of war."""
    attackers = _nations(frame)
    if frame.get("target") not in geography().places:
        raise NotFound("territory", frame.get("target"), geography().all)
    for nation in attackers:
        check_peace(world, nation, frame.target)
    return done(carry_out(on_land(world, attackers, frame.target, raid=True), world)[1])


def _nations(frame: Frame) -> tuple[str, ...]:
    attacker = frame.get("attacker")
    if attacker not in ALL:
        raise NotFound("nation", attacker, ALL)
    side = SIDES[side_of(attacker)]
    for nation in frame.get("joined") or ():
        if nation not in side:
            raise NotFound("nation on the attacker's side", nation, side)
    return (attacker, *(frame.get("joined") or ()))


# -- battles at sea
@steps.step("twg.sea-attack")
def sea_attack(world: World, frame: Frame) -> Directive:
    """Ships are attacked; only what can still change anything is asked."""
    attackers = _nations(frame)
    navies = tuple(frame.get("navies") or ())
    foes = enemies(attackers[0])
    for nation in navies or ("nobody",):
        if nation not in foes:
            raise NotFound("navy of the other side", nation, foes)
    if not in_force(world):
        return done()
    known = dict.fromkeys(frame.coasts, True) if frame.get("coasts") is not None else dict(frame.get("shores") or {})
    if frame.get("coasts") is not None:
        known |= {n: False for n in attackers if n not in frame.coasts}
    if frame.get("zone") in ZONES:
        known |= {n: n in ZONES[frame.zone].used(world) for n in attackers}
    elif frame.get("zone") == BISCAY and GERMANY in attackers:
        known[GERMANY] = False
    for nation in attackers:
        if nation not in known and any(_matters(world, nation, v) for v in navies):
            where = f" ({frame.zone})" if frame.get("zone") else ""
            prompt = f"Does the sea zone{where} touch original land of {TITLES[nation]}?"
            return ask(confirm(TABLE, prompt, cite=OWN_WATERS.cite), then="twg.sea-attack.shore", into="answer", of=nation, shores=known)
    return go("twg.sea-attack.losses", shores=known, lost=dict.fromkeys(frame.get("losses") or (), True))


@steps.step("twg.sea-attack.shore")
def shore(world: World, frame: Frame) -> Directive:
    return go("twg.sea-attack", shores={**frame.shores, frame.of: frame.answer})


def _matters(world: World, attacker: str, victim: str) -> bool:
    """Whether it can still change anything that this nation attacks ships of that one."""
    if attacker in AXIS:
        if victim not in CLIMBERS:
            return False
        return not world.get(f"provoked.{victim}.naval-aggression") or not _fought(world, attacker, victim)
    return not (world.get(f"commerce-guaranteed.{victim}") and world.get(f"commerce-free.{victim}"))


@steps.step("twg.sea-attack.losses")
def losses(world: World, frame: Frame) -> Directive:
    """Of a mixed fleet, the table is asked who lost a unit."""
    attackers, navies = _nations(frame), tuple(frame.navies)
    lost = dict(frame.lost)
    if frame.get("losses") is not None or len(navies) == 1:
        return go("twg.sea-attack.over", lost=lost)
    for victim in navies:
        if victim not in lost and any(_matters(world, a, victim) for a in attackers):
            prompt = f"Did {TITLES[victim]} lose a unit of its own in that battle? {CHOOSES_LOSS.label.capitalize()}."
            return ask(confirm(TABLE, prompt, cite=MIXED.cite), then="twg.sea-attack.loss", into="answer", of=victim)
    return go("twg.sea-attack.over", lost=lost)


@steps.step("twg.sea-attack.loss")
def loss(world: World, frame: Frame) -> Directive:
    return go("twg.sea-attack.losses", lost={**frame.lost, frame.of: frame.answer})


@steps.step("twg.sea-attack.over")
def sea_over(world: World, frame: Frame) -> Directive:
    """Who has attacked whose ships is remembered; what was no defence provokes."""
    coasts = frozenset(n for n, there in frame.shores.items() if there)
    lost = frozenset(n for n, any_ in frame.lost.items() if any_)
    battle = Battle(_nations(frame), tuple(frame.navies), frame.get("zone") or "", coasts, lost)
    TAKES_PART.used(world)
    STATES.used(world)
    for example in EXAMPLES:
        world.note(example.cite, example.like(world, battle))
    if coasts:
        world.note(SHARED_WATERS.cite, len(coasts) > 1)
    rules = [rule for a in battle.attackers for v in battle.navies for rule in _at_sea(world, battle, a, v)]
    _, changes = carry_out(rules, world)
    if frame.get("shot"):
        world.note(SHOT, any(c.fact == f"provoked.{USA}.naval-aggression" for c in changes))
    return done(changes)


def _at_sea(world: World, battle: Battle, attacker: str, victim: str) -> list[Rule]:
    own = attacker in battle.coasts
    world.note(OWN_WATERS.cite, own)
    world.note(SEA_ACT, not own)
    hurt = not battle.mixed or victim in battle.losses
    if not own or battle.mixed:
        world.note(MIXED.cite, not hurt)
    if battle.mixed:
        world.note(CHOOSES_LOSS.cite, victim in battle.losses)
    acts_only = world.get(f"option.{OPTION}") == "yes"
    rules = []
    if hurt and not (own and acts_only):
        rules.append(Rule("the attack is remembered", SEA_ACT, sets=(sets(f"at-sea.{attacker}.{victim}", True),)))
    if attacker in AXIS:
        return [*rules, *_axis_at_sea(world, attacker, victim, own, hurt)]
    return [*rules, *_allied_at_sea(world, attacker, victim, own, hurt)]


def _axis_at_sea(world: World, attacker: str, victim: str, own: bool, hurt: bool) -> list[Rule]:
    if victim not in CLIMBERS:
        return []
    provoked_ = _fought(world, victim, attacker) or bool(world.get(f"attacked-original.{victim}.{attacker}"))
    world.note(UNPROVOKED, not own and not provoked_)
    counts = not own and not provoked_ and hurt
    flag = (sets(f"provoked.{victim}.naval-aggression", True),)
    return [Rule("unprovoked naval aggression", UNPROVOKED, lift(counts), flag, again=True)]


def _allied_at_sea(world: World, attacker: str, victim: str, own: bool, hurt: bool) -> list[Rule]:
    AXIS_DRIVES.used(world)
    at_war = holds(full_war_between(victim, attacker), world)
    first = not _fought(world, victim, attacker)
    world.note(FIRST_SHOT, first)
    counts = not own and first and hurt and not at_war
    world.note(ONLY_THAT_ONE.cite, counts)
    if counts:
        ATTACK_COST.used(world)
        if attacker == USA:
            MIND_THE_COMMERCE.used(world)
    return [_freed((victim,), "an unprovoked attack on its ships", SEA_TRIGGER, lift(counts))]


@steps.step("twg.transport-shot")
def transport_shot(world: World, frame: Frame) -> Directive:
    """An Axis transport fires at American ships that pass it: an attack on them, hit or miss."""
    if frame.get("attacker") not in AXIS:
        raise NotFound("Axis nation", frame.get("attacker"), AXIS)
    isolated = in_force(world) and not holds(at_least(USA, "10"), world)
    world.note(MAY_SHOOT.cite, isolated)
    return go("twg.sea-attack", navies=[USA], shot=True)


RULES = (
    tuple(Note(label, cite) for label, cite in (
        ("an attack on original land is an act of war, whatever comes of it", ACT_LAND),
        ("a bombing raid is such an attack", ACT_RAID),
        ("an Axis attack on original land of a major nation brings all Allies to Full War", FULL_MAJOR),
        ("an Axis attack on France brings France to Full War", FULL_FRANCE),
        ("the first Axis attack on Belgian or Dutch land gives all of it to France", BELGIAN),
        ("later ones bring France to 40 percent", BELGIAN_LATER),
        ("an unprovoked Allied attack on original Axis land frees the commerce of the Axis", LAND_TRIGGER),
        ("an attack on ships away from its own coast is an act of war", SEA_ACT),
        ("it is unprovoked if the victim has attacked neither ships nor land of the attacker", UNPROVOKED),
        ("an unprovoked Allied attack on its ships frees the commerce of an Axis nation", SEA_TRIGGER),
        ("it is unprovoked if the victim has never attacked ships of that Ally", FIRST_SHOT),
        ("a transport's shot at American ships is naval aggression", SHOT),
    )),
    (LESSER, AXIS_DRIVES, NOT_THE_OTHERS, STATES, IMPUNITY, COMMERCE_STAYS, NO_HOMELANDS),
    (FIRST_IN, LESSER_CLASS, BEFORE_THE_ATTACK, NOT_FIRST_LIMITS, FRENCH_FOR_USE),
    (ATTACK_FREE, ATTACK_COST, PROVOKED_BEFORE, NOT_CHINA, NOT_AFFILIATED, FREE_USE),
    (SOVIET_CONQUESTS, ONLY_HOSTILE, OWN_WATERS, SHARED_WATERS, MIXED, TAKES_PART, CHOOSES_LOSS, ONLY_THAT_ONE),
    (MAY_SHOOT, MIND_THE_COMMERCE, tuple(ZONES.values()), EXAMPLES),
)
