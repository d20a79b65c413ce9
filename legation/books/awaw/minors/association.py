"""Rules 84.1, 84.2 and 84.48: how a country comes to associate, what puts that off, and when its BRPs are booked."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.brps.captures import enemy_has_capital
from legation.books.awaw.brps.worth import share_of
from legation.books.awaw.deeds import ALLIANCE, ASSOCIATION, COUNTRY, PAYS, POWER, SETTLED
from legation.books.awaw.diplomacy.results import DEDUCTED, worth_here
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.minors.inquiry import Topic
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import (
    ACTOR,
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
    FRANCE,
    GERMANY,
    LANDS,
    NOBODY,
    POWERS,
    RUSSIA,
    TITLES,
)
from legation.books.awaw.vocabulary import (
    HERE,
    at_war,
    beneficiary,
    border_war,
    border_war_fought,
    declared_war,
    fallen,
    surrendered,
)
from legation.core.deeds import On, Role, adds, filled, of
from legation.core.expr import Expr, any_of, bound, largest, lift, named, number, truth, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done
from legation.core.rules import Duty, Rule, bespoke, carry_out, sets

__all__ = [
    "ASIAN",
    "DECLARED",
    "HEEDS",
    "MOMENTS",
    "STEPS",
    "THIS_TURN",
    "TOPICS",
    "attacker",
    "at_war_with_attacker",
    "britain_is_out",
    "by_an_event",
    "by_event",
    "declined",
    "of_its_own",
    "reminders",
    "war_with_other_side",
]

STEPS = Steps()
ASIAN = ("communist-china", "dutch-east-indies", "philippines", "thailand")
ALONE = ("neutral", "hex-control", "independent")


def attacker(power: str) -> Expr:
    """A power attacked the country: it was the last of its side to do so, or has declared war on it too."""
    side = AXIS if power in AXIS_POWERS else ALLIED
    return attacked_by(power) | (attacked_by(side) & declared_war(power, HERE))


def _attacker_fights() -> Expr:
    """Whoever attacked the country is at war with a power of the other side."""
    by_axis = (attacker(p) & at_war(p, ALLIED) for p in AXIS_POWERS)
    by_allies = (attacker(p) & at_war(p, AXIS) for p in ALLIED_POWERS)
    return named("the attacker of {Here} is at war with [a|no] power of the other side", any_of(*by_axis, *by_allies))


_no_britain = attacked_by(AXIS) & surrendered(BRITAIN)


def war_with_other_side() -> Expr:
    """A survivor, for of none other is it asked, takes a side now; until its attacker has an enemy among the powers it
    waits."""
    fights = ~named("its attacker is at war with [no other|another] power", ~_attacker_fights(), cite="84.21E")
    alone = status_is("independent")
    ways = any_of(
        named("[an|no] enemy power attacked it", fights & ~alone, cite="84.11A"),
        named("the neutral power that attacked it is[ not] at war now", fights & alone, cite="84.11B"),
    )
    return named("it [survived, and takes a side|did not survive]", ways, cite="84.21")


def britain_is_out() -> Expr:
    """Nobody joins Britain after it has surrendered."""
    return named(
        "it would [join a Britain that is out of the war|not join Britain, or Britain is still in the war]",
        _no_britain,
        cite="84.21C",
    )


def at_war_with_attacker(garrison: Expr) -> Expr:
    """The power that garrisons a country is at war with its attacker."""
    return named("its garrison is[ not] at war with the attacker", garrison, cite="84.21B")


def by_event(when: Expr) -> Expr:
    """Something happened that brings a country in by itself."""
    return named("events [bring|do not bring] it in by themselves", when, cite="84.11D")


# -- what the table is told: the four ways of 84.11, and what 84.21 has against them
_europe = ~site_is(*ASIAN)
_fights = _attacker_fights()
_excepted = any_of(
    site_is("finland") & border_war("finland"),
    site_is("rumania") & border_war("rumania"),
    site_is(*VICHY_COLONIES) & fallen(FRANCE),
)
_stands = survived() & _europe
NO_BRITAIN = Reminded("nobody joins a Britain that is out of the war", "84.21C", _no_britain)
NOT_YET = Reminded("it waits until its attacker is at war with another power", "84.21E", _stands & ~_fights)
TOPICS = {
    "association": Topic(
        "how the country comes to associate",
        (
            Reminded(
                "it survived the first turn of an attack by an enemy power",
                "84.11A",
                _stands & _fights & ~status_is("independent"),
            ),
            Reminded(
                "it survived a neutral attacker, and joins a power that is now at war with that one",
                "84.11B",
                _stands & _fights & status_is("independent"),
            ),
            Reminded(
                "events bring it in by themselves",
                "84.11D",
                site_is("finland", "spain", "thailand", "dutch-east-indies"),
            ),
            Reminded(
                "a survivor joins Britain or Germany when its side's next diplomatic phase opens",
                "84.21",
                _stands & _fights,
            ),
            Duty(
                "no border war, nor an attack on a Vichy colony, makes it an associate", "84.11A.exceptions", _excepted
            ),
            Duty("neither counts as an attack here", "84.21A", _excepted),
            Reminded("garrisoned, it associates at once when it is attacked", "84.21B", garrisoned(*POWERS)),
            NO_BRITAIN,
            NOT_YET,
            Duty(
                "it fights on alone, moves with its likely allies, and joins them once they fight its attacker",
                "84.22",
                _stands & ~_fights,
            ),
        ),
    )
}


@bespoke("84.21D", reads=(truth(f"refused.{HERE}", "{Here} was[ not] refused"),))
def declined(world: World, country: str, accepted: bool) -> list[Change]:
    """A power may decline an association, as the rules on survival say."""
    return [] if accepted else [Change(f"refused.{country}", world[f"refused.{country}"], True, "82.81D")]


# -- 84.48: its BRPs
NEXT_TURN, THIS_TURN = "84.48", "84.48B"
DRAWER = Role("drawer", "the power that draws BRPs of the country", POWERS)
JOINING = ASSOCIATION | ALLIANCE
_grant = number(f"brp-grant.{COUNTRY}")
_more = named(
    "BRPs a year of the country that its new friend does not draw yet",
    when_else(
        of(COUNTRY, POWER, build=enemy_has_capital, says="[an|no] enemy has its capital"),
        0,
        largest(
            bound(worth_here(), here=str(COUNTRY), Here="the country")
            - when_else(
                of(COUNTRY, POWER, build=beneficiary, says="the power [benefits|does not benefit] from it"), _grant, 0
            ),
            lift(0),
        ),
    ),
)


def _pays(when: str, says: str) -> Expr:
    return filled(PAYS, when, says=says)


HEEDS = (
    On(
        "whoever drew BRPs of the country by an earlier result loses them",
        DEDUCTED,
        on=JOINING,
        each=(DRAWER,),
        when=of(COUNTRY, DRAWER, build=beneficiary, says="the drawer [benefits|does not benefit] from the country")
        & ~filled(POWER, DRAWER, says="the power has[ not] drawn them itself"),
        sets=(adds(f"booked.{DRAWER}", 0 - share_of(_grant)),),
        again=True,
    ),
    On(
        "its BRPs are on their way to its controlling power",
        NEXT_TURN,
        on=JOINING,
        when=_pays("next-turn", "they come when the next turn of {power} begins"),
        sets=(sets(f"owed.{COUNTRY}", str(POWER)), sets(f"owed-brps.{COUNTRY}", _more)),
        again=True,
    ),
    On(
        "the BRPs of a survivor come in the player turn after the attacker's: as many as are left of the year",
        "84.48A",
        on=JOINING,
        when=_pays("survivor", "it has[ not] survived the attack"),
        sets=(adds(f"booked.{POWER}", share_of(_more)),),
    ),
    On(
        "after a result or an event in Asia the BRPs come in the same player turn",
        THIS_TURN,
        on=JOINING,
        when=_pays("at-once", "it is[ not] the turn of {power}"),
        sets=(adds(f"booked.{POWER}", share_of(_more)),),
    ),
)
SETTLES = (sets(f"owed.{HERE}", NOBODY), sets(f"owed-brps.{HERE}", 0))
PAID = Rule(
    "its controlling power books its BRPs when its next player turn begins, and every year",
    NEXT_TURN,
    sets=(
        sets(
            f"booked.{ACTOR}", number(f"booked.{ACTOR}") + share_of(number(f"owed-brps.{HERE}", "what is on its way"))
        ),
        *SETTLES,
    ),
)
COUNTED = Rule(
    "the new year counts every associate in full: nothing is owed any more", NEXT_TURN, sets=SETTLES, again=True
)


@STEPS.step("awaw.minors.joins")
def joins(world: World, frame: Frame) -> Directive:
    """A country joins a power."""
    return call("awaw.follows", then="awaw.minors.has-joined", keep=frame.vars, **frame.vars)


@STEPS.step("awaw.minors.has-joined")
def has_joined(world: World, frame: Frame) -> Directive:
    """What results kept up ends; whose its BRPs are: an enemy may have its capital, and a twin may stay behind."""
    courted = [country for country in (frame.country,) if country in TABLES]
    return call("awaw.results-end", then="awaw.follows", keep={**frame.vars, "at": SETTLED}, countries=courted)


def by_an_event(world: World, rule: Rule, country: str, power: str, *, now: bool = False) -> Directive:
    """An event brings a country in; its BRPs are booked now, or when the power's next turn begins."""
    if not (joined := carry_out([rule], world)[1]):
        return done()
    deed = {"deed": ASSOCIATION.name, "country": country, "power": power, "attacker": NOBODY}
    return do(joined, then="awaw.minors.joins", pays="at-once" if now else "next-turn", **deed)


