"""What is entered and taken only in war, however it is reported (82.41, 82.42, 83.41)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from legation.books.awaw.countries import communist_china, dutch_east_indies, persia
from legation.books.awaw.deeds import DEMANDED, PARTISANS, lands_of
from legation.books.awaw.diplomacy.beneficiary import NAMES
from legation.books.awaw.minors.attacks import NEUTRAL
from legation.books.awaw.minors.inquiry import Besides
from legation.books.awaw.minors.lands import DIPLOMATIC, LAND, PART_OF, TWINS, key_places, lands_with, stands_as
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import (
    ACTOR,
    actor_is,
    asked,
    faction,
    half_of,
    holder_is,
    members,
    site_is,
    status_is,
)
from legation.books.awaw.powers import (
    ALLIED_POWERS,
    AXIS_POWERS,
    BRITAIN,
    CHINA,
    COMMONWEALTH,
    FACTIONS,
    FRANCE,
    GERMANY,
    HOME,
    JAPAN,
    LANDS,
    MINORS,
    NOBODY,
    PARTIES,
    POWERS,
    RUSSIA,
    RUSSIAN_BORDERS,
    TARGETS,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import (
    HERE,
    at_war,
    border_war,
    control_is,
    declared_war,
    event,
    fallen,
    out_of_the_war,
)
from legation.core.book import Option
from legation.core.deeds import of
from legation.core.expr import NO, YES, Expr, any_of, choice, lift, named, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Limit, Permit

__all__ = [
    "BORDER_WAR",
    "INDOCHINA",
    "NOT_A_FRIEND",
    "NO_WAR_NEEDED",
    "OF_ITS_OWN_FACTION",
    "PROVISIONS",
    "check_war",
    "forbidding",
]

STEPS = Steps()
ATTACKERS = Option(
    "wars-of-attackers",
    "assumed",
    ("assumed", "declared"),
    "whether a power that comes to a war of its partners declares war itself, or is taken to be in it",
    cite="82.41",
    before="assumed",
)


# -- who is at war there
def _party(here: str) -> tuple[str, ...]:
    """On whom war is declared to attack there: a country under each of its names, or whose colony it is."""
    names = (here, *NAMES.get(here, ()), TWINS.get(here, ""), PART_OF.get(here, ""))
    owner = LAND[here].owner if here in LAND else ""
    return tuple(dict.fromkeys(n for n in names if n in PARTIES)) or ((owner,) if owner in POWERS else ())


def _fights(party: str, country: str) -> Expr:
    now = at_war(party, country) if country in PARTIES else NO
    return declared_war(party, country) | now if party in POWERS and country in MINORS else now


def war_is_on(actor: str, here: str) -> Expr:
    """War is on, or was declared; at sea none is needed."""
    countries, parties = _party(here), [party for party in members(actor) if party in PARTIES]
    wars = (_fights(party, country) for party, country in product(parties, countries) if party != country)
    return any_of(*wars) if countries else YES


def in_war(actor: str, here: str) -> Expr:
    """At war with the power whose friend the country is, or that holds it, or with the country itself."""
    keepers = (
        (choice(f"beneficiary.{here}", power) | choice(f"holder.{here}", power)) & at_war(actor, power)
        for power in POWERS
        if power != actor
    )
    return any_of(*keepers, war_is_on(actor, here)) if actor in POWERS and here in LANDS else NO


CHINESE_WAR = {JAPAN, CHINA}  # it began long before the game, and nobody declares it


def at_peace(actor: str, here: str) -> Expr:
    """No war with a power; a city is whoever's that controls it, and that of its own country."""
    if here in POWERS:
        return NO if {actor, here} == CHINESE_WAR or actor not in PARTIES else ~at_war(actor, here)
    home = HOME.get(here, NOBODY)
    if {actor, home} == CHINESE_WAR:
        return NO
    if actor not in PARTIES or home not in POWERS or faction(home) == faction(actor):
        return NO
    others = {faction(power) for power in POWERS} - {faction(actor), faction(home)}
    fights = (control_is(here, side) & any_of(*(at_war(actor, p) for p in members(side))) for side in others)
    its_own = control_is(here, faction(actor)) if actor in POWERS else NO
    return ~any_of(at_war(actor, home), out_of_the_war(home), its_own, *fights)


# -- how the country stands
def _side_by_side(*pairs: tuple[tuple[str, ...], tuple[str, ...]]) -> Expr:
    """Whoever would act is of one side, and the country is with a power of the other of a pair, or held by it."""

    def with_one_of(powers: tuple[str, ...]) -> Expr:
        return choice(f"beneficiary.{HERE}", *powers) | choice(f"holder.{HERE}", *powers)

    return any_of(*(actor_is(*actors) & with_one_of(powers) for actors, powers in pairs))


