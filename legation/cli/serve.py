"""The command that serves games to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli import home
from legation.cli.output import REFUSED, say_error
from legation.core.errors import LegationError, Refused

__all__ = ["add_to"]


def serve(
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets phones in the same network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free one.")] = 8000,
    data: Annotated[Path | None, typer.Option("--data", help="The folder of the SQLite file.")] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", envvar="LEGATION_DATABASE", help="A database URL instead: postgresql://..."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve the web app until interrupted (Ctrl-C).  Games are kept in a folder beside those of the other commands."""
    from legation.web import serve as run  # the server's libraries load only here

    try:
        if data is not None and database is not None:
            raise Refused("--data and --database exclude each other")
        folder = None if database is not None else data or home.home() / "server"
        run(host, port, data=folder, database=database, open_browser=open_)
    except LegationError as error:
        say_error(error)
        raise typer.Exit(REFUSED) from None


def add_to(app: typer.Typer) -> None:
    app.command()(serve)
