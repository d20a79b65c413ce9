"""Conditions and numbers as expression objects.

An expression is evaluated on one world or on many, explained as a trace, printed in English, asked for the facts it
still lacks, and asked which facts it reads at all.  Each node is one `value` function built from plain operators; those
work alike on ints and bools, on NumPy arrays and on spans (see `legation.core.span`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from typing import Any, NoReturn, Protocol, TypeVar, cast, dataclass_transform

from legation.core.errors import BadRulebook, Unknown
from legation.core.facts import Choice, Schema, World
from legation.core.once import once
from legation.core.span import MAYBE, Span, exact, greatest, least, pick, same
from legation.core.trace import Trace
from legation.core.turning import NEGATED, NUMBER, PART, TURNED, Turning
from legation.core.voice import (
    NOT_SO,
    NOT_TOLD,
    affirmed,
    as_number,
    denied,
    figure,
    joined,
    listed,
    two_faced,
    verb_for,
)

__all__ = [
    "NO",
    "YES",
    "Expr",
    "Laborious",
    "Look",
    "all_of",
    "amount",
    "any_choice",
    "any_of",
    "bound",
    "choice",
    "count",
    "holds",
    "lacking",
    "largest",
    "lift",
    "listed",
    "named",
    "number",
    "part_at",
    "part_paths",
    "per",
    "present",
    "rank",
    "smallest",
    "sum_of",
    "supposing",
    "truth",
    "when_else",
    "without",
]

E = TypeVar("E", bound="Expr")


class Look(Protocol):
    """What an expression reads: a world, or many side by side; `house` holds the modifiers whose number is another."""

    @property
    def house(self) -> Mapping[str, int]: ...
    @property
    def recall(self) -> Callable[[Any], Any] | None: ...  # how it remembers what takes long to work out, if it does
    def read(self, key: str) -> Any: ...
    def among(self, key: str, options: frozenset[str]) -> Any: ...
    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any: ...
    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]: ...
    def rank(self, key: str) -> Any: ...
    def present(self, keys: frozenset[str]) -> Any: ...
    def note(self, cite: str, applied: bool, rule: Any = None) -> bool: ...


class Expr:
    """A condition or a number over facts."""

    __slots__ = ()

    # -- what a node says for itself
    def value(self, look: Look) -> Any:
        raise NotImplementedError

    @cached_property
    def english(self) -> str:
        """What is said if it is so; of a number, what it is the number of."""
        raise NotImplementedError

    @cached_property
    def denial(self) -> str:
        """What is said if it is not so."""
        return f"{NOT_SO} {self.english}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return ()

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts this very node reads."""
        return ()

    def weighing(self, look: Look) -> tuple[Expr, ...]:
        """The parts on which the value depends in this world."""
        return self.parts

    # -- what follows from it
    def reads(self) -> frozenset[str]:
        """Every fact the expression could ever look at."""
        found: set[str] = set()
        nodes: list[Expr] = [self]
        while nodes:
            one = nodes.pop()
            if isinstance(one, Named):  # of which others make use
                found |= one.rests_on
            else:
                found.update(one.may_read())
                nodes += one.parts
        return frozenset(found)

    def may_read(self) -> Iterable[str]:
        """Every fact that this very node could ever look at."""
        return self.facts

    def unknowns(self, look: Look) -> list[str]:
        """The unknown facts that can still change the value, in reading order."""
        found: dict[str, None] = {}
        _collect(self, once(look), found)
        return list(found)

    def trace(self, look: Look) -> Trace:
        """The value with everything it rests on, in a sentence that is true as it stands."""
        parts, value = self.parts, self.value(look)
        below = (lambda: tuple(p.trace(look) for p in parts)) if parts else ()
        return Trace(self.told(look, value), value, below, self.facts)

    def told(self, look: Look, value: Any) -> str:
        """What is so: of a truth the face that shows, of a number what it is the number of."""
        schema = getattr(look, "schema", None)
        return (self if schema is None else in_words(self, schema)).face(value)

    def face(self, value: Any) -> str:
        """The face that shows where a truth is this, or not known."""
        if is_open(value):
            return f"{NOT_TOLD} {self.english}"
        return self.denial if value is False else self.english

    def bind(self: E, **names: str) -> E:
        """The same expression with `{here}` and its like filled in."""
        return cast(E, _bind(self, names))

    def worded(self, says: str) -> Expr:
        """The same in plainer words, for what is so and for what is not."""
        return Named(says, self)

    # -- building
    def __and__(self, other: Expr) -> Expr:
        return all_of(self, other)

    def __or__(self, other: Expr) -> Expr:
        return any_of(self, other)

    def __invert__(self) -> Expr:
        return self.inner if isinstance(self, Not) else Not(self)

    def __ge__(self, other: Expr | int) -> Expr:
        return Compare(">=", self, lift(other))

    def __gt__(self, other: Expr | int) -> Expr:
        return Compare(">", self, lift(other))

    def __le__(self, other: Expr | int) -> Expr:
        return Compare("<=", self, lift(other))

    def __lt__(self, other: Expr | int) -> Expr:
        return Compare("<", self, lift(other))

    def is_number(self, other: Expr | int) -> Expr:
        """Equality of numbers; `==` keeps its Python meaning."""
        return Compare("=", self, lift(other))

    def __add__(self, other: Expr | int) -> Expr:
        return sum_of(self, lift(other))

    __radd__ = __add__

    def __sub__(self, other: Expr | int) -> Expr:
        return Less(self, lift(other))

    def __rsub__(self, other: Expr | int) -> Expr:
        return Less(lift(other), self)

    def __mul__(self, other: Expr | int) -> Expr:
        return Times(self, lift(other))

    __rmul__ = __mul__

    def __bool__(self) -> NoReturn:
        raise BadRulebook(
            f"the condition “{self.english}” was used as a plain truth",
            hint="write & | ~ instead of and, or, not, if; and (a < x) & (x < b) instead of a < x < b",
        )

    def __str__(self) -> str:
        return self.english


