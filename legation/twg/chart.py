"""How a country's chart is declared.

A `Neutral` is one literal: value and forces, alliances, unrest, influence, colonies and the two attack boxes.  `HERE`
and `BY` in its conditions are filled in by `Neutral.bind`; nothing else is derived.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from legation.core.dice import Die, d12
from legation.core.expr import YES, Expr, all_of, amount, bound, lift
from legation.core.facts import Family, World
from legation.core.rules import Assign, Bespoke, Copy, Limit, Modifier, Note, Permit, Rule, sets
from legation.core.tables import Band
from legation.twg.geography import slug
from legation.twg.powers import ALL, TITLES, enemies
from legation.twg.vocabulary import HERE, class_of, held_by_another, totally_controlled

__all__ = [
    "Automatic",
    "Battle",
    "Becomes",
    "Boxes",
    "Colony",
    "Fee",
    "Influence",
    "Neutral",
    "Stance",
    "Start",
    "Unrest",
]
__all__ += ["both", "colony", "economic", "forces", "friendly", "neutral", "sworn", "total"]

RANK = {"neutral": 0, "friendly": 1, "economic": 2, "sworn": 3, "total": 4}


# -- what a chart can make of a country
@dataclass(frozen=True)
class Stance:
    """A class, and the nation or nations towards which the country has it; Neutral towards all others."""

    cls: str
    nations: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.cls == "neutral":
            return "Neutral"
        who = " and ".join(TITLES[n] for n in self.nations)
        return f"under Total Control of {who}" if self.cls == "total" else f"{self.cls.capitalize()} to {who}"

    def sets(self, place: str, *, control: str = "chart", when: Expr = YES) -> tuple[Assign, ...]:
        """The facts that say so.  One nation's class takes the place of every other's (DG-AFF-1)."""
        return (
            *(sets(f"stance.{place}.{n}", self.cls if n in self.nations else "neutral", when) for n in ALL),
            sets(f"control.{place}", control if self.cls == "total" else "none", when),
        )


def neutral() -> Stance:
    return Stance("neutral")


def friendly(*nations: str) -> Stance:
    return Stance("friendly", nations)


def economic(nation: str) -> Stance:
    return Stance("economic", (nation,))


def sworn(nation: str) -> Stance:
    return Stance("sworn", (nation,))


def total(nation: str) -> Stance:
    return Stance("total", (nation,))


@dataclass(frozen=True, eq=False)
class Becomes:
    """The country takes exactly this stance, if the condition holds.  `again`: the same rule at another moment."""

    to: Stance
    label: str
    cite: str
    when: Expr = YES
    sets: tuple[Assign, ...] = ()
    again: bool = False
    control: str = "chart"  # how a Total Control arises

    def rule(self, place: str = HERE, *, control: str = "", guard: Expr = YES) -> Rule:
        stance = self.to.sets(place, control=control or self.control)
        return Rule(self.label, self.cite, all_of(guard, self.when), (*stance, *self.sets))


@dataclass(frozen=True, eq=False)
class Automatic:
    """A change on a condition alone, looked at in the Diplomatic Phase (DG-PH-7).

    It never lowers the nation's own class (DG-AFF-21) and rests while another nation has the country Sworn or under
    Total Control, unless the chart says otherwise (`despite_others`).
    """

    to: Stance
    label: str
    cite: str
    when: Expr
    despite_others: bool = False
    sets: tuple[Assign, ...] = ()

    def rule(self) -> Rule:
        below = all_of(*(class_of(HERE, n) < RANK[self.to.cls] for n in self.to.nations))
        free = YES if self.despite_others else ~held_by_another(HERE, *self.to.nations)
        return Rule(self.label, self.cite, all_of(self.when, free, below), (*self.to.sets(HERE), *self.sets))


# -- rolls
@dataclass(frozen=True, eq=False)
class Unrest:
    """A roll of Part I.  A die of `at_most` or less brings what `then` lists, a higher one what `otherwise` lists.

    `brings` names the government that a success puts in power.  `bands` replaces `at_most` where the die chooses among
    several results.  An `Unrest` inside `then` is rolled at once.  No roll is made under a player's Total Control
    unless the chart deals with that case.
    """

    label: str
    cite: str
    at_most: int | Expr = 0
    when: Expr = YES
    rolls: str = ""  # the nation of the chart's heading, if not named here
    then: tuple[Becomes | Rule | Bespoke | Unrest, ...] = ()
    otherwise: tuple[Becomes | Rule | Bespoke, ...] = ()
    bands: tuple[Band, ...] = ()
    brings: str = ""
    optional: bool = False
    though_controlled: bool = False
    die: Die = d12

    def __post_init__(self) -> None:
        object.__setattr__(self, "at_most", lift(self.at_most))

    @property
    def condition(self) -> Expr:
        return self.when if self.though_controlled else all_of(~totally_controlled(HERE), self.when)

    @property
    def on_success(self) -> tuple[Rule | Bespoke, ...]:
        """The rules of a success, the new government first."""
        first: tuple[Rule, ...] = ()
        if self.brings:
            power = (sets(f"government.{HERE}", self.brings), sets(f"in-power-since.{HERE}", Copy("turn")))
            first = (Rule(self.label, self.cite, sets=power),)
        return first + tuple(as_rule(t) for t in self.then if not isinstance(t, Unrest))

    @property
    def on_failure(self) -> tuple[Rule | Bespoke, ...]:
        return tuple(as_rule(t) for t in self.otherwise)

    @property
    def at_once(self) -> tuple[Unrest, ...]:
        return tuple(t for t in self.then if isinstance(t, Unrest))


def as_rule(found: Becomes | Automatic | Rule | Bespoke | Unrest) -> Rule | Bespoke:
    return found.rule() if isinstance(found, Becomes | Automatic) else found  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Fee:
    """A payment that opens influence without raising the roll: once in the game, or for each attempt."""

    dollars: int
    cite: str
    label: str
    once: bool


@dataclass(frozen=True, eq=False)
class Influence:
    """A right of Part II: these nations may try to bring the country into this class."""

    by: tuple[str, ...]
    into: str
    label: str
    cite: str
    when: Expr = YES
    bonus: tuple[Modifier, ...] = ()
    least: int | Expr = 0  # dollars that an attempt requires
    most: int | Note = 3
    fee: Fee | None = None
    beside: bool = False  # the alliances of others go on
    despite_others: bool = False
    then: tuple[Rule, ...] = ()  # what else follows from success
    minds: tuple[Limit | Permit, ...] = ()  # rules that making the attempt brings to mind

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", lift(self.least))

    def success(self, nation: str) -> Rule:
        """What a success changes."""
        stance = Stance(self.into, (nation,))
        if self.beside:
            changed: tuple[Assign, ...] = (
                sets(f"stance.{HERE}.{nation}", self.into),
                sets(f"tie.{HERE}.{nation}", True),
            )
        else:
            changed = stance.sets(HERE)
        return Rule(f"{{Here}} is {stance}", self.cite, sets=(*changed, sets(f"won.{HERE}.{nation}", True)))


# -- colonies and attack boxes
@dataclass(frozen=True, eq=False)
class Boxes:
    """The attack boxes: what an Axis and what an Allied attack make of the country.  The first that fits counts."""

    axis: tuple[Becomes, ...]
    allies: tuple[Becomes, ...]

    def against(self, side: str) -> tuple[Becomes, ...]:
        return self.axis if side == "axis" else self.allies

    @property
    def nations(self) -> tuple[str, ...]:
        """Every nation that stands in a box."""
        return tuple(dict.fromkeys(n for box in (*self.axis, *self.allies) for n in box.to.nations))


@dataclass(frozen=True, eq=False)
class Start:
    """How a scenario begins: alliances and government."""

    to: Stance
    cite: str
    government: str = "none"


T = TypeVar("T")


def both(start: T) -> dict[str, T]:
    """The same in 1939 and 1942."""
    return {"1939": start, "1942": start}


def forces(**units: int) -> dict[str, int]:
    return {kind.replace("_", "-"): n for kind, n in units.items()}


@dataclass(frozen=True, eq=False)
class Colony:
    """A territory that has its home country's alliances, with exceptions (`unless`)."""

    name: str
    value: int | None
    cite: str
    follows: str  # the id that makes it a colony
    start: Mapping[str, Start]
    attacked: Boxes
    army: Mapping[str, int] = field(default_factory=dict)
    unless: Expr | None = None

    @property
    def slug(self) -> str:
        return slug(self.name)

    @property
    def also(self) -> tuple[str, ...]:
        return (self.follows,)