def _owed(world: World) -> list[tuple[str, str]]:
    owed = ((country, world[f"owed.{country}"]) for country in LANDS)
    return [(country, power) for country, power in owed if power != NOBODY]


# -- 84.23
FINLAND = Rule(
    "after a border war with Russia, Finland joins Germany in its war with Russia",
    "84.23",
    when=by_event(
        border_war_fought("finland")
        & at_war(GERMANY, RUSSIA)
        & status_is(*ALONE, country="finland")
        & ~declared_war(AXIS, "finland")
    ),
    sets=(sets("status.finland", "associate"),),
)


# -- the moments
def _paid(world: World, half: str) -> list[Change]:
    """BRPs that are owed for new associates."""
    due = [asked(PAID, country, power) for country, power in _owed(world) if half_of(power) == half]
    return carry_out(due, world)[1]


@STEPS.step("awaw.minors.association-turn")
def turn_begins(world: World, frame: Frame) -> Directive:
    """BRPs that are owed for new associates; then events that were reported since."""
    paid = [] if frame.get("brps_later") else _paid(world, frame.side)
    return do(paid, then="awaw.minors.association-war")


@STEPS.step("awaw.minors.association-pays")
def adjusted(world: World, frame: Frame) -> Directive:
    return done(_paid(world, frame.side))


