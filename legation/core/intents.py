"""Intents: sheets that a seat has filled in, carried out by the referee through the ordinary requests.

A book offers a seat `Blank`s: all that it may decide in a phase, in rows, with proposals that cost nothing.  Filled in,
a blank is an `Intent`, a plain value that is its seat's alone and no part of the record.  While it holds, the referee
answers from it what it decides, one request after the other through the one door, and stops where it does not: a
counter that nobody thought of, a right that has opened since, another sum than was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from legation.core.acts import Act, Answer, Report, Roll, Who
from legation.core.errors import NotFound, Refused
from legation.core.facts import Count
from legation.core.requests import TABLE, Request
from legation.core.to_json import whole
from legation.core.voice import quoted
from legation.core.words import ago, capital

if TYPE_CHECKING:
    from legation.core.facts import World
    from legation.core.game import Game
    from legation.core.record import Entry
    from legation.core.sight import Sight

__all__ = [
    "BOARD",
    "ROLL",
    "UNDECIDED",
    "Blank",
    "BlankRow",
    "Intent",
    "Pick",
    "blank_of",
    "board_blank",
    "board_intended",
    "send_intents",
    "checked",
    "in_force",
    "now_of",
    "plain_blank",
    "read_rows",
    "told_by",
]

MOST = 1000  # answers in a row: a book whose sheets go round in circles


class Undecided:
    """An intent has no answer to a request."""


UNDECIDED = Undecided()
ROLL = Undecided()  # in place of an answer: the server makes the roll


# -- as they are offered
@dataclass(frozen=True)
class Pick:
    """One thing that a row may be filled with, or may not, and why."""

    value: Any
    label: str
    sure: Fraction | None = None  # the chance that it succeeds, whatever the other side does
    best: Fraction | None = None  # and if the other side does nothing
    cost: int = 0
    closed: str = ""  # why it cannot be chosen
    rule: str = ""
    worth: Fraction | None = None  # what it may be expected to bring, in the game's money


@dataclass(frozen=True)
class BlankRow:
    """One decision: a choice among picks, or a number."""

    key: str
    name: str
    picks: tuple[Pick, ...] = ()
    chosen: Any = None
    least: int = 0  # of a number
    most: int = 0
    subject: str = ""  # whose dossier tells more
    note: str = ""
    rival: str = ""  # who may answer it
    brings: str = ""  # what success brings
    rules: tuple[str, ...] = ()
    why: str = ""  # the query of the page that explains its number
    under: str = ""  # the row that it belongs to
    more: bool = False  # a rarity, behind a fold
    fact: str = ""  # the fact that it tells
    optional: bool = False  # it may be left empty
    old: str = ""  # how old what it proposes is
    costs: bool = False  # of a number: it is taken from what there is to spend
    results: tuple[tuple[str, ...], ...] = ()  # of a number, by its value: what each face of the die would bring
    good: tuple[str, ...] = ()  # those of the results that one hopes for
    says: tuple[str, ...] = ()  # of a number, by its value: what it comes to

    def cost_of(self, value: Any) -> int:
        """What a value takes from what there is to spend."""
        return (value or 0) if self.costs else sum(pick.cost for pick in self.picks if pick.value == value)

    def allows(self, value: Any) -> bool:
        if value is None and self.optional:
            return True
        if not self.picks:
            return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        return any(p.value == value and type(p.value) is type(value) and not p.closed for p in self.picks)


@dataclass(frozen=True)
class Blank:
    """A sheet to be filled in."""

    sheet: str
    title: str
    says: str
    verb: str
    rows: tuple[BlankRow, ...] = ()
    rules: tuple[str, ...] = ()
    closed: tuple[tuple[str, str, str], ...] = ()  # what is not open now: its name, why, by which rule
    coin: str = ""
    free: int | None = None  # what there is to spend
    lasting: bool = False  # it may hold for every turn
    lasts: str = "every turn, until withdrawn"  # how long, if so
    answers: tuple[int, ...] = ()  # the open requests that it would answer
    early: bool = False  # nothing of it is asked yet
    sure_says: str = "succeeds in any case"  # of faces
    wins: str = "Success"  # before what a row brings
    may_says: str = "unless the other side pays enough against it"
    rolls: bool = False  # there are dice that the server may roll
    tells: bool = False  # what it holds is told at once, and confirmed whenever it is asked again
    secret: bool = False  # what stands in it is nobody else's business, though nothing of it may be sealed

    @property
    def facts(self) -> dict[str, str]:
        """The facts that its rows tell, by row."""
        return {row.key: row.fact for row in self.rows if row.fact}

    def filled(self, intent: Intent | None) -> dict[str, Any]:
        """What stands in each row: as it was written, as far as that is allowed, else as proposed."""
        rows = intent.rows if intent else {}
        return {r.key: rows[r.key] if r.key in rows and r.allows(rows[r.key]) else r.chosen for r in self.rows}


# -- as they are filled in
class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet that was filled in.  It holds in one turn, or, `lasting`, until it is withdrawn."""

    sheet: str
    rows: dict[str, Any] = {}
    turn: int = 0
    lasting: bool = False
    rolls: bool = False  # the server rolls where it may


