"""Rule 82.4: on whom war is declared first, and what is attacked without."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import product

from legation.books.awaw.countries.belgium_luxembourg import LOW_COUNTRIES
from legation.books.awaw.diplomacy.beneficiary import NAMES, attacked_by_side
from legation.books.awaw.minors.inquiry import Action, Besides, Topic, scope
from legation.books.awaw.minors.schema import WAR_PRICE
from legation.books.awaw.minors.vocabulary import (
    ACTOR,
    ALLIANCES,
    actor_is,
    against,
    faction,
    garrisoned,
    members,
    site_is,
    status_is,
)
from legation.books.awaw.order_of_play import COMES, WHEN_TO_DECLARE, too_late_for_war
from legation.books.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    GERMANY,
    JAPAN,
    MINORS,
    PARTIES,
    POWERS,
    RUSSIA,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.tensions.intake import tracks_of
from legation.books.awaw.tensions.russian_wars import BY_LEVEL, ONLY_AT_50, WHY_NOT, why_not
from legation.books.awaw.tensions.usat import USAT
from legation.books.awaw.tensions.usjt import ENTRY, USJT
from legation.books.awaw.vocabulary import (
    HERE,
    at_war,
    out_of_the_war,
    policy,
    war_key,
)
from legation.books.awaw.war.endings import FIGHTING
from legation.core.abilities import Verdict
from legation.core.deeds import of
from legation.core.errors import Refused, Unknown
from legation.core.expr import NO, YES, Expr, any_of, choice, holds, lift, named
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, call, go
from legation.core.requests import TABLE, confirm
from legation.core.rules import Duty, Limit, Permit, turned_condition

__all__ = ["NEUTRAL", "PROVISIONS"]

STEPS = Steps()

NEUTRAL = status_is("neutral", "hex-control")
_own_garrison = named(
    "{Actor} [garrisons|does not garrison] {Here} itself",
    any_of(*(actor_is(keeper) & garrisoned(keeper) for keeper in POWERS)),
)
_not_at_war_with_garrison = named(
    "{Actor} is [not ]at war with the power that garrisons {Here}",
    (NEUTRAL & _own_garrison)
    | any_of(
        *(
            garrisoned(keeper) & any_of(*(actor_is(p) & ~at_war(p, keeper) for p in POWERS if p != keeper))
            for keeper in POWERS
        )
    ),
)
_side_attacked = attacked_by_side(actor_is)


def _fights_it(actor: str, here: str) -> Expr:
    """War on one of a pair is war on what would join."""
    names = (name for name in NAMES.get(here, (here,)) if name in PARTIES and name != actor)
    return any_of(*(at_war(actor, name) for name in names)) if actor in PARTIES else NO


@dataclass(frozen=True, eq=False)
class Needs(Besides):
    """What is not allowed before a permission stands: it is the permission that is looked at."""

    permit: Callable[[], Permit] | None = None  # declared with its track

    def forbids(self, world: World) -> bool:
        due = holds(turned_condition(self.cite, self.when, self.label), world)
        return due and self.permit is not None and not self.permit().allows(world)


@dataclass(frozen=True, eq=False)
class ByLevel(Besides):
    """What the Russo-German level forbids, for one of its reasons: it is the track's own rule that is looked at."""

    reason: str = ""

    def forbids(self, world: World) -> bool:
        due = holds(turned_condition(self.cite, self.when, self.label), world)
        return due and why_not(world, world["site"]) == self.reason


def _out(who: str) -> Expr:
    """The power is out of the war for good."""
    return out_of_the_war(who) if who in POWERS else NO


def _partners(one: str, other: str) -> Expr:
    """Two powers of a faction; or a country has joined a power of the faction."""
    if one not in POWERS or one == other:
        return lift(one == other)
    if other in POWERS:
        return lift(faction(one) == faction(other))
    names, friends = NAMES.get(other, (other,)), members(faction(one))
    return any_of(
        *(status_is("associate", "ally", country=name) & choice(f"beneficiary.{name}", *friends) for name in names)
    )


