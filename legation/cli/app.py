"""The commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

import legation
from legation.cli import advise, answer, fill, keeping, money, new, play, rules, serve, sheet, show, simulate
from legation.cli.groups import Grouped

__all__ = ["app"]

app = typer.Typer(
    name="legation",
    cls=Grouped,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"legation {legation.__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which.")] = False,
) -> None:
    """The referee's desk for the diplomacy of two WWII board games.

    Games are kept under LEGATION_HOME (by default in the user's data folder) and every act is saved at once.  A command
    uses the last game unless --game names another.  Exit codes: 0 done, 1 something differs or fails, 2 refused.
    """


for family in (new, play, show, answer, fill, sheet, money, rules, advise, simulate, serve, keeping):
    family.add_to(app)
