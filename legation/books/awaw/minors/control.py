"""Rules 82.3 and 82.4: a country whose hexes a power controls, the limits there, and attacks on neutrals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import product

from legation.books.awaw.countries.belgium_luxembourg import LOW_COUNTRIES
from legation.books.awaw.diplomacy.beneficiary import NAMES, attacked_by_side
from legation.books.awaw.minors.facts import VICHY_COLONIES, WAR_PRICE
from legation.books.awaw.minors.inquiry import Action, Besides, Cap, RoomLeft, Topic, cap, scope
from legation.books.awaw.minors.lands import LAND, TWINS
from legation.books.awaw.minors.words import (
    ACTOR,
    ALLIANCES,
    actor_is,
    against,
    faction,
    garrisoned,
    holder_is,
    members,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.order_of_play import COMES, WHEN_TO_DECLARE, too_late_for_war
from legation.books.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    CHINA,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FACTIONS,
    FRANCE,
    GERMANY,
    HOME,
    JAPAN,
    LANDS,
    MEMBERS,
    MINORS,
    NOBODY,
    OLDER,
    PARTIES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
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
    beneficiary,
    border_war,
    control_is,
    declared_war,
    edition,
    fallen,
    out_of_the_war,
    policy,
    war_key,
)
from legation.books.awaw.war.endings import FIGHTING
from legation.core.abilities import Verdict
from legation.core.deeds import of
from legation.core.errors import Refused, Unknown
from legation.core.expr import NO, YES, Expr, any_of, choice, holds, lift, named, number, sum_of, truth, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, call, go
from legation.core.requests import TABLE, confirm
from legation.core.rules import Duty, Limit, Permit, turned_condition

__all__ = ["PROVISIONS"]

STEPS = Steps()

_current = edition(CURRENT_CLASSIC, CURRENT_GS)
_pair = named(
    "Belgium and Luxembourg are one country here",
    named(
        "it is [|neither ]Belgium [or|nor] Luxembourg",
        site_is("belgium", "luxembourg", "belgium-luxembourg"),
        cite="87.13C",
    ),
    cite="82.32C",
)
_opened = status_is("hex-control")
_in_finland = site_is("finland") & actor_is(AXIS)
_exempt = named(
    "Finnish and Swedish units do not count in Finland",
    site_is("finland") & actor_is("finland", "sweden"),
    cite="82.322.exempt",
)
_colony_of_vichy = named(
    "{Here} is [a|no] colony of Vichy France", fallen(FRANCE) & site_is(*VICHY_COLONIES) & status_is("colony")
)
_was_attacked = (number(f"attacked-in.{HERE}", "the turn in which {Here} was attacked") >= 1).worded(
    "{Here} was [|never ]attacked"
)
_attacked_colony = (site_is("attacked-vichy-colonies") | (_colony_of_vichy & _was_attacked)) & actor_is(AXIS)
_vichy_free = any_of(
    named("colonies that were attacked do not count", _attacked_colony & edition(OLDER), cite="82.32A.vichy@older"),
    named("colonies that were attacked do not count", _attacked_colony & _current, cite="82.32A.vichy@current"),
)
_morocco_free = named(
    "units in Spanish Morocco do not count for Spain",
    site_is("spain", "spanish-morocco") & edition(OLDER),
    cite="82.32A.spanish-morocco@older",
)
_morocco_counts = named(
    "units in Spanish Morocco count for Spain",
    site_is("spain", "spanish-morocco") & _current,
    cite="82.32A.spanish-morocco@current",
)


def _there(area: str) -> Expr:
    """Naval, ground and air factors of the actor's faction in an area."""

    def of(faction: str) -> Expr:
        return sum_of(
            *(number(f"factors.{faction}.{kind}.{area}", f"{kind} factors") for kind in ("ground-air", "naval"))
        )

    western = when_else(actor_is(RUSSIA), of(RUSSIA), of("western-allies"))
    return when_else(actor_is(AXIS), of(AXIS), western)


