"""Who may try to influence whom now, and the number to roll: the rights of the charts, progression and odds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from legation.books.twg.chart import Influence, Neutral, below
from legation.books.twg.charts import neutral_by_slug, neutrals
from legation.books.twg.money.influence_money import PURSES, budget
from legation.books.twg.powers import ALL, TITLES, title
from legation.books.twg.vocabulary import BY, HERE, at_rest, attempts, held_by_another, place_name
from legation.core.compiled import Bundle, Compiled
from legation.core.dice import d12
from legation.core.expr import Expr, all_of, amount, holds, named, number, sum_of
from legation.core.facts import World
from legation.core.rules import (
    Copy,
    Definition,
    Modifier,
    Rule,
    bespoke,
    comes_up,
    first_refusal,
    sets,
    turned_condition,
)
from legation.core.span import exact, possible
from legation.core.tables import Table
from legation.core.trace import Trace
from legation.core.turning import kept
from legation.core.voice import capital

__all__ = ["PROGRESSION", "RULES", "OpenRight", "lines", "may_pay", "number_to_roll"]
__all__ += ["odds_of", "open_now", "rights_of", "still_open", "trace_of"]

ATTEMPT = "DG-INF-1"
NUMBER = "DG-INF-9"


# -- when an attempt may be made
def unhindered(here: str, by: str, despite_others: bool = False) -> Expr:
    """A nation tries at most once a turn, and its right rests while another nation holds the country."""
    last, now = number(f"tried.{here}.{by}", "the turn of its last attempt"), number("turn", "this turn")
    says = f"{title(by)} has [not tried yet|tried already] this turn"
    may_try = all_of((last < now).worded(says), ~at_rest(here))
    if despite_others:
        return named(says, may_try, cite=ATTEMPT)
    free = ~held_by_another(here, by)
    both = f"{title(by)} has not tried yet this turn, and nobody else holds {place_name(here)}"
    other = f"{title(by)} has tried already this turn, or somebody else holds {place_name(here)}"
    return named(f"[{both}|{other}]", all_of(may_try, free), cite=ATTEMPT)


ROW = Definition("the influence row of a chart says who may try, when, and for which class", cite="DG-INF-22")

# -- the number to roll
STEPS = {"DG-INF-2": 1, "DG-INF-3": 2, "DG-INF-4": 4, "DG-INF-5": 8, "DG-INF-6": 11}
ORDINALS = ("first", "second", "third", "fourth", "fifth or later")


# of all turns together: attempts go on with the next step after the condition was lost, or the alliance fell
SO_FAR = named("influence attempts so far on {Here} by {By}", attempts(HERE, BY), cite="DG-INF-8")


def _step(index: int) -> Expr:
    made, last = SO_FAR, index == len(STEPS) - 1
    nth = f"it is[ not] the {ORDINALS[index].removesuffix(' or later')} attempt{' or a later one' if last else ''}"
    return (made >= index if last else made.is_number(index)).worded(nth)


PROGRESSION = tuple(
    Modifier(value, f"{ORDINALS[i]} attempt", cite, when=_step(i), stage="step")  # type: ignore[arg-type]
    for i, (cite, value) in enumerate(STEPS.items())
)
MONEY = Modifier(
    number("roll.money", "dollars spent"),
    "influence money",
    "DG-INF-10",
    (number("roll.money", "dollars spent") >= 1).worded("money is[ not] spent on it"),
    "money",
)
COUNTER = Modifier(
    0 - number("roll.counter", "dollars spent against it"),
    "counter-money",
    "DG-INF-19",
    (number("roll.counter", "dollars spent against it") >= 1).worded("money is[ not] spent against it"),
    "money",
)
CHANCES = tuple(Fraction(faces, d12.sides) for faces in range(d12.sides + 1))


@kept
def counts(place: str, who: str) -> Rule:
    """The number depends on how many attempts the nation has made; each that is made is one more."""
    so_far = f"attempts.{place}.{who}"
    counted = (sets(so_far, number(so_far) + 1), sets(f"tried.{place}.{who}", Copy("turn")))
    return Rule("every attempt counts, whatever it brings, and the next one is easier", "DG-INF-7", sets=counted)


@bespoke("DG-INF-9", reads=[number("roll.money"), number("roll.counter")])
def needs_a_die(world: World, number: int, unasked: bool) -> bool:
    """Step, bonus and money less counter-money or less succeeds: 12 or more without a die, 0 or less never.

    Where the other side was not asked, the number may still be lowered.
    """
    return number > 0 and (number < d12.sides or unasked)


RULES = (unhindered(HERE, BY), ROW, SO_FAR, PROGRESSION, counts(HERE, BY), needs_a_die, MONEY, COUNTER)


@dataclass(frozen=True)
class OpenRight:
    """A right that a nation has now."""

    country: Neutral
    nation: str
    influence: Influence

    @cached_property
    def key(self) -> str:
        """Countries with one right are named by it; Spain's and Portugal's say which."""
        several = [i for who, i in self.country.rights if who == self.nation]
        return self.country.slug if len(several) == 1 else f"{self.country.slug}:{self.influence.into}"

    @cached_property
    def label(self) -> str:
        """What may be done, with the name of the country said once."""
        name, may = self.country.name, self.influence.label
        return capital(may) if name in may else f"{name}: {may}"


@kept
def still_open(country: str, nation: str, cite: str) -> Expr:
    """What was announced goes on while nobody else holds the country, and while it is below the class.

    The chart's own condition was judged when it was announced.
    """
    neutral, influence = right(country, nation, cite)
    rises: Expr = neutral.bind(below(influence.into, BY), nation)
    return all_of(unhindered(country, nation, influence.despite_others), rises)


@kept
def open_now(neutral: Neutral, nation: str, influence: Influence) -> Expr:
    """When a nation may try: the chart's condition, once a turn, below the class, and not while another holds it."""
    rises = neutral.bind(below(influence.into, BY), nation)
    when = turned_condition(influence.cite, influence.when)
    return all_of(unhindered(neutral.slug, nation, influence.despite_others), rises, when)


