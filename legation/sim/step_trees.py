"""Steps, tabulated as they are met, and a machine that plays many worlds by them.

What a step asks of its world, and what it does after each answer, is kept as a tree (`StepTree`): questions at the
forks, and at the leaves where the game goes on.  Worlds are sent down the tree in groups; the step itself runs only
where the tree does not reach yet.  Worlds that stand at the same place of the game go on together, the hindmost first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Protocol

import msgspec
import numpy as np

from legation.core.book import Book
from legation.core.dice import Die
from legation.core.errors import BadRulebook, Unknown
from legation.core.facts import Change, World
from legation.core.machine import Ask, Call, Directive, Done, Frame, Later, Rests, Roll, Settle, Steps, call, do
from legation.core.policies import Happening
from legation.core.requests import TABLE, Question
from legation.core.rules import Bespoke, Rule, carry_out
from legation.core.sweeps import MOST_ROUNDS, Whenever
from legation.sim.arrays import (
    SCRATCH,
    Array,
    Columns,
    NotSimulated,
    Readers,
    Rows,
    count_of,
    held,
    is_few,
    merged,
    part_of,
)
from legation.sim.dice import ShareOfDice
from legation.sim.oracle import Amount, Applied, Op, Oracle, Pending, Put, Script, Write, column, column_of

__all__ = ["Answering", "Players", "Tables"]

Stack = tuple[Frame, ...]
CLOSE = 16  # values so close are tried one by one


class Answering(Protocol):
    """Who answers for the seats: any function of the question and of what it asks the world."""

    def __call__(self, step: str, asked: Question | Later, world: World) -> Any: ...


@dataclass(eq=False)
class Leaf:
    """Where the game goes on: with what frames in the place of the top one, after a die or a sweep; and which facts
    were written on the way."""

    frames: Stack = ()
    die: Die | None = None
    label: str = ""
    into: str = ""  # the column that takes the die
    whenever: Whenever | None = None
    changed: frozenset[str] = frozenset()


@dataclass(eq=False)
class Fork:
    """A question, and what follows from each answer; and by which answer to which question one comes to it."""

    op: Op
    above: Fork | None
    by: Any
    after: dict[Any, Fork | Leaf] = field(default_factory=dict)


# Where some worlds have come to, what they have put and not written, and by which answer to which question.
Group = tuple[Fork | Leaf | None, Rows, Pending, Fork | None, Any]


class StepTree:
    """What one piece of the game does, as far as it was met."""

    def __init__(self, run: Callable[[Script], Leaf]) -> None:
        self.run = run
        self.root: Fork | Leaf | None = None

    def walk(self, columns: Columns, rows: Rows) -> Iterator[tuple[Leaf, Rows]]:
        """Send some worlds down; every leaf with those that came to it."""
        todo: list[Group] = [(self.root, rows, {}, None, None)]
        while todo:
            here, mine, pending, above, by = todo.pop()
            if here is None:
                found = self._explore(columns, mine, pending, above, by, todo)
                if found is not None:
                    yield found
                continue
            while isinstance(here, Fork):
                answer, codes, words = here.op.answer(columns, mine, pending)
                if codes is not None:
                    first, *rest = _split(codes, words, mine, pending, columns.size)
                    for other, others, theirs in rest:
                        todo.append((here.after.get(other), others, theirs, here, other))
                    answer, mine, pending = first
                below = here.after.get(answer)
                if below is None:
                    todo.append((None, mine, pending, here, answer))
                    break
                here = below
            else:
                yield here, mine

    def _explore(
        self, columns: Columns, rows: Rows, pending: Pending, above: Fork | None, by: Any, todo: list[Group]
    ) -> tuple[Leaf, Rows] | None:
        """Run the piece beyond what is known of it, for the first of its answers; the others are left to do."""
        known = self.root if above is None else above.after.get(by)
        if known is not None:
            todo.append((known, rows, pending, above, by))  # found by another group in the meantime
            return None
        fork, last, mine = above, by, rows

        def live(op: Op) -> Any:
            nonlocal fork, last, mine, pending
            new = Fork(op, fork, last)
            self._put(fork, last, new)
            answer, codes, words = op.answer(columns, mine, pending)
            if codes is not None:
                first, *rest = _split(codes, words, mine, pending, columns.size)
                for other, others, theirs in rest:
                    todo.append((None, others, theirs, new, other))
                answer, mine, pending = first
            fork, last = new, answer
            return answer

        leaf = self.run(Script(_answers(above, by), live, columns.house))
        self._put(fork, last, leaf)
        return leaf, mine

    def _put(self, above: Fork | None, by: Any, here: Fork | Leaf) -> None:
        if above is None:
            self.root = here
        else:
            above.after[by] = here


def _answers(above: Fork | None, by: Any) -> list[Any]:
    """All that was answered on the way down, the last by this answer to the lowest question."""
    found = []
    while above is not None:
        found.append(by)
        by, above = above.by, above.above
    return found[::-1]


def _split(
    codes: Array, words: list[Any] | None, rows: Rows, pending: Pending, size: int
) -> list[tuple[Any, Rows, Pending]]:
    """Some worlds by their answer."""
    count = count_of(rows, size)
    if codes.dtype == np.bool_:
        yes = _where(codes, rows)
        many = int(np.count_nonzero(yes))
        if many in (0, count):
            return [(many > 0, rows, pending)]
        no = ~yes if rows is None or is_few(rows) else rows ^ yes
        if yes is codes and not is_few(rows):
            yes = yes.copy()  # never a column itself, which may be written to
        return [(True, *_part(yes, many, rows, pending, size)), (False, *_part(no, count - many, rows, pending, size))]
    masks = [(code, _where(codes == code, rows)) for code in _values(codes)]
    here = [(code, mask, many) for code, mask in masks if (many := int(np.count_nonzero(mask)))]
    plain = [held(words[code]) if words is not None else code for code, _, _ in here]
    if len(here) == 1:
        return [(plain[0], rows, pending)]
    return [(v, *_part(mask, many, rows, pending, size)) for v, (_, mask, many) in zip(plain, here, strict=True)]


def _values(codes: Array) -> Iterable[int]:
    """All values that occur, or a few more."""
    low, high = int(codes.min()), int(codes.max())
    return range(low, high + 1) if high - low < CLOSE else [int(code) for code in np.unique(codes)]


def _where(mask: Array, rows: Rows) -> Array:
    return mask if rows is None or is_few(rows) else mask & rows


def _part(mask: Array, count: int, rows: Rows, pending: Pending, size: int) -> tuple[Rows, Pending]:
    mine, taken = part_of(mask, count, rows, size)
    if taken is None:
        return mine, dict(pending)
    return mine, {key: new[taken] if isinstance(new, np.ndarray) else new for key, new in pending.items()}


class Tables:
    """The tables of a book's steps and rules.  They hold no world and serve any number of groups, one after another."""

    def __init__(
        self,
        steps: Steps,
        schema: Any,
        answers: Answering,
        stops: Sequence[str],
        book: Book | None = None,
    ) -> None:
        self.steps = steps
        self.book = book  # for what policies let happen on the board
        self.schema = schema
        self.answers = answers
        self.stops = frozenset(stops)
        self.readers = Readers()
        self.places: dict[bytes, StepTree] = {}
        self.tops: dict[tuple[int, bytes], StepTree] = {}
        self.after: dict[tuple[bytes, int], bytes] = {}  # a place and a leaf -> where that leads
        self.rules: dict[int, StepTree] = {}
        self.kept: list[Any] = []  # rules whose tables are kept: their ids stay theirs
        self.stacks: dict[bytes, Stack] = {}
        self.ranks = {name: rank for rank, name in enumerate(steps.by_name)}  # the same, whatever was met before
        self.orders: dict[bytes, tuple[Any, ...]] = {}

    # -- places of the game
    def place(self, stack: Stack) -> bytes:
        key = msgspec.json.encode(stack)
        if key not in self.stacks:
            self.stacks[key] = stack
            self.orders[key] = self._order(stack)
        return key

    def _order(self, stack: Stack) -> tuple[Any, ...]:
        """The hindmost first: earlier steps, lower counters; who is called goes before who waits for the call."""
        order: list[Any] = []
        for frame in stack:
            rank = self.ranks[frame.step]
            counters = tuple(v for _, v in sorted(frame.vars.items()) if isinstance(v, int) and not isinstance(v, bool))
            order.append((rank, counters))
        return (*order, (10**9, ()))

    def of_place(self, place: bytes) -> StepTree:
        """What a step does rests on its own frame alone, whoever waits below for it to be done."""
        table = self.places.get(place)
        if table is None:
            stack = self.stacks[place]
            depth, top = len(stack), stack[-1]
            name = (depth, msgspec.json.encode(top))
            table = self.tops.get(name)
            if table is None:
                table = self.tops[name] = StepTree(lambda script: self._run(top, depth, script))
            self.places[place] = table
        return table

    def then(self, place: bytes, leaf: Leaf) -> bytes:
        """The place that a leaf leads to; none if the game is over."""
        found = self.after.get((place, id(leaf)))
        if found is None:
            stack = (*self.stacks[place][:-1], *leaf.frames)
            found = self.after[place, id(leaf)] = self.place(stack) if stack else b""
        return found

    def of_rule(self, rule: Rule | Bespoke) -> StepTree:
        table = self.rules.get(id(rule))
        if table is None:
            self.kept.append(rule)

            def run(script: Script) -> Leaf:
                _, changes = carry_out((rule,), Oracle(self.schema, script))
                return Leaf(changed=frozenset(change.fact for change in changes))

            table = self.rules[id(rule)] = StepTree(run)
        return table

    # -- running one piece
    def _run(self, top: Frame, depth: int, script: Script) -> Leaf:
        """Go on until a die, a sweep or a place where worlds meet."""
        first, below = True, depth - 1
        stack: Stack = (top,)
        while True:
            frame = stack[-1]
            if not first and (frame.step in self.steps.takes or frame.step in self.stops):
                break
            world = Oracle(self.schema, script)
            depth = below + len(stack)
            try:
                directive = self.steps[frame.step](world, _live(frame, world))
                while isinstance(directive, Ask):
                    directive = self._answered(frame.step, directive, Oracle(self.schema, script))
            except Unknown as unknown:
                raise NotSimulated(f"{frame.step} needs what nobody has reported: {unknown}") from unknown
            first = False
            if isinstance(directive, Roll):
                into = f"{SCRATCH}{depth}.{directive.into}"
                then = self._then(stack, depth, directive, script, {directive.into: into})
                return Leaf(then, directive.throw.die, directive.throw.label, into, changed=frozenset(script.wrote))
            if isinstance(directive, Settle):
                then = stack[:-1] if directive.then is None else self._then(stack, depth, directive, script)
                return Leaf(then, whenever=directive.whenever, changed=frozenset(script.wrote))
            if isinstance(directive, Call):
                called = Frame(directive.step, _kept(directive.vars, depth + 1, script, self.schema))
                stack = (*self._then(stack, depth, directive, script, keep=directive.keep), called)
            elif isinstance(directive, Done):
                _apply(directive.changes, script, self.schema)
                stack = stack[:-1]
                break
            else:
                _apply(getattr(directive, "changes", ()), script, self.schema)
                stack = self._then(stack, depth, directive, script)
        return Leaf(stack, changed=frozenset(script.wrote))

    def _then(
        self,
        stack: Stack,
        depth: int,
        directive: Any,
        script: Script,
        columns: Mapping[str, str] | None = None,
        keep: Mapping[str, Any] | None = None,
    ) -> Stack:
        frame = stack[-1]
        more = _kept(directive.vars if keep is None else keep, depth, script, self.schema)
        vars = {**frame.vars, **more, **(columns or {})}
        return (*stack[:-1], self.steps.frame(directive.then or frame.step, vars))

    def _answered(self, step: str, directive: Ask, world: Oracle) -> Directive:
        """The answers of the seats, as the machine would pass them on."""
        given = {q.seat: self.answers(step, q, world) for q in directive.asked}
        for happens in given.values():
            if isinstance(happens, Happening):
                return self._happens(step, happens, world)
        if directive.hides:  # what a seat hides is a fact like any other
            under = directive.hides
            hidden = [(f"{under[seat]}.{name}", v) for seat, told in given.items() for name, v in told.items()]
            world.with_changes([Change(fact, None, value) for fact, value in hidden], world.now)
            return _Went(directive.then, directive.vars)  # type: ignore[return-value]
        first = directive.asked[0]
        value = given if first.kind == "sealed" or len(given) > 1 else given[first.seat]
        more = {**directive.vars, directive.into: value} if directive.into else dict(directive.vars)
        return _Went(directive.then, more)  # type: ignore[return-value]

    def _happens(self, step: str, what: Happening, world: Oracle) -> Directive:
        """Something happens on the board; then the step asks again."""
        assert self.book is not None
        if not what.event:
            return do([world.change(fact, value) for fact, value in what.facts.items()], then=step)
        details, changes = self.book.located(world, what.details)
        _apply(changes, world.script, self.schema)
        return call(self.book.events[what.event].step, then=step, **details, reported_by=TABLE)