_with_vichy = _colony_of_vichy & status_is("hex-control", country="vichy-france")
_vichy = site_is("vichy-france") | _with_vichy
_in_country = when_else(
    _pair,
    _there("belgium-luxembourg"),
    when_else(
        _vichy,
        _there("vichy-territory"),
        when_else(_morocco_counts, _there("spain") + _there("spanish-morocco"), _there(HERE)),
    ),
)
_through = number(f"supplied-through.initial.{HERE}", "factors supplied through {Here}")
_after_combat = number(f"supplied-through.post-combat.{HERE}", "factors newly supplied through {Here}")
_supplied = named("factors supplied through it count", _through >= 1, cite="82.32B")
_taken_up = when_else(_supplied, _through, 0)
_counts = ~_exempt & ~_vichy_free
_limit = when_else(_in_finland, 5, 10)
_spain = (
    _opened | (site_is("spanish-morocco") & status_is("hex-control", country="spain") & ~_morocco_free) | _with_vichy
)


@dataclass(frozen=True, eq=False)
class AtAnotherMoment(Cap):
    """The same limit at another moment."""

    again: bool = True


ROOMS = {
    "foreign-factors": RoomLeft(
        "foreign factors that may still enter",
        (
            cap("ten foreign factors at most", "82.32", 10 - _taken_up, _in_country, _counts & _spain),
            cap(
                "five Axis factors at most",
                "82.32A.finland",
                5 - _taken_up,
                _in_country,
                _in_finland & _opened,
            ),
            cap(
                "five Axis factors at most, whatever Finland's status",
                "82.322.limit",
                5 - _taken_up,
                _in_country,
                _in_finland,
            ),
            cap(
                "five Axis factors at most, also in an allied Finland",
                "85.43",
                5 - _taken_up,
                _in_country,
                _in_finland & status_is("ally"),
            ),
            cap(
                "five Axis factors at most, also once Finland has associated",
                "84.43",
                5 - _taken_up,
                _in_country,
                _in_finland & status_is("associate"),
            ),
            cap(
                "five Axis factors at most in Finland, or supplied into or through it",
                "86.23",
                5 - _taken_up,
                _in_country,
                _in_finland,
            ),
        ),
        whom=FACTIONS,
    ),
    "armor-in-finland": RoomLeft(
        "Axis armor units that may still enter Finland",
        (
            cap(
                "one Axis armor unit",
                "82.322.armor",
                1,
                number("axis-armor-in-finland", "Axis armor units in Finland"),
                named("[|no ]Axis units go to Finland", _in_finland, cite="86.23"),
            ),
        ),
        whom=(AXIS,),
        only=("finland",),
    ),
    "supply-through": RoomLeft(
        "factors that may still be supplied through the country",
        (
            cap(
                "no more factors through the country than its limit leaves, those inside first",
                "82.32B1",
                _limit,
                _in_country + _through,
                (_opened | _in_finland)
                & ~named("supplying units inside costs nothing", with_means("inside"), cite="82.32B3"),
            ),
        ),
        whom=FACTIONS,
    ),
    "supply-after-combat": RoomLeft(
        "factors that may be newly supplied through the country after combat",
        (
            cap(
                "what was supplied through it before combat lowers the limit for the turn",
                "82.32B2",
                _limit - _through,
                _in_country + _after_combat,
                (_opened | _in_finland) & (_through >= 1),
            ),
            AtAnotherMoment(
                "no more factors through the country after combat than its limit leaves, those inside first",
                "82.32B1",
                _limit,
                _in_country + _after_combat,
                (_opened | _in_finland) & (_through < 1),
            ),
        ),
        whom=FACTIONS,
    ),
}

