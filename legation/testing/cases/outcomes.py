"""Running cases and saying what came of them."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legation.core.book import Book
from legation.core.errors import LegationError
from legation.core.rules import Datum, Definition, Order
from legation.testing.cases.keywords import EXAMPLE, BadCase
from legation.testing.cases.play import CasePlay
from legation.testing.cases.reading import Document, case_files, documents
from legation.testing.cases.understanding import Case


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
    shown = (rules & tally.applied) | unlogged(case)
    runs = len(case.trials) * len(case.settings)
    return Outcome(document, case.rules, tuple(tally.problems), shown, rules & tally.held, runs)


def unlogged(case: Case) -> frozenset[str]:
    """The rules of a case that no door logs: worked examples, which are this case, and values, orders and words.

    To list them is to show them; whether the case would notice them is measured as their weight.
    """
    registry = case.book.registry
    declared = {cite: found.rule for cite in case.rules if (found := registry.declared.get(cite))}
    read = {cite for cite, rule in declared.items() if isinstance(rule, Datum | Definition | Order)}
    return frozenset(c for c in case.rules if c in read or registry.ledgers.kind(c) == EXAMPLE)


def _run_setting(case: Case, scenario: str, options: Mapping[str, str], tally: _Tally) -> None:
    setting = f"{' '.join([scenario, *options.values()])}: " if len(case.settings) > 1 else ""
    consulted: set[str] = set()
    completed = True
    for trial in case.trials:
        label = setting + trial.label
        try:
            play = CasePlay(case, trial, scenario, options)
            found = play.run()
        except LegationError as error:
            found, completed = [error.message if isinstance(error, BadCase) else str(error)], False
        except Exception as error:  # a mistake in a book must not hide the other cases
            where = "".join(traceback.format_tb(error.__traceback__)[-2:]).rstrip()
            found, completed = [f"the book broke down: {error!r}\n{where}"], False
        else:
            applied = play.log.applied | play.cited()
            consulted |= applied | play.log.held
            tally.applied |= applied
            tally.held |= play.log.held
        tally.problems += [label + problem for problem in found]
    if completed:
        unseen = [cite for cite in case.rules if cite not in consulted | unlogged(case)]
        tally.problems += [f"{setting}the engine never consulted {cite}" for cite in unseen]


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
