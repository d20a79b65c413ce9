"""The machine: named steps over plain-data frames, run until a request is open.

A step takes the world and its frame and returns a directive: ask, roll, do, go, call, settle or done.  It does
no I/O and keeps nothing, so a game can be saved and reopened between any two steps.  A step that lacks a fact raises
`Unknown`; the machine turns that into a report request and runs the step again when the answer is in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Any

import msgspec

from legation.core.dice import Dice, Die, Throw, telling
from legation.core.errors import BadRulebook, NotFound, Refused, Unknown
from legation.core.facts import Change, Origin, Schema, Teller, World
from legation.core.log import Log
from legation.core.requests import Question, Request, ask_report, divide, roll_question
from legation.core.rules import kept
from legation.core.sweeps import Whenever
from legation.core.thresholds import all_asked, thresholds_of
from legation.core.turning import EFFECT, TURNED, is_turned

__all__ = [
    "TELL_AGAIN",
    "Directive",
    "Frame",
    "Later",
    "Machine",
    "State",
    "Steps",
    "ask",
    "ask_sealed",
    "call",
    "do",
    "done",
    "go",
    "hide",
    "legal_answers",
    "reveal",
    "roll",
    "settle",
]

MOST_STEPS = 100_000  # without a request in between: a book that goes round in circles


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step and its plain values.  While it waits, `then` and `into` say where an answer goes, and `more` what it
    then keeps beside it: a step that is run again before that must not see it."""

    step: str
    vars: dict[str, Any] = {}
    then: str = ""
    into: str = ""
    more: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.vars[name]
        except KeyError:
            raise AttributeError(f"the frame of {self.step} has no {name!r}") from None

    def get(self, name: str, default: Any = None) -> Any:
        return self.vars.get(name, default)


# -- directives
Odds = Mapping[Any, Any] | Callable[[], Mapping[Any, Any]] | None


class Later(msgspec.Struct, frozen=True):
    """A question that is worded only when somebody is to read it: a simulation needs no words, odds or whole lists.

    `among` holds whatever could be an answer, in the order of the list; `legal` says of one whether it is allowed now.
    Of a number, `ends` tells the least and the most that is allowed.
    """

    seat: str
    kind: str
    among: Iterable[Any]
    legal: Callable[[Any], bool]
    worded: Callable[[], Question]
    subject: str = ""
    ends: tuple[Any, Any] | None = None


class Ask(msgspec.Struct, frozen=True, dict=True):
    """A step asks; it goes on when the answers are in."""

    asked: tuple[Question | Later, ...]
    then: str
    into: str
    vars: Mapping[str, Any]
    hides: Mapping[str, str] = {}  # seat -> prefix of the facts its answer stays hidden in
    always: bool = False  # put it even to a seat that has one answer only: passing it over would tell the others

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        return tuple(q.worded() if isinstance(q, Later) else q for q in self.asked)


class Roll(msgspec.Struct, frozen=True, dict=True):
    """A step throws a die."""

    throw: Throw
    then: str
    into: str
    vars: Mapping[str, Any]
    prompt: str = ""
    odds: Odds = None
    subject: str = ""

    @cached_property
    def question(self) -> Question:
        odds = self.odds() if callable(self.odds) else self.odds
        return roll_question(self.throw, self.prompt, odds, self.subject)


class Do(msgspec.Struct, frozen=True):
    """A step sets facts and goes on."""

    changes: tuple[Change, ...]
    then: str
    vars: Mapping[str, Any]
    at_rest: Whenever | None = None  # the sweep that these changes bring to rest


class Call(msgspec.Struct, frozen=True):
    """A step has another procedure run first."""

    step: str
    vars: Mapping[str, Any]
    then: str
    keep: Mapping[str, Any]


class Settle(msgspec.Struct, frozen=True):
    """A step lets the rules that hold at every moment come to rest."""

    whenever: Whenever
    then: str | None  # None: the step is done with it
    vars: Mapping[str, Any]


class Reveal(msgspec.Struct, frozen=True):
    """A step opens what was sealed."""

    facts: tuple[str, ...]
    then: str
    vars: Mapping[str, Any]


class Done(msgspec.Struct, frozen=True):
    """A step ends its procedure."""

    changes: tuple[Change, ...] = ()
    at_rest: Whenever | None = None


Settled = Ask | Roll | Do | Call | Reveal | Done
Directive = Settled | Settle
Step = Callable[[World, Frame], Directive]


