"""Quick forms say what plain forms say: every expression and every table, on random worlds, and every sweep.

The plain form is the value node by node, in one world.  Beside it stand the calculation written out as Python, the one
that is remembered by what it reads, and the one on many worlds at once, as the simulator reads and writes them.  The
plain form of a sweep looks at all of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from legation.core.abilities import HasTables
from legation.core.book import Book
from legation.core.compiled import OFTEN, Bundle, Compiled
from legation.core.deeds import Filled, ToldNumber
from legation.core.errors import LegationError, NotFound
from legation.core.expr import Expr
from legation.core.facts import Change, Choice, Count, Data, Origin, Schema, World
from legation.core.game import Game
from legation.core.memo import Lineage, Memo, overheard
from legation.core.rules import Modifier, _expressions
from legation.core.span import Span
from legation.core.sweeps import Whenever
from legation.core.tables import Table
from legation.testing.audit import Audit
from legation.testing.conformance.play import SMALL, RandomPlay, random_value

__all__ = ["Compared", "Many", "check_forms", "check_sweeps", "expressions", "random_world", "tables"]

REDRAWN = 0.15  # of the facts, in a world that is like another one but for these
GROUP = 40  # expressions that are written out together
TRIES = 99  # draws of names for a template, until it speaks of facts that there are
WRITTEN = 0.2  # of the facts that all know are then written to


class Many(Protocol):
    """Worlds side by side, as a simulation has them: `legation.sim.samples.SideBySide`."""

    def looks(self) -> Iterable[tuple[Any, Collection[int]]]:
        """What expressions read, of all worlds and of a few, each time with the numbers of these worlds."""
        ...

    def at(self, value: Any, place: int) -> Any:
        """One world's share of a result."""
        ...

    def write(self, fact: str, value: Any, numbers: Collection[int]) -> None:
        """Give a fact another value in some of the worlds."""
        ...


class Compared(NamedTuple):
    """How many expressions and tables were compared, and how many of them could be written out."""

    forms: int
    written: int
    left: tuple[str, ...]  # ids of those that speak of no fact of the scenario, whatever the names


class _Form(NamedTuple):
    """A calculation: its id, its plain form, the form that is written out, and the facts that it may read."""

    cite: str
    expr: Expr
    written: Callable[[World], Any]
    reads: frozenset[str]

    def plain(self, look: Any) -> Any:
        return self.expr.value(look)

    def __str__(self) -> str:
        return f"{self.cite}: {self.expr.english}"


# -- random worlds
def random_world(schema: Schema, keys: Iterable[str], rng: Random, unknown_share: float = 0.2) -> World:
    """A world with random values for these facts; some of those without a default stay unknown."""
    drawn = {key: _drawn(schema, key, rng, unknown_share) for key in keys if _is_told(schema, key)}
    return _world(schema, drawn)


def random_worlds(schema: Schema, keys: Sequence[str], n: int, rng: Random, unknown_share: float) -> list[World]:
    """So many worlds; every other one is like the one before it in most facts."""
    told = [key for key in keys if _is_told(schema, key)]
    worlds: list[World] = []
    drawn: dict[str, Any] = {}
    for number in range(n):
        share = REDRAWN if number % 2 else 1.0
        drawn |= {key: _drawn(schema, key, rng, unknown_share) for key in told if rng.random() < share}
        worlds.append(_world(schema, drawn))
    return worlds


def _is_told(schema: Schema, key: str) -> bool:
    return not isinstance(schema.spec(key).domain, Data)


def _drawn(schema: Schema, key: str, rng: Random, unknown_share: float) -> Any:
    """A value by chance; None is unknown, and of some numbers only bounds are known."""
    family = schema.spec(key).family
    if not isinstance(schema.fallback(key), Span) or rng.random() >= unknown_share:
        return random_value(family, rng)
    if not isinstance(family.domain, Count) or not schema.can_be_open(key) or rng.random() < 0.5:
        return None
    ends = sorted((random_value(family, rng), random_value(family, rng)))
    return rng.choice(({"from": ends[0]}, {"to": ends[1]}, {"from": ends[0], "to": ends[1]}))