def _collect(expr: Expr, look: Look, found: dict[str, None]) -> None:
    if exact(expr.value(look)):
        return
    for key in expr.facts:
        found[key] = None
    for part in expr.weighing(look):
        _collect(part, look, found)


def bound(value: Any, **names: str) -> Any:
    """A declaration (rules, tuples, expressions) with `{here}` and its like filled in everywhere.

    What a class lists as `unnamed` stays as it is.
    """
    return _bind(value, names)


def _bind(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str) and "{" in value:
        for name, to in names.items():
            value = value.replace("{" + name + "}", to)
        return value
    if isinstance(value, tuple):
        filled = tuple(_bind(v, names) for v in value)
        return filled if any(a is not b for a, b in zip(filled, value, strict=True)) else value
    changes = {}
    for slot in _slots(value.__class__):
        old = getattr(value, slot)
        new = _bind(old, names)
        if new is not old:
            changes[slot] = new
    return replace(value, **changes) if changes else value


@cache
def _slots(kind: type) -> tuple[str, ...]:
    """The fields of a declaration into which names are filled; of anything else there are none."""
    unnamed = getattr(kind, "unnamed", ())
    return tuple(f.name for f in fields(kind) if f.name not in unnamed) if is_dataclass(kind) else ()


@dataclass_transform(eq_default=False, frozen_default=True)
def node(cls: type[E]) -> type[E]:
    """A node is a frozen dataclass that is equal only to itself."""
    return dataclass(frozen=True, eq=False, repr=False)(cls)


class Worded(Expr):
    """A node with words of its own, `says`, in which both faces stand; a fact that has none is called what its family
    calls it, where the schema is at hand."""

    __slots__ = ()
    says: str

    @cached_property
    def english(self) -> str:
        return affirmed(self.says) or self.facts[0]

    @cached_property
    def denial(self) -> str:
        return denied(self.says or self.facts[0])

    def words(self, schema: Schema) -> str:
        """Both faces, by its family where nothing else is said."""
        return self.says or schema.wording(self.facts[0])


class Plain(Expr):
    """A node whose `value` consists of operators and the functions of `span`, so that it can be written out as Python
    (see `legation.core.compiled`): where it branches, the branch it takes for an array serves every value."""

    __slots__ = ()


# -- leaves
@node
class Const(Plain):
    """A value that is the same in every world."""

    constant: int | bool

    def value(self, look: Look) -> Any:
        return self.constant

    @cached_property
    def english(self) -> str:
        if isinstance(self.constant, bool):
            return "always" if self.constant else "never"
        return figure(self.constant)

    @cached_property
    def denial(self) -> str:
        return "never" if self.constant else "always"

    def told(self, look: Look, value: Any) -> str:
        return self.english


