"""Sweeps: "whenever" rules, run until nothing changes.

A `Whenever` knows which facts each of its rules reads or sets.  After a first full sweep it looks again only at the
rules that a change touches, so a whole phase of many countries stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from legation.core.errors import BadRulebook
from legation.core.expr import Expr
from legation.core.facts import Change, World
from legation.core.rules import Bespoke, Copy, Rule, carry_out

__all__ = ["Sweep", "Whenever", "sweep"]

MOST_ROUNDS = 50


class Sweep(NamedTuple):
    world: World
    changes: list[Change]


def touches(rule: Rule | Bespoke) -> frozenset[str]:
    """Every fact that a rule reads or sets."""
    facts = set(rule.when.reads())
    if isinstance(rule, Bespoke):
        return frozenset(facts.union(*(r.reads() for r in rule.reads)))
    for assign in rule.sets:
        facts.add(assign.fact)
        facts |= assign.when.reads()
        if isinstance(assign.value, Expr):
            facts |= assign.value.reads()
        elif isinstance(assign.value, Copy):
            facts.add(assign.value.fact)
    return frozenset(facts.union(*(touches(more) for more in rule.then)))


def _kept(world: World) -> bool:
    return world.lasting and world.comparable


class Whenever:
    """A set of rules in their order, with an index from facts to rules."""

    def __init__(self, rules: Iterable[Rule | Bespoke]) -> None:
        self.rules = tuple(rules)
        self.rest: World | None = None  # a world, of whatever game, in which none of the rules has anything to do
        self.by_fact: dict[str, list[int]] = {}
        for i, rule in enumerate(self.rules):
            for fact in touches(rule):
                self.by_fact.setdefault(fact, []).append(i)

    def concerned(self, changes: Iterable[Change]) -> set[int]:
        """The places of the rules that these changes touch."""
        return {i for change in changes for i in self.by_fact.get(change.fact, ())}

    def all_due(self, world: World) -> set[int]:
        """All rules; but those that see nothing else than in a world at rest cannot do anything here either."""
        if self.rest is None or self.rest.schema is not world.schema or world.witness or not _kept(world):
            return set(range(len(self.rules)))
        return {i for fact in world.unlike(self.rest, self.by_fact) for i in self.by_fact.get(fact, ())}

    def run(self, world: World, after: Iterable[Change] | None = None) -> Sweep:
        """Run until nothing changes: all rules, or only what follows `after` some changes to a world at rest.

        Rules are passed in their order, round after round, whichever of them can be left out: so what happens, and in
        which order, never depends on what was left out.
        """
        due = self.all_due(world) if after is None else self.concerned(after)
        done: list[Change] = []
        for _ in range(MOST_ROUNDS):
            world, later = self._pass(world, due, done)
            if not later:
                if _kept(world):
                    self.rest = world
                return Sweep(world, done)
            due = later
        ids = sorted({change.rule for change in done[-len(self.rules) :]})
        raise BadRulebook(f"these rules chase one another without end: {', '.join(ids)}")

    def _pass(self, world: World, due: set[int], done: list[Change]) -> tuple[World, set[int]]:
        """One round; what a change touches further on is passed in it, what it touches further back in the next."""
        waiting, later = sorted(due), set[int]()
        while waiting:
            i = heappop(waiting)
            world, more = carry_out((self.rules[i],), world)
            done += more
            for j in self.concerned(more) if more else ():
                if j <= i:
                    later.add(j)
                elif j not in due:
                    due.add(j)
                    heappush(waiting, j)
        return world, later


def sweep(world: World, rules: Iterable[Rule | Bespoke]) -> Sweep:
    """One full sweep over rules that are not kept."""
    return Whenever(rules).run(world)
