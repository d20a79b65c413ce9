"""Predicates for the rules of minor countries.  `{here}` is the country in question, `{actor}` who would act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from legation.books.awaw.minors.schema import MEANS, REGIONS
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    CHINA,
    FACTIONS,
    HOME,
    JAPAN,
    LANDS,
    MEMBERS,
    NOBODY,
    POWERS,
    TITLES,
)
from legation.books.awaw.vocabulary import HERE, declared_war
from legation.books.awaw.vocabulary import WORDS as BOOK_WORDS
from legation.core.expr import Expr, any_of, bound, choice, named, number, truth, when_else
from legation.core.rules import Datum
from legation.core.turning import kept_of
from legation.core.voice import listed

__all__ = [
    "ACTOR",
    "ALLIANCES",
    "CHINESE_RATE",
    "CHINESE_ROAD",
    "TURNS",
    "actor_benefits",
    "actor_holds",
    "actor_is",
    "actor_status",
    "against",
    "asked",
    "of_each",
    "at_home",
    "attacked_by",
    "attacked_this_turn",
    "draws_brps",
    "faction",
    "foe_status",
    "garrisoned",
    "half_of",
    "holder_is",
    "how_many",
    "liberated",
    "members",
    "side_declared",
    "site_is",
    "stands_for",
    "status_is",
    "survived",
    "with_means",
]

T = TypeVar("T")
ACTOR = "{actor}"


def title(slug: str) -> str:
    return (
        {HERE: "{Here}", ACTOR: "{Actor}"}.get(slug)
        or MEANS.get(slug)
        or REGIONS.get(slug)
        or BOOK_WORDS.get(slug)
        or TITLES[slug]
    )


@kept_of(8192, filling=True)
def asked(declaration: T, site: str, actor: str = NOBODY) -> T:
    """The declaration for one country (or area) and one actor."""
    filled: T = bound(declaration, here=site, Here=title(site), actor=actor, Actor=title(actor))
    return filled


def members(*who: str) -> tuple[str, ...]:
    """The powers of factions and sides; everybody else stands for itself."""
    return tuple(dict.fromkeys(power for name in who for power in MEMBERS.get(name, (name,))))


TURNS = Datum(
    "a turn is an Axis half and an Allied half: whoever is not named for the first plays in the second",
    "00.turns",
    {AXIS: (AXIS, *MEMBERS[AXIS], "axis-partisans", JAPAN)},
)
ALLIANCES = Datum(
    "the European Axis, the Western Allies, Russia and Japan are the factions",
    "00.factions",
    {**{faction: MEMBERS[faction] for faction in FACTIONS}, JAPAN: (JAPAN,)},
)


def half_of(power: str) -> str:
    """The half of a turn in which a power, a faction or its partisans act: Japan does so with the Axis."""
    return AXIS if power in TURNS.value[AXIS] else ALLIED


def faction(power: str) -> str:
    """The faction that a power fights for; who has none stands for itself."""
    return next((name for name, members in ALLIANCES.value.items() if power in members), power)


# -- the question
def actor_is(*who: str) -> Expr:
    """One of these would do it; a faction or side stands for its powers."""
    return choice("actor", *members(*who), says=f"it is[ not] {listed(map(title, who), 'or')}")


def site_is(*where: str) -> Expr:
    """It would be done in one of these places."""
    return choice("site", *where, says=f"it is[ not] in {listed(map(title, where), 'or')}")


def with_means(*what: str) -> Expr:
    return choice("means", *what, says=f"it is[ not] done with {listed(map(title, what), 'or')}")


def against(*whom: str) -> Expr:
    return choice("foe", *members(*whom), says=f"it is[ not] against {listed(map(title, whom), 'or')}")


def how_many() -> Expr:
    return number("how-many", "how many it would be")


# -- the country
STANDS = {
    "hex-control": "under hex control",
    "associate": "an associate",
    "ally": "an ally",
    "colony": "a colony",
    "commonwealth": "in the Commonwealth",
}


def stands_for(statuses: tuple[str, ...]) -> str:
    return listed([STANDS.get(status, status) for status in statuses], "or")


def status_is(*statuses: str, country: str = HERE) -> Expr:
    return choice(f"status.{country}", *statuses, says=f"{title(country)} is[ not] {stands_for(statuses)}")


def foe_status(country: str, side: str) -> Expr:
    """The country is associated with, allied to or conquered by a power of a side."""
    with_side = choice(f"beneficiary.{country}", *MEMBERS[side]) | choice(f"holder.{country}", *MEMBERS[side])
    return status_is("associate", "ally", "conquered", "colony", country=country) & with_side


def holder_is(*who: str, country: str = HERE) -> Expr:
    """A power holds the country, by conquest or as its colony."""
    return choice(
        f"holder.{country}", *members(*who), says=f"{title(country)} is[ not] held by {listed(map(title, who), 'or')}"
    )


def actor_holds(country: str = HERE) -> Expr:
    """Whoever would act holds the country."""
    both = (actor_is(power) & holder_is(power, country=country) for power in POWERS)
    return named(f"{{Actor}} [holds|does not hold] {title(country)}", any_of(*both))


def actor_benefits(country: str = HERE) -> Expr:
    """Whoever would act benefits from the country."""
    both = (actor_is(power) & choice(f"beneficiary.{country}", power) for power in POWERS)
    return named(f"{{Actor}} [benefits|does not benefit] from {title(country)}", any_of(*both))


def draws_brps(*who: str, country: str = HERE) -> Expr:
    """A power draws BRPs of the country every year."""
    some = (number(f"brp-grant.{country}", f"BRPs of {title(country)}") >= 1).worded(
        f"{title(country)} yields [|no ]BRPs"
    )
    return some & choice(f"beneficiary.{country}", *members(*who))


def actor_status(*statuses: str, with_: str | None = None) -> Expr:
    """Whoever would act is a country of one of these statuses; with `with_`, one that is with that faction or power."""

    def stands(country: str) -> Expr:
        status = actor_is(country) & status_is(*statuses, country=country)
        return status & choice(f"beneficiary.{country}", *members(with_)) if with_ else status

    of = f" of {title(with_)}" if with_ else ""
    return named(f"{{Actor}} is[ not] {stands_for(statuses)}{of}", any_of(*(stands(c) for c in LANDS)))


def at_home() -> Expr:
    """The place lies in the country of whoever would act."""
    places = {c: (c, *(place for place, home in HOME.items() if home == c)) for c in LANDS}
    places["belgium-luxembourg"] += ("belgium",)  # the other of the two is a place as well
    return named("it is[ not] at home", any_of(*(actor_is(c) & site_is(*places[c]) for c in LANDS)))


def garrisoned(*by: str, country: str = HERE) -> Expr:
    """Units of a power stand in the country by agreement."""
    return choice(
        f"garrison.{country}",
        *members(*by),
        says=f"{title(country)} is[ not] garrisoned by {listed(map(title, by), 'or')}",
    )


def attacked_by(*who: str, country: str = HERE) -> Expr:
    """One of these made the first attack on the country."""
    return choice(
        f"attacked-by.{country}",
        *members(*who),
        says=f"{title(country)} was[ not] attacked by {listed(map(title, who), 'or')}",
    )


def attacked_this_turn(country: str = HERE) -> Expr:
    stamp = number(f"attacked-in.{country}", f"the turn of the attack on {title(country)}")
    return stamp.is_number(number("turn")).worded(f"{title(country)} was[ not] attacked this turn")


def survived(country: str = HERE) -> Expr:
    """The country was not conquered in the turn in which it was attacked."""
    return truth(f"survived.{country}", f"{title(country)} [survived|did not survive] the first turn")


def liberated(country: str = HERE) -> Expr:
    return truth(f"liberated.{country}", f"the Axis [freed|did not free] {title(country)} from Russia")


def of_each(countries: Sequence[str], one: str, several: str, told: str) -> str:
    """What is to be remembered of countries that share a new standing, in one sentence."""
    who = listed(countries)
    return f"{who} {one}: {told}" if len(countries) == 1 else f"{who} {several}; of each: {told}"


# -- Communist China after Storm Over Asia
CHINESE_ROAD = named(
    "China [has|does not have] the Sinkiang Road", truth("sinkiang-road"), cite="85.481B.sinkiang@current-gs"
)
CHINESE_RATE = number("chinese-regions", "regions of Communist China when the game began") + when_else(
    CHINESE_ROAD, 1, 0
)


def side_declared(country: str) -> Expr:
    """A power of the actor's side has declared war on the country."""
    sides = (AXIS, ALLIED, JAPAN, CHINA)
    return any_of(*(actor_is(side) & declared_war(side, country) for side in sides))