# -- who may do what there
_of_the_side = named(
    "[{Actor}, or the power whose ally it is,|neither {Actor} nor the power whose ally it is] benefits from {Here}",
    any_of(
        *(actor_is(side) & beneficiary(HERE, side) for side in FACTIONS),
        *(
            actor_is(country)
            & status_is("ally", country=country)
            & choice(f"beneficiary.{country}", *MEMBERS[f])
            & beneficiary(HERE, f)
            for country in LANDS
            for f in FACTIONS
        ),
    ),
)
_neutral = status_is("neutral", "hex-control")
_must_go = ~choice(f"must-leave.{HERE}", NOBODY, says="[nobody|somebody] has to leave {Here}")
_reversed = _must_go & status_is("neutral")
_own_garrison = named(
    "{Actor} [garrisons|does not garrison] {Here} itself",
    any_of(*(actor_is(keeper) & garrisoned(keeper) for keeper in POWERS)),
)
_not_at_war_with_garrison = named(
    "{Actor} is [not ]at war with the power that garrisons {Here}",
    (_neutral & _own_garrison)
    | any_of(
        *(
            garrisoned(keeper) & any_of(*(actor_is(p) & ~at_war(p, keeper) for p in POWERS if p != keeper))
            for keeper in POWERS
        )
    ),
)
_side_attacked = attacked_by_side(actor_is)
_vichy_colonies = ("algeria", "morocco", "tunisia", "lebanon-syria", "attacked-vichy-colonies")


def _side_by_side(*pairs: tuple[tuple[str, ...], tuple[str, ...]]) -> Expr:
    """Whoever would act is of one side, and the country is with a power of the other of a pair, or held by it."""

    def with_one_of(powers: tuple[str, ...]) -> Expr:
        return choice(f"beneficiary.{HERE}", *powers) | choice(f"holder.{HERE}", *powers)

    return any_of(*(actor_is(*actors) & with_one_of(powers) for actors, powers in pairs))


_ONE, _OTHER = (*AXIS_POWERS, JAPAN), (*ALLIED_POWERS, CHINA)
_with_the_enemy = named("{Here} is[ not] with the enemy of {Actor}", _side_by_side((_ONE, _OTHER), (_OTHER, _ONE)))
_with_a_friend = named("{Here} is[ not] with the side of {Actor}", _side_by_side((_ONE, _ONE), (_OTHER, _OTHER)))
# An area for which nobody declares war apart, and the country to which it belongs.
PART_OF = {"eastern-poland": "poland", "bessarabia": "rumania", "finnish-border-hexes": "finland"}
PART_OF |= dict.fromkeys(("estonia", "latvia", "lithuania"), "baltic-states")


def _party(here: str) -> tuple[str, ...]:
    """On whom war is declared to attack there: a country under each of its names, or whose colony it is."""
    names = (here, *NAMES.get(here, ()), TWINS.get(here, ""), PART_OF.get(here, ""))
    owner = LAND[here].owner if here in LAND else ""
    return tuple(dict.fromkeys(n for n in names if n in PARTIES)) or ((owner,) if owner in POWERS else ())


def _fights(power: str, country: str) -> Expr:
    now = at_war(power, country) if country in PARTIES else NO
    return declared_war(power, country) | now if country in MINORS else now


def _war_is_on(actor: str, here: str) -> Expr:
    """War is on, or was declared, by whoever would act or by the power whose friend it is; at sea none is needed."""
    parties = _party(here)
    if not parties:
        return YES
    powers = members(actor) if actor not in LANDS else POWERS
    by = {p: any_of(*(_fights(p, country) for country in parties if country != p)) for p in powers}
    if actor not in LANDS:
        return any_of(*(declared for power, declared in by.items() if power in POWERS))
    return any_of(*(choice(f"beneficiary.{actor}", power) & declared for power, declared in by.items()))


