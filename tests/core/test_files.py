"""Games in files: two programs, torn and full disks, and who may read them."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legation.core import acts
from legation.core.acts import Who
from legation.core.errors import BadRecord
from legation.core.game import Game
from legation.core.history import vault_file
from legation.core.record import Record, write_atomically
from legation.core.requests import UMPIRE
from legation.core.verifier import check
from legation.testing.conformance import begin
from tests.books.tern.book import BOOK as TERN

BOOKS = {"tern": TERN}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "game.legation"
    Game.new(TERN, "archipelago", seed=1).save(file)
    return file


def test_who_comes_second_is_refused_and_the_first_secret_stays(path: Path) -> None:
    first, second = Game.open(path, BOOKS), Game.open(path, BOOKS)
    first.answer(1, {"auk": 2}, seat="north")
    with pytest.raises(BadRecord, match="was changed by somebody else"):
        second.answer(2, {"brant": 1}, seat="south")
    again = Game.open(path, BOOKS)
    assert again.lost == ()
    assert again.world["envoys.north.auk"] == 2
    again.answer(2, {"brant": 1}, seat="south")
    assert Game.open(path, BOOKS).world["envoys.south.brant"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no advisory locks there")
def test_another_program_waits_while_a_record_is_held(path: Path) -> None:
    import fcntl

    game = Game.open(path, BOOKS)
    with game.record.held(), path.open("ab") as other:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        game.answer(1, {}, seat="north")
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.skipif(sys.platform == "win32", reason="no advisory locks there")
@pytest.mark.parametrize("put_back", [False, True])
def test_who_waited_while_a_record_was_moved_away_is_told(path: Path, put_back: bool) -> None:
    first, second, told = Game.open(path, BOOKS), Game.open(path, BOOKS), list[str]()
    elsewhere = path.with_name("elsewhere.legation")

    def act() -> None:
        try:
            second.answer(2, {"brant": 1}, seat="south")
        except BadRecord as error:
            told.append(str(error))

    waiting = threading.Thread(target=act)
    with first.record.held():
        waiting.start()
        waiting.join(0.2)
        path.rename(elsewhere)
        if put_back:
            write_atomically(path, elsewhere.read_bytes())
    waiting.join()
    assert told == ["game.legation was moved or taken away meanwhile; open it again"]
    assert len(Game.open(elsewhere, BOOKS).record) == 1


class Dies(BaseException):
    """The program is killed here."""


def at_its_end() -> Game:
    play = begin(TERN, "archipelago", 2)
    while not play.game.over:
        play.step()
    return play.game


def begun(*, sealed: int) -> Game:
    game = Game.new(TERN, "archipelago")
    for request in list(game.requests())[:sealed]:
        game.answer(request.id, {}, seat=request.seat)
    return game


def seal(game: Game) -> None:
    game.answer(game.requests()[0].id, {"auk": 1}, seat=game.requests()[0].seat)


ACTS: dict[str, tuple[Callable[[], Game], Callable[[Game], object]]] = {
    "a word": (lambda: begun(sealed=0), lambda game: game.perform(acts.Nonce("heron"), Who.of("north"))),
    "something sealed": (lambda: begun(sealed=0), seal),
    "all that is sealed": (lambda: begun(sealed=1), seal),
    "a take-back": (lambda: begun(sealed=1), lambda game: game.undo(seat=UMPIRE, reason="so")),
    "an end that is taken back": (at_its_end, lambda game: game.undo(seat=UMPIRE, reason="not yet")),
    "a closing": (at_its_end, lambda game: game.perform(acts.Close(), Who.of(UMPIRE))),
}


@pytest.mark.parametrize("what", list(ACTS))
def test_a_program_that_dies_while_it_writes_has_done_an_act_or_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    make, act = ACTS[what]
    saved, real, number = make(), Record._write, 0
    saved.save(tmp_path / "game.legation")
    before, dice, vault = saved.record.dump(), saved.dice, vault_file(tmp_path / "game.legation").read_bytes()
    while True:
        number += 1
        path = tmp_path / f"{number}.legation"
        path.write_bytes(before)
        vault_file(path).write_bytes(vault)
        left = iter(range(number))

        def write(self: Record, handle: int, blob: bytes, left: Any = left, last: int = number - 1) -> None:
            if next(left) == last:
                raise Dies
            real(self, handle, blob)

        monkeypatch.setattr(Record, "_write", write)
        try:
            act(Game.open(path, BOOKS))
            break
        except Dies:
            monkeypatch.undo()
        again = Game.open(path, BOOKS)
        assert again.lost == ()
        assert again.record.dump() == before, f"write {number} was half an act"
        assert again.dice == dice
        act(again)
        done = Game.open(path, BOOKS)
        assert check(done.record.dump(), [bytes.fromhex(key) for key in (*done.vault.retired, done.vault.key)])[0] == 0
        assert not done.verify()


def test_an_act_is_synced_before_it_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.append(os.fstat(handle).st_ino), real(handle)))
    game = Game.open(path, BOOKS)
    game.report({"lighthouse": True})
    assert path.stat().st_ino in synced
    game.answer(1, {}, seat="north")
    assert vault_file(path).stat().st_ino in synced
    assert path.parent.stat().st_ino in synced


def full(*_: Any) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_a_sentence_and_nothing_has_changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, before = Game.open(path, BOOKS), path.read_bytes()
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(BadRecord, match="could not be written: No space left"):
            game.report({"lighthouse": True})
        with pytest.raises(BadRecord, match="could not be written: No space left"):
            game.answer(1, {"auk": 1}, seat="north")
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.glob("*.part")] == []
    game.answer(1, {"auk": 1}, seat="north")
    assert Game.open(path, BOOKS).world["envoys.north.auk"] == 1


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xfe", b'{"hidden": 3}'])
def test_a_torn_vault_is_a_sentence(path: Path, content: bytes) -> None:
    vault_file(path).write_bytes(content)
    with pytest.raises(BadRecord, match=r"the vault beside game\.legation cannot be read"):
        Game.open(path, BOOKS)


def test_a_vault_that_is_a_folder_is_a_sentence(path: Path) -> None:
    vault_file(path).unlink()
    vault_file(path).mkdir()
    with pytest.raises(BadRecord, match="cannot be read"):
        Game.open(path, BOOKS)


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_files_are_for_their_owner_alone(path: Path, tmp_path: Path) -> None:
    write_atomically(tmp_path / "small", b"x")
    modes = {stat.S_IMODE(file.stat().st_mode) for file in (path, vault_file(path), tmp_path / "small")}
    assert modes == {0o600}
