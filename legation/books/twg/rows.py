"""The rows of a chart: what it can make of a country, its rolls, and the rights of influence that it gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from legation.books.twg.powers import ALL, TITLES, enemies, title
from legation.books.twg.schema import CLASSES
from legation.books.twg.vocabulary import (
    BY,
    HERE,
    from_turn_1,
    government,
    held_by_another,
    paused,
    totally_controlled,
    weaker,
)
from legation.core.dice import Die, d12
from legation.core.expr import YES, Expr, WhenElse, all_of, lift, named, number
from legation.core.facts import World
from legation.core.rules import Assign, Bespoke, Copy, Datum, Limit, Modifier, Rule, decided, sets, turned_condition
from legation.core.tables import Band
from legation.core.turning import NEGATED, is_turned, kept_of

__all__ = ["RANK", "Anew", "Automatic", "BEGINS_ANEW", "Becomes", "Countering", "Fee", "GIVES_WAY", "GOES_ON"]
__all__ += ["Influence", "PAUSE", "SUCCESS", "SURE", "Stance", "Unrest", "as_rule", "below", "courted_by"]
__all__ += ["dollars_raise", "economic", "friendly", "neutral", "no_unrest", "nobody_courts", "set_back", "sworn"]
__all__ += ["total"]

GIVES_WAY = named("a new alliance takes the place of those of all other nations", YES, cite="DG-AFF-1")
RANK = {cls: i for i, cls in enumerate(CLASSES)}
SURE = d12.sides  # for what comes about without a die


def below(cls: str, *nations: str) -> Expr:
    """The country has a weaker class than this towards all these nations: success never lowers one."""
    so_far = "[not yet |]under Total Control" if cls == "total" else f"[not yet|at least] {cls.capitalize()}"
    return named(
        f"{{Here}} is {so_far}",
        all_of(*(weaker(HERE, n, cls) for n in nations)),
        cite="DG-AFF-21",
    )


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

    def told(self) -> str:
        """The change to it, of whatever country."""
        return f"{{Here}} {'comes' if self.cls == 'total' else 'becomes'} {self}"

    def sets(self, place: str, *, control: str = "chart", when: Expr = YES) -> tuple[Assign, ...]:
        """The facts that say so.  An alliance takes the place of every other; Neutral is Neutral towards all."""
        others = all_of(when, GIVES_WAY) if self.nations else when
        return (
            *(
                sets(f"stance.{place}.{n}", self.cls, when)
                if n in self.nations
                else sets(f"stance.{place}.{n}", "neutral", others)
                for n in ALL
            ),
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
    then: tuple[Rule, ...] = ()  # what else comes of it at once

    def tells(self) -> Iterator[str]:
        yield self.to.told()
        yield from (more.label for more in self.then)

    @property
    def stands_for(self) -> Rule:
        """The rule of the country whose chart it is in."""
        return self.rule()

    def rule(self, place: str = HERE, *, control: str = "", guard: Expr = YES) -> Rule:
        stance = self.to.sets(place, control=control or self.control)
        return Rule(self.label, self.cite, all_of(guard, self.when), (*stance, *self.sets), self.then, self.again)


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
    again: bool = False

    def tells(self) -> Iterator[str]:
        yield self.to.told()

    @property
    def stands_for(self) -> Rule:
        """The rule of the country whose chart it is in."""
        return self.rule()

    def rule(self) -> Rule:
        free = YES if self.despite_others else ~held_by_another(HERE, *self.to.nations)
        rises = below(self.to.cls, *self.to.nations)
        return Rule(self.label, self.cite, all_of(self.when, free, rises), (*self.to.sets(HERE), *self.sets))


# -- rolls
@dataclass(frozen=True, eq=False)
class Unrest:
    """A roll of Part I.  A die of `at_most` or less brings what `then` lists, a higher one what `otherwise` lists.

    With `at_most=SURE` no die is needed; what then lists nothing but rolls is a heading, and they are made as long as
    its condition holds.  `brings` names the government that a success puts in power.  `bands` replaces `at_most` where
    the die chooses among several results.  An `Unrest` inside `then` is rolled at once.  No roll is made under a
    player's Total Control unless the chart deals with that case.
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
    keeps: str = ""  # a fact that keeps the die of a success, to be compared with another
    optional: bool = False
    though_controlled: bool = False
    die: Die = d12
    again: bool = False
    turns = (NEGATED,)

    def __post_init__(self) -> None:
        object.__setattr__(self, "at_most", lift(self.at_most))

    def tells(self) -> Iterator[str]:
        number = self.at_most.english  # type: ignore[union-attr]
        if not self.bands:
            low = "a 1" if number == "1" else f"{number} or less"
            yield "no die is needed" if number == str(SURE) else f"roll a {self.die}: {low} succeeds"
        if self.brings:
            yield f"power goes to {government(self.brings)}"
        for said, what in (("then", self.then), ("otherwise", self.otherwise)):
            yield from (f"{said} {found.label}" for found in what)
        yield from (f"{band.title}: {band.label}" for band in self.bands)

    @property
    def stands_for(self) -> tuple[Rule, ...]:
        """What a success sets besides the results that are listed: the new government, and the die if it is kept."""
        return (*self.in_power, *self.kept(number("roll.net", "the die")))

    def kept(self, face: int | Expr) -> tuple[Rule, ...]:
        """The die of a success, where the chart compares it with another."""
        return (Rule(self.label, self.cite, sets=(sets(self.keeps, face),)),) if self.keeps else ()

    @cached_property
    def in_power(self) -> tuple[Rule, ...]:
        """The government that a success brings."""
        power = (sets(f"government.{HERE}", self.brings), sets(f"in-power-since.{HERE}", Copy("turn")))
        return (Rule(self.label, self.cite, sets=power),) if self.brings else ()

    @property
    def condition(self) -> Expr:
        """When the roll is due."""
        when = turned_condition(self.cite, self.when)
        return when if self.though_controlled else all_of(~totally_controlled(HERE), when)

    @cached_property
    def on_success(self) -> tuple[Rule | Bespoke, ...]:
        """The rules of a success, the new government first."""
        return self.in_power + tuple(as_rule(t) for t in self.then if not isinstance(t, Unrest))

    @cached_property
    def on_failure(self) -> tuple[Rule | Bespoke, ...]:
        return tuple(as_rule(t) for t in self.otherwise)

    @cached_property
    def at_once(self) -> tuple[Unrest, ...]:
        return tuple(t for t in self.then if isinstance(t, Unrest))

    @property
    def is_heading(self) -> bool:
        """It brings nothing itself."""
        return not (self.on_success or self.bands or self.keeps)


