"""Dispatches: what an act or a phase brought about, in order of meaning, from the entries that it left in the record.

First the dice with what they had to show, then who stands where now, what was opened and closed, what is to be moved on
the board; what the referee only writes down comes last, folded.  A book says how its own changes are told
(`Views.tells`); nothing is composed that no entry holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    fell: list[Fell] = []
    tells: list[Tell] = []
    against: list[Tell] = []
    board: list[Tell] = []
    books: list[tuple[str, str, str, str]] = []
    for line in lines:
        said = _told(sight, line)
        fell += [line.fell] if line.fell else []
        tells += said
        against += [Tell(f"But {r['says']}", (r["rule"],), seq=line.seq) for r in line.cause.get("remarks", ())]
        rules = {rule for tell in said for rule in tell.rules}
        for effect in line.effects:
            family = sight.world.schema.spec(effect.fact).family
            if family.name in sight.book.views.on_board and effect.rule:
                board.append(Tell(effect.text, (effect.rule,), seq=line.seq))
            elif family.name not in sight.book.views.telling or effect.rule not in rules:
                books.append((effect.says, effect.old, effect.new, effect.rule))
    opened = [(line.seq, line.text) for line in lines if line.kind == "reveal"]
    if not (opened or fell or tells or against or board or books):
        return None
    moved = {tell.seq for tell in tells}
    tells = list({tell.text: tell for tell in tells}.values())  # what came about twice in a long time is told once
    idle = [die for die in fell if die.seq not in moved] if len(fell) > 1 else []
    shown = [die for die in fell if die not in idle]
    headline, lead = _counted(tells, idle), None
    if opened and not (tells or fell):
        lead = Tell(opened[0][1], seq=opened.pop(0)[0])
        headline = lead.text
    elif len(tells) == 1 or (tells and len(fell) <= 1):
        lead, *tells = tells
        headline = lead.text
        worded = {tell.because for tell in (lead, *tells)}
        shown = [replace(die, purpose="") if die.purpose in worded or die.purpose in headline else die for die in shown]
    elif not tells and len(fell) == 1:
        headline, shown = _of_die(fell[0])
    elif not tells and not fell:
        headline = capital(lines[-1].text)
    return Dispatch(
        headline=headline,
        first=lines[0].seq,
        last=lines[-1].seq,
        phase=lines[-1].phase,
        lead=lead,
        opened=tuple(opened),
        fell=tuple(shown),
        tells=(*tells, *against),
        board=tuple(board),
        books=tuple(books),
        idle=tuple(idle),
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
        if found is not None and (found.lead or found.tells or found.fell or found.board or found.opened):
            return found
        last = first - 1
    return None


def _typed(line: Line) -> bool:
    """A die that a person rolled and typed in is an act of its own."""
    return line.kind == "roll" and line.cause.get("source") == "typed"


def _told(sight: Sight, line: Line) -> Sequence[Tell]:
    telling = sight.book.views.telling
    mine = [e for e in line.effects if sight.world.schema.spec(e.fact).family.name in telling]
    return sight.book.views.tells(sight, line.seq, mine)


def _of_die(die: Fell) -> tuple[str, list[Fell]]:
    """Of one die that changed nothing to speak of: what it came to, and the die itself without that."""
    if not die.result:
        return capital(die.purpose), [replace(die, purpose="")]
    return f"{die.subject}: {die.result}", [replace(die, result="")]


def _counted(tells: Sequence[Tell], idle: Sequence[Fell]) -> str:
    happened = capital(counted(len(tells), "thing")) + " happened" if tells else "Nothing happened"
    return f"{happened}, {counted(len(idle), 'roll')} changed nothing" if idle else happened
