"""Tension tracks: what a row is, and how rows move a level.

A track keeps an account.  Each row says how many steps its situation is worth now; the fact `charged.<row>` says what
the row has put on the level so far; the difference is the change.  Rows differ only in how long a charge lasts: a
status row is charged anew each turn, an event once, a captured city until it is lost again.  So every change carries
its row, and taking one back takes back exactly that change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.tensions.rows import EACH_TURN, LATER, Keeps, Moment, TrackRow, place_name
from legation.books.awaw.tensions.thresholds import (
    Basis,
    Grants,
    Jump,
    Ladder,
    Mobilization,
    Schedule,
    TakenOver,
    Timing,
    TrackResult,
    TrackStart,
    reached,
    turn_of,
)
from legation.books.awaw.tensions.vocabulary import charged, effective
from legation.books.awaw.vocabulary import TRACKS, tension, turn
from legation.core.compiled import Bundle
from legation.core.errors import NotFound, Refused
from legation.core.expr import YES, Expr, all_of, amount, holds, number, truth
from legation.core.facts import Change, World
from legation.core.rules import Assign, Duty, Order, Permit, Rule, bespoke, carry_out, sets
from legation.core.span import exact

__all__ = ["ORDER", "Charge", "Track", "written_down"]

LOG = "PROC-32"
WIPED = Rule("the log of a turn begins empty", LOG, again=True)
ORDER = Order(
    "the order of a tension track in a turn",
    "PROC-31",
    tuple(Moment),
    says="what every turn adds, the picture when the turn begins, what happens during it, the end of the Axis player "
    "turn, the start of the Allied one, the end of the turn",
)


@dataclass(frozen=True, eq=False)
class Charge:
    """A row, or a row at one place: what it is due, and how the difference is put on the level."""

    row: TrackRow
    slot: str
    place: str
    label: str
    steps: Expr
    due: Expr
    rules: tuple[Rule, ...]
    sure: tuple[Rule, ...]  # for a count that is not complete yet

    @cached_property
    def account(self) -> str:
        """The fact that says what the row has put on the level so far."""
        return f"charged.{self.slot}"

    def known(self, world: World) -> bool:
        """Whether what is due can be said; a simulation is given all that it needs."""
        return not world.lasting or exact(self.due.value(world))

    def judged(self, world: World, moment: Moment) -> tuple[Rule, ...]:
        """The rules to look at now; what nobody has reported is asked for only at the row's own moment."""
        if self.row.only and moment is not self.row.asked:
            return ()
        known = self.known(world) and (not world.lasting or exact(self.row.when.value(world)))
        return self.rules if known or self.row.asked is moment else self.sure


