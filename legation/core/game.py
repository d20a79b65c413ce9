"""A game: a book, a record, the state that follows from it, and a vault for what is still secret.

Every change goes through here: an act of a person is checked, the machine runs until the next request, and the entries
that this makes are recorded together.  If anything is refused on the way, nothing has changed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from legation.core.book import Book
from legation.core.dice import Committed, Dice, Replay, Throw, Typed
from legation.core.errors import BadRecord, LegationError, NotFound, NotYours, Refused, Unknown
from legation.core.facts import Change, Origin, Teller, World
from legation.core.machine import Ask, Draft, Frame, Machine, Roll, State, Steps, roll_cause, take_effect
from legation.core.record import Entry, Header, Record, commitment, write_atomically
from legation.core.requests import TABLE, Question, Request, check_answer
from legation.core.trace import Trace

__all__ = ["UMPIRE", "Amendment", "Difference", "Game"]

UMPIRE = "umpire"


class Vault(msgspec.Struct):
    """What nobody but its owner may see yet, each value with its salt, and the key of the dice.

    `answers` are sealed answers by request and `hidden` hidden facts by the entry that sealed them; both are kept, for
    undo and verify.  `facts` are the hidden facts that nobody has revealed or overwritten.
    """

    answers: dict[int, tuple[Any, str]] = {}
    hidden: dict[int, dict[str, tuple[Any, str]]] = {}
    facts: dict[str, tuple[Any, str]] = {}
    key: str = ""


@dataclass(frozen=True)
class Difference:
    """Where the rules would now do something else than the record says."""

    seq: int
    recorded: list[Change]
    now: list[Change]
    problem: str = ""

    def __str__(self) -> str:
        def show(changes: list[Change]) -> str:
            return "; ".join(f"{c.fact} → {c.new} [{c.rule}]" for c in changes) or "nothing"

        return f"entry {self.seq}: " + (
            self.problem or f"recorded {show(self.recorded)}, the rules now give {show(self.now)}"
        )


@dataclass
class Amendment:
    """What would follow if an old answer had been another one; `commit` makes it so."""

    game: Game
    seq: int
    value: Any
    reason: str
    result: Game
    changes: list[Change]
    dropped: list[str] = field(default_factory=list)  # later acts that no longer fit
    size: int = 0  # of the record it was worked out on

    def commit(self) -> None:
        self.game._commit_amendment(self)


@dataclass
class Noting:
    """Passes on what other dice show, and keeps it for the record."""

    dice: Dice
    rolled: list[dict[str, Any]] = field(default_factory=list)
    name: str = "noting"

    def face(self, throw: Throw) -> int | None:
        face = self.dice.face(throw)
        if face is not None:
            self.rolled.append(roll_cause(throw, face, self.dice.name))
        return face


class Game:
    """One game of one book."""

    def __init__(self, book: Book, record: Record, dice: Dice, vault: Vault) -> None:
        self.book = book
        self.record = record
        self.dice = dice
        self.vault = vault
        self.damage: BadRecord | None = None
        self.state = State(World(book.schema(record.header.scenario)))
        self._steps: Steps = book.steps

    # -- beginning
    @classmethod
    def new(
        cls,
        book: Book,
        scenario: str,
        *,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        dice: Dice | str | None = None,
        nonce: str = "",
        given: Mapping[str, Any] | None = None,
        stack: tuple[Frame, ...] | None = None,
        witness: Any = None,
    ) -> Game:
        """Set up a game and run it to its first request.

        `dice` is "server" (the default), "typed", or a source.  `given` facts and another starting `stack` serve cases.
        """
        book.check_scenario(scenario)
        source = cls._source(dice, seed, nonce)
        promise = {"source": source.name}
        if isinstance(source, Committed):
            promise |= {"commitment": source.commitment, "nonce": nonce}
        header = Header(
            book=book.name, version=book.version, scenario=scenario, options=dict(options or {}), dice=promise
        )
        game = cls(book, Record(header), source, Vault(key=source.key.hex() if isinstance(source, Committed) else ""))
        game.state = replace(game.state, world=World(game.state.world.schema, witness))
        draft = Draft({"setup": scenario})
        changes = [*book.option_changes(options or {}), *book.setup(scenario)]
        for change in changes:
            game.state.world.note(change.rule, True)
        state = Machine.apply(game.state, changes, draft, 1)
        world = state.world
        drafts: list[Draft] = []
        if given:
            found = [Change(k, world.get(k), v) for k, v in given.items() if world.get(k) != v]
            world = world.with_changes(found, Origin("given", 1))
            draft.effects += found
        state = replace(state, world=world, stack=book.start(scenario) if stack is None else stack)
        game.state = game._machine().run(state, draft, drafts, 1)
        game.record.append(drafts)
        return game

    @staticmethod
    def _source(dice: Dice | str | None, seed: int | None, nonce: str) -> Dice:
        if dice is None or dice == "server":
            return Committed(nonce=nonce) if seed is None else Committed.from_seed(seed, nonce)
        if dice == "typed":
            return Typed()
        if isinstance(dice, str):
            raise NotFound("kind of dice", dice, ["server", "typed"])
        return dice

    def _machine(self, dice: Dice | None = None) -> Machine:
        def salt(fact: str) -> str:
            return self.vault.facts[fact][1] if fact in self.vault.facts else ""

        return Machine(self._steps, dice or self.dice, salt, self.book.need_cite)

    # -- looking
    @property
    def world(self) -> World:
        return self.state.world

    @property
    def scenario(self) -> str:
        return self.record.header.scenario

    @property
    def over(self) -> bool:
        return not self.state.stack

    @property
    def phase(self) -> str:
        return self.book.phase(self.world, self.state.stack)

    def requests(self, seat: str | None = None) -> list[Request]:
        """The open requests; of one seat, with those of the table that anybody may answer."""
        if seat is not None:
            self._check_seat(seat)
        return [r for r in self.state.requests.values() if seat is None or r.seat in (seat, TABLE)]

    def explain(self, subject: str, **how: Any) -> list[Trace]:
        return self.book.explain(self.world, self.book.resolve(subject), **how)

    def odds(self, subject: str, **how: Any) -> dict[str, dict[str, Fraction]]:
        return self.book.odds(self.world, self.book.resolve(subject), **how)

    def dossier(self, subject: str) -> dict[str, Any]:
        return self.book.dossier(self.world, self.book.resolve(subject))

    def view(self, seat: str) -> dict[str, Any]:
        """What one seat may see, built field by field."""
        self._check_seat(seat)
        return {
            "seat": seat,
            "book": self.book.name,
            "scenario": self.scenario,
            "phase": self.phase,
            "over": self.over,
            "facts": {k: v for k, v in sorted(self.world.set_facts().items()) if self.may_see(seat, k)},
            "requests": [msgspec.to_builtins(r) for r in self.requests(seat)],
            "waiting": [{"seat": r.seat, "kind": r.kind} for r in self.requests() if r.seat not in (seat, TABLE)],
            "record": self.log(seat),
        }

    def log(self, seat: str) -> list[dict[str, Any]]:
        """The record as one seat may read it: no hidden fact of another, no request of another, no frames."""
        return [self._entry_for(seat, entry) for entry in self.record]

    def _entry_for(self, seat: str, entry: Entry) -> dict[str, Any]:
        cause, told = dict(entry.cause), ("ruling" in entry.cause)
        for name in ("report", "value"):
            if isinstance(cause.get(name), dict):
                cause[name] = {k: v for k, v in cause[name].items() if self._is_open_to(seat, k)}
        shown = [c for c in entry.effects if told or c.fact in entry.reveals or self._is_open_to(seat, c.fact)]
        return {"seq": entry.seq, "cause": cause, "by": entry.by, "effects": msgspec.to_builtins(shown)}

    def may_see(self, seat: str, key: str) -> bool:
        """Whether a seat may know the present value of a fact.  What was revealed, or ruled, is everybody's."""
        return self._is_open_to(seat, key) or self.world.is_open(key)

    def _is_open_to(self, seat: str, key: str) -> bool:
        """Whether a fact is never hidden from a seat (neither is the part of an answer that is no fact)."""
        try:
            spec = self.world.schema.spec(key)
        except NotFound:
            return True
        return spec.family.known_to == "all" or spec.names[0] == seat

    def _check_seat(self, seat: str) -> None:
        known = [*self.book.seats, TABLE, UMPIRE]
        if seat not in known:
            raise NotFound("seat", seat, known)

    # -- acting
    def answer(self, request: int, value: Any, *, seat: str) -> list[Entry]:
        """Answer an open request.  The request's number is the only lock."""
        self._check_seat(seat)
        found = self.state.requests.get(request)
        if found is None:
            open_ids = ", ".join(str(r) for r in self.state.requests) or "none"
            raise Refused(f"request {request} is not open (any more); open now: {open_ids}")
        if found.seat not in (seat, TABLE):
            raise NotYours(f"request {request} is for {found.seat}, not for {seat}")
        try:
            value = check_answer(found, value, self.world)
        except Refused:
            self.world.note(found.cite, False)
            raise
        if found.kind == "sealed":
            return self._answer_sealed(found, value, seat)
        draft = Draft({"answer": request, "value": value}, seat, closes=[request])
        state = replace(self.state, requests={i: r for i, r in self.state.requests.items() if i != request})
        if found.kind == "report":
            state = self._report(state, value, found.facts, draft)
        elif found.kind == "roll":
            draft.cause = {**draft.cause, **roll_cause_of(found, value)}
        top = state.top
        given = {**top.get("_given", {}), found.seat: value}
        if state.requests:
            return self._finish(self._replace_top(state, {**top.vars, "_given": given}), draft, run=False)
        return self._finish(self._resume(state, value if len(given) == 1 else given), draft)

    def _answer_sealed(self, request: Request, value: Any, seat: str) -> list[Entry]:
        with self._all_or_nothing():
            return self._seal(request, value, seat)

    def _seal(self, request: Request, value: Any, seat: str) -> list[Entry]:
        salt = secrets.token_hex(16)
        draft = Draft({"sealed": request.id, "commitment": commitment(value, salt)}, seat, closes=[request.id])
        state = replace(self.state, requests={i: r for i, r in self.state.requests.items() if i != request.id})
        prefix = self._hides(self.state).get(request.seat)
        if prefix is not None:
            draft.cause.pop("commitment")
            seq = len(self.record) + 1
            changes = [Change(f"{prefix}.{name}", None, v) for name, v in value.items()]
            hidden = {change.fact: (change.new, secrets.token_hex(16)) for change in changes}
            draft.seals |= {fact: commitment(*kept) for fact, kept in hidden.items()}
            self.vault.hidden[seq] = hidden
            self.vault.facts |= hidden
            state = replace(state, world=state.world.with_changes(changes, Origin("sealed", seq, by=seat)))
            if state.requests:
                return self._finish(state, draft, run=False)
            return self._finish(self._resume(state, None), draft)
        top = state.top
        sealed = {**top.get("_sealed", {}), request.seat: request.id}
        self.vault.answers[request.id] = (value, salt)
        if state.requests:
            return self._finish(self._replace_top(state, {**top.vars, "_sealed": sealed}), draft, run=False)
        if any(number not in self.vault.answers for number in sealed.values()):
            # The vault of this game was lost, or it is a what-if that knows no secrets: everybody is asked again.
            return self._finish(replace(state, stack=self._unwaiting(state.stack)), draft)
        bids = {who: self.vault.answers[number][0] for who, number in sealed.items()}
        salts = {who: self.vault.answers[number][1] for who, number in sealed.items()}
        draft.stack = state.stack
        shown = Draft({"reveal": bids, "salts": salts})
        return self._finish(self._resume(state, bids), shown, before=[draft])

    def _hides(self, state: State) -> Mapping[str, str]:
        directive = self._directive(state)
        return directive.hides if isinstance(directive, Ask) else {}

    def _resume(self, state: State, value: Any) -> State:
        """The waiting frame goes on with the answer."""
        top = state.top
        vars = {k: v for k, v in top.vars.items() if k not in ("_given", "_sealed")}
        if top.into:
            vars[top.into] = value
        return replace(state, stack=(*state.stack[:-1], Frame(top.then, vars)))

    @staticmethod
    def _replace_top(state: State, vars: dict[str, Any]) -> State:
        return replace(state, stack=(*state.stack[:-1], msgspec.structs.replace(state.top, vars=vars)))

    def report(self, facts: Mapping[str, Any], *, seat: str = TABLE) -> list[Entry]:
        """Tell the referee what happened on the board, whenever it happens."""
        self._check_seat(seat)
        plain: dict[str, Any] = {}
        for key, value in facts.items():
            plain |= self.book.expand(key, value, self.world.schema)
        for key, value in plain.items():
            self.world.schema.check(key, value)
            if self.world.schema.spec(key).family.told_by is Teller.RULE:
                raise Refused(
                    f"{self.world.schema.spec(key).says} follows from the rules; only a ruling of the umpire sets it"
                )
        draft = Draft({"report": plain}, seat)
        return self._finish(self._report(self.state, plain, (), draft), draft, refresh=True)

    def _report(self, state: State, facts: Mapping[str, Any], asked: Iterable[str], draft: Draft) -> State:
        world, seq = state.world, len(self.record) + 1
        changes = [Change(k, world.get(k), v) for k, v in facts.items() if world.get(k) != v]
        same = [k for k in dict.fromkeys((*facts, *asked)) if k not in {c.fact for c in changes}]
        origin = Origin("report", seq, by=draft.by)
        draft.effects += changes
        draft.confirms += same
        return replace(state, world=world.with_changes(changes, origin).confirmed(same, origin))

    def event(self, name: str, *, seat: str = TABLE, **details: Any) -> list[Entry]:
        """Report something that happens on the board and has consequences at once, such as an attack."""
        self._check_seat(seat)
        if name not in self.book.events:
            raise NotFound("event", name, self.book.events)
        event = self.book.events[name]
        unknown = [key for key in details if key not in event.takes]
        if unknown:
            raise NotFound(f"detail of {name}:", unknown[0], event.takes)
        draft = Draft({"event": name, "details": details}, seat, closes=list(self.state.requests))
        frames = (*self._unwaiting(self.state.stack), Frame(event.step, {**details, "reported_by": seat}))
        return self._finish(replace(self.state, stack=frames, requests={}), draft)

    def rule(self, facts: Mapping[str, Any], reason: str, *, seat: str = UMPIRE) -> list[Entry]:
        """A ruling of the umpire: any fact, with a reason, shown to all."""
        self._check_seat(seat)
        if not reason.strip():
            raise Refused("a ruling needs a reason")
        plain: dict[str, Any] = {}
        for key, value in facts.items():
            plain |= self.book.expand(key, value, self.world.schema)
        for key, value in plain.items():
            self.world.schema.check(key, value)
        draft = Draft({"ruling": plain, "reason": reason}, seat)
        hidden = self.vault.facts  # from now on it is open, also if it stays as it was; what it was is not told
        known = {k: None if k in hidden else self.world.get(k) for k in plain}
        changes = [Change(k, known[k], v) for k, v in plain.items() if known[k] != v]
        draft.effects += changes
        world = self.world.with_changes(changes, Origin("ruling", len(self.record) + 1, by=seat))
        return self._finish(replace(self.state, world=world), draft, refresh=True)

    # -- finishing an act
    def _finish(
        self, state: State, draft: Draft, *, run: bool = True, refresh: bool = False, before: Iterable[Draft] = ()
    ) -> list[Entry]:
        drafts: list[Draft] = list(before)
        if refresh and self._still_fits(state):
            run = False
        elif refresh:
            draft.closes += list(state.requests)
            state = replace(state, stack=self._unwaiting(state.stack), requests={})
        with self._all_or_nothing():
            if run:
                state = self._machine().run(state, draft, drafts, len(self.record) + len(drafts) + 1)
            else:
                draft.stack = state.stack
                drafts.append(draft)
            self._save_vault()  # a secret is safe before the record speaks of it, and goes only after it is told
            entries = self.record.append(drafts)
        self.state = state
        for change in (c for entry in entries for c in entry.effects):
            self.vault.facts.pop(change.fact, None)
        self._save_vault()
        return entries

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Whatever goes wrong on the way, vault and dice are then as they were."""
        vault = Vault(dict(self.vault.answers), dict(self.vault.hidden), dict(self.vault.facts), self.vault.key)
        used = Counter(self.dice.used) if isinstance(self.dice, Committed) else None
        try:
            yield
        except BaseException:
            self.vault = vault
            if isinstance(self.dice, Committed) and used is not None:
                self.dice.used = used
            raise

    @staticmethod
    def _unwaiting(stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
        if not stack:
            return stack
        vars = {k: v for k, v in stack[-1].vars.items() if k not in ("_given", "_sealed")}
        return (*stack[:-1], Frame(stack[-1].step, vars))

    def _directive(self, state: State) -> Any:
        try:
            return self._steps[state.top.step](state.world, self._unwaiting(state.stack)[-1])
        except Unknown as needed:
            return self._machine().need(state.world, state.top, needed)

    def _still_fits(self, state: State) -> bool:
        """Whether the open requests, with those answered since, are what the step would ask on the changed world."""
        if not state.stack or not state.requests:
            return not state.stack
        directive = self._directive(state)
        if isinstance(directive, Roll):
            wanted: tuple[Question, ...] = (directive.question,)
        elif isinstance(directive, Ask):
            wanted = directive.questions
        else:
            return False
        have = [{n: getattr(r, n) for n in Question.__struct_fields__} for r in self._asked_with(min(state.requests))]
        return have == [{n: getattr(q, n) for n in Question.__struct_fields__} for q in wanted]

    def _asked_with(self, request: int) -> list[Request]:
        """All requests that were first opened together with one (an undo opens only what was still open)."""
        entries = (self.record[seq] for seq in range(len(self.record), 0, -1))
        return next(e.opens for e in entries if "undo" not in e.cause and any(r.id == request for r in e.opens))

    # -- history
    def live(self) -> list[Entry]:
        """The entries that still count: without what was undone or amended away."""
        return live_entries(self.record)

    def undo(self, *, seat: str, reason: str = "") -> list[Entry]:
        """Take back the last act.  Across a roll or a reveal only the umpire may do so, with a reason."""
        self._check_seat(seat)
        kept = self.live()
        acts = [e for e in kept if e.act]
        if not acts:
            raise Refused("there is nothing to take back")
        target = acts[-1].seq
        if acts[-1].act == "amend":
            raise Refused("an amendment is not undone; amend the entry again")
        fatal = [e for e in kept if e.seq >= target and ("roll" in e.cause or "reveal" in e.cause or e.reveals)]
        if fatal and not (seat == UMPIRE and reason.strip()):
            what = "a die was rolled" if "roll" in fatal[0].cause else "something secret was revealed"
            raise Refused(
                f"{what} in entry {fatal[0].seq}; only the umpire may take that back, by a ruling with a reason"
            )
        back = [
            Change(c.fact, c.new, c.old, "") for e in reversed(kept) if e.seq >= target for c in reversed(e.effects)
        ]
        before = [e for e in kept if e.seq < target]
        draft = Draft({"undo": target, "reason": reason}, seat, effects=back, closes=list(self.state.requests))
        hidden = hidden_now(before, self.vault)
        state = fold(World(self.world.schema, self.world.witness), before, hidden)
        # The same questions under the same numbers; numbers given since are not given again.
        state = replace(state, next_id=self.state.next_id)
        draft.opens += state.requests.values()
        entries = self._finish(state, draft, run=False)
        self.vault.facts = hidden
        self._save_vault()
        self._recount_dice()
        return entries

    def _recount_dice(self) -> None:
        """A roll that is made again for the same purpose falls as it fell before."""
        if isinstance(self.dice, Committed):
            self.dice.used = Counter(e.cause["label"] for e in self.live() if e.cause.get("source") == self.dice.name)

    def branch(self, at: int | None = None, *, dice: Dice | None = None) -> Game:
        """A what-if: a game of its own that goes on from an entry, with dice that tell nothing about this one's."""
        kept = [e for e in self.live() if at is None or e.seq <= at]
        if not kept:
            raise NotFound("entry", at, [str(e.seq) for e in self.live()])
        header = msgspec.structs.replace(
            self.record.header, note=f"what if, from entry {kept[-1].seq}", dice={"source": "what-if"}
        )
        source = dice or Committed(name="what-if")
        vault = Vault(key=source.key.hex() if isinstance(source, Committed) else "")
        twin = Game(self.book, Record(header), source, vault)
        renumbered = {e.seq: n for n, e in enumerate(kept, 1)}
        entries = twin.record.append([draft_of(e, renumbered) for e in kept])
        twin.state = fold(World(twin.state.world.schema), entries)
        twin._recount_dice()
        if twin.state.stack and (not twin.state.requests or "_sealed" in twin.state.top.vars):
            # In the middle of an act, or of sealed answers that are not told here: run, and ask again.
            draft = Draft({"branch": kept[-1].seq}, closes=list(twin.state.requests))
            twin._finish(replace(twin.state, stack=twin._unwaiting(twin.state.stack), requests={}), draft)
        return twin

    def replay(
        self, *, stop: int | None = None, instead: Any = None, at: int | None = None, then: Dice | None = None
    ) -> tuple[Game, list[Difference]]:
        """Play the record again by the rules as they are now, with the same faces and answers.

        With `at` and `instead`, the answer of that entry is another one; `then` rolls what was not rolled before.
        Returns the new game and where it went another way.  What an amendment has changed is compared as a whole.
        """
        kept = [e for e in self.live() if stop is None or e.seq < stop]
        amended = {e.cause["amend"]: e.cause["value"] for e in kept if e.act == "amend"}
        settled = max((e.seq for e in kept if e.act == "amend"), default=0)
        dropped = {seq for e in kept if e.act == "amend" for seq in e.cause["dropped"]}
        if at is not None:
            amended[at] = instead
        dice = replayed_dice(kept, then)
        twin = Game.new(
            self.book,
            self.scenario,
            options=self.record.header.options,
            dice=dice.pop(0),
            given={c.fact: c.new for c in kept[0].effects if not c.rule and c.fact not in kept[0].reveals},
            stack=None,
        )
        differences: list[Difference] = []
        groups = acts_with_consequences(kept)
        asked = {r.id: r for e in self.record for r in e.opens}
        _compare(kept[0].seq, groups[0], list(twin.record), differences)
        for group in groups[1:]:
            act = group[0]
            if act.seq in dropped:
                continue
            if act.act == "amend":
                twin.dice = dice.pop(0)
                if act.seq == settled:
                    recorded = fold(World(self.world.schema), [e for e in kept if e.seq <= act.seq]).world
                    wrong = [c for c in recorded.difference(twin.world) if c.fact not in twin.vault.facts]
                    if wrong:
                        was = [Change(c.fact, None, c.old) for c in wrong]
                        differences.append(Difference(act.seq, was, wrong))
                continue
            value = amended.get(act.seq, act.cause.get("value"))
            if act.act == "sealed":
                value = self._sealed_value(act, kept)
            size = len(twin.record)
            between = bool(amended) and min(amended) <= act.seq < settled
            try:
                twin._again(act, value, asked)
            except LegationError as error:
                problem = f"{act.act} by {act.by} is no longer possible: {error}"
                differences.append(Difference(act.seq, [], [], problem))
                continue
            if not between:
                _compare(act.seq, group, [twin.record[s] for s in range(size + 1, len(twin.record) + 1)], differences)
        return twin, differences

    def _sealed_value(self, act: Entry, kept: list[Entry]) -> Any:
        """What was sealed in an entry, from the vault, or from what the record has told since."""
        if not act.seals:
            told = self.vault.answers.get(act.cause["sealed"])
            return told[0] if told else sealed_values(kept).get(act.cause["sealed"])
        hidden = {fact: value for fact, (value, _) in self.vault.hidden.get(act.seq, {}).items()}
        for fact in act.seals.keys() - hidden.keys():
            later = ((e, c) for e in kept if e.seq >= act.seq for c in e.effects if c.fact == fact)
            hidden[fact] = next((c.new if fact in e.reveals else c.old for e, c in later), None)
        return {fact.rsplit(".", 1)[1]: hidden[fact] for fact in act.seals}

    def _again(self, act: Entry, value: Any, asked: Mapping[int, Request]) -> None:
        if act.act == "report":
            self.report(act.cause["report"], seat=act.by)
        elif act.act == "event":
            self.event(act.cause["event"], seat=act.by, **act.cause["details"])
        elif act.act == "ruling":
            self.rule(act.cause["ruling"], act.cause["reason"], seat=act.by)
        else:
            was = asked[act.cause[str(act.act)]]
            mine = [r for r in self.requests() if (r.seat, r.kind, r.cite) == (was.seat, was.kind, was.cite)]
            mine = [r for r in mine if r.purpose == was.purpose]  # not a die that was rolled for something else
            if not mine:
                raise Refused("nothing like it is asked at that point")
            if value is None and was.kind == "sealed":
                return  # never told to anybody, so nothing came of it
            self.answer(mine[0].id, value, seat=act.by)

    def verify(self) -> list[Difference]:
        """Run the rules again over the whole record and report where they would now differ."""
        return self.replay()[1]

    def amend(self, seq: int, value: Any, reason: str) -> Amendment:
        """What would follow if the answer of an old entry had been another; nothing changes before `commit`.

        Dice that were never rolled are not rolled for a look: the amended game stops there, and goes on in `commit`.
        """
        if not reason.strip():
            raise Refused("an amendment needs a reason")
        entry = next((e for e in self.live() if e.seq == seq), None)
        if entry is None or "answer" not in entry.cause:
            answers = [str(e.seq) for e in self.live() if "answer" in e.cause]
            raise NotFound("answer with the number", seq, answers)
        twin, differences = self.replay(at=seq, instead=value)
        refused = next((d for d in differences if d.seq == seq and d.problem), None)
        if refused:
            raise Refused(f"the amended answer is not possible: {refused.problem}")
        # Hidden facts are not shown here, whatever becomes of them.
        changes = [c for c in self.world.difference(twin.world) if c.fact not in self.vault.facts]
        dropped = [d.problem for d in differences if d.problem]
        return Amendment(self, seq, value, reason, twin, changes, dropped, len(self.record))

    def _commit_amendment(self, amendment: Amendment) -> None:
        if len(self.record) != amendment.size:
            raise Refused("the game has gone on since this amendment was worked out; amend again")
        with self._all_or_nothing():
            self._amend(amendment)

    def _amend(self, amendment: Amendment) -> None:
        dice = Noting(self.dice)
        twin, differences = self.replay(at=amendment.seq, instead=amendment.value, then=dice)
        rolls = [Draft({**cause, "amending": amendment.seq}, stack=self.state.stack) for cause in dice.rolled]
        dropped = [d.seq for d in differences if d.problem]
        cause = {"amend": amendment.seq, "value": amendment.value, "reason": amendment.reason, "dropped": dropped}
        seq = len(self.record) + len(rolls) + 1
        # What is hidden in the amended game is sealed anew; what it has brought to light is told.
        hidden = {fact: (value, secrets.token_hex(16)) for fact, (value, _) in twin.vault.facts.items()}
        # The clock first: it makes old reports unknown, or good again.
        told = [c for c in self.world.difference(twin.world) if c.fact == self.world.schema.clock]
        told += self.world.with_changes(told, Origin("ruling")).difference(twin.world)
        told = [c for c in told if c.fact not in hidden and c.fact not in self.vault.facts]
        told += [Change(fact, None, twin.world.get(fact)) for fact in self.vault.facts if fact not in hidden]
        draft = Draft(cause, UMPIRE, effects=told, closes=list(self.state.requests))
        draft.seals |= {fact: commitment(*kept) for fact, kept in hidden.items()}
        sealed = [Change(fact, None, value) for fact, (value, _) in hidden.items()]
        world = self.world.with_changes(sealed, Origin("sealed", seq, by=UMPIRE))
        world = world.with_changes(told, Origin("ruling", seq, by=UMPIRE))
        self.vault.hidden[seq] = hidden
        self.vault.facts = dict(hidden)
        # The step that waits in the twin asks again here.
        self._finish(State(world, self._unwaiting(twin.state.stack), {}, self.state.next_id), draft, before=rolls)

    # -- files
    def save(self, path: str | Path) -> None:
        """Keep the game in this file from now on; every later act is appended to it."""
        self.record.save(Path(path))
        self._save_vault()

    @classmethod
    def open(cls, path: str | Path, books: Mapping[str, Book], *, salvage: bool = False) -> Game:
        """Open a game by applying its recorded effects; no rule runs.  Damage is an error unless it is salvaged."""
        path = Path(path)
        try:
            blob = path.read_bytes()
        except OSError as error:
            raise BadRecord(f"{path.name} cannot be read: {error.strerror}") from None
        vault_path = vault_file(path)
        vault = msgspec.json.decode(vault_path.read_bytes(), type=Vault) if vault_path.exists() else Vault()
        game, damage = cls.load(blob, path.name, books, vault)
        if damage and not salvage:
            raise BadRecord(
                f"{damage}; the {len(game.record)} entries before it are sound (open with salvage to go on from there)",
                seq=damage.seq,
            )
        game.damage = damage
        if damage is None:
            game.record.keep_in(path)
        return game

    @classmethod
    def load(
        cls, blob: bytes, name: str, books: Mapping[str, Book], vault: Vault | None = None
    ) -> tuple[Game, BadRecord | None]:
        record, entries, damage = Record.read(blob, name)
        header = record.header
        if header.book not in books:
            raise NotFound("book", header.book, books)
        vault = vault or Vault()
        vault.facts = hidden_now(live_entries(entries), vault)
        game = cls(books[header.book], record, cls._dice_of(header, vault, name), vault)
        game.state = fold(World(game.state.world.schema), entries, vault.facts)
        game._recount_dice()
        return game, damage

    @staticmethod
    def _dice_of(header: Header, vault: Vault, name: str) -> Dice:
        """The dice a game goes on with; people roll where dice were committed to and their key is not here."""
        promised = header.dice.get("commitment")
        if header.dice.get("source") == "typed" or (promised and not vault.key):
            return Typed()
        if not vault.key:
            return Committed()
        key = bytes.fromhex(vault.key)
        if promised and hashlib.sha256(key).hexdigest() != promised:
            raise BadRecord(f"the vault beside {name} belongs to another game: its key does not fit the commitment")
        return Committed(key, header.dice.get("nonce", ""), name=header.dice.get("source", "server"))

    def _save_vault(self) -> None:
        if self.record.path is None:
            return
        blob = msgspec.json.encode(self.vault)
        if blob != getattr(self, "_vault_written", None):
            write_atomically(vault_file(self.record.path), blob)
            self._vault_written = blob


