"""Why: a reckoning line by line, what did not apply, the facts it rests on, and what hangs on a ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from legation.core.chronicle import Effect, RecordLine, chronicle
from legation.core.errors import NotFound
from legation.core.facts import Change, Origin, World
from legation.core.shortened import brief, row_of, ruled
from legation.core.sight import Sight
from legation.core.span import Span, exact
from legation.core.tables import NET
from legation.core.trace import Trace
from legation.core.views import Fact, Posting, Reckoning, Row
from legation.core.voice import show_value
from legation.core.why import Consulted
from legation.core.words import capital, signed

__all__ = ["Hangs", "Ledger", "Row", "Why", "ledger_of", "why_account", "why_entry", "why_fact", "why_subject"]

Ledger = tuple[tuple[str, str, tuple[Posting, ...]], ...]  # by turn: when, the sum of it, its steps


@dataclass(frozen=True)
class Hangs:
    """What would be otherwise without a ruling."""

    entry: int
    says: str
    reason: str
    instead: str


@dataclass
class Why:
    title: str
    lede: str
    crumb: str
    country: str = ""
    applied: tuple[Row, ...] = ()
    held: tuple[Row, ...] = ()
    total: str = ""
    total_says: str = ""
    total_rule: str = ""
    die: tuple[str, ...] = ()
    rolled: int = 0
    facts: tuple[Fact, ...] = ()
    hangs: tuple[Hangs, ...] = ()
    effects: tuple[tuple[Effect, str], ...] = ()  # each with the label of its rule
    rules: tuple[tuple[str, str], ...] = ()
    line: RecordLine | None = None
    history: tuple[RecordLine, ...] = ()
    what_if: tuple[tuple[str, str, bool], ...] = ()  # label, query, chosen
    conditions: tuple[Row, ...] = ()
    says: tuple[str, ...] = ()  # of an entry: what there is to say beside the rules
    ledger: Ledger = ()
    also: tuple[Row, ...] = ()  # rules that applied on the way
    aside: tuple[Row, ...] = ()  # rules that were looked at on the way, and did not apply


def why_subject(sight: Sight, subject: str, by: str = "", **how: Any) -> Why:
    """Everything that bears on a country; with a nation, the number that it must roll."""
    name = sight.place(subject)
    reckoning = sight.book.views.reckoning(sight, subject, by, **how)
    if reckoning is not None:
        return _reckoned_now(sight, subject, by, reckoning, how)
    traces = sight.explain(subject)
    rows = [row_of(sight.world, trace) for trace in traces]
    found = Why(
        f"What bears on {name}",
        "Every rule that could move it now: what applies, and what was looked at and does not.",
        name,
    )
    found.country = subject
    found.applied = tuple(r for r in rows if r.applied)
    found.held = tuple(r for r in rows if not r.applied)
    return _finish(sight, found, traces)


def _reckoned_now(sight: Sight, subject: str, by: str, reckoning: Reckoning, how: Mapping[str, Any]) -> Why:
    who = f"{sight.name(by)}, {sight.place(subject)}" if by else sight.place(subject)
    found = _number(sight, sight.world, reckoning.trace, who, added=reckoning.added)
    found.country, found.crumb = subject, sight.place(subject)
    found.conditions = tuple(row_of(sight.world, gate) for gate in reckoning.gates)
    found.lede = f"{capital(reckoning.says)}{f': {reckoning.supposing}' if reckoning.supposing else ''}."
    found.what_if = tuple(
        (label, urlencode({"subject": subject, "by": by, **how, **supposed}), now)
        for label, supposed, now in reckoning.what_if
    )

    def again(world: World) -> str:
        other = sight.book.views.reckoning(sight, subject, by, world=world, **how)
        if other is None:
            return ""
        value = show_value(other.trace.value)
        return f"{value} would be added to the die" if other.added else f"the number would be {value} or less"

    return _finish(sight, found, [reckoning.trace, *reckoning.gates], again)


def why_account(sight: Sight, number: int, seat: str) -> Why:
    """A number that a seat keeps an eye on."""
    accounts = sight.accounts(seat)
    if not 0 <= number < len(accounts):
        raise NotFound("account", number, [str(i) for i in range(len(accounts))])
    trace = accounts[number]
    found = Why(f"Why {show_value(trace.value)}?", capital(trace.text) + ".", sight.name(seat))
    found.conditions = (row_of(sight.world, trace),)
    found.total, found.total_says, found.total_rule = show_value(trace.value), capital(trace.text), trace.rule or ""
    return _finish(sight, found, [trace])


def why_fact(sight: Sight, key: str) -> Why:
    """Where a value comes from."""
    spec = sight.world.schema.spec(key)
    if not sight.game.may_see(sight.seat, key):
        raise NotFound("fact that you may see", key, [])
    fact = sight.fact(key)
    found = Why(f"{fact.says}: {fact.value}" if fact.value else fact.says, f"Its source: {fact.source}.", fact.says)
    found.country = next((n for n in spec.names if sight.subject(n)), "")
    found.facts = (fact,)
    lines = [x for x in chronicle(sight).lines if any(e.fact == key for e in x.effects)]
    found.ledger = ledger_of(sight, key)
    found.history = () if found.ledger else tuple(reversed(lines[-12:]))
    found.rules = tuple(
        (id, sight.label(id))
        for id in dict.fromkeys([fact.rule, *(e.rule for x in lines for e in x.effects if e.fact == key)])
        if id
    )
    return found


def ledger_of(sight: Sight, key: str) -> Ledger:
    """Every step of a number that is kept over the game, turn by turn with their sums."""
    return tuple(_by_turn(sight.book.views.ledger(sight, key)))


def _by_turn(postings: Sequence[Posting]) -> Iterator[tuple[str, str, tuple[Posting, ...]]]:
    for when, group in groupby(postings, lambda posting: posting.when):
        mine = tuple(group)
        yield when, signed(sum(posting.step for posting in mine)), mine


def why_entry(sight: Sight, seq: int) -> Why:
    """An entry: its cause, what it changed and by which rules, what they rest on, and what did not apply."""
    told = sight.game.why(seq, sight.seat)
    line = chronicle(sight).lines[seq - 1]
    found = Why(line.text, f"Entry {seq}, {line.phase}.", f"Entry {seq}")
    labels = {(e.change.fact, e.change.rule): e.label for e in told.effects}
    found.line = line
    found.effects = tuple((e, labels.get((e.fact, e.rule)) or sight.label(e.rule)) for e in line.effects)
    found.country = line.countries[0] if line.countries else ""
    found.says = tuple(filter(None, (told.says, capital(str(told.differs)) if told.differs else "")))
    past = Sight(sight.game, sight.seat)
    past.__dict__["world"] = told.before  # the facts as they stood
    reasons = [one.trace for one in told.reasons if one.trace]
    found.conditions = tuple(row_of(told.before, trace) for trace in reasons)
    found.facts = tuple(past.facts(key for trace in (*told.sheets[-1:], *reasons) for key in _telling(trace))[:24])
    if told.sheets:
        _reckoned(sight, told.before, told.sheets[-1], line, found)
    shown = {row.rule for row in (*found.applied, *found.held, *found.conditions)} | {e.rule for e in line.effects}
    found.also, found.aside = (
        tuple(_rule_row(sight, told.before, one) for one in part if one.rule not in shown)
        for part in (told.applied, told.held)
    )
    ids = dict.fromkeys([line.rule, *(e.rule for e in line.effects)])
    found.rules = tuple((id, sight.label(id)) for id in ids if id)
    return found


def _rule_row(sight: Sight, world: World, one: Consulted) -> Row:
    """A rule that was looked at; of a condition, what settled it."""
    if one.trace is None:
        return Row(capital(one.label), "", one.rule, one.applied)
    row = row_of(world, one.trace)
    return Row(capital(one.label), row.value, one.rule, one.applied, (), row.parts, row.ruling, row.open)


def _reckoned(sight: Sight, world: World, sheet: Trace, line: RecordLine, found: Why) -> None:
    """The sheet of a die, as it stood when the die was thrown."""
    reckoned = _number(sight, world, sheet, line.text, added=not sight.book.views.low_wins)
    found.applied, found.held, found.total = reckoned.applied, reckoned.held, reckoned.total
    found.total_says, found.total_rule, found.title = reckoned.total_says, reckoned.total_rule, reckoned.title
    found.lede = f"{line.text}."
    found.rolled = int(line.cause["roll"]) if line.kind == "roll" else 0
    found.die = reckoned.die


# -- rows
def _number(sight: Sight, world: World, trace: Trace, what: str, *, added: bool = False) -> Why:
    """A sum of lines."""
    sides = sight.book.views.sides
    rows: list[Row] = []
    held: list[Row] = []
    sum_ = 0
    for part in trace.parts:
        row = row_of(world, part)
        if not part.applied:
            held.append(row)
            continue
        faces: tuple[str, ...] = ()
        if exact(part.value) and not added:
            faces = _step(sum_, sum_ + int(part.value), sides)
            sum_ += int(part.value)
        first = not rows and not added
        value = show_value(part.value) if first or isinstance(part.value, Span) else signed(part.value)
        rows.append(Row(row.text, value, row.rule, True, faces, row.parts, row.ruling, row.open))
    total = show_value(trace.value) if not added or isinstance(trace.value, Span) else signed(trace.value)
    title = f"Why {total}?" if added else f"Why {total} or less?"
    found = Why(title, what, what)
    found.applied, found.held = tuple(rows), tuple(held)
    found.total, found.total_rule = total, trace.rule or ""
    found.total_says = "Added to the die" if added else f"{total} or less"
    if exact(trace.value) and not added:
        good = max(0, min(int(trace.value), sides))
        found.die = ("sure",) * good + ("",) * (sides - good)
    return found


def _step(before: int, after: int, sides: int) -> tuple[str, ...]:
    """The faces that one line adds or takes away."""
    cells = []
    for face in range(1, sides + 1):
        if face <= min(before, after):
            cells.append("was")
        elif face <= after:
            cells.append("sure")
        elif face <= before:
            cells.append("gone")
        else:
            cells.append("")
    return tuple(cells)


Again = Callable[[World], str]


def _finish(sight: Sight, found: Why, traces: Sequence[Trace], again: Again | None = None) -> Why:
    keys = dict.fromkeys(k for t in traces for k in _telling(t))
    facts = sight.facts(keys)
    found.facts = tuple(sorted(facts, key=lambda f: f.kind == "default"))[:24]
    found.hangs = tuple(_hangs(sight, traces, again))
    ids = dict.fromkeys(r.rule for r in (*found.applied, *found.held, *found.conditions) if r.rule)
    found.rules = tuple((id, sight.label(id)) for id in [*ids, found.total_rule] if id)[:12]
    return found


def _telling(trace: Trace) -> list[str]:
    known = [key for key in brief(trace).facts() if not key.startswith("roll.") and key != NET]
    return list(dict.fromkeys(known))


def _hangs(sight: Sight, traces: Sequence[Trace], again: Again | None) -> list[Hangs]:
    """For each ruling that a reckoning rests on, what it would have been without."""
    keys = {key: sight.world.origin(key).seq for t in traces for key in t.read_facts() if ruled(sight.world, key)}
    made = []
    for key, seq in list(keys.items())[:4]:
        line = chronicle(sight).lines[seq - 1]
        effect = next((c for c in sight.game.record[seq].effects if c.fact == key), None)
        if effect is None or not sight.game.may_see(sight.seat, key):
            continue
        without = sight.world.with_changes([Change(key, effect.new, effect.old)], Origin("given"))
        spec = sight.world.schema.spec(key)
        value = without.get(key)
        instead = spec.told(value) if isinstance(value, bool) else f"{spec.says} would be {sight.told(key, value)}"
        if again is not None:
            instead += f", and {again(without)}"
        made.append(Hangs(seq, capital(spec.says), line.reason, instead))
    return made