_ONE, _OTHER = (*AXIS_POWERS, JAPAN), (*ALLIED_POWERS, CHINA)
WITH_THE_ENEMY = named("{Here} is[ not] with the enemy of {Actor}", _side_by_side((_ONE, _OTHER), (_OTHER, _ONE)))
_WEST = members(WESTERN_ALLIES)
_with_a_third = named(
    "{Here} is[ not] with another faction of the side of {Actor}",
    _side_by_side((AXIS_POWERS, (JAPAN,)), ((JAPAN,), AXIS_POWERS), (_WEST, (RUSSIA,)), ((RUSSIA,), _WEST)),
)
_with_a_friend = named(
    "{Here} is[ not] with the faction of {Actor}", _side_by_side((_ONE, _ONE), (_OTHER, _OTHER)) & ~_with_a_third
)


_no_foe = choice("foe", NOBODY, says="[no|an] enemy there is named")


def _goes_with_vichy(here: str) -> Expr:
    if here not in VICHY_COLONIES:
        return NO
    free = truth(f"free-french.{here}", "it is[ not] Free French")
    return status_is("colony", country=here) & holder_is(NOBODY, FRANCE, country=here) & ~free


_vichys_own = of(HERE, build=_goes_with_vichy, says="{Here} is [a|no] colony that Vichy France still has")
VICHYS = named(
    "{Here} is [a|no] colony of a Vichy France that has joined nobody",
    fallen(FRANCE)
    & status_is("neutral", "hex-control", country="vichy-france")
    & (site_is("attacked-vichy-colonies") | _vichys_own),
)

# -- whose war counts
_each_declares = choice(f"option.{ATTACKERS.name}", "declared", says="each attacker [must|need not] declare war itself")


def _fought(build: Callable[[str, str], Expr], itself: str, side: str, who: Callable[[str], Iterable[str]]) -> Expr:
    """So it is of whoever would act; another that counts with it is enough, where not each has to declare war."""
    its_own = of(ACTOR, HERE, build=build, says=itself)
    of_others = of(
        ACTOR, HERE, build=lambda actor, here: any_of(*(build(power, here) for power in who(actor))), says=side
    )
    return its_own | (~_each_declares & of_others)


def _its_side(actor: str) -> tuple[str, ...]:
    return members(faction(actor))


def _everybody(_: str) -> tuple[str, ...]:
    """Whoever is not with the attackers of a country comes to its help."""
    return POWERS


_in_war_with_it = _fought(
    war_is_on,
    "{Actor} is[ not] at war with {Here}",
    "[a|no] power of the side of {Actor} is at war with {Here}",
    _its_side,
)
_war_is_there = _fought(
    war_is_on,
    "{Actor} is[ not] at war with {Here}",
    "[somebody|nobody] is at war with {Here}",
    _everybody,
)
_by_the_pact = site_is("baltic-states") & actor_is(RUSSIA)
BORDER_WAR = named(
    "{Actor} [fights|does not fight] a border war there",
    (
        actor_is(RUSSIA)
        & any_of(
            *(
                site_is(country, *(part for part, whole in PART_OF.items() if whole == country)) & border_war(country)
                for country in RUSSIAN_BORDERS
            )
        )
    )
    | (actor_is(GERMANY) & site_is("poland") & event("german-polish-border-war")),
)
INDOCHINA = ("saigon", "french-indochina")
_indochina = named(
    "Japan [occupies|does not occupy] French Indochina, for which it needs no war",
    actor_is(JAPAN) & site_is(*INDOCHINA),
)


def _whole_is_its_own(here: str) -> Expr:
    return status_is("neutral", "hex-control", country=PART_OF[here]) if here in DEMANDED else NO


def _has(power: str, here: str) -> Expr:
    """A power holds the country, or it is of the Commonwealth."""
    return YES if here in COMMONWEALTH and power == BRITAIN else holder_is(power, country=here)


def _fights_for(actor: str, power: str) -> Expr:
    """War with a power; once that is out of the war, for what it has still, with one of its partners, if it has any."""
    partners = [one for one in members(faction(power)) if one != power]
    left = any_of(*(at_war(actor, one) for one in partners)) if partners else YES
    return at_war(actor, power) | (out_of_the_war(power) & left)