def _world(schema: Schema, drawn: dict[str, Any]) -> World:
    changes = [Change(key, None, value) for key, value in drawn.items() if value is not None]
    changes.sort(key=lambda change: change.fact != schema.clock)  # so that nothing grows old by it
    return World(schema).with_changes(changes, Origin("given"))


# -- what a book declares
def expressions(book: Book) -> Iterator[tuple[str, Expr]]:
    """Every expression of every declaration that stands for itself (templates with open slots are left out)."""
    return ((cite, expr) for cite, expr in _declared(book) if not _slots(expr))


def _declared(book: Book) -> Iterator[tuple[str, Expr]]:
    seen: set[int] = set()
    for cite, declared in book.registry.declared.items():
        rule = declared.rule
        for expr in (*_expressions(rule), *([rule.gain] if isinstance(rule, Modifier) else ())):
            if id(expr) not in seen:
                seen.add(id(expr))
                yield cite, expr


def _slots(expr: Expr) -> bool:
    """Whether roles are open: in the facts that it reads, or in what was told with a deed."""
    own = (getattr(expr, "slot", ""), *getattr(expr, "slots", ()))
    return any("{" in name for name in (*own, *expr.reads())) or any(map(_slots, expr.parts))


def _names(book: Book, scenario: str) -> dict[str, set[str]]:
    """What can stand in a slot anywhere: whom its role names, or what facts have there."""
    audit = Audit(book, scenario)
    found: dict[str, set[str]] = {}
    for _, expr in _declared(book):
        for slot, names in _in_facts(expr, audit.schema):
            found.setdefault(slot, set()).update(names)
    return found | {slot: set(names) for slot, names in audit.roles.items()}


def _in_facts(expr: Expr, schema: Schema) -> Iterator[tuple[str, set[str]]]:
    """The slots in the facts that it reads, each with the names that such a fact has there."""
    for key in expr.reads():
        family, *parts = key.split(".")
        over = schema.by_name[family].over if family in schema.by_name else ()
        for part, names in zip(parts, over, strict=False):
            if part.startswith("{"):
                yield part, set(names)


def _named(expr: Expr) -> Iterator[tuple[str, set[str]]]:
    """The slots that are no part of a fact, each with what it can hold as far as the node itself tells."""
    if isinstance(expr, ToldNumber):
        yield expr.slot, {str(number) for number in range(SMALL)}
    elif isinstance(expr, Filled):
        yield expr.slot, set(expr.names)  # or whoever has one of these slots
    for slot in getattr(expr, "slots", ()):
        yield slot, set()
    for part in expr.parts:
        yield from _named(part)


def _filled(expr: Expr, schema: Schema, rng: Random, anywhere: Mapping[str, set[str]]) -> Expr | None:
    """A template whose slots have names that all of its facts know, taken by chance; None if there are none."""
    known: dict[str, set[str]] = {}
    for slot, names in _in_facts(expr, schema):
        known[slot] = known.get(slot, names) & names
    for slot, names in _named(expr):
        if "{" in slot and slot not in known:
            known[slot] = anywhere.get(slot) or {name for one in names for name in anywhere.get(one, {one})}
    if not all(known.values()):
        return None
    filled = expr.bind(**{slot.strip("{}"): rng.choice(sorted(names)) for slot, names in sorted(known.items())})
    return None if _slots(filled) else filled


def tables(book: Book, scenario: str) -> list[Table]:
    """Every table that a book declares or lays out, and those it offers by `every_table()` (with their layers)."""
    begun = Game.new(book, scenario, seed=0).world
    found = [d.rule for d in book.registry.declared.values() if isinstance(d.rule, Table)]
    if isinstance(book, HasTables):
        found += [book.sheet(begun, name).table for name in book.tables()]
    found += getattr(book, "every_table", list)()
    return list({id(table): table for table in found if table.here or not table.base}.values())


