"""What a case expects: facts, requests, rolls, modifiers, odds, and which rules were consulted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from legation.core.abilities import HasTables
from legation.core.book import Book
from legation.core.dice import Dice, Fixed, Throw, Typed
from legation.core.errors import LegationError, NotFound, nearest
from legation.core.facts import Choice, Schema
from legation.core.game import Game
from legation.core.inquiries import odds_of, verdict_of
from legation.core.log import Log
from legation.core.requests import TABLE, Request
from legation.core.rules import Modifier
from legation.core.span import Span
from legation.core.tables import Band, RollSheet
from legation.core.trace import Trace
from legation.core.turning import TURNED, Again
from legation.core.voice import show_value
from legation.testing.cases.keywords import MAY_KEYS, REQUEST_KEYS, BadCase, Failed
from legation.testing.cases.understanding import (
    Case,
    Trial,
    as_fraction,
    check_keys,
    listed,
    mapping,
    one_word,
    strings,
)


class _CaseDice(Fixed):
    """Fixed dice that know how many sides they have."""

    def face(self, throw: Throw) -> int:
        face = super().face(throw)
        if face not in throw.die.faces:
            raise Failed(f"a {throw.die} cannot show {face}, which dice gives for {throw.label} [{throw.cite}]")
        return face


def _dice(given: Any) -> Dice:
    if given == "typed":
        return Typed()
    faces = {str(k): listed(v) for k, v in given.items()} if isinstance(given, dict) else listed(given)
    for face in (f for fs in faces.values() for f in fs) if isinstance(faces, dict) else faces:
        if not isinstance(face, int) or isinstance(face, bool):
            raise BadCase(f"dice are faces in order, faces by rule id, or 'typed', not {given!r}")
    return _CaseDice(faces)


_starts: dict[tuple[Book, str, tuple[tuple[str, str], ...]], Game] = {}


def set_up(book: Book, scenario: str, options: Mapping[str, str]) -> Game:
    """A game that is set up and does nothing yet, with a log that keeps all; set up once for all cases."""
    key = (book, scenario, tuple(sorted(options.items())))
    if key not in _starts:
        _starts[key] = _new(book, scenario, options)
    return _starts[key]


def _new(book: Book, scenario: str, options: Mapping[str, str]) -> Game:
    return Game.new(book, scenario, options=options, stack=(), log=Log(keeps=True))


def _fresh(book: Book, scenario: str, options: Mapping[str, str], dice: Dice) -> Game:
    """A game to play a case in; a set-up that is turned round, to see who notices, is made anew."""
    start = set_up(book, scenario, options)
    if TURNED:
        used = {verdict.cite for verdict in start.consulted.verdicts()} | {c.rule for c in start.record[1].effects}
        again = {key.cite if isinstance(key, Again) else key for key in TURNED}
        start = start if used.isdisjoint(again) else _new(book, scenario, options)
    game = start.branch(dice=dice)
    game.consulted = Log(keeps=True)
    game.consulted.lines += start.consulted.lines
    return game


def plain_facts(book: Book, schema: Schema, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as written, with the book's shorthands spelt out; null stands for what nobody knows."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        found = {key: value} if value is None else book.expand(key, value, schema)
        for fact, v in found.items():
            domain = schema.spec(fact).domain
            plain[fact] = one_word(v) if isinstance(domain, Choice) else v
            if v is not None:
                schema.check(fact, plain[fact])
    return plain


def expected_facts(book: Book, schema: Schema, then: Mapping[str, Any]) -> dict[str, Any]:
    """The facts among the expectations; a key that is nothing at all is told what it comes near to."""
    plain: dict[str, Any] = {}
    for key, value in then.items():
        if key in CHECKS:
            continue
        try:
            plain |= plain_facts(book, schema, {key: value})
        except NotFound:
            if near := nearest(key, [*CHECKS, *schema.by_name]) or nearest(key, book.registry.ledgers.ids):
                raise NotFound("key, fact or rule", key, near) from None
            raise
    return plain


class Expectations:
    """One trial in one setting, and what must hold of it at the end; each check yields what differs."""

    def __init__(self, case: Case, trial: Trial, scenario: str, options: Mapping[str, str]) -> None:
        self.case = case
        self.trial = trial
        self.book = case.book
        self.dice = _dice(trial.dice)
        self.game = _fresh(case.book, scenario, options, self.dice)
        self.begun = 0  # entries before `when`
        self.named: set[int] = set()  # open requests that the case expects
        self._sheet: RollSheet | None = None

    @property
    def log(self) -> Log:
        """Everything that was consulted on the way."""
        return self.game.consulted

    def _open_now(self) -> str:
        return "; ".join(map(shown, self.game.requests())) or "nothing"

    # -- then

    def _differing(self, facts: Mapping[str, Any]) -> Iterator[str]:
        world = self.game.world
        for fact, wanted in facts.items():
            got = world.get(fact)
            if got != wanted or isinstance(got, bool) != isinstance(wanted, bool):
                yield f"{fact}: expected {_said(wanted)}, got {_said(got)} ({self._origin(fact)})"

    def _origin(self, fact: str) -> str:
        origin = self.game.world.origin(fact)
        says = {"default": "by default", "setup": "as set up", "given": "as given", "rule": "by rule"}
        kind = says.get(origin.kind, f"by {origin.kind}") if self.game.world.known(fact) else "nobody has reported it"
        return f"{kind}, {origin.rule}" if origin.rule else kind

    def _loose_ends(self) -> Iterator[str]:
        if isinstance(self.dice, Fixed):
            yield from (f"a die was not used: {left}" for left in self.dice.unused())
        last_refused = bool(self.trial.when) and "refused" in self.trial.when[-1]
        if not self.trial.then.get("open") and not last_refused:
            for request in self.game.requests():
                if request.id not in self.named:
                    hint = "answer it, expect it under requests, or say open: ok"
                    yield f"this is still asked: {shown(request)} ({hint})"

    def _rolls(self) -> list[tuple[str, str, int]]:
        """Citation, label and face of every roll since `when` began."""
        entries = [self.game.record[seq] for seq in range(self.begun + 1, len(self.game.record) + 1)]
        return [(e.cause["cite"], e.cause["label"], e.cause["roll"]) for e in entries if "roll" in e.cause]

    def rolled(self, wanted: Any) -> Iterator[str]:
        made = {word for cite, label, _ in self._rolls() for word in (cite, label)}
        yield from (f"{w}: expected a roll, none was made" for w in strings(wanted, "rolled") if w not in made)

    def no_roll(self, wanted: Any) -> Iterator[str]:
        rolls = self._rolls()
        if wanted is True:
            yield from (f"{cite}: expected no roll, but {label} showed {face}" for cite, label, face in rolls)
            return
        for word in strings(wanted, "no_roll"):
            yield from (
                f"{word}: expected no roll, but {label} showed {face}"
                for cite, label, face in rolls
                if word in (cite, label)
            )

    def requests(self, wanted: Any) -> Iterator[str]:
        for want in listed(wanted):
            want = mapping(want, "a request")
            check_keys(want, REQUEST_KEYS, "a request")
            free = [r for r in self.game.requests() if r.id not in self.named]
            found = sorted(((_apart(r, want), r) for r in free), key=lambda pair: len(pair[0]))
            if not found:
                yield f"expected a request {_said(want)}, but nothing (more) is asked"
            elif found[0][0]:
                yield f"expected a request {_said(want)}; nearest is {shown(found[0][1])}: {'; '.join(found[0][0])}"
            else:
                self.named.add(found[0][1].id)

    def no_requests(self, wanted: Any) -> Iterator[str]:
        self.named |= {r.id for r in self.game.requests()} if wanted else set()
        if wanted and self.game.requests():
            yield f"expected no request, but this is asked: {self._open_now()}"

    def nothing(self, wanted: Any) -> Iterator[str]:
        return iter(())

    def unknown(self, wanted: Any) -> Iterator[str]:
        world = self.game.world
        for fact in strings(wanted, "unknown"):
            world.schema.spec(fact)
            if world.known(fact):
                yield f"{fact}: expected to be unknown, got {_said(world.get(fact))} ({self._origin(fact)})"

    def revealed(self, wanted: Any) -> Iterator[str]:
        opened = {fact for entry in list(self.game.record)[self.begun :] for fact in entry.reveals}
        yield from (f"{f}: expected to be revealed, it was not" for f in strings(wanted, "revealed") if f not in opened)

    def hidden(self, wanted: Any) -> Iterator[str]:
        world = self.game.world
        yield from (f"{fact}: expected to be hidden" for fact in strings(wanted, "hidden") if world.is_open(fact))

    def changed(self, wanted: Any) -> Iterator[str]:
        effects = [c for e in list(self.game.record)[self.begun :] for c in e.effects]
        for fact, rule in mapping(wanted, "changed").items():
            by = [c for c in effects if c.fact == fact or c.fact.startswith(fact + ".")]
            last = by[-1] if by else None
            if last is None and rule is not None:
                yield f"{fact}: expected a change by {rule}, but it did not change"
            elif last is not None and rule is None:
                yield f"{fact}: expected no change, but {last.rule or 'something'} made {last.fact} {_said(last.new)}"
            elif last is not None and rule not in [c.rule for c in by]:
                yield f"{fact}: expected a change by {rule}, but {last.rule or 'no rule'} made it {_said(last.new)}"

    def changed_only(self, wanted: Any) -> Iterator[str]:
        """Of the families of these facts, nothing but these changed."""
        only = strings(wanted, "changed_only")
        families = {fact.split(".")[0] for fact in only}
        for family in families:
            if family not in self.game.world.schema.by_name:
                raise NotFound("family of facts", family, self.game.world.schema.by_name)
        for change in (c for e in list(self.game.record)[self.begun :] for c in e.effects):
            named = any(change.fact == fact or change.fact.startswith(fact + ".") for fact in only)
            if change.fact.split(".")[0] in families and not named:
                by = change.rule or "something"
                yield f"{change.fact}: expected no change beside {_said(only)}, but {by} made it {_said(change.new)}"

    def _words(self) -> list[str]:
        """What was put to the seats in words since `when` began: prompts, and remarks on what was reported."""
        entries = [self.game.record[seq] for seq in range(self.begun + 1, len(self.game.record) + 1)]
        remarks = [remark["says"] for entry in entries for remark in entry.cause.get("remarks", ())]
        return [*(request.prompt for entry in entries for request in entry.opens), *remarks]

    def told(self, wanted: Any) -> Iterator[str]:
        words = self._words()
        for said in strings(wanted, "told"):
            if not any(said.lower() in each.lower() for each in words):
                yield f"expected somebody to be told {said!r}; told: {'; '.join(words) or 'nothing'}"

    def not_told(self, wanted: Any) -> Iterator[str]:
        for said in strings(wanted, "not_told"):
            yield from (f"expected nobody to be told {said!r}: {w}" for w in self._words() if said.lower() in w.lower())

    def cited(self) -> set[str]:
        """The rules in whose name something was changed or asked."""
        effects = {change.rule for entry in self.game.record for change in entry.effects}
        return effects | {request.cite for entry in self.game.record for request in entry.opens}

    def applied(self, wanted: Any) -> Iterator[str]:
        for cite in strings(wanted, "applied"):
            if cite not in self.log.applied | self.cited():
                got = "it was held back" if cite in self.log.held else "the engine never consulted it"
                yield self._explained(f"{cite}: expected to apply, but {got}", cite)

    def held(self, wanted: Any) -> Iterator[str]:
        for cite in strings(wanted, "held"):
            if cite in self.log.applied or cite not in self.log.held:
                got = "it applied" if cite in self.log.applied else "the engine never consulted it"
                yield self._explained(f"{cite}: expected to be held back, but {got}", cite)

    # -- then: explanations and odds, computed beside the game and not noted
    def explains(self, wanted: Any) -> Iterator[str]:
        world = self.game.world
        if not isinstance(wanted, dict):
            ids = strings(wanted, "explains")
            wanted = {s: mine for s in self.book.subjects() if (mine := [i for i in ids if i in self.book.rules_of(s)])}
            yield from (f"{i} belongs to no subject" for i in ids if not any(i in mine for mine in wanted.values()))
        for subject, ids in wanted.items():
            traces = self.book.explain(world, self.book.resolve(subject))
            cited = {part.rule for trace in traces for part in trace.walk()}
            for cite in strings(ids, "explains"):
                if cite not in cited:
                    yield f"the explanation of {subject} does not cite {cite}"

    def odds(self, wanted: Any) -> Iterator[str]:
        wanted = mapping(wanted, "odds")
        if any(isinstance(value, dict) for value in wanted.values()):
            yield from self._odds_of_subjects(wanted)
            return
        sheet = self.sheet
        if isinstance(sheet.total, Span):
            yield f"the odds of {sheet.table.name} are open: its modifiers sum to {_got(sheet.total)}"
            return
        die, table = sheet.table.die, sheet.table
        for outcome, chance in wanted.items():
            bands = [b for b in table.bands if outcome in _names(b)]
            if not bands:
                raise NotFound(f"result of {table.name}:", outcome, [n for b in table.bands for n in _names(b)])
            got = Fraction(sum(table.band(f + sheet.total) in bands for f in die.faces), die.sides)
            if got != as_fraction(chance):
                yield f"odds of {outcome}: expected {chance}, got {got} (modifiers {sheet.total:+d})"

    def _odds_of_subjects(self, wanted: Mapping[str, Any]) -> Iterator[str]:
        world = self.game.world
        for subject, rolls in wanted.items():
            rolls = mapping(rolls, f"odds of {subject}")
            how = mapping(rolls.pop("with", {}), "with")
            found = odds_of(self.book, world, self.book.resolve(subject), how)
            for roll, outcomes in rolls.items():
                if roll not in found:
                    raise NotFound(f"roll for {subject}:", roll, found)
                for outcome, chance in mapping(outcomes, f"odds of {roll}").items():
                    got = found[roll].get(outcome, Fraction(0))
                    if got != as_fraction(chance):
                        all_of = ", ".join(f"{o} {c}" for o, c in found[roll].items())
                        yield f"odds of {outcome} in {roll}: expected {chance}, got {got} (all: {all_of})"

    # -- then: what the referee answers
    def may(self, wanted: Any) -> Iterator[str]:
        """Questions of the table after `when`: whether it is allowed, by which rule, and in which words."""
        for want in listed(wanted):
            want = mapping(want, "a question")
            check_keys(want, MAY_KEYS, "a question")
            nation, action, place = (str(want.get(key)) for key in ("nation", "action", "place"))
            world = self.game.world.heard_by(self.log)
            verdict = verdict_of(self.book, world, nation, action, place, want.get("with"))
            as_wanted = verdict.allowed is want.get("allowed", True) and verdict.rule == want.get("rule", verdict.rule)
            if not as_wanted or str(want.get("says", "")).lower() not in verdict.reason.lower():
                answer = f"{'yes' if verdict.allowed else 'no'}: {verdict.reason} [{verdict.rule}]"
                yield f"expected the question to be answered {_said(want)}, got {answer}"

    # -- then: the sheet of a table
    @property
    def sheet(self) -> RollSheet:
        """The modifiers of the case's own table, or of the last table that the engine consulted."""
        if self._sheet is None:
            if self.trial.table is not None and isinstance(self.book, HasTables):
                how = {k: v for k, v in self.trial.table.items() if k != "name"}
                self._sheet = self.book.sheet(self.game.world.heard_by(self.log), self.trial.table["name"], how)
            elif sheets := self.log.shown(RollSheet):
                self._sheet = sheets[-1]
            else:
                raise Failed("no table was consulted: name one (table: …), or run what consults it")
        return self._sheet

    def modifiers(self, wanted: Any) -> Iterator[str]:
        lines = {line.modifier.cite: line for line in self.sheet.lines}
        for cite, amount in mapping(wanted, "modifiers").items():
            if cite not in lines:
                yield f"{cite}: expected {_said(amount)}, but it is no modifier of {self.sheet.table.name}"
            elif not _same(lines[cite].amount, amount):
                got = _got(lines[cite].amount)
                yield self._explained(f"{cite}: expected to add {_said(amount)}, got {got}", cite)

    def lines(self, wanted: Any) -> Iterator[str]:
        ids = strings(wanted, "lines")
        found = [line.modifier.cite for line in self.sheet.lines if line.modifier.cite in ids]
        if found != ids:
            yield f"lines of {self.sheet.table.name}: expected {_said(ids)} in this order, got {_said(found)}"

    def total(self, wanted: Any) -> Iterator[str]:
        if not _same(self.sheet.total, wanted):
            parts = ", ".join(f"{line.modifier.cite} {_got(line.amount)}" for line in self.sheet.lines if line.applied)
            yield f"total: expected {_said(wanted)}, got {_got(self.sheet.total)} ({parts or 'nothing applies'})"

    def band(self, wanted: Any) -> Iterator[str]:
        rolls = self._rolls()
        face = self.trial.die if self.trial.die is not None else rolls[-1][2] if rolls else None
        if face is None:
            raise Failed("the band depends on a die: say which face (die: 3), or run the roll")
        if isinstance(self.sheet.total, Span):
            yield f"band: expected {wanted}, but the modifiers are open: {_got(self.sheet.total)}"
            return
        band = self.sheet.table.band(face + self.sheet.total)
        if str(wanted) not in _names(band):
            got = f"{band.title}, {band.label} [{band.cite}]"
            yield f"band: expected {wanted}, got {got} (die {face}, modifiers {self.sheet.total:+d})"

    # -- why
    def _explained(self, problem: str, cite: str) -> str:
        """The problem, with the explanation of the rule on the world as it is at the end."""
        try:
            trace = self._trace(cite)
            lines = list(trace.lines(limit=3)) if trace else []
        except (LegationError, KeyError, AttributeError):
            return problem  # a rule that reads what only its own step knows
        return "\n".join([problem, *(f"    {line}" for line in lines)])

    def _trace(self, cite: str) -> Trace | None:
        world = self.game.world
        if self._sheet is not None:
            for line in self._sheet.lines:
                if line.modifier.cite == cite:
                    m = line.modifier
                    parts = (m.when.trace(world), m.value.trace(world))
                    return Trace(m.label, line.amount, parts, (), cite, line.applied)
        declared = self.book.registry.declared.get(cite)
        rule = declared.rule if declared else None
        if rule is None or isinstance(rule, Modifier) or not hasattr(rule, "when"):
            return None
        value = rule.when.value(world)
        return Trace(rule.label, value, (rule.when.trace(world),), (), cite, value is True)


