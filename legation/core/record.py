"""The record: an append-only, hash-chained list of entries, one JSON object a line.

The first line is the header.  Every line ends with `"hash"`, the SHA-256 of the line before that field; every entry
names the hash of the line before it in `"prev"`.  A cut or altered line is found and named, and what stands before it
still opens. The format is described in docs/record-format.md.
"""

from __future__ import annotations

import hashlib
import os
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import msgspec

from legation.core.errors import BadRecord, Overtaken
from legation.core.facts import Change
from legation.core.machine import Draft, Frame
from legation.core.requests import Request
from legation.core.seals import Seals
from legation.core.untrusted import misshapen
from legation.core.verifier import tip

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

__all__ = ["ACTS", "FORMAT", "Entry", "Glance", "Header", "NOTES", "RecordReader", "Record"]

FORMAT = 2  # since the dice mix in nonces that a first die tells
ACTS = ("answer", "sealed", "report", "event", "ruling", "amend", "end")  # causes that people set; others follow
# for all to see; they change nothing
NOTES = ("preview", "nonce", "rekey", "chain", "hands", "rules", "closing", "closed", "propose", "consent")

# what no undo touches; what a die has told stays told, too
LASTING = frozenset({"nonce", "nonces", "rekey", "chain", "opened", "rules", "closing", "closed", "key"})


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a game was begun with: book and version, scenario, options, seats, and the dice that were committed to."""

    legation: int = FORMAT
    book: str
    version: str
    scenario: str
    options: dict[str, Any] = {}
    dice: dict[str, Any] = {}
    note: str = ""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A cause and what it changed.  `stack` is where the game stands afterwards."""

    seq: int
    cause: dict[str, Any]
    by: str = ""
    chair: str = ""  # from which it was done, where that is another's than the seat's
    effects: list[Change] = []
    confirms: list[str] = []  # facts looked at again and found as they were
    opens: list[Request] = []
    closes: list[int] = []
    seals: dict[str, str] = {}  # hidden fact -> commitment
    reveals: dict[str, str] = {}  # hidden fact -> salt
    stack: list[Frame] = []
    prev: str = ""

    @property
    def act(self) -> str | None:
        """Which kind of act of a person it is, if it is one."""
        return next((kind for kind in ACTS if kind in self.cause), None)

    @property
    def note(self) -> str | None:
        """Which kind of note it is, if it is one."""
        return next((kind for kind in NOTES if kind in self.cause), None)


class _Opened(msgspec.Struct, frozen=True, gc=False):
    id: int


class Glance(msgspec.Struct, frozen=True, gc=False):
    """What opening a game needs of an entry; requests and frames are read later, and only the last of them."""

    seq: int
    cause: dict[str, Any]
    by: str = ""
    effects: list[Change] = []
    confirms: list[str] = []
    opens: list[_Opened] = []
    closes: list[int] = []
    seals: dict[str, str] = {}
    reveals: dict[str, str] = {}
    prev: str = ""


_encode = msgspec.json.Encoder().encode
_glance = msgspec.json.Decoder(Glance).decode
_decode_entry = msgspec.json.Decoder(Entry).decode
_decode_header = msgspec.json.Decoder(Header).decode
_TAIL = len(b',"hash":""}') + 64


def _seal(value: Header | Entry) -> tuple[bytes, str]:
    body = _encode(value)[:-1]
    digest = hashlib.sha256(body).hexdigest()
    return body + b',"hash":"' + digest.encode() + b'"}', digest


def _unseal(line: bytes, name: str, seq: int) -> str:
    """The hash of a line, checked against its content."""
    digest = hashlib.sha256(line[:-_TAIL]).hexdigest()
    if line.endswith(b',"hash":"' + digest.encode() + b'"}'):
        return digest
    whole = line[-_TAIL : -_TAIL + 9] == b',"hash":"' and line.endswith(b'"}')
    problem = "was altered: its hash does not fit its content" if whole else "is cut off or is no entry"
    where = f"entry {seq} of {name}" if seq else f"the header of {name}"
    raise BadRecord(f"{where} {problem}", seq=seq)


def _whole(line: bytes, seq: int) -> Entry:
    try:
        return _decode_entry(line)
    except msgspec.DecodeError as error:
        raise BadRecord(f"entry {seq} cannot be read: {error}", seq=seq) from None