def _forms(book: Book, scenario: str, rng: Random) -> tuple[list[_Form], tuple[str, ...]]:
    """What is compared, and the ids of what cannot be."""
    schema, anywhere = book.schema(scenario), _names(book, scenario)
    found, left = [], []
    for cite, expr in _declared(book):
        tries = (_filled(expr, schema, rng, anywhere) for _ in range(TRIES)) if _slots(expr) else iter([expr])
        filled = next((one for one in tries if one is not None and _told_of(one, schema)), None)
        if filled is not None:
            written = Compiled(filled.value, (filled,), often=1)
            found.append(_Form(cite, filled, written, filled.reads()))
        else:
            left.append(cite)
    for table in tables(book, scenario):
        found.append(_Form(table.cite, table.net, table.total, table.net.reads()))
    return [form for form in found if _told_of(form.expr, schema)], tuple(left)


def _told_of(expr: Expr, schema: Schema) -> bool:
    """Whether there are all of the facts that it reads; some are of another scenario."""
    return all(_exists(schema, key) for key in expr.reads())


def _exists(schema: Schema, key: str) -> bool:
    try:
        schema.spec(key)
    except NotFound:  # a fact of another scenario, or a slot
        return False
    return True


# -- the check
def check_forms(
    book: Book,
    scenario: str,
    n: int,
    seed: int,
    many: Callable[[Sequence[World]], Many] | None = None,
    unknown_share: float = 0.2,
) -> Compared:
    """Every expression and every table of a book gives `n` random worlds the same in every form.

    `many` lays worlds side by side: `legation.sim.samples.SideBySide`.
    """
    schema = book.schema(scenario)
    rng = Random(f"{book.name} {scenario} {seed}")
    forms, left = _forms(book, scenario, rng)
    keys = sorted({key for form in forms for key in form.reads})
    worlds = random_worlds(schema, keys, n, rng, unknown_share)
    plain = [[form.plain(world) for world in worlds] for form in forms]
    for form, values in zip(forms, plain, strict=True):
        _check_written(form, worlds, values, rng)
    _check_together(forms, worlds, plain)
    _check_remembered(forms, worlds)
    if many is not None:
        side_by_side = many(worlds)
        _check_many(forms, worlds, plain, side_by_side, "among many")
        worlds = _written_to(side_by_side, worlds, keys, rng)
        plain = [[form.plain(world) for world in worlds] for form in forms]
        _check_many(forms, worlds, plain, side_by_side, "among many, when some facts were written")
    count = sum(form.written.is_written(schema) for form in forms if isinstance(form.written, Compiled))
    return Compared(len(forms), count, left)


def _check_written(form: _Form, worlds: Sequence[World], values: Sequence[Any], rng: Random) -> None:
    for _ in range(OFTEN if form.written.__class__ is not Compiled else 1):  # a table writes itself out
        form.written(worlds[0])
    for world, value in zip(worlds, values, strict=True):
        _compare(form, world, value, form.written(world), "written out")
    key, world = rng.choice(sorted(form.reads) or [""]), worlds[-1]
    for passing in _passing(world.schema, key, rng) if key else ():
        scoped = world.scoped(**{key: passing})
        _compare(form, scoped, form.plain(scoped), form.written(scoped), f"written out, as if {key} were {passing}")


def _passing(schema: Schema, key: str, rng: Random) -> list[Any]:
    """What a step may lay on top of a fact: a value, nothing, or of a number or a truth that nobody can say."""
    domain = schema.spec(key).domain
    if isinstance(domain, Data):
        return []
    vague = [] if isinstance(domain, Choice) else [domain.open]
    return [random_value(schema.spec(key).family, rng), None, *vague]


