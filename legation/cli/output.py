"""One way out for every command: a reply is printed for people or as JSON, an error as one sentence.

With `--json`, an error is `{"error": {"kind", "message", "rule", "allowed"}}` on standard output.  Exit codes: 0 done,
1 the command ran and found something wrong (a failing case, a record that differs), 2 refused or not understood.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console, RenderableType

from legation.core.errors import BadRecord, LegationError, Refused
from legation.core.to_json import error_data, plain

__all__ = ["GameOption", "JsonOption", "Reply", "SeatOption", "command", "console", "plain", "say_error", "sentence"]

GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", envvar="LEGATION_GAME", help="A game's name or file; the last used one if left out."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print plain data.")]
SeatOption = Annotated[str | None, typer.Option("--seat", "-s", help="Who acts or looks.")]

WIDE = 120  # where nobody looks on, lines are not cut to a screen
REFUSED = 2


class Reply(NamedTuple):
    """What a command answers: plain data, what a person sees of it (made only if a person reads), and the exit code."""

    data: Any
    shown: Callable[[], Iterable[RenderableType]]
    code: int = 0


def console(*, errors: bool = False) -> Console:
    """A console that takes text as it is: rule ids stand in square brackets."""
    stream = sys.stderr if errors else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDE
    return Console(stderr=errors, width=width, markup=False, highlight=False, emoji=False)


def print_json(value: Any) -> None:
    print(json.dumps(plain(value), indent=2, ensure_ascii=False))


def sentence(error: LegationError) -> str:
    """The error's text, with the way out that this command offers."""
    if isinstance(error, BadRecord):
        return str(error).replace(
            "open with salvage to go on from there", "`legation import FILE --salvage` goes on from there in a copy"
        )
    return str(error)


def say_error(error: LegationError, *, as_json: bool = False) -> None:
    if as_json:
        data = error_data(error)
        data["error"]["message"] = sentence(error)
        print_json(data)
    else:
        console(errors=True).print(sentence(error), style="bold red", soft_wrap=True)


def command(app: typer.Typer, name: str | None = None) -> Callable[[Callable[..., Reply]], Callable[..., None]]:
    """Register a function that returns a `Reply` as a command."""

    def register(function: Callable[..., Reply]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> None:
            as_json = bool(kwargs.get("json"))
            try:
                reply = function(*args, **kwargs)
                if as_json:
                    print_json(reply.data)
                else:
                    screen = console()
                    for part in reply.shown():
                        screen.print(part)
            except LegationError as error:
                say_error(error, as_json=as_json)
                raise typer.Exit(REFUSED) from None
            except BrokenPipeError:
                raise
            except OSError as error:  # a file that is not there, a name that is too long, a disk that is full
                what = f" ({str(error.filename)[:200]})" if error.filename else ""
                say_error(Refused(f"the system refuses: {error.strerror or error}{what}"), as_json=as_json)
                raise typer.Exit(REFUSED) from None
            if reply.code:
                raise typer.Exit(reply.code)

        app.command(name)(run)
        return run

    return register
