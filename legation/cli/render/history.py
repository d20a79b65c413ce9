"""What happened: entries with their changes and rules, and the summary after a phase."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from legation.cli.render.citing import cite
from legation.core.chronicle import Effect, chronicle, effect_of
from legation.core.game import Game
from legation.core.labels import rule_label
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.voice import face
from legation.core.words import capital, chance_says, counted

__all__ = ["change_line", "history_view"]


def _odds_text(cause: Mapping[str, Any]) -> str:
    """What the card of a die said."""
    told = cause.get("odds", {}) if "roll" in cause else {}
    odds = {outcome.replace("-", "−"): chance for outcome, chance in told.items()}
    if set(odds) == {"success"}:
        return f", with a chance of {odds['success']}"
    return f" ({'; '.join(f'{k}: {chance_says(v)}' for k, v in odds.items())})" if odds else ""


def change_line(game: Game, change: Mapping[str, Any]) -> Text:
    """A change that no entry holds, as one of the record is told."""
    return _line(game, effect_of(Sight(game, TABLE), change))


def _line(game: Game, effect: Effect, *, label: bool = False, many: int = 1) -> Text:
    """What became of a fact; of many that became the same alike, what they are about and how many."""
    says = effect.says
    if many > 1:
        family = game.world.schema.spec(effect.fact).family
        worded = face(family.says, effect.is_) if isinstance(effect.is_, bool) else family.says
        says = f"{capital(PLACE.sub('…', worded))} ({many} of them)"
    line = Text(f"{says}  ")
    if effect.new:
        before = f"{effect.old} → " if effect.was is not None else ""
        line = Text.assemble(f"{says}: {before}", (effect.new, "bold"), "  ")
    if effect.rule:
        line.append_text(cite(effect.rule))
        if label and (words := rule_label(game.book, effect.rule)):
            line.append(f" {capital(words)}", style="dim")
    return line


def history_view(
    game: Game, entries: Iterable[Mapping[str, Any]], *, labels: bool = False, seat: str | None = None
) -> list[RenderableType]:
    """Entries, as the chronicle of a seat tells them, with what they changed and by which rule."""
    shown: list[RenderableType] = []
    lines = chronicle(Sight(game, seat or TABLE)).lines
    for entry in entries:
        told_ = lines[entry["seq"] - 1]
        head = Text(told_.text + _odds_text(entry["cause"]) + (f" ({told_.reason})" if told_.reason else ""))
        if rule := entry["cause"].get("cite"):
            head.append(" ")
            head.append_text(cite(rule))
        line = Table.grid(padding=(0, 2))  # so that long words stay clear of the number
        line.add_row(Text(f"{entry['seq']:>4}", style="dim"), head)
        shown.append(line)
        if "setup" in entry["cause"]:
            head.append(f", {counted(len(entry['effects']), 'fact')}", style="dim")
            continue
        shown_of = {change["fact"] for change in entry["effects"]}
        mine = [effect for effect in told_.effects if effect.fact in shown_of and is_told(game, effect.fact)]
        lasting = _lasting(mine)
        if not lasting and "roll" in entry["cause"] and "odds" in entry["cause"]:
            head.append("  nothing changes", style="dim")
        for remark in entry["cause"].get("remarks", ()):
            against = Text.assemble(("But ", "bold magenta"), f"{remark['says']} ")
            shown.append(Padding(against.append_text(cite(remark["rule"])), (0, 0, 0, 8), expand=False))
        folded = _folded(lasting)
        for before, alike in zip([None, *folded], folded, strict=False):  # a rule's words once, not on every line
            named = labels and (before is None or before[0].rule != alike[0].rule)
            line_ = _line(game, alike[0], label=named, many=len(alike))
            shown.append(Padding(line_, (0, 0, 0, 8), expand=False))
    return shown


MANY = 6  # so many facts of one family that come to nothing are told in one line
PLACE = re.compile(r"\{\d\}")


def _folded(effects: Sequence[Effect]) -> list[list[Effect]]:
    """Changes one by one, but where many facts of a family come to nothing alike, all of these together."""
    same: dict[str, list[Effect]] = {}
    found = []
    for effect in effects:
        about = effect.fact if effect.is_ else effect.fact.split(".")[0]  # where something is left, it matters where
        alike = same.setdefault(repr((about, effect.was, effect.is_, effect.rule)), [])
        alike.append(effect)
        found.append(alike)
    pairs = zip(effects, found, strict=True)
    return [alike if len(alike) >= MANY else [e] for e, alike in pairs if len(alike) < MANY or e is alike[0]]


def _lasting(effects: Sequence[Effect]) -> list[Effect]:
    """Without what was changed and changed back in the same breath."""
    first = {e.fact: e.was for e in reversed(effects)}
    last = {e.fact: e.is_ for e in effects}
    return [e for e in effects if first[e.fact] != last[e.fact]]


def is_told(game: Game, fact: str) -> bool:
    """Bookkeeping is not worth a line."""
    return not game.world.schema.spec(fact).family.quiet
