"""How a country's chart is declared.

A `Neutral` is one literal: value and forces, alliances, unrest, influence, colonies and the two attack boxes.  `HERE`
and `BY` in its conditions are filled in by `Neutral.bind`.  Who may counter follows from the attack boxes, and the
lands that react together from the empire; the chart gives the ids under which it says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from legation.core.deeds import On
from legation.core.dice import Die, d12
from legation.core.expr import YES, Expr, all_of, amount, bound, choice, lift, named, number
from legation.core.facts import Family, World
from legation.core.rules import (
    Assign,
    Bespoke,
    Copy,
    Datum,
    Duty,
    Limit,
    Modifier,
    Permit,
    Rule,
    decided,
    judged,
    sets,
    turned_condition,
)
from legation.core.tables import Band
from legation.core.turning import NEGATED, NUMBER, TURNED, is_turned
from legation.twg.facts import CLASSES, LAND
from legation.twg.geography import slug
from legation.twg.powers import ALL, GERMANY, TITLES, enemies, title
from legation.twg.vocabulary import (
    BY,
    HERE,
    afloat,
    class_of,
    from_turn_1,
    government,
    held_by_another,
    paused,
    place_name,
    stance,
    totally_controlled,
)

__all__ = [
    "Automatic",
    "Battle",
    "Becomes",
    "Boxes",
    "Colony",
    "Countering",
    "Empire",
    "Fee",
    "Half",
    "Influence",
    "Neutral",
    "Stance",
    "Start",
    "Unrest",
]
__all__ += ["BEGINS_ANEW", "GIVES_WAY", "GOES_ON", "PAUSE", "RULES", "SUCCESS", "SURE"]
__all__ += ["Force", "Toll", "gone", "guests"]
__all__ += ["below", "both", "colony", "dollars_raise", "economic", "forces", "friendly"]
__all__ += ["has_ship", "joins_navy"]
__all__ += ["courted_by", "neutral", "no_unrest", "nobody_courts", "pair", "sworn", "total"]

GIVES_WAY = named("a new alliance takes the place of those of all other nations", YES, cite="DG-AFF-1")
RANK = {cls: i for i, cls in enumerate(CLASSES)}
SURE = d12.sides  # for what comes about without a die


def below(cls: str, *nations: str) -> Expr:
    """The country has a weaker class than this towards all these nations: success never lowers one."""
    return named(
        f"{{Here}} is not yet {cls.capitalize()}",
        all_of(*(class_of(HERE, n) < RANK[cls] for n in nations)),
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

    def rule(self) -> Rule:
        free = YES if self.despite_others else ~held_by_another(HERE, *self.to.nations)
        rises = below(self.to.cls, *self.to.nations)
        return Rule(self.label, self.cite, all_of(self.when, free, rises), (*self.to.sets(HERE), *self.sets))


# -- rolls
@dataclass(frozen=True, eq=False)
class Unrest:
    """A roll of Part I.  A die of `at_most` or less brings what `then` lists, a higher one what `otherwise` lists.

    With `at_most=SURE` no die is needed.  `brings` names the government that a success puts in power.  `bands`
    replaces `at_most` where the die chooses among several results.  An `Unrest` inside `then` is rolled at once.  No
    roll is made under a player's Total Control unless the chart deals with that case.
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
            yield "no die is needed" if number == str(SURE) else f"roll a {self.die}: {number} or less succeeds"
        if self.brings:
            yield f"power goes to {government(self.brings)}"
        for said, what in (("then", self.then), ("otherwise", self.otherwise)):
            yield from (f"{said} {found.label}" for found in what)
        yield from (f"{band.title}: {band.label}" for band in self.bands)

    @property
    def condition(self) -> Expr:
        """When the roll is due."""
        when = turned_condition(self.cite, self.when)
        return when if self.though_controlled else all_of(~totally_controlled(HERE), when)

    @cached_property
    def on_success(self) -> tuple[Rule | Bespoke, ...]:
        """The rules of a success, the new government first."""
        first: tuple[Rule, ...] = ()
        if self.brings:
            power = (sets(f"government.{HERE}", self.brings), sets(f"in-power-since.{HERE}", Copy("turn")))
            first = (Rule(self.label, self.cite, sets=power),)
        return first + tuple(as_rule(t) for t in self.then if not isinstance(t, Unrest))

    @cached_property
    def on_failure(self) -> tuple[Rule | Bespoke, ...]:
        return tuple(as_rule(t) for t in self.otherwise)

    @cached_property
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

    def tells(self) -> Iterator[str]:
        yield f"${self.dollars} are to be paid {'once' if self.once else 'for each attempt'}"


