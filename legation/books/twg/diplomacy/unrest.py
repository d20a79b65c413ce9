"""Part I of the Diplomatic Phase: conditions, then the rolls of political unrest in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from legation.books.twg.chart import Neutral, Unrest, chance
from legation.books.twg.charts import neutral_by_slug, neutrals
from legation.books.twg.map.geography import slug
from legation.books.twg.money.purses import in_force
from legation.books.twg.powers import IN_1939, ORDER_OF_PLAY
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import HERE, at_rest
from legation.core.errors import NotFound, Refused
from legation.core.expr import YES, Expr, all_of, amount, choice, holds, lacking, named, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Odds, ask, call, do, done, go, roll, settle
from legation.core.requests import TABLE, confirm
from legation.core.rules import Bespoke, Datum, Limit, Rule, bespoke, brought_by, carry_out, comes_up, decided
from legation.core.sweeps import Whenever
from legation.core.tables import Band, fell
from legation.core.turning import kept

__all__ = ["CONDITIONS", "NO_MONEY", "RULES", "banded", "conditions_again", "due_rolls", "order_of_play"]

CONDITIONS = Datum(
    "conditions without a roll are looked at before the rolls and after every result",
    cite="DG-PH-7",
    value=("twg.unrest.conditions", "twg.unrest.begun", "twg.unrest.settled", "twg.influence.settled"),
)
NO_MONEY = Limit(
    "no money changes an unrest roll",
    when=choice("rolling", "unrest", says="the roll is[ not] for unrest"),
    cite="DG-UNR-4",
)


def chosen(only: Iterable[str] | None) -> list[Neutral]:
    """The charts in play: all of them, or those that a case or a question is about."""
    return [n for n in neutrals() if n.slug in set(only)] if only else list(neutrals())


def order_of_play(world: World) -> tuple[str, ...]:
    """The nations in the order in which they roll and try."""
    return _one_by_one((IN_1939 if in_force(world) else ORDER_OF_PLAY).of)


@cache
def _one_by_one(groups: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(nation for group in groups for nation in group)


class RollsDue(NamedTuple):
    """An unrest roll by its place in its country's chart, and when it is made."""

    country: str
    number: int
    when: Expr
    roll: Unrest


@kept
def _rolls(order: tuple[str, ...]) -> tuple[RollsDue, ...]:
    """Every unrest roll: by the order of play, then by the alphabet."""
    rolls = [(order.index(u.rolls), n.name, i, n.slug, u) for n in neutrals() for i, u in enumerate(n.rolls_due)]
    rolls.sort(key=lambda roll: roll[:3])
    return tuple(RollsDue(slug, i, _when_due(slug, i), roll) for _, _, i, slug, roll in rolls)


def due_rolls(world: World, only: Iterable[str] | None = None) -> list[tuple[str, int]]:
    """The unrest rolls whose conditions hold now."""
    names = {n.slug for n in chosen(only)}
    rolls = (due for due in _rolls(order_of_play(world)) if due.country in names)
    return [(due.country, due.number) for due in rolls if is_due(world, due)]


def is_due(world: World, due: RollsDue) -> bool:
    return comes_up(world, holds(due.when, world), due.roll)


def made_again(here: str, when: Expr) -> Expr:
    """Its condition holds, in a country that still is one: then it is made, and again after a failure."""
    goes_on = all_of(~truth(f"ended.{here}", "the country is [gone|still there]"), ~at_rest(here), when)
    return named("the roll is made in every Part I while its conditions hold", goes_on, cite="DG-UNR-7")


@kept
def _when_due(country: str, number: int) -> Expr:
    return made_again(country, neutral_by_slug()[country].rolls_due[number].when)


def all_conditions() -> Whenever:
    """The conditions of every chart."""
    return _whenever(())


@kept
def _whenever(only: tuple[str, ...]) -> Whenever:
    return Whenever(rule for n in chosen(only) for rule in n.whenever)


def conditions_again(frame: Frame, then: str | None) -> Directive:
    """At the moments for it, every condition without a roll is looked at, until nothing changes."""
    if frame.step not in CONDITIONS.value:
        return done() if then is None else go(then)
    return settle(_whenever(tuple(frame.get("only") or ())), then=then)


@steps.step("twg.unrest")
def begin(world: World, frame: Frame) -> Directive:
    """What ends by itself ends; then conditions are checked."""
    charts = chosen(frame.get("only"))
    world.weighed(lambda w: [rule.applies(w) for rule in idle_pauses(charts)])
    return do(carry_out(ends_by_itself(tuple(charts)), world)[1], then="twg.unrest.conditions")


@kept
def ends_by_itself(charts: tuple[Neutral, ...]) -> list[Rule]:
    """What a new Diplomatic Phase ends, chart by chart; pauses that set nothing back are left out."""
    return [rule for n in charts for rule in (*map(n.bind, n.each_turn), *n.set_back_by_pauses())]