@dataclass(frozen=True)
class _Went:
    then: str
    vars: Mapping[str, Any]


def _live(frame: Frame, world: Oracle) -> Frame:
    """A frame as a step sees it: what it remembers of each world as a number."""
    refs = {name: _seen(value, world) for name, value in frame.vars.items()}
    same = all(refs[name] is value for name, value in frame.vars.items())
    return frame if same else Frame(frame.step, refs)


def _seen(value: Any, world: Oracle) -> Any:
    if isinstance(value, str) and value.startswith(SCRATCH):
        return column(world, value)
    if isinstance(value, list) and any(isinstance(v, str) and v.startswith(SCRATCH) for v in value):
        return [_seen(v, world) for v in value]
    return value


def _kept(vars: Mapping[str, Any], depth: int, script: Script, schema: Any) -> dict[str, Any]:
    """What goes into a frame: plain values, and the names of columns for what differs from world to world."""
    world, new = Oracle(schema, script), list[str]()

    def plain(value: Any, into: str) -> Any:
        if isinstance(value, list) and any(isinstance(v, Amount) for v in value):
            return [plain(v, f"{into}.{i}") for i, v in enumerate(value)]
        if not isinstance(value, Amount):
            return value
        if column_of(value.expr) != into:  # else it is there already
            world.ask(Put(into, value.expr, value.passing, asks=False))
            new.append(into)
        return into

    found = {name: plain(value, f"{SCRATCH}{depth}.{name}") for name, value in vars.items()}
    if new:
        world.ask(Write(tuple(new)))
    return found


