"""CONTRIBUTING's recipes, followed to the letter in a copy of the package."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from ..test_readme import commands, matches

TOP = Path(__file__).resolve().parents[2]
# "In `file`:" and a block to put at the end of it, or a console to type into
STEP = re.compile(r"(?:In `(?P<file>[^`]+)`:\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```", re.M | re.S)


def test_the_recipes_of_contributing_work(tmp_path: Path) -> None:
    shutil.copytree(TOP / "legation", tmp_path / "legation", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOP / "pyproject.toml", tmp_path)  # which books there are
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "LEGATION_HOME": str(tmp_path / "games"), "COLUMNS": "120"}
    steps = list(STEP.finditer((TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    assert len(steps) >= 6
    for step in steps:
        if step["file"]:
            file = tmp_path / step["file"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(
                (file.read_text(encoding="utf-8") if file.exists() else "") + step["text"], encoding="utf-8"
            )
        elif step["kind"] == "console":
            for command, expected in commands(step["text"]):
                words = [sys.executable, "-m", *shlex.split(command)]
                done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
                assert matches(expected, done.stdout), f"{command}\n{done.stdout}"