PAUSE, SUCCESS = "pause", "success"  # a turn without an attempt; an attempt that succeeds
GOES_ON, BEGINS_ANEW = False, True  # what they do to the attempts made so far


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
    anew: Mapping[str, Datum] = field(default_factory=dict)  # after PAUSE or SUCCESS: BEGINS_ANEW, or GOES_ON

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", lift(self.least))

    def tells(self) -> Iterator[str]:
        one = len(self.by) == 1
        result = str(Stance(self.into, self.by)) if one else f"{self.into.capitalize()} to the nation that tries"
        yield f"{title(*self.by)} may try; a success makes {{Here}} {result}"
        least = self.least.english  # type: ignore[union-attr]
        if least != "0":
            yield f"an attempt takes at least {f'${least}' if least.isdigit() else least}"

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


@lru_cache(maxsize=64)
def _set_back(place: str, nation: str, after: str, said: Datum, anew: bool) -> Rule:
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
    return Modifier(dollars, "the dollars also raise the number", cite, dollars >= 1, "money")


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
    as_original: str = "none"  # the nation whose original land it counts as
    turns = (NEGATED,)

    def tells(self) -> Iterator[str]:
        yield f"{{Here}} begins {self.to}"
        if self.government != "none":
            yield f"the government is that of {government(self.government)}"
        if self.as_original != "none":
            yield f"it counts as original land of {TITLES[self.as_original]}"

    @property
    def stance(self) -> Stance:
        """The alliances that the set-up gives."""
        if is_turned(self.cite, NEGATED):
            return friendly(GERMANY) if self.to.cls == "neutral" else neutral()
        return self.to


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
    asked: Mapping[str, tuple[Limit | Permit, ...]] = field(default_factory=dict)  # as of a chart; HERE is the colony

    def tells(self) -> Iterator[str]:
        yield f"{self.name}{f', worth {self.value},' if self.value is not None else ''} follows its home country"
        if self.unless is not None:
            yield f"but not if {self.unless.english}"
    turns = (NUMBER,)

    @cached_property
    def slug(self) -> str:
        return slug(self.name)

    @property
    def also(self) -> tuple[str, ...]:
        return (self.follows,)

    @property
    def worth(self) -> int | None:
        """The land value that the set-up gives; None where no value is printed."""
        return (self.value or 0) + 1 if is_turned(self.cite, NUMBER) else self.value


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
    then: tuple[Rule, ...] = (),  # what else comes of an Axis attack
    as_original: str = "none",
    asked: Mapping[str, tuple[Limit | Permit, ...]] | None = None,
    army: Mapping[str, int] | None = None,
) -> Colony:
    """A colony whose entry only refers to its home country: the ids follow one pattern."""
    ids = [f"DG-{code}-S2", f"DG-{code}-S3" if start["1939"] != start["1942"] else f"DG-{code}-S2"]
    return Colony(
        name,
        value,
        f"DG-{code}-S1",
        f"DG-{code}-C1",
        _starts(start, ids, as_original),
        Boxes(
            axis=(
                Becomes(
                    axis, f"{name} is {axis} after an Axis attack on the empire", f"DG-{code}-X1", sets=sets, then=then
                ),
            ),
            allies=(Becomes(allies, f"{name} is {allies} after an Allied attack on the empire", f"DG-{code}-L1"),),
        ),
        army=army or {},
        unless=unless,
        asked=asked or {},
    )


