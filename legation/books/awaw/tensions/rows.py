"""The rows of a tension track: what a situation or an event is worth, when it is judged and how long it counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from legation.books.awaw.powers import TITLES
from legation.core.expr import YES, Expr, any_of, listed

__all__ = [
    "EACH_TURN",
    "LATER",
    "Keeps",
    "Moment",
    "TrackRow",
    "at_end",
    "automatic",
    "captured",
    "event",
    "picture",
    "place_name",
    "standing",
    "status",
]


class Keeps(StrEnum):
    """How long the charge of a row lasts."""

    TURN = "this turn"  # charged anew each turn; the most that was seen in the turn counts
    NOW = "this turn, as things stand"  # charged anew each turn, and set right when things change
    PICTURE = "this turn, as it began"  # charged anew each turn, and set right if the picture is
    EVER = "for good"  # the most that was ever seen stays
    HELD = "while it is held"  # taken back when the territory is lost


class Moment(StrEnum):
    """When the referee looks at the rows, in the order of a turn."""

    AUTOMATIC = "automatic"  # the step that every turn begins with
    START = "start"
    DURING = "during"
    AXIS_END = "axis-end"  # the end of the Axis player turn
    ALLIED_START = "allied-start"  # the Russian and the Western Allied player turns begin
    END = "end"  # the end of the game turn


LATER = (Moment.AXIS_END, Moment.END)
JUDGED = {
    Moment.AUTOMATIC: "before all others",
    Moment.START: "when the turn begins",
    Moment.DURING: "during the turn",
    Moment.AXIS_END: "when the Axis player turn ends",
    Moment.ALLIED_START: "when the Allied player turns begin",
    Moment.END: "when the game turn ends",
}
EACH_TURN = (Keeps.TURN, Keeps.NOW, Keeps.PICTURE)
LONG = 400  # letters; where a row has many places, one stands for all


def place_name(place: str) -> str:
    return TITLES.get(place) or place.replace("-", " ").title()


@dataclass(frozen=True, eq=False)
class TrackRow:
    """One line of a track: so much for each step, at each of its places by itself.  `{place}` in the label names it."""

    amount: int
    label: str
    steps: tuple[tuple[str, Expr], ...]  # place and how many steps it is worth now; a truth counts one
    cite: str
    keeps: Keeps
    when: Expr = YES  # charged only while this holds
    asked: Moment | None = None  # when the table is asked for what it has not reported
    only: bool = False  # judged at that moment and no other
    happens: bool = False  # an event, not a status: nobody can say whether the next turn brings it

    def tells_when(self) -> tuple[Expr, ...]:
        each = any_of(*(steps for _, steps in self.steps))
        return self.when, each if len(each.english) < LONG else self.steps[0][1]  # and alike at the other places

    def tells(self) -> Iterator[str]:
        each = " for each" if len(self.steps) > 1 else ""
        yield f"the level {'falls' if self.amount < 0 else 'rises'} by {abs(self.amount)}{each}"
        yield f"it counts {self.keeps}" + (f", and is judged {JUDGED[self.asked]}" if self.only and self.asked else "")

    def tells_label(self) -> str:
        """With the places where it counts."""
        places = [place_name(place) for place, _ in self.steps if place]
        return self.label.replace("{place}", listed(places, "or") if places else "the place")

    @property
    def slug(self) -> str:
        return self.cite.lower()

    @property
    def of_each_turn(self) -> bool:
        """A situation that a forecast takes as going on."""
        return self.keeps in EACH_TURN and not self.happens


def automatic(amount: int, label: str, *, cite: str) -> TrackRow:
    """What every turn begins with."""
    return TrackRow(amount, label, (("", YES),), cite, Keeps.TURN)


def picture(amount: int, label: str, when: Expr, *, cite: str) -> TrackRow:
    """A status that is judged by the situation when the turn begins."""
    return TrackRow(amount, label, (("", when),), cite, Keeps.PICTURE)


def status(amount: int, label: str, when: Expr, *, cite: str) -> TrackRow:
    """A status that counts in a turn if it exists at the start or comes about later, once."""
    return TrackRow(amount, label, (("", when),), cite, Keeps.TURN, asked=Moment.START)


def standing(amount: int, label: str, each: Expr, *, cite: str, happens: bool = False) -> TrackRow:
    """What counts as things stand at any moment of the turn, and no longer when they change."""
    return TrackRow(amount, label, (("", each),), cite, Keeps.NOW, happens=happens)


def at_end(moment: Moment, amount: int, label: str, each: Expr, *, cite: str) -> TrackRow:
    """A status that is judged when a player turn ends, so much for each."""
    return TrackRow(amount, label, (("", each),), cite, Keeps.TURN, asked=moment, only=True)


def event(
    amount: int,
    label: str,
    each: Expr,
    *,
    cite: str,
    when: Expr = YES,
    each_turn: bool = False,
    asked: Moment | None = None,
) -> TrackRow:
    """Something that happens, so much for each; `each_turn` begins the count anew every turn."""
    return TrackRow(
        amount, label, (("", each),), cite, Keeps.TURN if each_turn else Keeps.EVER, when, asked, happens=True
    )


def captured(amount: int, label: str, *held: tuple[str, Expr], cite: str, asked: Moment | None = None) -> TrackRow:
    """Territory that is taken, each place by itself; taken back when it is lost, charged again when it falls again."""
    return TrackRow(amount, label, held, cite, Keeps.HELD, asked=asked, happens=True)
