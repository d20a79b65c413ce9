"""Questions to any book: answered by its ability, or refused in a sentence that says what the game has not.

Page, JSON and terminal ask through these, so that a book without odds, money or maps is no special case anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from legation.core.abilities import (
    NOTHING,
    Allowance,
    AnswersQuestions,
    Chances,
    KeepsMoney,
    LooksAhead,
    OwnMaps,
    PrintsTurnSheet,
    Remark,
    RunsCampaigns,
    Supposed,
    TellsOdds,
    Verdict,
    WritesRulePages,
)
from legation.core.book import Book
from legation.core.errors import NotFound, Refused
from legation.core.facts import World
from legation.core.rule_pages import rule_page, rule_pages
from legation.core.trace import Trace
from legation.core.voice import quoted

if TYPE_CHECKING:
    from legation.core.game import Game

__all__ = [
    "accounts_of",
    "allowances_of",
    "campaigns_of",
    "explanation_of",
    "forecast_of",
    "has_questions",
    "map_of",
    "money_page_of",
    "odds_of",
    "one_more_of",
    "outcomes_of",
    "page_of",
    "pages_of",
    "quiet_of",
    "remarks_of",
    "rolled_this_turn",
    "turn_sheet_of",
    "unreported_of",
    "verdict_of",
]


# -- odds and reasons
def odds_of(book: Book, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
    """Exact chances of what can happen to a subject."""
    if not isinstance(book, TellsOdds):
        raise Refused(f"{book.title} has no odds to tell")
    _check_supposed(book, how)
    return book.odds(world, subject, how)


def outcomes_of(book: Book, subject: str) -> dict[str, str]:
    return dict(book.outcomes(subject)) if isinstance(book, TellsOdds) else {}


def one_more_of(book: Book, world: World, subject: str, how: Supposed = NOTHING) -> dict[str, Chances]:
    """What one point more would make of the odds."""
    return book.one_more(world, subject, how) if isinstance(book, TellsOdds) else {}


def quiet_of(book: Book, subject: str) -> dict[str, object]:
    """Facts for a first estimate of the odds before anybody has reported."""
    return book.quiet(subject) if isinstance(book, TellsOdds) else {}


def unreported_of(book: Book, world: World, subject: str) -> dict[str, list[str]]:
    """What the odds had to leave out, by roll: the facts to be reported first."""
    return book.unreported(world, subject) if isinstance(book, TellsOdds) else {}


def forecast_of(
    book: Book, world: World, subject: str, turns: int, how: Supposed = NOTHING
) -> list[dict[str, Fraction]]:
    """Exact chances of where a subject stands after each of the next turns."""
    if not isinstance(book, LooksAhead):
        raise Refused(f"{book.title} looks no further than the next roll")
    _check_supposed(book, how)
    return book.forecast(world, subject, turns, how)


def explanation_of(book: Book, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
    """The rules that bear on a subject."""
    _check_supposed(book, how)
    return book.explain(world, subject, how)


def _check_supposed(book: Book, how: Supposed) -> None:
    known = book.supposes if isinstance(book, TellsOdds) else {}
    for name in how:
        if name not in known:
            raise Refused(f"in {book.title}, {quoted(name)} cannot be supposed here", allowed=list(known))


# -- questions of the table
def has_questions(book: Book, kind: str) -> dict[str, str]:
    """What a book can be asked of a kind (`actions`, `limits` or `topics`), by name; a refusal if it is nothing."""
    found: dict[str, str] = dict(getattr(book, kind)) if isinstance(book, AnswersQuestions) else {}
    if not found:
        raise Refused(f"{book.title} answers no such questions")
    return found


def verdict_of(
    book: Book, world: World, nation: str, action: str, place: str, with_: str | int | None = None
) -> Verdict:
    """Whether a nation may do something at a place."""
    if not isinstance(book, AnswersQuestions):
        raise Refused(f"{book.title} answers no such questions")
    return book.may(world, nation, action, place, with_)


def allowances_of(
    book: Book,
    world: World,
    place: str,
    limit: str | None = None,
    nation: str | None = None,
    with_: str | int | None = None,
) -> list[Allowance]:
    """How many more at a place; nothing in a book that counts nothing."""
    return book.allowances(world, place, limit, nation, with_) if isinstance(book, AnswersQuestions) else []


def remarks_of(
    book: Book, world: World, place: str, topic: str | None = None, nation: str | None = None
) -> list[Remark]:
    """What is to be remembered at a place."""
    return book.tell(world, place, topic, nation) if isinstance(book, AnswersQuestions) else []


# -- money and paper
def accounts_of(book: Book, world: World, seat: str) -> Sequence[Trace]:
    """The numbers a seat keeps an eye on; none where there is no money."""
    return book.accounts(world, seat) if isinstance(book, KeepsMoney) else ()


def money_page_of(book: Book, world: World, seat: str) -> Trace:
    """The money of a seat, line by line: the book's own page, or its accounts under one heading."""
    if seat not in book.seats:
        raise NotFound("nation", seat, book.seats)
    if not isinstance(book, KeepsMoney):
        raise Refused(f"{book.title} keeps no money")
    page = book.money_page(world, seat)
    if page is None:
        accounts = book.accounts(world, seat)
        value = accounts[0].value if accounts else 0
        page = Trace(f"the accounts of {book.seat_titles.get(seat, seat)}", value, tuple(accounts))
    return page


def turn_sheet_of(game: Game, world: World, seat: str | None = None) -> dict[str, list[str]]:
    """What is still due this turn, for printing."""
    book = game.book
    if not isinstance(book, PrintsTurnSheet):
        raise Refused(f"{book.title} has no turn sheet")
    return book.turn_sheet(world, seat, frozenset(rolled_this_turn(game)))


def rolled_this_turn(game: Game) -> Iterator[str]:
    """The rules whose dice have fallen since the turn began."""
    for entry in game.backwards():
        if "roll" in entry.cause:
            yield str(entry.cause.get("cite", ""))
        if any(change.fact == game.world.schema.clock for change in entry.effects):
            return


def page_of(book: Book, subject: str) -> str:
    """The rules of a subject as a page of Markdown."""
    if isinstance(book, WritesRulePages):
        return book.page(subject)
    return rule_page(book, book.subjects().get(subject, subject), book.rules_of(subject))


def pages_of(book: Book) -> dict[str, str]:
    """All rule pages by file name."""
    return book.pages() if isinstance(book, WritesRulePages) else rule_pages(book)


# -- what a game is begun or simulated with
def map_of(book: Book) -> OwnMaps:
    if not isinstance(book, OwnMaps):
        raise Refused(f"{book.title} has no map to change")
    return book


def campaigns_of(book: Book) -> RunsCampaigns:
    if not isinstance(book, RunsCampaigns):
        raise Refused(f"{book.title} has no campaigns to simulate")
    return book