@node
class Read(Worded, Plain):
    """A number or a truth that a fact holds."""

    key: str
    says: str

    def value(self, look: Look) -> Any:
        return look.read(self.key)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        return (self.key,)


@node
class Among(Worded, Plain):
    """A choice is one of a few options."""

    key: str
    options: frozenset[str]
    says: str

    def value(self, look: Look) -> Any:
        return look.among(self.key, self.options)

    def words(self, schema: Schema) -> str:
        if self.says:
            return self.says
        about, names = schema.wording(self.key), listed(schema.value_titles(self.key, self.options), "or")
        if about.startswith("who "):
            return f"[|it is not ]{names} [|that ]{about.removeprefix('who ')}"
        return f"{about} is[ not] {names}"

    @cached_property
    def facts(self) -> tuple[str, ...]:
        return (self.key,)


@node
class Present(Worded, Plain):
    """At least one of several counts is not zero: many facts, one node."""

    keys: tuple[str, ...]
    says: str

    def value(self, look: Look) -> Any:
        return look.present(self.counted)

    @cached_property
    def counted(self) -> frozenset[str]:
        return frozenset(self.keys)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        return self.keys


@node
class AnyAmong(Worded, Plain):
    """At least one of several choices is one of a few options: many facts, one node."""

    keys: tuple[str, ...]
    options: frozenset[str]
    says: str

    def value(self, look: Look) -> Any:
        return look.any_among(self.keys, self.options)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        return self.keys


@node
class Rank(Worded, Plain):
    """A choice as a number, from 0 for the weakest option."""

    key: str
    says: str

    def value(self, look: Look) -> Any:
        return look.rank(self.key)

    def trace(self, look: Look) -> Trace:
        """With the option's own word for the number."""
        found, schema = super().trace(look), getattr(look, "schema", None)
        domain = schema.spec(self.key).domain if schema is not None and self.key in schema else None
        if schema is not None and isinstance(domain, Choice) and isinstance(found.value, int):
            (found.called,) = schema.value_titles(self.key, (domain.options[found.value],))
        return found

    @cached_property
    def facts(self) -> tuple[str, ...]:
        return (self.key,)


# -- truths
@node
class Not(Plain):
    """The opposite of a condition."""

    inner: Expr

    def value(self, look: Look) -> Any:
        return self.inner.value(look) ^ True

    @cached_property
    def english(self) -> str:
        return self.inner.denial

    @cached_property
    def denial(self) -> str:
        return self.inner.english

    def trace(self, look: Look) -> Trace:
        return self.inner.trace(look).turned()

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


@node
class All(Plain):
    """All of several conditions."""

    of: tuple[Expr, ...]

    def value(self, look: Look) -> Any:
        result: Any = True
        for part in self.of:
            result = result & part.value(look)
            if result is False:
                return False
        return result

    @cached_property
    def english(self) -> str:
        return joined([p.english for p in self.of], "and", any(map(_is_any, self.of))) or "always"

    @cached_property
    def denial(self) -> str:
        return joined([p.denial for p in self.of], "or", any(map(_is_any, self.of))) or "never"

    def trace(self, look: Look) -> Trace:
        return _together(self, look)

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.of


@node
class Any_(Plain):
    """One of several conditions, or more."""

    of: tuple[Expr, ...]

    def value(self, look: Look) -> Any:
        result: Any = False
        for part in self.of:
            result = result | part.value(look)
            if result is True:
                return True
        return result

    @cached_property
    def english(self) -> str:
        return joined([p.english for p in self.of], "or", any(map(_is_all, self.of))) or "never"

    @cached_property
    def denial(self) -> str:
        return joined([p.denial for p in self.of], "and", any(map(_is_all, self.of))) or "always"

    def trace(self, look: Look) -> Trace:
        return _together(self, look)

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.of


COMPARE: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    ">=": ("at least", lambda a, b: a >= b),
    ">": ("more than", lambda a, b: a > b),
    "<=": ("no more than", lambda a, b: a <= b),
    "<": ("less than", lambda a, b: a < b),
    "=": ("", same),
}
TURNED_OVER = {">=": "<", "<": ">=", "<=": ">", ">": "<="}


