"""No state outside the game: the same acts give the same record, wherever and however they are played.

Random games are recorded here and played again by `testing.conformance.replay`, in processes of their own: in a fresh
one, in one that has played other games, in turns with other games, opened anew after every act (in the same
process and in another one), with a log that keeps all, under `python -O`, and with other orders of sets.  Each is also
begun in the middle, soon after something was told: there, a sweep may have looked at some of its rules only, and what
a process remembers of another sweep would show.

Salts are random, so commitments, salts and the hashes that rest on them are blanked; nothing else may differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from legation.testing.conformance.leaks import blanked, first_difference
from legation.testing.conformance.play import Act, RandomPlay

__all__ = [
    "BRIEFLY",
    "PROCESSES",
    "WAYS",
    "Job",
    "Process",
    "Recorded",
    "Replayed",
    "GameToReplay",
    "check_sameness",
    "lines_of",
    "recorded",
]

NEWS = ("report", "event", "ruling")  # acts by which something is told
SOON = 4  # acts, the telling one among them
TAIL = 15  # acts of a game that is begun in the middle: some of them come to the next sweep
REPLAY = "legation.testing.conformance.replay"


# -- what the processes tell one another
class GameToReplay(msgspec.Struct, frozen=True):
    """A game to be played: from its beginning, or from a record that holds the first acts."""

    scenario: str
    options: dict[str, Any]
    seed: int
    dice: str
    acts: list[Act]
    after: int = 0  # so many acts stand in the record that it is opened from
    record: str = ""
    vault: str = ""


class Job(msgspec.Struct, frozen=True):
    """What a process is to play: games of one book (`package.module:NAME`), each in several ways."""

    book: str
    games: list[GameToReplay]
    ways: list[str]


class Replayed(msgspec.Struct, frozen=True):
    """What came of a game: its record with the hashes blanked, its length after each act, and what broke it off."""

    way: str
    game: int
    lines: list[str]
    ends: list[int]
    error: str = ""


def lines_of(record: bytes) -> list[str]:
    """A record line by line, with what is random blanked."""
    return [line.decode() for line in blanked(record).splitlines()]


# -- the ways
class Process(NamedTuple):
    """How a process is begun, and the ways in which it plays, with the words for them."""

    ways: Mapping[str, str]
    flags: tuple[str, ...] = ()
    sets: str = "0"  # what the order of sets follows from


PROCESSES = (
    Process(
        {
            "fresh": "in a fresh process",
            "used": "after other games in the same process",
            "in turns": "in turns with other games, whose pages are looked at",
            "reopened": "saved and opened after every act",
            "moved": "opened by another process for every act",
            "logged": "with a log that keeps all",
        }
    ),
    Process({"used": "under python -O"}, flags=("-O",)),
    Process({"fresh": "with another order of sets"}, sets="1"),
    Process({"fresh": "with a third order of sets"}, sets="4711"),
)
WAYS = tuple(words for process in PROCESSES for words in process.ways.values())
# Without a process for every act, which takes longer than all the rest, and with two orders of sets.
BRIEFLY = (
    Process({way: words for way, words in PROCESSES[0].ways.items() if way != "moved"}),
    *PROCESSES[1:3],
)


# -- recording
@dataclass(frozen=True)
class Recorded:
    """A random game as it was played first, and the same begun in the middle."""

    play: RandomPlay
    whole: GameToReplay
    midway: tuple[GameToReplay, ...]

    @property
    def games(self) -> list[GameToReplay]:
        return [self.whole, *self.midway]


def recorded(play: RandomPlay, acts: int, midway: int = 10) -> Recorded:
    """Go on with a random game for so many acts; at most so often it is kept as it is soon after something was told."""
    game = play.game
    header = game.record.header
    dice = "mixed" if header.dice.get("asks") else header.dice["source"]
    whole = GameToReplay(header.scenario, header.options, play.seed, dice, play.acts)
    begun: list[GameToReplay] = []
    for number in range(acts):
        if game.over:
            break
        play.step()
        told = any(act.kind in NEWS for act in play.acts[-SOON:])
        if told and len(begun) < midway and number * midway >= len(begun) * acts:
            record, vault = game.record.dump().decode(), msgspec.json.encode(game.vault).decode()
            begun.append(msgspec.structs.replace(whole, after=len(play.acts), record=record, vault=vault))
    short = (msgspec.structs.replace(one, acts=play.acts[: one.after + TAIL]) for one in begun)
    return Recorded(play, whole, tuple(short))


# -- the check
def check_sameness(book: str, played: Sequence[Recorded], processes: Sequence[Process] = PROCESSES) -> int:
    """Every recorded game of the book `package.module:NAME` is the same in every way; returns how many were compared.

    All are compared with the first way of the first process.
    """
    games = [told for one in played for told in one.games]
    owners = [one for one in played for _ in one.games]
    reference: dict[int, Replayed] = {}
    here = next(iter(processes[0].ways.values()))
    compared = 0
    for process in processes:
        for found in _replayed(book, games, process):
            one, told = owners[found.game], games[found.game]
            there = process.ways[found.way] + (f", begun after {told.after} acts" if told.after else "")
            first = reference.get(id(one))
            if first is None:
                first = reference[id(one)] = found
                here_and_now = Replayed("", found.game, lines_of(one.play.game.record.dump()), found.ends)
                _compare(one, here_and_now, "where it was recorded", found, there, len(told.acts))
            _compare(one, first, here, found, there, len(told.acts))
            compared += 1
    return compared


def _replayed(book: str, games: list[GameToReplay], process: Process) -> Iterator[Replayed]:
    job = msgspec.json.encode(Job(book, games, list(process.ways)))
    path = os.pathsep.join(filter(None, sys.path))  # a child finds what its parent finds
    env = {**os.environ, "PYTHONHASHSEED": process.sets, "PYTHONPATH": path, "PYTHONOPTIMIZE": ""}
    command = [sys.executable, *process.flags, "-m", REPLAY]
    done = subprocess.run(command, input=job, env=env, capture_output=True, check=False)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)} failed:\n{done.stderr.decode(errors='replace')}")
    missing = {(way, game) for way in process.ways for game, told in enumerate(games) if not told.after}
    for line in done.stdout.splitlines():
        found = msgspec.json.decode(line, type=Replayed)
        missing.discard((found.way, found.game))
        yield found
    if missing:
        raise AssertionError(f"{' '.join(command)} has not played {sorted(missing)}")


def _compare(one: Recorded, first: Replayed, here: str, second: Replayed, there: str, acts: int) -> None:
    """The first entry in which the second differs from the first, both played for so many acts."""
    lines, error = first.lines, first.error
    if acts < len(first.ends):
        lines, error = lines[: first.ends[acts - 1] + 1], ""
    if (lines, error) == (second.lines, second.error):
        return
    pairs = enumerate(zip_longest(lines, second.lines))
    at, (a, b) = next((pair for pair in pairs if pair[1][0] != pair[1][1]), (len(lines), (None, None)))
    a, b = a or error or "nothing more", b or second.error or "nothing more"
    one.play.claim(
        False,
        f"the game is another one {there} than {here}, from entry {at} on\n"
        f"{first_difference(a.encode(), b.encode())}\n\n{here}:\n{a}\n\n{there}:\n{b}",
        bisect_left(first.ends, at) + 1,
    )