_declared = of(ACTOR, HERE, build=_war_is_on, says="{Actor} [declared|did not declare] war on {Here}")
NO_WAR_NEEDED = Permit(
    "no declaration of war on a country that is with the enemy",
    "82.42",
    status_is("associate", "ally", "conquered", "colony") & _with_the_enemy,
)
WAR_FIRST = Limit("war must be declared on a neutral country first", "82.41", _neutral & ~_declared)
ALSO_FIRST = (
    Besides(
        "war must be declared on a country that is with another side first",
        "82.41",
        site_is(*MINORS)
        & actor_is(*POWERS)
        & status_is("associate", "ally", "conquered")
        & ~_with_a_friend
        & ~_declared,
    ),
    Besides(
        "war must be declared on Vichy France before an attack on its colonies",
        "82.41",
        site_is(*_vichy_colonies)
        & actor_is(ALLIED)
        & fallen(FRANCE)
        & status_is("neutral", "hex-control", country="vichy-france")
        & ~truth(f"declared-war.{ACTOR}.vichy-france", "{Actor} [declared|did not declare] war on Vichy France"),
    ),
)


def _at_peace(actor: str, here: str) -> Expr:
    """No war with a power; a city is whoever's that controls it, and that of its own country."""
    if here in POWERS:
        return ~at_war(actor, here) if actor in PARTIES else NO
    home = HOME.get(here, NOBODY)
    if actor not in POWERS or home not in POWERS or faction(home) == faction(actor):
        return NO
    others = {faction(power) for power in POWERS} - {faction(actor), faction(home)}
    fights = (control_is(here, side) & any_of(*(at_war(actor, p) for p in members(side))) for side in others)
    return ~any_of(at_war(actor, home), out_of_the_war(home), control_is(here, faction(actor)), *fights)


WAR_ON_A_POWER = Besides(
    "war must be declared on a power first",
    "82.41",
    of(ACTOR, HERE, build=_at_peace, says="{Here} is[ not] of a power with which {Actor} is at peace"),
)
_of_vichy = site_is(*_vichy_colonies) & fallen(FRANCE)
_no_foe = choice("foe", NOBODY, says="[no|an] enemy there is named")


def _held_by(build: Callable[[str, str], Expr]) -> Expr:
    """A power holds the country, and so it is with that power and whoever would act."""
    return any_of(*(actor_is(one) & holder_is(other) & build(one, other) for one, other in product(POWERS, POWERS)))