@STEPS.step("awaw.minors.association-war")
def declared(world: World, frame: Frame) -> Directive:
    return by_an_event(world, FINLAND, "finland", GERMANY)


@STEPS.step("awaw.minors.association-year")
def year_ends(world: World, frame: Frame) -> Directive:
    return done(carry_out([asked(COUNTED, country) for country, _ in _owed(world)], world)[1])


def reminders(world: World, half: str) -> Iterator[str]:
    """Associations that are put off."""
    for country in LANDS:
        attacker = world[f"attacked-by.{country}"]
        if world[f"status.{country}"] != "independent" or attacker == NOBODY or half_of(attacker) == half:
            continue
        for duty in asked((NO_BRITAIN, NOT_YET), country):
            if words := duty.told(world.scoped(site=country)):
                yield f"{TITLES[country]} stands alone: {words} [{duty.cite}]"


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of BRPs that are on their way."""
    power = world[f"owed.{land}"]
    if power == NOBODY:
        return {}
    return {"pays at its power's next turn": f"{TITLES[power]}, of {world[f'owed-brps.{land}']} [{NEXT_TURN}]"}


MOMENTS = {
    "turn-begins": ("awaw.minors.association-turn",),
    "adjustments": ("awaw.minors.association-pays",),
    "declared": ("awaw.minors.association-war",),
    "year-ends": ("awaw.minors.association-year",),
}
DECLARED = (declined, PAID, COUNTED, FINLAND)
