"""Tables: a sum of modifiers, a die, and result bands, in layers.

A table may rest on another (the Balkan table under Rumania) and be changed by layers (an edition, a house rule).
Layers add, replace or drop ids; anything that does not fit is an error that names both places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import msgspec

from legation.core.compiled import Compiled
from legation.core.dice import Die, d6
from legation.core.errors import BadRulebook
from legation.core.expr import Expr, Look, amount, bound, lacking, lift, node
from legation.core.facts import World
from legation.core.rules import Modifier, Order
from legation.core.span import Span, exact, highest, lowest
from legation.core.trace import Trace
from legation.core.turning import EFFECT, TURNED, is_turned, kept

__all__ = ["Band", "Layer", "SheetLine", "RollSheet", "Table", "at", "bands", "extras", "fell", "looked_at", "modifier"]
__all__ += ["span", "upfrom", "upto"]

NET = "roll.net"  # the sum so far, for modifiers that look at it


@dataclass(frozen=True, eq=False)
class Band:
    """The results from `lo` to `hi`; None leaves an end open.  `then` is the book's own effect."""

    lo: int | None
    hi: int | None
    label: str
    cite: str
    then: tuple[Any, ...] = ()
    permanent: bool = False
    extra: bool = False  # comes on top of the result of its band

    @property
    def effects(self) -> tuple[Any, ...]:
        """What it brings about."""
        return () if TURNED and is_turned(self.cite, EFFECT) else self.then

    def __contains__(self, total: int) -> bool:
        return (self.lo is None or total >= self.lo) and (self.hi is None or total <= self.hi)

    @property
    def title(self) -> str:
        if self.lo is None:
            return f"{self.hi} or less"
        if self.hi is None:
            return f"{self.lo} or more"
        return str(self.lo) if self.lo == self.hi else f"{self.lo} to {self.hi}"

    @property
    def called(self) -> str:
        """The same as charts print it, with a minus sign."""
        if self.lo is not None and self.hi is not None and 0 <= self.lo < self.hi:
            return f"{self.lo}-{self.hi}"
        return self.title.replace("-", "−")


def upto(hi: int, label: str, *then: Any, cite: str, permanent: bool = False) -> Band:
    return Band(None, hi, label, cite, then, permanent)


def at(value: int, label: str, *then: Any, cite: str, permanent: bool = False) -> Band:
    return Band(value, value, label, cite, then, permanent)


def span(lo: int, hi: int, label: str, *then: Any, cite: str, permanent: bool = False) -> Band:
    return Band(lo, hi, label, cite, then, permanent)


def upfrom(lo: int, label: str, *then: Any, cite: str, permanent: bool = False) -> Band:
    return Band(lo, None, label, cite, then, permanent)


def extras(*given: Band) -> tuple[Band, ...]:
    """Bands that supplement others: they may overlap and leave gaps."""
    return tuple(replace(band, extra=True) for band in given)


def bands(*given: Band) -> tuple[Band, ...]:
    """Bands from the lowest to the highest; a gap or an overlap is an error."""
    for low, high in pairwise(given):
        if low.hi is None or high.lo is None or high.lo <= low.hi:
            raise BadRulebook(f"the bands {low.title} and {high.title} overlap", where=f"{low.cite} and {high.cite}")
        if high.lo != low.hi + 1:
            raise BadRulebook(f"no band holds {low.hi + 1}", where=f"between {low.cite} and {high.cite}")
    if not given or given[0].lo is not None or given[-1].hi is not None:
        where = given[0].cite if given else ""
        raise BadRulebook("the first band must be open below and the last open above", where=where)
    return given


def fell(given: Iterable[Band], total: int, world: World) -> Band:
    """The band that a die has fallen into, with what it was thrown for; the others are held back."""
    among = tuple(given)
    found = next(band for band in among if total in band)
    for band in among:
        world.note(band.cite, band is found, band)
    return found


@dataclass(frozen=True)
class Layer:
    """Changes to the modifiers and results of a table: an edition, a scenario or a house rule."""

    name: str
    rank: int
    adds: tuple[Modifier | Band, ...] = ()
    replaces: dict[str, Modifier | Band] = field(default_factory=dict)
    drops: tuple[str, ...] = ()


class SheetLine(msgspec.Struct, frozen=True):
    """One modifier on one roll: what it adds, and whether it applies."""

    modifier: Modifier
    amount: Any

    @property
    def applied(self) -> bool:
        return isinstance(self.amount, Span) or self.amount != 0

    def trace(self, world: World) -> Trace:
        m = self.modifier
        return Trace(
            m.label, self.amount, lambda: (m.when.trace(world), m.value.trace(world)), (), m.cite, self.applied
        )


