"""A document as a case: its settings, rows, steps and expectations, checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from legation.core.abilities import HasTables
from legation.core.book import Book
from legation.core.errors import LegationError, NotFound, nearest
from legation.testing.cases.keywords import ARROW, BEGIN, KEYS, VERBS, BadCase
from legation.testing.cases.reading import Document


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
    data = mapping(data, "a case")
    check_keys(data, KEYS, "a case")
    name = data.get("name")
    if not isinstance(name, str):
        raise BadCase("a case needs a name")
    if "book" not in data:
        raise BadCase("a case needs a book")
    if data["book"] not in books:
        raise NotFound("book", data["book"], books)
    book = books[data["book"]]
    rules = strings(data.get("rules", []), "rules")
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
    options = {k: str(one_word(v)) for k, v in mapping(data.get("options", {}), "options").items()}
    scenarios, editions = strings(data.get("scenario", []), "scenario"), strings(data.get("edition", []), "edition")
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
    head = strings(data.get("head", []), "head")
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
            then[kind] = [*strings(then.get(kind, []), kind), column]
        else:
            then["modifiers"] = {**then.get("modifiers", {}), column: cell}
    return {**_filled(found, words), "given": _filled(given, words), "then": _filled(then, words)}


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    """The same data with `$name` replaced by the cell of its column; of a key, as a part between dots."""
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, dict):
        return {_filled_key(k, words): _filled(v, words) for k, v in value.items()}
    return [_filled(v, words) for v in value] if isinstance(value, list) else value


def _filled_key(key: str, words: Mapping[str, Any]) -> str:
    return ".".join(str(words.get(part, part)) for part in key.split(".")) if "$" in key else key


def _trial(label: str, data: Mapping[str, Any], book: Book) -> Trial:
    given = dict(mapping(data.get("given", {}), "given"))
    events = _steps(given.pop("events", []), "given events", book)
    when = _steps(data.get("when", []), "when", book)
    then = dict(mapping(data.get("then", {}), "then"))
    if not then:
        raise BadCase("a case expects something: then: {…}")
    if "refused" in then:
        if not when:
            raise BadCase("nothing is done that could be refused: when is empty")
        when = (*when[:-1], {**when[-1], "refused": then["refused"]})
        refusal(then["refused"], book)
    for cite in _ids_in(then):
        _check_id(cite, book)
    table = data.get("table")
    if table is not None:
        table = {"name": table} if isinstance(table, str) else mapping(table, "table")
        known = book.tables() if isinstance(book, HasTables) else ()
        if table.get("name") not in known:
            raise NotFound("table", table.get("name"), known)
    die = data.get("die")
    if die is not None and not isinstance(die, int):
        raise BadCase(f"die is a face, not {die!r}")
    return Trial(label, given, events, data.get("dice", []), die, when, then, table)


def _ids_in(then: Mapping[str, Any]) -> Iterator[str]:
    for key in ("applied", "held"):
        yield from strings(then.get(key, []), key)
    yield from map(str, mapping(then.get("modifiers", {}), "modifiers"))
    yield from (str(cite) for cite in mapping(then.get("changed", {}), "changed").values() if cite)
    explains = then.get("explains", [])
    for ids in explains.values() if isinstance(explains, dict) else [explains]:
        yield from strings(ids, "explains")


def _steps(steps: Any, where: str, book: Book) -> tuple[Mapping[str, Any], ...]:
    if isinstance(steps, dict):
        steps = [steps]
    if not isinstance(steps, list):
        raise BadCase(f"{where} is a list of steps, not {steps!r}")
    return tuple(_step(step, f"step {n} of {where}", book) for n, step in enumerate(steps, 1))


def _step(found: Any, where: str, book: Book) -> Mapping[str, Any]:
    step = mapping(found, where)
    verb = verb_of(step)
    if verb is None:
        first = str(next(iter(step), ""))
        raise NotFound(f"verb for {where}:", first, VERBS)
    beside = VERBS[verb]
    if beside is not None:
        check_keys(step, (verb, *beside), where)
    elif verb == "run":
        takes: Iterable[str] = ()
        if step["run"] in book.procedures:
            takes = book.procedures[step["run"]].takes
        elif step["run"] != BEGIN:
            raise NotFound("procedure", step["run"], [*book.procedures, BEGIN])
        check_keys(step, ("run", "refused", *takes), where)
    else:
        if step["event"] not in book.events:
            raise NotFound("event", step["event"], book.events)
        check_keys(step, ("event", "seat", "refused", *book.events[step["event"]].takes), where)
    if "refused" in step:
        refusal(step["refused"], book)
    return step


def verb_of(step: Mapping[str, Any]) -> str | None:
    """What a step does: its first word, or the only verb in it."""
    first = next(iter(step), None)
    return first if first in VERBS else next((key for key in step if key in VERBS), None)


def refusal(wanted: Any, book: Book) -> tuple[str | None, str]:
    """The rule and the words that a refusal must have."""
    if wanted is True:
        return None, ""
    if isinstance(wanted, str):
        wanted = {"rule": wanted}
    wanted = mapping(wanted, "refused")
    check_keys(wanted, ("rule", "says"), "refused")
    rule = wanted.get("rule")
    if rule is not None:
        _check_id(str(rule), book)
    return None if rule is None else str(rule), str(wanted.get("says", ""))


def _check_id(cite: str, book: Book) -> None:
    if cite not in book.registry.ledgers:
        raise NotFound(f"ledger id of {book.name}:", cite, book.registry.ledgers.ids)


def check_keys(found: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in found:
        if key not in known:
            near = nearest(str(key), known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
            raise BadCase(f"there is no key {key!r} in {where}; {hint}")


def mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadCase(f"{what} is a mapping (key: value), not {value!r}")
    return {str(k): v for k, v in value.items()}


def strings(value: Any, what: str) -> list[str]:
    """One word or a list of them."""
    found = value if isinstance(value, list) else [value]
    if any(isinstance(v, dict | list | bool) or v is None for v in found):
        raise BadCase(f"{what} is a word or a list of words, not {value!r}")
    return [str(v) for v in found]


def one_word(value: Any) -> Any:
    """The word that YAML took for a truth, where a word is wanted."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def as_fraction(value: Any) -> Fraction:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadCase(f"{value!r} is no chance; write a fraction such as 5/12") from None
