"""Case files: tests of rules in YAML that a player can read and dispute.

A file holds documents; each is one case, or a table of cases with a head and rows.  A case names the rules it is about,
the facts that are given, the dice, what is done and what must follow.  It passes only if the engine really consulted
every rule it names.  The vocabulary is described in docs/case-files.md.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import yaml

from legation.core.book import Book
from legation.core.dice import Dice, Fixed, Throw, Typed
from legation.core.errors import LegationError, NotFound, NotYours, Refused, nearest
from legation.core.facts import Change, Choice, Origin, Schema, Witness
from legation.core.game import Game
from legation.core.machine import Draft, Frame
from legation.core.requests import TABLE, Request
from legation.core.rules import Modifier
from legation.core.span import Span
from legation.core.tables import Band, Sheet
from legation.core.trace import Trace, show_value

__all__ = [
    "BadCase",
    "Case",
    "Document",
    "Outcome",
    "case_files",
    "documents",
    "parse",
    "printed",
    "run_document",
    "run_file",
    "run_paths",
]

FINISHED = "finished.yaml"  # not a case: what coverage must not lose
ARROW = "->"
BEGIN = "game"  # `run: game` begins where the book begins
PASSING = ("pass", "decline", False)
MOST_PASSES = 500

TABLE_KEYS = ("table", "die", "head", "rows")
KEYS = ("name", "note", "rules", "book", "scenario", "edition", "options", "given", "dice", "when", "then", *TABLE_KEYS)
SELECTORS = ("seat", "cite", "kind", "subject")
VERBS: dict[str, tuple[str, ...] | None] = {  # what may stand beside the verb of a step; None: parameters of the book
    "run": None,
    "event": None,
    "answer": (*SELECTORS, "refused"),
    "answers": ("refused",),
    "report": ("seat", "refused"),
    "rule": ("reason", "refused"),
    "undo": ("seat", "reason", "refused"),
    "pass": ("seat", "until"),
    "decline": ("seat", "until"),
}
REQUEST_KEYS = ("seat", "kind", "cite", "subject", "prompt", "legal", "offers", "lacks", "odds", "facts")


class BadCase(LegationError):
    """A case that cannot be run as it is written; the place and one sentence."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message = message
        super().__init__(f"{place}: {message}" if place else message)


class _Failed(LegationError):
    """A step of a case did not go as written."""


