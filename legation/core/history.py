"""What follows from a list of entries: which still count, the state they lead to, what they have hidden.

Nothing here runs a rule: opening a game is a fold over the recorded effects.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from legation.core.dice import Dice, RecordedDice
from legation.core.facts import Change, Origin, World
from legation.core.machine import Draft, Frame, State, take_effect
from legation.core.record import Entry, Glance
from legation.core.requests import Request
from legation.core.verifier import hashes_of

__all__ = [
    "Difference",
    "Vault",
    "acts_with_consequences",
    "by_itself",
    "compare",
    "draft_of",
    "first_free",
    "fold",
    "fold_live",
    "hidden_now",
    "live_entries",
]
__all__ += ["replayed_dice", "sealed_values", "untenable", "vault_file"]


class Vault(msgspec.Struct):
    """What nobody but its owner may see yet, each value with its salt, and the key of the dice.

    `answers` are sealed answers by request and `hidden` hidden facts by the entry that sealed them; both are kept, for
    undo and verify.  `facts` are the hidden facts that nobody has revealed or overwritten.  `reasons` are those given
    for sealed answers, by request; they are told with the answers.
    """

    answers: dict[int, tuple[Any, str]] = {}
    hidden: dict[int, dict[str, tuple[Any, str]]] = {}
    facts: dict[str, tuple[Any, str]] = {}
    key: str = ""
    reasons: dict[int, str] = {}
    retired: list[str] = []  # keys of the dice that were in use before
    nonces: dict[str, str] = {}  # by seat, until the first die tells them
    former: dict[str, str] = {}  # the nonces before the last change

    def copy(self) -> Vault:
        kept = (dict(self.answers), dict(self.hidden), dict(self.facts), self.key, dict(self.reasons))
        return Vault(*kept, list(self.retired), dict(self.nonces), dict(self.former))

    def give_nonces(self, nonces: Mapping[str, str]) -> None:
        self.former, self.nonces = self.nonces, {**self.nonces, **nonces}

    def settle(self, commitment: str | None, hashes: Mapping[str, str]) -> None:
        """Go back to the key and the nonces of the record: a vault is written first, so if a program died just then, it
        holds some of which the record does not speak yet."""
        keys = [*self.retired, self.key]
        known = [hashlib.sha256(bytes.fromhex(key)).hexdigest() for key in keys]
        if commitment in known:
            at = known.index(commitment)
            self.retired, self.key = keys[:at], keys[at]
        if hashes_of(self.nonces) != hashes == hashes_of(self.former):
            self.nonces = self.former


def vault_file(path: Path) -> Path:
    return path.with_name(path.name + ".vault")


@dataclass(frozen=True)
class Difference:
    """Where the rules would now do something else than the record says."""

    seq: int
    recorded: list[Change]
    now: list[Change]
    problem: str = ""
    untold: bool = False  # nothing is wrong: what comes now rests on something sealed that nobody has told yet

    def __str__(self) -> str:
        def show(changes: list[Change]) -> str:
            return "; ".join(f"{c.fact} → {c.new} [{c.rule}]" for c in changes) or "nothing"

        return (f"entry {self.seq}: " if self.seq else "") + (
            self.problem or f"recorded {show(self.recorded)}, the rules now give {show(self.now)}"
        )


def draft_of(entry: Entry, renumbered: Mapping[int, int]) -> Draft:
    cause = entry.cause
    if "amend" in cause:
        cause = {**cause, "amend": renumbered.get(cause["amend"], 0)}
    return Draft(
        cause,
        entry.by,
        entry.effects,
        entry.confirms,
        entry.opens,
        entry.closes,
        entry.seals,
        entry.reveals,
        tuple(entry.stack),
        entry.chair,
    )


E = TypeVar("E", Entry, Glance)


def live_entries(entries: Iterable[E]) -> list[E]:
    """The entries that still count, without what was undone."""
    kept: list[E] = []
    for entry in entries:
        if "undo" in entry.cause:
            while kept and kept[-1].seq >= entry.cause["undo"]:
                kept.pop()
        else:
            kept.append(entry)
    return kept


def hidden_now(entries: Iterable[Entry | Glance], vault: Vault) -> dict[str, tuple[Any, str]]:
    """The facts that these entries have hidden, and nobody has revealed or overwritten since."""
    found: dict[str, tuple[Any, str]] = {}
    if not vault.hidden:
        return found
    for entry in entries:
        if entry.seals:
            found |= {fact: kept for fact, kept in vault.hidden.get(entry.seq, {}).items() if fact in entry.seals}
        for change in entry.effects:
            found.pop(change.fact, None)
    return found


def fold(world: World, entries: Iterable[Entry], hidden: Mapping[str, tuple[Any, str]] | None = None) -> State:
    """The state after these entries, by their effects alone; `hidden` tells the facts that the record does not."""
    entries = list(entries)
    by_seq = {e.seq: e for e in entries}
    return fold_live(world, live_entries(entries), by_seq.__getitem__, hidden, first_free(entries))


def first_free(entries: Iterable[Entry | Glance]) -> int:
    """The number of the next request: also what was undone has used its numbers."""
    return max((request.id for entry in entries for request in entry.opens), default=0) + 1


def fold_live(
    world: World,
    live: Iterable[Entry | Glance],
    whole: Callable[[int], Entry],
    hidden: Mapping[str, tuple[Any, str]] | None = None,
    next_id: int = 1,
) -> State:
    """The same from the entries that still count, or a glance at each; `whole` reads those whose requests are open in
    the end, and the last one."""
    opened_in: dict[int, int] = {}
    last = 0
    for entry in live:
        last = entry.seq
        if entry.confirms:
            world._confirm(entry.confirms, Origin("report", last, by=entry.by))
        if entry.seals and hidden:
            sealed = [Change(fact, None, hidden[fact][0]) for fact in entry.seals if fact in hidden]
            world._fold(sealed, Origin("sealed", last, by=entry.by))
        if entry.effects:
            take_effect(world, entry.effects, entry, last)
        for closed in entry.closes:
            opened_in.pop(closed, None)
        for request in entry.opens:
            opened_in[request.id] = last
            if request.id >= next_id:
                next_id = request.id + 1
    requests = {r.id: r for seq in dict.fromkeys(opened_in.values()) for r in whole(seq).opens if r.id in opened_in}
    return State(world, tuple(whole(last).stack) if last else (), requests, next_id)


def untenable(entries: Iterable[Entry]) -> Iterator[Difference]:
    """Where requests are opened and closed, or something is taken back, as no record of Legation has it.

    What was taken back is not played again; that it was taken back, all of it and no more, is checked here.
    """
    kept: list[tuple[Entry, dict[int, Request]]] = []  # with what each has closed
    waiting: dict[int, Request] = {}
    free = 1
    for entry in entries:
        problem = ""
        if "undo" not in entry.cause:
            closed = {number: waiting.pop(number) for number in entry.closes if number in waiting}
            said = entry.cause.get("answer", entry.cause.get("sealed"))
            if len(closed) != len(entry.closes) or (said is not None and said not in closed):
                problem = "what it answers or closes was not asked just then"
            elif any(request.id < free for request in entry.opens):
                problem = "it asks under a number that was given before"
            kept.append((entry, closed))
            waiting |= {request.id: request for request in entry.opens}
        else:
            was, target, back = list(waiting), entry.cause["undo"], list[Change]()
            first: Entry | None = None
            while kept and kept[-1][0].seq >= target:
                first, closed = kept.pop()
                back += [Change(c.fact, c.new, c.old, "") for c in reversed(first.effects)]
                opened = {request.id for request in first.opens}
                waiting = {number: asked for number, asked in waiting.items() if number not in opened} | closed
            if first is None or first.seq != target or first.act is None or entry.effects != back:
                problem = "it takes back something else than it says"
            elif {*entry.closes} != {*was} or {r.id: r for r in entry.opens} != waiting:
                problem = "it asks something else again than was asked before"
        free = max((free, *(request.id + 1 for request in entry.opens)))
        if problem:
            yield Difference(entry.seq, [], [], problem)


def by_itself(by: str, cause: Mapping[str, Any], bots: Collection[str]) -> bool:
    """Whether a bot did this; a die that was typed for it is the act of a person."""
    return by in bots and cause.get("source") != "typed"


def acts_with_consequences(entries: list[Entry]) -> list[list[Entry]]:
    """The set-up and every act, each with the rolls and reveals that followed from it; without notes."""
    groups: list[list[Entry]] = []
    for entry in entries:
        if entry.note:
            continue
        if entry.act or "lost" in entry.cause or not groups:
            groups.append([entry])
        else:
            groups[-1].append(entry)
    return groups


def sealed_values(entries: list[Entry]) -> dict[int, tuple[Any, str]]:
    """Sealed answers that have been revealed since, with their salts, by request."""
    found: dict[int, tuple[Any, str]] = {}
    waiting: dict[str, int] = {}
    for entry in entries:
        if "sealed" in entry.cause:
            waiting[entry.by] = entry.cause["sealed"]
        elif "reveal" in entry.cause:
            salts = entry.cause.get("salts", {})
            shown = entry.cause["reveal"].items()
            found |= {waiting[seat]: (value, salts.get(seat, "")) for seat, value in shown if seat in waiting}
    return found


def replayed_dice(entries: list[Entry], then: Dice | None) -> list[RecordedDice]:
    """The faces that were rolled: one source for the time up to each amendment, and one for the time after the last."""
    times: list[dict[str, list[int | None]]] = [{}]
    for entry in entries:
        if entry.act == "amend":
            times.append({})
        if "roll" in entry.cause:
            face = None if "answer" in entry.cause else entry.cause["roll"]
            times[-1].setdefault(entry.cause["label"], []).append(face)
    return [*(RecordedDice(faces) for faces in times[:-1]), RecordedDice(times[-1], then)]


def compare(
    seq: int, recorded: list[Entry], now: list[Entry], differences: list[Difference], *, whole: bool = False
) -> None:
    """Where an act, done again, changes something else; of the `whole`, also where it is told or asks otherwise."""
    before = [c for e in recorded for c in e.effects]
    after = [c for e in now for c in e.effects]
    if before != after:
        differences.append(
            Difference(seq, [c for c in before if c not in after], [c for c in after if c not in before])
        )
        return
    for was, is_ in zip_longest(recorded, now) if whole else ():
        problem = _otherwise(was, is_)
        if problem:
            at = was.seq if was is not None else seq
            differences.append(Difference(at, [], [], problem))
            return


# Numbers of requests are given anew, and who rolled and sealed is checked by others; the rest follows from the rules.
_OF_ITS_OWN = frozenset(
    {"answer", "sealed", "commitment", "salts", "source", "reasons", "reason", "allowed", "proposal"}
)
_OF_ITS_OWN |= {"nonces", "drawn", "opened", "for"}


def _otherwise(was: Entry | None, now: Entry | None) -> str:
    """In what the rules would now make another entry, if not in what it changes."""
    if was is None or now is None:
        return "something follows here that the rules do not bring about" if was else "the rules would go on here"
    causes = [{k: v for k, v in e.cause.items() if k not in _OF_ITS_OWN} for e in (was, now)]
    differs = [name for name in {**causes[0], **causes[1]} if causes[0].get(name) != causes[1].get(name)]
    if differs:
        return f"what is told of it is another thing by the rules: {', '.join(differs)}"
    if [_asked(r) for r in was.opens] != [_asked(r) for r in now.opens]:
        return "what is asked here is another thing by the rules"
    if [_stands(frame) for frame in was.stack] != [_stands(frame) for frame in now.stack]:
        return "where the game stands after it is another place by the rules"
    if was.seals.keys() != now.seals.keys() or was.reveals.keys() != now.reveals.keys():
        return "other facts are sealed or shown here by the rules"
    if len(was.closes) != len(now.closes) or {*was.confirms} != {*now.confirms}:
        return "what is settled by it is another thing by the rules"
    return ""


def _asked(request: Request) -> Request:
    return msgspec.structs.replace(request, id=0, did="")


def _stands(frame: Frame) -> Frame:
    """Without the numbers of requests that wait."""
    waits = {name: sorted(frame.vars[name]) for name in ("_sealed",) if name in frame.vars}
    return msgspec.structs.replace(frame, vars={**frame.vars, **waits}) if waits else frame
