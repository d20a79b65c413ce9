"""A deed tried on a copy of the game before it is told: what would follow at once, as far as a seat can know.

The copy knows no more than the seat does, and its dice wait to be typed: nothing that is hidden and no face can show in
what it comes to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.core import acts
from legation.core.chronicle import carry_on
from legation.core.dice import Typed
from legation.core.dispatch import dispatch_of
from legation.core.errors import LegationError, Refused
from legation.core.game import Game
from legation.core.history import Vault
from legation.core.requests import TABLE
from legation.core.sentences import Understood
from legation.core.sight import Sight, world_for
from legation.core.views import Tell

__all__ = ["Foretold", "copy_for", "foretold"]


@dataclass(frozen=True)
class Foretold:
    """What a deed would bring at once, what would be moved on the board, what is asked then; or why it is refused."""

    tells: tuple[Tell, ...] = ()
    board: tuple[Tell, ...] = ()
    asks: tuple[str, ...] = ()
    refused: Refused | None = None

    def plain(self) -> dict[str, Any]:
        told = {"brings": [tell.text for tell in self.tells], "board": [tell.text for tell in self.board]}
        return {**told, "asks": list(self.asks), "refused": str(self.refused or "")}


def copy_for(sight: Sight) -> Game:
    """The game as a seat knows it, to try something on; its dice wait to be typed."""
    game = sight.game
    copy = type(game)(game.book, game.record.upto(len(game.record)), Typed(), Vault())
    copy.state, copy.version = game.state.but(world=world_for(game, sight.seat)), game.version
    carry_on(game, copy)
    return copy


def foretold(sight: Sight, meant: Understood) -> Foretold | None:
    """What a deed would bring; None where that cannot be known beforehand."""
    game, copy = sight.game, copy_for(sight)
    size = len(game.record)
    try:
        copy.perform(acts.Event(meant.event, meant.details), acts.Who.of(sight.seat or TABLE))
    except Refused as refused:
        return Foretold(refused=refused)
    except (LegationError, LookupError, AttributeError):  # it hangs on what the seat may not know, or lacks a detail
        return None
    found = dispatch_of(Sight(copy, sight.seat), size + 1, size + 1)
    known = {request.prompt for request in game.requests()}
    asks = tuple(r.prompt for r in copy.requests() if r.prompt not in known and r.kind == "report")
    if found is None:
        return Foretold(asks=asks)
    return Foretold(tuple(found.lines), found.board, asks)
