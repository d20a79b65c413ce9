"""The pages: every room of the app, built for the seat that a link opens.

A page is read under the table's lock through a `Sight` and printed after it; what people answer goes through
`Table.act`.  Plain forms post and are redirected; htmx gets the parts of the desk that have changed.
"""

from __future__ import annotations

from legation.web.pages import board, charts, desk, dossiers, games, money, papers, record, rules, start, tables, umpire
from legation.web.pages.errors import error_page
from legation.web.pages.room import router

__all__ = [
    "board",
    "charts",
    "desk",
    "dossiers",
    "error_page",
    "games",
    "money",
    "papers",
    "record",
    "router",
    "rules",
    "start",
    "tables",
    "umpire",
]