# -- reading
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]
    """YAML with few surprises: `82.32` stays an id and `1/6` a fraction, and a key that stands twice is an error."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:merge" and isinstance(key.value, str):
                if key.value in seen:
                    message = f"the key {key.value!r} stands there twice"
                    raise yaml.constructor.ConstructorError(None, None, message, key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


for _tag, _shape, _first in (
    ("bool", r"^(?:true|false|yes|no)$", "tfyn"),
    ("int", r"^[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("null", r"^(?:~|null|)$", ["~", "n", ""]),
    ("merge", r"^<<$", "<"),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_shape), list(_first))


@dataclass(frozen=True)
class Document:
    """One document of a case file, not yet understood."""

    path: Path
    number: int
    data: Any
    error: str = ""

    @property
    def place(self) -> str:
        return f"{self.path.as_posix()}, document {self.number}"

    @property
    def name(self) -> str:
        name = self.data.get("name") if isinstance(self.data, dict) else None
        return name if isinstance(name, str) else f"document {self.number}"


def documents(path: Path) -> list[Document]:
    """The documents of a file; the last one carries the error if the file cannot be read to its end."""
    return parse(path.read_text(encoding="utf-8"), path)


def parse(text: str, path: Path) -> list[Document]:
    found: list[Document] = []
    number = 0
    loader = None
    try:
        loader = _Loader(text)
        while loader.check_data():
            number += 1
            data = loader.get_data()
            if data is not None:
                found.append(Document(path, number, data))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        found.append(Document(path, max(number, 1), None, f"line {line} is not YAML: {error.problem}"))
    except yaml.YAMLError as error:
        found.append(Document(path, max(number, 1), None, f"this is not YAML: {' '.join(str(error).split())}"))
    finally:
        if loader is not None:
            loader.dispose()
    return found


def case_files(*paths: Path) -> list[Path]:
    """The case files under these paths, in order."""
    found = [f for path in paths for f in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]
    return [f for f in found if f.name != FINISHED]


# -- understanding
@dataclass(frozen=True)
class Trial:
    """One run: the case itself, or one row of its table."""

    label: str
    given: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    dice: Any
    die: int | None
    when: tuple[Mapping[str, Any], ...]
    then: Mapping[str, Any]
    table: Mapping[str, Any] | None


@dataclass(frozen=True)
class Case:
    """A case that can be run: in each of its settings (scenario and options), every trial."""

    name: str
    rules: tuple[str, ...]
    book: Book
    settings: tuple[tuple[str, Mapping[str, str]], ...]
    trials: tuple[Trial, ...]

    @classmethod
    def of(cls, document: Document, books: Mapping[str, Book]) -> Case:
        """The case in a document, or `BadCase` with what is wrong with it."""
        try:
            if document.error:
                raise BadCase(document.error)
            return _read_case(document.data, books)
        except LegationError as error:
            message = error.message if isinstance(error, BadCase) else str(error)
            raise BadCase(message, document.place) from None


def _read_case(data: Any, books: Mapping[str, Book]) -> Case:
    data = _mapping(data, "a case")
    _check_keys(data, KEYS, "a case")
    name = data.get("name")
    if not isinstance(name, str):
        raise BadCase("a case needs a name")
    if "book" not in data:
        raise BadCase("a case needs a book")
    if data["book"] not in books:
        raise NotFound("book", data["book"], books)
    book = books[data["book"]]
    rules = _strings(data.get("rules", []), "rules")
    trials = tuple(_trials(data, book))
    if "rows" in data:
        rules = [*rules, *(c for c in _columns(data)[1] if c in book.registry.ledgers)]
    if not rules:
        raise BadCase("a case names the rules it is about: rules: [ID, …]")
    for cite in rules:
        _check_id(cite, book)
    return Case(name, tuple(dict.fromkeys(rules)), book, tuple(_settings(data, book)), trials)


def _settings(data: Mapping[str, Any], book: Book) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Scenario and options; an edition is an option if the book has one of that name, else a scenario."""
    options = {k: str(_word(v)) for k, v in _mapping(data.get("options", {}), "options").items()}
    scenarios, editions = _strings(data.get("scenario", []), "scenario"), _strings(data.get("edition", []), "edition")
    by_option = any(option.name == "edition" for option in book.options)
    if editions and not by_option:
        if scenarios:
            raise BadCase(f"the book {book.name} has no option 'edition': give a scenario or an edition, not both")
        scenarios, editions = editions, []
    for scenario, edition in product(scenarios or [next(iter(book.scenarios))], editions or [""]):
        book.check_scenario(scenario)
        chosen = {**options, **({"edition": edition} if edition else {})}
        book.option_changes(chosen)
        yield scenario, chosen


Cells = Iterable[tuple[str, Any]]  # column and cell


def _columns(data: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    head = _strings(data.get("head", []), "head")
    if head.count(ARROW) != 1:
        raise BadCase(f"a head has one {ARROW!r} between what is given and what follows")
    at = head.index(ARROW)
    return head[:at], head[at + 1 :]


def _trials(data: Mapping[str, Any], book: Book) -> Iterator[Trial]:
    if "rows" not in data:
        if "head" in data:
            raise BadCase("a head needs rows")
        yield _trial("", data, book)
        return
    left, right = _columns(data)
    rows = data["rows"]
    if not isinstance(rows, list) or not rows:
        raise BadCase("rows is a list of rows, each as long as the head")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(left) + 1 + len(right) or row[len(left)] != ARROW:
            want = f"{len(left)} given, {ARROW!r}, {len(right)} expected"
            raise BadCase(f"row {number} does not fit the head ({want})")
        given = zip(left, row[: len(left)], strict=True)
        follows = zip(right, row[len(left) + 1 :], strict=True)
        yield _trial(f"row {number}: ", _with_row(data, given, follows, book), book)


def _with_row(data: Mapping[str, Any], left: Cells, right: Cells, book: Book) -> dict[str, Any]:
    """The case that one row stands for."""
    found = {k: v for k, v in data.items() if k not in ("head", "rows")}
    words: dict[str, Any] = {}
    given, then = dict(found.get("given") or {}), dict(found.get("then") or {})
    for column, cell in left:
        if column.startswith("$"):
            words[column] = cell
        elif column in ("die", "dice"):
            found[column] = cell
        elif cell is not None:
            given[column] = cell
    for column, cell in right:
        if cell is None:
            continue
        if column.startswith("odds."):
            then["odds"] = {**then.get("odds", {}), column.removeprefix("odds."): cell}
        elif column not in book.registry.ledgers:
            then[column] = cell
        elif isinstance(cell, bool):
            kind = "applied" if cell else "held"
            then[kind] = [*_strings(then.get(kind, []), kind), column]
        else:
            then["modifiers"] = {**then.get("modifiers", {}), column: cell}
    return {**_filled(found, words), "given": _filled(given, words), "then": _filled(then, words)}


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    """The same data with `$name` replaced by the cell of its column."""
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, dict):
        return {k: _filled(v, words) for k, v in value.items()}
    return [_filled(v, words) for v in value] if isinstance(value, list) else value


