"""Countries: odds, dossiers, and all of them in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from legation.cli.render.citing import cite
from legation.core.joint import Together
from legation.core.overview import overview_of
from legation.core.sight import Sight
from legation.core.views import (
    Dossier,
    Facts,
    Forces,
    Kin,
    Level,
    Limits,
    Odds,
    Outlook,
    Points,
    Rights,
    Row,
    Sayings,
    Section,
    Sheet,
    Step,
    Story,
    Tips,
)
from legation.core.words import percent

__all__ = ["dossier_view", "forecast_table", "odds_view", "overview_table", "together_view"]


def odds_view(
    odds: Mapping[str, Mapping[str, Fraction]],
    words: Mapping[str, str] | None = None,
    one_more: Mapping[str, Mapping[str, Mapping[str, Fraction]]] | None = None,
) -> Iterable[RenderableType]:
    """Chances by roll and outcome; with what the outcomes mean, and what one point more would make of them."""
    if not odds:
        yield Text("No roll can be made for it now.", style="dim")
        return
    words, one_more = words or {}, one_more or {}
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("roll", "outcome"):
        table.add_column(name)
    for name in ("chance", "", *one_more):
        table.add_column(name, justify="right", max_width=12)
    if words:
        table.add_column("what it means")
    for roll, outcomes in odds.items():
        others = [supposed.get(roll, {}) for supposed in one_more.values()]
        keys = list(dict.fromkeys(key for chances in (outcomes, *others) for key in chances))
        order = list(words)
        for i, outcome in enumerate(sorted(keys, key=order.index) if set(keys) <= set(order) else keys):
            chance = outcomes.get(outcome, Fraction(0))
            shares = [percent(c, 1) if c else "" for c in (chance, *(o.get(outcome) for o in others))]
            cells = [Text(outcome), Text(str(chance) if chance else ""), *map(Text, shares)]
            table.add_row(
                Text(roll if i == 0 else "", style="bold"), *cells, *([words.get(outcome, "")] if words else [])
            )
    yield table


def together_view(joint: Together, asked: Sequence[str]) -> Iterable[RenderableType]:
    """Several attempts: the chance of each, then what was asked (any, all, number)."""
    for subject, chance in joint.chances.items():
        yield Text(f"{subject}: {chance}, {percent(chance, 1)}")
    average = f"{float(joint.expected):.2f} on average"
    if "any" in asked:
        yield Text(f"At least one: {joint.at_least_one}, {percent(joint.at_least_one, 1)}; {average}", style="bold")
    if "all" in asked:
        yield Text(f"All of them: {joint.all}, {percent(joint.all, 1)}", style="bold")
    if asked != ["all"]:
        if "any" not in asked:
            yield Text(f"How many: {average}", style="bold")
        yield from (Text(f"  {n} of {len(joint.chances)}: {percent(share, 1)}") for n, share in joint.number.items())


def forecast_table(turns: Sequence[Mapping[str, Fraction]]) -> RenderableType:
    """Outcomes by turn, in percent; the exact fractions are in the JSON."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("after so many turns")
    for number in range(1, len(turns) + 1):
        table.add_column(str(number), justify="right")
    for outcome in dict.fromkeys(outcome for turn in turns for outcome in turn):
        shares = (turn.get(outcome) for turn in turns)
        table.add_row(Text(outcome), *(percent(share, 1) if share else "" for share in shares))
    return table


def dossier_view(dossier: Dossier) -> Iterable[RenderableType]:
    """What a book presents of a subject."""
    yield Line(Text(dossier.name, style="bold"), align="left", style="blue")
    if dossier.lede:
        yield Text(dossier.lede)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    if dossier.mark.says:
        grid.add_row(
            Text("Stands now"), Text("; ".join(filter(None, (dossier.mark.says, dossier.mark.keys, dossier.mark.note))))
        )
    for label, value, _ in dossier.facts:
        grid.add_row(Text(label), Text(value))
    yield grid
    for section in dossier.sections:
        lines = list(PARTS[section.part](section))
        if lines:
            yield Text(f"\n{section.title}", style="bold")
            yield from lines


# -- the sections of a dossier
def _said(text: str, rule: str = "", *more: str) -> Text:
    """A line with its rule, and what is told beside it."""
    line = Text.assemble(text, " ") if rule else Text(text)
    line.append_text(cite(rule))
    for note in filter(None, more):
        line.append(f"  {note}", style="dim")
    return line


def _rights(section: Rights) -> Iterable[RenderableType]:
    for right in section.rights:
        now = "open now" if right.open else "not open" if right.open is False else "hangs on a report"
        yield _said(f"{right.name}: {right.aim}", right.rule, now)
        if right.steps:
            yield Text("    " + ", ".join(_step(step) for step in right.steps), style="dim")
        for row in [row for row in right.gate if not row.applied][:2] if not right.open else ():
            yield Text(f"    {_valued(row)}", style="dim")


