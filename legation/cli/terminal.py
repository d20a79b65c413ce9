"""The keyboard and the screen of a guided game: a real terminal, or lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from getpass import getpass

from rich.console import Console
from rich.text import Text

__all__ = ["KeyboardClosed", "Terminal"]


class KeyboardClosed(Exception):
    """Nobody types any more; the game is saved as it stands."""


class Terminal:
    """Reads lines.  From a pipe, what is read is echoed, so that a transcript can be followed."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = sys.stdin.isatty()

    def line(self, prompt: str, *, hidden: bool = False) -> str:
        """One line; a hidden one is neither shown nor echoed."""
        try:
            if self.live and hidden:
                return getpass(prompt).strip()
            if self.live:
                return self.console.input(Text(prompt, style="bold")).strip()
        except (EOFError, KeyboardInterrupt):
            raise KeyboardClosed from None
        self.console.print(Text(prompt), end="")
        text = sys.stdin.readline()
        if not text:
            self.console.print()
            raise KeyboardClosed
        self.console.print(Text("(hidden)" if hidden else text.strip()))
        return text.strip()

    def offer(self, completes: Callable[[str], list[str]]) -> None:
        """From now on the Tab key completes a line, where the terminal can do that."""
        try:
            import readline
        except ImportError:  # Windows has none
            return

        def complete(text: str, number: int) -> str | None:
            found = completes(text)
            return found[number] if number < len(found) else None

        readline.set_completer_delims("")  # a line is one thing
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")

    def clear(self) -> None:
        """An empty screen, so that the next at the keyboard sees nothing of the last."""
        if self.live and self.console.is_terminal:
            self.console.clear()
            print("\033[3J", end="", flush=True)  # what has scrolled away, too
        else:
            self.console.rule(style="dim")
