"""Sweeps: "whenever" rules, run until nothing changes.

A `Whenever` knows which facts each of its rules reads or sets.  What has changed since it last came to rest is part of
the game's state (`State.rests`): only the rules that see something new are looked at again, and the outcome is that of
a sweep over all of them.
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
    """What a sweep has changed, and the world that it left at rest."""

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


class Whenever:
    """A set of rules in their order, with an index from facts to rules."""

    def __init__(self, rules: Iterable[Rule | Bespoke]) -> None:
        self.rules = tuple(rules)
        self.by_fact: dict[str, list[int]] = {}
        for i, rule in enumerate(self.rules):
            for fact in touches(rule):
                self.by_fact.setdefault(fact, []).append(i)

    def concerned(self, facts: Iterable[str]) -> set[int]:
        """The places of the rules that look at these facts."""
        return {i for fact in self.by_fact.keys() & facts for i in self.by_fact[fact]}

    def run(self, world: World, since: Iterable[str] | None = None) -> Sweep:
        """Run until nothing changes: all rules, or those that look at what has changed `since` they were at rest.

        Rules are passed in their order, round after round, whichever of them can be left out: so what happens, and in
        which order, never depends on what was left out.
        """
        due = set(range(len(self.rules))) if since is None else self.concerned(since)
        done: list[Change] = []
        for _ in range(MOST_ROUNDS):
            world, later = self._pass(world, due, done)
            if not later:
                world.weighed(self.look)
                return Sweep(world, done)
            due = later
        ids = sorted({change.rule for change in done[-len(self.rules) :]})
        raise BadRulebook(f"these rules chase one another without end: {', '.join(ids)}")

    def look(self, world: World) -> None:
        """Every rule once, on a world at rest: what a sweep could leave out is held back there all the same."""
        for rule in self.rules:
            rule.applies(world)

    def _pass(self, world: World, due: set[int], done: list[Change]) -> tuple[World, set[int]]:
        """One round; what a change touches further on is passed in it, what it touches further back in the next."""
        waiting, later = sorted(due), set[int]()
        while waiting:
            i = heappop(waiting)
            world, more = carry_out((self.rules[i],), world)
            done += more
            for j in self.concerned(change.fact for change in more) if more else ():
                if j <= i:
                    later.add(j)
                elif j not in due:
                    due.add(j)
                    heappush(waiting, j)
        return world, later


def sweep(world: World, rules: Iterable[Rule | Bespoke]) -> Sweep:
    """One full sweep over rules that are not kept."""
    return Whenever(rules).run(world)
