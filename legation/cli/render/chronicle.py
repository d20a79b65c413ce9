"""What happened: entries with their changes and rules, and the summary after a phase."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from legation.cli.render.words import chance_text, cite, said
from legation.core.chronicle import chronicle
from legation.core.facts import Data
from legation.core.game import Game
from legation.core.labels import rule_label
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.voice import face
from legation.core.words import capital, counted

__all__ = ["change_line", "history_view"]


def _odds_text(cause: Mapping[str, Any]) -> str:
    """What the card of a die said."""
    told = cause.get("odds", {}) if "roll" in cause else {}
    odds = {outcome.replace("-", "−"): chance for outcome, chance in told.items()}
    if set(odds) == {"success"}:
        return f", with a chance of {odds['success']}"
    return f" ({'; '.join(f'{k}: {chance_text(v)}' for k, v in odds.items())})" if odds else ""


def change_line(game: Game, change: Mapping[str, Any], *, label: bool = False) -> Text:
    spec, new = game.world.schema.spec(change["fact"]), change["new"]
    return _line(game, change, spec.told(new) if isinstance(new, bool) else spec.says, label=label)


def _line(game: Game, change: Mapping[str, Any], says: str, *, label: bool) -> Text:
    values = (change["old"], change["new"])
    old, new = ("unknown" if v is None else said(game, v, change["fact"]) for v in values)
    truth = isinstance(change["new"], bool)  # of which the words tell what is so
    line = Text(f"{capital(says)}  ") if truth else Text.assemble(f"{capital(says)}: {old} → ", (new, "bold"), "  ")
    if rule := change.get("rule"):
        line.append_text(cite(rule))
        if label and (words := rule_label(game.book, rule)):
            line.append(f" {words}", style="dim")
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
        if is_idle(game, entry):
            head.append("  nothing changes", style="dim")
        lasting = [c for c in _lasting(entry["effects"]) if is_told(game, c["fact"])]
        for remark in entry["cause"].get("remarks", ()):
            against = Text.assemble(("But ", "bold magenta"), f"{remark['says']} ")
            shown.append(Padding(against.append_text(cite(remark["rule"])), (0, 0, 0, 8), expand=False))
        folded = _folded(lasting)
        for before, alike in zip([None, *folded], folded, strict=False):  # a rule's words once, not on every line
            named = labels and (before is None or before[0]["rule"] != alike[0]["rule"])
            shown.append(Padding(_told_line(game, alike, label=named), (0, 0, 0, 8), expand=False))
    return shown


MANY = 6  # so many facts of one family that come to nothing are told in one line
PLACE = re.compile(r"\{\d\}")


def _folded(changes: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Changes one by one, but where many facts of a family come to nothing alike, all of these together."""
    same: dict[str, list[Mapping[str, Any]]] = {}
    found = []
    for c in changes:
        about = c["fact"] if c["new"] else c["fact"].split(".")[0]  # where something is left, it matters where
        alike = same.setdefault(repr((about, c["old"], c["new"], c["rule"])), [])
        alike.append(c)
        found.append(alike)
    pairs = zip(changes, found, strict=True)
    return [alike if len(alike) >= MANY else [c] for c, alike in pairs if len(alike) < MANY or c is alike[0]]


def _told_line(game: Game, alike: Sequence[Mapping[str, Any]], *, label: bool) -> Text:
    """A change, or many equal ones in one line: what they are about, and how many."""
    if len(alike) == 1:
        return change_line(game, alike[0], label=label)
    family, new = game.world.schema.spec(alike[0]["fact"]).family, alike[0]["new"]
    says = PLACE.sub("…", face(family.says, new) if isinstance(new, bool) else family.says)
    return _line(game, alike[0], f"{says} ({len(alike)} of them)", label=label)


def _lasting(effects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Without what was changed and changed back in the same breath."""
    first = {c["fact"]: c["old"] for c in reversed(effects)}
    last = {c["fact"]: c["new"] for c in effects}
    return [c for c in effects if first[c["fact"]] != last[c["fact"]]]


def is_told(game: Game, fact: str) -> bool:
    """Plain data and bookkeeping are not worth a line."""
    family = game.world.schema.spec(fact).family
    return not family.quiet and not isinstance(family.domain, Data)


def is_idle(game: Game, entry: Mapping[str, Any]) -> bool:
    """A roll that could have decided something and did not."""
    decides = "odds" in entry["cause"] and "roll" in entry["cause"]
    return decides and not any(is_told(game, c["fact"]) for c in entry["effects"])
