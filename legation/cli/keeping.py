"""The commands that keep games well: moving one between files, databases and servers, backups, and a look at it all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli.output import JsonOption, Reply, command

__all__ = ["add_to"]

FILES = "files"
PLACES = "`files` (the games of these commands), `server`, a folder with a database, or postgresql://..."
WhereOption = Annotated[
    str | None,
    typer.Option("--in", help="`server` (the default), a folder, or postgresql://...", envvar="LEGATION_DATABASE"),
]


def move(
    game: Annotated[str, typer.Argument(help="A game's name, id or file.")],
    to: Annotated[str, typer.Option("--to", help=f"{PLACES}, or the address of a server.")],
    from_: Annotated[str, typer.Option("--from", help=PLACES)] = FILES,
    name: Annotated[str | None, typer.Option("--name", help="What it is called there.")] = None,
    copy: Annotated[bool, typer.Option("--copy", help="Leave it where it is, too.")] = False,
    house_key: Annotated[str, typer.Option("--house-key", envvar="LEGATION_HOUSE_KEY", help="Of that server.")] = "",
    json: JsonOption = False,
) -> Reply:
    """Move a game, with its secrets, to another place: a file, an SQLite folder, a PostgreSQL, or a running server.

    Between databases its links go on opening it; from a file, new links are told.  JSON: game, at, links (by chair).
    """
    from legation.cli import moving  # the libraries of databases load only here

    return moving.move(game, from_, to, name=name, copy=copy, house_key=house_key)


def backup(
    to: Annotated[Path, typer.Argument(help="A new file.")], where: WhereOption = None, json: JsonOption = False
) -> Reply:
    """Copy all games of a database into one file, while servers go on.  It holds what is secret, too: keep it so.

    A plain copy of the database file is not worth anything while a server runs.  JSON: file, games.
    """
    from legation.cli import moving

    return moving.backup(to, where)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    where: WhereOption = None,
    only: Annotated[list[str] | None, typer.Option("--only", help="Only this game; may be repeated.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="In the place of those that are there.")] = False,
    json: JsonOption = False,
) -> Reply:
    """Put the games of a backup into a database; each is checked first, and all of them are put back or none.

    JSON: games (their ids).
    """
    from legation.cli import moving

    return moving.restore(file, where, only or None, replace=replace)


def doctor(where: WhereOption = None, json: JsonOption = False) -> Reply:
    """Look at everything that can be amiss with this installation and its games; nothing is changed.

    JSON: checks (what, ok, says).  Exit code 1 if something is amiss.
    """
    from legation.cli import checkup

    return checkup.doctor(where)


def add_to(app: typer.Typer) -> None:
    for each in (move, backup, restore, doctor):
        command(app)(each)
