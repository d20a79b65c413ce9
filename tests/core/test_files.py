"""Games in files: two programs, torn and full disks, and who may read them."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from legation.core.errors import BadRecord
from legation.core.game import Game
from legation.core.history import vault_file
from legation.core.record import write_atomically
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
