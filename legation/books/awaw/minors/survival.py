"""Rules 82.34 and 82.8: a country is attacked, survives or not, and takes a side or fights on alone."""

from __future__ import annotations

from legation.books.awaw.brps import payments
from legation.books.awaw.deeds import (
    ALLIANCE,
    ASSOCIATION,
    ATTACKED,
    COUNTRY,
    DECLARATION,
    PAYDAY,
    POWER,
    TIME_UP,
    upon,
)
from legation.books.awaw.diplomacy.beneficiary import attacked_by_side
from legation.books.awaw.diplomacy.results import activates
from legation.books.awaw.minors import association
from legation.books.awaw.minors.inquiry import Besides, Topic
from legation.books.awaw.minors.lands import TWINS
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.vocabulary import (
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
from legation.books.awaw.powers import (
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
from legation.books.awaw.vocabulary import HERE, at_war, beneficiary, edition, war_key
from legation.core.book import Procedure
from legation.core.deeds import On, of
from legation.core.errors import NotFound
from legation.core.expr import Expr, any_of, bound, choice, holds, named, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, go
from legation.core.requests import confirm
from legation.core.rules import Duty, Limit, Order, Permit, Rule, bespoke, carry_out, sets

__all__ = ["DECLARED", "HEEDS", "PHASES", "PROCEDURES", "STEPS", "TOPICS"]

STEPS = Steps()
BEFORE_ANY_ROLL, MAY_REFUSE = "82.81.when", "82.81D"
FIGHTING_ALONE = status_is("neutral", "hex-control", "independent")


def _garrisoner_fights_attacker() -> Expr:
    pairs = [(attacker, keeper) for attacker in POWERS for keeper in POWERS if attacker != keeper]
    fights = any_of(*(against(a) & garrisoned(k) & at_war(a, k) for a, k in pairs))
    return association.at_war_with_attacker(
        named("it is against [an|no] enemy of the power that garrisons {Here}", fights)
    )


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
    """War has been declared: who is attacked for the first time."""
    countries = attacked_together([t for t in frame.targets if t in LANDS])
    deed = {"deed": DECLARATION.name, "power": frame.makers[0], "country": countries}
    return call(
        "awaw.follows", then="awaw.minors.garrisons", keep={**frame.vars, "left": countries}, at=ATTACKED, **deed
    )


@STEPS.step("awaw.minors.garrisons")
def garrisons(world: World, frame: Frame) -> Directive:
    """Whom its garrison brings in at once."""
    attacker = frame.makers[0]
    for place, country in enumerate(frame.left, 1):
        joins = asked(GARRISON_JOINS, country).allows(world.scoped(foe=attacker, site=country))
        if joins and holds(asked(FIGHTING_ALONE, country), world):
            deed = {"deed": ASSOCIATION.name, "country": country, "power": world[f"garrison.{country}"]}
            keep = {**frame.vars, "left": frame.left[place:]}
            return call(
                "awaw.minors.joins",
                then="awaw.minors.garrisons",
                keep=keep,
                attacker=attacker,
                pays="next-turn",
                **deed,
            )
    return go("awaw.minors.after.declared")


def attacked_together(targets: list[str]) -> list[str]:
    """Who is attacked: a pair if both are, otherwise each by itself."""
    both = {pair for pair in TWINS.values() if all(t in targets for t, twin in TWINS.items() if twin == pair)}
    return list(dict.fromkeys(TWINS[t] if TWINS.get(t) in both else t for t in targets))


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
_alone_now = bound(FIGHTING_ALONE, here=str(COUNTRY), Here=str(COUNTRY))
_attack = (
    sets(f"attacked-by.{COUNTRY}", str(POWER)),
    sets(f"attacked-in.{COUNTRY}", number("turn")),
    *(sets(f"attacked-in.{one}", number("turn"), upon(pair)) for one, pair in TWINS.items()),
)
HEEDS = (
    On(
        "its survival is measured by the first turn of attack",
        SURVIVES.cite,
        on=DECLARATION,
        at=ATTACKED,
        when=choice(f"attacked-by.{COUNTRY}", NOBODY, says="[nobody|somebody] has attacked the country before")
        & _alone_now,
        sets=_attack,
        again=True,
    ),
    On(
        "another power of the same side attacks a country that fights on alone: it has to survive that attack, too",
        SURVIVES.cite,
        on=DECLARATION,
        at=ATTACKED,
        when=_alone_now
        & of(COUNTRY, POWER, build=_second_of_side, says="[a|no] partner of the power attacked the country before"),
        sets=(*_attack, sets(f"survived.{COUNTRY}", False), sets(f"refused.{COUNTRY}", False)),
        again=True,
    ),
    On(
        "a country that survived the first turn becomes an ally",
        "82.12.poland",
        on=ALLIANCE,
        sets=bound(activates(str(POWER)), here=str(COUNTRY)),
        again=True,
    ),
)
POLAND_ALLIES = Permit(
    "if Poland survives Fall 1939 it becomes an ally of Britain",
    "82.12.poland",
    site_is("poland") & edition(*CLASSIC),
)


@STEPS.step("awaw.minors.combat-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """BRPs not won back are lost."""
    return payments.settled(TIME_UP, payments.time_is_up(world, one_half(frame)), "awaw.minors.survives")


@STEPS.step("awaw.minors.survives")
def survives(world: World, frame: Frame) -> Directive:
    """Whoever stands after the first attack has survived."""
    changes: list[Change] = []
    for country in LANDS:
        attacker = world[f"attacked-by.{country}"]
        if attacker != NOBODY and half_of(attacker) == frame.side and world[f"attacked-in.{country}"] == world["turn"]:
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


@bespoke(MAY_REFUSE, reads=[truth(f"refused.{HERE}", "{Here} was[ not] refused")])
def refuses(world: World, accepted: bool) -> bool:
    """A power may refuse an association; the country then fights on alone."""
    return not accepted


def partner(world: World, country: str) -> str | None:
    """The power that a survivor associates with now; None if it has to wait."""
    if asked(POLAND_ALLIES, country).allows(world.scoped(site=country)):
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
    due = [] if frame.get("brps_later") else payments.due_now(world, one_half(frame))
    return payments.settled(PAYDAY, due, "awaw.minors.joining")


@STEPS.step("awaw.minors.adjustments")
def adjustments(world: World, frame: Frame) -> Directive:
    """The phase for BRPs: what is due for conquests, then for minor countries."""
    return payments.settled(PAYDAY, payments.due_now(world, one_half(frame)), "awaw.minors.after.adjustments")


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
        did = f"[accepts|refuses] {TITLES[country]} as an associate"
        question = confirm(friend, says, cite=MAY_REFUSE, subject=country, yes="Accept", no="Refuse", did=did)
        return ask(question, then="awaw.minors.joined", into="accepted", country=country, friend=friend)
    return do(changes, then="awaw.minors.after.turn-begins")


@STEPS.step("awaw.minors.joined")
def joined(world: World, frame: Frame) -> Directive:
    country, friend = frame.country, frame.friend
    refused = association.declined(world, country, frame.accepted)
    if refuses(world, frame.accepted):
        return do([*refused, *carry_out([asked(FIGHTS_ALONE, country)], world)[1]], then="awaw.minors.joining")
    allies = asked(POLAND_ALLIES, country).allows(world.scoped(site=country))
    deed = {"deed": (ALLIANCE if allies else ASSOCIATION).name, "country": country, "power": friend}
    deed |= {"attacker": world[f"attacked-by.{country}"], "pays": "survivor"}
    return call("awaw.minors.joins", then="awaw.minors.joining", **deed)


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
    "{Here} is[ not] with the power that garrisons it",
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
            _with_its_garrison
            & status_is("associate")
            & truth(f"by-attack.{HERE}", "it [joined|did not join] when it was attacked"),
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
