"""Rules 82.34 and 82.8: a country is attacked, survives or not, and takes a side or fights on alone."""

from __future__ import annotations

from legation.awaw.aggression import driven_to
from legation.awaw.benefit import attacked_by_side
from legation.awaw.minors import association, brps
from legation.awaw.minors.inquiry import Besides, Topic
from legation.awaw.minors.lands import TWINS
from legation.awaw.minors.news import Reminded
from legation.awaw.minors.words import (
    actor_is,
    against,
    asked,
    attacked_by,
    garrisoned,
    half_of,
    site_is,
    status_is,
    survived,
)
from legation.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    CLASSIC,
    LANDS,
    MEMBERS,
    NOBODY,
    POWERS,
    TITLES,
)
from legation.awaw.results import activates
from legation.awaw.vocabulary import HERE, at_war, beneficiary, edition, war_key
from legation.core.book import Procedure
from legation.core.deeds import Role, of
from legation.core.errors import NotFound
from legation.core.expr import Expr, any_of, bound, choice, holds, named, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, do
from legation.core.requests import confirm
from legation.core.rules import Duty, Limit, Order, Permit, Rule, bespoke, carry_out, sets

__all__ = ["DECLARED", "PHASES", "PROCEDURES", "STEPS", "TOPICS"]

STEPS = Steps()
ATTACKER = Role("attacker", "the power that attacks", POWERS)
BEFORE_ANY_ROLL, MAY_REFUSE = "82.81.when", "82.81D"
FIGHTING_ALONE = status_is("neutral", "hex-control", "independent")


def _garrisoner_fights_attacker() -> Expr:
    pairs = [(attacker, keeper) for attacker in POWERS for keeper in POWERS if attacker != keeper]
    fights = any_of(*(against(a) & garrisoned(k) & at_war(a, k) for a, k in pairs))
    return association.at_war_with_attacker(named("it is against an enemy of the power that garrisons {Here}", fights))


PHASES = Order(
    "start, diplomacy, BRPs, declarations, supply, movement, combat, supply again, construction, redeployment, end",
    "00.phases",
    ("start", "diplomatic", "adjustments", "declaration", "initial-supply", "movement", "combat", "post-combat-supply")
    + ("construction", "redeployment", "end"),
)

# -- the attack
GARRISON_JOINS = Permit(
    "an attacked country associates at once with the power that garrisons it",
    "82.34.associate",
    named(
        "a garrisoned country does not wait for the next diplomatic phase",
        _garrisoner_fights_attacker(),
        cite="82.81A",
    ),
)


@STEPS.step("awaw.minors.attacked")
def attacked(world: World, frame: Frame) -> Directive:
    """War has been declared: who is attacked for the first time, and whom a garrison brings in at once."""
    changes: list[Change] = []
    for country in attacked_together([t for t in frame.targets if t in LANDS]):
        attacker = frame.makers[0]
        look = world.scoped(foe=attacker, site=country)
        more = _first_attack(world, country, attacker)
        joins = asked(GARRISON_JOINS, country).allows(look)
        if joins and holds(asked(FIGHTING_ALONE, country), world):
            friend = world[f"garrison.{country}"]
            more += [*association.forfeited(world, country, friend), *association.owed(world, country, friend)]
            more += driven_to(world, country, friend, attacker)
            more += _settled(world.with_changes(more, world.now), country)
        world = world.with_changes(more, world.now)
        changes += more
    return do(changes, then="awaw.minors.after.declared")


def attacked_together(targets: list[str]) -> list[str]:
    """Who is attacked: a pair if both are, otherwise each by itself."""
    both = {pair for pair in TWINS.values() if all(t in targets for t, twin in TWINS.items() if twin == pair)}
    return list(dict.fromkeys(TWINS[t] if TWINS.get(t) in both else t for t in targets))


def _first_attack(world: World, country: str, attacker: str) -> list[Change]:
    """Who attacked a country first, and when, which its survival is measured by."""
    facts = {f"attacked-by.{country}": attacker, f"attacked-in.{country}": world["turn"]}
    if country in TWINS:  # its turn is taken down with the price of the war
        del facts[f"attacked-in.{country}"]
    first: Rule = asked(FIRST_TURN, country)
    if found := first.brings(world, facts):
        return found
    facts |= {f"survived.{country}": False, f"refused.{country}": False}
    second: Rule = bound(asked(NEXT_ATTACKER, country), attacker=attacker)
    return second.brings(world, facts)