def _starts(start: Mapping[str, Stance], ids: list[str], as_original: str) -> dict[str, Start]:
    if ids[0] == ids[1]:
        return both(Start(start["1939"], ids[0]))
    own = {scenario: as_original if stance.cls == "total" else "none" for scenario, stance in start.items()}
    return {
        scenario: Start(stance, cite, as_original=own[scenario])
        for (scenario, stance), cite in zip(start.items(), ids, strict=True)
    }


@dataclass(frozen=True, eq=False)
class Half:
    """One of the two territories of a nation.  The nation has the alliances, and both halves share them (DG-COL-4)."""

    name: str
    value: int
    army: Mapping[str, Mapping[str, int]]  # by scenario
    cite: str

    def tells(self) -> Iterator[str]:
        yield f"{self.name}, worth {self.value}, shares the alliances of its nation"

    @cached_property
    def slug(self) -> str:
        return slug(self.name)


@dataclass(frozen=True, eq=False)
class Empire:
    """The colonies of a country, or the two halves of a nation: an attack on one of them is an attack on all."""

    cite: str
    colonies: tuple[Colony, ...] = ()
    halves: tuple[Half, ...] = ()
    also: tuple[str, ...] = ()  # the general rules speak of it, too

    def tells(self) -> Iterator[str]:
        yield self.label
    name = "empire"

    @property
    def label(self) -> str:
        colonies, one = ", ".join(c.name for c in self.colonies), " and ".join(h.name for h in self.halves)
        if self.colonies:
            return f"{len(self.colonies)} {'colonies' if len(self.colonies) > 1 else 'colony'}: {colonies}"
        return f"no colonies, but {one} are one nation" if self.halves else "no colonies"

    @cached_property
    def lands(self) -> tuple[str, ...]:
        """Halves and colonies."""
        return (*(half.slug for half in self.halves), *(colony.slug for colony in self.colonies))

    def reacting(self, world: World) -> tuple[str, ...]:
        """The lands that react to an attack on any of them, besides the home country."""
        if decided(self, world, True):  # the chart has the last word, unless it is turned round
            return self.lands
        return self.lands[:-1] if self.lands else (ELSEWHERE,)


ELSEWHERE = "galapagos-islands"  # what would be a colony too many for a country that has none


# -- battles that charts order
@dataclass(frozen=True, eq=False)
class Force:
    """Land units that fight on one side of a battle: a country's own army, or a nation's units in the country."""

    place: str
    nation: str = ""  # none for the country's own army
    when: Expr = YES  # whether they are on this side

    @property
    def units(self) -> tuple[str, ...]:
        """Their facts, kind by kind."""
        of = f"units.{self.place}.{self.nation}" if self.nation else f"army.{self.place}"
        return tuple(f"{of}.{kind}" for kind in LAND)

    @property
    def says(self) -> str:
        """Whose they are."""
        return TITLES[self.nation] if self.nation else place_name(self.place)


def gone(*forces: Force) -> tuple[Assign, ...]:
    """None of these units is left, counted or not."""
    counted = tuple(sets(fact, 0, force.when) for force in forces for fact in force.units)
    uncounted = (force for force in forces if force.nation)
    return (*counted, *(sets(f"garrison.{force.place}.{force.nation}", 0, force.when) for force in uncounted))


def guests(*nations: str, when: Expr = YES) -> tuple[Force, ...]:
    """The units that these nations have in the country of the chart."""
    return tuple(Force(HERE, nation, when) for nation in nations)


