"""Weight: whether anybody would notice if a declaration said the opposite.

Every declared id is turned round, in each way that its kind allows, and the cases that list it are run.  It has weight
if one of them then fails by something that a player can see: a fact, a refusal, a request, a roll, a sum, words told.
Besides whole declarations, single parts of a condition are left out one at a time.  What is declared under the same id
again, at another moment or for another deed, is turned round by itself: it needs a case of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from legation.core.book import Book
from legation.core.errors import LegationError, NotYours, Refused
from legation.core.expr import Expr, Named, part_at, part_paths
from legation.core.labels import kind_of
from legation.core.rules import Bespoke, Clause, Datum, Definition, Duty, Modifier, Order, Rule
from legation.core.turning import (
    EFFECT,
    NEGATED,
    NUMBER,
    OMITTED,
    ORDER,
    PART,
    SILENCED,
    VALUE,
    Again,
    Turning,
    other,
    turned,
)
from legation.testing.cases.expecting import set_up
from legation.testing.cases.keywords import EXAMPLE, MARKS, BadCase, Failed
from legation.testing.cases.play import CasePlay
from legation.testing.cases.reading import Document
from legation.testing.cases.understanding import Case

__all__ = ["EXAMPLE", "Noticed", "Weight", "Weights", "by_id", "turns_of", "weigh", "weigh_all", "weights"]


@dataclass(frozen=True)
class Noticed:
    """A way in which an id was turned round, and the first case that failed by it; `broke` if a case broke down."""

    turn: Turning
    by: str = ""
    problem: str = ""
    broke: str = ""
    part: str = ""  # the words of the part that was left out


@dataclass(frozen=True)
class Weight:
    """What was tried with one id."""

    cite: str
    kind: str
    whole: tuple[Noticed, ...] = ()
    parts: tuple[Noticed, ...] = ()
    label: str = ""  # of one of several declarations under the id: the words by which it is known

    @property
    def name(self) -> str:
        return str(Again(self.cite, self.label)) if self.label else self.cite

    @property
    def needed(self) -> bool:
        """Whether it has to have weight: words alone have none."""
        return self.kind != "definition"

    @property
    def carries(self) -> bool:
        return any(noticed.by for noticed in self.whole)


@dataclass
class Weights:
    """All ids of a ledger."""

    ledger: str
    found: list[Weight] = field(default_factory=list)

    def count(self) -> dict[str, int]:
        parts = [part for weight in self.found for part in weight.parts]
        ids, again = [w for w in self.found if not w.label], [w for w in self.found if w.label]
        return {
            "total": len(ids),
            "definitions": sum(not w.needed for w in ids),
            "weight": sum(w.carries for w in ids if w.needed),
            "again": len(again),
            "again held": sum(w.carries for w in again),
            "parts": len(parts),
            "parts held": sum(bool(part.by) for part in parts),
        }

    def missing(self) -> list[str]:
        return [w.name for w in self.found if w.needed and not w.carries]

    def loose(self) -> dict[str, int]:
        """By id, how many parts of its condition can be left out without a case noticing."""
        unheld = {w.name: sum(not part.by for part in w.parts) for w in self.found}
        return {cite: count for cite, count in unheld.items() if count}


def turns_of(rule: Any) -> tuple[Turning, ...]:
    """The ways in which a declaration can be turned round as a whole."""
    ways: tuple[str, ...] = (NEGATED, EFFECT)
    if isinstance(rule, Definition):
        ways = ()
    elif isinstance(rule, Clause):
        ways = (NEGATED, EFFECT)
    elif isinstance(rule, Modifier | Named):
        ways = (NUMBER, NEGATED)
    elif isinstance(rule, Datum):
        ways = (VALUE,)
    elif isinstance(rule, Order):
        ways = (ORDER,)
    elif isinstance(rule, Duty):
        ways = (SILENCED, NEGATED)
    elif isinstance(rule, Bespoke | Rule):
        ways = (EFFECT, NEGATED)
    else:
        ways = (*getattr(rule, "turns", ()), EFFECT, NEGATED, NUMBER)
    return tuple(map(Turning, dict.fromkeys(ways)))


def condition_of(rule: Any) -> Expr | None:
    when = rule.inner if isinstance(rule, Named) else getattr(rule, "when", None)
    return when if isinstance(when, Expr) else None


@contextmanager
def _turned(cite: str | Again, rule: Any, turn: Turning) -> Iterator[None]:
    """The id is turned round: at the kernel's doors, or, of a value that code reads, where it stands."""
    name = {VALUE: "value", ORDER: "of"}.get(turn.how)
    with turned(cite, turn):
        if name is None:
            yield
            return
        old = getattr(rule, name)
        object.__setattr__(rule, name, swapped(old) if turn.how == ORDER else other(old))
        try:
            yield
        finally:
            object.__setattr__(rule, name, old)


def swapped(of: tuple[Any, ...]) -> tuple[Any, ...]:
    """A sequence with its first two places exchanged."""
    return (of[1], of[0], *of[2:]) if len(of) > 1 else ()


def _plays(document: Document, books: Mapping[str, Book]) -> Iterator[Callable[[], CasePlay]]:
    case = Case.of(document, books)
    for scenario, options in case.settings:
        for trial in case.trials:
            yield partial(CasePlay, case, trial, scenario, options)