def _fights_the_holder(actor: str, here: str) -> Expr:
    """Nobody of another faction has it, or the power fights whoever has it, or fights there."""
    others = [power for power in POWERS if faction(power) != faction(actor) and {power, actor} != CHINESE_WAR]
    theirs = any_of(*(_has(power, here) & ~_fights_for(actor, power) for power in others if power != actor))
    there = at_war(actor, here) if here in PARTIES else NO
    return ~theirs | there


def _fights_those_who_have_it(actor: str, here: str) -> Expr:
    """At war with the country itself, or with a power of the side that it is with; a neutral friend keeps it out."""
    theirs = {side: any_of(*(at_war(actor, power) for power in members(side) if power != actor)) for side in FACTIONS}

    def with_that_side(power: str) -> Expr:
        in_the_war = any_of(*(at_war(power, enemy) for enemy in POWERS if half_of(enemy) != half_of(power)))
        of_it = (choice(f"beneficiary.{here}", power) & in_the_war) | choice(f"holder.{here}", power)
        return of_it & theirs[faction(power)]

    return any_of(in_war(actor, here), *(with_that_side(power) for power in POWERS if faction(power) in theirs))


def _an_enemy_is_in_it(here: str, actor: str) -> Expr:
    """An enemy of whoever would act, or partisans, have one of the places that decide it."""
    sides = {side: any_of(*(at_war(actor, one) for one in members(side))) for side in (*FACTIONS, JAPAN)}
    held = (control_is(place, side) & war for place in key_places(here) for side, war in sides.items())
    return any_of(*held, *(control_is(place, *PARTISANS) for place in key_places(here))) if actor in POWERS else NO


def _fights_the_owner(actor: str, here: str) -> Expr:
    """It is at peace with nobody who has the place; partisans who have it are fought by all."""
    if faction(HOME.get(here, here)) == faction(actor):
        return YES
    return ~at_peace(actor, here) | (control_is(here, *PARTISANS) if here in HOME else NO)


# -- the rule
COUNTRIES = tuple(country for country in MINORS if country not in DIPLOMATIC)  # the Ukraine is part of a power


_by_the_route = site_is("persia") & persia.ROUTE
# It belongs to nobody but itself.
_its_own = site_is(*COUNTRIES) & NEUTRAL & ~BORDER_WAR & ~_by_the_pact & ~_by_the_route
TAKEN_IN_WAR = Limit("{Actor} is not at war with {Here}: declare war on it first", "82.41", _its_own & ~_in_war_with_it)
ENTERED_IN_WAR = Besides(TAKEN_IN_WAR.label, "82.41", _its_own & ~_war_is_there)
_fights_them = _fought(
    _fights_those_who_have_it,
    "{Actor} is[ not] at war with those who have {Here}",
    "[a|no] power of the side of {Actor} is at war with those who have {Here}",
    _its_side,
)
NOT_AT_WAR_WITH_THEM = (
    "{Actor} is not at war with those who have {Here}, as a friend or by conquest: declare war on them first"
)
TAKEN_FROM_A_THIRD = Besides(
    NOT_AT_WAR_WITH_THEM,
    "82.42",
    status_is("associate", "ally", "conquered")
    & _with_a_third
    & ~of(HERE, ACTOR, build=_an_enemy_is_in_it, says="[an|no] enemy of {Actor} has what decides {Here}")
    & ~_fights_them,
)
WARS = (
    Besides(
        "no war is fought for {Here}, and nobody has given up land there",
        "82.41",
        of(HERE, build=_whole_is_its_own, says="{Here} is[ not] part of a country that is still its own")
        & holder_is(NOBODY)
        & ~BORDER_WAR
        & ~_war_is_there,
    ),
    Besides(
        NOT_AT_WAR_WITH_THEM,
        "82.42",
        status_is("associate", "ally", "conquered") & WITH_THE_ENEMY & ~_fights_them,
    ),
    Besides(
        "{Actor} is not at war with the power that has {Here}: declare war on that power first",
        "83.41",
        named("{Here} is[ not] a land of a power", status_is("colony", "commonwealth") | site_is(*DIPLOMATIC))
        & ~_indochina
        & ~(fallen(FRANCE) & _vichys_own)
        & ~_fought(
            _fights_the_holder,
            "{Actor} [fights|does not fight] the power that has {Here}",
            "a power that the side of {Actor} [fights|does not fight] has {Here}",
            _its_side,
        ),
    ),
    Besides(
        "{Actor} is not at war with Vichy France: declare war on it first",
        "82.41",
        VICHYS
        & ~actor_is(BRITAIN, USA)
        & ~_fought(
            lambda actor, here: war_is_on(actor, "vichy-france"),
            "{Actor} is[ not] at war with Vichy France",
            "[a|no] power of the side of {Actor} is at war with Vichy France",
            _its_side,
        ),
    ),
)
WAR_ON_THE_POWER = Besides(
    "{Here} belongs to a power with which {Actor} is not at war: declare war on that power first",
    "82.41",
    ~_indochina
    & ~_fought(
        _fights_the_owner,
        "{Here} is of a power with which {Actor} is at [war|peace]",
        "{Here} is of a power with which the side of {Actor} is at [war|peace]",
        _its_side,
    ),
)

