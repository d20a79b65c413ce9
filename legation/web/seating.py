"""Who plays which seat: of a game that comes from a file, and changed while a game goes on.

A seat that changes hands loses the sheets that were filled in; one that a person leaves loses its keys too, and one
that a person takes gets an invitation.  Each change is entered, for all to see.
"""

from __future__ import annotations

from collections.abc import Mapping

from legation.books import all_books
from legation.core.errors import BadRecord, Refused
from legation.core.game import Game
from legation.core.history import Vault
from legation.web.intents import forget
from legation.web.seats import Access, check_plan, is_person
from legation.web.sessions import Session, Sessions

__all__ = ["brought", "replan"]


def brought(
    hall: Sessions, record: bytes, vault: Vault | None = None, name: str = "", plan: Mapping[str, str] | None = None
) -> Session:
    """A game that was kept in a file, at a table of its own with new links; a damaged one is refused."""
    try:
        game, damage = Game.load(record, "the record", all_books(), vault or Vault())
    except BadRecord as error:
        raise Refused(str(error)) from None
    if damage is not None:
        raise Refused(str(damage))
    return hall.adopt(game, name=name or "A game from a file", plan=check_plan(plan or {}, game.book))


def replan(access: Access, changes: Mapping[str, str]) -> list[str]:
    """Fill these seats otherwise; the seats that have changed.  Only the host and the umpire may."""
    access.manages()
    table = access.table
    before = dict(table.plan)
    plan = check_plan({**before, **changes}, table.book)
    changed = [seat for seat in plan if plan[seat] != before.get(seat)]
    if not changed:
        return []
    table.hall.store.set_plan(table.id, plan)
    table.plan.update(plan)
    for seat in changed:
        was, now = is_person(before.get(seat, "")), is_person(plan[seat])
        if was and now:
            continue  # only called otherwise
        table.note({"hands": seat, "how": "plan", "now": plan[seat]}, access.seat)
        forget(table, seat)
        if now:
            table.hall.invite(table, seat)
        elif was:
            table.hall.take_link(table, seat)
    table.bell.ring()
    table.wake_bots()
    return changed
