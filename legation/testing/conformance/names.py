"""Names: every id, fact and step that is named exists."""

from __future__ import annotations

from legation.core.book import Book

__all__ = ["check_cites"]


def check_cites(book: Book) -> None:
    """Every id that is named stands in a ledger, every fact that is named exists, and every step that is named too."""
    ledgers = book.registry.ledgers
    named = {
        **{cite: declared.where for cite, declared in book.registry.declared.items()},
        **{option.cite: f"the option {option.name}" for option in book.options},
        **{event.cite: f"the event {name}" for name, event in book.events.items()},
    }
    if book.need_cite:
        named[book.need_cite] = "need_cite"
    missing = [f"{cite!r} ({where})" for cite, where in named.items() if cite not in ledgers]
    assert not missing, f"{book.name} cites what no ledger has: {', '.join(missing)}"
    book.check()
    begins = {n: e.step for n, e in book.events.items()} | {n: p.step for n, p in book.procedures.items()}
    for name, step in begins.items():
        assert step in book.steps.by_name, f"{book.name}: {name} begins at {step!r}, which is no step"
    for scenario in book.scenarios:
        schema = book.schema(scenario)
        for change in book.setup(scenario):
            assert change.rule in ledgers, f"{book.name} sets up {change.fact} by {change.rule!r}, in no ledger"
            schema.check(change.fact, change.new)
