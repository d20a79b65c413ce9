"""Seals: what somebody has committed to and not shown yet, and whether what is shown is what was sealed.

A record holds a salted hash of every sealed answer and every hidden fact; the vault holds value and salt.  Whoever
reads a record follows its seals entry by entry, so that neither a record nor a vault passes that tells something else
than was sealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from legation.core.history import Vault
    from legation.core.record import Entry, Glance

__all__ = ["Seal", "Seals", "commitment"]


def commitment(value: Any, salt: str) -> str:
    """What the record shows of a sealed value."""
    return hashlib.sha256(salt.encode() + b"|" + msgspec.json.encode(value)).hexdigest()


class Seal(NamedTuple):
    """A commitment, the entry that made it, and the seat that did."""

    seq: int
    by: str
    commitment: str  # empty where the fact was told or overwritten since


class Seals:
    """The seals of a record so far: of answers by seat, of hidden facts by their names."""

    def __init__(self) -> None:
        self.answers: dict[int, Seal] = {}  # the last one by request: an answer that was taken back is given anew
        self.entries: dict[int, Mapping[str, str]] = {}  # the seals of facts by the entry that made them
        self._made: dict[str, list[Seal]] = {}
        self._order: list[str] = []  # in which they were made, for undos

    def follow(self, entry: Entry | Glance) -> str | None:
        """Go on with the next entry; what is wrong in it, if something is shown that was not sealed so."""
        cause = entry.cause
        if "undo" in cause:
            while self._order and self._made[self._order[-1]][-1].seq >= cause["undo"]:
                self._made[self._order.pop()].pop()
            return None
        if "commitment" in cause and "sealed" in cause:
            seal = Seal(entry.seq, entry.by, cause["commitment"])
            self.answers[cause["sealed"]] = seal
            self._make(f"={entry.by}", seal)
        if "reveal" in cause:
            for seat, value in cause["reveal"].items():
                problem = self._shown(f"={seat}", value, cause.get("salts", {}).get(seat, ""), f"answer of {seat}")
                if problem:
                    return problem
        if entry.seals:
            self.entries[entry.seq] = entry.seals
            for fact, made in entry.seals.items():
                self._make(fact, Seal(entry.seq, entry.by, made))
        for change in entry.effects if self.entries else ():
            if self._made.get(change.fact):
                if change.fact in entry.reveals:
                    problem = self._shown(change.fact, change.new, entry.reveals[change.fact], change.fact)
                    if problem:
                        return problem
                self._make(change.fact, Seal(entry.seq, entry.by, ""))
        return None

    def _make(self, name: str, seal: Seal) -> None:
        self._made.setdefault(name, []).append(seal)
        self._order.append(name)

    def _shown(self, name: str, value: Any, salt: str, says: str) -> str | None:
        made = self._made.get(name)
        if not made:
            return f"shows the {says}, which nobody has sealed" if name.startswith("=") else None
        if made[-1].commitment and commitment(value, salt) != made[-1].commitment:
            return f"shows another {says} than was sealed in entry {made[-1].seq}"
        return None

    def hidden(self) -> Iterator[tuple[str, Seal]]:
        """The facts that are hidden now: sealed, and neither told nor overwritten since."""
        for name, made in self._made.items():
            if made and made[-1].commitment and not name.startswith("="):
                yield name, made[-1]

    def misfit(self, vault: Vault) -> str | None:
        """Where a vault holds something else than was sealed; nothing of its content is told."""
        for request, kept in vault.answers.items():
            seal = self.answers.get(request)
            if seal is not None and commitment(*kept) != seal.commitment:
                return f"what it holds as the answer of {seal.by} is not what was sealed in entry {seal.seq}"
        for seq, facts in vault.hidden.items():
            sealed = self.entries.get(seq, {})
            if any(fact in sealed and commitment(*kept) != sealed[fact] for fact, kept in facts.items()):
                return f"what it holds as hidden facts is not what was sealed in entry {seq}"
        return None

    def lost(self, vault: Vault) -> dict[str, Seal]:
        """Hidden facts whose value nobody has any more."""
        return {fact: seal for fact, seal in self.hidden() if fact not in vault.hidden.get(seal.seq, {})}

    @classmethod
    def of(cls, entries: Iterable[Entry | Glance]) -> Seals:
        found = cls()
        for entry in entries:
            found.follow(entry)
        return found
