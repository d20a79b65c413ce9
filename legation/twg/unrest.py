"""Part I of the Diplomatic Phase: conditions, then the rolls of political unrest in the order of play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from legation.core.dice import d12
from legation.core.errors import NotFound, Refused, Unknown
from legation.core.expr import Expr, all_of, amount, choice, holds, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Odds, ask, call, do, done, go, roll, settle
from legation.core.requests import confirm
from legation.core.rules import Limit, Note, carry_out
from legation.core.sweeps import Whenever
from legation.twg.chart import Neutral, Unrest, chance
from legation.twg.geography import slug
from legation.twg.neutrals import neutral_by_slug, neutrals
from legation.twg.powers import ORDER_OF_PLAY
from legation.twg.steps import steps

__all__ = ["NO_MONEY", "RULES", "conditions_again", "due_rolls"]

CHANGES_OF_GOVERNMENT = Note("charts list the upheavals a country is open to, by roll or by condition", cite="DG-UNR-1")
ROLLER = Note("the nation in the heading of the chart makes its unrest rolls", cite="DG-UNR-2")
COMPULSORY = Note(
    "an unrest roll is made whenever it is due; only what a chart words as a choice may be declined", cite="DG-UNR-3"
)
NO_MONEY = Limit(
    "no money changes an unrest roll", when=choice("rolling", "unrest", says="the roll is for unrest"), cite="DG-UNR-4"
)
AT_ONCE = Note("the result of an unrest roll is carried out at once", cite="DG-UNR-5")
DIE = Note("unrest is rolled on a d12; the number printed or less succeeds", cite="DG-UNR-6", value=d12)
AGAIN = Note("a roll that failed is made again each turn while its conditions hold", cite="DG-UNR-7")
CONDITIONS = Note("conditions without a roll are looked at before the rolls and after every result", cite="DG-PH-7")

RULES = (CHANGES_OF_GOVERNMENT, ROLLER, COMPULSORY, NO_MONEY, AT_ONCE, DIE, AGAIN, CONDITIONS)


def chosen(only: Iterable[str] | None) -> list[Neutral]:
    """The charts in play: all of them, or those that a case or a question is about."""
    return [n for n in neutrals() if not only or n.slug in set(only)]


@cache
def _order() -> tuple[tuple[str, int], ...]:
    """Every unrest roll as (country, number in its chart): by the order of play, then by the alphabet."""
    rolls = [
        (ORDER_OF_PLAY.value.index(u.rolls), n.name, n.slug, i) for n in neutrals() for i, u in enumerate(n.rolls_due)
    ]
    return tuple((slug, i) for _, _, slug, i in sorted(rolls))


def due_rolls(world: World, only: Iterable[str] | None = None) -> list[tuple[str, int]]:
    """The unrest rolls whose conditions hold now."""
    names = {n.slug for n in chosen(only)}
    return [(slug, i) for slug, i in _order() if slug in names and is_due(world, slug, i)]


def is_due(world: World, country: str, number: int) -> bool:
    unrest = neutral_by_slug()[country].rolls_due[number]
    due = holds(_when_due(country, number), world)
    if not due:
        world.note(unrest.cite, False)
    return due


@cache
def _when_due(country: str, number: int) -> Expr:
    """Its condition holds, in a country that still is one."""
    return all_of(~truth(f"ended.{country}", "the country is gone"), neutral_by_slug()[country].rolls_due[number].when)


def all_conditions() -> Whenever:
    """The conditions of every chart."""
    return _whenever(())


@cache
def _whenever(only: tuple[str, ...]) -> Whenever:
    return Whenever(rule for n in chosen(only) for rule in n.whenever)


def conditions_again(frame: Frame, then: str | None) -> Directive:
    """Every condition without a roll, until nothing changes (DG-PH-7)."""
    return settle(_whenever(tuple(frame.get("only") or ())), then=then)


@steps.step("twg.unrest")
def begin(world: World, frame: Frame) -> Directive:
    """What ends by itself ends; then conditions are checked."""
    rules = [n.bind(rule) for n in chosen(frame.get("only")) for rule in n.each_turn]
    _, changes = carry_out(rules, world)
    return do(changes, then="twg.unrest.conditions")


@steps.step("twg.unrest.country")
def country(world: World, frame: Frame) -> Directive:
    """Somebody asks for the rolls of one country; a chart without any says so."""
    neutral = neutral_by_slug().get(slug(frame.country))
    if neutral is None:
        raise NotFound("country", frame.country, neutral_by_slug())
    if not neutral.unrest:
        for limit in neutral.limits[:1]:
            world.note(limit.cite, False)
            raise Refused(limit.label, rule=limit.cite)
        raise Refused(f"{neutral.name} has no unrest rolls", rule=CHANGES_OF_GOVERNMENT.cite)
    return go("twg.unrest", only=[neutral.slug])


@steps.step("twg.unrest.conditions")
def conditions(world: World, frame: Frame) -> Directive:
    CONDITIONS.used(world)
    world.weighed(lambda w: [n.bind(limit).forbids(w) for n in chosen(frame.get("only")) for limit in n.limits])
    return conditions_again(frame, "twg.unrest.turn-begins")


@steps.step("twg.unrest.turn-begins")
def turn_begins(world: World, frame: Frame) -> Directive:
    """Some charts speak of how a turn begins: that is now, before any roll."""
    rules = [n.bind(rule) for n in chosen(frame.get("only")) for rule in n.as_turn_begins]
    return do(carry_out(rules, world)[1], then="twg.unrest.begun")


@steps.step("twg.unrest.begun")
def begun(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, "twg.unrest.questions")


@steps.step("twg.unrest.questions")
def questions(world: World, frame: Frame) -> Directive:
    """What the rolls need to know of the board is asked once, for all of them."""
    only = frame.get("only")
    found: dict[str, None] = {}
    for when, reads in _conditions(tuple(only or ())):
        if not all(map(world.known, world.schema.not_empty(reads))):
            found |= dict.fromkeys(when.unknowns(world))
    if found:
        raise Unknown("before the rolls of unrest", list(found))
    return go("twg.unrest.next", at=0)


@cache
def _conditions(only: tuple[str, ...]) -> tuple[tuple[Expr, frozenset[str]], ...]:
    """When each roll is due, with the facts that it depends on."""
    rolls = (_when_due(n.slug, i) for n in chosen(only) for i, _ in enumerate(n.rolls_due))
    return tuple((when, when.reads()) for when in rolls)


@steps.step("twg.unrest.next")
def next_roll(world: World, frame: Frame) -> Directive:
    """The next roll that is due, in the order of play."""
    order, only = _order(), frame.get("only")
    for at in range(frame.at, len(order)):
        country, number = order[at]
        if (not only or country in only) and is_due(world, country, number):
            ORDER_OF_PLAY.used(world)
            roll_it = {"country": country, "path": [number], "only": frame.get("only")}
            return call("twg.unrest.roll", then="twg.unrest.next", keep={"at": at + 1}, **roll_it)
    return done()


def find(country: str, path: list[int]) -> Unrest:
    """An unrest roll by its place in the chart; a longer path leads to a roll that follows at once."""
    unrest = neutral_by_slug()[country].rolls_due[path[0]]
    for number in path[1:]:
        unrest = unrest.at_once[number]
    return unrest


def roller(country: str, path: list[int]) -> str:
    neutral = neutral_by_slug()[country]
    return find(country, path).rolls or neutral.rolls_due[path[0]].rolls


@steps.step("twg.unrest.roll")
def throw(world: World, frame: Frame) -> Directive:
    unrest = find(frame.country, frame.path)
    ROLLER.used(world)
    if unrest.optional and frame.get("wanted") is None:
        question = confirm(
            roller(frame.country, frame.path), f"{unrest.label}: try it?", cite=unrest.cite, subject=frame.country
        )
        return ask(question, then="twg.unrest.wanted", into="wanted")
    COMPULSORY.used(world)
    NO_MONEY.forbids(world.scoped(rolling="unrest"))
    if unrest.bands:
        return _throw(world, frame, unrest, {})
    number = amount(unrest.at_most, world)  # type: ignore[arg-type]
    if number >= unrest.die.sides:
        return go("twg.unrest.result", roll=1)
    return _throw(world, frame, unrest, lambda: {"success": chance(unrest, world)}, f"; {number} or less succeeds")


def _throw(world: World, frame: Frame, unrest: Unrest, odds: Odds, goal: str = "") -> Directive:
    turn = world.get("turn")
    name = neutral_by_slug()[frame.country].name
    return roll(
        unrest.die,
        label=f"turn {turn}: unrest in {name}, {unrest.cite}",
        cite=unrest.cite,
        seat=roller(frame.country, frame.path),
        then="twg.unrest.result",
        prompt=f"Roll {unrest.die} for {name}: {unrest.label}{goal}",
        odds=odds,
        subject=frame.country,
    )


@steps.step("twg.unrest.wanted")
def wanted(world: World, frame: Frame) -> Directive:
    if frame.wanted:
        return go("twg.unrest.roll")
    world.note(find(frame.country, frame.path).cite, False)
    return done()


def _kept(world: World, unrest: Unrest, face: int) -> list[Change]:
    """The die of a success, where the chart compares it with another."""
    return [Change(unrest.keeps, world.get(unrest.keeps), face, unrest.cite)] if unrest.keeps else []


@steps.step("twg.unrest.result")
def result(world: World, frame: Frame) -> Directive:
    """Carry the result out, then look at the conditions again."""
    unrest, neutral = find(frame.country, frame.path), neutral_by_slug()[frame.country]
    AT_ONCE.used(world)
    CHANGES_OF_GOVERNMENT.used(world)
    if unrest.bands:
        band = next(b for b in unrest.bands if frame.roll in b)
        DIE.used(world)
        world.note(unrest.cite, True)
        for other in unrest.bands:
            world.note(other.cite, other is band)
        _, changes = carry_out(neutral.bind(band.then), world)
        succeeded = True
    else:
        succeeded = frame.roll <= amount(unrest.at_most, world)  # type: ignore[arg-type]
        world.note(unrest.cite, succeeded)
        world.note(DIE.cite, succeeded)
        rules = unrest.on_success if succeeded else unrest.on_failure
        if not succeeded:
            AGAIN.used(world)
            for rule in unrest.on_success:
                world.note(rule.cite, False)
        kept = _kept(world, unrest, frame.roll) if succeeded else []
        _, changes = carry_out(neutral.bind(rules), world.with_changes(kept, world.now) if kept else world)
        changes = [*kept, *changes]
    return do(changes, then="twg.unrest.settled", follow=0 if succeeded else len(unrest.at_once))


@steps.step("twg.unrest.settled")
def settled(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, "twg.unrest.follow")


@steps.step("twg.unrest.follow")
def follow(world: World, frame: Frame) -> Directive:
    """The rolls that a success calls for at once."""
    more = find(frame.country, frame.path).at_once
    number = frame.follow
    if number >= len(more):
        return done()
    due = holds(neutral_by_slug()[frame.country].bind(more[number]).when, world)
    if not due:
        world.note(more[number].cite, False)
        return go("twg.unrest.follow", follow=number + 1)
    roll_it = {"country": frame.country, "path": [*frame.path, number], "only": frame.get("only")}
    return call("twg.unrest.roll", then="twg.unrest.follow", keep={"follow": number + 1}, **roll_it)
