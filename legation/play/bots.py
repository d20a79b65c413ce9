"""Bots: they answer the requests of a seat from what that seat may see, and say why.

A bot gets the seat's view of the world and the request as its player would see it, with the odds and the worth of each
answer.  What only the board can tell is left to the people at the table.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from legation.core.abilities import Duelling, Prospect, ReckonsWorth
from legation.core.acts import Answer, Roll, Who
from legation.core.book import Book
from legation.core.dice import Committed
from legation.core.errors import LegationError, NotFound
from legation.core.facts import World
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import Request, least_answer
from legation.core.sight import world_for
from legation.core.words import percent

__all__ = ["BOTS", "Bot", "Move", "bot_named", "move_of", "play_bots"]

MOST_MOVES = 5_000  # in one go: a bot that is asked the same thing for ever
SELDOM = 0.005  # a bid that is drawn less often is not spoken of


@dataclass(frozen=True)
class Move:
    """An answer and the reason for it, in words that a player would use."""

    value: Any
    why: str


@dataclass(frozen=True)
class Sitting:
    """What a bot looks at: its seat, what that seat may see, the request, and its own coin."""

    book: Book
    seat: str
    world: World
    request: Request
    duel: Duelling | None
    coin: random.Random

    def chance(self, value: Any) -> Fraction | None:
        found = self.request.odds.get(str(value))
        return None if found is None else Fraction(found)

    def worth(self, value: Any) -> Fraction | None:
        found = self.request.worth.get(str(value))
        return None if found is None else Fraction(found)

    @property
    def passing(self) -> Any:
        """The answer that does least."""
        return least_answer(self.request)

    def prospect(self, value: Any, points: int | None = None) -> Prospect | None:
        """What naming this promises the seat, by the book's reckoning."""
        if not isinstance(self.book, ReckonsWorth):
            return None
        return self.book.prospect(self.world, self.seat, str(value).rpartition(" ")[2], points)

    def priced(self, sum_: str) -> str:
        """A sum as the players of this game write it."""
        return self.book.priced(sum_) if isinstance(self.book, ReckonsWorth) else sum_


@dataclass(frozen=True)
class Bot:
    """A way to play, by name."""

    name: str
    says: str
    move: Callable[[Sitting], Move]


def _best_worth(at: Sitting) -> Move | None:
    """Where the referee shows what each answer is worth, everybody takes the best."""
    rated = [(worth, -i, value) for i, value in enumerate(at.request.legal) if (worth := at.worth(value)) is not None]
    if not rated:
        return None
    worth, _, value = max(rated)
    said = str(worth) if worth.denominator == 1 else f"{float(worth):.2f}"
    return Move(value, f"worth {at.priced(said)}, more than any other answer")


def _likeliest(at: Sitting, least: Fraction) -> Move | None:
    """The likeliest of the things that can be tried."""
    tries = [v for v in at.request.legal if v != at.passing]
    rated = [(chance, -i, v) for i, v in enumerate(tries) if (chance := at.chance(v)) is not None and chance >= least]
    if not rated:
        return None
    chance, _, value = max(rated)
    return Move(value, f"the best chance, {percent(chance)}")


def _most_promising(at: Sitting) -> Move | None:
    """The attempt that is worth most by the book's own reckoning; none that is worth nothing."""
    tries = [v for v in at.request.legal if v != at.passing]
    rated = {v: found for v in tries if (found := at.prospect(v)) is not None}
    if not rated:
        return None
    best = max(rated, key=lambda v: rated[v].value)
    if not rated[best].value and len(rated) == len(tries):
        return Move(at.passing, "nothing is to be won here")
    found = rated[best]
    return Move(best, f"it promises most: a chance of {percent(found.chance)} for {at.priced(str(found.worth))}")


def _randomly(at: Sitting) -> Move:
    request = at.request
    if request.among:
        points = dict.fromkeys(request.among, 0)
        for _ in range(request.total if points else 0):
            points[at.coin.choice(request.among)] += 1
        return Move(points, "drawn by lot")
    return Move(at.coin.choice(request.legal), "drawn by lot")


def _cautiously(at: Sitting) -> Move:
    """Free attempts yes, money no, and points spread evenly."""
    if at.request.among:
        return Move(_evenly(at.request.among, at.request.total), "a little everywhere")
    if at.request.kind == "choose" and (found := _best_worth(at) or _likeliest(at, Fraction(0))) is not None:
        return found
    return Move(at.passing, "nothing is risked")


def _ambitiously(at: Sitting) -> Move:
    """All that can be tried is tried, with money; secret bids are mixed as the equilibrium says."""
    request = at.request
    if request.among:
        return Move(_best_placed(at) or _on_few(at), "weight where it tells")
    if (found := _best_worth(at)) is not None:
        return found
    if request.kind == "confirm":
        return Move(True in request.legal, "nothing is left undone")
    if request.kind == "sealed":
        return _mixed(at)
    if request.kind == "amount" and at.passing != request.legal[0]:
        return Move(at.passing, "nothing that the board has not shown")
    if request.kind == "amount":
        return Move(request.legal[-1], "as much as may be spent")
    if "money" in request.legal:
        return Move("money", "money raises the chance")
    return _most_promising(at) or _likeliest(at, Fraction(0)) or Move(request.legal[0], "the first that is offered")


