"""The command that serves games to browsers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.cli import kept
from legation.cli.output import REFUSED, say_error
from legation.core.errors import LegationError, Refused

__all__ = ["add_to"]

HERE = "127.0.0.1"


def serve(
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets phones in the same network in.")] = HERE,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free one.")] = 8000,
    data: Annotated[Path | None, typer.Option("--data", help="The folder of the SQLite file.")] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", envvar="LEGATION_DATABASE", help="A database URL instead: postgresql://..."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    phones: Annotated[
        bool | None,
        typer.Option("--phones/--only-here", help="Let devices in the same network in, or none; else --open asks."),
    ] = None,
    house_key: Annotated[
        str,
        typer.Option(
            "--house-key", envvar="LEGATION_HOUSE_KEY", help="Who begins or lists games from elsewhere says it."
        ),
    ] = "",
    public_url: Annotated[
        str, typer.Option("--public-url", help="Behind a proxy: the address at which others find it, https://...")
    ] = "",
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes, with a PostgreSQL.")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", help="No line of the log for each act.")] = False,
) -> None:
    """Serve the web app until interrupted (Ctrl-C).  Games are kept in a folder beside those of the other commands."""
    from legation.web import serve as run  # the server's libraries load only here

    try:
        if data is not None and database is not None:
            raise Refused("--data and --database exclude each other")
        if host == HERE and _lets_in(phones, ask=open_):
            host = "0.0.0.0"
        folder = None if database is not None else data or kept.home() / "server"
        if public_url and not re.fullmatch(r"https?://[^/?#\s]+/?", public_url):
            raise Refused("--public-url is an address without a path, such as https://legation.example.org")
        house = {"house_key": house_key, "public_url": public_url}
        run(host, port, data=folder, database=database, open_browser=open_, workers=workers, quiet=quiet, **house)
    except LegationError as error:
        say_error(error)
        raise typer.Exit(REFUSED) from None


def _lets_in(phones: bool | None, *, ask: bool) -> bool:
    """Whether other devices may come in.  Nobody is let in unasked: without a keyboard to ask at, only this machine."""
    if phones is not None or not ask or not sys.stdin.isatty():
        return bool(phones)
    typer.echo(
        "Legation can run for this machine alone, or also for phones and others in the same network (Wi-Fi, hotspot)."
    )
    return typer.confirm("Let them in?", default=False)


def add_to(app: typer.Typer) -> None:
    app.command()(serve)
