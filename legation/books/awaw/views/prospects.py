"""What a diplomatic roll would bring: by face, and with more points or fewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from legation.books.awaw.diplomacy.phase import results_of
from legation.books.awaw.powers import AXIS
from legation.core.sight import Sight
from legation.core.span import exact

__all__ = ["by_points", "chance_of", "hope_says", "hopes_of", "result_of"]


def hopes_of(by: str) -> tuple[int, ...]:
    """The results that a side hopes for, from likely to best."""
    return (8, 9, 10) if by == AXIS else (0, -1, -3)


def hope_says(result: int, by: str) -> str:
    """A result or what is better still for the side; the last one is the best there is."""
    number = str(result).replace("-", "−")
    return number if result == hopes_of(by)[-1] else f"{number} or {'more' if by == AXIS else 'less'}"


def _ends(key: str) -> tuple[int, int]:
    """The span of totals that a result stands for, by its name: 3-4, 7, -2."""
    low, dash, high = key[1:].partition("-")
    return (int(key[0] + low), int(high)) if dash else (int(key), int(key))


def result_of(results: Mapping[str, str], total: int) -> str:
    """The result of a total; the ends are open."""
    keys = list(results)
    inside = [k for k in keys if _ends(k)[0] <= total <= _ends(k)[1]]
    return inside[0] if inside else keys[0] if total < _ends(keys[0])[0] else keys[-1]


def chance_of(chances: Mapping[str, Fraction], hope: int, by: str) -> Fraction:
    """Of a result, or one that is better still for the side."""
    good = (p for k, p in chances.items() if (_ends(k)[0] >= hope if by == AXIS else _ends(k)[1] <= hope))
    return sum(good, Fraction(0))


def by_points(sight: Sight, country: str, by: str, counts: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
    """What is added to the die, and the result of each face, with so many points of the reader's own."""
    results, found = results_of(country), []
    for count in counts:
        supposed = {"by": by, "points": {sight.seat: count}}
        total = sight.book.explain(sight.outlook(country, supposed).world, country, supposed)[0].value
        if not exact(total):
            return []
        faces = range(1, sight.book.views.sides + 1)
        found.append((int(total), tuple(result_of(results, face + int(total)) for face in faces)))
    return found