@node
class Compare(Plain):
    """One number beside another."""

    op: str
    left: Expr
    right: Expr
    says: str = ""  # where there is a plainer way to put it than by the two numbers

    def value(self, look: Look) -> Any:
        return COMPARE[self.op][1](self.left.value(look), self.right.value(look))

    @cached_property
    def english(self) -> str:
        return affirmed(self.says) or self._compared(COMPARE[self.op][0])

    @cached_property
    def denial(self) -> str:
        if self.says:
            return denied(self.says)
        return self._compared(COMPARE[TURNED_OVER[self.op]][0] if self.op in TURNED_OVER else "not")

    def worded(self, says: str) -> Expr:
        return replace(self, says=says)

    def _compared(self, how: str) -> str:
        if how in ("at least", "less than") and (truths := _truths(self.left)) and self._one:
            return joined([t.english for t in truths], "or") if how == "at least" else _none(truths)
        if self._whether_any:
            return f"there are {'' if how == 'at least' else 'no '}{self.left.english}"
        return " ".join(filter(None, (self.left.english, verb_for(self.left.english), how, _grouped(self.right))))

    @property
    def _one(self) -> bool:
        return isinstance(self.right, Const) and self.right.constant == 1

    @property
    def _whether_any(self) -> bool:
        """Whether there are any of what is counted."""
        said = self.left.english
        counts = not said.startswith(("the ", "how ", "what ")) and " plus " not in said
        return self.op in (">=", "<") and self._one and counts and verb_for(said) == "are"

    def words(self, schema: Schema) -> str:
        """Both faces; a word that a fact can be, compared as a number, is said as the word."""
        ranked = isinstance(self.left, Rank) and isinstance(self.right, Const) and not self.says
        family = schema.by_name.get(self.left.facts[0].partition(".")[0]) if ranked else None
        options = family.domain.options if family is not None and isinstance(family.domain, Choice) else ()
        number = self.right.constant if isinstance(self.right, Const) else -1
        if not 0 <= number < len(options):
            return self.says
        (name,) = schema.value_titles(self.left.facts[0], (options[number],))
        how, other = (COMPARE[op][0] for op in (self.op, TURNED_OVER.get(self.op, "=")))
        return f"{cast(Rank, self.left).words(schema)} is [{how}|{other or 'not'}] {name}"

    def told(self, look: Look, value: Any) -> str:
        """With the numbers, unless it says more plainly what they mean; of a count, how many of how many."""
        schema = getattr(look, "schema", None)
        if isinstance(self.left, Rank) and not self.says and schema is not None and (says := self.words(schema)):
            return replace(self, says=says).told(look, value)
        left, right = (part.value(look) for part in self.parts)
        said, of = super().told(look, value), _of_how_many(self.left)
        if of:
            return f"{said} ({as_number(left)} of {of})"
        if self.says or (value is True and self.op == "="):
            return said
        if self._whether_any:
            return f"{said} ({as_number(left)})" if exact(left) and left else said
        if isinstance(self.right, Const):
            about = self.left.told(look, left)
            how = COMPARE[self.op if value is True else TURNED_OVER.get(self.op, "=")][0]
            if is_open(value):
                return said
            return f"{about} {verb_for(about)} {as_number(left)} ({how or 'not'} {self.right.english})"
        known = [as_number(number) for number in (left, right) if exact(number)]
        return f"{said} ({' against '.join(known)})" if known else said

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


def _truths(expr: Expr) -> tuple[Expr, ...]:
    """The truths that a sum without a name of its own counts."""
    return expr.of if isinstance(expr, Sum) and len(expr.of) > 1 and all(map(is_truth, expr.of)) else ()


def _none(truths: tuple[Expr, ...]) -> str:
    return joined([t.denial for t in truths], "and")


def _of_how_many(expr: Expr) -> int:
    """How many truths a number counts; 0 if it counts something else."""
    while isinstance(expr, Named):
        expr = expr.inner
    truths = isinstance(expr, Sum) and all(is_truth(part) for part in expr.of)
    return len(expr.parts) if truths and len(expr.parts) > 1 else 0


