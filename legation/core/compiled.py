"""Calculations over facts that are asked for often, written out as plain Python.

A node says once, in `value`, how it is computed.  Here that is run on a `Sketch`, a world in which every fact is a
`Term`: what comes out is the whole calculation, and a step that twenty modifiers share is in it once.  From the terms a
function is written that reads one world.  Where the schema shows that a fact is always known it uses `and`, `or` and
`if`; elsewhere the operators that spans understand.  Many worlds at once are read node by node.

Terms have no side effects, so a calculation that is written out computes in any order what it needs, and notes nothing.
It leaves its plain form in the log of the act, which says the same node by node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from legation.core.errors import NotFound
from legation.core.expr import Expr, Plain
from legation.core.facts import Choice, Count, Flag, Schema, Scoped, World
from legation.core.span import Sketched, Span, certain, greatest, least, pick, same
from legation.core.turning import TURNED

__all__ = ["OFTEN", "Compiled", "Sketch", "Term", "Bundle"]

OFTEN = 16  # times it runs as it is: writing out costs as much as some dozens of them
LONG = 400  # characters of an expression before it gets a line of its own
DEEP = 25  # steps within steps before one gets a line of its own

T = TypeVar("T")


class Unfit(Exception):
    """This calculation cannot be written out; it is done node by node instead."""


# -- listening
class Term(Sketched):
    """A step of a calculation: an operation on terms and constants.

    `truth` tells truths from numbers; `sure` says that the value can never be a span.
    """

    __slots__ = ("args", "depth", "op", "sketch", "sure", "truth")

    def __init__(self, sketch: Sketch, op: str, args: tuple[Any, ...], truth: bool, sure: bool) -> None:
        self.sketch, self.op, self.args, self.truth, self.sure = sketch, op, args, truth, sure
        self.depth: int = 1 + max((term.depth for term in _terms(args)), default=0)

    def _with(self, op: str, *args: Any, truth: bool = False) -> Any:
        return self.sketch.term(op, *args, truth=truth)

    def called(self, function: str, *args: Any) -> Any:
        truth = function == "same" or all(map(is_truth, args[1:] if function == "pick" else args))
        if function == "certain":
            return self if self.sure else self.sketch.term(function, self, truth=truth, sure=True)
        return self._with(function, *args, truth=truth)

    def __add__(self, other: Any) -> Any:
        return self if other == 0 and not self.truth else self._with("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self if other == 0 and not self.truth else self._with("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._with("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._with("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._with("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._with("*", other, self)

    def __floordiv__(self, step: int) -> Any:
        return self._with("//", self, step)

    def __ge__(self, other: Any) -> Any:
        return self._with(">=", self, other, truth=True)

    def __gt__(self, other: Any) -> Any:
        return self._with(">", self, other, truth=True)

    def __le__(self, other: Any) -> Any:
        return self._with("<=", self, other, truth=True)

    def __lt__(self, other: Any) -> Any:
        return self._with("<", self, other, truth=True)

    def __and__(self, other: Any) -> Any:
        return self if other is True and self.truth else self._with("&", self, other, truth=self._both_truths(other))

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self if other is False and self.truth else self._with("|", self, other, truth=self._both_truths(other))

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        if other is not True or not self.truth:
            raise Unfit("only `^ True`, the negation, is defined on a truth")
        return self._with("not", self, truth=True)

    def __bool__(self) -> bool:
        raise Unfit("a calculation that branches in Python cannot be written out")

    def _both_truths(self, other: Any) -> bool:
        return self.truth and is_truth(other)


def _terms(value: Any) -> Iterator[Term]:
    """The terms in an argument or a result."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _terms(part)


def is_truth(value: Any) -> bool:
    return value.truth if isinstance(value, Term) else isinstance(value, bool)


def is_sure(value: Any) -> bool:
    return value.sure if isinstance(value, Term) else True