def idle_pauses(charts: Iterable[Neutral]) -> list[Rule]:
    """The pauses that were left out: attempts go on after them."""
    return [rule for n in charts for rule in n.pauses() if not rule.sets]


@steps.step("twg.unrest.country")
def country(world: World, frame: Frame) -> Directive:
    """Somebody asks for the rolls of one country; a chart without any says so."""
    neutral = neutral_by_slug().get(slug(frame.country))
    if neutral is None:
        raise NotFound("country", frame.country, neutral_by_slug())
    if isinstance(neutral.unrest, Limit):
        neutral.bind(neutral.unrest).refuse(world)
    check_listed(world, neutral)
    return go("twg.unrest", only=[neutral.slug])


@bespoke("DG-UNR-1")
def check_listed(world: World, neutral: Neutral) -> None:
    """Charts list the upheavals a country is open to, by roll or by condition."""
    if not neutral.rolls_due:
        raise Refused(f"{neutral.name} has no unrest rolls", rule="DG-UNR-1")


@steps.step("twg.unrest.conditions")
def conditions(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, "twg.unrest.turn-begins")


@steps.step("twg.unrest.turn-begins")
def turn_begins(world: World, frame: Frame) -> Directive:
    """Some charts speak of how a turn begins: that is now, before any roll."""
    return do(carry_out(_as_turn_begins(tuple(frame.get("only") or ())), world)[1], then="twg.unrest.begun")


@kept
def _as_turn_begins(only: tuple[str, ...]) -> tuple[Rule | Bespoke, ...]:
    return tuple(n.bind(rule) for n in chosen(only) for rule in n.as_turn_begins)


@steps.step("twg.unrest.begun")
def begun(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, "twg.unrest.questions")


@steps.step("twg.unrest.questions")
def questions(world: World, frame: Frame) -> Directive:
    """What the rolls need to know of the board is asked once, for all of them."""
    only = frame.get("only")
    open_ones = [when for when, reads in _conditions(tuple(only or ())) if not world.all_known(reads)]
    needed = lacking("before the rolls of unrest", world, *open_ones)
    if needed.questions:
        raise needed
    return go("twg.unrest.next", at=0)


@kept
def _conditions(only: tuple[str, ...]) -> tuple[tuple[Expr, frozenset[str]], ...]:
    """When each roll is due, with the facts that it depends on."""
    rolls = (_when_due(n.slug, i) for n in chosen(only) for i, _ in enumerate(n.rolls_due))
    return tuple((when, when.reads()) for when in rolls)


@steps.step("twg.unrest.next")
def next_roll(world: World, frame: Frame) -> Directive:
    """The next roll that is due, in the order of play."""
    order, only = _rolls(order_of_play(world)), frame.get("only")
    for at in range(frame.at, len(order)):
        due = order[at]
        if (not only or due.country in only) and is_due(world, due):
            roll_it = {"country": due.country, "path": [due.number], "only": only}
            return call("twg.unrest.roll", then="twg.unrest.next", keep={"at": at + 1}, **roll_it)
    return done()


def find(country: str, path: list[int]) -> Unrest:
    """An unrest roll by its place in the chart; a longer path leads to a roll that follows at once."""
    unrest = neutral_by_slug()[country].rolls_due[path[0]]
    for number in path[1:]:
        unrest = unrest.at_once[number]
    return unrest


def still_due(world: World, frame: Frame) -> bool:
    """Whether a roll that was called for may be made: a deed may have been told of meanwhile."""
    return holds(_when_made(frame.country, tuple(frame.path)), world)


@kept
def _when_made(country: str, path: tuple[int, ...]) -> Expr:
    """When a roll is due, or one that follows another at once, with all that its chart says of both."""
    if not path[1:]:
        return _when_due(country, path[0])
    neutral, follows = neutral_by_slug()[country], find(country, list(path))
    controlled = neutral.unrest[path[0]].though_controlled  # type: ignore[index]
    condition: Expr = neutral.bind(follows.when if controlled else follows.condition)
    return _under_way(country, path) & condition


@kept
def _under_way(country: str, path: tuple[int, ...]) -> Expr:
    """What the headings say under which a roll stands: a deed may end that."""
    above = [find(country, list(path[:end])) for end in range(1, len(path))]
    so: Expr = neutral_by_slug()[country].bind(all_of(*(one.condition for one in above if one.is_heading)))
    return so


@bespoke("DG-UNR-2")
def roller(world: World, country: str, path: list[int]) -> str:
    """The nation in the heading of the chart makes its unrest rolls."""
    return find(country, path).rolls or neutral_by_slug()[country].rolls_due[path[0]].rolls