def _trial(label: str, data: Mapping[str, Any], book: Book) -> Trial:
    given = dict(_mapping(data.get("given", {}), "given"))
    events = _steps(given.pop("events", []), "given events", book)
    when = _steps(data.get("when", []), "when", book)
    then = dict(_mapping(data.get("then", {}), "then"))
    if not then:
        raise BadCase("a case expects something: then: {…}")
    if "refused" in then:
        if not when:
            raise BadCase("nothing is done that could be refused: when is empty")
        when = (*when[:-1], {**when[-1], "refused": then["refused"]})
        _refusal(then["refused"], book)
    for cite in _ids_in(then):
        _check_id(cite, book)
    table = data.get("table")
    if table is not None:
        table = {"name": table} if isinstance(table, str) else _mapping(table, "table")
        if table.get("name") not in book.tables():
            raise NotFound("table", table.get("name"), book.tables())
    die = data.get("die")
    if die is not None and not isinstance(die, int):
        raise BadCase(f"die is a face, not {die!r}")
    return Trial(label, given, events, data.get("dice", []), die, when, then, table)


def _ids_in(then: Mapping[str, Any]) -> Iterator[str]:
    for key in ("applied", "held"):
        yield from _strings(then.get(key, []), key)
    yield from map(str, _mapping(then.get("modifiers", {}), "modifiers"))
    yield from (str(cite) for cite in _mapping(then.get("changed", {}), "changed").values() if cite)
    explains = then.get("explains", [])
    for ids in explains.values() if isinstance(explains, dict) else [explains]:
        yield from _strings(ids, "explains")


def _steps(steps: Any, where: str, book: Book) -> tuple[Mapping[str, Any], ...]:
    if isinstance(steps, dict):
        steps = [steps]
    if not isinstance(steps, list):
        raise BadCase(f"{where} is a list of steps, not {steps!r}")
    return tuple(_step(step, f"step {n} of {where}", book) for n, step in enumerate(steps, 1))


def _step(found: Any, where: str, book: Book) -> Mapping[str, Any]:
    step = _mapping(found, where)
    verb = _verb(step)
    if verb is None:
        first = str(next(iter(step), ""))
        raise NotFound(f"verb for {where}:", first, VERBS)
    beside = VERBS[verb]
    if beside is not None:
        _check_keys(step, (verb, *beside), where)
    elif verb == "run":
        takes: Iterable[str] = ()
        if step["run"] in book.procedures:
            takes = book.procedures[step["run"]].takes
        elif step["run"] != BEGIN:
            raise NotFound("procedure", step["run"], [*book.procedures, BEGIN])
        _check_keys(step, ("run", "refused", *takes), where)
    else:
        if step["event"] not in book.events:
            raise NotFound("event", step["event"], book.events)
        _check_keys(step, ("event", "seat", "refused", *book.events[step["event"]].takes), where)
    if "refused" in step:
        _refusal(step["refused"], book)
    return step


def _verb(step: Mapping[str, Any]) -> str | None:
    """What a step does: its first word, or the only verb in it."""
    first = next(iter(step), None)
    return first if first in VERBS else next((key for key in step if key in VERBS), None)


def _refusal(wanted: Any, book: Book) -> tuple[str | None, str]:
    """The rule and the words that a refusal must have."""
    if wanted is True:
        return None, ""
    if isinstance(wanted, str):
        wanted = {"rule": wanted}
    wanted = _mapping(wanted, "refused")
    _check_keys(wanted, ("rule", "says"), "refused")
    rule = wanted.get("rule")
    if rule is not None:
        _check_id(str(rule), book)
    return None if rule is None else str(rule), str(wanted.get("says", ""))


def _check_id(cite: str, book: Book) -> None:
    if cite not in book.registry.ledgers:
        raise NotFound(f"ledger id of {book.name}:", cite, book.registry.ledgers.ids)


