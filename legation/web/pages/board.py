"""What the board tells: facts and events."""

from __future__ import annotations

from itertools import takewhile
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query
from fastapi.responses import Response

from legation.core import acts
from legation.core.acts import Act
from legation.core.chronicle import RecordLine, chronicle
from legation.core.errors import LegationError, NotYours, Refused
from legation.core.sight import Sight, meant
from legation.web.errors import status_of
from legation.web.pages.context import Board, Form, PageContext, Refusal, as_json, goto, one, router
from legation.web.present import forms, plates

MOST_TOLD = 8  # deeds of the turn that are listed
Said = Annotated[str, Query(max_length=2000)]


@router.get("/t/{token}/report")
def report(room: Board, place: str = "", family: str = "", say: Said = "") -> Response:
    return _report(room, place, family, say)


@router.get("/t/{token}/report/heard")
def heard(room: Board, say: Said = "") -> Response:
    """How a sentence is understood, while it is typed."""
    _only_who_acts(room)
    found = room.look(lambda sight: forms.heard(sight, say))
    return room.page("parts/heard.html", heard=found, oob=True)


def _only_who_acts(room: PageContext) -> None:
    if not room.acts:
        raise NotYours("a spectator looks on and does not act")


def _report(
    room: PageContext, place: str, family: str, text: str = "", refused: Refusal | None = None, status: int = 200
) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        groups = []
        if place:
            groups = forms.groups_of_place(sight, place)
        elif family:
            groups = forms.groups_of_family(sight, family)
        state = plates.state(sight, {}, room.base)
        for slug, entry in state.items():
            entry["href"] = f"{room.base}/report?{urlencode({'place': slug})}"
        said = forms.heard(sight, text)
        return {
            "heard": said,
            "groups": groups,
            "place_name": sight.place(place) if place else "",
            "places": forms.map_places(sight),
            "families": forms.kinds_of_fact(sight),
            "events": forms.event_forms(sight, said.meant, place),
            "told": _told_this_turn(sight),
            "plates": plates.painted(sight),
            "plate_state": as_json(state),
        }

    _only_who_acts(room)
    found = room.look(read)
    return room.page("report.html", status, **found, place=place, family=family, refused=refused)


def _told_this_turn(sight: Sight) -> list[RecordLine]:
    """The deeds and facts of this turn, the last one first."""
    lines = chronicle(sight).lines
    turn = takewhile(lambda line: line.turn == lines[-1].turn, reversed(lines))
    return [x for x in turn if x.kind in ("event", "report") and not x.undone_by][:MOST_TOLD]


@router.post("/t/{token}/report")
def tell(room: Board, form: Form) -> Response:
    place, family, event, said = (one(form, name) for name in ("place", "family", "event", "said"))

    def told(sight: Sight) -> Act:
        if said:
            return meant(sight.game, said, sight.seat)
        if event:
            return acts.Event(event, forms.event_details(sight, event, form))
        facts = forms.changed(sight, forms.fact_values(form, sight.world.schema))
        if not facts:
            raise Refused("nothing was told that is not known already")
        return acts.Report(facts)

    try:
        room.act(room.read(told))
    except LegationError as error:
        return _report(room, place, family, said, Refusal.of(error), status_of(error))
    # what it set off is told on the desk, and what is asked next stands there
    return goto(f"{room.base}?{urlencode({'as': room.as_seat})}" if room.as_seat else room.base)
