"""Rules 84.1, 84.2 and 84.48: how a country comes to associate, what puts that off, and when its BRPs are booked."""

from __future__ import annotations

from collections.abc import Iterator

from legation.awaw.here import at
from legation.awaw.minors.brps import booked, enemy_has_capital, share, without_capital, worth
from legation.awaw.minors.inquiry import Topic
from legation.awaw.minors.news import Reminded
from legation.awaw.minors.words import asked, attacked_by, garrisoned, half_of, site_is, status_is, survived
from legation.awaw.powers import (
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
    TARGETS,
    TITLES,
    side_of,
)
from legation.awaw.results import associates, deductions
from legation.awaw.vocabulary import (
    HERE,
    SEASONS,
    at_war,
    border_war,
    border_war_fought,
    declared_war,
    fallen,
    surrendered,
)
from legation.core.expr import Expr, any_of, choice, named, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Duty, Rule, bespoke, carry_out

__all__ = [
    "ASIAN",
    "DECLARED",
    "MOMENTS",
    "STEPS",
    "TOPICS",
    "VICHY_COLONIES",
    "associated",
    "attacker",
    "at_once",
    "at_war_with_attacker",
    "britain_is_out",
    "by_event",
    "declined",
    "forfeited",
    "of_its_own",
    "owed",
    "reminders",
    "survivor_pays",
    "war_with_other_side",
]

STEPS = Steps()
ASIAN = ("communist-china", "dutch-east-indies", "philippines", "thailand")
VICHY_COLONIES = ("algeria", "lebanon-syria", "morocco", "tunisia")
ALONE = ("neutral", "hex-control", "independent")


def attacker(power: str) -> Expr:
    """A power attacked the country: it was the last of its side to do so, or has declared war on it too."""
    side = AXIS if power in AXIS_POWERS else ALLIED
    return attacked_by(power) | (attacked_by(side) & declared_war(power, HERE))


def _attacker_fights() -> Expr:
    """Whoever attacked the country is at war with a power of the other side."""
    return any_of(
        *(attacker(p) & at_war(p, ALLIED) for p in AXIS_POWERS),
        *(attacker(p) & at_war(p, AXIS) for p in ALLIED_POWERS),
    )


_no_britain = attacked_by(AXIS) & surrendered(BRITAIN)


def war_with_other_side() -> Expr:
    """A survivor, for of none other is it asked, takes a side now; until its attacker has an enemy among the powers it
    waits."""
    fights = ~named("its attacker is not at war with another power", ~_attacker_fights(), cite="84.21E")
    alone = status_is("independent")
    ways = any_of(
        named("an enemy power attacked it", fights & ~alone, cite="84.11A"),
        named("the neutral power that attacked it is at war now", fights & alone, cite="84.11B"),
    )
    return named("it survived, and takes a side", ways, cite="84.21")


def britain_is_out() -> Expr:
    """Nobody joins Britain after it has surrendered."""
    return named("it would join a Britain that is out of the war", _no_britain, cite="84.21C")


def at_war_with_attacker(garrison: Expr) -> Expr:
    """The power that garrisons a country is at war with its attacker."""
    return named("its garrison is at war with the attacker", garrison, cite="84.21B")


def by_event(when: Expr) -> Expr:
    """Something happened that brings a country in by itself."""
    return named("events bring it in by themselves", when, cite="84.11D")


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


@bespoke("84.21D", reads=(truth(f"refused.{HERE}", "{Here} was refused"),))
def declined(world: World, country: str, accepted: bool) -> list[Change]:
    """A power may decline an association, as the rules on survival say."""
    return [] if accepted else [Change(f"refused.{country}", world[f"refused.{country}"], True, "82.81D")]


# -- 84.48: its BRPs
NEXT_TURN, THIS_TURN = "84.48", "84.48B"
OWED = Rule("its BRPs are on their way to its controlling power", NEXT_TURN, again=True)
OWED_NO_MORE = Rule("its BRPs are booked", NEXT_TURN, again=True)
_drawn = number(f"brp-grant.{HERE}", "BRPs a year that are drawn from {Here}")
_owed = number(f"owed-brps.{HERE}", "BRPs of {Here} that are on their way")


