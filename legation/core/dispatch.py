"""Dispatches: what an act or a phase brought about, in order of meaning, from the entries that it left in the record.

First the dice with what they had to show, then who stands where now, what was opened and closed, what is to be moved on
the board; what the referee only writes down comes last, folded.  A book says how its own changes are told
(`Views.tells`); nothing is composed that no entry holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from string import ascii_uppercase

from legation.core.chronicle import Effect, RecordLine, chronicle, opened
from legation.core.sight import Sight
from legation.core.views import Dispatch, Fell, Letter, OpenedLetters, Tell
from legation.core.voice import how_many
from legation.core.words import capital, counted

__all__ = ["acts_of", "dispatch_of", "last_dispatch", "tells_of", "told_since", "waits_of"]

BY_PEOPLE = ("answer", "report", "event", "ruling", "undo", "amend", "sealed")
MANY = 60  # entries that one dispatch looks back over at most
LONG = 400  # and after a long absence


def dispatch_of(sight: Sight, first: int, last: int | None = None) -> Dispatch | None:
    """What the entries from `first` to `last` brought about; None if they tell nothing."""
    views = sight.book.views
    lines = [line for line in chronicle(sight).lines[first - 1 : last] if not line.undone_by]
    fell: list[Fell] = []
    tells: list[Tell] = []
    against: list[Tell] = []
    pieces: dict[str, tuple[int, Effect]] = {}
    books: list[tuple[str, str, str, str]] = []
    for line in lines:
        said = tells_of(sight, line)
        fell += [line.fell] if line.fell else []
        tells += said
        against += [Tell(f"But {r['says']}", (r["rule"],), seq=line.seq) for r in line.cause.get("remarks", ())]
        rules = {rule for tell in said for rule in tell.rules}
        for effect in line.effects:
            family = sight.world.schema.spec(effect.fact).family
            if family.name in views.on_board and effect.rule and not views.just_told(line, effect):
                before = pieces.pop(effect.fact, (0, effect))[1]
                pieces[effect.fact] = line.seq, replace(effect, was=before.was, old=before.old)
            elif family.name not in views.telling or effect.rule not in rules:
                books.append((effect.says, effect.old, effect.new, effect.rule))
    board = views.moved(sight, [found for found in pieces.values() if found[1].was != found[1].is_])
    reveals = [found for line in lines if (found := _reveal(sight, line)) is not None]
    waits = [tell for tell in waits_of(sight) if lines and lines[0].seq <= tell.seq <= lines[-1].seq]
    if not (reveals or fell or tells or against or board or books or waits):
        return None
    moved = {tell.seq for tell in tells}
    tells = sorted(_once(tells), key=lambda tell: tell.total)
    awaited = {found.seq + 1 for found in reveals if found.needs}  # what the letters were opened for
    idle = [die for die in fell if die.seq not in {*moved, *awaited} and not die.counts] if len(fell) > 1 else []
    shown = [die for die in fell if die not in idle]
    worded = "; ".join(f"{tell.text}; {tell.because}" for tell in tells)  # what a die was for is said by what it did
    shown = [_unsaid(die, worded) for die in shown]
    headline, lead = _counted(tells, shown, idle), None
    if reveals and not (tells or fell):
        headline = "The letters are opened"
    elif len(tells) > 1 and len(own := [tell for tell in tells if _of_seat(sight, tell, tells)]) == 1:
        lead, tells = own[0], [tell for tell in tells if tell is not own[0]]
        headline = lead.text
    elif len(tells) == 1 or (tells and len(fell) <= 1):
        lead, *tells = tells
        headline = lead.text
    elif not tells and shown and len({die.subject for die in shown}) == 1:
        headline, shown = _of_dice(sight, shown)
    elif not tells and not fell:
        headline = capital(waits[0].text if waits else lines[-1].text)
    return _lettered(
        Dispatch(
            headline=headline,
            first=lines[0].seq,
            last=lines[-1].seq,
            phase=lines[-1].phase,
            lead=lead,
            reveals=tuple(reveals),
            fell=tuple(shown),
            tells=(*tells, *against),
            board=tuple(board),
            books=tuple(books),
            idle=tuple(idle),
            waits=tuple(waits),
        )
    )


def _of_seat(sight: Sight, tell: Tell, among: Sequence[Tell]) -> bool:
    """Whether a line is about the reader, and no mere sum beside things that have turned."""
    return tell.place == sight.seat and (not tell.total or all(other.total for other in among))


def told_since(sight: Sight, since: int) -> Dispatch | None:
    """All that has come about after an entry: the last turn phase by phase, and each turn before it by itself."""
    lines = chronicle(sight).lines
    first = max(since, len(lines) - LONG, 1) + 1  # the set-up tells nothing
    spans = [list(turn) for _, turn in groupby(lines[first - 1 :], lambda line: line.turn)]
    turns = [told for turn in spans if (told := _of_turn(sight, turn)) is not None]
    if not turns:
        return None
    *earlier, last = turns
    if earlier and not last.phases:
        last = replace(last, phases=(last,), lead=None, reveals=(), fell=(), tells=(), board=(), books=(), idle=())
    before = (replace(_with_letters(turn, iter(())), phase=sight.turn_of(turn.phase)) for turn in earlier)
    return replace(_lettered(last), first=turns[0].first, earlier=tuple(before))


def _of_turn(sight: Sight, lines: Sequence[RecordLine]) -> Dispatch | None:
    """What the entries of one turn have brought about: where that was several phases, with a dispatch for each."""
    whole = dispatch_of(sight, lines[0].seq, lines[-1].seq)
    if whole is None or not _tells(whole):
        return None
    spans = [list(phase) for _, phase in groupby(lines, lambda line: line.phase)]
    found = (dispatch_of(sight, phase[0].seq, phase[-1].seq) for phase in spans)
    told = [one for one in found if one is not None and _tells(one)]
    again = (list(alike) for _, alike in groupby(told, lambda one: one.phase))  # what came between told nothing
    phases = [one for alike in again if (one := _together(sight, alike)) is not None]
    if len(phases) < 2:
        return replace(whole, phase=phases[0].phase) if phases else whole
    moved = [line.text for phase in phases for line in phase.lines]
    headline = "; ".join(moved) if 0 < len(moved) < 3 else whole.headline
    return Dispatch(headline, whole.first, whole.last, whole.phase, phases=tuple(phases))


def _together(sight: Sight, parts: Sequence[Dispatch]) -> Dispatch | None:
    return parts[0] if len(parts) == 1 else dispatch_of(sight, parts[0].first, parts[-1].last)


def waits_of(sight: Sight) -> Sequence[Tell]:
    """What is settled and has not come about yet."""
    return sight.once(("waits", len(sight.game.record)), sight.book.views.waits)


def _tells(found: Dispatch) -> bool:
    """Whether there is more in it than what was only written down."""
    return bool(found.lead or found.tells or found.fell or found.board or found.reveals or found.idle or found.waits)


def _reveal(sight: Sight, line: RecordLine) -> OpenedLetters | None:
    """The letters that an entry opened: sums that were sealed, or hidden facts with something in them."""
    letters = dict[str, list[str]]()
    if line.kind == "reveal":
        letters = {seat: [said] for seat, said in opened(sight, line.cause).items()}
    else:
        shown = sight.game.record[line.seq].reveals
        for effect in (effect for effect in line.effects if effect.fact in shown):
            _, seat, *names = effect.fact.split(".")
            held = letters.setdefault(seat, [])
            if effect.is_:
                held.append(f"{effect.new} in {', '.join(sight.place(name) for name in names)}")
        if not any(letters.values()):
            return None  # empty letters are bookkeeping
    if not letters:
        return None
    found = tuple(Letter(seat, sight.name(seat), sight.bloc(seat), tuple(held)) for seat, held in letters.items())
    about = _sealed_for(sight, line)
    after = chronicle(sight).lines[line.seq : line.seq + 1]
    if after and after[0].fell is not None and after[0].fell.needed is not None:
        return OpenedLetters(line.seq, found, f"{after[0].fell.needed} or less", about=about)
    due = next((r for r in sight.game.requests() if r.kind == "roll" and "success" in r.odds), None)
    if due is None or after or line.kind != "reveal":
        return OpenedLetters(line.seq, found, about=about)
    needed = int(Fraction(due.odds["success"]) * len(due.legal))
    return OpenedLetters(line.seq, found, f"{needed} or less", sight.name(due.seat), about)


def _sealed_for(sight: Sight, line: RecordLine) -> str:
    """The place that opened letters were sealed for."""
    told = chronicle(sight)
    sealed = next((x for x in reversed(told.lines[: line.seq - 1]) if x.kind == "sealed"), None)
    request = told.asked.get(sealed.cause["sealed"]) if sealed and line.kind == "reveal" else None
    return sight.place(request.subject) if request and request.subject else ""


def _lettered(found: Dispatch) -> Dispatch:
    """Each line about a place has a letter, which also stands on the map; a sum lights up nothing."""
    return _with_letters(found, iter(ascii_uppercase))


def _with_letters(found: Dispatch, letters: Iterator[str]) -> Dispatch:
    def lettered(line: Tell) -> Tell:
        return replace(line, letter=next(letters, "") if line.place and not line.total else "")

    lead = lettered(found.lead) if found.lead else None
    tells = tuple(lettered(line) for line in found.tells)
    phases = tuple(_with_letters(phase, letters) for phase in found.phases)
    return replace(found, lead=lead, tells=tells, phases=phases)


def acts_of(sight: Sight, last: int) -> list[int]:
    """The entries up to one with which somebody did something; what follows each belongs to it."""
    lines = chronicle(sight).lines[max(0, last - MANY) : last]
    return [line.seq for line in lines if line.kind in BY_PEOPLE or _typed(line)]


def last_dispatch(sight: Sight, before: int = 0) -> Dispatch | None:
    """What the last act brought about that told something; with `before`, the last one before an entry."""
    last = before - 1 if before else len(chronicle(sight).lines)
    for first in reversed(acts_of(sight, last)):
        found = dispatch_of(sight, first, last)
        if found is not None and _tells(found):
            return found
        last = first - 1
    return None


def _typed(line: RecordLine) -> bool:
    """A die that a person rolled and typed in is an act of its own."""
    return line.kind == "roll" and line.cause.get("source") == "typed"


def tells_of(sight: Sight, line: RecordLine) -> Sequence[Tell]:
    """What an entry changed that players talk about."""
    telling = sight.book.views.telling
    mine = [e for e in line.effects if sight.world.schema.spec(e.fact).family.name in telling]
    return sight.book.views.tells(sight, line.seq, mine)


def _once(tells: Sequence[Tell]) -> list[Tell]:
    """What came about twice in a long time is told once, and so is the rule that several things rest on."""
    found, said = [], set()
    for tell in {tell.text: tell for tell in tells}.values():
        found.append(replace(tell, because="") if tell.because in said else tell)
        said.add(tell.because)
    return found


def _of_dice(sight: Sight, dice: list[Fell]) -> tuple[str, list[Fell]]:
    """Of dice about one thing that changed nothing to speak of: what they came to, and they themselves without that."""
    first, coin = dice[0], sight.book.views.coin
    if first.worth is not None:
        of = f" from {how_many(len(dice), 'die')}" if len(dice) > 1 else ""
        told = f"{coin}{sum(die.worth or 0 for die in dice)}{of}"
    elif len(dice) > 1 or not first.result:
        return capital(first.purpose), [replace(die, purpose="") for die in dice]
    else:
        told = first.result
    return f"{first.subject}: {told}", [
        replace(die, result="", purpose="" if die.purpose == die.subject else die.purpose) for die in dice
    ]


def _unsaid(die: Fell, said: str) -> Fell:
    """A die without what is said beside it."""
    purpose, result = ("" if text in said else text for text in (die.purpose, die.result))
    return replace(die, purpose=purpose, result=result)


def _counted(tells: Sequence[Tell], dice: Sequence[Fell], idle: Sequence[Fell]) -> str:
    what, number = ("thing", len(tells)) if tells else ("roll", len(dice))
    happened = f"{counted(number, what)} {'happened' if tells else 'counted'}" if number else ""
    nothing = f"{counted(len(idle), 'roll')} changed nothing" if idle else ""
    return capital("; ".join(filter(None, (happened, nothing))))
