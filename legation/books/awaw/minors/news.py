"""What a moment of the turn brings about in a topic: changes, and what the table has to do on its board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.books.awaw.minors.inquiry import tell
from legation.books.awaw.provisions import Provisions
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done
from legation.core.rules import Duty, Rule, carry_out

__all__ = ["PROVISIONS", "Reminded", "Turned", "reminding", "turned"]

STEPS = Steps()


@dataclass
class Turned:
    """Changes so far, the world after them, and sentences for the table, each with its rule."""

    world: World
    changes: list[Change] = field(default_factory=list)
    news: list[tuple[str, str]] = field(default_factory=list)
    booked: dict[str, int] = field(default_factory=dict)

    def bring(self, rule: Rule, facts: Mapping[str, Any]) -> None:
        """What a rule sets, where code has worked out the values; nothing, if all is so already."""
        new = {fact: value for fact, value in facts.items() if self.world.get(fact) != value}
        if new:
            self.add(rule.brings(self.world, new))

    def add(self, changes: list[Change]) -> None:
        for change in changes:
            if change.fact.startswith("booked."):  # BRPs of a power, up or down
                power = change.fact.removeprefix("booked.")
                self.booked[power] = self.booked.get(power, 0) + change.new - change.old
        self.world = self.world.with_changes(changes, self.world.now)
        self.changes += changes

    def carry(self, *rules: Rule, tell: bool = False) -> bool:
        """Carry rules out; whether the last of them applied.  With `tell`, the table hears of those that did."""
        applied = False
        for rule in rules:
            applied = rule.applies(self.world)
            if not applied:
                continue
            self.world, changes = carry_out([rule], self.world)
            self.changes += changes
            if tell:
                self.news.append((rule.label, rule.cite))
        return applied


def turned(found: Turned) -> Directive:
    """The changes are made, and the table nods to what it has to do."""
    if not found.news:
        return done(found.changes)
    return do(found.changes, then="awaw.minors.news", news=[list(pair) for pair in found.news])


@dataclass(frozen=True, eq=False)
class Reminded(Duty):
    """Words about a rule that is declared elsewhere, where it does its work."""

    again: bool = True


@STEPS.step("awaw.minors.news")
def told(world: World, frame: Frame) -> Directive:
    news = frame.get("news")
    return tell("; ".join(f"{says} [{cite}]" for says, cite in news), news[0][1])


def reminding(*rows: tuple[str, Duty]) -> Callable[[World, str], Iterator[str]]:
    """The reminders of a topic: sentences for one side's player turn, while something is so."""

    def reminders(world: World, half: str) -> Iterator[str]:
        for side, duty in rows:
            if side == half and (words := duty.told(world)):
                yield f"{words} [{duty.cite}]"

    return reminders


PROVISIONS = Provisions(
    "news",
    steps=STEPS,
)