def ask(*questions: Question | Later, then: str, into: str = "answer", always: bool = False, **vars: Any) -> Ask:
    """Put questions to seats; go on at `then` when all are answered (one answer, or a mapping by seat if several).

    A seat with only one possible answer is not asked, unless `always` says so, because its silence would tell a secret.
    """
    return Ask(questions, then, into, vars, always=always)


def ask_sealed(*questions: Question | Later, then: str, into: str = "bids", **vars: Any) -> Ask:
    """Put sealed questions; all answers are revealed together into a mapping by seat."""
    return Ask(questions, then, into, vars)


def hide(*questions: Question | Later, prefixes: Mapping[str, str], then: str, **vars: Any) -> Ask:
    """Put sealed questions whose answers (mappings) become hidden facts `prefix.name` and stay so until revealed."""
    return Ask(questions, then, "", vars, dict(prefixes))


def reveal(facts: Iterable[str], *, then: str, **vars: Any) -> Reveal:
    """Turn hidden facts into open ones, with their salts in the record."""
    return Reveal(tuple(facts), then, vars)


def roll(
    die: Die,
    *,
    label: str,
    cite: str,
    seat: str,
    then: str,
    into: str = "roll",
    prompt: str = "",
    odds: Odds = None,
    subject: str = "",
    **vars: Any,
) -> Roll:
    """Throw a die; who or what throws it is not the step's affair.  `odds` may be worked out when they are read."""
    return Roll(Throw(label, die, cite, seat), then, into, vars, prompt, odds, subject)


def do(changes: Iterable[Change], *, then: str, **vars: Any) -> Do:
    return Do(tuple(changes), then, vars)


def settle(whenever: Whenever, *, then: str | None, **vars: Any) -> Settle:
    """Look at all of these rules, round after round, until nothing changes."""
    return Settle(whenever, then, vars)


def go(step: str, **vars: Any) -> Do:
    return Do((), step, vars)


def call(step: str, *, then: str, keep: Mapping[str, Any] | None = None, **vars: Any) -> Call:
    """Run another step in a frame of its own, then go on at `then` with what this frame is to `keep`."""
    return Call(step, vars, then, keep or {})


def done(changes: Iterable[Change] = ()) -> Done:
    return Done(tuple(changes))


def legal_answers(asked: Question | Later) -> list[Any]:
    return [value for value in asked.among if asked.legal(value)] if isinstance(asked, Later) else asked.legal


# -- steps
class Steps:
    """The named steps of a book.  Names are stable: a renamed step keeps its old name as an alias."""

    def __init__(self) -> None:
        self.by_name: dict[str, Step] = {}
        self.takes: dict[str, frozenset[str]] = {}

    def step(
        self, name: str, *, aliases: tuple[str, ...] = (), takes: Iterable[str] | None = None
    ) -> Callable[[Step], Step]:
        """Register a step.  A step that is come back to says which values it `takes`; what is over is forgotten."""

        def register(function: Step) -> Step:
            if takes is not None:
                self.takes |= dict.fromkeys((name, *aliases), frozenset(takes))
            for known in (name, *aliases):
                if known in self.by_name:
                    raise BadRulebook(f"two steps are called {known!r}", where=function.__module__)
                self.by_name[known] = function
            return function

        return register

    def __getitem__(self, name: str) -> Step:
        found = self.by_name.get(name) or KERNEL.get(name)
        if found is None:
            raise NotFound("step", name, self.by_name)
        return found

    def frame(self, step: str, vars: dict[str, Any]) -> Frame:
        """The frame of a step that is gone to with these values."""
        takes = self.takes.get(step)
        return Frame(step, vars if takes is None else {name: v for name, v in vars.items() if name in takes})


TELL_AGAIN = "core.tell-again"


def tell_again(world: World, frame: Frame) -> Directive:
    """Ask the seats for hidden facts whose values are lost: in secret, and each seat for one kind of them at a time.

    What a ruling has settled meanwhile need not be told.
    """
    now: dict[str, Question] = {}
    later, prefixes = [], {}
    for job in frame.left:
        names = [name for name in job["names"] if not world.is_open(f"{job['prefix']}.{name}")]
        if job["seat"] in now:
            later.append(job)
        elif names:
            prefixes[job["seat"]] = job["prefix"]
            prompt = f"What you had hidden is not known here: please enter it again, in secret ({job['prompt']})"
            now[job["seat"]] = divide(job["seat"], prompt, job["total"], names, cite=job["cite"])
    if not now:
        return done()
    return hide(*now.values(), prefixes=prefixes, then=TELL_AGAIN, left=later)


