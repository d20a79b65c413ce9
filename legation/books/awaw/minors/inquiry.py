"""Questions to the referee about minor countries: may this be done, how many more, and what is to be remembered.

`Action` answers yes or no by the first clause that applies; `RoomLeft` counts what is left under a limit; `Topic` tells
the duties that hold.  Every clause is a declaration with its ledger id, looked at in the order of the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from legation.books.awaw.minors.lands import stands_as
from legation.books.awaw.minors.schema import ACTORS, MEANS, SITES
from legation.books.awaw.minors.vocabulary import asked
from legation.books.awaw.powers import HOME, LANDS, MEMBERS, NOBODY, POWERS
from legation.core.abilities import Allowance, Remark, Verdict
from legation.core.errors import NotFound, Refused, Unknown
from legation.core.expr import YES, Among, Expr, amount, lift
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, done
from legation.core.requests import TABLE, confirm
from legation.core.rules import Duty, Limit, Permit, judged
from legation.core.trace import Trace
from legation.core.turning import NEGATED, NUMBER, TURNED, is_turned
from legation.core.voice import capital

__all__ = ["Action", "Besides", "Cap", "Inquirer", "RoomLeft", "Topic", "cap", "scope", "tell"]

PARAMETERS = {
    "by": "who would do it",
    "in": "where",
    "with": "with what",
    "against": "against whom",
    "number": "how many",
}


def _elsewhere(when: Expr, world: World) -> bool:
    """The clause is about another place, or the units of another country: no near miss, and left out of the answer."""
    named_here = [part for part in (when, *when.parts) if isinstance(part, Among)]
    about = [p for p in named_here if p.key == "site" or (p.key == "actor" and p.options.isdisjoint(POWERS))]
    return any(part.value(world) is False for part in about)


def _says_something(clause: Limit | Permit, world: World) -> bool:
    """A clause on how a country stands says nothing of a front, a sea or a power."""
    if world["site"] in LANDS and world["actor"] in (NOBODY, *POWERS, *MEMBERS):
        return True
    return all(_is_a_fact(key, world) for key in clause.when.reads())


def _is_a_fact(key: str, world: World) -> bool:
    try:
        world.schema.spec(key)
    except NotFound:
        return False
    return True


@dataclass(frozen=True, eq=False)
class Action:
    """What may or may not be done: the first clause that applies decides, else `otherwise` does."""

    says: str
    clauses: tuple[Limit | Permit, ...]
    otherwise: bool
    rule: str  # cited if no clause applies: an id that is declared elsewhere
    reason: str

    def verdict(self, world: World) -> Verdict:
        """On a world that `scope` has laid the question over."""
        looked: list[Trace] = []
        land = HOME.get(world["site"], world["site"])  # a city stands as its country does
        land = land if land in LANDS else world["site"]
        for clause in asked(self.clauses, land, world["actor"]):
            if not _says_something(clause, world):
                continue
            applies = clause.forbids(world) if isinstance(clause, Limit) else clause.allows(world)
            if not _elsewhere(clause.when, world):
                looked.append(Trace(clause.label, applies, (clause.when.trace(world),), (), clause.cite, applies))
            if applies:
                allowed = isinstance(clause, Permit)
                return Verdict(allowed, clause.cite, clause.label, Trace(self.says, allowed, tuple(looked)))
        return Verdict(self.otherwise, self.rule, self.reason, Trace(self.says, self.otherwise, tuple(looked)))


@dataclass(frozen=True, eq=False)
class Besides(Limit):
    """A limit under an id that is declared elsewhere, where this follows from it."""

    again: bool = True


@dataclass(frozen=True, eq=False)
class Cap:
    """At most so many, while the condition holds; `used` counts what is there already."""

    label: str
    cite: str
    most: Expr
    used: Expr
    when: Expr = YES

    turns: ClassVar[tuple[str, ...]] = (NUMBER, NEGATED)

    def tells(self) -> Iterator[str]:
        counted = "" if self.used.english == "0" else f", of which these are used: {self.used.english}"
        yield f"at most {self.most.english}{counted}"
        yield f"the limit: {self.label}"

    def holds(self, world: World) -> bool:
        return judged(self, world)

    def counts(self, world: World) -> tuple[int, int]:
        """How many at most, and how many of them are used."""
        most = amount(self.most, world) + (1 if TURNED and is_turned(self.cite, NUMBER) else 0)
        return most, amount(self.used, world)


def cap(label: str, cite: str, most: int | Expr, used: int | Expr = 0, when: Expr = YES) -> Cap:
    return Cap(label, cite, lift(most), lift(used), when)


@dataclass(frozen=True, eq=False)
class RoomLeft:
    """How many more: the tightest of the limits in force."""

    says: str
    caps: tuple[Cap, ...]
    whom: tuple[str, ...] = (NOBODY,)  # for whom it is counted
    only: tuple[str, ...] = ()  # the places that it is about; all of them if empty

    def tight(self, world: World) -> list[tuple[int, int, Cap]]:
        """The tightest of the limits in force, and those that are as tight: how many at most, and how many are used."""
        caps = asked(self.caps, world["site"], world["actor"])
        found = [(*limit.counts(world), limit) for limit in caps if limit.holds(world)]
        least = min((max(0, most - used) for most, used, _ in found), default=0)
        return [one for one in found if max(0, one[0] - one[1]) == least]

    def tightest(self, world: World) -> tuple[int, int, Cap] | None:
        """The first of them; None if there is no limit."""
        return next(iter(self.tight(world)), None)

    def left(self, world: World) -> tuple[int, Cap] | None:
        """What is left, and the limit that says so; None if there is no limit."""
        found = self.tightest(world)
        return found and (max(0, found[0] - found[1]), found[2])


@dataclass(frozen=True, eq=False)
class Topic:
    """What the referee tells the table about something."""

    says: str
    sayings: tuple[Duty, ...]

    def remarks(self, world: World) -> list[Remark]:
        """What it tells; what hangs on an untold fact is told with that fact."""
        found = []
        for duty in asked(self.sayings, world["site"], world["actor"]):
            try:
                words = duty.told(world)
            except Unknown as needed:
                words = f"{duty.label}, if so: {'; '.join(world.schema.spec(key).says for key in needed.questions)}"
            if words:
                found.append(Remark(duty.cite, words))
        return found

    def told(self, world: World) -> list[Duty]:
        return [duty for duty in asked(self.sayings, world["site"], world["actor"]) if duty.told(world)]


def _check(value: Any, options: Iterable[str], what: str) -> str:
    options = tuple(options)
    if value not in options:
        raise NotFound(what, value, options)
    return str(value)


def scope(world: World, details: Mapping[str, Any]) -> World:
    """The world with the question laid over it; one of a pair of countries stands as the pair does."""
    return world.scoped(
        actor=stands_as(world, _check(details.get("by", NOBODY), (NOBODY, *ACTORS), "power or country")),
        site=stands_as(world, _check(details.get("in", NOBODY), (NOBODY, *SITES), "country, area or place")),
        means=_check(details.get("with", NOBODY), (NOBODY, *MEANS), "kind of unit or deed"),
        foe=_check(details.get("against", NOBODY), (NOBODY, *ACTORS), "power or country"),
        **{"how-many": int(details.get("number", 0))},
    )


@dataclass(frozen=True)
class Inquirer:
    """All questions of the book under their names, and the steps that answer them."""

    actions: Mapping[str, Action]
    rooms: Mapping[str, RoomLeft]
    topics: Mapping[str, Topic]
    remembered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # status or place -> topics

    def may(self, world: World, action: str, **details: Any) -> Verdict:
        return self.actions[_check(action, self.actions, "action")].verdict(scope(world, details))

    def allowances(
        self, world: World, place: str, limit: str | None, nation: str | None, with_: str | int | None
    ) -> list[Allowance]:
        """One limit as it stands for somebody, or all that are in use at a place."""
        names = list(self.rooms) if limit is None else [_check(limit, self.rooms, "limit")]
        found = [
            self._allowance(world, name, place, who, with_)
            for name in names
            for who in (self.rooms[name].whom if nation is None else (nation,))
        ]
        if limit is not None:
            return found
        return [one for one in found if one.most is not None or (one.needs and _concerned(world, place, one.nation))]

    def _allowance(self, world: World, name: str, place: str, who: str, with_: str | int | None) -> Allowance:
        room = self.rooms[name]
        blank = Allowance(name, room.says, place, "" if who == NOBODY else who)
        how = {} if with_ is None else {"number" if isinstance(with_, int) else "with": with_}
        seen = scope(world, {"by": MEMBERS.get(who, (who,))[0], "in": place, **how})
        if room.only and place not in room.only:
            return blank
        try:
            tightest = room.tightest(seen)
        except Unknown as needed:
            return replace(blank, needs=tuple(needed.questions))
        if tightest is None:
            return blank
        most, used, limit = tightest
        return replace(blank, most=most, used=used, rule=limit.cite, reason=limit.label)

    def tell(self, world: World, place: str, topic: str | None, nation: str | None) -> list[Remark]:
        """What one topic tells of a place, or all that bear on it and on how it stands."""
        seen = scope(world, {"in": place, "by": MEMBERS.get(nation, (nation,))[0] if nation else NOBODY})
        if topic is not None:
            return self.topics[_check(topic, self.topics, "topic")].remarks(seen)
        status = str(world.get(f"status.{place}")) if place in LANDS else ""
        names = (*self.remembered.get(status, ()), *self.remembered.get(place, ()))
        return [remark for name in names for remark in self.topics[name].remarks(seen)]

    def steps(self) -> Steps:
        steps = Steps()

        @steps.step("awaw.may")
        def may(world: World, frame: Frame) -> Directive:
            """May this be done?  A refusal cites the rule."""
            verdict = self.may(world, frame.get("act"), **_details(frame))
            if not verdict.allowed:
                raise Refused(verdict.reason, rule=verdict.rule)
            return done()

        @steps.step("awaw.room")
        def room(world: World, frame: Frame) -> Directive:
            """How many more?  With a number: are there so many left?"""
            room = self.rooms[_check(frame.get("of"), self.rooms, "limit")]
            limits, number = room.tight(scope(world, _details(frame))), frame.get("number")
            if not limits:
                return tell("there is no limit", room.caps[0].cite) if number is None else done()
            most, used, first = limits[0]
            left = max(0, most - used)
            if number is None:
                return tell(f"{left} more: {'; '.join(limit.label for _, _, limit in limits)}", first.cite)
            if number > left:
                raise Refused(f"{first.label}: {left} more", rule=first.cite, allowed=list(range(left + 1)))
            return done()

        @steps.step("awaw.tell")
        def remember(world: World, frame: Frame) -> Directive:
            """What the table should remember."""
            topic = self.topics[_check(frame.get("about"), self.topics, "topic")]
            told = topic.told(scope(world, _details(frame)))
            if not told:
                return done()
            return tell("; ".join(f"{s.label} [{s.cite}]" for s in told), told[0].cite)

        @steps.step("awaw.told")
        def told(world: World, frame: Frame) -> Directive:
            return done()

        return steps


def _concerned(world: World, place: str, who: str) -> bool:
    """Unasked, a limit that cannot be told yet is worth a line only to whoever has to do with the country."""
    families = ("beneficiary", "holder", "garrison") if place in LANDS else ()
    return not who or any(world.get(f"{family}.{place}") in MEMBERS.get(who, (who,)) for family in families)


def _details(frame: Frame) -> dict[str, Any]:
    return {name: frame.vars[name] for name in PARAMETERS if name in frame.vars}


def tell(says: str, cite: str) -> Directive:
    question = confirm(TABLE, f"{capital(says)}.", cite=cite, yes="Noted", no=None, did=f"notes: {says}")
    return ask(question, then="awaw.told")