def _check_remembered(forms: Sequence[_Form], worlds: Sequence[World]) -> None:
    """What was seen before is answered from memory; in worlds that follow on the first, some facts grow old."""
    line, clock = Lineage(worlds[0]), worlds[0].schema.clock
    changes = [tuple(worlds[0].difference(world)) for world in worlds]
    standings = [line.after(line.first, changed) for changed in changes]
    for form in forms:
        recall = Memo(line, lambda world, form=form: (form.plain(world),))  # type: ignore[misc]
        for how in ("remembered", "remembered for the second time"):
            for standing in standings:
                world = standing.world
                _compare(form, world, form.plain(world), recall(standing)[0], how)
        heard = {key for standing in standings for key in overheard(form.plain, standing.world)[1] or ()}
        if more := heard - form.reads - {clock}:
            raise AssertionError(f"{form}\n looks at {', '.join(sorted(more))}, and does not say so")


def _check_together(forms: Sequence[_Form], worlds: Sequence[World], plain: Sequence[Sequence[Any]]) -> None:
    """Several expressions as one calculation."""
    for first in range(0, len(forms), GROUP):
        group, values = forms[first : first + GROUP], plain[first : first + GROUP]
        together = Bundle(form.expr for form in group)
        for _ in range(OFTEN):
            together(worlds[0])
        for number, world in enumerate(worlds):
            for form, alone, value in zip(group, values, together(world), strict=True):
                _compare(form, world, alone[number], value, "written out with others")


def _check_many(
    forms: Sequence[_Form], worlds: Sequence[World], plain: Sequence[Sequence[Any]], many: Many, how: str
) -> None:
    for look, numbers in many.looks():
        for form, values in zip(forms, plain, strict=True):
            together = form.plain(look)
            for place, number in enumerate(numbers):
                _compare(form, worlds[number], values[number], many.at(together, place), how, kinds=False)


def _written_to(many: Many, worlds: Sequence[World], keys: Sequence[str], rng: Random) -> list[World]:
    """The worlds after some facts became something else in some of them, which `many` is told too."""
    schema, found = worlds[0].schema, list(worlds)
    for key in keys:
        known = _is_told(schema, key) and all(world.known(key) for world in worlds)
        if not known or key == schema.clock or key in schema.ageing or rng.random() >= WRITTEN:
            continue
        value = random_value(schema.spec(key).family, rng)
        numbers = [number for number in range(len(worlds)) if rng.random() < 0.5]
        many.write(key, value, numbers)
        for number in numbers:
            found[number] = found[number].with_changes([Change(key, None, value)], found[number].now)
    return found


# -- sweeps
def check_sweeps(game: Game, play: RandomPlay | None = None) -> int:
    """Over what sees something new, a sweep does what it does over all of its rules; returns how many were tried."""
    play = play or RandomPlay(game, 0, Random(0))
    for whenever, since in game.state.rests.items():
        quick, whole = (_swept(whenever, game.world, due) for due in (since, None))
        play.claim(quick == whole, f"over {sorted(since)} a sweep does {quick}, over all of its rules {whole}")
    return len(game.state.rests)


def _swept(whenever: Whenever, world: World, since: frozenset[str] | None) -> list[Change] | str:
    try:
        return whenever.run(world, since).changes
    except LegationError as error:
        return str(error)


def _compare(form: _Form, world: World, plain: Any, quick: Any, how: str, kinds: bool = True) -> None:
    if not _same(plain, quick, kinds):
        facts = {key: world.get(key) for key in sorted(form.reads)}
        raise AssertionError(f"{form}\n is {plain!r} in one world, {quick!r} {how}: {facts}")


def _same(a: Any, b: Any, kinds: bool) -> bool:
    if isinstance(a, Span) or isinstance(b, Span):
        both = isinstance(a, Span) and isinstance(b, Span)
        return both and _same(a.lo, b.lo, kinds) and _same(a.hi, b.hi, kinds)
    return bool(a == b) and (not kinds or isinstance(a, bool) is isinstance(b, bool))