def notices(document: Document, books: Mapping[str, Book], turn: Turning) -> tuple[str, str]:
    """What a case finds wrong by something that a player can see, and how it broke down if it did.

    That rules clash then is no weight of a declaration; of a part that is left out it tells.
    """
    broke = ""
    for play in _plays(document, books):
        try:
            problems = play().run(marks=False)
        except BadCase:
            raise
        except (Failed, Refused, NotYours) as error:
            if turn.how == PART or not getattr(error, "broke", False):
                return str(error), ""
            broke = str(error)
        except Exception as error:  # a book that is turned round may fall apart: that is no weight
            broke = str(error) if isinstance(error, LegationError) else repr(error)
            if turn.how == PART:
                break
        else:
            if problems:
                return problems[0], ""
    return "", broke


def weigh(cite: str, book: Book, cases: Iterable[Document], *, parts: bool = True) -> Weight:
    """Turn one id round in every way, and see which of the cases that list it notices."""
    listed = list(cases)
    ledger = book.registry.ledgers.ledger_of(cite)
    declared = book.registry.declared.get(cite)
    if ledger.kinds[cite] == EXAMPLE:
        return Weight(cite, EXAMPLE, (_example(listed, {book.name: book}),))
    if declared is None:
        return Weight(cite, "nothing")
    found = _tried(book, listed, cite, declared.rule, turns_of(declared.rule), parts)
    return Weight(cite, kind_of(declared.rule), *found)


def weigh_all(
    cite: str, book: Book, cases: Iterable[Document], *, parts: bool = True, of_all: bool = True
) -> Iterator[Weight]:
    """What is declared under an id: its first declaration, and every further one, with their parts `of_all` or not."""
    listed = list(cases)
    yield weigh(cite, book, listed, parts=parts)
    yield from weigh_again(cite, book, listed, parts=parts and of_all)


def weigh_again(cite: str, book: Book, cases: Iterable[Document], *, parts: bool = True) -> Iterator[Weight]:
    """The same of every further declaration under an id, each by itself: left out, or turned round."""
    listed, main = list(cases), book.registry.declared.get(cite)
    further = {
        rule.label: rule
        for rule in book.registry.walked
        if isinstance(rule, Rule | Clause | Duty) and rule.cite == cite and main is not None and rule is not main.rule
    }
    for label, rule in further.items():
        turns = (Turning(OMITTED), Turning(NEGATED))
        whole, loose = _tried(book, listed, Again(cite, label), rule, turns, parts)
        yield Weight(cite, kind_of(rule), whole, loose, label)


def _tried(
    book: Book, listed: list[Document], cite: str | Again, rule: Any, turns: Iterable[Turning], parts: bool
) -> tuple[tuple[Noticed, ...], tuple[Noticed, ...]]:
    """A declaration is turned round until somebody notices; then the parts of its condition are left out."""
    books = {book.name: book}
    for document in listed:  # set up as declared, before anything is turned round
        for scenario, options in Case.of(document, books).settings:
            set_up(book, scenario, options)

    def tried(turn: Turning, part: str = "") -> Noticed:
        broke = ""
        for document in listed:
            with _turned(cite, rule, turn):
                problem, fell = notices(document, books, turn)
            if problem:
                return Noticed(turn, document.place, problem.split("\n")[0], part=part)
            broke = broke or fell
        return Noticed(turn, broke=broke, part=part)

    whole: list[Noticed] = []
    for turn in turns:
        whole.append(tried(turn))
        if whole[-1].by:
            break
    when = condition_of(rule) if parts else None
    paths = () if when is None else tuple(part_paths(when))
    left_out = [tried(Turning(PART, path, paths), part_at(when, path).english) for path in paths if when is not None]
    return tuple(whole), tuple(left_out)


def _example(listed: list[Document], books: Mapping[str, Book]) -> Noticed:
    """A worked example is there if a case of its own expects something that a player sees."""
    for document in listed:
        if any(visible(trial.then) for trial in Case.of(document, books).trials):
            return Noticed(Turning("it is a case"), document.place, "the example is played")
    return Noticed(Turning("it is a case"))


def visible(then: Mapping[str, Any]) -> bool:
    return any(key not in (*MARKS, "open") for key in then)


def by_id(documents: Iterable[Document], books: Mapping[str, Book]) -> dict[str, list[Document]]:
    """The cases that list each id."""
    found: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        for cite in Case.of(document, books).rules:
            found[cite].append(document)
    return found


def weights(
    book: Book,
    documents: Iterable[Document],
    ledgers: Iterable[str] = (),
    *,
    parts: bool = True,
    of_all: bool = True,
    every: int = 1,
) -> list[Weights]:
    """The weight of every id of a book, ledger by ledger; that of the parts of `every` so many-th id alone."""
    listed, only = by_id(documents, {book.name: book}), set(ledgers)
    return [
        Weights(
            ledger.name,
            [
                weight
                for number, id in enumerate(ledger.ids)
                for weight in weigh_all(
                    id, book, listed.get(id, ()), parts=parts and number % every == 0, of_all=of_all
                )
            ],
        )
        for ledger in book.registry.ledgers.ledgers
        if not only or ledger.name in only
    ]