def _apply(changes: Sequence[Any], script: Script, schema: Any) -> None:
    """The changes that a step returns without having tried them out."""
    fresh = [
        change
        for change in changes
        if (change.fact in script.put if isinstance(change, Applied) else change.old is not change.new)
    ]
    if fresh:
        Oracle(schema, script).with_changes(fresh, Oracle(schema, script).now)


class Players:
    """Many worlds that play by the tables of one book."""

    def __init__(self, tables: Tables, columns: Columns, rng: ShareOfDice) -> None:
        self.tables = tables
        self.columns = columns
        self.rng = rng
        self.dice = 0  # thrown so far
        self.log: list[tuple[str, Array, Array]] | None = None  # purpose, worlds, faces: for who wants to check
        self.rests: dict[bytes, Rests] = {}  # of the worlds that wait at a stop

    def play(self, starts: Mapping[bytes, Rows]) -> dict[bytes, Rows]:
        """Go on from these places until every world stands at a stop, or is over; where they stand then."""
        pending: dict[bytes, list[tuple[Rows, Rests]]]
        pending = {place: [(rows, self.rests.get(place, {}))] for place, rows in starts.items()}
        stopped: dict[bytes, list[tuple[Rows, Rests]]] = {}
        orders, stacks, stops = self.tables.orders, self.tables.stacks, self.tables.stops
        while pending:
            place = min(pending, key=orders.__getitem__)
            rows, rests = self._together(pending.pop(place))
            for leaf, mine in self.tables.of_place(place).walk(self.columns, rows):
                if leaf.die is not None:
                    self._throw(leaf, mine)
                theirs = _since(rests, leaf.changed)
                if leaf.whenever is not None:
                    changed = self._settle(leaf.whenever, mine, theirs.get(leaf.whenever))
                    theirs = {**_since(theirs, changed), leaf.whenever: frozenset()}
                then = self.tables.then(place, leaf)
                at_stop = not then or stacks[then][-1].step in stops
                (stopped if at_stop else pending).setdefault(then, []).append((mine, theirs))
        found = {place: self._together(groups) for place, groups in stopped.items()}
        self.rests = {place: rests for place, (_, rests) in found.items()}
        return {place: rows for place, (rows, _) in found.items()}

    def _together(self, groups: list[tuple[Rows, Rests]]) -> tuple[Rows, Rests]:
        """Groups that meet, as one; for each sweep, what has changed in any of them since it was at rest in all."""
        if len(groups) == 1:
            return groups[0]
        (_, first), *others = groups
        rests = {
            whenever: since.union(*(rests[whenever] for _, rests in others))
            for whenever, since in first.items()
            if all(whenever in rests for _, rests in others)
        }
        return merged([rows for rows, _ in groups], self.columns.size), rests

    def _throw(self, leaf: Leaf, rows: Rows) -> None:
        assert leaf.die is not None
        size = self.columns.size
        count = count_of(rows, size)
        self.dice += count
        faces = self.rng.throw(leaf.die, count if is_few(rows) else size)  # for many, all roll and some count
        if self.log is not None:
            places = np.arange(size) if rows is None else rows if is_few(rows) else np.flatnonzero(rows)
            self.log.append((leaf.label, places, faces if is_few(rows) else faces[places]))
        self.columns.write(leaf.into, rows, faces, coded=True)

    def _settle(self, whenever: Whenever, rows: Rows, since: frozenset[str] | None) -> set[str]:
        """The rules in their order, round after round, until nothing changes in any world; the facts they changed."""
        due = set(range(len(whenever.rules))) if since is None else whenever.concerned(since)
        done: set[str] = set()
        for _ in range(MOST_ROUNDS):
            due = self._pass(whenever, rows, due, done)
            if not due:
                return done
        raise BadRulebook("rules of a sweep chase one another without end")

    def _pass(self, whenever: Whenever, rows: Rows, due: set[int], done: set[str]) -> set[int]:
        """One round; what a change touches further on is passed in it, what it touches further back in the next."""
        waiting, later = sorted(due), set[int]()
        while waiting:
            i = heappop(waiting)
            changed: set[str] = set()
            for leaf, _ in self.tables.of_rule(whenever.rules[i]).walk(self.columns, rows):
                changed |= leaf.changed
            done |= changed
            for j in whenever.concerned(changed) if changed else ():
                if j <= i:
                    later.add(j)
                elif j not in due:
                    due.add(j)
                    heappush(waiting, j)
        return later


def _since(rests: Rests, changed: Collection[str]) -> Rests:
    """The same after these changes."""
    if not changed:
        return rests
    return {whenever: since if since.issuperset(changed) else since.union(changed) for whenever, since in rests.items()}
