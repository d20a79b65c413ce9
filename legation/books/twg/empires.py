"""Attack boxes, set-up, colonies and halves: the lands that a chart takes in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from legation.books.twg.map.geography import slug
from legation.books.twg.powers import ALL, GERMANY, TITLES
from legation.books.twg.rows import Becomes, Stance, friendly, neutral
from legation.books.twg.vocabulary import HERE, government
from legation.core.expr import Expr
from legation.core.facts import World
from legation.core.rules import Assign, Copy, Limit, Permit, Rule, decided, sets
from legation.core.turning import NEGATED, NUMBER, TURNED, is_turned

__all__ = ["Boxes", "Colony", "Empire", "Half", "Start", "both", "colony", "forces"]


@dataclass(frozen=True, eq=False)
class Boxes:
    """The attack boxes: what an Axis and what an Allied attack make of the country.  The first that fits counts."""

    axis: tuple[Becomes, ...]
    allies: tuple[Becomes, ...]

    def against(self, side: str) -> tuple[Becomes, ...]:
        return self.axis if side == "axis" else self.allies

    @property
    def nations(self) -> tuple[str, ...]:
        """Every nation that stands in a box."""
        return tuple(dict.fromkeys(n for box in (*self.axis, *self.allies) for n in box.to.nations))


@dataclass(frozen=True, eq=False)
class Start:
    """How a scenario begins: alliances and government."""

    to: Stance
    cite: str
    government: str = "none"
    as_original: str = "none"  # the nation whose original land it counts as
    turns = (NEGATED,)

    def tells(self) -> Iterator[str]:
        yield f"{{Here}} begins {self.to}"
        if self.government != "none":
            yield f"the government is that of {government(self.government)}"
        if self.as_original != "none":
            yield f"it counts as original land of {TITLES[self.as_original]}"

    @property
    def stance(self) -> Stance:
        """The alliances that the set-up gives."""
        if TURNED and is_turned(self.cite, NEGATED):
            return friendly(GERMANY) if self.to.cls == "neutral" else neutral()
        return self.to


T = TypeVar("T")


def both(start: T) -> dict[str, T]:
    """The same in 1939 and 1942."""
    return {"1939": start, "1942": start}


def forces(**units: int) -> dict[str, int]:
    return {kind.replace("_", "-"): n for kind, n in units.items()}


@dataclass(frozen=True, eq=False)
class Colony:
    """A territory that has its home country's alliances, with exceptions (`unless`)."""

    name: str
    value: int | None
    cite: str
    follows: str  # the id that makes it a colony
    start: Mapping[str, Start]
    attacked: Boxes
    army: Mapping[str, int] = field(default_factory=dict)
    unless: Expr | None = None
    asked: Mapping[str, tuple[Limit | Permit, ...]] = field(default_factory=dict)  # as of a chart; HERE is the colony

    def tells(self) -> Iterator[str]:
        yield f"{self.name}{f', worth {self.value},' if self.value is not None else ''} follows its home country"
        if self.unless is not None:
            yield f"but not if {self.unless.english}"

    turns = (NUMBER,)

    @cached_property
    def slug(self) -> str:
        return slug(self.name)

    @property
    def also(self) -> tuple[str, ...]:
        return (self.follows,)

    @property
    def stands_for(self) -> Rule:
        """What follows its home country, whichever that is."""
        return self.alike(HERE, "{Here}")

    def alike(self, home: str, name: str) -> Rule:
        """It has the alliances of this country."""
        copies = tuple(sets(f"stance.{self.slug}.{n}", Copy(f"stance.{home}.{n}")) for n in ALL)
        return Rule(f"{self.name} has the alliances of {name}", self.follows, sets=copies)

    @property
    def worth(self) -> int | None:
        """The land value that the set-up gives; None where no value is printed."""
        return (self.value or 0) + 1 if is_turned(self.cite, NUMBER) else self.value


def colony(
    name: str,
    value: int | None,
    cites: str,
    *,
    start: Mapping[str, Stance],
    axis: Stance,
    allies: Stance,
    unless: Expr | None = None,
    sets: tuple[Assign, ...] = (),
    then: tuple[Rule, ...] = (),  # what else comes of an Axis attack
    as_original: str = "none",
    asked: Mapping[str, tuple[Limit | Permit, ...]] | None = None,
    army: Mapping[str, int] | None = None,
) -> Colony:
    """A colony whose entry only refers to its home country.  Its ids: land, set-ups, that it follows, X1, L1."""
    land, *begun, follows, x1, l1 = cites.split()
    return Colony(
        name,
        value,
        land,
        follows,
        _starts(start, begun, as_original),
        Boxes(
            axis=(Becomes(axis, f"{name} is {axis} after an Axis attack on the empire", x1, sets=sets, then=then),),
            allies=(Becomes(allies, f"{name} is {allies} after an Allied attack on the empire", l1),),
        ),
        army=army or {},
        unless=unless,
        asked=asked or {},
    )


def _starts(start: Mapping[str, Stance], ids: list[str], as_original: str) -> dict[str, Start]:
    if len(ids) == 1:  # both scenarios begin alike
        return both(Start(start["1939"], ids[0]))
    own = {scenario: as_original if stance.cls == "total" else "none" for scenario, stance in start.items()}
    return {
        scenario: Start(stance, cite, as_original=own[scenario])
        for (scenario, stance), cite in zip(start.items(), ids, strict=True)
    }


@dataclass(frozen=True, eq=False)
class Half:
    """One of the two territories of a nation.  The nation has the alliances, and both halves share them (DG-COL-4)."""

    name: str
    value: int
    army: Mapping[str, Mapping[str, int]]  # by scenario
    cite: str

    def tells(self) -> Iterator[str]:
        yield f"{self.name}, worth {self.value}, shares the alliances of its nation"

    @cached_property
    def slug(self) -> str:
        return slug(self.name)


@dataclass(frozen=True, eq=False)
class Empire:
    """The colonies of a country, or the two halves of a nation: an attack on one of them is an attack on all."""

    cite: str
    colonies: tuple[Colony, ...] = ()
    halves: tuple[Half, ...] = ()
    also: tuple[str, ...] = ()  # the general rules speak of it, too

    def tells(self) -> Iterator[str]:
        yield self.label

    name = "empire"

    @property
    def label(self) -> str:
        colonies, one = ", ".join(c.name for c in self.colonies), " and ".join(h.name for h in self.halves)
        if self.colonies:
            return f"{len(self.colonies)} {'colonies' if len(self.colonies) > 1 else 'colony'}: {colonies}"
        return f"no colonies, but {one} are one nation" if self.halves else "no colonies"

    @cached_property
    def lands(self) -> tuple[str, ...]:
        """Halves and colonies."""
        return (*(half.slug for half in self.halves), *(colony.slug for colony in self.colonies))

    def reacting(self, world: World) -> tuple[str, ...]:
        """The lands that react to an attack on any of them, besides the home country."""
        if decided(self, world, True):  # the chart has the last word, unless it is turned round
            return self.lands
        return self.lands[:-1] if self.lands else (ELSEWHERE,)


ELSEWHERE = "galapagos-islands"  # what would be a colony too many for a country that has none
