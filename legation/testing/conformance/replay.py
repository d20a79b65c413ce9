"""Plays recorded games again, each in several ways: the other end of `legation.testing.conformance.sameness`.

    python -m legation.testing.conformance.replay

reads a `Job` as JSON and prints a `Replayed` on a line for each way and game.  Every way has a process of its own,
forked from one that has loaded the book and played nothing.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from legation.core.book import Book
from legation.core.errors import BadRulebook, LegationError
from legation.core.game import Game
from legation.core.history import Vault
from legation.core.log import Log
from legation.testing.conformance.play import Act
from legation.testing.conformance.sameness import GameToReplay, Job, Replayed, lines_of

__all__ = ["main"]

LOOKED_AT = 10  # acts of a game between two looks at its pages


class Replay:
    """A game on its way."""

    def __init__(self, book: Book, number: int, told: GameToReplay, *, keeps: bool = False) -> None:
        self.number, self.told, self.keeps = number, told, keeps
        self.game: Game | None = None
        self.ends: list[int] = []
        self.error = ""
        try:
            self.game = begun(book, told, Log(keeps=keeps))
        except Exception as error:
            self.error = failure(error)

    def play(self) -> Replay:
        for _ in self.acts():
            pass
        return self

    def acts(self, most: int | None = None) -> Iterator[Act]:
        """One act after the other, each when it is done; one that fails is the last."""
        for act in self.told.acts[self.told.after : most]:
            if self.game is None:
                return
            if self.keeps:
                self.game.consulted = Log(keeps=True)
            self.error = done(act, self.game)
            if self.error:
                return
            if self.keeps:
                self.game.consulted.opened()  # every plain form is run: it must leave nothing behind
            self.ends.append(len(self.game.record))
            yield act

    def told_as(self, way: str) -> bytes:
        lines = lines_of(self.game.record.dump()) if self.game else []
        return line(Replayed(way, self.number, lines, self.ends, self.error))


def begun(book: Book, told: GameToReplay, log: Log) -> Game:
    if not told.after:
        return Game.new(book, told.scenario, options=told.options, seed=told.seed, dice=told.dice, log=log)
    vault = msgspec.json.decode(told.vault, type=Vault)
    game, damage = Game.load(told.record.encode(), "midway", {book.name: book}, vault)
    if damage:
        raise damage
    game.consulted = log
    return game


def done(act: Act, game: Game) -> str:
    """Do it; what went wrong, if anything did: whatever it is, it is what came of the game."""
    try:
        act.on(game)
    except Exception as error:
        return failure(error)
    return ""


def failure(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def line(found: Replayed) -> bytes:
    return msgspec.json.encode(found) + b"\n"


# -- processes
def apart(work: Callable[[], bytes]) -> bytes:
    """What comes of some work in a process of its own, which knows no more than this one does now."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(work())
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found = pipe.read()
    if os.waitpid(child, 0)[1]:
        sys.exit("a process that was to play a game has failed")
    return found


Games = Sequence[tuple[int, GameToReplay]]


# -- ways
def fresh(book: Book, games: Games) -> Iterable[bytes]:
    """Each in a process that has played nothing."""

    def work(number: int, told: GameToReplay) -> bytes:
        return Replay(book, number, told).play().told_as("fresh")

    for number, told in games:
        yield apart(partial(work, number, told))


def used(book: Book, games: Games) -> Iterable[bytes]:
    """One after the other, the last first; before that, half of each was played and left."""

    def work() -> bytes:
        for number, told in games:
            for _ in Replay(book, number, told).acts((told.after + len(told.acts)) // 2):
                pass
        return b"".join(Replay(book, number, told).play().told_as("used") for number, told in reversed(games))

    yield apart(work)


def in_turns(book: Book, games: Games) -> Iterable[bytes]:
    """An act of each after an act of the other; now and then somebody looks at a page."""

    def work() -> bytes:
        replays = [Replay(book, number, told) for number, told in games]
        going = [(replay, replay.acts()) for replay in replays]
        while going:
            going = [(replay, acts) for replay, acts in going if next(acts, None) is not None]
            for replay, _ in going:
                if replay.game and (len(replay.ends) + replay.number) % LOOKED_AT == 0:
                    look(replay.game, len(replay.ends))
        return b"".join(replay.told_as("in turns") for replay in replays)

    yield apart(work)


def look(game: Game, which: int) -> None:
    """Look at a page as people do; what a book does not offer, or cannot tell yet, is left out."""
    with suppress(LegationError):
        game.view(game.book.seats[which % len(game.book.seats)], len(game.record))
        subjects = sorted(game.book.subjects())
        if not subjects:
            return
        subject = subjects[which % len(subjects)]
        game.dossier(subject)
        game.explain(subject)
        game.odds(subject)


def reopened(book: Book, games: Games) -> Iterable[bytes]:
    """Kept in a file that is opened after every act."""

    def work() -> bytes:
        return b"".join(opening(number, told) for number, told in games if not told.after)

    def opening(number: int, told: GameToReplay) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.legation"
            replay = Replay(book, number, told)
            if replay.game:
                replay.game.save(path)
            for _ in replay.acts():
                replay.game = Game.open(path, {book.name: book})
            return replay.told_as("reopened")

    yield apart(work)


def moved(book: Book, games: Games) -> Iterable[bytes]:
    """Kept in a file that a new process opens for every act."""

    def new(path: Path, number: int, told: GameToReplay) -> bytes:
        replay = Replay(book, number, told)
        if replay.game:
            replay.game.save(path)
        return replay.error.encode()

    def go_on(path: Path, act: Act) -> bytes:
        return done(act, Game.open(path, {book.name: book})).encode()

    for number, told in games:
        if told.after:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path, ends = Path(folder) / "game.legation", list[int]()
            error = apart(partial(new, path, number, told)).decode()
            for act in told.acts:
                if error or (error := apart(partial(go_on, path, act)).decode()):
                    break
                ends.append(path.read_bytes().count(b"\n") - 1)
            lines = lines_of(path.read_bytes()) if path.exists() else []
            yield line(Replayed("moved", number, lines, ends, error))


def logged(book: Book, games: Games) -> Iterable[bytes]:
    """With a log of every act that keeps all and is opened."""

    def work() -> bytes:
        return b"".join(Replay(book, n, told, keeps=True).play().told_as("logged") for n, told in games)

    yield apart(work)


WAYS: dict[str, Callable[[Book, Games], Iterable[bytes]]] = {
    "fresh": fresh,
    "used": used,
    "in turns": in_turns,
    "reopened": reopened,
    "moved": moved,
    "logged": logged,
}


def load(path: str) -> Book:
    module, _, name = path.partition(":")
    found: Any = getattr(import_module(module), name)
    if not isinstance(found, Book):
        raise BadRulebook("this is no book", where=path)
    return found


def main() -> None:
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    book, games = load(job.book), list(enumerate(job.games))
    gc.freeze()  # the book stays: a fork need not look through it
    for way in job.ways:
        for found in WAYS[way](book, games):
            sys.stdout.buffer.write(found)


if __name__ == "__main__":
    main()