def rights_of(world: World, nation: str, only: Iterable[str] | None = None) -> list[OpenRight]:
    """What a nation may try to influence now."""
    names = set(only or ())
    world.weighed(lambda w: rights_one_by_one(w, nation, names))
    found, purses = [], dict[int, int]()
    for r, condition, value in _looked_at(world, nation, names):
        if world.get(f"ended.{r.country.slug}"):
            continue
        if (value is True or holds(condition, world)) and _can_pay(world, r, purses):
            found.append(r)
    return found


def rights_one_by_one(world: World, nation: str, names: Iterable[str] = ()) -> list[OpenRight]:
    """The plain form of `rights_of`: every right by itself, and with one that is not open all its terms fall."""
    found, purses = [], dict[int, int]()
    for r, condition in rights_by_nation()[nation]:
        if (names and r.country.slug not in names) or world.get(f"ended.{r.country.slug}"):
            continue
        is_open = holds(condition, world) and _can_pay(world, r, purses)
        if comes_up(world, is_open, *_terms(r.influence)):
            found.append(r)
    return found


def _looked_at(world: World, nation: str, names: set[str]) -> Iterable[tuple[OpenRight, Expr, Any]]:
    """The rights that may be open, with their conditions, and what is known of these already.

    All are looked at together, and what is certainly closed is left out.
    """
    mine = rights_by_nation()[nation]
    if names or not world.lasting:
        return [(r, when, None) for r, when in mine if not names or r.country.slug in names]
    values = _together(nation)(world)
    return [(r, when, value) for (r, when), value in zip(mine, values, strict=True) if value is not False]


@kept
def _together(nation: str) -> Bundle:
    """The conditions of a nation's rights as one calculation."""
    return Bundle(condition for _, condition in rights_by_nation()[nation])


@kept
def rights_by_nation() -> dict[str, list[tuple[OpenRight, Expr]]]:
    """The rights of each nation, chart by chart, with their conditions."""
    rights = [OpenRight(neutral, who, i) for neutral in neutrals() for who, i in neutral.rights]
    return {n: [(r, open_now(r.country, n, r.influence)) for r in rights if r.nation == n] for n in ALL}


@kept
def keys_of(nation: str, only: tuple[str, ...]) -> tuple[str, ...]:
    """Whatever the nation could ever try."""
    return tuple(r.key for r, _ in rights_by_nation()[nation] if not only or r.country.slug in only)


@kept
def _by_key(nation: str) -> dict[str, list[tuple[OpenRight, Expr]]]:
    """The rights that go by each key, one for each way into the class, with their conditions."""
    found: dict[str, list[tuple[OpenRight, Expr]]] = {}
    for r, condition in rights_by_nation()[nation]:
        found.setdefault(r.key, []).append((r, condition))
    return found


def right_by_key(world: World, nation: str, key: str) -> OpenRight | None:
    """The right that goes by this key, if it is open."""
    place = key.partition(":")[0]
    if not world.lasting:
        return next((r for r in rights_of(world, nation, [place]) if r.key == key), None)
    if key not in _by_key(nation) or world.get(f"ended.{place}"):
        return None
    world.weighed(lambda w: rights_one_by_one(w, nation, {place}))
    is_open = (r for r, when in _by_key(nation)[key] if holds(when, world) and _can_pay(world, r, {}))
    return next(is_open, None)


def _terms(influence: Influence) -> list[Any]:
    """A right and its terms, none of which count while it is not open."""
    terms = (influence.fee, influence.raises)
    return [influence, *(term for term in terms if term is not None), *influence.bonus]