def vault_file(path: Path) -> Path:
    return path.with_name(path.name + ".vault")


def roll_cause_of(request: Request, face: int) -> dict[str, Any]:
    return {
        "roll": face,
        "die": f"d{len(request.legal)}",
        "label": request.prompt,
        "source": "typed",
        "cite": request.cite,
    }


def draft_of(entry: Entry, renumbered: Mapping[int, int]) -> Draft:
    cause = entry.cause
    if "amend" in cause:
        cause = {**cause, "amend": renumbered.get(cause["amend"], 0)}
    return Draft(
        cause,
        entry.by,
        entry.effects,
        entry.confirms,
        entry.opens,
        entry.closes,
        entry.seals,
        entry.reveals,
        tuple(entry.stack),
    )


def live_entries(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that still count, without what was undone."""
    kept: list[Entry] = []
    for entry in entries:
        if "undo" in entry.cause:
            while kept and kept[-1].seq >= entry.cause["undo"]:
                kept.pop()
        else:
            kept.append(entry)
    return kept


def hidden_now(entries: Iterable[Entry], vault: Vault) -> dict[str, tuple[Any, str]]:
    """The facts that these entries have hidden, and nobody has revealed or overwritten since."""
    found: dict[str, tuple[Any, str]] = {}
    for entry in entries:
        if entry.seals:
            found |= {fact: kept for fact, kept in vault.hidden.get(entry.seq, {}).items() if fact in entry.seals}
        for change in entry.effects:
            found.pop(change.fact, None)
    return found


def fold(world: World, entries: Iterable[Entry], hidden: Mapping[str, tuple[Any, str]] | None = None) -> State:
    """The state after these entries, by their effects alone; `hidden` tells the facts that the record does not."""
    entries = list(entries)
    next_id = max((r.id for e in entries for r in e.opens), default=0) + 1
    requests: dict[int, Request] = {}
    stack: list[Frame] = []
    for entry in live_entries(entries):
        if entry.confirms:
            world._confirm(entry.confirms, Origin("report", entry.seq, by=entry.by))
        if entry.seals and hidden:
            sealed = [Change(fact, None, hidden[fact][0]) for fact in entry.seals if fact in hidden]
            world._fold(sealed, Origin("sealed", entry.seq, by=entry.by))
        if entry.effects:
            take_effect(world, entry.effects, entry, entry.seq)
        for closed in entry.closes:
            requests.pop(closed, None)
        for request in entry.opens:
            requests[request.id] = request
        stack = entry.stack
    return State(world, tuple(stack), requests, next_id)


def acts_with_consequences(entries: list[Entry]) -> list[list[Entry]]:
    """The set-up and every act, each with the rolls and reveals that followed from it."""
    groups: list[list[Entry]] = []
    for entry in entries:
        if entry.act or not groups:
            groups.append([entry])
        else:
            groups[-1].append(entry)
    return groups


def sealed_values(entries: list[Entry]) -> dict[int, Any]:
    """Sealed answers that have been revealed since, by request."""
    found: dict[int, Any] = {}
    waiting: dict[str, int] = {}
    for entry in entries:
        if "sealed" in entry.cause:
            waiting[entry.by] = entry.cause["sealed"]
        elif "reveal" in entry.cause:
            found |= {waiting[seat]: value for seat, value in entry.cause["reveal"].items() if seat in waiting}
    return found


def replayed_dice(entries: list[Entry], then: Dice | None) -> list[Replay]:
    """The faces that were rolled: one source for the time up to each amendment, and one for the time after the last."""
    times: list[dict[str, list[int]]] = [{}]
    for entry in entries:
        if entry.act == "amend":
            times.append({})
        if "roll" in entry.cause and "answer" not in entry.cause:
            times[-1].setdefault(entry.cause["label"], []).append(entry.cause["roll"])
    return [*(Replay(faces) for faces in times[:-1]), Replay(times[-1], then)]


def _compare(seq: int, recorded: list[Entry], now: list[Entry], differences: list[Difference]) -> None:
    before = [c for e in recorded for c in e.effects]
    after = [c for e in now for c in e.effects]
    if before != after:
        differences.append(
            Difference(seq, [c for c in before if c not in after], [c for c in after if c not in before])
        )