def _second_of_side(country: str, attacker: str) -> Expr:
    """A power of the attacker's half, but not the attacker itself, made the attack that its survival is measured by."""
    partners = [power for power in POWERS if half_of(power) == half_of(attacker) and power != attacker]
    return attacked_by(*partners, country=country)


# -- the end of the attacker's combat phase
SURVIVES = Rule(
    "a country that is not conquered at the end of the first combat phase has survived",
    "82.81.survive",
    when=~status_is("conquered", "dissolved", "incorporated") & ~survived(),
    sets=(sets(f"survived.{HERE}", True),),
)
NEXT_ATTACKER = Rule(
    "another power of the same side attacks a country that fights on alone: it has to survive that attack, too",
    SURVIVES.cite,
    when=FIGHTING_ALONE
    & of(HERE, ATTACKER, build=_second_of_side, says="a partner of {attacker} attacked {Here} before"),
    again=True,
)
FIRST_TURN = Rule(
    "its survival is measured by the first turn of attack",
    SURVIVES.cite,
    when=choice(f"attacked-by.{HERE}", NOBODY, says="nobody has attacked {Here} before") & FIGHTING_ALONE,
    again=True,
)
PAYS_ITS_FRIEND = Rule("a survivor joins its friend, who books its BRPs", BEFORE_ANY_ROLL, again=True)
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
NEUTRAL_ATTACKER = Limit(
    "it waits while its attacker is at war with no power of the other side", "82.81B", ~_war_with_other_side
)
WAR_WIDENS = Permit(
    "an independent country associates when the other side goes to war with its attacker",
    "82.82.associate",
    status_is("independent") & _war_with_other_side,
)
NEVER = Besides("it never joins a power whose side declared war on it", "82.351", attacked_by_side(actor_is))
NO_BRITAIN = Limit("while Britain is out of the war nobody associates with it", "82.81C", association.britain_is_out())
FIGHTS_ALONE = Rule(
    "it fights on as an independent country",
    "82.82.independent",
    when=FIGHTING_ALONE,
    sets=(sets(f"status.{HERE}", "independent"), sets(f"deployed.{HERE}", True)),
)


@bespoke(MAY_REFUSE, reads=[truth(f"refused.{HERE}", "{Here} was refused")])
def refuses(world: World, accepted: bool) -> bool:
    """A power may refuse an association; the country then fights on alone."""
    return not accepted


def partner(world: World, country: str) -> str | None:
    """The power that a survivor associates with now; None if it has to wait."""
    if country == "poland" and asked(POLAND_ALLIES, country).applies(world):
        return BRITAIN
    waits = asked(NEUTRAL_ATTACKER, country).forbids(world) or asked(NO_BRITAIN, country).forbids(world)
    widens = asked(WAR_WIDENS, country).allows(world)
    with_britain = asked(WITH_BRITAIN, country).allows(world)
    with_germany = asked(WITH_GERMANY, country).allows(world)
    if waits or country in association.ASIAN or not (with_britain or with_germany):
        return None
    side = ALLIED if with_britain else AXIS
    if asked(NEVER, country).forbids(world.scoped(actor=MEMBERS[side][0])):  # both sides have attacked it
        return None
    friends = (BRITAIN, *(p for p in ALLIED_POWERS if p != BRITAIN)) if with_britain else AXIS_POWERS
    if world[f"status.{country}"] != "independent":
        return friends[0]
    if not widens:
        return None
    # it joins whoever now fights its attacker, its usual friend first
    attackers = [a for a in POWERS if holds(asked(association.attacker(a), country), world)]
    return next(p for p in friends if any(world[war_key(p, a)] for a in attackers if a != p))


@bespoke(BEFORE_ANY_ROLL, reads=[survived(), FIGHTING_ALONE, attacked_by(*POWERS)])
def survivors(world: World, half: str) -> list[str]:
    """A survivor joins before the first roll when the side of its friends next does diplomacy."""
    return [
        c
        for c in LANDS
        if world[f"survived.{c}"]
        and not (c in TWINS.values() and all(world[f"status.{t}"] != "neutral" for t in TWINS))
        and world[f"status.{c}"] in ("neutral", "hex-control", "independent")
        and not world[f"refused.{c}"]
        and half_of(world[f"attacked-by.{c}"]) != half
    ]