GARRISON_FIRST = Limit("not without war on the power that garrisons it", "82.34.dow", _not_at_war_with_garrison)
NO_WAR = (
    Besides(
        "a power that is out of the war declares none",
        FIGHTING,
        of(ACTOR, build=_out, says="{Actor} is [out of|still in] the war"),
    ),
    Besides(
        "no war is declared on a power that is out of it",
        FIGHTING,
        of(HERE, build=_out, says="{Here} is [out of|still in] the war"),
    ),
    Besides(
        "a country that is conquered, or is no country any more, is no party to a war",
        "DT-GEN-35",
        status_is("conquered", "dissolved", "incorporated"),
    ),
    Besides(
        "the powers of a faction are allies, as is a country that has joined one of them",
        ALLIANCES.cite,
        of(ACTOR, HERE, build=_partners, says="{Actor} and {Here} are [|no ]partners"),
    ),
    Besides(
        "{Actor} and {Here} are at war already",
        "82.42",
        of(
            ACTOR,
            HERE,
            build=lambda a, h: at_war(a, h) if a in PARTIES and h in PARTIES and a != h else NO,
            says="{Actor} and {Here} are[ not] at war",
        ),
    ),
    Besides(
        "the Western Allies may not declare war on a country that defends itself with them",
        "DT-BELGIUM-R8",
        actor_is(WESTERN_ALLIES) & site_is(*LOW_COUNTRIES) & policy("no-western-war-on-belgium"),
    ),
    Needs(
        "the U.S. declares war on the European Axis only when its track has opened that",
        "USAT-RES-50",
        actor_is(USA) & site_is(*AXIS_POWERS) & ~at_war(USA, AXIS),
        permit=lambda: USAT.right("usat-res-50"),
    ),
    Needs(
        "the U.S. declares war on Japan only when its track has opened that",
        ENTRY.cite,
        actor_is(USA) & site_is(JAPAN) & ~at_war(USA, JAPAN),
        permit=lambda: USJT.right(ENTRY.slug),
    ),
    Besides(
        ONLY_AT_50.label,
        ONLY_AT_50.cite,
        actor_is(RUSSIA) & site_is(GERMANY) & ~at_war(GERMANY, RUSSIA) & ONLY_AT_50.when,
    ),
)


def _by_level(when: Expr = YES) -> tuple[ByLevel, ...]:
    """The Russo-German level on a Russian war on a minor country; with war on Germany, none is out of reach."""
    russian = actor_is(RUSSIA) & site_is(*MINORS) & ~against(GERMANY)
    return tuple(ByLevel(words, BY_LEVEL, russian & when, reason=reason) for reason, words in WHY_NOT.items())


ACTIONS = {
    "declare-war": Action(
        "may war be declared on the country?",
        (
            Besides(WHEN_TO_DECLARE, COMES.cite, too_late_for_war("actor")),
            *NO_WAR,
            *_by_level(_own_garrison),
            Permit(
                "control does not protect a country from its controller, nor do its units there",
                "82.35",
                _own_garrison,
            ),
            GARRISON_FIRST,
            *_by_level(),
        ),
        True,
        "82.41",
        "nothing forbids it",
    ),
    "join": Action(
        "may the country ever associate with or ally to the power?",
        (
            Besides(
                "nobody joins a power that is out of the war",
                FIGHTING,
                of(ACTOR, build=_out, says="{Actor} is [out of|still in] the war"),
            ),
            Limit("not after the power or an ally of it declared war on it", "82.351", _side_attacked),
            Besides(
                "nor does a country of its own join the power that it fights",
                "82.351",
                status_is("neutral", "hex-control", "independent")
                & of(
                    ACTOR,
                    HERE,
                    build=_fights_it,
                    says="{Actor} and {Here} are[ not] at war",
                ),
            ),
        ),
        True,
        "82.351",
        "nothing bars it",
    ),
}