class Record:
    """The entries of one game, in memory or in a file (then only their places are kept in memory)."""

    def __init__(self, header: Header) -> None:
        line, self.tail = _seal(header)
        self.header = header
        self.path: Path | None = None
        self._lines: list[bytes] = []
        self._places: list[tuple[int, int]] = []
        self._first = line
        self._end = 0
        self._handle: int | None = None  # while the file is held
        self._kept: list[int] = []  # of the first so many entries
        self._seen = 0

    def __len__(self) -> int:
        return len(self._places) if self.path else len(self._lines)

    def line(self, seq: int) -> bytes:
        if not 1 <= seq <= len(self):
            raise BadRecord(f"there is no entry {seq}; the record has {len(self)}")
        if self.path is None:
            return self._lines[seq - 1]
        start, size = self._places[seq - 1]
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(size)

    def __getitem__(self, seq: int) -> Entry:
        """Entries are numbered from 1."""
        return _whole(self.line(seq), seq)

    def __iter__(self) -> Iterator[Entry]:
        for seq, line in enumerate(self._all_lines(), 1):
            yield _whole(line, seq)

    def _all_lines(self) -> Iterator[bytes]:
        if self.path is None:
            yield from self._lines
            return
        with self.path.open("rb") as file:
            file.readline()
            for _, size in self._places:
                yield file.read(size)
                file.read(1)

    def kept(self) -> list[int]:
        """The numbers of the entries that still count; only what was gained since the last look is gone through."""
        gained = islice(self._all_lines(), self._seen, None) if self._seen < len(self) else ()
        for seq, line in enumerate(gained, self._seen + 1):
            # a name spelt with escapes could be any name
            cause = _whole(line, seq).cause if b'"undo"' in line or b"\\u" in line else {}
            if "undo" in cause:
                del self._kept[bisect_left(self._kept, cause["undo"]) :]
            else:
                self._kept.append(seq)
            self._seen = seq
        return self._kept

    def naming(self, *words: str) -> Iterator[Entry]:
        """Of the entries that still count, those in whose line one of these names stands."""
        kept, names = set(self.kept()), [f'"{word}"'.encode() for word in words]
        for seq, line in enumerate(self._all_lines(), 1):
            if seq in kept and any(name in line for name in names):
                yield _whole(line, seq)

    @property
    def tip(self) -> str:
        """The end of the chain, short enough to compare by eye: who saw it can tell whether history was changed."""
        return tip(self.tail)

    def upto(self, seq: int) -> Record:
        """The first entries alone, in memory."""
        part = Record(self.header)
        part._first, part._lines = self._first, list(islice(self._all_lines(), seq))
        part.tail = [self._first, *part._lines][-1][-66:-2].decode()
        return part

    def append(self, drafts: Iterable[Draft]) -> list[Entry]:
        """Write entries; in a file, all of them with one write."""
        entries, lines = [], []
        seq, tail = len(self), self.tail
        for draft in drafts:
            seq += 1
            entry = Entry(
                seq=seq,
                cause=draft.cause,
                by=draft.by,
                chair=draft.chair,
                effects=draft.effects,
                confirms=draft.confirms,
                opens=draft.opens,
                closes=draft.closes,
                seals=draft.seals,
                reveals=draft.reveals,
                stack=list(draft.stack),
                prev=tail,
            )
            line, tail = _seal(entry)
            entries.append(entry)
            lines.append(line)
        if self.path is None:
            self._lines += lines
        elif lines:
            with self.held() as handle:
                self._write(handle, b"".join(line + b"\n" for line in lines))
            for line in lines:
                self._places.append((self._end, len(line)))
                self._end += len(line) + 1
        self.tail = tail
        return entries

    def _write(self, handle: int, blob: bytes) -> None:
        """All of it, on disk before this returns, or nothing."""
        assert self.path is not None
        try:
            written = os.write(handle, blob)
            if written == len(blob):
                os.fsync(handle)
                return
            problem = "is the disk full?"
        except OSError as error:
            problem = error.strerror or type(error).__name__
        os.ftruncate(handle, self._end)
        raise BadRecord(f"{self.path.name} could not be written: {problem}")

    @contextmanager
    def held(self) -> Iterator[int]:
        """Nobody else writes this record meanwhile, nor what lies beside it; refused if somebody did since it was read.

        Other programs wait for their turn.  In memory there is nothing to hold.
        """
        if self.path is None or self._handle is not None:
            yield self._handle if self._handle is not None else -1
            return
        try:
            self._handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise BadRecord(f"{self.path.name} cannot be written: {error.strerror}") from None
        try:
            if fcntl is not None:
                fcntl.flock(self._handle, fcntl.LOCK_EX)
            if not self._is_in_its_place(self._handle):
                raise Overtaken(f"{self.path.name} was moved or taken away meanwhile; open it again")
            if os.fstat(self._handle).st_size != self._end:
                raise Overtaken(f"{self.path.name} was changed by somebody else; open it again")
            yield self._handle
        finally:
            os.close(self._handle)
            self._handle = None

    def _is_in_its_place(self, handle: int) -> bool:
        """Whether the open file is the one of this name: who has waited may have waited for one that is no more."""
        assert self.path is not None
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self.path))
        except OSError:
            return False

    # -- files
    def dump(self) -> bytes:
        return self._first + b"\n" + b"".join(line + b"\n" for line in self._all_lines())

    def save(self, path: Path) -> None:
        """Write the whole record to a new place, at once or not at all, and go on there."""
        blob = self.dump()
        write_atomically(path, blob)
        self._places, self._end = self._places_of(self._all_lines())
        self.path, self._lines = path, []

    @classmethod
    def read(cls, blob: bytes, name: str) -> tuple[Record, list[Glance], BadRecord | None]:
        """The record in these bytes, a glance at its entries, and the first damage (what precedes it is sound)."""
        reading = RecordReader(blob, name)
        entries = list(reading)
        return reading.record, entries, reading.damage

    def keep_in(self, path: Path) -> None:
        """Go on in the file these lines were read from."""
        self._places, self._end = self._places_of(self._lines)
        self.path, self._lines = path, []

    def _places_of(self, lines: Iterable[bytes]) -> tuple[list[tuple[int, int]], int]:
        """Where these lines stand in a file, after the header, and where it ends."""
        sizes = [len(line) for line in lines]
        starts = list(accumulate((size + 1 for size in sizes), initial=len(self._first) + 1))
        return list(zip(starts, sizes, strict=False)), starts[-1]