# -- what else is so of an attack
_enemy_in_war = of(ACTOR, HERE, build=in_war, says="{Actor} is[ not] at war with those who have {Here}")
NO_WAR_NEEDED = Permit(
    "no declaration of war on a country that is with the enemy",
    "82.42",
    (status_is("associate", "ally", "conquered", "colony") & _enemy_in_war)
    | (status_is("conquered") & named("[nobody|a power] holds {Here}", holder_is(NOBODY))),
)


def _held_by(build: Callable[[str, str], Expr]) -> Expr:
    """A power holds the country, and so it is with that power and whoever would act."""
    return any_of(*(actor_is(one) & holder_is(other) & build(one, other) for one, other in product(POWERS, POWERS)))


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


LOCAL: Mapping[str, tuple[Limit, ...]] = {
    communist_china.REDS: (communist_china.NO_RUSSIANS,),
    **dict.fromkeys(
        (dutch_east_indies.HERE, *dutch_east_indies.AREAS), (*dutch_east_indies.NOT_BEFORE, dutch_east_indies.CLOSED)
    ),
}


def _asked_of(world: World, place: str, *, taken: bool) -> Iterator[tuple[str, Limit]]:
    """Whose leave or enmity decides: a part that is demanded, or else the country; and the power."""
    if HOME.get(place, place) in POWERS:
        yield place, WAR_ON_THE_POWER
    around = lands_of(place)
    parts = [land for land in around if land in DEMANDED]
    countries = [land for land in around if land in MINORS]
    decided = [land.slug for land in lands_with(place)]
    own = TAKEN_IN_WAR if taken and decided else ENTERED_IN_WAR
    whole = [PART_OF[land] for land in decided if land in PART_OF and land not in DEMANDED]
    others = [land for land in around if land in LANDS]
    lands = dict.fromkeys(stands_as(world, land) for land in [*decided, *whole] or parts or countries or others)
    yield from product(lands, (own, *WARS, TAKEN_FROM_A_THIRD) if taken else (own, *WARS))
    yield from ((land, limit) for land in lands for limit in LOCAL.get(land, ()))


def _forbidding(world: World, by: str, place: str, *, taken: bool) -> tuple[Limit, World] | None:
    for site, limit in _asked_of(world, place, taken=taken):
        asking, here = world.scoped(site=site, actor=by), asked(limit, site, by)
        if here.forbids(asking):
            return here, asking
    return None


def check_war(world: World, by: str, place: str, *, taken: bool = True) -> None:
    """What is still its own, and what an enemy has, is marched into and taken only in war; a side stands for whichever
    of its powers may."""
    powers = [power for power in members(by) if power in POWERS]
    found = [_forbidding(world, power, place, taken=taken) for power in powers]
    if found and all(found) and found[0]:
        limit, asking = found[0]
        limit.refuse(asking)


def forbidding(world: World, by: str, place: str, *, taken: bool) -> tuple[Limit, World] | None:
    """What a question about it is answered with: whoever asks has to declare war itself."""
    asks = world.scoped(**{f"option.{ATTACKERS.name}": "declared"})
    if not taken and _is_guest(world, by, place):
        return None
    return _forbidding(asks, by, place, taken=taken)


def _is_guest(world: World, power: str, place: str) -> bool:
    """The country has opened its hexes to the faction of the power."""
    return any(
        world[f"status.{land}"] == "hex-control" and faction(world[f"beneficiary.{land}"]) == faction(power)
        for land in lands_of(place)
        if land in TARGETS
    )


@STEPS.step("awaw.marches")
def marches(world: World, frame: Frame) -> Directive:
    """Units enter, in war or as guests."""
    if not _is_guest(world, frame.power, frame.place):
        check_war(world, frame.power, frame.place, taken=False)
    return done()


PROVISIONS = Provisions(
    "only-in-war",
    steps=STEPS,
    options=(ATTACKERS,),
    declared=(TAKEN_IN_WAR, ENTERED_IN_WAR, TAKEN_FROM_A_THIRD, WARS, WAR_ON_THE_POWER),
)
