"""The record with its filters, and a look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Query
from fastapi.responses import Response

from legation.core.chronicle import RecordLine, chronicle, every_place
from legation.core.lookback import stood_after
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.api import may_copy
from legation.web.models import Count
from legation.web.pages.context import Records, router
from legation.web.present.timeline import spine_of

__all__ = ["Filter", "Filters", "fitting"]

PAGE = 200  # entries at once


KINDS = {"rolls": ("roll",), "board": ("report", "event"), "rulings": ("ruling",), "amended": ("amend", "undo")}


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


def fitting(lines: Sequence[RecordLine], wanted: Filter) -> list[RecordLine]:
    """The entries that fit, in their order."""
    kinds, words = KINDS.get(wanted.kind, ()), wanted.find.lower().split()

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
        and (not kinds or x.kind in kinds or (wanted.kind == "amended" and x.amended_by))
        and (not words or all(word in says(x) for word in words))
    ]


@router.get("/t/{token}/record")
def record(
    room: Records,
    filters: Filters,
    open: Annotated[Count, Query(ge=0, le=2**31)] = 0,
    at: Annotated[Count, Query(ge=0, le=2**31)] = 0,
) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        lines = chronicle(sight).lines
        shown = list(reversed(fitting(lines, filters)))
        chosen = lines[open - 1] if 1 <= open <= len(lines) else None
        at_ = next((i for i, x in enumerate(shown) if x.seq <= open), 0) if chosen else 0
        begin = max(0, at_ - PAGE // 5) if at_ >= PAGE else 0  # an old entry that is opened stands on the page
        return {
            "lines": shown[begin : begin + PAGE],
            "fits": len(shown),
            "newer": begin,
            "more": max(0, len(shown) - begin - PAGE),
            "spine": spine_of(lines),
            "chosen": chosen,
            "after": list(takewhile(lambda x: x.kind in ("roll", "reveal"), lines[open : open + 8])) if chosen else [],
            "phases": list(dict.fromkeys(x.phase for x in reversed(lines))),
            "nations": [(s, sight.name(s)) for s in (*sight.book.seats, TABLE, UMPIRE)],
            "subjects": _places(sight, lines, filters.country),
            "preview": _preview(sight, at) if at else None,
            "may_copy": may_copy(room.access, sight.game),
        }

    kept = urlencode({k: v for k, v in asdict(filters).items() if v})
    return room.page("record.html", **room.look(read), filters=filters, kept=kept)


def _places(sight: Sight, lines: list[RecordLine], chosen: str) -> list[tuple[str, str]]:
    """Every place that the record speaks of, by name."""
    found = {place for line in lines for place in line.places} | ({chosen} & every_place(sight))
    return sorted(((slug, sight.place(slug)) for slug in found), key=lambda pair: pair[1].removeprefix("The "))


def _preview(sight: Sight, at: int) -> dict[str, Any]:
    """Where the game stood after an entry, and what has changed since: a look, nothing more."""
    then, schema = stood_after(sight.game, at), sight.world.schema
    found = then.world.difference(sight.world)  # of what was ever hidden the record tells nothing about that time
    changes = [c for c in found if schema.spec(c.fact).family.known_to == "all"]
    shown = [
        (capital(sight.world.schema.spec(c.fact).says), sight.told(c.fact, c.old), sight.told(c.fact, c.new))
        for c in changes
    ]
    asked = [(sight.name(r.seat), r.prompt) for r in then.requests if r.seat in (sight.seat, TABLE)]
    return {"at": at, "phase": then.phase, "changes": shown[:60], "more": max(0, len(shown) - 60), "asked": asked}
