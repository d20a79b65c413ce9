"""Deeds: what happens on the board is reported once, and all that follows from it is declared.

A `Deed` has a player's words and the roles that it names.  What follows is a list of `On`s in the order of the book: at
a moment of a deed, while a condition holds, facts are set or added to.  Conditions and facts have slots for the roles
(`{attacker}`), which are filled in when the deed is done; an `On` for `each` of several names is tried with every one.

All that belongs to one moment is judged on the world before it and set at once; what must see the result stands in a
later moment.  Two that disagree about a fact are an error that names both.  Consequences that hold only together (with
an optional rule, in one part of the map) are a `Chapter`, and a book is a list of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any, cast

from legation.core.errors import Clash
from legation.core.expr import NO, YES, All, Any_, Const, Expr, Look, Not, Worded, bound, holds, lift, node, number
from legation.core.facts import Change, World
from legation.core.rules import Assign, Bespoke, Rule
from legation.core.span import ENDLESS, MAYBE, Span, same
from legation.core.trace import Trace
from legation.core.turning import TURNED, kept, kept_of
from legation.core.voice import affirmed, denied

__all__ = ["Adds", "Chapter", "Deed", "Deeds", "On", "Role"]
__all__ += ["adds", "among", "applying", "due", "enacted", "filled", "follows", "of", "possible", "told"]


# -- who and what
@dataclass(frozen=True)
class Role:
    """Somebody or something that a deed names.  In conditions and facts it stands as a slot: f"attacked.{ATTACKER}"."""

    name: str
    says: str = ""  # what the table is asked for: the nation that attacks
    among: tuple[str, ...] = ()  # whom it can name

    def __str__(self) -> str:
        return "{" + self.name + "}"


@dataclass(frozen=True, eq=False)
class Deed:
    """Something that the table reports as it happens."""

    name: str
    says: str  # in a player's words, with slots: {attacker} attacks {target}
    rule: str  # under which it is reported
    roles: tuple[Role, ...] = ()
    works_out: Mapping[Role, Callable[..., str]] = field(default_factory=dict)  # roles that follow from those named

    def __or__(self, other: Deed | Deeds) -> Deeds:
        return Deeds((self,)) | other


@dataclass(frozen=True, eq=False)
class Deeds:
    """One of several deeds."""

    of: tuple[Deed, ...]

    def __or__(self, other: Deed | Deeds) -> Deeds:
        return Deeds((*self.of, *(other.of if isinstance(other, Deeds) else (other,))))


def among(rule: Any) -> tuple[Deed, ...]:
    """The deeds that a consequence, a limit or a permit is about."""
    on = getattr(rule, "on", None)
    return on.of if isinstance(on, Deeds) else (on,) if isinstance(on, Deed) else ()


# -- what is said of roles
@node
class Filled(Worded):
    """The slot of a role holds one of these names; certain as soon as it is filled in.

    Several names in one slot stand with blanks between them.
    """

    slot: str
    names: tuple[str, ...]
    says: str
    alone: bool | None = None  # nobody else is in it; or others are

    def value(self, look: Look) -> bool:
        there = set(self.slot.split())
        found = not there.isdisjoint(self.names)
        return found if self.alone is None else found and (len(there) == 1) is self.alone


def filled(slot: str | Role, *names: str | Role, says: str, alone: bool | None = None) -> Expr:
    """The role is played by one of these, alone or beside others if that matters."""
    return Filled(str(slot), tuple(map(str, names)), says, alone)


@node
class Of(Expr):
    """A condition on the names in some roles, made when they are known: most of a vocabulary looks into the map."""

    slots: tuple[str, ...]
    build: Callable[..., Expr]
    says: str

    @property
    def inner(self) -> Expr | None:
        """The condition itself; None while a slot is open."""
        if any("{" in slot for slot in self.slots):
            return None
        return _built(self.build, self.slots)

    @property
    def parts(self) -> tuple[Expr, ...]:
        return () if self.inner is None else (self.inner,)

    def value(self, look: Look) -> Any:
        return MAYBE if self.inner is None else self.inner.value(look)  # of open roles nobody can say

    @property
    def english(self) -> str:
        return affirmed(self.says) if self.spoken is None else self.spoken.english

    @property
    def denial(self) -> str:
        return denied(self.says) if self.spoken is None else self.spoken.denial

    @property
    def spoken(self) -> Expr | None:
        """The condition, where it has words of its own."""
        return None if isinstance(self.inner, Const) else self.inner

    def trace(self, look: Look) -> Trace:
        if self.spoken is not None:
            return self.spoken.trace(look)
        value = self.value(look)
        return Trace(self.told(look, value), value)


@kept
def _built(build: Callable[..., Expr], names: tuple[str, ...]) -> Expr:
    return build(*names)


def of(*roles: str | Role, build: Callable[..., Expr], says: str) -> Expr:
    """What `build` says of the names in these roles; `says` is its English while they are open."""
    return Of(tuple(map(str, roles)), build, says)


@node
class ToldNumber(Expr):
    """A number that was told with a deed, in the slot of a role."""

    slot: str
    says: str

    def value(self, look: Look) -> Any:
        return Span(0, ENDLESS) if "{" in self.slot else int(self.slot)

    @property
    def english(self) -> str:
        return self.says if "{" in self.slot else self.slot


def told(role: str | Role, says: str) -> Expr:
    """The number in this role."""
    return ToldNumber(str(role), says)


# -- what follows
@dataclass(frozen=True, eq=False)
class Adds(Assign):
    """A number grows by so much; several consequences of one moment may add to the same one."""

    by: Expr = YES


def adds(fact: str, by: int | Expr, when: Expr = YES) -> Adds:
    return Adds(fact, number(fact) + by, when, lift(by))


@dataclass(frozen=True, eq=False, kw_only=True)
class On(Rule):
    """At a moment of a deed, while the condition holds, facts are set."""

    on: Deed | Deeds
    at: str = ""  # the moment; the only one if empty
    each: tuple[Role, ...] = ()  # roles that the deed does not name: tried with everybody, and `when` says who it is
    unnamed = ("on", "each")


@dataclass(frozen=True, eq=False)
class Chapter:
    """Consequences that follow only while a condition holds, which may speak of the roles as theirs do."""

    rules: tuple[On, ...]
    when: Expr = YES


def follows(rules: tuple[On, ...], deed: Deed, at: str = "", /, **players: str) -> tuple[On, ...]:
    """The consequences of a deed at a moment, in their order, with the players' names in their slots."""
    return _follows(rules, deed, at, tuple(players.items()))


