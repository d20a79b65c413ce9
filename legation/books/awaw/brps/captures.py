"""Rules 82.22, 83.31 and 83.61: what pays for a land comes into new hands.

The loser has *grace* until it has fought once more in a turn of its own, or loses the BRPs at once if it had them by
diplomacy alone.  The winner is *due* when its next player turn begins (`payments`).  All of it is judged on the
world in which the loser still drew the BRPs, in the moment in which the country falls.
"""

from __future__ import annotations

from dataclasses import replace

from legation.books.awaw.brps.colonies import AS_CONQUERED, PAYS
from legation.books.awaw.brps.journal import (
    DRAWER,
    DRAWN,
    GRACE,
    ITS_OWN,
    OWED,
    SEAT,
    drawn_brps,
    drawn_by,
    received,
    shared,
    unpaid,
)
from legation.books.awaw.brps.worth import WORTH, lost
from legation.books.awaw.deeds import (
    ALLIANCE,
    ASSOCIATION,
    CLEARED,
    CONQUERED,
    COUNTRY,
    KEY_PLACE,
    PARTISANS,
    POWER,
    SEIZED,
    SETTLED,
    SIDE,
    WAYS,
    by,
    is_so,
    upon,
)
from legation.books.awaw.minors.lands import DIPLOMATIC, LAND, TWINS, Land, other_twin, stands_as
from legation.books.awaw.minors.vocabulary import asked, half_of, stands_for, status_is
from legation.books.awaw.powers import AXIS, BRP_VALUES, GERMANY, JAPAN, MEMBERS, NOBODY, POWERS, TITLES
from legation.books.awaw.vocabulary import CONTROLLERS, HERE, SEASONS, control_is, declared_war
from legation.core.deeds import On, filled, of
from legation.core.expr import NO, YES, Expr, all_of, any_of, bound, choice, named, when_else
from legation.core.facts import Change, World
from legation.core.rules import Assign, Rule, bespoke, carry_out, sets

__all__ = [
    "DECLARED",
    "HEEDS",
    "JOINED",
    "WITHOUT_CAPITAL",
    "cleared",
    "draws_now",
    "enemy_has_capital",
    "had_by",
    "without_capital",
]

WINDOW, NOT_A_RECONQUEST, EACH_YEAR = "83.31B.window", "83.61.reconquest", "83.31A.yss"
JOINED = ("ally", "associate")
_conquest = is_so(*WAYS)
_by_partisans = filled(POWER, *PARTISANS, says="[|no ]partisans take it")
_pays_by_itself = ~upon(*DIPLOMATIC)  # of the others the BRPs go with a city, whatever its people do


def _is(*statuses: str) -> Expr:
    return choice(f"status.{COUNTRY}", *statuses, says=f"the country is[ not] {stands_for(statuses)}")


# -- who has what pays
def _gained(country: str, side: str) -> Expr:
    return LAND[country].pays_to(side) if country in LAND and side not in PARTISANS else NO


def _kept(country: str, side: str) -> Expr:
    return LAND[country].still_pays(side) if country in LAND else NO


GAINS = of(COUNTRY, SIDE, build=_gained, says="the side [have|do not have] all that pays for the country")
KEEPS = named(
    "it takes all key places to gain an area's BRPs, and one to keep them",
    of(COUNTRY, SIDE, build=_kept, says="the side have [a|no] place that pays for the country"),
    cite="83.31.key-cities",
)
_own_again = GRACE.has(POWER)
WON_BACK = _own_again & KEEPS
_passes = named(
    "what pays for the country has come to the power, which did not have it before",
    PAYS & ~_own_again & (_conquest | _by_partisans | GAINS),
)

# -- who drew its BRPs until now
_draws_itself = of(COUNTRY, POWER, build=drawn_by, says="the power draws [|no ]BRPs of the country")
_drawn = of(COUNTRY, build=drawn_brps, says="BRPs a year that are drawn of the country")
_received = of(COUNTRY, DRAWER, build=received, says="what the drawer has received of them")
_loses = named(
    "the drawer drew BRPs of the country, and has lost what pays for it",
    _passes
    & of(COUNTRY, DRAWER, build=drawn_by, says="the drawer draws [|no ]BRPs of the country")
    & ~filled(POWER, DRAWER, says="the power [drew|did not draw] them itself"),
)