def is_truth(expr: Expr) -> bool:
    while isinstance(expr, Named):
        expr = expr.inner
    return isinstance(expr, Among | AnyAmong | Present | Not | All | Any_ | Compare) or (
        isinstance(expr, Read) and two_faced(expr.says)
    )


# -- numbers
@node
class Sum(Plain):
    """The sum of numbers; a truth counts 1."""

    of: tuple[Expr, ...]

    def value(self, look: Look) -> Any:
        result: Any = 0
        for part in self.of:
            result = result + part.value(look)
        return result

    @cached_property
    def english(self) -> str:
        first, *more = self.of or (Const(0),)
        if more and all(map(is_truth, self.of)):
            return f"how many of these are so: {'; '.join(part.english for part in self.of)}"
        return "".join((_grouped(first), *map(_further, more)))

    def trace(self, look: Look) -> Trace:
        """A long sum only joins its lines, which stand below it."""
        found = super().trace(look)
        if len(self.of) > 2:
            found.text, found.joins = TOGETHER, True
        return found

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.of


@node
class Less(Plain):
    """One number less another."""

    left: Expr
    right: Expr

    def value(self, look: Look) -> Any:
        return self.left.value(look) - self.right.value(look)

    @cached_property
    def english(self) -> str:
        if isinstance(self.left, Const) and not self.left.constant:
            return f"minus {_grouped(self.right)}"
        return f"{_grouped(self.left)} less {_grouped(self.right)}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@node
class Times(Plain):
    """One number times another."""

    left: Expr
    right: Expr

    def value(self, look: Look) -> Any:
        left = self.left.value(look)
        if isinstance(left, int) and left == 0:  # nothing times anything, known or not
            return 0
        return left * self.right.value(look)

    @cached_property
    def english(self) -> str:
        if isinstance(self.right, Const) and abs(self.right.constant) == 1:
            return f"minus {_grouped(self.left)}" if self.right.constant < 0 else self.left.english
        for number, truth in ((self.left, self.right), (self.right, self.left)):
            if is_truth(truth):
                return f"{_grouped(number)} if {truth.english}"
        return f"{_grouped(self.left)} times {_grouped(self.right)}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@node
class Per(Plain):
    """One for each full `step`; with `up`, also for a part of it."""

    inner: Expr
    step: int
    up: bool = False

    def value(self, look: Look) -> Any:
        value = self.inner.value(look)
        return (value + (self.step - 1)) // self.step if self.up else value // self.step

    @cached_property
    def english(self) -> str:
        number = _grouped(self.inner)
        of = " of" if number.startswith(("the ", "(", "what ", "how ")) or self.up else ""
        return f"one for every {self.step}{f', or part of {self.step},' if self.up else ''}{of} {number}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


@node
class Extreme(Plain):
    """The largest or the smallest of several numbers."""

    of: tuple[Expr, ...]
    largest: bool

    def value(self, look: Look) -> Any:
        result = self.of[0].value(look)
        for part in self.of[1:]:
            result = (greatest if self.largest else least)(result, part.value(look))
        return result

    @cached_property
    def english(self) -> str:
        bounds = [part for part in self.of if isinstance(part, Const)]
        if not self.largest and len(self.of) == 2 and any(bound.constant >= NO_BOUND for bound in bounds):
            return next(part for part in self.of if not isinstance(part, Const)).english
        rest = [part.english for part in self.of if not isinstance(part, Const)]
        if len(bounds) == 1 and rest:
            most = rest[0] if len(rest) == 1 else self._of(rest)
            return f"{most}, {'at least' if self.largest else 'at most'} {bounds[0].english}"
        return self._of([part.english for part in self.of])

    def _of(self, said: list[str]) -> str:
        ending = "er" if len(said) == 2 else "est"
        return f"the {'larg' if self.largest else 'small'}{ending} of {listed(said)}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return self.of


