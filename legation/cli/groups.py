"""The commands in the groups in which `legation --help` shows them."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

__all__ = ["GROUPS", "OLD_NAMES", "Grouped"]

GROUPS = {
    "Play": ("new", "play", "show", "answer", "fill", "roll", "report", "event", "undo", "consent", "end", "close"),
    "What happened, and why": ("dispatch", "history", "why", "explain", "verify", "luck", "balance"),
    "Look ahead": ("odds", "forecast", "advise", "may", "room", "remember", "money", "sheet"),
    "Umpire": ("ruling", "amend", "takeover"),
    "Games kept here": ("games", "options", "branch", "export", "import", "move", "board-sheet", "map"),
    "Bots and campaigns": ("bots", "tournament", "simulate"),
    "Rules": ("rules", "case"),
    "Server": ("serve", "backup", "restore", "doctor"),
}
OLD_NAMES = {"tell": "remember"}  # understood for one more version, with a hint


class Grouped(TyperGroup):
    """A list of forty commands, in eight groups."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        shown = {name: each for name in self.list_commands(ctx) if (each := self.get_command(ctx, name))}
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                width = formatter.width - 16
                formatter.write_dl([(n, shown[n].get_short_help_str(width)) for n in names if n in shown])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, OLD_NAMES.get(cmd_name, cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in OLD_NAMES:
            typer.echo(f"`{args[0]}` is called `{OLD_NAMES[args[0]]}` now.", err=True)
        return super().resolve_command(ctx, args)
