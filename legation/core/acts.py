"""Acts: whatever changes a game, as plain values, and who does it.

A page, the API, the terminal and a bot build the same values and hand them to one door, `Game.perform` (`acting.py`).

Somebody acts from a *chair* (a link, a device, a keyboard) in the *voice* of a seat.  Mostly they are the same; where a
chair speaks for another, as Germany's does when it tells something for the table, the entry keeps both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from legation.core.errors import NotYours
from legation.core.record import Entry
from legation.core.requests import TABLE, UMPIRE, Request

__all__ = [
    "Act",
    "Amend",
    "Anchor",
    "Answer",
    "Close",
    "Consent",
    "End",
    "Event",
    "Nonce",
    "Open",
    "Propose",
    "Report",
    "Roll",
    "Rolls",
    "Ruling",
    "TakeOver",
    "Undo",
    "Who",
    "act_of",
]


# -- what is done
@dataclass(frozen=True)
class Answer:
    """An answer to an open request.  The request's number is the only lock.

    A `reason` is recorded for all to read, of a sealed answer with the answer.
    """

    request: int
    value: Any
    reason: str = ""


@dataclass(frozen=True)
class Roll:
    """The server makes a roll that is asked of a seat, where the game's dice are mixed."""

    request: int


@dataclass(frozen=True)
class Rolls:
    """Several rolls at one press, in the order in which they come up.

    A face may say what it was rolled for, and is then used for nothing else; with `rest` the server makes the rolls for
    which there is no face.  It ends where a roll comes up that nobody has spoken of, something else is asked, or the
    phase is over.
    """

    faces: tuple[tuple[str, int], ...] = ()  # purpose (empty: whatever comes up) and face
    rest: bool = False


@dataclass(frozen=True)
class Report:
    """What the board shows, whenever somebody tells it."""

    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """Something that happens on the board and has consequences at once, such as an attack."""

    name: str
    details: Mapping[str, Any]


@dataclass(frozen=True)
class Ruling:
    """Any fact, set by the umpire with a reason and shown to all."""

    facts: Mapping[str, Any]
    reason: str


@dataclass(frozen=True)
class Undo:
    """The last act is taken back; `entry` names it, so that no other is hit."""

    entry: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Amend:
    """An old answer, report or event was another one; `size` is that of the record on which this was worked out."""

    entry: int
    value: Any
    reason: str
    size: int | None = None


@dataclass(frozen=True)
class Nonce:
    """A word that a chair adds to the dice for its seats, before the first of them is rolled; the last one counts."""

    word: str


@dataclass(frozen=True)
class Anchor:
    """A seat commits to a chain of values for live dice, in place of one it had; the umpire takes one out of use."""

    value: str  # to which its first value is hashed; empty from the umpire
    seat: str = ""  # whose chain the umpire takes out
    reason: str = ""


@dataclass(frozen=True)
class Open:
    """A seat opens the next value of its chain for the live die of another, which then falls."""

    request: int
    value: str


@dataclass(frozen=True)
class Close:
    """The game is closed for good, once it is over: nothing is taken back, and the key of the dice is told."""


@dataclass(frozen=True)
class TakeOver:
    """A game that was begun by an earlier version of the rules goes on by those of today."""


@dataclass(frozen=True)
class Propose:
    """What one cannot do alone is proposed to those whom it touches: a die is taken back, or the game is ended."""

    what: str  # undo or end
    entry: int | None = None  # the act that would be taken back, so that no other is hit
    reason: str = ""


@dataclass(frozen=True)
class Consent:
    """Yes or no to what is proposed; the last yes carries it out, and so does the umpire's."""

    proposal: int  # its entry
    yes: bool = True


@dataclass(frozen=True)
class End:
    """The game is over, by the umpire, or where nobody else is to be asked."""

    reason: str = ""


Act: TypeAlias = (
    Answer
    | Roll
    | Rolls
    | Open
    | Report
    | Event
    | Ruling
    | Undo
    | Amend
    | Nonce
    | Anchor
    | Close
    | TakeOver
    | Propose
    | Consent
    | End
)


def act_of(entry: Entry, value: Any, request: int = 0) -> Act:
    """What an entry records, with what was said in it and the number that its request has now."""
    cause = entry.cause
    if entry.act == "report":
        return Report(value)
    if entry.act == "event":
        return Event(cause["event"], value)
    if entry.act == "ruling":
        return Ruling(cause["ruling"], cause["reason"])
    if entry.act == "end":
        return End(cause.get("reason", ""))
    return Answer(request, value, cause.get("reason", ""))


# -- who does it
@dataclass(frozen=True)
class Who:
    """Somebody who acts: the chair, the seats that sit on it (its usual voice first), and those it may speak for."""

    chair: str
    seats: tuple[str, ...]
    lends: tuple[str, ...] = ()  # seats of others: the table, or one that nobody plays
    named: str | None = None  # in whose name, if that is said; else it follows from the act
    bots: Collection[str] = ()  # seats that bots play: people roll for them, and an undo takes their answers too
    people: Collection[str] = ()  # seats of other people, who are asked about what touches them

    @classmethod
    def of(cls, seat: str, bots: Collection[str] = ()) -> Who:
        """A seat on its own chair; anybody but the umpire may also speak for the table."""
        return cls(seat, (seat,), (TABLE,) if seat != UMPIRE else (), bots=bots)

    def speaks_for(self, seat: str) -> bool:
        return seat in self.seats or seat in self.lends

    @property
    def voice(self) -> str:
        """In whose name it acts if the act does not say."""
        if not self.seats:
            raise NotYours("a spectator looks on and does not act")
        if self.named is None:
            return self.seats[0]
        if not self.speaks_for(self.named):
            raise NotYours(f"this chair does not act for {self.named}")
        return self.named

    def is_others(self, request: Request) -> bool:
        """Whether a request of the table is the affair of other people."""
        mine = any(self.speaks_for(seat) for seat in request.owners)
        return any(seat in self.people for seat in request.owners) and not mine and UMPIRE not in self.seats

    def rolls_for(self, request: Request) -> bool:
        """Whether people answer this for a bot: it has no hands for a die and no eyes for the board."""
        return request.seat in self.bots and request.kind in ("roll", "report")

    def signs(self, voice: str) -> tuple[str, str]:
        """What an entry keeps: the voice, and the chair where that is another's."""
        return voice, "" if voice in self.seats else self.chair