def _by_arms(country: str) -> Expr:
    """Whoever draws the BRPs has the country, by conquest or as its friend, or has its capital."""

    def has(land: str) -> Expr:
        return status_is("associate", "ally", "conquered", "surrendered", country=land) | ~SEAT.is_empty(land)

    return when_else(shared(country), has(TWINS[country]), has(country)) if country in TWINS else has(country)


_held_by_arms = named(
    "the country is held by arms",
    of(COUNTRY, build=_by_arms, says="the country is [|neither ]conquered, a friend, [or|nor] held with its capital")
    | AS_CONQUERED,
)


def _enemies(one: str, other: str) -> Expr:
    return YES if half_of(one) != half_of(other) else NO


_enemy = of(DRAWER, POWER, build=_enemies, says="the drawer and the power are enemies")


def _nobody_draws(country: str) -> Expr:
    """Nobody has been paid yet; of the others nobody draws BRPs while somebody is due."""
    return YES if country in DIPLOMATIC else drawn_brps(country).is_number(0)


AXIS_AND_JAPAN = (*MEMBERS[AXIS], JAPAN)


# -- who draws them from now on
_alone = _pays_by_itself & ~_conquest & _is(*ITS_OWN) & ~DRAWN.has(POWER)


def draws_now(brps: Expr) -> tuple[Assign, ...]:
    """A power draws BRPs: of a country that is its own, or somebody else's, with the capital alone."""
    drawer, amount = DRAWN.enter(POWER, brps)
    return (
        replace(drawer, when=_pays_by_itself & ~_alone),
        replace(amount, when=(_pays_by_itself | ~_conquest) & ~_alone),
        *SEAT.enter(POWER, brps, _alone),
    )


_closed = (sets(f"brp-grant.{COUNTRY}", 0), *SEAT.close(), *OWED.close())
_printed = {slug: BRP_VALUES.get(slug, land.brps) for slug, land in LAND.items()}
_worthless = upon(*(slug for slug, brps in _printed.items() if brps == 0)) & WORTH.is_number(0)
_with_its_twin = ~_conquest & of(COUNTRY, build=shared, says="it [comes|does not come] with its twin")
_not_all = (_drawn < WORTH).worded("[not all|all] of its BRPs are drawn")
_more_to_come = named(
    "the power has all that pays for the country, and does not draw all of its BRPs yet",
    _passes & GAINS & (~_draws_itself | (_not_all & ~_with_its_twin)),
)
_rest_comes = named(
    "the country is [conquered now, and yields more than its diplomacy did|its own, or yields no more than before]",
    _is("conquered") & _pays_by_itself & ~_with_its_twin & (GRACE.much() < WORTH),
)
_danes = named(
    "it is Denmark, on which Germany has declared war",
    upon("denmark") & by(GERMANY) & declared_war(GERMANY, "denmark"),
)


def _is_due(label: str, cite: str, when: Expr = YES) -> On:
    due = f"due.{COUNTRY}"
    return On(
        label,
        cite,
        on=CONQUERED | KEY_PLACE,
        when=_more_to_come & when,
        sets=(sets(due, str(POWER), ~_worthless), sets(due, NOBODY, _worthless)),
    )


def _without_its_twin(one: str) -> On:
    """One of a pair is lost: what the other yields is drawn from it alone."""
    pair, other = TWINS[one], other_twin(one)
    rest, still_with = DRAWN.much(pair) - _drawn, shared(other)  # or it has gone its own way before
    on_its_way = of(DRAWER, build=lambda power: unpaid(one, power), says="what the drawer is still owed of it")
    through = of(
        DRAWER,
        build=lambda power: shared(one) & DRAWN.names(pair, power),
        says="the drawer [draws|does not draw] BRPs of both",
    )
    return On(
        f"what {TITLES[other]} yields is drawn from it alone",
        WINDOW,
        on=CONQUERED | SEIZED,
        each=(DRAWER,),
        when=upon(one) & through,
        sets=(
            sets(f"brp-grant.{pair}", 0),
            sets(f"brp-grant.{other}", rest, still_with),
            sets(f"beneficiary.{other}", str(DRAWER), still_with & (rest >= 1)),
            sets(f"owed-brps.{pair}", OWED.much(pair) - on_its_way),
        ),
        again=True,
    )