def _historically(at: Sitting) -> Move:
    """As it was: what history gave to this seat is fought for, the rest is left alone."""
    request = at.request
    past = at.book.historical_side(at.seat) if isinstance(at.book, ReckonsWorth) else frozenset()
    if request.among:
        mine = [name for name in request.among if name in past] or request.among
        return Move(_evenly(mine, request.total), "where history was made")
    if request.subject:
        ours = request.subject in past
        if ours and "unasked" not in request.legal[:1]:
            return _ambitiously(at)
        return Move(at.passing, "history was not made here") if not ours else _cautiously(at)
    tries = [v for v in request.legal if str(v).partition(":")[0] in past]
    if tries and request.kind == "choose":
        best = max(tries, key=lambda v: (at.chance(v) or Fraction(0), str(v)))
        return Move(best, "as it was")
    return _best_worth(at) or Move(at.passing, "history was not made here")


def _evenly(names: Sequence[str], total: int) -> dict[str, int]:
    if not names:
        return {}
    share, rest = divmod(total, len(names))
    return {name: share + (i < rest) for i, name in enumerate(names)}


def _best_placed(at: Sitting) -> dict[str, int] | None:
    """The points where they are worth most, where the book can say what they are worth."""
    request, book = at.request, at.book
    if not isinstance(book, ReckonsWorth):
        return None
    rated = {name: [at.prospect(name, points) for points in range(request.total + 1)] for name in request.among}
    told = {name: [p.value for p in found if p] for name, found in rated.items() if all(found)}
    known = {name: worths for name, worths in told.items() if any(worths)}
    if not known:
        return None
    from legation.play.bidding import place

    return dict(place(known, request.total, *book.rationed(at.world, at.seat)).points)


def _on_few(at: Sitting) -> dict[str, int]:
    """Three points at most on one name, the names drawn by lot: who can be foreseen can be countered."""
    names = list(at.request.among)
    at.coin.shuffle(names)
    left, found = at.request.total, {}
    for name in names:
        found[name] = min(3, left)
        left -= found[name]
    if left and names:
        found[names[0]] += left
    return found


def _mixed(at: Sitting) -> Move:
    """A bid drawn from the equilibrium, where the book can say what each pair of bids would mean."""
    if at.duel is None:
        return Move(at.coin.choice(at.request.legal), "drawn by lot, so that nobody can see through it")
    from legation.play.bidding import duel, payoffs

    mine, theirs, worth = payoffs(at.duel.chances, at.duel.worth)
    found = duel(mine, theirs, worth)
    mix = found.mine if at.seat == at.duel.first else found.theirs
    legal = {bid: weight for bid, weight in mix.items() if bid in at.request.legal}
    if not legal:
        return Move(at.request.legal[-1], "as much as may be spent")
    drawn = at.coin.choices(list(legal), list(legal.values()))[0]
    mixed = {bid: weight for bid, weight in legal.items() if weight >= SELDOM}
    if len(mixed) < 2:
        return Move(drawn, "nothing else is as good, whatever the other side bids")
    said = ", ".join(f"{at.priced(str(bid))} {percent(Fraction(weight))}" for bid, weight in mixed.items())
    return Move(drawn, f"drawn from {said}, so that nobody can see through it")


BOTS = {
    bot.name: bot
    for bot in (  # the strongest first: who does not choose gets a game
        Bot("ambitious", "tries everything and pays for it", _ambitiously),
        Bot("historical", "wants what its nation had", _historically),
        Bot("cautious", "tries what costs nothing", _cautiously),
        Bot("random", "any legal answer", _randomly),
    )
}


def bot_named(name: str) -> Bot:
    if name not in BOTS:
        raise NotFound("bot", name, BOTS)
    return BOTS[name]


def move_of(game: Game, request: Request, bot: Bot) -> Move:
    """What a bot answers here.  Asked again it says the same: its coin follows from the request and the secret key of
    the dice, so nobody can work it out; where people roll, there is no key, and the coin is any coin."""
    key = game.vault.key or secrets.token_hex(16)
    coin = random.Random(f"{key}|{request.seat}|{request.id}")
    world = world_for(game, request.seat)
    top = game.state.stack[-1] if game.state.stack else None
    duel, book = None, game.book
    if isinstance(book, ReckonsWorth) and top is not None and request.kind == "sealed" and not request.among:
        duel = book.duel(world, top)
    return bot.move(Sitting(book, request.seat, world, request, duel, coin))


def play_bots(game: Game, bots: Mapping[str, Bot]) -> list[Entry]:
    """Let the bots answer until only people are asked; what they did, with their reasons in the record."""
    made: list[Entry] = []
    for _ in range(MOST_MOVES):
        request = next(_asked(game, bots), None)
        if request is None:
            return made
        move = move_of(game, request, bots[request.seat])
        # of a sealed answer the reason lies in the vault, and is told when the answer is
        reason = f"{bots[request.seat].name}: {move.why}"
        act = Roll(request.id) if request.kind == "roll" else Answer(request.id, move.value, reason)
        made += game.perform(act, Who.of(request.seat))
    raise LegationError("the bots go round in circles; let a person answer")


def _asked(game: Game, bots: Mapping[str, Bot]) -> Iterator[Request]:
    """The open requests that a bot can answer: not reports, and rolls only where the server has dice."""
    rolls = isinstance(game.dice, Committed) and not game.dice.live
    for request in game.requests():
        if request.seat in bots and request.kind != "report" and (rolls or request.kind != "roll"):
            yield request