Check = Callable[[Expectations, Any], Iterable[str]]
CHECKS: dict[str, Check] = {
    "requests": Expectations.requests,
    "no_requests": Expectations.no_requests,
    "open": Expectations.nothing,  # looked at where loose ends are
    "refused": Expectations.nothing,  # looked at in the last step
    "rolled": Expectations.rolled,
    "no_roll": Expectations.no_roll,
    "modifiers": Expectations.modifiers,
    "lines": Expectations.lines,
    "total": Expectations.total,
    "band": Expectations.band,
    "odds": Expectations.odds,
    "explains": Expectations.explains,
    "unknown": Expectations.unknown,
    "revealed": Expectations.revealed,
    "hidden": Expectations.hidden,
    "changed": Expectations.changed,
    "changed_only": Expectations.changed_only,
    "may": Expectations.may,
    "told": Expectations.told,
    "not_told": Expectations.not_told,
    "applied": Expectations.applied,
    "held": Expectations.held,
}


def selected(request: Request, select: Mapping[str, str]) -> bool:
    seat = select.get("seat")
    others = all(getattr(request, key) == value for key, value in select.items() if key != "seat")
    return others and (seat is None or request.seat in (seat, TABLE))


def _apart(request: Request, want: Mapping[str, Any]) -> list[str]:
    """In what a request is not as wanted."""
    found: list[str] = []
    for key in ("seat", "kind", "cite", "subject"):
        if key in want and getattr(request, key) != str(want[key]):
            found.append(f"{key} is {getattr(request, key)!r}")
    if str(want.get("prompt", "")).lower() not in request.prompt.lower():
        found.append(f"it asks {request.prompt!r}")
    legal = sorted(map(repr, request.legal))
    if "legal" in want and sorted(map(repr, listed(want["legal"]))) != legal:
        found.append(f"legal is {_said(request.legal)}")
    if lacking := [o for o in listed(want.get("offers", [])) if repr(o) not in legal]:
        found.append(f"it does not offer {_said(lacking)}, only {_said(request.legal)}")
    if offered := [o for o in listed(want.get("lacks", [])) if repr(o) in legal]:
        found.append(f"it offers {_said(offered)}")
    for key, told in (("odds", request.odds), ("worth", request.worth)):
        for answer, number in want.get(key, {}).items():
            got = told.get(str(answer))
            if got is None or Fraction(got) != as_fraction(number):
                found.append(f"the {key} of {answer} is {got or 'not given'}")
    if lacking := [f for f in listed(want.get("facts", [])) if f not in request.facts]:
        found.append(f"it does not ask for {_said(lacking)}, only {_said(request.facts)}")
    return found


def _names(band: Band) -> tuple[str, str, str]:
    return band.title, band.label, band.cite


def _got(value: Any) -> str:
    """A number, or what it lies between, as a case writes it."""
    return show_value(value).replace("−", "-")


def _same(got: Any, wanted: Any) -> bool:
    return _got(got) == str(wanted) if isinstance(got, Span) else bool(got == wanted)


def _said(value: Any) -> str:
    """A value as it would be written in a case."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_said(v)}" for k, v in value.items()) + "}"
    return "[" + ", ".join(map(_said, value)) + "]" if isinstance(value, list | tuple) else str(value)


def shown(request: Request) -> str:
    answers = request.facts if request.kind == "report" else request.legal
    more = f", {len(answers)} in all" if len(answers) > 12 else ""
    return f"{request.seat} {request.kind} “{request.prompt}” {_said(answers[:12])}{more} [{request.cite}]"