class Sketch:
    """A world in which every fact is a term; equal terms are one."""

    recall = None

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.house: Mapping[str, int] = {}
        self.passing: dict[str, Any] = {}
        self.terms: dict[Any, Term] = {}

    def term(self, op: str, *args: Any, truth: bool = False, sure: bool | None = None) -> Term:
        key = (op, *map(_key, args))
        found = self.terms.get(key)
        if found is None:
            if sure is None:
                sure = all(a.sure for a in args if isinstance(a, Term))
            found = self.terms[key] = Term(self, op, args, truth, sure)
        return found

    def settled(self, key: str) -> bool:
        """Whether the fact always has a value."""
        return key not in self.schema.ageing and not isinstance(self.schema.fallback(key), Span)

    # -- reading, as expressions do it
    def read(self, key: str) -> Any:
        if key in self.passing:
            return self.passing[key]
        domain = self.schema.spec(key).domain
        if not isinstance(domain, Flag | Count):
            raise Unfit(key)
        return self.term("read", key, truth=isinstance(domain, Flag), sure=self.settled(key))

    def _word(self, key: str) -> Term:
        if key in self.passing or not isinstance(self.schema.spec(key).domain, Choice):
            raise Unfit(key)
        return self.term("word", key, sure=self.settled(key))

    def among(self, key: str, options: frozenset[str]) -> Any:
        return self.term("in", self._word(key), options, truth=True)

    def rank(self, key: str) -> Any:
        return self.term("rank", self._word(key))

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        words = [self._word(key) for key in keys]  # every one of them has to be a choice
        sure = all(word.sure for word in words)
        return self.term("any_among", keys, options, truth=True, sure=sure)

    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]:
        return [(key, found) for key in keys if (found := self.among(key, options)) is not False]

    def present(self, keys: frozenset[str]) -> Any:
        counts = [self.read(key) for key in keys]  # every one of them has to be a number
        return self.term("present", keys, truth=True, sure=all(count.sure for count in counts))

    def note(self, cite: str, applied: bool, rule: Any = None) -> bool:
        """What is only written down has not been consulted."""
        return applied

    def scoped(self, **facts: Any) -> Sketch:
        new = Sketch(self.schema)
        new.passing = self.passing | {key.replace("__", "."): value for key, value in facts.items()}
        new.terms = self.terms
        return new


def _key(value: Any) -> Any:
    """What makes two arguments the same; 1 and True are equal, yet not the same."""
    if isinstance(value, tuple):
        return tuple(map(_key, value))
    return value if isinstance(value, Term) else (type(value), value)


# -- writing
class _Writer:
    """Writes terms out as a function of one world (`World` and `Scoped`)."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.lines: list[str] = []
        self.names: dict[Term, str] = {}
        self.uses: dict[Term, int] = {}
        self.known: dict[str, Any] = {"Span": Span}
        self.known |= {f.__name__: f for f in (certain, greatest, least, pick, same)}
        self.kept: dict[Any, str] = {}

    def function(self, result: Any) -> Callable[[Any], Any]:
        self._count(result)
        for term in sorted(self.uses, key=lambda term: term.depth):
            if term.depth % DEEP == 0:
                self.atom(term)
        returned = self.text(result)
        head = "get, missing = look._values.get, look._missing"
        body = "\n    ".join([head, *self.lines, f"return {returned}"])
        exec(f"def run(look):\n    {body}\n", self.known)  # our own text, of terms and constants
        run: Callable[[Any], Any] = self.known["run"]
        return run

    def _count(self, result: Any) -> None:
        waiting = list(_terms(result))
        while waiting:
            term = waiting.pop()
            self.uses[term] = self.uses.get(term, 0) + 1
            if self.uses[term] == 1:
                waiting += _terms(term.args)

    def text(self, value: Any) -> str:
        """What stands for a value: a literal, a name, or the expression itself if it is used here only."""
        if isinstance(value, tuple):
            return f"({''.join(self.text(part) + ', ' for part in value)})"
        if isinstance(value, Term):
            if value in self.names:
                return self.names[value]
            text = f"({self._operation(value)})"
            return self._name(value, text) if self.uses[value] > 1 or len(text) > LONG else text
        if value is None or isinstance(value, int | str):
            return repr(value)
        return self._constant(value)

    def atom(self, value: Any) -> str:
        """The same for what is written more than once."""
        text = self.text(value)
        return self._name(value, text) if isinstance(value, Term) and value not in self.names else text

    def _name(self, term: Term, text: str) -> str:
        name = self.names[term] = f"t{len(self.names)}"
        self.lines.append(f"{name} = {text}")
        return name

    def _constant(self, value: Any) -> str:
        key = value if isinstance(value, frozenset) else id(value)
        if key not in self.kept:
            self.kept[key] = f"k{len(self.kept)}"
            self.known[self.kept[key]] = value
        return self.kept[key]

    def _operation(self, term: Term) -> str:
        op, args = term.op, term.args
        if op in ("any_among", "present"):
            return f"look.{op}({', '.join(map(self._constant, args))})"
        if op in ("read", "word", "in", "rank"):
            return self._reading(term)
        if op in ("&", "|"):
            return self._junction(term)
        if op == "not":
            inner = self.text(args[0])
            return f"not {inner}" if is_sure(args[0]) else f"{inner} ^ True"
        if op == "certain":
            return f"certain({self.text(args[0])})"
        if op == "pick":
            return self._pick(*args)
        if op in ("least", "greatest", "same"):
            return self._comparison(op, *args)
        left, right = map(self.text, args)
        return f"{left} {op} {right}"

    def _reading(self, term: Term) -> str:
        """A leaf, from the values of a world."""
        if term.op in ("read", "word"):
            key = term.args[0]
            if key in self.schema.ageing:
                return f"v if (v := get({key!r})) is not None else missing({key!r})"
            fallback = self.schema.fallback(key)
            return f"get({key!r}, {self.text(fallback)})"
        word = term.args[0]
        domain = self.schema.spec(word.args[0]).domain
        assert isinstance(domain, Choice)
        text = self.text(word) if word.sure else self.atom(word)
        if term.op == "in":
            found, open_ = f"{text} in {self._constant(term.args[1])}", text
        else:
            found, open_ = f"{self._constant(domain.rank)}[{text}]", f"Span(0, {len(domain.options) - 1})"
        return found if word.sure else f"{open_} if {text}.__class__ is Span else {found}"

    def _junction(self, term: Term) -> str:
        """Both, or one of two: with a truth that is always known, as Python does it."""
        word, settles = ("and", False) if term.op == "&" else ("or", True)
        a, b = term.args
        if term.truth and is_sure(a):
            return f"{self.text(a)} {word} {self.text(b)}"
        if term.truth and is_sure(b):
            return f"{self.text(b)} {word} {self.text(a)}"
        first = self.atom(a)
        return f"{settles} if {first} is {settles} else {first} {term.op} {self.text(b)}"

    def _pick(self, truth: Any, yes: Any, no: Any) -> str:
        if is_sure(truth):
            return f"{self.text(yes)} if {self.text(truth)} else {self.text(no)}"
        is_so, a, b = self.atom(truth), self.atom(yes), self.atom(no)
        return f"{a} if {is_so} is True else {b} if {is_so} is False else pick({is_so}, {a}, {b})"

    def _comparison(self, op: str, a: Any, b: Any) -> str:
        if not (is_sure(a) and is_sure(b)):
            return f"{op}({self.text(a)}, {self.text(b)})"
        if op == "same":
            return f"{self.text(a)} == {self.text(b)}"
        left, right = self.atom(a), self.atom(b)
        return f"{left} if {left} {'<' if op == 'least' else '>'} {right} else {right}"


# -- using
class _Program:
    """A calculation on the facts of one schema: how often it was asked for, and what was written out."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema  # held, so that its id stays its own
        self.asked = 0
        self.fit = True
        self.settled: frozenset[str] = frozenset()
        self.run: Callable[[Any], Any] | None = None


