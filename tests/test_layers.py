"""Each layer imports only those it may: the imports are read from the source, lazy ones included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent

# What a part of the package may import of the others. `legation` is the bare package (its version and public names).
MAY_IMPORT = {
    "core": {"core"},
    "testing": {"core", "testing"},
    "books.twg": {"core", "books.twg"},
    "books.awaw": {"core", "books.awaw"},
    "play": {"core", "play", "books"},
    "sim": {"core", "play", "sim", "books"},
    "store": {"core", "store"},
    "web": {"core", "play", "sim", "store", "web", "books", "legation"},
    "cli": {"core", "testing", "play", "sim", "store", "web", "cli", "books", "legation"},
    "__main__": {"cli"},
}
FREE = {"legation", "books"}  # legation/__init__.py and legation/books/__init__.py tie the parts together
NUMPY = ("legation.core.odds", "legation.core.expr", "legation.play.bidding", "legation.sim")


def module_name(path: Path, top: Path) -> str:
    return ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")


def modules(top: Path) -> dict[str, Path]:
    return {module_name(path, top): path for path in sorted((top / "legation").rglob("*.py"))}


def imports(name: str, path: Path, known: dict[str, Path]) -> Iterator[tuple[int, str]]:
    """Line and full name of every module imported anywhere in the file."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    packages = {parent for module in known for parent in parents(module)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{source}.{alias.name}"
                yield node.lineno, full if full in packages else source


def parents(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[: n + 1]) for n in range(len(parts)))


def part(module: str) -> str:
    """The part of the package a module belongs to: `core`, `books.twg`, ..., or `legation` for the package itself."""
    _, *within = module.split(".")
    return ".".join(within[: 2 if within[0] == "books" else 1]) if within else module


def inside(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def trespasses(top: Path) -> list[str]:
    known = modules(top)
    found = []
    for name, path in known.items():
        here = part(name)
        if here not in MAY_IMPORT and here not in FREE:
            found.append(f"{name}: no row in MAY_IMPORT says what {here} may import")
            continue
        for line, target in imports(name, path, known):
            place = f"{path.relative_to(top).as_posix()}:{line}"
            if inside(target, "numpy") and not inside(name, *NUMPY):
                found.append(f"{place} imports {target}, which only {', '.join(NUMPY)} may")
            if not inside(target, "legation") or here in FREE:
                continue
            if part(target) not in MAY_IMPORT[here]:
                found.append(f"{place} imports {target}, which {here} may not")
            elif here == "cli" and inside(target, "legation.web") and target != "legation.web":
                found.append(f"{place} imports {target}; the command uses only what legation.web itself offers")
    return found


def test_every_layer_imports_only_what_it_may() -> None:
    assert trespasses(TOP) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/a.py", "from legation.core.errors import Refused\nfrom . import b\nimport msgspec\n"),
        ("core/odds.py", "def f():\n    import numpy as np\n"),
        ("sim/deep/a.py", "from numpy import linalg\nfrom ...core import book\n"),
        ("books/twg/a.py", "from legation.core import book\nfrom .b import c\n"),
        ("web/a.py", "from legation.books import book\nfrom legation import __version__, store\n"),
        ("cli/__init__.py", "from legation.web import serve\nfrom legation.testing import coverage\n"),
        ("books/__init__.py", "import legation.books.twg\nimport legation.books.awaw\n"),
        ("__init__.py", "from legation.web import serve\n"),
    ],
)
def test_a_permitted_import_passes(tmp_path: Path, path: str, source: str) -> None:
    assert trespasses(plant(tmp_path, path, source)) == []


@pytest.mark.parametrize(
    ("path", "source", "target"),
    [
        ("core/a.py", "from legation import __version__\n", "legation"),
        ("core/a.py", "from legation import store\n", "legation.store"),
        ("core/a.py", "def f():\n    import legation.books.twg.powers\n", "legation.books.twg.powers"),
        ("core/deep/a.py", "from ...sim import columns\n", "legation.sim"),
        ("core/facts.py", "def f():\n    import numpy.random\n", "numpy.random"),
        ("books/twg/a.py", "from ..awaw import points\n", "legation.books.awaw"),
        ("books/awaw/a.py", "from legation.books import twg\n", "legation.books.twg"),
        ("sim/a.py", "from legation.books.twg import powers\n", "legation.books.twg"),
        ("store/a.py", "from legation.sim import columns\n", "legation.sim"),
        ("web/a.py", "from legation.books.twg import powers\n", "legation.books.twg"),
        ("web/a.py", "import numpy\n", "numpy"),
        ("cli/a.py", "from legation.web import pages\n", "legation.web.pages"),
        ("cli/a.py", "from legation.web.pages import desk\n", "legation.web.pages"),
        ("books/__init__.py", "import numpy\n", "numpy"),
    ],
)
def test_a_trespass_is_named(tmp_path: Path, path: str, source: str, target: str) -> None:
    (found,) = trespasses(plant(tmp_path, path, source))
    assert found.startswith(f"legation/{path}:")
    assert f" imports {target}" in found


# -- the log
BOOKS = {"twg": "legation/books/twg", "awaw": "legation/books/awaw", "tern": "tests/books/tern"}
DOORS = {"allows", "applies", "comes_up", "decided", "fell", "forbids", "holds", "judged", "brought_by", "told"}


def marks(package: Path) -> list[str]:
    """Where a book writes into the log by hand, or passes a door only to be logged and heeds no answer."""
    found = []
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            bare = isinstance(node, ast.Expr)
            call = node.value if isinstance(node, ast.Expr) else node
            if not isinstance(call, ast.Call):
                continue
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if (called == "note" and not bare) or (called in DOORS and bare):
                found.append(f"{path.relative_to(package).as_posix()}:{call.lineno} {called}")
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_kernel_writes_into_the_log(book: str) -> None:
    found = marks(TOP / BOOKS[book])
    print(f"{book}: {len(found)} marks", *found, sep="\n  ")
    assert not found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(world):\n    world.note('DG-1', True)\n", ["a.py:2 note"]),
        ("def f(world):\n    world.weighed(lambda w: w.note('DG-1', True))\n", ["a.py:2 note"]),
        ("def f(world):\n    return world.note('DG-1', True)\n", ["a.py:2 note"]),
        ("def f(world):\n    LIMIT.forbids(world)\n", ["a.py:2 forbids"]),
        ("def f(world):\n    decided(RULE, world, True)\n    return go('on')\n", ["a.py:2 decided"]),
        ("def f(world):\n    return decided(RULE, world, True)\n", []),
        ("def f(world):\n    LIMIT.refuse(world)\n", []),
    ],
)
def test_a_mark_is_found(tmp_path: Path, source: str, found: list[str]) -> None:
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    assert marks(tmp_path) == found


def test_a_new_part_must_be_given_its_row(tmp_path: Path) -> None:
    (found,) = trespasses(plant(tmp_path, "spying/a.py", ""))
    assert "what spying may import" in found


def plant(top: Path, path: str, source: str) -> Path:
    """A small package with every layer in it, and the one module in question."""
    layers = [layer.replace(".", "/") for layer in MAY_IMPORT if layer != "__main__"]
    empty = [f"{layer}/__init__.py" for layer in layers] + ["books/__init__.py", "__init__.py", "web/pages.py"]
    for name, text in {**dict.fromkeys(empty, ""), path: source}.items():
        file = top / "legation" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return top