def as_rule(found: Becomes | Automatic | Rule | Bespoke | Unrest) -> Rule | Bespoke:
    return found.rule() if isinstance(found, Becomes | Automatic) else found  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Fee:
    """A payment that opens influence without raising the roll: once in the game, or for each attempt."""

    dollars: int
    cite: str
    label: str
    once: bool

    def tells(self) -> Iterator[str]:
        yield f"${self.dollars} is to be paid {'once' if self.once else 'for each attempt'}"

    @property
    def stands_for(self) -> Rule:
        """The rule of the country whose chart it is in, for whoever tries."""
        return self.paid(HERE, BY)

    def paid(self, place: str, nation: str) -> Rule:
        """It is owed, and the way is open."""
        owed = sets(f"debt.{nation}", number(f"debt.{nation}", "what it owes") + self.dollars)
        return Rule(self.label, self.cite, sets=(owed, sets(f"fee-paid.{place}.{nation}", True)))


PAUSE, SUCCESS = "pause", "success"  # a turn without an attempt; an attempt that succeeds
GOES_ON, BEGINS_ANEW = False, True  # what they do to the attempts made so far


class Anew(Datum):
    """Whether attempts begin anew after a pause or a success."""

    kind = "datum"

    @property
    def stands_for(self) -> Rule:
        """The rule of the country whose chart it is in, for whoever tries."""
        return set_back(HERE, BY, SUCCESS, self, bool(self.value))


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
    raises: Modifier | None = None  # how dollars raise the number, if the chart says so itself
    most: int = 3  # dollars that an attempt may take
    fee: Fee | None = None
    beside: bool = False  # the alliances of others go on
    despite_others: bool = False
    then: tuple[Rule, ...] = ()  # what else follows from success
    anew: Mapping[str, Anew] = field(default_factory=dict)  # after PAUSE or SUCCESS: BEGINS_ANEW, or GOES_ON

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", lift(self.least))

    def tells(self) -> Iterator[str]:
        one = len(self.by) == 1
        result = str(Stance(self.into, self.by)) if one else f"{self.into.capitalize()} to the nation that tries"
        yield f"{title(*self.by)} may try; a success makes {{Here}} {result}"
        yield from self._price()

    def _price(self) -> Iterator[str]:
        """What an attempt takes at the least, and when."""
        least: Any = lift(self.least)
        free = ""
        if isinstance(least, WhenElse):
            least, free = least.no, f", or nothing if {least.truth.english}"
        if least.english != "0":
            yield f"an attempt takes at least ${least.english}{free}"

    @property
    def stands_for(self) -> tuple[Rule, ...]:
        """The rules of the country whose chart it is in."""
        return tuple(map(self.success, self.by))

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


