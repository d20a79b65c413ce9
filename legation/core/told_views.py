"""Shapes of what happened: dice, opened letters, dispatches; of rolls that are due and what may be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from legation.core.desk_views import Mark
from legation.core.voice import figure
from legation.core.words import signed

__all__ = ["Dispatch", "Due", "Fell", "Letter", "OpenedLetters", "Proposal", "TakeBack", "Tell", "Thrown", "Tray"]


# -- what happened
@dataclass(frozen=True)
class Thrown:
    """What a book says of a die that fell: what for, what its sheet added to the face, and what it came to."""

    purpose: str
    added: int | None = None
    result: str = ""
    counts: bool = False  # by itself, though no fact that players talk about became different
    worth: int | None = None  # in money, where the dice of a throw are added up


@dataclass(frozen=True)
class Fell:
    """A die that fell: whose, what for, and the number that it must not exceed, where it succeeds or fails."""

    seq: int
    by: str
    by_name: str
    subject: str  # the country it is about, by name, or what it was thrown for
    purpose: str  # empty if something beside it says so
    roll: int
    die: str
    needed: int | None = None
    won: bool | None = None
    added: int | None = None  # by its sheet
    result: str = ""  # what it came to; empty if the headline says it
    name: str = ""  # who rolled, within a sentence
    by_chair: str = ""  # who typed it in, where that is another
    counts: bool = False  # though nothing that players talk about became different
    worth: int | None = None  # in money, where the dice of a throw are added up

    @property
    def says(self) -> str:
        """The face beside what it needed, or with what was added to it."""
        return self._said(self.by_name)

    @property
    def told(self) -> str:
        """The same with what it came to, as a line of the record has it."""
        return f"{self._said(self.name)}: {self.result}" if self.result else self._said(self.name)

    def _said(self, who: str) -> str:
        by = f", by {self.by_chair}," if self.by_chair else ""
        rolled = f"{who}{by} rolled {self.roll}"
        if self.needed is not None:
            return f"{rolled}, needed {self.needed} or less" if self.needed else f"{rolled}; no face would have done"
        if self.added is None:
            return rolled
        if not self.added:
            return f"{rolled}, and the sheet adds nothing"
        return f"{rolled}, with {signed(self.added)} by the sheet {figure(self.total)}"

    @property
    def total(self) -> int:
        return self.roll + (self.added or 0)


@dataclass(frozen=True)
class Tell:
    """One thing that has come about, as a player would say it."""

    text: str
    rules: tuple[str, ...] = ()
    because: str = ""  # what the rule says of it
    place: str = ""  # whose dossier tells more
    mark: Mark | None = None  # how it is marked now
    seq: int = 0
    letter: str = ""  # under which the line stands on the map
    total: bool = False  # what something came to, which is told after what has turned


@dataclass(frozen=True)
class Letter:
    """What one seat had sealed, now that it lies open."""

    seat: str
    name: str
    bloc: str
    holds: tuple[str, ...]  # a sum, or points by place


@dataclass(frozen=True)
class OpenedLetters:
    """Letters that were opened together, and the number to which they led."""

    seq: int
    letters: tuple[Letter, ...]
    needs: str = ""  # what the die must show, once that is known
    waits: str = ""  # who has to roll it, while it has not fallen
    about: str = ""  # what it was about, by name

    @property
    def says(self) -> str:
        told = "; ".join(f"{letter.name}: {', '.join(letter.holds) or 'nothing'}" for letter in self.letters)
        return f"{self.about}: {told}" if self.about else told


@dataclass(frozen=True)
class Dispatch:
    """What an act or a phase brought about, in order of meaning.  What the headline says is not said again."""

    headline: str  # the one thing that matters most, or how many there are
    first: int  # the entries that it tells of
    last: int
    phase: str
    lead: Tell | None = None  # what the headline tells, with its rules
    fell: tuple[Fell, ...] = ()
    tells: tuple[Tell, ...] = ()
    board: tuple[Tell, ...] = ()  # what is to be moved on the table's own board
    books: tuple[tuple[str, str, str, str], ...] = ()  # what was only written down: what, was, is, rule
    idle: tuple[Fell, ...] = ()  # dice that changed nothing
    reveals: tuple[OpenedLetters, ...] = ()  # what was opened, letter by letter
    phases: tuple[Dispatch, ...] = ()  # over a longer time, a dispatch for each phase; what they tell stands in them
    waits: tuple[Tell, ...] = ()  # what was settled and has not come about yet, with what it waits for
    earlier: tuple[Dispatch, ...] = ()  # over several turns, a dispatch for each before the last

    @property
    def lines(self) -> tuple[Tell, ...]:
        """All that has come about, in the order in which it is told."""
        own = (*((self.lead,) if self.lead else ()), *self.tells)
        return (*own, *(line for phase in self.phases for line in phase.lines))

    @property
    def all_waits(self) -> tuple[Tell, ...]:
        return (*self.waits, *(tell for phase in self.phases for tell in phase.waits))

    @property
    def says(self) -> str:
        """All of it in a breath: the headline, a die that stands alone, and at most three consequences."""
        told = [self.headline, *(die.says for die in self.fell[:1] if len(self.fell) == 1)]
        told += [line.text for line in self.lines if line is not self.lead][:3]
        return " ".join(text if text.endswith((".", "?", "!")) else f"{text}." for text in told)

    @property
    def by_cause(self) -> list[tuple[Fell | None, tuple[Tell, ...], tuple[Tell, ...]]]:
        """Each die with what it brought about and what is to be moved by it; what came of no die stands alone."""
        dice = {die.seq: die for die in self.fell}
        seqs = sorted({*dice, *(tell.seq for tell in (*self.tells, *self.board))})
        return [
            (
                dice.get(seq),
                tuple(tell for tell in self.tells if tell.seq == seq),
                tuple(tell for tell in self.board if tell.seq == seq),
            )
            for seq in seqs
        ]


@dataclass(frozen=True)
class Due:
    """A roll that is due, or comes up when another succeeds."""

    purpose: str  # under which its face is told
    seat: str
    by_name: str
    bloc: str
    subject: str  # the country it is about, by name, or what it is thrown for
    says: str  # what it would bring about
    sides: int
    needed: int | None = None  # the number that it must not exceed, where it succeeds or fails
    added: int | None = None  # to the die, where it is thrown on a table
    cite: str = ""
    country: str = ""  # whose dossier tells more
    hangs_on: str = ""  # the purpose of the roll that must succeed first

    @property
    def needs(self) -> str:
        if self.needed is None:
            return "" if self.added is None else f"{signed(self.added)} to the die"
        return f"{self.needed} or less" if self.needed != 1 else "1"


@dataclass(frozen=True)
class Tray:
    """All rolls that somebody has to make now, one after another, as far as can be foreseen."""

    phase: str
    request: int  # the first of them
    rolls: tuple[Due, ...]
    server: bool = False  # the server may make them

    @property
    def sure(self) -> int:
        """How many there are in any case."""
        return sum(not due.hangs_on for due in self.rolls)


@dataclass(frozen=True)
class Proposal:
    """What somebody has proposed: to take back an act across a die, or to end the game."""

    seq: int  # its entry
    what: str  # undo or end
    by: str
    by_name: str
    says: str  # what would be taken back
    reason: str
    asked: tuple[tuple[str, str, bool], ...]  # seat, name, whether it has said yes
    mine: bool = False  # this reader proposed it
    wanted: bool = False  # this reader is asked


@dataclass(frozen=True)
class TakeBack:
    """What a reader could take back: at once, by leave of others, or not at all, and why."""

    entry: int = 0
    says: str = ""
    free: bool = False
    asks: tuple[str, ...] = ()  # those who would be asked, by name
    why_not: str = ""
    proposal: Proposal | None = None
