"""Why an entry of the record changed what it changed: its act is done again with a log that keeps all.

Nothing of this is in the record, so records of every version can say why.  The game is folded to just before the act,
and the act is done on a twin with the faces that were rolled.  For a seat, the twin knows no more than that seat does
now; so whatever it comes to cannot depend on what is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from legation.core.acts import Who, act_of
from legation.core.errors import LegationError, NotFound
from legation.core.expr import Expr
from legation.core.facts import Change, Data, World
from legation.core.history import Difference, Vault, first_free, fold_live, live_entries, replayed_dice, sealed_values
from legation.core.labels import rule_label
from legation.core.log import Judgement, Log, Shown
from legation.core.machine import Ask, Draft, Frame, State, Step, Steps, origin_kind
from legation.core.memo import facts_read
from legation.core.record import Entry
from legation.core.requests import Request
from legation.core.rules import Modifier
from legation.core.seals import commitment
from legation.core.tables import RollSheet
from legation.core.trace import Trace

if TYPE_CHECKING:
    from legation.core.game import Game

__all__ = ["Consulted", "ExplainedEffect", "Why", "acts_again", "why"]


# -- the answer
@dataclass(frozen=True)
class Consulted:
    """A rule that was looked at, and that applied or was held back there."""

    rule: str
    label: str
    applied: bool
    found: Judgement | Trace = field(repr=False, compare=False)

    @cached_property
    def trace(self) -> Trace | None:
        """Its condition on the world where it was decided; None of a rule that weighs nothing."""
        try:
            return self.found.trace() if isinstance(self.found, Judgement) else self.found
        except LegationError:  # what lacks a fact says no more
            return None

    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = {"rule": self.rule, "label": self.label}
        return found if self.trace is None else {**found, "trace": self.trace.plain()}


@dataclass(frozen=True)
class ExplainedEffect:
    """A change, where it comes from (rule, report, ruling, revealed, setup, option …), and what it rests on."""

    change: Change
    source: str
    label: str = ""
    because: Consulted | None = None
    noted: bool = False  # bookkeeping, which is told after what players talk about

    @property
    def trace(self) -> Trace | None:
        return self.because.trace if self.because else None

    def plain(self) -> dict[str, Any]:
        found = {**msgspec.to_builtins(self.change), "source": self.source, "label": self.label}
        return found if self.trace is None else {**found, "trace": self.trace.plain()}


@dataclass(frozen=True)
class Why:
    """Why an entry changed what it changed.

    `applied` and `held` are the rules that were looked at, each once and in order: a rule that applied anywhere in the
    entry is not held back.  `says` is what there is to say beside them.  Where the rules, run again, do something else
    than the record has, `differs` says so; what they now rest on is then told of the changes that are the same.
    """

    seq: int
    act: int  # the entry of the act that it follows from
    cause: Mapping[str, Any]
    by: str
    before: World = field(repr=False, compare=False)  # the facts before the act, as far as they are known
    says: str = ""
    effects: tuple[ExplainedEffect, ...] = ()
    applied: tuple[Consulted, ...] = ()
    held: tuple[Consulted, ...] = ()
    sheets: tuple[Trace, ...] = ()
    differs: Difference | None = None

    @property
    def reasons(self) -> tuple[Consulted, ...]:
        """What the effects rest on, bookkeeping last; what reads alike, once."""
        found: dict[tuple[str, ...], Consulted] = {}
        effects = sorted(self.effects, key=lambda effect: effect.noted)
        for one in (effect.because for effect in effects if effect.because is not None):
            found.setdefault((one.rule, one.label, *(one.trace.lines() if one.trace else ())), one)
        return tuple(found.values())

    @property
    def modifiers(self) -> tuple[Consulted, ...]:
        """The lines that counted and stand on no sheet."""
        weighed = ((one, one.found.rule) for one in self.applied if isinstance(one.found, Judgement))
        return tuple(one for one, rule in weighed if isinstance(rule, Modifier))

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "seq": self.seq,
            "act": self.act,
            "cause": dict(self.cause),
            "by": self.by,
            "says": self.says,
            "effects": [effect.plain() for effect in self.effects],
            "applied": [one.plain() for one in self.applied],
            "held": [one.plain() for one in self.held],
            "sheets": [sheet.plain() for sheet in self.sheets],
            "differs": str(self.differs) if self.differs else None,
        }


def why(game: Game, seq: int, seat: str | None = None) -> Why:
    """Why an entry changed what it changed, as far as a seat may know; without a seat, all of it."""
    if seat is not None:
        game.check_seat(seat)
    if not 1 <= seq <= len(game.record):
        raise NotFound("entry", seq, [f"1 to {len(game.record)}"])
    reader = _Reader(game, seat)
    first = next(n for n in range(seq, 0, -1) if _begins(reader.entries[n - 1]))
    return _Act(reader, first).why(seq)


def acts_again(game: Game, seat: str | None = None) -> Iterator[Why]:
    """The same of every entry; each act is done again once."""
    reader = _Reader(game, seat)
    for first in (entry.seq for entry in reader.entries if _begins(entry)):
        act = _Act(reader, first)
        yield from (act.why(entry.seq) for entry in act.recorded)


def _begins(entry: Entry) -> bool:
    """Whether it follows from no other: dice and reveals do, but for those of an amendment, which comes after them."""
    if entry.act is not None or "amending" in entry.cause:
        return True
    return not ("roll" in entry.cause or "reveal" in entry.cause)


class _Reader:
    """A record as one seat may read it by now; without a seat, all of it."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game, self.seat = game, seat
        self.entries = list(game.record)
        self.veiled = [f for f in game.world.schema.families if f.known_to != "all"] if seat is not None else []
        self._veils = tuple(f"{family.name}." for family in self.veiled)
        self._read: dict[int, Entry] = {}

    @cached_property
    def hides(self) -> bool:
        """Whether anything can be hidden from the seat at all."""
        keys = (key for family in self.veiled for key in family.keys())  # noqa: SIM118 - not a dict
        return any(not self.open_now(key) for key in keys)

    @cached_property
    def fates(self) -> dict[str, list[tuple[Entry, Change | None]]]:
        """What became of every fact that was ever sealed: the entries that changed it, or sealed it again (None)."""
        found: dict[str, list[tuple[Entry, Change | None]]] = {}
        for entry in self.entries:
            for fact in entry.seals:
                found.setdefault(fact, []).append((entry, None))
            for change in entry.effects if found else ():
                if change.fact in found:
                    found[change.fact].append((entry, change))
        return found

    def open_now(self, key: str) -> bool:
        return self.seat is None or self.game._is_open_to(self.seat, key)

    def open_then(self, world: World, key: str) -> bool:
        """Whether the seat could know a fact of that world: never hidden from it, or revealed or ruled by then."""
        if self.seat is None or not key.startswith(self._veils):
            return True
        if "{" in key:
            return False  # of a declaration that is not bound to anybody
        if world.is_open(key):
            return True
        owner = world.schema.spec(key).names[0]
        shared = owner == self.seat or owner in self.game.book.confidants(world, self.seat)
        return shared and self.open_now(key)

    def read(self, entry: Entry) -> Entry:
        """An entry with what the seat may read of it."""
        if self.seat is None or not self.veiled:
            return entry
        cause, effects = self.game.told_of(entry, self.seat)
        return msgspec.structs.replace(entry, cause=cause, effects=effects)

    def folded(self, entry: Entry) -> Entry:
        """The same for the fold: what the seat may not read of an entry is hidden from then on."""
        found = self._read.get(entry.seq)
        if found is None:
            found = self.read(entry)
            if len(found.effects) < len(entry.effects):
                hidden = (Change(c.fact, None, None, c.rule or "hidden") for c in entry.effects)
                effects = [c if c in found.effects else h for c, h in zip(entry.effects, hidden, strict=True)]
                found = msgspec.structs.replace(found, effects=effects)
            self._read[entry.seq] = found
        return found