class RecordReader:
    """A record that is being read from bytes: a glance at one entry after the other, each checked: the chain, and that
    what is shown is what was sealed.

    It ends at the first `damage`; what precedes that is sound.  Only when it has come to its end, `record` is whole.
    """

    def __init__(self, blob: bytes, name: str) -> None:
        lines = blob.split(b"\n")
        self.name = name
        self.record = Record(_read_header(lines[0], name))
        self.record._first = lines[0]
        self.record.tail = lines[0][-66:-2].decode("ascii", "replace")
        self.damage: BadRecord | None = None
        self.seals = Seals()
        self.notes: list[Glance] = []  # on the dice and the closing; these are never taken back
        # whether an entry may undo others; a name spelt with escapes could be any name
        self.takes_back = b'"undo"' in blob or (b"\\" in blob and b"\\u" in blob)
        self._rest = lines[-1]  # what follows the last line break is empty, or was cut off while being written
        self._lines = lines[1:-1]

    def __iter__(self) -> Iterator[Glance]:
        name, tail, seq = self.name, self.record.tail, 0
        for seq, line in enumerate(self._lines, 1):
            try:
                digest = _unseal(line, name, seq)
                entry = _glance(line)
                if entry.prev != tail or entry.seq != seq:
                    problem = "does not follow on the one before it: something was taken out or put in"
                    raise BadRecord(f"entry {seq} of {name} {problem}", seq=seq)
                if wrong := misshapen(seq, entry.cause):
                    raise BadRecord(f"entry {seq} of {name} {wrong}", seq=seq)
                if forged := self.seals.follow(entry):
                    raise BadRecord(f"entry {seq} of {name} {forged}", seq=seq)
                if not LASTING.isdisjoint(entry.cause):
                    self.notes.append(entry)
            except BadRecord as error:
                self.damage = error
            except msgspec.DecodeError as error:
                self.damage = BadRecord(f"entry {seq} of {name} cannot be read: {error}", seq=seq)
            if self.damage:
                seq -= 1
                break
            yield entry
            tail = digest
        else:
            if self._rest:
                self.damage = BadRecord(f"{name} is cut off in the middle of entry {seq + 1}", seq=seq + 1)
        self.record._lines = self._lines[:seq]
        self.record.tail = tail


def _read_header(line: bytes, name: str) -> Header:
    try:
        plain = msgspec.json.decode(line)
        version = plain["legation"]
    except (msgspec.DecodeError, KeyError, TypeError):
        raise BadRecord(f"{name} is not a Legation record: its first line is no header", seq=0) from None
    if not isinstance(version, int) or version < 1:
        raise BadRecord(f"{name} is not a Legation record: its format has no number", seq=0)
    if version > FORMAT:
        reads = f"format {version}; this one reads up to {FORMAT}"
        raise BadRecord(f"{name} was written by a newer Legation ({reads}): please update", seq=0)
    _unseal(line, name, 0)
    try:
        return _decode_header(line)
    except msgspec.DecodeError as error:
        raise BadRecord(f"the header of {name} cannot be read: {error}", seq=0) from None


def write_atomically(path: Path, blob: bytes) -> None:
    """All of it or nothing, for its owner alone: a temporary file beside the target, then a rename; both on disk."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        if hasattr(os, "O_DIRECTORY"):
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise BadRecord(f"{path.name} could not be written: {error.strerror}") from None