class Compiled(Generic[T]):
    """A calculation that is written out once it has been asked for often enough; until then it runs as it is.

    `calculate` may return terms and tuples of them, built from these expressions alone.
    """

    def __init__(self, calculate: Callable[[Any], T], expressions: Iterable[Expr], often: int = OFTEN) -> None:
        self.calculate = calculate
        self.often = often
        nodes = [node for expr in expressions for node in _nodes(expr)]
        self.fit = all(isinstance(node, Plain) for node in nodes)
        self.cited = any(getattr(node, "cite", None) for node in nodes)  # whether reading it node by node notes a rule
        self._programs: dict[int, _Program] = {}

    def __call__(self, look: Any) -> T:
        """The result in one world, or in many."""
        if TURNED:
            return self.calculate(look)
        kind = type(look)
        if self.fit and (kind is World or kind is Scoped):
            program = self._programs.get(id(look.schema)) or self._program(look.schema)
            if program.run is None and program.fit:
                program.asked += 1
                if program.asked >= self.often:
                    self._write(program)
            if program.run is not None and (kind is World or not look.vague or program.settled.isdisjoint(look.vague)):
                if self.cited:
                    look.weighed(self.calculate)
                return program.run(look)  # type: ignore[no-any-return]
        return self.calculate(look)

    def is_written(self, schema: Schema) -> bool:
        """Whether worlds of this schema are read by Python written for them."""
        program = self._programs.get(id(schema))
        return program is not None and program.run is not None

    def _program(self, schema: Schema) -> _Program:
        return self._programs.setdefault(id(schema), _Program(schema))

    def _write(self, program: _Program) -> None:
        sketch = Sketch(program.schema)
        try:
            result = self.calculate(sketch)
        except (Unfit, NotFound):
            program.fit = False
            return
        program.run = _Writer(program.schema).function(result)
        leaves = (t for t in sketch.terms.values() if t.op in ("read", "word"))
        program.settled = frozenset(t.args[0] for t in leaves if t.sure)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_programs": {}}


class Bundle:
    """Several expressions as one calculation; those that cannot be written out are read as they are."""

    def __init__(self, expressions: Iterable[Expr]) -> None:
        self.all = tuple(expressions)
        fit = [all(isinstance(node, Plain) for node in _nodes(expr)) for expr in self.all]
        self.apart = [at for at, written in enumerate(fit) if not written]
        parts = [expr for expr, written in zip(self.all, fit, strict=True) if written]
        self._parts = Compiled(lambda look: tuple(expr.value(look) for expr in parts), parts)

    def __call__(self, look: Any) -> list[Any]:
        """The value of each, in their order."""
        found = list(self._parts(look))
        for at in self.apart:
            found.insert(at, self.all[at].value(look))
        return found


def _nodes(expr: Expr) -> Iterator[Expr]:
    yield expr
    for part in expr.parts:
        yield from _nodes(part)
