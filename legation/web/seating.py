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
from legation.store.beside import planning
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
    were = {seat for seat in changed if is_person(before.get(seat, ""))}
    now = {seat for seat in changed if is_person(plan[seat])}
    hands = [seat for seat in changed if seat not in were & now]  # the others are only called otherwise
    said = [{"hands": seat, "how": "plan", "now": plan[seat]} for seat in hands]
    table.note(access.seat, planning(table.id, plan, were - now), *said)
    table.plan.update(plan)
    for seat in hands:
        forget(table, seat)
        if seat in now:
            table.hall.invite(table, seat)
        elif seat in were:
            table.hall.forget_keys(table, seat)
    table.bell.ring()
    table.wake_bots()
    return changed