def colony(
    name: str,
    code: str,
    value: int | None,
    *,
    start: Mapping[str, Stance],
    axis: Stance,
    allies: Stance,
    unless: Expr | None = None,
    sets: tuple[Assign, ...] = (),
) -> Colony:
    """A colony whose entry only refers to its home country: the ids follow one pattern."""
    ids = [f"DG-{code}-S2", f"DG-{code}-S3" if start["1939"] != start["1942"] else f"DG-{code}-S2"]
    return Colony(
        name,
        value,
        f"DG-{code}-S1",
        f"DG-{code}-C1",
        _starts(start, ids),
        Boxes(
            axis=(Becomes(axis, f"{name} is {axis} after an Axis attack on the empire", f"DG-{code}-X1", sets=sets),),
            allies=(Becomes(allies, f"{name} is {allies} after an Allied attack on the empire", f"DG-{code}-L1"),),
        ),
        unless=unless,
    )


def _starts(start: Mapping[str, Stance], ids: list[str]) -> dict[str, Start]:
    if ids[0] == ids[1]:
        return both(Start(start["1939"], ids[0]))
    return {scenario: Start(stance, cite) for (scenario, stance), cite in zip(start.items(), ids, strict=True)}


# -- battles that charts order
@dataclass(frozen=True, eq=False)
class Battle:
    """A battle that a chart calls for, fought at the table in its commander's turn and reported as one of `outcomes`.

    With an `order` the commander may call for it every turn; without one it is fought once `ordered.<name>` holds.
    """

    name: str
    label: str
    commander: str | Mapping[str, Expr]  # a nation, or by nation the condition under which it commands
    outcomes: Mapping[str, tuple[Becomes | Rule, ...]]  # as the table would say it -> what follows
    order: Permit | None = None
    allowed: tuple[Permit, ...] = ()  # what players may do in it
    at_dice: tuple[Becomes | Rule, ...] = ()  # what happens when the attack dice are rolled
    due: Expr = YES  # without this the battle falls away
    notes: tuple[Note | Limit, ...] = ()