@STEPS.step("awaw.minors.turn-begins")
def turn_begins(world: World, frame: Frame) -> Directive:
    """BRPs that are due are paid, unless that has a phase of its own later; then survivors take a side."""
    half = one_half(frame)
    return do(() if frame.get("brps_later") else brps.turn_begins(world, half), then="awaw.minors.joining")


@STEPS.step("awaw.minors.adjustments")
def adjustments(world: World, frame: Frame) -> Directive:
    """The phase for BRPs: what is due for conquests, then for minor countries."""
    return do(brps.turn_begins(world, one_half(frame)), then="awaw.minors.after.adjustments")


@STEPS.step("awaw.minors.joining")
def joining(world: World, frame: Frame) -> Directive:
    """One survivor after another: it associates, unless it is refused, or fights on alone."""
    changes: list[Change] = []
    for country in survivors(world, frame.side):
        friend = partner(world, country)
        if friend is None:
            changes += carry_out([asked(FIGHTS_ALONE, country)], world)[1]
            continue
        says = f"{TITLES[country]} would join you: accept it?"
        question = confirm(friend, says, cite=MAY_REFUSE, subject=country, yes="Accept", no="Refuse")
        return ask(question, then="awaw.minors.joined", into="accepted", country=country, friend=friend)
    return do(changes, then="awaw.minors.after.turn-begins")


@STEPS.step("awaw.minors.joined")
def joined(world: World, frame: Frame) -> Directive:
    country, friend = frame.country, frame.friend
    refused = association.declined(world, country, frame.accepted)
    if refuses(world, frame.accepted):
        return do([*refused, *carry_out([asked(FIGHTS_ALONE, country)], world)[1]], then="awaw.minors.joining")
    if country == "poland" and asked(POLAND_ALLIES, country).applies(world):
        changes = carry_out([asked(POLAND_ALLIES, country)], world)[1]
    else:
        changes = driven_to(world, country, friend, world[f"attacked-by.{country}"])
    changes += association.forfeited(world, country, friend)
    if share := association.survivor_pays(world, country, friend):
        changes += brps.book(world, PAYS_ITS_FRIEND, friend, share)
    changes += _settled(world.with_changes(changes, world.now), country)
    return do(changes, then="awaw.minors.joining")


def _settled(world: World, country: str) -> list[Change]:
    """Whose the BRPs of a new associate are: an enemy may have its capital, and a twin may stay behind."""
    return [*brps.without_capital(world, country), *brps.leaves_pair(world, country)]


def one_half(frame: Frame) -> str:
    half = frame.get("side")
    if half not in (AXIS, ALLIED):
        raise NotFound("side", half, (AXIS, ALLIED))
    return str(half)


_alone, _vichy = status_is("independent"), site_is("vichy-france")
INDEPENDENT = Topic(
    "what an independent country may do",
    (
        Duty("its turn is supply, movement, combat and construction, no more", "82.83A", _alone & ~_vichy),
        Reminded("its turn is supply, movement, combat, construction and redeployment", "82.83A", _alone & _vichy),
        Duty("its offensives cost nothing", "82.83B", _alone),
        Duty("its units have the limits of an associate's, in where they go and how they are built", "82.83C", _alone),
    ),
)
_with_its_garrison = named(
    "{Here} is with the power that garrisons it",
    any_of(*(garrisoned(power) & beneficiary(HERE, power) for power in POWERS)),
)
ASSISTANCE = Topic(
    "who may help an attacked country with a garrison",
    (
        Duty(
            "units of the garrisoning power, there and elsewhere, may help it",
            "82.34.assist",
            _with_its_garrison & status_is("associate", "ally"),
        ),
        Duty(
            "the attack made it an associate of the garrisoning power, not an ally",
            "82.34.not-ally",
            _with_its_garrison & status_is("associate") & truth(f"by-attack.{HERE}", "it joined when it was attacked"),
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
    "adjustments": Procedure(
        "awaw.minors.adjustments",
        "The BRPs of a player turn are adjusted for conquests and minor countries",
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
    SURVIVES,
    POLAND_ALLIES,
    WITH_BRITAIN,
    WITH_GERMANY,
    survivors,
    NEUTRAL_ATTACKER,
    FIGHTS_ALONE,
    WAR_WIDENS,
    NO_BRITAIN,
    refuses,
)