KERNEL: Mapping[str, Step] = {TELL_AGAIN: tell_again}  # steps of no book


# -- running
Rests = Mapping[Whenever, frozenset[str]]


class State(msgspec.Struct, frozen=True, eq=False):
    """Everything a game is at one moment, besides its record and its vault."""

    world: World
    stack: tuple[Frame, ...] = ()
    requests: Mapping[int, Request] = {}
    next_id: int = 1
    rests: Rests = {}  # by sweep, what has changed since it was at rest

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    def on(self, world: World, changed: Iterable[str], aged: Collection[str] | None = None) -> State:
        """The same on another world, in which these facts are new, and what has grown old (`aged` tells what had
        before) or counts again."""
        before = self.world._aged if aged is None else aged
        new = frozenset(changed)
        if world._aged is not before:
            new |= world._aged.keys() ^ frozenset(before)
        rests = {whenever: since | new for whenever, since in self.rests.items()}
        return State(world, self.stack, self.requests, self.next_id, rests)

    def but(self, **other: Any) -> State:
        """The same with something else in it."""
        return msgspec.structs.replace(self, **other)

    def at(self, *stack: Frame) -> State:
        """The same with other frames."""
        return State(self.world, stack, self.requests, self.next_id, self.rests)


@dataclass
class Draft:
    """What one entry will say: its cause and what followed from it."""

    cause: dict[str, Any]
    by: str = ""
    effects: list[Change] = field(default_factory=list)
    confirms: list[str] = field(default_factory=list)
    opens: list[Request] = field(default_factory=list)
    closes: list[int] = field(default_factory=list)
    seals: dict[str, str] = field(default_factory=dict)
    reveals: dict[str, str] = field(default_factory=dict)
    stack: tuple[Frame, ...] = ()
    chair: str = ""  # from which somebody acted in the voice of another


