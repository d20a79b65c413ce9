"""Yugoslavia, and Croatia and Serbia where a civil war has put them in its place."""

from __future__ import annotations

from legation.awaw.powers import ALLIED, ITALY, WESTERN_ALLIES
from legation.awaw.tables.balkans import BALKANS
from legation.awaw.tables.general import additional, alignment
from legation.awaw.vocabulary import at_war, event, present
from legation.core.tables import Table

__all__ = ["CROATIA", "SERBIA", "YUGOSLAVIA"]

_ALL_OF_THEM = Table(
    "Yugoslavia or what takes its place",
    "",
    base=BALKANS,
    stages=BALKANS.stages,
    modifiers=(
        additional(
            -2,
            "the Allies have troops in the Balkans",
            present(ALLIED, "ground", "balkan-countries"),
            cite="DT-YUGOSLAVIA-M1",
        ),
        additional(
            +2,
            "Italy has not gone to war with the Western Allies",
            ~(event("italy-fought-western-allies") | at_war(ITALY, WESTERN_ALLIES)),
            cite="DT-YUGOSLAVIA-M2",
        ),
    ),
)

YUGOSLAVIA = _ALL_OF_THEM.country(
    "Yugoslavia", here="yugoslavia", cite="DT-YUGOSLAVIA-E4", basic=alignment(0, cite="DT-YUGOSLAVIA-A1")
)
CROATIA = _ALL_OF_THEM.country(
    "Croatia", here="croatia", cite="DT-CROATIA-E2", basic=alignment(+3, cite="DT-CROATIA-A1")
)
SERBIA = _ALL_OF_THEM.country("Serbia", here="serbia", cite="DT-SERBIA-E2", basic=alignment(-3, cite="DT-SERBIA-A1"))
