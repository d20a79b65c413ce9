"""The record: nothing can be cut, altered, taken out or put in without being noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legation.core.errors import BadRecord, NotFound
from legation.core.game import Game
from legation.core.record import FORMAT, Header, Record
from legation.testing.conformance import begin
from tests.books.tern.book import BOOK as TERN

BOOKS = {"tern": TERN}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of some twenty entries."""
    play = begin(TERN, "archipelago", 5)
    play.game.save(tmp_path / "game.legation")
    for _ in range(20):
        play.step()
    return tmp_path / "game.legation"


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def test_every_line_is_json_and_carries_its_hash(file: Path) -> None:
    header, *entries = [json.loads(line) for line in lines(file)]
    assert (header["legation"], header["book"]) == (FORMAT, "tern")
    assert [e["seq"] for e in entries] == list(range(1, len(entries) + 1))
    hashes = [header["hash"], *(e["hash"] for e in entries)]
    assert [e["prev"] for e in entries] == hashes[:-1]


def test_opening_gives_the_game_that_was_left(file: Path) -> None:
    game = Game.open(file, BOOKS)
    assert len(game.record) == len(lines(file)) - 1
    assert game.record[1].cause == {"setup": "archipelago"}
    assert [e.seq for e in game.record] == list(range(1, len(game.record) + 1))
    with pytest.raises(BadRecord, match="there is no entry 999"):
        game.record[999]


def damage(file: Path, blob: bytes) -> BadRecord:
    file.write_bytes(blob)
    with pytest.raises(BadRecord) as error:
        Game.open(file, BOOKS)
    return error.value


def salvaged(file: Path) -> int:
    return len(Game.open(file, BOOKS, salvage=True).record)


def test_a_file_that_was_cut_off_says_where_and_is_salvaged(file: Path) -> None:
    blob = file.read_bytes()
    count = len(lines(file)) - 1
    error = damage(file, blob[:-30])
    assert f"is cut off in the middle of entry {count}" in str(error)
    assert error.seq == count
    assert f"the {count - 1} entries before it are sound" in str(error)
    assert salvaged(file) == count - 1


def test_every_place_where_a_file_can_be_cut_is_salvaged(file: Path) -> None:
    blob = file.read_bytes()
    header = len(lines(file)[0])
    for size in range(header, len(blob), 97):
        file.write_bytes(blob[:size])
        whole = blob[:size].count(b"\n") - 1
        assert salvaged(file) == whole


def test_an_altered_byte_is_found(file: Path) -> None:
    parts = lines(file)
    parts[7] = parts[7].replace(b'"seq":7', b'"seq":8')
    error = damage(file, b"".join(parts))
    assert str(error).startswith("entry 7 of game.legation was altered: its hash does not fit its content")
    assert salvaged(file) == 6


def test_a_line_that_was_taken_out_is_found(file: Path) -> None:
    parts = lines(file)
    error = damage(file, b"".join(parts[:5] + parts[6:]))
    assert "entry 5 of game.legation does not follow on the one before it" in str(error)
    assert salvaged(file) == 4


def test_a_line_that_was_put_in_again_is_found(file: Path) -> None:
    parts = lines(file)
    assert damage(file, b"".join([*parts, parts[-1]])).seq == len(parts)


def test_lines_of_another_game_do_not_fit(file: Path) -> None:
    other = begin(TERN, "archipelago", 6).game
    error = damage(file, lines(file)[0] + b"".join(other.record.dump().splitlines(keepends=True)[1:]))
    assert error.seq == 1


def test_a_newer_format_asks_for_an_update(file: Path) -> None:
    first, *rest = lines(file)
    error = damage(file, first.replace(b'{"legation":2', b'{"legation":9') + b"".join(rest))
    assert "was written by a newer Legation (format 9; this one reads up to 2): please update" in str(error)


@pytest.mark.parametrize("blob", [b"", b"hello\n", b'{"a":1}\n', b"[]\n", b"\x00\xff\n"])
def test_what_is_no_record_is_told_apart(file: Path, blob: bytes) -> None:
    assert "is not a Legation record" in str(damage(file, blob))


def test_a_missing_file_is_a_short_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"^none\.legation cannot be read: No such file or directory$"):
        Game.open(tmp_path / "none.legation", BOOKS)


def test_a_game_of_an_unknown_book_is_named(file: Path) -> None:
    with pytest.raises(NotFound, match=r"there is no book “tern”; did you mean tarn\?"):
        Game.open(file, {"tarn": TERN})


def test_an_append_is_refused_if_somebody_else_wrote(file: Path) -> None:
    one, two = Game.open(file, BOOKS), Game.open(file, BOOKS)
    one.rule({"gold.north": 1}, "first")
    before = two.state
    with pytest.raises(BadRecord, match=r"game\.legation was changed by somebody else; open it again"):
        two.rule({"gold.north": 2}, "second")
    assert two.state is before
    assert Game.open(file, BOOKS).world["gold.north"] == 1


def test_a_salvaged_game_does_not_touch_the_damaged_file(file: Path, tmp_path: Path) -> None:
    blob = file.read_bytes()[:-30]
    file.write_bytes(blob)
    game = Game.open(file, BOOKS, salvage=True)
    assert game.damage is not None
    game.rule({"gold.north": 1}, "going on")
    assert file.read_bytes() == blob
    game.save(tmp_path / "mended.legation")
    assert Game.open(tmp_path / "mended.legation", BOOKS).world["gold.north"] == 1


def test_saving_elsewhere_goes_on_there(file: Path, tmp_path: Path) -> None:
    game = Game.open(file, BOOKS)
    game.save(tmp_path / "copy.legation")
    game.rule({"gold.north": 1}, "in the copy")
    assert Game.open(tmp_path / "copy.legation", BOOKS).world["gold.north"] == 1
    assert len(Game.open(file, BOOKS).record) == len(game.record) - 1


def test_a_disk_that_is_full_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    game, before, real = Game.open(file, BOOKS), file.read_bytes(), os.write
    monkeypatch.setattr("os.write", lambda handle, blob: real(handle, blob[:10]))
    with pytest.raises(BadRecord, match="could not be written"):
        game.rule({"gold.north": 1}, "too much")
    monkeypatch.undo()
    assert file.read_bytes() == before
    game.rule({"gold.north": 1}, "again")
    assert Game.open(file, BOOKS).world["gold.north"] == 1


def test_a_secret_is_written_before_the_record_speaks_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash between the two files loses nothing, on either side."""
    game = Game.new(TERN, "archipelago", seed=1)
    game.save(tmp_path / "game.legation")
    with monkeypatch.context() as patched:
        patched.setattr(Record, "append", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            game.answer(1, {"auk": 2}, seat="north")
    other = Game.open(tmp_path / "game.legation", BOOKS)
    assert other.world["envoys.north.auk"] == 0  # the act did not happen
    assert [r.id for r in other.requests()] == [1, 2]
    other.answer(1, {"brant": 1}, seat="north")
    assert Game.open(tmp_path / "game.legation", BOOKS).world["envoys.north.brant"] == 1


def test_an_empty_record_is_its_header() -> None:
    record = Record(Header(book="tern", version="1", scenario="archipelago"))
    again, entries, harm = Record.read(record.dump(), "x")
    assert (again.header, entries, harm) == (record.header, [], None)
