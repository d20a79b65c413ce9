"""Exact odds: integers and fractions to the last line.

`explore` runs the machine itself over every face of every die and merges what comes out equal, so odds never need a
second copy of a rule.  `chain` does so turn by turn for one country.

Three things keep that quick, and none of them is an approximation.  All worlds that stand at the same place of the game
go on together.  A step runs once for all worlds in which it reads the same facts.  A die stays undecided until a step
looks at it, and then falls apart only as far as the step can tell: success and failure, not twelve faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise
from math import lcm
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

import msgspec

from legation.core.book import Book
from legation.core.dice import Die, Typed
from legation.core.errors import BadRulebook, Refused, Unknown
from legation.core.facts import Change, World
from legation.core.game import nothing_thrown_away
from legation.core.machine import Ask, Do, Done, Draft, Frame, Later, Machine, Roll, State, Steps, checked
from legation.core.memo import Lineage, Memo, Tracked
from legation.core.requests import Question

__all__ = ["Answers", "announced", "at_least_one", "chain", "convolve", "explore", "chances_by_number", "of_die"]


class Answers(Protocol):
    """Stands in for the seats: given the step that asks, the question and the world, it returns a legal answer."""

    def __call__(self, step: str, asked: Question | Later, world: World, /) -> Any: ...


MOST_BRANCHES = 200_000
MOST_PLACES = 100_000  # passed in one turn: a procedure that never comes to its end

T = TypeVar("T")
Stack = tuple[Frame, ...]


class TooManyBranches(Refused):
    """The question has more outcomes than can be listed one by one."""


# -- dice
class UnreadDie:
    """A die that has been thrown and not been looked at: any face from `low` to `high`, each as likely.

    A comparison that comes out the same for all of them is answered; one that does not says where they part
    (`DieMatters`).  Whatever else is done with a die needs to know its face.
    """

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def split(self, *starts: int) -> NoReturn:
        """Part at the faces with which a new part begins."""
        edges = [self.low, *starts, self.high + 1]
        raise DieMatters(self, [range(low, end) for low, end in pairwise(edges)])

    def decide(self, *_: Any) -> NoReturn:
        self.split(*range(self.low + 1, self.high + 1))

    def _from(self, start: Any) -> bool:
        """Whether it is so high at least."""
        if not isinstance(start, int):
            self.decide()
        if self.low < start <= self.high:
            self.split(start)
        return self.low >= start

    def __ge__(self, other: Any) -> bool:
        return self._from(other)

    def __gt__(self, other: Any) -> bool:
        return self._from(other + 1)

    def __le__(self, other: Any) -> bool:
        return not self._from(other + 1)

    def __lt__(self, other: Any) -> bool:
        return not self._from(other)

    def __bool__(self) -> bool:
        return True


for name, does in vars(int).items():
    if callable(does) and name not in vars(UnreadDie) and name not in ("__new__", "__getattribute__"):
        setattr(UnreadDie, name, UnreadDie.decide)


class DieMatters(Exception):
    """A step looks at a die, and does not do the same for all of its faces."""

    def __init__(self, die: UnreadDie, parts: list[range]) -> None:
        self.die, self.parts = die, parts


# -- chances
class Spread(Generic[T]):
    """Chances as whole numbers of parts of one whole."""

    def __init__(self, parts: dict[T, int], whole: int = 1) -> None:
        self.parts, self.whole = parts, whole

    def add(self, what: T, part: int, whole: int) -> None:
        if whole != self.whole:
            common = lcm(whole, self.whole)
            part *= common // whole
            if common != self.whole:
                more, self.whole = common // self.whole, common
                self.parts = {known: share * more for known, share in self.parts.items()}
        self.parts[what] = self.parts.get(what, 0) + part

    def merge(self, other: Spread[T]) -> None:
        for what, part in other.parts.items():
            self.add(what, part, other.whole)

    def chances(self) -> dict[T, Fraction]:
        return {what: Fraction(part, self.whole) for what, part in self.parts.items()}


# -- places of the game
class Leap(NamedTuple):
    """What a step does: its changes, and where it leads, by as many ways as dice lead there."""

    changes: tuple[Change, ...]
    forks: tuple[tuple[Stack, int], ...]  # the frames that stand in place of its own, with the ways
    ways: int = 1


@dataclass(frozen=True, eq=False)
class Juncture:
    """A stack of frames, on whose top a step is to run; without any, the procedure is over."""

    stack: Stack
    number: int  # in the order in which they were met
    leap: Memo[Leap] | None

    def __lt__(self, other: Juncture) -> bool:
        """Who is called goes before who waits for it, and the hindmost first: so that they meet again."""
        return (-len(self.stack), self.number) < (-len(other.stack), other.number)


class Futures:
    """Everything that can come of one world, as far as it was asked for."""

    def __init__(self, book: Book, world: World, answers: Answers) -> None:
        self.stepper = Stepper(book, answers)
        self.line = Lineage(world)
        self.now = Spread({self.line.first: 1})
        self.places: dict[bytes, Juncture] = {}
        self.leaps: dict[bytes, Memo[Leap]] = {}
        self.then: dict[tuple[Juncture, int], list[tuple[Juncture, int]]] = {}

    def run(self, stack: Stack) -> Spread[Tracked]:
        """Run a procedure from all worlds where the last one ended."""
        start = self._place(stack)
        waiting, order = {start: self.now}, [start]
        for _ in range(MOST_PLACES):
            place = heappop(order)
            spread = waiting.pop(place)
            if place.leap is None:
                self.now = spread
                return spread
            for then, moved in self._onward(place, place.leap, spread).items():
                if then in waiting:
                    waiting[then].merge(moved)
                else:
                    waiting[then] = moved
                    heappush(order, then)
            if sum(len(spread.parts) for spread in waiting.values()) > MOST_BRANCHES:
                raise TooManyBranches(f"more than {MOST_BRANCHES} branches: ask for fewer turns or a narrower question")
        raise BadRulebook(f"the step {place.stack[-1].step} never comes to an end")

    def _onward(self, place: Juncture, step: Memo[Leap], spread: Spread[Tracked]) -> dict[Juncture, Spread[Tracked]]:
        """All worlds of a place go on by one step."""
        always = step.always
        if always is not None and not always.changes and always.ways == 1:
            return {self._then(place, always)[0][0]: spread}
        found: dict[Juncture, Spread[Tracked]] = {}
        for standing, part in spread.parts.items():
            leap = step(standing)
            after = self.line.after(standing, leap.changes) if leap.changes else standing
            whole = spread.whole * leap.ways
            for then, ways in self._then(place, leap):
                if then not in found:
                    found[then] = Spread({}, whole)
                found[then].add(after, part * ways, whole)
        return found

    def _then(self, place: Juncture, leap: Leap) -> list[tuple[Juncture, int]]:
        then = self.then.get((place, id(leap)))  # a leap is remembered as long as all this
        if then is None:
            below = place.stack[:-1]
            then = [(self._place((*below, *frames)), ways) for frames, ways in leap.forks]
            self.then[place, id(leap)] = then
        return then

    def _place(self, stack: Stack) -> Juncture:
        """What a step does rests on its own frame alone, whoever waits below for it to be done."""
        key = _encoded(stack)
        place = self.places.get(key)
        if place is None:
            leap = None
            if stack:
                top = _encoded(stack[-1:])
                leap = self.leaps.setdefault(top, Memo(self.line, partial(self.stepper.leap, stack[-1])))
            place = self.places[key] = Juncture(stack, len(self.places), leap)
        return place


class Stepper:
    """Runs one step of a book at a time, without words for anybody to read."""

    def __init__(self, book: Book, answers: Answers) -> None:
        self.machine = Machine(book.steps, Typed(), lambda fact: "", book.need_cite, words=False)
        self.answers = answers

    def leap(self, frame: Frame, world: World) -> Leap:
        """What the step of a frame does in a world; if it does not do the same for all faces of a die, into which parts
        that die falls before the step runs again."""
        state, changes = State(world, (frame,)), list[Change]()
        try:
            directive = self.machine.directive(world, frame)
            if isinstance(directive, Roll):
                faces = directive.throw.die.faces
                state = self.machine.proceed(state, directive, UnreadDie(faces[0], faces[-1]))
            elif isinstance(directive, Ask):
                state = self.machine.proceed(state, directive, self._answer(frame, directive, world))
            elif isinstance(directive, Do | Done):  # the world after its changes is made when somebody needs it
                _decide_changes(directive.changes)
                changes = checked(world.schema, directive.changes)
                state = self.machine.leave(state, directive)
            else:
                state = self.machine.act(state, directive, Draft({}, effects=changes), 0)
            _decide_shared(state.stack)
        except DieMatters as apart:
            forks = tuple(((_with(frame, apart.die, faces),), len(faces)) for faces in apart.parts)
            return Leap((), forks, sum(ways for _, ways in forks))
        return Leap(tuple(changes), ((state.stack, 1),))

    def _answer(self, frame: Frame, directive: Ask, world: World) -> Any:
        """What the seats say; who can give one answer only gives that, asked or not."""
        first = directive.asked[0]
        if first.kind == "report":
            raise Unknown("the odds need what nobody has told", directive.questions[0].facts)
        try:
            given = {asked.seat: self.answers(frame.step, asked, world) for asked in directive.asked}
        except Unknown as needed:
            return self._answer(frame, self.machine.need(world, frame, needed), world)
        return given if first.kind == "sealed" or len(given) > 1 else given[first.seat]


def _encoded(stack: Stack) -> bytes:
    return msgspec.json.encode(stack, enc_hook=lambda die: {"low": die.low, "high": die.high})


def _with(frame: Frame, die: UnreadDie, faces: range) -> Frame:
    """The frame with a die that may still show some of its faces."""
    now = faces[0] if len(faces) == 1 else UnreadDie(faces[0], faces[-1])
    return Frame(frame.step, {name: now if value is die else value for name, value in frame.vars.items()})


def _decide_changes(changes: Iterable[Change]) -> None:
    """What the world is to remember of a die is its face."""
    for change in changes:
        if isinstance(change.new, UnreadDie):
            change.new.decide()


def _decide_shared(stack: Stack) -> None:
    """A die waits undecided in one place only, and not inside of a list: else it would not fall apart as one."""
    found: list[UnreadDie] = []
    msgspec.json.encode(stack, enc_hook=found.append)
    plain = {id(value) for frame in stack for value in frame.vars.values()}
    for die in found:
        if id(die) not in plain or sum(other is die for other in found) > 1:
            die.decide()


# -- several turns
def explore(book: Book, world: World, stack: Sequence[Frame], answers: Answers) -> dict[World, Fraction]:
    """Every world in which a procedure can end, with its exact chance."""
    with nothing_thrown_away():
        ended = Futures(book, world, answers).run(tuple(stack))
        return {standing.world: chance for standing, chance in ended.chances().items()}


def chain(
    book: Book,
    world: World,
    stack: Sequence[Frame],
    turns: int,
    answers: Answers,
    outcome: Callable[[World], str],
) -> list[dict[str, Fraction]]:
    """The chances of each outcome after one turn, two turns, …: a country's chain, solved exactly."""
    outlook = Futures(book, world, answers)
    named = Memo(outlook.line, outcome)
    found: list[dict[str, Fraction]] = []
    for _ in range(turns):
        with nothing_thrown_away():
            ended = outlook.run(tuple(stack))
        row = Spread[str]({}, ended.whole)
        for standing, part in ended.parts.items():
            row.add(named(standing), part, ended.whole)
        found.append(dict(sorted(row.chances().items(), key=lambda kv: -kv[1])))
    return found


