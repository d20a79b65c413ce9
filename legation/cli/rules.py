"""Commands about the rules themselves: rules list, show, near, diff, coverage, weight, facts, bespoke; case."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import legation
from legation.cli import kept
from legation.cli.output import JsonOption, Reply, command, plain
from legation.core import sight
from legation.core.book import Book
from legation.core.errors import NotFound, Refused, nearest
from legation.core.inquiries import page_of, pages_of
from legation.core.labels import rule_label
from legation.testing.audit import Audit, Audited, by_hand_of
from legation.testing.cases import (
    BadCase,
    Case,
    Document,
    Outcome,
    case_files,
    cases_of,
    documents,
    printed,
    run_document,
)
from legation.testing.coverage import MARKS, coverage_of, edition_diff
from legation.testing.weight import Weight, Weights, by_id, weigh_all, weights

__all__ = ["add_to", "rule_data", "rule_parts"]

MOST_CASES = 5  # that are worth naming on a screen
MOST_IDS = 40


# -- one rule
def book_of(id: str) -> Book:
    """The book that an id belongs to; a mistyped id is answered with the near misses."""
    books = legation.all_books().values()
    for book in books:
        if id in book.registry.ledgers:
            return book
    raise NotFound("ledger id", id, [id for book in books for id in book.registry.ledgers.ids])


def rule_data(id: str, book: Book | None = None) -> dict[str, Any]:
    """A rule: what the ledger says, how it is declared, and what the last coverage run found."""
    return {**sight.rule_data(book or book_of(id), id), "coverage": _remembered(id)}


def _remembered(id: str) -> dict[str, bool] | None:
    """Whether the id was declared, shown and held when coverage was last run here; None of one that was not there."""
    report = kept.recall("coverage")
    if not isinstance(report, dict) or id not in report.get("covered", ()):
        return None
    return {mark: id not in report.get(mark, ()) for mark in MARKS}


def rule_parts(found: Mapping[str, Any]) -> Iterable[RenderableType]:
    """One rule, for the screen."""
    yield Text.assemble((found["id"], "bold cyan"), f"  {found['kind']}, {found['ledger']}", style="dim")
    yield Padding(Text(found["rule"]), (0, 0, 0, 2))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    if found["unclear"]:
        grid.add_row(Text("ruling" if found["ruling"] else "unclear"), Text(found["unclear"].strip()))
    if found["params"]:
        grid.add_row(Text("numbers"), Text(_params(found["params"])))
    if found["editions"]:
        grid.add_row(Text("editions"), Text(", ".join(found["editions"])))
    declared = f"as {_a(found['as'])}, in {found['file']}" if found["file"] else found["declared"] or "not yet"
    grid.add_row(Text("declared"), Text(declared))
    for name in ("label", "when"):
        if found[name]:
            grid.add_row(Text(name), Text(str(found[name])))
    for effect in found["then"]:
        grid.add_row(Text("then"), Text(effect))
    for case in found["cases"][:MOST_CASES]:
        grid.add_row(Text("case"), Text(f"{case['name']} ({case['file']})"))
    if more := found["cases"][MOST_CASES:]:
        grid.add_row(Text("cases"), Text(f"and {len(more)} more"))
    if found["coverage"] is not None:
        grid.add_row(Text("coverage"), Text(", ".join(k if v else f"not {k}" for k, v in found["coverage"].items())))
    yield Padding(grid, (0, 0, 0, 2))


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _params(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{k}: {_params(v)}" for k, v in value.items())
    return ", ".join(_params(v) for v in value) if isinstance(value, list) else str(value)


def show(id: Annotated[str, typer.Argument(help="Such as DG-ARG-U1.")], json: JsonOption = False) -> Reply:
    """Show a rule: what it says in our words, the ruling on what is open, its numbers, and how it is declared.

    JSON: id, book, ledger, kind, source, rule, unclear, ruling, params, editions, declared, as, file, label, when,
    then, cases (file, name), coverage (declared, shown, held; null of what no `rules coverage` has covered).
    """
    data = rule_data(id)
    return Reply(data, lambda: rule_parts(data))


def near(id: Annotated[str, typer.Argument(help="A mistyped id.")], json: JsonOption = False) -> Reply:
    """List the ids that come near a mistyped one, and those that begin with it.

    JSON: id, near.
    """
    known = [one for book in legation.all_books().values() for one in book.registry.ledgers.ids]
    begins = [one for one in known if one.lower().startswith(id.lower())]
    found = list(dict.fromkeys([*begins, *nearest(id, known)]))
    return Reply({"id": id, "near": found}, lambda: [Text("\n".join(found) or f"No id comes near {id}.")])


def list_(
    ledger: Annotated[str | None, typer.Option("--ledger", help="Only this ledger.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only this kind of rule.")] = None,
    of: Annotated[str | None, typer.Option("--of", help="Only the rules declared for a country.")] = None,
    book: Annotated[str | None, typer.Option("--book", help="Only this book.")] = None,
    json: JsonOption = False,
) -> Reply:
    """List the rules with their kind and label.

    JSON: rules (id, ledger, kind, declared, label).
    """
    names = [book] if book else list(legation.all_books())
    if ledger:
        _ledgers([ledger])
    if of and not book:
        raise Refused("--of needs --book, to know whose country is meant")
    rows = []
    for each in map(legation.book, names):
        only = set(each.rules_of(each.resolve(of))) if of else None
        for part in each.registry.ledgers.ledgers:
            for id in part.ids:
                if (ledger or part.name) != part.name or (kind or part.kinds[id]) != part.kinds[id]:
                    continue
                if only is None or id in only:
                    label = rule_label(each, id)
                    known = id in each.registry.declared
                    rows.append(
                        {"id": id, "ledger": part.name, "kind": part.kinds[id], "declared": known, "label": label}
                    )

    def shown() -> Iterable[RenderableType]:
        grid = Table.grid(padding=(0, 2))
        for row in rows:
            label = row["label"] or ("" if row["declared"] else "not declared yet")
            grid.add_row(Text(str(row["id"]), style="cyan"), Text(str(row["kind"])), Text(str(label)))
        yield grid
        yield Text(f"{len(rows)} rules")

    return Reply({"rules": rows}, shown)


def _versions(one: str, other: str, books: list[str]) -> Reply:
    """What has changed in the rules of these books from one version to another."""
    data: dict[str, list[str]] = {}
    for name in books:
        known = legation.book(name)
        first, last = sorted((one, other), key=known.versions.index)
        data[name] = [says for says in known.changed_since(first) if says not in known.changed_since(last)]

    def shown() -> Iterable[RenderableType]:
        for name, changed in data.items():
            yield Text(f"{legation.book(name).title}, from version {one} to {other}:", style="bold")
            yield from (Text(f"  {says}") for says in changed or ["Nothing is told to have changed."])

    return Reply(data, shown)


def diff(
    one: Annotated[str, typer.Argument(help="An edition or scenario, such as older.")],
    other: Annotated[str, typer.Argument(help="Another, such as current-gs.")],
    book: Annotated[str, typer.Option("--book", help="Whose editions they are, where two books have both.")] = "",
    json: JsonOption = False,
) -> Reply:
    """Print what changes between two editions of a book (the rules that only one has), or two versions of its rules.

    JSON: edition to rules (id, source, kind, rule); of versions, book to what has changed.
    """
    versions = [name for name, known in legation.all_books().items() if {one, other} <= {*known.versions}]
    if versions and (not book or book in versions):
        return _versions(one, other, [book] if book else versions)
    having = [name for name, known in legation.all_books().items() if {one, other} <= {*known.scenarios}]
    found = legation.book(book or next(iter(having or legation.all_books())))
    for name in (one, other):
        found.check_scenario(name)
    entries = edition_diff(found.registry.ledgers.ledgers, one, other)
    rows = {
        name: [{"id": e.id, "source": e.source, "kind": e.kind, "rule": e.rule} for e in only]
        for name, only in entries.items()
    }

    def shown() -> Iterable[RenderableType]:
        for name, only in entries.items():
            yield Text(f"Only in {name}: {len(only)} rules", style="bold")
            for entry in only:
                yield Text.assemble((f"  {entry.id}", "cyan"), f"  {' '.join(entry.rule.split())}")

    return Reply(rows, shown)


# -- cases
def cases_folder(given: list[Path] | None) -> list[Path]:
    """The given paths, or the cases of every book."""
    if given:
        missing = [path for path in given if not path.exists()]
        if missing:
            raise NotFound("file", str(missing[0]), [str(p) for p in sorted(missing[0].parent.glob("*.yaml"))])
        return given
    return [file for book in legation.all_books().values() for file in cases_of(book)]


def run_all(paths: list[Path]) -> tuple[list[Outcome], list[BadCase]]:
    """Run cases; those that cannot be read are told apart from those that fail."""
    books = legation.all_books()
    outcomes, bad = [], []
    for path in case_files(*paths):
        try:
            found = documents(path)
        except BadCase as error:
            bad.append(error)
            continue
        for document in found:
            try:
                Case.of(document, books)
            except BadCase as error:
                bad.append(BadCase(error.message, document.place))
            else:
                outcomes.append(run_document(document, books))
    return outcomes, bad


def case(
    files: Annotated[list[Path] | None, typer.Argument(help="Files or folders; all cases if left out.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name those that passed, too.")] = False,
    json: JsonOption = False,
) -> Reply:
    """Run case files and print what differs; exit 1 if one fails.

    JSON: cases (place, name, rules, passed, problems), failed.
    """
    outcomes, bad = run_all(cases_folder(files))
    if bad:
        raise bad[0]
    failed = sum(not o.passed for o in outcomes)
    data = {
        "cases": [
            {"place": o.document.place, "name": o.name, "rules": o.rules, "passed": o.passed, "problems": o.problems}
            for o in outcomes
        ],
        "failed": failed,
    }
    return Reply(data, lambda: [Text(printed(outcomes, verbose=verbose))], 1 if failed else 0)


def coverage(
    cases: Annotated[list[Path] | None, typer.Option("--cases", help="Files or folders of cases.")] = None,
    ledger: Annotated[list[str] | None, typer.Option("--ledger", help="Only this ledger; may be repeated.")] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Name the ids that are missing.")] = False,
    json: JsonOption = False,
) -> Reply:
    """Run the cases and say, per ledger, which rules are declared, shown firing, shown held back, and carry weight.

    JSON: ledger to total, declared, shown, held, weight, missing (mark to ids).
    """
    named = _ledgers(ledger)
    outcomes, _ = run_all(cases_folder(cases))
    report = coverage_of(outcomes, legation.all_books())
    covered = [id for book in legation.all_books().values() for id in book.registry.ledgers.ids]
    missing_by_mark = {mark: [id for r in report.values() for id in r["missing"][mark]] for mark in MARKS}
    kept.remember(coverage={**missing_by_mark, "covered": covered})
    chosen = {name: found for name, found in report.items() if name in named}
    for weighed in _weighed(cases, chosen, parts=False):
        found = chosen[weighed.ledger]
        found["weight"], found["missing"]["weight"] = weighed.count()["weight"], weighed.missing()
    columns = (*MARKS, "weight")

    def shown() -> Iterable[RenderableType]:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("ledger")
        for name in ("total", *columns):
            table.add_column(name, justify="right")
        for name, found in chosen.items():
            table.add_row(name, *(str(found[column]) for column in ("total", *columns)))
        yield table
        if failed := [o for o in outcomes if not o.passed]:
            yield Text(f"{len(failed)} cases fail and count for nothing: `legation case` says why.", style="bold red")
        if missing:
            for name, found in chosen.items():
                for mark in columns:
                    words = "without weight" if mark == "weight" else f"not {mark}"
                    yield Text(f"{name}, {words}: " + (", ".join(found["missing"][mark]) or "none"))

    return Reply(plain(chosen), shown)


def weight(
    id: Annotated[str | None, typer.Argument(help="One rule, such as DG-ARG-U1; all of them if left out.")] = None,
    cases: Annotated[list[Path] | None, typer.Option("--cases", help="Files or folders of cases.")] = None,
    ledger: Annotated[list[str] | None, typer.Option("--ledger", help="Only this ledger; may be repeated.")] = None,
    parts: Annotated[bool, typer.Option("--parts", help="Leave out single parts of conditions, too.")] = False,
    missing: Annotated[bool, typer.Option("--missing", help="Name the ids without weight.")] = False,
    json: JsonOption = False,
) -> Reply:
    """Turn rules round and say whether a case that lists them notices by something that a player can see.

    JSON: of one rule id, label, kind, carries, tried (turn, part, by, problem, broke) and, of further declarations
    under the same id, again; else ledger to total, definitions, weight, again, again held, parts, parts held, missing.
    """
    if id is not None:
        book = book_of(id)
        every = list(weigh_all(id, book, by_id(_documents(cases, book), {book.name: book}).get(id, ())))
        one, *again = map(_weight_data, every)
        return Reply({**one, "again": again}, lambda: [line for found in every for line in _weight_parts(found)])
    weighed = _weighed(cases, _ledgers(ledger), parts=parts)
    report: dict[str, dict[str, Any]] = {w.ledger: {**w.count(), "missing": w.missing()} for w in weighed}

    def shown() -> Iterable[RenderableType]:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("ledger")
        columns = ("total", "definitions", "weight", "again", "again held", *(("parts", "parts held") if parts else ()))
        for name in columns:
            table.add_column(name, justify="right")
        for name, found in report.items():
            table.add_row(name, *(str(found[column]) for column in columns))
        yield table
        for name, found in report.items() if missing else ():
            yield Text(f"{name}, without weight: " + (", ".join(found["missing"]) or "none"))

    return Reply(plain(report), shown)


def _ledgers(chosen: list[str] | None) -> Collection[str]:
    """The ledgers that were named, or all."""
    known = [ledger.name for book in legation.all_books().values() for ledger in book.registry.ledgers.ledgers]
    for name in chosen or ():
        if name not in known:
            raise NotFound("ledger", name, known)
    return chosen or known


def _weighed(cases: list[Path] | None, ledgers: Collection[str], *, parts: bool) -> Iterator[Weights]:
    """The weight of every id of these ledgers."""
    for book in map(legation.book, legation.all_books()):
        if names := [each.name for each in book.registry.ledgers.ledgers if each.name in ledgers]:
            yield from weights(book, _documents(cases, book), names, parts=parts)


def _documents(cases: list[Path] | None, book: Book) -> list[Document]:
    """The cases of one book."""
    found = [document for path in case_files(*cases_folder(cases)) for document in documents(path)]
    return [d for d in found if isinstance(d.data, dict) and d.data.get("book") == book.name]


def _weight_data(found: Weight) -> dict[str, Any]:
    rows = [
        {"turn": str(n.turn), "part": n.part, "by": n.by, "problem": n.problem, "broke": n.broke}
        for n in (*found.whole, *found.parts)
    ]
    return {"id": found.cite, "label": found.label, "kind": found.kind, "carries": found.carries, "tried": rows}


def _weight_parts(found: Weight) -> Iterable[RenderableType]:
    carries = "has weight" if found.carries else "has no weight" if found.needed else "is words only"
    yield Text.assemble((found.name, "bold cyan"), f"  {found.kind}: {carries}")
    for noticed in (*found.whole, *found.parts):
        what = f"{noticed.turn}{f': {noticed.part}' if noticed.part else ''}"
        yield Text(f"  {what}")
        told = f"{noticed.by}: {noticed.problem}" if noticed.by else "nobody notices"
        yield Text(f"    {told}{f' (a case broke down: {noticed.broke})' if noticed.broke else ''}", style="dim")


# -- facts
def facts(
    family: Annotated[str | None, typer.Argument(help="One family of facts, such as stance; all if left out.")] = None,
    book: Annotated[str | None, typer.Option("--book", help="Only this book.")] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", help="A scenario or edition; the book's first if left out.")
    ] = None,
    json: JsonOption = False,
) -> Reply:
    """Say of every family of facts where it comes from, what it is by default and why, who reads it and who sets it.

    Exit 1 if a rule reads what nothing sets and nobody is asked for, or a default hides what may have happened.

    JSON: book to scenario, faults, families (family, says, source, default, because, readers, setters, steps, given).
    """
    found: dict[str, dict[str, Any]] = {}
    rows: dict[str, list[Audited]] = {}
    for name in [book] if book else list(legation.all_books()):
        each = legation.book(name)
        audit = Audit(each, each.check_scenario(scenario) if scenario and book else next(iter(each.scenarios)))
        if family and family not in audit.schema.by_name:
            if book:
                raise NotFound("family of facts", family, audit.schema.by_name)
            continue
        rows[name] = [row for row in audit.rows() if family in (None, row.family.name)]
        told = [row.plain() for row in rows[name]]
        found[name] = {"scenario": audit.scenario, "faults": audit.faults(), "families": told}
    if not found:
        names = [n for b in legation.all_books().values() for s in b.scenarios for n in b.schema(s).by_name]
        raise NotFound("family of facts", family or "", dict.fromkeys(names))

    def shown() -> Iterable[RenderableType]:
        for name, told in found.items():
            of = family or f"{len(told['families'])} families of facts"
            yield Text(f"{name}, {told['scenario']}: {of}", style="bold")
            yield from _one_family(rows[name][0]) if family else [_families(rows[name])]
            for fault in told["faults"]:
                yield Text(fault, style="bold red")

    return Reply(found, shown, 1 if any(told["faults"] for told in found.values()) else 0)


def _families(rows: Iterable[Audited]) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("family", "where it comes from", "default", "because"):
        table.add_column(name)
    for name in ("readers", "setters"):
        table.add_column(name, justify="right")
    for row in rows:
        setters = len(row.setters) + len(row.steps)
        default = _briefly(row.defaults, 2)
        words = (row.family.name, str(row.family.source), default, row.family.because)
        table.add_row(*map(Text, words), str(len(row.readers)), str(setters))
    return table


def _one_family(row: Audited) -> Iterable[RenderableType]:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    family = row.family
    lines = {
        "it says": family.says,
        "comes from": f"{family.source}{', given at set-up' if row.given else ''}",
        "by default": _briefly(row.defaults, MOST_CASES),
        "because": family.because,
        "read by": _briefly(row.readers, MOST_IDS),
        "set by": _briefly(row.setters, MOST_IDS),
        "by steps": _briefly(row.steps, MOST_IDS),
    }
    for name, words in lines.items():
        if words:
            grid.add_row(Text(name), Text(words))
    yield grid


def _briefly(words: Sequence[str], most: int) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


# -- pages and functions
def bespoke(
    book: Annotated[str | None, typer.Option("--book", help="Only this book.")] = None, json: JsonOption = False
) -> Reply:
    """Name the rules that are functions of their own because the vocabulary cannot say them, and why; and those of
    which a step works out what they bring, or part of it.

    JSON: book to subjects (how many have rules), functions (id, where, label, why), brought (id, where, label).
    """
    found: dict[str, dict[str, Any]] = {}
    for name in [book] if book else list(legation.all_books()):
        each = legation.book(name)
        rows = []
        for rule in each.registry.bespoke:
            _, _, why = (rule.function.__doc__ or "").strip().partition("\n")
            where = each.registry.declared[rule.cite].chapter
            rows.append({"id": rule.cite, "where": where, "label": rule.label, "why": " ".join(why.split())})
        ids = sorted({*by_hand_of(each), *(rule.cite for rule in each.registry.brought)})
        brought = [{"id": id, "where": each.registry.declared[id].chapter, "label": rule_label(each, id)} for id in ids]
        found[name] = {"subjects": len(each.subjects()), "functions": rows, "brought": brought}

    def shown() -> Iterable[RenderableType]:
        for name, told in found.items():
            rows = told["functions"]
            many = "one function" if len(rows) == 1 else f"{len(rows) or 'no'} functions"
            yield Text(f"{name}: {many} of their own, for {told['subjects']} subjects", style="bold")
            for row in rows:
                yield Text.assemble((f"  {row['id']}", "cyan"), f"  {row['where']}: {row['label']}")
                if row["why"]:
                    yield Padding(Text(row["why"], style="dim"), (0, 0, 0, 4))
            if told["brought"]:
                yield Text("Declared, but a step works out what they bring, or part of it:", style="bold")
            for row in told["brought"]:
                yield Text.assemble((f"  {row['id']}", "cyan"), f"  {row['where']}: {row['label']}")

    return Reply(found, shown)


def page(
    country: Annotated[list[str] | None, typer.Argument(help="A country; with --out, all of them.")] = None,
    book: Annotated[
        str, typer.Option("--book", help="Whose country it is; of the first book that has it, if left out.")
    ] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A folder for the pages of all countries.")] = None,
    json: JsonOption = False,
) -> Reply:
    """Print the rules of a country as a page of Markdown, made from the declarations.

    JSON: book, pages (file name to text).
    """
    book = book or _book_with(" ".join(country or ()))
    found = legation.book(book)
    if country:
        subject = found.resolve(" ".join(country))
        pages = {f"{subject}.md": page_of(found, subject)}
    else:
        pages = pages_of(found)
    if not country and out is None:
        raise Refused("say which country, or name a folder for all of them with --out")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (out / name).write_text(text, encoding="utf-8")

    def shown() -> Iterable[RenderableType]:
        if out is not None:
            yield Text(f"{len(pages)} pages are in {out}.")
        else:
            typer.echo("".join(pages.values()), nl=False)

    return Reply({"book": book, "pages": pages}, shown)


def _book_with(subject: str) -> str:
    """The first book that knows a subject; of none, the first, which says what it has instead."""
    names = list(legation.all_books())
    for name in names if subject else ():
        with suppress(NotFound):
            legation.book(name).resolve(subject)
            return name
    return names[0]


def add_to(app: typer.Typer) -> None:
    command(app)(case)
    rules = typer.Typer(help="Look up rules and what the cases cover.", no_args_is_help=True)
    command(rules, "list")(list_)
    command(rules)(show)
    command(rules)(near)
    command(rules)(diff)
    command(rules)(coverage)
    command(rules)(weight)
    command(rules)(facts)
    command(rules)(bespoke)
    command(rules)(page)
    app.add_typer(rules, name="rules")