def looked_at(rows: Iterable[Modifier], world: World) -> tuple[SheetLine, ...]:
    """Rows with what each gives here, for whoever adds them up outside of a table."""
    lines = tuple(SheetLine(row, row.amount(world)) for row in rows)
    for line in lines:
        world.note(line.modifier.cite, line.applied, line.modifier)
    return lines


@dataclass(frozen=True)
class RollSheet:
    """All modifiers of one roll, applied and not applied, and their sum."""

    table: Table
    lines: tuple[SheetLine, ...]
    total: Any

    def trace(self, world: World) -> Trace:
        sums = [line.amount for line in self.lines if line.modifier.stage != self.table.looks_back]
        if len(sums) < len(self.lines):  # the last stage looks at the sum of the others
            world = world.scoped(**{NET: sum(sums)})
        parts = tuple(line.trace(world) for line in self.lines)
        return Trace(f"modifiers for {self.table.name}", self.total, parts, rule=self.table.cite)


@dataclass(frozen=True, eq=False)
class Table:
    """Modifiers and result bands of one country, resting on those of its group.

    The id of a table for several countries says that its modifiers are theirs; that of a country, that it takes over
    those of the table it rests on.
    """

    name: str
    cite: str
    modifiers: tuple[Modifier, ...] = ()
    results: tuple[Band, ...] = ()
    supplements: tuple[Band, ...] = ()  # results that come on top of those of their band
    basic: Modifier | None = None
    base: Table | None = None
    here: str = ""
    die: Die = d6
    stages: Order | tuple[str, ...] = ("general",)
    looks_back: str = ""  # the last stage, if its modifiers look at the sum of all before it
    layers: tuple[Layer, ...] = ()
    also: tuple[str, ...] = ()

    def country(self, name: str, *, here: str, cite: str, **more: Any) -> Table:
        """A table for one country that rests on this one."""
        own = {"die": self.die, "stages": self.stages, "looks_back": self.looks_back, **more}
        return Table(name, cite, base=self, here=here, **own)

    def with_layers(self, *layers: Layer) -> Table:
        return replace(self, layers=(*self.layers, *layers))

    @cached_property
    def rests_on(self) -> tuple[Table, ...]:
        """The table itself, and those it rests on."""
        return (self, *(self.base.rests_on if self.base else ()))

    @property
    @kept
    def parts(self) -> tuple[Modifier | Band, ...]:
        """Everything in force after all layers, as declared (not yet bound to the country)."""
        base = self.base.parts if self.base else ()
        own: tuple[Modifier | Band, ...] = self.modifiers
        if TURNED and is_turned(self.cite, EFFECT):  # a country takes nothing over, another table hands nothing down
            base, own = (tuple(p for p in base if isinstance(p, Band)), own) if self.here else (base, ())
        if self.results:
            base = tuple(p for p in base if not isinstance(p, Band))
        own = (*((self.basic,) if self.basic else ()), *own, *self.results, *self.supplements)
        found: tuple[Modifier | Band, ...] = (*base, *own)
        ids = [p.cite for p in found]
        if twice := sorted({i for i in ids if ids.count(i) > 1}):
            raise BadRulebook(f"{self.name} has {', '.join(twice)} twice", where=self.cite)
        return layered(found, self.layers, self.name)

    @property
    @kept
    def effective(self) -> tuple[Modifier, ...]:
        """Every modifier in force, bound to the country, in the order of application."""
        stages = self.stages.of if isinstance(self.stages, Order) else self.stages
        found = [p for p in self.parts if isinstance(p, Modifier)]
        for m in found:
            if m.stage not in stages:
                raise BadRulebook(f"{m.cite} stands in no known stage: {m.stage!r}", hint=f"one of {stages}")
        found.sort(key=lambda m: stages.index(m.stage))
        return tuple(bound(m, here=self.here, Here=self.name) for m in found)

    @property
    @kept
    def bands(self) -> tuple[Band, ...]:
        """The results in force; every total falls into exactly one."""
        return bands(*(p for p in self.parts if isinstance(p, Band) and not p.extra))

    # -- on one world, or on many
    def total(self, look: Any) -> Any:
        """The sum of all modifiers."""
        if isinstance(look, World):
            look.weighed(self.sheet)
        return self._total(look)

    def sheet(self, world: World) -> RollSheet:
        """Every modifier with what it adds; the rules consulted are noted."""
        amounts, total = self._amounts(world)
        sheet = RollSheet(self, tuple(map(SheetLine, self.effective, amounts)), total)
        for table in self.rests_on:
            if table.cite:
                world.note(table.cite, True, table)
        for line in sheet.lines:
            world.note(line.modifier.cite, line.applied)
        if self.basic:
            world.note(self.basic.cite, True)  # also where it is nothing
        world.show(sheet)
        return sheet

    def _add_up(self, look: Any) -> tuple[tuple[Any, ...], Any]:
        """What every modifier adds, and the sum; those of the last stage look at the sum so far."""
        amounts: list[Any] = []
        total: Any = 0
        looking_back = False
        for m in self.effective:
            if m.stage == self.looks_back and not looking_back:
                look, looking_back = look.scoped(**{NET: total}), True
            amounts.append(m.amount(look))
            total = total + amounts[-1]
        return tuple(amounts), total

    # -- the same, written out once they are asked for often
    @property
    @kept
    def _expressions(self) -> tuple[Expr, ...]:
        return tuple(expr for m in self.effective for expr in (m.when, m.value))

    @property
    @kept
    def _amounts(self) -> Compiled[tuple[tuple[Any, ...], Any]]:
        return Compiled(self._add_up, self._expressions)

    @property
    @kept
    def _total(self) -> Compiled[Any]:
        return Compiled(lambda look: self._add_up(look)[1], self._expressions)

    def number(self, world: World) -> int:
        """The sum of a table without results, such as a number to roll; `Unknown` if it cannot be said yet."""
        world.weighed(self.sheet)
        return amount(self.net, world)

    def band(self, total: int) -> Band:
        return next(b for b in self.bands if total in b)

    def extras(self, total: int) -> list[Band]:
        """The supplementary results that come with a total."""
        return [p for p in self.parts if isinstance(p, Band) and p.extra and total in p]

    def odds(self, world: World) -> dict[str, Fraction]:
        """The exact chance of each band, in their order; `Unknown` if a missing fact could change it."""
        total = self.settled_total(world)
        faces = [self.band(face + total) for face in self.die.faces]
        return {b.title: Fraction(faces.count(b), self.die.sides) for b in self.bands if b in faces}

    @cached_property
    def net(self) -> Expr:
        """The sum as an expression, for whoever asks for many worlds at once."""
        return Net(self)

    def settled_total(self, world: World) -> int:
        """The sum, once nothing unknown can change any result; `Unknown` with the facts that still matter otherwise."""
        if not world.lasting:
            found: int = world.weigh(self.net)
            return found
        total = self.total(world)
        if not isinstance(total, Span):
            return int(total)
        if all(self._one_result(face + lowest(total), face + highest(total)) for face in self.die.faces):
            return int(lowest(total))
        net = world.scoped(roll__net=total)
        weighed = [expr for m in self.effective if not exact(m.amount(net)) for expr in (m.when, m.value)]
        raise lacking(f"the modifiers for {self.name}", net, *weighed, but=NET)

    def _one_result(self, low: int, high: int) -> bool:
        """Whether all totals from low to high give the same."""
        if self.band(low) is not self.band(high):
            return False
        extra = [p for p in self.parts if isinstance(p, Band) and p.extra]
        met = [p for p in extra if (p.lo is None or p.lo <= high) and (p.hi is None or p.hi >= low)]
        return all(low in p and high in p for p in met)