class _Act:
    """An act, what followed from it, and both done again as far as a seat may know."""

    def __init__(self, reader: _Reader, first: int) -> None:
        self.reader, self.first = reader, first
        self.game, self.entries = reader.game, reader.entries
        last = next((e.seq for e in self.entries[first:] if _begins(e)), len(self.entries) + 1)
        self.recorded = self.entries[first - 1 : last - 1]
        self.past = live_entries(self.entries[: first - 1])
        self.problem = ""  # why it cannot be done again

    @property
    def entry(self) -> Entry:
        return self.recorded[0]

    @cached_property
    def hides(self) -> bool:
        """Whether something was hidden from the seat by then, whatever it was."""
        return self.reader.hides and any("sealed" in entry.cause for entry in (*self.past, *self.recorded))

    @cached_property
    def _hidden(self) -> dict[str, tuple[Any, str]]:
        """The facts that were hidden before the act, with those values that are known by now."""
        sealed: dict[str, int] = {}
        for entry in map(self.reader.read, self.past):
            sealed |= dict.fromkeys(entry.seals, entry.seq)
            for change in entry.effects:
                sealed.pop(change.fact, None)
        return {fact: (self._hidden_value(fact, seq), "") for fact, seq in sealed.items()}

    def _hidden_value(self, fact: str, seq: int) -> Any:
        """What was sealed in an entry: its owner knows it, all do once it is revealed; None if nobody can say."""
        if self.reader.open_now(fact) and fact in self.game.vault.hidden.get(seq, {}):
            return self.game.vault.hidden[seq][fact][0]
        entry, change = next((fate for fate in self.reader.fates.get(fact, ()) if fate[0].seq > seq), (None, None))
        if entry is None or change is None:
            return None
        return change.new if fact in entry.reveals else change.old if self.reader.seat is None else None

    @cached_property
    def _answers(self) -> dict[int, tuple[Any, str]]:
        """Sealed answers by request: those that the record has told, and those that the seat itself has given."""
        since = live_entries(self.entries)
        told = sealed_values(since) | sealed_values([*self.past, *self.recorded])
        kept = {
            act.cause["sealed"]: self.game.vault.answers[act.cause["sealed"]]
            for act in (*self.past, *self.recorded)
            if act.cause.get("sealed") in self.game.vault.answers and self.reader.seat in (None, act.by)
            if commitment(*self.game.vault.answers[act.cause["sealed"]]) == act.cause.get("commitment")
        }
        return kept | told

    def _said(self) -> Any:
        """What was said in the act; None of something sealed that is not known."""
        act = self.reader.read(self.entry)
        if act.act != "sealed":
            return act.cause.get({"answer": "value", "report": "report", "event": "details"}.get(act.act or "", ""))
        if not act.seals:
            return self._answers.get(act.cause["sealed"], (None,))[0]
        values = {fact.rsplit(".", 1)[1]: self._hidden_value(fact, act.seq) for fact in act.seals}
        return None if None in values.values() else values

    # -- doing it again
    @cached_property
    def again(self) -> Game | None:
        """The twin after the act, or None where there is nothing to do again."""
        try:
            if "setup" in self.entry.cause:
                return self._set_up()
            if "branch" in self.entry.cause:
                twin = self._twin()
                draft = Draft(dict(self.entry.cause), closes=list(twin.state.requests))
                twin.finish(twin.state.but(stack=twin.unwaiting(twin.state.stack), requests={}), draft)
                return twin
            if self.entry.act in (None, "amend") or (self.entry.act == "sealed" and self._said() is None):
                return None
            return self._act()
        except (LegationError, LookupError, AttributeError) as error:  # frames of another version lack what steps need
            self.problem = str(error)
            return None

    def _log(self) -> Log:
        log = Log(keeps=True)
        log.begins(self.first)  # what is consulted before the machine runs belongs to the act too
        return log

    def _set_up(self) -> Game:
        given = {c.fact: c.new for c in self.entry.effects if not c.rule and c.fact not in self.entry.reveals}
        return type(self.game).new(
            self.game.book,
            self.game.scenario,
            options=self.game.record.header.options,
            dice=replayed_dice(self.recorded, None)[-1],
            given=given,
            log=self._log(),
        )

    @cached_property
    def before(self) -> State:
        """The state before the act, as far as the seat may know it."""
        live = {entry.seq: self.reader.folded(entry) for entry in self.past}
        free = first_free(self.entries[: self.first - 1])
        return fold_live(World(self.game.world.schema), live.values(), live.__getitem__, self._hidden, free)

    def _twin(self) -> Game:
        """The game as it stood before the act, apart from this one."""
        game, vault = self.game, Vault(dict(self._answers), facts=dict(self._hidden))
        dice = replayed_dice(self.recorded, None)[-1]
        twin = type(game)(game.book, game.record.upto(self.first - 1), dice, vault)
        twin.state, twin.consulted = self.before, self._log()
        if self.hides:
            twin.steps = _Discreet(game.book.steps, self.reader.open_then)
        return twin

    def _act(self) -> Game:
        twin, act, value = self._twin(), self.reader.read(self.entry), self._said()
        request = act.cause.get("answer", act.cause.get("sealed", 0))
        asked: Request | None = twin.state.requests.get(request)
        if asked is not None and asked.kind == "roll":
            twin.directive(twin.state)  # what the die was to decide
        twin.perform(act_of(act, value, request), Who.of(act.by))
        return twin

    # -- telling
    def why(self, seq: int) -> Why:
        """Why one entry of the act changed what it changed."""
        entry = self.reader.read(self.entries[seq - 1])
        told = self._told(entry)
        verdicts = [line for line in told.lines if isinstance(line, Judgement)]
        sheets = tuple(s.what.trace(s.world.heard_by(None)) for s in _sheets(told.lines))
        applied, held = self._each_once(verdicts, told.left_out, sheets)
        return Why(
            entry.seq,
            self.first,
            entry.cause,
            entry.by,
            self.before.world,
            " ".join(self._says(entry, bool(told.left_out))),
            tuple(self._effect(entry, change, verdicts) for change in entry.effects),
            applied,
            held,
            sheets,
            told.differs,
        )

    def _told(self, entry: Entry) -> _Told:
        """What was consulted in an entry, as far as the seat may know, and in what the act is now another one."""
        differs = self._astray(entry)
        if differs and self.hides:
            return _Told()  # it may rest on what is hidden from the seat
        found = _Told(differs=differs)
        if self.again is None:
            return found
        for line in self.again.consulted.of_entry(entry.seq).opened():
            if isinstance(line, Shown) and isinstance(line.what, Log):
                found.left_out.update(verdict.cite for verdict in line.what.verdicts())
            elif not self.reader.hides or self._may_tell(line):
                found.lines.append(line)
            else:
                found.left_out.update(cite for cite, _ in _weighed(line))
        return found

    def _astray(self, entry: Entry) -> Difference | None:
        """In what the act, done again, came to something else by this entry."""
        if self.again is None:
            done = f"{self.entry.act or 'this'} by {self.entry.by or 'Legation'} is no longer possible"
            return Difference(entry.seq, [], [], f"{done}: {self.problem}") if self.problem else None
        for one in self.recorded[: entry.seq - self.first + 1]:
            then, now = self.reader.read(one).effects, self._now(one.seq)
            if then != now:
                return Difference(one.seq, [c for c in then if c not in now], [c for c in now if c not in then])
        return None

    def _now(self, seq: int) -> list[Change]:
        """The effects of an entry of the act that was done again."""
        again = self.again.record if self.again else ()
        return self.reader.read(again[seq]).effects if seq <= len(again) else []

    def _may_tell(self, line: Judgement | Shown) -> bool:
        """Whether the seat may know all that a verdict or a sheet rests on."""
        world = line.world
        keys = (key for _, rule in _weighed(line) for key in _reads(rule))
        return world is None or all(self.reader.open_then(world, key) for key in keys)

    def _each_once(
        self, verdicts: list[Judgement], left_out: Collection[str], sheets: Iterable[Trace]
    ) -> tuple[tuple[Consulted, ...], tuple[Consulted, ...]]:
        """The rules that applied, and those that did nowhere, each as it was first weighed, or as a sheet has it."""
        on_sheets = {(line.rule, line.applied): line for sheet in sheets for line in sheet.parts}
        by_rule: dict[str, list[Judgement]] = {}
        for verdict in verdicts:
            by_rule.setdefault(verdict.cite, []).append(verdict)
        found: tuple[list[Consulted], list[Consulted]] = ([], [])
        for cite, of_it in by_rule.items():
            applied = any(verdict.applied for verdict in of_it)
            if applied or cite not in left_out:  # what was held back here may have applied where nothing is told
                told = min((v for v in of_it if bool(v.applied) is applied), key=lambda v: v.rule is None)
                line = on_sheets.get((cite, applied)) if told.rule is None else None
                one = Consulted(cite, line.text, applied, line) if line else self._consulted(told)
                found[not applied].append(one)
        return tuple(found[0]), tuple(found[1])

    def _consulted(self, verdict: Judgement) -> Consulted:
        rule = verdict.rule
        label = str(getattr(rule, "label", "") or (rule.english if isinstance(rule, Expr) else ""))
        if not label or "{" in label:
            label = rule_label(self.game.book, verdict.cite) or label
        return Consulted(verdict.cite, label, verdict.applied, verdict)

    def _effect(self, entry: Entry, change: Change, verdicts: Iterable[Judgement]) -> ExplainedEffect:
        source = origin_kind(change, entry.cause, entry.reveals)
        if "setup" in entry.cause and change.fact.startswith("option."):
            named = {f"option.{option.name}": option.says for option in self.game.book.options}
            return ExplainedEffect(change, "option", named.get(change.fact, ""))
        if not change.rule:
            return ExplainedEffect(change, source)
        same = change in self._now(entry.seq)
        mine = [v for v in verdicts if same and v.applied and v.cite == change.rule]
        mine.sort(key=lambda v: (not _sets(v.rule, change.fact), v.rule is None))
        because = self._consulted(mine[0]) if mine else None
        label = because.label if because else rule_label(self.game.book, change.rule)
        family = self.game.world.schema.spec(change.fact).family
        return ExplainedEffect(change, source, label, because, family.quiet or isinstance(family.domain, Data))

    def _says(self, entry: Entry, left_out: bool) -> Iterator[str]:
        cause, first = entry.cause, self.entry
        if "setup" in cause:
            yield "The set-up of the scenario, and the options that were chosen."
        elif "undo" in cause:
            yield f"Entry {cause['undo']} and what followed from it no longer count: every fact is as it was before."
        elif "amend" in cause:
            yield (
                f"The umpire amended entry {cause['amend']}: what changed is the difference that this makes, by the "
                "rules, to everything since."
            )
        elif "amending" in cause:
            yield f"This die was rolled for the amendment of entry {cause['amending']}."
        elif "ruling" in cause:
            yield "The umpire ruled it; what the rules made of that stands with them."
        if first.act == "sealed" and self._said() is None:
            whose = self.game.book.seat_titles.get(first.by, first.by)
            yield f"What {whose} sealed is not known here; so what followed from it cannot be worked out again."
        elif self.hides and self._astray(entry):
            yield "It rests on something that is hidden here, so no rules can be told; or the rules have changed since."
        elif left_out:
            yield "What rests on something that is hidden here is left out."
        for later in self.entries[entry.seq :]:
            if "undo" in later.cause and later.cause["undo"] <= entry.seq:
                yield f"Entry {later.seq} took it back."
                break
            if later.cause.get("amend") == entry.seq:
                yield f"Entry {later.seq} amended it."


