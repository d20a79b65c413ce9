"""Rules 84.1, 84.2 and 84.48: how a country comes to associate, what puts that off, and when its BRPs are booked."""

from __future__ import annotations

from collections.abc import Iterator

from legation.awaw.here import at
from legation.awaw.minors.brps import booked, share, worth
from legation.awaw.minors.inquiry import Saying, Topic
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
from legation.awaw.results import DEDUCTED, associates
from legation.awaw.vocabulary import (
    HERE,
    at_war,
    border_war,
    border_war_fought,
    declared_war,
    fallen,
    result_is,
    surrendered,
)
from legation.core.expr import Expr, any_of, holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Note, Rule, carry_out

__all__ = [
    "ASIAN",
    "AT_ONCE",
    "DECLARED",
    "DECLINED",
    "MOMENTS",
    "STEPS",
    "SURVIVOR_PAYS",
    "THIS_TURN",
    "TOPICS",
    "VICHY_COLONIES",
    "associated",
    "consulted",
    "forfeited",
    "of_its_own",
    "owed",
    "reminders",
    "war_with_other_side",
]

STEPS = Steps()
ASIAN = ("communist-china", "dutch-east-indies", "philippines", "thailand")
VICHY_COLONIES = ("algeria", "lebanon-syria", "morocco", "tunisia")
ALONE = ("neutral", "hex-control", "independent")


def war_with_other_side() -> Expr:
    """Whoever attacked the country first is at war with a power of the other side."""
    return any_of(
        *(attacked_by(p) & at_war(p, ALLIED) for p in AXIS_POWERS),
        *(attacked_by(p) & at_war(p, AXIS) for p in ALLIED_POWERS),
    )


# -- 84.11: four ways, and 84.21: what is in the way
_europe = ~site_is(*ASIAN)
_attacker_fights = war_with_other_side()
_excepted = any_of(
    site_is("finland") & border_war("finland"),
    site_is("rumania") & border_war("rumania"),
    site_is(*VICHY_COLONIES) & fallen(FRANCE),
)
_stands = survived() & _europe
BY_ATTACK = Saying(
    "it survived the first turn of an attack by an enemy power",
    "84.11A",
    _stands & _attacker_fights & ~status_is("independent"),
)
BY_NEUTRAL = Saying(
    "it survived a neutral attacker, and joins a power that is now at war with that one",
    "84.11B",
    _stands & _attacker_fights & status_is("independent"),
)
BY_RESULT = Saying(
    "a result of 9 or -2 makes it an associate", "84.11C", status_is("associate") & result_is(HERE, "9", "-2")
)
BY_EVENT = Saying(
    "events bring it in by themselves", "84.11D", site_is("finland", "spain", "thailand", "dutch-east-indies")
)
SURVIVOR = Saying(
    "a survivor joins Britain or Germany when its side's next diplomatic phase opens",
    "84.21",
    _stands & _attacker_fights,
)
NO_BRITAIN = Saying("nobody joins a Britain that is out of the war", "84.21C", attacked_by(AXIS) & surrendered(BRITAIN))
NOT_YET = Saying("it waits until its attacker is at war with another power", "84.21E", _stands & ~_attacker_fights)
ON_ITS_OWN = Saying(
    "it fights on alone, moves with its likely allies, and joins them once they fight its attacker",
    "84.22",
    _stands & ~_attacker_fights,
)
EXCEPTIONS = (
    Saying("no border war, nor an attack on a Vichy colony, makes it an associate", "84.11A.exceptions", _excepted),
    Saying("neither counts as an attack here", "84.21A", _excepted),
)
AT_ONCE = Saying("garrisoned, it associates at once when it is attacked", "84.21B", garrisoned(*POWERS))
DECLINED = Note("a power may decline an association", "84.21D")
TOPICS = {
    "association": Topic(
        "how the country comes to associate",
        (BY_ATTACK, BY_NEUTRAL, BY_EVENT, SURVIVOR, *EXCEPTIONS, AT_ONCE, NO_BRITAIN, NOT_YET, ON_ITS_OWN),
    )
}


def consulted(world: World, country: str) -> None:
    """A survivor is about to take a side: the rules that were looked at."""
    look = world.scoped(site=country)
    for saying in asked((BY_ATTACK, BY_NEUTRAL, SURVIVOR, NO_BRITAIN, NOT_YET, ON_ITS_OWN), country):
        world.note(saying.cite, holds(saying.when, look))


# -- 84.48: its BRPs
NEXT_TURN = Note("its controlling power books its BRPs when its next player turn begins, and every year", "84.48")
SURVIVOR_PAYS = Note("those of a survivor come in the player turn after the attacker's", "84.48A")
THIS_TURN = Note("after a result or an event in Asia they come in the same player turn", "84.48B")


def _more(world: World, country: str, power: str) -> int:
    """BRPs a year of a country that a power does not draw yet."""
    mine = world[f"beneficiary.{country}"] == power
    return max(0, worth(world, country) - (world[f"brp-grant.{country}"] if mine else 0))


def forfeited(world: World, country: str, power: str) -> list[Change]:
    """Whoever drew BRPs of the country by an earlier result loses them when it joins another power."""
    drawer, brps = world[f"beneficiary.{country}"], world[f"brp-grant.{country}"]
    if drawer in (NOBODY, power) or not brps:
        return []
    DEDUCTED.used(world)
    return [booked(world, drawer, -share(world, brps), DEDUCTED.cite)]


