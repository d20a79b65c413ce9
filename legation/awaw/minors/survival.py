"""Rules 82.34 and 82.8: a country is attacked, survives or not, and takes a side or fights on alone."""

from __future__ import annotations

from legation.awaw.aggression import driven_to
from legation.awaw.minors import association, brps
from legation.awaw.minors.inquiry import Saying, Topic
from legation.awaw.minors.lands import TWINS
from legation.awaw.minors.words import against, asked, attacked_by, garrisoned, half_of, status_is, survived
from legation.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    CLASSIC,
    LANDS,
    NOBODY,
    POWERS,
    TITLES,
)
from legation.awaw.results import activates
from legation.awaw.vocabulary import HERE, at_war, edition, surrendered, war_key
from legation.core.book import Procedure
from legation.core.errors import NotFound
from legation.core.expr import Expr, any_of, holds, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, do
from legation.core.requests import confirm
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets

__all__ = ["DECLARED", "PROCEDURES", "STEPS", "TOPICS"]

STEPS = Steps()
FIGHTING_ALONE = status_is("neutral", "hex-control", "independent")


def _garrisoner_fights_attacker() -> Expr:
    pairs = [(attacker, keeper) for attacker in POWERS for keeper in POWERS if attacker != keeper]
    return any_of(*(against(a) & garrisoned(k) & at_war(a, k) for a, k in pairs))


PHASES = Note(
    "start, diplomacy, declarations, supply, movement, combat, supply again, construction, redeployment, end",
    "00.phases",
    ("start", "diplomatic", "declaration", "initial-supply", "movement", "combat", "post-combat-supply")
    + ("construction", "redeployment", "end"),
)

# -- the attack
GARRISON_JOINS = Permit(
    "an attacked country associates at once with the power that garrisons it",
    "82.34.associate",
    _garrisoner_fights_attacker(),
)
AT_ONCE = Permit(
    "a garrisoned country does not wait for the next diplomatic phase", "82.81A", _garrisoner_fights_attacker()
)
NO_ALLY = Limit("that never makes it an ally", "82.34.not-ally", _garrisoner_fights_attacker())


@STEPS.step("awaw.minors.attacked")
def attacked(world: World, frame: Frame) -> Directive:
    """War has been declared: who is attacked for the first time, and whom a garrison brings in at once."""
    changes: list[Change] = []
    victims = [TWINS.get(t, t) for t in frame.targets if t in LANDS]
    for country in dict.fromkeys(victims):
        attacker = frame.makers[0]
        look = world.scoped(foe=attacker, site=country)
        more = _first_attack(world, country, attacker)
        joins = asked(GARRISON_JOINS, country).allows(look)
        asked(AT_ONCE, country).allows(look)
        asked(NO_ALLY, country).forbids(look)
        world.note(association.AT_ONCE.cite, joins)
        if joins and holds(asked(FIGHTING_ALONE, country), world):
            friend = world[f"garrison.{country}"]
            more += [*association.forfeited(world, country, friend), *association.owed(world, country, friend)]
            more += driven_to(world, country, friend, attacker)
        world = world.with_changes(more, world.now)
        changes += more
    return do(changes, then="awaw.minors.after.declared")


def _first_attack(world: World, country: str, attacker: str) -> list[Change]:
    """Who attacked a country first, and when, which its survival is measured by."""
    if world[f"attacked-by.{country}"] != NOBODY or not holds(asked(FIGHTING_ALONE, country), world):
        return []
    facts: dict[str, str | int] = {f"attacked-by.{country}": attacker, f"attacked-in.{country}": world["turn"]}
    return [Change(fact, world.get(fact), value, SURVIVES.cite) for fact, value in facts.items()]


