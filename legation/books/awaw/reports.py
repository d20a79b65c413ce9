"""What the table may report: each event stands with the step that takes it in, and with the words of the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from legation.books.awaw.names import TRACKS
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    MINORS,
    PARTIES,
    POWERS,
    RUSSIA,
    TARGETS,
    USA,
    WESTERN_ALLIES,
)
from legation.core.book import Event
from legation.core.machine import Step, Steps
from legation.core.wording import Name, Number, PlaceSlot, Several, Wording

__all__ = ["AMOUNT", "NICKNAMES", "ONE_COUNTRY", "ONE_MINOR", "ONE_PARTY", "ONE_POWER", "ONE_TRACK", "PLURALS"]
__all__ += ["Reports", "SOME_PARTIES", "SOME_POWERS"]

PLURALS = (AXIS, WESTERN_ALLIES, ALLIED, "axis-partisans", "allied-partisans")  # a verb after them has no s
ONE_POWER, ONE_MINOR, ONE_COUNTRY, ONE_PARTY = Name(POWERS), PlaceSlot(MINORS), PlaceSlot(TARGETS), PlaceSlot(PARTIES)
SOME_POWERS, SOME_PARTIES = Several(ONE_POWER), Several(ONE_PARTY)
AMOUNT = Number()
ONE_TRACK = Name(TRACKS)

NICKNAMES = {
    GERMANY: ("Germans", "Reich"),
    ITALY: ("Italians",),
    BRITAIN: ("Great Britain", "United Kingdom", "UK", "British", "England"),
    FRANCE: ("French",),
    USA: ("US", "USA", "America", "Americans", "United States of America"),
    RUSSIA: ("Soviet Union", "USSR", "Soviets", "Russians"),
    JAPAN: ("Japanese",),
    CHINA: ("Chinese", "Nationalist China"),
    "belgium-luxembourg": ("Low Countries",),
    "rumania": ("Romania", "Roumania"),
    "persia": ("Iran",),
    "thailand": ("Siam",),
    "ireland": ("Eire",),
    "netherlands": ("Holland",),
    "french-indochina": ("Indochina",),
    "communist-china": ("Chinese Communists",),
    "dutch-east-indies": ("Netherlands East Indies",),
    "lebanon-syria": ("Syria", "Lebanon"),
    "western-allies": ("Western Powers",),
}


class Reports:
    """The events of one part of the book, in the order of their steps."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.events: dict[str, Event] = {}

    def event(
        self,
        name: str,
        step: str,
        says: str,
        takes: Mapping[str, str] | None = None,
        *,
        cite: str,
        words: Wording | None = None,
    ) -> Callable[[Step], Step]:
        """The step is run when the table reports the event."""
        self.events[name] = Event(step, says, dict(takes or {}), cite, words)
        return self.steps.step(step)