@STEPS.step("awaw.minors.may-declare")
def may_declare(world: World, frame: Frame) -> Directive:
    """Each of these wars must be allowed; that on a garrison may be declared in the same breath.

    Where all but some are at war already, only these declare war, or have it declared on them.
    """
    makers, targets = _not_at_war_yet(world, frame.makers, frame.targets)
    try:
        refused = _not_allowed(world, makers, targets)
    except Unknown:
        if not all(world.known(track.fact) for track in tracks_of(world)):  # the levels decide who may declare war
            return call("awaw.tension.open", then="awaw.minors.may-declare", keep={**frame.vars, "good_faith": True})
        return go("awaw.minors.told-to-declare")
    if refused is None:
        return go("awaw.declaring", makers=makers, targets=targets, bills=_bills(world, makers, targets))
    if not frame.get("good_faith"):
        raise Refused(refused.reason, rule=refused.rule)
    told = RUSSIA if refused.rule == BY_LEVEL else TABLE  # what a level forbids is told to whoever it binds
    off = confirm(
        told,
        f"Not so: {refused.reason}. The declaration is withdrawn.",
        cite=refused.rule,
        no=None,
        did="withdraws the declaration",
    )
    return ask(off, then="awaw.tension.withdrawn", into="nod")


@STEPS.step("awaw.minors.told-to-declare")
def told_to_declare(world: World, frame: Frame) -> Directive:
    """The table is asked for what is not known; what it says may forbid a declaration made in good faith."""
    _not_allowed(world, *_not_at_war_yet(world, frame.makers, frame.targets))
    return go("awaw.minors.may-declare", good_faith=True)


def _not_at_war_yet(world: World, makers: list[str], targets: list[str]) -> tuple[list[str], list[str]]:
    """Whose wars are new, and with whom; all of them, if none is."""
    new = [pair for pair in product(makers, targets) if not _are_at_war(world, *pair)]
    if not new:
        return makers, targets
    return [m for m in makers if m in {maker for maker, _ in new}], [t for t in targets if t in {to for _, to in new}]


def _bills(world: World, makers: list[str], targets: list[str]) -> dict[str, list[str]]:
    """Who pays for war on which countries: the Western Allies declare it as one, others each for itself."""
    bills: dict[str, list[str]] = {}
    for maker, country in product(makers, targets):
        as_one = members(WESTERN_ALLIES) if maker in members(WESTERN_ALLIES) else (maker,)
        payer = next(one for one in makers if one in as_one)
        paid = bills.setdefault(payer, [])
        if country in MINORS and country not in paid and not any(_are_at_war(world, one, country) for one in as_one):
            paid.append(country)
    return bills


def _are_at_war(world: World, maker: str, target: str) -> bool:
    return maker != target and world.get(war_key(maker, target)) is True


def _not_allowed(world: World, makers: Collection[str], targets: Collection[str]) -> Verdict | None:
    """The first of these declarations that is not allowed; what cannot be told of one waits for the others."""
    lacking: Unknown | None = None
    with_it = {"against": GERMANY} if GERMANY in targets else {}
    pairs = [(t, m) for t, m in product(targets, makers) if not _are_at_war(world, m, t)]
    for country, maker in pairs or product(targets, makers):
        try:
            verdict = ACTIONS["declare-war"].verdict(scope(world, {"by": maker, "in": country, **with_it}))
        except Unknown as needed:
            lacking = lacking or needed
            continue
        in_one_breath = verdict.rule == GARRISON_FIRST.cite and world[f"garrison.{country}"] in targets
        if not verdict.allowed and not in_one_breath:
            return verdict
    if lacking is not None:
        raise lacking
    return None


TOPICS = {
    "declaration": Topic(
        "what a declaration of war costs",
        (Duty(f"{WAR_PRICE} BRPs", "82.41.cost", NEUTRAL),),
    ),
}


PROVISIONS = Provisions(
    "attacks",
    steps=STEPS,
    actions=ACTIONS,
    topics=TOPICS,
)