def right(country: str, nation: str, cite: str) -> tuple[Neutral, Influence]:
    neutral = neutral_by_slug()[country]
    return neutral, next(i for who, i in neutral.rights if who == nation and i.cite == cite)


def fee_due(world: World, neutral: Neutral, nation: str, influence: Influence) -> int:
    fee = influence.fee
    if fee is None or (fee.once and world.get(f"fee-paid.{neutral.slug}.{nation}")):
        return 0
    return fee.dollars


def _can_pay(world: World, r: OpenRight, purses: dict[int, int]) -> bool:
    """Neither a fee nor what the attempt requires is certainly too much."""
    if r.influence.fee and not _can_pay_fee(world, r.country, r.nation, r.influence):
        return False
    return _can_pay_least(world, r.nation, r.influence, purses)


def _can_pay_least(world: World, nation: str, influence: Influence, purses: dict[int, int]) -> bool:
    """An attempt that requires money is closed to a nation that may not spend so much; `purses` is what it may."""
    least, most = amount(influence.least, world), influence.most  # type: ignore[arg-type]
    if least == 0:
        return True
    if most not in purses:
        purses[most] = budget(world, nation, most)
    return purses[most] >= least


def _can_pay_fee(world: World, neutral: Neutral, nation: str, influence: Influence) -> bool:
    """Not certainly too poor: what is in the purse is asked for when the attempt is made."""
    due = fee_due(world, neutral, nation, influence)
    return due == 0 or bool(possible(world.weigh(PURSES[nation] >= due)))


def may_pay(world: World, neutral: Neutral, nation: str) -> bool:
    """Whether money may raise the roll: most charts leave it to the general rules."""
    limits = neutral.asked.get("pay", ())
    return not limits or first_refusal(neutral.bind(limits, nation), world.scoped(rolling="influence")) is None


def lines(neutral: Neutral, nation: str, influence: Influence) -> tuple[Modifier, ...]:
    """The rows that make up the number to roll."""
    return (*(neutral.bind(PROGRESSION, nation)), *influence.bonus, influence.raises or MONEY, COUNTER)


def number_to_roll(world: World, neutral: Neutral, nation: str, influence: Influence) -> int:
    world.weighed(lambda w: number_line_by_line(w, neutral, nation, influence))
    if world.lasting:
        value = _written(neutral, nation, influence)(world)
        if value.__class__ is int:
            return int(value)
    return amount(_number(neutral, nation, influence), world)


def number_line_by_line(world: World, neutral: Neutral, nation: str, influence: Influence) -> int:
    """The plain form of `number_to_roll`, on a sheet that can be read."""
    return int(_sheet(neutral, nation, influence).sheet(world).total)


@kept
def _sheet(neutral: Neutral, nation: str, influence: Influence) -> Table:
    rows = lines(neutral, nation, influence)
    stages = tuple(dict.fromkeys(row.stage for row in rows))
    return Table(f"{TITLES[nation]} and {neutral.name}", "", modifiers=rows, stages=stages)


@kept
def _number(neutral: Neutral, nation: str, influence: Influence) -> Expr:
    return sum_of(*(line.gain for line in lines(neutral, nation, influence)))


@kept
def _written(neutral: Neutral, nation: str, influence: Influence) -> Compiled[Any]:
    """The same, for when it is asked for often."""
    total = _number(neutral, nation, influence)
    return Compiled(total.value, (total,))


def odds_of(
    world: World, neutral: Neutral, nation: str, influence: Influence, money: int = 0, counter: int = 0
) -> Fraction:
    """The exact chance of success with so much money on either side."""
    bids = world.heard_by(None).scoped(roll__money=money, roll__counter=counter)
    return chance_of(bids, neutral, nation, influence)


def chance_of(bids: World, neutral: Neutral, nation: str, influence: Influence) -> Fraction:
    """The same in a world that has the bids on top, and no log: what is only supposed consults no rule."""
    return CHANCES[max(0, min(number_to_roll(bids, neutral, nation, influence), d12.sides))]


def trace_of(
    world: World, neutral: Neutral, nation: str, influence: Influence, money: int = 0, counter: int = 0
) -> Trace:
    """The number to roll, line by line."""
    scoped = world.scoped(roll__money=money, roll__counter=counter)
    parts = []
    for line in lines(neutral, nation, influence):
        value = line.amount(scoped)
        parts.append(
            Trace(
                line.label, value, (line.when.trace(scoped),), rule=line.cite, applied=not (exact(value) and value == 0)
            )
        )
    total = number_to_roll(scoped, neutral, nation, influence)
    return Trace(
        f"{TITLES[nation]} influences {neutral.name}: roll this or less on a d12", total, tuple(parts), rule=NUMBER
    )
