"""Each layer imports only those it may (the contracts of pyproject.toml), and only the kernel writes into the log."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
PARTS = ("core", "testing", "books", "books/twg", "books/awaw", "play", "sim", "store", "web", "cli")
MODULES = ("web/pages.py", "play/bidding.py")


def trespasses(tree: Path) -> str:
    """What import-linter says of a tree; nothing if it keeps all contracts."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    config = ["--config", str(TOP / "pyproject.toml"), "--no-cache", "--no-logo"]
    env = {**os.environ, "PYTHONPATH": str(tree)}
    ran = subprocess.run(
        [sys.executable, "-c", command, *config], cwd=tree, env=env, capture_output=True, text=True, check=False
    )
    return ran.stdout + ran.stderr if ran.returncode else ""


def test_every_layer_imports_only_what_it_may() -> None:
    assert trespasses(TOP) == ""


@pytest.mark.parametrize(
    "planted",
    [
        {
            "core/a.py": "from legation.core.errors import Refused\nfrom . import b\nimport msgspec\n",
            "sim/deep/a.py": "from numpy import linalg\nfrom ...core import book\n",
            "books/twg/a.py": "from legation.core import book\nfrom .b import c\n",
            "web/a.py": "from legation.books import book\nfrom legation import __version__, store\n",
            "cli/__init__.py": "from legation.web import serve\nfrom legation.testing import coverage\n",
            "__init__.py": "from legation.web import serve\n",
        }
    ],
)
def test_permitted_imports_pass(tmp_path: Path, planted: dict[str, str]) -> None:
    assert trespasses(plant(tmp_path, planted)) == ""


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/a.py", "from legation import __version__\n"),
        ("core/a.py", "from legation import store\n"),
        ("core/a.py", "def f():\n    import legation.books.twg.powers\n"),
        ("core/deep/a.py", "from ...sim import columns\n"),
        ("core/facts.py", "def f():\n    import numpy.random\n"),
        ("books/twg/a.py", "from ..awaw import points\n"),
        ("sim/a.py", "from legation.books.twg import powers\n"),
        ("store/a.py", "from legation.sim import columns\n"),
        ("web/a.py", "from legation.books.twg import powers\n"),
        ("web/a.py", "from legation.testing import coverage\n"),
        ("web/a.py", "import numpy\n"),
        ("cli/a.py", "from legation.web import pages\n"),
    ],
)
def test_a_trespass_is_named(tmp_path: Path, path: str, source: str) -> None:
    name = "legation." + path.removesuffix(".py").replace("/", ".")
    assert name in trespasses(plant(tmp_path, {path: source}))


def plant(top: Path, planted: dict[str, str]) -> Path:
    """A small package with every layer in it, and the modules in question."""
    known = [f"{part}/__init__.py" for part in PARTS] + ["__init__.py", *MODULES]
    known += ["core/a.py", "core/b.py", "core/book.py", "core/errors.py", "books/twg/b.py", "books/twg/powers.py"]
    known += ["books/awaw/points.py", "sim/columns.py", "testing/coverage.py"]
    for name, text in {**dict.fromkeys(known, ""), "play/bidding.py": "import numpy\n", **planted}.items():
        file = top / "legation" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        for folder in file.relative_to(top).parents:
            if folder.name:
                (top / folder / "__init__.py").touch()
    return top


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
