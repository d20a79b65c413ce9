"""Why: every entry can say what it rests on, and to a seat nothing but what is so."""

from __future__ import annotations

from collections import Counter
from random import Random

from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.why import acts_again
from legation.testing.conformance.play import RandomPlay

__all__ = ["check_why"]


def check_why(game: Game, play: RandomPlay | None = None) -> Counter[str]:
    """Every entry, done again, is what it was, and a seat is told of it nothing but what is so.

    Returns the rules that changed something in a live entry and are not among those that applied there, with how often:
    where a book makes a change by hand, and passes no door of the kernel.
    """
    play = play or RandomPlay(game, 0, Random(0))
    kept = {entry.seq for entry in game.live()}
    truth = {}
    by_hand: Counter[str] = Counter()
    for why in acts_again(game):
        truth[why.seq] = applied, _ = {one.rule for one in why.applied}, {one.rule for one in why.held}
        play.claim(why.differs is None, f"done again, it is another game: {why.differs}")
        lacking = (e.change.rule for e in why.effects if e.change.rule and e.source != "option")
        by_hand.update(rule for rule in lacking if why.seq in kept and rule not in applied)
    for seat in (game.book.seats[0], TABLE):
        for why in acts_again(game, seat):
            for name, told, so in zip(("applied", "held back"), (why.applied, why.held), truth[why.seq], strict=True):
                wrong = [one.rule for one in told if one.rule not in so]
                play.claim(not wrong, f"{seat} is told that in entry {why.seq} {', '.join(wrong[:6])} {name}")
    return by_hand
