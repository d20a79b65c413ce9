"""Tournaments: bots against one another over many games, with the same dice for both sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from legation.core.abilities import ReckonsWorth, RunsCampaigns
from legation.core.book import Book
from legation.core.campaign import Campaign
from legation.core.errors import Refused
from legation.core.facts import Choice, Count, World
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.play.bots import bot_named, play_bots

__all__ = ["Match", "FinalScore", "play_out", "standings", "tournament"]

Z = 1.959964


@dataclass(frozen=True)
class Mean:
    """A number for each game, their mean, and where it lies with 95 % confidence."""

    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def known(self) -> bool:
        """One game tells nothing about how far the next may be from it."""
        return len(self.values) > 1

    @property
    def band(self) -> tuple[float, float]:
        width = Z * stdev(self.values) / sqrt(len(self.values)) if self.known else float("inf")
        return self.mean - width, self.mean + width


@dataclass(frozen=True)
class FinalScore(Mean):
    """The score of one bot over its games."""

    bot: str


@dataclass(frozen=True)
class Match(Mean):
    """Two bots on the same seats with the same dice: how much the first was ahead, game by game."""

    first: str
    second: str


def tournament(
    book: Book, scenario: str, names: Sequence[str], games: int, rounds: int, seed: int
) -> Iterator[tuple[int, dict[str, float]]]:
    """Play each game once for every bot, who takes one seat after another, among cautious others, with the same dice.

    Yields the number of the game and the score of each bot in it.
    """
    if len(set(names)) < 2:
        raise Refused("a tournament needs at least two different bots")
    for name in names:
        bot_named(name)
    for number in range(games):
        seats = [book.seats[number % len(book.seats)]]
        yield number, {name: _score(book, scenario, name, seats, rounds, seed + number) for name in names}


def standings(names: Sequence[str], scores: Sequence[dict[str, float]]) -> tuple[list[FinalScore], list[Match]]:
    """Who did how well, best first; and each pair, compared game by game."""
    table = [FinalScore(tuple(game[name] for game in scores), name) for name in names]
    pairs = [Match(tuple(game[one] - game[two] for game in scores), one, two) for one, two in combinations(names, 2)]
    return sorted(table, key=lambda standing: -standing.mean), pairs


def _score(book: Book, scenario: str, name: str, seats: Sequence[str], rounds: int, seed: int) -> float:
    if not isinstance(book, ReckonsWorth):
        raise Refused(f"{book.title} keeps no score that bots could be compared by")
    game = play_out(book, scenario, {seat: name if seat in seats else "cautious" for seat in book.seats}, rounds, seed)
    score = book.score(game.world)
    return float(sum(score[seat] for seat in seats))


def play_out(
    book: Book,
    scenario: str,
    players: Mapping[str, str],
    rounds: int,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> Game:
    """A game of bots over so many rounds.  The board is as the book assumes it for simulations, or quiet."""
    campaign = Campaign(book.start(scenario), "", rounds)
    if isinstance(book, RunsCampaigns):
        campaign = book.campaign(scenario, rounds, options)
    bots = {seat: bot_named(name) for seat, name in players.items()}
    game = Game.new(book, scenario, seed=seed, options=options, given=campaign.given, stack=campaign.start)
    clock = game.world.schema.clock
    last = (game.world.get(clock) or 0) + rounds
    while not game.over and (game.world.get(clock) or 0) < last:
        play_bots(game, bots)
        request = next(iter(game.requests(TABLE)), None)
        if request is not None:
            game.answer(request.id, _told(game, campaign, request), seat=TABLE)
    return game


def _told(game: Game, campaign: Campaign, request: Request) -> object:
    """What a table says on whose board nothing happens."""
    if request.kind == "report":
        return {fact: _assumed(game.world, campaign.given, fact) for fact in request.facts}
    if request.kind == "amount":
        return min(request.legal, key=abs)
    return campaign.nods.get(game.state.top.step, request.legal[0])


def _assumed(world: World, given: Mapping[str, Any], fact: str) -> object:
    """As assumed, or as last reported; else no, nothing, the first of the words."""
    known = given.get(fact, world.last(fact))
    if known is not None:
        return known
    domain = world.schema.spec(fact).domain
    if isinstance(domain, Count):
        return max(0, domain.lo)
    return domain.options[0] if isinstance(domain, Choice) else False
