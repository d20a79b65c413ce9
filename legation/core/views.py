"""Views: what a book presents of itself to one seat, as plain values that pages, JSON and the terminal print.

`Views` is what a book overrides where it has more than every book has.  The shapes of the values stand in modules of
their own and can be had from here: of the desk, of what happened, of dossiers.  An edge that prints them knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from legation.core.desk_views import (
    Bid,
    Column,
    Fact,
    Gauge,
    Legend,
    Mark,
    Nation,
    Posting,
    Purse,
    PurseLine,
    Reckoning,
    RollDue,
    Row,
    Rung,
    Way,
)
from legation.core.dossier_views import (
    Bars,
    Dossier,
    Facts,
    Forces,
    Kin,
    Lane,
    Level,
    Limits,
    Odds,
    Outlook,
    Points,
    Right,
    Rights,
    Sayings,
    Section,
    Series,
    Sheet,
    Squares,
    Stacks,
    Step,
    Story,
    StoryChapter,
    StoryEvent,
    Threshold,
    Tip,
    Tips,
)
from legation.core.facts import Family
from legation.core.intents import UNDECIDED, Blank, Intent
from legation.core.requests import Request
from legation.core.told_views import Dispatch, Due, Fell, Letter, OpenedLetters, Proposal, TakeBack, Tell, Thrown, Tray
from legation.core.voice import show_value
from legation.core.words import capital, percent

if TYPE_CHECKING:
    from legation.core.chronicle import Effect, RecordLine
    from legation.core.machine import Frame
    from legation.core.sight import Sight

__all__ = [
    "Bars",
    "Bid",
    "StoryChapter",
    "Column",
    "Dispatch",
    "Dossier",
    "Due",
    "Fact",
    "Facts",
    "Fell",
    "Forces",
    "Gauge",
    "StoryEvent",
    "Kin",
    "Lane",
    "Legend",
    "Letter",
    "Level",
    "Limits",
    "Mark",
    "Nation",
    "Odds",
    "Outlook",
    "Points",
    "Proposal",
    "Posting",
    "Purse",
    "PurseLine",
    "Reckoning",
    "OpenedLetters",
    "Right",
    "Rights",
    "RollDue",
    "Row",
    "Rung",
    "Sayings",
    "Section",
    "Sheet",
    "Squares",
    "Stacks",
    "Step",
    "Story",
    "TakeBack",
    "Tell",
    "Thrown",
    "Threshold",
    "Tip",
    "Tips",
    "Tray",
    "Views",
    "Way",
    "Series",
]


class Views:
    """What a book presents of itself.  A book sets and overrides what it has more of than these defaults."""

    way: Way | None = None
    pitch: str = ""  # what the game is about, for somebody who is about to begin one
    plates: tuple[str, ...] = ()  # of the map, the large one of the desk first
    plate_titles: tuple[str, ...] = ()
    legends: tuple[Legend, ...] = ()
    sides: int = 6  # of the die on which most is decided
    low_wins: bool = False  # a roll succeeds with its low faces
    coin: str = ""  # before a sum of money
    gauges_title: str = "Levels"
    powers: tuple[str, ...] = ()
    tinctures: Mapping[str, str] = {}  # the colours of the powers, by the names of the stylesheet
    heraldry: Mapping[str, str] = {}  # what a herald calls the colours
    place_families: tuple[str, ...] = ()  # board facts that a place is asked for, in this order
    of_places: tuple[str, ...] = ()  # families with a place as their first name
    lands: str = ""  # the family of facts that every land has, with a dossier or without
    telling: tuple[str, ...] = ()  # families that players talk about, those that matter most first
    usual: tuple[str, ...] = ()  # events that are told in most turns, the most usual first
    on_board: tuple[str, ...] = ()  # families of pieces that the table moves on its own board
    columns: tuple[Column, ...] = ()
    story: Mapping[str, str] = {}  # facts that make the story of a land, and what to call them
    standing: str = ""  # the procedure that says how a land stands
    deadlines: tuple[str, ...] = ()  # facts of a land that say what is on its way
    example_rule: str = ""  # an id as a player would begin to type it

    # -- words
    def tincture(self, power: str) -> str:
        """The colour of a power; empty for what is no power."""
        return self.tinctures.get(power, "")

    def turn(self, sight: Sight) -> tuple[str, str]:
        """Where the game stands, for the masthead: the turn, and the part of it."""
        return self.heading(sight.game.phase)

    def heading(self, phase: str) -> tuple[str, str]:
        """A phase as the book calls it: the turn, and the part of it, if it has come to one."""
        turn, _, part = phase.partition(", " if ", " in phase else ": ")
        return turn, part

    def turn_short(self, sight: Sight) -> tuple[str, str]:
        """The same where there is little room."""
        return self.turn(sight)[0], ""

    def when(self, sight: Sight) -> str:
        """When the game stands, in a few words."""
        return self.turn(sight)[0]

    def turn_says(self, turn: int) -> str:
        """A turn by its number, in words."""
        return f"turn {turn}"

    # -- the desk
    def ladder(self, sight: Sight) -> list[Rung]:
        return [Rung(sight.game.phase, "now")]

    def purse(self, sight: Sight) -> Purse | None:
        return None

    def in_hand(self, sight: Sight) -> str:
        """What the total of a ledger is."""
        return "In all"

    def payees(self, sight: Sight, place: str) -> list[str]:
        """The seats in whose ledgers a place stands."""
        return []

    def gauges(self, sight: Sight) -> list[Gauge]:
        return []

    def blanks(self, sight: Sight) -> Sequence[Blank]:
        """The sheets that the seat may fill in now, each with all that it decides."""
        return ()

    def intended(self, sight: Sight, intent: Intent, request: Request) -> Any:
        """The answer that a sheet of the seat gives to a request, or `UNDECIDED`."""
        return UNDECIDED

    # -- the map
    def mark(self, sight: Sight, place: str) -> Mark:
        return Mark(says="")

    def mark_of(self, family: str, names: Sequence[str], value: Any) -> Mark:
        """How one fact that has become so is marked in the record."""
        return Mark(says="")

    def tells(self, sight: Sight, seq: int, effects: Sequence[Effect]) -> Sequence[Tell]:
        """What an entry changed that players talk about, as they would say it."""
        found = []
        for effect in effects:
            text = effect.text
            rules = (effect.rule,) if effect.rule else ()
            found.append(Tell(text, rules, sight.because(effect.rule), effect.country, seq=seq))
        return found

    def waits(self, sight: Sight) -> Sequence[Tell]:
        """What is settled and comes about later: because of what not yet, and the entry that settled it."""
        return ()

    def moved(self, sight: Sight, changes: Sequence[tuple[int, Effect]]) -> Sequence[Tell]:
        """What is to be moved on the table's own board, from the pieces that have changed, each with its entry."""
        return [Tell(effect.text, (effect.rule,), seq=seq) for seq, effect in changes]

    def just_told(self, line: RecordLine, effect: Effect) -> bool:
        """Whether the table has moved a piece by itself, and told so: no news to it."""
        return False

    def purpose(self, sight: Sight, label: str) -> str:
        """What a die is thrown for, in words; its label is a name under which it can be found again."""
        head, *names = label.split("/")
        named = ", ".join(sight.place(name) for name in names)
        return f"{head} ({named})" if named else head

    def thrown(self, sight: Sight, label: str, line: RecordLine) -> Thrown:
        """A die of the record: without more, that of a rule which succeeds or not."""
        return Thrown(sight.label(line.rule) or capital(self.purpose(sight, label)))

    def stands_out(self, mark: Mark) -> bool:
        """Whether a part of a whole is marked otherwise than the whole."""
        return bool(mark.bloc or mark.tag)

    # -- a request
    def about(self, sight: Sight, request: Request) -> str:
        """A line under the heading of a request."""
        return ""

    def answered(self, sight: Sight, request: Request, value: Any) -> str:
        """What a seat did by an answer, after its name: “tries Norway”; nothing where question and answer say it."""
        return ""

    def rival(self, sight: Sight, request: Request) -> str:
        """Who seals against this seat."""
        return ""

    def roll_due(self, sight: Sight, request: Request) -> RollDue | None:
        """What an open roll rests on, as its step reckons it."""
        return None

    def added(self, frame: Frame) -> int | None:
        """What is added to the die that a frame waits for, where it is thrown on a table."""
        return None

    def influencer(self, sight: Sight, request: Request) -> str:
        """Whose attempt a request is about."""
        return ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        return {}

    def money(self, request: Request) -> bool:
        """Whether a request is for a sum of money."""
        return bool(self.coin) and request.kind in ("amount", "sealed") and not request.among

    # -- a subject
    def dossier(self, sight: Sight, subject: str, by: str = "") -> Dossier:
        """What a player wants to know of a subject: of any book, what it tells, its odds and what is on record."""
        ahead = sight.outlook(subject)
        words = sight.outcomes(subject)
        rolls = tuple(
            (roll, tuple((outcome, words.get(outcome, ""), percent(share)) for outcome, share in chances.items()))
            for roll, chances in ahead.odds.items()
        )
        found = self.land(sight, subject)
        found.main = (Odds("What can happen next", rolls, ahead.says), *found.main)
        found.aside = (Facts("To be told first", tuple(sight.facts(ahead.needs)), wanted=True),)
        return found

    def nation(self, sight: Sight, seat: str) -> Dossier:
        """A power that somebody plays: how it stands, what it may do, what it has."""
        rows = tuple((capital(trace.text), trace.rule or "", show_value(trace.value)) for trace in sight.accounts(seat))
        sections = (Points("What it may spend", rows),) if rows else ()
        return Dossier(seat, capital(sight.name(seat)), mark=Mark(self.tincture(seat), "own", ""), main=sections)

    def land(self, sight: Sight, slug: str) -> Dossier:
        """A land that the book keeps no dossier of: what is on record."""
        keys = [key for key in sight.world.set_facts() if slug in key.split(".")[1:]]
        record = Facts("On record", tuple(sight.facts(keys)[:24]))
        return Dossier(slug, sight.place(slug), mark=self.mark(sight, slug), main=(record,))

    def outlook(self, sight: Sight, subject: str, turns: int) -> Outlook | None:
        """Where a subject is going, if that can be told."""
        return None

    def reckoning(self, sight: Sight, subject: str, by: str, **how: Any) -> Reckoning | None:
        """The number that matters for a subject, of one nation or side, with what is supposed."""
        return None

    def ledger(self, sight: Sight, key: str) -> Sequence[Posting]:
        """The steps of a number that is kept over the game, oldest first; nothing for what is no such number."""
        return ()

    def series(self, sight: Sight) -> Sequence[Series]:
        """What is drawn over time."""
        return ()

    def lanes(self, sight: Sight) -> tuple[Sequence[str], Sequence[Lane]]:
        """The turns, and who has changed sides in them."""
        return (), ()

    def family_of_places(self, sight: Sight) -> list[Family]:
        known = sight.world.schema.by_name
        return [known[name] for name in self.place_families if name in known]
