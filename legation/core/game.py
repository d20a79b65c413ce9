"""A game: a book, a record, the state that follows from it, and a vault for what is still secret.

Every change goes through here: an act of a person is checked, the machine runs until the next request, and the entries
that this makes are recorded together.  If anything is refused on the way, nothing has changed.
"""

from __future__ import annotations

import gc
import secrets
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from legation.core import acting, acts, rewind, why
from legation.core.abilities import Chances
from legation.core.acts import Act, Who
from legation.core.book import Book
from legation.core.dice import Committed, Dice, Typed, draw, hashes_of
from legation.core.errors import BadRecord, LegationError, NotFound, Refused
from legation.core.facts import Change, Origin, World
from legation.core.history import Difference, Vault, first_free, fold_live, hidden_now, live_entries, vault_file
from legation.core.inquiries import explanation_of, odds_of
from legation.core.log import Log
from legation.core.machine import TELL_AGAIN, Ask, Draft, Frame, Machine, Roll, State, Steps
from legation.core.record import Entry, Glance, Header, Record, RecordReader, write_atomically
from legation.core.requests import TABLE, UMPIRE, Question, Request
from legation.core.rewind import Amendment
from legation.core.seals import Seal, Seals
from legation.core.trace import Trace
from legation.core.verifier import check
from legation.core.views import Dossier
from legation.core.why import Why

__all__ = ["UMPIRE", "Amendment", "Difference", "Game", "Why"]