@node
class WhenElse(Plain):
    """One value while a condition holds, and another while not."""

    truth: Expr
    yes: Expr
    no: Expr

    def value(self, look: Look) -> Any:
        truth = self.truth.value(look)
        if truth is True or truth is False:
            return (self.yes if truth else self.no).value(look)
        return pick(truth, self.yes.value(look), self.no.value(look))

    def weighing(self, look: Look) -> tuple[Expr, ...]:
        truth = self.truth.value(look)
        return self.parts if not (truth is True or truth is False) else (self.yes if truth else self.no,)

    @cached_property
    def english(self) -> str:
        return self._ways(lambda way: way.english)

    @cached_property
    def denial(self) -> str:
        return self._ways(lambda way: way.denial)

    def _ways(self, says: Callable[[Expr], str]) -> str:
        ways, last = [], cast(Expr, self)
        while isinstance(last, WhenElse) and last.truth.english != "always":
            ways.append(f"{says(last.yes)} if {last.truth.english}")
            last = last.no
        last = last.yes if isinstance(last, WhenElse) else last
        nothing = isinstance(last, Const) and last.constant == 0  # which goes without saying
        return ", ".join(ways if nothing and ways else [*ways, f"otherwise {says(last)}" if ways else says(last)])

    def trace(self, look: Look) -> Trace:
        """What settled it, and the number that is taken."""
        truth = self.truth.value(look)
        if not (truth is True or truth is False):
            return super().trace(look)
        settled, taken = self.truth.trace(look), (self.yes if truth else self.no).trace(look)
        plain = isinstance(self.yes if truth else self.no, Const) and not isinstance(self.truth, Const)
        return Trace(settled.text if plain else taken.text, taken.value, (settled, taken))

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.truth, self.yes, self.no)


class Laborious(Expr):
    """A node of the book's own whose value takes long, by `work`; a look that can remember it is asked to."""

    __slots__ = ()

    def work(self, look: Look) -> Any:
        raise NotImplementedError

    def value(self, look: Look) -> Any:
        recall = look.recall
        return self.work(look) if recall is None else recall(self)

    @cached_property
    def rests_on(self) -> frozenset[str]:
        return self.reads()


@node
class Named(Worded, Plain):
    """An expression under the words a player would use, and the id that defines them; the trace opens into it."""

    says: str
    inner: Expr
    cite: str | None = None

    def value(self, look: Look) -> Any:
        if TURNED and self.cite in TURNED:
            return self._turned(look, TURNED[self.cite])
        recall = look.recall
        value = self.inner.value(look) if recall is None else recall(self)
        if self.cite is not None and not isinstance(value, Span):  # what nobody can say yet has not been applied
            look.note(self.cite, value is not False, self)
        return value

    def _turned(self, look: Look, turn: Turning) -> Any:
        value = turned_part(self.inner, turn).value(look) if turn.how == PART else self.inner.value(look)
        if turn.how == NEGATED and (isinstance(value, bool) or value is MAYBE):
            value = value ^ True
        return value + 1 if turn.how == NUMBER and not isinstance(value, bool) else value

    def work(self, look: Look) -> Any:
        return self.inner.value(look)

    @cached_property
    def rests_on(self) -> frozenset[str]:
        return self.inner.reads()

    def trace(self, look: Look) -> Trace:
        return super().trace(look).under(self.cite)

    @cached_property
    def denial(self) -> str:
        return denied(self.says) if two_faced(self.says) else self.inner.denial

    def told(self, look: Look, value: Any) -> str:
        """What it says itself, or if it says nothing of what is not so, what it rests on; of a long list that is not
        complete, how much of it is."""
        said = self.inner.trace(look).text if value is False and not two_faced(self.says) else self.face(value)
        if value is not False or not isinstance(self.inner, All) or len(self.inner.of) < MANY:
            return said
        met = sum(part.value(look) is True for part in self.inner.of)
        return f"{said} ({met} of {len(self.inner.of)})"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


@node
class Supposing(Expr):
    """An expression, read as if some facts were so, such as who makes a roll."""

    inner: Expr
    facts_so: Mapping[str, Any]

    def value(self, look: Any) -> Any:
        return self.inner.value(look.scoped(**self.facts_so))

    def trace(self, look: Any) -> Trace:
        return self.inner.trace(look.scoped(**self.facts_so))

    @cached_property
    def english(self) -> str:
        return self.inner.english

    @cached_property
    def denial(self) -> str:
        return self.inner.denial

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


# -- their English
def _is_all(part: Expr) -> bool:
    return isinstance(part, All) or (isinstance(part, Not) and isinstance(part.inner, Any_))


def _is_any(part: Expr) -> bool:
    return isinstance(part, Any_) or (isinstance(part, Not) and isinstance(part.inner, All))


