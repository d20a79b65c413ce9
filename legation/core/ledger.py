"""The ledgers: every rule of the sources under the id that code, cases and explanations cite.

Checking ids must cost next to nothing at import, so a ledger is indexed by one regex pass over its text;
YAML is parsed only for the entries that somebody reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from legation.core.errors import BadRulebook, NotFound, nearest

__all__ = ["Ledger", "LedgerEntry", "Ledgers"]

# Every line at the margin that opens a list item, with its id if it has a proper one; or an entry's kind.
_INDEX = re.compile(r"""\n(?:-(?: id: (?P<quote>["']?)(?P<id>[^\s"']+)(?P=quote)(?=\s))?|  kind: (?P<kind>\w+))""")
_RULING = re.compile(r"\bRULING\b[^:]*:\s*")


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One rule, table row or exception of a source, in our own words."""

    id: str
    ledger: str
    source: str
    kind: str
    rule: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    reads: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    unclear: str | None = None

    @property
    def ruling(self) -> str | None:
        """How Legation decides what the text leaves open: all that follows the first RULING."""
        found = _RULING.search(self.unclear or "")
        return found.string[found.end() :].strip() if found else None


class Ledger:
    """One file of entries, read when first asked."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._folder = folder
        self._entries: dict[str, LedgerEntry] = {}

    def __repr__(self) -> str:
        return f"Ledger({self.name!r})"

    @cached_property
    def _text(self) -> str:
        try:
            # The leading line break lets the index treat the first line like any other.
            return "\n" + (self._folder / f"{self.name}.yaml").read_text(encoding="utf-8")
        except FileNotFoundError:
            raise NotFound("ledger", self.name, Ledgers.names(self._folder)) from None

    @cached_property
    def _index(self) -> tuple[dict[str, int], dict[str, str]]:
        """Where each entry begins in the text, and its kind."""
        starts: dict[str, int] = {}
        kinds: dict[str, str] = {}
        id = None
        for found in _INDEX.finditer(self._text):
            if kind := found["kind"]:
                if id is not None:
                    kinds.setdefault(id, kind)
                continue
            id, start = found["id"], found.start()
            if id is None:
                raise BadRulebook("an entry must begin with '- id: X', X without spaces", where=self._line(start))
            if id in starts:
                where, first = self._line(start), self._line(starts[id])
                raise BadRulebook(f"the ledger id {id!r} is repeated", where=where, hint=f"it stands at {first} too")
            starts[id] = start
        for id, start in starts.items():
            if id not in kinds:
                raise BadRulebook(f"the ledger entry {id!r} has no line '  kind: word'", where=self._line(start))
        return starts, kinds

    def _line(self, start: int) -> str:
        # The break at `start` ends the line before; the added first break makes up for counting from one.
        return f"{self.name}.yaml:{self._text.count(chr(10), 0, start) + 1}"

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All ids, in the order of the file."""
        return tuple(self._index[0])

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of every id."""
        return self._index[1]

    def __contains__(self, id: object) -> bool:
        return id in self._index[0]

    def place(self, id: str) -> str:
        """File and line where the entry begins."""
        return self._line(self._start(id))

    def entry(self, id: str) -> LedgerEntry:
        """The whole entry; only its own lines are parsed."""
        if id not in self._entries:
            self._entries[id] = self._parse(id)
        return self._entries[id]

    def _start(self, id: str) -> int:
        try:
            return self._index[0][id]
        except KeyError:
            raise NotFound(f"entry in the ledger {self.name}:", id, self.ids) from None

    def _parse(self, id: str) -> LedgerEntry:
        import yaml  # only readers of entries pay for it

        start = self._start(id)
        # The next list item at the margin is the next entry: the index has checked that.
        end = self._text.find("\n-", start + 1) + 1 or None
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            (fields,) = yaml.load(self._text[start:end], Loader=loader)
            for name in ("reads", "editions"):
                fields[name] = tuple(fields.get(name) or ())
            # A folded text ends in a line break, which is no part of what it says.
            fields = {name: value.strip() if isinstance(value, str) else value for name, value in fields.items()}
            return LedgerEntry(**fields, ledger=self.name)
        except (yaml.YAMLError, TypeError) as error:
            why = " ".join(str(error).split())
            raise BadRulebook(f"the ledger entry {id!r} cannot be read: {why}", where=self._line(start)) from error


class Ledgers:
    """Some ledgers taken as one; without names, all there are."""

    def __init__(self, names: Iterable[str] | None, folder: Path) -> None:
        self.ledgers = tuple(Ledger(name, folder) for name in (self.names(folder) if names is None else names))

    @staticmethod
    def names(folder: Path) -> tuple[str, ...]:
        """The ledgers that can be read."""
        return tuple(sorted(path.stem for path in folder.glob("*.yaml")))

    @cached_property
    def _home(self) -> dict[str, Ledger]:
        home: dict[str, Ledger] = {}
        for ledger in self.ledgers:
            for id in ledger.ids:
                if id in home:
                    hint = f"it stands at {home[id].place(id)} too"
                    raise BadRulebook(f"the ledger id {id!r} is repeated", where=ledger.place(id), hint=hint)
                home[id] = ledger
        return home

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, ledger by ledger."""
        return tuple(self._home)

    def __len__(self) -> int:
        return len(self._home)

    def __contains__(self, id: object) -> bool:
        return id in self._home

    def ledger_of(self, id: str) -> Ledger:
        """The ledger that holds the id."""
        try:
            return self._home[id]
        except KeyError:
            raise NotFound("ledger id", id, self._home) from None

    def kind(self, id: str) -> str:
        """The entry's kind, without parsing it."""
        return self.ledger_of(id).kinds[id]

    def entry(self, id: str) -> LedgerEntry:
        """The whole entry."""
        return self.ledger_of(id).entry(id)

    def near(self, id: str) -> list[str]:
        """Up to three ids close to a mistyped one."""
        return nearest(id, self._home)

    def check(self, id: str, where: str) -> None:
        """Raise unless the id exists; `where` names the declaration that cites it."""
        if id not in self._home:
            near = self.near(id)
            hint = f"did you mean {' or '.join(near)}?" if near else "no id comes near it"
            raise BadRulebook(f"there is no ledger id {id!r}", where=where, hint=hint)
