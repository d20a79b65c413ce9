"""The record with its filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Query
from fastapi.responses import Response

from legation.core.chronicle import RecordLine, chronicle, every_place
from legation.core.dispatch import tells_of
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.core.views import Tell
from legation.web.api import may_copy
from legation.web.models import Count
from legation.web.pages.context import Records, router
from legation.web.present.timeline import spine_of

__all__ = ["Filter", "Filters", "fitting"]

PAGE = 200  # entries at once


KINDS = {
    "rolls": ("roll",),
    "sealed": ("sealed", "reveal"),
    "board": ("report", "event"),
    "rulings": ("ruling",),
    "amended": ("amend", "undo"),
}
SHOWN = (
    ("", "All", "page"),
    ("turned", "What turned", "flag"),
    ("rolls", "Rolls", "die"),
    ("sealed", "Sealed", "sealed"),
    ("board", "Board", "map"),
    ("rulings", "Rulings", "scales"),
    ("amended", "Amended", "undo"),
)


@dataclass(frozen=True)
class Filter:
    """Which entries somebody wants to see; what is empty asks for nothing."""

    country: str = ""
    nation: str = ""
    rule: str = ""
    phase: str = ""
    kind: str = ""
    find: str = ""


async def filter_of(
    country: str = "", nation: str = "", rule: str = "", phase: str = "", kind: str = "", find: str = ""
) -> Filter:
    return Filter(country, nation, rule, phase, kind, find)


Filters = Annotated[Filter, Depends(filter_of)]


@dataclass(frozen=True)
class Entered:
    """An entry as the page shows it: what turned by it, what its die needed, and what was only written down."""

    line: RecordLine
    tells: tuple[Tell, ...]
    faces: tuple[str, ...]  # of a die that succeeds or fails
    written: int

    @property
    def says(self) -> str:
        """What players would call it; a die stands beneath that."""
        if self.tells:
            return "; ".join(tell.text for tell in self.tells[:3])
        return self.line.fell.subject if self.line.fell and self.faces else self.line.text

    @property
    def idle(self) -> bool:
        """A die that changed nothing."""
        return bool(self.faces) and not self.tells


@dataclass(frozen=True)
class Run:
    """Entries in a row: one, or several dice that changed nothing."""

    phase: str
    entries: tuple[Entered, ...]

    @property
    def named(self) -> str:
        return ", ".join(one.says for one in self.entries)


def runs_of(sight: Sight, lines: Iterable[RecordLine], chosen: int) -> list[Run]:
    """The entries as the page shows them; dice without effect are folded, but for one that is opened."""
    found: list[Run] = []
    for one in (_entered(sight, line) for line in lines):
        last, phase = found[-1] if found else None, one.line.phase
        folds = one.idle and one.line.seq != chosen
        if last and folds and last.phase == phase and last.entries[-1].idle and last.entries[-1].line.seq != chosen:
            found[-1] = replace(last, entries=(*last.entries, one))
        else:
            found.append(Run(phase, (one,)))
    return found


def _entered(sight: Sight, line: RecordLine) -> Entered:
    told = tuple(tells_of(sight, line)) if line.effects else ()
    sides, needed = (int(line.fell.die[1:]), line.fell.needed) if line.fell else (0, None)
    faces = () if needed is None else tuple("sure" if n <= needed else "" for n in range(1, sides + 1))
    telling = sight.book.views.telling
    return Entered(line, told, faces, sum(e.fact.split(".", 1)[0] not in telling for e in line.effects))


def fitting(sight: Sight, lines: Sequence[RecordLine], wanted: Filter) -> list[RecordLine]:
    """The entries that fit, in their order."""
    words = wanted.find.lower().split()

    def says(line: RecordLine) -> str:
        effects = " ".join(f"{e.says} {e.new} {e.rule}" for e in line.effects)
        return f"{line.text} {line.reason} {effects} {line.rule}".lower()

    return [
        x
        for x in lines
        if (not wanted.country or wanted.country in x.places)
        and (not wanted.nation or x.by == wanted.nation)
        and (not wanted.rule or any(r.lower().startswith(wanted.rule.lower()) for r in x.rules))
        and (not wanted.phase or x.phase == wanted.phase)
        and _is_of(sight, x, wanted.kind)
        and (not words or all(word in says(x) for word in words))
    ]


def _is_of(sight: Sight, line: RecordLine, kind: str) -> bool:
    if kind == "turned":
        return any(e.fact.split(".", 1)[0] in sight.book.views.telling for e in line.effects)
    kinds = KINDS.get(kind, ())
    if kind == "board" and isinstance(line.cause.get("value"), dict):
        return True  # the board, when it was asked for
    return not kinds or line.kind in kinds or bool(kind == "amended" and line.amended_by)


def _counts(sight: Sight, lines: Sequence[RecordLine], wanted: Filter) -> dict[str, Any]:
    """How many entries each choice would show, beside all else that is chosen."""
    rest = fitting(sight, lines, replace(wanted, kind="", nation=""))
    theirs = [x for x in rest if not wanted.nation or x.by == wanted.nation]
    by = Counter(x.by for x in rest if _is_of(sight, x, wanted.kind))
    seats = (*sight.book.seats, TABLE, UMPIRE)
    return {
        "kinds": [(k, n, icon, sum(_is_of(sight, x, k) for x in theirs)) for k, n, icon in SHOWN],
        "nations": [("", "All", "", sum(by.values())), *((s, sight.name(s), sight.bloc(s), by[s]) for s in seats)],
    }


@router.get("/t/{token}/record")
def record(
    room: Records,
    filters: Filters,
    open: Annotated[Count, Query(ge=0, le=2**31)] = 0,
) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        lines = chronicle(sight).lines
        shown = list(reversed(fitting(sight, lines, filters)))
        chosen = lines[open - 1] if 1 <= open <= len(lines) else None
        at_ = next((i for i, x in enumerate(shown) if x.seq <= open), 0) if chosen else 0
        begin = max(0, at_ - PAGE // 5) if at_ >= PAGE else 0  # an old entry that is opened stands on the page
        return {
            "runs": runs_of(sight, shown[begin : begin + PAGE], open),
            "fits": len(shown),
            "newer": begin,
            "more": max(0, len(shown) - begin - PAGE),
            "spine": spine_of(lines),
            "chosen": chosen,
            "opened": _entered(sight, chosen) if chosen else None,
            "after": list(takewhile(lambda x: x.kind in ("roll", "reveal"), lines[open : open + 8])) if chosen else [],
            "phases": list(dict.fromkeys(x.phase for x in reversed(lines))),
            **_counts(sight, lines, filters),
            "subjects": _places(sight, lines, filters.country),
            "may_copy": may_copy(room.access, sight.game),
        }

    kept = urlencode({k: v for k, v in asdict(filters).items() if v})
    return room.page("record.html", **room.look(read), filters=filters, kept=kept)


def _places(sight: Sight, lines: list[RecordLine], chosen: str) -> list[tuple[str, str]]:
    """Every place that the record speaks of, by name."""
    found = {place for line in lines for place in line.places} | ({chosen} & every_place(sight))
    return sorted(((slug, sight.place(slug)) for slug in found), key=lambda pair: pair[1].removeprefix("The "))
