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
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from rich.console import Console, RenderableType

from legation.core.errors import BadRecord, LegationError

__all__ = ["GameOption", "JsonOption", "Reply", "SeatOption", "command", "console", "plain", "say_error", "sentence"]

GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", envvar="LEGATION_GAME", help="A game's name or file; the last used one if left out."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print plain data.")]
SeatOption = Annotated[str | None, typer.Option("--seat", "-s", help="Who acts or looks.")]

WIDE = 120  # where nobody looks on, lines are not cut to a screen
REFUSED = 2
HELP = ("allowed", "near", "questions")  # what an error offers: legal answers, near names, facts to report


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


def plain(value: Any) -> Any:
    """A value as JSON has it; a chance stands as a fraction and in percent."""
    if isinstance(value, Fraction):
        return {"chance": str(value), "percent": round(float(value) * 100, 2)}
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v) for v in value]
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)


def print_json(value: Any) -> None:
    print(json.dumps(plain(value), indent=2, ensure_ascii=False))


def error_data(error: LegationError) -> dict[str, Any]:
    return {
        "error": {
            "kind": type(error).__name__,
            "message": sentence(error),
            "rule": getattr(error, "rule", None),
            "allowed": plain(next((v for n in HELP if (v := getattr(error, n, None)) is not None), None)),
        }
    }


def sentence(error: LegationError) -> str:
    """The error's text, with the way out that this command offers."""
    if isinstance(error, BadRecord):
        return str(error).replace(
            "open with salvage to go on from there", "`legation import FILE --salvage` goes on from there in a copy"
        )
    return str(error)


def say_error(error: LegationError, *, as_json: bool = False) -> None:
    if as_json:
        print_json(error_data(error))
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
            if reply.code:
                raise typer.Exit(reply.code)

        app.command(name)(run)
        return run

    return register