BOARD = "board"


def board_blank(sight: Sight, keys: Iterable[str]) -> Blank | None:
    """Values that a group reads off its own board: told together once, carried forward, changed when they change."""
    rows, known = [], dict.fromkeys(keys)
    asked = [r for r in sight.requests if r.kind == "report" and r.seat == TABLE and set(r.facts) <= known.keys()]
    wanted = {key for r in asked for key in r.facts if sight.world.last(key) is None}
    for key in sorted(known, key=lambda key: key not in wanted):
        spec, last = sight.world.schema.spec(key), sight.world.last(key)
        age = sight.world.age(key) if last is not None else 0
        if isinstance(spec.domain, Count):
            rows.append(
                BlankRow(
                    key,
                    capital(spec.says),
                    chosen=last,
                    least=spec.domain.lo,
                    most=spec.domain.hi,
                    fact=key,
                    optional=key not in wanted,
                    note=f"as last told{f', {ago(age)}' if age else ''}"
                    if last is not None
                    else "asked now"
                    if key in wanted
                    else "",
                )
            )
    if not rows:
        return None
    return Blank(
        BOARD,
        "Values of your board",
        "What no rulebook gives: told once, carried forward, and changed here when it changes. What is left empty is "
        "asked for when a rule needs it.",
        "Tell these",
        tuple(rows),
        lasting=True,
        answers=tuple(r.id for r in asked) if wanted else (),
        early=not wanted,
        tells=True,
    )


def board_intended(sight: Sight, intent: Intent, request: Request) -> Any:
    """Values that were told before are confirmed, where nothing else is asked with them."""
    if request.kind != "report" or request.seat != TABLE:
        return UNDECIDED
    known = (intent.rows.get(key) is not None and sight.world.last(key) is not None for key in request.facts)
    return {} if all(known) else UNDECIDED


def told_by(blank: Blank, rows: Mapping[str, Any], world: World) -> Report | None:
    """The report that a sheet makes at once, if it tells anything new."""
    if not blank.tells:
        return None
    said = {fact: rows[key] for key, fact in blank.facts.items() if rows.get(key) is not None}
    new = {fact: value for fact, value in said.items() if world.get(fact) != value}
    return Report(new) if new else None


def now_of(game: Game) -> int:
    return int(game.world.get(game.world.schema.clock) or 0)


def in_force(game: Game, intents: Iterable[Intent]) -> tuple[Intent, ...]:
    """Those that hold now."""
    now = now_of(game)
    return tuple(intent for intent in intents if intent.lasting or intent.turn == now)


def blank_of(sight: Sight, sheet: str) -> Blank:
    """The sheet of this name that a seat may fill in now."""
    blanks = {blank.sheet: blank for blank in sight.blanks}
    if sheet not in blanks:
        raise NotFound("sheet", sheet, blanks)
    return blanks[sheet]


