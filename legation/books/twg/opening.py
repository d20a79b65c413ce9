"""How things stand in July 1939: what the 1939 rules say of the beginning."""

from __future__ import annotations

from legation.books.twg.powers import CHINA, JAPAN
from legation.core.facts import Change
from legation.core.rules import Datum, Definition

__all__ = ["RULES", "changes"]

FIRST_TURN = Datum(
    "a 1939 game begins on turn 1; the basic game joins the same track on turn 6", "R39-GEN-START-TURN", 1
)
GERMAN = Definition("Austria and the Sudetenland are part of Germany", "R39-GEN-START-GERMANY")
ITALIAN = Definition("Ethiopia is part of the Italian empire", "R39-GEN-START-ITALY")
JAPANESE = Datum(
    "Japan holds Manchuria and Hainan and stands deep in China",
    "R39-GEN-START-JAPAN",
    ("north-manchuria", "south-manchuria", "hainan"),
)
STATUS = Datum("all Allies are at peace, but for these, which are at Full War", "R39-GEN-START-STATUS", (CHINA,))
RULES = (FIRST_TURN, GERMAN, ITALIAN, JAPANESE, STATUS)


def changes(turn: int) -> list[Change]:
    """What the map does not tell of the beginning, each under its rule; `turn` is where the scenario begins."""
    holder = {"hainan": CHINA}
    held = [Change(f"holder.{place}", holder.get(place, JAPAN), JAPAN, JAPANESE.cite) for place in JAPANESE.value]
    at_war = [Change(f"war-status.{nation}", "peace", "full", STATUS.cite) for nation in STATUS.value]
    return [Change("turn", turn, FIRST_TURN.value, FIRST_TURN.cite), *held, *at_war]