def _check_keys(found: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in found:
        if key not in known:
            near = nearest(str(key), known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
            raise BadCase(f"there is no key {key!r} in {where}; {hint}")


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadCase(f"{what} is a mapping (key: value), not {value!r}")
    return {str(k): v for k, v in value.items()}


def _strings(value: Any, what: str) -> list[str]:
    """One word or a list of them."""
    found = value if isinstance(value, list) else [value]
    if any(isinstance(v, dict | list | bool) or v is None for v in found):
        raise BadCase(f"{what} is a word or a list of words, not {value!r}")
    return [str(v) for v in found]


def _word(value: Any) -> Any:
    """The word that YAML took for a truth, where a word is wanted."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _chance(value: Any) -> Fraction:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadCase(f"{value!r} is no chance; write a fraction such as 5/12") from None


# -- running
class _CaseDice(Fixed):
    """Fixed dice that know how many sides they have."""

    def face(self, throw: Throw) -> int:
        face = super().face(throw)
        if face not in throw.die.faces:
            raise _Failed(f"a {throw.die} cannot show {face}, which dice gives for {throw.label} [{throw.cite}]")
        return face


def _dice(given: Any) -> Dice:
    if given == "typed":
        return Typed()
    faces = {str(k): _listed(v) for k, v in given.items()} if isinstance(given, dict) else _listed(given)
    for face in (f for fs in faces.values() for f in fs) if isinstance(faces, dict) else faces:
        if not isinstance(face, int) or isinstance(face, bool):
            raise BadCase(f"dice are faces in order, faces by rule id, or 'typed', not {given!r}")
    return _CaseDice(faces)


_starts: dict[tuple[Book, str, tuple[tuple[str, str], ...]], tuple[Game, Witness]] = {}


def _fresh(book: Book, scenario: str, options: Mapping[str, str], dice: Dice, witness: Witness) -> Game:
    """A game that is set up and does nothing yet; the set-up itself is done once for all cases."""
    key = (book, scenario, tuple(sorted(options.items())))
    if key not in _starts:
        seen = Witness()
        _starts[key] = (Game.new(book, scenario, options=options, stack=(), witness=seen), seen)
    start, seen = _starts[key]
    witness.applied |= seen.applied
    witness.held |= seen.held
    game = start.branch(dice=dice)
    game.state = replace(game.state, world=game.world.observed_by(witness))
    return game


def _facts(book: Book, schema: Schema, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as written, with the book's shorthands spelt out; null stands for what nobody knows."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        found = {key: value} if value is None else book.expand(key, value, schema)
        for fact, v in found.items():
            domain = schema.spec(fact).domain
            plain[fact] = _word(v) if isinstance(domain, Choice) else v
            if v is not None:
                schema.check(fact, plain[fact])
    return plain


def _expected_facts(book: Book, schema: Schema, then: Mapping[str, Any]) -> dict[str, Any]:
    """The facts among the expectations; a key that is nothing at all is told what it comes near to."""
    plain: dict[str, Any] = {}
    for key, value in then.items():
        if key in CHECKS:
            continue
        try:
            plain |= _facts(book, schema, {key: value})
        except NotFound:
            if near := nearest(key, [*CHECKS, *schema.by_name]) or nearest(key, book.registry.ledgers.ids):
                raise NotFound("key, fact or rule", key, near) from None
            raise
    return plain


class Play:
    """One trial in one setting: `run` does what it says and returns what differs."""

    def __init__(self, case: Case, trial: Trial, scenario: str, options: Mapping[str, str]) -> None:
        self.case = case
        self.trial = trial
        self.book = case.book
        self.witness = Witness()
        self.dice = _dice(trial.dice)
        self.game = _fresh(case.book, scenario, options, self.dice, self.witness)
        self.begun = 0  # entries before `when`
        self.named: set[int] = set()  # open requests that the case expects
        self._sheet: Sheet | None = None

    def run(self) -> list[str]:
        schema = self.game.world.schema
        self._give(_facts(self.book, schema, self.trial.given))
        facts = _expected_facts(self.book, schema, self.trial.then)
        self._do(self.trial.events, "given events")
        self.begun = len(self.game.record)
        self._do(self.trial.when, "when")
        if self.trial.table is not None:
            self._sheet = self.sheet  # the case is about this table, whatever it expects of it
        problems = list(self._differing(facts))
        for key, check in CHECKS.items():
            if key in self.trial.then:
                problems += check(self, self.trial.then[key])
        problems += self._loose_ends()
        return problems

    # -- given
    def _give(self, facts: Mapping[str, Any]) -> None:
        world = self.game.world
        clock = world.schema.clock
        keys = sorted(facts, key=lambda k: k != clock)  # the clock first: what is given is news of that turn
        changes = [Change(k, world.get(k), facts[k]) for k in keys if world.get(k) != facts[k]]
        if changes:
            world = world.with_changes(changes, Origin("given", len(self.game.record) + 1))
            draft = Draft({"given": dict(facts)}, effects=changes)
            self.game.finish(replace(self.game.state, world=world), draft, run=False)

    # -- when
    def _do(self, steps: Iterable[Mapping[str, Any]], where: str) -> None:
        for number, step in enumerate(steps, 1):
            verb = _verb(step)
            assert verb is not None
            place = f"step {number} of {where} ({verb}: {step[verb]})"
            wanted = step.get("refused")
            try:
                getattr(self, f"_{verb}")(step)
            except (Refused, NotYours) as error:
                if not wanted:
                    raise _Failed(f"{place} was refused: {error}") from None
                rule, says = _refusal(wanted, self.book)
                if rule is not None and getattr(error, "rule", None) != rule:
                    raise _Failed(f"{place}: expected a refusal by {rule}, got: {error}") from None
                if says.lower() not in str(error).lower():
                    raise _Failed(f"{place}: expected a refusal that says {says!r}, got: {error}") from None
            except BadCase:
                raise
            except LegationError as error:
                raise _Failed(f"{place}: {error}") from None
            else:
                if wanted:
                    raise _Failed(f"{place}: expected a refusal, but it was accepted")

    def _run(self, step: Mapping[str, Any]) -> None:
        if self.game.requests():
            raise _Failed(f"nothing can be run while something is asked: {self._open_now()}")
        params = {k: v for k, v in step.items() if k not in ("run", "refused")}
        procedure = self.book.procedures.get(step["run"])
        frames = (Frame(procedure.step, params),) if procedure else self.book.start(self.game.scenario)
        self.game.finish(replace(self.game.state, stack=frames), Draft({"run": step["run"], **params}))

    def _event(self, step: Mapping[str, Any]) -> None:
        details = {k: v for k, v in step.items() if k not in ("event", "seat", "refused")}
        self.game.event(step["event"], seat=step.get("seat", TABLE), **details)

    def _report(self, step: Mapping[str, Any]) -> None:
        self.game.report(_mapping(step["report"], "report"), seat=step.get("seat", TABLE))

    def _rule(self, step: Mapping[str, Any]) -> None:
        self.game.rule(_mapping(step["rule"], "rule"), step.get("reason", ""))

    def _undo(self, step: Mapping[str, Any]) -> None:
        self.game.undo(seat=step.get("seat", "umpire"), reason=step.get("reason", ""))

    def _answer(self, step: Mapping[str, Any]) -> None:
        self._reply(step["answer"], {key: step[key] for key in SELECTORS if key in step})

    def _answers(self, step: Mapping[str, Any]) -> None:
        for seat, value in _mapping(step["answers"], "answers").items():
            self._reply(value, {"seat": seat})

    def _reply(self, value: Any, select: Mapping[str, str]) -> None:
        fitting = [r for r in self.game.requests() if _selected(r, select)]
        if len(fitting) > 1 and "seat" in select:
            fitting = [r for r in fitting if r.seat == select["seat"]] or fitting
        if len(fitting) != 1:
            why = "nothing is asked that this could answer" if not fitting else "this could answer several requests"
            hint = f"; tell them apart by {', '.join(SELECTORS)}" if fitting else ""
            raise _Failed(f"{why}; open: {self._open_now()}{hint}")
        request = fitting[0]
        if request.kind == "report" and isinstance(value, dict):
            value = _facts(self.book, self.game.world.schema, _mapping(value, "a report"))
        elif _word(value) in request.legal:
            value = _word(value)
        self.game.answer(request.id, value, seat=select.get("seat", request.seat))

    def _pass(self, step: Mapping[str, Any]) -> None:
        """Say no to everything that can be declined, and nod where only a nod is possible."""
        who = step.get("pass", step.get("decline"))
        seat = step.get("seat", who if who not in (True, "all") else None)
        for _ in range(MOST_PASSES):
            requests = self.game.requests()
            if step.get("until") in [r.cite for r in requests]:
                return
            found = [(r, _passing(r)) for r in requests if seat in (None, r.seat) and _passing(r)]
            if not found:
                return
            request, answers = found[0]
            self.game.answer(request.id, answers[0], seat=request.seat)
        raise _Failed(f"after {MOST_PASSES} passes there is still something to pass: {self._open_now()}")

    _decline = _pass

    def _open_now(self) -> str:
        return "; ".join(map(_shown, self.game.requests())) or "nothing"

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
                    yield f"this is still asked: {_shown(request)} ({hint})"

    def _rolls(self) -> list[tuple[str, str, int]]:
        """Citation, label and face of every roll since `when` began."""
        entries = [self.game.record[seq] for seq in range(self.begun + 1, len(self.game.record) + 1)]
        return [(e.cause["cite"], e.cause["label"], e.cause["roll"]) for e in entries if "roll" in e.cause]

    def rolled(self, wanted: Any) -> Iterator[str]:
        made = {word for cite, label, _ in self._rolls() for word in (cite, label)}
        yield from (f"{w}: expected a roll, none was made" for w in _strings(wanted, "rolled") if w not in made)

    def no_roll(self, wanted: Any) -> Iterator[str]:
        rolls = self._rolls()
        if wanted is True:
            yield from (f"{cite}: expected no roll, but {label} showed {face}" for cite, label, face in rolls)
            return
        for word in _strings(wanted, "no_roll"):
            yield from (
                f"{word}: expected no roll, but {label} showed {face}"
                for cite, label, face in rolls
                if word in (cite, label)
            )

    def requests(self, wanted: Any) -> Iterator[str]:
        for want in _listed(wanted):
            want = _mapping(want, "a request")
            _check_keys(want, REQUEST_KEYS, "a request")
            free = [r for r in self.game.requests() if r.id not in self.named]
            found = sorted(((_apart(r, want), r) for r in free), key=lambda pair: len(pair[0]))
            if not found:
                yield f"expected a request {_said(want)}, but nothing (more) is asked"
            elif found[0][0]:
                yield f"expected a request {_said(want)}; nearest is {_shown(found[0][1])}: {'; '.join(found[0][0])}"
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
        for fact in _strings(wanted, "unknown"):
            world.schema.spec(fact)
            if world.known(fact):
                yield f"{fact}: expected to be unknown, got {_said(world.get(fact))} ({self._origin(fact)})"

    def changed(self, wanted: Any) -> Iterator[str]:
        effects = [c for e in list(self.game.record)[self.begun :] for c in e.effects]
        for fact, rule in _mapping(wanted, "changed").items():
            by = [c for c in effects if c.fact == fact or c.fact.startswith(fact + ".")]
            last = by[-1] if by else None
            if last is None and rule is not None:
                yield f"{fact}: expected a change by {rule}, but it did not change"
            elif last is not None and rule is None:
                yield f"{fact}: expected no change, but {last.rule or 'something'} made {last.fact} {_said(last.new)}"
            elif last is not None and rule not in [c.rule for c in by]:
                yield f"{fact}: expected a change by {rule}, but {last.rule or 'no rule'} made it {_said(last.new)}"

    def applied(self, wanted: Any) -> Iterator[str]:
        for cite in _strings(wanted, "applied"):
            if cite not in self.witness.applied:
                got = "it was held back" if cite in self.witness.held else "the engine never consulted it"
                yield self._explained(f"{cite}: expected to apply, but {got}", cite)

    def held(self, wanted: Any) -> Iterator[str]:
        for cite in _strings(wanted, "held"):
            if cite in self.witness.applied or cite not in self.witness.held:
                got = "it applied" if cite in self.witness.applied else "the engine never consulted it"
                yield self._explained(f"{cite}: expected to be held back, but {got}", cite)

    # -- then: explanations and odds, computed beside the game and not noted
    def explains(self, wanted: Any) -> Iterator[str]:
        world = self.game.world.observed_by(None)
        if not isinstance(wanted, dict):
            ids = _strings(wanted, "explains")
            wanted = {s: mine for s in self.book.subjects() if (mine := [i for i in ids if i in self.book.rules_of(s)])}
            yield from (f"{i} belongs to no subject" for i in ids if not any(i in mine for mine in wanted.values()))
        for subject, ids in wanted.items():
            traces = self.book.explain(world, self.book.resolve(subject))
            cited = {part.rule for trace in traces for part in trace.walk()}
            for cite in _strings(ids, "explains"):
                if cite not in cited:
                    yield f"the explanation of {subject} does not cite {cite}"

    def odds(self, wanted: Any) -> Iterator[str]:
        wanted = _mapping(wanted, "odds")
        if any(isinstance(value, dict) for value in wanted.values()):
            yield from self._odds_of_subjects(wanted)
            return
        sheet = self.sheet
        if isinstance(sheet.total, Span):
            yield f"the odds of {sheet.table.name} are open: its modifiers sum to {show_value(sheet.total)}"
            return
        die, table = sheet.table.die, sheet.table
        for outcome, chance in wanted.items():
            bands = [b for b in table.bands if outcome in _names(b)]
            if not bands:
                raise NotFound(f"result of {table.name}:", outcome, [n for b in table.bands for n in _names(b)])
            got = Fraction(sum(table.band(f + sheet.total) in bands for f in die.faces), die.sides)
            if got != _chance(chance):
                yield f"odds of {outcome}: expected {chance}, got {got} (modifiers {sheet.total:+d})"

    def _odds_of_subjects(self, wanted: Mapping[str, Any]) -> Iterator[str]:
        world = self.game.world.observed_by(None)
        for subject, rolls in wanted.items():
            rolls = _mapping(rolls, f"odds of {subject}")
            how = _mapping(rolls.pop("with", {}), "with")
            found = self.book.odds(world, self.book.resolve(subject), **how)
            for roll, outcomes in rolls.items():
                if roll not in found:
                    raise NotFound(f"roll for {subject}:", roll, found)
                for outcome, chance in _mapping(outcomes, f"odds of {roll}").items():
                    got = found[roll].get(outcome, Fraction(0))
                    if got != _chance(chance):
                        all_of = ", ".join(f"{o} {c}" for o, c in found[roll].items())
                        yield f"odds of {outcome} in {roll}: expected {chance}, got {got} (all: {all_of})"

    # -- then: the sheet of a table
    @property
    def sheet(self) -> Sheet:
        """The modifiers of the case's own table, or of the last table that the engine consulted."""
        if self._sheet is None:
            if self.trial.table is not None:
                how = {k: v for k, v in self.trial.table.items() if k != "name"}
                self._sheet = self.book.sheet(self.game.world, self.trial.table["name"], **how)
            elif self.witness.sheets:
                self._sheet = self.witness.sheets[-1]
            else:
                raise _Failed("no table was consulted: name one (table: …), or run what consults it")
        return self._sheet

    def modifiers(self, wanted: Any) -> Iterator[str]:
        lines = {line.modifier.cite: line for line in self.sheet.lines}
        for cite, amount in _mapping(wanted, "modifiers").items():
            if cite not in lines:
                yield f"{cite}: expected {_said(amount)}, but it is no modifier of {self.sheet.table.name}"
            elif not _same(lines[cite].amount, amount):
                got = show_value(lines[cite].amount)
                yield self._explained(f"{cite}: expected to add {_said(amount)}, got {got}", cite)

    def total(self, wanted: Any) -> Iterator[str]:
        if not _same(self.sheet.total, wanted):
            parts = ", ".join(
                f"{line.modifier.cite} {show_value(line.amount)}" for line in self.sheet.lines if line.applied
            )
            yield f"total: expected {_said(wanted)}, got {show_value(self.sheet.total)} ({parts or 'nothing applies'})"

    def band(self, wanted: Any) -> Iterator[str]:
        rolls = self._rolls()
        face = self.trial.die if self.trial.die is not None else rolls[-1][2] if rolls else None
        if face is None:
            raise _Failed("the band depends on a die: say which face (die: 3), or run the roll")
        if isinstance(self.sheet.total, Span):
            yield f"band: expected {wanted}, but the modifiers are open: {show_value(self.sheet.total)}"
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
        world = self.game.world.observed_by(None)
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


Check = Callable[[Play, Any], Iterable[str]]
CHECKS: dict[str, Check] = {
    "requests": Play.requests,
    "no_requests": Play.no_requests,
    "open": Play.nothing,  # looked at where loose ends are
    "refused": Play.nothing,  # looked at in the last step
    "rolled": Play.rolled,
    "no_roll": Play.no_roll,
    "modifiers": Play.modifiers,
    "total": Play.total,
    "band": Play.band,
    "odds": Play.odds,
    "explains": Play.explains,
    "unknown": Play.unknown,
    "changed": Play.changed,
    "applied": Play.applied,
    "held": Play.held,
}


def _selected(request: Request, select: Mapping[str, str]) -> bool:
    seat = select.get("seat")
    others = all(getattr(request, key) == value for key, value in select.items() if key != "seat")
    return others and (seat is None or request.seat in (seat, TABLE))


def _passing(request: Request) -> list[Any]:
    """The answer that lets things be, if the request has one."""
    if request.kind not in ("choose", "confirm"):
        return []
    if len(request.legal) == 1:
        return request.legal
    return [legal for word in PASSING for legal in request.legal if legal == word and type(legal) is type(word)]


def _apart(request: Request, want: Mapping[str, Any]) -> list[str]:
    """In what a request is not as wanted."""
    found: list[str] = []
    for key in ("seat", "kind", "cite", "subject"):
        if key in want and getattr(request, key) != str(want[key]):
            found.append(f"{key} is {getattr(request, key)!r}")
    if str(want.get("prompt", "")).lower() not in request.prompt.lower():
        found.append(f"it asks {request.prompt!r}")
    legal = sorted(map(repr, request.legal))
    if "legal" in want and sorted(map(repr, _listed(want["legal"]))) != legal:
        found.append(f"legal is {_said(request.legal)}")
    if lacking := [o for o in _listed(want.get("offers", [])) if repr(o) not in legal]:
        found.append(f"it does not offer {_said(lacking)}, only {_said(request.legal)}")
    if offered := [o for o in _listed(want.get("lacks", [])) if repr(o) in legal]:
        found.append(f"it offers {_said(offered)}")
    for answer, chance in want.get("odds", {}).items():
        got = request.odds.get(str(answer))
        if got is None or Fraction(got) != _chance(chance):
            found.append(f"the odds of {answer} are {got or 'not given'}")
    if lacking := [f for f in _listed(want.get("facts", [])) if f not in request.facts]:
        found.append(f"it does not ask for {_said(lacking)}, only {_said(request.facts)}")
    return found


def _names(band: Band) -> tuple[str, str, str]:
    return band.title, band.label, band.cite


def _same(got: Any, wanted: Any) -> bool:
    return show_value(got) == str(wanted) if isinstance(got, Span) else bool(got == wanted)


def _said(value: Any) -> str:
    """A value as it would be written in a case."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_said(v)}" for k, v in value.items()) + "}"
    return "[" + ", ".join(map(_said, value)) + "]" if isinstance(value, list | tuple) else str(value)


def _shown(request: Request) -> str:
    answers = request.facts if request.kind == "report" else request.legal
    more = f", {len(answers)} in all" if len(answers) > 12 else ""
    return f"{request.seat} {request.kind} “{request.prompt}” {_said(answers[:12])}{more} [{request.cite}]"


# -- results
@dataclass(frozen=True)
class Outcome:
    """What came of one case.  `shown` and `held` are the rules it names that applied, and that were held back."""

    document: Document
    rules: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    shown: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    trials: int = 1

    @property
    def passed(self) -> bool:
        return not self.problems

    @property
    def name(self) -> str:
        return self.document.name

    def __str__(self) -> str:
        head = f"{'ok  ' if self.passed else 'FAIL'}  {self.document.place}: {self.name}"
        return "\n".join([head, *("      " + line for p in self.problems for line in p.split("\n"))])


@dataclass
class _Tally:
    problems: list[str] = field(default_factory=list)
    applied: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)


def run_document(document: Document, books: Mapping[str, Book]) -> Outcome:
    """Run one case in all its settings and rows."""
    try:
        case = Case.of(document, books)
    except BadCase as error:
        return Outcome(document, problems=(error.message,))
    tally = _Tally()
    for scenario, options in case.settings:
        _run_setting(case, scenario, options, tally)
    rules = frozenset(case.rules)
    runs = len(case.trials) * len(case.settings)
    return Outcome(document, case.rules, tuple(tally.problems), rules & tally.applied, rules & tally.held, runs)


def _run_setting(case: Case, scenario: str, options: Mapping[str, str], tally: _Tally) -> None:
    setting = f"{' '.join([scenario, *options.values()])}: " if len(case.settings) > 1 else ""
    consulted: set[str] = set()
    completed = True
    for trial in case.trials:
        label = setting + trial.label
        try:
            play = Play(case, trial, scenario, options)
            found = play.run()
        except LegationError as error:
            found, completed = [error.message if isinstance(error, BadCase) else str(error)], False
        except Exception as error:  # a mistake in a book must not hide the other cases
            where = "".join(traceback.format_tb(error.__traceback__)[-2:]).rstrip()
            found, completed = [f"the book broke down: {error!r}\n{where}"], False
        else:
            consulted |= play.witness.applied | play.witness.held
            tally.applied |= play.witness.applied
            tally.held |= play.witness.held
        tally.problems += [label + problem for problem in found]
    if completed:
        tally.problems += [f"{setting}the engine never consulted {c}" for c in case.rules if c not in consulted]


def run_file(path: Path, books: Mapping[str, Book]) -> list[Outcome]:
    return [run_document(document, books) for document in documents(path)]


def run_paths(paths: Iterable[Path], books: Mapping[str, Book]) -> list[Outcome]:
    """Run all case files at and under these paths."""
    return [outcome for path in case_files(*paths) for outcome in run_file(path, books)]


def printed(outcomes: Sequence[Outcome], *, verbose: bool = False) -> str:
    """What differs, and a last line with the count; with `verbose`, also what passed."""
    failed = [o for o in outcomes if not o.passed]
    lines = [str(o) for o in (outcomes if verbose else failed)]
    trials = sum(o.trials for o in outcomes)
    runs = f" ({trials} runs)" if trials != len(outcomes) else ""
    count = f"{len(outcomes)} case{'' if len(outcomes) == 1 else 's'}"
    return "\n".join([*lines, f"{count}{runs}, {len(failed) or 'none'} failed"])