@dataclass(frozen=True, eq=False)
class Battle:
    """A battle that a chart calls for, fought at the table in its commander's turn and reported as one of `outcomes`.

    With an `order` the commander may call for it every turn; without one it is fought once `ordered.<name>` holds.
    """

    name: str
    label: str
    commander: str | Mapping[str, Expr]  # a nation, or by nation the condition under which it commands
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    outcomes: Mapping[str, tuple[Becomes | Rule, ...]]  # as the table would say it -> what follows
    unfought: tuple[str, ...] = ()  # outcomes without a fight; after all others the survivors tell what they lost
    to_the_last: tuple[str, ...] = ()  # outcomes after which a side that has not been beaten may have nobody left
    moves_in: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # outcome -> whose army is then where
    order: Permit | None = None
    allowed: tuple[Permit, ...] = ()  # what players may do in it
    at_dice: tuple[Becomes | Rule, ...] = ()  # what happens when the attack dice are rolled
    due: Expr = YES  # without this the battle falls away
    duties: tuple[Duty, ...] = ()  # what the table is told about it


@lru_cache(maxsize=8192)
def _bound(neutral: Neutral, found: Any, by: str) -> Any:
    names = {"here": neutral.slug, "Here": neutral.name}
    return bound(found, **names, **({"by": by, "By": TITLES[by]} if by else {}))


