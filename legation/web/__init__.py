"""Legation in a browser: pages, live updates and a JSON API over a store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from legation.core.game import Game
    from legation.store import Store

__all__ = ["bots_of", "plan_of", "serve", "take_in"]


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: Path | None = None,
    database: str | None = None,
    open_browser: bool = False,
    house_key: str = "",
    public_url: str = "",
    workers: int = 1,
    quiet: bool = False,
) -> None:
    """Serve the games of a data folder or a database until interrupted."""
    from legation.web.guard import House
    from legation.web.server import run

    house = House(house_key, public_url.rstrip("/"))
    more = {"house": house, "workers": workers, "quiet": quiet}
    run(host, port, data=data, database=database, open_browser=open_browser, **more)  # type: ignore[arg-type]


def plan_of(game: Game, bots: Mapping[str, str]) -> dict[str, str]:
    """Who sits where in a game that was played in a file: the bots it had, and people with links."""
    from legation.web.seats import BOT, PERSON

    return {seat: f"{BOT}{bots[seat]}" if seat in bots else PERSON for seat in game.book.seats}


def bots_of(plan: Mapping[str, str]) -> dict[str, str]:
    """The bots of a table, by seat."""
    from legation.web.seats import BOT

    return {seat: who.removeprefix(BOT) for seat, who in plan.items() if who.startswith(BOT)}


def take_in(store: Store, game: Game, name: str, bots: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Give a game a table in a database; its id there, and the invitations to its chairs."""
    from legation.web.sessions import Sessions

    table = Sessions(store).adopt(game, name=name, plan=plan_of(game, bots))
    return table.id, table.links()
