"""Rules 82.3 and 82.4: a country whose hexes a power controls, the limits there, and attacks on neutrals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from legation.books.awaw.minors.inquiry import Action, Cap, RoomLeft, Topic, cap, scope
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import (
    actor_is,
    garrisoned,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.names import WORDS
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FACTIONS,
    FRANCE,
    GERMANY,
    LANDS,
    MEMBERS,
    NOBODY,
    OLDER,
    RUSSIA,
    TARGETS,
    TITLES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import (
    HERE,
    beneficiary,
    edition,
    fallen,
)
from legation.core.expr import Expr, any_of, choice, named, number, sum_of, when_else
from legation.core.facts import World
from legation.core.machine import Steps
from legation.core.rules import Duty, Limit, Permit

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
            *(number(f"factors.{faction}.{kind}.{area}", f"{WORDS[kind]} factors") for kind in ("ground-air", "naval"))
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
}


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
