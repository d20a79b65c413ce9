"""The pages of docs/ are true: what they build works, what they list is there, and what they point to exists."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from legation.core import abilities

from .test_readme import commands, matches

TOP = Path(__file__).resolve().parents[1]
DOCS = TOP / "docs"
EXAMPLE = TOP / "examples/five-valleys"
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
# A file or folder of the tree, such as `core/book.py`; a diagram may name one without ticks.
NAMED = re.compile(r"(?<![\w./<>-])((?:[\w-]+/)+(?:[\w-]+\.(?:py|yaml|css|js|html))?)(?![\w<])")
ROOTS = [TOP, TOP / "legation", TOP / "legation/books", TOP / "legation/web", DOCS, EXAMPLE]
MADE_THERE = ("uruguay", "twg/war/")  # by a recipe

TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(TUTORIAL) if found == kind]


def test_the_tutorial_builds_the_example() -> None:
    *pieces, _conformance = blocks("python")
    built = (EXAMPLE / "five_valleys/__init__.py").read_text(encoding="utf-8")
    assert "".join("".join(pieces).split()) == "".join(built.split())
    [ledger], [project] = blocks("yaml"), blocks("toml")
    assert ledger == (EXAMPLE / "five_valleys/ledgers/five-valleys.yaml").read_text(encoding="utf-8")
    assert project == (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


def test_the_example_stays_under_150_lines() -> None:
    files = [EXAMPLE / "five_valleys/__init__.py", EXAMPLE / "five_valleys/ledgers/five-valleys.yaml"]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 150


def test_what_the_tutorial_types_works(tmp_path: Path) -> None:
    known = tmp_path / "five_valleys-1.0.dist-info"  # as pip would leave it
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: five-valleys\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text("[legation.books]\nfive-valleys = five_valleys:BOOK\n")
    path = os.pathsep.join(map(str, (tmp_path, EXAMPLE, TOP)))
    env = {**os.environ, "PYTHONPATH": path, "LEGATION_HOME": str(tmp_path / "games"), "COLUMNS": "100"}

    def run(*words: str) -> str:
        line = [sys.executable, *words]
        done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    for block in blocks("console"):
        for command, expected in commands(block):
            shown = run("-m", *shlex.split(command))
            assert matches(expected, shown), f"{command}\n{shown}"
    run("-c", blocks("python")[-1])


def test_every_ability_and_its_methods_are_told() -> None:
    page = (DOCS / "abilities.md").read_text(encoding="utf-8")
    told = {part.splitlines()[0]: part for part in page.split("\n## ")[1:]}
    protocols = {
        name: one for name, one in vars(abilities).items() if inspect.isclass(one) and getattr(one, "_is_protocol", 0)
    }
    assert set(told) == {name for name in protocols if name != "Protocol"}
    for name, part in told.items():
        methods = {word for word, one in vars(protocols[name]).items() if inspect.isfunction(one) and word[0] != "_"}
        assert set(re.findall(r"^\| `(\w+)`", part, re.M)) == methods, name


def test_every_page_is_listed() -> None:
    listed = (DOCS / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in DOCS.glob("*.md") if page.name != "README.md" and f"({page.name})" not in listed
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_points_to_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    gone = [to for to in re.findall(r"\]\(([^)#: ]+)", text) if not (page.parent / to).exists()]
    if page.name in ("README.md", "CONTRIBUTING.md", "architecture.md", "tests.md", "tutorial.md", "abilities.md"):
        named = {to for to in NAMED.findall(text) if "/" in to.strip("/") and not any(m in to for m in MADE_THERE)}
        gone += [to for to in sorted(named) if not any((root / to).exists() for root in ROOTS)]
    assert gone == []
