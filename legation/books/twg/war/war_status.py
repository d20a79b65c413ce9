"""The war status of each Ally under the 1939 rules: what provokes it, and the declarations of war before its income.

Provocations are permanent facts (`provoked.<nation>.<cause>`), written down when they happen.  The status itself
rises in the nation's own declarations of war, but for Full War, which comes at once; nothing ever lowers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALLIES, AXIS, CHINA, FRANCE, TITLES, UK, USA, USSR, title
from legation.books.twg.schema import STATUS
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import axis_holds, is_turn, occupied, place_name, stance, under, with_1939_rules
from legation.core.book import Procedure
from legation.core.dice import d12
from legation.core.errors import NotFound
from legation.core.expr import (
    Expr,
    Look,
    Plain,
    amount,
    any_of,
    choice,
    count,
    holds,
    named,
    node,
    number,
    rank,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Choice, Count, Family, Flag, Teller, World
from legation.core.machine import Directive, Frame, Later, ask, do, done, go, roll
from legation.core.requests import Question, confirm
from legation.core.rules import (
    Assign,
    Datum,
    Definition,
    Limit,
    Modifier,
    Order,
    Permit,
    Rule,
    carry_out,
    comes_up,
    decided,
    sets,
)
from legation.core.span import same
from legation.core.trace import Trace

__all__ = ["BELGIAN_DUTCH", "BRITISH_FIRST", "CAUSES", "CLIMBERS", "FACTS", "FULL_WAR_TURN", "INDO_CHINA", "IN_FORCE"]
__all__ += ["FACE", "LADDER", "PROCEDURES", "RULES", "at_least", "at_war", "begin_game", "chinese_land", "falls"]
__all__ += ["full_war", "in_force", "or_less", "outlook", "provoked", "share", "turn_six"]

# -- the ladder
AT_PEACE = Datum(
    "the USSR, the U.K., France and the U.S.A. begin in an uneasy peace",
    cite="R39-ALL-PEACE-WHO",
    value=(USSR, UK, FRANCE, USA),
)
CLIMBERS: tuple[str, ...] = AT_PEACE.value
LADDER = Datum(
    "no land income in peace, then 10, 20 and 40 percent of it, and all of it at Full War",
    cite="R39-ALL-LADDER",
    value=dict(zip(STATUS, (0, 10, 20, 40, 100), strict=True)),
)
CAUSES = {
    "naval-aggression": "the Axis has[ not] attacked ships of {0} without provocation",
    "low-roll": "{0} has[ not] made its roll for the first step",
    "marching": "{0} [marches|does not march] toward war",
    "controlled-neutral": "the Axis has[ not] attacked a neutral that {0} controls",
    "dominance": "{0} has[ not] answered the Axis dominance of France and China",
    "full-war": "{0} has[ not] been brought to Full War",
}
MACHINE = Datum(
    "the status is the highest that any provocation gives",
    cite="R39-ALL-MACHINE",
    value={
        "10": (("naval-aggression",), ("low-roll",)),
        "20": (("naval-aggression", "low-roll"), ("marching",)),
        "40": (("controlled-neutral",), ("dominance",)),
        "full": (("full-war",),),
    },
)
RETRY = Datum(
    "a declaration that failed may be tried again in later turns, with one die a turn", cite="R39-ALL-RETRY", value=1
)
ROLL_ORDER = Order(
    "first what has happened, then one die each for the first step, for marching and for dominance",
    cite="R39-ALL-ROLL-ORDER",
    of=("low-roll", "marching", "dominance"),
)
OPTIONAL = Permit(
    "a nation marches toward war only if it wishes",
    cite="R39-ALL-OPTIONAL",
    when=choice("declaring", "marching", says="the roll is[ not] for marching toward war"),
)

FULL_WAR_TURN = 6
START_IN_CHINA = Datum("Japan begins with nine in Chinese land", cite="R39-CHN-START9", value=9)

FACTS = (
    Family(
        "provoked",
        Flag(),
        "{0} has[ not] been provoked",
        over=(CLIMBERS, tuple(CAUSES)),
        default=False,
        apart=True,
        but=tuple(CAUSES.items()),
    ),
    Family("declaring", Choice(tuple(CAUSES)), "which declaration of war is rolled for", told_by=Teller.PASSING),
    Family(
        "chinese-land",
        Count(0, 99),
        "the value of all original Chinese land in Axis hands",
        told_by=Teller.BOARD,
        default=START_IN_CHINA.value,
        because="the scenario begins so, and land that changes hands is reported",
    ),
)


IN_FORCE = named(
    "the 1939 rules are [|not ]in use [and turn 6 has not come|or turn 6 has come]",
    with_1939_rules() & ~is_turn(FULL_WAR_TURN),
)


def in_force(world: World) -> bool:
    """The 1939 rules are in use and turn 6 has not come."""
    return holds(with_1939_rules(), world) and (world.get("turn") or 0) < FULL_WAR_TURN


def provoked(nation: str, cause: str) -> Expr:
    return truth(f"provoked.{nation}.{cause}", CAUSES[cause].format(title(nation)))


def at_least(nation: str, level: str) -> Expr:
    """The nation stands on this step of the ladder or higher."""
    words = "at Full War" if level == "full" else f"at {level} percent or more"
    step = rank(f"war-status.{nation}", f"the step of {title(nation)} on the ladder") >= STATUS.index(level)
    return named(f"{title(nation)} is[ not] {words}", step)


def at_war(nation: str) -> Expr:
    """Full War has come for the nation, and ends every limit of peace."""
    says = f"{title(nation)} is [at Full War, where no limit of peace binds it|not at Full War]"
    return named(says, at_least(nation, "full"), cite="R39-WAR-FULL-EFFECT")


RATCHET = {
    (nation, cause): Limit(
        "a provocation stays a provocation: what has been declared is not rolled for again",
        cite="R39-ALL-RATCHET",
        when=provoked(nation, cause),
    )
    for nation in CLIMBERS
    for cause in CAUSES
}
ADDS_NOTHING = {
    (nation, level): Limit(
        "percentages are never added: nobody gains by another reason for where he stands",
        cite="R39-ALL-NOTCUM",
        when=at_least(nation, level),
    )
    for nation in CLIMBERS
    for level in STATUS
}


def falls(face: Expr, most: Expr) -> Expr:
    """Whether a die is low enough."""
    return named("the number or less succeeds, and this die is [low enough|higher]", face <= most, cite=LOW)


LOW = "R39-GEN-OR-LESS"
FACE, MOST = number("moment.face", "the die"), number("moment.most", "the number")
OR_LESS = falls(FACE, MOST)


def or_less(world: World, face: int, most: int) -> bool:
    """Twelve or more needs no die, and with less than one no die can succeed."""
    return holds(OR_LESS, world.scoped(moment__face=face, moment__most=most))


@node
class Share(Plain):
    """What a step of the ladder pays of the land, in percent."""

    status: str

    def value(self, look: Look) -> Any:
        return LADDER.value[self.status]

    @cached_property
    def english(self) -> str:
        return f"{LADDER.value[self.status]}"


def share(status: str) -> Expr:
    """The percent of its land that a nation collects on this step of the ladder."""
    return Share(status)


# -- what is counted
@node
class Tally(Expr):
    """The value of many lands, most of which do not count; its trace leaves those out."""

    says: str
    lands: tuple[Expr, ...]

    def value(self, look: Look) -> Any:
        total: Any = 0
        for land in self.lands:
            total = total + land.value(look)
        return total

    @property
    def english(self) -> str:
        return self.says

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.lands

    def trace(self, look: Look) -> Trace:
        counted = [land for land in self.lands if same(land.value(look), 0) is not True]
        return Trace(self.says, self.value(look), tuple(land.trace(look) for land in counted))


def _worth(place: str, counts: Expr) -> Expr:
    name = place_name(place)
    return named(name, when_else(counts, number(f"value.{place}", f"the value of {name}"), 0))


NEUTRAL_LAND = named(
    "neutral land under Axis Total Control",
    Tally("land by land", tuple(_worth(p, under(p, *AXIS)) for p in geography().neutrals)),
    cite="R39-ALL-SYM-N",
)
BALKANS = {
    "bulgaria": "R39-SOV-BALKAN-BULGARIA",
    "eastern-poland": "R39-SOV-BALKAN-EPOLAND",
    "estonia": "R39-SOV-BALKAN-ESTONIA",
    "greece": "R39-SOV-BALKAN-GREECE",
    "romania": "R39-SOV-BALKAN-ROMANIA",
    "turkey": "R39-SOV-BALKAN-TURKEY",
    "yugoslavia": "R39-SOV-BALKAN-YUGOSLAVIA",
}


def _invaded(place: str, cite: str) -> Expr:
    allied = any_of(*(stance(place, n, "economic", "sworn", "total") for n in AXIS))
    hold = "[or has its money, its oath or its land|and has neither its money, its oath nor its land]"
    says = f"the Axis is[ not] in {place_name(place)}, {hold}"
    return named(says, allied | occupied(place, AXIS), cite=cite)


BALKAN_LAND = named(
    "“Balkan” land that the Axis occupies or has on its side",
    Tally("land by land", tuple(_worth(place, _invaded(place, cite)) for place, cite in BALKANS.items())),
    cite="R39-ALL-SYM-B",
)
BELGIAN_DUTCH = {
    "belgium-holland": "R39-BEL-HOLLAND",
    "belgian-congo": "R39-BEL-CONGO",
    "borneo": "R39-BEL-BORNEO",
    "celebes": "R39-BEL-CELEBES",
    "java": "R39-BEL-JAVA",
    "new-guinea": "R39-BEL-NEWGUINEA",
    "sumatra": "R39-BEL-SUMATRA",
    "suriname": "R39-BEL-SURINAME",
    "timor": "R39-BEL-TIMOR",
}
NOT_IN_THE_TALLY = named(
    "[Belgian and Dutch land in Axis hands is no French land|no Belgian or Dutch land is in Axis hands]",
    count(*(named(f"{place_name(p)} is[ not] lost", under(p, *AXIS), cite=cite) for p, cite in BELGIAN_DUTCH.items()))
    >= 1,
    cite="R39-BEL-NOT-TALLY",
)
BELGIAN_LAND = Tally("land by land", tuple(_worth(place, under(place, *AXIS)) for place in BELGIAN_DUTCH))
INDO_CHINA = "indo-china"
SWORN = choice(f"vichy.{INDO_CHINA}", *AXIS, says="Indo-China has[ not] sworn to the Axis")
ONLY_SWORN = named(
    "Indo-China has [only sworn to Japan, and does not count|not merely sworn to Japan]",
    SWORN & ~axis_holds(INDO_CHINA, *AXIS),
    cite="R39-INDO-SWORN-NOT",
)


def _french(place: str) -> Expr:
    if place != INDO_CHINA:
        return _worth(place, axis_holds(place, *AXIS))
    held = named("Indo-China is[ not] under Axis Total Control", axis_holds(place, *AXIS), cite="R39-INDO-COUNT")
    return when_else(ONLY_SWORN, 0, _worth(place, any_of(held, SWORN)))


def chinese_land() -> Expr:
    return number("chinese-land", "original Chinese land in Axis hands")


FRENCH_AND_CHINESE = named(
    "original French and Chinese land under Axis Total Control",
    Tally(
        "land by land",
        (
            *(_french(p) for p in geography().original(FRANCE)),
            when_else(NOT_IN_THE_TALLY, 0, BELGIAN_LAND),
            chinese_land(),
        ),
    ),
    cite="R39-ALL-SYM-FC",
)
TWELVE = Modifier(
    -12,  # type: ignore[arg-type]
    "the Allies overlook the first twelve",
    cite="R39-ALL-TWELVE",
    when=choice(
        "declaring", "marching", "dominance", says="the roll is [|neither ]for marching [or|nor] for dominance"
    ),
)


# -- the declarations of each nation
@dataclass(frozen=True, eq=False)
class Declaration:
    """A roll of d12 against land in Axis hands; success is remembered and brings the level."""

    label: str
    cite: str
    nation: str
    cause: str
    base: Expr

    def tells_when(self) -> str:
        settled, higher = RATCHET[self.nation, self.cause].when, ADDS_NOTHING[self.nation, self.enough].when
        return (~settled & ~higher).english

    def tells(self) -> Iterator[str]:
        overlooked = self.cause in TWELVE.when.options  # type: ignore[attr-defined]
        less = f", less {TWELVE.value.english.lstrip('-')}" if overlooked else ""
        yield f"roll a d12: {self.base.english}{less}, or less succeeds"
        brings = "Full War" if self.level == STATUS[-1] else f"{self.level} percent"
        yield f"a success is remembered, and brings {title(self.nation)} to {brings} unless it stands higher"

    @property
    def level(self) -> str:
        """What a success brings by itself."""
        return next((level for level, ways in MACHINE.value.items() if (self.cause,) in ways), STATUS[0])

    @property
    def enough(self) -> str:
        """The level from which on a success can bring nothing, whatever comes together with it."""
        found = [level for level, ways in MACHINE.value.items() if any(self.cause in way for way in ways)]
        return max(found, key=STATUS.index, default=STATUS[0])

    def is_due(self, world: World) -> bool:
        """Whether a success could still bring something."""
        if ADDS_NOTHING[self.nation, self.enough].forbids(world):
            return False
        return not RATCHET[self.nation, self.cause].forbids(world)

    def most(self, world: World) -> int:
        """What the die may show at most."""
        asked = world.scoped(declaring=self.cause)
        return amount(self.base, asked) + TWELVE.added(asked)

    def can_succeed(self, world: World, most: int) -> bool:
        """Whether any die can."""
        return comes_up(world, most >= 1, self)

    def is_made(self, world: World, face: int) -> bool:
        """Whether this die succeeds."""
        return decided(self, world, or_less(world, face, self.most(world)))

    @property
    def stands_for(self) -> Rule:
        return self.success

    @property
    def success(self) -> Rule:
        """What a success does: it stays, and brings the level unless the nation stands higher."""
        memory = sets(f"provoked.{self.nation}.{self.cause}", True)
        to = sets(f"war-status.{self.nation}", self.level, ~at_least(self.nation, self.level))
        return Rule(self.label, self.cite, sets=(memory, to))


def _declarations(nation: str, low: tuple[str, str, Expr], marching: str, dominance: str) -> dict[str, Declaration]:
    label, cite, base = low
    found = (
        Declaration(label, cite, nation, "low-roll", base),
        Declaration("marching toward war", marching, nation, "marching", NEUTRAL_LAND),
        Declaration("dominance of France and China", dominance, nation, "dominance", FRENCH_AND_CHINESE),
    )
    return {declaration.cause: declaration for declaration in found}


BALKAN = ("Balkan invasion", "R39-SOV-BALKAN10", BALKAN_LAND)
ZONE = ("Roosevelt's Security Zone", "R39-USA-SZ10", NEUTRAL_LAND)
DECLARATIONS = {
    USSR: _declarations(USSR, BALKAN, "R39-SOV-MARCH20", "R39-SOV-DOM40"),
    UK: _declarations(UK, ("Phony War", "R39-UKF-PHONY10-UK", NEUTRAL_LAND), "R39-UKF-MARCH20-UK", "R39-UKF-DOM40-UK"),
    FRANCE: _declarations(
        FRANCE, ("Phony War", "R39-UKF-PHONY10-FR", NEUTRAL_LAND), "R39-UKF-MARCH20-FR", "R39-UKF-DOM40-FR"
    ),
    USA: _declarations(USA, ZONE, "R39-USA-MARCH20", "R39-USA-DOM40"),
}


def in_turn() -> list[str]:
    """The causes for which a nation throws a die in its declarations, each as often as a turn allows."""
    return [cause for cause in ROLL_ORDER.of for _ in range(RETRY.value)]


def _rise(nation: str, level: str, label: str, cite: str, when: Expr, again: bool = False) -> Rule:
    to = sets(f"war-status.{nation}", level, ~at_least(nation, level))
    return Rule(label, cite, when, (to,), again=again)


def _risen(nation: str, ids: dict[str, str], again: bool = False) -> tuple[Rule, ...]:
    """What has happened to a nation, from the lowest step to the highest."""
    naval, low = provoked(nation, "naval-aggression"), provoked(nation, "low-roll")
    both = named("both provocations of the first step have[ not] come together", naval & low, cite="R39-ALL-COMBINE")
    return (
        _rise(nation, "10", "its ships were attacked: 10 percent", ids["naval"], naval, again),
        _rise(nation, "20", "both provocations of the first step: 20 percent", ids["both"], both, again),
        _rise(
            nation,
            "40",
            "a neutral it controls was attacked: 40 percent",
            ids["neutral"],
            provoked(nation, "controlled-neutral"),
            again,
        ),
        _rise(nation, "full", "Full War", ids["full"], provoked(nation, "full-war"), again),
    )


UKF = {"naval": "R39-UKF-NAVAL10", "both": "R39-UKF-BOTH20", "neutral": "R39-UKF-CTRL40", "full": "R39-UKF-FULL"}
HAPPENED = {
    USSR: _risen(
        USSR,
        {"naval": "R39-SOV-NAVAL10", "both": "R39-SOV-BOTH20", "neutral": "R39-SOV-CTRL40", "full": "R39-SOV-FULL"},
    ),
    UK: _risen(UK, UKF),
    FRANCE: (
        *_risen(FRANCE, UKF, again=True),
        _rise(
            FRANCE,
            "full",
            "France is attacked and at war",
            "R39-UKF-FRANCE-FULL",
            any_of(*(truth(f"attacked-original.{n}.{FRANCE}", f"{title(n)} has[ not] attacked France") for n in AXIS)),
        ),
    ),
    USA: _risen(
        USA,
        {"naval": "R39-USA-NAVAL10", "both": "R39-USA-BOTH20", "neutral": "R39-USA-CTRL40", "full": "R39-USA-FULL"},
    ),
}
SEPARATE = Definition("the U.K. and France climb each for itself", cite="R39-UKF-SEPARATE")
BRITISH_FIRST = Order("the British roll first, then the French", cite="R39-UKF-ORDER", of=(UK, FRANCE))


def full_war(*nations: str) -> tuple[Assign, ...]:
    """These nations are at Full War from this moment on."""
    flags = tuple(sets(f"provoked.{n}.full-war", True) for n in nations if n in CLIMBERS)
    return (*flags, *(sets(f"war-status.{n}", "full") for n in nations))


TURN_SIX = Rule(
    "from turn 6 every nation is at Full War",
    cite="R39-WAR-TURN6",
    when=is_turn(FULL_WAR_TURN),
    sets=full_war(*ALLIES),
)
CHINA_AT_WAR = Rule("China is at Full War with Japan from the start", cite="R39-CHN-FULL", sets=full_war(CHINA))

RULES = (
    (AT_PEACE, LADDER, MACHINE, RATCHET[UK, "low-roll"], RETRY, ROLL_ORDER, OPTIONAL, OR_LESS, at_war(UK)),
    (NEUTRAL_LAND, BALKAN_LAND, FRENCH_AND_CHINESE, TWELVE, START_IN_CHINA, ADDS_NOTHING[UK, "40"]),
    (DECLARATIONS, HAPPENED, SEPARATE, BRITISH_FIRST),
    (TURN_SIX, CHINA_AT_WAR),
)


def begin_game() -> list[Rule]:
    """The status with which the 1939 rules begin."""
    nine = sets("chinese-land", START_IN_CHINA.value)
    return [CHINA_AT_WAR, Rule(START_IN_CHINA.label, START_IN_CHINA.cite, sets=(nine,))]


def turn_six() -> list[Rule]:
    """What the beginning of a game turn may bring."""
    return [TURN_SIX]


# -- the step before Collect Income
PROCEDURES = {
    "declare": Procedure("twg.war.declare", "the declarations of war of one Ally", {"nation": "the Ally"}),
}


@steps.step("twg.war.declare")
def declare(world: World, frame: Frame) -> Directive:
    """What has happened to the nation comes first."""
    nation = frame.get("nation")
    if nation not in ALLIES:
        raise NotFound("Ally", nation, ALLIES)
    if nation not in AT_PEACE.value or (world.get("turn") or 0) >= FULL_WAR_TURN:
        return done()
    return do(carry_out(HAPPENED[nation], world)[1], then="twg.war.rolls", tried=0)


@steps.step("twg.war.rolls", takes=("nation", "tried"))
def rolls(world: World, frame: Frame) -> Directive:
    """The next die that can still raise the status."""
    causes = in_turn()
    for index in range(frame.tried, len(causes)):
        declaration = DECLARATIONS[frame.nation][causes[index]]
        if not declaration.is_due(world):
            continue
        most = declaration.most(world)
        if not declaration.can_succeed(world, most):
            continue
        if not OPTIONAL.allows(world.scoped(declaring=declaration.cause)):
            return go("twg.war.throw", tried=index)
        return ask(_marching(frame.nation, most), then="twg.war.wanted", into="wanted", tried=index)
    return done()


def _marching(nation: str, most: int) -> Later:
    def worded() -> Question:
        prompt = f"{TITLES[nation]} may march toward war, on {most} or less: roll for it?"
        return confirm(nation, prompt, cite=OPTIONAL.cite, did="[rolls for|does not roll for] its march toward war")

    return Later(nation, "confirm", (True, False), lambda answer: True, worded)


@steps.step("twg.war.wanted")
def wanted(world: World, frame: Frame) -> Directive:
    if frame.wanted:
        return go("twg.war.throw")
    return go("twg.war.rolls", tried=frame.tried + 1)


@steps.step("twg.war.throw")
def throw(world: World, frame: Frame) -> Directive:
    declaration = DECLARATIONS[frame.nation][in_turn()[frame.tried]]
    most = declaration.most(world)
    if world.lasting and not (most >= 1 and declaration.is_due(world)):
        return go("twg.war.rolls", tried=frame.tried + 1)  # a deed was told of meanwhile
    if most >= d12.sides:
        return go("twg.war.result", roll=1)
    who = TITLES[frame.nation]
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {declaration.label}, {frame.nation}",
        cite=declaration.cite,
        seat=frame.nation,
        then="twg.war.result",
        prompt=f"Roll d12 for {who}: {declaration.label} on {most} or less ({declaration.level} percent)",
        odds=lambda: {"success": Fraction(most, d12.sides)},
    )


@steps.step("twg.war.result")
def result(world: World, frame: Frame) -> Directive:
    """A success stays; a failure may be tried again next turn."""
    declaration = DECLARATIONS[frame.nation][in_turn()[frame.tried]]
    if not declaration.is_made(world, frame.roll):
        return go("twg.war.rolls", tried=frame.tried + 1)
    both = (HAPPENED[frame.nation][1],) if declaration.cause == "low-roll" else ()
    _, changes = carry_out([declaration.success, *both], world)
    return do(changes, then="twg.war.rolls", tried=frame.tried + 1)


# -- for those who look on
def outlook(world: World, nation: str) -> list[tuple[Declaration, Expr]]:
    """The declarations that could still raise the nation's status, each with what the die may show at most."""
    if not in_force(world) or nation not in CLIMBERS:
        return []
    due = [d for d in DECLARATIONS[nation].values() if not world.get(f"provoked.{nation}.{d.cause}")]
    return [(d, target(d)) for d in due if not holds(at_least(nation, d.enough), world)]


def target(declaration: Declaration) -> Expr:
    """What the die may show at most, as an expression that explains itself."""
    overlooked = named(TWELVE.label, TWELVE.value, cite=TWELVE.cite)
    counted = declaration.base if declaration.cause == "low-roll" else sum_of(declaration.base, overlooked)
    return named(
        f"{declaration.label}: {declaration.level} percent at this number or less", counted, cite=declaration.cite
    )