@dataclass(frozen=True, eq=False)
class Track:
    """A tension track as the sheet prints it."""

    slug: str
    title: str
    between: str
    level: Basis
    begins: tuple[TrackStart, ...]
    timing: Timing
    automatic: TrackRow
    pictures: tuple[tuple[str, Expr], ...]
    remembers: tuple[Rule, ...]  # what rows need to know of earlier days
    rows: tuple[TrackRow, ...]
    results: tuple[TrackResult, ...]
    latched: Basis | None = None  # results once reached stay; without it they follow the level
    die: Rule | None = None  # when it is rolled
    faces: tuple[int, ...] = ()  # what each face adds to the level for one player turn
    schedule: Schedule | None = None
    grants: Grants | Ladder | None = None
    jumps: tuple[Jump, ...] = ()
    taken_over: TakenOver | None = None
    lifts: tuple[Rule, ...] = ()  # limits that end for good when a level is reached
    wipes: tuple[Assign, ...] = ()  # what is counted anew every turn
    reminders: Mapping[str, tuple[Duty, ...]] = field(default_factory=dict)  # for the player turn of a side
    page: tuple[str, ...] = ()  # facts to show beside the level
    played: Expr = YES  # in which games there is such a track
    mobilizing: str = ""  # the step that mobilizes, where it is not the American one
    follow_up: str = ""  # what comes between mobilizations and grants
    further: tuple[object, ...] = ()  # what the sheet says besides
    order: Order = ORDER

    # -- names
    @property
    def fact(self) -> str:
        return f"tension.{self.slug}"

    @property
    def now(self) -> Expr:
        return tension(self.slug)

    def raised(self, by: Expr | int) -> Expr:
        """The level that a change leads to."""
        return self.level.named(self.now + by, f"the {self.title} level, kept as one running total")

    @property
    def tested(self) -> Expr:
        """The level that results are tested against."""
        return effective(self.slug) if self.die else self.now

    @property
    def begun(self) -> Expr:
        return number(f"tension-begun.{self.slug}", f"the last turn {self.title} began")

    @cached_property
    def named_results(self) -> dict[str, TrackResult]:
        return {result.slug: result for result in self.results}

    @property
    def first(self) -> tuple[Mobilization, ...]:
        return self.schedule.first if self.schedule else ()

    @cached_property
    def thresholds(self) -> tuple[TrackResult | Mobilization, ...]:
        """Everything a level opens, from the lowest up."""
        steps: list[TrackResult | Mobilization] = [*self.results, *self.first]
        return tuple(sorted(steps, key=lambda step: step.level))

    # -- rows
    @cached_property
    def of_each_turn(self) -> frozenset[str]:
        """The facts of situations that go on, as a forecast takes them."""
        rows = (charge for charge in self.charges if charge.row.of_each_turn)
        return frozenset(key for charge in rows for expr in (charge.due, charge.row.when) for key in expr.reads())

    @cached_property
    def of_rows(self) -> frozenset[str]:
        """All facts that a row rests on."""
        return frozenset(key for c in self.charges for expr in (c.due, c.row.when) for key in expr.reads())

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        return tuple(self._charge(row, place, steps) for row in self.rows for place, steps in row.steps)

    def _charge(self, row: TrackRow, place: str, steps: Expr) -> Charge:
        slot = f"{row.slug}-{place}" if place else row.slug
        label = row.label.replace("{place}", place_name(place))
        due = steps * row.amount
        rules = self._rules(row, slot, label, due)
        # Of what is asked for later in the turn, the part that is certain counts as it comes in.
        sure = self._rules(row, slot, label, AtLeast(steps) * row.amount) if row.asked in LATER else ()
        return Charge(row, slot, place, label, steps, due, rules, sure)

    def _rules(self, row: TrackRow, slot: str, label: str, due: Expr) -> tuple[Rule, ...]:
        """Charge what is due beyond what is charged; where the row allows it, take back what is not due any more."""
        so_far = charged(slot)
        beyond, short = (due > so_far, due < so_far) if row.amount > 0 else (due < so_far, due > so_far)
        more = beyond.worded("[more|nothing more] is due for it than is charged already")
        less = short.worded("[less|no less] is due for it than is charged already")
        timing = self.timing
        says, basis = {
            Keeps.TURN: ("it has [not counted yet|counted] this turn", timing.during),
            Keeps.NOW: ("it has [not counted yet|counted] this turn", timing.during),
            Keeps.PICTURE: (
                "it was[ not] so when the turn began[|, or counts already]",
                timing.at_start,
            ),
            Keeps.EVER: ("it has [not counted yet|counted]", timing.once),
            Keeps.HELD: ("it has [not counted yet|counted]", timing.once),
        }[row.keeps]
        moves = (sets(f"charged.{slot}", due), sets(self.fact, self.raised(due - so_far)))
        # The picture counts only in a turn that has been begun.
        on_time = (
            ~(self.begun < turn()).worded("the turn has [not yet begun|begun]") if row.keeps is Keeps.PICTURE else YES
        )
        rules = [Rule(label, row.cite, all_of(on_time, row.when, basis.named(more, says)), moves)]
        if row.keeps is Keeps.HELD:
            back = timing.taken_back.named(less, "the territory is lost again")
            rules.append(Rule(f"{label}: taken back", row.cite, back, moves))
        elif row.keeps in (Keeps.PICTURE, Keeps.NOW):
            rules.append(Rule(f"{label}: set right", row.cite, all_of(on_time, less), moves))
        return tuple(rules)

    @cached_property
    def _on_its_own_level(self) -> tuple[Charge, ...]:
        """Rows that look at the level itself."""
        return tuple(charge for charge in self.charges if self.fact in charge.due.reads())

    @cached_property
    def _by_reports(self) -> tuple[Charge, ...]:
        """Rows that look at what was reported only."""
        return tuple(charge for charge in self.charges if charge not in self._on_its_own_level)

    @cached_property
    def _dues(self) -> Bundle:
        """What these rows are due, worked out together."""
        return Bundle(charge.due for charge in self._by_reports)

    def _to_look_at(self, world: World, moment: Moment) -> Iterable[Charge]:
        """The rows that may have something to charge or to take back."""
        if not world.lasting:
            return self._by_reports
        world.weighed(lambda w: [rule.applies(w) for c in self._by_reports for rule in c.judged(w, moment)])
        read, dues = world.read, self._dues(world)
        return [c for c, now in zip(self._by_reports, dues, strict=True) if not exact(now) or now != read(c.account)]

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
        if self.taken_over and holds(self.taken_over.of_rows, remembered):
            after, more = self._silently(remembered, self.taken_over.automatic.cite)
        else:
            own = [rule for charge in self._on_its_own_level for rule in charge.judged(world, moment)]
            looked_at = self._to_look_at(remembered, moment)
            rules = [rule for charge in looked_at for rule in charge.judged(remembered, moment)]
            jumps = [jump.rule for jump in self.jumps if jump.at in (None, moment)]
            # A row reads what was reported and its own charge; those that read the level are looked at again at last.
            after, more = carry_out((*own, *rules, *jumps, *own), remembered)
        return [*opened, *self._logged(world, [*known, *more]), *self._follows(after)]

    def _silently(self, world: World, cite: str) -> tuple[World, list[Change]]:
        """Events that count for nothing are not made up for later."""
        lasting = [c for c in self.charges if c.row.keeps not in EACH_TURN and c.known(world)]
        return carry_out(
            [Rule("not counted", cite, YES, tuple(sets(f"charged.{c.slot}", c.due) for c in lasting), again=True)],
            world,
        )

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
        new = (self.begun < turn()).worded(f"{self.title} has [not yet begun|begun] this turn")
        each_turn = [c for c in self.charges if c.row.keeps in EACH_TURN]
        first = holds(self.begun < 1, world)
        lasting = [c for c in self.charges if first and c not in each_turn and c.known(world)]
        start = next(s for s in self.begins if s.when.value(world) is True)
        opening = (
            # What happened before the first turn is part of the starting level.
            Rule(
                start.label,
                start.cite,
                (self.begun < 1).worded("the game [begins|has begun]"),
                tuple(sets(f"charged.{c.slot}", c.due) for c in lasting),
            ),
            self.timing.at_start.rule(new, tuple(sets(f"at-start.{name}", value) for name, value in self.pictures)),
            self.timing.afresh.rule(
                new,
                (
                    *(sets(f"charged.{c.slot}", 0) for c in each_turn),
                    *(sets(f"granted.{to}", 0) for to in (self.grants.to if self.grants else ())),
                    *self.wipes,
                ),
            ),
        )
        after, changes = carry_out(opening, world)
        due = [rule for rule in self._automatic(new) if rule.applies(world)]
        if not due:  # the turn has begun already
            return opened
        if world.lasting:  # a simulation keeps no log
            wiped = WIPED.brings(world, {f"tension-log.{self.slug}": []})
            after = after.with_changes(wiped, after.now)
            changes = [*wiped, *changes]
        begun = Rule(self.order.label, self.order.cite, new, (sets(f"tension-begun.{self.slug}", turn()),), again=True)
        for moment in self.order.of[:2]:
            if moment is Moment.AUTOMATIC:
                more = self._logged(after, carry_out((*due, begun), after)[1])
            else:
                more = self.judge(after, moment)
            after = after.with_changes(more, after.now)
            changes += more
        return [*opened, *changes]

    def _automatic(self, new: Expr) -> tuple[Rule, ...]:
        """The step that every turn begins with."""

        def step(row: TrackRow, when: Expr) -> Rule:
            return Rule(row.label, row.cite, when, (sets(self.fact, self.raised(row.amount)),))

        if self.taken_over is None:
            return (step(self.automatic, new),)
        instead = self.taken_over.when
        return (step(self.automatic, new & ~instead), step(self.taken_over.automatic, new & instead))

    def add(self, world: World, amount_: int, cite: str, label: str) -> list[Change]:
        """A change that is no row's: DPs and covert operations."""
        change = world.change(self.fact, amount(self.raised(amount_), world), cite)
        return self._logged(world, [change], label)

    def effects(self, face: int, world: World) -> list[Change]:
        """The effective level that a face gives; the level itself stays."""
        assert self.die is not None, self.slug
        level = amount(self.now, world) + self.faces[face - 1]
        facts = {f"effective-tension.{self.slug}": level, f"die-rolled-in.{self.slug}": world["turn"]}
        return Rule("the die has fallen", self.die.cite, again=True).brings(world, facts)

    @cached_property
    def _slots(self) -> dict[str, Charge]:
        return {f"charged.{charge.slot}": charge for charge in self.charges}

    def _logged(self, world: World, changes: list[Change], label: str = "") -> list[Change]:
        """The changes, and a line of the log for each change of the level."""
        return [*changes, *written_down(world, self, changes, label)] if world.lasting else changes

    def lines(self, changes: list[Change], label: str = "") -> list[dict[str, Any]]:
        """A line of the log for each change of the level, with its row and place."""
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
        return lines

    # -- results
    def reached(self, world: World) -> list[Change]:
        """What the level opens now, and what it closes again; nothing closes that is to last."""
        return carry_out(self._openings, world)[1]

    @cached_property
    def _openings(self) -> tuple[Rule, ...]:
        level, rules = self.tested, []
        for r in self.results:
            rules.append(Rule(r.label, r.cite, level >= r.level, (sets(reached(r), True), *r.sets)))
            if not r.lasts and self.latched:
                fell = ~(level >= r.level) & truth(reached(r))
                rules.append(self.latched.rule(fell, (sets(reached(r), False),), f"{r.label}: no longer"))
        rules += [
            Rule(
                m.label,
                m.also[0],
                (level >= m.level) | (turn() >= turn_of(*m.latest)).worded("its latest turn has[ not] come"),
                (sets(reached(m), True),),
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
            stands = self.latched.named(truth(reached(result)), f"{self.title} has reached {result.level}")
        return Permit(result.label, result.cite, stands)

    def require(self, slug: str, world: World) -> TrackResult:
        """The result, or the refusal that it has not been reached."""
        permit, result = self.right(slug), self.named_results[slug]
        if not permit.allows(world):
            raise Refused(f"only from {self.title} {result.level} on: {result.label}", rule=result.cite)
        return result

    # -- mobilizations
    def next_mobilization(self, world: World) -> str | None:
        """The id under which a mobilization is due now, if one is."""
        schedule = self.schedule
        if schedule is None:
            return None
        made = world[f"mobilizations.{self.slug}"]
        if world[f"mobilized-in.{self.slug}"] == world["turn"] or made >= schedule.then.value:
            return None
        if schedule.in_war.allows(world):
            return schedule.in_war.cite
        if made >= len(schedule.first):
            return schedule.then.cite
        due = schedule.first[made]
        return due.cite if Permit(due.label, due.cite, truth(reached(due))).allows(world) else None

    def mobilize(self, world: World, cite: str, ships: int) -> list[Change]:
        """A mobilization that was due is made, and with it increases of shipbuilding."""
        made, built = f"mobilizations.{self.slug}", f"shipbuilding.{self.slug}"
        assert self.schedule is not None, self.slug
        due = next(step for step in self.schedule.steps if step.cite == cite)
        facts = {made: world[made] + 1, f"mobilized-in.{self.slug}": world["turn"]}
        counts = self.schedule.ships
        return [
            *Rule(due.label, due.cite, again=True).brings(world, facts),
            *Rule(counts.label, counts.cite, again=True).brings(world, {built: world[built] + ships}),
        ]

    # -- grants
    def grant_left(self, world: World) -> int:
        """BRPs that may still be granted this turn."""
        if self.grants is None:
            return 0
        given = sum(int(world[f"granted.{to}"]) for to in self.grants.to)
        return self.grants.most(self, world) - given


@bespoke(LOG, reads=[number(f"tension.{track}") for track in TRACKS])
def written_down(world: World, track: Track, changes: list[Change], label: str = "") -> list[Change]:
    """Every change of a level is written down with its row and place."""
    lines, log = track.lines(changes, label), f"tension-log.{track.slug}"
    return [world.change(log, [*world[log], *lines], LOG)] if lines else []