class Game:
    """One game of one book."""

    def __init__(self, book: Book, record: Record, dice: Dice, vault: Vault) -> None:
        self.book = book
        self.record = record
        self.dice = dice
        self.vault = vault
        self.damage: BadRecord | None = None
        self.state = State(World(book.schema_of(record.header.scenario, record.header.options)))
        self.steps: Steps = book.steps
        self.consulted = Log()  # in the last act; a log that keeps all goes on from act to act
        self.lost: tuple[str, ...] = ()  # hidden facts whose values are not in the vault
        self.agreed: tuple[str, ...] = ()  # the seats that would close the game for good
        self.closed = False
        self.version = record.header.version  # of the rules by which it goes on
        self._rolled: Counter[str] = Counter()  # dice of the game's own source that still count, by purpose
        self._asked_in: dict[int, list[Request]] = {}
        self._verdict = ("", (0, ""))  # the end of the chain for which it was given
        self.due: list[Draft] = []  # an entry that asks for them again, made with the next act

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
        log: Log | None = None,
        without: Collection[str] = (),
    ) -> Game:
        """Set up a game and run it to its first request.

        `dice` is "server" (the default), "typed", "mixed", "live" or a source.  `given` facts, another `stack` to begin
        with and a `log` that keeps all serve cases; options `without` which an older game was begun serve verifying.
        """
        book.check_scenario(scenario)
        source = cls._source(dice, seed, nonce)
        promise: dict[str, Any] = {"source": source.name}
        vault = Vault()
        if isinstance(source, Committed):
            vault.key = source.key.hex()
            promise |= {"scheme": "3", "commitment": source.commitment, "nonce": source.nonce}
            promise |= {name: "yes" for name in ("asks", "live") if getattr(source, name)}
            if seed is not None:
                promise["seeded"] = "yes"
            else:
                vault.nonces, promise["drawn"] = draw(book.seats)
                source.words, source.drawn = dict(vault.nonces), frozenset(book.seats)
        header = Header(
            book=book.name, version=book.version, scenario=scenario, options=dict(options or {}), dice=promise
        )
        game = cls(book, Record(header), source, vault)
        game.consulted = log or game.consulted
        draft = Draft({"setup": scenario})
        placed = book.setup(scenario)
        for change in placed:  # an option is no use of the rule it is about
            game.consulted.lines.append((change.rule, True))
        changes = [*book.option_changes(options or {}, without), *placed, *book.board_changes(options or {})]
        state = Machine.apply(game.state, changes, draft, 1)
        quiet = book.at_rest(scenario, tuple(sorted((options or {}).items())))
        state = state.but(rests=dict.fromkeys(quiet, frozenset()))
        world = state.world
        drafts: list[Draft] = []
        if given:
            found = [Change(k, world.get(k), v) for k, v in given.items() if world.get(k) != v]
            state = state.on(world.with_changes(found, Origin("given", 1)), given)
            draft.effects += found
        state = state.but(stack=book.start(scenario) if stack is None else stack)
        game.state = game._machine().run(state, draft, drafts, 1)
        game.record.append(drafts)
        return game

    @staticmethod
    def _source(dice: Dice | str | None, seed: int | None, nonce: str) -> Dice:
        if dice in (None, "server", "mixed", "live"):
            source = Committed(nonce=nonce) if seed is None else Committed.from_seed(seed, nonce)
            return replace(source, asks=dice == "mixed", live=dice == "live")
        if dice == "typed":
            return Typed()
        if isinstance(dice, str):
            raise NotFound("kind of dice", dice, ["server", "typed", "mixed", "live"])
        assert dice is not None
        return dice

    def _machine(self, dice: Dice | None = None) -> Machine:
        def salt(fact: str) -> str:
            return self.vault.facts[fact][1] if fact in self.vault.facts else ""

        return Machine(self.steps, dice or self.dice, salt, self.book.need_cite, self.book.seats, log=self.consulted)

    def begin_act(self) -> World:
        """An act begins: the world as it reads it, with a log of its own."""
        if not self.consulted.keeps:
            self.consulted = Log()
        return self.world.heard_by(self.consulted)

    # -- looking
    @property
    def world(self) -> World:
        return self.state.world

    @property
    def scenario(self) -> str:
        return self.record.header.scenario

    @property
    def outdated(self) -> list[str]:
        """What has changed in the rules since those by which it goes on; nothing where they are these."""
        if self.version == self.book.version:
            return []
        return self.book.changed_since(self.version) or [f"Version {self.book.version} of the rules."]

    @property
    def over(self) -> bool:
        return not self.state.stack

    @property
    def phase(self) -> str:
        return self.book.phase(self.world, self.state.stack)

    def requests(self, seat: str | None = None) -> list[Request]:
        """The open requests; of one seat, with those of the table that anybody may answer."""
        if seat is not None:
            self.check_seat(seat)
        return [r for r in self.state.requests.values() if seat is None or r.seat in (seat, TABLE)]

    def explain(self, subject: str, **how: Any) -> list[Trace]:
        return explanation_of(self.book, self.world, self.book.resolve(subject), how)

    def odds(self, subject: str, **how: Any) -> Chances:
        return odds_of(self.book, self.world, self.book.resolve(subject), how)

    def dossier(self, subject: str, seat: str = TABLE) -> Dossier:
        """What a seat may know of a subject; without one, what lies open on the table."""
        from legation.core.sight import Sight  # a sight is of a game

        return Sight(self, seat).dossier(subject)

    def view(self, seat: str, since: int = 0) -> dict[str, Any]:
        """What one seat may see, built field by field; of the record, the entries after `since`."""
        self.check_seat(seat)
        return {
            "seat": seat,
            "book": self.book.name,
            "scenario": self.scenario,
            "phase": self.phase,
            "over": self.over,
            **self.pledge(),
            "facts": {k: v for k, v in sorted(self.world.set_facts().items()) if self.may_see(seat, k)},
            "requests": [msgspec.to_builtins(r) for r in self.requests(seat)],
            "waiting": [{"seat": r.seat, "kind": r.kind} for r in self.requests() if r.seat not in (seat, TABLE)],
            "record": self.log(seat, since),
        }

    def pledge(self) -> dict[str, str]:
        """What anybody can write down to notice another history or other dice: the tip, and the commitment."""
        commitment = self.dice.commitment if isinstance(self.dice, Committed) else ""
        return {"tip": self.record.tip, "commitment": commitment}

    def _retire_key(self, stack: tuple[Frame, ...]) -> Iterator[Draft]:
        """The game goes on after its end: who may have learnt the key of the dice knows nothing of the next ones."""
        if isinstance(self.dice, Committed) and "commitment" in self.record.header.dice:
            self.vault.retired.append(self.vault.key)
            self.dice.key = secrets.token_bytes(32)
            self.vault.key = self.dice.key.hex()
            # else the new key could have been chosen to please: it is drawn when all nonces are known
            nonces, drawn = draw(self.book.seats)
            self.vault.give_nonces(nonces)
            self.dice.words, self.dice.drawn, self.dice.told = dict(nonces), frozenset(drawn), False
            yield Draft({"rekey": self.dice.commitment, "drawn": drawn}, stack=stack)

    def log(self, seat: str, since: int = 0) -> list[dict[str, Any]]:
        """The record as one seat may read it: no hidden fact of another, no request of another, no frames."""
        entries = self.record if not since else (self.record[n] for n in range(since + 1, len(self.record) + 1))
        return [self._entry_for(seat, entry) for entry in entries]

    def _entry_for(self, seat: str, entry: Entry) -> dict[str, Any]:
        cause, shown = self.told_of(entry, seat)
        signed = {"by": entry.by, "chair": entry.chair} if entry.chair else {"by": entry.by}
        return {"seq": entry.seq, "cause": cause, **signed, "effects": msgspec.to_builtins(shown)}

    def told_of(self, entry: Entry, seat: str) -> tuple[dict[str, Any], list[Change]]:
        """The cause of an entry and its effects, as far as a seat may read them."""
        cause, told = dict(entry.cause), ("ruling" in entry.cause)
        for name in ("report", "value"):
            if isinstance(cause.get(name), dict):
                cause[name] = {k: v for k, v in cause[name].items() if self._is_open_to(seat, k)}
        return cause, [c for c in entry.effects if told or c.fact in entry.reveals or self._is_open_to(seat, c.fact)]

    def may_see(self, seat: str, key: str) -> bool:
        """Whether a seat may know the present value of a fact.  What was revealed, or ruled, is everybody's."""
        return self._is_open_to(seat, key) or self.world.is_open(key)

    def _is_open_to(self, seat: str, key: str) -> bool:
        """Whether a fact is never hidden from a seat (neither is the part of an answer that is no fact)."""
        try:
            spec = self.world.schema.spec(key)
        except NotFound:
            return True
        if spec.family.known_to == "all" or spec.names[0] == seat:
            return True
        return spec.names[0] in self.book.confidants(self.world, seat)

    def check_seat(self, seat: str) -> None:
        known = [*self.book.seats, TABLE, UMPIRE]
        if seat not in known:
            raise NotFound("seat", seat, known)

    # -- acting
    def perform(self, act: Act, who: Who) -> list[Entry]:
        """The one door: who may is asked before anything is touched.  The methods below build an act for it."""
        return acting.perform(self, act, who)

    def answer(self, request: int, value: Any, *, seat: str, reason: str = "") -> list[Entry]:
        """Answer an open request; `reason` is recorded for all to read, of a sealed answer with the answer."""
        return self.perform(acts.Answer(request, value, reason), self._seated(seat))

    def roll(self, request: int, *, seat: str) -> list[Entry]:
        """Let the server make a roll that is asked of a seat, where the game's dice are mixed."""
        return self.perform(acts.Roll(request), self._seated(seat))

    def report(self, facts: Mapping[str, Any], *, seat: str = TABLE) -> list[Entry]:
        """Tell the referee what happened on the board, whenever it happens."""
        return self.perform(acts.Report(facts), self._seated(seat))

    def event(self, name: str, *, seat: str = TABLE, **details: Any) -> list[Entry]:
        """Report something that happens on the board and has consequences at once, such as an attack."""
        return self.perform(acts.Event(name, details), self._seated(seat))

    def rule(self, facts: Mapping[str, Any], reason: str) -> list[Entry]:
        """A ruling of the umpire: any fact, with a reason, shown to all."""
        return self.perform(acts.Ruling(facts, reason), Who.of(UMPIRE))

    def undo(self, *, seat: str, reason: str = "", over: Collection[str] = ()) -> list[Entry]:
        """Take back the last act, one's own.  Across a roll or a reveal only the umpire may do so, with a reason.

        What the seats in `over` did since, such as bots, goes with it.
        """
        return self.perform(acts.Undo(reason=reason), self._seated(seat, over))

    def _seated(self, seat: str, bots: Collection[str] = ()) -> Who:
        self.check_seat(seat)
        return Who.of(seat, bots)

    def check_settled(self, name: str, details: Mapping[str, Any]) -> None:
        """Refuse what would begin where something still waits for an answer: each would see the end of the other."""
        event, here = self.book.events[name], self.book.grounds(name, details)
        for frame in self.state.stack:
            other = frame.get("reported")
            if other not in self.book.events:
                continue
            there = self.book.grounds(other, frame.vars)
            both = sorted(here & there)
            if both or (name == other and not (here and there)):
                where = f" of {self.world.schema.title(both[0])}" if both else ""
                words = f"what was reported{where} before is not over: answer what is asked about it first"
                raise Refused(words, rule=event.cite)

    def note(self, cause: dict[str, Any], by: str, chair: str = "") -> list[Entry]:
        """Write down what somebody did that changes nothing in the game, for all to see."""
        self.write_due()
        return self.record.append([Draft(cause, by, chair=chair, stack=self.state.stack)])

    # -- what the vault has lost
    def take_stock(self, seals: Seals | None = None) -> None:
        """Hidden facts whose values are gone are unknown, and their seats are asked for them again."""
        found = seals or Seals.of(self.record)
        self.lost, self.due = (), []
        self.lose(found.lost(self.vault))

    def lose(self, lost: Mapping[str, Seal]) -> None:
        """These hidden facts are unknown now.  That is entered with the next act: looking at a game writes nothing."""
        if not lost:
            return
        self.lost = tuple(lost)
        self.vault.facts = {fact: kept for fact, kept in self.vault.facts.items() if fact not in lost}
        self.state = self.state.but(
            world=self.world.forgetting({fact: Origin("sealed", s.seq, by=s.by) for fact, s in lost.items()})
        )
        if self.over or TELL_AGAIN in (frame.step for frame in self.state.stack):
            return
        jobs: dict[str, dict[str, Any]] = {}
        for fact, seal in lost.items():
            prefix, _, name = fact.rpartition(".")
            job = jobs.setdefault(prefix, {"prefix": prefix, "names": [], "seq": seal.seq})
            job["names"].append(name)
        for job in jobs.values():
            job |= self._asked_of(job.pop("seq"), job["prefix"])
        draft = Draft({"lost": list(lost)}, closes=list(self.state.requests))
        stack = (*self.unwaiting(self.state.stack), Frame(TELL_AGAIN, {"left": list(jobs.values())}))
        self.state = self._machine().run(
            self.state.but(stack=stack, requests={}), draft, self.due, len(self.record) + 1
        )

    def _asked_of(self, seq: int, prefix: str) -> dict[str, Any]:
        """What was asked when these facts were hidden, by the last such question before the entry that sealed them."""
        seat = self.world.schema.spec(next(fact for fact in self.lost if fact.startswith(f"{prefix}."))).names[0]
        entries = (self.record[n] for n in range(seq, 0, -1))
        asked = next(r for e in entries for r in e.opens if r.seat == seat and r.kind == "sealed" and r.among)
        return {"seat": seat, "total": asked.total, "prompt": asked.prompt, "cite": asked.cite}

    def write_due(self) -> None:
        """What was lost is entered before anything else is."""
        due, self.due = self.due, []
        self.record.append(due)

    # -- finishing an act
    def finish(
        self, state: State, draft: Draft, *, run: bool = True, refresh: bool = False, before: Iterable[Draft] = ()
    ) -> list[Entry]:
        drafts: list[Draft] = list(before)
        if refresh and self._still_fits(state):
            run = False
        elif refresh:
            draft.closes += list(state.requests)
            state = state.but(stack=self.unwaiting(state.stack), requests={})
        with self.all_or_nothing(), self.record.held():
            if run:
                state = self._machine().run(state, draft, drafts, len(self.record) + len(drafts) + 1)
            else:
                draft.stack = state.stack
                drafts.append(draft)
            for told in (draft for draft in drafts if draft.reveals):
                shown = (c.fact for c in told.effects if c.fact in told.reveals and c.new)  # nothing needs no reason
                if reasons := self._reasons_for(shown):
                    told.cause["reasons"] = reasons
            if self.over and state.stack:
                drafts += self._retire_key(state.stack)
            self.save_vault()  # a secret is safe before the record speaks of it, and goes only after it is told
            entries = self.record.append(drafts)
        self.state = state
        for change in (c for entry in entries for c in entry.effects) if self.vault.facts else ():
            self.vault.facts.pop(change.fact, None)  # in a file it may stay: which are hidden follows from the record
        return entries

    def _reasons_for(self, facts: Iterable[str]) -> dict[str, str]:
        """Why those who hid these facts did so, by seat, as far as they said."""
        if not self.vault.reasons:
            return {}
        by_fact = {fact: seq for seq, hidden in self.vault.hidden.items() for fact in hidden}
        entries = [self.record[by_fact[fact]] for fact in facts if fact in by_fact]
        why = {entry.by: self.vault.reasons.get(entry.cause.get("sealed", 0), "") for entry in entries}
        return {seat: said for seat, said in why.items() if said}

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Whatever goes wrong on the way, vault and dice are then as they were."""
        vault = self.vault.copy()
        dice = self.dice.copy() if isinstance(self.dice, Committed) else self.dice
        try:
            yield
        except BaseException:
            self.vault, self.dice = vault, dice
            raise

    @staticmethod
    def unwaiting(stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
        if not stack:
            return stack
        vars = {k: v for k, v in stack[-1].vars.items() if k not in ("_given", "_sealed")}
        return (*stack[:-1], Frame(stack[-1].step, vars))

    def directive(self, state: State) -> Any:
        return self._machine().directive(state.world, self.unwaiting(state.stack)[-1], state.rests)

    def _still_fits(self, state: State) -> bool:
        """Whether the open requests, with those answered since, are what the step would ask on the changed world."""
        if not state.stack or not state.requests:
            return not state.stack
        directive = self.directive(state)
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
        if request not in self._asked_in:  # asked again and again while one waits
            entries = (self.record[seq] for seq in range(len(self.record), 0, -1))
            found = (e for e in entries if "undo" not in e.cause and any(r.id == request for r in e.opens))
            self._asked_in = {request: next(found).opens}
        return self._asked_in[request]

    # -- going back
    def live(self) -> list[Entry]:
        """The entries that still count: without what was undone or amended away."""
        return live_entries(self.record)

    def live_from(self, seq: int) -> list[Entry]:
        """The same from an entry on."""
        kept = self.record.kept()
        return [self.record[n] for n in kept[bisect_left(kept, seq) :]]

    def backwards(self) -> Iterator[Entry]:
        """The entries that still count, the last one first; no more are read than somebody looks at."""
        return (self.record[n] for n in reversed(self.record.kept()))

    def branch(self, at: int | None = None, *, dice: Dice | None = None) -> Game:
        """A what-if: a game of its own that goes on from an entry, with dice that tell nothing about this one's."""
        return rewind.branch(self, at, dice=dice)

    def verify(self) -> list[Difference]:
        """Run the rules again over the whole record and report where they would now differ."""
        return rewind.verify(self)

    def checked(self) -> tuple[int, str]:
        """What the verifier says of the record, with the keys of its dice once they are told; it is read but once."""
        read, verdict = self._verdict
        if read != self.record.tail:
            keys = [bytes.fromhex(key) for key in (*self.vault.retired, self.vault.key) if key] if self.closed else []
            verdict = check(self.record.dump(), keys)
            self._verdict = self.record.tail, verdict
        return verdict

    def amend(self, seq: int, value: Any, reason: str) -> Amendment:
        """What would follow if an old answer, report or event had been another; nothing changes before `commit`.

        Of a report or an event, `value` holds what was different in it; None takes something out.
        """
        return rewind.amend(self, acts.Amend(seq, value, reason))

    def why(self, seq: int, seat: str | None = None) -> Why:
        """Why an entry changed what it changed, rule by rule, as far as a seat may know; without a seat, all of it."""
        return why.why(self, seq, seat)

    def counting_dice(self, live: Iterable[Entry | Glance]) -> Iterator[Entry | Glance]:
        """The entries; in the end, a roll that is made again for the same purpose falls as it fell before."""
        rolled: Counter[str] = Counter()
        source = self.record.header.dice.get("source")
        for entry in live:
            if "label" in entry.cause and entry.cause.get("source") == source:
                rolled[entry.cause["label"]] += 1
            yield entry
        self._rolled = rolled
        if isinstance(self.dice, Committed):
            self.dice.used = rolled

    def count_dice(self, live: Iterable[Entry | Glance]) -> None:
        for _ in self.counting_dice(live):
            pass

    # -- files
    def save(self, path: str | Path) -> None:
        """Keep the game in this file from now on; every later act is appended to it."""
        # the vault first: a record without its key would go on without its dice
        write_atomically(vault_file(Path(path)), msgspec.json.encode(self.vault))
        self.record.save(Path(path))

    @classmethod
    def open(cls, path: str | Path, books: Mapping[str, Book], *, salvage: bool = False) -> Game:
        """Open a game by applying its recorded effects; no rule runs.  Damage is an error unless it is salvaged."""
        path = Path(path)
        try:
            blob = path.read_bytes()
        except OSError as error:
            raise BadRecord(f"{path.name} cannot be read: {error.strerror}") from None
        vault_path = vault_file(path)
        try:
            vault = msgspec.json.decode(vault_path.read_bytes(), type=Vault) if vault_path.exists() else Vault()
        except (OSError, ValueError, RecursionError) as error:
            raise BadRecord(f"the vault beside {path.name} cannot be read: {error}") from None
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
        """The game in these bytes, and the first damage if there is any."""
        with nothing_thrown_away():
            try:
                game, damage = cls._fold(blob, name, books, vault or Vault())
                game._can_go_on()
                return game, damage
            except LegationError:
                raise
            except Exception as error:  # its hashes fit, and still it holds what no Legation has written
                says = f"{name} holds something that no Legation writes ({type(error).__name__})"
                raise BadRecord(f"{says}; verify can tell where") from None

    def _can_go_on(self) -> None:
        """Whether the state that a record leads to is one of this book: its facts and requests are known.  Of a step
        that is no more, whoever goes on is told; until then the record can be read."""
        for request in self.state.requests.values():
            self.check_seat(request.seat)
            for fact in request.facts:
                self.world.schema.spec(fact)
        for fact in self.world.set_facts():
            self.world.schema.spec(fact)
        self.phase  # noqa: B018  a state of which no phase can be told is none

    @classmethod
    def _fold(cls, blob: bytes, name: str, books: Mapping[str, Book], vault: Vault) -> tuple[Game, BadRecord | None]:
        reading = RecordReader(blob, name)
        record, header = reading.record, reading.record.header
        book = books.get(f"{header.book}@{header.version}") or books.get(header.book)
        if book is None:
            raise NotFound("book", header.book, books)
        if header.version not in book.versions:
            has = ", ".join(book.versions)
            says = f"version {header.version} of the rules of {book.title}; this Legation has {has}: please update"
            raise BadRecord(f"{name} was begun by {says}", seq=0)
        live: Iterable[Glance] = reading  # as they are read, unless what comes later says what to make of them
        next_id, vault.facts = 1, {}
        if reading.takes_back or vault.hidden:
            entries = list(reading)
            live, next_id = live_entries(entries), first_free(entries)
            vault.facts = hidden_now(live, vault)
        game = cls(book, record, Typed(), vault)
        world = World(game.state.world.schema)
        game.state = fold_live(world, game.counting_dice(live), record.__getitem__, vault.facts, next_id)
        game.dice = cls._dice_of(header, vault, name, reading.notes)
        if isinstance(game.dice, Committed):
            game.dice.used = game._rolled
        if reading.damage is None and (misfit := reading.seals.misfit(vault)):
            raise BadRecord(f"the vault beside {name} does not fit the record: {misfit}")
        game.take_stock(reading.seals)
        game._recall(reading.notes)
        return game, reading.damage

    def _recall(self, notes: Iterable[Glance]) -> None:
        """What no undo touches: who would close the game, whether it is closed, whether its key was missed before."""
        keyless = isinstance(self.dice, Typed) and "commitment" in self.record.header.dice
        for note in notes:
            self.agreed = tuple(note.cause.get("closing", self.agreed))
            self.closed = self.closed or "closed" in note.cause
            self.version = note.cause.get("rules", self.version)
            keyless = keyless and note.cause.get("key") != "lost"
        if keyless and not self.over:  # from now on people roll, and the record says why
            if not self.due:
                self.due = [Draft({"lost": []}, stack=self.state.stack)]
            self.due[0].cause["key"] = "lost"

    @staticmethod
    def _dice_of(header: Header, vault: Vault, name: str, notes: Iterable[Glance]) -> Dice:
        """The dice a game goes on with; people roll where dice were committed to and their key is not here."""
        promised, hashes = header.dice.get("commitment"), dict(header.dice.get("drawn", {}))
        if header.dice.get("source") == "typed":
            return Typed()
        dice = Committed(b"", header.dice.get("nonce", ""), name=header.dice.get("source", "server"))
        dice.asks, dice.live = (header.dice.get(kind) == "yes" for kind in ("asks", "live"))
        own: set[str] = set()
        for note in notes:
            cause = note.cause
            if "rekey" in cause:
                promised, hashes = cause["rekey"], dict(cause.get("drawn", {}))
                dice.told, dice.words, own = False, {}, set()
            if "nonce" in cause:
                hashes |= cause["nonce"]
                own |= cause["nonce"].keys()
            if "nonces" in cause:
                dice.words, dice.drawn, dice.told = dict(cause["nonces"]), frozenset(cause.get("drawn", ())), True
            dice.chains |= cause.get("chain", {})
            if "opened" in cause:
                dice.chains |= cause["opened"]
                dice.opened[cause["for"]] = next(iter(cause["opened"].values()))
        if promised and not vault.key:
            return Typed()
        if not vault.key:
            return Committed()
        vault.settle(promised, hashes if not dice.told else hashes_of(vault.nonces))
        dice.key = bytes.fromhex(vault.key)
        if promised and dice.commitment != promised:
            raise BadRecord(f"the vault beside {name} belongs to another game: its key does not fit the commitment")
        if hashes and not dice.told:
            if hashes_of(vault.nonces) != hashes:
                raise BadRecord(f"the vault beside {name} does not fit the record: it holds other words for the dice")
            dice.words, dice.drawn = dict(vault.nonces), frozenset(hashes.keys() - own)
        return dice

    def save_vault(self) -> None:
        if self.record.path is None:
            return
        blob = msgspec.json.encode(self.vault)
        if blob != getattr(self, "_vault_written", None):
            with self.record.held():  # else it could take the place of what another program has just sealed
                write_atomically(vault_file(self.record.path), blob)
            self._vault_written = blob


@contextmanager
def nothing_thrown_away() -> Iterator[None]:
    """Everything that is made meanwhile stays, so looking for garbage in between only costs time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
