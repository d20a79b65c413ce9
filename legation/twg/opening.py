"""How things stand in July 1939: what the 1939 rules say of the beginning."""

from __future__ import annotations

from legation.core.facts import Change
from legation.core.rules import Note
from legation.twg.powers import CHINA, GERMANY, ITALY, JAPAN
from legation.twg.war_status import AT_PEACE, CLIMBERS

__all__ = ["RULES", "changes"]

FIRST_TURN = Note(
    "a 1939 game begins on turn 1; the basic game joins the same track on turn 6", "R39-GEN-START-TURN", 1
)
GERMAN = Note("Austria and the Sudetenland are part of Germany", "R39-GEN-START-GERMANY", ("germany",))
ITALIAN = Note("Ethiopia is part of the Italian empire", "R39-GEN-START-ITALY", ("ethiopia",))
JAPANESE = Note(
    "Japan holds Manchuria and Hainan and stands deep in China",
    "R39-GEN-START-JAPAN",
    ("north-manchuria", "south-manchuria", "hainan"),
)
STATUS = Note("all are at peace, but for China and Japan", "R39-GEN-START-STATUS")
RULES = (FIRST_TURN, GERMAN, ITALIAN, JAPANESE, STATUS)


def changes() -> list[Change]:
    """The facts of the beginning, each under its rule; most of them are what the map says anyway."""
    held = [
        Change(f"holder.{place}", CHINA if place == "hainan" else nation, nation, note.cite)
        for nation, note in ((GERMANY, GERMAN), (ITALY, ITALIAN), (JAPAN, JAPANESE))
        for place in note.value
    ]
    peace = [
        Change(f"war-status.{n}", "peace", "peace", cite) for n in CLIMBERS for cite in (STATUS.cite, AT_PEACE.cite)
    ]
    return [
        Change("turn", FIRST_TURN.value, FIRST_TURN.value, FIRST_TURN.cite),
        *held,
        *peace,
        Change(f"war-status.{CHINA}", "peace", "full", STATUS.cite),
    ]