# -- the chart
@dataclass(frozen=True, eq=False)
class Neutral:
    """One country's chart."""

    name: str
    value: int
    army: Mapping[str, Mapping[str, int]]  # by scenario; nothing where a player's own set-up sheet says what is there
    cite: str
    start: Mapping[str, Start]
    attacked: Boxes
    no_colonies: Note | None = None
    rolls: str = ""
    each_turn: tuple[Rule, ...] = ()  # before anything else in a Diplomatic Phase
    automatic: tuple[Automatic | Becomes | Rule | Bespoke, ...] = ()
    as_turn_begins: tuple[Rule, ...] = ()  # after the first check of conditions, before any roll
    unrest: tuple[Unrest, ...] = ()
    as_phase_ends: tuple[Rule, ...] = ()  # when Part II is over
    influence: tuple[Influence, ...] = ()
    countering: tuple[Permit | Limit, ...] = ()
    colonies: tuple[Colony, ...] = ()
    battles: tuple[Battle, ...] = ()
    limits: tuple[Limit, ...] = ()
    permits: tuple[Permit, ...] = ()
    notes: tuple[Note, ...] = ()
    governments: tuple[str, ...] = ()
    remembers: tuple[Family, ...] = ()  # facts that only this chart needs

    @property
    def slug(self) -> str:
        return slug(self.name)

    def bind(self, found: Any, by: str = "") -> Any:
        names = {"here": self.slug, "Here": self.name}
        return bound(found, **names, **({"by": by, "By": TITLES[by]} if by else {}))

    # -- bound to this country
    @cached_property
    def whenever(self) -> tuple[Rule | Bespoke, ...]:
        """The conditions without a roll, and the colonies that follow."""
        own = tuple(self.bind(as_rule(a)) for a in self.automatic)
        return own + tuple(self.follow_rule(c) for c in self.colonies)

    def follow_rule(self, colony: Colony) -> Rule:
        """A colony has its home country's alliances unless one of them is under somebody's Total Control."""
        free = all_of(~totally_controlled(colony.slug), ~totally_controlled(self.slug))
        if colony.unless is not None:
            free = all_of(free, ~colony.unless)
        copies = tuple(sets(f"stance.{colony.slug}.{n}", Copy(f"stance.{self.slug}.{n}")) for n in ALL)
        return Rule(f"{colony.name} has the alliances of {self.name}", colony.follows, free, copies)

    @cached_property
    def rolls_due(self) -> tuple[Unrest, ...]:
        found = tuple(replace(u, rolls=u.rolls or self.rolls) for u in self.unrest)
        return tuple(self.bind(replace(u, when=u.condition, though_controlled=True)) for u in found)

    @cached_property
    def rights(self) -> tuple[tuple[str, Influence], ...]:
        """(nation, right) for every nation that has one."""
        return tuple((nation, self.bind(right, nation)) for right in self.influence for nation in right.by)

    def counters(self, influencer: str) -> tuple[str, ...]:
        """Who may counter: the nations in the attack boxes that are on the other side (DG-INF-17)."""
        return tuple(n for n in self.attacked.nations if n in enemies(influencer))

    @property
    def members(self) -> tuple[str, ...]:
        """The empire: the home country and its colonies."""
        return (self.slug, *(c.slug for c in self.colonies))

    def boxes(self, member: str) -> Boxes:
        return self.attacked if member == self.slug else next(c.attacked for c in self.colonies if c.slug == member)


def chance(unrest: Unrest, world: World) -> Fraction:
    """The exact chance that an unrest roll succeeds."""
    number = amount(unrest.at_most, world)  # type: ignore[arg-type]
    return Fraction(max(0, min(number, unrest.die.sides)), unrest.die.sides)
