"""Minor countries, rules 82 to 89: one module per topic, gathered here for the book.

A topic module has any of `STEPS`, `EVENTS`, `PROCEDURES`, `DECLARED`, `ACTIONS` (may it?), `ROOMS` (how many more?) and
`TOPICS` (what is to be remembered).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from legation.awaw.minors import brps, conquest, control, deployment, forces, standing, survival, yugoslavia
from legation.awaw.minors.brps import account
from legation.awaw.minors.facts import FAMILIES, WORDS
from legation.awaw.minors.inquiry import PARAMETERS, Desk
from legation.awaw.minors.lands import defaults
from legation.awaw.minors.standing import dossier
from legation.core.book import Procedure

__all__ = ["DECLARED", "DESK", "EVENTS", "FAMILIES", "PROCEDURES", "STEPS", "WORDS", "account", "defaults", "dossier"]

MODULES: tuple[ModuleType, ...] = (conquest, brps, survival, standing, control, deployment, forces, yugoslavia)


def _all(name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in MODULES:
        for key, value in getattr(module, name, {}).items():
            assert key not in found, f"two topics call something {key!r}"
            found[key] = value
    return found


DESK = Desk(_all("ACTIONS"), _all("ROOMS"), _all("TOPICS"))
STEPS = tuple(module.STEPS for module in MODULES if hasattr(module, "STEPS")) + (DESK.steps(),)
EVENTS = _all("EVENTS")
PROCEDURES = {
    **_all("PROCEDURES"),
    "may": Procedure("awaw.may", "May this be done?", {"act": "what", **PARAMETERS}),
    "room": Procedure("awaw.room", "How many more?", {"of": "what", **PARAMETERS}),
    "tell": Procedure("awaw.tell", "What is to be remembered?", {"about": "what", **PARAMETERS}),
}
DECLARED = {
    module.__name__.rsplit(".", 1)[1]: tuple(
        getattr(module, part, ()) for part in ("DECLARED", "ACTIONS", "ROOMS", "TOPICS")
    )
    for module in MODULES
}
