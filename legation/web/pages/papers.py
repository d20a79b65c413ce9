"""What can be taken out of a game: the record as a table, its file, the check of its chain, and luck by seat."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from fastapi.responses import Response

from legation.core.chronicle import chronicle
from legation.core.errors import LegationError, NotYours
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.api import open_book
from legation.web.pages.record import Filters, fitting
from legation.web.pages.room import Records, Room, router

COLUMNS = ("entry", "phase", "by", "kind", "text", "changed", "rules")


def _rows(sight: Sight, filters: Filters) -> list[dict[str, Any]]:
    """The entries that fit, the oldest first, as this reader may read them."""
    return [
        {
            "entry": line.seq,
            "phase": line.phase,
            "by": sight.name(line.by) if line.by else "",
            "kind": line.kind,
            "text": line.text,
            "changed": "; ".join(f"{e.says}: {e.old} → {e.new}" if e.new else e.says for e in line.effects),
            "rules": " ".join(line.rules),
        }
        for line in fitting(chronicle(sight).lines, filters)
    ]


@router.get("/t/{token}/record.csv")
def record_as_csv(room: Records, filters: Filters) -> Response:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for row in room.look(lambda sight: _rows(sight, filters)):
        # what begins like a formula is text all the same
        writer.writerow({k: f"'{v}" if str(v)[:1] in ("=", "+", "-", "@") else v for k, v in row.items()})
    return _file(room, out.getvalue(), "csv", "text/csv")


@router.get("/t/{token}/record.json")
def record_as_json(room: Records, filters: Filters) -> Response:
    rows = room.look(lambda sight: _rows(sight, filters))
    return _file(room, json.dumps(rows, ensure_ascii=False, indent=1), "json", "application/json")


def _file(room: Room, text: str, ending: str, kind: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{room.access.table.id}.{ending}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=named)


@router.get("/t/{token}/verify")
def verified(room: Records) -> Response:
    """Whether chain and seals hold, and where the rules of today would differ."""

    def read(sight: Sight) -> list[str]:
        open_book(room.access, sight.game)
        found = sight.game.verify()
        differs = [capital(str(d)) for d in found if not d.untold]
        untold = [f"Not told yet: {d}." for d in found if d.untold]
        ends = "The rules give the same." if not differs else f"The rules now differ in {len(differs)} places."
        return [f"{len(sight.game.record)} entries; chain and seals are sound.", *differs[:20], *untold[:5], ends]

    return _said(room, read)


@router.get("/t/{token}/luck")
def luck(room: Records) -> Response:
    """How the dice fell for each seat, against what they promised."""
    from legation.sim.luck import luck_of

    def read(sight: Sight) -> list[str]:
        open_book(room.access, sight.game)
        return [
            f"{sight.name(one.seat)}: {one.successes} of {one.rolls} rolls, {float(one.expected):.1f} expected"
            + (", beyond 95 games of 100" if one.remarkable else "")
            for one in luck_of(sight.game)
            if one.rolls
        ] or ["Nothing has been rolled yet that could succeed or fail."]

    return _said(room, read)


def _said(room: Room, read: Any) -> Response:
    try:
        lines = room.look(read)
    except NotYours:
        lines = ["Before the game is over this is for the umpire, or for whoever plays alone: it looks at every seat."]
    except LegationError as error:
        lines = [capital(str(error))]
    return room.page("parts/said.html", lines=lines)
