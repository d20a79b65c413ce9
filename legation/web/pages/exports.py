"""What can be taken out of a game: the record and the map as tables, the verifier, the check of its chain, luck."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastapi.responses import Response

from legation.core import verifier
from legation.core.chronicle import chronicle
from legation.core.errors import LegationError, NotYours
from legation.core.sight import Sight
from legation.core.voice import how_many
from legation.core.words import capital
from legation.web.api import open_book
from legation.web.pages.context import PageContext, Records, Tables, router
from legation.web.pages.record import Filters, fitting
from legation.web.present import fact_table

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
        for line in fitting(sight, chronicle(sight).lines, filters)
    ]


@router.get("/t/{token}/record.csv")
def record_as_csv(room: Records, filters: Filters) -> Response:
    return _file(room, _csv(room.look(lambda sight: _rows(sight, filters)), COLUMNS), "csv", "text/csv")


@router.get("/t/{token}/record.json")
def record_as_json(room: Records, filters: Filters) -> Response:
    rows = room.look(lambda sight: _rows(sight, filters))
    return _file(room, json.dumps(rows, ensure_ascii=False, indent=1), "json", "application/json")


@router.get("/t/{token}/table.csv")
def places_as_csv(room: Tables) -> Response:
    """Every place as the table has it, for a spreadsheet."""

    def read(sight: Sight) -> list[dict[str, Any]]:
        names = [name for name, _ in fact_table.columns(sight)]
        return [
            {"place": p.name, "stands": p.mark.says, "to": p.to}
            | {name: text for name, (text, _) in zip(names, p.cells, strict=True)}
            for p in fact_table.places_of(sight, {})
        ]

    return _file(room, _csv(room.look(read)), "places.csv", "text/csv")


def _csv(rows: list[dict[str, Any]], columns: Sequence[str] = ()) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns or list(rows[0]))
    writer.writeheader()
    for row in rows:  # what begins like a formula is text all the same
        writer.writerow({k: f"'{v}" if str(v)[:1] in ("=", "+", "-", "@") else v for k, v in row.items()})
    return out.getvalue()


@router.get("/verifier.py")
def the_verifier() -> Response:
    """The one file that checks a record without Legation."""
    return Response(Path(verifier.__file__).read_text(encoding="utf-8"), media_type="text/x-python; charset=utf-8")


def _file(room: PageContext, text: str, ending: str, kind: str) -> Response:
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
        return [
            f"{how_many(len(sight.game.record), 'entry')}; chain and seals are sound.",
            *differs[:20],
            *untold[:5],
            ends,
        ]

    return _said(room, read)


@router.get("/t/{token}/luck")
def luck(room: Records) -> Response:
    """How the dice fell for each seat, against what they promised."""
    from legation.play.luck import luck_of

    def read(sight: Sight) -> list[str]:
        return [
            f"{sight.name(one.seat)}: {one.successes} of {one.rolls} rolls, {float(one.expected):.1f} expected"
            + (", beyond 95 games of 100" if one.remarkable else "")
            for one in luck_of(sight.game)
            if one.rolls
        ] or ["Nothing has been rolled yet that could succeed or fail."]

    return _said(room, read)


def _said(room: PageContext, read: Any) -> Response:
    try:
        lines = room.look(read)
    except NotYours:
        lines = ["Before the game is over this is for the umpire, or for whoever plays alone: it looks at every seat."]
    except LegationError as error:
        lines = [capital(str(error))]
    return room.page("parts/said.html", lines=lines)
