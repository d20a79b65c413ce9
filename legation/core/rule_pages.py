"""Pages of rules as Markdown, made from the declarations alone: for books whose rules stand in no charts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legation.core.book import Book
from legation.core.labels import condition_of, effects_of, kind_of, rule_label, source_of

__all__ = ["groups_of", "rule_page", "rule_pages"]

MADE = "Made by `make docs` from the declarations; do not edit."


def groups_of(book: Book) -> dict[str, list[str]]:
    """The declared ids by the part of the book in which they stand."""
    found: dict[str, list[str]] = {}
    for id, declared in book.registry.declared.items():
        found.setdefault(declared.chapter, []).append(id)
    return found


def rule_page(book: Book, group: str, ids: Iterable[str] | None = None) -> str:
    """Every id of a group: what it is called, when it applies, what it brings about, and where it stands."""
    named = groups_of(book).get(group, ()) if ids is None else (id for id in ids if id in book.registry.declared)
    lines = [line for id in named for line in _lines(book, id)]
    return "\n\n".join([f"# {_heading(group)}", MADE, "\n".join(lines) or "No rule is its alone."]) + "\n"


def _lines(book: Book, id: str) -> list[str]:
    rule, source = book.registry.declared[id].rule, source_of(book, id)
    label, when = rule_label(book, id), condition_of(book, id)
    where = f", {source.file}" if source else ""
    found = [f"- `{id}` ({kind_of(rule)}{where}){f': {label}' if label else ''}"]
    if when:
        found.append(f"  - when: {when}")
    return found + [f"  - {effect}" for effect in effects_of(book, id)]


def _heading(group: str) -> str:
    return group[:1].upper() + group[1:]


def _file(group: str) -> str:
    return re.sub(r"[\W_]+", "-", group.lower()).strip("-") + ".md"


def rule_pages(book: Book) -> dict[str, str]:
    """All pages by file name, with a README that lists them."""
    groups = groups_of(book)
    rows = [f"- [{_heading(name)}]({_file(name)}), {len(ids)} rules" for name, ids in sorted(groups.items())]
    head = [f"# {book.title}: the rules", MADE, "\n".join(rows)]
    return {"README.md": "\n\n".join(head) + "\n", **{_file(name): rule_page(book, name) for name in groups}}
