"""Who sits where, as jobs of a transaction: so that the entry that tells it is kept with it, or neither is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from sqlalchemy import Connection, delete, insert, update

from legation.core.errors import LegationError
from legation.store.schema import games, keys, tokens

__all__ = ["Beside", "Spent", "dropping_keys", "exchanging", "giving_link", "planning"]

Beside = Callable[[Connection], None]


class Spent(LegationError):
    """Somebody was faster with an invitation, or it was taken back."""


def giving_link(game: str, seat: str, digest: str | None) -> Beside:
    """Make this the only invitation to a seat; with None, there is none any more."""

    def job(connection: Connection) -> None:
        connection.execute(delete(tokens).where((tokens.c.game == game) & (tokens.c.seat == seat)))
        if digest is not None:
            connection.execute(insert(tokens), {"digest": digest, "game": game, "seat": seat})

    return job


def exchanging(game: str, seat: str, invitation: str, key: str, *, spent: bool = True) -> Beside:
    """Take a key in for an invitation, which is spent by that."""

    def job(connection: Connection) -> None:
        mine = (tokens.c.digest == invitation) & (tokens.c.game == game) & (tokens.c.seat == seat)
        used = update(tokens).where(mine).values(seat=seat) if not spent else delete(tokens).where(mine)
        if connection.execute(used).rowcount != 1:
            raise Spent("the invitation is spent")
        connection.execute(delete(keys).where(keys.c.digest == key))  # a device that had it already
        connection.execute(insert(keys), {"digest": key, "game": game, "seat": seat})

    return job


def dropping_keys(game: str, seat: str, *, invited: bool = False) -> Beside:
    """The keys of a seat open nothing from now on; nor does its invitation, where somebody is `invited`."""

    def job(connection: Connection) -> None:
        connection.execute(delete(keys).where((keys.c.game == game) & (keys.c.seat == seat)))
        if invited:
            giving_link(game, seat, None)(connection)

    return job


def planning(game: str, plan: Mapping[str, str], left: Iterable[str]) -> Beside:
    """Who plays which seat from now on; what opened those that a person has `left` opens nothing any more."""

    def job(connection: Connection) -> None:
        text = msgspec.json.encode(plan).decode()
        connection.execute(update(games).where(games.c.id == game).values(plan=text))
        for seat in left:
            dropping_keys(game, seat, invited=True)(connection)

    return job