# -- small tools
def announced(steps: Steps, frame: Frame, world: World) -> dict[str, Fraction] | None:
    """The odds that a step announces with its die, outcome by outcome; None if it throws none here."""
    directive = steps[frame.step](world.heard_by(None), frame)  # what is only supposed consults no rule
    if not isinstance(directive, Roll):
        return None
    odds = directive.odds() if callable(directive.odds) else directive.odds
    return {str(outcome): chance for outcome, chance in (odds or {}).items()}


def of_die(die: Die) -> dict[int, Fraction]:
    return {face: Fraction(1, die.sides) for face in die.faces}


def convolve(*parts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The distribution of a sum of independent numbers."""
    total: dict[int, Fraction] = {0: Fraction(1)}
    for part in parts:
        new: dict[int, Fraction] = {}
        for a, p in total.items():
            for b, q in part.items():
                new[a + b] = new.get(a + b, Fraction(0)) + p * q
        total = new
    return dict(sorted(total.items()))


def at_least_one(chances: Iterable[Fraction]) -> Fraction:
    """The chance that at least one of several independent things happens."""
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    return 1 - none


def chances_by_number(chances: Iterable[Fraction]) -> dict[int, Fraction]:
    """The chance that just so many of several independent things happen."""
    return convolve(*({0: 1 - chance, 1: chance} for chance in chances))