# -- the end of the attacker's combat phase
SURVIVES = Rule(
    "a country that is not conquered at the end of the first combat phase has survived",
    "82.81.survive",
    when=~status_is("conquered", "dissolved", "incorporated") & ~survived(),
    sets=(sets(f"survived.{HERE}", True),),
)
POLAND_ALLIES = Rule(
    "if Poland survives Fall 1939 it becomes an ally of Britain",
    "82.12.poland",
    when=edition(*CLASSIC) & survived("poland") & FIGHTING_ALONE.bind(here="poland", Here="Poland"),
    sets=activates(BRITAIN),
)


@STEPS.step("awaw.minors.combat-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """BRPs not won back are lost; whoever stands after the first attack has survived."""
    half = one_half(frame)
    PHASES.used(world)
    changes = brps.combat_ends(world, half)
    for country in LANDS:
        attacker = world[f"attacked-by.{country}"]
        if attacker != NOBODY and half_of(attacker) == half and world[f"attacked-in.{country}"] == world["turn"]:
            changes += carry_out([asked(SURVIVES, country)], world)[1]
    return do(changes, then="awaw.minors.after.combat-ends")


# -- the start of the defender's diplomatic phase
_war_with_other_side = association.war_with_other_side()
WITH_BRITAIN = Permit("attacked by Germany or Italy, it associates with Britain", "82.81.britain", attacked_by(AXIS))
WITH_GERMANY = Permit("attacked by an Allied power, it associates with Germany", "82.81.germany", attacked_by(ALLIED))
BEFORE_ANY_ROLL = Note("it joins before the first roll when its side next does diplomacy", "82.81.when")
NEUTRAL_ATTACKER = Permit(
    "not while its attacker is at war with no power of the other side", "82.81B", ~_war_with_other_side
)
FIGHTS_ALONE = Rule(
    "it fights on as an independent country",
    "82.82.independent",
    when=FIGHTING_ALONE & ~_war_with_other_side,
    sets=(sets(f"status.{HERE}", "independent"), sets(f"deployed.{HERE}", True)),
)
WAR_WIDENS = Permit(
    "an independent country associates when the other side goes to war with its attacker",
    "82.82.associate",
    status_is("independent") & _war_with_other_side & ~truth(f"refused.{HERE}", "it was refused"),
)
NO_BRITAIN = Permit(
    "while Britain is out of the war nobody associates with it", "82.81C", attacked_by(AXIS) & surrendered(BRITAIN)
)
MAY_REFUSE = Note("a power may refuse an association; the country then fights on alone", "82.81D")
ALONE = Rule(
    "it fights on as an independent country",
    "82.82.independent",
    sets=(sets(f"status.{HERE}", "independent"), sets(f"deployed.{HERE}", True)),
    again=True,
)


def partner(world: World, country: str) -> str | None:
    """The power that a survivor associates with now; None if it has to wait."""
    if country == "poland" and asked(POLAND_ALLIES, country).applies(world):
        return BRITAIN
    waits = asked(NEUTRAL_ATTACKER, country).allows(world)
    asked(WAR_WIDENS, country).allows(world)
    waits |= asked(NO_BRITAIN, country).allows(world)
    with_britain = asked(WITH_BRITAIN, country).allows(world)
    with_germany = asked(WITH_GERMANY, country).allows(world)
    if waits or country in association.ASIAN or not (with_britain or with_germany):
        return None
    friends = (BRITAIN, *(p for p in ALLIED_POWERS if p != BRITAIN)) if with_britain else AXIS_POWERS
    if world[f"status.{country}"] == "independent":  # it joins whoever now fights its attacker, its usual friend first
        return next(p for p in friends if world[war_key(p, world[f"attacked-by.{country}"])])
    return friends[0]


def survivors(world: World, half: str) -> list[str]:
    """Countries that have survived, stand alone, and whose friends' player turn begins."""
    return [
        c
        for c in LANDS
        if world[f"survived.{c}"]
        and world[f"status.{c}"] in ("neutral", "hex-control", "independent")
        and not world[f"refused.{c}"]
        and half_of(world[f"attacked-by.{c}"]) != half
    ]


@STEPS.step("awaw.minors.turn-begins")
def turn_begins(world: World, frame: Frame) -> Directive:
    """BRPs that are due are paid; then survivors take a side."""
    return do(brps.turn_begins(world, one_half(frame)), then="awaw.minors.joining")


@STEPS.step("awaw.minors.joining")
def joining(world: World, frame: Frame) -> Directive:
    """One survivor after another: it associates, unless it is refused, or fights on alone."""
    changes: list[Change] = []
    for country in survivors(world, frame.side):
        BEFORE_ANY_ROLL.used(world)
        association.consulted(world, country)
        friend = partner(world, country)
        if friend is None:
            changes += carry_out([asked(ALONE, country)], world)[1]
            world.note(FIGHTS_ALONE.cite, True)
            continue
        world.note(FIGHTS_ALONE.cite, False)
        question = confirm(
            friend,
            f"{TITLES[country]} would join you: accept it?",
            cite=MAY_REFUSE.cite,
            subject=country,
            yes="Accept",
            no="Refuse",
        )
        return ask(question, then="awaw.minors.joined", into="accepted", country=country, friend=friend)
    return do(changes, then="awaw.minors.after.turn-begins")


@STEPS.step("awaw.minors.joined")
def joined(world: World, frame: Frame) -> Directive:
    country, friend = frame.country, frame.friend
    world.note(MAY_REFUSE.cite, not frame.accepted)
    world.note(association.DECLINED.cite, not frame.accepted)
    if not frame.accepted:
        refused = [Change(f"refused.{country}", False, True, MAY_REFUSE.cite)]
        return do([*refused, *carry_out([asked(ALONE, country)], world)[1]], then="awaw.minors.joining")
    if country == "poland" and asked(POLAND_ALLIES, country).applies(world):
        changes = carry_out([asked(POLAND_ALLIES, country)], world)[1]
    else:
        changes = driven_to(world, country, friend, world[f"attacked-by.{country}"])
    association.SURVIVOR_PAYS.used(world)
    changes += association.forfeited(world, country, friend)
    changes += brps.joined(world, country, friend, BEFORE_ANY_ROLL.cite)
    return do(changes, then="awaw.minors.joining")


def one_half(frame: Frame) -> str:
    half = frame.get("side")
    if half not in (AXIS, ALLIED):
        raise NotFound("side", half, (AXIS, ALLIED))
    return str(half)


_alone = status_is("independent")
INDEPENDENT = Topic(
    "what an independent country may do",
    (
        Saying("its turn is supply, movement, combat and construction, no more", "82.83A", _alone),
        Saying("its offensives cost nothing", "82.83B", _alone),
        Saying(
            "its units have the limits of an associate's, in where they go and how they are built", "82.83C", _alone
        ),
    ),
)
ASSISTANCE = Topic(
    "who may help an attacked country with a garrison",
    (
        Saying(
            "units of the garrisoning power, there and elsewhere, may help it",
            "82.34.assist",
            garrisoned(*POWERS) & status_is("associate", "ally"),
        ),
    ),
)
TOPICS = {"independent": INDEPENDENT, "assistance": ASSISTANCE}

PROCEDURES = {
    "turn-begins": Procedure(
        "awaw.minors.turn-begins",
        "A player turn begins: BRPs that are due are paid, survivors take a side",
        {"side": "axis or allied"},
    ),
    "combat-ends": Procedure(
        "awaw.minors.combat-ends",
        "The combat phase ends: BRPs not won back are lost, attacked countries have survived",
        {"side": "axis or allied"},
    ),
}

DECLARED = (
    PHASES,
    GARRISON_JOINS,
    AT_ONCE,
    NO_ALLY,
    SURVIVES,
    POLAND_ALLIES,
    WITH_BRITAIN,
    WITH_GERMANY,
    BEFORE_ANY_ROLL,
    NEUTRAL_ATTACKER,
    FIGHTS_ALONE,
    WAR_WIDENS,
    NO_BRITAIN,
    MAY_REFUSE,
)
