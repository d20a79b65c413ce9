"""The spine of the record: its turns and phases from the newest back, with a mark for what one looks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from legation.core.chronicle import ICONS, RecordLine
from legation.core.words import capital

__all__ = ["EntryMark", "Phase", "TurnMark", "spine_of"]

MARKED = {"roll": "rolls", "reveal": "opened", "report": "board", "event": "board", "ruling": "ruling", "undo": "undo"}
MARKED |= {"amend": "ruling"}
MOST = 400  # marks on one page
_SPLIT = re.compile(r", |: ")


@dataclass(frozen=True)
class EntryMark:
    seq: int
    kind: str
    icon: str
    text: str
    gone: bool  # taken back later


@dataclass
class Phase:
    """Entries in a row that belong to one phase."""

    name: str
    full: str
    last: int
    first: int
    marks: list[EntryMark] = field(default_factory=list)
    more: int = 0  # marks of old times, which are counted only


@dataclass
class TurnMark:
    name: str
    phases: list[Phase] = field(default_factory=list)

    @property
    def loud(self) -> list[EntryMark]:
        """What changes the record itself."""
        return [m for p in self.phases for m in p.marks if m.kind in ("ruling", "undo")]

    def holds(self, seq: int) -> bool:
        return any(p.first <= seq <= p.last for p in self.phases)


def spine_of(lines: Sequence[RecordLine]) -> list[TurnMark]:
    """Newest first; what was rolled, reported, ruled or taken back is marked, of old times only how often."""
    turns: list[TurnMark] = []
    made, newer = 0, None
    for line in reversed(lines):
        if newer is not None and line.phase == newer.phase and line.kind == newer.kind and made >= MOST:
            phases = turns[-1].phases  # as the one after it; so many are in a row that each must cost little
            phases[-1].first = line.seq
            phases[-1].more += line.kind in MARKED
            continue
        newer = line
        turn, *rest = _SPLIT.split(line.phase, maxsplit=1)
        name = "set-up" if line.kind == "setup" else rest[0] if rest else "the turn begins"
        if not turns or turns[-1].name != turn:
            turns.append(TurnMark(turn))
        phases = turns[-1].phases
        if not phases or phases[-1].name != capital(name):
            phases.append(Phase(capital(name), line.phase, line.seq, line.seq))
        phases[-1].first = line.seq
        told = line.kind == "answer" and isinstance(line.cause.get("value"), dict)  # the board, when it was asked for
        kind = "report" if told else line.kind
        if kind in MARKED and made >= MOST:
            phases[-1].more += 1
        elif kind in MARKED:
            made += 1
            icon = ICONS[kind] if told else line.icon
            phases[-1].marks.append(EntryMark(line.seq, MARKED[kind], icon, line.text, bool(line.undone_by)))
    return turns