def _together(expr: All | Any_, look: Look) -> Trace:
    """Several conditions as one line: those that settle it, as they are told."""
    value = expr.value(look)
    if not expr.of:
        return Trace(expr.english, value)
    parts = tuple(part.trace(look) for part in expr.of)
    told = [part.text for part in parts if same_truth(part.value, value)]
    if is_open(value):
        told = [part.removeprefix(f"{NOT_TOLD} ") for part in dict.fromkeys(told)]
        return Trace(f"{NOT_TOLD} {' and whether '.join(told)}", value, parts, joins=True)
    return Trace(joined(told, "and"), value, parts, joins=True)


def in_words(expr: Expr, schema: Schema) -> Expr:
    """An expression in which every fact has words: those without any of their own have their family's."""
    return cast(Expr, _with_words(expr, schema))


def _with_words(expr: Any, schema: Schema) -> Any:
    if isinstance(expr, tuple):
        found = tuple(_with_words(part, schema) for part in expr)
        return found if any(a is not b for a, b in zip(found, expr, strict=True)) else expr
    if isinstance(expr, Named) and two_faced(expr.says):
        return expr
    if isinstance(expr, Read | Rank | Among) and not expr.says:
        return replace(expr, says=expr.words(schema))
    if isinstance(expr, Compare) and (says := expr.words(schema)):
        return replace(expr, says=says)
    if not isinstance(expr, Expr):
        return expr
    parts = {f.name: getattr(expr, f.name) for f in fields(cast(Any, expr))}
    new = {k: w for k, v in parts.items() if isinstance(v, Expr | tuple) and (w := _with_words(v, schema)) is not v}
    return replace(cast(Any, expr), **new) if new else expr


def is_open(value: Any) -> bool:
    """A truth that nobody knows."""
    return isinstance(value, Span) and isinstance(value.hi, bool)


def same_truth(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, Span) and isinstance(other, Span))


TOGETHER = "together"  # what a sum says of the lines below it
NO_BOUND = 9999  # no number of a game is larger: a limit that is none


def _further(part: Expr) -> str:
    """A number that is added to another, or taken from it."""
    if isinstance(part, Const) and part.constant < 0:
        return f" less {-part.constant}"
    said = _grouped(part)
    return f" less {said.removeprefix('minus ')}" if said.startswith("minus ") else f" plus {said}"


def _grouped(part: Expr) -> str:
    """A number as part of another: sums stand in brackets."""
    if isinstance(part, Less) and isinstance(part.left, Const) and not part.left.constant:
        return part.english  # minus one number
    return f"({part.english})" if isinstance(part, Sum | Less | WhenElse) and len(part.parts) > 1 else part.english


# -- conditions with a part left out
MANY = 9  # so many alternatives are a list that was made, such as all cities of a country, not parts that were written