@dataclass
class Machine:
    """Runs the steps of a book on a state, writing drafts of entries."""

    steps: Steps
    dice: Dice
    salts: Callable[[str], str]  # the salt under which a hidden fact was sealed
    need_cite: str = ""  # cited when the table is asked for a missing fact
    seats: Collection[str] = ()  # whose facts are asked of themselves
    words: bool = True  # whether questions are worded, for people to read
    log: Log | None = None  # what the steps consult is written there
    own: World | None = None  # a world that was made in this run: nobody else has it

    def run(self, state: State, draft: Draft, drafts: list[Draft], seq: int) -> State:
        """Go on until requests are open or the stack is empty.  `drafts` receives the entries, first `draft`."""
        drafts.append(draft)
        if self.log is not None:
            self.log.begins(seq)
            state = state.but(world=state.world.heard_by(self.log))
        while True:
            state, directive = self.advance(state, draft, seq)
            if directive is None:
                break
            questions = directive.questions if isinstance(directive, Ask) else (directive.question,)
            face = None if isinstance(directive, Ask) else self.dice.face(directive.throw)
            if isinstance(directive, Ask) or face is None:
                state = self._open(state, questions, directive.then, directive.into, directive.vars, draft)
                break
            draft.stack = state.stack
            cause = roll_cause(directive.throw, face, self.dice)
            if directive.question.odds:
                cause["odds"] = directive.question.odds  # what the die was to decide, for whoever reads the record
            draft = Draft(cause, directive.throw.seat)
            drafts.append(draft)
            seq += 1
            if self.log is not None:
                self.log.begins(seq, with_step=True)
            state = self.proceed(state, directive, face)
        draft.stack = state.stack
        return state if self.log is None else state.but(world=state.world.heard_by(None))

    def advance(self, state: State, draft: Draft, seq: int) -> tuple[State, Ask | Roll | None]:
        """Run steps until one asks or rolls, or the stack is empty.  A seat with one possible answer is not asked."""
        for _ in range(MOST_STEPS if not TURNED else MOST_STEPS // 100):
            if not state.stack:
                return state, None
            directive = self.directive(state.world, state.top, state.rests)
            if TURNED and isinstance(directive, Ask | Roll) and _by_turned(directive):
                state = self.proceed(state, directive, _unasked(directive))
                continue
            if isinstance(directive, Roll):
                return state, directive
            if isinstance(directive, Ask):
                only = self._only_answer(directive)
                if only is None:
                    return state, directive
                state = self.proceed(state, directive, only)
            else:
                state = self.act(state, directive, draft, seq)
        raise BadRulebook(f"the step {state.top.step} never comes to a request")

    def act(self, state: State, directive: Do | Call | Reveal | Done, draft: Draft, seq: int) -> State:
        """Carry out what needs nobody's answer and no die."""
        if isinstance(directive, Call):
            state = self._goto(state, directive.then, directive.keep)
            return state.at(*state.stack, Frame(directive.step, dict(directive.vars)))
        if isinstance(directive, Done | Do):
            state = self._fold(state, directive.changes, draft, seq)
            if directive.at_rest is not None:
                state = state.but(rests={**state.rests, directive.at_rest: frozenset()})
            return self.leave(state, directive)
        hidden = [f for f in directive.facts if state.world.known(f) and not state.world.is_open(f)]
        draft.reveals |= {fact: self.salts(fact) for fact in hidden}
        changes = [Change(fact, None, state.world[fact]) for fact in hidden]
        return self.leave(self._fold(state, changes, draft, seq), directive)

    def leave(self, state: State, directive: Do | Reveal | Done) -> State:
        """Where a step leads when its changes are made."""
        if isinstance(directive, Done):
            return state.at(*state.stack[:-1])
        return self._goto(state, directive.then, directive.vars)

    def directive(self, world: World, frame: Frame, rests: Rests = MappingProxyType({})) -> Settled:
        """What a step returns here; what it lacks becomes a question to the table."""
        if self.log is not None:
            self.log.step()
        heard = world if world._log is self.log else world.heard_by(self.log)
        try:
            directive = self.steps[frame.step](heard, frame)
            if isinstance(directive, Settle):
                whenever = directive.whenever
                sweep = whenever.run(heard, rests.get(whenever))
                changes, then = tuple(sweep.changes), directive.then
                return Done(changes, whenever) if then is None else Do(changes, then, directive.vars, whenever)
            if isinstance(directive, Ask) and self.words:
                # Worded now, while what the questions lack can be asked for.
                return msgspec.structs.replace(directive, asked=directive.questions)
            return directive
        except Unknown as needed:
            return self.need(world, frame, needed)
        except Refused as refusal:
            refusal.named(world.schema.titles)
            if refusal.rule:
                heard.note(refusal.rule, False)  # as where an answer is refused
            raise

    def proceed(self, state: State, directive: Ask | Roll, value: Any) -> State:
        """Go on with an answer or a face."""
        more = {**directive.vars, directive.into: value} if directive.into else directive.vars
        return self._goto(state, directive.then, more)

    def _fold(self, state: State, changes: Iterable[Change], draft: Draft, seq: int) -> State:
        """Apply changes; a world of this very run is changed in place, unless a log keeps worlds."""
        if self.log is None or self.log.keeps:
            return self.apply(state, changes, draft, seq)
        changes = checked(state.world.schema, changes)
        if not changes:
            return state
        draft.effects += changes
        world, aged = state.world, state.world._aged
        if world is not self.own:
            world = self.own = world.with_changes((), Origin("rule"))
        take_effect(world, changes, draft, seq)
        return state.on(world, [change.fact for change in changes], aged)

    @staticmethod
    def apply(state: State, changes: Iterable[Change], draft: Draft, seq: int) -> State:
        changes = checked(state.world.schema, changes)
        if not changes:
            return state
        draft.effects += changes
        world = state.world.with_changes((), Origin("rule"))
        take_effect(world, changes, draft, seq)
        return state.on(world, [change.fact for change in changes])

    def _goto(self, state: State, step: str, more: Mapping[str, Any]) -> State:
        frame = state.top
        then = self.steps.frame(step or frame.step, {**frame.vars, **more} if more else frame.vars)
        return state.at(*state.stack[:-1], then)

    @staticmethod
    def _open(
        state: State, questions: tuple[Question, ...], then: str, into: str, vars: Mapping[str, Any], draft: Draft
    ) -> State:
        frame = state.top
        asked = [q.seat for q in questions]
        if len(set(asked)) != len(asked):
            raise BadRulebook(f"the step {frame.step} asks one seat two questions at once: {', '.join(asked)}")
        for q in questions:
            if q.kind != "report" and not q.legal:
                raise BadRulebook(f"the step {frame.step} asks “{q.prompt}”, to which no answer is legal")
        opened = [Request(id=state.next_id + i, **msgspec.structs.asdict(q)) for i, q in enumerate(questions)]
        draft.opens += opened
        waiting = Frame(frame.step, frame.vars, then, into, dict(vars))
        requests = {**state.requests, **{r.id: r for r in opened}}
        return state.but(stack=(*state.stack[:-1], waiting), requests=requests, next_id=state.next_id + len(opened))

    @staticmethod
    def _only_answer(directive: Ask) -> Any:
        """The answer of a seat that has just one; nodding (confirm) is always asked."""
        if len(directive.questions) != 1 or directive.always:
            return None
        question = directive.questions[0]
        return question.legal[0] if question.kind in ("choose", "amount") and len(question.legal) == 1 else None

    def need(self, world: World, frame: Frame, needed: Unknown) -> Ask:
        schema = world.schema
        families = {key: schema.spec(key).family for key in needed.questions}
        # What a seat has hidden was told by a person: where the vault is missing, it can be told again.
        closed = [key for key, f in families.items() if f.told_by.closed and f.known_to == "all"]
        if closed:
            raise BadRulebook(
                f"the step {frame.step} needs {', '.join(closed)}, which no rule has set and nobody may report"
            )
        thresholds = thresholds_of(needed) if self.words else {}
        cite = next((f.asked_by for f in families.values() if f.asked_by), self.need_cite)
        named = [[name for name in schema.spec(key).names if name in self.seats] for key in needed.questions]
        question = ask_report(
            needed.questions,
            f"Please report {all_asked(schema, needed.questions, thresholds)}",
            cite=cite,
            subject=frame.get("subject", ""),
            thresholds=thresholds,
            owners=dict.fromkeys(seat for seats in named for seat in seats) if all(named) else (),
        )
        return Ask((question,), frame.step, "", {})


def _by_turned(directive: Ask | Roll) -> bool:
    """Whether a question or a die is put by a rule whose effect is left out."""
    if isinstance(directive, Roll):
        return is_turned(directive.throw.cite, EFFECT)
    return any(is_turned(q.cite, EFFECT) and q.kind != "report" for q in directive.questions)


def _unasked(directive: Ask | Roll) -> Any:
    """What stands for the answer to a question that is not put."""
    if isinstance(directive, Roll):
        return directive.throw.die.faces[0]
    given = {q.seat: {} if q.among else q.legal[-1] for q in directive.questions}
    first = directive.questions[0]
    return given if first.kind == "sealed" or len(given) > 1 else given[first.seat]


def checked(schema: Schema, changes: Iterable[Change]) -> list[Change]:
    """The changes that make a difference, to values that the facts can have."""
    found = [change for change in (kept(changes) if TURNED else changes) if change.real]
    for change in found:
        family = schema.spec(change.fact).family
        domain = family.domain
        if family.told_by is Teller.PASSING:
            raise BadRulebook(f"{change.rule or 'a step'} keeps {change.fact}, which is a passing fact")
        if change.new is not None and not domain.check(change.new):
            raise BadRulebook(f"{change.rule or 'a step'} sets {change.fact} to {change.new!r}", hint=f"it is {domain}")
    return found


KINDS = {"report": "report", "ruling": "ruling", "amend": "ruling", "undo": "undo"}


def origin_kind(change: Change, cause: Mapping[str, Any], reveals: Mapping[str, str]) -> str:
    """Where a change comes from, by the entry it stands in: the same for a live game and for an opened record."""
    if not change.rule and change.fact in reveals:
        return "revealed"
    if "setup" in cause:
        return "setup" if change.rule else "given"
    if change.rule:
        return "rule"
    if "amend" in cause:
        return "ruling"
    if isinstance(cause.get("value"), dict) and change.fact in cause["value"]:
        return "report"
    return next((kind for name, kind in KINDS.items() if name in cause), "rule")


def take_effect(world: World, changes: list[Change], entry: Any, seq: int) -> None:
    """Fold changes of an entry (or its draft) into a world that nobody else has yet."""
    by, cause = entry.by or None, entry.cause
    if "setup" not in cause and "" not in [change.rule for change in changes]:  # as most are
        world._fold(changes, ("rule", seq, 0, None, by))
        return
    for kind, group in groupby(changes, lambda change: origin_kind(change, cause, entry.reveals)):
        world._fold(group, (kind, seq, 0, None, by))


def roll_cause(throw: Throw, face: int, dice: Dice) -> dict[str, Any]:
    told = {"roll": face, "die": str(throw.die), "label": throw.label, "source": dice.name, "cite": throw.cite}
    return {**told, **telling(dice)}
