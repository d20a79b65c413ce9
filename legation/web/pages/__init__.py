"""The pages: every room of the app, built for the seat that a link opens.

A page is read under the table's lock through a `Sight` and printed after it; what people answer goes through
`Table.act`.  Plain forms post and are redirected; htmx gets the parts of the desk that have changed.
"""

from __future__ import annotations

from legation.web.pages import (
    balance,
    board,
    chairs,
    charts,
    desk,
    dice,
    dossiers,
    exports,
    games,
    lookback,
    money,
    questions,
    record,
    rules,
    start,
    tables,
    umpire,
)
from legation.web.pages.context import router
from legation.web.pages.errors import error_page

__all__ = [
    "balance",
    "board",
    "chairs",
    "charts",
    "desk",
    "dice",
    "dossiers",
    "error_page",
    "exports",
    "games",
    "lookback",
    "money",
    "questions",
    "record",
    "router",
    "rules",
    "start",
    "tables",
    "umpire",
]