def due(chapters: Iterable[Chapter], world: World, deed: Deed, at: str = "", /, **players: str) -> list[On]:
    """The consequences in all chapters that are open in this world."""
    names, found = tuple(players.items()), list[On]()
    for chapter in chapters:
        if rules := _speak_of(chapter.rules, deed, at):
            when = _open(chapter, names)
            if when is YES or (when is not NO and holds(when, world)):
                found += _follows(rules, deed, at, names)
    return found


@cache
def _speak_of(rules: tuple[On, ...], deed: Deed, at: str) -> tuple[On, ...]:
    """Those that are about this moment of the deed."""
    return tuple(rule for rule in rules if deed in among(rule) and rule.at == at)


@kept
def _open(chapter: Chapter, players: tuple[tuple[str, str], ...]) -> Expr:
    """When a chapter is open, with these names."""
    return _settled(bound(chapter.when, **dict(players)))


@kept
def _follows(rules: tuple[On, ...], deed: Deed, at: str, players: tuple[tuple[str, str], ...]) -> tuple[On, ...]:
    found = _filled_in(rules, deed, at, players)
    if TURNED:  # a part that is certain may be the one that is left out
        return found
    ready = [replace(rule, when=_settled(rule.when)) for rule in found]
    return tuple(rule for rule in ready if rule.when is not NO or not rule.again)


