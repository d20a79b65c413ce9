"""Two dice for Hungary, counted out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.powers import TITLES
from legation.core.game import Game


def by_hand(tie: str) -> dict[str, Fraction]:
    """Every pair of dice: a Soviet 5 or a British 9 succeeds, and the lower success wins."""
    found: dict[str, int] = {"Sworn to the USSR": 0, "Sworn to the U.K.": 0, "Total Control of Germany": 0}
    for soviet, british in product(range(1, 13), repeat=2):
        dice = {"ussr": soviet if soviet <= 5 else 99, "uk": british if british <= 9 else 99}
        best = min(dice.values())
        winners = [n for n, die in dice.items() if die == best and best < 99]
        winner = winners[0] if len(winners) == 1 else tie if winners else ""
        found[f"Sworn to {TITLES[winner]}" if winner in dice else "Total Control of Germany"] += 1
    return {outcome: Fraction(n, 144) for outcome, n in found.items()}


@pytest.mark.parametrize("tie", ["nothing", "ussr", "uk"])
def test_the_chances_of_both_offers_are_exact(tie: str) -> None:
    given = {"units.romania.ussr.infantry": 1, "units.yugoslavia.usa.infantry": 1}
    game = Game.new(BOOK, "1942", options={"hungary-tie": tie}, given=given, stack=())
    (turn,) = BOOK.forecast(game.world, "hungary", 1)
    assert turn == by_hand(tie)
