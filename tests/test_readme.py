"""The README is a tour, and the tour is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from legation.cli.app import app

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.M | re.S)


def matches(expected: list[str], got: str) -> bool:
    """Lines in their order; `...` stands for anything, within a line or for whole lines."""
    pattern = r"[\s\S]*?".join(
        r"\s*\n".join(r"\s+".join(re.escape(w).replace(r"\.\.\.", ".*?") for w in line.split()) for line in chunk)
        for chunk in _chunks(expected)
    )
    return re.search(pattern, got) is not None


def _chunks(lines: list[str]) -> list[list[str]]:
    chunks: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == "...":
            chunks.append([])
        else:
            chunks[-1].append(line)
    return chunks


def commands(block: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def test_the_tour_runs_as_it_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    blocks = BLOCK.findall(README.read_text())
    assert len(blocks) >= 5
    for kind, text in blocks:
        if kind == "python":
            exec(compile(text, "README.md", "exec"), {})
            continue
        for command, expected in commands(text):
            words = shlex.split(command)
            assert words[0] == "legation"
            result = CliRunner().invoke(app, words[1:])
            assert result.exit_code in (0, 2), result.output
            assert matches(expected, result.output), f"{command}\n{result.output}"


def test_every_file_the_readme_points_to_exists() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text()):
        assert (README.parent / target).exists(), target