def owed(world: World, country: str, power: str) -> list[Change]:
    """The share of the year that a power will book at its next turn, reckoned before the country joins it."""
    facts: dict[str, str | int] = {f"owed.{country}": power, f"owed-brps.{country}": _more(world, country, power)}
    return [Change(fact, world.get(fact), value, NEXT_TURN.cite) for fact, value in facts.items()]


def associated(world: World, country: str, power: str, cite: str, *, now: bool) -> list[Change]:
    """An event makes a country associate; its BRPs are booked now, or when the power's next turn begins."""
    changes = forfeited(world, country, power)
    if now:
        THIS_TURN.used(world)
        more = _more(world, country, power)
        changes += [booked(world, power, share(world, more), THIS_TURN.cite)] if more else []
    else:
        changes += owed(world, country, power)
    joins = Rule(f"{TITLES[country]} associates", cite, sets=at(country, associates(power)))
    changes += carry_out([joins], world)[1]
    if country in TARGETS:
        facts = {f"result.{country}": "9" if side_of(power) == AXIS else "-2", f"by-attack.{country}": True}
        changes += [Change(fact, world.get(fact), value, cite) for fact, value in facts.items()]
    return changes


def _settle(world: World, country: str) -> list[Change]:
    facts: dict[str, str | int] = {f"owed.{country}": NOBODY, f"owed-brps.{country}": 0}
    return [Change(fact, world.get(fact), value, NEXT_TURN.cite) for fact, value in facts.items()]


def paid(world: World, half: str) -> list[Change]:
    """What the powers of this half are owed for new associates."""
    changes: list[Change] = []
    for country in LANDS:
        power = world[f"owed.{country}"]
        if power == NOBODY or half_of(power) != half:
            continue
        NEXT_TURN.used(world)
        more = [booked(world, power, share(world, world[f"owed-brps.{country}"]), NEXT_TURN.cite)]
        more += _settle(world, country)
        world = world.with_changes(more, world.now)
        changes += more
    return changes


# -- 84.23
FINLAND = Rule(
    "after a border war with Russia, Finland joins Germany in its war with Russia",
    "84.23",
    when=border_war_fought("finland")
    & at_war(GERMANY, RUSSIA)
    & status_is(*ALONE, country="finland")
    & ~declared_war(AXIS, "finland"),
)


def finland_joins(world: World) -> list[Change]:
    joins = FINLAND.applies(world)
    world.note(BY_EVENT.cite, joins)
    return associated(world, "finland", GERMANY, FINLAND.cite, now=False) if joins else []


# -- the moments
@STEPS.step("awaw.minors.association-turn")
def turn_begins(world: World, frame: Frame) -> Directive:
    """BRPs that are owed for new associates; then events that were reported since."""
    changes = paid(world, frame.side)
    for country in ("finland", "rumania"):  # a border war alone brings nobody in
        for saying in asked(EXCEPTIONS, country):
            world.note(saying.cite, holds(saying.when, world.scoped(site=country)))
    world = world.with_changes(changes, world.now)
    return done([*changes, *finland_joins(world)])


@STEPS.step("awaw.minors.association-war")
def declared(world: World, frame: Frame) -> Directive:
    return done(finland_joins(world))


@STEPS.step("awaw.minors.association-settled")
def settled(world: World, frame: Frame) -> Directive:
    """After a diplomatic phase: who has associated by a result, with the BRPs that came with it."""
    world.weighed(lambda w: _note_results(w, frame))
    return done()


def _note_results(world: World, frame: Frame) -> None:
    for outcome in (found for country in frame.outcomes for found in world[f"outcome.{country}"]):
        country = outcome["country"]
        new = outcome["was"][f"status.{country}"] != "associate"
        by_result = new and holds(at(country, BY_RESULT).when, world)
        world.note(BY_RESULT.cite, by_result)
        if by_result and outcome["booked"].get(world[f"beneficiary.{country}"], 0) > 0:
            THIS_TURN.used(world)


@STEPS.step("awaw.minors.association-year")
def year_ends(world: World, frame: Frame) -> Directive:
    """The new year counts every associate in full: nothing is owed any more."""
    due = [country for country in LANDS if world[f"owed.{country}"] != NOBODY]
    world.note(NEXT_TURN.cite, bool(due))
    return done(change for country in due for change in _settle(world, country))


def reminders(world: World, half: str) -> Iterator[str]:
    """Associations that are put off."""
    for country in LANDS:
        attacker = world[f"attacked-by.{country}"]
        if world[f"status.{country}"] != "independent" or attacker == NOBODY or half_of(attacker) == half:
            continue
        for saying in asked((NO_BRITAIN, NOT_YET), country):
            applies = holds(saying.when, world.scoped(site=country))
            world.note(saying.cite, applies)
            if applies:
                yield f"{TITLES[country]} stands alone: {saying.label} [{saying.cite}]"


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of BRPs that are on their way."""
    power = world[f"owed.{land}"]
    if power == NOBODY:
        return {}
    return {"pays at its power's next turn": f"{TITLES[power]}, of {world[f'owed-brps.{land}']} [{NEXT_TURN.cite}]"}


MOMENTS = {
    "turn-begins": ("awaw.minors.association-turn",),
    "declared": ("awaw.minors.association-war",),
    "settled": ("awaw.minors.association-settled",),
    "year-ends": ("awaw.minors.association-year",),
}
DECLARED = (BY_RESULT, DECLINED, NEXT_TURN, SURVIVOR_PAYS, THIS_TURN, FINLAND)