def checked(blank: Blank, rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows in full, each with what was said or what is proposed; what may not be so is refused."""
    known = {row.key: row for row in blank.rows}
    found = {row.key: row.chosen for row in blank.rows}
    for key, value in rows.items():
        if key not in known:
            raise NotFound("row", key, known)
        row = known[key]
        if not row.allows(value):
            closed = next((p for p in row.picks if p.value == value and p.closed), None)
            allowed = [p.value for p in row.picks if not p.closed] or [f"{row.least} to {row.most}"]
            said = [p.label for p in row.picks if not p.closed] or [f"{row.least} to {row.most}"]
            why = f": {closed.closed}" if closed else ""
            rule = (closed.rule if closed else "") or next(iter(row.rules), None)
            raise Refused(f"{row.name} cannot be {quoted(value)}{why}", rule=rule, allowed=allowed, said=said)
        found[key] = value
    costs = sum(row.cost_of(found[row.key]) for row in blank.rows)
    if blank.free is not None and costs > blank.free:
        over = f"{blank.coin}{costs} is written and {blank.coin}{blank.free} is free"
        raise Refused(over, rule=next(iter(blank.rules), None))
    return found


def read_rows(blank: Blank, said: Mapping[str, str]) -> dict[str, Any]:
    """Rows as somebody types them: a value of the row, or the words for it."""
    found: dict[str, Any] = {}
    rows = {row.key: row for row in blank.rows}
    for key, text in said.items():
        row = rows.get(key)
        if row is None:
            raise NotFound("row", key, rows)
        words = {p.label.lower(): p.value for p in row.picks} | {str(p.value).lower(): p.value for p in row.picks}
        if row.picks and text.strip().lower() in words:
            found[key] = words[text.strip().lower()]
        else:
            size = whole(text.strip().removeprefix("-"))
            found[key] = text if size is None else -size if text.strip().startswith("-") else size
    return found


def plain_blank(blank: Blank, intent: Intent | None) -> dict[str, Any]:
    """A sheet as JSON has it, with what stands in it if it was filled in."""
    rows = []
    for row in blank.rows:
        told = {name: getattr(row, name) for name in ROW_FIELDS}
        told["rules"] = list(row.rules)
        told["picks"] = [
            {
                "value": p.value,
                "label": p.label,
                "sure": None if p.sure is None else str(p.sure),
                "best": None if p.best is None else str(p.best),
                "cost": p.cost,
                "worth": None if p.worth is None else str(p.worth),
                "closed": p.closed,
                "rule": p.rule,
            }
            for p in row.picks
        ]
        rows.append(told)
    return {
        **{name: getattr(blank, name) for name in BLANK_FIELDS},
        "rows": rows,
        "rules": list(blank.rules),
        "closed": [list(each) for each in blank.closed],
        "answers": list(blank.answers),
        "written": None if intent is None else dict(intent.rows),
        "every_turn": bool(intent and intent.lasting),
    }


ROW_FIELDS = (
    *("key", "name", "chosen", "least", "most", "subject", "note", "rival", "brings", "under", "more", "fact"),
    *("costs", "results", "good", "says"),
)
BLANK_FIELDS = ("sheet", "title", "says", "verb", "coin", "free", "lasting", "early", "rolls")


# -- as they are carried out
def send_intents(game: Game, held: Mapping[str, Iterable[Intent]], who: Callable[[str], Who] = Who.of) -> list[Entry]:
    """Answer what the intents of these seats decide, until something is asked that none of them does."""
    made: list[Entry] = []
    for _ in range(MOST):
        found = _next_act(game, held, who)
        if found is None:
            break
        seat, act = found
        try:
            made += game.perform(act, who(seat))
        except Refused:  # it was not to be had like that: whoever is asked decides
            break
    return made


def _next_act(game: Game, held: Mapping[str, Iterable[Intent]], who: Callable[[str], Who]) -> tuple[str, Act] | None:
    from legation.core.sight import Sight  # a sight is of a game

    for seat, intents in held.items():
        mine = [r for r in game.state.requests.values() if r.seat in (seat, TABLE) and not who(seat).is_others(r)]
        valid = in_force(game, intents) if mine else ()
        if not valid:
            continue
        sight = Sight(game, seat, (seat,))
        for request in mine:
            for intent in valid:
                if act := _answered(sight, intent, request):
                    return seat, act
    return None


def _answered(sight: Sight, intent: Intent, request: Request) -> Act | None:
    value = sight.book.views.intended(sight, intent, request)
    if value is ROLL:
        return Roll(request.id) if getattr(sight.game.dice, "asks", False) else None
    return None if value is UNDECIDED else Answer(request.id, value)
