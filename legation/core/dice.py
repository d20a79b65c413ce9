"""Dice: one door for chance.

A step asks for a `Throw`; a source answers with a face, or with None when a person must roll.  Server dice are
committed before any seat has said anything; then each seat may add a word of its own.  A face is derived from the
secret key, all these words and the purpose of the roll with its count among what still counts, so that a take-back
rolls the same, nobody can choose a key to please, and anybody can check it once the key is told (`verifier.py`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from legation.core.errors import LegationError
from legation.core.verifier import face as derive_face
from legation.core.verifier import mixed

__all__ = ["Committed", "Dice", "Die", "Fixed", "Replay", "Throw", "Typed", "d6", "d12", "derive_face"]


@dataclass(frozen=True)
class Die:
    sides: int

    @property
    def faces(self) -> range:
        return range(1, self.sides + 1)

    def __str__(self) -> str:
        return f"d{self.sides}"


d6 = Die(6)
d12 = Die(12)


@dataclass(frozen=True)
class Throw:
    """One roll to be made: its purpose, its die, the rule that asks for it, and whose roll it is."""

    label: str
    die: Die
    cite: str
    seat: str


class Dice(Protocol):
    """A source of faces.  `name` goes into the record."""

    name: str

    def face(self, throw: Throw) -> int | None: ...


@dataclass
class Committed:
    """Server dice; the commitment is published before the first entry.

    With `asks`, each roll is put to its player, who types a face or lets the server roll (`Game.roll`).
    """

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    nonce: str = ""
    words: list[tuple[str, str]] = field(default_factory=list)  # which seats have added, in their order
    used: Counter[str] = field(default_factory=Counter)
    name: str = "server"
    asks: bool = False

    @classmethod
    def from_seed(cls, seed: int, nonce: str = "") -> Committed:
        return cls(hashlib.sha256(f"legation seed {seed}".encode()).digest(), nonce)

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.key).hexdigest()

    def face(self, throw: Throw) -> int | None:
        return None if self.asks else self.roll(throw)

    def roll(self, throw: Throw) -> int:
        self.used[throw.label] += 1
        return derive_face(
            self.key, mixed(self.nonce, self.words), f"{throw.label}#{self.used[throw.label]}", throw.die.sides
        )


@dataclass
class Typed:
    """People roll and type what they see."""

    name: str = "typed"

    def face(self, throw: Throw) -> None:
        return None


class MissingDice(LegationError):
    """A test wanted a die that nobody gave it."""


@dataclass
class Fixed:
    """Dice for tests: faces in order, or by rule id or label.  A missing die fails; `unused` tells what was left."""

    faces: Mapping[str, Sequence[int]] | Sequence[int]
    name: str = "fixed"

    def __post_init__(self) -> None:
        self.left: dict[str, list[int]] | list[int] = (
            {k: list(v) for k, v in self.faces.items()} if isinstance(self.faces, Mapping) else list(self.faces)
        )

    def face(self, throw: Throw) -> int:
        left = self.left
        queue = (left.get(throw.cite) or left.get(throw.label)) if isinstance(left, dict) else left
        if not queue:
            raise MissingDice(f"no die is left for {throw.label} [{throw.cite}]")
        return queue.pop(0)

    def unused(self) -> list[str]:
        if isinstance(self.left, dict):
            return [f"{key}: {faces}" for key, faces in self.left.items() if faces]
        return [str(face) for face in self.left]


@dataclass
class Replay:
    """The faces of an earlier record, by purpose and in their order; asks `then` (or nobody) when they run out."""

    faces: Mapping[str, Sequence[int]]
    then: Dice | None = None
    name: str = "replay"

    def __post_init__(self) -> None:
        self.left = {label: list(faces) for label, faces in self.faces.items()}

    def face(self, throw: Throw) -> int | None:
        queue = self.left.get(throw.label)
        if queue:
            return queue.pop(0)
        return self.then.face(throw) if self.then else None
