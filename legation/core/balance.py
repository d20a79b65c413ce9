"""How a game has come out: who stands with whom, what changed hands, which dice fell against the odds, and whether dice
and seals are what was promised.  No winner is named: no book scores the diplomacy, and the table judges.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from legation.core.chronicle import RecordLine, chronicle
from legation.core.dice import Typed
from legation.core.dispatch import tells_of
from legation.core.sight import Sight
from legation.core.views import Mark
from legation.core.words import capital, counted, listed, percent

__all__ = ["Balance", "Changed", "Checked", "Holding", "Holdings", "Struck", "balance_of", "standing_of"]

MOST_STRUCK = 5  # dice against the odds


@dataclass(frozen=True)
class Holding:
    """What stands with one power, by how firmly, now and when the game began."""

    seat: str
    name: str
    bloc: str
    now: tuple[int, ...]
    was: tuple[int, ...]

    @property
    def gained(self) -> int:
        return sum(self.now) - sum(self.was)


class Holdings(NamedTuple):
    """What stands with each power at two moments, and how firmly."""

    classes: tuple[tuple[str, str], ...]  # class and name, the firmest first
    held: tuple[Holding, ...]


@dataclass(frozen=True)
class Changed:
    """A place that does not stand where it stood when the game began, and the entry that moved it last."""

    place: str
    name: str
    was: Mark
    now: Mark
    seq: int = 0
    when: str = ""


@dataclass(frozen=True)
class Struck:
    """A die against the odds, and what came of it."""

    seq: int
    when: str
    says: str
    chance: str  # of what happened
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checked:
    """One thing that the record promises: how many of it there are, and what is known of them."""

    what: str
    count: str
    says: str
    sound: bool | None  # None: it cannot be told yet, or nobody ever promised it


@dataclass(frozen=True)
class Balance:
    """The end of a game, or where it stands, as one sheet."""

    over: bool
    closed: bool
    ended: str  # who ended it, in the words of the record
    lede: str
    turns: int
    entries: int
    tip: str
    classes: tuple[tuple[str, str], ...]  # how firmly: class and name, the firmest first
    standing: tuple[Holding, ...]
    levels: tuple[tuple[str, str, str, str], ...]  # of tracks: fact, name, when the game began, now
    changed: tuple[Changed, ...]
    struck: tuple[Struck, ...]
    checked: tuple[Checked, ...]


def balance_of(sight: Sight) -> Balance:
    game, views = sight.game, sight.book.views
    began = Sight(game.branch(1), sight.seat)
    now, was, stands = _marks(sight), _marks(began), standing_of(sight, began)
    lines = [line for line in chronicle(sight).lines if not line.undone_by]
    changed = tuple(
        _changed(sight, place, was[place], mark, lines)
        for place, mark in now.items()
        if (mark.bloc, mark.cls, mark.to) != (was[place].bloc, was[place].cls, was[place].to)
    )
    ended = next((line.text for line in reversed(lines) if line.kind in ("end", "closed")), "")
    levels = {gauge.fact: gauge.level for gauge in views.gauges(began)}
    clock = sight.world.schema.clock
    return Balance(
        over=game.over,
        closed=game.closed,
        ended=ended if game.over else "",
        lede=_lede(changed),
        turns=int(sight.get(clock) or 0) if clock else 0,
        entries=len(game.record),
        tip=game.record.tip,
        classes=stands.classes,
        standing=stands.held,
        levels=tuple((g.fact, g.name, levels.get(g.fact, ""), g.level) for g in views.gauges(sight)),
        changed=tuple(sorted(changed, key=lambda one: one.seq)),
        struck=_struck(sight, lines),
        checked=_checked(sight, lines),
    )


def standing_of(sight: Sight, before: Sight) -> Holdings:
    """What stands with each power, beside what stood with it at another moment of the game."""
    now, was = _marks(sight), _marks(before)
    held = {mark.cls for mark in (*now.values(), *was.values()) if mark.to}
    classes = tuple((cls, name) for cls, name in _classes(sight) if cls in held)
    return Holdings(classes, tuple(_holding(sight, power, classes, now, was) for power in sight.book.views.powers))


def _marks(sight: Sight) -> dict[str, Mark]:
    def found(open: Sight) -> dict[str, Mark]:
        return {place: open.book.views.mark(open, place) for place in open.book.subjects()}

    return sight.once_for_all("marks of subjects", found)


def _classes(sight: Sight) -> tuple[tuple[str, str], ...]:
    """How firmly something stands with a power, as the legend of the map has it."""
    for legend in sight.book.views.legends[:1]:
        return tuple((cls, name) for bloc, cls, _, name in reversed(legend.signs) if bloc and cls)
    return ()


def _holding(
    sight: Sight, power: str, classes: tuple[tuple[str, str], ...], now: dict[str, Mark], was: dict[str, Mark]
) -> Holding:
    def held(marks: dict[str, Mark]) -> tuple[int, ...]:
        found = Counter(mark.cls for place, mark in marks.items() if power in mark.to and place not in sight.book.seats)
        return tuple(found[cls] for cls, _ in classes)

    return Holding(power, sight.name(power), sight.bloc(power), held(now), held(was))


def _changed(sight: Sight, place: str, was: Mark, now: Mark, lines: list[RecordLine]) -> Changed:
    telling = sight.book.views.telling
    moved = (
        line
        for line in reversed(lines)
        if any(e.fact.split(".")[0] in telling and place in e.fact.split(".")[1:] for e in line.effects)
    )
    last = next(moved, None)
    return Changed(place, sight.place(place), was, now, last.seq if last else 0, last.phase if last else "")


def _lede(changed: tuple[Changed, ...]) -> str:
    if not changed:
        return "Every country stands where it stood when the game began."
    first = min(changed, key=lambda one: one.seq)
    said = capital(f"{counted(len(changed), 'country')} changed hands")
    return f"{said}; {first.name} was the first." if len(changed) > 1 else f"{said}: {first.name}."


def _struck(sight: Sight, lines: list[RecordLine]) -> tuple[Struck, ...]:
    """The dice that were least likely to fall so: those that moved something, and likely ones that did not."""
    found: list[tuple[Fraction, Struck]] = []
    for line in lines:
        die = line.fell
        if die is None or die.needed is None or die.won is None:
            continue
        share = Fraction(max(0, min(die.needed, int(die.die[1:]))), int(die.die[1:]))
        chance = share if die.won else 1 - share
        if chance > Fraction(1, 2):
            continue
        told = tuple(tell.text for tell in tells_of(sight, line))
        if told or not die.won:
            says = f"{die.subject}: {die.says}"
            found.append((chance, Struck(line.seq, line.phase, says, percent(chance), told)))
    likeliest_last = sorted(found, key=lambda pair: (pair[0], not pair[1].told))[:MOST_STRUCK]
    return tuple(sorted((one for _, one in likeliest_last), key=lambda one: one.seq))


def _checked(sight: Sight, lines: list[RecordLine]) -> tuple[Checked, ...]:
    game = sight.game
    wrong, verdict = game.checked()
    rolls = [line for line in lines if line.kind == "roll"]
    typed = sum(line.cause.get("source") == Typed.name for line in rolls)
    sealed = sum(line.kind == "sealed" for line in lines)
    found = [Checked("Chain of the record", f"1 to {len(game.record)}", verdict, not wrong)]
    if len(rolls) > typed:
        says = (
            "Each follows from the key, the words of the seats and its purpose."
            if game.closed
            else "Their key is told when the game is closed; then everybody can check them."
        )
        found.append(Checked("Dice of the referee", str(len(rolls) - typed), says, not wrong if game.closed else None))
    if sealed:
        found.append(Checked("Sealed answers", str(sealed), "What was opened is what was sealed.", not wrong))
    if typed:
        who = listed(dict.fromkeys(sight.name(x.by) for x in rolls if x.cause.get("source") == Typed.name))
        found.append(Checked("Typed dice", str(typed), f"Taken on the word of {who}.", None))
    return tuple(found)
