"""A country: what it provides as all modules do, and what diplomacy asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from legation.books.awaw.diplomacy.gates import FreeHand, Gate
from legation.books.awaw.powers import TITLES
from legation.books.awaw.provisions import Provisions
from legation.core.rules import Duty, Limit, Permit, Rule
from legation.core.tables import Table

__all__ = ["ANY_SIDE", "Country", "Guests"]

ANY_SIDE = ""


@dataclass(frozen=True, eq=False)
class Guests:
    """How many foreign factors a country takes, and how many armor units, where these are fewer than elsewhere."""

    most: int
    armor: int
    opened: Limit  # when it has opened its hexes
    always: Limit  # whatever its status


@dataclass(frozen=True, eq=False)
class Country(Provisions):
    """All of one country, under its slug; one without a diplomatic table has its own minor-country rules alone."""

    table: Table | None = None
    gates: tuple[Gate, ...] = ()  # what else closes it to whoever would name it
    waits: Gate | None = None  # what also closes it to DPs
    prepares: Permit | None = None  # whose DPs are outside of that
    needed: Permit | None = None  # whoever names it needs this
    free_hand: FreeHand | None = None  # what the Axis may do there beside their one target
    remarks: tuple[Duty, ...] = ()  # told with the sum of a roll
    void: tuple[Limit, ...] = ()  # limits under which what is rolled brings nothing about
    before_results: tuple[Rule, ...] = ()  # settled before a result is carried out
    phase_rules: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)  # due as the phase of a side begins
    guests: Guests | None = None  # foreign factors that it takes
    kept: Limit | None = None  # a conquest undoes nothing

    @property
    def heading(self) -> str:
        return TITLES[self.name]

    @property
    def all_gates(self) -> tuple[Gate, ...]:
        return (self.waits, *self.gates) if self.waits else self.gates

    @property
    def dp_gates(self) -> tuple[Gate, ...]:
        """What may not be named may not have DPs either, unless somebody may prepare himself."""
        if not self.waits or not self.prepares:
            return ()
        return (replace(self.waits, exempt=(self.prepares, *self.waits.exempt)),)

    @property
    def declarations(self) -> tuple[object, ...]:
        diplomacy = (self.table, self.all_gates, self.prepares, self.needed, self.free_hand, self.remarks, self.void)
        return (
            *diplomacy,
            self.before_results,
            self.phase_rules,
            self.guests,
            self.kept,
            *super().declarations,
            self.heeds,
        )
