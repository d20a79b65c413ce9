"""A book in a few lines, for tests of the kernel: give it steps and facts, and play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from legation.core.book import Book, Event
from legation.core.facts import Change, Choice, Count, Data, Family, Flag, Schema, Teller
from legation.core.game import Game
from legation.core.machine import Frame, Steps
from legation.core.rules import Registry
from tests.books.tern.book import BOOK as TERN

FAMILIES = (
    Family("turn", Count(0, 99), "the turn", default=0),
    Family("gold", Count(0, 20), "the gold of {0}", over=(("north", "south"),), default=5),
    Family("mood", Choice(("cold", "cool", "warm")), "the mood", default="cool"),
    Family("pact", Flag(), "there is a pact", default=False),
    Family("notes", Data(), "notes", default=[]),
    Family("weather", Choice(("calm", "storm")), "the weather", told_by=Teller.BOARD, stale_after=1),
    Family("ships", Count(0, 9), "ships at {0}", over=(("auk", "brant"),), told_by=Teller.BOARD, stale_after=2),
    Family("light", Flag(), "the light is lit", told_by=Teller.BOARD),
    Family("berths", Count(0, 9), "berths", told_by=Teller.SHEET),
    Family("debt", Count(0, 9), "the debt"),
    Family("plan", Count(0, 3), "the plan of {0} for {1}", (("north", "south"), ("auk", "brant")), known_to="seat"),
    Family("roll", Count(-50, 50), "the sum so far", over=(("net",),)),
)
SCHEMA = Schema(FAMILIES, titles={"north": "the North", "south": "the South", "auk": "Auk", "brant": "Brant"})


class Tiny(Book):
    """A book whose steps are given to it; it begins at the first of them."""

    name = "tiny"
    title = "Tiny"
    version = "1"
    scenarios: Mapping[str, str] = {"one": "The only one"}
    seats = ("north", "south")
    seat_titles: Mapping[str, str] = {"north": "the North", "south": "the South"}
    need_cite = "T-NEED"

    def __init__(self, steps: Mapping[str, Callable[..., Any]], events: Mapping[str, Event] | None = None) -> None:
        self.steps = Steps()
        self.first = next(iter(steps))
        for name, function in steps.items():
            self.steps.step(name)(function)
        self.registry = Registry(TERN.registry.ledgers)
        self.events = events or {}

    def schema(self, scenario: str) -> Schema:
        return SCHEMA

    def setup(self, scenario: str) -> list[Change]:
        return [Change("turn", 0, 1, "T-TURN")]

    def start(self, scenario: str) -> tuple[Frame, ...]:
        return (Frame(self.first),)


def play(*steps: Callable[..., Any], events: Mapping[str, Event] | None = None, **how: Any) -> Game:
    """A new game of a book with these steps, named after their functions."""
    how.setdefault("seed", 1)
    return Game.new(Tiny({step.__name__: step for step in steps}, events), "one", **how)


def reopened(game: Game) -> Game:
    """The game as it would be opened from a file."""
    from legation.testing.conformance import copy

    return copy(game)
