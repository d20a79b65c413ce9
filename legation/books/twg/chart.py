"""How a country's chart is declared.

A `Neutral` is one literal: value and forces, alliances, unrest, influence, colonies and the two attack boxes.  `HERE`
and `BY` in its conditions are filled in by `Neutral.bind`.  Who may counter follows from the attack boxes, and the
lands that react together from the empire; the chart gives the ids under which it says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from legation.books.twg.deeds import BATTLE, DICE, HANDS, UNDER, ended, is_heir
from legation.books.twg.empires import Boxes, Colony, Empire, Half, Start, both, colony, forces
from legation.books.twg.map.geography import slug
from legation.books.twg.powers import ALL, TITLES, enemies
from legation.books.twg.rows import (
    BEGINS_ANEW,
    GIVES_WAY,
    GOES_ON,
    PAUSE,
    RANK,
    SUCCESS,
    SURE,
    Anew,
    Automatic,
    Becomes,
    Countering,
    Fee,
    Influence,
    Stance,
    Unrest,
    as_rule,
    below,
    courted_by,
    dollars_raise,
    economic,
    friendly,
    neutral,
    no_unrest,
    nobody_courts,
    set_back,
    sworn,
    total,
)
from legation.books.twg.schema import LAND
from legation.books.twg.vocabulary import BY, HERE, afloat, place_name, stance, totally_controlled
from legation.core.deeds import On, filled, possible
from legation.core.expr import YES, Expr, all_of, amount, bound, choice, named
from legation.core.facts import Family, World
from legation.core.rules import Assign, Bespoke, Copy, Duty, Limit, Permit, Rule, judged, sets
from legation.core.turning import kept, kept_of

__all__ = ["RANK", "Anew", "Automatic", "BEGINS_ANEW", "Battle", "Becomes", "Boxes", "Colony", "Countering", "Empire"]
__all__ += ["Fee", "Force", "GIVES_WAY", "GOES_ON", "Half", "Influence", "Neutral", "PAUSE", "RULES", "SUCCESS"]
__all__ += ["SURE", "Stance", "Start", "Toll", "Unrest", "as_rule", "below", "both", "chance", "colony", "courted_by"]
__all__ += ["dollars_raise", "economic", "forces", "friendly", "gone", "guests", "has_ship", "joins_navy", "CONTROL"]
__all__ += ["neutral", "no_unrest", "nobody_courts", "pair", "sworn", "total", "won"]


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
    `follows` says what an outcome brings, at its end or when the dice are rolled; who takes the country is its winner.
    """

    name: str
    label: str
    commander: str | Mapping[str, Expr]  # a nation, or by nation the condition under which it commands
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    rule: str  # under which it is reported
    outcomes: tuple[str, ...]  # as the table would say it
    follows: tuple[On, ...]
    winners: Mapping[str, str] = field(default_factory=dict)  # outcome -> the nation that takes the country then
    unfought: tuple[str, ...] = ()  # outcomes without a fight; after all others the survivors tell what they lost
    to_the_last: tuple[str, ...] = ()  # outcomes after which a side that has not been beaten may have nobody left
    moves_in: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # outcome -> whose army is then where
    order: Permit | None = None
    allowed: tuple[Permit, ...] = ()  # what players may do in it
    due: Expr = YES  # without this the battle falls away
    duties: tuple[Duty, ...] = ()  # what the table is told about it

    def brings(self, outcome: str) -> list[On]:
        """What may follow from an outcome."""
        names = dict.fromkeys(("ended", "under"), slug(outcome))
        return [rule for rule in self.follows if not rule.at and possible(bound(rule.when, **names))]

    def at_dice(self) -> list[On]:
        """What may follow when the attack dice are rolled."""
        return [rule for rule in self.follows if rule.at == DICE]

    @kept
    def is_over(self, outcome: str = "") -> On:
        """Once fought, or without a cause, a battle is ordered no more: under the rule by which it has ended."""
        label, over = ("the battle is over", ended(*self.outcomes)) if outcome else ("the battle falls away", ~self.due)
        cite = next((rule.cite for rule in self.brings(outcome)), self.rule)
        forgotten = (sets(f"ordered.{self.name}", False),)
        return On(label, cite, on=BATTLE, when=over, sets=forgotten, again=True)


def won(label: str, cite: str, *outcomes: str, sets: tuple[Assign, ...] = (), again: bool = False) -> On:
    """Whoever has won a battle takes the country; of its army it says itself whether anything is left."""
    by = filled(UNDER, *map(slug, outcomes), says=f"the battle [ends|does not end] so: {' or '.join(outcomes)}")
    return On(label, cite, on=HANDS, when=by, sets=(*CONTROL, *sets), again=again)


CONTROL = (
    *(
        sets(f"stance.{HERE}.{n}", cls, when)
        for n in ALL
        for cls, when in (("total", is_heir(n)), ("neutral", ~is_heir(n) & GIVES_WAY))
    ),
    sets(f"control.{HERE}", "conquest"),
)


@kept_of(8192)
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
            choice(f"control.{half.slug}", "conquest", says=f"{half.name} is[ not] conquered land")
            for half in self.halves
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
            f"[neither|either] {colony.name} [nor|or] {self.name} is under a player's Total Control",
            all_of(~totally_controlled(colony.slug), ~totally_controlled(self.slug)),
            cite="DG-COL-6",
        )

    def follow_rule(self, colony: Colony) -> Rule:
        """A colony has its home country's alliances, unless its chart says otherwise."""
        free = self.free_to_follow(colony)
        if colony.unless is not None:
            free = all_of(free, ~colony.unless)
        return replace(colony.alike(self.slug, self.name), when=free)

    @property
    @kept
    def rolls_due(self) -> tuple[Unrest, ...]:
        return tuple(map(self._due, () if isinstance(self.unrest, Limit) else self.unrest))

    def _due(self, unrest: Unrest) -> Unrest:
        """A roll with all that it takes to be due, and with the nation that rolls."""
        full = replace(unrest, rolls=unrest.rolls or self.rolls, when=unrest.condition, though_controlled=True)
        found: Unrest = self.bind(full)
        return found

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
            set_back(self.slug, nation, PAUSE, said, bool(said.value))
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
        return (set_back(self.slug, nation, SUCCESS, said, bool(said.value)),) if said else ()

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
