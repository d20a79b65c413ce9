"""A game: a book, a record, the state that follows from it, and a vault for what is still secret.

Every change goes through here: an act of a person is checked, the machine runs until the next request, and the entries that
this makes are recorded together.  If anything is refused on the way, nothing has changed.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from legation.core.book import Book
from legation.core.dice import Committed, Dice, Replay, Typed
from legation.core.errors import BadRecord, LegationError, NotFound, NotYours, Refused, Unknown
from legation.core.facts import Change, Origin, Teller, World
from legation.core.machine import Ask, Draft, Frame, Machine, Roll, State, Steps, roll_cause
from legation.core.record import Entry, Header, Record, commitment, write_atomically
from legation.core.requests import TABLE, Question, Request, check_answer
from legation.core.trace import Trace

__all__ = ["UMPIRE", "Amendment", "Difference", "Game"]

UMPIRE = "umpire"


class Vault(msgspec.Struct):
    """What nobody but its owner may see yet: sealed answers by request, hidden facts, and the key of the dice."""

    answers: dict[int, tuple[Any, str]] = {}
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

    def commit(self) -> None:
        self.game._commit_amendment(self)


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
        world = game._set_origin(state.world, draft.effects, Origin("setup", 1))
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

    @staticmethod
    def _set_origin(world: World, changes: Iterable[Change], origin: Origin) -> World:
        return world.with_changes([Change(c.fact, c.new, c.new, c.rule) for c in changes], origin)

    def _machine(self, dice: Dice | None = None) -> Machine:
        def salt(fact: str) -> str:
            return self.vault.facts.pop(fact)[1] if fact in self.vault.facts else ""

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
        effects = [msgspec.to_builtins(c) for c in entry.effects if self.may_see(seat, c.fact, revealed=True)]
        return {"seq": entry.seq, "cause": entry.cause, "by": entry.by, "effects": effects}

    def may_see(self, seat: str, key: str, *, revealed: bool = False) -> bool:
        """Whether a seat may know a fact.  What was hidden and has been revealed is everybody's."""
        spec = self.world.schema.spec(key)
        if spec.family.known_to == "all" or spec.names[0] == seat:
            return True
        return revealed or (key not in self.vault.facts and self.world.origin(key).kind != "sealed")

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
        given = {**top.get("_given", {}), seat if found.seat == TABLE else found.seat: value}
        if state.requests:
            return self._finish(self._replace_top(state, {**top.vars, "_given": given}), draft, run=False)
        return self._finish(self._resume(state, value if len(given) == 1 else given), draft)

    def _answer_sealed(self, request: Request, value: Any, seat: str) -> list[Entry]:
        salt = secrets.token_hex(16)
        draft = Draft({"sealed": request.id, "commitment": commitment(value, salt)}, seat, closes=[request.id])
        state = replace(self.state, requests={i: r for i, r in self.state.requests.items() if i != request.id})
        prefix = self._hides(self.state).get(request.seat)
        if prefix is not None:
            draft.cause.pop("commitment")
            changes = [Change(f"{prefix}.{name}", None, v) for name, v in value.items()]
            for change in changes:
                fact_salt = secrets.token_hex(16)
                self.vault.facts[change.fact] = (change.new, fact_salt)
                draft.seals[change.fact] = commitment(change.new, fact_salt)
            state = replace(
                state, world=state.world.with_changes(changes, Origin("sealed", len(self.record) + 1, by=seat))
            )
            if state.requests:
                return self._finish(state, draft, run=False)
            return self._finish(self._resume(state, None), draft)
        top = state.top
        sealed = {**top.get("_sealed", {}), request.seat: request.id}
        self.vault.answers[request.id] = (value, salt)
        if state.requests:
            return self._finish(self._replace_top(state, {**top.vars, "_sealed": sealed}), draft, run=False)
        bids = {who: self.vault.answers[number][0] for who, number in sealed.items()}
        salts = {who: self.vault.answers[number][1] for who, number in sealed.items()}
        self.vault.answers.clear()
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
        self._forget_sealed()
        frames = (*self._unwaiting(self.state.stack), Frame(event.step, {**details, "reported_by": seat}))
        return self._finish(replace(self.state, stack=frames, requests={}), draft)

    def rule(self, facts: Mapping[str, Any], reason: str, *, seat: str = UMPIRE) -> list[Entry]:
        """A ruling of the umpire: any fact, with a reason, shown to all."""
        if not reason.strip():
            raise Refused("a ruling needs a reason")
        plain: dict[str, Any] = {}
        for key, value in facts.items():
            plain |= self.book.expand(key, value, self.world.schema)
        for key, value in plain.items():
            self.world.schema.check(key, value)
        draft = Draft({"ruling": plain, "reason": reason}, seat)
        changes = [Change(k, self.world.get(k), v) for k, v in plain.items() if self.world.get(k) != v]
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
            self._forget_sealed()
            state = replace(state, stack=self._unwaiting(state.stack), requests={})
        if run:
            state = self._machine().run(state, draft, drafts, len(self.record) + len(drafts) + 1)
        else:
            draft.stack = state.stack
            drafts.append(draft)
        entries = self.record.append(drafts)
        self.state = state
        self._save_vault()
        return entries

    @staticmethod
    def _unwaiting(stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
        if not stack:
            return stack
        vars = {k: v for k, v in stack[-1].vars.items() if k not in ("_given", "_sealed")}
        return (*stack[:-1], Frame(stack[-1].step, vars))

    def _forget_sealed(self) -> None:
        self.vault.answers.clear()

    def _directive(self, state: State) -> Any:
        try:
            return self._steps[state.top.step](state.world, self._unwaiting(state.stack)[-1])
        except Unknown as needed:
            return self._machine()._need(state.world, state.top, needed)

    def _still_fits(self, state: State) -> bool:
        """Whether the open requests are what the step would ask on the changed world."""
        if not state.stack or not state.requests:
            return not state.stack
        directive = self._directive(state)
        if isinstance(directive, Roll):
            wanted: tuple[Question, ...] = (directive.question,)
        elif isinstance(directive, Ask):
            wanted = directive.questions
        else:
            return False
        have = [{n: getattr(r, n) for n in Question.__struct_fields__} for r in state.requests.values()]
        return have == [{n: getattr(q, n) for n in Question.__struct_fields__} for q in wanted]

    # -- history 
    def live(self) -> list[Entry]:
        """The entries that still count: without what was undone or amended away."""
        kept: list[Entry] = []
        for entry in self.record:
            if "undo" in entry.cause:
                kept = [e for e in kept if e.seq < entry.cause["undo"]]
            else:
                kept.append(entry)
        return kept

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
        fatal = [e for e in kept if e.seq >= target and ("roll" in e.cause or "reveal" in e.cause)]
        if fatal and not (seat == UMPIRE and reason.strip()):
            what = "a die was rolled" if "roll" in fatal[0].cause else "sealed bids were revealed"
            raise Refused(
                f"{what} in entry {fatal[0].seq}; only the umpire may take that back, by a ruling with a reason"
            )
        back = [
            Change(c.fact, c.new, c.old, "") for e in reversed(kept) if e.seq >= target for c in reversed(e.effects)
        ]
        before = [e for e in kept if e.seq < target]
        draft = Draft({"undo": target, "reason": reason}, seat, effects=back, closes=list(self.state.requests))
        self._forget_sealed()
        world = self.world.with_changes(back, Origin("undo", len(self.record) + 1, by=seat))
        reopened = open_requests(before)
        opened = [msgspec.structs.replace(r, id=self.state.next_id + i) for i, r in enumerate(reopened.values())]
        draft.opens += opened
        stack = tuple(before[-1].stack)
        state = State(world, stack, {r.id: r for r in opened}, self.state.next_id + len(opened))
        entries = self._finish(state, draft, run=False)
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
        twin = Game(self.book, Record(header), dice or Committed(name="what-if"), Vault())
        twin.record.append([draft_of(e) for e in kept])
        twin.state = fold(World(twin.state.world.schema), kept)
        return twin

    def replay(
        self, *, stop: int | None = None, instead: Any = None, at: int | None = None
    ) -> tuple[Game, list[Difference]]:
        """Play the record again by the rules as they are now, with the same faces and answers.

        With `at` and `instead`, the answer of that entry is another one.  Returns the new game and where it went differently.
        """
        kept = [e for e in self.live() if stop is None or e.seq < stop]
        faces: dict[str, list[int]] = {}
        for entry in kept:
            if "roll" in entry.cause and "answer" not in entry.cause:
                faces.setdefault(entry.cause["label"], []).append(entry.cause["roll"])
        twin = Game.new(
            self.book,
            self.scenario,
            options=self.record.header.options,
            dice=Replay(faces),
            given={c.fact: c.new for c in kept[0].effects if not c.rule},
            stack=None,
        )
        differences: list[Difference] = []
        groups = acts_with_consequences(kept)
        revealed = sealed_values(kept) | {n: v for n, (v, _) in self.vault.answers.items()}
        _compare(kept[0].seq, groups[0], list(twin.record), differences)
        for group in groups[1:]:
            act = group[0]
            value = instead if act.seq == at else act.cause.get("value", revealed.get(act.cause.get("sealed", 0)))
            size = len(twin.record)
            try:
                twin._again(act, value, {f: v for f, (v, _) in self.vault.facts.items()})
            except LegationError as error:
                differences.append(Difference(act.seq, [], [], f"{act.act} by {act.by} is no longer possible: {error}"))
                continue
            _compare(act.seq, group, [twin.record[s] for s in range(size + 1, len(twin.record) + 1)], differences)
        return twin, differences

    def _again(self, act: Entry, value: Any, hidden: Mapping[str, Any]) -> None:
        if act.act == "report":
            self.report(act.cause["report"], seat=act.by)
        elif act.act == "event":
            self.event(act.cause["event"], seat=act.by, **act.cause["details"])
        elif act.act == "ruling":
            self.rule(act.cause["ruling"], act.cause["reason"], seat=act.by)
        elif act.act in ("answer", "sealed"):
            mine = [r for r in self.requests() if r.seat in (act.by, TABLE)]
            same_id = [r for r in mine if r.id == act.cause[act.act]]
            if not mine:
                raise Refused("nothing is asked of this seat at that point")
            request = (same_id or mine)[0]
            if act.seals:
                value = {fact.rsplit(".", 1)[1]: hidden.get(fact, 0) for fact in act.seals}
            self.answer(request.id, value, seat=act.by)
        else:
            raise Refused("an amended game is verified up to its amendment")

    def verify(self) -> list[Difference]:
        """Run the rules again over the whole record and report where they would now differ."""
        return self.replay()[1]

    def amend(self, seq: int, value: Any, reason: str) -> Amendment:
        """What would follow if the answer of an old entry had been another; nothing changes before `commit`."""
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
        changes = self.world.difference(twin.world)
        return Amendment(self, seq, value, reason, twin, changes, [d.problem for d in differences if d.problem])

    def _commit_amendment(self, amendment: Amendment) -> None:
        cause = {"amend": amendment.seq, "value": amendment.value, "reason": amendment.reason}
        draft = Draft(cause, UMPIRE, effects=list(amendment.changes), closes=list(self.state.requests))
        self._forget_sealed()
        world = self.world.with_changes(amendment.changes, Origin("ruling", len(self.record) + 1, by=UMPIRE))
        opened = [
            msgspec.structs.replace(r, id=self.state.next_id + i)
            for i, r in enumerate(amendment.result.state.requests.values())
        ]
        draft.opens += opened
        state = State(world, amendment.result.state.stack, {r.id: r for r in opened}, self.state.next_id + len(opened))
        self._finish(state, draft, run=False)

    # -- files 
    def save(self, path: str | Path) -> None:
        """Keep the game in this file from now on; every later act is appended to it."""
        self.record.save(Path(path))
        self._save_vault()

    @classmethod
    def open(cls, path: str | Path, books: Mapping[str, Book], *, salvage: bool = False) -> Game:
        """Open a game by applying its recorded effects; no rule runs.  Damage is an error unless it is to be salvaged."""
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
        dice: Dice = Typed()
        if header.dice.get("source") != "typed":
            key = bytes.fromhex(vault.key) if vault.key else None
            dice = Committed(key, header.dice.get("nonce", "")) if key else Committed()
        game = cls(books[header.book], record, dice, vault)
        game.state = fold(World(game.state.world.schema), entries)
        hidden = [Change(fact, None, value) for fact, (value, _) in vault.facts.items()]
        if hidden:
            game.state = replace(game.state, world=game.world.with_changes(hidden, Origin("sealed", 0)))
        game._recount_dice()
        return game, damage

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


def draft_of(entry: Entry) -> Draft:
    return Draft(
        entry.cause,
        entry.by,
        entry.effects,
        entry.confirms,
        entry.opens,
        entry.closes,
        entry.seals,
        entry.reveals,
        tuple(entry.stack),
    )


_KINDS = {"setup": "setup", "report": "report", "ruling": "ruling", "amend": "ruling", "undo": "undo"}


def fold(world: World, entries: Iterable[Entry]) -> State:
    """The state after these entries, by their effects alone."""
    requests: dict[int, Request] = {}
    next_id = 1
    stack: list[Frame] = []
    for entry in entries:
        kind = next((_KINDS[k] for k in entry.cause if k in _KINDS), "rule")
        if entry.effects:
            world._fold(entry.effects, Origin(kind, entry.seq, by=entry.by or None))
        if entry.confirms:
            world._confirm(entry.confirms, Origin("report", entry.seq, by=entry.by))
        for closed in entry.closes:
            requests.pop(closed, None)
        for request in entry.opens:
            requests[request.id] = request
            next_id = request.id + 1
        stack = entry.stack
    return State(world, tuple(stack), requests, next_id)


def open_requests(entries: Iterable[Entry]) -> dict[int, Request]:
    requests: dict[int, Request] = {}
    for entry in entries:
        for closed in entry.closes:
            requests.pop(closed, None)
        requests |= {r.id: r for r in entry.opens}
    return requests


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


def _compare(seq: int, recorded: list[Entry], now: list[Entry], differences: list[Difference]) -> None:
    before = [c for e in recorded for c in e.effects]
    after = [c for e in now for c in e.effects]
    if before != after:
        differences.append(
            Difference(seq, [c for c in before if c not in after], [c for c in after if c not in before])
        )
