"""Deeds of every kind by chance, and what must hold of each of them.

A book offers details for its deeds (`offers`); chance takes one, lawful or not.  A deed is tried on the world of a game
before it is reported, so that nothing comes of it:

- what `may` allows the deed does, and what it refuses the deed refuses under the same rule;
- two deeds that are lawful one after the other, in either order, give the same world.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from legation.core.abilities import AnswersQuestions, Verdict
from legation.core.dice import Fixed
from legation.core.errors import LegationError, Refused, Unknown
from legation.core.facts import World
from legation.core.game import Game
from legation.core.machine import Ask, Draft, Frame, Machine, Roll, State
from legation.core.trials import ToldDeed

__all__ = ["Tried", "any_deed", "lawful_deed", "order_matters", "tried", "unlike_may"]

TRIES = 8


@dataclass(frozen=True)
class Tried:
    """What came of deeds: the world after them, what is asked before they are over, or why one is refused."""

    world: World
    asked: Ask | Roll | None = None
    refusal: LegationError | None = None

    @property
    def over(self) -> bool:
        return self.asked is None and self.refusal is None


# -- making deeds up
def any_deed(game: Game, rng: Random) -> ToldDeed | None:
    """A deed of a random kind with random details; whether it is lawful is another matter."""
    offers, before = game.book.trials.offers, tuple(game.book.trials.before_play)
    if before and game.state.stack and game.state.top.step.startswith(before):
        return None
    ways = [(kind, way) for kind, known in offers.items() for way in known]
    if not ways:
        return None
    kind, way = rng.choice(ways)
    details = way(game.world, rng)
    return ToldDeed(kind, details) if details is not None else None


def lawful_deed(game: Game, rng: Random) -> ToldDeed | None:
    """A deed that is not refused before something is asked about it, if chance finds one soon."""
    for _ in range(TRIES):
        told = any_deed(game, rng)
        if told and takes_it(game, told):
            return told
    return None


def takes_it(game: Game, told: ToldDeed) -> bool:
    """Whether the deed is lawful: refused neither at once nor, as far as can be told, after a question.

    The answer to what the table is asked for may still forbid it, so such a deed is left out, but where the book says
    that it is withdrawn then.
    """
    found = tried(game, told)
    if found.refusal:
        return False
    reports = isinstance(found.asked, Ask) and any(question.kind == "report" for question in found.asked.questions)
    return not reports or told.name in game.book.trials.withdrawn


# -- trying them
def tried(game: Game, *deeds: ToldDeed) -> Tried:
    """What comes of deeds on the present world, one after the other; the game itself does not notice."""
    state = State(game.world.heard_by(None))
    machine = Machine(game.book.steps, Fixed({}), lambda fact: "", game.book.need_cite)
    for told in deeds:
        try:
            found, changes = game.book.located(state.world, told.details)
            game.check_settled(told.name, found)
            state = Machine.apply(state, changes, Draft({}), 0)
            found["reported_by"] = game.book.trials.teller(told)
            frame = Frame(game.book.events[told.name].step, found)
            state, asked = machine.advance(state.at(frame), Draft({}), 0)
        except LegationError as error:
            return Tried(state.world, refusal=error)
        if asked is not None:
            return Tried(state.world, asked)
    return Tried(state.world)


# -- what `may` says and what the deed gets
def unlike_may(game: Game, told: ToldDeed) -> str:
    """In what the deed goes another way than `may` says that it would; nothing if it does not, or is not asked."""
    verdicts: list[Verdict] = []
    unknown = False
    book = game.book
    if not isinstance(book, AnswersQuestions):
        return ""
    for question in book.trials.leave_for(game.world, told):
        try:
            verdicts.append(book.may(game.world, *question))
        except Unknown:
            unknown = True
    if not verdicts or unknown or _waits(game, told):
        return ""
    found, refused = tried(game, told), [verdict for verdict in verdicts if not verdict.allowed]
    if refused and found.refusal is None:
        return f"{told} is done, but: {refused[0].reason} [{refused[0].rule}]"
    if not isinstance(found.refusal, Refused):
        return ""
    if refused and found.refusal.rule not in {*_rules(refused), *game.book.trials.not_asked}:
        return f"{told} is refused under {found.refusal.rule}, but by `may` under {', '.join(_rules(refused))}"
    if not refused and found.refusal.rule not in game.book.trials.not_asked:
        return f"{told} is refused, but allowed under {', '.join(_rules(verdicts))}: {found.refusal}"
    return ""


def _waits(game: Game, told: ToldDeed) -> bool:
    """Whether something of that kind waits for an answer there: that is no matter of leave."""
    try:
        game.check_settled(told.name, game.book.located(game.world, told.details)[0])
    except Refused:
        return True
    return False


def _rules(verdicts: Iterable[Verdict]) -> list[str]:
    return [verdict.rule for verdict in verdicts]


# -- two orders
def order_matters(game: Game, one: ToldDeed, other: ToldDeed) -> str:
    """In what the world differs with the order of two deeds, each of which could come first."""
    places = (game.book.grounds(told.name, game.book.located(game.world, told.details)[0]) for told in (one, other))
    if not game.book.trials.apart(game.world, one, other, *places):
        return ""
    first, second = tried(game, one, other), tried(game, other, one)
    if not (first.over and second.over):
        return ""
    logs = game.book.trials.logs
    found = [c for c in first.world.difference(second.world) if c.fact.split(".")[0] not in logs]
    words = (f"{c.fact} is {c.old!r}, the other way round {c.new!r}" for c in found)
    return f"{one}, then {other}: {'; '.join(words)}" if found else ""