@node
class Net(Expr):
    """What all modifiers of a table add up to."""

    table: Table

    def value(self, look: Look) -> Any:
        return self.table._add_up(look)[1]

    @cached_property
    def english(self) -> str:
        return f"the modifiers for {self.table.name}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.table._expressions


def layered(found: Iterable[Modifier | Band], layers: Iterable[Layer], where: str) -> tuple[Modifier | Band, ...]:
    """Apply layers from the lowest rank to the highest."""
    parts = {p.cite: p for p in found}
    changed: dict[tuple[int, str], str] = {}
    for layer in sorted(layers, key=lambda layer: layer.rank):
        for cite in (*layer.replaces, *layer.drops):
            other = changed.setdefault((layer.rank, cite), layer.name)
            if other != layer.name:
                raise BadRulebook(
                    f"two layers of one rank change {cite}", where=where, hint=f"{other} and {layer.name}"
                )
            if cite not in parts:
                raise BadRulebook(f"the layer {layer.name} changes {cite}, which is not there", where=where)
        after = {p.cite: p for p in (layer.replaces.get(c, p) for c, p in parts.items() if c not in layer.drops)}
        if len(after) != len(parts) - len(layer.drops):
            raise BadRulebook(f"the layer {layer.name} replaces two parts by one, or one by another", where=where)
        for added in layer.adds:
            if added.cite in parts or added.cite in after:
                raise BadRulebook(f"the layer {layer.name} adds {added.cite}, which is there already", where=where)
            after[added.cite] = added
        parts = after
    return tuple(parts.values())


def modifier(value: int | Expr, label: str, when: Expr | None = None, *, cite: str, stage: str = "general") -> Modifier:
    return Modifier(lift(value), label, cite, when if when is not None else lift(True), stage)
