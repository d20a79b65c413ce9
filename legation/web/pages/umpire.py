"""The umpire’s room: rulings, amendments, undoing, links."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from fastapi.responses import Response

from legation.core import acts
from legation.core.acts import Act
from legation.core.chronicle import chronicle
from legation.core.errors import LegationError, NotYours, Refused
from legation.core.history import by_itself
from legation.core.record import ACTS
from legation.core.requests import UMPIRE
from legation.core.sight import Sight
from legation.core.to_json import from_json, whole
from legation.core.words import seat_name
from legation.web.errors import status_of
from legation.web.models import Count
from legation.web.pages.context import Form, PageContext, Refusal, Umpires, goto, one, router
from legation.web.present import forms
from legation.web.present.desk import fields_of

__all__ = ["umpire_page"]


@router.get("/t/{token}/umpire")
def umpire(room: Umpires, family: str = "", place: str = "", entry: Count = 0, done: str = "") -> Response:
    return umpire_page(room, family=family, place=place, entry=entry, done=done)


def umpire_page(
    room: PageContext,
    *,
    family: str = "",
    place: str = "",
    entry: int = 0,
    done: str = "",
    refused: Refusal | None = None,
    status: int = 200,
    diff: dict[str, Any] | None = None,
) -> Response:
    if room.access.seat != UMPIRE:
        raise NotYours("only the umpire’s link opens this room")

    def read(sight: Sight) -> dict[str, Any]:
        found = chronicle(sight)
        groups = []
        if family:
            groups = forms.groups_of_family(sight, family, any_teller=True)
        elif place:
            first = forms.standing_of(sight, place)
            had = {f.key for g in first for f in g.fields}
            told = [
                replace(g, fields=tuple(f for f in g.fields if f.key not in had))
                for g in forms.groups_of_place(sight, place)
            ]
            groups = [*first, *(g for g in told if g.fields)]
            keys = [k for k in sight.world.set_facts() if place in k.split(".") and sight.game.may_see(sight.seat, k)]
            known = {f.key for g in groups for f in g.fields}
            groups.append(
                forms.Group("Set by rules", "", tuple(fields_of(sight, [k for k in keys if k not in known][:60])))
            )
        line = found.lines[entry - 1] if 1 <= entry <= len(found.lines) else None
        asked = found.asked.get(line.cause["answer"]) if line and "answer" in line.cause else None
        bots = room.access.table.bots  # what they answered is taken back with the act they answered to
        acts = (x for x in reversed(found.lines) if not x.undone_by and not by_itself(x.by, x.cause, bots))
        last = next((x for x in acts if any(act in x.cause for act in ACTS if act != "amend")), None)
        return {
            "groups": groups,
            "example": next(iter(sight.world.set_facts()), ""),
            "families": forms.kinds_of_fact(sight, any_teller=True),
            "places": forms.map_places(sight),
            "answers": list(forms.amendable(sight))[:60],
            "line": line,
            "amend_options": _amend_options(sight, asked),
            "last": last,
            "chairs": [(c, seat_name(sight.book, c), sight.bloc(c)) for c in room.access.table.chairs],
            "rulings": [x for x in reversed(found.lines) if x.green][:6],
        }

    return room.page(
        "umpire.html",
        status,
        **room.look(read),
        family=family,
        place=place,
        entry=entry,
        done=done,
        refused=refused,
        diff=diff,
    )


def _amend_options(sight: Sight, asked: Any) -> list[tuple[str, str]]:
    if asked is None or asked.kind == "report" or asked.among:
        return []
    return [(json.dumps(v), asked.labels.get(str(v)) or sight.say(v)) for v in asked.legal]


@router.post("/t/{token}/umpire/rule")
def ruling(room: Umpires, form: Form) -> Response:
    """Set facts, with a reason."""
    place, family = one(form, "place"), one(form, "family")

    def ruled(sight: Sight) -> Act:
        facts = forms.changed(sight, forms.fact_values(form, sight.world.schema))
        if one(form, "key"):
            facts[one(form, "key")] = forms.typed(sight.world.schema, one(form, "key"), one(form, "key_value"))
        if not facts:
            raise Refused("no fact was changed")
        return acts.Ruling(facts, one(form, "reason"))

    try:
        room.act(room.read(ruled))
    except LegationError as error:
        return umpire_page(room, place=place, family=family, refused=Refusal.of(error), status=status_of(error))
    return goto(f"{room.base}/umpire?done=ruling")


@router.post("/t/{token}/umpire/amend")
def amend(room: Umpires, form: Form) -> Response:
    """First the diff; with `commit`, the amendment."""
    entry = whole(one(form, "entry")) or 0
    text = one(form, "value")
    try:
        value = from_json(text)
    except ValueError:
        value = text
    wanted = acts.Amend(entry, value, one(form, "reason"))
    try:
        if one(form, "commit"):
            room.act(wanted)
            return goto(f"{room.base}/umpire?done=amend")

        found = room.access.table.preview(room.access, wanted)
        changes = room.look(lambda sight: forms.diff_of(sight, found))
        diff = {"changes": changes, "dropped": found.dropped, "value": text, "reason": wanted.reason}
    except LegationError as error:
        return umpire_page(room, entry=entry, refused=Refusal.of(error), status=status_of(error))
    return umpire_page(room, entry=entry, diff=diff)


@router.post("/t/{token}/umpire/seat")
def reissue(room: Umpires, form: Form) -> Response:
    if one(form, "revoke"):
        room.access.table.revoke(room.access, one(form, "seat"))
    else:
        room.access.table.reissue(room.access, one(form, "seat"))
    return goto(f"{room.base}/links")