@bespoke("DG-UNR-3")
def may_be_declined(world: World, unrest: Unrest) -> bool:
    """An unrest roll is made whenever it is due; only what a chart words as a choice may be declined."""
    return unrest.optional


@steps.step("twg.unrest.roll")
def throw(world: World, frame: Frame) -> Directive:
    unrest = find(frame.country, frame.path)
    if world.lasting and not still_due(world, frame):
        return done()
    if may_be_declined(world, unrest) and frame.get("wanted") is None:
        seat = roller(world, frame.country, frame.path) or TABLE
        did = f"[tries|does not try] a roll: {unrest.label}"
        question = confirm(seat, f"{unrest.label}: try it?", cite=unrest.cite, subject=frame.country, did=did)
        return ask(question, then="twg.unrest.wanted", into="wanted")
    if unrest.bands:
        return _throw(world, frame, unrest, lambda: by_band(unrest))
    number = amount(unrest.at_most, world)  # type: ignore[arg-type]
    if number >= unrest.die.sides:
        return go("twg.unrest.result", roll=1)
    return _throw(world, frame, unrest, lambda: {"success": chance(unrest, world)}, f"; {number} or less succeeds")


@kept
def banded() -> Mapping[str, tuple[Band, ...]]:
    """The results of rolls that have several, by their rule."""
    return {roll.cite: roll.bands for neutral in neutrals() for roll in neutral.rolls_due if roll.bands}


def by_band(unrest: Unrest) -> dict[str, Fraction]:
    """The chance of each of the results that a die may bring."""
    faces = unrest.die.faces
    return {band.label: Fraction(sum(face in band for face in faces), len(faces)) for band in unrest.bands}


def _throw(world: World, frame: Frame, unrest: Unrest, odds: Odds, goal: str = "") -> Directive:
    turn = world.get("turn")
    name = neutral_by_slug()[frame.country].name
    return roll(
        unrest.die,
        label=f"turn {turn}: unrest in {name}, {unrest.cite}",
        cite=unrest.cite,
        seat=roller(world, frame.country, frame.path) or TABLE,
        then="twg.unrest.result",
        prompt=f"Roll {unrest.die} for {name}: {unrest.label}{goal}",
        odds=odds,
        subject=frame.country,
    )


@steps.step("twg.unrest.wanted")
def wanted(world: World, frame: Frame) -> Directive:
    tried = comes_up(world, bool(frame.wanted), find(frame.country, frame.path))
    return go("twg.unrest.roll") if tried else done()


@bespoke("DG-UNR-6")
def succeeds(world: World, roll: int, number: int) -> bool:
    """Unrest is rolled on a d12; the number printed or less succeeds."""
    return roll <= number


@bespoke("DG-UNR-5")
def at_once(world: World, rules: Iterable[Rule | Bespoke]) -> list[Change]:
    """The result of an unrest roll is carried out at once."""
    return carry_out(rules, world)[1]


@steps.step("twg.unrest.result")
def result(world: World, frame: Frame) -> Directive:
    """Carry the result out, then look at the conditions again."""
    unrest, neutral = find(frame.country, frame.path), neutral_by_slug()[frame.country]
    made = bool(unrest.bands) or succeeds(world, frame.roll, amount(unrest.at_most, world))  # type: ignore[arg-type]
    succeeded = decided(unrest, world, made)
    if unrest.bands:
        brought = fell(unrest.bands, frame.roll, world).effects
    else:
        brought = tuple(brought_by({True: unrest.on_success, False: unrest.on_failure}, succeeded, world))
    kept = unrest.kept(frame.roll) if succeeded else ()
    changes = at_once(world, (*kept, *neutral.bind(brought)))
    return do(changes, then="twg.unrest.settled", follow=0 if succeeded else len(unrest.at_once))


@steps.step("twg.unrest.settled")
def settled(world: World, frame: Frame) -> Directive:
    more = frame.follow < len(find(frame.country, frame.path).at_once)
    return conditions_again(frame, "twg.unrest.follow" if more else None)


@steps.step("twg.unrest.follow")
def follow(world: World, frame: Frame) -> Directive:
    """The rolls that a success calls for at once."""
    more = find(frame.country, frame.path).at_once
    number = frame.follow
    if number >= len(more):
        return done()
    unrest = neutral_by_slug()[frame.country].bind(more[number])
    under_way = holds(_under_way(frame.country, (*frame.path, number)), world)
    if not comes_up(world, under_way and holds(unrest.when, world), unrest):
        return go("twg.unrest.follow", follow=number + 1)
    roll_it = {"country": frame.country, "path": [*frame.path, number], "only": frame.get("only")}
    return call("twg.unrest.roll", then="twg.unrest.follow", keep={"follow": number + 1}, **roll_it)


RULES = (
    (check_listed, roller, may_be_declined, NO_MONEY, at_once, succeeds),
    (made_again(HERE, YES), CONDITIONS),
)