def _more(world: World, country: str, power: str) -> int:
    """BRPs a year of a country that a power does not draw yet."""
    mine = world[f"beneficiary.{country}"] == power
    if enemy_has_capital(world, country, power):
        return 0
    return max(0, worth(world, country) - (world[f"brp-grant.{country}"] if mine else 0))


@bespoke("84.48A", reads=(_drawn,))
def survivor_pays(world: World, country: str, power: str) -> int:
    """The BRPs of a survivor come in the player turn after the attacker's: as many as are left of the year."""
    return share(world, _more(world, country, power))


@bespoke("84.48B", reads=(choice("season", *SEASONS),))
def at_once(world: World, power: str, brps: int) -> list[Change]:
    """After a result or an event in Asia the BRPs come in the same player turn."""
    return [booked(world, power, share(world, brps), THIS_TURN)] if brps else []


def forfeited(world: World, country: str, power: str) -> list[Change]:
    """Whoever drew BRPs of the country by an earlier result loses them when it joins another power."""
    drawer, brps = world[f"beneficiary.{country}"], world[f"brp-grant.{country}"]
    if drawer in (NOBODY, power) or not brps:
        return []
    return deductions(world, {drawer: -share(world, brps)})


def owed(world: World, country: str, power: str) -> list[Change]:
    """The share of the year that a power will book at its next turn, reckoned before the country joins it."""
    return OWED.brings(world, {f"owed.{country}": power, f"owed-brps.{country}": _more(world, country, power)})


def associated(world: World, country: str, power: str, cite: str, *, now: bool) -> list[Change]:
    """An event makes a country associate; its BRPs are booked now, or when the power's next turn begins."""
    changes = forfeited(world, country, power)
    changes += at_once(world, power, _more(world, country, power)) if now else owed(world, country, power)
    joins = Rule(f"{TITLES[country]} associates", cite, sets=at(country, associates(power)))
    changes += carry_out([joins], world)[1]
    if country in TARGETS:
        facts = {f"result.{country}": "9" if side_of(power) == AXIS else "-2", f"by-attack.{country}": True}
        changes += joins.brings(world, facts)
    return [*changes, *without_capital(world.with_changes(changes, world.now), country)]


def _settle(world: World, country: str) -> list[Change]:
    return OWED_NO_MORE.brings(world, {f"owed.{country}": NOBODY, f"owed-brps.{country}": 0})


@bespoke("84.48", reads=(_owed,))
def paid(world: World, half: str) -> list[Change]:
    """Its controlling power books its BRPs when its next player turn begins, and every year."""
    changes: list[Change] = []
    for country in LANDS:
        power = world[f"owed.{country}"]
        if power == NOBODY or half_of(power) != half:
            continue
        more = [booked(world, power, share(world, world[f"owed-brps.{country}"]), NEXT_TURN)]
        more += _settle(world, country)
        world = world.with_changes(more, world.now)
        changes += more
    return changes


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
)


def finland_joins(world: World) -> list[Change]:
    return associated(world, "finland", GERMANY, FINLAND.cite, now=False) if FINLAND.applies(world) else []


# -- the moments
@STEPS.step("awaw.minors.association-turn")
def turn_begins(world: World, frame: Frame) -> Directive:
    """BRPs that are owed for new associates; then events that were reported since."""
    changes = [] if frame.get("brps_later") else paid(world, frame.side)
    world = world.with_changes(changes, world.now)
    return done([*changes, *finland_joins(world)])


@STEPS.step("awaw.minors.association-pays")
def adjusted(world: World, frame: Frame) -> Directive:
    return done(paid(world, frame.side))


@STEPS.step("awaw.minors.association-war")
def declared(world: World, frame: Frame) -> Directive:
    return done(finland_joins(world))


@STEPS.step("awaw.minors.association-year")
def year_ends(world: World, frame: Frame) -> Directive:
    """The new year counts every associate in full: nothing is owed any more."""
    due = [country for country in LANDS if world[f"owed.{country}"] != NOBODY]
    return done(change for country in due for change in _settle(world, country))


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
DECLARED = (declined, paid, survivor_pays, at_once, FINLAND)