HELD_IN_PEACE = named(
    "{Here} is[ not] held by a power that {Actor} does not fight",
    _held_by(lambda one, other: NO if faction(one) == faction(other) else ~at_war(one, other)),
)
COLONY_OF_A_POWER = Besides(
    "a colony is attacked only in war with the power that has it",
    "83.41",
    status_is("colony") & HELD_IN_PEACE & ~_of_vichy,
)
OF_ITS_OWN_FACTION = Besides(
    "only an enemy that stands there may be attacked: {Here} is in the hands of the faction of {Actor}",
    "82.42",
    named(
        "{Here} is[ not] held by a power of the faction of {Actor}",
        _held_by(lambda one, other: lift(faction(one) == faction(other))),
    )
    & _no_foe,
)
NOT_A_FRIEND = Besides(
    "only an enemy that stands there may be attacked: the country is with the side of {Actor}",
    "82.42",
    status_is("associate", "ally") & _with_a_friend & _no_foe,
)
ON_ALREADY = NO_WAR_NEEDED.cite


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
        "they are at war already",
        ON_ALREADY,
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
    "enter-controlled": Action(
        "may units enter a country whose hexes are controlled?",
        (
            Permit(
                "units of the controlling power and its allies may enter, within the limit",
                "82.32D",
                status_is("hex-control") & _of_the_side,
            ),
        ),
        False,
        "82.32D",
        "only units of the controlling side may enter",
    ),
    "attack-from": Action(
        "may units attack out of the country?",
        (
            Limit("not from a neutral country that has turned away", "82.33.no-attack", _reversed),
            Permit("out of a country whose hexes are controlled", "82.32E", status_is("hex-control") & _of_the_side),
        ),
        False,
        "82.32E",
        "its hexes are not controlled",
    ),
    "place-counter": Action(
        "may it be placed there without counting?",
        (
            Permit(
                "airbases, rocket bases, railheads and forts are free",
                "82.321C",
                with_means("airbase", "rocket-base", "railhead", "fort"),
            ),
        ),
        False,
        "82.321C",
        "it counts against the limit",
    ),
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
                    build=lambda a, h: at_war(a, h) if a in PARTIES and h in PARTIES and a != h else NO,
                    says="{Actor} and {Here} are[ not] at war",
                ),
            ),
        ),
        True,
        "82.351",
        "nothing bars it",
    ),
    "attack": Action(
        "may units attack there?",
        (
            Permit(
                "a Russian border war needs no declaration",
                "82.41.border",
                actor_is(RUSSIA)
                & ((site_is("finland") & border_war("finland")) | (site_is("rumania") & border_war("rumania"))),
            ),
            Permit(
                "Britain and the United States attack a Vichy colony without one",
                "82.41.vichy",
                actor_is(BRITAIN, USA) & site_is(*_vichy_colonies) & fallen(FRANCE),
            ),
            NOT_A_FRIEND,
            OF_ITS_OWN_FACTION,
            COLONY_OF_A_POWER,
            NO_WAR_NEEDED,
            WAR_FIRST,
            *ALSO_FIRST,
            WAR_ON_A_POWER,
        ),
        True,
        "82.41",
        "war has been declared",
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
        return go("awaw.declaring", makers=makers, targets=targets)
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


REVERSAL = Topic(
    "what follows when a country turns away",
    (
        Duty("hexes without a garrison change hands at once", "82.33.control", _must_go),
        Duty("units left inside have at least partial supply", "82.33.supply", _reversed),
        Duty("they leave by the end of their next player turn", "82.33.leave", _reversed),
        Duty("those still there after their next redeployment are eliminated", "82.33.eliminate", _reversed),
        Duty(
            "with the enemy now, the country deploys against them instead",
            "82.33.enemy",
            status_is("associate", "ally")
            & any_of(garrisoned(AXIS) & beneficiary(HERE, ALLIED), garrisoned(ALLIED) & beneficiary(HERE, AXIS)),
        ),
    ),
)
TOPICS = {
    "hex-control": Topic(
        "what goes with control of hexes",
        (
            Duty("hexes count as controlled since the player turn began", "82.31.timing", status_is("hex-control")),
            Duty("hexes with units of another faction stay as they are", "82.31.exception", status_is("hex-control")),
            Duty("full and partial supply count alike", "82.321A.kinds", status_is("hex-control")),
            Duty("units inside are supplied first", "82.321A.priority", status_is("hex-control")),
            Duty(
                "who wants others supplied first eliminates what is too much inside",
                "82.321A.eliminate",
                status_is("hex-control"),
            ),
            Duty("counted when movement, combat and redeployment end", "82.321B.when", status_is("hex-control")),
            Duty("what a retreat brings over the limit is eliminated", "82.321B.retreat", status_is("hex-control")),
            Duty("a German garrison does not stop Communist subversion", "82.36", _neutral & garrisoned(GERMANY)),
        ),
    ),
    "reversal": REVERSAL,
    "declaration": Topic(
        "what a declaration of war costs",
        (Duty(f"{WAR_PRICE} BRPs", "82.41.cost", _neutral),),
    ),
}


def reminders(world: World, half: str) -> Iterator[str]:
    """What holds for units that are on their way out of a country."""
    for country in TARGETS:
        if world[f"must-leave.{country}"] in MEMBERS[half]:
            for duty in REVERSAL.told(scope(world, {"in": country})):
                yield f"{TITLES[country]}: {duty.label} [{duty.cite}]"


PROVISIONS = Provisions(
    "control",
    steps=STEPS,
    declared=(_pair, _exempt, _vichy_free, _morocco_free, _morocco_counts, _supplied),
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    reminders=reminders,
)
