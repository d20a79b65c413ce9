"""Sweeps: "whenever" rules, run until nothing changes.

A `Whenever` knows which facts each of its rules reads or sets.  After a first full sweep it looks again only at the
rules that a change touches, so a whole phase of many countries stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


class Whenever:
    """A set of rules in their order, with an index from facts to rules."""

    def __init__(self, rules: Iterable[Rule | Bespoke]) -> None:
        self.rules = tuple(rules)
        self.rest: World | None = None  # a world, of whatever game, in which none of the rules has anything to do
        self.by_fact: dict[str, list[int]] = {}
        for i, rule in enumerate(self.rules):
            for fact in touches(rule):
                self.by_fact.setdefault(fact, []).append(i)

    def concerned(self, changes: Iterable[Change]) -> list[Rule | Bespoke]:
        """The rules that these changes touch, in their order."""
        numbers = sorted({i for change in changes for i in self.by_fact.get(change.fact, ())})
        return [self.rules[i] for i in numbers]

    def all_due(self, world: World) -> Sequence[Rule | Bespoke]:
        """All rules; but those that see nothing else than in a world at rest cannot do anything here either."""
        if self.rest is None or self.rest.schema is not world.schema or world.witness is not None:
            return self.rules
        numbers = sorted({i for fact in world.unlike(self.rest) for i in self.by_fact.get(fact, ())})
        return [self.rules[i] for i in numbers]

    def run(self, world: World, after: Iterable[Change] | None = None) -> Sweep:
        """Run until nothing changes: all rules, or only what follows `after` some changes to a world at rest."""
        due = self.all_due(world) if after is None else self.concerned(after)
        done: list[Change] = []
        for _ in range(MOST_ROUNDS):
            world, more = carry_out(due, world)
            if not more:
                self.rest = world
                return Sweep(world, done)
            done += more
            due = self.concerned(more)
        ids = sorted({change.rule for change in more})
        raise BadRulebook(f"these rules chase one another without end: {', '.join(ids)}")


def sweep(world: World, rules: Iterable[Rule | Bespoke]) -> Sweep:
    """One full sweep over rules that are not kept."""
    return Whenever(rules).run(world)