def part_paths(expr: Expr, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Where the parts of a condition stand that could be left out: in a conjunction or a disjunction, at any depth.
    What has a name of its own is one part; words that always hold are none, and their id is weighed by itself."""
    if isinstance(expr, All | Any_) and len(expr.of) < MANY:
        for number, part in enumerate(expr.of):
            if isinstance(part, Named) and isinstance(part.inner, Const):
                continue
            yield (*path, number)
            yield from part_paths(part, (*path, number))
    elif isinstance(expr, Not):
        yield from part_paths(expr.inner, (*path, 0))


def part_at(expr: Expr, path: tuple[int, ...]) -> Expr:
    """The part of a condition that stands there."""
    for number in path:
        expr = expr.parts[number]
    return expr


def without(expr: Expr, path: tuple[int, ...]) -> Expr:
    """A condition with one part left out; the same id may have another one elsewhere, without such a part."""
    if not path or path not in part_paths(expr):
        return expr
    number, *rest = path
    if isinstance(expr, All | Any_):
        parts = [without(p, tuple(rest)) if i == number else p for i, p in enumerate(expr.of) if rest or i != number]
        return (all_of if isinstance(expr, All) else any_of)(*parts)
    assert isinstance(expr, Not), expr
    return replace(expr, inner=without(expr.inner, tuple(rest)))


def turned_part(expr: Expr, turn: Turning) -> Expr:
    """A condition without the part that is left out, if it is the one that the part was taken from, or that one with
    some parts more or less at its end."""
    paths = tuple(part_paths(expr))
    if turn.path in paths and all(one == other for one, other in zip(paths, turn.of, strict=False)):
        return without(expr, turn.path)
    if isinstance(expr, All) and tuple(part_paths(expr.of[0])) == turn.of:
        return all_of(without(expr.of[0], turn.path), *expr.of[1:])
    return expr


# -- the words rules are written in
YES: Expr = Const(True)
NO: Expr = Const(False)


def lift(value: Expr | int | bool) -> Expr:
    return value if isinstance(value, Expr) else Const(value)


def number(key: str, says: str = "") -> Expr:
    """The number that a fact holds."""
    return Read(key, says)


def truth(key: str, says: str = "") -> Expr:
    """The truth that a fact holds."""
    return Read(key, says)


def choice(key: str, *options: str, says: str = "") -> Expr:
    """A fact is one of these options."""
    return Among(key, frozenset(options), says)


def any_choice(keys: Iterable[str], *options: str, says: str) -> Expr:
    """At least one of these choices is one of the options."""
    return AnyAmong(tuple(keys), frozenset(options), says)


def present(keys: Iterable[str], says: str) -> Expr:
    """At least one of these counts is 1 or more."""
    return Present(tuple(keys), says)


def rank(key: str, says: str = "") -> Expr:
    """How strong the present option of a fact is, from 0."""
    return Rank(key, says)


def named(says: str, inner: Expr, *, cite: str | None = None) -> Expr:
    """`inner`, under the words a player would use and the id of the rule that defines them."""
    return Named(says, inner, cite)


def supposing(inner: Expr, **facts: Any) -> Expr:
    """`inner`, as if these facts were so."""
    return Supposing(inner, facts)


def holds(condition: Expr, world: World) -> bool:
    """Whether a condition holds; `Unknown`, with the facts to ask for, if that cannot be said yet."""
    value = world.weigh(condition)
    if isinstance(value, Span):
        raise lacking(f"whether {condition.english}", world, condition)
    return bool(value)


def amount(expression: Expr, world: World) -> int:
    """The number; `Unknown`, with the facts to ask for, if it cannot be said yet."""
    value = world.weigh(expression)
    if isinstance(value, Span):
        raise lacking(expression.english, world, expression)
    return int(value) if isinstance(value, bool) else value


def lacking(about: str, world: World, *weighed: Expr, but: str = "") -> Unknown:
    """That these cannot be said yet, with the facts to ask for, `but` one that follows from the others."""
    look = once(world.heard_by(None))  # what is only looked for is not consulted
    found = dict.fromkeys(key for expr in weighed for key in expr.unknowns(look) if key != but)
    return Unknown(about, list(found), weighed, look)


def _flat(kind: type[All] | type[Any_] | type[Sum], parts: Iterable[Expr]) -> Iterator[Expr]:
    for part in parts:
        if isinstance(part, kind):
            yield from part.of
        else:
            yield part


def all_of(*parts: Expr) -> Expr:
    """Every one of these."""
    flat = tuple(p for p in _flat(All, parts) if p is not YES)
    return flat[0] if len(flat) == 1 else All(flat) if flat else YES


def any_of(*parts: Expr) -> Expr:
    """At least one of these."""
    flat = tuple(p for p in _flat(Any_, parts) if p is not NO)
    return flat[0] if len(flat) == 1 else Any_(flat) if flat else NO


def sum_of(*parts: Expr) -> Expr:
    flat = tuple(_flat(Sum, parts))
    return flat[0] if len(flat) == 1 else Sum(flat)


def count(*parts: Expr) -> Expr:
    """How many of these are true."""
    return Sum(parts)


def per(step: int, inner: Expr, *, up: bool = False) -> Expr:
    """One for every full `step` (with `up`, also for a part of it)."""
    return Per(inner, step, up)


def largest(*parts: Expr) -> Expr:
    return Extreme(parts, True)


def smallest(*parts: Expr) -> Expr:
    return Extreme(parts, False)


def when_else(truth: Expr, yes: Expr | int, no: Expr | int) -> Expr:
    """`yes` if the truth holds, otherwise `no`."""
    return WhenElse(truth, lift(yes), lift(no))
