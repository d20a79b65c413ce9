"""A ledger per nation, line by line."""

from __future__ import annotations

from typing import Any

from fastapi.responses import Response

from legation.core.sight import Sight
from legation.web.pages.context import PageContext, Tables, router
from legation.web.present import money


@router.get("/t/{token}/money")
def purse(room: Tables) -> Response:
    """The reader's own ledger, else the first."""
    return _ledger(room, "")


@router.get("/t/{token}/money/{nation}")
def ledger(room: Tables, nation: str) -> Response:
    return _ledger(room, nation)


def _ledger(room: PageContext, nation: str) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        nations = money.nations_of(sight)
        own = next((n for n, _, _ in nations if n == sight.seat), nations[0][0] if nations else "")
        found = money.page_of(sight, nation or own) if nations or nation else None
        return {"ledger": found, "nations": nations}

    return room.page("money.html", **room.look(read))
