"""Values that are not certain yet: everything between a lowest and a highest value.

A known number is a plain ``int``, a known truth a plain ``bool``, and a million worlds are NumPy arrays of either.
What nobody has reported is a `Span`: the numbers it could still be, or both truths.  Every operator below works on
all three kinds at once, so an expression is written once and serves one world, a million, and the half-known.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "ENDLESS",
    "MAYBE",
    "SMALL",
    "Between",
    "Sketched",
    "Span",
    "certain",
    "exact",
    "greatest",
    "highest",
    "least",
    "lowest",
    "pick",
    "possible",
    "same",
]


class Sketched:
    """A value that is only being written down (see `legation.core.compiled`); what is done with it is `called`."""

    __slots__ = ()

    def called(self, function: str, *args: Any) -> Any:
        raise NotImplementedError


class Span:
    """All values from `lo` to `hi`; of truths, `lo` is "certainly" and `hi` is "possibly"."""

    __array_ufunc__ = None  # let array <op> Span come to the reflected methods here
    __slots__ = ("hi", "lo")

    def __init__(self, lo: Any, hi: Any) -> None:
        self.lo = lo
        self.hi = hi

    def __repr__(self) -> str:
        return "maybe" if self.lo is False and self.hi is True else f"{self.lo}..{self.hi}"

    def __add__(self, other: Any) -> Any:
        return join(self.lo + lowest(other), self.hi + highest(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return join(self.lo - highest(other), self.hi - lowest(other))

    def __rsub__(self, other: Any) -> Any:
        return join(lowest(other) - self.hi, highest(other) - self.lo)

    def __mul__(self, other: Any) -> Any:
        a, b, c, d = lowest(other), highest(other), self.lo, self.hi
        ends = (a * c, a * d, b * c, b * d)
        lo = hi = ends[0]
        for end in ends[1:]:
            lo, hi = least(lo, end), greatest(hi, end)
        return join(lo, hi)

    __rmul__ = __mul__

    def __floordiv__(self, step: int) -> Any:
        return join(self.lo // step, self.hi // step)

    def __ge__(self, other: Any) -> Any:
        return join(self.lo >= highest(other), self.hi >= lowest(other))

    def __gt__(self, other: Any) -> Any:
        return join(self.lo > highest(other), self.hi > lowest(other))

    def __le__(self, other: Any) -> Any:
        return join(self.hi <= lowest(other), self.lo <= highest(other))

    def __lt__(self, other: Any) -> Any:
        return join(self.hi < lowest(other), self.lo < highest(other))

    def __and__(self, other: Any) -> Any:
        return join(self.lo & lowest(other), self.hi & highest(other))

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return join(self.lo | lowest(other), self.hi | highest(other))

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        if other is not True:
            raise TypeError("only `^ True`, the negation, is defined on a Span")
        return join(self.hi ^ True, self.lo ^ True)


class Between(Span):
    """A number of which somebody has told only that it is at least, or at most, so much: a value that is kept.

    `said` is what was told, in plain form: `{"from": 23}`, `{"to": 22}` or both.
    """

    __slots__ = ("said",)

    def __init__(self, lo: int, hi: int, said: dict[str, int]) -> None:
        super().__init__(lo, hi)
        self.said = said

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Between) and (self.lo, self.hi) == (other.lo, other.hi)

    def __hash__(self) -> int:
        return hash((self.lo, self.hi))


SMALL = 100  # numbers so small that nothing the rules do with them outgrows 16 bits
ENDLESS = 1_000_000  # more than any number of a game: the end of what has none
MAYBE = Span(False, True)


def join(lo: Any, hi: Any) -> Any:
    """The span from lo to hi; a plain value when the two ends meet."""
    if lo is hi:
        return lo
    if isinstance(lo, int) and isinstance(hi, int) and lo == hi:
        return lo
    return Span(lo, hi)


def lowest(value: Any) -> Any:
    return value.lo if isinstance(value, Span) else value


def highest(value: Any) -> Any:
    return value.hi if isinstance(value, Span) else value


def exact(value: Any) -> bool:
    return not isinstance(value, Span)


def certain(value: Any) -> Any:
    """True where the truth holds whatever is still unknown; of a number, the least it can be."""
    if isinstance(value, Span):
        return value.lo
    return value.called("certain", value) if isinstance(value, Sketched) else value


def possible(value: Any) -> Any:
    """True where the truth may still hold."""
    return highest(value)


def _sketched(a: Any, b: Any) -> Sketched | None:
    return a if isinstance(a, Sketched) else b if isinstance(b, Sketched) else None


def least(a: Any, b: Any) -> Any:
    """The smaller of two values of any kind (arrays go element by element)."""
    if isinstance(a, Span) or isinstance(b, Span):
        return join(least(lowest(a), lowest(b)), least(highest(a), highest(b)))
    if isinstance(a, int) and isinstance(b, int):
        return a if a < b else b
    found = _sketched(a, b)
    if found is not None:
        return found.called("least", a, b)
    if isinstance(a, int):
        a, b = b, a
    return a.clip(None, b) if _small(b) else pick(a < b, a, b)


def greatest(a: Any, b: Any) -> Any:
    if isinstance(a, Span) or isinstance(b, Span):
        return join(greatest(lowest(a), lowest(b)), greatest(highest(a), highest(b)))
    if isinstance(a, int) and isinstance(b, int):
        return a if a > b else b
    found = _sketched(a, b)
    if found is not None:
        return found.called("greatest", a, b)
    if isinstance(a, int):
        a, b = b, a
    return a.clip(b, None) if _small(b) else pick(a > b, a, b)


def _small(value: Any) -> bool:
    """Any array holds it; of arrays, each holds what it holds."""
    return not isinstance(value, int) or -SMALL <= value <= SMALL


def same(a: Any, b: Any) -> Any:
    """Equality as a truth of any kind."""
    if isinstance(a, Span) or isinstance(b, Span):
        return (a >= b) & (a <= b)
    found = _sketched(a, b)
    return a == b if found is None else found.called("same", a, b)


def pick(truth: Any, yes: Any, no: Any) -> Any:
    """`yes` where the truth holds, `no` where it does not, the span of both where nobody can say."""
    if truth is True or truth is False:
        return yes if truth else no
    if isinstance(truth, Span):
        sure, may = truth.lo, truth.hi
        either_lo, either_hi = least(lowest(yes), lowest(no)), greatest(highest(yes), highest(no))
        return join(
            pick(sure, lowest(yes), pick(may, either_lo, lowest(no))),
            pick(sure, highest(yes), pick(may, either_hi, highest(no))),
        )
    if isinstance(truth, Sketched):
        return truth.called("pick", truth, yes, no)
    if isinstance(yes, Span) or isinstance(no, Span):
        return join(pick(truth, lowest(yes), lowest(no)), pick(truth, highest(yes), highest(no)))
    if isinstance(yes, int) and not isinstance(yes, bool) and isinstance(no, int):
        counted = truth.astype("int16" if _small(yes) and _small(no) else "int32")
        return counted * (yes - no) + no if no else counted * yes
    if isinstance(no, int) and not no:
        return truth * yes
    return truth * yes + (truth ^ True) * no