@kept_of(None, filling=True)
def _filled_in(rules: tuple[On, ...], deed: Deed, at: str, players: tuple[tuple[str, str], ...]) -> tuple[On, ...]:
    mine, named = _speak_of(rules, deed, at), dict(players)
    if not any(" " in name for name in named.values()):  # of several in one role nothing follows
        named |= {role.name: make(**named) for role, make in deed.works_out.items()}
    return tuple(bound(rule, **named, **more) for rule in mine for more in _each(rule.each))


def _settled(expr: Expr) -> Expr:
    """A condition on names alone is certain as soon as they are known, and need not be looked at again."""
    if not _on_names(expr):
        return expr
    return YES if expr.value(cast(Look, None)) else NO  # no fact is looked at


def _on_names(expr: Expr) -> bool:
    if isinstance(expr, Filled | Of | All | Any_ | Not):
        return not (isinstance(expr, Of) and expr.inner is None) and all(map(_on_names, expr.parts))
    return isinstance(expr, Const)


def possible(when: Expr) -> bool:
    """Whether a condition can hold, as far as the names in it tell."""
    parts = when.parts if isinstance(when, All) else (when,)
    return not any(_settled(part) is NO for part in parts)


def _each(roles: tuple[Role, ...]) -> Iterator[dict[str, str]]:
    for names in product(*(role.among for role in roles)):
        yield {role.name: name for role, name in zip(roles, names, strict=True)}


# -- one moment
def applying(rules: Iterable[Rule | Bespoke], world: World) -> Iterator[Rule | Bespoke]:
    """Those of the rules that apply to this world, each followed by what else it brings."""
    for rule in rules:
        if rule.applies(world):
            yield rule
            if isinstance(rule, Rule):
                yield from applying(rule.then, world)


def enacted(rules: Iterable[Rule | Bespoke], world: World) -> list[Change]:
    """What these rules change, all of them judged on this one world; if two agree, the first is cited."""
    set_by: dict[str, tuple[Any, str]] = {}
    more: dict[str, tuple[Expr, str]] = {}
    changes: list[Change] = []

    def set_once(fact: str, value: Any, cite: str) -> bool:
        """Whether this is the first that sets the fact."""
        if fact in more or (fact in set_by and not _same(set_by[fact][0], value, world)):
            other = more[fact][1] if fact in more else set_by[fact][1]
            raise Clash(f"{other} and {cite} disagree about {fact} at one moment")
        return set_by.setdefault(fact, (value, cite)) == (value, cite)

    for rule in applying(rules, world):
        if isinstance(rule, Bespoke):
            changes += [c for c in rule(world) if set_once(c.fact, c.new, c.rule) and c.real]
            continue
        for assign in rule.sets:
            if assign.when is not YES and not holds(assign.when, world):
                continue
            if isinstance(assign, Adds):
                if assign.fact in set_by:
                    raise Clash(f"{set_by[assign.fact][1]} and {rule.cite} disagree about {assign.fact}")
                sum_, cite = more.get(assign.fact, (number(assign.fact), rule.cite))
                more[assign.fact] = (sum_ + assign.by, cite)
            elif set_once(assign.fact, assign.value, rule.cite):
                if change := world.changed_by(assign, rule.cite):
                    changes.append(change)
    grown = [world.changed_by(Assign(fact, total), cite) for fact, (total, cite) in more.items()]
    return [*changes, *(change for change in grown if change)]


def _same(one: Any, other: Any, world: World) -> bool:
    """Whether two values are one in this world."""
    if one is other:
        return True
    if isinstance(one, Expr) or isinstance(other, Expr):
        return same(*(value.value(world) if isinstance(value, Expr) else value for value in (one, other))) is True
    return bool(one == other)
