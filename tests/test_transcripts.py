"""One whole turn of each game as the terminal tells it, kept to be read in the diff.

`TRANSCRIPTS=write pytest tests/test_transcripts.py` writes them anew.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from legation.books import book
from legation.cli import render, viewing
from legation.testing.conformance import begin

KEPT = Path(__file__).with_name("transcripts")
GAMES = {"twg": ("1939", {"rules-1939": "yes"}), "awaw": ("current-classic", {})}
CHANCES = {"events": 0.05, "reports": 0.0, "undos": 0.0, "trials": 0.0}
LONGEST = 300  # acts of a turn


def transcript(name: str) -> str:
    """A turn played by chance: what is asked, what comes of the answer, and how the terminal sums it up."""
    scenario, options = GAMES[name]
    play = begin(book(name), scenario, 11, options=options, **CHANCES)
    out = io.StringIO()
    console = Console(file=out, width=116, color_system=None, highlight=False)
    first, phase = play.game.world["turn"] or 1, ""
    for _ in range(LONGEST):
        game = play.game
        if game.over or (game.world["turn"] or 1) > first:
            break
        if game.phase != phase:
            phase = game.phase
            console.print(render.heading(game))
        for request in game.requests()[:1]:
            console.print(render.request_view(game, request, numbered=True))
        since = len(game.record)
        play.step()
        for part in render.history_view(play.game, viewing.entries_since(play.game, since), labels=True):
            console.print(part)
        for part in render.dispatch_view(play.game, since):
            console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_told_as_it_was_read(name: str) -> None:
    told, kept = transcript(name), KEPT / f"{name}.txt"
    if os.environ.get("TRANSCRIPTS") == "write":
        kept.write_text(told, encoding="utf-8")
    assert told == kept.read_text(encoding="utf-8")
