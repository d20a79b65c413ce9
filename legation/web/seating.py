"""Who plays which seat, changed while the game goes on.

A seat that changes hands loses the sheets that were filled in; one that a person leaves loses its keys too, and one
that a person takes gets an invitation.  Each change is entered, for all to see.
"""

from __future__ import annotations

from collections.abc import Mapping

from legation.web.intents import forget
from legation.web.seats import Access, check_plan, is_person

__all__ = ["replan"]


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
