"""The dice of the simulator: exactly even, and the same for the same seed and share."""

import numpy as np
import pytest
from scipy.stats import chisquare

from legation.core.dice import Die, d6, d12
from legation.sim.dice import BYTE, FEW, ShareOfDice

MANY = 600_000


@pytest.mark.parametrize("die", [d6, Die(10), d12, Die(16)], ids=lambda die: f"d{die.sides}")
def test_every_face_comes_as_often_as_any_other(die: Die) -> None:
    faces = np.bincount(ShareOfDice(7, 0).throw(die, MANY), minlength=die.sides + 1)
    assert faces[0] == 0
    assert len(faces) == die.sides + 1
    assert chisquare(faces[1:]).pvalue > 0.001


@pytest.mark.parametrize("die", [d6, d12], ids=lambda die: f"d{die.sides}")
def test_bytes_beyond_the_last_whole_set_of_faces_are_thrown_again(die: Die) -> None:
    dice, again = ShareOfDice(7, 0), ShareOfDice(7, 0)
    faces = dice.throw(die, MANY)
    drawn = again.bits.random_raw(MANY // 8).astype("<u8").view(np.uint8)
    kept = drawn < BYTE - BYTE % die.sides
    assert np.array_equal(faces[kept], drawn[kept] % die.sides + 1)
    assert 0 < np.count_nonzero(~kept) < MANY / 32


@pytest.mark.parametrize("count", [0, 1, FEW - 1, FEW, FEW + 3])
def test_so_many_faces_as_asked_for(count: int) -> None:
    assert len(ShareOfDice(7, 3).throw(d12, count)) == count


def test_the_same_seed_and_share_throw_the_same() -> None:
    faces = ShareOfDice(7, 3).throw(d12, FEW)
    assert np.array_equal(faces, ShareOfDice(7, 3).throw(d12, FEW))
    assert not np.array_equal(faces, ShareOfDice(7, 4).throw(d12, FEW))
    assert not np.array_equal(faces, ShareOfDice(8, 3).throw(d12, FEW))