# -- a country takes a side
def enemy_has_capital(slug: str, power: str) -> Expr:
    """An enemy of a country's friend has what pays for its BRPs: the friend has none while that is so."""
    enemies = [who for who in CONTROLLERS if who != NOBODY and half_of(who) != half_of(power)]
    places = LAND[slug].pays if slug in LAND else ()
    return all_of(*(control_is(place, *enemies) for place in places)) if places else NO


def _friend_without_capital(slug: str) -> Expr:
    """It has joined a power, but the BRPs go with a place of their own, which an enemy has."""
    if slug not in LAND or not LAND[slug].paid_by:
        return NO
    friends = any_of(*(DRAWN.names(slug, power) & enemy_has_capital(slug, power) for power in POWERS))
    return status_is(*JOINED, country=slug) & friends


WITHOUT_CAPITAL = Rule(
    "its friend has no BRPs of a country while an enemy has its capital",
    "83.31A.spain",
    when=of(HERE, build=_friend_without_capital, says="[an|no] enemy of its friend has the capital of {Here}"),
    sets=(sets(f"brp-grant.{HERE}", 0), sets(f"owed.{HERE}", NOBODY), sets(f"owed-brps.{HERE}", 0)),
    again=True,
)


def without_capital(world: World, slug: str) -> list[Change]:
    """What its friend loses."""
    return carry_out([asked(WITHOUT_CAPITAL, slug)], world)[1]


