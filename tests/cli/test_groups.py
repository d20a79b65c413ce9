"""Every command stands in one group of `legation --help`; a command that was renamed is understood, with a hint."""

from __future__ import annotations

import pytest
import typer

from legation.cli.app import app
from legation.cli.groups import GROUPS, OLD_NAMES

from .conftest import Run


def test_every_command_stands_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_the_help_shows_the_groups(run: Run) -> None:
    shown = run("--help").out
    assert [heading for heading in GROUPS if f"\n{heading}:\n" not in shown] == []


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_an_old_name_is_understood_with_a_hint(run: Run, old: str, new: str) -> None:
    said = run(old, "--help")
    assert f"`{old}` is called `{new}` now." in said.err
    assert run(new, "--help").out.splitlines()[2:] == said.out.splitlines()[2:]
