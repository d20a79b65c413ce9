"""Tension tracks: what a row is, and how rows move a level.

A track keeps an account.  Each row says how many steps its situation is worth now; the fact `charged.<row>` says what
the row has put on the level so far; the difference is the change.  Rows differ only in how long a charge lasts: a
status row is charged anew each turn, an event once, a captured city until it is lost again.  So every change carries
its row, and taking one back takes back exactly that change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any

from legation.awaw.calendar import when as calendar_of
from legation.awaw.tensions.words import AtLeast, charged, effective
from legation.awaw.vocabulary import tension, turn
from legation.core.errors import NotFound, Refused
from legation.core.expr import YES, Expr, all_of, amount, holds, named, number, truth
from legation.core.facts import Change, World
from legation.core.rules import Assign, Limit, Note, Permit, Rule, carry_out, sets
from legation.core.span import exact, lowest
from legation.core.trace import Trace

__all__ = [
    "LOG",
    "ORDER",
    "Charge",
    "Grants",
    "Jump",
    "Keeps",
    "Ladder",
    "Mobilization",
    "Moment",
    "Reminder",
    "Result",
    "Row",
    "Schedule",
    "Start",
    "TakenOver",
    "Timing",
    "Track",
    "at_end",
    "automatic",
    "captured",
    "event",
    "picture",
    "standing",
    "status",
    "turn_of",
]

LOG = Note("every change of a level is written down with its row and place", "PROC-32")


class Keeps(StrEnum):
    """How long the charge of a row lasts."""

    TURN = "this turn"  # charged anew each turn; the most that was seen in the turn counts
    NOW = "this turn, as things stand"  # charged anew each turn, and set right when things change
    PICTURE = "this turn, as it began"  # charged anew each turn, and set right if the picture is
    EVER = "for good"  # the most that was ever seen stays
    HELD = "while it is held"  # taken back when the territory is lost


class Moment(StrEnum):
    """When the referee looks at the rows, in the order of a turn."""

    START = "start"
    DURING = "during"
    AXIS_END = "axis-end"  # the end of the Axis player turn
    ALLIED_START = "allied-start"  # the Russian and the Western Allied player turns begin
    END = "end"  # the end of the game turn


LATER = (Moment.AXIS_END, Moment.END)
EACH_TURN = (Keeps.TURN, Keeps.NOW, Keeps.PICTURE)
ORDER = Note("the order of a tension track in a turn", "PROC-31", value=tuple(Moment))


@dataclass(frozen=True, eq=False)
class Row:
    """One line of a track: so much for each step, at each of its places by itself.  `{place}` in the label names it."""

    amount: int
    label: str
    steps: tuple[tuple[str, Expr], ...]  # place and how many steps it is worth now; a truth counts one
    cite: str
    keeps: Keeps
    when: Expr = YES  # charged only while this holds
    asked: Moment | None = None  # when the table is asked for what it has not reported
    only: bool = False  # judged at that moment and no other
    happens: bool = False  # an event, not a status: nobody can say whether the next turn brings it

    @property
    def slug(self) -> str:
        return self.cite.lower()

    @property
    def of_each_turn(self) -> bool:
        """A situation that a forecast takes as going on."""
        return self.keeps in EACH_TURN and not self.happens


def automatic(amount: int, label: str, *, cite: str) -> Row:
    """What every turn begins with."""
    return Row(amount, label, (("", YES),), cite, Keeps.TURN)


def picture(amount: int, label: str, when: Expr, *, cite: str) -> Row:
    """A status that is judged by the situation when the turn begins."""
    return Row(amount, label, (("", when),), cite, Keeps.PICTURE)


def status(amount: int, label: str, when: Expr, *, cite: str) -> Row:
    """A status that counts in a turn if it exists at the start or comes about later, once."""
    return Row(amount, label, (("", when),), cite, Keeps.TURN, asked=Moment.START)


def standing(amount: int, label: str, each: Expr, *, cite: str, happens: bool = False) -> Row:
    """What counts as things stand at any moment of the turn, and no longer when they change."""
    return Row(amount, label, (("", each),), cite, Keeps.NOW, happens=happens)


def at_end(moment: Moment, amount: int, label: str, each: Expr, *, cite: str) -> Row:
    """A status that is judged when a player turn ends, so much for each."""
    return Row(amount, label, (("", each),), cite, Keeps.TURN, asked=moment, only=True)


def event(
    amount: int,
    label: str,
    each: Expr,
    *,
    cite: str,
    when: Expr = YES,
    each_turn: bool = False,
    asked: Moment | None = None,
) -> Row:
    """Something that happens, so much for each; `each_turn` begins the count anew every turn."""
    return Row(amount, label, (("", each),), cite, Keeps.TURN if each_turn else Keeps.EVER, when, asked, happens=True)


def captured(amount: int, label: str, *held: tuple[str, Expr], cite: str, asked: Moment | None = None) -> Row:
    """Territory that is taken, each place by itself; taken back when it is lost, charged again when it falls again."""
    return Row(amount, label, held, cite, Keeps.HELD, asked=asked, happens=True)


@dataclass(frozen=True, eq=False)
class Timing:
    """The ids under which rows are judged and kept."""

    afresh: Note
    at_start: Note
    during: Note
    once: Note
    taken_back: Note


@dataclass(frozen=True, eq=False)
class Start:
    """A level to begin with; without a value the table tells what an earlier game has left."""

    label: str
    cite: str
    value: int | None = None
    when: Expr = YES


@dataclass(frozen=True, eq=False)
class Jump:
    """A rule that moves the level, or remembers that it moved, by no row; `at` is its moment, None for every look."""

    rule: Rule
    at: Moment | None = None


@dataclass(frozen=True, eq=False)
class TakenOver:
    """While this holds, one step a turn takes the place of all rows."""

    automatic: Row
    when: Expr


@dataclass(frozen=True, eq=False)
class Reminder:
    """What the table must keep in mind in a player turn of a side, while something holds."""

    side: str
    label: str
    cite: str
    when: Expr
    again: bool = False  # the id of a result that the table is reminded of


@dataclass(frozen=True, eq=False)
class Result:
    """What a level opens; one that does not last closes again when the level falls."""

    level: int
    label: str
    cite: str
    lasts: bool = True
    sets: tuple[Assign, ...] = ()  # what comes about at once

    @property
    def slug(self) -> str:
        return self.cite.lower()


@dataclass(frozen=True, eq=False)
class Mobilization:
    """A mobilization that comes with a level or a season, whichever is first; `also` is its id among the results."""

    level: int
    latest: tuple[int, str]
    label: str
    cite: str
    also: tuple[str, ...]

    @property
    def slug(self) -> str:
        return self.also[0].lower()


@dataclass(frozen=True, eq=False)
class Schedule:
    """Mobilizations, at most one a turn: the first few by level or season, then every turn until all are made."""

    first: tuple[Mobilization, ...]
    then: Note  # its value is how many there are in all
    in_war: Permit
    moment: Note
    ships: Note  # its value is what a shipbuilding increase counts, in BRPs
    brps: int
    pace: Limit | None = None  # what might be thought to hurry it, and does not


@dataclass(frozen=True, eq=False)
class Grants:
    """BRPs that may be given away each turn: one for each level above that of the result."""

    right: Result
    none: Limit
    entered: Expr  # in war the track no longer limits what is granted
    closed: dict[str, Limit]  # who may not receive any, and until when
    to: tuple[str, ...]

    def most(self, track: Track, world: World) -> int:
        """BRPs that a turn allows in all."""
        if not track.right(self.right.slug).allows(world) or self.none.forbids(world):
            return 0
        return amount(track.tested, world) - self.right.level


@dataclass(frozen=True, eq=False)
class Ladder:
    """BRPs that may be given away each turn: one more for each result reached; what was reached stays."""

    rungs: tuple[Result, ...]
    none: Limit
    entered: Expr
    closed: dict[str, Limit]
    to: tuple[str, ...]

    @property
    def right(self) -> Result:
        return self.rungs[0]

    def most(self, track: Track, world: World) -> int:
        self.none.forbids(world)
        return sum(track.right(rung.slug).allows(world) for rung in self.rungs)


def turn_of(year: int, season: str) -> int:
    """The game turn of a season; the first turn is 1."""
    return next(n for n in range(1, 61) if calendar_of(n) == (year, season))


@dataclass(frozen=True, eq=False)
class Charge:
    """A row, or a row at one place: what it is due, and how the difference is put on the level."""

    row: Row
    slot: str
    place: str
    label: str
    steps: Expr
    due: Expr
    rules: tuple[Rule, ...]
    sure: tuple[Rule, ...]  # for a count that is not complete yet

    def judged(self, world: World, moment: Moment) -> tuple[Rule, ...]:
        """The rules to look at now; what nobody has reported is asked for only at the row's own moment."""
        if self.row.only and moment is not self.row.asked:
            return ()
        known = exact(self.row.when.value(world)) and exact(self.due.value(world))
        return self.rules if known or self.row.asked is moment else self.sure


