"""What a deal of Military Commerce is worth under best play, exactly.

A nation decides, die by die, whether to roll or to take the safe bid, and may re-roll single dice at any time.  Best
play means the highest expected income.  Only the lowest dice can be worth another throw, as many of them as re-rolls
are left, so a deal is small enough to be solved whole: in whole numbers, counted in equally likely throws.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from legation.core.dice import d12

__all__ = ["BestPlay"]

SIDES = d12.sides
FACES = tuple(d12.faces)
ALL_FACES = sum(FACES)
THROWS: tuple[int, ...] = tuple(SIDES**n for n in range(24))  # how many ways n dice can fall
SLOT = 64  # bits for one count: no deal has more than 11 dice and 2 re-rolls, and 12 ** 13 < 2 ** 64
GOOD = 9  # a die that shows this or more is never thrown again: the hope of two throws more is exactly 8

Low = tuple[int, ...]  # the lowest dice on the table, in order; at most as many as there are re-rolls


def lowest(faces: Iterable[int], rerolls: int) -> Low:
    """All that matters of the dice on the table."""
    return tuple(sorted(face for face in faces if face < GOOD)[:rerolls])


@cache
def _with(low: Low, face: int, rerolls: int) -> Low:
    if face >= GOOD:
        return low[:rerolls]
    found = list(low)
    insort(found, face)
    return tuple(found[:rerolls])


@cache
def _falls(low: Low, rerolls: int) -> tuple[tuple[Low, int], ...]:
    """What one more die makes of the lowest, and in how many ways."""
    found: dict[Low, int] = {}
    for face in FACES:
        after = _with(low, face, rerolls)
        found[after] = found.get(after, 0) + 1
    return tuple(found.items())


@dataclass(frozen=True, eq=False)  # the one that it is, for what is remembered
class BestPlay:
    """Best play where so many dollars are safe for a die that is not rolled."""

    safe: int

    # -- the mean: everything to come, times THROWS[dice + rerolls]
    @cache  # noqa: B019 - there is one such deal, and it stays
    def _roll(self, dice: int, rerolls: int, low: Low, rest: bool) -> int:
        """One die is rolled; with `rest`, so are all others before anything else is decided."""
        after = self._all if rest else self._best
        now = ALL_FACES * THROWS[dice - 1 + rerolls]
        return now + sum(ways * after(dice - 1, rerolls, found) for found, ways in _falls(low, rerolls))

    def _all(self, dice: int, rerolls: int, low: Low) -> int:
        return self._roll(dice, rerolls, low, True) if dice else self._best(0, rerolls, low)

    def _safe(self, dice: int, rerolls: int, low: Low) -> int:
        return self.safe * THROWS[dice + rerolls] + SIDES * self._best(dice - 1, rerolls, low)

    def _again(self, dice: int, rerolls: int, low: Low, face: int) -> int:
        """A die that shows `face` is thrown again; `low` are the others."""
        now = (ALL_FACES - SIDES * face) * THROWS[dice + rerolls - 1]
        return now + sum(
            ways * self._best(dice, rerolls - 1, found) for found, ways in _falls(low[: rerolls - 1], rerolls - 1)
        )

    def _best(self, dice: int, rerolls: int, low: Low) -> int:
        return self._play(dice, rerolls, low)[1]

    @cache  # noqa: B019 - there is one such deal, and it stays
    def _play(self, dice: int, rerolls: int, low: Low) -> tuple[str, int]:
        """The best thing to do, and what it brings; of equals, the one that leaves less to chance."""
        found = [("stop", 0)]
        if dice:
            found = [("safe", self._safe(dice, rerolls, low)), ("roll", self._roll(dice, rerolls, low, False))]
        if low and rerolls:
            found.append(("again", self._again(dice, rerolls, low[1:], low[0])))
        return max(found, key=lambda choice: choice[1])

    # -- the whole distribution: counts of equally likely throws, packed into one number, SLOT bits for each sum
    @cache  # noqa: B019 - there is one such deal, and it stays
    def _spread(self, dice: int, rerolls: int, low: Low, must_roll: bool) -> int:
        """Counts by income to come, moved up by 11 for each re-roll left, because a re-roll can lose as much."""
        most = SIDES - 1
        choice = "roll" if must_roll and dice else self._play(dice, rerolls, low)[0]
        if choice == "stop":
            return THROWS[rerolls] << SLOT * most * rerolls
        if choice == "safe":
            return SIDES * self._spread(dice - 1, rerolls, low, False) << SLOT * self.safe
        if choice == "roll":
            parts = (
                self._spread(dice - 1, rerolls, _with(low, face, rerolls), must_roll) << SLOT * face for face in FACES
            )
            return sum(parts)
        fewer = rerolls - 1
        parts = (
            self._spread(dice, fewer, _with(low[1:], f, fewer), False) << SLOT * (f - low[0] + most) for f in FACES
        )
        return sum(parts)

    def chances(
        self, dice: int, rerolls: int, faces: Iterable[int] = (), *, roll_all: bool = False
    ) -> dict[int, Fraction]:
        """The chance of every income still to come under best play; with `roll_all` no die is taken as a safe bid."""
        packed = self._spread(dice, rerolls, lowest(faces, rerolls), roll_all)
        blob = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
        size, all_ = SLOT // 8, THROWS[dice + rerolls]
        counts = (int.from_bytes(blob[i : i + size], "little") for i in range(0, len(blob), size))
        offset = (SIDES - 1) * rerolls
        return {at - offset: Fraction(count, all_) for at, count in enumerate(counts) if count}

    def worth(self, dice: int, rerolls: int, faces: Iterable[int] = ()) -> Fraction:
        """The income still to be expected under best play, beyond what the dice on the table show."""
        return Fraction(self._best(dice, rerolls, lowest(faces, rerolls)), THROWS[dice + rerolls])

    def options(self, dice: int, rerolls: int, faces: Iterable[int] = ()) -> dict[str, Fraction]:
        """Everything a nation may do now, with what it may still expect if it plays its best from there."""
        shown = sorted(faces)
        low, all_ = lowest(shown, rerolls), THROWS[dice + rerolls]
        found: dict[str, Fraction] = {}
        if dice:
            found["roll"] = Fraction(self._roll(dice, rerolls, low, False), all_)
            found["safe"] = Fraction(self._safe(dice, rerolls, low), all_)
        if dice > 1:
            found["roll all"] = Fraction(self._roll(dice, rerolls, low, True), all_)
            found["safe all"] = self.safe * dice + self.worth(0, rerolls, shown)
        for face in dict.fromkeys(shown) if rerolls else ():
            others = list(shown)
            others.remove(face)
            found[f"again {face}"] = Fraction(self._again(dice, rerolls, lowest(others, rerolls - 1), face), all_)
        if not dice:
            found["stop"] = Fraction(0)
        return found
