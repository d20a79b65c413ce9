"""Questions about the board: may we do this, how many more, what is to be remembered there; and what if."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response

from legation.core.abilities import AnswersQuestions
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.inquiries import allowances_of, remarks_of, verdict_of
from legation.core.shortened import row_of
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.access import TheHall, device_of, keeps_device
from legation.web.api import open_book
from legation.web.pages.context import Form, Records, Refusal, Tables, goto, one, router
from legation.web.seats import HOST, chair_key

Word = Annotated[str, Query(max_length=120)]


@router.get("/t/{token}/questions")
def questions(
    room: Tables,
    nation: Word = "",
    action: Word = "",
    place: Word = "",
    with_: Annotated[str, Query(alias="with", max_length=120)] = "",
) -> Response:
    """One form for all of them: a place is enough; with a nation and an action it is also said whether that may be."""

    def read(sight: Sight) -> dict[str, Any]:
        book = sight.book
        able = isinstance(book, AnswersQuestions)
        found: dict[str, Any] = {
            "actions": sorted(book.actions.items(), key=lambda pair: pair[1])
            if isinstance(book, AnswersQuestions)
            else (),
            "nations": [(seat, sight.name(seat)) for seat in book.seats],
            "known": sorted(set(sight.dossiers.values())),
            "able": able,
            "verdict": None,
            "limits": [],
            "remarks": [],
            "refused": None,
        }
        if not (able and place):
            return found
        means = int(with_) if with_.isascii() and with_.isdecimal() else with_ or None
        where = {name.lower(): slug for slug, name in sight.dossiers.items()}.get(place.strip().lower(), place.strip())
        try:
            if action:
                verdict = verdict_of(book, sight.world, nation, action, where, means)
                found["verdict"], found["trace"] = verdict, row_of(sight.world, verdict.trace)
            found["limits"] = allowances_of(book, sight.world, where, None, nation or None, means)
            found["remarks"] = remarks_of(book, sight.world, where, None, nation or None)
        except LegationError as error:
            found["refused"] = Refusal.of(error)
        return found

    asked = {"nation": nation, "action": action, "place": place, "with": with_}
    return room.page("questions.html", **room.look(read), asked=asked, capital=capital)


@router.post("/t/{token}/branch")
def what_if(room: Records, form: Form, hall: TheHall) -> Response:
    """A game of its own that goes on from an entry, with its own dice; all seats are played by whoever asked."""
    entry = one(form, "entry")

    def twin(game: Game) -> Game:
        open_book(room.access, game)
        return game.branch(int(entry) if entry.isdecimal() else None)

    found = room.access.table.look(room.access, twin)
    name = f"What if: {room.access.table.name}"
    table = hall.adopt(found, name=name, plan=dict.fromkeys(room.access.table.plan, "open"))
    device = device_of(room.request)
    access = table.hall.take(table.links()[HOST], chair_key(device, table.id, HOST), begun=True)
    return keeps_device(room.request, goto(f"/t/{access.place}"), device)