@dataclass
class _Told:
    """What may be told of an entry, and the ids of which it cannot be said that they were held back."""

    lines: list[Any] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    differs: Difference | None = None


class _Discreet(Steps):
    """The steps of a book; what one consults that looks at something a seat may not know stands in a log apart."""

    def __init__(self, steps: Steps, may_know: Callable[[World, str], bool]) -> None:
        self.by_name, self.takes, self.may_know = steps.by_name, steps.takes, may_know

    def __getitem__(self, name: str) -> Step:
        step = super().__getitem__(name)

        def run(world: World, frame: Frame) -> Any:
            def worded(look: World) -> None:
                directive = step(look, frame)
                _ = directive.questions if isinstance(directive, Ask) else None

            if all(self.may_know(world, fact) for fact in facts_read(worded, world)):
                return step(world, frame)
            apart = Log(keeps=True)
            world.show(apart)
            return step(world.heard_by(apart), frame)

        return run


def _sets(rule: Any, fact: str) -> bool:
    return any(assign.fact == fact for assign in getattr(rule, "sets", ()) or ())


def _reads(rule: Any) -> frozenset[str]:
    """Every fact that a verdict on a rule can rest on."""
    if isinstance(rule, Expr):
        return rule.reads()
    parts = (getattr(rule, "when", None), getattr(rule, "value", None), *(getattr(rule, "reads", ()) or ()))
    return frozenset[str]().union(*(part.reads() for part in parts if isinstance(part, Expr)))


def _weighed(line: Judgement | Shown) -> list[tuple[str, Any]]:
    """The ids and declarations that a verdict or a sheet is about."""
    if isinstance(line, Judgement):
        return [(line.cite, line.rule)]
    return [(part.modifier.cite, part.modifier) for part in line.what.lines]


def _sheets(lines: list[Any]) -> list[Shown]:
    """Every sheet once, as it was last worked out with these numbers."""
    shown = [line for line in lines if isinstance(line, Shown) and isinstance(line.what, RollSheet)]
    by_numbers = {(id(s.what.table), *(str(line.amount) for line in s.what.lines)): s for s in shown}
    return list(by_numbers.values())
