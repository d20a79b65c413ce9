"""Dice: committed before the game, the same for the same purpose, fair, and checkable."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from legation.core.dice import Committed, Die, Fixed, MissingDice, RecordedDice, Throw, Typed, d6, d12, derive_face


def throw(label: str = "unrest/auk", die: Die = d12, cite: str = "T-UNREST") -> Throw:
    return Throw(label, die, cite, "north")


def test_a_face_can_be_checked_by_anybody_who_has_the_key() -> None:
    dice = Committed(bytes(range(32)), "a word of ours")
    faces = [dice.face(throw()) for _ in range(5)]
    assert faces == [derive_face(bytes(range(32)), "a word of ours", f"unrest/auk#{n}", 12) for n in range(1, 6)]
    assert dice.commitment == hashlib.sha256(bytes(range(32))).hexdigest()


def test_faces_never_change_from_one_release_to_the_next() -> None:
    """A record of ten years ago must still verify."""
    found = [derive_face(b"k" * 32, "n", f"purpose#{n}", sides) for sides in (6, 12) for n in range(1, 9)]
    assert found == [3, 1, 5, 1, 6, 5, 2, 5, 3, 1, 5, 1, 12, 5, 2, 11]


def test_the_nonce_and_the_purpose_and_the_key_all_matter() -> None:
    def hand(key: bytes, nonce: str, purpose: str) -> list[int]:
        return [derive_face(key, nonce, f"{purpose}#{n}", 12) for n in range(20)]

    hands = [hand(b"k", "n", "p"), hand(b"l", "n", "p"), hand(b"k", "m", "p"), hand(b"k", "n", "q")]
    assert len({tuple(h) for h in hands}) == 4


@pytest.mark.parametrize("die", [d6, d12, Die(10), Die(20), Die(7)])
def test_faces_are_uniform_over_many_purposes(die: Die) -> None:
    rolls = 6000
    counts = Counter(derive_face(b"fair" * 8, "", f"roll/{n}#1", die.sides) for n in range(rolls))
    assert set(counts) == set(die.faces)
    expected = rolls / die.sides
    chi = sum((counts[face] - expected) ** 2 / expected for face in die.faces)
    assert chi < 3 * die.sides + 10  # far out in the tail for these degrees of freedom


def test_purposes_do_not_disturb_one_another() -> None:
    one, two = Committed.from_seed(7), Committed.from_seed(7)
    for _ in range(3):
        two.face(throw("something else"))
    assert [one.face(throw()) for _ in range(4)] == [two.face(throw()) for _ in range(4)]


def test_a_fresh_key_is_made_for_every_game() -> None:
    assert Committed().key != Committed().key
    assert len(Committed().key) == 32


def test_typed_dice_leave_it_to_the_people() -> None:
    assert Typed().face(throw()) is None


def test_fixed_dice_come_by_rule_by_label_or_in_order() -> None:
    dice = Fixed({"T-UNREST": [1, 2], "talks/north": [5]})
    assert [dice.face(throw()), dice.face(throw("talks/north", cite="T-TALKS")), dice.face(throw())] == [1, 5, 2]
    assert dice.unused() == []
    assert Fixed([4, 3]).face(throw()) == 4


def test_missing_and_unused_fixed_dice_are_told() -> None:
    dice = Fixed({"T-UNREST": [1], "T-TALKS": [6, 6]})
    dice.face(throw())
    with pytest.raises(MissingDice, match=r"no die is left for unrest/auk \[T-UNREST\]"):
        dice.face(throw())
    assert dice.unused() == ["T-TALKS: [6, 6]"]
    assert Fixed([4, 3]).unused() == ["4", "3"]


def test_a_replay_gives_the_old_faces_by_purpose_and_then_asks() -> None:
    dice = RecordedDice({"a": [1, 2]}, Fixed([6]))
    assert [dice.face(throw("a")), dice.face(throw("b")), dice.face(throw("a"))] == [1, 6, 2]
    assert RecordedDice({}).face(throw()) is None
