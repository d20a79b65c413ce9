"""Dice: one door for chance.

A step asks for a `Throw`; a source answers with a face, or with None when a person must roll.  Server dice are
committed before any seat has said anything; then each seat adds a nonce, whose hash is in the record before the first
die tells it.  A face is derived from the secret key, all nonces and the purpose of the roll with its count among what
still counts, so that a take-back rolls the same, nobody can choose a key to please, and anybody can check it once the
key is told (`verifier.py`).

Live dice also mix in, for each die, a value that another seat has committed to and opens for it, so that not even the
server knows a face before it falls.  A seat commits to a chain: a secret, hashed many times, of which the record shows
the last hash.  Each value that is opened is what the one before was hashed from.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Protocol

from legation.core.errors import LegationError
from legation.core.verifier import face as derive_face
from legation.core.verifier import hashed, hashes_of, mixed, witness

__all__ = [
    "Chain",
    "Committed",
    "Dice",
    "Die",
    "Fixed",
    "RecordedDice",
    "Throw",
    "Typed",
    "d6",
    "d12",
    "derive_face",
    "draw",
]
__all__ += ["hashes_of", "telling"]


@dataclass(frozen=True)
class Die:
    """A die with so many sides."""

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

    With `asks`, each roll is put to its player, who types a face or lets the server roll (`Game.roll`).  With `live`,
    it waits until another seat has opened a value for it (`acts.Open`).
    """

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    nonce: str = ""
    words: dict[str, str] = field(default_factory=dict)  # the nonce of each seat, in the order in which they are mixed
    drawn: frozenset[str] = frozenset()  # the seats that have added none, so that the server drew one for them
    told: bool = False  # whether the first die has told the nonces: none is added any more
    used: Counter[str] = field(default_factory=Counter)
    name: str = "server"
    asks: bool = False
    live: bool = False
    chains: dict[str, str] = field(default_factory=dict)  # by seat, what its next value is hashed to
    opened: dict[str, str] = field(default_factory=dict)  # values by the roll they were opened for

    @classmethod
    def from_seed(cls, seed: int, nonce: str = "") -> Committed:
        return cls(hashlib.sha256(f"legation seed {seed}".encode()).digest(), nonce)

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.key).hexdigest()

    def copy(self) -> Committed:
        """With tables of its own."""
        twin = copy(self)
        twin.words, twin.used, twin.chains = self.words.copy(), self.used.copy(), self.chains.copy()
        twin.opened = self.opened.copy()
        return twin

    def face(self, throw: Throw) -> int | None:
        return None if self.asks or (self.live and self.purpose(throw.label) not in self.opened) else self.roll(throw)

    def purpose(self, label: str) -> str:
        """The next roll of this label."""
        return f"{label}#{self.used[label] + 1}"

    def roll(self, throw: Throw) -> int:
        purpose = self.purpose(throw.label)
        self.used[throw.label] += 1
        nonce = mixed(self.nonce, self.words, self.opened.get(purpose, ""))
        return derive_face(self.key, nonce, purpose, throw.die.sides)

    def awaits(self, seat: str, label: str) -> str:
        """Who is to open a value for the next die of this label; nobody, where no other seat has a chain, or has done
        so already."""
        return witness(seat, self.chains) if self.live and self.purpose(label) not in self.opened else ""

    def open(self, seat: str, label: str, value: str) -> bool:
        """Take the next value of a seat's chain for the next roll of this label, if it is that."""
        if hashed(value) != self.chains[seat]:
            return False
        self.chains[seat] = self.opened[self.purpose(label)] = value
        return True

    def tells(self) -> dict[str, Any]:
        """What the entry of the first die adds: all nonces, and for whom the server drew one."""
        if self.told or not self.words:
            return {}
        self.told = True
        return {"nonces": dict(self.words), "drawn": sorted(self.drawn)}


def draw(seats: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Nonces for seats that may add none, and what the record shows of them before any seat has added one."""
    found = {seat: secrets.token_hex(16) for seat in seats}
    return found, hashes_of(found)


def telling(dice: Dice) -> dict[str, Any]:
    return dice.tells() if isinstance(dice, Committed) else {}


@dataclass(frozen=True)
class Chain:
    """The values that a seat opens for live dice, one after the other; only their last hash is told beforehand."""

    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    length: int = 1000

    @property
    def anchor(self) -> str:
        value = self.secret
        for _ in range(self.length):
            value = hashed(value)
        return value

    def before(self, shown: str) -> str | None:
        """The value that is hashed to this one; None if this one is not of the chain, or its last."""
        value = self.secret
        for _ in range(self.length):
            value, last = hashed(value), value
            if value == shown:
                return last
        return None


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
class RecordedDice:
    """The faces of an earlier record, by purpose and in their order, None where a person was asked; `then` (or nobody)
    rolls when they run out."""

    faces: Mapping[str, Sequence[int | None]]
    then: Dice | None = None
    name: str = "replay"

    def __post_init__(self) -> None:
        self.left = {label: list(faces) for label, faces in self.faces.items()}

    def face(self, throw: Throw) -> int | None:
        queue = self.left.get(throw.label)
        if queue:
            return queue.pop(0)
        return self.then.face(throw) if self.then else None
