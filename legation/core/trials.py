"""What a book tells the conformance suite of its deeds: how chance makes them up, and what must hold of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from random import Random
from typing import Any, NamedTuple

from legation.core.facts import World
from legation.core.requests import TABLE

__all__ = ["Leave", "Offer", "ToldDeed", "Trials"]

Offer = Callable[[World, Random], dict[str, Any] | None]  # details of a deed; none if there is no occasion for it


class ToldDeed(NamedTuple):
    """A deed as it is reported: the name of the event, and its details."""

    name: str
    details: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(f'{name} {value}' for name, value in self.details.items())})"


class Leave(NamedTuple):
    """A question to `may` on which a deed hangs."""

    nation: str
    action: str
    place: str
    with_: str | int | None = None


class Trials:
    """A book overrides what it knows better; one without deeds leaves all of it."""

    offers: Mapping[str, Sequence[Offer]] = {}  # by event, ways to make its details up, lawful or not
    withdrawn: Collection[str] = ()  # events that are taken back if what the table then tells forbids them
    before_play: Collection[str] = ()  # how steps begin at which nothing has happened on the board yet
    resting: Collection[str] = ()  # steps at which a game waits with nothing half done; everywhere, if none is named
    logs: Collection[str] = ()  # families of facts that keep the order in which things were reported
    not_asked: Collection[str] = ()  # rules that refuse a deed and are no matter of leave, such as a count of units

    def teller(self, told: ToldDeed) -> str:
        """Who reports a deed, if it is not everybody's to tell."""
        return TABLE

    def leave_for(self, world: World, told: ToldDeed) -> Iterable[Leave]:
        """What `may` is asked about a deed: it is done if all is allowed, and refused if not."""
        return ()

    def apart(self, world: World, one: ToldDeed, other: ToldDeed, here: Set[str], there: Set[str]) -> bool:
        """Whether the book leaves two deeds, one here and the other there, to come in either order, all the same."""
        return False

    def amiss(self, before: World, world: World, changed: Collection[str]) -> Iterable[str]:
        """What has come about by one act, which changed these facts, and never can by the rules."""
        return ()

    def amiss_after(self, before: World, world: World, told: ToldDeed) -> Iterable[str]:
        """What holds in a world and cannot, now that this has been done and nothing more is asked about it."""
        return ()