@dataclass(frozen=True, eq=False)
class Track:
    """A tension track as the sheet prints it."""

    slug: str
    title: str
    level: Note
    begins: tuple[Start, ...]
    timing: Timing
    automatic: Row
    pictures: tuple[tuple[str, Expr], ...]
    remembers: tuple[Rule, ...]  # what rows need to know of earlier days
    rows: tuple[Row, ...]
    results: tuple[Result, ...]
    latched: Note | None = None  # results once reached stay; without it they follow the level
    die: Rule | None = None  # when it is rolled
    faces: tuple[int, ...] = ()  # what each face adds to the level for one player turn
    schedule: Schedule | None = None
    grants: Grants | Ladder | None = None
    jumps: tuple[Jump, ...] = ()
    taken_over: TakenOver | None = None
    lifts: tuple[Rule, ...] = ()  # limits that end for good when a level is reached
    wipes: tuple[Assign, ...] = ()  # what is counted anew every turn
    reminders: tuple[Reminder, ...] = ()
    page: tuple[str, ...] = ()  # facts to show beside the level
    played: Expr = YES  # in which games there is such a track
    mobilizing: str = ""  # the step that mobilizes, where it is not the American one
    follow_up: str = ""  # what comes between mobilizations and grants
    further: tuple[object, ...] = ()  # what the sheet says besides
    order: Note = ORDER
    log: Note = LOG

    # -- names
    @property
    def fact(self) -> str:
        return f"tension.{self.slug}"

    @property
    def now(self) -> Expr:
        return tension(self.slug)

    @property
    def tested(self) -> Expr:
        """The level that results are tested against."""
        return effective(self.slug) if self.die else self.now

    @property
    def begun(self) -> Expr:
        return number(f"tension-begun.{self.slug}", f"the last turn {self.title} began")

    @cached_property
    def named_results(self) -> dict[str, Result]:
        return {result.slug: result for result in self.results}

    @property
    def first(self) -> tuple[Mobilization, ...]:
        return self.schedule.first if self.schedule else ()

    @cached_property
    def thresholds(self) -> tuple[Result | Mobilization, ...]:
        """Everything a level opens, from the lowest up."""
        steps: list[Result | Mobilization] = [*self.results, *self.first]
        return tuple(sorted(steps, key=lambda step: step.level))

    # -- rows
    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        return tuple(self._charge(row, place, steps) for row in self.rows for place, steps in row.steps)

    def _charge(self, row: Row, place: str, steps: Expr) -> Charge:
        slot = f"{row.slug}-{place}" if place else row.slug
        label = row.label.replace("{place}", place.replace("-", " ").title())
        due = steps * row.amount
        rules = self._rules(row, slot, label, due)
        # Of what is asked for later in the turn, the part that is certain counts as it comes in.
        sure = self._rules(row, slot, label, AtLeast(steps) * row.amount) if row.asked in LATER else ()
        return Charge(row, slot, place, label, steps, due, rules, sure)

    def _rules(self, row: Row, slot: str, label: str, due: Expr) -> tuple[Rule, ...]:
        """Charge what is due beyond what is charged; where the row allows it, take back what is not due any more."""
        so_far = charged(slot)
        more, less = (due > so_far, due < so_far) if row.amount > 0 else (due < so_far, due > so_far)
        timing = self.timing
        fresh, note = {
            Keeps.TURN: ("it has not counted yet this turn", timing.during),
            Keeps.NOW: ("it has not counted yet this turn", timing.during),
            Keeps.PICTURE: ("the turn began so", timing.at_start),
            Keeps.EVER: ("it has not counted yet", timing.once),
            Keeps.HELD: ("it has not counted yet", timing.once),
        }[row.keeps]
        moves = (sets(f"charged.{slot}", due), sets(self.fact, self.now + due - so_far))
        # The picture counts only in a turn that has been begun.
        on_time = ~(self.begun < turn()) if row.keeps is Keeps.PICTURE else YES
        rules = [Rule(label, row.cite, all_of(on_time, row.when, named(fresh, more, cite=note.cite)), moves)]
        if row.keeps is Keeps.HELD:
            back = named("the territory is lost again", less, cite=timing.taken_back.cite)
            rules.append(Rule(f"{label}: taken back", row.cite, back, moves))
        elif row.keeps in (Keeps.PICTURE, Keeps.NOW):
            rules.append(Rule(f"{label}: set right", row.cite, all_of(on_time, less), moves))
        return tuple(rules)

    @cached_property
    def _on_its_own_level(self) -> tuple[Charge, ...]:
        """Rows that look at the level itself."""
        return tuple(charge for charge in self.charges if self.fact in charge.due.reads())

    def opened(self, world: World) -> list[Change]:
        """The level that the track begins with, if it has none yet."""
        if world.known(self.fact):
            return []
        for start in self.begins:
            if not Permit(start.label, start.cite, start.when).allows(world):
                continue
            level = start.value
            if level is None:
                level = amount(number(f"starting-tension.{self.slug}", f"the {self.title} level to begin with"), world)
            return [Change(self.fact, None, level, start.cite)]
        raise AssertionError(f"{self.title} has no level to begin with")

    def judge(self, world: World, moment: Moment) -> list[Change]:
        """Charge every row what it is due now."""
        opened = self.opened(world)
        if opened:
            world = world.with_changes(opened, world.now)
        remembered, known = carry_out(self.remembers, world)
        if self.taken_over and holds(self.taken_over.when, remembered):
            changes = [*known, *self._silently(remembered, self.taken_over.automatic.cite)]
        else:
            own = [rule for charge in self._on_its_own_level for rule in charge.judged(world, moment)]
            other = [c for c in self.charges if c not in self._on_its_own_level]
            rules = [rule for charge in other for rule in charge.judged(remembered, moment)]
            jumps = [jump.rule for jump in self.jumps if jump.at in (None, moment)]
            # A row reads what was reported and its own charge; those that read the level are looked at again at last.
            changes = [*known, *carry_out((*own, *rules, *jumps, *own), remembered)[1]]
        changes = self._logged(world, changes)
        return [*opened, *changes, *self._follows(world.with_changes(changes, world.now))]

    def _silently(self, world: World, cite: str) -> list[Change]:
        """Events that count for nothing are not made up for later."""
        lasting = [c for c in self.charges if c.row.keeps not in EACH_TURN and exact(c.due.value(world))]
        return carry_out(
            [Rule("not counted", cite, YES, tuple(sets(f"charged.{c.slot}", c.due) for c in lasting), again=True)],
            world,
        )[1]

    def _follows(self, world: World) -> list[Change]:
        """Without a die the level opens at once what it opens; with one, the die comes first."""
        if self.die:
            return []
        found = self.reached(world)
        return [*found, *carry_out(self.lifts, world.with_changes(found, world.now))[1]]

    def begin(self, world: World) -> list[Change]:
        """The start of a turn: the picture is taken, status rows begin afresh, and the automatic step comes first."""
        opened = self.opened(world)
        world = world.with_changes(opened, world.now)
        new = self.begun < turn()
        each_turn = [c for c in self.charges if c.row.keeps in EACH_TURN]
        lasting = [c for c in self.charges if c not in each_turn and exact(c.due.value(world))]
        start = next(s for s in self.begins if s.when.value(world) is True)
        opening = (
            # What happened before the first turn is part of the starting level.
            Rule(start.label, start.cite, self.begun < 1, tuple(sets(f"charged.{c.slot}", c.due) for c in lasting)),
            Rule(
                self.timing.at_start.label,
                self.timing.at_start.cite,
                new,
                tuple(sets(f"at-start.{name}", value) for name, value in self.pictures),
            ),
            Rule(
                self.timing.afresh.label,
                self.timing.afresh.cite,
                new,
                (
                    *(sets(f"charged.{c.slot}", 0) for c in each_turn),
                    *(sets(f"granted.{to}", 0) for to in (self.grants.to if self.grants else ())),
                    *self.wipes,
                ),
            ),
            *self._automatic(new),
            Rule(self.order.label, self.order.cite, new, (sets(f"tension-begun.{self.slug}", turn()),)),
        )
        after, changes = carry_out(opening, world)
        if not changes:
            return opened
        wiped = Change(f"tension-log.{self.slug}", world[f"tension-log.{self.slug}"], [], self.log.cite)
        after = after.with_changes([wiped], after.now)
        changes = [wiped, *self._logged(after, changes)]
        after = world.with_changes(changes, world.now)
        return [*opened, *changes, *self.judge(after, Moment.START)]

    def _automatic(self, new: Expr) -> tuple[Rule, ...]:
        """The step that every turn begins with."""

        def step(row: Row, when: Expr) -> Rule:
            return Rule(row.label, row.cite, when, (sets(self.fact, self.now + row.amount),))

        if self.taken_over is None:
            return (step(self.automatic, new),)
        instead = self.taken_over.when
        return (step(self.automatic, new & ~instead), step(self.taken_over.automatic, new & instead))

    def each_turn(self, world: World) -> int:
        """What a turn adds as things stand."""
        if self.taken_over and holds(self.taken_over.when, world):
            return self.taken_over.automatic.amount
        steady = [c for c in self.charges if c.row.of_each_turn]
        return self.automatic.amount + sum(int(lowest(c.due.value(world))) for c in steady)

    def add(self, world: World, amount_: int, cite: str, label: str) -> list[Change]:
        """A change that is no row's: DPs and covert operations."""
        level = amount(self.now, world)
        return self._logged(world, [Change(self.fact, level, level + amount_, cite)], label)

    def effects(self, face: int, world: World) -> list[Change]:
        """The effective level that a face gives; the level itself stays."""
        assert self.die is not None, self.slug
        fact, stamp = f"effective-tension.{self.slug}", f"die-rolled-in.{self.slug}"
        return [
            Change(fact, world.get(fact), amount(self.now, world) + self.faces[face - 1], self.die.cite),
            Change(stamp, world[stamp], world["turn"], self.die.cite),
        ]

    @cached_property
    def _slots(self) -> dict[str, Charge]:
        return {f"charged.{charge.slot}": charge for charge in self.charges}

    def _logged(self, world: World, changes: list[Change], label: str = "") -> list[Change]:
        """The changes, and a line of the log for each change of the level."""
        slots = self._slots
        jumps = {jump.rule.cite: jump.rule.label for jump in self.jumps}
        if self.taken_over:
            jumps[self.taken_over.automatic.cite] = self.taken_over.automatic.label
        lines = []
        for before, change in pairwise((Change("", None, None), *changes)):
            if change.fact != self.fact:
                continue
            line: dict[str, Any] = {"label": label or jumps.get(change.rule, self.automatic.label)}
            if before.rule == change.rule and (charge := slots.get(before.fact)):
                line = {"label": charge.label, **({"place": charge.place} if charge.place else {})}
            lines.append({**line, "row": change.rule, "amount": change.new - change.old, "level": change.new})
        if not lines:
            return changes
        self.level.used(world)
        self.log.used(world)
        log = f"tension-log.{self.slug}"
        return [*changes, Change(log, world[log], [*world[log], *lines], self.log.cite)]

    # -- results
    def reached(self, world: World) -> list[Change]:
        """What the level opens now, and what it closes again; nothing closes that is to last."""
        return carry_out(self._openings, world)[1]

    @cached_property
    def _openings(self) -> tuple[Rule, ...]:
        level, rules = self.tested, []
        for r in self.results:
            rules.append(Rule(r.label, r.cite, level >= r.level, (sets(_reached(r), True), *r.sets)))
            if not r.lasts and self.latched:
                fell = ~(level >= r.level) & truth(_reached(r))
                rules.append(Rule(f"{r.label}: no longer", self.latched.cite, fell, (sets(_reached(r), False),)))
        rules += [
            Rule(
                m.label,
                m.also[0],
                (level >= m.level) | (turn() >= turn_of(*m.latest)),
                (sets(_reached(m), True),),
            )
            for m in self.first
        ]
        return tuple(rules)

    def right(self, slug: str) -> Permit:
        """The permission behind a result; where results last, it stays once it was reached."""
        result = self.named_results.get(slug)
        if result is None:
            raise NotFound(f"result of {self.title}:", slug, self.named_results)
        stands = self.tested >= result.level
        if self.latched and result.lasts:
            stands = named(f"{self.title} has reached {result.level}", truth(_reached(result)), cite=self.latched.cite)
        return Permit(result.label, result.cite, stands)

    def require(self, slug: str, world: World) -> Result:
        """The result, or the refusal that it has not been reached."""
        permit, result = self.right(slug), self.named_results[slug]
        if not permit.allows(world):
            raise Refused(f"{result.label}: only from {self.title} {result.level} on", rule=result.cite)
        return result

    # -- mobilizations
    def next_mobilization(self, world: World) -> str | None:
        """The id under which a mobilization is due now, if one is."""
        schedule = self.schedule
        if schedule is None:
            return None
        made = world[f"mobilizations.{self.slug}"]
        world.note(schedule.moment.cite, True)
        if schedule.pace:
            schedule.pace.forbids(world)
        if world[f"mobilized-in.{self.slug}"] == world["turn"] or made >= schedule.then.value:
            world.note(schedule.then.cite, False)
            return None
        if schedule.in_war.allows(world):
            return schedule.in_war.cite
        world.note(schedule.then.cite, made >= len(schedule.first))
        if made >= len(schedule.first):
            return schedule.then.cite
        due = schedule.first[made]
        return due.cite if Permit(due.label, due.cite, truth(_reached(due))).allows(world) else None

    def mobilize(self, world: World, cite: str, ships: int) -> list[Change]:
        made, built = f"mobilizations.{self.slug}", f"shipbuilding.{self.slug}"
        stamp = f"mobilized-in.{self.slug}"
        assert self.schedule is not None, self.slug
        return [
            Change(made, world[made], world[made] + 1, cite),
            Change(stamp, world[stamp], world["turn"], cite),
            Change(built, world[built], world[built] + ships, self.schedule.ships.cite),
        ]

    # -- grants
    def grant_left(self, world: World) -> int:
        """BRPs that may still be granted this turn."""
        if self.grants is None:
            return 0
        given = sum(int(world[f"granted.{to}"]) for to in self.grants.to)
        return self.grants.most(self, world) - given

    # -- explaining
    def explain(self, world: World) -> list[Trace]:
        """The sum of this turn line by line, with what did not apply, and what the next levels open."""
        return [self._sum(world), self._next(world)]

    def _sum(self, world: World) -> Trace:
        lines = list(world[f"tension-log.{self.slug}"])
        level = self.now.value(world)
        start = lines[0]["level"] - lines[0]["amount"] if lines else level
        parts = [Trace("at the start of the turn", start, rule=self.level.cite)]
        own = {(c.label, c.row.cite): c for c in self.charges}
        for line in lines:
            charge = own.get((line["label"], line["row"]))
            why = (charge.steps.trace(world),) if charge else ()
            running = Trace("makes", line["level"])
            parts.append(Trace(line["label"], line["amount"], (*why, running), (self.fact,), line["row"], True))
        counted = {(line["label"], line["row"]) for line in lines}
        for charge in self.charges:
            if (charge.label, charge.row.cite) not in counted:
                so_far = Trace("charged so far", world[f"charged.{charge.slot}"], facts=(f"charged.{charge.slot}",))
                parts.append(Trace(charge.label, 0, (charge.steps.trace(world), so_far), (), charge.row.cite, False))
        return Trace(f"the {self.title} level", level, tuple(parts), (self.fact,), self.level.cite)

    def _next(self, world: World) -> Trace:
        level = self.tested.value(world)
        parts = []
        for step in self.thresholds:
            id = step.also[0] if isinstance(step, Mobilization) else step.cite
            is_open = world[_reached(step)]
            missing = () if is_open else (Trace("levels missing", step.level - self.now.value(world)),)
            parts.append(Trace(f"{step.level}: {step.label}", is_open, missing, (_reached(step),), id, is_open))
        cite = self.latched.cite if self.latched else None
        return Trace(f"what the {self.title} level opens", level, tuple(parts), rule=cite)


def _reached(step: Result | Mobilization) -> str:
    return f"tension-result.{step.slug}"
