"""Where a declaration stands: the file and line of an id in a book's own source.

An id is a quoted word somewhere in the call that makes its declaration.  The same word may also stand where the rule is
only spoken of, so each place is judged by what surrounds it: a call that makes a declaration of that kind comes first.
Ids are written out, so that a search of the tree finds them; several may stand in one text, with spaces between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from legation.core.book import Book

__all__ = ["SourceLine", "source_of"]

CITING = ("cite", "also", "follows")  # keywords that give a declaration its id
SPEAKING = frozenset({"Refused", "Change", "Trace", "Remark", "Verdict", ".note"})  # only speak of one
CORE = Path(__file__).parent
PROJECT = Path(__file__).resolve().parents[2]


class SourceLine(NamedTuple):
    """A file and line, and the word on it from which the id comes: itself, or a name for it."""

    path: Path
    line: int
    word: str

    @property
    def file(self) -> str:
        """The file as this project calls it."""
        return self.path.relative_to(PROJECT).as_posix() if self.path.is_relative_to(PROJECT) else self.path.name


@dataclass(frozen=True)
class Spot:
    """A place where a word stands, with the calls around it, the innermost first, and the keyword before it."""

    source: SourceLine
    calls: tuple[str, ...] = ()
    handed: tuple[str, ...] = ()  # the calls that are handed the row in which it stands
    keyword: str = ""
    made: bool = False  # inside a function, where it serves many
    aside: bool = False  # compared, or looked something up by, or only given a name
    again: bool = False  # in what is declared again under the id


@dataclass
class Index:
    """The words of a package, and what its functions give back."""

    words: dict[str, list[Spot]] = field(default_factory=dict)
    gives: dict[str, set[str]] = field(default_factory=dict)  # function -> names in its annotation

    def put(self, word: str, spot: Spot) -> None:
        self.words.setdefault(word, []).append(spot)

    def makes(self, call: str, kinds: set[str]) -> bool:
        """Whether a call makes a declaration of one of these kinds."""
        name = call if call in self.gives else call.removeprefix(".")
        return name in kinds or not kinds.isdisjoint(self.gives.get(name, ()))


def source_of(book: Book, id: str) -> SourceLine | None:
    """The file and line of a declaration."""
    declared = book.registry.declared.get(id)
    index = _index(book.folder)
    rule = declared.rule if declared else None
    found = max(index.words.get(id, ()), key=lambda spot: _weight(index, spot, rule), default=None)
    return found.source if found else None


def _weight(index: Index, spot: Spot, rule: Any) -> int:
    """How much speaks for a place as the declaration."""
    kinds = {c.__name__ for c in type(rule).__mro__ if c is not object}
    made = [n for n, call in enumerate(spot.calls) if index.makes(call, kinds)]
    found = 12 - min(made[0], 4) if made else 6 * any(index.makes(call, kinds) for call in spot.handed)
    found += 4 * (spot.keyword in CITING) + 2 * (not spot.made) + bool(spot.calls)
    found -= spot.again
    found -= 8 * (spot.keyword == "rule" or spot.aside or bool(set(spot.calls[:1]) & SPEAKING))
    return found


# -- reading the source
@cache
def _index(top: Path) -> Index:
    index = Index()
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(top.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    for kernel in ("rules.py", "tables.py", "expr.py"):
        _annotations(index, ast.parse((CORE / kernel).read_text(encoding="utf-8")))
    names: dict[str, str] = {}
    for tree in trees.values():
        _annotations(index, tree)
        names |= dict(_constants(tree))
    for path, tree in trees.items():
        _Reader(index, path, texts[path].splitlines(), names, _uses(tree)).visit(tree)
    return index


def _annotations(index: Index, tree: ast.Module) -> None:
    methods = {id(f) for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for f in c.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            told = {n.id for n in ast.walk(node.returns) if isinstance(n, ast.Name)}
            index.gives.setdefault(f"{'.' if id(node) in methods else ''}{node.name}", set()).update(told)
    index.gives["bespoke"] = {"Bespoke"}


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a module gives to single words."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for to, value in _pairs(node.targets[0], node.value):
                if isinstance(to, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield to.id, value.value


def _pairs(to: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(to, ast.Tuple) and isinstance(value, ast.Tuple) and len(to.elts) == len(value.elts):
        yield from zip(to.elts, value.elts, strict=True)
    else:
        yield to, value


def _uses(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """The calls that are handed what a module has named, such as a row of ids."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for given in (*node.args, *(k.value for k in node.keywords)):
                inner = given.value if isinstance(given, ast.Starred) else given
                if isinstance(inner, ast.Name):
                    found.setdefault(inner.id, []).append(_called(node))
    return {name: tuple(dict.fromkeys(calls)) for name, calls in found.items()}


def _called(node: ast.Call) -> str:
    """The name of what is called; that of a method, or of a function in another module, with a dot before it."""
    return f".{node.func.attr}" if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


class _Reader(ast.NodeVisitor):
    """Walks a module and notes where each word stands."""

    def __init__(
        self, index: Index, path: Path, lines: list[str], names: dict[str, str], uses: dict[str, tuple[str, ...]]
    ) -> None:
        self.index, self.path, self.lines, self.names, self.uses = index, path, lines, names, uses
        self.calls: list[str] = []
        self.handed: tuple[str, ...] = ()  # the calls that a named row of ids is handed to
        self.keyword, self.made, self.aside, self.again = "", False, False, False

    def _spot(self, node: ast.AST, word: str) -> Spot:
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        line = next((n for n in range(first, last) if word in self.lines[n - 1]), last)
        source = SourceLine(self.path, line, word)
        calls = tuple(reversed(self.calls))
        return Spot(source, calls, self.handed, self.keyword, self.made, self.aside, self.again)

    def visit_Module(self, node: ast.Module) -> None:
        for part in node.body:
            if isinstance(part, ast.Assign):
                names = [n.id for n in ast.walk(part.targets[0]) if isinstance(n, ast.Name)]
                self.handed = tuple(call for name in names for call in self.uses.get(name, ()))
            self.visit(part)
            self.handed = ()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        before, self.made = self.made, True
        self.calls.append(node.name)
        for part in node.body:
            self.visit(part)
        self.calls.pop()
        self.made = before

    def visit_Call(self, node: ast.Call) -> None:
        before, was = self.keyword, self.again
        self.again = was or any(named.arg == "again" for named in node.keywords)
        self.calls.append(_called(node))
        for given in node.args:
            self.keyword = ""
            self.visit(given)
        for named in node.keywords:
            self.keyword = named.arg or ""
            self.visit(named.value)
        self.calls.pop()
        self.keyword, self.again = before, was
        self.visit(node.func)

    def _aside(self, node: ast.AST) -> None:
        before, self.aside = self.aside, True
        self.generic_visit(node)
        self.aside = before

    visit_Compare = _aside

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        self._aside(ast.Tuple([node.slice], ast.Load()))

    def visit_Assign(self, node: ast.Assign) -> None:
        for _, value in _pairs(node.targets[0], node.value):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                self._aside(ast.Tuple([value], ast.Load()))
            else:
                self.visit(value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            for word in node.value.split():
                self.index.put(word, self._spot(node, word))

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id in self.names and self.calls:
            self.index.put(self.names[node.id], self._spot(node, node.id))