HEEDS = (
    # it is won back in time
    On(
        "the loser has it again in time, and has lost nothing",
        WINDOW,
        on=CONQUERED | KEY_PLACE,
        when=WON_BACK,
        sets=(
            *draws_now(GRACE.much()),
            *GRACE.close(),
            sets(f"due.{COUNTRY}", NOBODY, ~_rest_comes),
            sets(f"due.{COUNTRY}", str(POWER), _rest_comes),
            sets(f"holder.{COUNTRY}", str(POWER), ~_is(*ITS_OWN) | upon(*DIPLOMATIC)),
        ),
        again=True,
    ),
    # who drew its BRPs has grace, or loses them
    On(
        "a merely diplomatic beneficiary loses its BRPs at once when another power conquers the country",
        "82.22.conquest",
        on=CONQUERED | SEIZED | KEY_PLACE,
        each=(DRAWER,),
        when=_loses & ~_held_by_arms,
        sets=(lost(DRAWER, _received),),
    ),
    On(
        "the loser may win it back until the end of its next combat phase",
        WINDOW,
        on=CONQUERED | SEIZED | KEY_PLACE,
        each=(DRAWER,),
        when=_loses & _enemy & _held_by_arms & (_received >= 1),
        sets=GRACE.enter(DRAWER, _received),
        again=True,
    ),
    On(
        "what an Axis power lost in the Allied winter turn it still counts in the new year",
        "83.32.axis",
        on=CONQUERED | KEY_PLACE,
        each=(DRAWER,),
        when=_passes
        & filled(DRAWER, *AXIS_AND_JAPAN, says="the drawer is [of the Axis, or Japan|neither of the Axis nor Japan]")
        & of(COUNTRY, DRAWER, build=lambda c, p: choice(f"due.{c}", p), says="the drawer is[ not] due for the country")
        & of(COUNTRY, build=_nobody_draws, says="[nobody|somebody] draws its BRPs[ yet|]")
        & ~by(AXIS, JAPAN)
        & choice("season", SEASONS[-1]),
        sets=GRACE.enter(DRAWER, WORTH),
    ),
    # nobody else draws them any more
    On(
        "nobody draws its BRPs until that is settled",
        "83.11",
        on=CONQUERED | SEIZED,
        when=~WON_BACK & ~_draws_itself,
        sets=(*_closed, sets(f"beneficiary.{COUNTRY}", NOBODY, is_so("lost", "taken", "home"))),
        again=True,
    ),
    On(
        "who has its capital draws its BRPs, whatever friend it has",
        WINDOW,
        on=KEY_PLACE,
        each=(DRAWER,),
        when=_loses,
        sets=(*_closed, sets(f"beneficiary.{COUNTRY}", NOBODY, _pays_by_itself & ~_is(*JOINED))),
        again=True,
    ),
    On(
        "who drew its BRPs before it had the capital goes on, and counts the full value every year",
        EACH_YEAR,
        on=CONQUERED,
        when=_draws_itself,
        sets=(*draws_now(_drawn), *SEAT.close(), *OWED.close()),
        again=True,
    ),
    *map(_without_its_twin, TWINS),
    # who is paid
    _is_due("the Danish BRPs come to Germany in its next turn, as for any conquest", "86.122.brp", _danes),
    _is_due("the conqueror is paid when its next player turn begins", "83.31A.next-turn"),
    On(
        "nobody is paid while partisans have it",
        WINDOW,
        on=SEIZED | KEY_PLACE,
        when=_by_partisans,
        sets=(sets(f"due.{COUNTRY}", NOBODY), sets(f"holder.{COUNTRY}", NOBODY, upon(*DIPLOMATIC))),
        again=True,
    ),
    # partisans are driven out
    On(
        "its holder has it again in time, and has lost nothing",
        NOT_A_RECONQUEST,
        on=CLEARED,
        when=_own_again,
        sets=(
            *draws_now(GRACE.much()),
            *GRACE.close(),
            sets(f"due.{COUNTRY}", str(POWER), _rest_comes),
            sets(f"holder.{COUNTRY}", str(POWER), ~_is(*ITS_OWN) | upon(*DIPLOMATIC)),
        ),
        again=True,
    ),
    On(
        "its holder has it again, and is paid anew for what it had lost",
        NOT_A_RECONQUEST,
        on=CLEARED,
        when=~_own_again & ~_draws_itself,
        sets=(sets(f"due.{COUNTRY}", str(POWER)),),
        again=True,
    ),
    # a country takes a side
    On(
        WITHOUT_CAPITAL.label,
        WITHOUT_CAPITAL.cite,
        on=ASSOCIATION | ALLIANCE,
        at=SETTLED,
        when=bound(WITHOUT_CAPITAL.when, here=str(COUNTRY)),
        sets=bound(WITHOUT_CAPITAL.sets, here=str(COUNTRY)),
        again=True,
    ),
)


# -- 83.61: whose it is
def had_by(world: World, slug: str) -> str:
    """The power that has a country: by conquest, as its colony, or as its friend; or had it before partisans came."""
    holder, friend = str(world[f"holder.{slug}"]), stands_as(world, slug)
    if holder != NOBODY:
        return holder
    joined = world[f"status.{friend}"] in (*JOINED, "surrendered")
    return str(world[f"beneficiary.{friend}"] if joined else world[f"grace.{slug}"])


_control = choice(f"control.{HERE}", *PARTISANS, says="[|no ]partisans have its capital")


@bespoke(NOT_A_RECONQUEST, reads=[_control, choice(f"holder.{HERE}", *POWERS), choice(f"beneficiary.{HERE}", *POWERS)])
def cleared(world: World, before: World, land: Land, power: str) -> bool:
    """Driving out partisans gives the country back to whoever of the same side had it."""
    holder = had_by(world, land.slug)
    from_partisans = any(before.get(f"control.{place}") in PARTISANS for place in land.keys)
    return from_partisans and holder != NOBODY and half_of(holder) == half_of(power)


DECLARED = (WITHOUT_CAPITAL, KEEPS, AS_CONQUERED, cleared)