@dataclass(frozen=True, eq=False)
class Toll:
    """Units that attackers must take out of their force, for good, before the dice of an attack on the country."""

    label: str
    cite: str
    by: tuple[str, ...]  # the nations that pay it, all together
    units: int
    when: Expr = YES
    again: bool = True  # the table is told of it as well

    def due(self, world: World) -> bool:
        return judged(self, world)


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
    empire: Empire
    rolls: str = ""
    each_turn: tuple[Rule, ...] = ()  # before anything else in a Diplomatic Phase
    automatic: tuple[Automatic | Becomes | Rule | Bespoke, ...] = ()
    as_turn_begins: tuple[Rule, ...] = ()  # after the first check of conditions, before any roll
    unrest: tuple[Unrest, ...] | Limit = ()  # or that there are no rolls
    instantly: tuple[Automatic | Becomes | Rule, ...] = ()  # conditions that also count between two Diplomatic Phases
    as_phase_ends: tuple[Rule, ...] = ()  # when Part II is over
    influence: tuple[Influence, ...] | Limit = ()  # or that nobody has a right
    countering: tuple[Countering, ...] = ()
    battles: tuple[Battle, ...] = ()
    liberators: Mapping[str, Becomes] = field(default_factory=dict)  # instead of a conqueror's Total Control
    absorbs: Mapping[str, Expr] = field(default_factory=dict)  # territories that react with this country, while …
    reminders: tuple[Duty, ...] = ()  # what the nations' turns call to mind
    heeds: Mapping[str, tuple[On, ...]] = field(default_factory=dict)  # of attacks on other lands; BY attacks
    asked: Mapping[str, tuple[Limit | Permit, ...]] = field(default_factory=dict)  # by action; BY is the nation
    in_battle: tuple[Duty, ...] = ()  # what the table is told when the country is attacked; BY is the attacker
    toll: Toll | None = None  # what an attack costs before its dice
    governments: tuple[str, ...] = ()
    remembers: tuple[Family, ...] = ()  # facts that only this chart needs

    def tells(self) -> Iterator[str]:
        yield f"{self.name} is worth {self.value}"
        for scenario, army in self.army.items():
            there = [f"{n} {kind.replace('-', ' ')}" for kind, n in army.items() if n]
            yield f"its forces in {scenario}: {', '.join(there) or 'none'}"

    def __post_init__(self) -> None:
        apart = {nation for said in self.countering for nation in said.of}
        others = tuple(nation for nation in self.suitors if nation not in apart)
        by = ({nation: self._in_boxes(nation) for nation in said.of or others} for said in self.countering)
        filled = tuple(replace(said, by=rivals) for said, rivals in zip(self.countering, by, strict=True))
        object.__setattr__(self, "countering", filled)

    @cached_property
    def slug(self) -> str:
        return slug(self.name)

    def bind(self, found: Any, by: str = "") -> Any:
        """A declaration with this country, and the nation that tries to influence it, filled in."""
        return _bound(self, found, by)

    # -- bound to this country
    @cached_property
    def whenever(self) -> tuple[Rule | Bespoke, ...]:
        """The conditions without a roll, and the halves and colonies that follow."""
        own = tuple(self.bind(as_rule(a)) for a in (*self.instantly, *self.automatic))
        ships = tuple(joins_navy(land.slug) for land in (self.halves or (self,)) if has_ship(land))
        return own + self.share_rules() + ships + tuple(self.follow_rule(c) for c in self.colonies)

    @cached_property
    def instant(self) -> tuple[Rule | Bespoke, ...]:
        """The conditions that do not wait for a Diplomatic Phase, and the colonies that follow."""
        own = tuple(self.bind(as_rule(a)) for a in self.instantly)
        return own and own + tuple(self.follow_rule(c) for c in self.colonies)

    def share_rules(self) -> tuple[Rule, ...]:
        """A half has the alliances of its nation until it is conquered; with both halves the nation is gone."""
        lost = [
            choice(f"control.{half.slug}", "conquest", says=f"{half.name} is conquered land") for half in self.halves
        ]
        shares = tuple(
            Rule(
                f"{half.name} has the alliances of {self.name}",
                "DG-COL-4",
                ~gone,
                _copies(self.slug, half.slug),
                again=True,
            )
            for half, gone in zip(self.halves, lost, strict=True)
        )
        ends = Rule(
            f"nothing is left of {self.name}",
            "DG-COL-4",
            all_of(*lost),
            (sets(f"ended.{self.slug}", True),),
            again=True,
        )
        return (*shares, ends) if shares else ()

    def free_to_follow(self, colony: Colony) -> Expr:
        """A colony has its home country's alliances unless one of them is under somebody's Total Control."""
        return named(
            f"neither {colony.name} nor {self.name} is under a player's Total Control",
            all_of(~totally_controlled(colony.slug), ~totally_controlled(self.slug)),
            cite="DG-COL-6",
        )

    def follow_rule(self, colony: Colony) -> Rule:
        """A colony has its home country's alliances, unless its chart says otherwise."""
        free = self.free_to_follow(colony)
        if colony.unless is not None:
            free = all_of(free, ~colony.unless)
        copies = tuple(sets(f"stance.{colony.slug}.{n}", Copy(f"stance.{self.slug}.{n}")) for n in ALL)
        return Rule(f"{colony.name} has the alliances of {self.name}", colony.follows, free, copies)

    @cached_property
    def rolls_due(self) -> tuple[Unrest, ...]:
        return tuple(map(self._due, () if isinstance(self.unrest, Limit) else self.unrest))

    def _due(self, unrest: Unrest) -> Unrest:
        """A roll with all that it takes to be due, and with the nation that rolls."""
        full = replace(unrest, rolls=unrest.rolls or self.rolls, when=unrest.condition, though_controlled=True)
        found: Unrest = self.bind(full)
        return found

    def roll_due(self, number: int) -> Unrest:
        """One of them, as it says or as it is turned round."""
        found = self.rolls_due[number]
        return self._due(self.unrest[number]) if found.cite in TURNED and isinstance(self.unrest, tuple) else found

    @cached_property
    def rights(self) -> tuple[tuple[str, Influence], ...]:
        """(nation, right) for every nation that has one."""
        return tuple((nation, self.bind(right, nation)) for right in self.grants for nation in right.by)

    @property
    def grants(self) -> tuple[Influence, ...]:
        """The rights of Part II that the chart gives, to whomever."""
        return () if isinstance(self.influence, Limit) else self.influence

    @property
    def suitors(self) -> tuple[str, ...]:
        """Every nation that has a right of Part II."""
        return tuple(dict.fromkeys(nation for right in self.grants for nation in right.by))

    def _in_boxes(self, influencer: str) -> tuple[str, ...]:
        """The nations in the attack boxes that are on the other side (DG-INF-17)."""
        return tuple(n for n in self.attacked.nations if n in enemies(influencer))

    def countering_of(self, influencer: str) -> Countering | None:
        """What the chart says of countering this nation."""
        return next((said for said in self.countering if influencer in said.by), None)

    def counters(self, influencer: str) -> tuple[str, ...]:
        """Who may counter the money of a nation."""
        said = self.countering_of(influencer)
        return said.rivals(influencer) if said else self._in_boxes(influencer)

    def pauses(self) -> list[Rule]:
        """What a turn without an attempt does to the attempts of each nation, where the chart says it."""
        return [
            _set_back(self.slug, nation, PAUSE, said, bool(said.value))
            for right in self.grants
            if (said := right.anew.get(PAUSE))
            for nation in right.by
        ]

    def set_back_by_pauses(self) -> list[Rule]:
        """Those that do something: attempts that go on where they stopped need no rule to do so."""
        return [rule for rule in self.pauses() if rule.sets]

    def successes(self, nation: str, influence: Influence) -> tuple[Rule, ...]:
        """What a success does to the attempts of the nation, where the chart says it."""
        said = influence.anew.get(SUCCESS)
        return (_set_back(self.slug, nation, SUCCESS, said, bool(said.value)),) if said else ()

    # -- the empire
    @property
    def halves(self) -> tuple[Half, ...]:
        return self.empire.halves

    @property
    def colonies(self) -> tuple[Colony, ...]:
        return self.empire.colonies

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The empire: the home country, or the nation and its halves, and the colonies."""
        return (self.slug, *self.empire.lands)

    @property
    def lands(self) -> tuple[str, ...]:
        """The home territories: the country itself, or its halves."""
        return tuple(h.slug for h in self.halves) or (self.slug,)

    def boxes(self, member: str) -> Boxes:
        """The attack boxes of a member: a colony has its own, all else those of the home country."""
        return next((c.attacked for c in self.colonies if c.slug == member), self.attacked)


def has_ship(land: Neutral | Half) -> bool:
    """A ship of its own stands in its set-up."""
    return any("destroyer" in army for army in land.army.values())


def joins_navy(place: str) -> Rule:
    """The ship of a country that comes under a nation's Total Control joins that nation's navy."""
    label = f"the ship of {place_name(place)} joins the navy of the nation in control"
    whose = tuple(sets(f"ship-of.{place}", n, stance(place, n, "total")) for n in ALL)
    under_control = all_of(afloat(place), totally_controlled(place))
    return Rule(label, "DG-NAV-9", under_control, (*whose, sets(f"army.{place}.destroyer", 0)))


def _copies(home: str, half: str) -> tuple[Assign, ...]:
    facts = (*(("stance", f".{n}") for n in ALL), ("control", ""))
    return tuple(sets(f"{fact}.{half}{of}", Copy(f"{fact}.{home}{of}")) for fact, of in facts)


def pair(name: str, *halves: Half, empire: str, **chart: Any) -> Neutral:
    """The chart of a nation in two territories: both share every change and react together (DG-COL-4)."""
    one = Empire(empire, halves=halves)
    return Neutral(name, value=sum(half.value for half in halves), army={}, cite="", empire=one, **chart)


def chance(unrest: Unrest, world: World) -> Fraction:
    """The exact chance that an unrest roll succeeds."""
    number = amount(unrest.at_most, world)  # type: ignore[arg-type]
    return Fraction(max(0, min(number, unrest.die.sides)), unrest.die.sides)


RULES = (GIVES_WAY, below("sworn", BY))
