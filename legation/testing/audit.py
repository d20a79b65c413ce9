"""The audit of facts: who reads each of them, who sets it, and what nobody would ever tell.

Readers are the conditions of all declarations, setters what they set: both by key, so that one event does not hide
behind its sister.  A slot of a role stands for all whom the role can name.  What steps set by hand is listed beside the
book, in `setters.yaml` by step and in `by_hand.yaml` by rule; the tests compare these lists with what every case
changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from legation.core.book import Book
from legation.core.deeds import Of, On, Role, among
from legation.core.expr import Expr
from legation.core.facts import Family, Schema, Source, Teller
from legation.core.rules import Assign, Copy, cites_of
from legation.core.span import Span

__all__ = ["ANY", "Audit", "Audited", "by_hand_file", "by_hand_of", "setters_file", "setters_of"]

ANY = "*"
MANY = 4000  # names in the open roles of one condition; more are not tried


def setters_file(book: Book) -> Path:
    """Where a book lists what its steps set."""
    return book.folder / "setters.yaml"


def setters_of(book: Book) -> dict[str, tuple[str, ...]]:
    """What steps set that no declaration says: by step, facts with `*` for any name."""
    file = setters_file(book)
    found = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None
    return {step: tuple(facts) for step, facts in (found or {}).items()}


def by_hand_file(book: Book) -> Path:
    """Where a book lists the rules of which steps work out what they bring."""
    return book.folder / "by_hand.yaml"


def by_hand_of(book: Book) -> tuple[str, ...]:
    """The ids under which steps set what no declaration says."""
    file = by_hand_file(book)
    return tuple(yaml.safe_load(file.read_text(encoding="utf-8")) or ()) if file.exists() else ()


@dataclass(frozen=True)
class Audited:
    """One family: where its facts come from, who reads them and who sets them."""

    family: Family
    readers: tuple[str, ...]  # ids whose conditions read one
    setters: tuple[str, ...]  # ids that set one
    steps: tuple[str, ...]  # steps that set one by hand
    given: bool  # the set-up gives one
    defaults: tuple[str, ...]  # what it is if nobody has told

    def plain(self) -> dict[str, Any]:
        return {
            "family": self.family.name,
            "says": self.family.says,
            "source": str(self.family.source),
            "default": list(self.defaults),
            "because": self.family.because,
            "readers": list(self.readers),
            "setters": list(self.setters),
            "steps": list(self.steps),
            "given": self.given,
        }


class Audit:
    """The facts of one scenario of a book."""

    def __init__(self, book: Book, scenario: str) -> None:
        self.book, self.scenario = book, scenario
        self.schema: Schema = book.schema(scenario)

    # -- by pattern: facts in which slots stand for names
    @cached_property
    def declarations(self) -> tuple[Any, ...]:
        """Everything that a book declares under an id."""
        return tuple(one for one in self.book.registry.walked if cites_of(one))

    @cached_property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """By slot, whom the roles of that name can name."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        ons = [one for one in self.book.registry.walked if isinstance(one, On)]
        for on in ons:
            for role in (*on.each, *(role for deed in among(on) for role in (*deed.roles, *deed.works_out))):
                found[str(role)] |= dict.fromkeys(role.among)
        return {slot: tuple(names) for slot, names in found.items() if names}

    @cached_property
    def played(self) -> frozenset[str]:
        """Whoever has a part in some deed; others, such as a nation in two halves, only stand in charts."""
        return frozenset(name for names in self.roles.values() for name in names)

    @cached_property
    def patterns_read(self) -> dict[str, set[str]]:
        """By pattern, the ids whose own conditions read it."""
        found: dict[str, set[str]] = defaultdict(set)
        for one in self.declarations:
            for expr in _own(one, Expr):
                for pattern in (*expr.reads(), *self._open(expr)):
                    found[pattern].update(cites_of(one))
            for assign in _own(one, Assign):
                if isinstance(assign.value, Copy):
                    found[assign.value.fact].update(cites_of(one))
        return found

    @cached_property
    def patterns_set(self) -> dict[str, set[str]]:
        """By pattern, the ids that set it."""
        found: dict[str, set[str]] = defaultdict(set)
        for one in self.declarations:
            for assign in _assigned(one):
                found[assign.fact].update(cites_of(one))
        return found

    def _open(self, expr: Expr) -> Iterator[str]:
        """What conditions read that are built when their roles are filled."""
        for node in _nodes(expr):
            if isinstance(node, Of) and node.inner is None:
                names = [self.roles.get(slot, () if "{" in slot else (slot,)) for slot in node.slots]
                size = 1
                for some in names:
                    size *= len(some)
                for given in product(*names) if size <= MANY else ():
                    yield from node.build(*given).reads()

    # -- by key
    def _keys(self, pattern: str) -> Iterator[str]:
        """The facts that a pattern stands for."""
        name, *parts = pattern.split(".")
        family = self.schema.by_name.get(name)
        if family is None or len(parts) != len(family.over):
            return
        options = [self._names(part, known) for part, known in zip(parts, family.over, strict=True)]
        yield from (".".join((name, *names)) for names in product(*options))

    def _names(self, part: str, known: tuple[str, ...]) -> tuple[str, ...]:
        if part != ANY and "{" not in part:
            return (part,) if part in known else ()
        named = self.roles.get(part)
        return known if named is None else tuple(n for n in known if n in named or n not in self.played) or known

    def _by_key(self, patterns: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for pattern, who in patterns.items():
            for key in self._keys(pattern):
                found[key].update(who)
        return dict(found)

    @cached_property
    def read(self) -> dict[str, set[str]]:
        return self._by_key(self.patterns_read)

    @cached_property
    def declared(self) -> dict[str, set[str]]:
        return self._by_key(self.patterns_set)

    @cached_property
    def by_hand(self) -> dict[str, set[str]]:
        """By fact, the steps that set it where no declaration says so."""
        patterns: dict[str, set[str]] = defaultdict(set)
        for step, facts in setters_of(self.book).items():
            for fact in facts:
                patterns[fact].add(step)
        return self._by_key(patterns)

    @cached_property
    def given(self) -> frozenset[str]:
        """What the set-up and the options say."""
        return frozenset(change.fact for change in (*self.book.setup(self.scenario), *self.book.option_changes({})))

    def pattern(self, fact: str) -> str:
        """How `setters.yaml` names a fact: with any names in it, unless each of its family is a matter of its own."""
        family = self.schema.spec(fact).family
        return fact if family.apart else ".".join((family.name, *(ANY for _ in family.over)))

    def declares(self, cite: str, fact: str) -> bool:
        """Whether a declaration under this id says that it sets the fact."""
        return cite in self.declared.get(fact, ())

    def is_set(self, key: str) -> bool:
        return key in self.declared or key in self.by_hand

    def _read_of(self, family: Family) -> list[str]:
        """What is read of a family: facts, or patterns where one condition serves for many."""
        return sorted(pattern for pattern in self.patterns_read if pattern.split(".")[0] == family.name)

    def _unset(self, family: Family) -> list[str]:
        """What is read and never comes; one of many that a condition serves for may well never come."""
        read = self._read_of(family)
        many = {key for pattern in read if "{" in pattern and self._comes(pattern) for key in self._keys(pattern)}
        return [one for one in read if not self._comes(one) and (family.apart or one not in many)]

    def _comes(self, pattern: str) -> bool:
        """Whether a fact that this stands for is ever set or given."""
        keys = list(self._keys(pattern))
        return not keys or any(self.is_set(k) or k in self.given or k in self.schema.defaults for k in keys)

    # -- the audit
    def rows(self) -> list[Audited]:
        """All families, in their order."""
        return [self._row(family) for family in self.schema.families]

    def _row(self, family: Family) -> Audited:
        keys = list(family.keys())

        def who(found: Mapping[str, set[str]]) -> tuple[str, ...]:
            return tuple(sorted({one for key in keys for one in found.get(key, ())}))

        defaults = dict.fromkeys(
            str(value)
            for key in keys
            if family.told_by is not Teller.PASSING and not isinstance(value := self.schema.fallback(key), Span)
        )
        given = not self.given.isdisjoint(keys)
        return Audited(family, who(self.read), who(self.declared), who(self.by_hand), given, tuple(defaults))

    def faults(self) -> list[str]:
        """What is wrong, one sentence each; nothing if every fact knows where it comes from."""
        return [fault for family in self.schema.families for fault in self._faults(family)]

    def _faults(self, family: Family) -> Iterator[str]:
        keys = list(family.keys())
        known = [key for key in keys if not isinstance(self.schema.fallback(key), Span)]
        if family.told_by is Teller.PASSING:
            kept = [key for key in keys if self.is_set(key) or key in self.given]
            if kept:
                yield f"{family.name} is passing, and yet kept: {_listed(kept)}"
        elif family.told_by is Teller.SHEET or family.told_by is Teller.BOARD:
            if known and not family.because:
                yield f"{family.name} has a default without a reason: {_listed(known)}"
            elif family.source is Source.SET:
                hidden = [key for key in known if not self.is_set(key) and key not in self.schema.defaults]
                if hidden:
                    yield f"{family.name} may have happened without a report: {_listed(hidden)}"
        elif family.told_by is Teller.SETUP:
            silent = [key for key in keys if key in self.read and key not in self.given and key not in known]
            if silent:
                yield f"{family.name} is read, and the set-up does not give it: {_listed(silent)}"
            if changed := [key for key in keys if self.is_set(key) and key not in self.given]:
                yield f"{family.name} is the set-up's, and yet changed: {_listed(changed)}"
        else:
            if unset := self._unset(family):
                yield f"{family.name} is read, and nothing sets it: {_listed(unset)}"


def _own(found: Any, kind: type[Any]) -> Iterator[Any]:
    """The parts of a declaration that are its own: those of a declaration within it are that one's."""
    for part in fields(found):
        if not part.name.startswith("_"):
            yield from _within(getattr(found, part.name), kind)


def _assigned(one: Any) -> Iterator[Assign]:
    """What a declaration sets: as it says itself, or as the rule says that it stands for."""
    yield from _own(one, Assign)
    found = getattr(one, "stands_for", None) or ()
    for rule in found if isinstance(found, tuple) else (found,):
        yield from rule.sets


def _within(found: Any, kind: type[Any]) -> Iterator[Any]:
    if isinstance(found, kind):
        yield found
    elif isinstance(found, Mapping):
        for value in found.values():
            yield from _within(value, kind)
    elif isinstance(found, tuple | list | set | frozenset):
        for value in found:
            yield from _within(value, kind)
    elif is_dataclass(found) and not isinstance(found, type | Role | Family) and not cites_of(found):
        yield from _own(found, kind)


def _nodes(expr: Expr) -> Iterator[Expr]:
    yield expr
    for part in expr.parts:
        yield from _nodes(part)


def _listed(keys: list[str]) -> str:
    first = ", ".join(keys[:3])
    return first if len(keys) <= 3 else f"{first} and {len(keys) - 3} more"
