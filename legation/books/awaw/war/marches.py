"""Who may march: no place is taken, and no country or power entered, with which nobody is at war (82.41)."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.deeds import DEMANDED, PARTISANS, lands_of
from legation.books.awaw.minors.inquiry import Besides
from legation.books.awaw.minors.lands import DIPLOMATIC, TWINS, lands_with, stands_as
from legation.books.awaw.minors.words import ACTOR, actor_is, asked, faction, site_is, status_is
from legation.books.awaw.powers import (
    HOME,
    LANDS,
    MEMBERS,
    MINORS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    RUSSIAN_BORDERS,
    TARGETS,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, at_war, border_war, control_is, declared_war, out_of_the_war
from legation.books.awaw.war.endings import STAYS_SO
from legation.core.deeds import of
from legation.core.errors import Refused
from legation.core.expr import NO, Expr, any_of, choice
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done, go

__all__ = ["PROVISIONS"]

STEPS = Steps()
CITE = "82.41"

_each_declares = choice("option.wars-of-attackers", "declared", says="each attacker [must|need not] declare war itself")


def _at_war(country: str, *powers: str) -> Expr:
    """One of these powers is at war with the country, or has declared war on it; of a pair, with one of the two."""
    names = [country, *(twin for twin, pair in TWINS.items() if pair == country)]
    pairs = [(power, name) for power in powers for name in names if name in PARTIES and name != power]
    return any_of(*(at_war(*pair) for pair in pairs), *(declared_war(*pair) for pair in pairs))


COUNTRIES = tuple(country for country in MINORS if country not in DIPLOMATIC)  # the Ukraine is part of a power
_by_the_pact = site_is("baltic-states") & actor_is(RUSSIA)
_at_its_border = actor_is(RUSSIA) & any_of(*(site_is(country) & border_war(country) for country in RUSSIAN_BORDERS))
_still_its_own = site_is(*COUNTRIES) & status_is("neutral", "hex-control") & ~_by_the_pact & ~_at_its_border
NOBODY_FIGHTS_IT = Besides(
    "nobody is at war with {Here}: declare war on it first",
    CITE,
    _still_its_own
    & ~of(HERE, build=lambda here: _at_war(here, *POWERS), says="[somebody|nobody] is at war with {Here}"),
)
AT_PEACE_WITH_IT = Besides(
    "{Actor} is not at war with {Here}: declare war on it first",
    CITE,
    _still_its_own
    & _each_declares
    & ~of(ACTOR, HERE, build=lambda actor, here: _at_war(here, actor), says="{Actor} is[ not] at war with {Here}"),
)


def _left_in_peace(here: str) -> Expr:
    """A part that Russia may demand of a country of its own: it is not given up, and nobody fights there."""
    if here not in DEMANDED:
        return NO
    (country,) = (land for land in lands_of(here) if land in RUSSIAN_BORDERS)
    its_own = status_is("neutral", "hex-control", country=country) & choice(f"holder.{here}", NOBODY)
    return its_own & ~any_of(_at_war(country, *POWERS), border_war(country))


NOBODY_FIGHTS_FOR_IT = Besides(
    "no war is fought for {Here}, and nobody has given up land there",
    CITE,
    of(HERE, build=_left_in_peace, says="{Here} is[ not] left in peace"),
)


def _whose(here: str) -> str:
    """The power that it is, or to which a city belongs; nobody, if that is no power."""
    home = HOME.get(here, here)
    return home if home in POWERS else NOBODY


def _at_peace(actor: str, here: str, *powers: str) -> Expr:
    """The power is in the war or might be, but fights none of these; a city is whoever's that is known to have it."""
    home = _whose(here)
    if home == NOBODY or faction(home) == faction(actor):
        return NO
    fights = any_of(*(at_war(home, power) for power in powers if power != home))
    if here not in PLACES:
        return ~any_of(fights, out_of_the_war(home))
    others = [side for side in dict.fromkeys(map(faction, POWERS)) if side != faction(home)]
    taken = AtLeast(control_is(here, *others, *PARTISANS))
    return ~any_of(fights, out_of_the_war(home), taken)


NOBODY_FIGHTS_THE_POWER = Besides(
    "{Here} is of a power with which nobody is at war: declare war on it first",
    CITE,
    of(
        ACTOR,
        HERE,
        build=lambda actor, here: _at_peace(actor, here, *POWERS),
        says="{Here} is[ not] of a power at peace",
    ),
)
AT_PEACE_WITH_THE_POWER = Besides(
    "{Here} is of a power with which {Actor} is not at war: declare war on it first",
    CITE,
    _each_declares
    & of(
        ACTOR,
        HERE,
        build=lambda actor, here: _at_peace(actor, here, actor),
        says="{Here} is[ not] of a power with which {Actor} is at peace",
    ),
)
LIMITS = (NOBODY_FIGHTS_IT, AT_PEACE_WITH_IT, NOBODY_FIGHTS_FOR_IT, NOBODY_FIGHTS_THE_POWER, AT_PEACE_WITH_THE_POWER)


def _check_war(world: World, by: str, lands: Iterable[str]) -> None:
    """A country that is still its own, and a power, is marched into only in war."""
    for slug in dict.fromkeys(stands_as(world, land) for land in lands if by in POWERS):
        for limit in asked(LIMITS, slug, by):
            limit.refuse(world.scoped(site=slug, actor=by))


def _lands(world: World, place: str) -> list[str]:
    """Whose leave or enmity decides: a part that is demanded, or else the country or the power."""
    around = lands_of(place)
    parts = [land for land in around if land in DEMANDED]
    countries = [land for land in around if land in MINORS]
    decided = [land.slug for land in lands_with(place)]
    return [*(decided or parts or countries), *([place] if _whose(place) != NOBODY else ())]


def _is_guest(world: World, power: str, place: str) -> bool:
    """The country has opened its hexes to the faction of the power."""
    return any(
        world[f"status.{land}"] == "hex-control" and faction(world[f"beneficiary.{land}"]) == faction(power)
        for land in lands_of(place)
        if land in TARGETS
    )


def _check_march(world: World, by: str, lands: list[str]) -> None:
    """One of the powers that a side stands for may march there."""
    refusals: list[Refused] = []
    powers = MEMBERS.get(by, (by,))
    for power in powers:
        try:
            _check_war(world, power, lands)
        except Refused as no:
            refusals.append(no)
    if len(refusals) == len(powers):
        raise refusals[0]


@STEPS.step("awaw.marches")
def marches(world: World, frame: Frame) -> Directive:
    """Units enter, in war or as guests."""
    if not _is_guest(world, frame.power, frame.place):
        _check_march(world, frame.power, _lands(world, frame.place))
    return done()


@STEPS.step("awaw.takes")
def takes(world: World, frame: Frame) -> Directive:
    """A place is taken, in war; what is no place, or no power, whoever takes it in will tell."""
    by, place = frame.get("by"), frame.get("place")
    if by in (*POWERS, *MEMBERS) and place in (*PLACES, *LANDS):
        _check_march(world, by, _lands(world, place))
    return go("awaw.minors.taken")


PROVISIONS = Provisions(
    "marches",
    steps=STEPS,
    declared=(STAYS_SO, LIMITS),
)