@kept_of(64)
def set_back(place: str, nation: str, after: str, said: Datum, anew: bool) -> Rule:
    """What a pause, or a success, does to the attempts made so far: nothing, or they begin anew."""
    first = (sets(f"attempts.{place}.{nation}", 0),)
    return Rule(said.label, said.cite, paused(place, nation) if after == PAUSE else YES, first if anew else ())


@dataclass(frozen=True, eq=False)
class Countering:
    """Who may counter the money of these nations (of all that have a right, if none are named).

    That follows from the attack boxes (DG-INF-17): the chart gives the id under which it says so, and `Neutral` fills
    in `by`.
    """

    cite: str
    of: tuple[str, ...] = ()
    by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # nation that tries -> who may counter it

    def tells(self) -> Iterator[str]:
        yield self.label

    turns = (NEGATED,)

    @property
    def label(self) -> str:
        said: dict[tuple[str, ...], list[str]] = {}
        for nation, rivals in self.by.items():
            said.setdefault(rivals, []).append(nation)
        return "; ".join(f"{title(*r) if r else 'nobody'} may counter {title(*n)}" for r, n in said.items())

    def rivals(self, nation: str) -> tuple[str, ...]:
        """Who may counter this nation."""
        found = self.by[nation]
        if is_turned(self.cite, NEGATED):
            return () if found else enemies(nation)[:1]
        return found

    def answer(self, world: World, nation: str, spending: bool) -> tuple[str, ...]:
        """Who may answer, now that the nation has said whether it spends money: without money nobody is asked."""
        return self.rivals(nation) if decided(self, world, spending) else ()


# -- what a chart may lack altogether
def nobody_courts(country: str, cite: str) -> Limit:
    """A chart without any right of Part II: an attempt is refused with its own words."""
    return Limit(f"no nation has an influence roll on {country}", cite, when=~totally_controlled(HERE))


def no_unrest(label: str, cite: str, when: Expr | None = None) -> Limit:
    """A chart without any roll of Part I: whoever wants to roll is refused with its own words."""
    return Limit(label, cite, when=~totally_controlled(HERE) if when is None else when)


def courted_by(
    nation: str, into: str, label: str, cite: str, *, countering: str, when: Expr | None = None
) -> dict[str, Any]:
    """The Influence row of a chart that gives one right to one nation, open from the first phase on unless it says."""
    right = Influence((nation,), into, label, when=from_turn_1() if when is None else when, cite=cite)
    return {"influence": (right,), "countering": (Countering(countering),)}


def dollars_raise(cite: str) -> Modifier:
    """The dollars that a chart requires for an attempt raise the number to roll as well."""
    dollars = number("roll.money", "dollars spent")
    return Modifier(
        dollars, "the dollars also raise the number", cite, (dollars >= 1).worded("money is[ not] spent on it"), "money"
    )
