"""Dispatches: what an act or a phase brought about, in order of meaning, from the entries that it left in the record.

First the dice with what they had to show, then who stands where now, what was opened and closed, what is to be moved on
the board; what the referee only writes down comes last, folded.  A book says how its own changes are told
(`Views.tells`); nothing is composed that no entry holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from legation.core.chronicle import Line, chronicle
from legation.core.sight import Sight
from legation.core.views import Dispatch, Fell, Tell
from legation.core.words import capital, counted

__all__ = ["acts_of", "dispatch_of", "last_dispatch"]

BY_PEOPLE = ("answer", "report", "event", "ruling", "undo", "amend", "sealed")
MANY = 60  # entries that one dispatch looks back over at most


def dispatch_of(sight: Sight, first: int, last: int | None = None) -> Dispatch | None:
    """What the entries from `first` to `last` brought about; None if they tell nothing."""
    lines = [line for line in chronicle(sight).lines[first - 1 : last] if not line.undone_by]
    fell, tells, board = [], [], []
    books: list[tuple[str, str, str, str]] = []
    for line in lines:
        die = _fell(sight, line)
        said = _told(sight, line)
        fell += [die] if die else []
        tells += said
        rules = {rule for tell in said for rule in tell.rules}
        for effect in line.effects:
            family = sight.world.schema.spec(effect.fact).family
            if family.name in sight.book.views.on_board and effect.rule:
                board.append(Tell(effect.text, (effect.rule,), seq=line.seq))
            elif family.name not in sight.book.views.telling or effect.rule not in rules:
                books.append((effect.says, effect.old, effect.new, effect.rule))
    opened = tuple((line.seq, line.text) for line in lines if line.kind == "reveal")
    if not (opened or fell or tells or board or books):
        return None
    moved = {tell.seq for tell in tells}
    idle = tuple(die for die in fell if die.seq not in moved)
    return Dispatch(
        headline=_headline(lines, fell, tells, idle),
        first=lines[0].seq,
        last=lines[-1].seq,
        phase=lines[-1].phase,
        opened=opened,
        fell=tuple(die for die in fell if die.seq in moved) if len(fell) > 1 else tuple(fell),
        tells=tuple(tells),
        board=tuple(board),
        books=tuple(books),
        idle=idle if len(fell) > 1 else (),
    )


def acts_of(sight: Sight) -> list[int]:
    """The entries with which somebody did something; what follows each belongs to it."""
    return [line.seq for line in chronicle(sight).lines[-MANY:] if line.kind in BY_PEOPLE or _typed(line)]


def last_dispatch(sight: Sight) -> Dispatch | None:
    """What the last act brought about; if it told nothing, the one before it in the same phase."""
    lines = chronicle(sight).lines
    last = len(lines)
    for first in reversed(acts_of(sight)):
        if lines[first - 1].phase != lines[-1].phase:
            break
        found = dispatch_of(sight, first, last)
        if found is not None and (found.tells or found.fell or found.board or found.opened):
            return found
        last = first - 1
    return None


def _typed(line: Line) -> bool:
    """A die that a person rolled and typed in is an act of its own."""
    return line.kind == "roll" and line.cause.get("source") == "typed"


def _fell(sight: Sight, line: Line) -> Fell | None:
    """A die, with the number that it must not exceed where it succeeds or fails."""
    if line.kind != "roll":
        return None
    cause, odds = line.cause, line.cause.get("odds") or {}
    needed = None
    if "success" in odds:
        needed = int(Fraction(odds["success"]) * int(cause["die"][1:]))
    won = None if needed is None else cause["roll"] <= needed
    subject = next((sight.place(place) for place in line.countries), "")
    purpose = sight.label(line.rule).rstrip(".") or line.text
    return Fell(line.seq, line.by, sight.name(line.by), subject, purpose, int(cause["roll"]), cause["die"], needed, won)


def _told(sight: Sight, line: Line) -> list[Tell]:
    telling = sight.book.views.telling
    mine = [e for e in line.effects if sight.world.schema.spec(e.fact).family.name in telling]
    against = [Tell(f"But {r['says']}", (r["rule"],), seq=line.seq) for r in line.cause.get("remarks", ())]
    return [*sight.book.views.tells(sight, line.seq, mine), *against]


def _headline(lines: Sequence[Line], fell: Sequence[Fell], tells: Sequence[Tell], idle: Sequence[Fell]) -> str:
    """The one thing that happened; or how many did."""
    if len(tells) == 1 or (tells and len(fell) <= 1):
        return tells[0].text
    if not tells and len(fell) == 1:
        die = fell[0]
        about = f"{die.subject}: " if die.subject else ""
        if die.won is None:
            return f"{about}{die.by_name} rolled {die.roll}"
        return f"{about}{die.roll} on {die.needed} or less, {'a success' if die.won else 'a failure'}"
    if not tells and not fell:
        return capital(lines[-1].text)
    happened = capital(counted(len(tells), "thing")) + " happened" if tells else "Nothing happened"
    return f"{happened}, {counted(len(idle), 'roll')} changed nothing" if idle else happened
