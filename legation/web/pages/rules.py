"""The rules: lists of them, and a page for each."""

from __future__ import annotations

from typing import Any

from fastapi.responses import Response

from legation.core.chronicle import chronicle
from legation.core.sight import Sight
from legation.web.pages.context import Rules, router
from legation.web.present import rules


@router.get("/t/{token}/rules")
def rule_index(room: Rules, ledger: str = "", country: str = "", find: str = "") -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        asked = bool(ledger or country or find)
        chosen = sight.book.resolve(country) if country else ""
        cards = rules.listing(sight.book, ledger=ledger, country=chosen, find=find) if asked else []
        return {
            "cards": cards[:400],
            "total": len(cards),
            "ledgers": rules.ledgers(sight.book),
            "subjects": rules.countries(sight.book),
            "heading": sight.place(chosen) if chosen else ledger or (f"“{find}”" if find else ""),
        }

    return room.page("rules.html", **room.look(read), find=find, country=country, ledger=ledger)


@router.get("/t/{token}/rules/{id}")
def one_rule(room: Rules, id: str) -> Response:
    def read(sight: Sight) -> dict[str, Any]:
        used = [x for x in reversed(chronicle(sight).lines) if id in x.rules and x.kind != "setup"]
        return {"rule": rules.page_of(sight.book, id), "used": used[:8]}

    return room.page("rule.html", **room.look(read))
