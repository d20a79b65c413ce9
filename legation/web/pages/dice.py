"""The dice of a game: what they are committed to, what seats have added, and the closing that tells their key."""

from __future__ import annotations

from typing import Any

from fastapi.responses import HTMLResponse, Response

from legation.core import acts
from legation.core.acting import awaited
from legation.core.acts import Act
from legation.core.dice import Committed
from legation.core.errors import LegationError, Refused
from legation.core.game import Game
from legation.core.sight import Sight
from legation.web.errors import status_of
from legation.web.pages.context import DeskRoom, Form, PageContext, Records, Refusal, goto, one, router
from legation.web.seats import Access

__all__ = ["dice_work"]


def dice_work(access: Access, game: Game) -> dict[str, Any]:
    """What a browser does for the dice by itself: a nonce for seats that have added none, and values for live dice."""
    dice, mine = game.dice, [seat for seat in access.seats if seat in game.book.seats]
    if not isinstance(dice, Committed) or "drawn" not in game.record.header.dice or game.closed or not mine:
        return {}
    found: dict[str, Any] = {"nonce": not dice.told and bool(dice.drawn.intersection(mine))}
    if dice.live and access.seat in mine:
        due = [r.id for r in game.requests() if awaited(game, r) == access.seat]
        found |= {"chain": dice.chains.get(access.seat, ""), "due": due}
    return found


@router.get("/t/{token}/dice")
def dice(room: Records) -> HTMLResponse:
    return dice_page(room)


def dice_page(room: PageContext, refused: Refusal | None = None, status: int = 200) -> HTMLResponse:
    def read(sight: Sight) -> dict[str, Any]:
        game = sight.game
        own, keys = game.dice, [key for key in (*game.vault.retired, game.vault.key) if key and game.closed]
        committed = own if isinstance(own, Committed) and "commitment" in game.record.header.dice else None
        return {
            "over": game.over,
            "closed": game.closed,
            "agreed": [sight.name(seat) for seat in game.agreed],
            "left": [sight.name(seat) for seat in game.book.seats if seat not in game.agreed],
            "keys": keys,
            "verdict": game.checked()[1],
            "committed": committed,
            "added": [
                (sight.name(seat), "drawn by the server" if committed and seat in committed.drawn else "its own")
                for seat in (committed.words if committed else ())
            ],
            "told": committed.words if committed and committed.told else {},
            "chains": [sight.name(seat) for seat, shown in committed.chains.items() if shown] if committed else [],
            "may_add": bool(committed and not committed.told and set(room.access.seats) & set(game.book.seats)),
        }

    return room.page("dice.html", status, **room.look(read), refused=refused)


def _done(room: PageContext, act: Act) -> Response:
    try:
        room.act(act)
    except LegationError as error:
        return dice_page(room, Refusal.of(error), status_of(error))
    return goto(f"{room.base}/dice")


@router.post("/t/{token}/word")
def word(room: Records, form: Form) -> Response:
    """A word that somebody types, in place of what the browser has drawn."""
    return _done(room, acts.Nonce(one(form, "word")))


@router.post("/t/{token}/takeover")
def takeover(room: DeskRoom) -> Response:
    """A game of an earlier version of the rules goes on by those of today."""
    room.act(acts.TakeOver())
    return goto(room.base)


@router.post("/t/{token}/close")
def close(room: Records, form: Form) -> Response:
    """The game is closed by the umpire, or by all, one after the other."""
    if not one(form, "sure"):
        refused = Refused("tick that you mean it: nothing is taken back after the closing")
        return dice_page(room, Refusal.of(refused), status_of(refused))
    return _done(room, acts.Close())


@router.post("/t/{token}/nonce")
def nonce(room: DeskRoom, form: Form) -> Response:
    """What a browser draws for its seats when their desk first opens; once somebody has rolled, it is too late."""
    return _quietly(room, acts.Nonce(one(form, "word")))


@router.post("/t/{token}/chain")
def chain(room: DeskRoom, form: Form) -> Response:
    return _quietly(room, acts.Anchor(one(form, "value")))


@router.post("/t/{token}/open")
def opened(room: DeskRoom, form: Form) -> Response:
    number = one(form, "request")
    return _quietly(room, acts.Open(int(number) if number.isdecimal() and number.isascii() else 0, one(form, "value")))


def _quietly(room: PageContext, act: Act) -> Response:
    """Done by a browser unasked: whether it could be done shows on the desk."""
    try:
        room.act(act)
    except LegationError as error:
        return Response(status_code=status_of(error))
    return Response(status_code=204)