def _valued(row: Row) -> str:
    """A line with its number, if it has one: a truth is told by its words."""
    return f"{row.text}: {row.value}" if row.value else row.text


def _step(step: Step) -> str:
    return f"{step.number} ({', '.join(filter(None, (step.says, step.note)))})" if step.says else str(step.number)


def _tips(section: Tips) -> Iterable[RenderableType]:
    return (_said(tip.text, tip.rule, tip.pct, tip.note) for tip in section.tips)


def _forces(section: Forces) -> Iterable[RenderableType]:
    if section.units:
        yield Text(", ".join(f"{number} {name}" for name, number in section.units))
    if section.guests:
        yield Text("In the country: " + ", ".join(f"{name} {what}" for _, name, what in section.guests))


def _kin(section: Kin) -> Iterable[RenderableType]:
    return _columns(((name, mark.says, worth) for _, name, mark, worth in section.places), "territory stands value")


def _facts(section: Facts) -> Iterable[RenderableType]:
    if section.wanted:
        return (Text(fact.says) for fact in section.facts)
    rows = ((fact.says, fact.value, ", ".join(filter(None, (fact.source, fact.old)))) for fact in section.facts)
    return _columns(rows, "fact value source")


def _limits(section: Limits) -> Iterable[RenderableType]:
    return (_said(f"{who}: {text}" if who else text, rule) for who, text, rule in section.limits)


def _sayings(section: Sayings) -> Iterable[RenderableType]:
    return (_said(text, rule) for text, rule in section.sayings)


def _story(section: Story) -> Iterable[RenderableType]:
    for chapter in section.chapters:
        yield Text(chapter.when, style="dim")
        yield from (Text(f"  {event.lead} (entry {event.seq})") for event in chapter.events)


def _sheet(section: Sheet) -> Iterable[RenderableType]:
    yield Text(f"Who rolls: {section.by_name}")
    yield from _columns(((row.text, row.value, f"[{row.rule}]") for row in section.applied), "modifier adds rule")
    yield Text(f"{len(section.held)} more do not apply; {section.total} is added to the die")
    yield from (Text(f"  {key}: {label}, {share}") for key, label, faces, share in section.bands if faces)
    for count, total, shares, now in section.points:
        chances = ", ".join(f"{head}: {share}" for head, share in zip(section.points_head, shares, strict=True))
        yield Text(f"  with {count} of your points{' as placed' if now else ''}: {total} added; {chances}")
    yield from (Text(f"  to be told first: {fact.says}") for fact in section.needs)
    yield from (_said(f"  {_valued(row)}", row.rule) for row in section.gates if row.applied)


def _level(section: Level) -> Iterable[RenderableType]:
    yield Text(", ".join(f"{turn}: {level}" for turn, _, level in section.past))
    steps = ((str(t.level), t.label, "reached" if t.reached else t.likely, t.rule) for t in section.thresholds)
    yield from _columns(steps, "at brings likely-by rule")
    yield from (_said(f"{label}: {number}", rule) for label, rule, number in section.log)
    ahead = ((when, level, ", ".join(f"{k}: {p}" for k, p in chances)) for when, level, chances in section.forecast)
    yield from _columns(ahead, "when level effective")


def _points(section: Points) -> Iterable[RenderableType]:
    yield from (_said(f"{label}: {number}", rule) for label, rule, number in section.rows)
    if section.total[0] and section.rows:
        yield Text(f"{section.total[0]}: {section.total[1]}", style="bold")


def _elsewhere(section: Section) -> Iterable[RenderableType]:
    """The odds are told exactly, for every book alike; the look ahead has a command of its own."""
    return ()


def _columns(rows: Iterable[Sequence[str]], heads: str) -> Iterable[RenderableType]:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in heads.split():
        table.add_column(head.replace("-", " "))
    for row in rows:
        table.add_row(*map(Text, row))
    return [table] if table.row_count else []


PARTS: Mapping[str, Callable[[Any], Iterable[RenderableType]]] = {
    Rights.part: _rights,
    Tips.part: _tips,
    Outlook.part: _elsewhere,
    Odds.part: _elsewhere,
    Forces.part: _forces,
    Kin.part: _kin,
    Facts.part: _facts,
    Limits.part: _limits,
    Sayings.part: _sayings,
    Story.part: _story,
    Sheet.part: _sheet,
    Level.part: _level,
    Points.part: _points,
}


def overview_table(sight: Sight) -> RenderableType:
    """Every subject in one table: how it stands, and what the book shows of all of them."""
    columns = [column.name for column in sight.book.views.columns]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("country", style="bold")
    for name in ("stands", *columns):
        table.add_column(name)
    for row in overview_of(sight):
        table.add_row(Text(row.name), Text(row.mark.says), *(Text(text) for text, _ in row.cells))
    return table
