"""The wheel alone, in an environment of its own: it plays, serves, simulates and verifies without the repository.

The packages of others come from the environment of the tests; that Legation declares them all is read from its imports.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer

TOP = Path(__file__).resolve().parents[2]
EXAMPLE = TOP / "examples/five-valleys"
PIP = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check")
GAMES = ("twg", "awaw", "five-valleys")
# What is imported under another name than it is installed by.
CALLED = {"yaml": "pyyaml", "markupsafe": "jinja2", "starlette": "fastapi", "pydantic": "fastapi", "click": "typer"}


@dataclass(frozen=True)
class Installed:
    """A fresh environment with the two wheels, and a folder far from the repository."""

    bin: Path
    away: Path

    def run(self, *words: str) -> str:
        command = [str(self.bin / "legation"), *words]
        done = subprocess.run(command, cwd=self.away, env=self.env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def env(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LEGATION"))}
        return {**kept, "HOME": str(self.away), "LEGATION_HOME": str(self.away / "games")}


def wheel_of(source: Path, into: Path) -> Path:
    """Built from a copy, so that nothing is left in the tree."""
    copy = into / f"{source.name}-source"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "tests"))
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(into), str(copy)]
    subprocess.run(build, check=True, capture_output=True)
    [made] = into.glob(f"{source.name.replace('-', '_')}-*.whl") if source != TOP else into.glob("legation-*.whl")
    return made


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    wheels = [wheel_of(TOP, folder), wheel_of(EXAMPLE, folder)]
    venv.create(folder / "env", with_pip=False)
    bin_ = folder / "env/bin"
    [site] = (folder / "env").glob("lib/python*/site-packages")
    (site / "of_others.pth").write_text(f"{Path(typer.__file__).parents[1]}\n")
    install = [*PIP, "--python", str(bin_ / "python"), "install", "--no-deps", "--no-index", "--force-reinstall"]
    subprocess.run([*install, *map(str, wheels)], check=True, capture_output=True)
    away = folder / "away"
    away.mkdir()
    found = Installed(bin_, away)
    where = subprocess.run(
        [str(bin_ / "python"), "-c", "import legation; print(legation.__file__)"],
        cwd=away, env=found.env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(folder)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_it_begins_shows_and_verifies_a_game(installed: Installed, game: str) -> None:
    installed.run("new", game, "--name", game, "--seed", "7")
    assert installed.run("show", "--game", game).strip()
    assert "follow" in installed.run("verify", "--game", game) or installed.run("verify", "--game", game)


@pytest.mark.parametrize("game", GAMES)
def test_it_simulates(installed: Installed, game: str) -> None:
    found = json.loads(installed.run("simulate", game, "--campaigns", "50", "--rounds", "2", "--json"))
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_its_bots_play_each_other(installed: Installed, game: str) -> None:
    installed.run("tournament", game, "--games", "2", "--json")


@pytest.mark.parametrize("game", ["twg", "awaw"])
def test_it_brings_its_rules_and_cases(installed: Installed, game: str) -> None:
    ids = json.loads(installed.run("rules", "list", "--book", game, "--json"))["rules"]
    shown = json.loads(installed.run("rules", "show", ids[0]["id"], "--json"))
    assert shown["rule"]
    assert shown["cases"]


@pytest.fixture
def server(installed: Installed) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(installed.bin / "legation"), "serve", "--port", str(port), "--only-here"]
    shown = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    running = subprocess.Popen(command, cwd=installed.away, env=installed.env, **shown)  # type: ignore[call-overload]
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(address, timeout=5).read()
                break
            except OSError:
                assert running.poll() is None, running.stdout.read() if running.stdout else ""
                time.sleep(0.25)
        yield address
    finally:
        running.terminate()
        running.wait(30)
        if running.stdout:
            running.stdout.close()


def test_it_serves_every_book_with_its_plates(server: str) -> None:
    page = urllib.request.urlopen(f"{server}/?begin=alone", timeout=20).read().decode()
    for title in ("The War Game", "A World at War", "Five Valleys"):
        assert title in page
    drawn = re.findall(r'src="(/static/plates/[^"]+)"', page)
    assert drawn
    for address in drawn:
        assert urllib.request.urlopen(server + address.replace("&amp;", "&"), timeout=20).status == 200


def imported() -> Iterator[tuple[str, str]]:
    """Every package of others that a module imports, and where."""
    for path in sorted((TOP / "legation").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
            for name in names:
                if (top := name.split(".")[0]) not in sys.stdlib_module_names and top != "legation":
                    yield top, path.relative_to(TOP).as_posix()


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for more in project["optional-dependencies"].values() for one in more)]
    declared = {re.split(r"[\[<>=,; ]", one)[0].lower().replace("_", "-") for one in wanted}
    known = declared | {name for name, of in CALLED.items() if of in declared}
    assert [(name, where) for name, where in imported() if name.replace("_", "-") not in known] == []
    assert all(">=" in one for one in wanted), "a lower bound for each"
