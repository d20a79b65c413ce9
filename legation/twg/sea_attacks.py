"""Battles at sea under the 1939 rules: defence of one's own waters, mixed fleets, and whom an attack provokes.

Who has attacked whose ships (`at-sea`) is kept by pair of nations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from legation.core.book import Event, Option
from legation.core.errors import NotFound
from legation.core.expr import holds, lift
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, ask, done, go
from legation.core.requests import TABLE, confirm
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg.aggression import (
    ATTACK_COST,
    AXIS_DRIVES,
    ONLY_THAT_ONE,
    STATES,
    attackers_of,
    freed,
    full_war_between,
)
from legation.twg.geography import geography
from legation.twg.powers import ALL, AXIS, FRANCE, GERMANY, ITALY, TITLES, UK, USA, enemies
from legation.twg.steps import steps
from legation.twg.vocabulary import at_full_war
from legation.twg.war_status import CLIMBERS, at_least, in_force

__all__ = ["EVENTS", "FACTS", "OPTIONS", "RULES", "random_event"]

ACTS_ONLY = "only-acts-of-war-provoke"
OPTIONS = (Option(ACTS_ONLY, "no", ("no", "yes"), "only acts of war at sea provoke, not defence", "R39-AXIS-SEA-DEF"),)
FACTS = (Family("at-sea", Flag(), "{0} has attacked ships of {1}", over=(ALL, ALL), default=False),)

OWN_WATERS = Permit("next to its own original land a nation may attack ships freely", cite="R39-WAR-RD")
SHARED_WATERS = Permit("every nation with original land beside the zone has that right", cite="R39-WAR-RD-SHARED")
SEA_ACT = "R39-WAR-SEA-ACT"
UNPROVOKED = "R39-WAR-UNPROV-AXIS"
MIXED = Limit("in a mixed fleet only a nation that loses a unit is provoked", cite="R39-WAR-MIXED")
TAKES_PART = Note(
    "any unit of its own, even one fighter, makes a nation an attacker", cite="R39-AXIS-SEA-PARTICIPATION"
)
CHOOSES_LOSS = Permit(
    "the owner may choose the loss that makes it a provocation, if the hit may fall on it", cite="R39-AXIS-SEA-CASUALTY"
)
SEA_TRIGGER = "R39-AXIS-SEA-TRIG"
FIRST_SHOT = "R39-AXIS-SEA-DEF"
SHOT = "R39-USA-SHOT10"
MAY_SHOOT = Permit("a transport may fire one defensive shot at American ships passing by", cite="R39-USA-ISO-SHOT")
MIND_THE_COMMERCE = Note(
    "an unprovoked American attack frees the commerce of its victim", cite="R39-USA-ISO-MC-WARNING"
)
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


# -- battles at sea
@steps.step("twg.sea-attack")
def sea_attack(world: World, frame: Frame) -> Directive:
    """Ships are attacked; only what can still change anything is asked."""
    attackers = attackers_of(frame)
    navies = tuple(frame.get("navies") or ())
    foes = enemies(attackers[0])
    for nation in navies or ("nobody",):
        if nation not in foes:
            raise NotFound("navy of the other side", nation, foes)
    if not in_force(world) or holds(at_full_war(USA), world):  # all are at war: nobody is provoked any more
        return done()
    known = dict.fromkeys(frame.coasts, True) if frame.get("coasts") is not None else dict(frame.get("shores") or {})
    if frame.get("coasts") is not None:
        known |= {n: False for n in attackers if n not in frame.coasts}
    if frame.get("zone") in ZONES:
        known |= {n: n in ZONES[frame.zone].used(world) for n in attackers}
    elif frame.get("zone") == BISCAY and GERMANY in attackers:
        known[GERMANY] = False
    for nation in attackers:
        if nation not in known and any(_coast_matters(world, nation, v) for v in navies):
            where = f" ({frame.zone})" if frame.get("zone") else ""
            prompt = f"Does the sea zone{where} touch original land of {TITLES[nation]}?"
            return ask(
                confirm(TABLE, prompt, cite=OWN_WATERS.cite),
                then="twg.sea-attack.shore",
                into="answer",
                of=nation,
                shores=known,
            )
    return go("twg.sea-attack.losses", shores=known, lost=dict.fromkeys(frame.get("losses") or (), True))


@steps.step("twg.sea-attack.shore")
def shore(world: World, frame: Frame) -> Directive:
    return go("twg.sea-attack", shores={**frame.shores, frame.of: frame.answer})


def _coast_matters(world: World, attacker: str, victim: str) -> bool:
    """Whether it can still change anything that this nation attacks ships of that one away from its own coast."""
    if world.get(f"option.{ACTS_ONLY}") == "yes" and not _fought(world, attacker, victim):
        return True
    if attacker in AXIS:
        open_ = victim in CLIMBERS and not world.get(f"provoked.{victim}.naval-aggression")
        return open_ and not holds(at_least(victim, "full"), world) and not _provoked(world, attacker, victim)
    free = world.get(f"commerce-guaranteed.{victim}") and world.get(f"commerce-free.{victim}")
    at_war = holds(full_war_between(victim, attacker), world)
    return not free and not at_war and not _fought(world, victim, attacker)


def _loss_matters(world: World, attacker: str, victim: str) -> bool:
    return _coast_matters(world, attacker, victim) or not _fought(world, attacker, victim)


def _provoked(world: World, attacker: str, victim: str) -> bool:
    """The victim has attacked ships or original land of this Axis nation before."""
    return _fought(world, victim, attacker) or bool(world.get(f"attacked-original.{victim}.{attacker}"))


@steps.step("twg.sea-attack.losses")
def losses(world: World, frame: Frame) -> Directive:
    """Of a mixed fleet, the table is asked who lost a unit."""
    attackers, navies = attackers_of(frame), tuple(frame.navies)
    lost = dict(frame.lost)
    if frame.get("losses") is not None or len(navies) == 1:
        return go("twg.sea-attack.over", lost=lost)
    for victim in navies:
        if victim not in lost and any(_loss_matters(world, a, victim) for a in attackers):
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
    battle = Battle(attackers_of(frame), tuple(frame.navies), frame.get("zone") or "", coasts, lost)
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
    acts_only = world.get(f"option.{ACTS_ONLY}") == "yes"
    rules = []
    if hurt and not (own and acts_only):
        rules.append(
            Rule("the attack is remembered", TAKES_PART.cite, sets=(sets(f"at-sea.{attacker}.{victim}", True),))
        )
    if attacker in AXIS:
        return [*rules, *_axis_at_sea(world, attacker, victim, own, hurt)]
    return [*rules, *_allied_at_sea(world, attacker, victim, own, hurt)]


def _axis_at_sea(world: World, attacker: str, victim: str, own: bool, hurt: bool) -> list[Rule]:
    if victim not in CLIMBERS:
        return []
    unprovoked = not own and not _provoked(world, attacker, victim)
    world.note(UNPROVOKED, unprovoked)
    counts = unprovoked and hurt
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
    return [freed((victim,), "an unprovoked attack on its ships", SEA_TRIGGER, lift(counts))]


@steps.step("twg.transport-shot")
def transport_shot(world: World, frame: Frame) -> Directive:
    """An Axis transport fires at American ships that pass it: an attack on them, hit or miss."""
    if frame.get("attacker") not in AXIS:
        raise NotFound("Axis nation", frame.get("attacker"), AXIS)
    isolated = in_force(world) and not holds(at_least(USA, "10"), world)
    world.note(MAY_SHOOT.cite, isolated)
    return go("twg.sea-attack", navies=[USA], shot=True)


EVENTS = {
    "sea-attack": Event(
        "twg.sea-attack",
        "Ships are attacked; what matters for the war and is left out is asked for.",
        {
            "attacker": "the nation",
            "joined": "nations with a unit in the attack, if only a fighter",
            "navies": "the nations whose ships are attacked",
            "zone": "the sea zone, as the table calls it",
            "coasts": "the nations with original land next to the zone",
            "losses": "the nations of a mixed fleet that lost a unit",
        },
        SEA_ACT,
    ),
    "transport-shot": Event(
        "twg.transport-shot",
        "An Axis transport fires at American ships that pass it.",
        {
            "attacker": "the nation of the transport",
            "zone": "the sea zone, as the table calls it",
            "coasts": "the nations with original land next to the zone",
        },
        SHOT,
    ),
}


def random_event(world: World, rng: Random) -> tuple[str, dict[str, Any]] | None:
    """Now and then, under the 1939 rules, a raid or a battle at sea."""
    if not in_force(world) or rng.random() < 0.7:
        return None
    attacker = rng.choice(ALL)
    if rng.random() < 0.5:
        navies = rng.sample(enemies(attacker), rng.randint(1, 2))
        return "sea-attack", {"attacker": attacker, "navies": navies}
    place = rng.choice(geography().all if attacker in AXIS else geography().original(*AXIS))
    return ("raid", {"attacker": attacker, "target": place}) if attacker != USA else None


RULES = (
    tuple(
        Note(label, cite)
        for label, cite in (
            ("an attack on ships away from its own coast is an act of war", SEA_ACT),
            ("it is unprovoked if the victim has attacked neither ships nor land of the attacker", UNPROVOKED),
            ("an unprovoked Allied attack on its ships frees the commerce of an Axis nation", SEA_TRIGGER),
            ("it is unprovoked if the victim has never attacked ships of that Ally", FIRST_SHOT),
            ("a transport's shot at American ships is naval aggression", SHOT),
        )
    ),
    (OWN_WATERS, SHARED_WATERS, MIXED, TAKES_PART, CHOOSES_LOSS, MAY_SHOOT, MIND_THE_COMMERCE),
    (tuple(ZONES.values()), EXAMPLES),
)
