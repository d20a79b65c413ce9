"""How the terminal shows things: one renderer each for requests, reasons, dossiers, and what happened.

Colour is never the only sign: what applied has a plus, what did not has a minus, a ruling is named.
"""

from legation.cli.render.balances import balance_view, luck_view
from legation.cli.render.citing import cite
from legation.cli.render.dispatches import dispatch_parts, dispatch_view
from legation.cli.render.dossiers import dossier_view, forecast_table, odds_view, overview_table, together_view
from legation.cli.render.history import change_line, history_view
from legation.cli.render.reasons import fact_table, trace_tree, why_view
from legation.cli.render.requests import desk, heading, request_view

__all__ = [
    "balance_view",
    "change_line",
    "cite",
    "desk",
    "dispatch_parts",
    "dispatch_view",
    "dossier_view",
    "fact_table",
    "forecast_table",
    "heading",
    "history_view",
    "luck_view",
    "odds_view",
    "overview_table",
    "request_view",
    "together_view",
    "trace_tree",
    "why_view",
]
